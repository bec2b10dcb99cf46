#include "match/store_state.h"

#include "base/errors.h"
#include "match/database.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x506c6174 /* "Plat" */,
    SCHEMA_VERSION = 2,
    WITHOUT_SUMS = 1,
    PATIENCE_MS = 2000
};

#define GAME_COLUMNS                                                                               \
    "number INTEGER PRIMARY KEY, first INTEGER NOT NULL, second INTEGER NOT NULL,"                 \
    "round INTEGER NOT NULL, opening INTEGER NOT NULL, seed INTEGER NOT NULL,"                     \
    "start TEXT NOT NULL, opening_plies INTEGER NOT NULL, moves TEXT NOT NULL,"                    \
    "evals TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL, note TEXT NOT NULL,"         \
    "first_words BLOB NOT NULL, second_words BLOB NOT NULL"

/* From version 2 on: a sum over each game, and over its times. A store without them is of version
 * 1, and gets them when a match is resumed on it. */
#define SUM_TABLES                                                                                 \
    "CREATE TABLE game_sum(number INTEGER PRIMARY KEY, sum INTEGER NOT NULL);"                     \
    "CREATE TABLE timing_sum(number INTEGER PRIMARY KEY, sum INTEGER NOT NULL);"                   \
    "PRAGMA user_version=2;"

static const char sum_tables[] = SUM_TABLES;

static const char schema[] =
    "CREATE TABLE setting(number INTEGER PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL);"
    "CREATE TABLE player(number INTEGER PRIMARY KEY, name TEXT NOT NULL, spec TEXT NOT NULL);"
    "CREATE TABLE meeting(round INTEGER, board INTEGER, first INTEGER NOT NULL,"
    "                     second INTEGER, PRIMARY KEY(round, board)) WITHOUT ROWID;"
    "CREATE TABLE game(" GAME_COLUMNS ");"
    "CREATE TABLE surplus(" GAME_COLUMNS ");"
    "CREATE TABLE state(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE timing(number INTEGER PRIMARY KEY, clocks TEXT NOT NULL,"
    "                    first_us INTEGER NOT NULL, second_us INTEGER NOT NULL,"
    "                    lasted_us INTEGER NOT NULL, finished TEXT NOT NULL);"
    "CREATE TABLE run(number INTEGER PRIMARY KEY, begun TEXT NOT NULL, what TEXT NOT NULL);"
    "PRAGMA application_id=0x506c6174;" SUM_TABLES;

#undef GAME_COLUMNS
#undef SUM_TABLES

static const char *const statements[STATEMENT_COUNT] = {
    [ADD_GAME] = "INSERT INTO game VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [ADD_TIMING] = "INSERT INTO timing VALUES(?,?,?,?,?,datetime('now'))",
    [ADD_GAME_SUM] = "INSERT INTO game_sum VALUES(?,?)",
    [ADD_TIMING_SUM] = "INSERT INTO timing_sum VALUES(?,?)",
    [SET_STATE] = "INSERT OR REPLACE INTO state VALUES(?,?)",
};

/* ---- errors ------------------------------------------------------------------------------------
 */

const char *store_name(const Store *store)
{
    return store->path != NULL ? store->path : "the match in memory";
}

bool store_fail(const Store *store, int code, Error *err)
{
    assert(code != SQLITE_OK);
    return database_fail(store->db, store_name(store), "match store", code, err);
}

/* ---- statements --------------------------------------------------------------------------------
 */

static bool execute(Store *store, const char *sql, Error *err)
{
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || store_fail(store, code, err);
}

sqlite3_stmt *store_prepare(Store *store, const char *sql, Error *err)
{
    sqlite3_stmt *statement = NULL;
    int           code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        store_fail(store, code, err);
    return statement;
}

static sqlite3_stmt *prepared(Store *store, StatementId id, Error *err)
{
    assert(id < STATEMENT_COUNT);
    if (store->prepared[id] == NULL)
        store->prepared[id] = store_prepare(store, statements[id], err);
    return store->prepared[id];
}

/* Binding copies nothing: the caller's values live until the statement has run. A parameter that
 * could not be bound stays NULL, which the tables refuse. */
