/* Hasami Shogi: captures and threats of a whole side at once, and the evaluation. */
#pragma once
#include "games/hasami/hasami.h"

#include <assert.h>

/* ---- sets --------------------------------------------------------------------------------------
 */

/* A side's pieces, the empty cells it reaches, and the empty cells where it would close something
 * in: just above or below a run of enemies that an own piece holds at its other end. */
typedef struct {
    HasamiWords own, enemy, empty;
    HasamiWords up, down;
    HasamiWords over, under;
} HasamiSide;

/* Do captures follow from lines and single corners, and moves from slides and jumps alone? Then
 * sets describe them fully. */
static inline bool hasami_has_line_prey(const hasami_pos *p)
{
    return !p->option[HASAMI_DIAGONAL] && !p->option[HASAMI_EDGE] &&
           p->option[HASAMI_CORNER] != CORNER_GROUP && p->option[HASAMI_SUICIDE];
}

static inline HasamiSide hasami_side_sets(const hasami_pos *p, int colour)
{
    assert(colour == 0 || colour == 1);
    HasamiSide s = {.own = hasami_words(p, colour),
                    .enemy = hasami_words(p, 1 - colour),
                    .empty = hasami_empty(p)};
    s.up = hasami_fill_up(s.own << 1 & s.empty, s.empty);
    s.down = hasami_fill_down(s.own >> 1 & s.empty, s.empty);
    s.over = hasami_fill_up(s.own << 1 & s.enemy, s.enemy) << 1 & s.empty;
    s.under = hasami_fill_down(s.own >> 1 & s.enemy, s.enemy) >> 1 & s.empty;
    return s;
}

/* A jump lands two cells on. What is jumped over is not held by the jumper any more, but `over` and
 * `under` are only entered from their far side. */
static inline void hasami_add_jumps(HasamiSide *s)
{
    HasamiWords full = s->own | s->enemy;
    s->up |= (s->own << 1 & full) << 1 & s->empty;
    s->down |= (s->own >> 1 & full) >> 1 & s->empty;
}

/* Where bit `bit` of word `word` is in the other family of lines. */
static inline int hasami_turn(int word, int bit, int *out_word)
{
    assert(word >= 0 && word < HASAMI_WORDS && bit >= 0 && bit < 6 * HASAMI_LINE_STEP);
    int line = bit * 205 >> 11, at = bit - HASAMI_LINE_STEP * line;
    *out_word = (word & 2 ? 0 : 2) + hasami_line_word(at);
    return hasami_line_shift(at) + line + (word & 1 ? 6 : 0);
}

/* Those of the cells that are in `other` as cells of the crossing lines. */
static inline HasamiWords hasami_crossed(HasamiWords cells, HasamiWords other)
{
    HasamiWords found = {0};
    for (int i = 0; i < HASAMI_WORDS; i++) {
        uint64_t left = cells[i], kept = 0;
        while (left != 0) {
            int word, bit = bits_pop(&left), turned = hasami_turn(i, bit, &word);
            kept |= (other[word] >> turned & 1) << bit;
        }
        found[i] = kept;
    }
    return found;
}

/* Cells of a set of rows and columns, each once. */
static inline int hasami_cells_count(HasamiWords set)
{
    const HasamiWords columns = {0, 0, set[2], set[3]};
    HasamiWords       twice = {0};
    if ((set[2] | set[3]) != 0 && (set[0] | set[1]) != 0)
        twice = hasami_crossed(columns, set);
    return hasami_words_count(set) - hasami_words_count(twice);
}

/* ---- threats -----------------------------------------------------------------------------------
 */

static inline bool hasami_reaches_cell(const HasamiSide *s, int row, int col)
{
    HasamiWords reached = s->up | s->down;
    return (reached[hasami_line_word(row)] >> (hasami_line_shift(row) + col) & 1) != 0 ||
           (reached[2 + hasami_line_word(col)] >> (hasami_line_shift(col) + row) & 1) != 0;
}

