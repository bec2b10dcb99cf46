/* Gomoku: the criteria of the evaluations, and a rough order of moves. */
#include "games/gomoku/gomoku.h"

#include "games/gomoku/champion/gomoku_threats.h"
#include "games/gomoku/gomoku_patterns.h"

/* Worth of a window of five by the stones of one colour in it, the other colour having none. */
static const int worth[6] = {0, 1, 8, 40, 150, 0};

typedef struct {
    uint32_t own, other;
    int      first, last; /* the cells of the board on it, as bits */
} Span;

static int score_windows(const Span *line)
{
    int score = 0;
    for (int i = line->first; i + 4 <= line->last; i++) {
        unsigned mine = line->own >> i & 31, theirs = line->other >> i & 31;
        if (theirs == 0)
            score += worth[bits_count(mine)];
        else if (mine == 0)
            score -= worth[bits_count(theirs)];
    }
    return score;
}

/* "-X-", "-XX-" …: an unbroken run of own stones with an empty cell at both ends. */
static int score_motifs(const Span *line)
{
    static const int motif_worth[7] = {0, 1, 10, 100, 1000, 10000, 10000};
    int              score = 0;
    for (int side = 0; side < 2; side++) {
        uint32_t stones = side == 0 ? line->own : line->other;
        uint32_t cells = (2u << line->last) - (1u << line->first);
        uint32_t empty = cells & ~(line->own | line->other);
        for (uint32_t left = stones; left != 0;) {
            int      low = __builtin_ctz(left), size = __builtin_ctz(~(left >> low));
            uint32_t ends = (low > 0 ? 1u << (low - 1) : 0) | 1u << (low + size);
            bool     is_open = low > 0 && (empty & ends) == ends;
            if (is_open || size >= 5)
                score += (side == 0 ? 1 : -1) * motif_worth[size < 6 ? size : 6];
            left &= ~(((1u << size) - 1) << low);
        }
    }
    return score;
}

typedef int SpanScore(const Span *line);

/* The sum over all lines of the board that hold a stone, for the colour to move. */
static int sum_lines(const gomoku_pos *p, SpanScore *score)
{
    const uint32_t *own = p->line[p->turn], *other = p->line[1 - p->turn];
    int             size = p->size, top = size - 1, sum = 0;
    for (int i = 0; i < GOMOKU_LINES; i++) {
        Span line = {.own = own[i], .other = other[i], .first = 0, .last = top};
        if ((line.own | line.other) == 0)
            continue;
        if (i >= 40) { /* diagonals are shorter */
            int number = i >= 79 ? i - 79 : i - 40;
            int first = number < size ? 0 : number - top, last = number < size ? number : top;
            line.first = i >= 79 ? first : top - last;
            line.last = i >= 79 ? last : top - first;
        }
        sum += score(&line);
    }
    return sum;
}

/* Pairs of neighbouring stones of one colour, diagonals too. */
static int count_neighbours(const uint32_t line[])
{
    int count = 0;
    for (int i = 0; i < GOMOKU_LINES; i++)
        count += bits_count(line[i] & line[i] >> 1);
    return count;
}

#ifndef INSTANCE_LIGHT /* the page does not use it */
static int sum_shapes(const gomoku_pos *p)
{
    GomokuThreats t;
    gomoku_threats_init(&t, p);
    return gomoku_shapes_score(&t, gomoku_threat_mask(&t));
}
#endif

void gomoku_criteria(const gomoku_pos *p, const EvalSetup *setup, int out[])
{
    bool is_even = p->phase != PHASE_PLAY; /* an opening is meant to be */
    for (int i = 0; i < gomoku_criteria_count; i++)
        out[i] = 0;
    if (is_even)
        return;
    out[GOMOKU_TEMPO] = 1;
    if (eval_uses(setup, GOMOKU_WINDOWS))
        out[GOMOKU_WINDOWS] = sum_lines(p, score_windows);
    if (eval_uses(setup, GOMOKU_MOTIFS))
        out[GOMOKU_MOTIFS] = sum_lines(p, score_motifs);
    if (eval_uses(setup, GOMOKU_PATTERNS))
        out[GOMOKU_PATTERNS] = gomoku_pattern_sum(p, p->turn) - gomoku_pattern_sum(p, 1 - p->turn);
    if (eval_uses(setup, GOMOKU_ADJACENT))
        out[GOMOKU_ADJACENT] =
            count_neighbours(p->line[p->turn]) - count_neighbours(p->line[1 - p->turn]);
#ifndef INSTANCE_LIGHT
    if (eval_uses(setup, GOMOKU_BY_SHAPES))
        out[GOMOKU_BY_SHAPES] = sum_shapes(p);
#endif
}

int gomoku_order(const gomoku_pos *p, Move move)
{
    if (move >= MOVE_SPECIAL)
        return 0;
    int row = move >> 5, col = move & 31, rank = 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        int line = gomoku_line_of(p, d, row, col), at = gomoku_bit_of(d, row, col);
        for (int colour = 0; colour < 2; colour++) {
            uint64_t near = (uint64_t)p->line[colour][line] << 4 >> at & 0x1ff;
            int      run = gomoku_run(p->line[colour][line] | 1u << at, at);
            rank += run * run * run * (colour == p->turn ? 5 : 4) + bits_count(near);
        }
    }
    return rank;
}
