#include "eval/net.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/file.h"
#include "core/symmetry.h"

#include <stdlib.h>

/* Numbers are written low byte first:
 *   magic:8 version:4 feature:4 game:16 rules:104 cells:4 hidden:4 one:4 output one:4 scale:4
 *   pieces, bias, output: 2 each    output bias:4    checksum:8 of all before */
enum {
    VERSION = 1,
    FEATURE_CELLS = 1, /* own and enemy pieces by cell, for either player */
    MAGIC_SIZE = 8,
    AT_VERSION = 8,
    AT_FEATURE = 12,
    AT_GAME = 16,
    AT_RULES = AT_GAME + NET_NAME_SIZE,
    AT_CELLS = AT_RULES + NET_RULES_SIZE,
    AT_HIDDEN = AT_CELLS + 4,
    AT_ONE = AT_HIDDEN + 4,
    AT_OUTPUT_ONE = AT_ONE + 4,
    AT_SCALE = AT_OUTPUT_ONE + 4,
    AT_WEIGHTS = AT_SCALE + 4,
    SUM_SIZE = 8,
    MOST_SCALE = 100000,
    MOST_BYTES = 4 << 20
};

static const char magic[MAGIC_SIZE + 1] = "PLATNET\n";

/* ---- the file ----------------------------------------------------------------------------------
 */

static void put_text(Str *out, const char *text, int size)
{
    int length = (int)strlen(text);
    for (int i = 0; i < size; i++)
        str_char(out, i < length ? text[i] : '\0');
}

static void put_shorts(Str *out, const int16_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes_put(out, (uint16_t)values[i], 2);
}

static const uint8_t *get_shorts(const uint8_t *bytes, int16_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (int16_t)(uint16_t)bytes_get(bytes + 2 * i, 2);
    return bytes + 2 * count;
}

static size_t piece_count(const NetData *data)
{
    return 2 * (size_t)data->cells * (size_t)data->hidden;
}

void net_data_free(NetData *data)
{
    free(data->pieces);
    *data = (NetData){0};
}

void net_write(const NetData *data, Str *out)
{
    size_t begin = out->size;
    str_bytes(out, magic, MAGIC_SIZE);
    bytes_put(out, VERSION, 4);
    bytes_put(out, FEATURE_CELLS, 4);
    put_text(out, data->game, NET_NAME_SIZE);
    put_text(out, data->rules, NET_RULES_SIZE);
    bytes_put(out, (uint64_t)data->cells, 4);
    bytes_put(out, (uint64_t)data->hidden, 4);
    bytes_put(out, NET_ONE, 4);
    bytes_put(out, NET_OUTPUT_ONE, 4);
    bytes_put(out, (uint64_t)data->scale, 4);
    put_shorts(out, data->pieces, piece_count(data));
    put_shorts(out, data->bias, (size_t)data->hidden);
    put_shorts(out, data->output, 2 * (size_t)data->hidden);
    bytes_put(out, (uint32_t)data->output_bias, 4);
    if (!out->failed)
        bytes_put(out, checksum_bytes(out->text + begin, out->size - begin), SUM_SIZE);
}

/* Can the sums of the hidden layer, and of the output, leave their range? */
static bool has_fitting_weights(const NetData *data)
{
    for (int j = 0; j < data->hidden; j++) {
        int most = abs(data->bias[j]);
        for (int cell = 0; cell < data->cells; cell++) {
            int own = abs(data->pieces[cell * data->hidden + j]);
            int enemy = abs(data->pieces[(data->cells + cell) * data->hidden + j]);
            most += own > enemy ? own : enemy;
        }
        if (most > INT16_MAX)
            return false;
    }
    for (int j = 0; j < 2 * data->hidden; j++)
        if (abs(data->output[j]) > NET_MOST_OUTPUT)
            return false;
    return true;
}

