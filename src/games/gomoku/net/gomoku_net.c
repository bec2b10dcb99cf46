#include "games/gomoku/net/gomoku_net.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "games/gomoku/net/gomoku_learner.h"

#include <pthread.h>
#include <stdlib.h>

/* Behind the head of eval/netfile.h, low byte first: lines:4 width:4 hidden:4, then the numbers of
 * one colour or two (renju) as GomokuNetColour has them. */
enum {
    SIZES = 3,
    COLOUR_SIZE = GOMOKU_NET_LINES * GOMOKU_NET_WIDTH +
                  2 * GOMOKU_NET_HIDDEN * 2 * GOMOKU_NET_WIDTH +
                  4 * GOMOKU_NET_HIDDEN * (1 + GOMOKU_NET_BITS) + 2 * GOMOKU_NET_HIDDEN + 4 + 4
};

static const int sizes[SIZES] = {GOMOKU_NET_LINES, GOMOKU_NET_WIDTH, GOMOKU_NET_HIDDEN};

/* ---- lines ---- */

/* The cells of one side, nearest first: 0 empty, 1 black, 2 white, 3 outside. */
typedef struct {
    int cell[GOMOKU_NET_REACH];
} Side;

/* Shorter strings come first, so that each has one number. */
static int number_of(Side side)
{
    int number = 0, power = 1;
    for (int i = 0; i < GOMOKU_NET_REACH && side.cell[i] != 3; i++) {
        number += power * (1 + side.cell[i]);
        power *= 3;
    }
    return number;
}

static Side side_of(unsigned black, unsigned white, bool is_before)
{
    Side side;
    for (int i = 0; i < GOMOKU_NET_REACH; i++) {
        int bit = is_before ? GOMOKU_NET_REACH - 1 - i : i;
        side.cell[i] = (int)((black >> bit & 1) + 2 * (white >> bit & 1));
    }
    return side;
}

/* A line and its mirror image are one. */
static int line_of(int before, int behind)
{
    int larger = before > behind ? before : behind, smaller = before + behind - larger;
    return larger * (larger + 1) / 2 + smaller;
}

void gomoku_net_number_lines(uint16_t line[], uint16_t exchanged[])
{
    for (unsigned key = 0; key < 1 << (4 * GOMOKU_NET_REACH); key++) {
        unsigned black = key & 15, white = key >> 4 & 15;
        unsigned black_behind = key >> 8 & 15, white_behind = key >> 12;
        int      before = number_of(side_of(black, white, true));
        int      behind = number_of(side_of(black_behind, white_behind, false));
        line[key] = (uint16_t)line_of(before, behind);
        exchanged[line[key]] =
            (uint16_t)line_of(number_of(side_of(white, black, true)),
                              number_of(side_of(white_behind, black_behind, false)));
    }
}

/* ---- the file ---- */

/* Reads or writes numbers of `size` bytes, one after the other. */
typedef struct {
    Str           *out; /* NULL: read */
    const uint8_t *in;
} Stream;

static int64_t signed_of(uint64_t value, int size)
{
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return (int64_t)(value ^ sign) - (int64_t)sign;
}

static int64_t pass_number(Stream *stream, int64_t value, int size)
{
    if (stream->out != NULL) {
        bytes_put(stream->out, (uint64_t)value, size);
        return value;
    }
    stream->in += size;
    return signed_of(bytes_get(stream->in - size, size), size);
}

static void pass_bytes(Stream *stream, int8_t *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = (int8_t)pass_number(stream, values[i], 1);
}

static void pass_shorts(Stream *stream, int16_t *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = (int16_t)pass_number(stream, values[i], 2);
}

static void pass_longs(Stream *stream, int32_t *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = (int32_t)pass_number(stream, values[i], 4);
}

static void pass_colour(Stream *stream, GomokuNetColour *colour)
{
    pass_bytes(stream, colour->line[0], GOMOKU_NET_LINES * GOMOKU_NET_WIDTH);
    pass_shorts(stream, colour->weight[0], GOMOKU_NET_HIDDEN * 2 * GOMOKU_NET_WIDTH);
    pass_longs(stream, colour->bias, GOMOKU_NET_HIDDEN);
    pass_longs(stream, colour->threat[0], GOMOKU_NET_BITS * GOMOKU_NET_HIDDEN);
    pass_shorts(stream, colour->out, GOMOKU_NET_HIDDEN);
    pass_longs(stream, &colour->last, 1);
    pass_longs(stream, &colour->shapes, 1);
}

static int colours_of(int rule) { return rule == GOMOKU_RENJU ? 2 : 1; }

bool gomoku_net_write(GomokuNetData *data, Str *out, Error *err)
{
    size_t  begin = out->size;
    Stream  stream = {.out = out};
    NetHead head;
    int16_t options[MAX_OPTIONS] = {
        [GOMOKU_SIZE] = (int16_t)data->size, [GOMOKU_RULE] = (int16_t)data->rule};
    if (!netfile_init_head(&head, NET_OF_LINES, &gomoku_info, options, err))
        return false;
    netfile_begin(&head, out);
    for (int i = 0; i < SIZES; i++)
        bytes_put(out, (uint64_t)sizes[i], 4);
    for (int i = 0; i < colours_of(data->rule); i++)
        pass_colour(&stream, &data->colour[i]);
    netfile_end(begin, out);
    return !out->failed ? true : error_set(err, ERROR_MEMORY);
}

