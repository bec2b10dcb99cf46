#include "base/file.h"

#include "base/errors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static bool write_all(int fd, const char *bytes, size_t size)
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

bool file_write(const char *path, const char *bytes, size_t size, Error *err)
{
    bool to_stdout = strcmp(path, "-") == 0;
    if (to_stdout || is_special_file(path)) {
        int  fd = to_stdout ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC);
        bool ok = fd >= 0 && write_all(fd, bytes, size);
        if (!ok && to_stdout)
            error_set(err, ERROR_STANDARD_OUTPUT_SYSTEM, system_error(errno));
        else if (!ok)
            error_set(err, ERROR_IN, path, system_error(errno));
        if (!to_stdout && fd >= 0)
            close(fd);
        return ok;
    }
    char temporary[4096];
    int  length = snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof temporary)
        return error_set(err, ERROR_NAME_TOO_LONG, path);
    unlink(temporary); /* of a process of this number that was killed */
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return error_set(err, ERROR_IN, path, system_error(errno));
    bool ok = write_all(fd, bytes, size) && fsync(fd) == 0;
    int  why = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        why = errno;
    }
    if (ok && rename(temporary, path) != 0) {
        ok = false;
        why = errno;
    }
    if (!ok) {
        unlink(temporary);
        return error_set(err, ERROR_IN, path, system_error(why));
    }
    return true;
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
