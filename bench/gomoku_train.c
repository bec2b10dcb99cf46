/* Gomoku's net (games/gomoku/gomoku_net.h), learnt from the games of bench/gomoku_games.c:
 *
 *     gomoku_train GAMES.txt NET ROUNDS SEED [START]
 *
 * The value is fitted to results and scores (Adam on logistic loss), from the net START where one
 * is given, whose rule may be another. One game in ten is kept out and only looked at: what is
 * printed after each round is theirs, by shapes alone and with the net. */
#include "base/rng.h"
#include "core/position.h"
#include "games/gomoku/gomoku_candidates.h"
#include "games/gomoku/gomoku_net.h"
#include "games/gomoku/gomoku_weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES = GOMOKU_NET_LINES,
    WIDTH = GOMOKU_NET_WIDTH,
    HIDDEN = GOMOKU_NET_HIDDEN,
    BITS = GOMOKU_NET_BITS,
    MAX_POSITIONS = 1500000,
    MAX_CELLS = 200000000,
    BATCH = 512,
    NOT_A_MOVE = INT16_MIN,
    MAX_LINE = 1 << 16,
    MAX_NET = 1 << 20
};

static const float score_scale = 400;   /* a score of so much is won by e to 1 */
static const float result_share = 0.7f; /* of what is fitted to; the rest is the score */
static const float order_scale = 20;    /* promise that makes a move e times as likely */
static const float order_share = 0.2f;  /* of the moves in what is learnt */
static const float first_rate = 0.002f; /* of learning; it falls to nothing */
static const float line_most = 127.0f / GOMOKU_NET_ONE, head_most = 0.5f, hidden_most = 4;

/* An empty point near stones. */
typedef struct {
    uint16_t point, code[GOMOKU_DIRECTIONS];
    int16_t  promise; /* of its shapes; NOT_A_MOVE */
} Cell;

typedef struct {
    uint32_t first;
    uint16_t count, mask;
    int16_t  best; /* among the cells; -1: none */
    uint8_t  turn, is_aside, is_kept_out;
    float    shapes, score, result;
} Sample;

/* All numbers of the net; the second half is used where the colours differ. */
typedef struct {
    float line[2][LINES][WIDTH];
    float head[2][HIDDEN][2 * WIDTH];
    float bias[2][HIDDEN], mask[2][BITS][HIDDEN], out[2][HIDDEN];
    float last[2], shapes[2], order[2][2 * WIDTH], order_shapes[2];
} Weights;
enum { NUMBERS = sizeof(Weights) / sizeof(float) };

typedef struct {
    float vector[2][WIDTH];
} Pair;

static Weights   weights, slope, mean, square;
static Cell     *cells;
static Sample   *samples;
static uint32_t *turns_of; /* the order in which samples are learnt from */
static uint32_t  cell_count;
static int       sample_count, learn_count, views = 1;
static uint16_t  code_of[1 << (4 * GOMOKU_NET_REACH)], exchanged[LINES];
static uint16_t  plain_code[GOMOKU_POINTS][GOMOKU_DIRECTIONS];
static Pair      plain[GOMOKU_POINTS], plain_slope[GOMOKU_POINTS];

static int view_of(int colour) { return views == 2 ? colour : 0; }

/* ---- positions ---- */

static void codes_at(const GomokuThreats *t, int point, uint16_t code[GOMOKU_DIRECTIONS])
{
    int row = point >> 5, col = point & 31;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
        code[d] =
            code_of[gomoku_net_index(gomoku_read_line(t, d, row, col), gomoku_bit_of(d, row, col))];
}

static void list_candidates(const GomokuThreats *t, GomokuPoints *points)
{
    int threat = gomoku_open_four_of(t, 1 - t->pos.turn);
    if (threat >= 0)
        gomoku_list_defences(t, threat, points);
    else
        gomoku_near_stones(t, points);
}

/* False: nothing is near, and it is no move. */
static bool take_cell(const GomokuThreats *t, const GomokuPoints *points, int point, Cell *cell)
{
    bool is_move = points->row[point >> 5] >> (point & 31) & 1 && gomoku_may_play(t, point);
    cell->point = (uint16_t)point;
    cell->promise = is_move ? (int16_t)gomoku_promise(t, point) : NOT_A_MOVE;
    codes_at(t, point, cell->code);
    return is_move || memcmp(cell->code, plain_code[point], sizeof cell->code) != 0;
}

