#include "stones.h"

#include "support.h"

#include <stdlib.h>

static int compare_positions(const void *a, const void *b)
{
    const connect4_pos *p = a, *q = b;
    uint64_t            x = p->mine + p->all, y = q->mine + q->all;
    return (x > y) - (x < y);
}

connect4_pos *one_stone_later(const connect4_pos *from, int *count)
{
    const Game   *game = must_find_game("connect4");
    connect4_pos *to = malloc(((size_t)*count * CONNECT4_MAX_COLS + 1) * sizeof *to);
    int           made = 0, kept = 0;
    assert_non_null(to);
    for (int i = 0; i < *count; i++) {
        Move moves[MAX_MOVES];
        int  n = game->play(&from[i]) == PLAY_ON ? game->gen(&from[i], moves) : 0;
        for (int m = 0; m < n; m++) {
            Bytes undo;
            to[made] = from[i];
            game->make(&to[made++], moves[m], &undo);
        }
    }
    qsort(to, (size_t)made, sizeof *to, compare_positions);
    for (int i = 0; i < made; i++)
        if (kept == 0 || compare_positions(&to[kept - 1], &to[i]) != 0)
            to[kept++] = to[i];
    *count = kept;
    return to;
}
