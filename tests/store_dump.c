#include "store_dump.h"

#include "place.h"
#include "support.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static sqlite3 *open_store(const char *path)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        fail_msg("%s: %s", path, sqlite3_errmsg(db));
    sqlite3_busy_timeout(db, 5000);
    return db;
}

static sqlite3_stmt *ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *rows = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &rows, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    return rows;
}

static void dump_table(sqlite3 *db, const char *table, Str *out)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY 1, 2", table);
    sqlite3_stmt *rows = ask(db, sql);
    str_printf(out, "%s\n", table);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(rows); i++) {
            const char *text = (const char *)sqlite3_column_text(rows, i);
            str_printf(out, "%s|", text != NULL ? text : "");
        }
        str_char(out, '\n');
    }
    sqlite3_finalize(rows);
}

Str store_dump(const char *path)
{
    Str           out = {0};
    sqlite3      *db = open_store(path);
    sqlite3_stmt *check = ask(db, "PRAGMA integrity_check");
    assert_int_equal(sqlite3_step(check), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(check, 0), "ok");
    sqlite3_finalize(check);
    sqlite3_stmt *tables =
        ask(db, "SELECT name FROM sqlite_master WHERE type='table' AND name "
                "NOT IN ('run', 'timing', 'surplus', 'timing_sum') ORDER BY name");
    while (sqlite3_step(tables) == SQLITE_ROW)
        dump_table(db, (const char *)sqlite3_column_text(tables, 0), &out);
    sqlite3_finalize(tables);
    sqlite3_close(db);
    return out;
}

Store *must_open_store(const char *path, StoreMode mode)
{
    Error  err;
    Store *store = store_open(path, mode, &err);
    if (store == NULL)
        fail_msg("%s", error_words(&err, LANG_EN));
    return store;
}

int64_t store_ask(const char *path, const char *sql)
{
    sqlite3      *db = open_store(path);
    sqlite3_stmt *rows = ask(db, sql);
    if (sqlite3_step(rows) != SQLITE_ROW)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    int64_t number = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    sqlite3_close(db);
    return number;
}

void store_path(char *path, size_t size)
{
    char folder[] = "/tmp/plateau-store-XXXXXX";
    assert_non_null(mkdtemp(folder));
    snprintf(path, size, "%s/match.db", folder);
}

/* Who is killed while he writes leaves a file under another name: all of them go. */
void store_remove(const char *path)
{
    char folder[300];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    remove_folder(folder);
}
