/* The doctor's questions about moves: are they legal, in time, and is the program still well after
 * many games? Asked through the contestant's interface, as a match would. */
#include "base/clock.h"
#include "base/rng.h"
#include "core/position.h"
#include "school/doctor_state.h"

#include <inttypes.h>

enum { MAX_PLIES = 400, MEGABYTE = 1 << 20 };

/* ---- legality ----------------------------------------------------------------------------------
 */

/* A new game that is said to have come to the session's position, and a move there. */
static bool ask_here(Doctor *doctor, const Allowance *allowance, Answer *answer, DoctorFinding *out)
{
    return doctor_announce(doctor, out) && doctor_ask(doctor, allowance, answer, out);
}

void doctor_check_first_move(Doctor *doctor, DoctorFinding *out)
{
    Answer          answer;
    const Allowance allowance = doctor_move_time(doctor->setup->move_us);
    if (ask_here(doctor, &allowance, &answer, out))
        str_printf(&out->found, "after %" PRId64 " ms", answer.used_us / 1000);
}

/* A position so many plies before the end of a random game; any distance when `most` is 0. */
static void draw_position(Doctor *doctor, int most)
{
    doctor_play_randomly(doctor, MAX_PLIES);
    int plies = session_ply(doctor->session);
    int back = (int)rng_below(&doctor->rng, (uint32_t)(most > 0 && most < plies ? most : plies));
    for (int i = 0; i <= back; i++)
        session_undo(doctor->session);
}

/* The same question in many positions; the slowest answer is what is found. */
static bool ask_in_many(Doctor *doctor, const Allowance *allowance, int count, int from_end,
                        DoctorFinding *out)
{
    int64_t slowest = 0;
    int     resigned = 0;
    for (int i = 0; i < count; i++) {
        Answer answer;
        draw_position(doctor, from_end);
        if (!ask_here(doctor, allowance, &answer, out)) {
            str_printf(&out->found, " (position %d of %d)", i + 1, count);
            return false;
        }
        resigned += answer.kind == ANSWER_RESIGN;
        slowest = answer.used_us > slowest ? answer.used_us : slowest;
    }
    if (resigned == count)
        return doctor_fail(doctor, out, "it resigns everywhere");
    str_printf(&out->found, "%d positions, the slowest took %" PRId64 " ms", count, slowest / 1000);
    return true;
}

void doctor_check_legal(Doctor *doctor, DoctorFinding *out)
{
    const Allowance allowance = doctor_move_time(doctor->setup->move_us);
    ask_in_many(doctor, &allowance, doctor->setup->positions, 0, out);
}

void doctor_check_endings(Doctor *doctor, DoctorFinding *out)
{
    enum { LAST_PLIES = 3 };
    const Allowance allowance = doctor_move_time(doctor->setup->move_us);
    ask_in_many(doctor, &allowance, doctor->setup->positions, LAST_PLIES, out);
}

/* A move of the opponent, who plays at random. */
static void reply(Doctor *doctor)
{
    Move moves[MAX_MOVES];
    int  count = doctor->setup->game->gen(session_position(doctor->session), moves);
    session_play(doctor->session, moves[rng_below(&doctor->rng, (uint32_t)count)], NULL);
}

/* The session begins at a position with few moves, of many that were drawn: there, whoever does not
 * read it is unlikely to be right by luck. */
static void begin_in_a_narrow_place(Doctor *doctor, bool has_move)
{
    enum { DRAWN = 20, LAST_PLIES = 3 };
    Move moves[MAX_MOVES];
    int  fewest = MAX_MOVES + 1;
    Str  text = {0};
    for (int i = 0; i < DRAWN; i++) {
        draw_position(doctor, LAST_PLIES);
        const void *pos = session_position(doctor->session);
        int         count = doctor->setup->game->gen(pos, moves);
        if (count >= fewest)
            continue;
        fewest = count;
        str_clear(&text);
        position_format(doctor->setup->game, pos, &text);
    }
    session_set_position(doctor->session, str_get(&text), NULL);
    str_free(&text);
    if (has_move) /* "position fen … moves …" */
        reply(doctor);
    if (session_result(doctor->session).is_over)
        session_undo(doctor->session);
}

/* Only games that begin elsewhere need it, so that a wrong answer is forgiven here. */
void doctor_check_fen(Doctor *doctor, DoctorFinding *out)
{
    enum { POSITIONS = 8 };
    const Allowance allowance = doctor_move_time(doctor->setup->move_us);
    for (int i = 0; i < POSITIONS; i++) {
        Answer answer = {.reason = REASON_NONE};
        begin_in_a_narrow_place(doctor, i % 2 == 1);
        if (ask_here(doctor, &allowance, &answer, out))
            continue;
        if (answer.reason == REASON_ILLEGAL || answer.reason == REASON_STALL)
            doctor_excuse(out, "it seems not to read it; only games that begin elsewhere than at "
                               "the usual start need it");
        return;
    }
    str_printf(&out->found, "%d positions", POSITIONS);
}

/* ---- limits ------------------------------------------------------------------------------------
 */

