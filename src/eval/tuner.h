/* eval/tuner.h -- weights of a form that only one game has, fitted to games: what
 * learn/own_weights.h gives to the game, and what it gets back. The weights of evaluations that all
 * games share are tuned by learn/logistic.h and its neighbours. */
#pragma once
#include "base/str.h"
#include "core/game.h"

/* A position of a game, with the result. */
typedef struct {
    const void *pos;
    Move        move;        /* that was played */
    Score       score;       /* of the search that chose it, for the player to move */
    int         points;      /* that this player got in the end: 2 a win, 1 a draw */
    bool        is_held_out; /* for measuring, not for training */
} TunerPosition;

typedef struct Tuner {
    Text summary;
    /* For games under these rules; NULL: memory is short. */
    void *(*open)(const int16_t options[]);
    bool (*add)(void *self, const TunerPosition *position, Error *err);
    /* Begins at the built-in weights; reports a line now and then. */
    void (*fit)(void *self, void (*report)(void *user, const char *line), void *user);
    /* The weights as the source file has them that the program is built from. */
    void (*write)(const void *self, Str *out);
    void (*close)(void *self);
} Tuner;
