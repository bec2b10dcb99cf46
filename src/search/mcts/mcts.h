/* search/mcts/mcts.h -- Monte Carlo tree search: its settings, and the tree it can keep between
 * moves.
 */
#pragma once
#include "search/frame/search.h"

typedef enum {
    PLAYOUT_UNIFORM, /* every legal move equally likely */
    PLAYOUT_WIN,     /* the same, but a win in one is always taken */
    PLAYOUT_GAME,    /* the game's own policy (G(policy_move)), uniform where it has none */
    PLAYOUT_COUNT
} MctsPlayout;

typedef enum {
    CHOICE_ROBUST,     /* most visits */
    CHOICE_MAX,        /* best mean */
    CHOICE_MAX_ROBUST, /* best in both; while no move is, up to half as many simulations more */
    CHOICE_SECURE,     /* best lower confidence bound */
    CHOICE_COUNT
} MctsChoice;

typedef struct MctsSettings {
    double      exploration; /* the constant of UCT */
    MctsPlayout playout;
    MctsChoice  choice;
    bool        has_solver;       /* MCTS-Solver: proven wins, draws and losses are backed up */
    bool        has_reuse;        /* keeps the tree for the next move */
    double      first_play;       /* first play urgency (FPU); negative: infinite */
    double      implicit_minimax; /* share of the minimax of evaluations in the mean, 0..1 */
    double      bias;             /* progressive bias by the evaluation of a child, 0: none */
    double      scale;            /* points of evaluation at which chances are 73 % */
    int         playout_plies;    /* then the evaluation decides; 0: to the end */
    int         memory_megabytes; /* of the node pool */
} MctsSettings;

typedef struct {
    const char  *name;
    Text         help;
    MctsSettings settings;
    Limits       limits; /* what it is used with */
} MctsPreset;

/* "strong" first; the reports' own after it. */
extern const MctsPreset mcts_presets[];
extern const int        mcts_preset_count;

/* "seed4,exploration=1.2,choice=max,playout=win,memory=64"; an empty text is "strong", which is
 * with the game's own settings (GameInfo.mcts). `game` may be NULL: without them. */
bool         mcts_parse(const Game *game, const char *text, MctsSettings *out, Error *err);
MctsSettings mcts_usual(const Game *game);

/* The preset that a text begins with. */
const MctsPreset *mcts_preset_of(const char *text);

typedef struct MctsTree MctsTree;

/* NULL when memory is short; the caller deletes it. */
MctsTree *mcts_tree_new(int megabytes);
void      mcts_tree_delete(MctsTree *tree); /* NULL is fine */
void      mcts_tree_clear(MctsTree *tree);

/* What a search found about the moves of the root, for reports and curves. */
typedef struct {
    Move     move;
    uint64_t visits;
    double   mean;     /* 0..1 for the player to move */
    int      proven;   /* 1 won, -1 lost, 0 neither, for the player to move */
    bool     is_drawn; /* proven too */
} MctsChild;

int mcts_children(const MctsTree *tree, MctsChild out[MAX_MOVES]);
