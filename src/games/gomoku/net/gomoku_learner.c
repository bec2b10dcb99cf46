#include "games/gomoku/net/gomoku_learner.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "base/rng.h"
#include "eval/net.h"
#include "games/gomoku/champion/gomoku_candidates.h"
#include "games/gomoku/net/gomoku_net.h"

#include <math.h>
#include <stdlib.h>

enum {
    LINES = GOMOKU_NET_LINES,
    WIDTH = GOMOKU_NET_WIDTH,
    HIDDEN = GOMOKU_NET_HIDDEN,
    BITS = GOMOKU_NET_BITS,
    NOT_A_MOVE = INT16_MIN,
    /* An input: the colour to move, the point played, then the stones. */
    WORD_TURN = 0,
    WORD_MOVE,
    WORD_STONES,
    STONE_OF_WHITE = 1 << 15,
    /* A record for other trainers: shapes:4 threats:2 cell played:2 turn:1, the cells of the board.
     */
    RECORD_HEAD = 9
};

/* One in whole numbers, of the weights that have it. */
enum { HEAD_ONE = 4096, SUM_ONE = GOMOKU_NET_ONE * HEAD_ONE, OUT_ONE = 1024 };

static const float order_scale = 20;   /* rank that makes a move e times as likely */
static const float order_share = 0.2f; /* of the auxiliary loss of the move played */
static const float hidden_most = 4;

/* Four numbers of a vector at a time. */
typedef float   Floats4 __attribute__((vector_size(16)));
typedef int32_t Masks __attribute__((vector_size(16)));
enum { LANES = sizeof(Floats4) / sizeof(float) };
_Static_assert(WIDTH % LANES == 0, "vectors are whole blocks");

/* All weights of one colour, or of both alike; those of the auxiliary head (order) are in no file.
 */
typedef struct {
    float line[LINES][WIDTH];
    float head[HIDDEN][2 * WIDTH];
    float bias[HIDDEN], threat[BITS][HIDDEN], out[HIDDEN];
    float last, shapes, order[2 * WIDTH], order_shapes;
} ViewWeights;
enum { VIEW_WEIGHTS = sizeof(ViewWeights) / sizeof(float) };

typedef struct {
    Learner  base;
    int      rule, size, views; /* one, or one for each colour */
    uint16_t line[1 << (4 * GOMOKU_NET_REACH)], exchanged[LINES];
    uint16_t bare[GOMOKU_POINTS][GOMOKU_DIRECTIONS]; /* lines of the empty board */
} GomokuLearner;

/* An empty point that stones are near, or that is a move. */
typedef struct {
    uint16_t point, line[GOMOKU_DIRECTIONS];
    int16_t  promise; /* of its shapes; or NOT_A_MOVE */
} Cell;

/* Scratch memory of a thread: the position of the last forward pass, and what is the same for a
 * whole batch. */
typedef struct {
    GomokuThreats t;
    unsigned      threats;
    float         shapes;        /* in units of the net's scale */
    int           count, played; /* cells; the one that was played, -1: none of them */
    Cell          cell[gomoku_max_moves];
    /* Before clipping; clipped, less what the empty board has there. */
    float vector[gomoku_max_moves][2][WIDTH], part[gomoku_max_moves][2][WIDTH];
    float chance[gomoku_max_moves]; /* to be played */
    float sum[2][WIDTH], hidden[HIDDEN];
    float bare[GOMOKU_POINTS][2][WIDTH], bare_slope[GOMOKU_POINTS][2][WIDTH];
} GomokuScratch;