static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_str(sqlite3_stmt *statement, int at, const Str *text)
{
    sqlite3_bind_text64(statement, at, str_get(text), text->size, SQLITE_STATIC, SQLITE_UTF8);
}

static void bind_bytes(sqlite3_stmt *statement, int at, const Str *bytes)
{
    sqlite3_bind_blob64(statement, at, str_get(bytes), bytes->size, SQLITE_STATIC);
}

/* Runs a statement that gives no rows, and makes it ready for the next time. */
static bool run(Store *store, sqlite3_stmt *statement, Error *err)
{
    if (statement == NULL)
        return false;
    int  code = sqlite3_step(statement);
    bool ok = code == SQLITE_DONE || store_fail(store, code, err);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return ok;
}

/* The same for a statement that is not used again. */
static bool run_once(Store *store, sqlite3_stmt *statement, Error *err)
{
    bool ok = run(store, statement, err);
    sqlite3_finalize(statement);
    return ok;
}

/* One number from the first row. */
bool store_ask_number(Store *store, const char *sql, int64_t *out, Error *err)
{
    sqlite3_stmt *statement = store_prepare(store, sql, err);
    if (statement == NULL)
        return false;
    int code = sqlite3_step(statement);
    *out = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE || store_fail(store, code, err);
    sqlite3_finalize(statement);
    return ok;
}

/* ---- opening -----------------------------------------------------------------------------------
 */

/* The lock is on the file itself, by flock, which SQLite's own locks do not touch: it ends with
 * the process, however that ends. The descriptor must stay open as long as SQLite's. */
static bool take_lock(Store *store, StoreMode mode, Error *err)
{
    if (store->path == NULL)
        return true;
    int flags = mode == STORE_READ ? O_RDONLY : mode == STORE_NEW ? O_RDWR | O_CREAT : O_RDWR;
    store->lock = open(store->path, flags | O_CLOEXEC, 0644);
    if (store->lock < 0)
        return error_set(err, ERROR_IN, store->path, system_error(errno));
    bool is_ours = mode == STORE_NEW || mode == STORE_RESUME;
    if (is_ours && flock(store->lock, LOCK_EX | LOCK_NB) != 0)
        return error_set(err, ERROR_STORE_IN_USE, store->path);
    return true;
}

/* Is the file whole? quick_check reads every page, but compares no indexes; ours are few. */
static bool check_file(Store *store, Error *err)
{
    sqlite3_stmt *statement = store_prepare(store, "PRAGMA quick_check(1)", err);
    if (statement == NULL)
        return false;
    int  code = sqlite3_step(statement);
    bool ok = code == SQLITE_ROW || store_fail(store, code, err);
    if (ok && strcmp((const char *)sqlite3_column_text(statement, 0), "ok") != 0)
        ok = store_fail(store, SQLITE_CORRUPT, err);
    sqlite3_finalize(statement);
    return ok;
}

static bool check_contents(Store *store, StoreMode mode, bool *has_match, Error *err)
{
    int64_t id, version, tables;
    if (!check_file(store, err) || !store_ask_number(store, "PRAGMA application_id", &id, err) ||
        !store_ask_number(store, "PRAGMA user_version", &version, err) ||
        !store_ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, err))
        return false;
    *has_match = tables > 0;
    if (tables > 0 && id != APPLICATION_ID)
        return error_set(err, ERROR_STORE_NOT_MATCH, store_name(store));
    store->has_sums = tables == 0 || version == SCHEMA_VERSION;
    if (tables > 0 && version != SCHEMA_VERSION && version != WITHOUT_SUMS)
        return error_set(err, ERROR_STORE_VERSION, store_name(store), (long long)version,
                         SCHEMA_VERSION);
    if (tables > 0 && mode == STORE_NEW)
        return error_set(err, ERROR_STORE_HOLDS_MATCH, store_name(store));
    if (tables == 0 && mode != STORE_NEW)
        return error_set(err, ERROR_STORE_HOLDS_NONE, store_name(store));
    return true;
}

static bool add_sums(Store *store, const GameLog *log, Error *err)
{
    sqlite3_stmt *game = prepared(store, ADD_GAME_SUM, err);
    sqlite3_stmt *timing = game != NULL ? prepared(store, ADD_TIMING_SUM, err) : NULL;
    if (timing == NULL)
        return false;
    sqlite3_bind_int64(game, 1, log->number);
    sqlite3_bind_int64(game, 2, (int64_t)gamelog_sum(log));
    sqlite3_bind_int64(timing, 1, log->number);
    sqlite3_bind_int64(timing, 2, (int64_t)gamelog_timing_sum(log));
    return run(store, game, err) && run(store, timing, err);
}

