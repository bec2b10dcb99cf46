/* The Gomocup engine: how long it thinks, and what it answers. */
#include "base/clock.h"
#include "base/errors.h"
#include "core/notation.h"
#include "core/score.h"
#include "protocol/pbrain_state.h"
#include "search/mcts/mcts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASTE_US = 10000,   /* for "as fast as you can" */
    RESERVE_US = 30000, /* of each turn: the way to the manager */
    MEASURE_US = 60000, /* to find out how busy the machine is */
    USUAL_TABLE = 64
};

/* The longest time between two looks at the clock is what other programs were given. */
void pbrain_measure_delay(Pbrain *brain)
{
    const int64_t begun = clock_now_us();
    int64_t       last = begun, longest = 0;
    for (int64_t now = begun; now - begun < MEASURE_US; now = clock_now_us()) {
        longest = now - last > longest ? now - last : longest;
        last = now;
    }
    brain->delay_us = longest;
}

/* The answer came so much later than planned: the next one is planned earlier. What was seen long
 * ago fades. */
static void learn_delay(Pbrain *brain, int64_t late_us)
{
    int64_t old = brain->delay_us - brain->delay_us / 8;
    brain->delay_us = late_us > old ? late_us : old;
}

/* Time for the answer, counted from when it was asked for. On a busy machine the question waits for
 * us, we wait at the end of the search, and the answer waits for the manager: the longest wait that
 * was seen is kept in reserve three times, up to half of the turn. */
static int64_t time_for_answer(const Pbrain *brain)
{
    const Settings *s = &brain->settings;
    if (s->turn_ms == 0)
        return HASTE_US;
    int64_t turn = s->turn_ms * 1000, waits = 3 * brain->delay_us;
    waits = waits < turn / 2 ? waits : turn / 2;
    int64_t time = turn - turn / 20 - (waits > RESERVE_US ? waits : RESERVE_US);
    int64_t left = s->has_left ? s->left_ms : s->match_ms;
    if (left > 0 || s->has_left) {
        int64_t share = limits_share_of_clock(left * 1000, 0);
        time = time < share ? time : share;
    }
    return time > HASTE_US ? time : HASTE_US;
}

static int table_megabytes(const Settings *s)
{
    int64_t wanted = s->table_kb > 0 ? s->table_kb >> 10 : USUAL_TABLE;
    int64_t allowed = s->memory > 0 ? s->memory >> 22 : wanted; /* a quarter of all */
    int64_t megabytes = wanted < allowed ? wanted : allowed;
    return megabytes > 1 ? (int)megabytes : 1;
}

/* Whatever colour it plays, there is one table. */
enum { BRAIN_SEAT = 0 };

void pbrain_prepare_table(Pbrain *brain)
{
    int megabytes = table_megabytes(&brain->settings);
    if (brain->table_megabytes == megabytes)
        return;
    session_table(brain->session, BRAIN_SEAT, megabytes); /* short of memory: without one */
    session_forget(brain->session, BRAIN_SEAT);           /* writes all of it */
    brain->table_megabytes = megabytes;
}

/* Called by the search. */
static void report(const SearchReport *found, void *user)
{
    Pbrain *brain = user;
    Str     line = {0};
    char    score[SCORE_TEXT_SIZE];
    str_printf(&line, "MESSAGE depth %d-%d", found->depth, found->counts->selective_depth);
    if (brain->lines > 1)
        str_printf(&line, " line %d", found->line);
    str_printf(&line, " score %s nodes %" PRIu64 " pv ",
               score_format_short(found->best->score, score), found->counts->nodes);
    notation_format_line(brain->game, session_position(brain->session), found->best->moves,
                         found->best->length, &line);
    brain->send(str_get(&line), brain->user);
    str_free(&line);
}