static inline Floats4 load(const float *from)
{
    Floats4 value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store(float *to, Floats4 value) { memcpy(to, &value, sizeof value); }

static inline void add_to(float *to, Floats4 value) { store(to, load(to) + value); }

static inline float sum_of(Floats4 value) { return value[0] + value[1] + value[2] + value[3]; }

/* To 0..1. */
static inline Floats4 clip(Floats4 value)
{
    Masks over = value > 1;
    value = (Floats4)(((Masks)value & ~over) | ((Masks)((Floats4){1, 1, 1, 1}) & over));
    return (Floats4)((Masks)value & (value > 0));
}

static inline float clip_hidden(float value)
{
    return value < 0 ? 0 : value > hidden_most ? hidden_most : value;
}

static int view_of(const GomokuLearner *g, int colour) { return g->views == 2 ? colour : 0; }

/* ---- positions ---- */

/* Where fours alone win no search asks for the evaluation: those positions are left out. */
static int pack(const Learner *self, const void *pos, Move move, uint16_t words[])
{
    const gomoku_pos *p = pos;
    GomokuThreats     t;
    int               count = WORD_STONES;
    (void)self;
    if (p->phase != PHASE_PLAY || p->winner != 0)
        return 0;
    gomoku_threats_init(&t, p);
    if (!gomoku_is_quiet(&t))
        return 0;
    words[WORD_TURN] = p->turn;
    words[WORD_MOVE] = move;
    for (int colour = 0; colour < 2; colour++)
        for (int row = 0; row < p->size; row++)
            for (uint64_t left = p->line[colour][row]; left != 0;)
                words[count++] =
                    (uint16_t)(32 * row + bits_pop(&left) + (colour == 1 ? STONE_OF_WHITE : 0));
    return count;
}

static void unpack(const GomokuLearner *g, const NetInput *input, gomoku_pos *out)
{
    *out = (gomoku_pos){.size = (uint8_t)g->size,
                        .rule = (uint8_t)g->rule,
                        .turn = (uint8_t)input->words[WORD_TURN],
                        .stones = (uint16_t)(input->count - WORD_STONES)};
    for (int i = WORD_STONES; i < input->count; i++) {
        int point = input->words[i] & ~STONE_OF_WHITE;
        gomoku_toggle(out, input->words[i] >> 15, point >> 5, point & 31);
    }
}

static void number_lines(const GomokuLearner *g, const GomokuThreats *t, int point,
                         uint16_t line[GOMOKU_DIRECTIONS])
{
    int row = point >> 5, col = point & 31;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
        line[d] =
            g->line[gomoku_net_index(gomoku_read_line(t, d, row, col), gomoku_bit_of(d, row, col))];
}

static void list_cells(const GomokuLearner *g, GomokuScratch *work, Move played)
{
    const GomokuThreats *t = &work->t;
    GomokuPoints         points;
    gomoku_list_points(t, &points);
    work->count = 0;
    work->played = -1;
    for (int row = 0; row < g->size; row++)
        for (uint64_t left = gomoku_empty_in_row(&t->pos, row); left != 0;) {
            int   col = bits_pop(&left), point = 32 * row + col;
            Cell *cell = &work->cell[work->count];
            bool  is_move = (points.row[row] >> col & 1) != 0 && gomoku_may_play(t, point);
            number_lines(g, t, point, cell->line);
            if (!is_move && memcmp(cell->line, g->bare[point], sizeof cell->line) == 0)
                continue;
            cell->point = (uint16_t)point;
            cell->promise = is_move ? (int16_t)gomoku_promise(t, point) : NOT_A_MOVE;
            if (is_move && point == played)
                work->played = work->count;
            work->count++;
        }
}

static void read_input(const GomokuLearner *g, const NetInput *input, GomokuScratch *work)
{
    gomoku_pos p;
    unpack(g, input, &p);
    gomoku_threats_init(&work->t, &p);
    work->threats = gomoku_threat_mask(&work->t);
    work->shapes = (float)gomoku_shapes_score(&work->t, work->threats) / GOMOKU_NET_SCALE;
    list_cells(g, work, input->words[WORD_MOVE]);
}

/* ---- forwards ---- */

/* The numbers of a line's vector as this colour sees it, among those of the weights or of the
 * gradient. */
static inline size_t line_for(const GomokuLearner *g, int colour, int line)
{
    return colour == 0 ? (size_t)line : g->exchanged[line];
}

static inline void sum_lines(const GomokuLearner *g, const ViewWeights *views, int colour,
                             const uint16_t line[], float out[WIDTH])
{
    const ViewWeights *view = &views[view_of(g, colour)];
    const float       *a = view->line[line_for(g, colour, line[0])];
    const float       *b = view->line[line_for(g, colour, line[1])];
    const float       *c = view->line[line_for(g, colour, line[2])];
    const float       *d = view->line[line_for(g, colour, line[3])];
    for (int i = 0; i < WIDTH; i += LANES)
        store(out + i, load(a + i) + load(b + i) + load(c + i) + load(d + i));
}

static void open_batch(const Learner *self, const float weights[], void *memory)
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    GomokuScratch       *work = memory;
    for (int point = 0; point < 32 * g->size; point++)
        for (int colour = 0; (point & 31) < g->size && colour < 2; colour++)
            sum_lines(g, (const ViewWeights *)weights, colour, g->bare[point],
                      work->bare[point][colour]);
}