/* Is the enemy in this corner held on one side, and the other side open to us? */
static inline bool hasami_threatens_corner(const hasami_pos *p, const HasamiSide *s, int colour,
                                           int row, int col)
{
    int inner_row = row == 0 ? 1 : 7, inner_col = col == 0 ? 1 : 7;
    return (hasami_has(p, colour, row, inner_col) && hasami_reaches_cell(s, inner_row, col)) ||
           (hasami_has(p, colour, inner_row, col) && hasami_reaches_cell(s, row, inner_col));
}

enum { HASAMI_LINE_ENDS = 0x101 };

static inline int hasami_corner_threats(const hasami_pos *p, const HasamiSide *s, int colour)
{
    int      count = 0, enemy = 1 - colour;
    unsigned top = hasami_line(p, enemy, 0, 0), bottom = hasami_line(p, enemy, 0, 8);
    if (((top | bottom) & HASAMI_LINE_ENDS) == 0 || p->option[HASAMI_CORNER] != CORNER_SINGLE)
        return 0;
    for (int col = 0; col <= 8; col += 8) {
        count += (top >> col & 1) != 0 && hasami_threatens_corner(p, s, colour, 0, col);
        count += (bottom >> col & 1) != 0 && hasami_threatens_corner(p, s, colour, 8, col);
    }
    return count;
}

/* The enemies that the side could take with its next move: in a line the piece that closes in comes
 * from beyond, or along a crossing line. */
static inline int hasami_side_threats(const hasami_pos *p, const HasamiSide *s, int colour)
{
    HasamiWords over = s->over & s->down, under = s->under & s->up;
    HasamiWords crossed = hasami_crossed((s->over & ~over) | (s->under & ~under), s->up | s->down);
    over |= s->over & crossed;
    under |= s->under & crossed;
    HasamiWords taken = hasami_fill_down(over >> 1 & s->enemy, s->enemy) |
                        hasami_fill_up(under << 1 & s->enemy, s->enemy);
    return hasami_cells_count(taken) + hasami_corner_threats(p, s, colour);
}

/* Enemies of `colour` that it could capture with its next move. */
static inline int hasami_threats(const hasami_pos *p, int colour)
{
    if (!hasami_has_line_prey(p))
        return hasami_threats_variant(p, colour);
    HasamiSide s = hasami_side_sets(p, colour);
    if (p->option[HASAMI_JUMPS])
        hasami_add_jumps(&s);
    return hasami_side_threats(p, &s, colour);
}

/* ---- evaluation --------------------------------------------------------------------------------
 */

/* The order of the criteria in hasami.c. */
enum {
    HASAMI_MATERIAL,
    HASAMI_MOBILITY,
    HASAMI_THREAT,
    HASAMI_RANDOM,
    HASAMI_REACH,
    HASAMI_SAFE,
    HASAMI_TEMPO,
    HASAMI_FIVES,
    hasami_criteria_count
};

/* Single pieces in corners: the wall does not save them. */
static inline int hasami_lone_corners(const hasami_pos *p, int colour)
{
    int count = 0;
    for (int row = 0; row <= 8; row += 8)
        for (int col = 0; col <= 8; col += 8)
            count += hasami_has(p, colour, row, col) &&
                     !hasami_has(p, colour, row, col == 0 ? 1 : 7) &&
                     !hasami_has(p, colour, row == 0 ? 1 : 7, col);
    return count;
}

/* Pieces that no enemy can ever close in while their neighbours stay: along both of their lines an
 * unbroken row of own pieces leads to a wall. The corner fortress consists of them. */
static inline int hasami_safe_pieces(const hasami_pos *p, int colour)
{
    const uint64_t    six = UINT64_C(0x0004010040100401), three = UINT64_C(0x00100401);
    const HasamiWords low = {six, three, six, three}, high = low << 8;
    HasamiWords       own = hasami_words(p, colour);
    HasamiWords       walled = hasami_fill_up(own & low, own) | hasami_fill_down(own & high, own);
    const HasamiWords in_rows = {walled[0], walled[1], 0, 0};
    int               count = hasami_words_count(hasami_crossed(in_rows, walled));
    return p->option[HASAMI_CORNER] == CORNER_NONE ? count : count - hasami_lone_corners(p, colour);
}

