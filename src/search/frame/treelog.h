/* search/frame/treelog.h -- the tree of a search as it was, up to a number of nodes. */
#pragma once
#include "search/frame/tt.h"

#include <assert.h>

typedef enum {
    TREE_OPEN,    /* searched move by move */
    TREE_HORIZON, /* evaluated */
    TREE_OVER,    /* the game ends here */
    TREE_TABLE,   /* answered by the table */
    TREE_CUT,     /* left early: the last child was good enough */
    TREE_STOPPED  /* unfinished */
} TreeEnd;

typedef struct {
    int      parent; /* -1: root */
    Move     move;   /* that led here */
    int16_t  ply;
    uint8_t  side;               /* to move */
    uint8_t  end;                /* TreeEnd */
    uint8_t  bound;              /* Bound of the score */
    Score    alpha, beta, score; /* for the player to move */
    uint64_t visits;             /* how often it was searched (MCTS: simulations) */
} TreeNode;

typedef struct TreeLog {
    TreeNode *nodes; /* owned by the caller */
    int       count, capacity;
    uint64_t  left_out; /* nodes that found no room */
} TreeLog;

/* A new child of `parent`, or -1 when there is no room (nor for its descendants). */
static inline int treelog_add(TreeLog *log, int parent, Move move, int ply, int side)
{
    assert(log->count <= log->capacity && parent < log->count);
    assert(ply >= 0 && (side == 0 || side == 1));
    if (log->count == log->capacity || (parent < 0 && ply > 0)) {
        log->left_out++;
        return -1;
    }
    log->nodes[log->count] = (TreeNode){
        .parent = parent, .move = move, .ply = (int16_t)ply, .side = (uint8_t)side, .visits = 1};
    return log->count++;
}

/* A node that was closed before the log was full has all its children in it. */
static inline bool treelog_is_complete(const TreeLog *log, int index)
{
    assert(index >= 0 && index < log->count);
    if (log->left_out == 0)
        return true;
    for (int i = log->count - 1; i >= 0; i = log->nodes[i].parent)
        if (i == index)
            return false;
    return true;
}