static void sum_cells(const GomokuLearner *g, const ViewWeights *views, GomokuScratch *work)
{
    memset(work->sum, 0, sizeof work->sum);
    for (int n = 0; n < work->count; n++)
        for (int colour = 0; colour < 2; colour++) {
            const float *bare = work->bare[work->cell[n].point][colour];
            float       *vector = work->vector[n][colour], *part = work->part[n][colour];
            sum_lines(g, views, colour, work->cell[n].line, vector);
            for (int i = 0; i < WIDTH; i += LANES) {
                store(part + i, clip(load(vector + i)) - clip(load(bare + i)));
                add_to(&work->sum[colour][i], load(part + i));
            }
        }
}

static float forward(const Learner *self, const float weights[], const NetInput *input,
                     int symmetry, void *memory)
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    const ViewWeights   *views = (const ViewWeights *)weights;
    GomokuScratch       *work = memory;
    (void)symmetry;
    read_input(g, input, work);
    sum_cells(g, views, work);
    int                mine = work->t.pos.turn;
    const ViewWeights *view = &views[view_of(g, mine)];
    float              total = view->last + view->shapes * work->shapes;
    for (int j = 0; j < HIDDEN; j++) {
        Floats4 part = {0};
        for (int i = 0; i < WIDTH; i += LANES)
            part += load(&view->head[j][i]) * load(&work->sum[mine][i]) +
                    load(&view->head[j][WIDTH + i]) * load(&work->sum[1 - mine][i]);
        float sum = view->bias[j] + sum_of(part);
        for (int bit = 0; bit < BITS; bit++)
            if ((work->threats >> bit & 1) != 0)
                sum += view->threat[bit][j];
        work->hidden[j] = sum;
        total += view->out[j] * clip_hidden(sum);
    }
    return total;
}

/* ---- backwards ---- */

/* Softmax over the cells: the chance of each to be played; only where one of them was. */
static void see_order(const ViewWeights *view, GomokuScratch *work)
{
    int   mine = work->t.pos.turn;
    float most = -1e30f, sum = 0;
    for (int n = 0; n < work->count; n++) {
        const Cell *cell = &work->cell[n];
        Floats4     order = {0};
        if (cell->promise == NOT_A_MOVE)
            continue;
        for (int i = 0; i < WIDTH; i += LANES)
            order += load(&work->part[n][mine][i]) * load(&view->order[i]) +
                     load(&work->part[n][1 - mine][i]) * load(&view->order[WIDTH + i]);
        work->chance[n] = sum_of(order) + view->order_shapes * (float)cell->promise / order_scale;
        most = work->chance[n] > most ? work->chance[n] : most;
    }
    for (int n = 0; n < work->count; n++) {
        bool is_move = work->cell[n].promise != NOT_A_MOVE;
        work->chance[n] = is_move ? expf(work->chance[n] - most) : 0;
        sum += work->chance[n];
    }
    for (int n = 0; n < work->count; n++)
        work->chance[n] /= sum;
}

/* The head; `by` is what each sum should change by. */
static void learn_value(const ViewWeights *view, const GomokuScratch *work, float error,
                        ViewWeights *slope, float by[2][WIDTH])
{
    int mine = work->t.pos.turn;
    memset(by, 0, 2 * sizeof by[0]);
    slope->last += error;
    slope->shapes += error * work->shapes;
    for (int j = 0; j < HIDDEN; j++) {
        slope->out[j] += error * clip_hidden(work->hidden[j]);
        if (work->hidden[j] <= 0 || work->hidden[j] >= hidden_most)
            continue; /* where it is clipped, nothing moves it */
        float back = error * view->out[j];
        slope->bias[j] += back;
        for (int bit = 0; bit < BITS; bit++)
            if ((work->threats >> bit & 1) != 0)
                slope->threat[bit][j] += back;
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < WIDTH; i += LANES) {
                int colour = side == 0 ? mine : 1 - mine, at = side * WIDTH + i;
                add_to(&slope->head[j][at], back * load(&work->sum[colour][i]));
                add_to(&by[colour][i], back * load(&view->head[j][at]));
            }
    }
}

