/* Any legal move, except that a win in one is taken and a loss in one is stopped where it can be.
 */
#pragma once
#include "search/frame/node.inc.h"

/* Can the player to move here, the opponent of `side`, win at once? */
static bool S(can_win_at_once)(POS *p, int side, SearchWork *w)
{
    Move moves[G(max_moves)];
    int  count = S(keeps_turn_after)(p, side) ? 0 : G(gen)(p, moves);
    bool can_win = false;
    for (int i = 0; i < count && !can_win && !search_must_stop(w); i++) {
        UNDO undo;
        S(step)(p, moves[i], &undo, w);
        Play play = S(play_at)(p, w);
        can_win = play == (S(keeps_turn_after)(p, 1 - side) ? PLAY_WON : PLAY_LOST);
        S(step_back)(p, moves[i], &undo, w);
    }
    return can_win;
}

static Score S(careful_value)(void *pos, int side, SearchWork *w)
{
    return S(can_win_at_once)(pos, side, w) ? SCORE_MATE - 2 : 0;
}

static Score S(careful)(void *pos, SearchWork *w, int depth)
{
    (void)depth;
    return S(random_best)(pos, w, S(careful_value));
}
