/* ref_tictactoe.c -- Tic-Tac-Toe, the slow and plain way. */
#include "ref_common.h"

RefResult ref_tictactoe_result(const RefPos *pos)
{
    return ref_row_result(pos, ref_has_row, 3, "three");
}

int ref_tictactoe_moves(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT])
{
    return ref_tictactoe_result(pos).over ? 0 : ref_list_empty(pos, out);
}

void ref_tictactoe_apply(RefPos *pos, const char *move) { ref_place(pos, move); }
