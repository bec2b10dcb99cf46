/* plateau referee --store: a class competition. */
#include "app/referee/referee_log.h"
#include "app/referee/referee_modes.h"
#include "base/errors.h"
#include "base/file.h"
#include "core/position.h"
#include "match/rating_output.h"
#include "opponent/sandbox.h"
#include "school/competition.h"
#include "school/uploads.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- how it stands -----------------------------------------------------------------------------
 */

static const Reason forfeits[] = {REASON_TIME,       REASON_ILLEGAL, REASON_CRASH, REASON_STALL,
                                  REASON_DISCONNECT, REASON_FLOOD,   REASON_MEMORY};

enum { FORFEIT_COUNT = sizeof forfeits / sizeof forfeits[0] };

static void write_grades(const Competition *competition, const Ratings *ratings, Str *out)
{
    str_text(out, "rank,name,student,games,won,drawn,lost,score,rating,error");
    for (int i = 0; i < FORFEIT_COUNT; i++)
        str_printf(out, ",%s", reason_word(forfeits[i]));
    str_char(out, '\n');
    for (int rank = 0; rank < ratings->players; rank++) {
        const ClassPlayer *player = competition_player(competition, ratings->order[rank]);
        const Rating      *row = &ratings->rows[ratings->order[rank]];
        const HeadToHead  *total = &row->total;
        uint64_t           games = total->wins + total->draws + total->losses;
        double             points = (double)total->wins + (double)total->draws / 2;
        str_printf(out, "%d,", rank + 1);
        csv_quote(player->name, out);
        str_printf(out, ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.4f,%.1f,%.1f",
                   player->is_student ? "yes" : "no", games, total->wins, total->draws,
                   total->losses, games > 0 ? points / (double)games : 0, row->elo, row->error);
        for (int i = 0; i < FORFEIT_COUNT; i++)
            str_printf(out, ",%" PRIu64, player->forfeits[forfeits[i]]);
        str_char(out, '\n');
    }
}

/* "Anna: time 2, illegal 1" */
static void write_forfeits(const Competition *competition, Str *out)
{
    for (int i = 0; i < competition_players(competition); i++) {
        const ClassPlayer *player = competition_player(competition, i);
        bool               has_any = false;
        for (int j = 0; j < FORFEIT_COUNT; j++) {
            uint64_t count = player->forfeits[forfeits[j]];
            if (count == 0)
                continue;
            str_printf(out, "%s%s %s %" PRIu64, has_any ? "" : player->name, has_any ? "," : ":",
                       reason_word(forfeits[j]), count);
            has_any = true;
        }
        if (has_any)
            str_char(out, '\n');
    }
}

static void write_tables(const Call *call, const Competition *competition, const GamePool *games,
                         const Ratings *ratings, Str *out)
{
    char     *names[CLASS_PLAYERS];
    RatedPool pool = {.pool = *games, .names = names};
    for (int i = 0; i < games->players; i++)
        names[i] = (char *)(uintptr_t)competition_player(competition, i)->name;
    ratings_write_table(&pool, ratings, call->lang, out);
    str_char(out, '\n');
    ratings_write_cross_table(&pool, ratings, out);
    write_forfeits(competition, out);
}

static int print_state(const Call *call, const Competition *competition)
{
    const RatingSetup setup = rating_usual();
    GamePool          pool;
    Ratings           ratings;
    Str               out = {0};
    Error             err;
    if (!competition_pool(competition, &pool, &err))
        return fail(EXIT_FAILED, &err);
    bool ok = ratings_estimate(&pool, &setup, &ratings, &err);
    if (ok && given(call)->csv)
        write_grades(competition, &ratings, &out);
    else if (ok)
        write_tables(call, competition, &pool, &ratings, &out);
    int code = ok ? command_print(&out) : fail(EXIT_FAILED, &err);
    if (ok)
        ratings_free(&ratings);
    game_pool_free(&pool);
    str_free(&out);
    return code;
}

/* ---- while it runs -----------------------------------------------------------------------------
 */

typedef struct {
    const Competition *competition;
    Lang               lang;
} Reporter;

static void tell_login(const char *name, void *user)
{
    const Reporter *reporter = user;
    referee_say_come(reporter->lang, name);
}

static void tell_engine(const char *name, const char *file, const Error *why, void *user)
{
    const Reporter *reporter = user;
    referee_say_engine(reporter->lang, name, file, why);
}

static void tell_game(const GameLog *log, void *user)
{
    const Reporter *reporter = user;
    const int      *players = log->fixture.players;
    referee_say_game(reporter->lang, log,
                     competition_player(reporter->competition, players[0])->name,
                     competition_player(reporter->competition, players[1])->name);
}

static bool read_pace(const Call *call, Pace *out, Error *err)
{
    const char *time = given(call)->time;
    out->limits.time_us = given(call)->move_time;
    if (out->limits.time_us != 0 && time == NULL)
        return true;
    return time_control_parse(time != NULL ? time : "60+1", &out->clock, err);
}

static bool read_run(const Call *call, CompetitionRun *run, Error *err)
{
    enum { USUAL_MEETINGS = 2 };
    const RefereeFlags *flags = given(call);
    run->margin_us = flags->margin;
    run->grace_us = flags->grace;
    run->meetings = flags->games >= 0 ? flags->games : USUAL_MEETINGS;
    run->most_games = flags->stop_after;
    run->memory_megabytes = flags->memory;
    run->takes_uploads = flags->uploads;
    run->lives = flags->lives;
    run->concurrency = flags->concurrency;
    run->random_plies = flags->random_plies;
    run->seed = flags->seed;
    return read_pace(call, &run->pace, err);
}