static bool read_sizes(const uint8_t *bytes, size_t size, NetData *out, Error *err)
{
    if (bytes_get(bytes + AT_VERSION, 4) != VERSION ||
        bytes_get(bytes + AT_FEATURE, 4) != FEATURE_CELLS ||
        bytes_get(bytes + AT_ONE, 4) != NET_ONE ||
        bytes_get(bytes + AT_OUTPUT_ONE, 4) != NET_OUTPUT_ONE)
        return error_set(err, "a net of another version or kind");
    uint64_t cells = bytes_get(bytes + AT_CELLS, 4), hidden = bytes_get(bytes + AT_HIDDEN, 4);
    uint64_t scale = bytes_get(bytes + AT_SCALE, 4);
    if (cells < 1 || cells > BOARD_CELLS || hidden < NET_LANES || hidden > NET_MOST_HIDDEN ||
        hidden % NET_LANES != 0 || scale < 1 || scale > MOST_SCALE || bytes[AT_RULES - 1] != '\0' ||
        bytes[AT_CELLS - 1] != '\0' ||
        size != AT_WEIGHTS + 2 * (2 * cells * hidden + 3 * hidden) + 4 + SUM_SIZE)
        return error_set(err, "a net of sizes that do not fit");
    memcpy(out->game, bytes + AT_GAME, NET_NAME_SIZE);
    memcpy(out->rules, bytes + AT_RULES, NET_RULES_SIZE);
    out->cells = (int)cells;
    out->hidden = (int)hidden;
    out->scale = (int)scale;
    return true;
}

bool net_read(const uint8_t *bytes, size_t size, NetData *out, Error *err)
{
    *out = (NetData){0};
    if (size < AT_WEIGHTS + SUM_SIZE || memcmp(bytes, magic, MAGIC_SIZE) != 0)
        return error_set(err, "not a net");
    if (bytes_get(bytes + size - SUM_SIZE, SUM_SIZE) != checksum_bytes(bytes, size - SUM_SIZE))
        return error_set(err, "damaged (wrong checksum)");
    if (!read_sizes(bytes, size, out, err))
        return false;
    out->pieces = malloc(piece_count(out) * sizeof out->pieces[0]);
    if (out->pieces == NULL)
        return error_set(err, "out of memory");
    const uint8_t *at = get_shorts(bytes + AT_WEIGHTS, out->pieces, piece_count(out));
    at = get_shorts(at, out->bias, (size_t)out->hidden);
    at = get_shorts(at, out->output, 2 * (size_t)out->hidden);
    out->output_bias = (int32_t)(uint32_t)bytes_get(at, 4);
    return has_fitting_weights(out) ? true : error_set(err, "weights too large to be summed");
}

/* ---- for a game --------------------------------------------------------------------------------
 */

/* What options_format writes, without the blank in front. */
static bool write_rules(const Game *game, const int16_t options[], char out[NET_RULES_SIZE])
{
    Str text = {0};
    options_format(&game->info->options, options, &text);
    const char *rules = str_get(&text) + (str_get(&text)[0] == ' ');
    bool        fits = !text.failed && strlen(rules) < NET_RULES_SIZE;
    if (fits)
        memcpy(out, rules, strlen(rules) + 1);
    str_free(&text);
    return fits;
}

/* The start under the options, laid open. */
static void lay_out(const Game *game, const int16_t options[], Board *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->options, options, sizeof out->options);
    game->start(out);
}

bool net_data_init(NetData *data, const Game *game, const int16_t options[], int hidden, Error *err)
{
    Board board;
    *data = (NetData){.hidden = hidden, .scale = 1};
    if (game->info->net_bit == NULL)
        return error_set(err, "%s has no nets", game->info->id);
    if (!write_rules(game, options, data->rules))
        return error_set(err, "rules too long to be written into a net");
    lay_out(game, options, &board);
    data->cells = board.rows * board.cols;
    memcpy(data->game, game->info->id, strlen(game->info->id) + 1);
    data->pieces = calloc(piece_count(data), sizeof data->pieces[0]);
    return data->pieces != NULL ? true : error_set(err, "out of memory");
}

/* Where each view has the weights of a piece, by the bits of the game's sets. */
static void spread_weights(Net *net, const Board *board, int swap)
{
    const NetData *data = &net->data;
    size_t         hidden = (size_t)data->hidden;
    for (int view = 0; view < 2; view++)
        for (int player = 0; player < 2; player++)
            for (int cell = 0; cell < data->cells; cell++) {
                int seen = view == 1 && swap >= 0 ? symmetry_cell(board, swap, cell) : cell;
                if (net->bit_of[cell] < 0)
                    continue;
                size_t place = (size_t)((view * 2 + player) * net->bits + net->bit_of[cell]);
                size_t from = (size_t)(view == player ? seen : data->cells + seen);
                memcpy(net->rows + place * hidden, data->pieces + from * hidden,
                       hidden * sizeof net->rows[0]);
            }
}

