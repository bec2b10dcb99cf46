/* page/saved_games.h -- the games of the page in an SQLite file. Changes are gathered; what
 * saved_games_commit has returned true for outlives the process, and the machine too once
 * saved_games_journal is synced. */
#pragma once
#include "base/error.h"
#include "base/str.h"

#include <stdint.h>

typedef struct SavedGames SavedGames;

/* A game as texts and numbers, as page_game_to_saved writes it. */
typedef struct {
    int64_t id; /* 0: not saved yet */
    Str     game, title;
    Str     seats[2];       /* "person Ann", "player level3" */
    Str     start;          /* position text; it carries the rules */
    Str     moves;          /* all of them, those that can be redone too */
    int     ply;            /* how many are played */
    Str     result, reason; /* "1-0" … of the position shown */
    int64_t budget_us, increment_us, left_us[2];
    bool    is_strict;
    Str     graph;      /* a word a ply: the first player's share, or "-" */
    int64_t updated;    /* seconds since 1970 */
    bool    is_damaged; /* it is not as it was written: shown in a list, never got */
} SavedGame;

void saved_game_free(SavedGame *row);

/* NULL: in memory alone. One server at a time has a file. */
SavedGames *saved_games_open(const char *path, Error *err);
void        saved_games_close(SavedGames *games); /* NULL is fine */

/* The file that has the changes, for page/syncer.h; NULL: commits wait for the disk themselves, or
 * there is none. */
const char *saved_games_journal(const SavedGames *games);
void        saved_games_wait_for_disk(SavedGames *games); /* from now on commits do themselves */

/* Have there been changes since the last commit? */
bool saved_games_has_changes(const SavedGames *games);

/* On failure none of them has been made. */
bool saved_games_commit(SavedGames *games, Error *err);

int64_t saved_games_count(const SavedGames *games); /* games */

/* Puts the game in its place, or a new one, whose number goes to row->id. */
bool saved_games_put(SavedGames *games, SavedGame *row, Error *err);

/* False without an error text: there is no such game. */
bool saved_games_get(SavedGames *games, int64_t id, SavedGame *out, Error *err);

/* At once, when there are no changes that wait for a commit; also where the disk is full. */
bool saved_games_remove(SavedGames *games, int64_t id, Error *err);

/* Which games saved_games_tidy removes: the oldest first, not those that `is_kept`. */
typedef struct {
    int64_t before;                          /* last changed then (seconds since 1970) or earlier */
    bool    is_unplayed;                     /* only those without a move */
    int     most;                            /* at most MAX_TIDIED */
    bool (*is_kept)(int64_t id, void *user); /* NULL: none is */
    void *user;
} TidyWhich;

enum { MAX_TIDIED = 500 };

/* At once, when there are no changes that wait for a commit. How many there were; -1: it failed. */
int saved_games_tidy(SavedGames *games, const TidyWhich *which, Error *err);

/* The newest first, at most so many. The visitor's false ends it, and is the answer. */
typedef bool SavedGameVisitor(const SavedGame *row, void *user, Error *err);
bool saved_games_each(SavedGames *games, int most, SavedGameVisitor *visit, void *user, Error *err);
