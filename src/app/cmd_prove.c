/* plateau prove: writes a certificate of who wins a position, or checks one. */
#include "app/arguments/command.h"
#include "app/solve/prove_flat.h"
#include "app/solve/prove_safety.h"
#include "base/errors.h"
#include "base/file.h"
#include "core/solver.h"
#include "engine/certificate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const Flag flags[] = {
    POSITION_FLAGS,
    {"-o", "FILE", TEXT("write the certificate there", "écrit le certificat là"),
     FLAG_TO_WORDS(ProveFlags, output)},
    {"--pieces", "N",
     TEXT("leave positions of so many pieces to the checker (default 4; flat: 20 of 32)",
          "laisser au vérificateur les positions de tant de pièces (4 ; plat : 20 sur 32)"),
     FLAG_TO_INT(ProveFlags, pieces, 0, 24, -1)},
    {"--threads", "N", TEXT("share the work", "se partagent le travail"),
     FLAG_TO_INT(ProveFlags, threads, 1, 256, 1)},
    {"--check", "FILE",
     TEXT("check a certificate by the rules alone", "vérifie un certificat par les règles seules"),
     FLAG_TO_WORDS(ProveFlags, check)},
    {"--from-journal", "DIR",
     TEXT("fousfous, with -o: a flat certificate of what solve --start has proven there",
          "fousfous, avec -o : un certificat plat de ce que solve --start y a prouvé"),
     FLAG_TO_WORDS(ProveFlags, journal)},
    {"--flat", NULL,
     TEXT("fousfous, with -o: a flat certificate, all by search",
          "fousfous, avec -o : un certificat plat, calculé"),
     FLAG_TO_SWITCH(ProveFlags, is_flat)},
    {"--audit", "N",
     TEXT("with --check: records by lot; 0: all",
          "avec --check : des enregistrements tirés au sort ; 0 : tous"),
     FLAG_TO_INT(ProveFlags, audit, 0, 100000000, 0)},
    {"--seed", "S", TEXT("of that lot", "du tirage"),
     FLAG_TO_INT(ProveFlags, seed, 0, INT64_MAX, 1)},
    {"--safe", "COLOUR",
     TEXT("hasami: that this side cannot lose", "hasami : que ce camp ne peut pas perdre"),
     FLAG_TO_WORDS(ProveFlags, safe)},
    {"--most-moves", "N",
     TEXT("hasami: own moves of that side looked ahead",
          "hasami : coups de ce camp regardés d'avance"),
     FLAG_TO_INT(ProveFlags, most_moves, 1, 20, 8)},
    {"--table", "MB", TEXT("memory for what was seen", "mémoire pour ce qui a été vu"),
     FLAG_TO_INT(ProveFlags, table, 1, 1 << 20, 0)},
    {"--checkpoint", "PLACE",
     TEXT("go on from there: a folder for hasami -o, a file for fousfous --check",
          "en repartir : un dossier pour hasami -o, un fichier pour fousfous --check"),
     FLAG_TO_WORDS(ProveFlags, checkpoint)},
    FLAGS_END,
};

enum { LARGEST_FILE = 1 << 30, USUAL_PIECES = 4 };

static int print_about(const Certificate *about, const char *what)
{
    return printf("%s: the player to move %s; %" PRIu64 " positions, %" PRIu64
                  " moves of the winner, %" PRIu64 " positions of %d pieces or fewer left\n",
                  what, about->score > 0 ? "wins" : "loses", about->positions, about->moves,
                  about->leaves, about->pieces) < 0 ||
                   fflush(stdout) != 0
               ? EXIT_FAILED
               : EXIT_OK;
}

static int check(const Game *game, const char *path)
{
    Str         text = {0};
    Error       err;
    Certificate about;
    bool        ok = file_read(path, LARGEST_FILE, &text, &err);
    if (ok &&
        !certificate_check(game, str_get(&text), text.size, command_interrupt(), &about, &err))
        ok = error_prefix(&err, path);
    str_free(&text);
    return ok ? print_about(&about, "proven") : fail(EXIT_FAILED, &err);
}

static int write_certificate(const Call *call, const Session *session, const char *path)
{
    const Game *game = session_game(session);
    Error       err;
    Str         out = {0};
    Certificate about;
    int         pieces = given(call)->pieces < 0 ? USUAL_PIECES : given(call)->pieces;
    if (pieces > CERTIFICATE_MAX_PIECES) {
        error_set(&err, ERROR_WHOLE_NUMBER, "--pieces", 0LL, (long long)CERTIFICATE_MAX_PIECES,
                  args_value(call->args, "--pieces"));
        return fail(EXIT_BAD_INPUT, &err);
    }
    SolverSetup setup = {
        .is_weak = true, .threads = given(call)->threads, .stop = command_interrupt()};
    OpenSolver solver;
    bool       ok = solver_open(&solver, game, &setup, &err) &&
              certificate_write(&solver, session_position(session), pieces, &out, &about, &err) &&
              file_write(path, str_get(&out), out.size, &err);
    solver_close(&solver);
    str_free(&out);
    return ok ? print_about(&about, "written") : fail(EXIT_FAILED, &err);
}

static int check_either(const Call *call, const Game *game, const char *path)
{
    Error err;
    if (prove_is_flat(game, path))
        return prove_flat_check(call, game, path);
    if (given(call)->audit == 0 && given(call)->checkpoint == NULL)
        return check(game, path);
    error_set(&err, ERROR_PROVE_NOT_FLAT, path, game->info->id);
    return fail(EXIT_FAILED, &err);
}

static int run(const Call *call)
{
    Error       err;
    const char *file = given(call)->check, *out = given(call)->output;
    Session    *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    const Game *game = session_game(session);
    int         code = EXIT_BAD_INPUT;
    if (game->solver == NULL) {
        error_set(&err, ERROR_NO_SOLVER, game->info->id);
        fail(code, &err);
    } else if ((file == NULL) == (out == NULL)) {
        error_set(&err, ERROR_PROVE_FLAGS);
        fail(code, &err);
    } else if (game->solver->safety != NULL) {
        code = prove_safety(call, session);
    } else {
        code = file != NULL ? check_either(call, game, file)
               : given(call)->journal != NULL || given(call)->is_flat
                   ? prove_flat_write(call, session, out)
                   : write_certificate(call, session, out);
    }
    session_delete(session);
    return code;
}

const Command command_prove = {
    .name = "prove",
    .usage = "GAME",
    .summary = TEXT("write a certificate of who wins, or check one",
                    "écrit un certificat de qui gagne, ou en vérifie un"),
    .flags = flags,
    .given_size = sizeof(ProveFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
