/* plateau match: players against each other, many games, resumable. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/file.h"
#include "core/position.h"
#include "match/match_output.h"
#include "match/rating_output.h"
#include "opponent/command_line.h"
#include "opponent/scratch.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Flags that are settings of the match have the setting's name: match/setup.h. */
/* What was given. */
typedef struct {
    const char *store;
    bool        resume;
    bool        show;
    int         concurrency;
    const char *logs;
    const char *output;
    bool        progress;
    bool        json;
    bool        csv;
    const char *games_csv;
} MatchFlags;

static const Flag flags[] = {
    {"--games", "N",
     TEXT("of two players who meet, even (default 100; 2 among many)",
          "de deux joueurs qui se rencontrent, pair (100 ; 2 à plusieurs)"),
     FLAG_NOT_BOUND},
    {"--seed", "N", TEXT("of all chance (default 1)", "graine du hasard (1 par défaut)"),
     FLAG_NOT_BOUND},
    {"--store", "FILE",
     TEXT("keep the match there: it can be resumed", "y garder le match : il peut reprendre"),
     FLAG_TO_WORDS(MatchFlags, store)},
    {"--resume", NULL, TEXT("go on with the match in --store", "reprendre le match de --store"),
     FLAG_TO_SWITCH(MatchFlags, resume)},
    {"--show", NULL,
     TEXT("how the match in --store stands; plays nothing",
          "où en est le match de --store ; ne joue rien"),
     FLAG_TO_SWITCH(MatchFlags, show)},
    {"--concurrency", "N", TEXT("games at a time", "parties à la fois"),
     FLAG_TO_INT(MatchFlags, concurrency, 1, 256, 1)},
    {"--format", "FORMAT",
     TEXT("pairs, gauntlet, round-robin, swiss or knock-out",
          "pairs, gauntlet, round-robin, swiss ou knock-out"),
     FLAG_NOT_BOUND},
    {"--rounds", "N", TEXT("of swiss", "rondes de swiss"), FLAG_NOT_BOUND},
    {"--openings", "FILE",
     TEXT("a position or moves a line; each is played twice",
          "une position ou des coups par ligne ; chacune jouée deux fois"),
     FLAG_NOT_BOUND},
    {"--random-plies", "N", TEXT("then so many at random", "puis autant de coups au hasard"),
     FLAG_NOT_BOUND},
    {"--turned", "on|off",
     TEXT("openings turned and mirrored at random", "ouvertures tournées et retournées au hasard"),
     FLAG_NOT_BOUND},
    POSITION_FLAGS,
    {"--time", "[P:]S+I",
     TEXT("a clock: seconds, and gained by each move (of player P)",
          "une pendule : secondes, et par coup (du joueur P)"),
     FLAG_NOT_BOUND},
    {"--move-time", "[P:]T", TEXT("for each move: 50ms, 2s", "pour chaque coup : 50ms, 2s"),
     FLAG_NOT_BOUND},
    {"--depth", "[P:]N", TEXT("search depth of each move", "profondeur de chaque coup"),
     FLAG_NOT_BOUND},
    {"--nodes", "[P:]N", TEXT("nodes of each move", "nœuds de chaque coup"), FLAG_NOT_BOUND},
    {"--margin", "T",
     TEXT("forgiven on every limit (default 50ms)", "toléré sur chaque limite (50ms)"),
     FLAG_NOT_BOUND},
    {"--start-time", "T",
     TEXT("until a program is ready (default 10s)", "jusqu'à ce qu'un programme soit prêt (10s)"),
     FLAG_NOT_BOUND},
    {"--adjudicate", "RULES",
     TEXT("exact[=NODES],draw=PLIES:SCORE,resign=SCORE:MOVES,plies=N",
          "exact[=NŒUDS],draw=COUPS:SCORE,resign=SCORE:COUPS,plies=N"),
     FLAG_NOT_BOUND},
    {"--sprt", "E0,E1[,A,B]",
     TEXT("stop when the first player is proven better, or not",
          "arrêter quand le premier est prouvé meilleur, ou non"),
     FLAG_NOT_BOUND},
    {"--elo", "KIND",
     TEXT("of --sprt: normalised (default) or logistic",
          "de --sprt : normalised (par défaut) ou logistic"),
     FLAG_NOT_BOUND},
    {"--sandbox", "MODE",
     TEXT("of programs: off (default), auto or required",
          "des programmes : off (par défaut), auto ou required"),
     FLAG_NOT_BOUND},
    {"--memory", "MB", TEXT("of a program", "d'un programme"), FLAG_NOT_BOUND},
    {"--logs", "FOLDER",
     TEXT("what programs say goes there", "y mettre ce que disent les programmes"),
     FLAG_TO_WORDS(MatchFlags, logs)},
    {"--output", "FILE", TEXT("all games as records", "toutes les parties"),
     FLAG_TO_WORDS(MatchFlags, output)},
    {"--progress", NULL,
     TEXT("a line for each finished game, on stderr", "une ligne par partie finie, sur stderr"),
     FLAG_TO_SWITCH(MatchFlags, progress)},
    {"--json", NULL, TEXT("the standings on one line", "le classement sur une ligne"),
     FLAG_TO_SWITCH(MatchFlags, json)},
    {"--csv", NULL, TEXT("comma-separated values", "valeurs séparées par des virgules"),
     FLAG_TO_SWITCH(MatchFlags, csv)},
    {"--games-csv", "FILE",
     TEXT("a line for each game: players, opening, result, times",
          "une ligne par partie : joueurs, ouverture, résultat, temps"),
     FLAG_TO_WORDS(MatchFlags, games_csv)},
    FLAGS_END,
};

