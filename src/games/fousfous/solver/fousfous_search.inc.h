/* The exact search: is this position won for the player to move?
 *
 * A position is won when some move leads to a lost one. Which winning move is found does not
 * matter, what it costs does: moves are tried in the order of how cheap the position behind them
 * looks, few enemies and few replies first. Below, the endgame tables answer. */
#pragma once
#include "games/fousfous/fousfous.h"
#include "games/fousfous/proof/fousfous_journal.h"
#include "games/fousfous/solver/fousfous_memory.h"
#include "games/fousfous/solver/fousfous_pack.h"
#include "games/fousfous/solver/fousfous_tables.h"
#include "search/frame/abdada.h"
#include "search/frame/ordering.h"

typedef struct {
    const FousfousTables *tables;
    bool                  has_tables, has_reflections;
    int                   largest; /* pieces that the tables answer for, or AS_IF_TABLES */
    uint64_t              cells;
    Memory               *memory;
    AbdadaTable          *busy;         /* NULL: one thread */
    Journal              *journal;      /* NULL: none is kept */
    int                   journal_from; /* positions of this number of pieces or more enter it */
    void (*look)(void *user);           /* now and then; NULL: nobody asks */
    void              *user;
    const atomic_bool *stop, *is_done; /* stop may be NULL */
    uint64_t           nodes, next_look;
    uint64_t           most; /* nodes; 0: no limit */
    bool               is_stopped;
} FousfousSearch;

/* A board without tables is searched to the end, with as few pieces as these at no great cost. */
enum { AS_IF_TABLES = 5, LOOK_EVERY = 4096, LOOK_SOON = 64, LANES = 4 };

/* From these numbers of pieces above the tables on: children are looked up in the memory before any
 * is searched; work is shared among threads (ABDADA); costs are estimated from three plies ahead;
 * reflections count as one position. */
enum { LOOK_UP_ABOVE = 3, SHARE_ABOVE = 5, REFINE_ABOVE = 9, TURN_ABOVE = 14 };

/* Move ordering: the estimated cost of the position behind a move. It grows with the enemies left,
 * their captures and quiet moves, and falls with their pieces that must capture. The weights were
 * found by trial, counting nodes; REFINE_DOUBLES more means twice the work. */
enum { PER_ENEMY = 192, PER_CAPTURE = 20, PER_QUIET = 16, PER_BOUND = 16, REFINE_DOUBLES = 48 };

typedef uint64_t Lanes __attribute__((vector_size(8 * LANES)));

/* The positions one move later, from their mover's side, and what they seem to cost. */
typedef struct {
    union {
        Lanes    lanes[fousfous_max_moves / LANES];
        uint64_t word[fousfous_max_moves];
    } mine, theirs;
    uint64_t cost[fousfous_max_moves]; /* cost << 8 | index */
    int      count;
} Children;

static inline uint64_t search_hash(uint64_t mine, uint64_t theirs)
{
    return rng_mix(fousfous_pack(mine, theirs));
}

static inline bool search_is_kept(const FousfousSearch *search, int pieces)
{
    return search->journal != NULL && pieces >= search->journal_from;
}

/* Is such a position taken for the same as its reflections? */
static inline bool search_is_turned(const FousfousSearch *search, int pieces)
{
    return search->has_reflections &&
           (pieces - search->largest >= TURN_ABOVE || search_is_kept(search, pieces));
}

static inline Lanes lanes_up(Lanes set, Lanes empty, int step)
{
    set |= empty & set << step;
    empty &= empty << step;
    set |= empty & set << 2 * step;
    empty &= empty << 2 * step;
    return set | (empty & set << 4 * step);
}

static inline Lanes lanes_down(Lanes set, Lanes empty, int step)
{
    set |= empty & set >> step;
    empty &= empty >> step;
    set |= empty & set >> 2 * step;
    empty &= empty >> 2 * step;
    return set | (empty & set >> 4 * step);
}

static inline Lanes lanes_pairs(Lanes x)
{
    const Lanes one = {UINT64_C(0x5555555555555555), UINT64_C(0x5555555555555555),
                       UINT64_C(0x5555555555555555), UINT64_C(0x5555555555555555)},
                two = {UINT64_C(0x3333333333333333), UINT64_C(0x3333333333333333),
                       UINT64_C(0x3333333333333333), UINT64_C(0x3333333333333333)};
    x -= x >> 1 & one;
    return (x & two) + (x >> 2 & two);
}

