/* A match: the same content on any number of threads, interrupted or not; and the test's verdict.
 */
#include "match/match.h"
#include "store_dump.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 200, MAX_SETTINGS = 12 };

/* Settings behind those of the game and the players, "name value". */
typedef struct {
    const char *game, *players[8], *settings[MAX_SETTINGS];
} Plan;

static const Plan plain = {.game = "connect4",
                           .players = {"pvs,depth=3", "alphabeta,depth=4,table=1"},
                           .settings = {"games 200", "seed 3", "random-plies 3"}};

static void make_setup(const Plan *plan, MatchSetup *setup)
{
    Error err;
    bool  ok = true;
    setup_init(setup);
    ok = setup_set(setup, "game", plan->game, &err);
    for (int i = 0; ok && plan->players[i] != NULL; i++)
        ok = setup_set(setup, "player", plan->players[i], &err);
    for (int i = 0; ok && plan->settings[i] != NULL; i++) {
        char        name[40];
        const char *space = strchr(plan->settings[i], ' ');
        snprintf(name, sizeof name, "%.*s", (int)(space - plan->settings[i]), plan->settings[i]);
        ok = setup_set(setup, name, space + 1, &err);
    }
    if (!ok || !setup_finish(setup, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

/* Stops a run after so many games. */
typedef struct {
    atomic_bool stop;
    int         games_left; /* 0: never */
    int64_t     told;
} Watch;

static void on_game(const GameLog *log, void *user)
{
    Watch *watch = user;
    (void)log;
    watch->told++;
    if (watch->games_left > 0 && --watch->games_left == 0)
        atomic_store(&watch->stop, true);
}

static MatchState run_store(Store *store, const MatchSetup *setup, int concurrency, Watch *watch)
{
    Error      err;
    MatchState state;
    MatchRun   run = {.setup = setup,
                      .store = store,
                      .concurrency = concurrency,
                      .stop = &watch->stop,
                      .on_game = on_game,
                      .user = watch};
    if (!match_run(&run, &state, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return state;
}

/* A run from the beginning that may be cut off. */
static MatchState begin(const Plan *plan, const char *path, int concurrency, int stop_after)
{
    Error      err;
    MatchSetup setup;
    Watch      watch = {.games_left = stop_after};
    Store     *store = must_open_store(path, STORE_NEW);
    make_setup(plan, &setup);
    if (!match_create(&setup, store, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    MatchState state = run_store(store, &setup, concurrency, &watch);
    store_close(store);
    setup_free(&setup);
    return state;
}

/* The settings come from the store alone. */
static MatchState resume(const char *path, int concurrency, int stop_after)
{
    Error      err;
    MatchSetup setup;
    Watch      watch = {.games_left = stop_after};
    Store     *store = must_open_store(path, STORE_RESUME);
    if (!match_load(store, &setup, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    MatchState state = run_store(store, &setup, concurrency, &watch);
    store_close(store);
    setup_free(&setup);
    return state;
}

/* One straight run on one thread against another on two, and one cut off several times: at its
 * first commit, because fast games come in groups. Returns how often. */
static int check_same_content(const Plan *plan)
{
    enum { CUTS = 5 };
    char       paths[3][PATH_SIZE];
    Str        dumps[3];
    MatchState states[3];
    int        cuts = 0;
    for (int i = 0; i < 3; i++)
        store_path(paths[i], PATH_SIZE);
    states[0] = begin(plan, paths[0], 1, 0);
    states[1] = begin(plan, paths[1], 2, 0);
    states[2] = begin(plan, paths[2], 2, 1);
    for (; states[2].status == MATCH_STOPPED; cuts++)
        states[2] = resume(paths[2], 1 + cuts % 3, cuts < CUTS ? 1 : 0);
    for (int i = 0; i < 3; i++) {
        dumps[i] = store_dump(paths[i]);
        assert_int_equal(states[i].status, states[0].status);
        assert_string_equal(str_get(&dumps[i]), str_get(&dumps[0]));
        assert_memory_equal(states[i].standings.rows[0].pairs, states[0].standings.rows[0].pairs,
                            sizeof states[0].standings.rows[0].pairs);
    }
    for (int i = 0; i < 3; i++) {
        str_free(&dumps[i]);
        store_remove(paths[i]);
    }
    return cuts;
}

static void test_threads_and_interruptions_change_nothing(void **state)
{
    (void)state;
    assert_true(check_same_content(&plain) > 0);
}

static void test_the_same_for_every_format(void **state)
{
    static const char *const formats[] = {"format gauntlet", "format round-robin", "format swiss",
                                          "format knock-out"};
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        Plan plan = {
            .game = "tictactoe",
            .players = {"random", "greedy", "alphabeta,depth=1", "negamax,depth=2", "random"},
            .settings = {"games 4", "random-plies 1", formats[i]}};
        check_same_content(&plan);
    }
}

static void test_the_verdict_does_not_depend_on_threads(void **state)
{
    static const Plan plan = {.game = "tictactoe",
                              .players = {"greedy", "random"},
                              .settings = {"games 2000", "sprt 0,60"}};
    (void)state;
    check_same_content(&plan);
}

static void test_the_test_stops_a_match(void **state)
{
    static const Plan plan = {.game = "tictactoe",
                              .players = {"random", "alphabeta,depth=3"},
                              .settings = {"sprt 0,50", "elo logistic", "random-plies 1"}};
    char              path[PATH_SIZE];
    (void)state;
    store_path(path, sizeof path);
    MatchState found = begin(&plan, path, 2, 0);
    assert_int_equal(found.status, MATCH_DECIDED);
    assert_int_equal(found.sprt.verdict, SPRT_ACCEPTS_0);
    assert_true(found.finished < 2000);
    assert_int_equal(store_ask(path, "SELECT count(*) FROM game"), found.finished);
    MatchState again = resume(path, 2, 0); /* there is nothing left to do */
    assert_int_equal(again.status, MATCH_DECIDED);
    assert_int_equal(again.finished, found.finished);
    store_remove(path);
}

/* Two who never meet are compared by what they score against a third. */
static void test_a_gauntlet_of_three_tests_two(void **state)
{
    static const Plan plans[] = {
        {.game = "tictactoe",
         .players = {"greedy", "alphabeta,depth=3", "random"},
         .settings = {"format gauntlet", "sprt 0,60", "random-plies 1"}},
        {.game = "tictactoe",
         .players = {"greedy", "random", "alphabeta,depth=3"},
         .settings = {"format gauntlet", "sprt 0,60", "random-plies 1"}},
    };
    static const SprtVerdict verdicts[] = {SPRT_ACCEPTS_1, SPRT_ACCEPTS_0};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char path[PATH_SIZE];
        store_path(path, sizeof path);
        MatchState found = begin(&plans[i], path, 2, 0);
        assert_int_equal(found.status, MATCH_DECIDED);
        assert_int_equal(found.sprt.verdict, verdicts[i]);
        assert_int_equal(found.finished % 4, 0); /* whole openings */
        store_remove(path);
        check_same_content(&plans[i]);
    }
}

static void test_every_game_is_told_once(void **state)
{
    Error      err;
    MatchSetup setup;
    Watch      watch = {.told = 0};
    Store     *store = must_open_store(NULL, STORE_NEW); /* in memory */
    (void)state;
    make_setup(&plain, &setup);
    assert_true(match_create(&setup, store, &err));
    MatchState found = run_store(store, &setup, 2, &watch);
    assert_int_equal(watch.told, 200);
    assert_int_equal(found.finished, 200);
    assert_int_equal(found.status, MATCH_COMPLETE);
    assert_int_equal(standing_games(&found.standings.rows[0]), 200);
    store_close(store);
    setup_free(&setup);
}

static void test_adjudication_by_the_solver_is_deterministic(void **state)
{
    static const Plan plan = {.game = "connect4",
                              .players = {"random", "alphabeta,depth=2"},
                              .settings = {"games 20", "adjudicate exact=5000", "random-plies 8"}};
    (void)state;
    check_same_content(&plan);
}

static void test_every_game_can_be_matched(void **state)
{
    const Game *game = *state;
    char        path[PATH_SIZE];
    Plan        plan = {.game = game->info->id,
                        .players = {"random", "greedy"},
                        .settings = {"games 4", "random-plies 2", "adjudicate plies=60"}};
    store_path(path, sizeof path);
    assert_int_equal(begin(&plan, path, 2, 0).status, MATCH_COMPLETE);
    store_remove(path);
}

static void test_settings_that_make_no_sense_are_refused(void **state)
{
    static const struct {
        const char *name, *value;
    } wrong[] = {
        {"games", "1"},       {"games", "x"},         {"seed", ""},        {"format", "cup"},
        {"sprt", "5,0"},      {"sprt", "0,5,0.05"},   {"sprt", "0,5,0,1"}, {"elo", "big"},
        {"time", "3:60"},     {"time", "fast"},       {"depth", "0"},      {"nodes", "2:"},
        {"margin", "-1"},     {"random-plies", "-1"}, {"rounds", "0"},     {"sandbox", "maybe"},
        {"adjudicate", "me"}, {"turned", "up"},       {"what", "ever"},    {"memory", "lots"},
    };
    Error err;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        MatchSetup setup;
        make_setup(&plain, &setup);
        if (setup_set(&setup, wrong[i].name, wrong[i].value, &err))
            fail_msg("%s '%s' was taken", wrong[i].name, wrong[i].value);
        setup_free(&setup);
    }
}

static void test_settings_that_contradict_each_other_are_refused(void **state)
{
    static const struct {
        const char *name, *value;
    } wrong[] = {
        {"player", "random"}, {"games", "3"},         {"format", "swiss"},    {"player", "human"},
        {"opening", "a9"},    {"player", "level:11"}, {"format", "gauntlet"},
    };
    Error err;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        MatchSetup setup;
        make_setup(&plain, &setup);
        assert_true(setup_set(&setup, "sprt", "0,5", &err));
        assert_true(setup_set(&setup, wrong[i].name, wrong[i].value, &err));
        if (setup_finish(&setup, &err) && setup_check_players(&setup, &err))
            fail_msg("%s '%s' was taken", wrong[i].name, wrong[i].value);
        setup_free(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_and_interruptions_change_nothing),
        cmocka_unit_test(test_the_same_for_every_format),
        cmocka_unit_test(test_the_verdict_does_not_depend_on_threads),
        cmocka_unit_test(test_the_test_stops_a_match),
        cmocka_unit_test(test_a_gauntlet_of_three_tests_two),
        cmocka_unit_test(test_every_game_is_told_once),
        cmocka_unit_test(test_adjudication_by_the_solver_is_deterministic),
        cmocka_unit_test(test_settings_that_make_no_sense_are_refused),
        cmocka_unit_test(test_settings_that_contradict_each_other_are_refused),
    };
    const struct CMUnitTest each[] = {cmocka_unit_test(test_every_game_can_be_matched)};
    int failed = run_for_every_game("matches", each, sizeof each / sizeof each[0]);
    return failed + cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