static bool add_sparring(const Call *call, Competition *competition, Error *err)
{
    for (int i = 0; i < call->args->flag_count; i++)
        if (strcmp(call->args->flags[i].name, "--sparring") == 0 &&
            !competition_add_sparring(competition, call->args->flags[i].value, err))
            return false;
    return true;
}

static int serve(const Call *call, Competition *competition)
{
    Reporter       reporter = {competition, call->lang};
    CompetitionRun run = {.stop = command_interrupt(),
                          .live_path = given(call)->store,
                          .on_game = tell_game,
                          .on_login = tell_login,
                          .on_engine = tell_engine,
                          .user = &reporter};
    bool           is_lan = given(call)->lan;
    Error          err;
    if (!read_run(call, &run, &err) || !add_sparring(call, competition, &err))
        return fail(EXIT_BAD_INPUT, &err);
    scratch_sweep();
    if (run.takes_uploads && !sandbox_is_whole(&err))
        return fail(EXIT_FAILED, &err);
    run.lobby = lobby_open(given(call)->port, is_lan, run.stop, &err);
    if (run.lobby == NULL)
        return fail(EXIT_FAILED, &err);
    referee_say_open(call->lang, competition_game(competition), is_lan, lobby_port(run.lobby));
    bool ok = competition_run(competition, &run, &err);
    lobby_close(run.lobby);
    return ok ? print_state(call, competition) : fail(EXIT_FAILED, &err);
}

/* ---- the command -------------------------------------------------------------------------------
 */

static int add_students(const Call *call, Competition *competition)
{
    for (int i = 0; i < call->args->flag_count; i++) {
        char        token[TOKEN_SIZE];
        const char *name = call->args->flags[i].value;
        Error       err;
        if (strcmp(call->args->flags[i].name, "--add") != 0)
            continue;
        if (!competition_add_student(competition, name, token, &err))
            return fail(EXIT_BAD_INPUT, &err);
        printf("%s %s\n", name, token);
    }
    return fflush(stdout) == 0 ? EXIT_OK : EXIT_FAILED;
}

/* "NAME=FILE" */
static bool hand_in(const Call *call, Competition *competition, const char *text, Error *err)
{
    const char *equals = strchr(text, '='), *slash = strrchr(text, '/');
    char        name[CLASS_NAME_SIZE];
    Str         bytes = {0}, messages = {0};
    if (equals == NULL || equals - text >= CLASS_NAME_SIZE)
        return error_set(err, ERROR_UPLOAD_FLAG, text);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    const char *file = slash != NULL && slash > equals ? slash + 1 : equals + 1;
    bool        ok = file_read(equals + 1, CLASS_UPLOAD_BYTES, &bytes, err);
    if (ok) {
        const HandIn in = {file, str_get(&bytes), bytes.size};
        ok = upload_hand_in(competition, name, &in, given(call)->memory, &messages, err);
        command_print(&messages);
        if (ok)
            referee_say_engine(call->lang, name, file, NULL);
    }
    str_free(&bytes);
    str_free(&messages);
    return ok;
}

static int hand_in_all(const Call *call, Competition *competition)
{
    Error err;
    for (int i = 0; i < call->args->flag_count; i++) {
        const char *text = call->args->flags[i].value;
        if (strcmp(call->args->flags[i].name, "--upload") == 0 &&
            !hand_in(call, competition, text, &err))
            return fail(strchr(text, '=') == NULL ? EXIT_BAD_INPUT : EXIT_FAILED, &err);
    }
    return EXIT_OK;
}

/* The game and the rules that the flags ask for; both NULL when they ask for none. */
static bool read_rules(const Call *call, const Game **game, Str *start, Error *err)
{
    const char *name = given(call)->game;
    *game = NULL;
    if (name == NULL)
        return true;
    Session *session = command_session_of(call, name, err);
    if (session == NULL)
        return false;
    *game = session_game(session);
    str_text(start, session_start_text(session));
    session_delete(session);
    return true;
}

int referee_class(const Call *call)
{
    const char  *path = given(call)->store;
    Competition *competition = NULL;
    const Game  *game;
    Str          start = {0};
    Error        err;
    int          code = EXIT_BAD_INPUT;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    bool shows = given(call)->show, adds = given(call)->add, hands_in = given(call)->upload;
    if (read_rules(call, &game, &start, &err)) {
        const char *from = game != NULL ? str_get(&start) : NULL;
        code = EXIT_FAILED;
        competition = shows              ? competition_open_to_read(path, &err)
                      : adds || hands_in ? competition_join(path, game, from, &err)
                                         : competition_open(path, game, from, &err);
    }
    if (competition == NULL)
        code = fail(code, &err);
    else if (shows)
        code = print_state(call, competition);
    else if (adds || hands_in) {
        code = adds ? add_students(call, competition) : EXIT_OK;
        if (code == EXIT_OK && hands_in)
            code = hand_in_all(call, competition);
    } else
        code = serve(call, competition);
    competition_close(competition);
    str_free(&start);
    return code;
}