static inline Lanes lanes_sum(Lanes nibbles)
{
    const Lanes four = {UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x0f0f0f0f0f0f0f0f),
                        UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x0f0f0f0f0f0f0f0f)};
    return (nibbles & four) + (nibbles >> 4 & four);
}

static inline Lanes lanes_total(Lanes bytes)
{
    const Lanes low = {255, 255, 255, 255};
    bytes += bytes >> 8;
    bytes += bytes >> 16;
    bytes += bytes >> 32;
    return bytes & low;
}

/* What the replies cost: captures, quiet moves, and the pieces bound to capture. */
static inline void search_estimate(const FousfousSearch *search, Children *children)
{
    for (int i = 0; i * LANES < children->count; i++) {
        Lanes mine = children->mine.lanes[i], theirs = children->theirs.lanes[i];
        Lanes empty =
            ~(mine | theirs) & (Lanes){search->cells, search->cells, search->cells, search->cells};
        Lanes up_v = lanes_up(theirs, empty, 1), down_v = lanes_down(theirs, empty, 1);
        Lanes up_u = lanes_up(theirs, empty, 8), down_u = lanes_down(theirs, empty, 8);
        Lanes c0 = up_v << 1 & mine, c1 = down_v >> 1 & mine, c2 = up_u << 8 & mine,
              c3 = down_u >> 8 & mine;
        Lanes engaged = c0 | c1 | c2 | c3, free = mine & ~engaged;
        Lanes on_v = (up_v | down_v) & empty, on_u = (up_u | down_u) & empty;
        Lanes q0 = lanes_up(free, empty, 1) & on_u, q1 = lanes_down(free, empty, 1) & on_u;
        Lanes q2 = lanes_up(free, empty, 8) & on_v, q3 = lanes_down(free, empty, 8) & on_v;
        Lanes captures = lanes_total(lanes_sum(lanes_pairs(c0) + lanes_pairs(c1)) +
                                     lanes_sum(lanes_pairs(c2) + lanes_pairs(c3)));
        Lanes quiets = lanes_total(lanes_sum(lanes_pairs(q0) + lanes_pairs(q1)) +
                                   lanes_sum(lanes_pairs(q2) + lanes_pairs(q3)));
        Lanes bound = lanes_total(lanes_sum(lanes_pairs(engaged)));
        Lanes enemies = lanes_total(lanes_sum(lanes_pairs(mine)));
        for (int j = 0; j < LANES; j++)
            children->cost[i * LANES + j] =
                (PER_ENEMY * enemies[j] + PER_CAPTURE * captures[j] + PER_QUIET * quiets[j] +
                 PER_BOUND * (FOUSFOUS_HALF - bound[j]))
                    << 8 |
                (uint64_t)(i * LANES + j);
    }
}

static inline void search_add(Children *children, uint64_t mine, uint64_t theirs)
{
    children->mine.word[children->count] = mine;
    children->theirs.word[children->count++] = theirs;
}

static inline void search_list(uint64_t mine, uint64_t theirs, const fousfous_moves *moves,
                               Children *out)
{
    out->count = 0;
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++)
        for (uint64_t left = moves->captor[d]; left != 0;) {
            int      from = bits_pop(&left);
            uint64_t target = UINT64_C(1) << fousfous_look_back(theirs, from, d);
            search_add(out, theirs ^ target, mine ^ UINT64_C(1) << from ^ target);
        }
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++)
        for (uint64_t left = moves->quiet[d]; left != 0;) {
            int      to = bits_pop(&left);
            uint64_t source = UINT64_C(1) << fousfous_look_back(mine, to, d);
            search_add(out, theirs, mine ^ source ^ UINT64_C(1) << to);
        }
    /* The lanes beside the last ones must hold a position. */
    for (int i = out->count; i % LANES != 0; i++)
        out->mine.word[i] = out->theirs.word[i] = 0;
}

static inline void search_find(const FousfousSearch *search, uint64_t mine, uint64_t theirs,
                               fousfous_moves *out)
{
    fousfous_pos p = {.mine = mine, .theirs = theirs, .cells = search->cells};
    fousfous_find(&p, out);
}

