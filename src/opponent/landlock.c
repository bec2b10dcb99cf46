#include "opponent/landlock.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Its calls and structures, as newer kernels know them: headers are often older. */

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

int landlock_version(int most)
{
    long version = most == LANDLOCK_NONE ? 0 : syscall(CALL_CREATE_RULESET, NULL, 0, ASK_VERSION);
    if (version <= 0)
        return 0;
    return most > 0 && most < version ? most : (int)version;
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
static bool allow_path(int ruleset, const LandlockPath *rule, uint64_t writing)
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

bool landlock_enter(int version, const LandlockPath *paths, int count, bool can_remove)
{
    Ruleset  wanted = {.files = known_rights(version), .net = 3, .scoped = 3};
    size_t   size = version >= LANDLOCK_SIGNALS ? 24 : version >= 4 ? 16 : 8;
    int      ruleset = (int)syscall(CALL_CREATE_RULESET, &wanted, size, 0);
    bool     ok = ruleset >= 0;
    uint64_t hidden = can_remove ? 0 : CAN_REMOVE_FILE;
    for (int i = 0; ok && i < count; i++)
        ok = allow_path(ruleset, &paths[i], wanted.files & ~hidden);
    ok = ok && syscall(CALL_RESTRICT_SELF, ruleset, 0) == 0;
    if (ruleset >= 0)
        close(ruleset);
    return ok;
}
