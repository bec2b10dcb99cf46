/* engine/player.h -- who sits at the board: a person, or a searcher with limits.
 *
 * Written as a name and settings: "human", "random", "alphabeta,depth=6", "alphabeta,time=0.5",
 * "minimax,depth=3,nodes=100000". */
#pragma once
#include "engine/session.h"

typedef struct {
    bool       is_human;
    SearcherId searcher;
    Limits     limits;
} Player;

bool player_parse(const char *text, Player *out, Error *err);
void player_format(const Player *player, Str *out);

Player player_human(void);
Player player_opponent(void); /* the usual machine: alpha-beta, half a second a move */
Player player_adviser(void);  /* gives hints: stronger than the opponent */

/* A line per kind of player, for help texts: "alphabeta  alpha-beta, deeper and deeper". */
void player_list(Lang lang, Str *out);

/* The move of a player who is not human; the game must not be over. */
bool player_choose(Session *session, const Player *player, uint64_t seed, const atomic_bool *stop,
                   SearchContext *out, Error *err);
