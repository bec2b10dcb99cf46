#include "match/bout.h"

#include "base/errors.h"
#include "base/numbers.h"
#include "base/parse.h"
#include "core/solver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- adjudication as text ----------------------------------------------------------------------
 */

/* "20:10": two numbers, of which the second may be left out where it has a usual value. */
static bool read_two(const char *what, const char *text, int64_t usual, int64_t *a, int64_t *b,
                     Error *err)
{
    char   first[32];
    size_t length = strcspn(text, ":");
    snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), text);
    *b = usual;
    return parse_int(what, first, 1, 1000000, a, err) &&
           (text[length] == '\0' || parse_int(what, text + length + 1, 1, 1000000, b, err));
}

static bool read_rule(const char *name, const char *value, Adjudication *out, Error *err)
{
    enum { USUAL_NODES = 20000, USUAL_DRAW_SCORE = 10, USUAL_RESIGN_MOVES = 4 };
    int64_t a, b;
    if (strcmp(name, "exact") == 0) {
        a = USUAL_NODES;
        if (value[0] != '\0' && !parse_int(name, value, 1, INT64_MAX, &a, err))
            return false;
        out->exact_nodes = (uint64_t)a;
    } else if (strcmp(name, "draw") == 0) {
        if (!read_two(name, value, USUAL_DRAW_SCORE, &a, &b, err))
            return false;
        out->draw_plies = (int)a;
        out->draw_score = (Score)b;
    } else if (strcmp(name, "resign") == 0) {
        if (!read_two(name, value, USUAL_RESIGN_MOVES, &a, &b, err))
            return false;
        out->resign_score = (Score)a;
        out->resign_moves = (int)b;
    } else if (strcmp(name, "plies") == 0) {
        if (!parse_int(name, value, 1, 1000000, &a, err))
            return false;
        out->most_plies = (int)a;
    } else
        return error_set(err, ERROR_ADJUDICATE, name);
    return true;
}

bool adjudication_parse(const char *text, Adjudication *out, Error *err)
{
    Adjudication rules = {0};
    while (*text != '\0') {
        char   rule[64];
        size_t length = strcspn(text, ",");
        snprintf(rule, sizeof rule, "%.*s", (int)(length < sizeof rule ? length : 0), text);
        char *equals = strchr(rule, '=');
        if (equals != NULL)
            *equals = '\0';
        if (!read_rule(rule, equals != NULL ? equals + 1 : "", &rules, err))
            return error_prefix(err, "adjudicate");
        text += length + (text[length] == ',');
    }
    *out = rules;
    return true;
}

/* ---- the log -----------------------------------------------------------------------------------
 */

void bout_log_free(BoutLog *log)
{
    free(log->plies);
    *log = (BoutLog){0};
}

static void clear_log(BoutLog *log)
{
    PlyNote *plies = log->plies;
    int      capacity = log->capacity;
    *log = (BoutLog){.plies = plies, .capacity = capacity};
}

static bool note_ply(BoutLog *log, int ply, const PlyNote *note, Error *err)
{
    assert(ply >= 0);
    if (ply >= log->capacity) {
        int      capacity = ply * 2 + 64;
        PlyNote *plies = realloc(log->plies, (size_t)capacity * sizeof plies[0]);
        if (plies == NULL)
            return error_set(err, ERROR_MEMORY);
        memset(plies + log->capacity, 0, (size_t)(capacity - log->capacity) * sizeof plies[0]);
        log->plies = plies;
        log->capacity = capacity;
    }
    log->plies[ply] = *note;
    return true;
}

/* ---- clocks ------------------------------------------------------------------------------------
 */

static bool has_clock(const Pace *pace) { return pace->clock.budget_us != 0; }

/* Each seat has a clock of its own: players may have different times. */
static Allowance allowance_of(const Bout *bout, const GameClock clocks[2], int seat)
{
    assert(seat == 0 || seat == 1);
    Allowance allowance = {.limits = bout->paces[seat].limits,
                           .has_clock = has_clock(&bout->paces[seat]),
                           .deadline_us = bout->paces[seat].limits.time_us};
    for (int i = 0; i < 2; i++) {
        allowance.left_us[i] = has_clock(&bout->paces[i]) ? clocks[i].left_us[i] : 0;
        allowance.increment_us[i] = bout->paces[i].clock.increment_us;
    }
    if (allowance.has_clock &&
        (allowance.deadline_us == 0 || allowance.left_us[seat] < allowance.deadline_us))
        allowance.deadline_us = allowance.left_us[seat];
    return allowance;
}

