/* ref_fousfous.c -- Fous-Fous, the slow and plain way. */
#include "ref_common.h"

#include <stdio.h>

/* The nearest enemies the piece at `from` sees along the diagonals. */
static int list_seen(const RefPos *pos, RefSquare from, RefSquare out[REF_SIZE * REF_SIZE])
{
    char enemy = ref_at(pos, from) == '1' ? '2' : '1';
    int  count = 0;
    for (int i = REF_ORTHOGONAL; i < REF_STEPS; i++) {
        int       free = ref_reach(pos, from, ref_steps[i], REF_EMPTY);
        RefSquare first = ref_go(from, ref_steps[i], free + 1);
        if (ref_at(pos, first) == enemy)
            out[count++] = first;
    }
    return count;
}

static RefPos after_move(const RefPos *pos, RefSquare from, RefSquare to)
{
    RefPos after = *pos;
    ref_put(&after, to, ref_at(pos, from));
    ref_put(&after, from, REF_EMPTY);
    after.side = 1 - pos->side;
    return after;
}

/* Where this one piece may go: to any enemy it sees; when it sees none, to the empty squares from
 * which it will see one. */
static int list_targets(const RefPos *pos, RefSquare from, RefSquare out[REF_SIZE * REF_SIZE])
{
    RefSquare reached[REF_SIZE * REF_SIZE], seen[REF_SIZE * REF_SIZE];
    int       count = list_seen(pos, from, out);
    if (count > 0)
        return count;
    int reached_count = ref_slides(pos, from, REF_ORTHOGONAL, REF_ORTHOGONAL, reached);
    for (int i = 0; i < reached_count; i++) {
        RefPos after = after_move(pos, from, reached[i]);
        if (list_seen(&after, reached[i], seen) > 0)
            out[count++] = reached[i];
    }
    return count;
}

static void write_move(const RefPos *pos, RefSquare from, RefSquare to, char out[REF_TEXT])
{
    (void)pos;
    snprintf(out, REF_TEXT, "%c%c-%c%c", 'A' + from.col, '1' + from.row, 'A' + to.col,
             '1' + to.row);
}

RefResult ref_fousfous_result(const RefPos *pos)
{
    char out[REF_MAX_MOVES][REF_TEXT];
    int  other = 1 - pos->side;
    if (ref_count(pos, ref_stone(pos->side)) == 0)
        return ref_won(other, "no-pieces");
    if (ref_count(pos, ref_stone(other)) == 0)
        return ref_won(pos->side, "no-pieces");
    if (ref_list_piece_moves(pos, list_targets, write_move, out) == 0)
        return ref_won(other, "blocked");
    return ref_going_on();
}

int ref_fousfous_moves(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT])
{
    return ref_fousfous_result(pos).over ? 0
                                         : ref_list_piece_moves(pos, list_targets, write_move, out);
}

void ref_fousfous_apply(RefPos *pos, const char *move)
{
    RefSquare from = {move[1] - '1', move[0] - 'A'}; /* B1-A2: at most eight rows */
    RefSquare to = {move[4] - '1', move[3] - 'A'};
    *pos = after_move(pos, from, to);
}
