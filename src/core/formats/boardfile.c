#include "core/formats/boardfile.h"

#include "base/errors.h"
#include "core/position.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    char cells[BOARD_SIDE][BOARD_SIDE + 1];
    int  rows, cols;
} Rows;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Copies the line without blanks and without the row number at either end, which must be right. */
static bool read_row(const char *line, size_t length, int number, char out[BOARD_SIDE + 1],
                     Error *err)
{
    char   bare[BOARD_SIDE + 3];
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        if (strchr(" \t\r", line[i]) != NULL)
            continue;
        if (size + 1 == sizeof bare)
            return error_set(err, ERROR_BOARD_FILE_ROW_LONG, number);
        bare[size++] = line[i];
    }
    bare[size] = '\0';
    const char *first = bare, *last = bare + size;
    if (first < last && is_digit(*first) && *first++ - '0' != number)
        return error_set(err, ERROR_BOARD_FILE_ROW_NUMBER, number, first[-1]);
    if (first < last && is_digit(last[-1]) && *--last - '0' != number)
        return error_set(err, ERROR_BOARD_FILE_ROW_NUMBER, number, *last);
    if (last - first > BOARD_SIDE)
        return error_set(err, ERROR_BOARD_FILE_ROW_LONG, number);
    memcpy(out, first, (size_t)(last - first));
    out[last - first] = '\0';
    return true;
}

static bool read_rows(const char *text, Rows *rows, Error *err)
{
    rows->rows = rows->cols = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        bool   is_comment = text[strspn(text, " \t")] == '%';
        char   row[BOARD_SIDE + 1] = "";
        if (!is_comment && !read_row(text, length, rows->rows + 1, row, err))
            return false;
        text += length + (text[length] == '\n');
        int size = (int)strlen(row);
        if (size == 0)
            continue;
        if (rows->rows == BOARD_SIDE)
            return error_set(err, ERROR_BOARD_FILE_MORE_ROWS, BOARD_SIDE);
        if (rows->rows > 0 && size != rows->cols)
            return error_set(err, ERROR_BOARD_FILE_ROW_CELLS, rows->rows + 1, size, rows->cols);
        rows->cols = size;
        memcpy(rows->cells[rows->rows++], row, sizeof row);
    }
    return rows->rows > 0 ? true : error_set(err, ERROR_BOARD_FILE_NO_ROW);
}

static bool fill_board(const Rows *rows, const char *pieces, Board *board, Error *err)
{
    if (board->rows != rows->rows || board->cols != rows->cols)
        return error_set(err, ERROR_BOARD_FILE_SIZE, rows->rows, rows->cols, board->rows,
                         board->cols);
    for (int row = 0; row < rows->rows; row++)
        for (int col = 0; col < rows->cols; col++) {
            char        c = rows->cells[row][col];
            const char *piece = strchr(pieces, c);
            uint8_t    *cell = &board->cell[board_index(board, row, col)];
            if (c != '-' && piece == NULL)
                return error_set(err, ERROR_BOARD_FILE_ROW_SIGN, row + 1, c, pieces[0], pieces[1]);
            if (c != '-' && *cell == CELL_VOID)
                return error_set(err, ERROR_BOARD_FILE_UNUSED_SQUARE, row + 1);
            if (*cell != CELL_VOID)
                *cell = (uint8_t)(c == '-' ? CELL_EMPTY : CELL_FIRST + (piece - pieces));
        }
    return true;
}

/* Games whose boards vary have options of these names. */
static bool set_size(Record *record, const char *name, int value, Error *err)
{
    const OptionTable *table = &record->game->info->options;
    char               number[2] = {(char)('0' + value % 10), '\0'};
    if (options_find(table, name) < 0)
        return true;
    return value < 10 ? options_set(table, record->options, name, number, err)
                      : error_set(err, ERROR_BOARD_FILE_TOO_LARGE);
}

bool boardfile_parse(const char *text, const Game *game, int turn, Record *out, Error *err)
{
    Rows  rows;
    Board board = {0};
    if (!game->info->has_board_file)
        return error_set(err, ERROR_BOARD_FILE_NONE_OF_GAME, game->info->id);
    if (!read_rows(text, &rows, err))
        return false;
    record_init(out, game);
    void *pos = calloc(1, game->pos_size);
    bool  ok = pos != NULL ? true : error_set(err, ERROR_MEMORY);
    ok = ok && set_size(out, "rows", rows.rows, err) && set_size(out, "columns", rows.cols, err);
    if (ok) {
        memcpy(board.options, out->options, sizeof board.options);
        options_reset(&game->info->state, board.state);
        game->start(&board);
        board.turn = (uint8_t)turn;
        ok = fill_board(&rows, game->info->pieces, &board, err) &&
             game->from_board(pos, &board, err);
    }
    if (ok)
        ok = record_set_start(out, pos) ? record_settle(out, err) : error_set(err, ERROR_MEMORY);
    free(pos);
    if (!ok)
        record_free(out);
    return ok;
}

static void add_columns(const Game *game, const Board *board, Str *out)
{
    str_text(out, "% ");
    for (int col = 0; col < board->cols; col++)
        str_char(out, (char)(game->info->notation.first_column + col));
    str_char(out, '\n');
}

bool boardfile_format(const Record *record, Str *out, Error *err)
{
    const Game *game = record->game;
    if (!game->info->has_board_file)
        return error_set(err, ERROR_BOARD_FILE_NONE_OF_GAME, game->info->id);
    Board board;
    if (!record_end_board(record, &board, err))
        return false;
    add_columns(game, &board, out);
    for (int row = 0; row < board.rows; row++) {
        str_printf(out, "%d ", row + 1);
        for (int col = 0; col < board.cols; col++) {
            int  cell = board.cell[board_index(&board, row, col)];
            bool is_piece = cell == CELL_FIRST || cell == CELL_SECOND;
            str_char(out, is_piece ? game->info->pieces[cell - CELL_FIRST] : '-');
        }
        str_printf(out, " %d\n", row + 1);
    }
    add_columns(game, &board, out);
    return true;
}
