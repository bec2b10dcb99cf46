/* Gomoku: the candidate moves of random openings and of exploration in self-play. Most of 225
 * points are useless, so moves sampled from all of them would not look like a game. */
#include "games/gomoku/champion/gomoku_candidates.h"

/* The first stone goes anywhere but near the edge. */
static void list_middle(int size, GomokuPoints *out)
{
    enum { EDGE = 3 };
    int edge = size > 2 * EDGE ? EDGE : 0;
    *out = (GomokuPoints){{0}};
    for (int row = edge; row < size - edge; row++)
        out->row[row] = (1u << (size - edge)) - (1u << edge);
}

/* Points that make five come first, then those that stop the opponent's five. */
static bool list_five(const GomokuThreats *t, GomokuPoints *out)
{
    for (int side = 0; side < 2; side++) {
        int colour = side == 0 ? t->pos.turn : 1 - t->pos.turn;
        if (t->count[colour][RANK_FIVE] == 0)
            continue;
        *out = (GomokuPoints){{0}};
        gomoku_add_set(&t->set[colour][RANK_FIVE], out);
        return true;
    }
    return false;
}

/* Equals stay in the order of points. */
static int insert(const GomokuThreats *t, Move out[], int count, Move move)
{
    int at = count;
    for (; at > 0 && gomoku_promise(t, out[at - 1]) < gomoku_promise(t, move); at--)
        out[at] = out[at - 1];
    out[at] = move;
    return count + 1;
}

int gomoku_sensible(const void *pos, Move out[])
{
    gomoku_pos    play = *(const gomoku_pos *)pos;
    GomokuThreats t;
    GomokuPoints  points;
    int           count = 0;
    if (play.phase == PHASE_CHOOSE || play.phase == PHASE_PICK || gomoku_play(&play) != PLAY_ON)
        return gomoku_gen(pos, out);
    play.phase = PHASE_PLAY;
    gomoku_threats_init(&t, &play);
    if (play.stones == 0)
        list_middle(play.size, &points);
    else if (!list_five(&t, &points))
        gomoku_list_points(&t, &points);
    for (int row = 0; row < play.size; row++)
        for (uint64_t left = points.row[row]; left != 0;) {
            int point = 32 * row + bits_pop(&left);
            if (gomoku_may_play(&t, point))
                count = insert(&t, out, count, (Move)point);
        }
    return count > 0 ? count : gomoku_gen(pos, out);
}
