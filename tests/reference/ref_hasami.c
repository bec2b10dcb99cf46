/* ref_hasami.c -- Hasami Shogi with all its options, the slow and plain way. */
#include "ref_common.h"

#include <stdio.h>
#include <string.h>

enum { CORNER_NONE, CORNER_SINGLE, CORNER_GROUP };    /* option `corner` */
enum { LINES_ALL, LINES_NO_RANKS, LINES_ORTHOGONAL }; /* option `five_lines` */
enum { GOAL_FIVE = 1, BLOCKED_LOSE = 1 };             /* options `goal`, `blocked` */
enum { QUIET_MAX = 10000 };

typedef struct {
    bool has[REF_SIZE][REF_SIZE];
} Set;

static char enemy_of(char stone) { return stone == '1' ? '2' : '1'; }

/* How many of ref_steps[] a capturing line may follow. */
static int line_steps(const RefPos *pos)
{
    return ref_option(pos, "diagonal") ? REF_STEPS : REF_ORTHOGONAL;
}

/* ---- captures ---- */

static bool is_edge(const RefPos *pos, RefSquare at)
{
    return at.row == 0 || at.row == pos->rows - 1 || at.col == 0 || at.col == pos->cols - 1;
}

static bool is_corner(const RefPos *pos, RefSquare at)
{
    return (at.row == 0 || at.row == pos->rows - 1) && (at.col == 0 || at.col == pos->cols - 1);
}

/* How many orthogonal neighbours of `at` hold `what`. */
static int count_neighbours(const RefPos *pos, RefSquare at, char what)
{
    int count = 0;
    for (int i = 0; i < REF_ORTHOGONAL; i++)
        count += ref_at(pos, ref_go(at, ref_steps[i], 1)) == what;
    return count;
}

/* Marks the run of enemies next to the moved piece when an own piece closes it. */
static void mark_line(const RefPos *pos, RefSquare moved, RefSquare step, Set *taken)
{
    char own = ref_at(pos, moved);
    int  run = ref_reach(pos, moved, step, enemy_of(own));
    if (ref_at(pos, ref_go(moved, step, run + 1)) != own)
        return;
    for (int i = 1; i <= run; i++) {
        RefSquare at = ref_go(moved, step, i);
        taken->has[at.row][at.col] = true;
    }
}

/* Adds to `group` the neighbours of `at` that hold the same stone; returns how many were new. */
static int add_neighbours(const RefPos *pos, RefSquare at, Set *group)
{
    int added = 0;
    for (int i = 0; i < REF_ORTHOGONAL; i++) {
        RefSquare next = ref_go(at, ref_steps[i], 1);
        if (ref_at(pos, next) == ref_at(pos, at) && !group->has[next.row][next.col]) {
            group->has[next.row][next.col] = true;
            added++;
        }
    }
    return added;
}

/* The orthogonally connected group of equal stones around `start`. */
static Set find_group(const RefPos *pos, RefSquare start)
{
    Set group = {0};
    int added = 1;
    group.has[start.row][start.col] = true;
    while (added > 0) {
        added = 0;
        for (int row = 0; row < pos->rows; row++)
            for (int col = 0; col < pos->cols; col++)
                if (group.has[row][col])
                    added += add_neighbours(pos, (RefSquare){row, col}, &group);
    }
    return group;
}

/* Marks the enemy group around `start`, a neighbour of the moved piece, when it has no empty
 * neighbour and the options let a group at the edge or in the corner be taken. */
