#include "games/fousfous/proof/fousfous_flat.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/errors.h"

#include <inttypes.h>
#include <string.h>

enum {
    AT_GAME = 16,
    AT_ROWS = 24,
    AT_COLS,
    AT_PIECES,
    AT_VALUE,
    AT_ZERO,
    AT_WON = 32,
    AT_LOST = 40,
    AT_ROOT = 48,
    AT_SUM = 56
};

static const char magic[] = FLAT_MAGIC, game_name[] = "fousfous";

/* The sum stands in the header: what is before it and what is behind it are summed apart. */
static uint64_t sum_of(const uint8_t *bytes, size_t size)
{
    return rng_mix(checksum_bytes(bytes, AT_SUM) +
                   rng_mix(checksum_bytes(bytes + FLAT_HEADER, size - FLAT_HEADER)));
}

static bool is_reflected(const Flat *flat) { return flat->rows == 8 && flat->cols == 8; }

uint64_t flat_start(int rows, int cols, uint64_t *cells)
{
    Board        board = {.rows = 0};
    fousfous_pos p;
    Error        err;
    board.options[0] = (int16_t)rows; /* the order of the options in fousfous.c */
    board.options[1] = (int16_t)cols;
    fousfous_start(&board);
    if (!fousfous_from_board(&p, &board, &err))
        return 0; /* on 1 by 1, which no file may name */
    *cells = p.cells;
    uint64_t start = fousfous_pack(p.mine, p.theirs);
    return rows == 8 && cols == 8 ? fousfous_packed_canonical(start) : start;
}

uint64_t flat_record(const Flat *flat, uint64_t index)
{
    return bytes_get(flat->records + index * FLAT_RECORD, FLAT_RECORD);
}

bool flat_is_of_start(const Flat *flat)
{
    uint64_t cells;
    return flat->root == flat_start(flat->rows, flat->cols, &cells);
}

static bool is_between(const Flat *flat, uint64_t position, uint64_t from, uint64_t to)
{
    while (from < to) {
        uint64_t middle = from + (to - from) / 2, there = flat_record(flat, middle);
        if (there == position)
            return true;
        if (there < position)
            from = middle + 1;
        else
            to = middle;
    }
    return false;
}

int flat_find(const Flat *flat, uint64_t position)
{
    if (is_between(flat, position, 0, flat->won))
        return 1;
    return is_between(flat, position, flat->won, flat->won + flat->lost) ? -1 : 0;
}

void flat_unpack(const Flat *flat, uint64_t position, fousfous_pos *out)
{
    *out = (fousfous_pos){
        .cells = flat->cells, .rows = (uint8_t)flat->rows, .cols = (uint8_t)flat->cols};
    fousfous_unpack(position, &out->mine, &out->theirs);
    out->key = fousfous_key_slow(out);
}

void flat_show(const Flat *flat, uint64_t position, Str *out)
{
    fousfous_pos p;
    Board        board;
    flat_unpack(flat, position, &p);
    fousfous_to_board(&p, &board);
    for (int row = 0; row < board.rows; row++) {
        str_text(out, row > 0 ? "/" : "");
        int gap = 0;
        for (int col = 0; col < board.cols; col++) {
            int cell = board.cell[board_index(&board, row, col)];
            if (cell != CELL_FIRST && cell != CELL_SECOND) {
                gap++;
                continue;
            }
            if (gap > 0)
                str_char(out, (char)('0' + gap));
            gap = 0;
            str_char(out, cell == CELL_FIRST ? 'b' : 'n');
        }
        if (gap > 0)
            str_char(out, (char)('0' + gap));
    }
}

void flat_children(const Flat *flat, uint64_t position, FlatChildren *out)
{
    fousfous_pos p;
    Move         moves[fousfous_max_moves];
    flat_unpack(flat, position, &p);
    out->count = fousfous_gen(&p, moves);
    for (int i = 0; i < out->count; i++) {
        fousfous_undo undo;
        fousfous_make(&p, moves[i], &undo);
        out->position[i] = fousfous_pack(p.mine, p.theirs);
        if (is_reflected(flat))
            out->position[i] = fousfous_packed_canonical(out->position[i]);
        fousfous_unmake(&p, moves[i], &undo);
    }
}

