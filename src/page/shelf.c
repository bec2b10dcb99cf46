#include "page/shelf.h"

#include "base/errors.h"
#include "match/database.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x506c6173 /* "Plas" */, PATIENCE_MS = 2000 };

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS game(id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL,"
    " title TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, start TEXT NOT NULL,"
    " moves TEXT NOT NULL, ply INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,"
    " budget_us INTEGER NOT NULL, increment_us INTEGER NOT NULL, first_us INTEGER NOT NULL,"
    " second_us INTEGER NOT NULL, is_strict INTEGER NOT NULL, graph TEXT NOT NULL,"
    " updated INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS game_updated ON game(updated);"
    "PRAGMA application_id=0x506c6173; PRAGMA user_version=1;";

struct Shelf {
    char    *path; /* NULL: in memory */
    int      lock;
    sqlite3 *db;
};

static const char *name_of(const Shelf *shelf)
{
    return shelf->path != NULL ? shelf->path : "the games in memory";
}

static bool fail_with(const Shelf *shelf, int code, Error *err)
{
    return database_fail(shelf->db, name_of(shelf), "file of games", code, err);
}

void shelf_row_free(ShelfRow *row)
{
    Str *texts[] = {&row->game,  &row->title,  &row->seats[0], &row->seats[1], &row->start,
                    &row->moves, &row->result, &row->reason,   &row->graph};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        str_free(texts[i]);
}

static sqlite3_stmt *prepare(Shelf *shelf, const char *sql, Error *err)
{
    sqlite3_stmt *statement = NULL;
    int           code = sqlite3_prepare_v2(shelf->db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        fail_with(shelf, code, err);
    return statement;
}

/* ---- opening -----------------------------------------------------------------------------------
 */

/* The file's own lock ends with the process, however that ends. */
static bool take_lock(Shelf *shelf, Error *err)
{
    if (shelf->path == NULL)
        return true;
    shelf->lock = open(shelf->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (shelf->lock < 0)
        return error_set(err, ERROR_IN, shelf->path, system_error(errno));
    if (flock(shelf->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    return error_set(err, ERROR_SHELF_IN_USE, shelf->path);
}

/* A file that holds something else is left alone. */
static bool check_contents(Shelf *shelf, Error *err)
{
    int           id = 0, tables = 0;
    sqlite3_stmt *rows = prepare(
        shelf,
        "SELECT (SELECT count(*) FROM sqlite_master), application_id FROM pragma_application_id",
        err);
    if (rows == NULL)
        return false;
    int code = sqlite3_step(rows);
    if (code == SQLITE_ROW) {
        tables = sqlite3_column_int(rows, 0);
        id = sqlite3_column_int(rows, 1);
    }
    sqlite3_finalize(rows);
    if (code != SQLITE_ROW)
        return fail_with(shelf, code, err);
    if (tables > 0 && id != APPLICATION_ID)
        return error_set(err, ERROR_SHELF_OTHER, name_of(shelf));
    return true;
}

static bool open_database(Shelf *shelf, Error *err)
{
    const char *path = shelf->path != NULL ? shelf->path : ":memory:";
    int         code = sqlite3_open_v2(
                path, &shelf->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return fail_with(shelf, code, err);
    sqlite3_busy_timeout(shelf->db, PATIENCE_MS);
    sqlite3_extended_result_codes(shelf->db, 1);
    if (!check_contents(shelf, err))
        return false;
    code = sqlite3_exec(shelf->db,
                        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-512;",
                        NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(shelf->db, schema, NULL, NULL, NULL);
    return code == SQLITE_OK || fail_with(shelf, code, err);
}

Shelf *shelf_open(const char *path, Error *err)
{
    Shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    shelf->lock = -1;
    shelf->path = path != NULL ? strdup(path) : NULL;
    if ((path != NULL && shelf->path == NULL) || !take_lock(shelf, err) ||
        !open_database(shelf, err)) {
        shelf_close(shelf);
        return NULL;
    }
    return shelf;
}

void shelf_close(Shelf *shelf)
{
    if (shelf == NULL)
        return;
    sqlite3_close(shelf->db);
    if (shelf->lock >= 0)
        close(shelf->lock);
    free(shelf->path);
    free(shelf);
}

/* ---- writing -----------------------------------------------------------------------------------
 */

static void bind(sqlite3_stmt *statement, int at, const Str *text)
{
    sqlite3_bind_text64(statement, at, str_get(text), text->size, SQLITE_STATIC, SQLITE_UTF8);
}

static bool is_whole(const ShelfRow *row)
{
    return !row->game.failed && !row->title.failed && !row->seats[0].failed &&
           !row->seats[1].failed && !row->start.failed && !row->moves.failed &&
           !row->result.failed && !row->reason.failed && !row->graph.failed;
}

bool shelf_put(Shelf *shelf, ShelfRow *row, Error *err)
{
    if (!is_whole(row))
        return error_set(err, ERROR_MEMORY);
    sqlite3_stmt *put = prepare(
        shelf, "INSERT OR REPLACE INTO game VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", err);
    if (put == NULL)
        return false;
    row->updated = (int64_t)time(NULL);
    if (row->id > 0)
        sqlite3_bind_int64(put, 1, row->id);
    bind(put, 2, &row->game);
    bind(put, 3, &row->title);
    bind(put, 4, &row->seats[0]);
    bind(put, 5, &row->seats[1]);
    bind(put, 6, &row->start);
    bind(put, 7, &row->moves);
    sqlite3_bind_int(put, 8, row->ply);
    bind(put, 9, &row->result);
    bind(put, 10, &row->reason);
    sqlite3_bind_int64(put, 11, row->budget_us);
    sqlite3_bind_int64(put, 12, row->increment_us);
    sqlite3_bind_int64(put, 13, row->left_us[0]);
    sqlite3_bind_int64(put, 14, row->left_us[1]);
    sqlite3_bind_int(put, 15, row->is_strict);
    bind(put, 16, &row->graph);
    sqlite3_bind_int64(put, 17, row->updated);
    int  code = sqlite3_step(put);
    bool ok = code == SQLITE_DONE || fail_with(shelf, code, err);
    sqlite3_finalize(put);
    if (ok && row->id == 0)
        row->id = sqlite3_last_insert_rowid(shelf->db);
    return ok;
}

bool shelf_remove(Shelf *shelf, int64_t id, Error *err)
{
    sqlite3_stmt *statement = prepare(shelf, "DELETE FROM game WHERE id = ?", err);
    if (statement == NULL)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    int code = sqlite3_step(statement);
    sqlite3_finalize(statement);
    return code == SQLITE_DONE || fail_with(shelf, code, err);
}

/* ---- reading -----------------------------------------------------------------------------------
 */

static void take_text(sqlite3_stmt *row, int column, Str *out)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    str_clear(out);
    str_text(out, text != NULL ? text : "");
}

static void read_row(sqlite3_stmt *from, ShelfRow *row)
{
    row->id = sqlite3_column_int64(from, 0);
    take_text(from, 1, &row->game);
    take_text(from, 2, &row->title);
    take_text(from, 3, &row->seats[0]);
    take_text(from, 4, &row->seats[1]);
    take_text(from, 5, &row->start);
    take_text(from, 6, &row->moves);
    row->ply = sqlite3_column_int(from, 7);
    take_text(from, 8, &row->result);
    take_text(from, 9, &row->reason);
    row->budget_us = sqlite3_column_int64(from, 10);
    row->increment_us = sqlite3_column_int64(from, 11);
    row->left_us[0] = sqlite3_column_int64(from, 12);
    row->left_us[1] = sqlite3_column_int64(from, 13);
    row->is_strict = sqlite3_column_int(from, 14) != 0;
    take_text(from, 15, &row->graph);
    row->updated = sqlite3_column_int64(from, 16);
}

bool shelf_get(Shelf *shelf, int64_t id, ShelfRow *out, Error *err)
{
    sqlite3_stmt *rows = prepare(shelf, "SELECT * FROM game WHERE id = ?", err);
    if (rows == NULL)
        return false;
    sqlite3_bind_int64(rows, 1, id);
    int code = sqlite3_step(rows);
    err->code = ERROR_NONE;
    if (code == SQLITE_ROW)
        read_row(rows, out);
    else if (code != SQLITE_DONE)
        fail_with(shelf, code, err);
    sqlite3_finalize(rows);
    return code == SQLITE_ROW && (is_whole(out) || error_set(err, ERROR_MEMORY));
}

bool shelf_each(Shelf *shelf, int most, ShelfVisitor *visit, void *user, Error *err)
{
    sqlite3_stmt *rows =
        prepare(shelf, "SELECT * FROM game ORDER BY updated DESC, id DESC LIMIT ?", err);
    ShelfRow row = {0};
    bool     ok = rows != NULL;
    int      code = SQLITE_DONE;
    if (ok)
        sqlite3_bind_int(rows, 1, most);
    while (ok && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        read_row(rows, &row);
        ok = visit(&row, user, err);
    }
    if (ok && code != SQLITE_DONE)
        ok = fail_with(shelf, code, err);
    sqlite3_finalize(rows);
    shelf_row_free(&row);
    return ok;
}
