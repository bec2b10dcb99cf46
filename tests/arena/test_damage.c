/* Stores that others have written to: match stores, class competitions, the page's shelf. Each is
 * changed again and again, by SQL (a number out of its range, text in its place, rows gone or
 * double) and by flipped bytes, and read in all ways there are. Either that is told in a line, or
 * what is read is what was written; and nothing crashes.
 *
 *     DAMAGES=N   so many changes to each kind of store (make proof-stores), and not a few hundred
 *     SEED=N      others */
#include "base/errors.h"
#include "base/file.h"
#include "base/rng.h"
#include "match/match.h"
#include "match/match_output.h"
#include "match/rating_output.h"
#include "page/page_game.h"
#include "place.h"
#include "school/competition.h"
#include "support.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USUAL_DAMAGES = 120, PATH_SIZE = 200, GAMES_ON_SHELF = 6, MEGABYTES = 1 << 20 };

/* In place of the C library's, for SQLite as well: nothing here need outlive the machine, and the
 * disk would be most of the time. */
int fsync(int fd)
{
    (void)fd;
    return 0;
}

int fdatasync(int fd)
{
    (void)fd;
    return 0;
}

static uint64_t rng = 1;

static uint32_t draw(uint32_t n) { return rng_below(&rng, n); }

/* ---- what is read ------------------------------------------------------------------------------
 */

/* Reads all of a store into `out`; false and *err when it says that something is wrong. */
typedef bool Reader(const char *path, Str *out, Error *err);

static bool write_log(const GameLog *log, void *user, Error *err)
{
    Str *out = user;
    (void)err;
    str_printf(out, "%lld %d %d %d %llu %llu %s %s %d | %s | %s | %s | %s | %s | %s | %s | %lld\n",
               (long long)log->number, log->fixture.players[0], log->fixture.players[1],
               log->fixture.round, (unsigned long long)log->fixture.opening,
               (unsigned long long)log->seed, result_text(&log->result),
               reason_word(log->result.reason), log->opening_plies, str_get(&log->start),
               str_get(&log->moves), str_get(&log->evals), str_get(&log->note),
               str_get(&log->last_words[0]), str_get(&log->last_words[1]), str_get(&log->clocks),
               (long long)(log->used_us[0] + 3 * log->used_us[1] + 7 * log->lasted_us));
    return true;
}

static bool write_reports(const MatchSetup *setup, Store *store, const MatchState *state,
                          const char *path, Error *err)
{
    Store *const stores[] = {store};
    MatchTally   tally;
    RatedPool    pool;
    char         report[PATH_SIZE + 8];
    Str          text = {0};
    snprintf(report, sizeof report, "%s.csv", path);
    bool ok = match_tally(store, &tally, err) && rated_pool_read(stores, setup, 1, &pool, err);
    if (!ok)
        return false;
    rated_pool_free(&pool);
    match_write_table(setup, state, &tally, LANG_EN, &text);
    str_free(&text);
    return match_write_games_csv(setup, store, report, err) &&
           match_write_records(setup, store, report, err);
}

static bool read_match(const char *path, Str *out, Error *err)
{
    Store     *store = store_open(path, STORE_READ, err);
    MatchSetup setup;
    MatchState state;
    if (store == NULL)
        return false;
    setup_init(&setup);
    MatchRun run = {.setup = &setup, .store = store};
    bool     ok = match_load(store, &setup, err) && match_run(&run, &state, err) &&
              write_reports(&setup, store, &state, path, err) &&
              store_each_game(store, write_log, out, err);
    setup_free(&setup);
    store_close(store);
    return ok;
}

/* Goes on with it, without playing: a store of an older version becomes one of today's. */
static bool resume_match(const char *path, Str *out, Error *err)
{
    Store     *store = store_open(path, STORE_RESUME, err);
    MatchSetup setup;
    if (store == NULL)
        return false;
    setup_init(&setup);
    MatchRun   run = {.setup = &setup, .store = store};
    MatchState state;
    bool       ok = match_load(store, &setup, err) && match_run(&run, &state, err) &&
              store_each_game(store, write_log, out, err);
    setup_free(&setup);
    store_close(store);
    return ok;
}

