#include "opponent/sandbox.h"

#include "base/errors.h"
#include "opponent/admission.h"
#include "opponent/landlock.h"
#include "opponent/scratch.h"
#include "opponent/syscall_filter.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    MAX_PATHS = 96,
    MAX_VARIABLES = 12,
    COMPILED_BYTES = 64 << 20, /* of a file */
    OPEN_FILES = 128,          /* the kernel holds data of sockets and pipes that nobody counts */
    MAX_SIGNALS = 1024,        /* that wait, and timers: counted for all of a user's processes */
    NO_CORE = 1 /* as 0, and nobody who collects core files is started for it either */
};

struct SandboxPlan {
    SandboxProfile profile;
    int            landlock; /* the version of it that is used, 0: none */
    bool           has_filter;
    LandlockPath   rules[MAX_PATHS];
    int            rule_count;
    char          *variables[MAX_VARIABLES + 1];
    int            variable_count;
    Scratch        scratch;
    char          *folder, *home; /* NULL: none; the folder may be written to */
};

/* ---- the plan ----------------------------------------------------------------------------------
 */

static void add_path(SandboxPlan *plan, const char *path, bool can_write)
{
    char *copy = plan->rule_count < MAX_PATHS ? strdup(path) : NULL;
    if (copy != NULL)
        plan->rules[plan->rule_count++] = (LandlockPath){.path = copy, .can_write = can_write};
}

/* Configuration of run-time systems: what in /etc begins like that. */
static void add_configuration(SandboxPlan *plan)
{
    static const char *const prefixes[] = {"java",      "python",   "ld.so.", "alternatives",
                                           "localtime", "timezone", "mono",   "dotnet"};
    DIR                     *folder = opendir("/etc");
    char                     path[300];
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
            if (strncmp(entry->d_name, prefixes[i], strlen(prefixes[i])) == 0) {
                snprintf(path, sizeof path, "/etc/%s", entry->d_name);
                add_path(plan, path, false);
            }
    if (folder != NULL)
        closedir(folder);
}

static void add_system(SandboxPlan *plan)
{
    static const char *const readable[] = {
        "/usr",          "/lib",          "/lib32",      "/lib64",         "/bin",
        "/sbin",         "/opt",          "/proc/self",  "/proc/cpuinfo",  "/proc/filesystems",
        "/proc/loadavg", "/proc/meminfo", "/proc/stat",  "/proc/sys",      "/proc/uptime",
        "/proc/version", "/dev/urandom",  "/dev/random", "/sys/fs/cgroup", "/sys/devices/system"};
    for (size_t i = 0; i < sizeof readable / sizeof readable[0]; i++)
        add_path(plan, readable[i], false);
    add_path(plan, "/etc/ssl/openssl.cnf", false); /* node ends without it */
    add_path(plan, "/dev/null", true);
    add_configuration(plan);
}

/* The folder a file lies in, or the folder itself. A program in a folder "bin" finds what it needs
 * beside that folder. The root of all files is never granted. */
static void add_folder_of(SandboxPlan *plan, const char *path, bool is_program)
{
    struct stat about;
    char       *whole = realpath(path, NULL), *slash;
    if (whole == NULL)
        return;
    if (stat(whole, &about) == 0 && !S_ISDIR(about.st_mode) && (slash = strrchr(whole, '/')))
        *slash = '\0';
    if (is_program && (slash = strrchr(whole, '/')) && strcmp(slash, "/bin") == 0)
        *slash = '\0';
    if (whole[0] != '\0' && whole[1] != '\0')
        add_path(plan, whole, false);
    free(whole);
}

static void add_variable(SandboxPlan *plan, const char *name, const char *value)
{
    size_t size = strlen(name) + strlen(value) + 2;
    char  *text = plan->variable_count < MAX_VARIABLES ? malloc(size) : NULL;
    if (text == NULL)
        return;
    snprintf(text, size, "%s=%s", name, value);
    plan->variables[plan->variable_count++] = text;
}

static void add_environment(SandboxPlan *plan)
{
    static const char *const kept[] = {"LANG", "LC_ALL", "JAVA_HOME"};
    add_variable(plan, "PATH", "/usr/local/bin:/usr/bin:/bin");
    add_variable(plan, "HOME", plan->scratch.path);
    add_variable(plan, "TMPDIR", plan->scratch.path);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (getenv(kept[i]) != NULL)
            add_variable(plan, kept[i], getenv(kept[i]));
}

