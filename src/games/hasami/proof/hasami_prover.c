#include "games/hasami/proof/hasami_prover.h"

#include "base/pages.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { BITS = HASAMI_STEP_ROW * HASAMI_SIZE };

static bool is_stopped(const HasamiProver *prover)
{
    return (prover->most_nodes != 0 && prover->nodes > prover->most_nodes) ||
           (prover->stop != NULL && atomic_load_explicit(prover->stop, memory_order_relaxed));
}

/* ---- what is known -----------------------------------------------------------------------------
 */

/* `word` is the known answer, `check` that word and the position's key: a pair that two threads
 * have mixed belongs to no position. */
typedef struct {
    _Atomic uint64_t check, word;
} HasamiMemoEntry;

enum { WAYS = 4, UNKNOWN = 255 };

struct HasamiMemo {
    HasamiMemoEntry *entries;
    size_t           buckets;
};

typedef struct {
    uint8_t    yes, no; /* own moves that suffice, that do not */
    HasamiStep step;
} Known;

HasamiMemo *hasami_memo_new(size_t megabytes)
{
    HasamiMemo *memo = malloc(sizeof *memo);
    if (memo == NULL)
        return NULL;
    memo->buckets = 1;
    while (2 * memo->buckets * WAYS * sizeof(HasamiMemoEntry) <= megabytes << 20)
        memo->buckets *= 2;
    memo->entries = pages_new(memo->buckets * WAYS * sizeof(HasamiMemoEntry));
    if (memo->entries == NULL) {
        free(memo);
        return NULL;
    }
    return memo;
}

void hasami_memo_delete(HasamiMemo *memo)
{
    if (memo == NULL)
        return;
    pages_free(memo->entries, memo->buckets * WAYS * sizeof(HasamiMemoEntry));
    free(memo);
}

void hasami_memo_clear(HasamiMemo *memo)
{
    pages_clear(memo->entries, memo->buckets * WAYS * sizeof(HasamiMemoEntry));
}

static uint64_t key_of(const HasamiSpot *spot)
{
    return spot->key < spot->mirror ? spot->key : spot->mirror;
}

static Known unpack(uint64_t word)
{
    return (Known){
        (uint8_t)word, (uint8_t)(word >> 8), {(uint8_t)(word >> 16), (uint8_t)(word >> 24)}};
}

static uint64_t pack(Known known)
{
    return (uint64_t)known.yes | (uint64_t)known.no << 8 | (uint64_t)known.step.from << 16 |
           (uint64_t)known.step.to << 24 | UINT64_C(1) << 32;
}

static HasamiMemoEntry *bucket_of(const HasamiMemo *memo, uint64_t key)
{
    return memo->entries + ((key >> 3) & (memo->buckets - 1)) * WAYS;
}

