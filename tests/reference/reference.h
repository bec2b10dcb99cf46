/* reference.h -- slow, plain rules on a mailbox board: the oracle for the fast ones. */
#pragma once

#include <stdbool.h>

enum { REF_SIZE = 20, REF_MAX_MOVES = 1024, REF_TEXT = 16, REF_MAX_OPTIONS = 24 };

/* A position. The caller fills every field; row 0 is the top row as drawn. */
typedef struct {
    int  rows, cols;
    char cell[REF_SIZE][REF_SIZE]; /* [row][col]; '.' empty, '1' first colour, '2' second colour */
    int  side;                     /* colour to move: 0 = '1', 1 = '2' */
    struct {
        char name[24];
        int  value; /* a choice is its index, a boolean 0 or 1, "off" is 0 */
    } option[REF_MAX_OPTIONS];
    int option_count;
    int quiet;          /* hasami: plies since the last capture */
    int phase, swapped; /* gomoku: a RefPhase; 1 when player 0 has white */
} RefPos;

/* Gomoku: what is to be done next. */
typedef enum {
    REF_PHASE_PLAY,            /* a stone, in turn */
    REF_PHASE_OPEN,            /* swap2: player 0 places three stones */
    REF_PHASE_CHOOSE,          /* swap2: player 1 says white, black or more */
    REF_PHASE_EXTEND,          /* swap2: player 1 places two stones */
    REF_PHASE_PICK,            /* swap2: player 0 says black or white */
    REF_PHASE_FORBIDDEN = 100, /* renju: black has just played a forbidden point */
} RefPhase;

/* While the game goes on: winner -1 and reason NULL. */
typedef struct {
    bool        over;
    int         winner; /* player 0 or 1; -1 draw */
    const char *reason;
} RefResult;

typedef struct {
    const char *id;
    /* Lists the legal moves in no promised order, returns how many; 0 when the game is over. */
    int (*moves)(const RefPos *pos, char out[REF_MAX_MOVES][REF_TEXT]);
    void (*apply)(RefPos *pos, const char *move); /* `move` is one of those listed */
    RefResult (*result)(const RefPos *pos);       /* of the position alone: no repetition */
} RefGame;

extern const RefGame ref_games[];
extern const int     ref_game_count;

/* The value of a rule option of the position; aborts when the caller has not filled it in. */
int ref_option(const RefPos *pos, const char *name);