/* The folder that the caller names, and what the words say. */
static bool add_folders(SandboxPlan *plan, const SandboxSetup *setup, Error *err)
{
    const bool is_home = setup->folder != NULL && setup->is_home;
    const bool can_write = !is_home || setup->profile == SANDBOX_COMPILER;
    if (setup->folder != NULL)
        add_path(plan, setup->folder, can_write);
    if (setup->folder != NULL && can_write)
        plan->folder = strdup(setup->folder);
    if (is_home)
        plan->home = strdup(setup->folder);
    add_folder_of(plan, setup->path, true);
    for (int i = 1; !is_home && setup->words[0] != NULL && setup->words[i] != NULL; i++)
        add_folder_of(plan, setup->words[i], false);
    return (!is_home || plan->home != NULL) &&
                   (setup->folder == NULL || !can_write || plan->folder != NULL)
               ? true
               : error_set(err, ERROR_MEMORY);
}

SandboxPlan *sandbox_plan(const SandboxSetup *setup, Error *err)
{
    SandboxPlan *plan = calloc(1, sizeof *plan);
    if (plan == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    plan->profile = setup->profile;
    plan->landlock = landlock_version(setup->landlock_most);
    plan->has_filter = syscall_filter_exists();
    if (!scratch_make(&plan->scratch, err) || !add_folders(plan, setup, err)) {
        sandbox_delete(plan);
        return NULL;
    }
    add_path(plan, plan->scratch.path, true);
    add_system(plan);
    add_environment(plan);
    return plan;
}

void sandbox_delete(SandboxPlan *plan)
{
    if (plan == NULL)
        return;
    scratch_remove(&plan->scratch);
    for (int i = 0; i < plan->rule_count; i++)
        free(plan->rules[i].path);
    for (int i = 0; i < plan->variable_count; i++)
        free(plan->variables[i]);
    free(plan->folder);
    free(plan->home);
    free(plan);
}

void sandbox_open_folders(const SandboxPlan *plan, int folders[SANDBOX_FOLDERS])
{
    const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    folders[0] = openat(plan->scratch.lock, ".", flags);
    folders[1] = plan->folder != NULL ? open(plan->folder, flags) : -1;
}

int64_t sandbox_disk(const int folders[SANDBOX_FOLDERS])
{
    const int64_t most = (int64_t)SANDBOX_DISK_MEGABYTES << 20;
    int64_t       used = 0;
    for (int i = 0; i < SANDBOX_FOLDERS && used <= most; i++)
        if (folders[i] >= 0)
            used += scratch_bytes(folders[i], most - used);
    return used <= most ? used : -1;
}

char *const *sandbox_environment(const SandboxPlan *plan) { return plan->variables; }

/* ---- entering ----------------------------------------------------------------------------------
 */

/* A limit that may not be raised again. */
static void limit(__rlimit_resource_t resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return;
    now.rlim_max = now.rlim_max < most ? now.rlim_max : most;
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

/* No limit on addresses: run-time systems reserve far more than they use. Real memory is counted by
 * the keeper. */
static void enter_limits(SandboxProfile profile)
{
    limit(RLIMIT_CORE, NO_CORE);
    limit(RLIMIT_FSIZE, profile == SANDBOX_PLAYER ? SANDBOX_FILE_BYTES : COMPILED_BYTES);
    limit(RLIMIT_NOFILE, OPEN_FILES);
    limit(RLIMIT_MEMLOCK, 64 << 10);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_SIGPENDING, MAX_SIGNALS);
    limit(RLIMIT_NICE, 0);
    limit(RLIMIT_RTPRIO, 0);
}

/* So that being started by an administrator is no advantage. */
static void drop_capabilities(void)
{
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct   none[2] = {{0}};
    for (int i = 0; prctl(PR_CAPBSET_DROP, i, 0, 0, 0) == 0; i++)
        ;
    syscall(SYS_capset, &head, none);
}

bool sandbox_enter(const SandboxPlan *plan, int keeper)
{
    const bool is_compiler = plan->profile == SANDBOX_COMPILER;
    enter_limits(plan->profile);
    drop_capabilities();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        (plan->home != NULL && chdir(plan->home) != 0))
        return false;
    /* A file that is removed and still open would be seen by nobody who counts the disk. */
    if (plan->landlock > 0 &&
        !landlock_enter(plan->landlock, plan->rules, plan->rule_count, is_compiler))
        return false;
    if (plan->has_filter && !is_compiler && !admission_begin(keeper))
        return false;
    SyscallFilter filter = {.is_compiler = is_compiler,
                            .can_signal = is_compiler && plan->landlock >= LANDLOCK_SIGNALS};
    return !plan->has_filter || syscall_filter_enter(&filter);
}
