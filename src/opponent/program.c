/* Contestants "cmd:COMMAND": a program at the other end of two pipes, in UGI. */
#include "opponent/ugi_contestant.h"

static Contestant *open_program(const ContestantKind *kind, const Game *game, const char *text,
                                const ContestantSetup *setup, Error *err)
{
    if (!process_check(text, setup->sandbox, err))
        return NULL;
    return ugi_contestant_open(kind, game, text, setup, remote_start_program, err);
}

const ContestantKind contestant_program = {.prefix = "cmd:", .open = open_program};
