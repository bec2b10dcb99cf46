/* lab/tree_view.h -- a recorded search tree made readable: move texts, scores for the player at the
 * root, children in order; and its three ways to a file. */
#pragma once
#include "base/lang.h"
#include "core/notation.h"
#include "engine/session.h"
#include "search/frame/treelog.h"

enum { SCORE_LABEL_SIZE = 40 };

typedef struct {
    char     move[MOVE_TEXT_SIZE];                          /* that led here; "" at a root */
    int      parent, first_child, next_brother, last_child; /* -1: none */
    int      ply;
    int      look;    /* 1: first time below this parent, 2: second look … */
    int      skipped; /* legal moves that were never looked at after a cut; -1: unknown */
    bool     is_max, is_principal;
    bool     has_window;
    bool     is_sampled; /* the score is a mean of simulations */
    TreeEnd  end;
    Bound    bound; /* of the score, both for the player at the root */
    Score    alpha, beta, score;
    uint64_t visits;
} TreeItem;

typedef struct {
    const Game *game;
    const char *searcher;
    bool        is_sampled; /* by MCTS: visits matter, scores are means */
    int         depth;      /* 0: the search had none */
    Lang        lang;
    Str         position;
    TreeItem   *items;
    int         count, capacity;
    uint64_t    left_out;
} TreeView;

/* The view comes with searcher, is_sampled, depth and lang set. False when memory is short. `line`
 * is the best line found. The caller frees the view. */
bool tree_view_init(TreeView *view, const Session *session, const TreeLog *log,
                    const SearchLine *line);
void tree_view_free(TreeView *view);

/* "=+1.35", "≥+2.00", "≤W5", "≈+0.40" */
const char *tree_item_score(const TreeItem *item, char text[SCORE_LABEL_SIZE]);
const char *tree_end_name(TreeEnd end);

void tree_write_json(const TreeView *view, Str *out);
void tree_write_dot(const TreeView *view, Str *out);
void tree_write_svg(const TreeView *view, Str *out);

/* "2000 nodes, 13456 more left out (cap 2000)" */
void tree_write_count(const TreeView *view, Str *out);