/* Do the sums of the hidden layer stay within 32 bits? A sum of vectors is GOMOKU_NET_ONE a point
 * at most; those of the output do, whatever the weights. */
static bool has_fitting_weights(const GomokuNetColour *colour)
{
    for (int j = 0; j < GOMOKU_NET_HIDDEN; j++) {
        int64_t most = llabs((int64_t)colour->bias[j]);
        for (int bit = 0; bit < GOMOKU_NET_BITS; bit++)
            most += llabs((int64_t)colour->threat[bit][j]);
        for (int i = 0; i < 2 * GOMOKU_NET_WIDTH; i++)
            most += (int64_t)abs(colour->weight[j][i]) * GOMOKU_NET_ONE * gomoku_max_moves;
        if (most > INT32_MAX)
            return false;
    }
    return true;
}

/* What stands behind the head of a file. */
static bool read_body(const uint8_t *body, size_t size, const int16_t options[], GomokuNetData *out,
                      Error *err)
{
    int    colours = colours_of(options[GOMOKU_RULE]);
    Stream stream = {.in = body + 4 * SIZES};
    bool   fits = size == (size_t)(4 * SIZES + COLOUR_SIZE * colours);
    for (int i = 0; fits && i < SIZES; i++)
        fits = bytes_get(body + 4 * i, 4) == (uint64_t)sizes[i];
    if (!fits)
        return error_set(err, ERROR_NET_SIZES);
    out->rule = options[GOMOKU_RULE];
    out->size = options[GOMOKU_SIZE];
    for (int i = 0; i < colours; i++)
        pass_colour(&stream, &out->colour[i]);
    if (colours == 1)
        out->colour[1] = out->colour[0];
    return has_fitting_weights(&out->colour[0]) && has_fitting_weights(&out->colour[1])
               ? true
               : error_set(err, ERROR_NET_SUMS);
}

bool gomoku_net_read(const uint8_t *bytes, size_t size, GomokuNetData *out, Error *err)
{
    NetHead        head;
    const uint8_t *body;
    size_t         body_size;
    int16_t        options[MAX_OPTIONS];
    if (!netfile_read(bytes, size, &head, &body, &body_size, err))
        return false;
    if (strcmp(head.game, gomoku_info.id) != 0 || head.feature != NET_OF_LINES)
        return error_set(err, ERROR_GOMOKU_NET_NOT_ONE);
    options_reset(&gomoku_info.options, options);
    return options_set_words(&gomoku_info.options, options, head.rules, err) &&
           read_body(body, body_size, options, out, err);
}

/* ---- for the search ---- */

static void fill_head(const GomokuNetColour *from, GomokuHead *out)
{
    memcpy(out->weight, from->weight, sizeof out->weight);
    memcpy(out->out, from->out, sizeof out->out);
    out->last = from->last;
    out->shapes = from->shapes;
    for (unsigned mask = 0; mask < GOMOKU_THREATS; mask++)
        for (int j = 0; j < GOMOKU_NET_HIDDEN; j++) {
            out->bias[mask][j] = from->bias[j];
            for (int bit = 0; bit < GOMOKU_NET_BITS; bit++)
                if (mask >> bit & 1)
                    out->bias[mask][j] += from->threat[bit][j];
        }
}

void gomoku_net_fill(GomokuNet *net, const GomokuNetData *data)
{
    uint16_t exchanged[GOMOKU_NET_LINES];
    gomoku_net_number_lines(net->line, exchanged);
    for (int line = 0; line < GOMOKU_NET_LINES; line++)
        for (int i = 0; i < GOMOKU_NET_WIDTH; i++) {
            net->vector[line].of[0][i] = data->colour[0].line[line][i];
            net->vector[line].of[1][i] = data->colour[1].line[exchanged[line]][i];
        }
    for (int colour = 0; colour < 2; colour++)
        fill_head(&data->colour[colour], &net->head[colour]);
}

static GomokuPair sum_lines(const GomokuNet *net, const GomokuThreats *t, bool is_bare, int row,
                            int col)
{
    GomokuPair sum = {0};
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        GomokuLine line = gomoku_read_line(t, d, row, col);
        if (is_bare)
            line.black = line.white = t->wall[gomoku_line_of(&t->pos, d, row, col)];
        const GomokuPair *vector =
            &net->vector[net->line[gomoku_net_index(line, gomoku_bit_of(d, row, col))]];
        sum.of[0] += vector->of[0];
        sum.of[1] += vector->of[1];
    }
    return sum;
}

