/* ref_common.c -- what the reference games share. */
#include "ref_common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY(game) {#game, ref_##game##_moves, ref_##game##_apply, ref_##game##_result},
const RefGame ref_games[] = {REF_GAMES(ENTRY)};
#undef ENTRY
const int ref_game_count = (int)(sizeof ref_games / sizeof ref_games[0]);

const RefSquare ref_steps[REF_STEPS] = {
    {-1, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 1}, {1, 1}, {1, -1}, {-1, -1},
};
const RefSquare ref_lines[REF_LINES] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

int ref_option(const RefPos *pos, const char *name)
{
    for (int i = 0; i < pos->option_count; i++)
        if (strcmp(pos->option[i].name, name) == 0)
            return pos->option[i].value;
    fprintf(stderr, "reference: option '%s' is not set\n", name);
    abort();
}

bool ref_is_same(const RefPos *a, const RefPos *b)
{
    if (a->rows != b->rows || a->cols != b->cols || a->side != b->side || a->quiet != b->quiet ||
        a->phase != b->phase || a->swapped != b->swapped)
        return false;
    for (int row = 0; row < a->rows; row++)
        if (memcmp(a->cell[row], b->cell[row], (size_t)a->cols) != 0)
            return false;
    return true;
}

RefSquare ref_go(RefSquare from, RefSquare step, int times)
{
    return (RefSquare){from.row + times * step.row, from.col + times * step.col};
}

char ref_at(const RefPos *pos, RefSquare at)
{
    if (at.row < 0 || at.row >= pos->rows || at.col < 0 || at.col >= pos->cols)
        return REF_OUTSIDE;
    return pos->cell[at.row][at.col];
}

void ref_put(RefPos *pos, RefSquare at, char what) { pos->cell[at.row][at.col] = what; }

char ref_stone(int side) { return side == 0 ? '1' : '2'; }

int ref_find(const RefPos *pos, char what, RefSquare out[REF_SIZE * REF_SIZE])
{
    int count = 0;
    for (int row = 0; row < pos->rows; row++)
        for (int col = 0; col < pos->cols; col++)
            if (pos->cell[row][col] == what)
                out[count++] = (RefSquare){row, col};
    return count;
}

int ref_count(const RefPos *pos, char what)
{
    RefSquare found[REF_SIZE * REF_SIZE];
    return ref_find(pos, what, found);
}

int ref_reach(const RefPos *pos, RefSquare from, RefSquare step, char what)
{
    int count = 0;
    while (ref_at(pos, ref_go(from, step, count + 1)) == what)
        count++;
    return count;
}

int ref_row_length(const RefPos *pos, RefSquare at, RefSquare line)
{
    RefSquare back = {-line.row, -line.col};
    char      stone = ref_at(pos, at);
    return ref_reach(pos, at, back, stone) + 1 + ref_reach(pos, at, line, stone);
}

bool ref_has_row(const RefPos *pos, char stone, int length)
{
    return ref_has_row_along(pos, stone, length, 0, REF_LINES);
}

bool ref_has_row_along(const RefPos *pos, char stone, int length, int first, int count)
{
    RefSquare stones[REF_SIZE * REF_SIZE];
    int       stone_count = ref_find(pos, stone, stones);
    for (int i = 0; i < stone_count; i++)
        for (int line = first; line < first + count; line++)
            if (ref_row_length(pos, stones[i], ref_lines[line]) >= length)
                return true;
    return false;
}

int ref_slides(const RefPos *pos, RefSquare from, int first, int count,
               RefSquare out[REF_SIZE * REF_SIZE])
{
    int found = 0;
    for (int step = first; step < first + count; step++) {
        int reach = ref_reach(pos, from, ref_steps[step], REF_EMPTY);
        for (int times = 1; times <= reach; times++)
            out[found++] = ref_go(from, ref_steps[step], times);
    }
    return found;
}

void ref_write_square(const RefPos *pos, RefSquare at, char out[REF_SQUARE])
{
    snprintf(out, REF_SQUARE, "%c%d", 'a' + at.col, pos->rows - at.row);
}

RefSquare ref_read_square(const RefPos *pos, const char **text)
{
    int   col = **text - 'a';
    char *end;
    int   number = (int)strtol(*text + 1, &end, 10);
    *text = end;
    return (RefSquare){pos->rows - number, col};
}

int ref_list_piece_moves(const RefPos *pos, RefListTargets *list_targets, RefWriteMove *write_move,
                         char out[REF_MAX_MOVES][REF_TEXT])
{
    RefSquare pieces[REF_SIZE * REF_SIZE], targets[REF_SIZE * REF_SIZE];
    int       count = 0, piece_count = ref_find(pos, ref_stone(pos->side), pieces);
    for (int i = 0; i < piece_count; i++) {
        int target_count = list_targets(pos, pieces[i], targets);
        for (int k = 0; k < target_count; k++)
            write_move(pos, pieces[i], targets[k], out[count++]);
    }
    return count;
}

int ref_list_empty(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT])
{
    RefSquare empty[REF_SIZE * REF_SIZE];
    int       count = ref_find(pos, REF_EMPTY, empty);
    for (int i = 0; i < count; i++)
        ref_write_square(pos, empty[i], out[i]);
    return count;
}

void ref_place(RefPos *pos, const char *move)
{
    ref_put(pos, ref_read_square(pos, &move), ref_stone(pos->side));
    pos->side = 1 - pos->side;
}

RefResult ref_going_on(void) { return (RefResult){false, -1, NULL}; }

RefResult ref_won(int player, const char *reason) { return (RefResult){true, player, reason}; }

RefResult ref_drawn(const char *reason) { return (RefResult){true, -1, reason}; }

RefResult ref_row_result(const RefPos *pos, RefHasWon *has_won, int length, const char *reason)
{
    int last = 1 - pos->side; /* who has just moved, and so comes first */
    if (has_won(pos, ref_stone(last), length))
        return ref_won(last, reason);
    if (has_won(pos, ref_stone(pos->side), length))
        return ref_won(pos->side, reason);
    if (ref_count(pos, REF_EMPTY) == 0)
        return ref_drawn("full");
    return ref_going_on();
}