static const MatchFlags *given(const Call *call) { return call->given; }

typedef struct {
    const Call        *call;
    MatchSetup         setup;
    Store             *store;
    const atomic_bool *stop;
    bool               is_shown; /* on a terminal that somebody looks at */
    bool               has_line; /* there is a progress line to wipe */
} MatchCommand;

/* ---- settings ----------------------------------------------------------------------------------
 */

static bool read_openings(MatchSetup *setup, const char *path, Error *err)
{
    enum { MAX_BYTES = 64 << 20 };
    Str  text = {0}, line = {0};
    bool ok = file_read(path, MAX_BYTES, &text, err);
    for (const char *at = str_get(&text); ok && *at != '\0';) {
        size_t length = strcspn(at, "\r\n");
        str_clear(&line);
        str_bytes(&line, at, length);
        at += length + strspn(at + length, "\r\n");
        const char *start = str_get(&line) + strspn(str_get(&line), " \t");
        if (*start != '\0' && *start != '#')
            ok = setup_set(setup, "opening", start, err);
    }
    str_free(&line);
    str_free(&text);
    if (ok && setup->openings.count == 0)
        return error_set(err, ERROR_MATCH_NO_OPENING, path);
    return ok;
}

/* The rules and the position that the flags ask for, as one text. */
static bool read_start(const Call *call, MatchSetup *setup, Error *err)
{
    Session *session = command_session(call, err);
    Str      start = {0};
    if (session == NULL)
        return false;
    position_format(session_game(session), session_position(session), &start);
    bool ok = setup_set(setup, "game", session_game(session)->info->id, err) &&
              setup_set(setup, "start", str_get(&start), err);
    str_free(&start);
    session_delete(session);
    return ok;
}

static bool read_settings(const Call *call, MatchSetup *setup, Error *err)
{
    const Args *args = call->args;
    if (args->positional_count < 3)
        return error_set(err, ERROR_MATCH_USAGE);
    if (!read_start(call, setup, err))
        return false;
    for (int i = 1; i < args->positional_count; i++)
        if (!setup_set(setup, "player", args->positionals[i], err))
            return false;
    for (int i = 0; i < args->flag_count; i++) {
        const char *name = args->flags[i].name + 2;
        if (strcmp(name, "openings") == 0 ? !read_openings(setup, args->flags[i].value, err)
            : setup_is_setting(name)      ? !setup_set(setup, name, args->flags[i].value, err)
                                          : false)
            return false;
    }
    return setup_finish(setup, err) && setup_check_players(setup, err);
}

