#include "eval/net.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "base/file.h"
#include "core/symmetry.h"

#include <assert.h>
#include <stdlib.h>

/* Behind the head of eval/netfile.h:
 *   cells:4 hidden:4 one:4 output one:4 scale:4    pieces, bias, output: 2 each    output bias:4 */
enum {
    AT_CELLS = 0,
    AT_HIDDEN = AT_CELLS + 4,
    AT_ONE = AT_HIDDEN + 4,
    AT_OUTPUT_ONE = AT_ONE + 4,
    AT_SCALE = AT_OUTPUT_ONE + 4,
    AT_WEIGHTS = AT_SCALE + 4,
    MAX_SCALE = 100000
};

/* ---- the file ----------------------------------------------------------------------------------
 */

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
    assert(data->cells >= 0 && data->hidden >= 0);
    return 2 * (size_t)data->cells * (size_t)data->hidden;
}

void net_data_free(NetData *data)
{
    free(data->pieces);
    *data = (NetData){0};
}

void net_write(const NetData *data, Str *out)
{
    assert(data->hidden > 0 && data->hidden % NET_LANES == 0 && data->scale > 0);
    size_t  begin = out->size;
    NetHead head = {.feature = NET_OF_CELLS};
    memcpy(head.game, data->game, sizeof head.game);
    memcpy(head.rules, data->rules, sizeof head.rules);
    netfile_begin(&head, out);
    bytes_put(out, (uint64_t)data->cells, 4);
    bytes_put(out, (uint64_t)data->hidden, 4);
    bytes_put(out, NET_ONE, 4);
    bytes_put(out, NET_OUTPUT_ONE, 4);
    bytes_put(out, (uint64_t)data->scale, 4);
    put_shorts(out, data->pieces, piece_count(data));
    put_shorts(out, data->bias, (size_t)data->hidden);
    put_shorts(out, data->output, 2 * (size_t)data->hidden);
    bytes_put(out, (uint32_t)data->output_bias, 4);
    netfile_end(begin, out);
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
        if (abs(data->output[j]) > NET_MAX_OUTPUT)
            return false;
    return true;
}

static bool read_sizes(const uint8_t *body, size_t size, NetData *out, Error *err)
{
    if (size < AT_WEIGHTS)
        return error_set(err, ERROR_NET_SIZES);
    if (bytes_get(body + AT_ONE, 4) != NET_ONE ||
        bytes_get(body + AT_OUTPUT_ONE, 4) != NET_OUTPUT_ONE)
        return error_set(err, ERROR_NET_VERSION);
    uint64_t cells = bytes_get(body + AT_CELLS, 4), hidden = bytes_get(body + AT_HIDDEN, 4);
    uint64_t scale = bytes_get(body + AT_SCALE, 4);
    if (cells < 1 || cells > BOARD_CELLS || hidden < NET_LANES || hidden > NET_MAX_HIDDEN ||
        hidden % NET_LANES != 0 || scale < 1 || scale > MAX_SCALE ||
        size != AT_WEIGHTS + 2 * (2 * cells * hidden + 3 * hidden) + 4)
        return error_set(err, ERROR_NET_SIZES);
    out->cells = (int)cells;
    out->hidden = (int)hidden;
    out->scale = (int)scale;
    return true;
}

bool net_read(const uint8_t *bytes, size_t size, NetData *out, Error *err)
{
    NetHead        head;
    const uint8_t *body;
    size_t         body_size;
    *out = (NetData){0};
    if (!netfile_read(bytes, size, &head, &body, &body_size, err))
        return false;
    if (head.feature != NET_OF_CELLS)
        return error_set(err, ERROR_NET_VERSION);
    if (!read_sizes(body, body_size, out, err))
        return false;
    memcpy(out->game, head.game, sizeof out->game);
    memcpy(out->rules, head.rules, sizeof out->rules);
    out->pieces = malloc(piece_count(out) * sizeof out->pieces[0]);
    if (out->pieces == NULL)
        return error_set(err, ERROR_MEMORY);
    const uint8_t *at = get_shorts(body + AT_WEIGHTS, out->pieces, piece_count(out));
    at = get_shorts(at, out->bias, (size_t)out->hidden);
    at = get_shorts(at, out->output, 2 * (size_t)out->hidden);
    out->output_bias = (int32_t)(uint32_t)bytes_get(at, 4);
    return has_fitting_weights(out) ? true : error_set(err, ERROR_NET_SUMS);
}

/* ---- for a game --------------------------------------------------------------------------------
 */

/* The start under the options, laid open. */
static void lay_out(const Game *game, const int16_t options[], Board *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->options, options, sizeof out->options);
    game->start(out);
}

