#include "core/board.h"

#include "base/errors.h"

#include <assert.h>
#include <string.h>

int board_count(const Board *board, int cell)
{
    assert(board->rows > 0 && board->rows <= BOARD_SIDE);
    assert(board->cols > 0 && board->cols <= BOARD_SIDE);
    int count = 0;
    for (int i = 0; i < board->rows * board->cols; i++)
        count += board->cell[i] == cell;
    return count;
}

static bool is_piece(int cell) { return cell == CELL_FIRST || cell == CELL_SECOND; }

static int run_length(const Board *board, int row, int col, int down, int right)
{
    assert(row >= 0 && row < board->rows && col >= 0 && col < board->cols);
    int cell = board->cell[board_index(board, row, col)], length = 0;
    while (board_has(board, row, col) && board->cell[board_index(board, row, col)] == cell) {
        length++;
        row += down;
        col += right;
    }
    return length;
}

int board_rows(const Board *board, int length, int out[BOARD_CELLS])
{
    static const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int              count = 0;
    for (int i = 0; i < board->rows * board->cols; i++) {
        int row = i / board->cols, col = i % board->cols;
        for (int k = 0; k < 4 && is_piece(board->cell[i]); k++) {
            int down = directions[k][0], right = directions[k][1];
            int run = run_length(board, row, col, down, right) +
                      run_length(board, row, col, -down, -right) - 1;
            if (run < length)
                continue;
            out[count++] = i;
            break;
        }
    }
    return count;
}

void board_format_grid(const Board *board, const char *pieces, Str *out)
{
    for (int row = 0; row < board->rows; row++) {
        int gap = 0;
        if (row > 0)
            str_char(out, '/');
        for (int col = 0; col < board->cols; col++) {
            int cell = board->cell[board_index(board, row, col)];
            if (!is_piece(cell)) {
                gap++;
                continue;
            }
            if (gap > 0)
                str_printf(out, "%d", gap);
            gap = 0;
            str_char(out, pieces[cell - CELL_FIRST]);
        }
        if (gap > 0)
            str_printf(out, "%d", gap);
    }
}

/* One row, up to '/' or the end; *text is moved behind it. */
static bool parse_row(Board *board, int row, const char *pieces, const char **text, Error *err)
{
    assert(row >= 0 && row < board->rows);
    const char *p = *text;
    int         col = 0;
    while (*p != '\0' && *p != '/') {
        if (*p >= '1' && *p <= '9') {
            int gap = 0;
            while (*p >= '0' && *p <= '9' && gap <= BOARD_SIDE)
                gap = gap * 10 + (*p++ - '0');
            if (gap > board->cols - col)
                return error_set(err, ERROR_POSITION_ROW_LONG, row + 1, board->cols);
            col += gap;
            continue;
        }
        const char *piece = *p != '\0' ? strchr(pieces, *p) : NULL;
        if (piece == NULL)
            return error_set(err, ERROR_POSITION_ROW_SIGN, row + 1, *p, pieces[0], pieces[1]);
        if (col >= board->cols)
            return error_set(err, ERROR_POSITION_ROW_LONG, row + 1, board->cols);
        uint8_t *cell = &board->cell[board_index(board, row, col)];
        if (*cell == CELL_VOID)
            return error_set(err, ERROR_POSITION_UNUSED_SQUARE, row + 1);
        *cell = (uint8_t)(CELL_FIRST + (piece - pieces));
        col++;
        p++;
    }
    if (col != board->cols)
        return error_set(err, ERROR_POSITION_ROW_CELLS, row + 1, col, board->cols);
    *text = p;
    return true;
}

bool board_parse_grid(Board *board, const char *pieces, const char *text, Error *err)
{
    for (int i = 0; i < board->rows * board->cols; i++)
        if (board->cell[i] != CELL_VOID)
            board->cell[i] = CELL_EMPTY;
    for (int row = 0; row < board->rows; row++) {
        if (!parse_row(board, row, pieces, &text, err))
            return false;
        if (row + 1 < board->rows && *text++ != '/')
            return error_set(err, ERROR_POSITION_ROWS, row + 1, board->rows);
    }
    if (*text != '\0')
        return error_set(err, ERROR_POSITION_MORE_ROWS, board->rows);
    return true;
}

bool board_check_alternation(const Board *board, Error *err)
{
    assert(board->turn == 0 || board->turn == 1);
    int first = board_count(board, CELL_FIRST), second = board_count(board, CELL_SECOND);
    if (first != second + board->turn)
        return error_set(err, ERROR_POSITION_STONES, first, second);
    return true;
}
