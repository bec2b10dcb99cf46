/* games/gomoku/net/gomoku_net.h -- the champion's net, finer than its evaluation by shapes.
 *
 * Each empty point has a vector for either colour: the sum of one for each of the four lines
 * through it, as far as four cells go. Clipped to 0..1 and summed over the board, less what the
 * point has on the empty board, the vectors are the input of a small head; its output is added to
 * the evaluation by shapes.
 *
 * The vectors are updated incrementally along the moves of a search (as in NNUE), and only when the
 * net is evaluated: after most of the moves (fours at the leaves) it is not. A move taken back
 * restores what it changed. All numbers are integers: the result is that of a full computation, to
 * the last bit, on every machine. */
#pragma once
#include "eval/netkind.h"
#include "games/gomoku/champion/gomoku_threats.h"

#include <assert.h>
#include <string.h>

enum {
    GOMOKU_NET_REACH = 4,
    GOMOKU_NET_SIDES = 121,  /* strings of up to four cells, each empty, own or the other's */
    GOMOKU_NET_LINES = 7381, /* pairs of them, a line and its mirror image being one */
    GOMOKU_NET_WIDTH = 16,   /* of a vector */
    GOMOKU_NET_HIDDEN = 16,
    GOMOKU_LARGE = 18,      /* boards from here on have a net of their own */
    GOMOKU_NET_BITS = 9,    /* of gomoku_threat_mask() */
    GOMOKU_NET_ONE = 64,    /* of a vector; 400 of them fit 16 bits */
    GOMOKU_NET_SCALE = 400, /* hundredths of a point where the chance to win is e to 1 */
    GOMOKU_NET_MOST = 100000,
    GOMOKU_NET_PLIES = MAX_SEARCH_PLIES + 2
};

/* Aligned alike in the plain and the wide instance, and as malloc does it. */
typedef int16_t GomokuVector __attribute__((vector_size(2 * GOMOKU_NET_WIDTH), aligned(16)));

/* Black's vector and white's. */
typedef struct {
    GomokuVector of[2];
} GomokuPair;

/* A net as in its file: the numbers of one colour, or of both alike. */
typedef struct {
    int8_t  line[GOMOKU_NET_LINES][GOMOKU_NET_WIDTH]; /* as this colour sees it */
    int16_t weight[GOMOKU_NET_HIDDEN][2 * GOMOKU_NET_WIDTH];
    int32_t bias[GOMOKU_NET_HIDDEN], threat[GOMOKU_NET_BITS][GOMOKU_NET_HIDDEN];
    int16_t out[GOMOKU_NET_HIDDEN];
    int32_t last, shapes; /* added at the end; how much of the evaluation by shapes stays */
} GomokuNetColour;

typedef struct {
    int             rule, size; /* that it was learnt for */
    GomokuNetColour colour[2];  /* to move */
} GomokuNetData;

/* Whole files (eval/netfile.h). */
bool gomoku_net_write(GomokuNetData *data, Str *out, Error *err);
bool gomoku_net_read(const uint8_t *bytes, size_t size, GomokuNetData *out, Error *err);

extern const NetKind gomoku_net_kind;

/* By the cells around a point (gomoku_net_index), the number of its line; by that number, the line
 * with the colours exchanged. */
void gomoku_net_number_lines(uint16_t line[], uint16_t exchanged[]);

/* The head of one colour to move: weights of its own sums, then of the opponent's. */
typedef struct {
    int16_t weight[GOMOKU_NET_HIDDEN][2 * GOMOKU_NET_WIDTH];
    int32_t bias[GOMOKU_THREATS][GOMOKU_NET_HIDDEN];
    int16_t out[GOMOKU_NET_HIDDEN];
    int32_t last, shapes;
} GomokuHead;

typedef struct GomokuNet {
    /* From the cells around a point, four bits each of black before it, white before it, black
     * behind it, white behind it, to the number of its line. */
    uint16_t   line[1 << (4 * GOMOKU_NET_REACH)];
    GomokuPair vector[GOMOKU_NET_LINES];
    GomokuHead head[2]; /* by the colour to move */
} GomokuNet;

void gomoku_net_fill(GomokuNet *net, const GomokuNetData *data);

/* The built-in net for the rule and the size of the board; NULL where there is none. Made at the
 * first call; threads may call at once. */
const GomokuNet *gomoku_net(int rule, int size);

/* What a move changed, to be put back. */
typedef struct {
    Move       move;
    uint16_t   point[4 * 2 * GOMOKU_NET_REACH];
    int        count;
    GomokuPair sum, before[4 * 2 * GOMOKU_NET_REACH];
} GomokuNetStep;

typedef struct {
    const GomokuNet *net;
    gomoku_pos       pos; /* that the vectors belong to; without its key */
    GomokuPair       sum, vector[GOMOKU_POINTS];
    GomokuPair       plain[GOMOKU_POINTS]; /* clipped: what points of the empty board have */
    int              count;                /* of steps */
    GomokuNetStep    step[GOMOKU_NET_PLIES];
} GomokuNetState;

static inline GomokuVector gomoku_net_clip(GomokuVector value)
{
    GomokuVector over = value > GOMOKU_NET_ONE;
    value = (value & ~over) | (over & GOMOKU_NET_ONE);
    return value & (value > 0);
}

/* The line of cell `at` as an index of GomokuNet.line. */
static inline uint32_t gomoku_net_index(GomokuLine line, int at)
{
    assert(at >= 0 && at < 32);
    uint32_t black = line.black >> (at + 1), white = line.white >> (at + 1);
    return (black & 15) | (white & 15) << 4 | (black >> 5 & 15) << 8 | (white >> 5 & 15) << 12;
}