/* False when the time was used up. The margin is forgiven, but a clock never holds more for it. */
static bool charge(const Bout *bout, GameClock *clock, int seat, const Allowance *allowance,
                   int64_t used_us)
{
    assert((seat == 0 || seat == 1) && used_us >= 0);
    int64_t deadline_us = allowance->deadline_us;
    if (deadline_us != 0 && used_us > deadline_us + bout->margin_us)
        return false;
    if (allowance->has_clock && used_us >= allowance->left_us[seat])
        used_us = allowance->left_us[seat] - 1;
    gameclock_begin(clock, seat, 1);
    return gameclock_end(clock, 1 + used_us);
}

/* ---- decisions ---------------------------------------------------------------------------------
 */

static void decide(Session *session, BoutLog *log, int winner, Reason reason, const char *note)
{
    assert(winner >= PLAYER_NONE && winner <= 1);
    session_end(session, winner, reason);
    snprintf(log->note, sizeof log->note, "%s", note);
}

/* The solver forgets first, so that the verdict does not depend on earlier questions. */
static void ask_solver(const Bout *bout, Session *session, BoutLog *log)
{
    Truth truth;
    Error ignored;
    if (bout->solver == NULL)
        return;
    solver_forget(bout->solver);
    if (!solver_value(bout->solver, session_position(session), &truth, &ignored)) {
        /* Without a stop it might have known: what follows must not depend on that. */
        log->is_stopped = bout->stop != NULL && atomic_load(bout->stop);
        return;
    }
    int side = session_side(session);
    decide(session, log,
           truth.score == 0  ? PLAYER_NONE
           : truth.score > 0 ? side
                             : 1 - side,
           REASON_ADJUDICATION, "by the exact solver");
}

/* How many of the last notes, going back by `step`, satisfy the claim. */
static bool last_notes_hold(const BoutLog *log, int ply, int count,
                            bool (*holds)(const PlyNote *note, Score score), Score score, int step)
{
    assert(ply < log->capacity && step > 0);
    for (int i = 0; i < count; i++) {
        int at = ply - i * step;
        if (at < 0 || !log->plies[at].is_played || !log->plies[at].has_eval ||
            !holds(&log->plies[at], score))
            return false;
    }
    return true;
}

static bool is_level(const PlyNote *note, Score score)
{
    return note->eval <= score && note->eval >= -score;
}

static bool is_winning(const PlyNote *note, Score score) { return note->eval >= score; }
static bool is_losing(const PlyNote *note, Score score) { return note->eval <= -score; }

/* By the scores of the moves up to `ply`, which `seat` has just played. Where a player moves twice
 * in a row, the plies are not his own any more, and nothing is decided. */
static void judge_scores(const Bout *bout, Session *session, BoutLog *log, int ply, int seat)
{
    const Adjudication *rules = bout->adjudication;
    if (rules->draw_plies > 0 &&
        last_notes_hold(log, ply, rules->draw_plies, is_level, rules->draw_score, 1)) {
        decide(session, log, PLAYER_NONE, REASON_ADJUDICATION, "both players see a draw");
        return;
    }
    if (rules->resign_moves == 0 || session_side(session) == seat)
        return;
    for (int winner = 0; winner < 2; winner++) {
        bool is_mine = winner == seat;
        if (last_notes_hold(log, ply, rules->resign_moves, is_mine ? is_winning : is_losing,
                            rules->resign_score, 2) &&
            last_notes_hold(log, ply - 1, rules->resign_moves, is_mine ? is_losing : is_winning,
                            rules->resign_score, 2)) {
            decide(session, log, winner, REASON_ADJUDICATION, "both players see who wins");
            return;
        }
    }
}

