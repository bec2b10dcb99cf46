#include "fuzz/replay.h"

#include "base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST_FILE = 1 << 20, SECONDS_PER_FILE = 60 };

bool replay_file(FuzzFunction *target, const char *path)
{
    Str  bytes = {0};
    bool ok = file_read(path, LARGEST_FILE, &bytes, NULL);
    if (ok)
        target((const uint8_t *)str_get(&bytes), bytes.size);
    str_free(&bytes);
    return ok;
}

static bool survives(FuzzFunction *target, const char *path)
{
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS_PER_FILE);
        _exit(replay_file(target, path) ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

int replay_directory(FuzzFunction *target, const char *directory, Str *failures)
{
    struct dirent **entries;
    int             count = scandir(directory, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        Str path = {0};
        str_printf(&path, "%s/%s", directory, entries[i]->d_name);
        if (!survives(target, str_get(&path)))
            str_printf(failures, "%s\n", str_get(&path));
        str_free(&path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return count;
}