/* ---- one capture above the tables ---- */

/* A position there: its moves, and where the first capture is answered. */
typedef struct {
    fousfous_moves moves;
    uint64_t       mine, theirs;
    const uint8_t *byte; /* NULL: no capture */
    unsigned       shift;
} Edge;

static inline void edge_locate(const FousfousSearch *search, Edge *edge, int from, int direction)
{
    uint64_t target = UINT64_C(1) << fousfous_look_back(edge->theirs, from, direction);
    edge->byte = fousfous_tables_find(search->tables, search->largest, edge->theirs ^ target,
                                      edge->mine ^ UINT64_C(1) << from ^ target, &edge->shift);
}

/* Prefetches the memory that edge_wins will read first. */
static inline void edge_begin(const FousfousSearch *search, uint64_t mine, uint64_t theirs,
                              Edge *edge)
{
    edge->mine = mine;
    edge->theirs = theirs;
    edge->byte = NULL;
    search_find(search, mine, theirs, &edge->moves);
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++)
        if (edge->moves.captor[d] != 0) {
            edge_locate(search, edge, bits_pop(&edge->moves.captor[d]), d);
            __builtin_prefetch(edge->byte);
            return;
        }
}

static bool edge_wins(FousfousSearch *search, Edge *edge)
{
    search->nodes++;
    /* 1. Captures: the tables answer. */
    if (edge->byte != NULL) {
        search->nodes++;
        if (!(*edge->byte >> edge->shift & 1))
            return true;
    }
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++)
        while (edge->moves.captor[d] != 0) {
            edge_locate(search, edge, bits_pop(&edge->moves.captor[d]), d);
            search->nodes++;
            if (!(*edge->byte >> edge->shift & 1))
                return true;
        }
    /* 2. Quiet moves, to positions like this one. */
    uint64_t any = 0;
    for (int d = 0; d < FOUSFOUS_DIRECTIONS; d++)
        any |= edge->moves.quiet[d];
    if (any == 0)
        return false;
    uint64_t hash = search_hash(edge->mine, edge->theirs), before = search->nodes;
    int      known = memory_probe(search->memory, hash);
    if (known != 0)
        return known > 0;
    bool is_won = false;
    for (int d = 0; d < FOUSFOUS_DIRECTIONS && !is_won; d++)
        for (uint64_t left = edge->moves.quiet[d]; left != 0 && !is_won;) {
            int      to = bits_pop(&left);
            uint64_t source = UINT64_C(1) << fousfous_look_back(edge->mine, to, d);
            Edge     child;
            edge_begin(search, edge->theirs, edge->mine ^ source ^ UINT64_C(1) << to, &child);
            is_won = !edge_wins(search, &child);
        }
    memory_store(search->memory, hash, is_won, search->nodes - before);
    return is_won;
}

/* ---- the tree ---- */

static inline bool search_is_stopped(FousfousSearch *search)
{
    if (search->nodes >= search->next_look) {
        search->next_look = search->nodes + (search->most > 0 ? LOOK_SOON : LOOK_EVERY);
        if ((search->most > 0 && search->nodes >= search->most) ||
            (search->stop != NULL && atomic_load_explicit(search->stop, memory_order_relaxed)) ||
            atomic_load_explicit(search->is_done, memory_order_relaxed))
            search->is_stopped = true;
        if (search->look != NULL)
            search->look(search->user);
    }
    return search->is_stopped;
}

/* The cheapest of the first n goes to place n - 1; returns its index. */
static inline int search_pick(Children *children, int n)
{
    int      best = pick_smallest(children->cost, 0, n);
    uint64_t picked = children->cost[best];
    children->cost[best] = children->cost[n - 1];
    children->cost[n - 1] = picked;
    return (int)(picked & 255);
}

/* What is known of a position by now: 1 won, -1 lost, 0 nothing. */
static inline int search_known(const FousfousSearch *search, uint64_t mine, uint64_t theirs)
{
    int pieces = bits_count(mine | theirs);
    if (search_is_turned(search, pieces))
        fousfous_canonical(&mine, &theirs);
    return search_is_kept(search, pieces)
               ? journal_find(search->journal, fousfous_pack(mine, theirs))
               : memory_probe(search->memory, search_hash(mine, theirs));
}

