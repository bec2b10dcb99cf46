#include "search/mcts/mcts_log.h"

#include "search/mcts/mcts_tree.h"

#include <assert.h>
#include <stdlib.h>

static uint32_t first_child(const MctsNode *node)
{
    uint32_t first = atomic_load_explicit(&node->first, memory_order_acquire);
    return first == MCTS_BUSY ? MCTS_LEAF : first;
}

/* The nodes with at least this number of visits, this one and below. */
static uint64_t count_visited(const MctsTree *tree, const MctsNode *node, uint32_t least)
{
    uint32_t first = first_child(node);
    uint64_t count = 1;
    for (int i = 0; first != MCTS_LEAF && i < node->count; i++) {
        const MctsNode *child = &tree->nodes[first + (uint32_t)i];
        if (mcts_visits(mcts_sums(child)) >= least)
            count += count_visited(tree, child, least);
    }
    return count;
}

/* For the player who made the move into the node, plies counted from the root. */
static Score score_of(const MctsTree *tree, const MctsNode *node, int ply)
{
    int      proven = mcts_proven(node);
    uint64_t sums = mcts_sums(node);
    if (proven == PROVEN_DRAW)
        return 0;
    if (proven != PROVEN_NOTHING) {
        int plies = ply + abs(proven) - PROVEN_WIN;
        return proven > 0 ? SCORE_MATE - plies : plies - SCORE_MATE;
    }
    double n = mcts_visits(sums); /* and one draw more, so that few visits prove little */
    return mcts_score(&tree->settings,
                      ((double)mcts_value(sums) + MCTS_DRAW) / (MCTS_WIN * (n + 1)));
}

typedef struct {
    const MctsTree *tree;
    const Game     *game;
    TreeLog        *log;
    uint32_t        least; /* visits of the nodes that are kept */
} Logger;

static bool log_below(const Logger *logger, const MctsNode *node, void *pos, int at)
{
    const Game *game = logger->game;
    uint32_t    first = first_child(node);
    void       *undo = malloc(game->undo_size);
    bool        ok = undo != NULL;
    int         side = game->side(pos), ply = logger->log->nodes[at].ply + 1;
    for (int i = 0; ok && first != MCTS_LEAF && i < node->count; i++) {
        const MctsNode *child = &logger->tree->nodes[first + (uint32_t)i];
        uint32_t        visits = mcts_visits(mcts_sums(child));
        if (visits < logger->least)
            continue;
        game->make(pos, child->move, undo);
        int index = treelog_add(logger->log, at, child->move, ply, game->side(pos));
        if (index >= 0) {
            TreeNode *logged = &logger->log->nodes[index];
            Score     score = score_of(logger->tree, child, ply);
            logged->visits = visits;
            logged->score = game->side(pos) == side ? score : -score;
            logged->bound = mcts_proven(child) != PROVEN_NOTHING ? BOUND_EXACT : BOUND_NONE;
            logged->end = game->play(pos) != PLAY_ON ? TREE_OVER : TREE_OPEN;
            ok = log_below(logger, child, pos, index);
        }
        game->unmake(pos, child->move, undo);
    }
    free(undo);
    return ok;
}

bool mcts_log_tree(const MctsTree *tree, const Game *game, void *pos, TreeLog *log)
{
    assert(log->capacity > 0 && log->count == 0);
    const MctsNode *root = &tree->nodes[0];
    Logger          logger = {.tree = tree, .game = game, .log = log, .least = 1};
    uint64_t        all = count_visited(tree, root, 1);
    for (uint64_t kept = all; kept > (uint64_t)log->capacity && logger.least < MCTS_MAX_VISITS;)
        kept = count_visited(tree, root, logger.least += logger.least / 4 + 1);
    int at = treelog_add(log, -1, MOVE_NONE, 0, game->side(pos));
    log->nodes[at].visits = mcts_visits(mcts_sums(root));
    bool ok = log_below(&logger, root, pos, at);
    log->left_out = all - (uint64_t)log->count;
    return ok;
}