static bool fill_net(Net *net, const Game *game, Error *err)
{
    Board board;
    options_reset(&game->info->options, net->options);
    if (!options_set_words(&game->info->options, net->options, net->data.rules, err))
        return error_prefix(err, "the rules of the net");
    lay_out(game, net->options, &board);
    if (board.rows * board.cols != net->data.cells)
        return error_set(err, "a net for %d cells; the board has %d", net->data.cells,
                         board.rows * board.cols);
    net->blocks = net->data.hidden / NET_LANES;
    net->bits = NET_WORDS * NET_WORD_BITS;
    for (int cell = 0; cell < net->data.cells; cell++)
        net->bit_of[cell] = (int16_t)game->info->net_bit(&board, cell);
    net->rows = calloc((size_t)(4 * net->bits * net->data.hidden), sizeof net->rows[0]);
    if (net->rows == NULL)
        return error_set(err, "out of memory");
    spread_weights(net, &board, game->colour_swap(&board));
    return true;
}

Net *net_new(const Game *game, NetData *data, Error *err)
{
    Net *net = NULL;
    bool ok = false;
    if (game->info->net_bit == NULL)
        error_set(err, "%s has no nets", game->info->id);
    else if (strcmp(data->game, game->info->id) != 0)
        error_set(err, "a net for %.15s, not for %s", data->game, game->info->id);
    else if ((net = calloc(1, sizeof *net)) == NULL)
        error_set(err, "out of memory");
    else {
        net->data = *data;
        *data = (NetData){0};
        ok = fill_net(net, game, err);
    }
    if (!ok) {
        net_delete(net);
        return NULL;
    }
    return net;
}

void net_delete(Net *net)
{
    if (net == NULL)
        return;
    net_data_free(&net->data);
    free(net->rows);
    free(net);
}

static Net *read_net(const Game *game, const uint8_t *bytes, size_t size, Error *err)
{
    NetData data;
    Net    *net = NULL;
    if (net_read(bytes, size, &data, err))
        net = net_new(game, &data, err);
    net_data_free(&data);
    return net;
}

Net *net_open(const Game *game, const char *path, Error *err)
{
    Str                  text = {0};
    const unsigned char *own = game->info->net;
    if (path[0] == '\0' && own != NULL)
        return read_net(game, own, (size_t)(game->info->net_end - own), err);
    if (path[0] == '\0') {
        error_set(err, "no net of %s is part of the program: name a file, eval=net:FILE",
                  game->info->id);
        return NULL;
    }
    Net *net = NULL;
    if (file_read(path, MOST_BYTES, &text, err)) {
        net = read_net(game, (const uint8_t *)str_get(&text), text.size, err);
        if (net == NULL)
            error_prefix(err, path);
    }
    str_free(&text);
    return net;
}

bool net_suits(const Net *net, const Game *game, const int16_t options[])
{
    size_t used = (size_t)game->info->options.count;
    return memcmp(net->options, options, used * sizeof options[0]) == 0;
}

int32_t net_evaluate_slow(const Net *net, const Game *game, const void *pos)
{
    const NetData *data = &net->data;
    Board          board;
    int32_t        sum = 0;
    game->to_board(pos, &board);
    int mover = game->side(pos), swap = game->colour_swap(&board);
    for (int i = 0; i < 2 * data->hidden; i++) {
        int view = i < data->hidden ? mover : 1 - mover, j = i % data->hidden;
        int value = data->bias[j];
        for (int cell = 0; cell < data->cells; cell++) {
            int seen = view == 1 && swap >= 0 ? symmetry_cell(&board, swap, cell) : cell;
            if (board.cell[cell] != CELL_FIRST && board.cell[cell] != CELL_SECOND)
                continue;
            bool is_own = board.cell[cell] - CELL_FIRST == view;
            value += data->pieces[(is_own ? seen : data->cells + seen) * data->hidden + j];
        }
        value = value < 0 ? 0 : value > NET_ONE ? NET_ONE : value;
        sum += value * value * data->output[i];
    }
    return net_score_of(net, sum);
}
