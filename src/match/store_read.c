/* Reading a match store: rows, each checked. */
#include "match/store_state.h"

#include "base/errors.h"

#include <limits.h>
#include <stdint.h>

enum { MAX_ROUNDS = 1 << 20, MAX_PLIES = 1 << 20 };
static const int64_t MAX_GAMES = INT64_C(1) << 40, MAX_US = INT64_C(1) << 50; /* 35 years */

/* The next row; false at the end and on failure, which *ok tells apart. */
static bool next_row(Store *store, sqlite3_stmt *statement, bool *ok, Error *err)
{
    int code = sqlite3_step(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        *ok = store_fail(store, code, err);
    return code == SQLITE_ROW;
}

/* ---- columns -----------------------------------------------------------------------------------
 * Nothing is believed of a file that others may have written to: each number has its range, where
 * the row is read. */

/* From 1, for people; of a damaged file it may be any number. */
static long long shown_number(int64_t number) { return number < INT64_MAX ? number + 1 : number; }

static bool fail_damaged(const Store *store, Error *err)
{
    return error_set(err, ERROR_STORE_DAMAGED, store_name(store));
}

static bool read_number(sqlite3_stmt *row, int column, int64_t min, int64_t max, int64_t *out)
{
    *out = sqlite3_column_int64(row, column);
    return sqlite3_column_type(row, column) == SQLITE_INTEGER && *out >= min && *out <= max;
}

static bool read_int(sqlite3_stmt *row, int column, int min, int max, int *out)
{
    int64_t number;
    bool    ok = read_number(row, column, min, max, &number);
    *out = ok ? (int)number : min;
    return ok;
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
    sqlite3_stmt *rows =
        store_prepare(store, "SELECT name, value FROM setting ORDER BY number", err);
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
    sqlite3_stmt *rows =
        store_prepare(store, "SELECT number, name, spec FROM player ORDER BY 1", err);
    if (rows == NULL)
        return false;
    while (ok && next_row(store, rows, &ok, err)) {
        int number;
        ok = read_int(rows, 0, 0, MAX_ENTRANTS - 1, &number)
                 ? visit(number, text_at(rows, 1), text_at(rows, 2), user, err)
                 : fail_damaged(store, err);
    }
    sqlite3_finalize(rows);
    return ok;
}

bool store_each_meeting(Store *store, MeetingVisitor *visit, void *user, Error *err)
{
    bool          ok = true;
    sqlite3_stmt *rows = store_prepare(
        store, "SELECT round, board, first, coalesce(second, -1) FROM meeting ORDER BY 1, 2", err);
    if (rows == NULL)
        return false;
    while (ok && next_row(store, rows, &ok, err)) {
        Meeting meeting;
        int     round, board;
        bool    is_sound = read_int(rows, 0, 0, MAX_ROUNDS, &round) &&
                        read_int(rows, 1, 0, MAX_ENTRANTS - 1, &board) &&
                        read_int(rows, 2, 0, MAX_ENTRANTS - 1, &meeting.players[0]) &&
                        read_int(rows, 3, NOBODY, MAX_ENTRANTS - 1, &meeting.players[1]);
        ok = is_sound ? visit(round, board, &meeting, user, err) : fail_damaged(store, err);
    }
    sqlite3_finalize(rows);
    return ok;
}

static bool has_uploads(Store *store, bool *out, Error *err)
{
    int64_t tables;
    bool    ok = store_ask_number(
           store, "SELECT count(*) FROM sqlite_master WHERE type='table' AND name='upload'", &tables,
           err);
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
        (rows = store_prepare(store, "SELECT player, version FROM upload ORDER BY 1", err)) == NULL)
        return false;
    while (ok && rows != NULL && next_row(store, rows, &ok, err)) {
        int     player;
        int64_t version;
        ok = read_int(rows, 0, 0, MAX_ENTRANTS - 1, &player) &&
                     read_number(rows, 1, 1, INT64_MAX, &version)
                 ? visit(player, version, user, err)
                 : fail_damaged(store, err);
    }
    sqlite3_finalize(rows);
    return ok;
}

bool store_read_upload(Store *store, int player, Str *file, Str *bytes, Error *err)
{
    bool          ok = true;
    sqlite3_stmt *rows = store_prepare(store, "SELECT file, bytes FROM upload WHERE player=?", err);
    if (rows == NULL)
        return false;
    sqlite3_bind_int(rows, 1, player);
    bool is_there = next_row(store, rows, &ok, err);
    if (is_there) {
        read_bytes(rows, 0, file);
        read_bytes(rows, 1, bytes);
    } else if (ok)
        error_set(err, ERROR_STORE_NO_ENGINE, store_name(store), player + 1);
    sqlite3_finalize(rows);
    if (is_there && (file->failed || bytes->failed))
        return error_set(err, ERROR_MEMORY);
    return is_there;
}

