#include "base/file.h"

#include "base/errors.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(FILE *file, const char *path, size_t limit, Str *out, Error *err)
{
    char   chunk[65536];
    size_t got, total = 0;
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0) {
        total += got;
        if (total > limit)
            return error_set(err, ERROR_FILE_TOO_LARGE, path, limit);
        str_bytes(out, chunk, got);
    }
    if (ferror(file))
        return error_set(err, ERROR_IN, path, system_error(errno));
    return out->failed ? error_set(err, ERROR_FILE_MEMORY, path) : true;
}

bool file_read(const char *path, size_t limit, Str *out, Error *err)
{
    if (strcmp(path, "-") == 0)
        return read_all(stdin, "standard input", limit, out, err);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return error_set(err, ERROR_IN, path, system_error(errno));
    bool ok = read_all(file, path, limit, out, err);
    fclose(file);
    return ok;
}

bool file_write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t done = write(fd, bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}

/* Devices and pipes cannot be renamed over; they are written in place. */
static bool is_special_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

/* ---- temporary files ---------------------------------------------------------------------------
 * PATH.PID.tmp, locked while its process lives: who finds one that is not removes it. */

/* Is it PATH's, and of which process? `base` is the last part of PATH. */
static bool is_temporary(const char *name, const char *base, pid_t *owner)
{
    const size_t length = strlen(base);
    char        *end;
    if (strncmp(name, base, length) != 0 || name[length] != '.' || name[length + 1] < '1' ||
        name[length + 1] > '9')
        return false;
    *owner = (pid_t)strtol(name + length + 1, &end, 10);
    return strcmp(end, ".tmp") == 0;
}

/* A process of another machine, in a folder that both see, is none of ours but holds the lock. */
static void remove_if_left(int folder, const char *name, pid_t owner)
{
    bool is_living = owner != getpid() && (kill(owner, 0) == 0 || errno != ESRCH);
    int  fd = is_living ? -1 : openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    if (fd >= 0)
        close(fd);
}

static void remove_left_behind(const char *path)
{
    char        folder[4096];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
             slash != NULL ? path : ".");
    DIR  *list = opendir(folder);
    pid_t owner;
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;)
        if (is_temporary(entry->d_name, slash != NULL ? slash + 1 : path, &owner))
            remove_if_left(dirfd(list), entry->d_name, owner);
    if (list != NULL)
        closedir(list);
}

/* Made and locked; somebody who cleans up may have been faster than the lock. */
static int open_temporary(const char *temporary)
{
    enum { TRIES = 10 };
    struct stat held, named;
    for (int i = 0; i < TRIES; i++) {
        int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0)
            return -1;
        flock(fd, LOCK_EX | LOCK_NB); /* where there are no locks, nobody cleans up */
        if (fstat(fd, &held) == 0 && stat(temporary, &named) == 0 && held.st_ino == named.st_ino)
            return fd;
        close(fd);
    }
    errno = EAGAIN;
    return -1;
}

/* Beside it, synced, and then in its place. False and errno. */
static bool replace_file(const char *path, const char *temporary, const char *bytes, size_t size)
{
    int fd = open_temporary(temporary);
    if (fd < 0)
        return false;
    /* Renamed before it is closed: until then the lock is ours. */
    bool ok = file_write_all(fd, bytes, size) && fsync(fd) == 0 && rename(temporary, path) == 0;
    int  why = errno;
    if (!ok)
        unlink(temporary);
    if (close(fd) != 0 && ok)
        return false;
    errno = why;
    return ok;
}

static bool write_in_place(const char *path, const char *bytes, size_t size, Error *err)
{
    bool to_stdout = strcmp(path, "-") == 0;
    int  fd = to_stdout ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && file_write_all(fd, bytes, size);
    if (!ok && to_stdout)
        error_set(err, ERROR_STANDARD_OUTPUT_SYSTEM, system_error(errno));
    else if (!ok)
        error_set(err, ERROR_IN, path, system_error(errno));
    if (!to_stdout && fd >= 0)
        close(fd);
    return ok;
}

bool file_write(const char *path, const char *bytes, size_t size, Error *err)
{
    if (strcmp(path, "-") == 0 || is_special_file(path))
        return write_in_place(path, bytes, size, err);
    char temporary[4096];
    int  length = snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof temporary)
        return error_set(err, ERROR_NAME_TOO_LONG, path);
    remove_left_behind(path);
    return replace_file(path, temporary, bytes, size) ||
           error_set(err, ERROR_IN, path, system_error(errno));
}

bool file_map(const char *path, const void **out, size_t *size, Error *err)
{
    int         fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (fd < 0)
        return error_set(err, ERROR_IN, path, system_error(errno));
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0) {
        close(fd);
        return error_set(err, ERROR_FILE_EMPTY, path);
    }
    void *memory = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, fd, 0);
    int   why = errno;
    close(fd);
    if (memory == MAP_FAILED)
        return error_set(err, ERROR_IN, path, system_error(why));
    *out = memory;
    *size = (size_t)info.st_size;
    return true;
}

void file_unmap(const void *memory, size_t size)
{
    if (memory != NULL)
        munmap((void *)(uintptr_t)memory, size);
}

bool file_make_folder(const char *path, Error *err)
{
    char   part[4096];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part)
        return error_set(err, ERROR_FOLDER_NAME, path);
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (part[i] != '/' && part[i] != '\0')
            continue;
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return error_set(err, ERROR_IN, part, system_error(errno));
        part[i] = path[i];
    }
    return true;
}

bool file_cache_folder(Str *out)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/')
        str_printf(out, "%s/plateau", cache);
    else if (home != NULL && home[0] == '/')
        str_printf(out, "%s/.cache/plateau", home);
    else
        return false;
    return !out->failed;
}
