/* Games that are shown while they are played: what is written, what is read, and what is left. */
#include "base/clock.h"
#include "base/file.h"
#include "core/notation.h"
#include "match/live.h"
#include "place.h"
#include "support.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int     count;
    char    moves[64];
    int     players[2], plies;
    int64_t key, number;
} Seen;

static bool look(const LiveGame *game, void *user)
{
    Seen *seen = user;
    seen->count++;
    seen->key = game->key;
    seen->number = game->number;
    seen->plies = game->plies;
    memcpy(seen->players, game->players, sizeof seen->players);
    snprintf(seen->moves, sizeof seen->moves, "%s", game->moves);
    return true;
}

static Seen see(const char *store)
{
    Seen seen = {0};
    live_each(store, look, &seen);
    return seen;
}

static void wait_and_write(Live *live)
{
    usleep(260000);
    live_write(live);
}

static Move move_of(Session *session, const char *text)
{
    Move  move;
    Error err;
    assert_true(
        notation_parse(session_game(session), session_position(session), text, &move, &err));
    assert_true(session_play(session, move, &err));
    return move;
}

static void test_moves_are_read_as_they_come(void **state)
{
    (void)state;
    Place       place;
    char        file[200];
    const Game *game = must_find_game("connect4");
    Session    *session = session_new(game);
    assert_true(place_open(&place));
    const char *store = place.path;
    snprintf(file, sizeof file, "%s-live", store);
    assert_int_equal(see(store).count, 0);
    Live   *live = live_new(store, game, 2);
    Fixture fixture = {.players = {3, 1}, .round = 2};
    move_of(session, "4"); /* the opening */
    LiveBoard *board = live_begin(live, 7, &fixture, session);
    assert_non_null(board);
    live_write(live);
    Seen seen = see(store);
    assert_int_equal(seen.count, 1);
    assert_string_equal(seen.moves, "4");
    assert_int_equal(seen.players[0], 3);
    assert_int_equal(seen.players[1], 1);
    assert_int_equal(seen.number, 7);
    live_move(board, move_of(session, "3"));
    live_write(live); /* too soon: not written */
    assert_string_equal(see(store).moves, "4");
    wait_and_write(live);
    assert_string_equal(see(store).moves, "4 3");
    assert_int_equal(see(store).plies, 2);
    LiveBoard *second = live_begin(live, 8, &fixture, session);
    assert_null(live_begin(live, 9, &fixture, session)); /* there are two boards */
    live_end(board);
    wait_and_write(live);
    seen = see(store);
    assert_int_equal(seen.count, 1);
    assert_int_equal(seen.number, 8);
    live_end(second);
    live_delete(live);
    assert_int_not_equal(access(file, F_OK), 0);
    session_delete(session);
    place_close(&place);
}

/* Plays game after game while the others write and read. */
static void *play_games(void *user)
{
    Live       *live = user;
    const Game *game = must_find_game("connect4");
    Session    *session = session_new(game);
    Fixture     fixture = {.players = {0, 1}};
    int64_t     end_us = clock_now_us() + 700000;
    for (int64_t number = 1; clock_now_us() < end_us; number++) {
        LiveBoard *board = live_begin(live, number, &fixture, session);
        for (Move column = 0; column < 7; column++) {
            live_move(board, column);
            usleep(1000);
        }
        live_end(board);
    }
    session_delete(session);
    return NULL;
}

static void test_games_are_read_whole_while_they_are_played(void **state)
{
    (void)state;
    Place     place;
    pthread_t thread;
    int       shown = 0;
    assert_true(place_open(&place));
    Live *live = live_new(place.path, must_find_game("connect4"), 2);
    assert_int_equal(pthread_create(&thread, NULL, play_games, live), 0);
    for (int64_t end_us = clock_now_us() + 600000; clock_now_us() < end_us; usleep(2000)) {
        live_write(live);
        Seen seen = see(place.path);
        shown += seen.count;
        if (seen.count > 0)
            assert_memory_equal("1 2 3 4 5 6 7", seen.moves, strlen(seen.moves));
    }
    pthread_join(thread, NULL);
    assert_true(shown > 0);
    live_delete(live);
    place_close(&place);
}

static void test_what_a_killed_match_left_is_not_read(void **state)
{
    (void)state;
    Place           place;
    char            file[200];
    const char     *text = "{\"games\":[{\"key\":1,\"number\":1,\"round\":1,\"players\":[0,1],"
                           "\"plies\":1,\"start\":\"startpos\",\"moves\":\"4\"}]}";
    Error           err;
    struct timespec old[2] = {{.tv_sec = time(NULL) - 60}, {.tv_sec = time(NULL) - 60}};
    assert_true(place_open(&place));
    const char *store = place.path;
    snprintf(file, sizeof file, "%s-live", store);
    assert_true(file_write(file, text, strlen(text), &err));
    assert_int_equal(see(store).count, 1);
    assert_int_equal(utimensat(AT_FDCWD, file, old, 0), 0);
    assert_int_equal(see(store).count, 0);
    place_close(&place);
}

static void test_nonsense_is_passed_over(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "x",
        "[]",
        "{\"games\":7}",
        "{\"games\":[7,{},{\"key\":1,\"players\":[0,999999]}]}",
        "{\"games\":[{\"key\":1,\"players\":[0,1],\"start\":7,\"moves\":\"\"}]}"};
    Place place;
    char  file[200];
    Error err;
    assert_true(place_open(&place));
    const char *store = place.path;
    snprintf(file, sizeof file, "%s-live", store);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_true(file_write(file, texts[i], strlen(texts[i]), &err));
        assert_int_equal(see(store).count, 0);
    }
    place_close(&place);
}

static void test_nobody_watches_without_a_store(void **state)
{
    (void)state;
    const Game *game = must_find_game("connect4");
    Session    *session = session_new(game);
    Fixture     fixture = {.players = {0, 1}};
    Live       *live = live_new(NULL, game, 1);
    assert_null(live);
    LiveBoard *board = live_begin(live, 1, &fixture, session);
    live_move(board, 0);
    live_end(board);
    live_write(live);
    live_delete(live);
    session_delete(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_are_read_as_they_come),
        cmocka_unit_test(test_games_are_read_whole_while_they_are_played),
        cmocka_unit_test(test_what_a_killed_match_left_is_not_read),
        cmocka_unit_test(test_nonsense_is_passed_over),
        cmocka_unit_test(test_nobody_watches_without_a_store),
    };
    return cmocka_run_group_tests_name("live", tests, NULL, NULL);
}
