/* ref_common.h -- what the reference games share: squares, steps, rows of stones, move lists. */
#pragma once

#include "reference.h"

enum { REF_EMPTY = '.', REF_OUTSIDE = '#' }; /* besides '1' and '2' */

/* A square, or the difference of two. */
typedef struct {
    int row, col;
} RefSquare;

enum { REF_ORTHOGONAL = 4, REF_STEPS = 8, REF_LINES = 4 };
extern const RefSquare ref_steps[REF_STEPS]; /* the orthogonal four first, then the diagonal ones */
extern const RefSquare ref_lines[REF_LINES]; /* along a rank, along a file, the two diagonals */

/* Whether all but the options is the same. */
bool ref_is_same(const RefPos *a, const RefPos *b);

/* The square `times` steps away; it may lie outside the board. */
RefSquare ref_go(RefSquare from, RefSquare step, int times);

/* '.', '1' or '2' on the board, REF_OUTSIDE elsewhere. */
char ref_at(const RefPos *pos, RefSquare at);
void ref_put(RefPos *pos, RefSquare at, char what);

char ref_stone(int side); /* 0 gives '1', 1 gives '2' */

/* Lists the squares that hold `what`, row by row from the top; returns how many. */
int ref_find(const RefPos *pos, char what, RefSquare out[REF_SIZE * REF_SIZE]);
int ref_count(const RefPos *pos, char what);

/* How many squares in a row hold `what`, beginning with the one next to `from`. */
int ref_reach(const RefPos *pos, RefSquare from, RefSquare step, char what);

/* The length of the unbroken row of equal stones through `at`, both ways. */
int ref_row_length(const RefPos *pos, RefSquare at, RefSquare line);

/* Whether `stone` has `length` or more in a row; in the second, only along the `count` lines from
 * ref_lines[first]. */
bool ref_has_row(const RefPos *pos, char stone, int length);
bool ref_has_row_along(const RefPos *pos, char stone, int length, int first, int count);

/* Lists the empty squares a sliding piece reaches by the `count` steps from ref_steps[first]. */
int ref_slides(const RefPos *pos, RefSquare from, int first, int count,
               RefSquare out[REF_SIZE * REF_SIZE]);

/* Square names with a lower-case column letter and the row number counted from the bottom. */
enum { REF_SQUARE = 4 }; /* room for t20 and the end of the text */
void      ref_write_square(const RefPos *pos, RefSquare at, char out[REF_SQUARE]);
RefSquare ref_read_square(const RefPos *pos, const char **text); /* moves *text past the name */

/* For games where pieces move: all moves of the side to move, whether or not the game is over, from
 * where each piece may go and how a move is written. */
typedef int  RefListTargets(const RefPos *pos, RefSquare from, RefSquare out[REF_SIZE * REF_SIZE]);
typedef void RefWriteMove(const RefPos *pos, RefSquare from, RefSquare to, char out[REF_TEXT]);
int ref_list_piece_moves(const RefPos *pos, RefListTargets *list_targets, RefWriteMove *write_move,
                         char out[REF_MAX_MOVES][REF_TEXT]);

/* For games where a move puts a stone on any empty square. */
int  ref_list_empty(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT]);
void ref_place(RefPos *pos, const char *move);

RefResult ref_going_on(void);
RefResult ref_won(int player, const char *reason);
RefResult ref_drawn(const char *reason);

/* For games won by a row of stones and drawn on a full board; the winner given is a colour. */
typedef bool RefHasWon(const RefPos *pos, char stone, int length); /* ref_has_row, for one */
RefResult    ref_row_result(const RefPos *pos, RefHasWon *has_won, int length, const char *reason);

/* The functions behind ref_games[]. */
#define REF_GAMES(X) X(tictactoe) X(connect4) X(gomoku) X(hasami) X(fousfous)
#define DECLARE(game)                                                                              \
    int       ref_##game##_moves(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT]);            \
    void      ref_##game##_apply(RefPos *pos, const char *move);                                   \
    RefResult ref_##game##_result(const RefPos *pos);
REF_GAMES(DECLARE)
#undef DECLARE
