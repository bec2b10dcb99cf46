/* page/page_game.h -- a game of the page: who plays it, how far it is, what is known of its plies.
 */
#pragma once
#include "base/json.h"
#include "core/gameclock.h"
#include "engine/player.h"
#include "page/saved_games.h"

enum { SEAT_TEXT_SIZE = 160, MAX_PLIES_KEPT = 2000 };

typedef struct {
    Player player;               /* is_human for a person */
    char   text[SEAT_TEXT_SIZE]; /* the name of a person, the player as he was asked for */
} Seat;

typedef struct {
    int64_t   id; /* 0: not saved yet */
    Session  *session;
    Seat      seats[2];
    GameClock clock; /* budget 0: none */
    bool      is_strict;
    int       draw_offer; /* the player who offers one, PLAYER_NONE: nobody */
    float    *graph;      /* share of the first player at each ply; negative: not known */
    int       graph_size;
} PageGame;

/* The game at its start, two people at the board. NULL when memory is short. */
PageGame *page_game_new(const Game *game);
void      page_game_delete(PageGame *page_game); /* NULL is fine */

/* "level3", "pvs,time=1": a player of this program, within what a server grants him. */
bool seat_set_player(Seat *seat, const Game *game, const char *text, Error *err);
void seat_set_person(Seat *seat, const char *name);

/* After the position has changed: the right clock runs, and nothing is offered any more. */
void page_game_turn(PageGame *page_game, int64_t now_us);

/* When the running clock falls; INT64_MAX: none does. */
int64_t page_game_due_us(const PageGame *page_game, int64_t now_us);

void  page_game_note_share(PageGame *page_game, int ply, double share);
float page_game_share(const PageGame *page_game, int ply); /* negative: not known */

/* "Ann – level3" */
void page_game_title(const PageGame *page_game, Str *out);

void page_game_to_saved(const PageGame *page_game, int64_t now_us, SavedGame *out);

/* NULL and *err when the row makes no sense. */
PageGame *page_game_from_saved(const SavedGame *row, Error *err);

/* The fields of a `state` event. */
#define STATE_FIELDS                                                                               \
    "id game rows columns cells turn colour ply plies moves legal last line forbidden result "     \
    "seats thinking clock options position start strict draw_offer graph title"
void page_game_write_state(const PageGame *page_game, bool is_thinking, int64_t now_us, Lang lang,
                           Json *json);

/* Also where only a session is at hand. */
void write_result(Json *json, const char *key, const Result *result, Lang lang);
void write_squares(Json *json, const Game *game, const void *pos, Move move);
