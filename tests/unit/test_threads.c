/* Searches in several threads: stopped from outside, side by side, and shared counting. */
#include "base/clock.h"
#include "engine/ponder.h"
#include "search/frame/search.h"
#include "walk.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static void *set_after_a_while(void *argument)
{
    struct timespec pause = {.tv_nsec = 20000000};
    nanosleep(&pause, NULL);
    atomic_store((atomic_bool *)argument, true);
    return NULL;
}

static void test_another_thread_stops_the_search(void **state)
{
    const Game *game = *state;
    atomic_bool stop = false;
    pthread_t   thread;
    Rules       list[MAX_RULES];
    Bytes       pos, before;
    rules_list(game, list);
    rules_start(&list[0], &pos);
    before = pos;
    SearchContext context = {.stop = &stop};
    int64_t       begun = clock_now_us();
    assert_int_equal(pthread_create(&thread, NULL, set_after_a_while, &stop), 0);
    search_run(game, &pos, SEARCHER_alphabeta, &context);
    assert_true(clock_now_us() - begun < 10000000);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(position_is_legal(game, &pos, context.best));
    assert_true(has_same_bytes(game, &pos, &before));
}

typedef struct {
    const Game   *game;
    Bytes         pos;
    SearchContext context;
} Job;

static void *run_job(void *argument)
{
    Job *job = argument;
    search_run(job->game, &job->pos, SEARCHER_alphabeta, &job->context);
    return NULL;
}

static void test_searches_side_by_side_equal_searches_alone(void **state)
{
    enum { JOBS = 6 };
    const Game *game = *state;
    Rules       list[MAX_RULES];
    int         count = rules_list(game, list);
    Job         jobs[JOBS], alone[JOBS];
    pthread_t   threads[JOBS];
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (Job){.game = game, .context = {.limits = {.nodes = 5000}}};
        walk_to(&list[i % count], (uint64_t)i, 4, &jobs[i].pos);
        alone[i] = jobs[i];
        run_job(&alone[i]);
    }
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_job, &jobs[i]), 0);
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(jobs[i].context.best, alone[i].context.best);
        assert_int_equal(jobs[i].context.score, alone[i].context.score);
        assert_int_equal(jobs[i].context.nodes, alone[i].context.nodes);
    }
}

typedef struct {
    pthread_t caller;
    int       calls, last, total;
} Progress;

static void on_progress(int done, int total, void *user)
{
    Progress *progress = user;
    assert_true(pthread_equal(pthread_self(), progress->caller));
    assert_true(done >= progress->last && done <= total);
    progress->calls++;
    progress->last = done;
    progress->total = total;
}

static void test_threads_share_the_counting(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    Bytes       pos;
    rules_list(game, list);
    rules_start(&list[0], &pos);
    uint64_t expected = game->perft(&pos, 3);
    for (int threads = 0; threads <= 5; threads++) {
        Progress progress = {.caller = pthread_self()};
        uint64_t leaves = 0;
        assert_true(search_perft(game, &pos, 3, threads, on_progress, &progress, &leaves));
        assert_int_equal(leaves, expected);
    }
}

static void test_threads_share_a_table_and_find_the_same_depth(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    Bytes       pos, before;
    Tt         *table = tt_new(1);
    assert_non_null(table);
    rules_list(game, list);
    rules_start(&list[0], &pos);
    before = pos;
    for (int threads = 1; threads <= 3; threads++) {
        SearchContext context = {.limits = {.depth = 3}, .table = table, .threads = threads};
        search_run(game, &pos, SEARCHER_pvs, &context);
        assert_int_equal(context.depth, 3);
        assert_true(position_is_legal(game, &pos, context.best));
        assert_true(has_same_bytes(game, &pos, &before));
    }
    tt_delete(table);
}

static void test_pondering_leaves_the_game_alone_and_ends_when_asked(void **state)
{
    static const char *const specs[] = {"pvs,time=0.01", "mcts,iterations=50", "random", "human"};
    const Game              *game = *state;
    Session                 *session = session_new(game);
    Bytes                    before = {0};
    assert_non_null(session);
    memcpy(&before, session_position(session), game->pos_size);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        Player        player;
        SearchContext found;
        assert_true(player_parse(game, specs[i], &player, NULL));
        Ponder *ponder = ponder_begin(session, &player, 0);
        assert_true((ponder != NULL) == (i < 2));
        struct timespec pause = {.tv_nsec = 5000000};
        nanosleep(&pause, NULL);
        ponder_end(ponder);
        assert_true(has_same_bytes(game, session_position(session), &before));
        if (player.is_human)
            continue;
        assert_true(player_choose(session, &player, 1, NULL, &found, NULL));
        assert_true(position_is_legal(game, session_position(session), found.best));
    }
    session_delete(session);
}

static void test_counting_to_depth_zero_and_past_the_end_works(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    Bytes       pos;
    uint64_t    leaves = 0;
    rules_list(game, list);
    rules_start(&list[0], &pos);
    assert_true(search_perft(game, &pos, 0, 2, NULL, NULL, &leaves));
    assert_int_equal(leaves, 1);
    must_parse(must_find_game("tictactoe"), "xxx/oo1/3 o", &pos);
    assert_true(search_perft(must_find_game("tictactoe"), &pos, 4, 2, NULL, NULL, &leaves));
    assert_int_equal(leaves, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_another_thread_stops_the_search),
        cmocka_unit_test(test_searches_side_by_side_equal_searches_alone),
        cmocka_unit_test(test_threads_share_the_counting),
        cmocka_unit_test(test_threads_share_a_table_and_find_the_same_depth),
        cmocka_unit_test(test_pondering_leaves_the_game_alone_and_ends_when_asked),
        cmocka_unit_test(test_counting_to_depth_zero_and_past_the_end_works),
    };
    return run_for_every_game("threads", tests, sizeof tests / sizeof tests[0]);
}
