/* page/table.h -- a game of the page: who plays it, how far it is, what is known of its plies. */
#pragma once
#include "base/json.h"
#include "core/gameclock.h"
#include "engine/player.h"
#include "page/shelf.h"

enum { SEAT_TEXT_SIZE = 160, MAX_PLIES_KEPT = 2000 };

typedef struct {
    Player player;               /* is_human for a person */
    char   text[SEAT_TEXT_SIZE]; /* the name of a person, the player as he was asked for */
} Seat;

typedef struct {
    int64_t   id; /* 0: not on the shelf yet */
    Session  *session;
    Seat      seats[2];
    GameClock clock; /* budget 0: none */
    bool      is_strict;
    int       draw_offer; /* the player who offers one, PLAYER_NONE: nobody */
    float    *graph;      /* share of the first player at each ply; negative: not known */
    int       graph_size;
} Table;

/* The game at its start, two people at the board. NULL when memory is short. */
Table *table_new(const Game *game);
void   table_delete(Table *table); /* NULL is fine */

/* "level3", "pvs,time=1": a player of this program, within what a server grants him. */
bool seat_set_player(Seat *seat, const Game *game, const char *text, Error *err);
void seat_set_person(Seat *seat, const char *name);

/* After the position has changed: the right clock runs, and nothing is offered any more. */
void table_turn(Table *table, int64_t now_us);

/* When the running clock falls; INT64_MAX: none does. */
int64_t table_due_us(const Table *table, int64_t now_us);

void  table_note_share(Table *table, int ply, double share);
float table_share(const Table *table, int ply); /* negative: not known */

/* "Ann – level3" */
void table_title(const Table *table, Str *out);

void table_to_row(const Table *table, int64_t now_us, ShelfRow *out);

/* NULL and *err when the row makes no sense. */
Table *table_from_row(const ShelfRow *row, Error *err);

/* The fields of a `state` event. */
#define STATE_FIELDS                                                                               \
    "id game rows columns cells turn colour ply plies moves legal last line forbidden result "     \
    "seats thinking clock options position start strict draw_offer graph title"
void table_write_state(const Table *table, bool is_thinking, int64_t now_us, Lang lang, Json *json);

/* Also where only a session is at hand. */
void write_result(Json *json, const char *key, const Result *result, Lang lang);
void write_squares(Json *json, const Game *game, const void *pos, Move move);
