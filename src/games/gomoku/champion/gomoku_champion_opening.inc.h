/* The champion in the swap2 opening: takes the better colour, and places stones so that neither
 * colour is better, since the other will choose. */
#pragma once
#include "games/gomoku/champion/gomoku_champion.inc.h"

#include <assert.h>

/* The position as if play went on from here, for the colour to move. */
static Score champion_judge(GomokuChampion *c, int depth)
{
    c->w->pv_length[1] = 1;
    return champion_search(c, -SCORE_INF, SCORE_INF, depth < OPENING_DEPTH ? depth : OPENING_DEPTH,
                           1, MOVE_NONE);
}

static bool champion_choose(SearchWork *w, Move move, Score score)
{
    if (w->is_stopped || !champion_is_root_move(w, move))
        return false;
    w->root_best = w->pv[0][0] = move;
    w->pv_length[0] = 1;
    w->root_score = score;
    return true;
}

/* A colour; more stones are never better than the better colour. */
static bool champion_take_colour(GomokuChampion *c, int depth, Score *score)
{
    Score white = champion_judge(c, depth);
    *score = white >= 0 ? white : -white;
    return champion_choose(c->w, white >= 0 ? GOMOKU_TAKE_WHITE : GOMOKU_TAKE_BLACK, *score);
}

/* The last stone before the opponent chooses: the point that leaves the colours most even. */
static bool champion_place_even(GomokuChampion *c, int depth, Score *score)
{
    SearchWork  *w = c->w;
    GomokuPoints points;
    Move         best = MOVE_NONE;
    Score        least = SCORE_INF;
    gomoku_near_stones(&c->t, &points);
    for (int row = 0; row < c->t.pos.size; row++)
        for (uint64_t left = points.row[row]; left != 0;) {
            GomokuChanges changes;
            Move          move = (Move)(32 * row + bits_pop(&left));
            champion_make(c, move, &changes);
            Score found = champion_judge(c, depth / 2 + 1);
            champion_unmake(c, move, &changes);
            found = found < 0 ? -found : found;
            if (!w->is_stopped && found < least) {
                least = found;
                best = move;
            }
        }
    *score = -least;
    return best != MOVE_NONE && champion_choose(w, best, *score);
}

/* An earlier stone: a third of the way in, where the board helps neither side much; later ones
 * beside the stones on the board. */
static bool champion_place_first(GomokuChampion *c, Score *score)
{
    int  size = c->t.pos.size, row = size / 3, col = size / 3;
    Move move = (Move)(32 * row + col);
    *score = 0;
    for (int step = 1; !champion_is_root_move(c->w, move) && col + step < size; step++)
        move = (Move)(32 * (row + step % 2) + col + step);
    return champion_choose(c->w, move, 0);
}

/* False: this is no opening, or nothing was found in time. */
static bool champion_open(GomokuChampion *c, const gomoku_pos *p, int depth, Score *score)
{
    assert(p->phase != PHASE_PLAY);
    switch (p->phase) {
    case PHASE_CHOOSE:
    case PHASE_PICK:
        return champion_take_colour(c, depth, score);
    case PHASE_OPEN:
        return p->stones == 2 ? champion_place_even(c, depth, score)
                              : champion_place_first(c, score);
    case PHASE_EXTEND:
        return p->stones == 4 ? champion_place_even(c, depth, score)
                              : champion_place_first(c, score);
    default:
        return false;
    }
}
