#include "match/store.h"

#include "base/errors.h"
#include "match/database.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x506c6174 /* "Plat" */, SCHEMA_VERSION = 1, PATIENCE_MS = 2000 };

#define GAME_COLUMNS                                                                               \
    "number INTEGER PRIMARY KEY, first INTEGER NOT NULL, second INTEGER NOT NULL,"                 \
    "round INTEGER NOT NULL, opening INTEGER NOT NULL, seed INTEGER NOT NULL,"                     \
    "start TEXT NOT NULL, opening_plies INTEGER NOT NULL, moves TEXT NOT NULL,"                    \
    "evals TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL, note TEXT NOT NULL,"         \
    "first_words BLOB NOT NULL, second_words BLOB NOT NULL"

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
    "PRAGMA application_id=0x506c6174;"
    "PRAGMA user_version=1;";

#undef GAME_COLUMNS

/* Statements that are used again and again. */
typedef enum { ADD_GAME, ADD_TIMING, SET_STATE, STATEMENT_COUNT } StatementId;

static const char *const statements[STATEMENT_COUNT] = {
    [ADD_GAME] = "INSERT INTO game VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [ADD_TIMING] = "INSERT INTO timing VALUES(?,?,?,?,?,datetime('now'))",
    [SET_STATE] = "INSERT OR REPLACE INTO state VALUES(?,?)",
};

struct Store {
    char         *path; /* NULL: in memory */
    int           lock; /* descriptor of the file, held while we are the ones who run it; or -1 */
    sqlite3      *db;
    sqlite3_stmt *prepared[STATEMENT_COUNT];
    int64_t       version; /* SQLite's count of what others have written */
};

/* ---- errors ------------------------------------------------------------------------------------
 */

static const char *name_of(const Store *store)
{
    return store->path != NULL ? store->path : "the match in memory";
}

static bool fail_with(const Store *store, int code, Error *err)
{
    return database_fail(store->db, name_of(store), "match store", code, err);
}

/* ---- statements --------------------------------------------------------------------------------
 */

static bool execute(Store *store, const char *sql, Error *err)
{
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || fail_with(store, code, err);
}

static sqlite3_stmt *prepare(Store *store, const char *sql, Error *err)
{
    sqlite3_stmt *statement = NULL;
    int           code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        fail_with(store, code, err);
    return statement;
}

static sqlite3_stmt *prepared(Store *store, StatementId id, Error *err)
{
    if (store->prepared[id] == NULL)
        store->prepared[id] = prepare(store, statements[id], err);
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
    bool ok = code == SQLITE_DONE || fail_with(store, code, err);
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
static bool ask_number(Store *store, const char *sql, int64_t *out, Error *err)
{
    sqlite3_stmt *statement = prepare(store, sql, err);
    if (statement == NULL)
        return false;
    int code = sqlite3_step(statement);
    *out = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE || fail_with(store, code, err);
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
    sqlite3_stmt *statement = prepare(store, "PRAGMA quick_check(1)", err);
    if (statement == NULL)
        return false;
    int  code = sqlite3_step(statement);
    bool ok = code == SQLITE_ROW || fail_with(store, code, err);
    if (ok && strcmp((const char *)sqlite3_column_text(statement, 0), "ok") != 0)
        ok = fail_with(store, SQLITE_CORRUPT, err);
    sqlite3_finalize(statement);
    return ok;
}

static bool check_contents(Store *store, StoreMode mode, bool *has_match, Error *err)
{
    int64_t id, version, tables;
    if (!check_file(store, err) || !ask_number(store, "PRAGMA application_id", &id, err) ||
        !ask_number(store, "PRAGMA user_version", &version, err) ||
        !ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, err))
        return false;
    *has_match = tables > 0;
    if (tables > 0 && id != APPLICATION_ID)
        return error_set(err, ERROR_STORE_NOT_MATCH, name_of(store));
    if (tables > 0 && version != SCHEMA_VERSION)
        return error_set(err, ERROR_STORE_VERSION, name_of(store), (long long)version,
                         SCHEMA_VERSION);
    if (tables > 0 && mode == STORE_NEW)
        return error_set(err, ERROR_STORE_HOLDS_MATCH, name_of(store));
    if (tables == 0 && mode != STORE_NEW)
        return error_set(err, ERROR_STORE_HOLDS_NONE, name_of(store));
    return true;
}