static void adjudicate(const Bout *bout, Session *session, BoutLog *log, int seat)
{
    assert(session_ply(session) > 0);
    const Adjudication *rules = bout->adjudication;
    int                 ply = session_ply(session);
    if (session_result(session).is_over)
        return;
    judge_scores(bout, session, log, ply - 1, seat);
    if (!session_result(session).is_over)
        ask_solver(bout, session, log);
    if (!session_result(session).is_over && !log->is_stopped && rules->most_plies > 0 &&
        ply >= rules->most_plies)
        decide(session, log, PLAYER_NONE, REASON_ADJUDICATION, "the game was too long");
}

/* ---- the game ----------------------------------------------------------------------------------
 */

/* What the mover's answer makes of the game. */
static bool take_answer(const Bout *bout, Session *session, BoutLog *log, int seat,
                        const Answer *answer, const PlyNote *note, Error *err)
{
    Error why;
    switch (answer->kind) {
    case ANSWER_STOPPED:
        log->is_stopped = true;
        return true;
    case ANSWER_RESIGN:
        decide(session, log, 1 - seat, REASON_RESIGNATION, answer->text);
        return true;
    case ANSWER_FORFEIT:
        decide(session, log, 1 - seat, answer->reason, answer->text);
        return true;
    case ANSWER_MOVE:
        break;
    }
    if (!note_ply(log, session_ply(session), note, err))
        return false;
    if (!session_play(session, answer->move, &why))
        decide(session, log, 1 - seat, REASON_ILLEGAL, error_words(&why, LANG_EN));
    else
        live_move(bout->live, answer->move);
    return true;
}

static bool play_ply(const Bout *bout, Session *session, GameClock clocks[2], BoutLog *log,
                     Error *err)
{
    Answer    answer;
    int       seat = session_side(session);
    Allowance allowance = allowance_of(bout, clocks, seat);
    bout->players[seat]->choose(bout->players[seat], session, &allowance, &answer);
    log->used_us[seat] += answer.used_us;
    bool is_in_time = charge(bout, &clocks[seat], seat, &allowance, answer.used_us);
    if (answer.kind == ANSWER_MOVE && !is_in_time) {
        answer.kind = ANSWER_FORFEIT;
        answer.reason = REASON_TIME;
        numbers_print(answer.text, sizeof answer.text, "%.3f s used of %.3f s",
                      (double)answer.used_us / 1e6, (double)allowance.deadline_us / 1e6);
    }
    PlyNote note = {.is_played = true,
                    .has_eval = answer.has_eval,
                    .eval = answer.eval,
                    .used_us = answer.used_us,
                    .left_us = allowance.has_clock ? clocks[seat].left_us[seat] : -1};
    if (!take_answer(bout, session, log, seat, &answer, &note, err))
        return false;
    if (answer.kind == ANSWER_MOVE)
        adjudicate(bout, session, log, seat);
    return true;
}

/* False: this player cannot even begin, and has lost. */
static bool begin_player(const Bout *bout, Session *session, int seat, BoutLog *log)
{
    assert(seat == 0 || seat == 1);
    Contestant *player = bout->players[seat];
    Answer      answer = {0};
    if (player->begin(player, session, seat, bout->seed, &answer))
        return true;
    if (answer.kind == ANSWER_STOPPED)
        log->is_stopped = true;
    else
        decide(session, log, 1 - seat, answer.reason, answer.text);
    return false;
}

bool bout_play(const Bout *bout, Session *session, BoutLog *log, Error *err)
{
    assert(bout->margin_us >= 0);
    GameClock clocks[2];
    bool      ok = true;
    clear_log(log);
    for (int ply = 0; ply < session_ply(session) && ply < log->capacity; ply++)
        log->plies[ply] = (PlyNote){0};
    for (int seat = 0; seat < 2; seat++)
        gameclock_init(&clocks[seat], &bout->paces[seat].clock);
    int begun = 0;
    while (begun < 2 && begin_player(bout, session, begun, log))
        begun++;
    while (ok && !log->is_stopped && !session_result(session).is_over)
        ok = play_ply(bout, session, clocks, log, err);
    for (int seat = 0; seat < begun; seat++)
        bout->players[seat]->end(bout->players[seat], session);
    log->result = session_result(session);
    return ok;
}
