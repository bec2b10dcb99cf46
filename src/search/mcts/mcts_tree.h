/* search/mcts/mcts_tree.h -- the Monte Carlo tree from inside: nodes, selection among siblings,
 * backup.
 *
 * The value of a node is for the player who made the move into it, whichever side moves next. Sums
 * are whole numbers, so that one thread gives the same tree on every machine. Several threads share
 * the tree without locks (tree parallelisation): sums are added to atomically, a block of children
 * is published once, and virtual loss keeps the threads apart. */
#pragma once
#include "search/frame/work.h"
#include "search/mcts/mcts.h"

#include <assert.h>
#include <math.h>

/* The steps of S(mcts), given as its depth. */
enum { MCTS_BEGIN, MCTS_RUN, MCTS_END };

/* A win is worth 16: draws are half of it, evaluations are in sixteenths. Chances go up to 4096. */
enum { MCTS_WIN = 16, MCTS_DRAW = 8, MCTS_VISIT_BITS = 30, MCTS_CHANCE = 4096 };
enum { MCTS_MAX_VISITS = 1 << 29 };
enum { MCTS_LONGEST = 4000 }; /* plies of a playout; then it is a draw */

/* MCTS-Solver (Winands, Björnsson and Saito 2008): how a game from here must end. Proven wins count
 * up from PROVEN_WIN by their plies, losses down from -PROVEN_WIN. */
enum { PROVEN_NOTHING, PROVEN_DRAW, PROVEN_WIN };

#define MCTS_LEAF UINT32_C(0)             /* no children yet: the root is the child of no node */
#define MCTS_BUSY UINT32_C(0xffffffff)    /* a thread is expanding it */
#define MCTS_NO_NODE UINT32_C(0xffffffff) /* no such node */

typedef struct {
    _Atomic uint64_t sums;  /* value << MCTS_VISIT_BITS | visits */
    _Atomic uint32_t first; /* of its children, which lie side by side; or LEAF, BUSY */
    uint16_t         count; /* valid once `first` is */
    Move             move;
    _Atomic int16_t  proven;
    int16_t          prior;   /* chance by the evaluation, for progressive bias */
    _Atomic int16_t  minimax; /* the same, backed up by minimax (implicit minimax) */
} MctsNode;

enum { MCTS_TABLE = 1024, MCTS_LONG_TABLE = 32 * 64, MCTS_POS_SIZE = 2048 };

struct MctsTree {
    MctsNode        *nodes; /* the root first */
    uint32_t         capacity;
    _Atomic uint32_t used;

    /* What the root stands for; game is NULL in an empty tree. */
    const GameInfo *game;
    MctsSettings    settings;
    EvalSetup       eval;
    uint64_t        history; /* of the positions that led to it */
    union {
        max_align_t   align;
        unsigned char bytes[MCTS_POS_SIZE];
    } root;

    /* This search. */
    bool             is_shared; /* by several threads */
    uint64_t         budget;    /* simulations; 0: no limit */
    uint64_t         reserve;   /* and those that CHOICE_MAX_ROBUST may add */
    _Atomic uint64_t claimed;

    double inverse_root[MCTS_TABLE];          /* 1 / sqrt(n) */
    double root_of_log[MCTS_TABLE];           /* sqrt(log n) */
    double root_of_long_log[MCTS_LONG_TABLE]; /* the same in steps of n / 64 */
};

/* From the root to the present node, and the player who made the move into each. */
typedef struct {
    MctsNode *node[MAX_SEARCH_PLIES + 1];
    uint8_t   mover[MAX_SEARCH_PLIES + 1];
    int       length; /* of the line: node[length] is the last */
} MctsPath;

/* Natural logarithm by the same few operations everywhere; libraries differ in the last bit. */
double mcts_log(double x);
/* The chance of a score, 0..MCTS_CHANCE, by the logistic function; and its inverse. */
int   mcts_chance(const MctsSettings *settings, Score score);
Score mcts_score(const MctsSettings *settings, double chance);