static bool find_known(const HasamiMemo *memo, uint64_t key, Known *out)
{
    HasamiMemoEntry *bucket = bucket_of(memo, key);
    for (int i = 0; i < WAYS; i++) {
        uint64_t word = atomic_load_explicit(&bucket[i].word, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if (word != 0 && (word ^ check) == key) {
            *out = unpack(word);
            return true;
        }
    }
    *out = (Known){UNKNOWN, 0, {0, 0}};
    return false;
}

/* What took more own moves stays longer. */
static void keep_known(const HasamiMemo *memo, uint64_t key, Known known)
{
    HasamiMemoEntry *bucket = bucket_of(memo, key), *victim = bucket;
    int              least = UNKNOWN + 1;
    for (int i = 0; i < WAYS; i++) {
        uint64_t word = atomic_load_explicit(&bucket[i].word, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        Known    there = unpack(word);
        int      worth = word == 0                                      ? -1
                         : there.yes != UNKNOWN && there.yes > there.no ? there.yes
                                                                        : there.no;
        if (word != 0 && (word ^ check) == key)
            worth = -2;
        if (worth < least) {
            least = worth;
            victim = bucket + i;
        }
    }
    uint64_t word = pack(known);
    atomic_store_explicit(&victim->word, word, memory_order_relaxed);
    atomic_store_explicit(&victim->check, word ^ key, memory_order_relaxed);
}

/* ---- positions ---------------------------------------------------------------------------------
 */

static int mirror_bit(int bit) { return bit + HASAMI_SIZE - 1 - 2 * (bit % HASAMI_STEP_ROW); }

static uint64_t cell_key(int side, int bit) { return rng_mix((uint64_t)(bit + 128 * side + 1)); }

static void toggle(HasamiSpot *spot, int side, int bit)
{
    spot->piece[side] ^= (HasamiCells)1 << bit;
    spot->key ^= cell_key(side, bit);
    spot->mirror ^= cell_key(side, mirror_bit(bit));
}

void hasami_spot_set(HasamiSpot *spot, HasamiCells defender, HasamiCells attacker)
{
    const HasamiCells piece[2] = {defender, attacker};
    memset(spot, 0, sizeof *spot);
    for (int side = 0; side < 2; side++)
        for (HasamiCells left = piece[side]; left != 0; left &= left - 1) {
            toggle(spot, side, hasami_cells_low(left));
            spot->count[side]++;
        }
}

HasamiCells hasami_spot_turn(HasamiCells set, int side)
{
    const HasamiCells row = HASAMI_LINE;
    HasamiCells       turned = 0;
    if (side == 1)
        return set;
    for (int i = 0; i < HASAMI_SIZE; i++)
        turned |= (set >> HASAMI_STEP_ROW * i & row) << HASAMI_STEP_ROW * (HASAMI_SIZE - 1 - i);
    return turned;
}

int hasami_spot_cell(int bit, int side)
{
    int row = bit / HASAMI_STEP_ROW, col = bit % HASAMI_STEP_ROW;
    return HASAMI_SIZE * (side == 1 ? row : HASAMI_SIZE - 1 - row) + col;
}

void hasami_spot_of(const hasami_pos *p, int side, HasamiSpot *out)
{
    hasami_spot_set(out, hasami_spot_turn(hasami_cells_of(p, side), side),
                    hasami_spot_turn(hasami_cells_of(p, 1 - side), side));
}

bool hasami_prover_knows(const hasami_pos *p)
{
    return p->has_plain_moves && !p->option[HASAMI_DIAGONAL] && !p->option[HASAMI_EDGE] &&
           p->option[HASAMI_CORNER] != CORNER_GROUP;
}

/* The run of `other` that begins beside the cell and ends at a piece of `own`. */
static HasamiCells line_prey(HasamiCells cell, HasamiCells own, HasamiCells other, int step)
{
    HasamiCells prey = 0, run = cell << step & other;
    if (run != 0) {
        run = hasami_cells_up(run, other, step);
        prey = (run << step & own) != 0 ? run : 0;
    }
    run = cell >> step & other;
    if (run != 0) {
        run = hasami_cells_down(run, other, step);
        prey |= (run >> step & own) != 0 ? run : 0;
    }
    return prey;
}

HasamiCells hasami_spot_play(HasamiSpot *spot, const HasamiFortressRules *rules, int side,
                             HasamiStep step)
{
    toggle(spot, side, step.from);
    toggle(spot, side, step.to);
    HasamiCells own = spot->piece[side], other = spot->piece[1 - side];
    HasamiCells cell = (HasamiCells)1 << step.to, beside = hasami_cells_around(cell) & other;
    if (beside == 0)
        return 0;
    HasamiCells prey =
        line_prey(cell, own, other, 1) | line_prey(cell, own, other, HASAMI_STEP_ROW);
    HasamiCells corner = rules->takes_corners ? beside & hasami_cells_corners() : 0;
    if (corner != 0 && (hasami_cells_around(corner) & ~own) == 0)
        prey |= corner;
    for (HasamiCells left = prey; left != 0; left &= left - 1) {
        toggle(spot, 1 - side, hasami_cells_low(left));
        spot->count[1 - side]--;
    }
    return prey;
}

/* Where the piece can slide to. */
static HasamiCells slides(HasamiCells cell, HasamiCells empty)
{
    HasamiCells way = 0, next;
    for (int i = 0; i < 2; i++) {
        int step = i == 0 ? 1 : HASAMI_STEP_ROW;
        for (next = cell << step & empty; next != 0; next = next << step & empty)
            way |= next;
        for (next = cell >> step & empty; next != 0; next = next >> step & empty)
            way |= next;
    }
    return way;
}

static HasamiCells empty_cells(const HasamiSpot *spot)
{
    return hasami_cells_all() & ~(spot->piece[0] | spot->piece[1]);
}

int hasami_spot_steps(const HasamiSpot *spot, int side, HasamiStep out[HASAMI_MAX_STEPS])
{
    HasamiCells empty = empty_cells(spot);
    int         count = 0;
    for (HasamiCells left = spot->piece[side]; left != 0; left &= left - 1) {
        HasamiCells to = slides(left & -left, empty);
        uint8_t     from = (uint8_t)hasami_cells_low(left);
        for (; to != 0; to &= to - 1)
            out[count++] = (HasamiStep){from, (uint8_t)hasami_cells_low(to)};
    }
    return count;
}

bool hasami_spot_is_lost(const HasamiSpot *spot, const HasamiFortressRules *rules, int side)
{
    int mine = spot->count[side], theirs = spot->count[1 - side];
    return mine <= rules->losing_count ||
           (rules->difference != 0 && theirs - mine > rules->difference);
}

/* ---- how far from a fortress -------------------------------------------------------------------
 */

/* Walls around a pocket in a corner of the home rows, with at least one piece and one empty cell in
 * the pocket. They guide the search; the test of fortresses alone decides. */
typedef struct {
    HasamiCells walls, pocket;
} Plan;

#define CELL(col, row) ((HasamiCells)1 << (HASAMI_STEP_ROW * (row) + (col)))
#define BOTH(walls, pocket)                                                                        \
    {                                                                                              \
        walls, pocket                                                                              \
    }
static const Plan plans[] = {
    {CELL(0, 1) | CELL(1, 1) | CELL(2, 0), CELL(0, 0) | CELL(1, 0)},
    {CELL(8, 1) | CELL(7, 1) | CELL(6, 0), CELL(8, 0) | CELL(7, 0)},
    {CELL(0, 2) | CELL(1, 1) | CELL(2, 0), CELL(0, 0) | CELL(1, 0) | CELL(0, 1)},
    {CELL(8, 2) | CELL(7, 1) | CELL(6, 0), CELL(8, 0) | CELL(7, 0) | CELL(8, 1)},
    {CELL(0, 2) | CELL(1, 1) | CELL(1, 0), CELL(0, 0) | CELL(0, 1)},
    {CELL(8, 2) | CELL(7, 1) | CELL(7, 0), CELL(8, 0) | CELL(8, 1)},
    {CELL(0, 1) | CELL(1, 1) | CELL(2, 1) | CELL(3, 0), CELL(0, 0) | CELL(1, 0) | CELL(2, 0)},
    {CELL(8, 1) | CELL(7, 1) | CELL(6, 1) | CELL(5, 0), CELL(8, 0) | CELL(7, 0) | CELL(6, 0)},
};
enum { PLANS = sizeof plans / sizeof plans[0] };

/* Own moves that the plan needs at least, or any number above `most`. */
static int plan_cost(const HasamiSpot *spot, const Plan *plan, int most)
{
    HasamiCells own = spot->piece[HASAMI_DEFENDER], missing = plan->walls & ~own;
    HasamiCells inside = plan->pocket & own;
    int         cost = hasami_cells_size(missing) + (inside == 0) + (inside == plan->pocket);
    cost += (spot->piece[HASAMI_ATTACKER] & (plan->walls | plan->pocket)) != 0;
    if (cost > most)
        return cost;
    HasamiCells helpers = own & ~plan->walls, empty = empty_cells(spot);
    if ((inside & (inside - 1)) == 0)
        helpers &= ~inside;
    for (; missing != 0; missing &= missing - 1)
        cost += (hasami_cells_around((missing & -missing) | slides(missing & -missing, empty)) &
                 helpers) == 0;
    return cost;
}

static int least_cost(const HasamiSpot *spot, int most)
{
    int least = HASAMI_MAX_OWN_MOVES;
    for (int i = 0; i < PLANS; i++) {
        int cost = plan_cost(spot, &plans[i], most < least ? most : least);
        least = cost < least ? cost : least;
    }
    return least;
}

/* ---- the last own move -------------------------------------------------------------------------
 */

typedef struct {
    HasamiStep     step;
    HasamiCells    way; /* the cells that it passes, and the last one */
    bool           takes, wins;
    HasamiFortress fortress;
} LastMove;

static bool try_last(HasamiProver *prover, const HasamiSpot *spot, LastMove *last)
{
    HasamiSpot after = *spot;
    prover->nodes++;
    last->takes = hasami_spot_play(&after, &prover->rules, HASAMI_DEFENDER, last->step) != 0;
    last->wins = last->takes && hasami_spot_is_lost(&after, &prover->rules, HASAMI_ATTACKER);
    return last->wins || hasami_fortress_find(&prover->rules, after.piece[HASAMI_DEFENDER],
                                              after.piece[HASAMI_ATTACKER], &last->fortress);
}

/* Pieces that can slide to an empty cell, one at a time, with the way. */
static bool fill_wall(HasamiProver *prover, const HasamiSpot *spot, HasamiCells wall,
                      HasamiCells helpers, LastMove *last)
{
    HasamiCells empty = empty_cells(spot);
    for (int i = 0; i < 4; i++) {
        int         step = i % 2 == 0 ? 1 : HASAMI_STEP_ROW;
        HasamiCells at = wall, way = 0;
        while ((at & empty) != 0) {
            way |= at;
            at = i < 2 ? at << step : at >> step;
        }
        if ((at & helpers) == 0)
            continue;
        last->step = (HasamiStep){(uint8_t)hasami_cells_low(at), (uint8_t)hasami_cells_low(wall)};
        last->way = way;
        if (try_last(prover, spot, last))
            return true;
    }
    return false;
}

static bool find_last(HasamiProver *prover, const HasamiSpot *spot, LastMove *last)
{
    for (int i = 0; i < PLANS; i++) {
        HasamiCells own = spot->piece[HASAMI_DEFENDER], missing = plans[i].walls & ~own;
        if (missing == 0 || (missing & (missing - 1)) != 0 || (plans[i].pocket & own) == 0 ||
            (missing & spot->piece[HASAMI_ATTACKER]) != 0)
            continue;
        if (fill_wall(prover, spot, missing, own & ~plans[i].walls, last))
            return true;
    }
    return false;
}

/* Empty cells on which a piece of the attacker takes something, wherever it comes from. */
static HasamiCells closing_cells(const HasamiSpot *spot, const HasamiFortressRules *rules)
{
    HasamiCells mine = spot->piece[HASAMI_ATTACKER], prey = spot->piece[HASAMI_DEFENDER];
    HasamiCells found = 0;
    for (int i = 0; i < 2; i++) {
        int step = hasami_line_steps[i];
        found |= hasami_cells_up(mine << step & prey, prey, step) << step;
        found |= hasami_cells_down(mine >> step & prey, prey, step) >> step;
    }
    if (rules->takes_corners)
        found |= hasami_cells_around(prey & hasami_cells_corners());
    return found & empty_cells(spot);
}

/* The attacker's moves to these cells all leave the defender a last move. */
static bool holds_against(HasamiProver *prover, const HasamiSpot *spot, HasamiCells targets)
{
    HasamiCells empty = empty_cells(spot);
    for (HasamiCells left = spot->piece[HASAMI_ATTACKER]; left != 0; left &= left - 1) {
        HasamiCells to = slides(left & -left, empty) & targets;
        uint8_t     from = (uint8_t)hasami_cells_low(left);
        for (; to != 0; to &= to - 1) {
            HasamiSpot after = *spot;
            HasamiStep step = {from, (uint8_t)hasami_cells_low(to)};
            LastMove   last;
            if (hasami_spot_play(&after, &prover->rules, HASAMI_ATTACKER, step) != 0 &&
                hasami_spot_is_lost(&after, &prover->rules, HASAMI_DEFENDER))
                return false;
            if (!find_last(prover, &after, &last))
                return false;
        }
    }
    return true;
}

/* One own move is left, the attacker is to move. Most of his moves change nothing: they take
 * nothing, leave the way of the last move free, and end where enemies may stand. */
static bool hold_last(HasamiProver *prover, const HasamiSpot *spot)
{
    LastMove last;
    if (!find_last(prover, spot, &last))
        return false;
    HasamiCells targets = empty_cells(spot);
    if (!last.takes)
        targets &= last.way | ~last.fortress.reach | closing_cells(spot, &prover->rules);
    return holds_against(prover, spot, targets);
}

/* ---- the search --------------------------------------------------------------------------------
 */

typedef struct {
    HasamiStep step;
    int        order;
} Ordered;

static void sort_steps(Ordered *list, int count)
{
    for (int i = 1; i < count; i++) {
        Ordered item = list[i];
        int     j = i;
        for (; j > 0 && list[j - 1].order > item.order; j--)
            list[j] = list[j - 1];
        list[j] = item;
    }
}

/* The defender's moves that leave a plan near enough. */
static int list_own(HasamiProver *prover, const HasamiSpot *spot, int own_moves, HasamiStep first,
                    Ordered *out)
{
    HasamiStep steps[HASAMI_MAX_STEPS];
    int        all = hasami_spot_steps(spot, HASAMI_DEFENDER, steps), count = 0;
    for (int i = 0; i < all; i++) {
        HasamiSpot after = *spot;
        bool       takes = hasami_spot_play(&after, &prover->rules, HASAMI_DEFENDER, steps[i]) != 0;
        int        cost = least_cost(&after, own_moves - 1);
        if (cost > own_moves - 1 && !takes)
            continue;
        bool is_first = steps[i].from == first.from && steps[i].to == first.to;
        out[count++] = (Ordered){steps[i], is_first ? -1 : 2 * cost + !takes};
    }
    sort_steps(out, count);
    return count;
}

static bool prove_any(HasamiProver *prover, const HasamiSpot *spot, int own_moves, HasamiStep *out)
{
    Known    known;
    uint64_t key = key_of(spot);
    find_known(prover->memo, key, &known);
    bool is_mirrored = spot->mirror < spot->key;
    if (known.yes <= own_moves) {
        *out = known.step;
        if (is_mirrored)
            *out = (HasamiStep){(uint8_t)mirror_bit(out->from), (uint8_t)mirror_bit(out->to)};
        return true;
    }
    if (known.no >= own_moves)
        return false;
    Ordered    list[HASAMI_MAX_STEPS];
    HasamiStep first = {0, 0};
    int        count = list_own(prover, spot, own_moves, first, list);
    for (int i = 0; i < count; i++) {
        HasamiSpot after = *spot;
        hasami_spot_play(&after, &prover->rules, HASAMI_DEFENDER, list[i].step);
        if (hasami_spot_is_lost(&after, &prover->rules, HASAMI_ATTACKER) ||
            hasami_prove_after(prover, &after, own_moves - 1)) {
            *out = list[i].step;
            known.yes = (uint8_t)own_moves;
            known.step = *out;
            if (is_mirrored)
                known.step =
                    (HasamiStep){(uint8_t)mirror_bit(out->from), (uint8_t)mirror_bit(out->to)};
            keep_known(prover->memo, key, known);
            return true;
        }
        if (is_stopped(prover))
            return false;
    }
    known.no = (uint8_t)own_moves;
    keep_known(prover->memo, key, known);
    return false;
}

bool hasami_prove(HasamiProver *prover, const HasamiSpot *spot, int own_moves, HasamiStep *out)
{
    LastMove last;
    if (own_moves <= 0)
        return false;
    prover->nodes++;
    if (find_last(prover, spot, &last)) {
        *out = last.step;
        return true;
    }
    return own_moves > 1 && prove_any(prover, spot, own_moves, out);
}

static int list_replies(const HasamiProver *prover, const HasamiSpot *spot, Ordered *out)
{
    HasamiStep steps[HASAMI_MAX_STEPS];
    int        count = hasami_spot_steps(spot, HASAMI_ATTACKER, steps);
    for (int i = 0; i < count; i++)
        out[i] = (Ordered){steps[i], -(int)prover->refuted[steps[i].from][steps[i].to]};
    sort_steps(out, count);
    return count;
}

bool hasami_prove_after(HasamiProver *prover, const HasamiSpot *spot, int own_moves)
{
    HasamiFortress fortress;
    HasamiStep     ignored;
    prover->nodes++;
    if (hasami_fortress_find(&prover->rules, spot->piece[HASAMI_DEFENDER],
                             spot->piece[HASAMI_ATTACKER], &fortress))
        return true;
    if (own_moves <= 0)
        return false;
    if (own_moves == 1)
        return hold_last(prover, spot);
    /* If a pass of the attacker is too much, a move of his is. */
    if (!hasami_prove(prover, spot, own_moves, &ignored))
        return false;
    Ordered list[HASAMI_MAX_STEPS];
    int     count = list_replies(prover, spot, list);
    for (int i = 0; i < count; i++) {
        HasamiSpot  after = *spot;
        HasamiCells taken = hasami_spot_play(&after, &prover->rules, HASAMI_ATTACKER, list[i].step);
        if ((taken != 0 && hasami_spot_is_lost(&after, &prover->rules, HASAMI_DEFENDER)) ||
            !hasami_prove(prover, &after, own_moves, &ignored)) {
            prover->refuted[list[i].step.from][list[i].step.to]++;
            return false;
        }
    }
    return true;
}