static bool read_class(const char *path, Str *out, Error *err)
{
    GamePool pool;
    Competition *class = competition_open_to_read(path, err);
    if (class == NULL)
        return false;
    bool ok = competition_pool(class, &pool, err);
    if (ok)
        game_pool_free(&pool);
    competition_close(class);
    Store *store = ok ? store_open(path, STORE_READ, err) : NULL;
    ok = store != NULL && store_each_game(store, write_log, out, err);
    store_close(store);
    return ok;
}

static bool write_row(const SavedGame *row, void *user, Error *err)
{
    Str *out = user;
    if (row->is_damaged)
        return error_set(err, ERROR_STORE_DAMAGED, "");
    PageGame *table = page_game_from_saved(row, err);
    if (table == NULL)
        return false;
    int64_t due = page_game_due_us(table, 1000000);
    page_game_turn(table, 1000000);
    due ^= page_game_due_us(table, 2000000);
    gameclock_end(&table->clock, 3000000);
    page_game_delete(table);
    str_printf(out, "%s %s %s %s %d %s %s %lld %lld %lld %lld %d %s\n", str_get(&row->game),
               str_get(&row->seats[0]), str_get(&row->start), str_get(&row->moves), row->ply,
               str_get(&row->result), str_get(&row->reason), (long long)row->budget_us,
               (long long)row->increment_us, (long long)row->left_us[0], (long long)row->left_us[1],
               row->is_strict, str_get(&row->graph));
    (void)due;
    return true;
}

static bool read_shelf(const char *path, Str *out, Error *err)
{
    SavedGames *shelf = saved_games_open(path, err);
    if (shelf == NULL)
        return false;
    SavedGame row = {0};
    bool      ok = saved_games_each(shelf, 100, write_row, out, err);
    for (int64_t id = 1; ok && id <= GAMES_ON_SHELF; id++)
        ok = saved_games_get(shelf, id, &row, err) || err->code == ERROR_NONE;
    saved_game_free(&row);
    saved_games_close(shelf);
    return ok;
}

/* ---- what is written ---------------------------------------------------------------------------
 */

static void must(bool ok, const Error *err)
{
    if (!ok)
        fail_msg("%s", error_words(err, LANG_EN));
}

static void make_match(const char *path, const char *format)
{
    static const char *const settings[][2] = {
        {"game", "tictactoe"}, {"player", "random"},  {"player", "pvs,depth=2"},
        {"player", "random"},  {"player", "random"},  {"player", "level:1"},
        {"time", "10+1"},      {"random-plies", "2"}, {"seed", "7"}};
    MatchSetup setup;
    MatchState state;
    Error      err;
    setup_init(&setup);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        must(setup_set(&setup, settings[i][0], settings[i][1], &err), &err);
    must(setup_set(&setup, "format", format, &err) && setup_finish(&setup, &err), &err);
    Store *store = store_open(path, STORE_NEW, &err);
    must(store != NULL && match_create(&setup, store, &err), &err);
    MatchRun run = {.setup = &setup, .store = store, .concurrency = 1};
    must(match_run(&run, &state, &err), &err);
    store_close(store);
    setup_free(&setup);
}

static void make_swiss(const char *path) { make_match(path, "swiss"); }
static void make_round_robin(const char *path) { make_match(path, "round-robin"); }

/* As stores were before there were sums: a change may be believed there, but never crashes. */
static void make_old(const char *path)
{
    sqlite3 *db;
    make_match(path, "knock-out");
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "DROP TABLE game_sum; DROP TABLE timing_sum; PRAGMA "
                                  "user_version=1; PRAGMA journal_mode=DELETE",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
}

static void make_class(const char *path)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    Error                    err;
    char                     token[TOKEN_SIZE];
    Competition *class = competition_open(path, must_find_game("tictactoe"), "startpos", &err);
    must(class != NULL, &err);
    must(competition_add_sparring(class, "random", &err) &&
             competition_add_student(class, "Ann", token, &err) &&
             competition_add_student(class, "Bob", token, &err),
         &err);
    competition_close(class);
    Store *store = store_open(path, STORE_RESUME, &err);
    must(store != NULL && store_begin(store, &err), &err);
    for (int i = 0; i < 12; i++) {
        GameLog log = {.number = i, .fixture = {.players = {i % 3, (i + 1) % 3}, .round = 1}};
        result_parse(results[i % 3], &log.result);
        log.result.reason = REASON_RESIGNATION;
        str_text(&log.start, "... ... ... x");
        str_text(&log.moves, "a1 b2 c3");
        log.used_us[0] = 1000;
        must(store_add_game(store, &log, &err), &err);
        gamelog_free(&log);
    }
    int64_t version;
    must(store_add_upload(store, 1, "ann.c", "int main(void) { return 0; }", 28, &version, &err) &&
             store_commit(store, &err),
         &err);
    store_close(store);
}

