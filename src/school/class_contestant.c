#include "school/class_contestant.h"

#include "base/clock.h"
#include "base/errors.h"
#include "core/notation.h"
#include "opponent/ugi_contestant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ContestantKind kind = {.prefix = ""}; /* nobody writes it in a match */

typedef struct {
    Contestant     base;
    ClassSeatSetup setup;
    Remote        *remote; /* owned; its link is the player_link's, lent */
    int            lives, seat;
} ClassContestant;

/* ---- the connection ----------------------------------------------------------------------------
 */

/* Whoever wrote too much or does not answer has to connect anew. */
static bool is_fit_for_more(Reason reason)
{
    return reason != REASON_FLOOD && reason != REASON_STALL && reason != REASON_DISCONNECT;
}

static void let_go(ClassContestant *seat, bool is_fit)
{
    if (seat->setup.engine != NULL)
        return; /* it ends with its seat */
    if (is_fit)
        player_link_give_back(seat->setup.player_link, seat->remote->link);
    else
        link_delete(seat->remote->link);
    seat->remote->link = NULL;
    seat->remote->is_unfit = false;
}

static bool is_stopped(const ClassContestant *seat)
{
    return seat->setup.stop != NULL && atomic_load(seat->setup.stop);
}

/* His newest connection, greeted and told of the game, by the deadline; otherwise the forfeit. He
 * may lose several until then. */
static bool meet(ClassContestant *seat, const Session *session, int64_t deadline_us, Answer *out)
{
    Remote *remote = seat->remote;
    for (;;) {
        *out = (Answer){.move = MOVE_NONE};
        int64_t begun_us = clock_now_us();
        remote->link = player_link_take(seat->setup.player_link, deadline_us);
        if (remote->link == NULL) {
            remote_forfeit(remote, out, REASON_DISCONNECT, "it was gone and did not come back");
            if (is_stopped(seat))
                out->kind = ANSWER_STOPPED;
            return false;
        }
        int64_t left_us = deadline_us - clock_now_us();
        remote_begin_question(remote, left_us > 0 ? left_us : 1);
        if (remote->greet(remote, out) && remote->announce(remote, session, out))
            return true;
        let_go(seat, false);
        bool is_lost = out->kind == ANSWER_STOPPED || out->reason == REASON_DISCONNECT;
        if (!is_lost || is_stopped(seat) || clock_now_us() >= deadline_us) {
            out->used_us = clock_now_us() - begun_us;
            return false;
        }
    }
}

/* ---- a game ------------------------------------------------------------------------------------
 */

static bool start_engine(ClassContestant *seat, const Session *session, Answer *out)
{
    Contestant *remote = &seat->remote->base;
    return remote->begin(remote, session, seat->seat, 0, out);
}

static bool begin(Contestant *self, const Session *session, int at, uint64_t seed, Answer *out)
{
    ClassContestant *seat = (ClassContestant *)self;
    (void)seed;
    seat->seat = at;
    seat->lives = seat->setup.lives;
    if (seat->setup.engine != NULL)
        return start_engine(seat, session, out);
    return meet(seat, session, clock_now_us() + seat->setup.grace_us, out);
}

static int64_t less(int64_t time_us, int64_t used_us)
{
    return time_us == 0 ? 0 : time_us > used_us ? time_us - used_us : 1;
}

/* The same question later: the clock has run on. */
static Allowance rest_of(const Allowance *allowance, int seat, int64_t used_us)
{
    Allowance rest = *allowance;
    rest.limits.time_us = less(allowance->limits.time_us, used_us);
    rest.left_us[seat] = less(allowance->left_us[seat], used_us);
    rest.deadline_us = less(allowance->deadline_us, used_us);
    return rest;
}

/* "illegal lives 2 legal a1 b1 …": words that UGI does not know, so that an engine skips them. */
static void tell_illegal(ClassContestant *seat, const Session *session)
{
    const Game *game = session_game(session);
    Move        moves[MAX_MOVES];
    int         count = game->gen(session_position(session), moves);
    Str         line = {0};
    str_printf(&line, "illegal lives %d legal", seat->lives);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        notation_format(game, session_position(session), moves[i], text);
        str_printf(&line, " %s", text);
    }
    link_send(seat->remote->link, str_get(&line));
    str_free(&line);
}

