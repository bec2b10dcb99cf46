#include "games/gomoku/champion/gomoku_threats.h"

#include <string.h>

/* Rows, columns and diagonals have their cells where gomoku.h says; all other bits are outside. */
static void build_walls(GomokuThreats *t)
{
    int size = t->pos.size;
    memset(t->wall, 0xff, sizeof t->wall);
    for (int row = 0; row < size; row++)
        for (int col = 0; col < size; col++)
            for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
                t->wall[gomoku_line_of(&t->pos, d, row, col)] &=
                    ~(1u << (gomoku_bit_of(d, row, col) + GOMOKU_REACH));
}

void gomoku_threats_init(GomokuThreats *t, const gomoku_pos *p)
{
    memset(t, 0, sizeof *t);
    t->pos = *p;
    t->shapes = gomoku_shapes(p->rule);
    build_walls(t);
    for (int row = 0; row < p->size; row++)
        for (uint64_t empty = gomoku_empty_in_row(p, row); empty != 0;) {
            int      col = bits_pop(&empty), point = 32 * row + col;
            uint32_t four = 0;
            unsigned ranks;
            for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
                four =
                    gomoku_with_shape(four, d,
                                      gomoku_shape_at(t->shapes, gomoku_read_line(t, d, row, col),
                                                      gomoku_bit_of(d, row, col)));
            t->point[point] = gomoku_point_with(t->shapes, four, &ranks);
            t->ranks[point] = (uint16_t)ranks;
            gomoku_count_point(t, point, 1);
        }
}