/* Readies the tree for a search: true when what it holds was found under these settings. */
bool   mcts_tree_fits(const MctsTree *tree, const GameInfo *game, const MctsSettings *settings,
                      const EvalSetup *eval);
size_t mcts_tree_bytes(const MctsTree *tree); /* in use */
void   mcts_tree_reroot(MctsTree *tree, uint32_t index);
static inline bool mcts_has_room(const MctsTree *tree, uint32_t count)
{
    return atomic_load_explicit(&tree->used, memory_order_relaxed) + count <= tree->capacity;
}
/* A block of `count` nodes, or MCTS_NO_NODE when the pool is full. */
uint32_t mcts_take_block(MctsTree *tree, int count);

/* The next simulations for this thread; 0 when none are left. */
uint64_t mcts_claim(MctsTree *tree, int thread);

/* What the children of the node prove for the player to move there. */
int mcts_proven_below(const MctsTree *tree, const MctsNode *node);
/* The last node of the path is proven: so may be those before. Returns the first that is. */
int mcts_prove(MctsTree *tree, MctsPath *path);
/* Implicit minimax (Lanctot and others 2014): the children of path->node[length] have evaluations;
 * backs up their minimax. */
void mcts_back_up_minimax(MctsTree *tree, const MctsPath *path, int side);

/* The best of the work's root moves: root_best, root_score, pv. */
Score mcts_choose(const MctsTree *tree, SearchWork *work);

static inline uint64_t mcts_sums(const MctsNode *node)
{
    return atomic_load_explicit(&node->sums, memory_order_relaxed);
}

static inline uint32_t mcts_visits(uint64_t sums)
{
    return (uint32_t)sums & ((1u << MCTS_VISIT_BITS) - 1);
}

static inline uint64_t mcts_value(uint64_t sums) { return sums >> MCTS_VISIT_BITS; }

static inline int mcts_proven(const MctsNode *node)
{
    return atomic_load_explicit(&node->proven, memory_order_relaxed);
}

static inline void mcts_set_proven(MctsNode *node, int proven)
{
    assert(proven > INT16_MIN && proven <= INT16_MAX);
    atomic_store_explicit(&node->proven, (int16_t)proven, memory_order_relaxed);
}

/* The same result from the other player's side. */
static inline int mcts_turned(int proven) { return proven == PROVEN_DRAW ? proven : -proven; }

/* What a proven node is worth to player 0, by whose move it is. */
static inline int mcts_proven_value(int proven, int mover)
{
    assert(proven != PROVEN_NOTHING && (mover == 0 || mover == 1));
    if (proven == PROVEN_DRAW)
        return MCTS_DRAW;
    return (proven > 0) == (mover == 0) ? MCTS_WIN : 0;
}