/* The columns of a query for games, behind those of the table itself. */
enum { CLOCKS = 15, FIRST_US, SECOND_US, LASTED_US, GAME_SUM, TIMING_SUM };

static bool read_numbers(sqlite3_stmt *row, GameLog *log)
{
    int64_t opening = 0, seed = 0;
    bool    ok = read_number(row, 0, 0, MAX_GAMES, &log->number) &&
              read_int(row, 1, 0, MAX_ENTRANTS - 1, &log->fixture.players[0]) &&
              read_int(row, 2, 0, MAX_ENTRANTS - 1, &log->fixture.players[1]) &&
              read_int(row, 3, 0, INT32_MAX, &log->fixture.round) &&
              read_number(row, 4, INT64_MIN, INT64_MAX, &opening) &&
              read_number(row, 5, INT64_MIN, INT64_MAX, &seed) &&
              read_int(row, 7, 0, MAX_PLIES, &log->opening_plies);
    log->fixture.opening = (uint64_t)opening;
    log->seed = (uint64_t)seed;
    return ok;
}

/* A game of which no times were kept has none. */
static bool read_times(sqlite3_stmt *row, GameLog *log)
{
    log->used_us[0] = log->used_us[1] = log->lasted_us = 0;
    read_bytes(row, CLOCKS, &log->clocks);
    if (sqlite3_column_type(row, FIRST_US) == SQLITE_NULL)
        return true;
    return read_number(row, FIRST_US, 0, MAX_US, &log->used_us[0]) &&
           read_number(row, SECOND_US, 0, MAX_US, &log->used_us[1]) &&
           read_number(row, LASTED_US, 0, MAX_US, &log->lasted_us);
}

static bool has_its_sums(const Store *store, sqlite3_stmt *row, const GameLog *log)
{
    return !store->has_sums ||
           (sqlite3_column_type(row, GAME_SUM) == SQLITE_INTEGER &&
            sqlite3_column_type(row, TIMING_SUM) == SQLITE_INTEGER &&
            (uint64_t)sqlite3_column_int64(row, GAME_SUM) == gamelog_sum(log) &&
            (uint64_t)sqlite3_column_int64(row, TIMING_SUM) == gamelog_timing_sum(log));
}

static bool read_game(const Store *store, sqlite3_stmt *row, GameLog *log, Error *err)
{
    bool is_sound = read_numbers(row, log) && read_times(row, log);
    read_bytes(row, 6, &log->start);
    read_bytes(row, 8, &log->moves);
    read_bytes(row, 9, &log->evals);
    read_bytes(row, 12, &log->note);
    read_bytes(row, 13, &log->last_words[0]);
    read_bytes(row, 14, &log->last_words[1]);
    if (!gamelog_is_whole(log))
        return error_set(err, ERROR_MEMORY);
    if (!is_sound || !result_parse(text_at(row, 10), &log->result) || !log->result.is_over ||
        !reason_find(text_at(row, 11), &log->result.reason) || !has_its_sums(store, row, log))
        return error_set(err, ERROR_STORE_GAME_DAMAGED, store_name(store),
                         shown_number(log->number));
    return true;
}

/* A game that has a sum was finished. */
static bool check_none_is_missing(Store *store, Error *err)
{
    int64_t missing;
    if (!store_ask_number(
            store,
            "SELECT coalesce(min(number), -1) FROM (SELECT number FROM game_sum UNION "
            "SELECT number FROM timing_sum) WHERE number NOT IN "
            "(SELECT number FROM game)",
            &missing, err))
        return false;
    return missing == -1 ||
           error_set(err, ERROR_STORE_GAME_MISSING, store_name(store), shown_number(missing));
}

bool store_each_game(Store *store, GameVisitor *visit, void *user, Error *err)
{
    static const char with_sums[] =
        "SELECT game.*, coalesce(timing.clocks, ''), first_us, second_us, lasted_us, game_sum.sum, "
        "timing_sum.sum FROM game LEFT JOIN timing USING(number) LEFT JOIN game_sum USING(number) "
        "LEFT JOIN timing_sum USING(number) ORDER BY game.number";
    static const char without_sums[] =
        "SELECT game.*, coalesce(timing.clocks, ''), first_us, second_us, lasted_us "
        "FROM game LEFT JOIN timing USING(number) ORDER BY game.number";
    bool          ok = true;
    GameLog       log = {0};
    sqlite3_stmt *rows = store_prepare(store, store->has_sums ? with_sums : without_sums, err);
    if (rows == NULL)
        return false;
    while (ok && next_row(store, rows, &ok, err))
        ok = read_game(store, rows, &log, err) && visit(&log, user, err);
    sqlite3_finalize(rows);
    gamelog_free(&log);
    return ok && (!store->has_sums || check_none_is_missing(store, err));
}