static void make_shelf(const char *path)
{
    static const char *const games[] = {"tictactoe", "connect4", "gomoku"};
    Error                    err;
    SavedGames              *shelf = saved_games_open(path, &err);
    must(shelf != NULL, &err);
    for (int i = 0; i < GAMES_ON_SHELF; i++) {
        const Game *game = must_find_game(games[i % 3]);
        PageGame   *table = page_game_new(game);
        SavedGame   row = {0};
        assert_non_null(table);
        must(seat_set_player(&table->seats[1], game, "random", &err), &err);
        seat_set_person(&table->seats[0], "Ann");
        gameclock_init(&table->clock, &(TimeControl){60000000, 1000000});
        for (int ply = 0; ply < 4; ply++) {
            Move moves[MAX_MOVES];
            int  count = game->gen(session_position(table->session), moves);
            assert_true(session_play(table->session, moves[draw((uint32_t)count)], &err));
            page_game_note_share(table, ply, 0.5);
        }
        page_game_to_saved(table, 0, &row);
        must(saved_games_put(shelf, &row, &err), &err);
        saved_game_free(&row);
        page_game_delete(table);
    }
    must(saved_games_commit(shelf, &err), &err);
    saved_games_close(shelf);
}

/* ---- damage ------------------------------------------------------------------------------------
 */