/* The estimated cost of a position if it is lost: each reply has to be refuted, by the cheapest
 * move, unless that is done already: what proves one move often proves most of another. Costs up to
 * `base` are left out. */
static uint64_t search_refutation_cost(const FousfousSearch *search, uint64_t mine, uint64_t theirs,
                                       uint64_t base)
{
    const uint64_t NEVER_LOST = UINT64_MAX >> 8; /* room for the index */
    enum { MAX_DOUBLINGS = 40 };
    Children       replies, ours;
    fousfous_moves moves;
    uint64_t       sum = 0;
    search_find(search, mine, theirs, &moves);
    search_list(mine, theirs, &moves, &replies);
    for (int i = 0; i < replies.count; i++) {
        uint64_t least = (uint64_t)MAX_DOUBLINGS * REFINE_DOUBLES;
        int      known = search_known(search, replies.mine.word[i], replies.theirs.word[i]);
        if (known > 0)
            continue;
        if (known < 0)
            return NEVER_LOST;
        search_find(search, replies.mine.word[i], replies.theirs.word[i], &moves);
        search_list(replies.mine.word[i], replies.theirs.word[i], &moves, &ours);
        search_estimate(search, &ours);
        for (int j = 0; j < ours.count; j++) {
            uint64_t cost = ours.cost[j] >> 8;
            cost = cost > base ? cost - base : 0;
            least = cost < least ? cost : least;
        }
        sum += (REFINE_DOUBLES + least % REFINE_DOUBLES) << least / REFINE_DOUBLES;
    }
    return sum;
}

static void search_refine(const FousfousSearch *search, Children *children)
{
    int      enemies = bits_count(children->mine.word[0]);
    uint64_t base = PER_ENEMY * (uint64_t)(enemies > 4 ? enemies - 4 : 0);
    for (int i = 0; i < children->count; i++) {
        uint64_t cost =
            search_refutation_cost(search, children->mine.word[i], children->theirs.word[i], base);
        children->cost[i] = cost << 8 | (uint64_t)i;
    }
}

static inline uint64_t search_child_hash(const Children *children, int i)
{
    return search_hash(children->mine.word[i], children->theirs.word[i]);
}

static inline void search_fetch(const FousfousSearch *search, const Children *children)
{
    for (int i = 0; i < children->count; i++)
        memory_prefetch(search->memory, search_child_hash(children, i));
}

static inline bool search_knows_loss(const FousfousSearch *search, uint64_t hash)
{
    return memory_may_be_lost(search->memory, hash) && memory_probe(search->memory, hash) < 0;
}

static inline bool search_knows_win(const FousfousSearch *search, const Children *children)
{
    for (int i = 0; i < children->count; i++) {
        uint64_t mine = children->mine.word[i], theirs = children->theirs.word[i];
        if (search_is_kept(search, bits_count(mine | theirs))
                ? journal_find(search->journal, fousfous_pack(mine, theirs)) < 0
                : search_knows_loss(search, search_hash(mine, theirs)))
            return true;
    }
    return false;
}

static bool search_wins(FousfousSearch *search, uint64_t mine, uint64_t theirs);

static inline bool search_child_wins(FousfousSearch *search, const Children *children, int i)
{
    return search_wins(search, children->mine.word[i], children->theirs.word[i]);
}

/* The first `n` children of a position two captures above the tables: all begin before any ends. */
static bool search_edges(FousfousSearch *search, Children *children, int n)
{
    enum { MAX_EDGES = 32 };
    Edge edges[MAX_EDGES];
    int  count = 0;
    for (; n > 0 && count < MAX_EDGES; n--) {
        int      i = search_pick(children, n);
        uint64_t mine = children->mine.word[i], theirs = children->theirs.word[i];
        if (bits_count(mine | theirs) > search->largest + 1)
            break; /* quiet moves are the dearest: they come last */
        edge_begin(search, mine, theirs, &edges[count++]);
    }
    for (int i = 0; i < count; i++)
        if (!edge_wins(search, &edges[i]))
            return true;
    for (; n > 0; n--)
        if (!search_child_wins(search, children, search_pick(children, n)))
            return true;
    return false;
}

/* A lost position needs all its moves, which threads share: children that another thread is in are
 * put off; they may be answered by then. */