static void mark_group(const RefPos *pos, RefSquare start, Set *taken)
{
    Set  group = find_group(pos, start);
    bool has_corner = false, has_edge = false;
    int  liberties = 0;
    for (int row = 0; row < pos->rows; row++)
        for (int col = 0; col < pos->cols; col++)
            if (group.has[row][col]) {
                RefSquare at = {row, col};
                has_corner = has_corner || is_corner(pos, at);
                has_edge = has_edge || is_edge(pos, at);
                liberties += count_neighbours(pos, at, REF_EMPTY);
            }
    bool may_be_taken = (has_corner && ref_option(pos, "corner") == CORNER_GROUP) ||
                        (has_edge && ref_option(pos, "edge"));
    if (liberties > 0 || !may_be_taken)
        return;
    for (int row = 0; row < pos->rows; row++)
        for (int col = 0; col < pos->cols; col++)
            taken->has[row][col] = taken->has[row][col] || group.has[row][col];
}

/* Removes what the piece that has just arrived at `moved` takes: everything is judged on the same
 * board. Returns how many pieces went. */
static int take_pieces(RefPos *pos, RefSquare moved)
{
    char own = ref_at(pos, moved), enemy = enemy_of(own);
    Set  taken = {0};
    for (int i = 0; i < line_steps(pos); i++)
        mark_line(pos, moved, ref_steps[i], &taken);
    for (int i = 0; i < REF_ORTHOGONAL; i++) {
        RefSquare next = ref_go(moved, ref_steps[i], 1);
        if (ref_at(pos, next) != enemy)
            continue;
        mark_group(pos, next, &taken);
        if (ref_option(pos, "corner") == CORNER_SINGLE && is_corner(pos, next) &&
            count_neighbours(pos, next, own) == 2)
            taken.has[next.row][next.col] = true;
    }
    int count = 0;
    for (int row = 0; row < pos->rows; row++)
        for (int col = 0; col < pos->cols; col++)
            if (taken.has[row][col]) {
                pos->cell[row][col] = REF_EMPTY;
                count++;
            }
    return count;
}

/* Moves a piece and takes; neither the side nor the counter changes. */
static int move_piece(RefPos *pos, RefSquare from, RefSquare to)
{
    char own = ref_at(pos, from);
    ref_put(pos, from, REF_EMPTY);
    ref_put(pos, to, own);
    return take_pieces(pos, to);
}

/* ---- moves ---- */

/* Whether the piece at `at` stands inside an enemy pincer. */
static bool is_pinched(const RefPos *pos, RefSquare at)
{
    char own = ref_at(pos, at), enemy = enemy_of(own);
    int  line_count = ref_option(pos, "diagonal") ? REF_LINES : 2;
    for (int i = 0; i < line_count; i++) {
        RefSquare line = ref_lines[i], back = {-line.row, -line.col};
        int       ahead = ref_reach(pos, at, line, own), behind = ref_reach(pos, at, back, own);
        if (ref_at(pos, ref_go(at, line, ahead + 1)) == enemy &&
            ref_at(pos, ref_go(at, back, behind + 1)) == enemy)
            return true;
    }
    return ref_option(pos, "corner") != CORNER_NONE && is_corner(pos, at) &&
           count_neighbours(pos, at, enemy) == 2;
}

static bool is_suicide(const RefPos *pos, RefSquare from, RefSquare to)
{
    RefPos after = *pos;
    move_piece(&after, from, to);
    return is_pinched(&after, to);
}

/* The squares the piece at `from` reaches by sliding and, where allowed, by jumping. */
static int list_reached(const RefPos *pos, RefSquare from, RefSquare out[REF_SIZE * REF_SIZE])
{
    int count = ref_slides(pos, from, 0, REF_ORTHOGONAL, out);
    for (int i = 0; i < REF_ORTHOGONAL && ref_option(pos, "jumps"); i++) {
        char      over = ref_at(pos, ref_go(from, ref_steps[i], 1));
        RefSquare beyond = ref_go(from, ref_steps[i], 2);
        if ((over == '1' || over == '2') && ref_at(pos, beyond) == REF_EMPTY)
            out[count++] = beyond;
    }
    return count;
}

