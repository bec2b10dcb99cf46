/* walk.h -- random games from fixed seeds, looked at in every position. */
#pragma once
#include "support.h"

enum { WALK_MAX_PLIES = 20000 };

typedef struct {
    const Rules *rules;
    const Game  *game;
    uint64_t     seed, rng; /* rng is free for the visitor */
    int          ply;
    Bytes        pos;
    Move         moves[MAX_MOVES]; /* legal here */
    int          count;
    Result       result; /* with repetition: a drawn position may still have moves */
    uint64_t     keys[WALK_MAX_PLIES + 1];
    Move         played[WALK_MAX_PLIES];
} Walk;

/* Called in every position, the last one included. It leaves walk->pos as it was. */
typedef void WalkVisit(Walk *walk, void *user);

/* One game. `visit` may be NULL. True when it came to an end within max_plies. */
bool walk_game(const Rules *rules, uint64_t seed, int max_plies, WalkVisit *visit, void *user);

/* `games` games, seeds 1, 2 ..., under each of the rules of rules_list. */
void walk_all_rules(const Game *game, int games, int max_plies, WalkVisit *visit, void *user);

/* The position after `plies` random moves, or the last one before the game would end. */
void walk_to(const Rules *rules, uint64_t seed, int plies, Bytes *pos);

/* Any legal move of the position the walk stands in; there is one. */
Move walk_any_move(Walk *walk);

/* Ends the test when the claim is false, and says where the walk stood. */
#define LAW(walk, claim) walk_check((walk), (claim), #claim, __FILE__, __LINE__)
void walk_check(const Walk *walk, bool holds, const char *claim, const char *file, int line);