static bool check_record(const Flat *flat, uint64_t index, Error *err)
{
    uint64_t position = flat_record(flat, index);
    uint64_t mine = position >> 32, theirs = position & UINT32_MAX;
    if ((mine & theirs) != 0 || mine == 0 || theirs == 0 ||
        ((mine | theirs) & ~(uint64_t)fousfous_pack_set(flat->cells)) != 0)
        return error_set(err, ERROR_FOUSFOUS_FLAT_NO_POSITION, index + 1);
    if (fousfous_packed_pieces(position) <= flat->pieces)
        return error_set(err, ERROR_FOUSFOUS_FLAT_FEW, index + 1, flat->pieces);
    if (is_reflected(flat) && fousfous_packed_canonical(position) != position)
        return error_set(err, ERROR_FOUSFOUS_FLAT_REFLECTED, index + 1);
    if (index != 0 && index != flat->won && flat_record(flat, index - 1) >= position)
        return error_set(err, ERROR_FOUSFOUS_FLAT_ORDER, index + 1);
    return true;
}

static bool read_header(const uint8_t *bytes, size_t size, Flat *out, Error *err)
{
    if (size < FLAT_HEADER || memcmp(bytes, magic, sizeof magic - 1) != 0)
        return error_set(err, ERROR_FOUSFOUS_FLAT_NOT_ONE);
    if (memcmp(bytes + AT_GAME, game_name, sizeof game_name - 1) != 0)
        return error_set(err, ERROR_CERTIFICATE_OTHER_GAME, game_name);
    *out = (Flat){.rows = bytes[AT_ROWS],
                  .cols = bytes[AT_COLS],
                  .pieces = bytes[AT_PIECES],
                  .root_is_won = bytes[AT_VALUE] == 1,
                  .won = bytes_get(bytes + AT_WON, 8),
                  .lost = bytes_get(bytes + AT_LOST, 8),
                  .root = bytes_get(bytes + AT_ROOT, 8),
                  .sum = bytes_get(bytes + AT_SUM, 8),
                  .records = bytes + FLAT_HEADER};
    uint64_t room = (size - FLAT_HEADER) / FLAT_RECORD;
    if (out->won > room || out->lost > room || out->won + out->lost != room ||
        (size - FLAT_HEADER) % FLAT_RECORD != 0)
        return error_set(err, ERROR_FOUSFOUS_FLAT_CUT);
    if (out->sum != sum_of(bytes, size))
        return error_set(err, ERROR_CERTIFICATE_DAMAGED);
    if (out->rows < 2 || out->rows > 8 || out->cols < 2 || out->cols > 8 || bytes[AT_VALUE] > 1 ||
        bytes_get(bytes + AT_ZERO, 4) != 0)
        return error_set(err, ERROR_FOUSFOUS_FLAT_HEADER);
    return out->pieces <= FLAT_MAX_PIECES ||
           error_set(err, ERROR_FOUSFOUS_FLAT_MOST, out->pieces, FLAT_MAX_PIECES);
}

bool flat_parse(const uint8_t *bytes, size_t size, Flat *out, Error *err)
{
    if (!read_header(bytes, size, out, err))
        return false;
    flat_start(out->rows, out->cols, &out->cells);
    for (uint64_t i = 0; i < out->won + out->lost; i++)
        if (!check_record(out, i, err))
            return false;
    return flat_find(out, out->root) == (out->root_is_won ? 1 : -1) ||
           error_set(err, ERROR_FOUSFOUS_FLAT_ROOT);
}

void flat_seal(uint8_t *bytes, size_t size)
{
    uint64_t sum = sum_of(bytes, size);
    for (int i = 0; i < 8; i++)
        bytes[AT_SUM + i] = (uint8_t)(sum >> 8 * i);
}

void flat_format(const Flat *flat, const uint64_t *won, const uint64_t *lost, Str *out)
{
    Str header = {0}, body = {0};
    for (uint64_t i = 0; i < flat->won; i++)
        bytes_put(&body, won[i], FLAT_RECORD);
    for (uint64_t i = 0; i < flat->lost; i++)
        bytes_put(&body, lost[i], FLAT_RECORD);
    str_text(&header, magic);
    str_text(&header, game_name);
    bytes_put(&header, (uint64_t)flat->rows, 1);
    bytes_put(&header, (uint64_t)flat->cols, 1);
    bytes_put(&header, (uint64_t)flat->pieces, 1);
    bytes_put(&header, flat->root_is_won, 1);
    bytes_put(&header, 0, 4);
    bytes_put(&header, flat->won, 8);
    bytes_put(&header, flat->lost, 8);
    bytes_put(&header, flat->root, 8);
    size_t begin = out->size;
    str_bytes(out, str_get(&header), header.size);
    bytes_put(out, 0, 8);
    str_bytes(out, str_get(&body), body.size);
    out->failed = out->failed || header.failed || body.failed;
    if (!out->failed)
        flat_seal((uint8_t *)out->text + begin, out->size - begin);
    str_free(&body);
    str_free(&header);
}