/* The best move of the present position, with `share` parts of the time that is left. */
static Move find_move(Pbrain *brain, int share)
{
    SearchContext *context = calloc(1, sizeof *context);
    MctsSettings  *mcts = calloc(1, sizeof *mcts);
    Player         player = player_opponent();
    int64_t        used = clock_now_us() - brain->asked_us;
    int64_t        time = (time_for_answer(brain) - used) / share;
    Move           best = MOVE_NONE;
    player.searcher = SEARCHER_champion;
    player.limits = (Limits){.time_us = time > 1000 ? time : 1000,
                             .depth = brain->settings.depth,
                             .nodes = (uint64_t)brain->settings.nodes};
    player.table_megabytes = table_megabytes(&brain->settings);
    player.threads = brain->settings.threads;
    if (context != NULL && mcts != NULL &&
        player_prepare(brain->session, &player, BRAIN_SEAT, mcts, context, NULL)) {
        context->stop = &brain->stop;
        context->report = report;
        context->user = brain;
        context->lines = brain->lines;
        context->rng = (uint64_t)brain->count + 1;
        session_search(brain->session, player.searcher, context, NULL);
        best = context->best;
    }
    free(mcts);
    free(context);
    return best;
}

static void answer_move(Pbrain *brain)
{
    GomocupPoint point;
    Error        err;
    Move         best = find_move(brain, 1);
    error_set(&err, ERROR_MEMORY);
    if (best != MOVE_NONE && gomocup_point_of(brain->session, best, &point) &&
        pbrain_play(brain, point, &err))
        str_printf(&brain->answer, "%d,%d", point.x, point.y);
    else
        str_printf(&brain->answer, "ERROR %s", error_words(&err, LANG_EN));
}

/* The opening: moves are found and played until it is the other's turn. Taking white shows in the
 * stone that follows, placing two more in both of them; taking black is SWAP. */
static void answer_swap2(Pbrain *brain)
{
    const int seat = session_side(brain->session);
    for (int left = 3; left > 0 && session_side(brain->session) == seat &&
                       !session_result(brain->session).is_over;
         left--) {
        GomocupPoint point;
        char         text[MOVE_TEXT_SIZE];
        Move         move = find_move(brain, left);
        if (move == MOVE_NONE)
            break;
        notation_format(brain->game, session_position(brain->session), move, text);
        if (gomocup_point_of(brain->session, move, &point)) {
            str_printf(&brain->answer, "%s%d,%d", brain->answer.size > 0 ? " " : "", point.x,
                       point.y);
            pbrain_add_stone(brain, point, pbrain_colour_to_move(brain));
        } else if (strcmp(text, "black") == 0) {
            str_text(&brain->answer, "SWAP");
        }
        if (!session_play(brain->session, move, NULL))
            break;
    }
}

static void *think(void *argument)
{
    Pbrain *brain = argument;
    int64_t planned = time_for_answer(brain);
    str_clear(&brain->answer);
    if (brain->is_swap2)
        answer_swap2(brain);
    else
        answer_move(brain);
    if (brain->settings.has_left) /* until the manager tells it anew */
        brain->settings.left_ms -= (clock_now_us() - brain->asked_us) / 1000;
    else if (brain->settings.match_ms > 0) {
        brain->settings.left_ms =
            brain->settings.match_ms - (clock_now_us() - brain->asked_us) / 1000;
        brain->settings.has_left = true;
    }
    if (!atomic_load(&brain->is_ended))
        brain->send(str_get(&brain->answer), brain->user);
    learn_delay(brain, clock_now_us() - brain->asked_us - planned);
    return NULL;
}

void pbrain_finish(Pbrain *brain)
{
    if (brain->is_thinking)
        pthread_join(brain->thread, NULL);
    brain->is_thinking = false;
}

static void begin_thinking(Pbrain *brain, int lines, bool is_swap2)
{
    brain->lines = lines;
    brain->is_swap2 = is_swap2;
    atomic_store(&brain->stop, false);
    brain->is_thinking = pthread_create(&brain->thread, NULL, think, brain) == 0;
    if (!brain->is_thinking)
        think(brain); /* the manager waits, but gets a move */
}

void pbrain_think_move(Pbrain *brain, int lines)
{
    if (session_result(brain->session).is_over)
        pbrain_say(brain, "ERROR the game is over");
    else
        begin_thinking(brain, lines, false);
}

void pbrain_think_swap2(Pbrain *brain) { begin_thinking(brain, 1, true); }