static void take_sample(const gomoku_pos *p, Sample sample, Move best)
{
    GomokuThreats t;
    GomokuPoints  points;
    int           mine = p->turn;
    if (sample_count == MAX_POSITIONS || cell_count + gomoku_max_moves > MAX_CELLS)
        return;
    gomoku_threats_init(&t, p);
    list_candidates(&t, &points);
    sample.first = cell_count;
    sample.best = -1;
    sample.turn = p->turn;
    sample.mask = (uint16_t)gomoku_threat_mask(&t);
    sample.shapes =
        (float)(gomoku_worth_to_mover(t.worth[mine]) - gomoku_worth_to_other(t.worth[1 - mine]) +
                t.shapes->threat[mine][sample.mask]);
    for (int row = 0; row < p->size; row++)
        for (uint64_t left = gomoku_empty_in_row(p, row); left != 0;) {
            int   point = 32 * row + bits_pop(&left);
            Cell *cell = &cells[cell_count];
            if (!take_cell(&t, &points, point, cell))
                continue;
            if (point == best && cell->promise != NOT_A_MOVE)
                sample.best = (int16_t)(cell_count - sample.first);
            cell_count++;
        }
    sample.count = (uint16_t)(cell_count - sample.first);
    samples[sample_count++] = sample;
}

/* ---- games ---- */

typedef struct {
    char *at;
} Numbers;

static bool next_number(Numbers *numbers, long *out)
{
    char *end;
    *out = strtol(numbers->at, &end, 10);
    bool is_there = end != numbers->at;
    numbers->at = end;
    return is_there;
}

static float won_by(float logit) { return 1 / (1 + expf(-logit)); }

/* What was looked at in a game whose moves are known. */
static void take_game(const gomoku_pos *start, int number, long winner, const Move moves[],
                      Numbers *seen)
{
    gomoku_pos  p = *start;
    gomoku_undo undo;
    long        ply, aside, score, best, played = 0;
    while (next_number(seen, &ply) && next_number(seen, &aside) && next_number(seen, &score) &&
           next_number(seen, &best)) {
        for (; played < ply; played++)
            gomoku_make(&p, moves[played], &undo);
        gomoku_pos shown = p;
        if (aside >= 0)
            gomoku_make(&shown, (Move)aside, &undo);
        take_sample(&shown,
                    (Sample){.is_aside = aside >= 0,
                             .is_kept_out = number % 10 == 0,
                             .score = won_by((float)score / score_scale),
                             .result = winner == 0                ? 0.5f
                                       : winner == shown.turn + 1 ? 1
                                                                  : 0},
                    (Move)best);
    }
}

static bool begin(const Game *game, long rule, long size, gomoku_pos *out)
{
    static const char *const names[] = {"freestyle", "standard", "renju"};
    int16_t                  options[MAX_OPTIONS];
    char                     text[16];
    GomokuThreats            t;
    snprintf(text, sizeof text, "%ld", size);
    options_reset(&game->info->options, options);
    if (rule < 0 || rule > 2 ||
        !options_set(&game->info->options, options, "rule", names[rule], NULL) ||
        !options_set(&game->info->options, options, "size", text, NULL) ||
        !position_start(game, options, out, NULL))
        return false;
    views = rule == GOMOKU_RENJU ? 2 : 1;
    gomoku_threats_init(&t, out);
    for (int row = 0; row < out->size; row++)
        for (int col = 0; col < out->size; col++)
            codes_at(&t, 32 * row + col, plain_code[32 * row + col]);
    return true;
}

/* All games are of one rule and size. */
static bool read_games(const Game *game, FILE *file, gomoku_pos *start)
{
    static char text[MAX_LINE];
    for (int number = 0; fgets(text, sizeof text, file) != NULL; number++) {
        Numbers numbers = {.at = text}, seen = {.at = strchr(text, ':')};
        long    rule, size, winner, placed, move;
        Move    moves[gomoku_max_moves];
        int     count = 0;
        if (seen.at == NULL || strchr(text, '\n') == NULL || !next_number(&numbers, &rule) ||
            !next_number(&numbers, &size) || !next_number(&numbers, &winner) ||
            !next_number(&numbers, &placed) || (number == 0 && !begin(game, rule, size, start)))
            return false;
        while (count < gomoku_max_moves && next_number(&numbers, &move))
            moves[count++] = (Move)move;
        seen.at++;
        take_game(start, number, winner, moves, &seen);
    }
    return sample_count > 0;
}