static bool search_shared(FousfousSearch *search, Children *children, int n)
{
    int later[fousfous_max_moves], put_off = 0;
    for (; n > 0; n--) {
        int      i = search_pick(children, n);
        uint64_t hash = search_child_hash(children, i);
        if (search->busy != NULL && n > 1 && abdada_is_busy(search->busy, hash)) {
            later[put_off++] = i;
            continue;
        }
        if (search->busy != NULL)
            abdada_enter(search->busy, hash);
        bool is_won = search_child_wins(search, children, i);
        if (search->busy != NULL)
            abdada_leave(search->busy, hash);
        if (!is_won || search->is_stopped)
            return true;
    }
    for (int i = 0; i < put_off; i++) {
        if (!search_child_wins(search, children, later[i]) || search->is_stopped)
            return true;
    }
    return false;
}

/* The children in the order of their estimated cost, until one is lost. */
static bool search_children(FousfousSearch *search, Children *children, int above)
{
    int n = children->count - 1;
    /* 1. The cheapest one: mostly it wins. */
    int first = search_pick(children, children->count);
    if (children->mine.word[first] == 0 || !search_child_wins(search, children, first))
        return true;
    if (search->is_stopped)
        return false;
    /* 2. If not, then likely none does, and all have to be searched. */
    if (above == 2 && search->has_tables)
        return search_edges(search, children, n);
    if (above >= SHARE_ABOVE)
        return search_shared(search, children, n);
    for (; n > 0; n--)
        if (!search_child_wins(search, children, search_pick(children, n)) || search->is_stopped)
            return true;
    return false;
}

static bool search_expand(FousfousSearch *search, uint64_t mine, uint64_t theirs, int above,
                          const fousfous_moves *moves)
{
    Children children;
    search_list(mine, theirs, moves, &children);
    if (children.count == 0)
        return false; /* on some rectangles: blocked */
    for (int i = 0; search_is_turned(search, above + search->largest - 1) && i < children.count;
         i++)
        fousfous_canonical(&children.mine.word[i], &children.theirs.word[i]);
    /* 1. Enhanced transposition cutoff: is a child known to be lost? */
    if (above >= LOOK_UP_ABOVE)
        search_fetch(search, &children);
    search_estimate(search, &children);
    if (above >= LOOK_UP_ABOVE && search_knows_win(search, &children))
        return true;
    if (above >= REFINE_ABOVE)
        search_refine(search, &children);
    return search_children(search, &children, above);
}

/* As below, for positions that the journal keeps. */
static bool search_journaled(FousfousSearch *search, uint64_t mine, uint64_t theirs)
{
    uint64_t position = fousfous_pack(mine, theirs), before = search->nodes;
    int      known = journal_find(search->journal, position);
    if (known != 0)
        return known > 0;
    fousfous_moves moves;
    search->nodes++;
    search_find(search, mine, theirs, &moves);
    bool is_won =
        search_expand(search, mine, theirs, bits_count(mine | theirs) - search->largest, &moves);
    if (!search->is_stopped &&
        !journal_add(search->journal, position, is_won, search->nodes - before))
        search->is_stopped = true;
    return is_won;
}

/* Both sides have pieces, more of them than the tables know. The value means nothing once
 * search->is_stopped. */
static bool search_wins(FousfousSearch *search, uint64_t mine, uint64_t theirs)
{
    int above = bits_count(mine | theirs) - search->largest;
    if (above == 1 && search->has_tables) {
        Edge edge;
        edge_begin(search, mine, theirs, &edge);
        return edge_wins(search, &edge);
    }
    if (search_is_turned(search, above + search->largest))
        fousfous_canonical(&mine, &theirs);
    if (search_is_stopped(search))
        return false;
    if (search_is_kept(search, above + search->largest))
        return search_journaled(search, mine, theirs);
    search->nodes++;
    uint64_t       hash = search_hash(mine, theirs);
    fousfous_moves moves;
    memory_prefetch(search->memory, hash);
    search_find(search, mine, theirs, &moves); /* while the memory answers */
    int known = memory_probe(search->memory, hash);
    if (known != 0)
        return known > 0;
    uint64_t before = search->nodes;
    bool     is_won = search_expand(search, mine, theirs, above, &moves);
    if (!search->is_stopped)
        memory_store(search->memory, hash, is_won, search->nodes - before);
    return is_won;
}
