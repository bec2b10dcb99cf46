/* learn/selfplay.h -- games of a player against itself, on several threads, into a file.
 *
 * A game depends on the settings and its number alone, and games are written in the order of their
 * numbers: threads and interruptions change no byte of the file. */
#pragma once
#include "engine/player.h"
#include "learn/gamefile.h"

typedef struct {
    const Game *game;
    const char *start;  /* position text */
    const char *player; /* as engine/player.h reads it; limited by depth, nodes, iterations */
    uint64_t    seed;
    uint64_t    games; /* in the file in the end */
    int         threads;
    int         random_plies; /* games of odd numbers have one more */
    int         explore;      /* per mille of the moves that are random */
    int         most_plies;   /* then the game counts as drawn */
    /* Positions of this number of pieces or fewer (where pieces are placed: of empty cells) are
     * solved: their score is exact, and the move is a random one of those that keep it, until half
     * as many are left. 0: none. */
    int                solve;
    const atomic_bool *stop; /* borrowed, may be NULL */
    /* Called by any of the threads, one at a time; may be NULL. */
    void (*progress)(uint64_t done, uint64_t games, void *user);
    void *user;
} Selfplay;

/* A player whose moves and scores are the same every time; the error says why it is not one. */
bool selfplay_player(const Game *game, const char *text, Player *out, Error *err);

/* Does this player play the same game twice, and score positions? */
bool selfplay_check(const Selfplay *run, Error *err);

/* Plays what is not in the file yet. False when it was stopped or failed: what was written stays.
 */
bool selfplay_run(const Selfplay *run, const char *path, Error *err);

/* The contents of a file. */
typedef struct {
    uint64_t games, positions; /* positions that have a score */
    uint64_t outcomes[3];      /* losses, draws, wins of the first player */
    uint64_t cut, bytes, checksum;
    bool     is_torn;
} SelfplaySummary;

bool selfplay_summarise(const char *path, SelfplaySummary *out, Error *err);
