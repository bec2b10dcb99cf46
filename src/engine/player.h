/* engine/player.h -- a player: a person, or a searcher with limits and settings.
 *
 * Written as a name and settings: "human", "random", "alphabeta,depth=6",
 * "pvs,time=50ms,threads=2", or a name that the game knows (engine/level.h: "level6", "classic2"),
 * settings added or changed behind it:
 *     depth= nodes= time= iterations=   limits; time as "0.5", "50ms", "2s"
 *     depths=24:4/16:6/0:9              depth 4 with more than 24 pieces on the board, 6 with …
 *     eval=                             eval/criteria.h, with '+' for ','; or a net, eval=net:FILE
 *     mcts=                             search/mcts/mcts.h, with '+' for ','
 *     search=                           constants of flagship and champion, with '+' for ','
 *     table= threads= quiescence=       megabytes or off; a number; on or off
 *     contempt=                         what a draw costs, in points
 *     miss= fade= noise= alert= lapse=  what `casual` overlooks (Attention, search/frame/search.h)
 */
#pragma once
#include "engine/level.h"
#include "engine/session.h"

enum { MAX_DEPTH_STEPS = 6, PLAYER_TEXT_SIZE = 200, SEARCH_TEXT_SIZE = 500, TABLE_OFF = -1 };

/* The depth while more than `above` pieces are on the board. */
typedef struct {
    int above, depth;
} DepthStep;

/* With all zero but the searcher: the usual settings. */
typedef struct {
    bool       is_human;
    SearcherId searcher;
    Limits     limits;
    DepthStep  steps[MAX_DEPTH_STEPS]; /* in place of limits.depth; falling */
    int        step_count;
    int        table_megabytes; /* or TABLE_OFF */
    int        threads;
    bool       has_quiescence;
    int        contempt;                                       /* points */
    Attention  attention;                                      /* of `casual` alone */
    char       eval[PLAYER_TEXT_SIZE], mcts[PLAYER_TEXT_SIZE]; /* as eval_parse, mcts_parse read */
    char       search[SEARCH_TEXT_SIZE];                       /* as constants_parse reads */
} Player;

/* `game` may be NULL: then its own players are unknown, and `eval` is read only when it is used. */
bool player_parse(const Game *game, const char *text, Player *out, Error *err);
void player_format(const Player *player, Str *out);
bool player_is_same(const Player *a, const Player *b);

/* The name of a known player with these settings, the first of several; false: there is none. */
bool player_preset(const Game *game, const Player *player, PlayerPreset *out);

Player player_human(void);
Player player_opponent(void);            /* the usual machine: half a second a move */
Player player_adviser(const Game *game); /* gives hints: the game's champion */
Player player_analyst(const Game *game); /* the same, if it can show several lines; or PVS */

/* The constants of a searcher from text; "" is the usual ones, all zero. `game` as above. */
bool player_constants(const Game *game, SearcherId searcher, const char *text, Constants *out,
                      Error *err);

/* Can the net in the player's settings, if any, be used in this game? If not, the player uses the
 * game's usual evaluation, or the one that its settings name in place of the net; with such a name
 * there is no error. */
bool player_check_net(Session *session, const Player *player, int seat, Error *err);

/* The same before there is a session: in games that begin at this position. */
bool player_check_net_at(const Game *game, const char *start, const Player *player, Error *err);

/* How far it searches in this position: its own limits, with the depth that its steps name for this
 * number of pieces; without any, the usual time. There is always a limit. */
Limits player_limits(const Session *session, const Player *player);

/* A search with the settings of this player and what the seat keeps from move to move; `out`
 * borrows `mcts`. */
bool player_prepare(Session *session, const Player *player, int seat, struct MctsSettings *mcts,
                    SearchContext *out, Error *err);

/* The chance of the player to move, 0..1, by a score of this player; NULL: of an evaluation alone.
 */
double player_chance(const Game *game, const Player *player, Score score);

/* The move of a player who is not human; the game must not be over. */
bool player_choose(Session *session, const Player *player, uint64_t seed, const atomic_bool *stop,
                   SearchContext *out, Error *err);