bool net_data_init(NetData *data, const Game *game, const int16_t options[], int hidden, Error *err)
{
    assert(hidden >= NET_LANES && hidden <= NET_MAX_HIDDEN && hidden % NET_LANES == 0);
    Board   board;
    NetHead head;
    *data = (NetData){.hidden = hidden, .scale = 1};
    if (game->info->net_bit == NULL)
        return error_set(err, ERROR_NET_NONE_OF_GAME, game->info->id);
    if (!netfile_init_head(&head, NET_OF_CELLS, game->info, options, err))
        return false;
    lay_out(game, options, &board);
    data->cells = board.rows * board.cols;
    memcpy(data->game, head.game, sizeof data->game);
    memcpy(data->rules, head.rules, sizeof data->rules);
    data->pieces = calloc(piece_count(data), sizeof data->pieces[0]);
    return data->pieces != NULL ? true : error_set(err, ERROR_MEMORY);
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
        return error_set(err, ERROR_NET_RULES, err);
    lay_out(game, net->options, &board);
    if (board.rows * board.cols != net->data.cells)
        return error_set(err, ERROR_NET_CELLS, net->data.cells, board.rows * board.cols);
    net->blocks = net->data.hidden / NET_LANES;
    net->bits = NET_WORDS * NET_WORD_BITS;
    for (int cell = 0; cell < net->data.cells; cell++)
        net->bit_of[cell] = (int16_t)game->info->net_bit(&board, cell);
    net->rows = calloc((size_t)(4 * net->bits * net->data.hidden), sizeof net->rows[0]);
    if (net->rows == NULL)
        return error_set(err, ERROR_MEMORY);
    spread_weights(net, &board, game->colour_swap(&board));
    return true;
}

Net *net_new(const Game *game, NetData *data, Error *err)
{
    Net *net = NULL;
    bool ok = false;
    if (game->info->net_bit == NULL)
        error_set(err, ERROR_NET_NONE_OF_GAME, game->info->id);
    else if (strcmp(data->game, game->info->id) != 0)
        error_set(err, ERROR_NET_OTHER_GAME, data->game, game->info->id);
    else if ((net = calloc(1, sizeof *net)) == NULL)
        error_set(err, ERROR_MEMORY);
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
    if (net->kind != NULL)
        net->kind->close(net->own);
    net_data_free(&net->data);
    free(net->rows);
    free(net);
}

bool net_exists(const Game *game)
{
    return game->info->net_bit != NULL || game->info->net_kind != NULL;
}

/* ---- opening -----------------------------------------------------------------------------------
 */

/* Of the game's own kind. */
static bool fill_own(Net *net, const Game *game, const NetHead *head, const uint8_t *body,
                     size_t size, Error *err)
{
    const NetKind *kind = game->info->net_kind;
    if (head->feature != kind->feature)
        return error_set(err, ERROR_NET_VERSION);
    memcpy(net->data.game, head->game, sizeof net->data.game);
    memcpy(net->data.rules, head->rules, sizeof net->data.rules);
    options_reset(&game->info->options, net->options);
    if (!options_set_words(&game->info->options, net->options, head->rules, err))
        return error_set(err, ERROR_NET_RULES, err);
    net->own = kind->open(body, size, net->options, err);
    net->kind = kind;
    return net->own != NULL;
}

static Net *open_own(const Game *game, const NetHead *head, const uint8_t *body, size_t size,
                     Error *err)
{
    Net *net = calloc(1, sizeof *net);
    if (net == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    if (fill_own(net, game, head, body, size, err))
        return net;
    net_delete(net);
    return NULL;
}

Net *net_open_bytes(const Game *game, const uint8_t *bytes, size_t size, Error *err)
{
    NetHead        head;
    const uint8_t *body;
    size_t         body_size;
    if (!net_exists(game)) {
        error_set(err, ERROR_NET_NONE_OF_GAME, game->info->id);
        return NULL;
    }
    if (!netfile_read(bytes, size, &head, &body, &body_size, err))
        return NULL;
    if (strcmp(head.game, game->info->id) != 0) {
        error_set(err, ERROR_NET_OTHER_GAME, head.game, game->info->id);
        return NULL;
    }
    if (game->info->net_kind != NULL)
        return open_own(game, &head, body, body_size, err);
    NetData data;
    Net    *net = net_read(bytes, size, &data, err) ? net_new(game, &data, err) : NULL;
    net_data_free(&data);
    return net;
}

static const unsigned char *find_built_in(const GameInfo *info, const int16_t options[],
                                          size_t *size)
{
    if (info->net_kind != NULL)
        return info->net_kind->built_in(options, size);
    *size = (size_t)(info->net_end - info->net);
    return info->net;
}

Net *net_open(const Game *game, const int16_t options[], const char *path, Error *err)
{
    Str text = {0};
    if (path[0] == '\0') {
        size_t               size;
        const unsigned char *own = find_built_in(game->info, options, &size);
        if (own != NULL)
            return net_open_bytes(game, own, size, err);
        if (game->info->net_kind != NULL)
            error_set(err, ERROR_NET_NONE_FOR_RULES, game->info->id);
        else
            error_set(err, ERROR_NET_NONE_BUILT_IN, game->info->id);
        return NULL;
    }
    Net *net = NULL;
    if (file_read(path, NET_MAX_BYTES, &text, err)) {
        net = net_open_bytes(game, (const uint8_t *)str_get(&text), text.size, err);
        if (net == NULL)
            error_prefix(err, path);
    }
    str_free(&text);
    return net;
}

bool net_suits(const Net *net, const Game *game, const int16_t options[])
{
    unsigned deciding = net->kind != NULL ? net->kind->options : ~0u;
    for (int i = 0; i < game->info->options.count; i++)
        if ((deciding >> i & 1) != 0 && net->options[i] != options[i])
            return false;
    return true;
}

int net_scale(const Net *net) { return net->kind != NULL ? net->kind->scale : net->data.scale; }

int32_t net_evaluate_slow(const Net *net, const Game *game, const void *pos)
{
    const NetData *data = &net->data;
    Board          board;
    int32_t        sum = 0;
    if (net->kind != NULL)
        return net->kind->score(net->own, pos);
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