static inline void learn_lines(const GomokuLearner *g, int colour, const uint16_t line[],
                               const float vector[], const float by[], ViewWeights *slopes)
{
    ViewWeights *slope = &slopes[view_of(g, colour)];
    float       *a = slope->line[line_for(g, colour, line[0])];
    float       *b = slope->line[line_for(g, colour, line[1])];
    float       *c = slope->line[line_for(g, colour, line[2])];
    float       *d = slope->line[line_for(g, colour, line[3])];
    for (int i = 0; i < WIDTH; i += LANES) {
        Floats4 value = load(vector + i);
        Floats4 part = (Floats4)((Masks)load(by + i) & (value > 0) & (value < 1));
        add_to(a + i, part);
        add_to(b + i, part);
        add_to(c + i, part);
        add_to(d + i, part);
    }
}

static inline void learn_cell(const GomokuLearner *g, const ViewWeights *view, GomokuScratch *work,
                              int n, float by[2][WIDTH], ViewWeights *slopes)
{
    const Cell  *cell = &work->cell[n];
    int          mine = work->t.pos.turn;
    ViewWeights *slope = &slopes[view_of(g, mine)];
    bool         is_move = work->played >= 0 && cell->promise != NOT_A_MOVE;
    float        error = is_move ? order_share * (work->chance[n] - (n == work->played)) : 0;
    if (is_move)
        slope->order_shapes += error * (float)cell->promise / order_scale;
    for (int side = 0; side < 2; side++) {
        int    colour = side == 0 ? mine : 1 - mine;
        float  total[WIDTH];
        float *bare_slope = work->bare_slope[cell->point][colour];
        for (int i = 0; i < WIDTH; i += LANES) {
            Floats4 change = load(&by[colour][i]);
            if (is_move) {
                add_to(&slope->order[side * WIDTH + i], error * load(&work->part[n][colour][i]));
                change += error * load(&view->order[side * WIDTH + i]);
            }
            store(total + i, change);
            add_to(bare_slope + i, -change);
        }
        learn_lines(g, colour, cell->line, work->vector[n][colour], total, slopes);
    }
}

static void backward(const Learner *self, const float weights[], const NetInput *input,
                     int symmetry, float slope, void *memory, float gradient[])
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    GomokuScratch       *work = memory;
    int                  mine = view_of(g, work->t.pos.turn);
    const ViewWeights   *view = (const ViewWeights *)weights + mine;
    float                by[2][WIDTH];
    (void)symmetry;
    (void)input;
    if (work->played >= 0)
        see_order(view, work);
    learn_value(view, work, slope, (ViewWeights *)gradient + mine, by);
    for (int n = 0; n < work->count; n++)
        learn_cell(g, view, work, n, by, (ViewWeights *)gradient);
}

static void close_batch(const Learner *self, const float weights[], void *memory, float gradient[])
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    GomokuScratch       *work = memory;
    (void)weights;
    for (int point = 0; point < 32 * g->size; point++)
        for (int colour = 0; (point & 31) < g->size && colour < 2; colour++)
            learn_lines(g, colour, g->bare[point], work->bare[point][colour],
                        work->bare_slope[point][colour], (ViewWeights *)gradient);
    memset(work->bare_slope, 0, sizeof work->bare_slope);
}

/* ---- weights ---- */

/* Nearly normally distributed: the sum of twelve uniform random numbers. */
static float normal(uint64_t *rng)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (float)(rng_next(rng) >> 40) / (1 << 24);
    return sum;
}

static void begin_view(uint64_t *rng, ViewWeights *view)
{
    *view = (ViewWeights){.shapes = 1, .order_shapes = 1};
    for (int i = 0; i < LINES * WIDTH; i++)
        view->line[i / WIDTH][i % WIDTH] = 0.05f + 0.1f * normal(rng);
    for (int j = 0; j < HIDDEN; j++) {
        view->bias[j] = 0.5f;
        view->out[j] = 0.1f * normal(rng);
        for (int i = 0; i < 2 * WIDTH; i++)
            view->head[j][i] = 0.01f * normal(rng);
    }
}