void gomoku_net_begin(GomokuNetState *state, const GomokuNet *net, const GomokuThreats *t)
{
    int size = net != NULL ? t->pos.size : 0;
    state->net = net;
    state->pos = t->pos;
    state->count = 0;
    state->sum = (GomokuPair){0};
    for (int row = 0; row < size; row++)
        for (int col = 0; col < size; col++) {
            int        point = 32 * row + col;
            GomokuPair bare = sum_lines(net, t, true, row, col);
            bool       is_empty = gomoku_empty_in_row(&t->pos, row) >> col & 1;
            state->vector[point] = sum_lines(net, t, false, row, col);
            for (int i = 0; i < 2; i++) {
                state->plain[point].of[i] = gomoku_net_clip(bare.of[i]);
                if (is_empty)
                    state->sum.of[i] +=
                        gomoku_net_clip(state->vector[point].of[i]) - state->plain[point].of[i];
            }
        }
}

/* ---- built-in nets ---- */

/* gomoku_data.S */
extern const unsigned char gomoku_net_freestyle[], gomoku_net_freestyle_end[];
extern const unsigned char gomoku_net_freestyle20[], gomoku_net_freestyle20_end[];
extern const unsigned char gomoku_net_standard[], gomoku_net_standard_end[];
extern const unsigned char gomoku_net_renju[], gomoku_net_renju_end[];

/* Lines do not depend on the size of the board, but the course of a game does: the first that
 * fits. */
static const struct {
    int                  rule, least_size;
    const unsigned char *begin, *end;
} own_nets[] = {
    {GOMOKU_FREESTYLE, GOMOKU_LARGE, gomoku_net_freestyle20, gomoku_net_freestyle20_end},
    {GOMOKU_FREESTYLE, 0, gomoku_net_freestyle, gomoku_net_freestyle_end},
    {GOMOKU_STANDARD, 0, gomoku_net_standard, gomoku_net_standard_end},
    {GOMOKU_RENJU, 0, gomoku_net_renju, gomoku_net_renju_end},
    {GOMOKU_CARO, 0, gomoku_net_standard, gomoku_net_standard_end}, /* better than none */
};

enum { NETS = sizeof own_nets / sizeof own_nets[0] };

/* -1: none. */
static int find_own(int rule, int size)
{
    for (int i = 0; i < NETS; i++)
        if (own_nets[i].rule == rule && size >= own_nets[i].least_size)
            return i;
    return -1;
}

/* Each is made at its first use, and never changed again. */
static struct {
    pthread_mutex_t lock;
    bool            is_tried[NETS], is_there[NETS];
    GomokuNet       net[NETS];
} made = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void make_own(int which)
{
    size_t         size = (size_t)(own_nets[which].end - own_nets[which].begin);
    GomokuNetData *data = malloc(sizeof *data);
    made.is_tried[which] = true;
    made.is_there[which] = data != NULL && gomoku_net_read(own_nets[which].begin, size, data, NULL);
    if (made.is_there[which])
        gomoku_net_fill(&made.net[which], data);
    free(data);
}

const GomokuNet *gomoku_net(int rule, int size)
{
    int which = find_own(rule, size);
    if (which < 0)
        return NULL;
    pthread_mutex_lock(&made.lock);
    if (!made.is_tried[which])
        make_own(which);
    bool is_there = made.is_there[which];
    pthread_mutex_unlock(&made.lock);
    return is_there ? &made.net[which] : NULL;
}

/* ---- the kind ---- */

static void *open_net(const uint8_t *body, size_t size, const int16_t options[], Error *err)
{
    GomokuNetData *data = malloc(sizeof *data);
    GomokuNet     *net = malloc(sizeof *net);
    bool           ok = data != NULL && net != NULL ? read_body(body, size, options, data, err)
                                                    : error_set(err, ERROR_MEMORY);
    if (ok)
        gomoku_net_fill(net, data);
    free(data);
    if (!ok) {
        free(net);
        return NULL;
    }
    return net;
}

static void close_net(void *net) { free(net); }

/* An opening is meant to be even. */
static Score score_position(const void *net, const void *pos)
{
    const gomoku_pos *p = pos;
    GomokuThreats     t;
    GomokuNetState    state;
    if (p->phase != PHASE_PLAY)
        return 0;
    gomoku_threats_init(&t, p);
    gomoku_net_begin(&state, net, &t);
    unsigned threats = gomoku_threat_mask(&t);
    return gomoku_net_score(&state, threats, gomoku_shapes_score(&t, threats));
}

static const unsigned char *built_in(const int16_t options[], size_t *size)
{
    int which = find_own(options[GOMOKU_RULE], options[GOMOKU_SIZE]);
    if (which < 0 || options[GOMOKU_RULE] == GOMOKU_CARO) /* whose net is borrowed */
        return NULL;
    *size = (size_t)(own_nets[which].end - own_nets[which].begin);
    return own_nets[which].begin;
}

const NetKind gomoku_net_kind = {.feature = NET_OF_LINES,
                                 .options = 1u << GOMOKU_RULE,
                                 .scale = GOMOKU_NET_SCALE,
                                 .open = open_net,
                                 .close = close_net,
                                 .score = score_position,
                                 .built_in = built_in,
                                 .learner = gomoku_learner_new};