/* A match is what its store says: only what concerns this run may be given again. */
static bool check_resume(const Call *call, Error *err)
{
    static const char *const others[] = {"openings", "option", "preset", "position", "moves"};
    const Args              *args = call->args;
    if (given(call)->store == NULL)
        return error_set(err, ERROR_WHICH_MATCH);
    if (args->positional_count > 0)
        return error_set(err, ERROR_MATCH_TOO_MUCH, args->positionals[0]);
    for (int i = 0; i < args->flag_count; i++) {
        const char *name = args->flags[i].name + 2;
        bool        is_fixed = setup_is_setting(name);
        for (size_t j = 0; j < sizeof others / sizeof others[0]; j++)
            is_fixed |= strcmp(name, others[j]) == 0;
        if (is_fixed)
            return error_set(err, ERROR_MATCH_FLAG, name);
    }
    return true;
}

/* ---- while it runs -----------------------------------------------------------------------------
 */

static void wipe_line(MatchCommand *command)
{
    if (command->has_line)
        fputs("\r\033[K", stderr);
    command->has_line = false;
}

static void tell_game(const GameLog *log, void *user)
{
    MatchCommand     *command = user;
    const MatchSetup *setup = &command->setup;
    if (!given(command->call)->progress)
        return;
    wipe_line(command);
    fprintf(stderr, "%" PRId64 ": %s - %s %s (%s)%s%s\n", log->number + 1,
            setup->names[log->fixture.players[0]], setup->names[log->fixture.players[1]],
            result_text(&log->result), reason_word(log->result.reason),
            log->note.size > 0 ? ": " : "", str_get(&log->note));
}

static void tell_state(const MatchState *state, void *user)
{
    MatchCommand *command = user;
    Str           line = {0};
    match_write_progress(&command->setup, state, &line);
    wipe_line(command);
    fputs(str_get(&line), stderr);
    command->has_line = true;
    str_free(&line);
}

/* ---- at the end --------------------------------------------------------------------------------
 */

static void add_word(const char *word, Str *out)
{
    str_char(out, ' ');
    command_line_add_word(word, out);
}

/* The command, by the name it was called by this time, that goes on with the match. */
static void write_resume(const Call *call, Str *out)
{
    static const char *const kept[] = {"--store",    "--concurrency", "--logs", "--output",
                                       "--progress", "--json",        "--csv",  "--games-csv"};
    add_word(program_invocation_name, out);
    str_text(out, " match --resume");
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        const char *value = args_value(call->args, kept[i]);
        if (args_has(call->args, kept[i]))
            str_printf(out, " %s", kept[i]);
        if (value != NULL)
            add_word(value, out);
    }
}

/* A match that did not come to its end. */
static void say_how_to_go_on(const Call *call, const char *what)
{
    Str resume = {0};
    write_resume(call, &resume);
    fflush(stdout);
    if (given(call)->store != NULL)
        fprintf(stderr, "plateau: %s; to go on:%s\n", what, str_get(&resume));
    else
        fprintf(stderr, "plateau: %s; there is no --store\n", what);
    str_free(&resume);
}

static int say_stopped(const Call *call, const MatchState *state)
{
    char what[64];
    snprintf(what, sizeof what, "stopped after %" PRId64 " games", state->finished);
    say_how_to_go_on(call, what);
    return EXIT_FAILED;
}

/* Where more than two have played, they are put on one scale. */
static bool rate(const MatchCommand *command, RatedPool *pool, Ratings *out, Error *err)
{
    const RatingSetup setup = rating_usual();
    return rated_pool_read(&command->store, &command->setup, 1, pool, err) &&
           ratings_estimate(&pool->pool, &setup, out, err);
}

static bool write_state(const MatchCommand *command, const MatchState *state, const RatedPool *pool,
                        const Ratings *ratings, Str *out, Error *err)
{
    const Call *call = command->call;
    MatchTally  tally;
    if (!match_tally(command->store, &tally, err))
        return false;
    if (given(call)->json)
        match_write_json(&command->setup, state, &tally, ratings, out);
    else if (given(call)->csv)
        match_write_csv(&command->setup, state, ratings, out);
    else {
        match_write_table(&command->setup, state, &tally, call->lang, out);
        if (ratings != NULL) {
            str_char(out, '\n');
            ratings_write_table(pool, ratings, call->lang, out);
        }
    }
    return true;
}