/* ---- forwards ---- */

typedef struct {
    float vector[gomoku_max_moves][2][WIDTH]; /* before clipping */
    float order[gomoku_max_moves];            /* how likely */
    float sum[2][WIDTH], hidden[HIDDEN], logit;
} Pass;

static inline float clip(float value, float most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

static inline const float *row_of(const Weights *w, int colour, int code)
{
    return w->line[view_of(colour)][colour == 0 ? code : exchanged[code]];
}

static inline void sum_lines(const Weights *w, int colour, const uint16_t code[], float out[WIDTH])
{
    const float *a = row_of(w, colour, code[0]), *b = row_of(w, colour, code[1]);
    const float *c = row_of(w, colour, code[2]), *d = row_of(w, colour, code[3]);
    for (int i = 0; i < WIDTH; i++)
        out[i] = a[i] + b[i] + c[i] + d[i];
}

static void refresh_plain(const Weights *w, const gomoku_pos *start)
{
    for (int row = 0; row < start->size; row++)
        for (int col = 0; col < start->size; col++)
            for (int colour = 0; colour < 2; colour++)
                sum_lines(w, colour, plain_code[32 * row + col],
                          plain[32 * row + col].vector[colour]);
}

static inline void see_cell(const Weights *w, const Cell *cell, int mine, Pass *pass, int n)
{
    const float *weigh = w->order[view_of(mine)];
    float        order = 0;
    for (int side = 0; side < 2; side++) {
        int          colour = side == 0 ? mine : 1 - mine;
        float       *vector = pass->vector[n][colour];
        const float *bare = plain[cell->point].vector[colour];
        float        part[WIDTH];
        sum_lines(w, colour, cell->code, vector);
        for (int i = 0; i < WIDTH; i++) {
            part[i] = clip(vector[i], 1) - clip(bare[i], 1);
            pass->sum[colour][i] += part[i];
        }
        for (int i = 0; i < WIDTH; i++)
            order += part[i] * weigh[side * WIDTH + i];
    }
    pass->order[n] = order + w->order_shapes[view_of(mine)] * (float)cell->promise / order_scale;
}

static void see_value(const Weights *w, const Sample *sample, Pass *pass)
{
    int   mine = sample->turn, view = view_of(mine);
    float total = w->last[view] + w->shapes[view] * sample->shapes / score_scale;
    for (int j = 0; j < HIDDEN; j++) {
        float sum = w->bias[view][j];
        for (int i = 0; i < WIDTH; i++)
            sum += w->head[view][j][i] * pass->sum[mine][i] +
                   w->head[view][j][WIDTH + i] * pass->sum[1 - mine][i];
        for (int bit = 0; bit < BITS; bit++)
            if (sample->mask >> bit & 1)
                sum += w->mask[view][bit][j];
        pass->hidden[j] = sum;
        total += w->out[view][j] * clip(sum, hidden_most);
    }
    pass->logit = total;
}

/* From logits to shares. */
static void see_order(const Sample *sample, Pass *pass)
{
    const Cell *cell = &cells[sample->first];
    float       most = -1e30f, sum = 0;
    for (int n = 0; n < sample->count; n++)
        if (cell[n].promise != NOT_A_MOVE && pass->order[n] > most)
            most = pass->order[n];
    for (int n = 0; n < sample->count; n++) {
        pass->order[n] = cell[n].promise == NOT_A_MOVE ? 0 : expf(pass->order[n] - most);
        sum += pass->order[n];
    }
    for (int n = 0; n < sample->count; n++)
        pass->order[n] /= sum;
}

static void see(const Weights *w, const Sample *sample, Pass *pass)
{
    memset(pass->sum, 0, sizeof pass->sum);
    for (int n = 0; n < sample->count; n++)
        see_cell(w, &cells[sample->first + (uint32_t)n], sample->turn, pass, n);
    see_value(w, sample, pass);
    see_order(sample, pass);
}

/* ---- backwards ---- */

static float wanted(const Sample *sample)
{
    return sample->is_aside ? sample->score
                            : result_share * sample->result + (1 - result_share) * sample->score;
}

/* The slopes of the head; what each sum should change by. */
static void learn_value(const Sample *sample, const Pass *pass, float by[2][WIDTH])
{
    int   mine = sample->turn, view = view_of(mine);
    float error = won_by(pass->logit) - wanted(sample);
    memset(by, 0, 2 * sizeof by[0]);
    slope.last[view] += error;
    slope.shapes[view] += error * sample->shapes / score_scale;
    for (int j = 0; j < HIDDEN; j++) {
        slope.out[view][j] += error * clip(pass->hidden[j], hidden_most);
        if (pass->hidden[j] <= 0 || pass->hidden[j] >= hidden_most)
            continue;
        float back = error * weights.out[view][j];
        slope.bias[view][j] += back;
        for (int bit = 0; bit < BITS; bit++)
            if (sample->mask >> bit & 1)
                slope.mask[view][bit][j] += back;
        for (int i = 0; i < WIDTH; i++) {
            slope.head[view][j][i] += back * pass->sum[mine][i];
            slope.head[view][j][WIDTH + i] += back * pass->sum[1 - mine][i];
            by[mine][i] += back * weights.head[view][j][i];
            by[1 - mine][i] += back * weights.head[view][j][WIDTH + i];
        }
    }
}

static inline void learn_lines(int colour, const uint16_t code[], const float vector[],
                               const float by[])
{
    float part[WIDTH];
    for (int i = 0; i < WIDTH; i++)
        part[i] = vector[i] > 0 && vector[i] < 1 ? by[i] : 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        float *row = slope.line[view_of(colour)][colour == 0 ? code[d] : exchanged[code[d]]];
        for (int i = 0; i < WIDTH; i++)
            row[i] += part[i];
    }
}

