/* page/shelf.h -- the games of the page in an SQLite file. Changes are gathered; what shelf_commit
 * has returned true for outlives the process, and the machine too once shelf_journal is synced. */
#pragma once
#include "base/error.h"
#include "base/str.h"

#include <stdint.h>

typedef struct Shelf Shelf;

/* A game as texts and numbers, as table_to_row writes it. */
typedef struct {
    int64_t id; /* 0: not on the shelf yet */
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
} ShelfRow;

void shelf_row_free(ShelfRow *row);

/* NULL: in memory alone. One server at a time has a file. */
Shelf *shelf_open(const char *path, Error *err);
void   shelf_close(Shelf *shelf); /* NULL is fine */

/* The file that has the changes, for page/syncer.h; NULL: commits wait for the disk themselves, or
 * there is none. */
const char *shelf_journal(const Shelf *shelf);
void        shelf_wait_for_disk(Shelf *shelf); /* from now on commits do themselves */

/* Have there been changes since the last commit? */
bool shelf_has_changes(const Shelf *shelf);

/* On failure none of them has been made. */
bool shelf_commit(Shelf *shelf, Error *err);

int64_t shelf_count(const Shelf *shelf); /* games */

/* Puts the game in its place, or a new one on the shelf, whose number goes to row->id. */
bool shelf_put(Shelf *shelf, ShelfRow *row, Error *err);

/* False without an error text: there is no such game. */
bool shelf_get(Shelf *shelf, int64_t id, ShelfRow *out, Error *err);

/* At once, when there are no changes that wait for a commit; also where the disk is full. */
bool shelf_remove(Shelf *shelf, int64_t id, Error *err);

/* Which games shelf_tidy removes: the oldest first, not those that `is_kept`. */
typedef struct {
    int64_t before;                          /* last changed then (seconds since 1970) or earlier */
    bool    is_unplayed;                     /* only those without a move */
    int     most;                            /* at most MAX_TIDIED */
    bool (*is_kept)(int64_t id, void *user); /* NULL: none is */
    void *user;
} ShelfTidy;

enum { MAX_TIDIED = 500 };

/* At once, when there are no changes that wait for a commit. How many there were; -1: it failed. */
int shelf_tidy(Shelf *shelf, const ShelfTidy *which, Error *err);

/* The newest first, at most so many. The visitor's false ends it, and is the answer. */
typedef bool ShelfVisitor(const ShelfRow *row, void *user, Error *err);
bool         shelf_each(Shelf *shelf, int most, ShelfVisitor *visit, void *user, Error *err);
