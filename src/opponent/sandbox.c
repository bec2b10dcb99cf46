#include "opponent/sandbox.h"

#include "base/errors.h"
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

enum { MOST_PATHS = 96, MOST_VARIABLES = 12, FILE_BYTES = 64 << 20, OPEN_FILES = 256 };

typedef struct {
    char *path;
    bool  can_write;
} PathRule;

struct SandboxPlan {
    SandboxProfile profile;
    int            landlock; /* the kernel's version of it, 0: none */
    bool           has_filter;
    PathRule       rules[MOST_PATHS];
    int            rule_count;
    char          *variables[MOST_VARIABLES + 1];
    int            variable_count;
    Scratch        scratch;
    char          *folder, *home; /* NULL: none; the folder may be written to */
};

/* ---- Landlock ----------------------------------------------------------------------------------
 * Its calls and structures, as newer kernels know them: headers are often older. */

enum { CALL_CREATE_RULESET = 444, CALL_ADD_RULE = 445, CALL_RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, RULE_PATH_BENEATH = 1 };

typedef struct {
    uint64_t files;  /* what is forbidden unless a rule allows it */
    uint64_t net;    /* from version 4 */
    uint64_t scoped; /* from version 6 */
} Ruleset;

typedef struct {
    uint64_t allowed;
    int32_t  parent;
} __attribute__((packed)) PathBeneath;

/* Bits of files. */
enum {
    CAN_EXECUTE = 1 << 0,
    CAN_WRITE_FILE = 1 << 1,
    CAN_READ_FILE = 1 << 2,
    CAN_READ_FOLDER = 1 << 3,
    CAN_REMOVE_FILE = 1 << 5,
    CAN_DO_ANYTHING_1 = (1 << 13) - 1,
    CAN_REFER_2 = 1 << 13,
    CAN_TRUNCATE_3 = 1 << 14,
    CAN_DEVICE_IOCTL_5 = 1 << 15,
    FOR_FILES = CAN_EXECUTE | CAN_WRITE_FILE | CAN_READ_FILE | CAN_TRUNCATE_3 | CAN_DEVICE_IOCTL_5
};

static int landlock_version(void)
{
    long version = syscall(CALL_CREATE_RULESET, NULL, 0, ASK_VERSION);
    return version > 0 ? (int)version : 0;
}

static uint64_t known_rights(int version)
{
    uint64_t rights = CAN_DO_ANYTHING_1;
    rights |= version >= 2 ? CAN_REFER_2 : 0;
    rights |= version >= 3 ? CAN_TRUNCATE_3 : 0;
    rights |= version >= 5 ? CAN_DEVICE_IOCTL_5 : 0;
    return rights;
}

/* A path that is not there grants nothing, which is fine. */
static bool allow_path(int ruleset, const PathRule *rule, uint64_t writing)
{
    struct stat    about;
    const uint64_t reading = CAN_EXECUTE | CAN_READ_FILE | CAN_READ_FOLDER;
    PathBeneath    beneath = {.allowed = rule->can_write ? writing : reading,
                              .parent = open(rule->path, O_PATH | O_CLOEXEC)};
    if (beneath.parent < 0)
        return true;
    if (fstat(beneath.parent, &about) == 0 && !S_ISDIR(about.st_mode))
        beneath.allowed &= FOR_FILES;
    bool ok = syscall(CALL_ADD_RULE, ruleset, RULE_PATH_BENEATH, &beneath, 0) == 0;
    close(beneath.parent);
    return ok;
}

static bool enter_landlock(const SandboxPlan *plan)
{
    const int version = plan->landlock;
    Ruleset   wanted = {.files = known_rights(version), .net = 3, .scoped = 3};
    size_t    size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int       ruleset = (int)syscall(CALL_CREATE_RULESET, &wanted, size, 0);
    bool      ok = ruleset >= 0;
    /* A file that is removed and still open would be seen by nobody who counts the disk. */
    uint64_t hiding = plan->profile == SANDBOX_PLAYER ? CAN_REMOVE_FILE : 0;
    for (int i = 0; ok && i < plan->rule_count; i++)
        ok = allow_path(ruleset, &plan->rules[i], wanted.files & ~hiding);
    ok = ok && syscall(CALL_RESTRICT_SELF, ruleset, 0) == 0;
    if (ruleset >= 0)
        close(ruleset);
    return ok;
}

