/* search/frame/instance.h -- compile every searcher for one game and emit its Game record.
 *
 * Usage, in games/<game>/<game>_instance.c, and nowhere else:
 *     #include "games/<game>/<game>.h"
 *     #define GAME <game>
 *     #include "search/frame/instance.h"
 *
 * The build compiles each instance twice on x86: plainly, and with INSTANCE_WIDE for processors
 * that have POPCNT, BMI and AVX2. Both give the same numbers; games/registry.c chooses. With
 * INSTANCE_LIGHT it is what a page loads: the rules and those who play its lower levels. */
#ifndef GAME
#error "search/frame/instance.h: define GAME first"
#endif
#include "search/frame/template.h"

/* The contract, checked here so that a missing or mistyped hook is one clear error. */
#define HOOK(name, ...)                                                                            \
    _Static_assert(_Generic(&G(name), __VA_ARGS__ : 1, default : 0), "bad hook: " #name)
HOOK(gen, int (*)(const POS *, Move *));
HOOK(make, void (*)(POS *, Move, UNDO *));
HOOK(unmake, void (*)(POS *, Move, const UNDO *));
HOOK(play, Play (*)(const POS *));
HOOK(side, int (*)(const POS *));
HOOK(criteria, void (*)(const POS *, const EvalSetup *, int *));
HOOK(key, uint64_t (*)(const POS *));
HOOK(key_slow, uint64_t (*)(const POS *));
HOOK(start, void (*)(Board *));
HOOK(from_board, bool (*)(POS *, const Board *, Error *));
HOOK(to_board, void (*)(const POS *, Board *));
HOOK(reason, Reason (*)(const POS *));
HOOK(squares, void (*)(const POS *, Move, int *, int *));
HOOK(symmetries, unsigned (*)(const Board *));
HOOK(colour_swap, int (*)(const Board *));
#if G(can_repeat)
HOOK(repeat_limit, int (*)(const POS *));
HOOK(reversible, int (*)(const POS *));
#endif
#if G(has_count)
HOOK(count, int (*)(const POS *));
#endif
#if G(has_noisy)
HOOK(gen_noisy, int (*)(const POS *, Move *));
#endif
#if G(has_order)
HOOK(order, int (*)(const POS *, Move));
#endif
#if G(has_random_move)
HOOK(random_move, Move (*)(const POS *, uint64_t *));
#endif
#if G(has_playout)
HOOK(playout, int (*)(POS *, uint64_t *));
#endif
#if G(has_playouts)
HOOK(playouts, void (*)(const POS *, uint64_t, uint64_t *, PlayoutStats *));
#endif
#if G(has_winning_move)
HOOK(winning_move, Move (*)(const POS *));
#endif
#if G(has_policy)
HOOK(policy_move, Move (*)(const POS *, uint64_t *));
#endif
#if G(has_flagship)
HOOK(flagship_key, uint64_t (*)(const POS *));
HOOK(flagship_score, Score (*)(const POS *, Score, Score));
HOOK(flagship_null, Move (*)(const POS *));
#endif
#if G(has_champion)
HOOK(champion, bool (*)(const POS *, SearchWork *, int, Score *));
#endif
#if G(has_net)
HOOK(net_sets, void (*)(const POS *, uint64_t (*)[NET_WORDS]));
#endif
#if G(has_solver)
HOOK(solver, const Solver *);
#endif
#if G(has_winning_cells)
HOOK(winning_cells, int (*)(const POS *, int *));
#endif
#if G(has_forbidden_cells)
HOOK(forbidden_cells, int (*)(const POS *, int *));
#endif
#undef HOOK
_Static_assert((int)G(max_moves) <= (int)MAX_MOVES, "max_moves is larger than MAX_MOVES");
_Static_assert(!(G(can_repeat) && G(keeps_turn)), "positions that repeat need alternating sides");
_Static_assert(G(keeps_turn) == 0 || G(keeps_turn) == 1, "keeps_turn must be 0 or 1");

#include "search/frame/node.inc.h"
#ifdef INSTANCE_LIGHT
#include "search/tree/casual.inc.h"
#include "search/tree/random.inc.h"
#else
#include "search/frame/perft.inc.h"
#include "search/frame/playout.inc.h"

/* Every searcher of searchers.def, in its order; the build writes this list. */
#include "searchers.inc.h"
#endif

static bool S(cold_from_board)(void *p, const Board *b, Error *e) { return G(from_board)(p, b, e); }
static void S(cold_to_board)(const void *p, Board *b) { G(to_board)(p, b); }
static void S(cold_make)(void *p, Move m, void *u) { G(make)(p, m, u); }
static void S(cold_unmake)(void *p, Move m, const void *u) { G(unmake)(p, m, u); }
static Play S(cold_play)(const void *p) { return G(play)(p); }
static Reason S(cold_reason)(const void *p) { return G(reason)(p); }
static int S(cold_side)(const void *p) { return G(side)(p); }
static uint64_t S(cold_key)(const void *p) { return G(key)(p); }
static uint64_t S(cold_key_slow)(const void *p) { return G(key_slow)(p); }

static void S(cold_criteria)(const void *p, const EvalSetup *setup, int out[])
{
    G(criteria)(p, setup, out);
}

static Score S(cold_evaluate)(const void *p, const EvalSetup *setup)
{
    return S(evaluate_alone)(p, setup);
}

static Score S(cold_eval)(const void *p)
{
    EvalSetup setup;
    eval_setup(G(info).evals, 0, &setup);
    return S(evaluate_alone)(p, &setup);
}

static int S(cold_gen)(const void *p, Move out[MAX_MOVES])
{
    return G(play)(p) == PLAY_ON ? G(gen)(p, out) : 0;
}

static void S(cold_squares)(const void *p, Move m, int *from, int *to)
{
    *from = *to = -1;
    if (m < MOVE_SPECIAL)
        G(squares)(p, m, from, to);
}

#if G(has_winning_cells)
static int S(cold_winning_cells)(const void *p, int out[BOARD_CELLS])
{
    return G(winning_cells)(p, out);
}
#endif

#if G(has_forbidden_cells)
static int S(cold_forbidden_cells)(const void *p, int out[BOARD_CELLS])
{
    return G(play)(p) == PLAY_ON ? G(forbidden_cells)(p, out) : 0;
}
#endif

static int S(cold_repeat_limit)(const void *p)
{
#if G(can_repeat)
    return G(repeat_limit)(p);
#else
    (void)p;
    return 0;
#endif
}

static int S(cold_reversible)(const void *p)
{
#if G(can_repeat)
    return G(reversible)(p);
#else
    (void)p;
    return 0;
#endif
}

static SearchFn *const S(searchers)[SEARCHER_COUNT] = {
#ifdef INSTANCE_LIGHT
    [SEARCHER_random] = S(random),
    [SEARCHER_casual] = S(casual),
#else
#define SEARCHER(id, kind, english, french) S(id),
#include "search/frame/searchers.def"
#undef SEARCHER
#endif
};

extern const Game INSTANCE_RECORD;
const Game        INSTANCE_RECORD = {
           .info = &G(info),
           .pos_size = sizeof(POS),
           .undo_size = sizeof(UNDO),
           .can_repeat = G(can_repeat),
           .start = G(start),
           .from_board = S(cold_from_board),
           .to_board = S(cold_to_board),
           .gen = S(cold_gen),
           .make = S(cold_make),
           .unmake = S(cold_unmake),
           .play = S(cold_play),
           .reason = S(cold_reason),
           .side = S(cold_side),
           .eval = S(cold_eval),
           .evaluate = S(cold_evaluate),
           .criteria = S(cold_criteria),
           .key = S(cold_key),
           .key_slow = S(cold_key_slow),
           .repeat_limit = S(cold_repeat_limit),
           .reversible = S(cold_reversible),
           .squares = S(cold_squares),
           .symmetries = G(symmetries),
           .colour_swap = G(colour_swap),
           .searchers = S(searchers),
#if G(has_winning_cells)
    .winning_cells = S(cold_winning_cells),
#endif
#if G(has_forbidden_cells)
    .forbidden_cells = S(cold_forbidden_cells),
#endif
#ifndef INSTANCE_LIGHT
    .perft = S(perft),
    .playouts = S(playouts),
#endif
#if G(has_solver) && !defined(INSTANCE_LIGHT)
    .solver = &G(solver),
#endif
};

#undef INSTANCE_RECORD
#undef UNDO
#undef POS
#undef S
#undef G
#undef INSTANCE_PASTE
#undef INSTANCE_PASTE_
#undef GAME
