/* ref_connect4.c -- Connect Four, the slow and plain way. */
#include "ref_common.h"

#include <stdio.h>

RefResult ref_connect4_result(const RefPos *pos)
{
    return ref_row_result(pos, ref_has_row, 4, "four");
}

int ref_connect4_moves(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT])
{
    int count = 0;
    if (ref_connect4_result(pos).over)
        return 0;
    for (int col = 0; col < pos->cols; col++)
        if (pos->cell[0][col] == REF_EMPTY)
            snprintf(out[count++], REF_TEXT, "%d", col + 1);
    return count;
}

void ref_connect4_apply(RefPos *pos, const char *move)
{
    RefSquare above = {-1, move[0] - '1'};
    RefSquare down = {1, 0};
    int       fall = ref_reach(pos, above, down, REF_EMPTY);
    ref_put(pos, ref_go(above, down, fall), ref_stone(pos->side));
    pos->side = 1 - pos->side;
}