static void begin(const Learner *self, uint64_t seed, float weights[])
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    uint64_t             rng = rng_mix(seed);
    for (int view = 0; view < g->views; view++)
        begin_view(&rng, (ViewWeights *)weights + view);
}

/* The sums of the hidden layer must fit 32 bits wherever the stones are: four fifths of them are
 * the head's, the rest is for the bias and the threats. */
static void limit_view(ViewWeights *view)
{
    const double room = 0.8 * INT32_MAX / SUM_ONE / gomoku_max_moves / (2 * WIDTH);
    const float  head = room < 0.5 ? (float)room : 0.5f, most = 100;
    float       *limits = (float *)view;
    for (int i = 0; i < VIEW_WEIGHTS; i++)
        limits[i] = most;
    for (int i = 0; i < LINES * WIDTH; i++)
        view->line[i / WIDTH][i % WIDTH] = (float)INT8_MAX / GOMOKU_NET_ONE;
    for (int i = 0; i < HIDDEN * 2 * WIDTH; i++)
        view->head[i / (2 * WIDTH)][i % (2 * WIDTH)] = head;
    for (int j = 0; j < HIDDEN; j++)
        view->out[j] = (float)INT16_MAX / OUT_ONE;
}

static void limit(const Learner *self, float limits[])
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    for (int view = 0; view < g->views; view++)
        limit_view((ViewWeights *)limits + view);
}

static int32_t whole(float value, int one, int32_t most)
{
    float number = roundf(value * (float)one);
    return number > (float)most ? most : number < -(float)most ? -most : (int32_t)number;
}

static void fill_colour(const ViewWeights *view, GomokuNetColour *out)
{
    const int32_t most = INT32_MAX / 2;
    for (int i = 0; i < LINES * WIDTH; i++)
        out->line[i / WIDTH][i % WIDTH] =
            (int8_t)whole(view->line[i / WIDTH][i % WIDTH], GOMOKU_NET_ONE, INT8_MAX);
    for (int j = 0; j < HIDDEN; j++) {
        for (int i = 0; i < 2 * WIDTH; i++)
            out->weight[j][i] = (int16_t)whole(view->head[j][i], HEAD_ONE, INT16_MAX);
        out->bias[j] = whole(view->bias[j], SUM_ONE, most);
        for (int bit = 0; bit < BITS; bit++)
            out->threat[bit][j] = whole(view->threat[bit][j], SUM_ONE, most);
        out->out[j] = (int16_t)whole(view->out[j], OUT_ONE, INT16_MAX);
    }
    out->last = whole(view->last, OUT_ONE * OUT_ONE, most);
    out->shapes = whole(view->shapes, OUT_ONE, most);
}

static bool write_net(const Learner *self, const float weights[], int scale, Str *out, Error *err)
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    GomokuNetData       *data = malloc(sizeof *data);
    (void)scale; /* a net of this kind has its own */
    if (data == NULL)
        return error_set(err, ERROR_MEMORY);
    data->rule = g->rule;
    data->size = g->size;
    for (int view = 0; view < g->views; view++)
        fill_colour((const ViewWeights *)weights + view, &data->colour[view]);
    bool ok = gomoku_net_write(data, out, err);
    free(data);
    return ok;
}

/* Of one colour alike, both begin as it; the order of moves is in no net. */
static bool take(const Learner *self, const Net *net, float weights[], Error *err)
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    const GomokuNet     *from = net->own;
    (void)err;
    for (int n = 0; n < g->views; n++) {
        ViewWeights      *view = (ViewWeights *)weights + n;
        const GomokuHead *head = &from->head[n];
        for (int i = 0; i < LINES * WIDTH; i++) {
            int line = i / WIDTH, seen = n == 0 ? line : g->exchanged[line];
            view->line[seen][i % WIDTH] =
                (float)from->vector[line].of[n][i % WIDTH] / GOMOKU_NET_ONE;
        }
        for (int j = 0; j < HIDDEN; j++) {
            for (int i = 0; i < 2 * WIDTH; i++)
                view->head[j][i] = (float)head->weight[j][i] / HEAD_ONE;
            view->bias[j] = (float)head->bias[0][j] / SUM_ONE;
            for (int bit = 0; bit < BITS; bit++)
                view->threat[bit][j] =
                    (float)(head->bias[1 << bit][j] - head->bias[0][j]) / SUM_ONE;
            view->out[j] = (float)head->out[j] / OUT_ONE;
        }
        view->last = (float)head->last / (OUT_ONE * OUT_ONE);
        view->shapes = (float)head->shapes / OUT_ONE;
    }
    return true;
}