/* The word'th answer to a question that names things, or one drawn at random. */
static bool ask_name(sqlite3 *db, const char *sql, char *out, size_t size)
{
    sqlite3_stmt *rows = NULL;
    bool          ok = sqlite3_prepare_v2(db, sql, -1, &rows, NULL) == SQLITE_OK &&
              sqlite3_step(rows) == SQLITE_ROW && sqlite3_column_text(rows, 0) != NULL;
    if (ok)
        snprintf(out, size, "%s", (const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    return ok;
}

static bool draw_name(sqlite3 *db, const char *from, char *out, size_t size)
{
    char count[20], sql[300];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", from);
    if (!ask_name(db, sql, count, sizeof count) || strcmp(count, "0") == 0)
        return false;
    snprintf(sql, sizeof sql, "SELECT name FROM %s LIMIT 1 OFFSET %u", from,
             draw((uint32_t)strtoul(count, NULL, 10)));
    return ask_name(db, sql, out, size);
}

static const char *const values[] = {"-1",
                                     "0",
                                     "1",
                                     "2",
                                     "63",
                                     "64",
                                     "65",
                                     "1000",
                                     "-1000000",
                                     "2147483647",
                                     "-2147483648",
                                     "4294967296",
                                     "9223372036854775807",
                                     "-9223372036854775808",
                                     "1e300",
                                     "-0.5",
                                     "NULL",
                                     "''",
                                     "'x'",
                                     "'-1'",
                                     "x'00ff80'",
                                     "'a1 a1 a1 a1'",
                                     "'1-0'",
                                     "'99999999999999999999'",
                                     "'1000000000+1000000000'",
                                     "%s + 1",
                                     "-%s",
                                     "%s * 1000000007",
                                     "%s || '1'",
                                     "substr(%s, 2)",
                                     "zeroblob(70000)"};

/* A change that the file's own rules allow; what it was, for people. */
static void change_by_sql(const char *path, Str *what)
{
    char     table[64], column[64], from[128], value[100];
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF", NULL, NULL, NULL);
    if (draw_name(db, "sqlite_master WHERE type='table'", table, sizeof table)) {
        snprintf(from, sizeof from, "pragma_table_info('%s')", table);
        draw_name(db, from, column, sizeof column);
        const char *form = values[draw(sizeof values / sizeof values[0])];
        const char *in = strstr(form, "%s");
        if (in != NULL)
            snprintf(value, sizeof value, "%.*s%s%s", (int)(in - form), form, column, in + 2);
        else
            snprintf(value, sizeof value, "%s", form);
        switch (draw(12)) {
        case 0:
            str_printf(what, "DELETE FROM %s WHERE %s = (SELECT %s FROM %s LIMIT 1 OFFSET %u)",
                       table, column, column, table, draw(10));
            break;
        case 1:
            str_printf(what, draw(2) == 0 ? "DROP TABLE %s" : "DELETE FROM %s", table);
            break;
        case 2:
            str_printf(what, "UPDATE OR REPLACE %s SET %s = %s", table, column, value);
            break;
        default:
            str_printf(what,
                       "UPDATE OR IGNORE %s SET %s = %s WHERE %s = (SELECT %s FROM %s LIMIT 1 "
                       "OFFSET %u)",
                       table, column, value, column, column, table, draw(10));
        }
        sqlite3_exec(db, str_get(what), NULL, NULL, NULL);
    }
    sqlite3_close(db);
}

static void change_bytes(const char *path, size_t size, Str *what)
{
    FILE *file = fopen(path, "r+");
    int   count = 1 << draw(6);
    str_printf(what, "%d bytes of %zu", count, size);
    for (int i = 0; i < count; i++) {
        long at = (long)(rng_next(&rng) % size);
        fseek(file, at, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(draw(4) == 0 ? (int)draw(256) : byte ^ 1 << draw(8), file);
    }
    fclose(file);
    if (draw(20) == 0 && truncate(path, (off_t)(rng_next(&rng) % size)) == 0)
        str_text(what, ", cut off");
}

/* ---- the test ----------------------------------------------------------------------------------
 */

typedef struct {
    const char *name;
    void (*make)(const char *path);
    Reader *readers[3];
    bool    has_sums; /* then nothing that was changed is believed */
    bool    can_lack; /* games may be removed by whoever owns them */
} Kind;

static const Kind kinds[] = {
    {"a swiss tournament", make_swiss, {read_match, resume_match}, true, false},
    {"a round-robin", make_round_robin, {read_match, resume_match}, true, false},
    {"a match of an older version", make_old, {read_match, resume_match}, false, false},
    {"a class competition", make_class, {read_class}, true, false},
    {"a shelf", make_shelf, {read_shelf}, true, true},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static int damages(void)
{
    const char *text = getenv("DAMAGES");
    return text != NULL ? (int)strtol(text, NULL, 10) : USUAL_DAMAGES;
}

static void put_back(const char *path, const Str *whole)
{
    char beside[PATH_SIZE + 8];
    snprintf(beside, sizeof beside, "%s-wal", path);
    unlink(beside);
    snprintf(beside, sizeof beside, "%s-shm", path);
    unlink(beside);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(str_get(whole), 1, whole->size, file), whole->size);
    fclose(file);
}

/* Is what was read what was written, or each line of it one of those? */
static bool is_right(const Kind *kind, const Str *read, const Str *right)
{
    char line[4096];
    bool is_known = true;
    if (!kind->can_lack)
        return strcmp(str_get(read), str_get(right)) == 0;
    for (const char *at = str_get(read), *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        snprintf(line, sizeof line, "%.*s\n", (int)(end - at), at);
        is_known &= strstr(str_get(right), line) != NULL;
    }
    return is_known;
}

/* One change, read in one way. True when it was told. */
static bool damage_once(const Kind *kind, const char *path, const Str *whole, const Str *right)
{
    Str     what = {0}, read = {0};
    Error   err = {0};
    int     ways = kind->readers[1] != NULL ? 2 : 1;
    Reader *reader = kind->readers[draw((uint32_t)ways)];
    put_back(path, whole);
    if (draw(2) == 0)
        change_by_sql(path, &what);
    else
        change_bytes(path, whole->size, &what);
    if (getenv("VERBOSE") != NULL)
        fprintf(stderr, "%s: %s\n", kind->name, str_get(&what));
    bool is_told = !reader(path, &read, &err);
    if (is_told && err.code == ERROR_NONE)
        fail_msg("%s: %s: refused without a word", kind->name, str_get(&what));
    if (!is_told && kind->has_sums && !is_right(kind, &read, right))
        fail_msg("%s: %s: believed:\n%s\nand not\n%s", kind->name, str_get(&what), str_get(&read),
                 str_get(right));
    str_free(&what);
    str_free(&read);
    return is_told;
}

static void test_damage_is_told_and_never_believed(void **state)
{
    const Kind *kind = *state;
    Place       place;
    Str         whole = {0}, right = {0};
    Error       err;
    int         told = 0, count = damages();
    assert_true(place_open(&place));
    kind->make(place.path);
    must(file_read(place.path, 100 * MEGABYTES, &whole, &err), &err);
    must(kind->readers[0](place.path, &right, &err), &err);
    assert_true(right.size > 0);
    for (int i = 0; i < count; i++)
        told += damage_once(kind, place.path, &whole, &right);
    print_message("%s: %d changes, %d told\n", kind->name, count, told);
    str_free(&whole);
    str_free(&right);
    remove_folder(place.folder);
}

/* What was found once: changes that crashed a program, or were believed. */
static const struct {
    void (*make)(const char *path);
    Reader     *reader;
    const char *change, *words; /* of what is told */
} found[] = {
    {make_swiss, read_match, "UPDATE meeting SET board=-1000000 WHERE round=0 AND board=0",
     "the file is damaged"},
    {make_swiss, read_match, "UPDATE meeting SET board=-1 WHERE round=0 AND board=0",
     "the file is damaged"},
    {make_swiss, resume_match, "UPDATE meeting SET round=-1 WHERE round=0 AND board=0",
     "the file is damaged"},
    {make_swiss, resume_match, "UPDATE meeting SET round=2147483647 WHERE round=0 AND board=0",
     "the file is damaged"},
    {make_round_robin, read_match, "UPDATE game SET result='1/2-1/2', reason='full' WHERE number=1",
     "game 2 is not as it was written"},
    {make_round_robin, read_match, "UPDATE game SET first=64 WHERE number=1",
     "game 2 is not as it was written"},
    {make_round_robin, read_match, "UPDATE timing SET clocks='1 2 3' WHERE number=1",
     "game 2 is not as it was written"},
    {make_round_robin, read_match, "DELETE FROM game WHERE number=3", "game 4 is missing"},
    {make_round_robin, resume_match, "DELETE FROM game_sum WHERE number=3",
     "game 4 is not as it was written"},
    {make_round_robin, read_match, "DELETE FROM setting WHERE value='level:1'", "of the store"},
    {make_old, read_match, "UPDATE game SET first=-1 WHERE number=0",
     "game 1 is not as it was written"},
    {make_old, read_match, "UPDATE game SET opening_plies='many' WHERE number=0",
     "game 1 is not as it was written"},
    {make_class, read_class, "UPDATE game SET second=99 WHERE number=0",
     "game 1 is not as it was written"},
    {make_class, read_class, "UPDATE setting SET number=9 WHERE name='game'", ""},
    {make_shelf, read_shelf, "UPDATE game SET budget_us=9223372036854775807 WHERE id=2",
     "the file is damaged"},
    {make_shelf, read_shelf, "UPDATE game SET moves='a1' WHERE id=2", "the file is damaged"},
};

static void test_what_was_found_once_is_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        Place    place;
        Str      read = {0};
        Error    err = {0};
        sqlite3 *db;
        assert_true(place_open(&place));
        found[i].make(place.path);
        assert_int_equal(sqlite3_open(place.path, &db), SQLITE_OK);
        if (sqlite3_exec(db, found[i].change, NULL, NULL, NULL) != SQLITE_OK)
            fail_msg("%s: %s", found[i].change, sqlite3_errmsg(db));
        sqlite3_close(db);
        bool is_fine = found[i].reader(place.path, &read, &err);
        if (is_fine != (found[i].words[0] == '\0') ||
            strstr(error_words(&err, LANG_EN), found[i].words) == NULL)
            fail_msg("%s: '%s'", found[i].change, error_words(&err, LANG_EN));
        str_free(&read);
        remove_folder(place.folder);
    }
}

int main(void)
{
    struct CMUnitTest tests[KIND_COUNT + 1];
    rng = getenv("SEED") != NULL ? strtoull(getenv("SEED"), NULL, 10) : 1;
    for (int i = 0; i < KIND_COUNT; i++)
        tests[i] = (struct CMUnitTest){.name = kinds[i].name,
                                       .test_func = test_damage_is_told_and_never_believed,
                                       .initial_state = (void *)(uintptr_t)&kinds[i]};
    tests[KIND_COUNT] = (struct CMUnitTest)cmocka_unit_test(test_what_was_found_once_is_told);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