/* Different empty cells that the pieces slide to. */
static inline int hasami_reach(const hasami_pos *p, int colour)
{
    HasamiWords own = hasami_words(p, colour), empty = hasami_empty(p);
    return hasami_cells_count(hasami_fill_up(own << 1 & empty, empty) |
                              hasami_fill_down(own >> 1 & empty, empty));
}

static inline void hasami_criteria(const hasami_pos *p, const EvalSetup *setup, int out[])
{
    int us = p->side, them = 1 - us;
    out[HASAMI_MATERIAL] = p->count[us] - p->count[them];
    out[HASAMI_TEMPO] = 1;
    if (eval_uses(setup, HASAMI_MOBILITY))
        out[HASAMI_MOBILITY] = hasami_mobility(p, us) - hasami_mobility(p, them);
    if (eval_uses(setup, HASAMI_THREAT))
        out[HASAMI_THREAT] = hasami_threats(p, us) - hasami_threats(p, them);
    if (eval_uses(setup, HASAMI_RANDOM))
        out[HASAMI_RANDOM] = eval_random(setup, p->key);
    if (eval_uses(setup, HASAMI_REACH))
        out[HASAMI_REACH] = hasami_reach(p, us) - hasami_reach(p, them);
    if (eval_uses(setup, HASAMI_SAFE))
        out[HASAMI_SAFE] = hasami_safe_pieces(p, us) - hasami_safe_pieces(p, them);
    if (eval_uses(setup, HASAMI_FIVES))
        out[HASAMI_FIVES] =
            p->option[HASAMI_GOAL] ? hasami_fives(p, us) - hasami_fives(p, them) : 0;
}

/* ---- captures ----------------------------------------------------------------------------------
 */

static inline int hasami_order_slow(const hasami_pos *p, Move move)
{
    hasami_pos  after = *p;
    hasami_undo undo;
    hasami_make(&after, move, &undo);
    return undo.prey_count;
}

/* Is an enemy beside the cell, or at one of its corners where those count? Nothing else is taken.
 */
static inline bool hasami_touches_enemy(const hasami_pos *p, int cell)
{
    assert(cell >= 0 && cell < HASAMI_CELLS);
    int      row = cell / HASAMI_SIZE, col = cell % HASAMI_SIZE, enemy = 1 - p->side;
    unsigned beside = 5u << col >> 1,
             around = p->option[HASAMI_DIAGONAL] ? 7u << col >> 1 : 1u << col;
    unsigned above = row > 0 ? hasami_line(p, enemy, 0, row - 1) : 0;
    unsigned below = row < HASAMI_SIZE - 1 ? hasami_line(p, enemy, 0, row + 1) : 0;
    return ((hasami_line(p, enemy, 0, row) & beside) | ((above | below) & around)) != 0 ||
           hasami_corner_near(row, col) >= 0;
}

/* Does a piece that comes to this cell take the single enemy in the corner beside it? */
static inline bool hasami_takes_corner(const hasami_pos *p, int row, int col)
{
    int corner = hasami_corner_near(row, col);
    if (corner < 0 || !hasami_has_cell(p, 1 - p->side, corner))
        return false;
    int other_row = row == 1 ? 0 : row == 7 ? 8 : row == 0 ? 1 : 7;
    int other_col = col == 1 ? 0 : col == 7 ? 8 : col == 0 ? 1 : 7;
    return hasami_has(p, p->side, other_row, other_col);
}

/* Captures first, the larger the sooner: how many pieces the move takes. A slider never held what
 * it closes in, so that the place it leaves does not matter. */
