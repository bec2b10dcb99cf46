/* The Gomocup engine: the stones it was told of, and the session they make. */
#include "base/errors.h"
#include "core/position.h"
#include "protocol/pbrain_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int count_colour(const Pbrain *brain, int colour)
{
    assert(colour == 0 || colour == 1);
    int count = 0;
    for (int i = 0; i < brain->count; i++)
        count += brain->stones[i].colour == colour;
    return count;
}

int pbrain_colour_to_move(const Pbrain *brain)
{
    return count_colour(brain, 0) > count_colour(brain, 1) ? 1 : 0;
}

bool pbrain_rebuild(Pbrain *brain, Error *err)
{
    assert(brain->count >= 0 && brain->count <= MAX_STONES);
    Board board = {0};
    Str   text = {0};
    void *pos = calloc(1, brain->game->pos_size);
    memcpy(board.options, brain->options, sizeof board.options);
    brain->game->start(&board);
    for (int i = 0; i < brain->count; i++) {
        const Stone *stone = &brain->stones[i];
        board.cell[board_index(&board, stone->point.y, stone->point.x)] =
            (uint8_t)(CELL_FIRST + stone->colour);
    }
    board.turn = (uint8_t)pbrain_colour_to_move(brain);
    bool ok = pos != NULL || error_set(err, ERROR_MEMORY);
    ok = ok && session_start(brain->session, brain->options, err) &&
         brain->game->from_board(pos, &board, err);
    if (ok) {
        position_format(brain->game, pos, &text);
        ok = session_set_position(brain->session, str_get(&text), err);
    }
    str_free(&text);
    free(pos);
    return ok;
}

bool pbrain_is_on_board(const Pbrain *brain, GomocupPoint point)
{
    int size = gomocup_size(brain->options);
    return point.x < size && point.y < size;
}

int pbrain_find_stone(const Pbrain *brain, GomocupPoint point)
{
    for (int i = 0; i < brain->count; i++)
        if (brain->stones[i].point.x == point.x && brain->stones[i].point.y == point.y)
            return i;
    return -1;
}

void pbrain_add_stone(Pbrain *brain, GomocupPoint point, int colour)
{
    assert(pbrain_is_on_board(brain, point) && (colour == 0 || colour == 1));
    if (brain->count < MAX_STONES)
        brain->stones[brain->count++] = (Stone){.point = point, .colour = colour};
}

bool pbrain_play(Pbrain *brain, GomocupPoint point, Error *err)
{
    Move move = gomocup_find_move(brain->session, point);
    if (session_result(brain->session).is_over)
        return error_set(err, ERROR_GAME_OVER);
    if (move == MOVE_NONE)
        return error_set(err, ERROR_GOMOCUP_MOVE, point.x, point.y);
    int colour = pbrain_colour_to_move(brain);
    if (!session_play(brain->session, move, err))
        return false;
    pbrain_add_stone(brain, point, colour);
    return true;
}