static inline void learn_cell(const Sample *sample, const Pass *pass, int n, float by[2][WIDTH])
{
    const Cell *cell = &cells[sample->first + (uint32_t)n];
    int         mine = sample->turn, view = view_of(mine);
    bool        is_move = sample->best >= 0 && cell->promise != NOT_A_MOVE;
    float       error = is_move ? order_share * (pass->order[n] - (n == sample->best)) : 0;
    if (is_move)
        slope.order_shapes[view] += error * (float)cell->promise / order_scale;
    for (int side = 0; side < 2; side++) {
        int          colour = side == 0 ? mine : 1 - mine;
        const float *vector = pass->vector[n][colour], *bare = plain[cell->point].vector[colour];
        const float *weigh = &weights.order[view][side * WIDTH];
        float       *weigh_slope = &slope.order[view][side * WIDTH], total[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            weigh_slope[i] += error * (clip(vector[i], 1) - clip(bare[i], 1));
            total[i] = by[colour][i] + error * weigh[i];
            plain_slope[cell->point].vector[colour][i] -= total[i];
        }
        learn_lines(colour, cell->code, vector, total);
    }
}

static void learn_plain(const gomoku_pos *start)
{
    for (int row = 0; row < start->size; row++)
        for (int col = 0; col < start->size; col++) {
            int point = 32 * row + col;
            for (int colour = 0; colour < 2; colour++)
                learn_lines(colour, plain_code[point], plain[point].vector[colour],
                            plain_slope[point].vector[colour]);
        }
    memset(plain_slope, 0, sizeof plain_slope);
}

static void limit(float *values, size_t count, float most)
{
    for (size_t i = 0; i < count; i++)
        values[i] = values[i] < -most ? -most : values[i] > most ? most : values[i];
}

/* Adam. */
static void step(float rate, int number)
{
    float *w = (float *)&weights, *s = (float *)&slope, *m = (float *)&mean, *q = (float *)&square;
    float  first = 1 - powf(0.9f, (float)number), second = 1 - powf(0.99f, (float)number);
    for (int i = 0; i < NUMBERS; i++) {
        float by = s[i] / BATCH;
        m[i] = 0.9f * m[i] + 0.1f * by;
        q[i] = 0.99f * q[i] + 0.01f * by * by;
        w[i] -= rate * (m[i] / first) / (sqrtf(q[i] / second) + 1e-6f);
        s[i] = 0;
    }
    limit(&weights.line[0][0][0], 2 * LINES * WIDTH, line_most);
    limit(&weights.head[0][0][0], 2 * HIDDEN * 2 * WIDTH, head_most);
}

