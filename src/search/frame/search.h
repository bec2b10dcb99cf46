/* search/frame/search.h -- what a search is given and what it gives back. */
#pragma once
#include "core/constants.h"
#include "core/game.h"
#include "eval/criteria.h"
#include "search/frame/tt.h"

#include <stdatomic.h>

typedef enum {
#define SEARCHER(id, kind, english, french) SEARCHER_##id,
#include "search/frame/searchers.def"
#undef SEARCHER
    SEARCHER_COUNT
} SearcherId;

typedef enum {
    SEARCHER_MOVE,
    SEARCHER_TREE,
    SEARCHER_ROUGH,
    SEARCHER_SELECTIVE,
    SEARCHER_BUDGET
} SearcherKind;

/* 0 means no limit. */
typedef struct {
    int      depth;
    uint64_t nodes;
    int64_t  time_us;
    uint64_t iterations; /* simulations of MCTS */
} Limits;

/* The time for one move by a clock: a share of the time that is left and most of the increment, but
 * never so much that the time could run out. At least a millisecond. */
int64_t limits_share_of_clock(int64_t left_us, int64_t increment_us);

typedef enum {
    ORDER_DYNAMIC, /* table move, killers, history, then the game's own order */
    ORDER_STATIC,  /* the game's own order alone: the same for every searcher */
    ORDER_NONE     /* as generated */
} MoveOrder;

/* What the laboratory switches on and off. All zero: as in play. */
typedef struct {
    MoveOrder order;
    bool      is_fixed_depth;  /* straight to limits.depth, no deepening */
    bool      has_exact_table; /* table entries count at equal depth only: values stay minimax's */
    bool      has_quiescence;  /* at the horizon noisy moves are played on, where a game has them */
} SearchSwitches;

typedef struct {
    uint64_t nodes;   /* positions reached by a move */
    uint64_t leaves;  /* those that were evaluated or ended the game */
    uint64_t cutoffs; /* nodes left early, and how often by their first move */
    uint64_t first_cutoffs;
    uint64_t researches; /* with wider windows, and further passes */
    uint64_t table_probes, table_hits, table_cuts;
    uint64_t memory; /* bytes the searcher kept beyond the table */
    int      selective_depth;
} SearchCounts;

/* What the searcher `casual` overlooks; all zero: nothing. */
typedef struct {
    int miss;  /* per cent of the moves at the root that are overlooked, */
    int fade;  /* and more by this for each ply ahead */
    int noise; /* hundredths of a point: evaluations are wrong by up to this */
    int alert; /* ends within this number of plies are always seen: 1 a win, 2 a loss in one move */
    int lapse; /* per cent of its moves that are made so, the others see everything; 0: all */
} Attention;

enum { MAX_LINES = 16 };

typedef struct {
    Score score; /* for the player to move */
    int   length;
    Move  moves[MAX_SEARCH_PLIES];
} SearchLine;

typedef struct {
    int                 depth, line, table_permille;
    int64_t             time_us;
    const SearchCounts *counts;
    const SearchLine   *best;
} SearchReport;

struct TreeLog;      /* search/frame/treelog.h */
struct MctsSettings; /* search/mcts/mcts.h */
struct MctsTree;
struct ExactMemory; /* search/exact/exact.h */

typedef struct SearchContext {
    /* Given by the caller. */
    Limits             limits;
    SearchSwitches     switches;
    Attention          attention;
    EvalSetup          eval;             /* all zero: the game's default */
    Constants          constants;        /* of the searcher; all zero: the usual ones */
    Tt                *table;            /* borrowed, NULL: none */
    size_t             solver_megabytes; /* of an exact solver's table; 0: the solver's choice */
    int                threads;          /* 0 or 1: this one */
    int                lines;            /* best lines wanted, 0 or 1: one */
    const atomic_bool *stop;             /* borrowed, may be NULL; any thread may set it */
    uint64_t           rng;
    Score           contempt;  /* what a draw costs the player at the root; read by the flagship */
    uint64_t       *keys;      /* borrowed: earlier positions, the present one last, and room */
    size_t          key_count; /* for MAX_SEARCH_PLIES more; NULL and 0: no history */
    struct TreeLog *tree;      /* borrowed, NULL: the tree is not recorded */

    const struct MctsSettings *mcts;      /* borrowed, NULL: the strong preset */
    struct MctsTree           *mcts_tree; /* borrowed, NULL: one for this search alone */
    struct ExactMemory        *exact;     /* likewise */

    void (*report)(const SearchReport *report, void *user); /* after each depth; may be NULL */
    void *user;

    /* Found by the search. `best` is a legal move whenever there is one. */
    Move         best;
    Score        score; /* for the player to move */
    int          depth; /* deepest finished iteration */
    uint64_t     nodes; /* of all threads */
    SearchCounts counts;
    int          line_count;
    SearchLine   found[MAX_LINES];
    int64_t      time_us;
} SearchContext;

const char  *searcher_name(SearcherId id);
const char  *searcher_text(SearcherId id, Lang lang);
SearcherKind searcher_kind(SearcherId id);
bool         searcher_uses_table(SearcherId id); /* SearchContext.table */
bool         searcher_has_depths(SearcherId id); /* goes deeper and deeper: Limits.depth */
bool         searcher_find(const char *name, SearcherId *out);

/* The constants that the text of a player can set; NULL: none. Without a game: those that all games
 * share. */
const ConstantTable *searcher_constants(const Game *game, SearcherId id);

/* The constants of the flagship, in the order of search/strong/flagship.def. */
typedef enum {
#define CONSTANT(id, usual, min, max, step, english, french) FLAGSHIP_##id,
#include "search/strong/flagship.def"
#undef CONSTANT
    FLAGSHIP_CONSTANTS
} FlagshipConstant;
extern const int32_t flagship_usual[FLAGSHIP_CONSTANTS];

/* Searches pos, which is unchanged on return. The game must not be over there. When memory is short
 * the first legal move is the answer. */
void search_run(const Game *game, void *pos, SearcherId id, SearchContext *context);

/* Counts the leaves of the legal tree (perft), on several threads; false when memory is short.
 * `on_progress` may be NULL; it is called from the calling thread only. */
typedef void PerftProgress(int done, int total, void *user);
bool         search_perft(const Game *game, const void *pos, int depth, int threads,
                          PerftProgress *on_progress, void *user, uint64_t *out);
