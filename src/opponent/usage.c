#include "opponent/usage.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    PATH_BYTES = 64,
    STATUS_BYTES = 8192,
    LIST_BYTES = 4096,
    MAX_DEPTH = 8, /* generations of children whose memory is counted */
    UNKNOWN = 8    /* files open for writing, when it cannot be seen */
};

static char *append_text(char *to, const char *text)
{
    while (*text != '\0')
        *to++ = *text++;
    *to = '\0';
    return to;
}

static char *append_number(char *to, long number)
{
    char  digits[24];
    char *from = digits + sizeof digits;
    *--from = '\0';
    do
        *--from = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return append_text(to, from);
}

static void write_path(char path[PATH_BYTES], pid_t pid, const char *rest)
{
    append_text(append_number(append_text(path, "/proc/"), pid), rest);
}

/* Reads "/proc/PID" + rest; the number of bytes, 0 when it is not there. */
static size_t read_proc(pid_t pid, const char *rest, char *text, size_t capacity)
{
    char path[PATH_BYTES];
    write_path(path, pid, rest);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t n = read(file, text, capacity - 1);
    close(file);
    text[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

bool usage_next_number(const char **text, long *out)
{
    while (**text == ' ' || **text == '\t')
        (*text)++;
    if (**text < '0' || **text > '9')
        return false;
    for (*out = 0; **text >= '0' && **text <= '9'; (*text)++)
        *out = 10 * *out + (**text - '0');
    return true;
}

size_t usage_children(pid_t process, char text[USAGE_CHILDREN_BYTES])
{
    char rest[PATH_BYTES];
    append_text(append_number(append_text(rest, "/task/"), process), "/children");
    return read_proc(process, rest, text, USAGE_CHILDREN_BYTES);
}

/* A line of its status, by the line's beginning: the first line is a name that the process chose.
 */
static long status_line(const char *status, const char *line)
{
    const char *at = strstr(status, line);
    long        value = 0;
    if (at != NULL)
        at += strlen(line);
    return at != NULL && usage_next_number(&at, &value) ? value : 0;
}

static int64_t memory_of(pid_t pid)
{
    static const char *const beside[] = {"\nVmPTE:", "\nVmSwap:", "\nHugetlbPages:"};
    char                     statm[PATH_BYTES * 2], status[STATUS_BYTES];
    const char              *fields = statm; /* size, resident, … in pages */
    long                     pages = 0;
    int64_t                  total = 0;
    if (read_proc(pid, "/statm", statm, sizeof statm) > 0 && usage_next_number(&fields, &pages) &&
        usage_next_number(&fields, &pages))
        total = (int64_t)pages * sysconf(_SC_PAGESIZE);
    if (read_proc(pid, "/status", status, sizeof status) > 0)
        for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++)
            total += (int64_t)status_line(status, beside[i]) * 1024;
    return total;
}

static int64_t memory_of_children(pid_t pid, int depth)
{
    char        children[USAGE_CHILDREN_BYTES];
    const char *at = children;
    int64_t     total = 0;
    long        child;
    if (depth == MAX_DEPTH || usage_children(pid, children) == 0)
        return 0;
    while (usage_next_number(&at, &child))
        total += memory_of((pid_t)child) + memory_of_children((pid_t)child, depth + 1);
    return total;
}

int64_t usage_memory(pid_t ancestor) { return memory_of_children(ancestor, 0); }

int usage_threads(pid_t process)
{
    char status[STATUS_BYTES];
    if (read_proc(process, "/status", status, sizeof status) == 0)
        return 0;
    return (int)status_line(status, "\nThreads:");
}

int64_t usage_written(pid_t process)
{
    static const char line[] = "wchar:";
    char              text[LIST_BYTES];
    long              value = 0;
    size_t            size = read_proc(process, "/io", text, sizeof text);
    const char       *at = size > 0 ? strstr(text, line) : NULL;
    if (at != NULL)
        at += strlen(line);
    return at != NULL && usage_next_number(&at, &value) ? value : -1;
}

static size_t read_task(pid_t process, pid_t thread, const char *file, char *text, size_t capacity)
{
    char rest[PATH_BYTES];
    append_text(append_number(append_text(rest, "/task/"), thread), file);
    return read_proc(process, rest, text, capacity);
}

bool usage_is_running(pid_t process, pid_t thread)
{
    char        text[LIST_BYTES];
    size_t      size = read_task(process, thread, "/stat", text, sizeof text);
    const char *at = size > 0 ? strrchr(text, ')') : NULL; /* behind the name */
    return at != NULL && at[1] == ' ' && (at[2] == 'R' || at[2] == 'D');
}

bool usage_ran(pid_t process, pid_t thread, int64_t *out)
{
    char        text[PATH_BYTES * 2];
    const char *at = text;
    long        nanoseconds;
    if (read_task(process, thread, "/schedstat", text, sizeof text) == 0 ||
        !usage_next_number(&at, &nanoseconds))
        return false;
    *out = nanoseconds / 1000;
    return true;
}

/* ---- descriptors -------------------------------------------------------------------------------
 */

typedef struct { /* as the kernel writes it */
    uint64_t       number;
    int64_t        offset;
    unsigned short size;
    unsigned char  kind;
    char           name[];
} ProcessEntry;

/* The link of a descriptor has the rights it was opened with, and leads to what is open. */
static bool is_writable_file(int folder, const char *name)
{
    struct stat link, file;
    return name[0] != '.' && fstatat(folder, name, &link, AT_SYMLINK_NOFOLLOW) == 0 &&
           (link.st_mode & S_IWUSR) != 0 && fstatat(folder, name, &file, 0) == 0 &&
           S_ISREG(file.st_mode);
}

int usage_writable_files(pid_t process)
{
    _Alignas(ProcessEntry) char list[LIST_BYTES];
    char                        path[PATH_BYTES];
    int                         count = 0;
    long                        size;
    write_path(path, process, "/fd");
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return UNKNOWN;
    while ((size = syscall(SYS_getdents64, folder, list, sizeof list)) > 0)
        for (long at = 0; at < size;) {
            const ProcessEntry *entry = (const ProcessEntry *)(const void *)(list + at);
            at += entry->size;
            count += is_writable_file(folder, entry->name);
        }
    close(folder);
    return count;
}