static inline int hasami_order(const hasami_pos *p, Move move)
{
    if (move == HASAMI_PASS)
        return 0;
    if (!p->has_plain_prey || !p->has_plain_moves)
        return hasami_touches_enemy(p, move % HASAMI_CELLS) ? hasami_order_slow(p, move) : 0;
    int      to = move % HASAMI_CELLS, row = to / HASAMI_SIZE, col = to % HASAMI_SIZE;
    unsigned in_row = hasami_line(p, 1 - p->side, 0, row);
    unsigned in_col = hasami_line(p, 1 - p->side, 1, col);
    int      count = hasami_takes_corner(p, row, col);
    if ((in_row & (5u << col >> 1)) != 0)
        count += bits_count(hasami_line_prey(hasami_line(p, p->side, 0, row), in_row, col));
    if ((in_col & (5u << row >> 1)) != 0)
        count += bits_count(hasami_line_prey(hasami_line(p, p->side, 1, col), in_col, row));
    return count;
}

/* The nearest piece beyond the empty cell in one sense of a line, when it is an own one: its bit;
 * otherwise -1. */
static inline int hasami_slider(unsigned own, unsigned enemy, int at, bool is_up)
{
    unsigned side = is_up ? ~((2u << at) - 1) : (1u << at) - 1;
    unsigned pieces = (own | enemy) & side;
    if (pieces == 0)
        return -1;
    int nearest = is_up ? __builtin_ctz(pieces) : 31 - __builtin_clz(pieces);
    return (own >> nearest & 1) != 0 ? nearest : -1;
}

/* All slides to an empty cell. */
static inline int hasami_gen_to(const hasami_pos *p, int row, int col, Move *out)
{
    int n = 0, to = HASAMI_SIZE * row + col;
    for (int family = 0; family < 2; family++) {
        int      line = family ? col : row, at = family ? row : col;
        unsigned own = hasami_line(p, p->side, family, line);
        unsigned enemy = hasami_line(p, 1 - p->side, family, line);
        for (int up = 0; up < 2; up++) {
            int from = hasami_slider(own, enemy, at, up != 0);
            if (from >= 0) {
                int from_cell = family ? HASAMI_SIZE * from + col : HASAMI_SIZE * row + from;
                out[n++] = (Move)(HASAMI_CELLS * from_cell + to);
            }
        }
    }
    return n;
}

/* The eight cells beside a corner, as row and column. */
static const uint8_t hasami_beside_corner[8][2] = {{0, 1}, {1, 0}, {0, 7}, {1, 8},
                                                   {7, 0}, {8, 1}, {7, 8}, {8, 7}};

/* Empty cells where a piece of the side to move takes something, as rows: word 0 and word 1. */
static inline void hasami_closing_cells(const hasami_pos *p, uint64_t rows[2])
{
    HasamiWords own = hasami_words(p, p->side), enemy = hasami_words(p, 1 - p->side);
    HasamiWords empty = hasami_empty(p);
    HasamiWords cells = ((hasami_fill_up(own << 1 & enemy, enemy) << 1) |
                         (hasami_fill_down(own >> 1 & enemy, enemy) >> 1)) &
                        empty;
    rows[0] = cells[0];
    rows[1] = cells[1];
    for (int i = 2; i < HASAMI_WORDS; i++)
        for (uint64_t left = cells[i]; left != 0;) {
            int word, turned = hasami_turn(i, bits_pop(&left), &word);
            rows[word] |= UINT64_C(1) << turned;
        }
    unsigned corners = hasami_line(p, 1 - p->side, 0, 0) | hasami_line(p, 1 - p->side, 0, 8);
    for (int i = 0; (corners & HASAMI_LINE_ENDS) != 0 && i < 8; i++) {
        int row = hasami_beside_corner[i][0], col = hasami_beside_corner[i][1];
        int word = hasami_line_word(row), bit = hasami_line_shift(row) + col;
        if ((empty[word] >> bit & 1) != 0 && hasami_takes_corner(p, row, col))
            rows[word] |= UINT64_C(1) << bit;
    }
}

