/* match/store.h -- a match in an SQLite file: its settings, its games, how far it is.
 *
 * One process at a time runs a match on a file, others may read it, or join and write a little.
 * What a commit has returned for is on the disk, whatever happens to the process or the machine.
 * The tables `run` and `timing` (dates, clocks) and `surplus` (games that were played but are not
 * needed) differ from run to run; all others hold the same bytes however often a match of
 * deterministic players was interrupted and on however many threads it ran. docs/user/arena.md
 * lists the tables. */
#pragma once
#include "match/gamelog.h"

typedef struct Store Store;

typedef enum {
    STORE_NEW,    /* makes the file; one that holds a match is refused */
    STORE_RESUME, /* the match must be there */
    STORE_JOIN,   /* the same, but somebody else may be at it, who hears by store_has_news */
    STORE_READ    /* the same, without writing */
} StoreMode;

/* Without a path the match is kept in memory alone. NULL and *err (one line that names the file)
 * when it cannot be used: missing, locked, damaged, not ours, not writable. */
Store *store_open(const char *path, StoreMode mode, Error *err);
void   store_close(Store *store); /* NULL is fine */

/* All writing lies between these two, and is on the disk when store_commit has returned true. When
 * something fails, nothing of it is; *err names the file. */
bool store_begin(Store *store, Error *err);
bool store_commit(Store *store, Error *err);
void store_abandon(Store *store);

/* Has another process written since the last time this was asked? */
bool store_has_news(Store *store, bool *out, Error *err);

bool store_add_setting(Store *store, const char *name, const char *value, Error *err);
/* Or puts another in place of the one with this number. */
bool store_add_player(Store *store, int number, const char *name, const char *spec, Error *err);
bool store_add_meeting(Store *store, int round, int board, const Meeting *meeting, Error *err);
bool store_add_game(Store *store, const GameLog *log, Error *err);
/* What a player of a class competition has handed in: the newest, with a version that no other has
 * had. */
bool store_add_upload(Store *store, int player, const char *file, const char *bytes, size_t size,
                      int64_t *version, Error *err);
bool store_set_state(Store *store, const char *name, const char *value, Error *err);
bool store_note_run(Store *store, const char *text, Error *err); /* with the date */

/* Games from this number on do not count after all. */
bool store_set_aside(Store *store, int64_t from, Error *err);

/* All rows in order. The visitor's false ends it, and is the answer; then *err is the visitor's. */
typedef bool SettingVisitor(const char *name, const char *value, void *user, Error *err);
typedef bool PlayerVisitor(int number, const char *name, const char *spec, void *user, Error *err);
typedef bool GameVisitor(const GameLog *log, void *user, Error *err);
typedef bool MeetingVisitor(int round, int board, const Meeting *meeting, void *user, Error *err);
typedef bool UploadVisitor(int player, int64_t version, void *user, Error *err);
bool         store_each_setting(Store *store, SettingVisitor *visit, void *user, Error *err);
bool         store_each_player(Store *store, PlayerVisitor *visit, void *user, Error *err);
bool         store_each_game(Store *store, GameVisitor *visit, void *user, Error *err);
bool         store_each_meeting(Store *store, MeetingVisitor *visit, void *user, Error *err);
bool         store_each_upload(Store *store, UploadVisitor *visit, void *user, Error *err);

/* Adds to `file` and `bytes`; false as well when there is none. */
bool store_read_upload(Store *store, int player, Str *file, Str *bytes, Error *err);