static int list_targets(const RefPos *pos, RefSquare from, RefSquare out[REF_SIZE * REF_SIZE])
{
    RefSquare reached[REF_SIZE * REF_SIZE];
    bool      may_suicide = ref_option(pos, "suicide");
    int       count = 0, reached_count = list_reached(pos, from, reached);
    for (int i = 0; i < reached_count; i++)
        if (may_suicide || !is_suicide(pos, from, reached[i]))
            out[count++] = reached[i];
    return count;
}

static void write_move(const RefPos *pos, RefSquare from, RefSquare to, char out[REF_TEXT])
{
    ref_write_square(pos, from, out);
    ref_write_square(pos, to, out + strlen(out));
}

int ref_hasami_moves(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT])
{
    if (ref_hasami_result(pos).over)
        return 0;
    int count = ref_list_piece_moves(pos, list_targets, write_move, out);
    if (count == 0) /* a blocked player who loses has been dealt with by the result */
        snprintf(out[count++], REF_TEXT, "pass");
    return count;
}

void ref_hasami_apply(RefPos *pos, const char *move)
{
    int taken = 0;
    if (strcmp(move, "pass") != 0) {
        RefSquare from = ref_read_square(pos, &move);
        RefSquare to = ref_read_square(pos, &move);
        taken = move_piece(pos, from, to);
    }
    if (taken > 0)
        pos->quiet = 0;
    else if (pos->quiet < QUIET_MAX)
        pos->quiet++;
    pos->side = 1 - pos->side;
}

/* ---- result ---- */

/* Whether `side` has five in a row, counting no piece in its home rows. */
static bool has_five(const RefPos *pos, int side)
{
    RefPos away = *pos;
    int    home_rows = ref_option(pos, "setup") + 1;
    for (int i = 0; i < home_rows; i++)
        memset(away.cell[side == 0 ? pos->rows - 1 - i : i], REF_EMPTY, (size_t)pos->cols);
    /* ref_lines[]: 0 ranks, 1 files, 2 and 3 diagonals. */
    int which = ref_option(pos, "five_lines");
    int first = which == LINES_NO_RANKS ? 1 : 0;
    int last = which == LINES_ORTHOGONAL ? 1 : 3;
    return ref_has_row_along(&away, ref_stone(side), 5, first, last - first + 1);
}

static bool is_blocked(const RefPos *pos)
{
    char out[REF_MAX_MOVES][REF_TEXT];
    return ref_list_piece_moves(pos, list_targets, write_move, out) == 0;
}

static RefResult no_capture_result(const RefPos *pos, int pieces, int enemies)
{
    if (!ref_option(pos, "no_capture_result") || pieces == enemies)
        return ref_drawn("no-capture");
    return ref_won(pieces > enemies ? pos->side : 1 - pos->side, "no-capture");
}

RefResult ref_hasami_result(const RefPos *pos)
{
    int side = pos->side, other = 1 - side;
    int pieces = ref_count(pos, ref_stone(side)), enemies = ref_count(pos, ref_stone(other));
    int least = ref_option(pos, "losing_count");
    int lead = ref_option(pos, "difference");
    int limit = ref_option(pos, "no_capture");

    if (pieces == 0)
        return ref_won(other, "no-pieces");
    if (pieces <= least)
        return ref_won(other, "piece-count");
    if (enemies == 0)
        return ref_won(side, "no-pieces");
    if (enemies <= least)
        return ref_won(side, "piece-count");
    if (lead > 0 && enemies - pieces > lead)
        return ref_won(other, "piece-difference");
    if (lead > 0 && pieces - enemies > lead)
        return ref_won(side, "piece-difference");
    if (ref_option(pos, "goal") == GOAL_FIVE && has_five(pos, other))
        return ref_won(other, "five");
    if (ref_option(pos, "goal") == GOAL_FIVE && has_five(pos, side))
        return ref_won(side, "five");
    if (ref_option(pos, "blocked") == BLOCKED_LOSE && is_blocked(pos))
        return ref_won(other, "blocked");
    if (limit > 0 && pos->quiet >= limit)
        return no_capture_result(pos, pieces, enemies);
    return ref_going_on();
}