static void learn_batch(const gomoku_pos *start, const uint32_t *which, int count, float rate,
                        int number)
{
    static Pass pass;
    refresh_plain(&weights, start);
    for (int i = 0; i < count; i++) {
        const Sample *sample = &samples[which[i]];
        float         by[2][WIDTH];
        see(&weights, sample, &pass);
        learn_value(sample, &pass, by);
        for (int n = 0; n < sample->count; n++)
            learn_cell(sample, &pass, n, by);
    }
    learn_plain(start);
    step(rate, number);
}

/* ---- rounds ---- */

typedef struct {
    double sum;
    int    count;
} Mean;

static void add(Mean *to, double value)
{
    to->sum += value;
    to->count++;
}

static double mean_of(Mean of) { return of.sum / (of.count > 0 ? of.count : 1); }

static void test(const Weights *w, const gomoku_pos *start, const char *name)
{
    static Pass pass;
    Mean        result[2] = {0}, score[2] = {0}, best = {0};
    refresh_plain(w, start);
    for (int n = 0; n < sample_count; n++) {
        const Sample *sample = &samples[n];
        if (!sample->is_kept_out)
            continue;
        see(w, sample, &pass);
        for (int by_net = 0; by_net < 2; by_net++) {
            float found = won_by(by_net ? pass.logit : sample->shapes / score_scale);
            add(&score[by_net], pow(found - sample->score, 2));
            if (!sample->is_aside)
                add(&result[by_net], pow(found - sample->result, 2));
        }
        if (!sample->is_aside)
            add(&best, pow(sample->score - sample->result, 2));
    }
    fprintf(stderr,
            "%s: squared error of results %.4f -> %.4f (the search's own %.4f), of scores %.4f -> "
            "%.4f\n",
            name, mean_of(result[0]), mean_of(result[1]), mean_of(best), mean_of(score[0]),
            mean_of(score[1]));
}

static float normal(uint64_t *rng)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (float)(rng_next(rng) >> 40) / (1 << 24);
    return sum;
}

static void start_weights(uint64_t *rng)
{
    for (int i = 0; i < 2 * LINES * WIDTH; i++)
        (&weights.line[0][0][0])[i] = 0.05f + 0.1f * normal(rng);
    for (int view = 0; view < 2; view++) {
        for (int j = 0; j < HIDDEN; j++) {
            weights.bias[view][j] = 0.5f;
            weights.out[view][j] = 0.1f * normal(rng);
            for (int i = 0; i < 2 * WIDTH; i++)
                weights.head[view][j][i] = 0.01f * normal(rng);
        }
        weights.shapes[view] = weights.order_shapes[view] = 1;
    }
}

static void learn(const gomoku_pos *start, int rounds, uint64_t *rng)
{
    int batches = learn_count / BATCH, steps = rounds * batches, number = 0;
    for (int round = 1; round <= rounds; round++) {
        char name[32];
        for (int i = learn_count - 1; i > 0; i--) {
            int      other = (int)(rng_next(rng) % (uint64_t)(i + 1));
            uint32_t held = turns_of[i];
            turns_of[i] = turns_of[other];
            turns_of[other] = held;
        }
        for (int i = 0; i < batches; i++, number++)
            learn_batch(start, &turns_of[i * BATCH], BATCH,
                        first_rate * (float)(steps - number) / (float)steps, number + 1);
        snprintf(name, sizeof name, "round %d", round);
        test(&weights, start, name);
    }
}

/* ---- the file ---- */

/* To whole numbers; the weight is then what they say. */
static int32_t whole(float *value, float scale, int size)
{
    float most = (float)((INT64_C(1) << (8 * size - 1)) - 1), number = roundf(*value * scale);
    number = number > most ? most : number < -most ? -most : number;
    *value = number / scale;
    return (int32_t)number;
}

