#include "search/exact/traps.h"

#include "base/rng.h"

#include <assert.h>
#include <string.h>

/* Error rates are in thousandths. A rate is half that of the depth before and all of this depth's,
 * so up to twice this. */
enum { ALWAYS_WRONG = 1000 };

/* Of the opponent: replies that seem worse than the best by less than this are as likely, in
 * hundredths of a point. */
enum { NEARLY_BEST = 61, BEST_ALONE = 0 };

enum { OPPONENT_MEGABYTES = 2 };

typedef struct {
    Move  move;
    Score seeming;    /* to who makes it; exact where it is best, or nearly */
    int   error_rate; /* of the opponent's reply */
} Candidate;

/* What the opponent sees with: not what we do, and nothing that we remember. */
typedef struct {
    EvalSetup eval;
    Tt       *table; /* owned; NULL, without one, where memory is short */
} Opponent;

static void opponent_begin(Opponent *opponent, const Game *game)
{
    eval_setup(game->info->evals, 0, &opponent->eval);
    opponent->table = tt_new(OPPONENT_MEGABYTES);
}

static void opponent_end(Opponent *opponent) { tt_delete(opponent->table); }

static bool must_end(const Traps *traps)
{
    return traps->work->is_stopped || traps->is_late(traps->solver);
}

/* What the position in traps->child seems to be worth to `side`; an upper bound of it, if that is
 * alpha or less. */
static Score shallow_score(const Traps *traps, int side, Score alpha, int plies)
{
    const Game *game = traps->game;
    Play        play = game->play(traps->child);
    if (play != PLAY_ON) {
        Score score = play == PLAY_WON ? SCORE_MATE : play == PLAY_LOST ? -SCORE_MATE : 0;
        return game->side(traps->child) == side ? score : -score;
    }
    if (game->side(traps->child) == side)
        return traps->search(traps->child, traps->work, alpha, SCORE_INF, plies);
    return -traps->search(traps->child, traps->work, -SCORE_INF, -alpha, plies);
}

static void play_to(const Traps *traps, void *to, const void *pos, Move move)
{
    memcpy(to, pos, traps->game->pos_size);
    traps->game->make(to, move, traps->undo);
}

/* Highest error rate first, then what seems best; equals stay as they are. */
static void insert(Candidate list[], int at, Candidate candidate)
{
    assert(at >= 0);
    for (; at > 0 && (list[at - 1].error_rate < candidate.error_rate ||
                      (list[at - 1].error_rate == candidate.error_rate &&
                       list[at - 1].seeming < candidate.seeming));
         at--)
        list[at] = list[at - 1];
    list[at] = candidate;
}

/* The candidates in the order of how they seem after a search of this number of plies; what is
 * worse than the best by `margin` is not told apart. With BEST_ALONE the best one comes first and
 * the others keep their order. False: time ended, and some are not in order. */
static bool rank(const Traps *traps, const void *pos, Candidate list[], int count, Score margin,
                 int plies)
{
    assert(count >= 0 && count <= MAX_MOVES && margin >= 0);
    int   side = traps->game->side(pos), best_at = 0;
    Score best = -SCORE_INF;
    for (int i = 0; i < count; i++) {
        Candidate candidate = list[i];
        Score     alpha = best > -SCORE_INF ? best - margin : best;
        if (must_end(traps))
            return false;
        play_to(traps, traps->child, pos, candidate.move);
        candidate.seeming = shallow_score(traps, side, alpha, plies);
        if (candidate.seeming > best) {
            best = candidate.seeming;
            best_at = i;
        }
        list[i] = candidate;
        if (margin != BEST_ALONE)
            insert(list, i, candidate);
    }
    if (must_end(traps))
        return false;
    if (margin == BEST_ALONE) {
        Candidate first = list[best_at];
        memmove(list + 1, list, (size_t)best_at * sizeof first);
        list[0] = first;
    }
    return true;
}

static int list_candidates(const Move *moves, int count, Candidate list[])
{
    assert(count >= 0 && count <= MAX_MOVES);
    for (int i = 0; i < count; i++)
        list[i] = (Candidate){.move = moves[i], .seeming = -SCORE_INF};
    return count;
}

/* The replies in traps->after as the opponent sees them: those that it may choose come first.
 * Returns how many; 0 when time ended. */
static int likely_replies(const Traps *traps, const Opponent *opponent, Candidate replies[],
                          int count, Score margin, int plies)
{
    assert(count > 0);
    SearchWork      *work = traps->work;
    const EvalSetup *eval = work->eval;
    Tt              *table = work->table;
    int              likely = 1;
    work->eval = &opponent->eval;
    work->table = opponent->table;
    bool ok = rank(traps, traps->after, replies, count, margin, plies);
    work->eval = eval;
    work->table = table;
    while (likely < count && replies[likely].seeming > replies[0].seeming - margin)
        likely++;
    return ok ? likely : 0;
}

/* The share of the likely replies in traps->after that are not worth `needed` to the opponent; -1
 * when time ended. */
static int error_rate(const Traps *traps, const Opponent *opponent, Candidate replies[], int count,
                      int needed, Score margin, int plies)
{
    int sum = 0;
    if (count == 0) /* our move ended the game */
        return 0;
    int likely = likely_replies(traps, opponent, replies, count, margin, plies);
    for (int i = 0; i < likely; i++) {
        bool is_right;
        if (must_end(traps) ||
            !traps->is_worth(traps->solver, traps->after, replies[i].move, needed, &is_right))
            return -1;
        sum += is_right ? 0 : ALWAYS_WRONG;
    }
    return likely > 0 ? sum / likely : -1;
}

