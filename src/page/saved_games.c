#include "page/saved_games.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/rng.h"
#include "match/database.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x506c6173 /* "Plas" */,
    VERSION = 3,
    PATIENCE_MS = 2000,
    MAX_PLIES = 1 << 20
};

static const int64_t MAX_US = INT64_C(1) << 50; /* 35 years */

enum { SPARE_SIZE = 1 << 20, PAGES_IN_JOURNAL = 200, MAX_IN_JOURNAL = 4000 };

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS game(id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL,"
    " title TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, start TEXT NOT NULL,"
    " moves TEXT NOT NULL, ply INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,"
    " budget_us INTEGER NOT NULL, increment_us INTEGER NOT NULL, first_us INTEGER NOT NULL,"
    " second_us INTEGER NOT NULL, is_strict INTEGER NOT NULL, graph TEXT NOT NULL,"
    " updated INTEGER NOT NULL, sum INTEGER);"
    "CREATE INDEX IF NOT EXISTS game_updated ON game(updated);"
    "CREATE INDEX IF NOT EXISTS game_unplayed ON game(updated) WHERE moves = '';"
    "PRAGMA application_id=0x506c6173;";

struct SavedGames {
    char    *path;  /* NULL: in memory */
    char    *spare; /* a file that gives its place when the disk is full */
    char    *journal;
    int      lock;
    sqlite3 *db;
    int64_t  count;       /* of games */
    bool     has_sums;    /* over each game */
    bool     has_changes; /* a transaction is open … */
    bool     is_lost;     /* … or SQLite has given it up */
    bool     waits_not;   /* commits do not wait for the disk: a thread does (page/syncer.h) */
};

static const char *name_of(const SavedGames *games)
{
    return games->path != NULL ? games->path : "the games in memory";
}

/* No room on the disk, in any of SQLite's words for it. */
static bool is_full(int code)
{
    return (code & 0xff) == SQLITE_FULL || code == SQLITE_IOERR_SHMSIZE ||
           code == SQLITE_IOERR_SHMOPEN || code == SQLITE_IOERR_WRITE || code == SQLITE_CANTOPEN;
}

static bool fail_with(const SavedGames *games, int code, Error *err)
{
    return database_fail(games->db, name_of(games), "file of games", code, err);
}

void saved_game_free(SavedGame *row)
{
    Str *texts[] = {&row->game,  &row->title,  &row->seats[0], &row->seats[1], &row->start,
                    &row->moves, &row->result, &row->reason,   &row->graph};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        str_free(texts[i]);
}

/* Over all that is a game's own, whatever number it has. */
static uint64_t sum_of(const SavedGame *row)
{
    const Str *const texts[] = {&row->game,     &row->title,  &row->seats[0],
                                &row->seats[1], &row->start,  &row->moves,
                                &row->result,   &row->reason, &row->graph};
    const int64_t    numbers[] = {row->ply,        row->budget_us,  row->increment_us,
                                  row->left_us[0], row->left_us[1], row->is_strict};
    uint64_t         sum = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        sum = rng_mix(sum ^
                      rng_mix(texts[i]->size ^ checksum_bytes(str_get(texts[i]), texts[i]->size)));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sum = rng_mix(sum ^ (uint64_t)numbers[i]);
    return sum;
}

static sqlite3_stmt *prepare(SavedGames *games, const char *sql, Error *err)
{
    sqlite3_stmt *statement = NULL;
    int           code = sqlite3_prepare_v2(games->db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        fail_with(games, code, err);
    return statement;
}

/* ---- opening -----------------------------------------------------------------------------------
 */

/* The file's own lock ends with the process, however that ends. */
static bool take_lock(SavedGames *games, Error *err)
{
    if (games->path == NULL)
        return true;
    games->lock = open(games->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (games->lock < 0)
        return error_set(err, ERROR_IN, games->path, system_error(errno));
    if (flock(games->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    return error_set(err, ERROR_SHELF_IN_USE, games->path);
}

/* Every page of the file is read. */
static bool check_file(SavedGames *games, Error *err)
{
    sqlite3_stmt *rows = prepare(games, "PRAGMA quick_check(1)", err);
    if (rows == NULL)
        return false;
    int         code = sqlite3_step(rows);
    const char *said = code == SQLITE_ROW ? (const char *)sqlite3_column_text(rows, 0) : NULL;
    bool        ok = code == SQLITE_ROW || fail_with(games, code, err);
    if (ok && (said == NULL || strcmp(said, "ok") != 0))
        ok = fail_with(games, SQLITE_CORRUPT, err);
    sqlite3_finalize(rows);
    return ok;
}

/* A file that holds something else is left alone. */
static bool check_contents(SavedGames *games, int *version, Error *err)
{
    int           id = 0, tables = 0;
    sqlite3_stmt *rows = prepare(games,
                                 "SELECT (SELECT count(*) FROM sqlite_master), application_id, "
                                 "user_version FROM pragma_application_id, pragma_user_version",
                                 err);
    if (rows == NULL)
        return false;
    int code = sqlite3_step(rows);
    if (code == SQLITE_ROW) {
        tables = sqlite3_column_int(rows, 0);
        id = sqlite3_column_int(rows, 1);
        *version = sqlite3_column_int(rows, 2);
    }
    sqlite3_finalize(rows);
    if (code != SQLITE_ROW)
        return fail_with(games, code, err);
    if (tables > 0 && id != APPLICATION_ID)
        return error_set(err, ERROR_SHELF_OTHER, name_of(games));
    if (*version < 0 || *version > VERSION)
        return error_set(err, ERROR_STORE_VERSION, name_of(games), (long long)*version, VERSION);
    return true;
}

static int run_sql(SavedGames *games, const char *sql)
{
    return sqlite3_exec(games->db, sql, NULL, NULL, NULL);
}

/* Commits that do not wait leave it to a thread to copy the journal into the file, too, as long as
 * that keeps up. */
static int set_waiting(SavedGames *games, bool waits)
{
    char sql[100];
    snprintf(sql, sizeof sql, "PRAGMA synchronous=%s; PRAGMA wal_autocheckpoint=%d",
             waits ? "FULL" : "NORMAL", waits ? PAGES_IN_JOURNAL : MAX_IN_JOURNAL);
    return run_sql(games, sql);
}

static bool count_games(SavedGames *games, Error *err)
{
    sqlite3_stmt *rows = prepare(games, "SELECT count(*) FROM game", err);
    int           code = rows != NULL ? sqlite3_step(rows) : SQLITE_ERROR;
    if (code == SQLITE_ROW)
        games->count = sqlite3_column_int64(rows, 0);
    else if (rows != NULL)
        fail_with(games, code, err);
    sqlite3_finalize(rows);
    return code == SQLITE_ROW;
}

static bool put_sum(const SavedGame *row, void *user, Error *err)
{
    SavedGames *games = user;
    if (row->is_damaged) /* and is so without a sum, too */
        return true;
    sqlite3_stmt *put = prepare(games, "UPDATE game SET sum = ? WHERE id = ?", err);
    if (put == NULL)
        return false;
    sqlite3_bind_int64(put, 1, (int64_t)sum_of(row));
    sqlite3_bind_int64(put, 2, row->id);
    int code = sqlite3_step(put);
    sqlite3_finalize(put);
    return code == SQLITE_DONE || fail_with(games, code, err);
}

/* To the games of a file from before there were any; all of them or none. SQLite's code. */
static int add_sums(SavedGames *games)
{
    Error ignored;
    int   code = run_sql(games, "BEGIN IMMEDIATE; ALTER TABLE game ADD COLUMN sum INTEGER;");
    if (code == SQLITE_OK && !saved_games_each(games, INT_MAX, put_sum, games, &ignored))
        code = sqlite3_errcode(games->db) != SQLITE_OK ? sqlite3_extended_errcode(games->db)
                                                       : SQLITE_CORRUPT;
    if (code == SQLITE_OK)
        code = run_sql(games, "PRAGMA user_version=3; COMMIT;");
    if (code != SQLITE_OK && sqlite3_get_autocommit(games->db) == 0)
        run_sql(games, "ROLLBACK");
    return code;
}

/* Makes of a file one of this version: a new one, or with what has come since. */
static int bring_up_to_date(SavedGames *games, int version)
{
    int code = run_sql(games, schema);
    if (code == SQLITE_OK)
        code = version == 0 ? run_sql(games, "PRAGMA user_version=3") : add_sums(games);
    return code;
}

/* Writing what is there already: then the journal is there, and its name is on the disk. */
static bool touch_journal(SavedGames *games, int version)
{
    char sql[40];
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", version);
    return run_sql(games, sql) == SQLITE_OK;
}

/* A journal in memory of this process needs no room on the disk; the file is locked all the time
 * then, which it is for others anyway. */
static bool open_database(SavedGames *games, bool is_frugal, Error *err)
{
    const char *path = games->path != NULL ? games->path : ":memory:";
    int version = 0, flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(path, &games->db, flags, NULL);
    if (code != SQLITE_OK)
        return fail_with(games, code, err);
    sqlite3_busy_timeout(games->db, PATIENCE_MS);
    sqlite3_extended_result_codes(games->db, 1);
    if (is_frugal)
        run_sql(games, "PRAGMA locking_mode=EXCLUSIVE;");
    if (!check_file(games, err) || !check_contents(games, &version, err))
        return false;
    code = run_sql(games, "PRAGMA journal_mode=WAL; PRAGMA cache_size=-512;");
    if (code == SQLITE_OK)
        code = set_waiting(games, true);
    /* What is as it should be is not written again: the disk may be full. */
    if (code == SQLITE_OK && version < VERSION) {
        code = bring_up_to_date(games, version);
        version = code == SQLITE_OK ? VERSION : version;
    }
    if (code != SQLITE_OK && (version == 0 || !is_full(code)))
        return fail_with(games, code, err);
    games->has_sums = version == VERSION;
    games->waits_not = games->path != NULL && !is_frugal && touch_journal(games, version) &&
                       set_waiting(games, false) == SQLITE_OK;
    return count_games(games, err);
}

/* The spare file's place is for deleting games when there is no other. */
static void make_spare(SavedGames *games)
{
    static const char zeros[4096];
    bool              ok = true;
    if (games->spare == NULL || access(games->spare, F_OK) == 0)
        return;
    int file = open(games->spare, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    for (int i = 0; ok && file >= 0 && i < SPARE_SIZE / (int)sizeof zeros; i++)
        ok = write(file, zeros, sizeof zeros) == (ssize_t)sizeof zeros;
    if (file >= 0)
        close(file);
    if (!ok)
        unlink(games->spare);
}

static bool give_spare(SavedGames *games)
{
    return games->spare != NULL && unlink(games->spare) == 0;
}

/* Where the disk is full there may be no room for what SQLite keeps beside the file. */
static bool open_anyhow(SavedGames *games, Error *err)
{
    enum { USUAL, FRUGAL, WITHOUT_SPARE };
    for (int attempt = USUAL;; attempt++) {
        if (open_database(games, attempt == FRUGAL, err))
            return true;
        bool is_short = games->db != NULL && is_full(sqlite3_extended_errcode(games->db));
        if (attempt == WITHOUT_SPARE || games->path == NULL || !is_short ||
            (attempt == FRUGAL && !give_spare(games)))
            return false;
        sqlite3_close(games->db);
        games->db = NULL;
    }
}

static char *join(const char *path, const char *ending)
{
    size_t size = strlen(path) + strlen(ending) + 1;
    char  *joined = malloc(size);
    if (joined != NULL)
        snprintf(joined, size, "%s%s", path, ending);
    return joined;
}

static bool set_paths(SavedGames *games, const char *path, Error *err)
{
    games->path = join(path, "");
    games->spare = join(path, "-spare");
    games->journal = join(path, "-wal");
    return (games->path != NULL && games->spare != NULL && games->journal != NULL) ||
           error_set(err, ERROR_MEMORY);
}

const char *saved_games_journal(const SavedGames *games)
{
    return games->waits_not ? games->journal : NULL;
}

void saved_games_wait_for_disk(SavedGames *games)
{
    games->waits_not = false;
    set_waiting(games, true);
}

SavedGames *saved_games_open(const char *path, Error *err)
{
    SavedGames *games = calloc(1, sizeof *games);
    if (games == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    games->lock = -1;
    if (path != NULL && !set_paths(games, path, err)) {
        saved_games_close(games);
        return NULL;
    }
    if (!take_lock(games, err) || !open_anyhow(games, err)) {
        saved_games_close(games);
        return NULL;
    }
    make_spare(games);
    return games;
}

void saved_games_close(SavedGames *games)
{
    if (games == NULL)
        return;
    sqlite3_close(games->db);
    if (games->lock >= 0)
        close(games->lock);
    free(games->journal);
    free(games->spare);
    free(games->path);
    free(games);
}

/* ---- writing -----------------------------------------------------------------------------------
 */

static void bind(sqlite3_stmt *statement, int at, const Str *text)
{
    sqlite3_bind_text64(statement, at, str_get(text), text->size, SQLITE_STATIC, SQLITE_UTF8);
}

static bool is_whole(const SavedGame *row)
{
    return !row->game.failed && !row->title.failed && !row->seats[0].failed &&
           !row->seats[1].failed && !row->start.failed && !row->moves.failed &&
           !row->result.failed && !row->reason.failed && !row->graph.failed;
}

bool    saved_games_has_changes(const SavedGames *games) { return games->has_changes; }
int64_t saved_games_count(const SavedGames *games) { return games->count; }

static bool begin_changes(SavedGames *games, Error *err)
{
    if (games->has_changes)
        return true;
    int code = run_sql(games, "BEGIN IMMEDIATE");
    games->has_changes = code == SQLITE_OK;
    return games->has_changes || fail_with(games, code, err);
}

/* One change has failed; some failures end the whole transaction. */
static bool fail_change(SavedGames *games, int code, Error *err)
{
    games->is_lost |= sqlite3_get_autocommit(games->db) != 0;
    return fail_with(games, code, err);
}

bool saved_games_commit(SavedGames *games, Error *err)
{
    Error ignored;
    int   code = SQLITE_FULL;
    if (!games->has_changes)
        return true;
    if (!games->is_lost)
        code = run_sql(games, "COMMIT");
    bool ok = code == SQLITE_OK || fail_with(games, code, err);
    if (!ok && sqlite3_get_autocommit(games->db) == 0)
        run_sql(games, "ROLLBACK");
    games->has_changes = games->is_lost = false;
    if (!ok)
        count_games(games, &ignored);
    return ok;
}

bool saved_games_put(SavedGames *games, SavedGame *row, Error *err)
{
    if (!is_whole(row))
        return error_set(err, ERROR_MEMORY);
    if (!begin_changes(games, err))
        return false;
    sqlite3_stmt *put = prepare(
        games,
        games->has_sums ? "INSERT OR REPLACE INTO game VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
                        : "INSERT OR REPLACE INTO game VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        err);
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
    if (games->has_sums)
        sqlite3_bind_int64(put, 18, (int64_t)sum_of(row));
    int  code = sqlite3_step(put);
    bool ok = code == SQLITE_DONE || fail_change(games, code, err);
    sqlite3_finalize(put);
    if (ok && row->id == 0) {
        row->id = sqlite3_last_insert_rowid(games->db);
        games->count++;
    }
    return ok;
}

static int remove_row(SavedGames *games, int64_t id)
{
    char sql[80];
    snprintf(sql, sizeof sql, "DELETE FROM game WHERE id = %lld", (long long)id);
    return run_sql(games, sql);
}

/* Without a copy of what is overwritten. Only where nothing else is left: should the machine itself
 * fail in this moment, the file is damaged. */
static int remove_in_place(SavedGames *games, int64_t id)
{
    int code = run_sql(games, "PRAGMA journal_mode=MEMORY");
    if (code == SQLITE_OK)
        code = remove_row(games, id);
    run_sql(games, "PRAGMA journal_mode=WAL");
    saved_games_wait_for_disk(games); /* the journal is another file now */
    return code;
}

/* A full disk must not keep its games: the spare file gives way first. */
bool saved_games_remove(SavedGames *games, int64_t id, Error *err)
{
    assert(!games->has_changes);
    int  code = remove_row(games, id);
    bool was_full = is_full(code);
    if (is_full(code) && give_spare(games))
        code = remove_row(games, id);
    if (is_full(code))
        code = remove_in_place(games, id);
    if (code == SQLITE_OK)
        games->count -= sqlite3_changes(games->db);
    if (code == SQLITE_OK && was_full) {
        run_sql(games, "PRAGMA wal_checkpoint(TRUNCATE)");
        make_spare(games);
    }
    return code == SQLITE_OK || fail_with(games, code, err);
}

static int find_old(SavedGames *games, const TidyWhich *which, int64_t ids[], Error *err)
{
    int           count = 0, code = SQLITE_DONE;
    sqlite3_stmt *rows =
        prepare(games,
                which->is_unplayed ? "SELECT id FROM game WHERE moves = '' AND updated <= ? "
                                     "ORDER BY updated"
                                   : "SELECT id FROM game WHERE updated <= ? ORDER BY updated",
                err);
    if (rows == NULL)
        return -1;
    sqlite3_bind_int64(rows, 1, which->before);
    while (count < which->most && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(rows, 0);
        if (which->is_kept == NULL || !which->is_kept(id, which->user))
            ids[count++] = id;
    }
    sqlite3_finalize(rows);
    if (code == SQLITE_ROW || code == SQLITE_DONE)
        return count;
    fail_with(games, code, err);
    return -1;
}

/* In one go; one by one where there is no room for that. */
static bool remove_all(SavedGames *games, const int64_t ids[], int count, Error *err)
{
    Error ignored;
    int   code = run_sql(games, "BEGIN IMMEDIATE");
    for (int i = 0; code == SQLITE_OK && i < count; i++)
        code = remove_row(games, ids[i]);
    if (code == SQLITE_OK)
        code = run_sql(games, "COMMIT");
    if (code != SQLITE_OK && sqlite3_get_autocommit(games->db) == 0)
        run_sql(games, "ROLLBACK");
    bool ok = code == SQLITE_OK || is_full(code) || fail_with(games, code, err);
    for (int i = 0; ok && code != SQLITE_OK && i < count; i++)
        ok = saved_games_remove(games, ids[i], err);
    count_games(games, &ignored);
    return ok;
}

int saved_games_tidy(SavedGames *games, const TidyWhich *which, Error *err)
{
    int64_t ids[MAX_TIDIED];
    assert(!games->has_changes && which->most <= MAX_TIDIED);
    int count = find_old(games, which, ids, err);
    return count <= 0 || remove_all(games, ids, count, err) ? count : -1;
}

/* ---- reading -----------------------------------------------------------------------------------
 */

static void take_text(sqlite3_stmt *row, int column, Str *out)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    str_clear(out);
    str_text(out, text != NULL ? text : "");
}

static bool read_number(sqlite3_stmt *row, int column, int64_t min, int64_t max, int64_t *out)
{
    *out = sqlite3_column_int64(row, column);
    return sqlite3_column_type(row, column) == SQLITE_INTEGER && *out >= min && *out <= max;
}

static bool has_its_sum(const SavedGames *games, sqlite3_stmt *from, const SavedGame *row)
{
    enum { SUM = 17 };
    return !games->has_sums || (sqlite3_column_type(from, SUM) == SQLITE_INTEGER &&
                                (uint64_t)sqlite3_column_int64(from, SUM) == sum_of(row));
}

/* Nothing is believed of a file that others may have written to. */
static bool read_row(const SavedGames *games, sqlite3_stmt *from, SavedGame *row, Error *err)
{
    int64_t ply, is_strict;
    bool    ok = read_number(from, 0, 1, INT64_MAX, &row->id);
    take_text(from, 1, &row->game);
    take_text(from, 2, &row->title);
    take_text(from, 3, &row->seats[0]);
    take_text(from, 4, &row->seats[1]);
    take_text(from, 5, &row->start);
    take_text(from, 6, &row->moves);
    ok = read_number(from, 7, 0, MAX_PLIES, &ply) && ok;
    take_text(from, 8, &row->result);
    take_text(from, 9, &row->reason);
    ok = read_number(from, 10, 0, MAX_US, &row->budget_us) && ok;
    ok = read_number(from, 11, 0, MAX_US, &row->increment_us) && ok;
    ok = read_number(from, 12, -MAX_US, MAX_US, &row->left_us[0]) && ok;
    ok = read_number(from, 13, -MAX_US, MAX_US, &row->left_us[1]) && ok;
    ok = read_number(from, 14, 0, 1, &is_strict) && ok;
    take_text(from, 15, &row->graph);
    ok = read_number(from, 16, 0, MAX_US, &row->updated) && ok;
    row->ply = ok ? (int)ply : 0;
    row->is_strict = is_strict != 0;
    row->is_damaged = !ok || !has_its_sum(games, from, row);
    return is_whole(row) || error_set(err, ERROR_MEMORY);
}

bool saved_games_get(SavedGames *games, int64_t id, SavedGame *out, Error *err)
{
    sqlite3_stmt *rows = prepare(games, "SELECT * FROM game WHERE id = ?", err);
    if (rows == NULL)
        return false;
    sqlite3_bind_int64(rows, 1, id);
    int code = sqlite3_step(rows);
    err->code = ERROR_NONE;
    bool ok = code == SQLITE_ROW && read_row(games, rows, out, err);
    if (ok && out->is_damaged)
        ok = error_set(err, ERROR_STORE_GAME_DAMAGED, name_of(games), (long long)id);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        fail_with(games, code, err);
    sqlite3_finalize(rows);
    return ok;
}

bool saved_games_each(SavedGames *games, int most, SavedGameVisitor *visit, void *user, Error *err)
{
    sqlite3_stmt *rows =
        prepare(games, "SELECT * FROM game ORDER BY updated DESC, id DESC LIMIT ?", err);
    SavedGame row = {0};
    bool      ok = rows != NULL;
    int       code = SQLITE_DONE;
    if (ok)
        sqlite3_bind_int(rows, 1, most);
    while (ok && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        ok = read_row(games, rows, &row, err) && visit(&row, user, err);
    }
    if (ok && code != SQLITE_DONE)
        ok = fail_with(games, code, err);
    sqlite3_finalize(rows);
    saved_game_free(&row);
    return ok;
}