/* A line of the position that the vectors belong to. */
static inline GomokuLine gomoku_net_line(const GomokuNetState *state, const uint32_t wall[],
                                         int direction, int row, int col)
{
    int line = gomoku_line_of(&state->pos, direction, row, col);
    return (GomokuLine){.black = state->pos.line[0][line] << GOMOKU_REACH | wall[line],
                        .white = state->pos.line[1][line] << GOMOKU_REACH | wall[line]};
}

/* gomoku_net.c: a full computation. The net may be NULL: then it may not be evaluated. */
void gomoku_net_begin(GomokuNetState *state, const GomokuNet *net, const GomokuThreats *t);

/* The empty points along one line of the stone: their line was without it. */
static inline void gomoku_net_update_line(GomokuNetState *state, GomokuNetStep *step,
                                          GomokuLine line, int direction, int at)
{
    const GomokuNet *net = state->net;
    uint32_t         stone = 1u << (at + GOMOKU_REACH);
    GomokuLine       with = line;
    if (state->pos.turn == 0)
        with.black |= stone;
    else
        with.white |= stone;
    uint32_t around = ~(with.black | with.white) >> (at + GOMOKU_REACH - GOMOKU_NET_REACH);
    for (uint64_t left = around & ((2u << 2 * GOMOKU_NET_REACH) - 1); left != 0;) {
        int offset = bits_pop(&left) - GOMOKU_NET_REACH;
        int point = step->move + offset * gomoku_step(direction), n = step->count++;
        assert(n < 4 * 2 * GOMOKU_NET_REACH);
        GomokuPair       *vector = &state->vector[point];
        const GomokuPair *old = &net->vector[net->line[gomoku_net_index(line, at + offset)]];
        const GomokuPair *new = &net->vector[net->line[gomoku_net_index(with, at + offset)]];
        step->point[n] = (uint16_t)point;
        step->before[n] = *vector;
        for (int i = 0; i < 2; i++) {
            GomokuVector now = vector->of[i] + new->of[i] - old->of[i];
            state->sum.of[i] += gomoku_net_clip(now) - gomoku_net_clip(vector->of[i]);
            vector->of[i] = now;
        }
    }
}

static inline void gomoku_net_push(GomokuNetState *state, const uint32_t wall[], Move move)
{
    assert(state->count >= 0 && state->count < GOMOKU_NET_PLIES);
    GomokuNetStep *step = &state->step[state->count++];
    int            row = move >> 5, col = move & 31;
    step->move = move;
    step->count = 0;
    step->sum = state->sum;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
        gomoku_net_update_line(state, step, gomoku_net_line(state, wall, d, row, col), d,
                               gomoku_bit_of(d, row, col));
    for (int i = 0; i < 2; i++)
        state->sum.of[i] -= gomoku_net_clip(state->vector[move].of[i]) - state->plain[move].of[i];
    gomoku_toggle(&state->pos, state->pos.turn, row, col);
    state->pos.turn ^= 1;
}

static inline void gomoku_net_pop(GomokuNetState *state)
{
    assert(state->count > 0);
    const GomokuNetStep *step = &state->step[--state->count];
    state->pos.turn ^= 1;
    gomoku_toggle(&state->pos, state->pos.turn, step->move >> 5, step->move & 31);
    state->sum = step->sum;
    for (int i = 0; i < step->count; i++)
        state->vector[step->point[i]] = step->before[i];
}

/* To the position after these moves from where it began. */
static inline void gomoku_net_follow(GomokuNetState *state, const uint32_t wall[],
                                     const Move path[], int length)
{
    assert(length >= 0 && length <= GOMOKU_NET_PLIES);
    int same = 0;
    while (same < length && same < state->count && state->step[same].move == path[same])
        same++;
    while (state->count > same)
        gomoku_net_pop(state);
    while (state->count < length)
        gomoku_net_push(state, wall, path[state->count]);
}

/* Hundredths of a point for the colour to move; `shapes` is the evaluation by shapes. */
static inline int gomoku_net_score(const GomokuNetState *state, unsigned threats, int shapes)
{
    assert(threats < GOMOKU_THREATS);
    int               mine = state->pos.turn;
    const GomokuHead *head = &state->net->head[mine];
    int16_t           input[2 * GOMOKU_NET_WIDTH];
    int32_t           total = 0;
    memcpy(input, &state->sum.of[mine], sizeof state->sum.of[mine]);
    memcpy(&input[GOMOKU_NET_WIDTH], &state->sum.of[1 - mine], sizeof state->sum.of[mine]);
    for (int j = 0; j < GOMOKU_NET_HIDDEN; j++) {
        int32_t sum = 0;
        for (int i = 0; i < 2 * GOMOKU_NET_WIDTH; i++)
            sum += head->weight[j][i] * input[i];
        sum = (sum + head->bias[threats][j]) >> 8;
        total += head->out[j] * (sum < 0 ? 0 : sum > 4095 ? 4095 : sum);
    }
    int64_t score = (((int64_t)total + head->last) * GOMOKU_NET_SCALE +
                     (int64_t)head->shapes * shapes * 1024) >>
                    20;
    return (int)(score > GOMOKU_NET_MOST    ? GOMOKU_NET_MOST
                 : score < -GOMOKU_NET_MOST ? -GOMOKU_NET_MOST
                                            : score);
}