void traps_order(const Traps *traps, const void *pos, Move *moves, int count)
{
    enum { PLIES = 8 };
    Candidate list[MAX_MOVES];
    list_candidates(moves, count, list);
    if (!rank(traps, pos, list, count, NEARLY_BEST, PLIES))
        return;
    for (int i = 0; i < count; i++)
        moves[i] = list[i].move;
}

void traps_choose_lost(const Traps *traps, const void *pos)
{
    assert(traps->work->root_count > 0);
    enum { OWN_PLIES = 4, FIRST_PLIES = 4, LAST_PLIES = 12, OPPONENT_WINS = 1 };
    SearchWork *work = traps->work;
    Opponent    opponent;
    Candidate   list[MAX_MOVES], replies[MAX_MOVES];
    Move        moves[MAX_MOVES];
    int         count = list_candidates(work->root, work->root_count, list);
    bool        is_cut = false;
    opponent_begin(&opponent, traps->game);
    rank(traps, pos, list, count, NEARLY_BEST, OWN_PLIES);
    for (int plies = FIRST_PLIES; plies <= LAST_PLIES && !is_cut; plies++)
        for (int i = 0; i < count; i++) {
            Candidate candidate = list[i];
            int       rate = -1;
            if (!is_cut) {
                play_to(traps, traps->after, pos, candidate.move);
                int reply_count = traps->game->gen(traps->after, moves);
                list_candidates(moves, reply_count, replies);
                rate = error_rate(traps, &opponent, replies, reply_count, OPPONENT_WINS,
                                  NEARLY_BEST, plies);
            }
            is_cut = rate < 0;
            if (is_cut) /* as before, in the measure of those that were looked at again */
                rate = candidate.error_rate;
            candidate.error_rate = candidate.error_rate / 2 + rate;
            insert(list, i, candidate);
        }
    opponent_end(&opponent);
    work->root_best = list[0].move;
    work->is_stopped = false; /* the answer is there, whatever the time */
}

/* A root move and the replies to it, in the order in which they seemed best last. */
typedef struct {
    Move move, replies[MAX_MOVES];
    int  count, error_rate;
} Trap;

/* All root moves, beginning anywhere: another game may go better. */
static void list_traps(const Traps *traps, const void *pos, Trap list[])
{
    assert(traps->work->root_count > 0);
    SearchWork *work = traps->work;
    uint64_t    rng = work->context->rng;
    int         first = (int)rng_below(&rng, (uint32_t)work->root_count);
    for (int i = 0; i < work->root_count; i++) {
        list[i].move = work->root[(first + i) % work->root_count];
        list[i].error_rate = 0;
        play_to(traps, traps->after, pos, list[i].move);
        list[i].count = traps->game->gen(traps->after, list[i].replies);
    }
}

/* The error rate of a root move against an opponent that searches so deep. */
static int rate_trap(const Traps *traps, const Opponent *opponent, const void *pos, Trap *trap,
                     int worth, int plies)
{
    Candidate replies[MAX_MOVES];
    int       count = list_candidates(trap->replies, trap->count, replies);
    play_to(traps, traps->after, pos, trap->move);
    int rate = error_rate(traps, opponent, replies, count, -worth, BEST_ALONE, plies);
    for (int i = 0; i < count; i++)
        trap->replies[i] = replies[i].move;
    return rate;
}

/* The first of those whose rate is near the largest; NULL where none is likely enough. */
static const Trap *pick_trap(const Trap list[], int count)
{
    assert(count > 0);
    enum { LEAST_RATE = ALWAYS_WRONG / 2 };
    int largest = 0, best = 0;
    for (int i = 0; i < count; i++)
        largest = list[i].error_rate > largest ? list[i].error_rate : largest;
    if (largest < LEAST_RATE)
        return NULL;
    while (list[best].error_rate < largest / 4 * 3)
        best++;
    return &list[best];
}

bool traps_choose(const Traps *traps, const void *pos, int worth)
{
    enum { FIRST_PLIES = 4, LAST_PLIES = 24, MAX_ROOT_MOVES = 16 };
    SearchWork *work = traps->work;
    Opponent    opponent;
    Trap        list[MAX_ROOT_MOVES];
    int         count = work->root_count;
    bool        is_cut = false;
    if (count > MAX_ROOT_MOVES)
        return false;
    list_traps(traps, pos, list);
    opponent_begin(&opponent, traps->game);
    for (int plies = FIRST_PLIES; plies <= LAST_PLIES && !is_cut; plies++)
        for (int i = 0; i < count && !is_cut; i++) {
            int rate = rate_trap(traps, &opponent, pos, &list[i], worth, plies);
            is_cut = rate < 0;
            if (!is_cut)
                list[i].error_rate = list[i].error_rate / 2 + rate;
        }
    opponent_end(&opponent);
    work->is_stopped = false; /* the answer is there, whatever the time */
    const Trap *trap = pick_trap(list, count);
    if (trap == NULL)
        return false;
    work->root_best = work->pv[0][0] = trap->move;
    work->pv_length[0] = 1;
    return true;
}
