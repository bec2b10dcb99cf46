#include "opponent/scratch.h"

#include "base/errors.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char prefix[] = "plateau-scratch-";

static const char *base_folder(void)
{
    const char *base = getenv("TMPDIR");
    return base != NULL && base[0] != '\0' ? base : "/tmp";
}

/* ---- making ------------------------------------------------------------------------------------
 */

/* The lock is the sign that somebody lives here. -1: somebody else has it, or it is gone. */
static int lock_folder(const char *path)
{
    struct stat held, named;
    int         fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &held) == 0 &&
        lstat(path, &named) == 0 && held.st_ino == named.st_ino && held.st_uid == geteuid())
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

bool scratch_make(Scratch *out, Error *err)
{
    enum { TRIES = 10 }; /* somebody who sweeps may be faster than our lock */
    char path[300];
    *out = (Scratch){.lock = -1};
    for (int i = 0; i < TRIES && out->lock < 0; i++) {
        snprintf(path, sizeof path, "%.200s/%sXXXXXX", base_folder(), prefix);
        if (mkdtemp(path) == NULL)
            return error_set(err, ERROR_SCRATCH, path, system_error(errno));
        out->lock = lock_folder(path);
    }
    if (out->lock < 0)
        return error_set(err, ERROR_SCRATCH_LOCK, path);
    out->path = strdup(path);
    if (out->path != NULL)
        return true;
    close(out->lock);
    rmdir(path);
    return error_set(err, ERROR_MEMORY);
}

/* ---- removing ----------------------------------------------------------------------------------
 * Nothing is recursive: what lies two folders deep is moved up, so that no nesting, however deep,
 * takes paths, descriptors or stack. */

static DIR *open_at(int parent, const char *name)
{
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, 0) == 0)
        fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (folder == NULL && fd >= 0)
        close(fd);
    return folder;
}

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* Empties a folder of `top`: files go, folders move up to `top`. */
static void flatten(int top, const char *name, uint64_t *number)
{
    char fresh[32];
    DIR *folder = open_at(top, name);
    if (folder == NULL)
        return;
    fchmod(dirfd(folder), 0700);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (is_dots(entry->d_name) || unlinkat(dirfd(folder), entry->d_name, 0) == 0)
            continue;
        snprintf(fresh, sizeof fresh, ".%llx", (unsigned long long)++*number);
        if (renameat(dirfd(folder), entry->d_name, top, fresh) != 0 && errno == EACCES &&
            fchmodat(dirfd(folder), entry->d_name, 0700, 0) == 0)
            renameat(dirfd(folder), entry->d_name, top, fresh);
    }
    closedir(folder);
}

/* One round over the top; true when something went away. */
static bool remove_some(DIR *top, uint64_t *number)
{
    bool has_removed = false;
    rewinddir(top);
    for (struct dirent *entry; (entry = readdir(top)) != NULL;) {
        if (is_dots(entry->d_name))
            continue;
        if (unlinkat(dirfd(top), entry->d_name, 0) != 0) {
            flatten(dirfd(top), entry->d_name, number);
            if (unlinkat(dirfd(top), entry->d_name, AT_REMOVEDIR) != 0)
                continue;
        }
        has_removed = true;
    }
    return has_removed;
}

static void remove_tree(const char *path)
{
    uint64_t number = 0;
    DIR     *top = open_at(AT_FDCWD, path);
    if (top == NULL)
        return;
    fchmod(dirfd(top), 0700);
    while (remove_some(top, &number))
        ;
    closedir(top);
    rmdir(path);
}

void scratch_remove(Scratch *scratch)
{
    if (scratch->path != NULL) {
        remove_tree(scratch->path);
        close(scratch->lock);
        free(scratch->path);
    }
    *scratch = (Scratch){.lock = -1};
}

void scratch_sweep(void)
{
    char path[600];
    DIR *base = opendir(base_folder());
    for (struct dirent *entry; base != NULL && (entry = readdir(base)) != NULL;) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
            continue;
        snprintf(path, sizeof path, "%.200s/%s", base_folder(), entry->d_name);
        int lock = lock_folder(path);
        if (lock < 0)
            continue;
        remove_tree(path);
        close(lock);
    }
    if (base != NULL)
        closedir(base);
}

/* ---- measuring ---------------------------------------------------------------------------------
 * By system calls alone: a keeper, which may take no memory, calls it. */

typedef struct { /* as the kernel writes it */
    uint64_t       number;
    int64_t        offset;
    unsigned short size;
    unsigned char  kind;
    char           name[];
} FolderEntry;

enum { DEEPEST = 12, LIST_BYTES = 4096, FD_PATH_SIZE = 40 };

/* Gives its owner the right to look into a folder, whatever name it has by now. */
static void make_readable(int parent, const char *name)
{
    char path[FD_PATH_SIZE] = "/proc/self/fd/", digits[FD_PATH_SIZE],
         *from = digits + sizeof digits;
    int fd = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    *--from = '\0';
    for (int rest = fd; rest > 0 || *from == '\0'; rest /= 10)
        *--from = (char)('0' + rest % 10);
    memcpy(path + strlen(path), from, strlen(from) + 1);
    chmod(path, 0700);
    close(fd);
}

/* Without O_NOATIME looking would write, and could wait for the disk. */
static int open_to_measure(int parent, const char *name)
{
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int       fd = openat(parent, name, flags | O_NOATIME);
    if (fd < 0 && errno == EPERM)
        fd = openat(parent, name, flags);
    return fd;
}

static int64_t measure(int parent, const char *name, int64_t most, int depth);

static int64_t measure_entry(int folder, const char *name, int64_t most, int depth)
{
    struct stat about;
    if (is_dots(name) || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return 0;
    int64_t blocks = (int64_t)about.st_blocks * 512;
    int64_t bytes = SCRATCH_NAME_BYTES + (about.st_size > blocks ? about.st_size : blocks);
    if (S_ISDIR(about.st_mode))
        bytes += depth == DEEPEST ? most + 1 : measure(folder, name, most - bytes, depth + 1);
    return bytes;
}

static int64_t measure(int parent, const char *name, int64_t most, int depth)
{
    _Alignas(FolderEntry) char list[LIST_BYTES];
    int64_t                    total = 0;
    long                       size;
    int                        fd = open_to_measure(parent, name);
    if (fd < 0 && errno == EACCES) {
        make_readable(parent, name);
        fd = open_to_measure(parent, name);
    }
    if (fd < 0)
        return 0;
    while (total <= most && (size = syscall(SYS_getdents64, fd, list, sizeof list)) > 0)
        for (long at = 0; at < size && total <= most;) {
            const FolderEntry *entry = (const FolderEntry *)(const void *)(list + at);
            at += entry->size;
            total += measure_entry(fd, entry->name, most - total, depth);
        }
    close(fd);
    return total;
}

int64_t scratch_bytes(int folder, int64_t most)
{
    struct stat about;
    if (fstat(folder, &about) == 0 && (about.st_mode & 0700) != 0700)
        fchmod(folder, 0700);
    return measure(folder, ".", most, 0);
}