/* Captures. */
static inline int hasami_gen_noisy(const hasami_pos *p, Move *out)
{
    int n = 0;
    if (p->has_plain_prey && p->has_plain_moves) {
        uint64_t rows[2];
        hasami_closing_cells(p, rows);
        for (int word = 0; word < 2; word++)
            while (rows[word] != 0) {
                int bit = bits_pop(&rows[word]), row = bit * 205 >> 11;
                n += hasami_gen_to(p, row + 6 * word, bit - HASAMI_LINE_STEP * row, out + n);
            }
        return n;
    }
    return hasami_gen_captures(p, out);
}

/* ---- the flagship ------------------------------------------------------------------------------
 */

enum { hasami_flagship_piece = 4000 };

/* Plies until the clock of moves without capture ends the game; far away where it never does. */
static inline int hasami_plies_left(const hasami_pos *p)
{
    int limit = p->option[HASAMI_NO_CAPTURE];
    return limit == 0 ? HASAMI_MAX_QUIET : limit - p->quiet;
}

/* Near the end of the clock the same board is not the same position. */
static inline uint64_t hasami_flagship_key(const hasami_pos *p)
{
    enum { NEAR = 24 };
    int left = hasami_plies_left(p);
    return left > NEAR ? p->key : p->key ^ rng_mix((uint64_t)left);
}

/* The game is not decided: an advantage counts less as the clock runs out. Few pieces end in draws:
 * for a player to whom a draw costs `contempt`, each piece above nine, of either side, is worth a
 * quarter of it. */
static inline Score hasami_flagship_score(const hasami_pos *p, Score score, Score contempt)
{
    score += contempt * (p->count[0] + p->count[1] - HASAMI_SIZE) / 4;
    int limit = p->option[HASAMI_NO_CAPTURE], left = hasami_plies_left(p);
    if (limit == 0 || p->option[HASAMI_NO_CAPTURE_RESULT] || left <= 0)
        return score;
    return (Score)((int64_t)score * (limit + left) / (2 * limit));
}

/* To pass is worse than to move, unless one has hardly a move. */
static inline Move hasami_flagship_null(const hasami_pos *p)
{
    enum { FEW_MOVES = 12 };
    return hasami_mobility(p, p->side) < FEW_MOVES ? MOVE_NONE : HASAMI_PASS;
}

/* ---- random games ------------------------------------------------------------------------------
 */

/* The cells next to a piece of `colour`, row by row as in word[0] and word[1]. */
static inline void hasami_beside(const hasami_pos *p, int colour, uint64_t out[2])
{
    for (int row = 0, at = 0; row < HASAMI_SIZE; row++) {
        unsigned line = hasami_line(p, colour, 0, row), beside = line << 1 | line >> 1;
        if (row > 0)
            beside |= hasami_line(p, colour, 0, row - 1);
        if (row < HASAMI_SIZE - 1)
            beside |= hasami_line(p, colour, 0, row + 1);
        at = hasami_line_word(row);
        out[at] = (hasami_line_shift(row) == 0 ? 0 : out[at]) | (uint64_t)(beside & HASAMI_LINE)
                                                                    << hasami_line_shift(row);
    }
}

/* A capture where there is one, any of them; otherwise any move. Random games that capture last 76
 * plies instead of 911. */
static inline Move hasami_policy_move(const hasami_pos *p, uint64_t *rng)
{
    Move     moves[hasami_max_moves];
    uint64_t beside[2];
    int      count = 0, all = hasami_gen(p, moves);
    hasami_beside(p, 1 - p->side, beside);
    for (int i = 0; i < all; i++) {
        int to = moves[i] % HASAMI_CELLS, row = to / HASAMI_SIZE, col = to % HASAMI_SIZE;
        if (moves[i] == HASAMI_PASS || !p->has_plain_prey ||
            (beside[hasami_line_word(row)] >> (hasami_line_shift(row) + col) & 1) != 0) {
            Move move = moves[i];
            moves[i] = moves[count];
            moves[count++] = move;
        }
    }
    while (count > 0) {
        int  n = (int)rng_below(rng, (uint32_t)count--);
        Move move = moves[n];
        if (hasami_order(p, move) > 0)
            return move;
        moves[n] = moves[count];
        moves[count] = move;
    }
    return moves[rng_below(rng, (uint32_t)all)];
}