/* ---- what this machine has ---------------------------------------------------------------------
 */

bool sandbox_mode_parse(const char *text, SandboxMode *out, Error *err)
{
    static const char *const modes[] = {
        [SANDBOX_OFF] = "off", [SANDBOX_AUTO] = "auto", [SANDBOX_REQUIRED] = "required"};
    for (int i = 0; i <= SANDBOX_REQUIRED; i++)
        if (strcmp(modes[i], text) == 0) {
            *out = (SandboxMode)i;
            return true;
        }
    return error_set(err, ERROR_SANDBOX_MODE, text);
}

void sandbox_layers(Str *out)
{
    int landlock = landlock_version();
    str_text(out, "no new privileges, resource limits");
    if (landlock > 0)
        str_printf(out, ", Landlock %d (files)", landlock);
    else
        str_text(out, ", no Landlock: files are open");
    str_text(out, syscall_filter_exists() ? ", seccomp (system calls)"
                                          : ", no seccomp: system calls are open");
}

bool sandbox_is_whole(Error *err)
{
    if (landlock_version() == 0)
        return error_set(err, ERROR_SANDBOX_LANDLOCK);
    if (!syscall_filter_exists())
        return error_set(err, ERROR_SANDBOX_SECCOMP);
    return true;
}

/* ---- the plan ----------------------------------------------------------------------------------
 */

static void add_path(SandboxPlan *plan, const char *path, bool can_write)
{
    char *copy = plan->rule_count < MOST_PATHS ? strdup(path) : NULL;
    if (copy != NULL)
        plan->rules[plan->rule_count++] = (PathRule){.path = copy, .can_write = can_write};
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
    static const char *const readable[] = {"/usr",
                                           "/lib",
                                           "/lib32",
                                           "/lib64",
                                           "/bin",
                                           "/sbin",
                                           "/opt",
                                           "/proc/self",
                                           "/proc/cpuinfo",
                                           "/proc/filesystems",
                                           "/proc/loadavg",
                                           "/proc/meminfo",
                                           "/proc/stat",
                                           "/proc/sys",
                                           "/proc/uptime",
                                           "/proc/version",
                                           "/dev/urandom",
                                           "/dev/random",
                                           "/dev/zero",
                                           "/sys/fs/cgroup",
                                           "/sys/devices/system"};
    for (size_t i = 0; i < sizeof readable / sizeof readable[0]; i++)
        add_path(plan, readable[i], false);
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
    char  *text = plan->variable_count < MOST_VARIABLES ? malloc(size) : NULL;
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
    plan->landlock = landlock_version();
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

int64_t sandbox_disk(const SandboxPlan *plan)
{
    const int64_t most = (int64_t)SANDBOX_DISK_MEGABYTES << 20;
    int64_t       used = scratch_bytes(plan->scratch.path, most);
    if (plan->folder != NULL && used <= most)
        used += scratch_bytes(plan->folder, most - used);
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
static void enter_limits(void)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, FILE_BYTES);
    limit(RLIMIT_NOFILE, OPEN_FILES);
    limit(RLIMIT_MEMLOCK, 64 << 10);
    limit(RLIMIT_MSGQUEUE, 0);
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

bool sandbox_enter(const SandboxPlan *plan)
{
    enum { SIGNALS_SCOPED = 6 }; /* the Landlock that keeps signals inside */
    const bool is_compiler = plan->profile == SANDBOX_COMPILER;
    enter_limits();
    drop_capabilities();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        (plan->home != NULL && chdir(plan->home) != 0))
        return false;
    if (plan->landlock > 0 && !enter_landlock(plan))
        return false;
    SyscallFilter filter = {.can_fork = is_compiler,
                            .can_signal = is_compiler && plan->landlock >= SIGNALS_SCOPED};
    return !plan->has_filter || syscall_filter_enter(&filter);
}