static bool add_sums_of(const GameLog *log, void *user, Error *err)
{
    return add_sums(user, log, err);
}

/* To a store from before there were any. */
static bool add_all_sums(Store *store, Error *err)
{
    bool ok = store_begin(store, err) && execute(store, sum_tables, err) &&
              store_each_game(store, add_sums_of, store, err);
    if (!ok)
        store_abandon(store);
    store->has_sums = ok && store_commit(store, err);
    return store->has_sums;
}

static bool open_database(Store *store, StoreMode mode, Error *err)
{
    int         flags = mode == STORE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    const char *path = store->path != NULL ? store->path : ":memory:";
    bool        has_match = false;
    int         code = sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return store_fail(store, code, err);
    sqlite3_busy_timeout(store->db, PATIENCE_MS);
    sqlite3_extended_result_codes(store->db, 1);
    if (!check_contents(store, mode, &has_match, err))
        return false;
    if (mode == STORE_READ) /* all reading is of one moment, while others write */
        return execute(store, "BEGIN", err);
    if (!execute(store, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", err))
        return false;
    if (!has_match)
        return store_begin(store, err) && execute(store, schema, err);
    return store->has_sums || mode != STORE_RESUME || add_all_sums(store, err);
}

Store *store_open(const char *path, StoreMode mode, Error *err)
{
    Store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    store->lock = -1;
    store->path = path != NULL ? strdup(path) : NULL;
    if ((path != NULL && store->path == NULL) || !take_lock(store, mode, err) ||
        !open_database(store, mode, err)) {
        store_close(store);
        return NULL;
    }
    return store;
}

void store_close(Store *store)
{
    if (store == NULL)
        return;
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(store->prepared[i]);
    sqlite3_close(store->db);
    if (store->lock >= 0)
        close(store->lock);
    free(store->path);
    free(store);
}

/* ---- writing -----------------------------------------------------------------------------------
 */

/* A new store is in its first transaction already: a file has a whole match in it, or none. */
bool store_begin(Store *store, Error *err)
{
    return sqlite3_get_autocommit(store->db) == 0 || execute(store, "BEGIN IMMEDIATE", err);
}

bool store_commit(Store *store, Error *err)
{
    if (execute(store, "COMMIT", err))
        return true;
    store_abandon(store);
    return false;
}

void store_abandon(Store *store)
{
    if (sqlite3_get_autocommit(store->db) == 0)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

bool store_has_news(Store *store, bool *out, Error *err)
{
    int64_t before = store->version;
    bool    ok = store_ask_number(store, "PRAGMA data_version", &store->version, err);
    *out = ok && store->version != before;
    return ok;
}

bool store_add_setting(Store *store, const char *name, const char *value, Error *err)
{
    sqlite3_stmt *statement =
        store_prepare(store, "INSERT INTO setting(name, value) VALUES(?,?)", err);
    bind_text(statement, 1, name);
    bind_text(statement, 2, value);
    return run_once(store, statement, err);
}

bool store_add_player(Store *store, int number, const char *name, const char *spec, Error *err)
{
    assert(number >= 0);
    sqlite3_stmt *statement =
        store_prepare(store, "INSERT OR REPLACE INTO player VALUES(?,?,?)", err);
    sqlite3_bind_int(statement, 1, number);
    bind_text(statement, 2, name);
    bind_text(statement, 3, spec);
    return run_once(store, statement, err);
}

bool store_add_meeting(Store *store, int round, int board, const Meeting *meeting, Error *err)
{
    assert(round >= 0 && board >= 0);
    sqlite3_stmt *statement = store_prepare(store, "INSERT INTO meeting VALUES(?,?,?,?)", err);
    sqlite3_bind_int(statement, 1, round);
    sqlite3_bind_int(statement, 2, board);
    sqlite3_bind_int(statement, 3, meeting->players[0]);
    if (meeting->players[1] != NOBODY)
        sqlite3_bind_int(statement, 4, meeting->players[1]);
    return run_once(store, statement, err);
}

bool store_add_game(Store *store, const GameLog *log, Error *err)
{
    assert(log->number >= 0);
    assert(log->fixture.players[0] != log->fixture.players[1]);
    sqlite3_stmt *game = prepared(store, ADD_GAME, err);
    sqlite3_stmt *timing = game != NULL ? prepared(store, ADD_TIMING, err) : NULL;
    if (timing == NULL)
        return false;
    sqlite3_bind_int64(game, 1, log->number);
    sqlite3_bind_int(game, 2, log->fixture.players[0]);
    sqlite3_bind_int(game, 3, log->fixture.players[1]);
    sqlite3_bind_int(game, 4, log->fixture.round);
    sqlite3_bind_int64(game, 5, (int64_t)log->fixture.opening);
    sqlite3_bind_int64(game, 6, (int64_t)log->seed);
    bind_str(game, 7, &log->start);
    sqlite3_bind_int(game, 8, log->opening_plies);
    bind_str(game, 9, &log->moves);
    bind_str(game, 10, &log->evals);
    bind_text(game, 11, result_text(&log->result));
    bind_text(game, 12, reason_word(log->result.reason));
    bind_str(game, 13, &log->note);
    bind_bytes(game, 14, &log->last_words[0]);
    bind_bytes(game, 15, &log->last_words[1]);
    sqlite3_bind_int64(timing, 1, log->number);
    bind_str(timing, 2, &log->clocks);
    sqlite3_bind_int64(timing, 3, log->used_us[0]);
    sqlite3_bind_int64(timing, 4, log->used_us[1]);
    sqlite3_bind_int64(timing, 5, log->lasted_us);
    return run(store, game, err) && run(store, timing, err) &&
           (!store->has_sums || add_sums(store, log, err));
}

/* Only class competitions have this table, from the first upload on. */
static const char upload_schema[] =
    "CREATE TABLE IF NOT EXISTS upload(version INTEGER PRIMARY KEY AUTOINCREMENT,"
    "    player INTEGER NOT NULL UNIQUE, file TEXT NOT NULL, bytes BLOB NOT NULL,"
    "    came TEXT NOT NULL)";

bool store_add_upload(Store *store, int player, const char *file, const char *bytes, size_t size,
                      int64_t *version, Error *err)
{
    assert(player >= 0 && bytes != NULL);
    if (!execute(store, upload_schema, err))
        return false;
    sqlite3_stmt *statement =
        store_prepare(store,
                      "INSERT OR REPLACE INTO upload(player, file, bytes, came) "
                      "VALUES(?,?,?,datetime('now'))",
                      err);
    sqlite3_bind_int(statement, 1, player);
    bind_text(statement, 2, file);
    sqlite3_bind_blob64(statement, 3, bytes, size, SQLITE_STATIC);
    bool ok = run_once(store, statement, err);
    *version = ok ? sqlite3_last_insert_rowid(store->db) : 0;
    return ok;
}

bool store_set_state(Store *store, const char *name, const char *value, Error *err)
{
    sqlite3_stmt *statement = prepared(store, SET_STATE, err);
    bind_text(statement, 1, name);
    bind_text(statement, 2, value);
    return run(store, statement, err);
}

bool store_note_run(Store *store, const char *text, Error *err)
{
    sqlite3_stmt *statement =
        store_prepare(store, "INSERT INTO run(begun, what) VALUES(datetime('now'),?)", err);
    bind_text(statement, 1, text);
    return run_once(store, statement, err);
}

bool store_set_aside(Store *store, int64_t from, Error *err)
{
    assert(from >= 0);
    static const char *const steps[] = {
        "INSERT OR REPLACE INTO surplus SELECT * FROM game WHERE number >= ?",
        "DELETE FROM game WHERE number >= ?",
        "DELETE FROM game_sum WHERE number >= ?",
        "DELETE FROM timing_sum WHERE number >= ?",
    };
    for (int i = 0; i < (store->has_sums ? 4 : 2); i++) {
        sqlite3_stmt *statement = store_prepare(store, steps[i], err);
        sqlite3_bind_int64(statement, 1, from);
        if (!run_once(store, statement, err))
            return false;
    }
    return true;
}