/* What can be mended and asked again: a lost connection, an illegal move while lives are left. */
static bool may_ask_again(ClassContestant *seat, const Session *session, int64_t deadline_us,
                          Answer *out)
{
    bool is_lost = out->kind == ANSWER_STOPPED ||
                   (out->kind == ANSWER_FORFEIT && out->reason == REASON_DISCONNECT);
    if (is_stopped(seat))
        return false;
    if (is_lost && seat->setup.engine == NULL) {
        int64_t patience_us = clock_now_us() + seat->setup.grace_us;
        let_go(seat, false);
        return meet(seat, session, patience_us < deadline_us ? patience_us : deadline_us, out);
    }
    if (out->kind != ANSWER_FORFEIT || out->reason != REASON_ILLEGAL || seat->lives == 0)
        return false;
    seat->lives--;
    if (seat->setup.engine != NULL && !start_engine(seat, session, out))
        return false;
    seat->remote->is_unfit = false;
    tell_illegal(seat, session);
    return true;
}

static void choose(Contestant *self, Session *session, const Allowance *allowance, Answer *out)
{
    ClassContestant *seat = (ClassContestant *)self;
    const int64_t    begun_us = clock_now_us();
    const int64_t    deadline_us = allowance->deadline_us > 0
                                       ? begun_us + allowance->deadline_us + seat->setup.margin_us
                                       : INT64_MAX;
    do {
        Allowance rest = rest_of(allowance, seat->seat, clock_now_us() - begun_us);
        seat->remote->base.choose(&seat->remote->base, session, &rest, out);
    } while (may_ask_again(seat, session, deadline_us, out));
    out->used_us = clock_now_us() - begun_us;
}

/* "gameover 1-0 time": again nothing that UGI knows. */
static void end(Contestant *self, const Session *session)
{
    ClassContestant *seat = (ClassContestant *)self;
    const Result     result = session_result(session);
    bool             is_guilty = result.winner == 1 - seat->seat;
    char             line[80];
    if (seat->setup.engine != NULL)
        seat->remote->base.end(&seat->remote->base, session);
    if (seat->remote->link == NULL)
        return;
    snprintf(line, sizeof line, "gameover %s %s", result_text(&result), reason_word(result.reason));
    link_send(seat->remote->link, line);
    link_flush(seat->remote->link);
    let_go(seat, !is_guilty || is_fit_for_more(result.reason));
}

static const char *last_words(const Contestant *self, size_t *size)
{
    const ClassContestant *seat = (const ClassContestant *)self;
    *size = 0;
    return seat->setup.engine != NULL ? seat->remote->base.log(&seat->remote->base, size) : NULL;
}

static void close_seat(Contestant *self)
{
    ClassContestant *seat = (ClassContestant *)self;
    let_go(seat, true);
    contestant_close(&seat->remote->base);
    free(seat);
}

Contestant *class_contestant_open(const Game *game, const ClassSeatSetup *setup, Error *err)
{
    const Engine         *engine = setup->engine;
    const ContestantSetup how = {.sandbox = SANDBOX_REQUIRED,
                                 .home = engine != NULL ? engine->folder.path : NULL,
                                 .memory_megabytes = setup->memory_megabytes,
                                 .margin_us = setup->margin_us,
                                 .stop = setup->stop};
    ClassContestant      *seat = calloc(1, sizeof *seat);
    Contestant           *remote = engine != NULL
                                       ? ugi_contestant_open(&kind, game, str_get(&engine->command), &how,
                                                             remote_start_program, err)
                                       : ugi_contestant_open(&kind, game, setup->name, &how, NULL, err);
    if (seat == NULL || remote == NULL) {
        contestant_close(remote);
        free(seat);
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    seat->base = (Contestant){.kind = &kind,
                              .game = game,
                              .begin = begin,
                              .choose = choose,
                              .end = end,
                              .log = last_words,
                              .close = close_seat};
    seat->setup = *setup;
    seat->remote = (Remote *)remote;
    return &seat->base;
}
