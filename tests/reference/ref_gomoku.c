/* ref_gomoku.c -- Gomoku (freestyle, standard, renju, caro; swap2), the slow and plain way. */
#include "ref_common.h"

#include <stdio.h>
#include <string.h>

enum { FREESTYLE, STANDARD, RENJU, CARO }; /* values of the option `rule` */
enum { BLACK = '1', WHITE = '2' };

/* ---- fives ---- */

/* Whether the whole unbroken row that begins at `start` wins for its colour; `five` is 5. */
static bool row_wins(const RefPos *pos, RefSquare start, RefSquare line, int five)
{
    char stone = ref_at(pos, start);
    char enemy = stone == BLACK ? WHITE : BLACK;
    int  length = ref_row_length(pos, start, line);
    bool is_closed = ref_at(pos, ref_go(start, line, -1)) == enemy &&
                     ref_at(pos, ref_go(start, line, length)) == enemy;
    switch (ref_option(pos, "rule")) {
    case STANDARD:
        return length == five;
    case RENJU:
        return stone == BLACK ? length == five : length >= five;
    case CARO:
        return length > five || (length == five && !is_closed);
    default:
        return length >= five;
    }
}

static bool has_won(const RefPos *pos, char stone, int five)
{
    RefSquare stones[REF_SIZE * REF_SIZE];
    int       count = ref_find(pos, stone, stones);
    for (int i = 0; i < count; i++)
        for (int line = 0; line < REF_LINES; line++) {
            bool begins = ref_at(pos, ref_go(stones[i], ref_lines[line], -1)) != stone;
            if (begins && row_wins(pos, stones[i], ref_lines[line], five))
                return true;
        }
    return false;
}

/* ---- renju: forbidden points ---- */

static bool is_forbidden(RefPos *pos, RefSquare at);

/* A stretch of a line in which all squares are black but one, which is empty. */
typedef struct {
    RefSquare start, gap;
    bool      is_all_but_one;
} Stretch;

/* The `length` squares that begin `offset` steps from `at`. */
static Stretch look_at_stretch(const RefPos *pos, RefSquare at, RefSquare line, int offset,
                               int length)
{
    Stretch stretch = {.start = ref_go(at, line, offset)};
    int     black = 0, empty = 0;
    for (int i = 0; i < length; i++) {
        RefSquare square = ref_go(stretch.start, line, i);
        black += ref_at(pos, square) == BLACK;
        if (ref_at(pos, square) == REF_EMPTY) {
            empty++;
            stretch.gap = square;
        }
    }
    stretch.is_all_but_one = black == length - 1 && empty == 1;
    return stretch;
}

/* Whether black stands on the square `times` steps from `at`. */
static bool is_black(const RefPos *pos, RefSquare at, RefSquare line, int times)
{
    return ref_at(pos, ref_go(at, line, times)) == BLACK;
}

/* How many different sets of four black stones on this line, the one at `at` among them, lack one
 * stone to be exactly five. A straight four is one set with two ways to complete it. */
static int count_fours(const RefPos *pos, RefSquare at, RefSquare line)
{
    char sets[5][10]; /* nine squares around `at`: 'x' where a stone of the set stands */
    int  count = 0;
    for (int offset = -4; offset <= 0; offset++) {
        Stretch five = look_at_stretch(pos, at, line, offset, 5);
        if (!five.is_all_but_one || is_black(pos, five.start, line, -1) ||
            is_black(pos, five.start, line, 5))
            continue;
        memcpy(sets[count], ".........", 10);
        for (int i = 0; i < 5; i++)
            if (is_black(pos, five.start, line, i))
                sets[count][4 + offset + i] = 'x';
        bool is_new = true;
        for (int i = 0; i < count; i++)
            if (strcmp(sets[i], sets[count]) == 0)
                is_new = false;
        count += is_new;
    }
    return count;
}

static bool makes_five(const RefPos *pos, RefSquare at)
{
    for (int line = 0; line < REF_LINES; line++)
        if (ref_row_length(pos, at, ref_lines[line]) == 5)
            return true;
    return false;
}

/* Whether black may play `at` and does not make five there: what the fourth stone must do. */
static bool is_sound_fourth(RefPos *pos, RefSquare at)
{
    ref_put(pos, at, BLACK);
    bool is_five = makes_five(pos, at);
    ref_put(pos, at, REF_EMPTY);
    return !is_five && !is_forbidden(pos, at);
}

/* Whether the stone at `at` is part of a three on this line: one more stone, that black may play,
 * makes four in a row which two points, one at each end, complete to exactly five. */