static int print_state(const MatchCommand *command, const MatchState *state)
{
    RatedPool pool = {0};
    Ratings   ratings = {0};
    Str       out = {0};
    Error     err;
    bool      is_rated = command->setup.schedule.players > 2;
    bool      ok = (!is_rated || rate(command, &pool, &ratings, &err)) &&
              write_state(command, state, &pool, is_rated ? &ratings : NULL, &out, &err);
    int code = ok ? command_print(&out) : fail(EXIT_FAILED, &err);
    str_free(&out);
    ratings_free(&ratings);
    rated_pool_free(&pool);
    return code;
}

/* What the flags ask for besides. */
static bool write_files(const MatchCommand *command, Error *err)
{
    const char *records = given(command->call)->output;
    const char *table = given(command->call)->games_csv;
    return (records == NULL ||
            match_write_records(&command->setup, command->store, records, err)) &&
           (table == NULL || match_write_games_csv(&command->setup, command->store, table, err));
}

/* ---- the command -------------------------------------------------------------------------------
 */

/* Whoever asks for a sandbox should know what it is made of here. */
static void prepare_sandbox(const MatchCommand *command)
{
    Str layers = {0};
    if (command->setup.sandbox == SANDBOX_OFF)
        return;
    scratch_sweep(); /* what a killed match has left behind */
    sandbox_layers(&layers);
    fprintf(stderr, "sandbox: %s\n", str_get(&layers));
    str_free(&layers);
}

static int play(MatchCommand *command, int concurrency)
{
    const Call *call = command->call;
    Error       err;
    MatchState  state;
    MatchRun    run = {.setup = &command->setup,
                       .store = command->store,
                       .concurrency = concurrency,
                       .log_folder = given(call)->logs,
                       .live_path = given(call)->store,
                       .stop = command->stop,
                       .on_game = tell_game,
                       .on_state = command->is_shown ? tell_state : NULL,
                       .user = command};
    if (concurrency > 0)
        prepare_sandbox(command);
    bool ok = match_run(&run, &state, &err);
    wipe_line(command);
    if (!ok) {
        fail(EXIT_FAILED, &err);
        if (given(call)->store != NULL)
            say_how_to_go_on(call, "every finished game is kept");
        return EXIT_FAILED;
    }
    int code = print_state(command, &state);
    if (!write_files(command, &err))
        code = fail(EXIT_FAILED, &err);
    if (code == EXIT_OK && concurrency > 0 && state.status == MATCH_STOPPED)
        code = say_stopped(call, &state);
    return code;
}

/* Reads or makes the match and its store. */
static bool open_match(MatchCommand *command, int *code, Error *err)
{
    const Call *call = command->call;
    const char *path = given(call)->store;
    bool        shows = given(call)->show;
    bool        resumes = given(call)->resume || shows;
    *code = EXIT_BAD_INPUT;
    if (resumes ? !check_resume(call, err) : !read_settings(call, &command->setup, err))
        return false;
    *code = EXIT_FAILED;
    command->store = store_open(path, shows ? STORE_READ : resumes ? STORE_RESUME : STORE_NEW, err);
    return command->store != NULL &&
           (resumes ? match_load(command->store, &command->setup, err) &&
                          (shows || setup_check_players(&command->setup, err))
                    : match_create(&command->setup, command->store, err));
}

static int run(const Call *call)
{
    MatchCommand command = {
        .call = call, .stop = command_interrupt(), .is_shown = isatty(STDERR_FILENO) != 0};
    Error err;
    int   code = EXIT_BAD_INPUT;
    setup_init(&command.setup);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    if (!open_match(&command, &code, &err))
        fail(code, &err);
    else
        code = play(&command, given(call)->show ? 0 : given(call)->concurrency);
    store_close(command.store);
    setup_free(&command.setup);
    return code;
}

const Command command_match = {
    .name = "match",
    .usage = "GAME PLAYER PLAYER… | --resume --store FILE",
    .summary = TEXT("players against each other: Elo, SPRT, tournaments",
                    "des joueurs entre eux : Elo, SPRT, tournois"),
    .flags = flags,
    .given_size = sizeof(MatchFlags),
    .max_positionals = MAX_POSITIONALS,
    .run = run,
};