static void fill_colour(int view, GomokuNetColour *out)
{
    const float sum = GOMOKU_NET_ONE * 4096;
    for (int i = 0; i < LINES * WIDTH; i++)
        out->line[i / WIDTH][i % WIDTH] =
            (int8_t)whole(&weights.line[view][i / WIDTH][i % WIDTH], GOMOKU_NET_ONE, 1);
    for (int j = 0; j < HIDDEN; j++) {
        for (int i = 0; i < 2 * WIDTH; i++)
            out->weight[j][i] = (int16_t)whole(&weights.head[view][j][i], 4096, 2);
        out->bias[j] = whole(&weights.bias[view][j], sum, 4);
        for (int bit = 0; bit < BITS; bit++)
            out->threat[bit][j] = whole(&weights.mask[view][bit][j], sum, 4);
        out->out[j] = (int16_t)whole(&weights.out[view][j], 1024, 2);
    }
    out->last = whole(&weights.last[view], 1024 * 1024, 4);
    out->shapes = whole(&weights.shapes[view], 1024, 4);
}

static bool save(const gomoku_pos *start, const char *path)
{
    static GomokuNetData data;
    Str                  out = {0};
    FILE                *file = fopen(path, "wb");
    data.rule = start->rule;
    for (int view = 0; view < views; view++)
        fill_colour(view, &data.colour[view]);
    gomoku_net_write(&data, &out);
    bool is_written =
        file != NULL && !out.failed && fwrite(out.text, 1, out.size, file) == out.size;
    is_written = file != NULL && fclose(file) == 0 && is_written;
    str_free(&out);
    return is_written;
}

/* From another net: of one colour alike, both begin as it. */
static bool start_from(const char *path)
{
    static GomokuNetData data;
    static uint8_t       bytes[MAX_NET];
    const float          sum = GOMOKU_NET_ONE * 4096;
    FILE                *file = fopen(path, "rb");
    size_t               size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file == NULL || fclose(file) != 0 || !gomoku_net_read(bytes, size, &data, NULL))
        return false;
    for (int view = 0; view < 2; view++) {
        const GomokuNetColour *from = &data.colour[view];
        for (int i = 0; i < LINES * WIDTH; i++)
            weights.line[view][i / WIDTH][i % WIDTH] =
                (float)from->line[i / WIDTH][i % WIDTH] / GOMOKU_NET_ONE;
        for (int j = 0; j < HIDDEN; j++) {
            for (int i = 0; i < 2 * WIDTH; i++)
                weights.head[view][j][i] = (float)from->weight[j][i] / 4096;
            weights.bias[view][j] = (float)from->bias[j] / sum;
            for (int bit = 0; bit < BITS; bit++)
                weights.mask[view][bit][j] = (float)from->threat[bit][j] / sum;
            weights.out[view][j] = (float)from->out[j] / 1024;
        }
        weights.last[view] = (float)from->last / (1024 * 1024);
        weights.shapes[view] = (float)from->shapes / 1024;
    }
    return true;
}

static bool make_room(void)
{
    cells = malloc(sizeof *cells * MAX_CELLS);
    samples = malloc(sizeof *samples * MAX_POSITIONS);
    turns_of = malloc(sizeof *turns_of * MAX_POSITIONS);
    return cells != NULL && samples != NULL && turns_of != NULL;
}

static void choose_samples(void)
{
    for (int n = 0; n < sample_count; n++)
        if (!samples[n].is_kept_out)
            turns_of[learn_count++] = (uint32_t)n;
    fprintf(stderr, "%d positions to learn from, %d kept out\n", learn_count,
            sample_count - learn_count);
}

int main(int argc, char **argv)
{
    gomoku_pos start;
    FILE      *file = argc == 5 || argc == 6 ? fopen(argv[1], "r") : NULL;
    if (file == NULL || !make_room()) {
        fprintf(stderr, "usage: gomoku_train GAMES.txt NET ROUNDS SEED [START]\n");
        return 2;
    }
    uint64_t rng = strtoull(argv[4], NULL, 10);
    gomoku_net_number_lines(code_of, exchanged);
    start_weights(&rng);
    if (!read_games(game_find("gomoku"), file, &start)) {
        fprintf(stderr, "%s: not the games of gomoku_games\n", argv[1]);
        return 1;
    }
    if (argc == 6 && !start_from(argv[5])) {
        fprintf(stderr, "%s: not a net of Gomoku\n", argv[5]);
        return 1;
    }
    choose_samples();
    learn(&start, (int)strtol(argv[3], NULL, 10), &rng);
    bool is_saved = save(&start, argv[2]);
    test(&weights, &start, "in whole numbers");
    fclose(file);
    free(turns_of);
    free(samples);
    free(cells);
    return is_saved ? 0 : 1;
}