static bool open_database(Store *store, StoreMode mode, Error *err)
{
    int         flags = mode == STORE_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    const char *path = store->path != NULL ? store->path : ":memory:";
    bool        has_match = false;
    int         code = sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return fail_with(store, code, err);
    sqlite3_busy_timeout(store->db, PATIENCE_MS);
    sqlite3_extended_result_codes(store->db, 1);
    if (!check_contents(store, mode, &has_match, err))
        return false;
    if (mode == STORE_READ) /* all reading is of one moment, while others write */
        return execute(store, "BEGIN", err);
    return execute(store, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", err) &&
           (has_match || (store_begin(store, err) && execute(store, schema, err)));
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
    bool    ok = ask_number(store, "PRAGMA data_version", &store->version, err);
    *out = ok && store->version != before;
    return ok;
}

bool store_add_setting(Store *store, const char *name, const char *value, Error *err)
{
    sqlite3_stmt *statement = prepare(store, "INSERT INTO setting(name, value) VALUES(?,?)", err);
    bind_text(statement, 1, name);
    bind_text(statement, 2, value);
    return run_once(store, statement, err);
}

bool store_add_player(Store *store, int number, const char *name, const char *spec, Error *err)
{
    sqlite3_stmt *statement = prepare(store, "INSERT OR REPLACE INTO player VALUES(?,?,?)", err);
    sqlite3_bind_int(statement, 1, number);
    bind_text(statement, 2, name);
    bind_text(statement, 3, spec);
    return run_once(store, statement, err);
}

bool store_add_meeting(Store *store, int round, int board, const Meeting *meeting, Error *err)
{
    sqlite3_stmt *statement = prepare(store, "INSERT INTO meeting VALUES(?,?,?,?)", err);
    sqlite3_bind_int(statement, 1, round);
    sqlite3_bind_int(statement, 2, board);
    sqlite3_bind_int(statement, 3, meeting->players[0]);
    if (meeting->players[1] != NOBODY)
        sqlite3_bind_int(statement, 4, meeting->players[1]);
    return run_once(store, statement, err);
}

bool store_add_game(Store *store, const GameLog *log, Error *err)
{
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
    return run(store, game, err) && run(store, timing, err);
}

/* Only class competitions have this table, from the first upload on. */
static const char upload_schema[] =
    "CREATE TABLE IF NOT EXISTS upload(version INTEGER PRIMARY KEY AUTOINCREMENT,"
    "    player INTEGER NOT NULL UNIQUE, file TEXT NOT NULL, bytes BLOB NOT NULL,"
    "    came TEXT NOT NULL)";

bool store_add_upload(Store *store, int player, const char *file, const char *bytes, size_t size,
                      int64_t *version, Error *err)
{
    if (!execute(store, upload_schema, err))
        return false;
    sqlite3_stmt *statement = prepare(store,
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
        prepare(store, "INSERT INTO run(begun, what) VALUES(datetime('now'),?)", err);
    bind_text(statement, 1, text);
    return run_once(store, statement, err);
}

bool store_set_aside(Store *store, int64_t from, Error *err)
{
    static const char *const steps[] = {
        "INSERT OR REPLACE INTO surplus SELECT * FROM game WHERE number >= ?",
        "DELETE FROM game WHERE number >= ?",
    };
    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *statement = prepare(store, steps[i], err);
        sqlite3_bind_int64(statement, 1, from);
        if (!run_once(store, statement, err))
            return false;
    }
    return true;
}

/* ---- reading -----------------------------------------------------------------------------------
 */

/* The next row; false at the end and on failure, which *ok tells apart. */
static bool next_row(Store *store, sqlite3_stmt *statement, bool *ok, Error *err)
{
    int code = sqlite3_step(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        *ok = fail_with(store, code, err);
    return code == SQLITE_ROW;
}

static const char *text_at(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? (const char *)text : "";
}

static void read_bytes(sqlite3_stmt *statement, int column, Str *out)
{
    const char *bytes = sqlite3_column_blob(statement, column);
    int         size = sqlite3_column_bytes(statement, column);
    str_clear(out);
    if (bytes != NULL && size > 0)
        str_bytes(out, bytes, (size_t)size);
}

bool store_each_setting(Store *store, SettingVisitor *visit, void *user, Error *err)
{
    bool          ok = true;
    sqlite3_stmt *rows = prepare(store, "SELECT name, value FROM setting ORDER BY number", err);
    if (rows == NULL)
        return false;
    while (ok && next_row(store, rows, &ok, err))
        ok = visit(text_at(rows, 0), text_at(rows, 1), user, err);
    sqlite3_finalize(rows);
    return ok;
}

bool store_each_player(Store *store, PlayerVisitor *visit, void *user, Error *err)
{
    bool          ok = true;
    sqlite3_stmt *rows = prepare(store, "SELECT number, name, spec FROM player ORDER BY 1", err);
    if (rows == NULL)
        return false;
    while (ok && next_row(store, rows, &ok, err))
        ok = visit(sqlite3_column_int(rows, 0), text_at(rows, 1), text_at(rows, 2), user, err);
    sqlite3_finalize(rows);
    return ok;
}

bool store_each_meeting(Store *store, MeetingVisitor *visit, void *user, Error *err)
{
    bool          ok = true;
    sqlite3_stmt *rows = prepare(
        store, "SELECT round, board, first, coalesce(second, -1) FROM meeting ORDER BY 1, 2", err);
    if (rows == NULL)
        return false;
    while (ok && next_row(store, rows, &ok, err)) {
        Meeting meeting = {{sqlite3_column_int(rows, 2), sqlite3_column_int(rows, 3)}};
        ok = visit(sqlite3_column_int(rows, 0), sqlite3_column_int(rows, 1), &meeting, user, err);
    }
    sqlite3_finalize(rows);
    return ok;
}

static bool has_uploads(Store *store, bool *out, Error *err)
{
    int64_t tables;
    bool    ok =
        ask_number(store, "SELECT count(*) FROM sqlite_master WHERE type='table' AND name='upload'",
                   &tables, err);
    *out = ok && tables > 0;
    return ok;
}

bool store_each_upload(Store *store, UploadVisitor *visit, void *user, Error *err)
{
    bool          ok = true, has_any;
    sqlite3_stmt *rows = NULL;
    if (!has_uploads(store, &has_any, err))
        return false;
    if (has_any &&
        (rows = prepare(store, "SELECT player, version FROM upload ORDER BY 1", err)) == NULL)
        return false;
    while (ok && rows != NULL && next_row(store, rows, &ok, err))
        ok = visit(sqlite3_column_int(rows, 0), sqlite3_column_int64(rows, 1), user, err);
    sqlite3_finalize(rows);
    return ok;
}

bool store_read_upload(Store *store, int player, Str *file, Str *bytes, Error *err)
{
    bool          ok = true;
    sqlite3_stmt *rows = prepare(store, "SELECT file, bytes FROM upload WHERE player=?", err);
    if (rows == NULL)
        return false;
    sqlite3_bind_int(rows, 1, player);
    bool is_there = next_row(store, rows, &ok, err);
    if (is_there) {
        read_bytes(rows, 0, file);
        read_bytes(rows, 1, bytes);
    } else if (ok)
        error_set(err, ERROR_STORE_NO_ENGINE, name_of(store), player + 1);
    sqlite3_finalize(rows);
    if (is_there && (file->failed || bytes->failed))
        return error_set(err, ERROR_MEMORY);
    return is_there;
}

static bool read_game(const Store *store, sqlite3_stmt *row, GameLog *log, Error *err)
{
    log->number = sqlite3_column_int64(row, 0);
    log->fixture.players[0] = sqlite3_column_int(row, 1);
    log->fixture.players[1] = sqlite3_column_int(row, 2);
    log->fixture.round = sqlite3_column_int(row, 3);
    log->fixture.opening = (uint64_t)sqlite3_column_int64(row, 4);
    log->seed = (uint64_t)sqlite3_column_int64(row, 5);
    read_bytes(row, 6, &log->start);
    log->opening_plies = sqlite3_column_int(row, 7);
    read_bytes(row, 8, &log->moves);
    read_bytes(row, 9, &log->evals);
    read_bytes(row, 12, &log->note);
    read_bytes(row, 13, &log->last_words[0]);
    read_bytes(row, 14, &log->last_words[1]);
    read_bytes(row, 15, &log->clocks);
    log->used_us[0] = sqlite3_column_int64(row, 16);
    log->used_us[1] = sqlite3_column_int64(row, 17);
    log->lasted_us = sqlite3_column_int64(row, 18);
    if (!result_parse(text_at(row, 10), &log->result) || !log->result.is_over ||
        !reason_find(text_at(row, 11), &log->result.reason))
        return error_set(err, ERROR_STORE_NO_RESULT, name_of(store), (long long)log->number + 1);
    return gamelog_is_whole(log) ? true : error_set(err, ERROR_MEMORY);
}

bool store_each_game(Store *store, GameVisitor *visit, void *user, Error *err)
{
    bool          ok = true;
    GameLog       log = {0};
    sqlite3_stmt *rows = prepare(store,
                                 "SELECT game.*, coalesce(timing.clocks, ''), first_us, "
                                 "second_us, lasted_us FROM game "
                                 "LEFT JOIN timing USING(number) ORDER BY game.number",
                                 err);
    if (rows == NULL)
        return false;
    while (ok && next_row(store, rows, &ok, err))
        ok = read_game(store, rows, &log, err) && visit(&log, user, err);
    sqlite3_finalize(rows);
    gamelog_free(&log);
    return ok;
}