void doctor_check_move_time(Doctor *doctor, DoctorFinding *out)
{
    enum { POSITIONS = 5, TIMES_AS_LONG = 3 };
    const Allowance allowance = doctor_move_time(TIMES_AS_LONG * doctor->setup->move_us);
    ask_in_many(doctor, &allowance, POSITIONS, 0, out);
}

void doctor_check_clock(Doctor *doctor, DoctorFinding *out)
{
    enum { POSITIONS = 5, LEFT_US = DOCTOR_SECOND };
    const Allowance allowance = {.has_clock = true,
                                 .left_us = {LEFT_US, LEFT_US},
                                 .increment_us = {LEFT_US / 100, LEFT_US / 100},
                                 .deadline_us = LEFT_US};
    if (ask_in_many(doctor, &allowance, POSITIONS, 0, out))
        str_printf(&out->found, " of the %d ms left", LEFT_US / 1000);
}

void doctor_check_depth(Doctor *doctor, DoctorFinding *out)
{
    const Allowance allowance = {.limits = {.depth = 1}, .deadline_us = DOCTOR_PATIENCE_US};
    ask_in_many(doctor, &allowance, 2, 0, out);
}

void doctor_check_nodes(Doctor *doctor, DoctorFinding *out)
{
    const Allowance allowance = {.limits = {.nodes = 100}, .deadline_us = DOCTOR_PATIENCE_US};
    ask_in_many(doctor, &allowance, 2, 0, out);
}

/* ---- whole games -------------------------------------------------------------------------------
 */

typedef struct {
    int won, drawn, lost, unfinished;
} Score3;

/* The program's turn; on a clock, where there is one. */
static bool take_turn(Doctor *doctor, int seat, Allowance *allowance, DoctorFinding *out)
{
    Answer answer;
    if (allowance->has_clock)
        allowance->deadline_us = allowance->left_us[seat];
    if (!doctor_ask(doctor, allowance, &answer, out))
        return false;
    if (answer.kind == ANSWER_RESIGN)
        session_end(doctor->session, 1 - seat, REASON_RESIGNATION);
    else
        session_play(doctor->session, answer.move, NULL);
    allowance->left_us[seat] += allowance->increment_us[seat] - answer.used_us;
    return true;
}

static bool play_game(Doctor *doctor, int seat, Allowance allowance, Score3 *score,
                      DoctorFinding *out)
{
    Session *session = doctor->session;
    doctor_set_start(doctor);
    if (!doctor_announce(doctor, out))
        return false;
    while (!session_result(session).is_over && session_ply(session) < MAX_PLIES)
        if (session_side(session) != seat)
            reply(doctor);
        else if (!take_turn(doctor, seat, &allowance, out))
            return false;
    Result result = session_result(session);
    score->unfinished += !result.is_over;
    score->drawn += result.is_over && result.winner == PLAYER_NONE;
    score->won += result.is_over && result.winner == seat;
    score->lost += result.is_over && result.winner == 1 - seat;
    return true;
}

void doctor_check_games(Doctor *doctor, DoctorFinding *out)
{
    enum { GAMES = 6, CLOCK_US = 3 * DOCTOR_SECOND, INCREMENT_US = 20000 };
    const Allowance allowance = {.has_clock = true,
                                 .left_us = {CLOCK_US, CLOCK_US},
                                 .increment_us = {INCREMENT_US, INCREMENT_US}};
    Score3          score = {0};
    for (int i = 0; i < GAMES; i++)
        if (!play_game(doctor, i % 2, allowance, &score, out)) {
            str_printf(&out->found, " (game %d of %d)", i + 1, GAMES);
            return;
        }
    /* A program that dies with the result is found out by the next game only. */
    doctor_set_start(doctor);
    if (doctor_announce(doctor, out))
        str_printf(&out->found, "%d games against a random player: %d won, %d drawn, %d lost",
                   GAMES, score.won, score.drawn + score.unfinished, score.lost);
}

void doctor_check_memory(Doctor *doctor, DoctorFinding *out)
{
    enum {
        WARM_UP = 3,
        GAMES = 40,
        MAX_US = 5 * DOCTOR_SECOND,
        MOVE_US = 10000,
        MAX_GROWTH = 64 * MEGABYTE
    };
    const Allowance allowance = {.limits = {.time_us = MOVE_US}, .deadline_us = DOCTOR_SECOND};
    const int64_t   end = clock_now_us() + MAX_US;
    Score3          score = {0};
    int64_t         before = 0;
    int             games = 0;
    for (; games < GAMES && (games <= WARM_UP || clock_now_us() < end); games++) {
        if (games == WARM_UP)
            before = process_memory(doctor->patient->process);
        if (!play_game(doctor, games % 2, allowance, &score, out)) {
            str_printf(&out->found, " (game %d)", games + 1);
            return;
        }
    }
    int64_t after = process_memory(doctor->patient->process), growth = after - before;
    if (growth > MAX_GROWTH)
        doctor_fail(doctor, out, "it grew by %" PRId64 " MB in %d games, to %" PRId64 " MB",
                    growth / MEGABYTE, games - WARM_UP, after / MEGABYTE);
    else
        str_printf(&out->found, "%d games, %.1f MB at the end", games, (double)after / MEGABYTE);
}