static int32_t score(const Learner *self, const Net *net, const NetInput *input)
{
    gomoku_pos p;
    unpack((const GomokuLearner *)self, input, &p);
    return gomoku_net_kind.score(net->own, &p);
}

/* ---- for other trainers ---- */

static void put_tables(const Learner *self, Str *out)
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    const int            sizes[] = {LINES, WIDTH, HIDDEN};
    for (int i = 0; i < 3; i++)
        bytes_put(out, (uint64_t)sizes[i], 4);
    for (size_t i = 0; i < sizeof g->line / sizeof g->line[0]; i++)
        bytes_put(out, g->line[i], 2);
    for (int i = 0; i < LINES; i++)
        bytes_put(out, g->exchanged[i], 2);
}

static void put_record(const Learner *self, const NetInput *input, Str *out)
{
    const GomokuLearner *g = (const GomokuLearner *)self;
    char                 cells[gomoku_max_moves] = {0};
    GomokuThreats        t;
    gomoku_pos           p;
    int                  move = input->words[WORD_MOVE];
    unpack(g, input, &p);
    gomoku_threats_init(&t, &p);
    unsigned threats = gomoku_threat_mask(&t);
    for (int i = WORD_STONES; i < input->count; i++) {
        int point = input->words[i] & ~STONE_OF_WHITE;
        cells[(point >> 5) * g->size + (point & 31)] = (char)(1 + (input->words[i] >> 15));
    }
    bytes_put(out, (uint32_t)gomoku_shapes_score(&t, threats), 4);
    bytes_put(out, threats, 2);
    bytes_put(out, (uint64_t)((move >> 5) * g->size + (move & 31)), 2);
    bytes_put(out, p.turn, 1);
    str_bytes(out, cells, (size_t)(g->size * g->size));
}

/* ---- the whole ---- */

static void close_learner(Learner *self) { free(self); }

static void number_bare_lines(GomokuLearner *g)
{
    gomoku_pos    empty = {.size = (uint8_t)g->size, .rule = (uint8_t)g->rule};
    GomokuThreats t;
    gomoku_threats_init(&t, &empty);
    for (int row = 0; row < g->size; row++)
        for (int col = 0; col < g->size; col++)
            number_lines(g, &t, 32 * row + col, g->bare[32 * row + col]);
}

Learner *gomoku_learner_new(const int16_t options[])
{
    GomokuLearner *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->rule = options[GOMOKU_RULE];
    g->size = options[GOMOKU_SIZE];
    g->views = g->rule == GOMOKU_RENJU ? 2 : 1;
    g->base = (Learner){.weight_count = (size_t)(g->views * VIEW_WEIGHTS),
                        .work_size = sizeof(GomokuScratch),
                        .symmetry_count = 1, /* the net knows none from another */
                        .scale = GOMOKU_NET_SCALE,
                        .has_log_loss = true,
                        .beta2 = 0.99f,   /* most lines are seldom seen: they must not */
                        .epsilon = 1e-6f, /* jump when they are */
                        .record_size = (size_t)(RECORD_HEAD + g->size * g->size),
                        .pack = pack,
                        .begin = begin,
                        .take = take,
                        .limit = limit,
                        .open_batch = open_batch,
                        .close_batch = close_batch,
                        .forward = forward,
                        .backward = backward,
                        .write = write_net,
                        .score = score,
                        .put_tables = put_tables,
                        .put_record = put_record,
                        .close = close_learner};
    gomoku_net_number_lines(g->line, g->exchanged);
    number_bare_lines(g);
    return &g->base;
}