/* Simulations can be long: the flag is looked at before each. */
static inline bool mcts_is_stopped(const SearchWork *work)
{
    const atomic_bool *stop = work->context->stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Virtual loss (Chaslot, Winands and van den Herik 2008): when threads share the tree a visit is
 * counted on the way down. Until the result is backed up it counts as a loss, so that the other
 * threads select other moves. Returns the visits before. */
static inline uint32_t mcts_enter(const MctsTree *tree, MctsNode *node)
{
    if (tree->is_shared)
        return mcts_visits(atomic_fetch_add_explicit(&node->sums, 1, memory_order_relaxed));
    return mcts_visits(mcts_sums(node));
}

static inline void mcts_leave(const MctsTree *tree, MctsNode *node, int value)
{
    assert(value >= 0 && value <= MCTS_WIN);
    uint64_t added = (uint64_t)value << MCTS_VISIT_BITS;
    if (tree->is_shared)
        atomic_fetch_add_explicit(&node->sums, added, memory_order_relaxed);
    else
        atomic_store_explicit(&node->sums, mcts_sums(node) + added + 1, memory_order_relaxed);
}

static inline double mcts_inverse_root(const MctsTree *tree, uint32_t n)
{
    return n < MCTS_TABLE ? tree->inverse_root[n] : 1 / sqrt((double)n);
}

static inline double mcts_root_of_log(const MctsTree *tree, uint32_t n)
{
    if (n < MCTS_TABLE)
        return tree->root_of_log[n];
    uint32_t exponent = 31 - (uint32_t)__builtin_clz(n);
    return tree->root_of_long_log[64 * exponent + (n >> (exponent - 6) & 63)];
}

/* UCT (Kocsis and Szepesvári 2006) times MCTS_WIN is v/n + c/sqrt(n) = (v r + c) r with
 * r = 1/sqrt(n), from a table: no division, no root. An unvisited child has the first play urgency
 * (FPU, Gelly and Wang 2006). */
static inline MctsNode *mcts_select_plain(const MctsTree *tree, const MctsNode *node,
                                          uint32_t first, bool has_solver)
{
    MctsNode *child = tree->nodes + first, *end = child + node->count, *best = child;
    double    urgency = -1, first_play = MCTS_WIN * tree->settings.first_play;
    double    c = MCTS_WIN * tree->settings.exploration *
               mcts_root_of_log(tree, mcts_visits(mcts_sums(node)));
    for (; child < end; child++) {
        uint64_t sums = mcts_sums(child);
        uint32_t n = mcts_visits(sums);
        int      proven = has_solver ? mcts_proven(child) : PROVEN_NOTHING;
        double   u;
        if (proven < 0)
            continue;
        if (proven > 0)
            u = proven == PROVEN_DRAW ? MCTS_DRAW : 2 * MCTS_WIN;
        else if (n > 0) {
            double r = mcts_inverse_root(tree, n);
            u = ((double)(int64_t)mcts_value(sums) * r + c) * r;
        } else if (first_play < 0)
            return child;
        else
            u = first_play;
        if (u > urgency) {
            urgency = u;
            best = child;
        }
    }
    return best;
}

/* The same with evaluations: implicit minimax mixes their minimax into the mean, progressive bias
 * (Chaslot and others 2008) adds the child's own, less with each visit. */
static inline MctsNode *mcts_select_evaluated(const MctsTree *tree, const MctsNode *node,
                                              uint32_t first)
{
    const MctsSettings *settings = &tree->settings;
    const double        unit = (double)MCTS_WIN / MCTS_CHANCE;
    MctsNode           *child = tree->nodes + first, *end = child + node->count, *best = child;
    double urgency = -1, share = settings->implicit_minimax, bias = unit * settings->bias;
    double c =
        MCTS_WIN * settings->exploration * mcts_root_of_log(tree, mcts_visits(mcts_sums(node)));
    for (; child < end; child++) {
        uint64_t sums = mcts_sums(child);
        uint32_t n = mcts_visits(sums);
        int      proven = settings->has_solver ? mcts_proven(child) : PROVEN_NOTHING;
        double   u;
        if (proven < 0)
            continue;
        if (proven > 0)
            u = proven == PROVEN_DRAW ? MCTS_DRAW : 2 * MCTS_WIN;
        else if (n == 0 && settings->first_play < 0)
            return child;
        else {
            double r = n > 0 ? mcts_inverse_root(tree, n) : 0;
            double mean =
                n > 0 ? (double)(int64_t)mcts_value(sums) * r * r : MCTS_WIN * settings->first_play;
            int minimax = atomic_load_explicit(&child->minimax, memory_order_relaxed);
            u = (1 - share) * mean + share * unit * minimax + c * r +
                bias * child->prior / (n + 1.0);
        }
        if (u > urgency) {
            urgency = u;
            best = child;
        }
    }
    return best;
}

static inline bool mcts_uses_evaluation(const MctsSettings *settings)
{
    return settings->implicit_minimax > 0 || settings->bias > 0;
}

static inline MctsNode *mcts_select(const MctsTree *tree, const MctsNode *node, uint32_t first)
{
    assert(first != MCTS_LEAF && first != MCTS_BUSY && node->count > 0);
    if (mcts_uses_evaluation(&tree->settings))
        return mcts_select_evaluated(tree, node, first);
    return tree->settings.has_solver ? mcts_select_plain(tree, node, first, true)
                                     : mcts_select_plain(tree, node, first, false);
}