static bool is_three(RefPos *pos, RefSquare at, RefSquare line)
{
    for (int offset = -3; offset <= 0; offset++) {
        Stretch four = look_at_stretch(pos, at, line, offset, 4);
        bool    is_open = ref_at(pos, ref_go(four.start, line, -1)) == REF_EMPTY &&
                       ref_at(pos, ref_go(four.start, line, 4)) == REF_EMPTY;
        bool grows_to_six =
            is_black(pos, four.start, line, -2) || is_black(pos, four.start, line, 5);
        if (four.is_all_but_one && is_open && !grows_to_six && is_sound_fourth(pos, four.gap))
            return true;
    }
    return false;
}

/* The judgement on a black stone that already stands at `at`. */
static bool breaks_rule(RefPos *pos, RefSquare at)
{
    int fours = 0, threes = 0;
    if (makes_five(pos, at))
        return false;
    for (int line = 0; line < REF_LINES; line++)
        if (ref_row_length(pos, at, ref_lines[line]) >= 6)
            return true;
    for (int line = 0; line < REF_LINES; line++)
        fours += count_fours(pos, at, ref_lines[line]);
    if (fours >= 2)
        return true;
    for (int line = 0; line < REF_LINES; line++)
        threes += is_three(pos, at, ref_lines[line]);
    return threes >= 2;
}

/* Whether black may not play the empty point `at`; `pos` is as before on return. Each nested
 * question adds a stone, so the questions end. */
static bool is_forbidden(RefPos *pos, RefSquare at)
{
    ref_put(pos, at, BLACK);
    bool forbidden = breaks_rule(pos, at);
    ref_put(pos, at, REF_EMPTY);
    return forbidden;
}

/* ---- the game ---- */

/* Whether the next stone may be forbidden. */
static bool is_judged(const RefPos *pos)
{
    return ref_option(pos, "rule") == RENJU && pos->phase == REF_PHASE_PLAY &&
           ref_stone(pos->side) == BLACK;
}

RefResult ref_gomoku_result(const RefPos *pos)
{
    if (pos->phase != REF_PHASE_PLAY && pos->phase != REF_PHASE_FORBIDDEN)
        return ref_going_on();
    RefResult result = ref_row_result(pos, has_won, 5, "five");
    if (result.winner < 0 && pos->phase == REF_PHASE_FORBIDDEN)
        return ref_won(1 ^ pos->swapped, "forbidden");
    if (result.winner >= 0)
        result.winner ^= pos->swapped; /* from the colour to its player */
    return result;
}

static int list_words(const char *const words[], int count, char out[REF_MAX_MOVES][REF_TEXT])
{
    for (int i = 0; i < count; i++)
        snprintf(out[i], REF_TEXT, "%s", words[i]);
    return count;
}

/* The points black may play in renju; all empty ones when each of them is forbidden. */
static int list_allowed(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT])
{
    RefPos    scratch = *pos;
    RefSquare empty[REF_SIZE * REF_SIZE];
    int       empty_count = ref_find(pos, REF_EMPTY, empty), count = 0;
    for (int i = 0; i < empty_count; i++)
        if (!is_forbidden(&scratch, empty[i]))
            ref_write_square(pos, empty[i], out[count++]);
    return count > 0 ? count : ref_list_empty(pos, out);
}

int ref_gomoku_moves(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT])
{
    if (ref_gomoku_result(pos).over)
        return 0;
    if (pos->phase == REF_PHASE_CHOOSE)
        return list_words((const char *const[]){"white", "black", "more"}, 3, out);
    if (pos->phase == REF_PHASE_PICK)
        return list_words((const char *const[]){"black", "white"}, 2, out);
    return is_judged(pos) ? list_allowed(pos, out) : ref_list_empty(pos, out);
}

/* Swap2: the chooser is player 1 in phase CHOOSE and player 0 in phase PICK. White moves next. */
static void apply_choice(RefPos *pos, const char *word)
{
    if (strcmp(word, "more") == 0) {
        pos->phase = REF_PHASE_EXTEND;
        return;
    }
    int chooser = pos->phase == REF_PHASE_CHOOSE ? 1 : 0;
    int black_player = strcmp(word, "black") == 0 ? chooser : 1 - chooser;
    pos->swapped = black_player;
    pos->phase = REF_PHASE_PLAY;
}

void ref_gomoku_apply(RefPos *pos, const char *move)
{
    if (pos->phase == REF_PHASE_CHOOSE || pos->phase == REF_PHASE_PICK) {
        apply_choice(pos, move);
        return;
    }
    const char *text = move;
    bool        loses = is_judged(pos) && is_forbidden(pos, ref_read_square(pos, &text));
    ref_place(pos, move);
    int stones = ref_count(pos, BLACK) + ref_count(pos, WHITE);
    if (loses)
        pos->phase = REF_PHASE_FORBIDDEN;
    else if (pos->phase == REF_PHASE_OPEN && stones == 3)
        pos->phase = REF_PHASE_CHOOSE;
    else if (pos->phase == REF_PHASE_EXTEND && stones == 5)
        pos->phase = REF_PHASE_PICK;
}
