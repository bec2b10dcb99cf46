/* plateau sandbox: which layers of the sandbox this machine has. */
#include "app/arguments/command.h"
#include "opponent/sandbox.h"

static const Flag flags[] = {
    FLAGS_END,
};

static int run(const Call *call)
{
    Str   out = {0};
    Error err;
    (void)call;
    sandbox_layers(&out);
    str_char(&out, '\n');
    int code = command_print(&out);
    str_free(&out);
    return code != EXIT_OK || sandbox_is_whole(&err) ? code : fail(EXIT_FAILED, &err);
}

const Command command_sandbox = {
    .name = "sandbox",
    .usage = "",
    .summary = TEXT("what keeps the programs of others in bounds on this machine",
                    "ce qui tient les programmes des autres sur cette machine"),
    .flags = flags,
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
