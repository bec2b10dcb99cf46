/* protocol/pbrain_state.h -- the inside of a Pbrain, for the files that make it up: pbrain.c
 * (lines), pbrain_board.c (stones), pbrain_think.c (searching). Nobody else includes it. */
#pragma once
#include "engine/player.h"
#include "protocol/gomocup.h"
#include "protocol/pbrain.h"

#include <pthread.h>

enum { MAX_STONES = BOARD_CELLS };

typedef struct {
    GomocupPoint point;
    int          colour; /* 0 black, 1 white */
} Stone;

/* What INFO says; 0 where nothing was said. */
typedef struct {
    int64_t turn_ms, match_ms, left_ms;
    bool    has_left;
    int64_t memory, table_kb;
    int     depth, threads;
    int64_t nodes;
} Settings;

typedef enum { READ_COMMANDS, READ_BOARD, READ_QUIET_BOARD, READ_SWAP2 } Reading;

/* A stone as a block of lines gives it. */
typedef struct {
    GomocupPoint point;
    int          who; /* 1 mine, 2 theirs; 0: not said */
} BlockStone;

struct Pbrain {
    const char *version;
    PbrainSend *send;
    void       *user;
    const Game *game;
    int16_t     options[MAX_OPTIONS];
    Settings    settings;

    Stone    stones[MAX_STONES]; /* in the order they came */
    int      count;
    Session *session;         /* the same position */
    int      table_megabytes; /* of the session's table, which is there and touched; 0: none yet */
    bool     is_started;

    Reading    reading;
    BlockStone block[MAX_STONES];
    int        block_count;
    bool       is_block_bad;

    pthread_t   thread;
    bool        is_thinking;    /* the thread is to be joined */
    atomic_bool stop, is_ended; /* is_ended: nobody wants the move any more */
    int64_t     asked_us;       /* when the line came that made it think */
    int64_t     delay_us;       /* how long this machine has kept us waiting for our turn */
    int         lines;
    bool        is_swap2; /* what is asked for: an answer of the opening, not a move */
    Str         answer;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void pbrain_say(Pbrain *brain, const char *format, ...);

/* ---- pbrain_board.c ---- */

/* Makes the session as the stones stand; its tables stay. */
bool pbrain_rebuild(Pbrain *brain, Error *err);
bool pbrain_is_on_board(const Pbrain *brain, GomocupPoint point);
int  pbrain_find_stone(const Pbrain *brain, GomocupPoint point); /* -1: none is there */
int  pbrain_colour_to_move(const Pbrain *brain);
void pbrain_add_stone(Pbrain *brain, GomocupPoint point, int colour); /* to the list alone */
bool pbrain_play(Pbrain *brain, GomocupPoint point, Error *err);      /* of whoever is to move */

/* ---- pbrain_think.c ---- */

/* Makes the table that the settings allow and touches all of it, so that the system's time for that
 * is not taken from a move. Nothing to do when it is there. */
void pbrain_prepare_table(Pbrain *brain);

/* Looks how long a busy machine keeps us waiting, before any clock runs. */
void pbrain_measure_delay(Pbrain *brain);

/* Starts a thread that answers: a move, or the part of the opening that is asked for. */
void pbrain_think_move(Pbrain *brain, int lines);
void pbrain_think_swap2(Pbrain *brain);
