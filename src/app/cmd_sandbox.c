/* plateau sandbox: which layers of the sandbox this machine has, and what each of them forbids. */
#include "app/arguments/command.h"
#include "opponent/landlock.h"
#include "opponent/sandbox.h"

enum { NEWEST = 100 };

typedef struct {
    int landlock;
} SandboxFlags;

static const Flag flags[] = {
    {"--landlock", "N",
     TEXT("as if the kernel's Landlock were no newer than version N (0: none)",
          "comme si le Landlock du noyau n'était pas plus récent que N (0 : aucun)"),
     FLAG_TO_INT(SandboxFlags, landlock, 0, NEWEST, NEWEST)},
    FLAGS_END,
};

static int run(const Call *call)
{
    const SandboxFlags *given = call->given;
    int                 landlock = given->landlock > 0 ? given->landlock : LANDLOCK_NONE;
    Str                 out = {0};
    Error               err;
    sandbox_layers(&out);
    str_char(&out, '\n');
    sandbox_coverage(landlock, call->lang, &out);
    int code = command_print(&out);
    str_free(&out);
    return code != EXIT_OK || sandbox_covers_all(landlock, &err) ? code : fail(EXIT_FAILED, &err);
}

const Command command_sandbox = {
    .name = "sandbox",
    .usage = "",
    .summary = TEXT("what keeps the programs of others in bounds on this machine",
                    "ce qui tient les programmes des autres sur cette machine"),
    .flags = flags,
    .given_size = sizeof(SandboxFlags),
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
