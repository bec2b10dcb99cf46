/* Players as text: what is written is read again, and a game's own players are known by name. */
#include "engine/player.h"
#include "search/mcts/mcts.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static void test_text_is_read_back_as_the_same_player(void **state)
{
    static const char *const texts[] = {
        "human",
        "random",
        "pvs,time=0.5",
        "alphabeta,depth=6,table=off",
        "negamax,depths=24:4/16:6/0:9",
        "mcts,iterations=1000,mcts=seed4+choice=max",
        "pvs,nodes=5000,table=8,threads=2,quiescence=on",
        "casual,depth=3,miss=10,fade=5,noise=0.50,alert=2",
        "casual,depth=4,miss=10,alert=2,lapse=30",
        "flagship,time=0.5,eval=champion,contempt=20",
        "exact,time=0.5,eval=net/champion",
        "flagship,nodes=50,search=window=20+reduce=90",
        "champion,nodes=50,search=leaf_fours=100",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Player player, again;
        Error  err;
        Str    text = {0};
        assert_true(player_parse(NULL, texts[i], &player, &err));
        player_format(&player, &text);
        assert_string_equal(str_get(&text), texts[i]);
        assert_true(player_parse(NULL, str_get(&text), &again, &err));
        assert_true(player_is_same(&player, &again));
        str_free(&text);
    }
}

static void test_players_differ_by_any_setting(void **state)
{
    static const char *const texts[] = {
        "pvs",
        "negamax",
        "pvs,depth=3",
        "pvs,depth=4",
        "pvs,time=2",
        "pvs,nodes=100",
        "pvs,table=off",
        "pvs,depths=9:3/0:4",
        "pvs,threads=2",
        "human",
        "pvs,contempt=5",
        "flagship",
        "flagship,search=reduce=90",
    };
    enum { COUNT = sizeof texts / sizeof texts[0] };
    Player players[COUNT];
    Error  err;
    (void)state;
    for (int i = 0; i < COUNT; i++)
        assert_true(player_parse(NULL, texts[i], &players[i], &err));
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++)
            assert_int_equal(player_is_same(&players[i], &players[j]), i == j);
}

static void test_a_games_own_players_are_known_by_name(void **state)
{
    const Game *game = *state;
    for (int i = 0; i < named_player_count(game); i++) {
        PlayerPreset preset = named_player(game, i), found;
        Player       player;
        Error        err;
        if (!player_parse(game, preset.name, &player, &err))
            fail_msg("%s: %s", preset.name, error_words(&err, LANG_EN));
        assert_true(player_preset(game, &player, &found));
        assert_string_equal(found.name, preset.name);
    }
    PlayerPreset ignored;
    Player       stranger;
    Error        err;
    assert_true(player_parse(game, "pvs,nodes=77", &stranger, &err));
    assert_false(player_preset(game, &stranger, &ignored));
}

static void test_bad_players_are_refused(void **state)
{
    static const char *const texts[] = {
        "",
        "nobody",
        "pvs,,",
        "pvs,depth",
        "pvs,depth=x",
        "pvs,depth=0",
        "pvs,speed=3",
        "pvs,time=",
        /* A comma with nothing behind it. */
        "pvs,",
        "pvs,depth=3,",
        "random,",
        "human,",
        /* Numbers that only a library function takes for such. */
        "mcts,mcts=exploration=0x10",
        "mcts,mcts=exploration=1e3",
        "mcts,mcts=exploration=nan",
        "mcts,mcts=exploration=inf",
        "mcts,mcts=exploration=-1",
        "mcts,mcts=seed2+",
        "mcts,mcts=+",
        "negamax,depths=",
        "negamax,depths=24",
        "negamax,depths=24:",
        "negamax,depths=24: 4",
        "negamax,depths=24:+4",
        "negamax,depths=24:-4",
        "negamax,depths=24:4/",
        "negamax,depths=/24:4",
        "negamax,depths=24:4/24:5",
        "negamax,depths=24:0",
        "negamax,depths=24:128",
        "negamax,depths=0x9:4",
        "negamax,depths=24:4,depths=x",
        /* What is overlooked is a matter of one searcher. */
        "pvs,miss=10",
        "random,noise=1",
        "casual,miss=101",
        "casual,fade=-1",
        "casual,noise=1e1",
        "casual,noise=-1",
        "casual,alert=128",
        "casual,lapse=0",
        "casual,lapse=101",
        "pvs,lapse=10",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Player player;
        Error  err = {0};
        assert_false(player_parse(NULL, texts[i], &player, &err));
        assert_true(err.code != 0);
    }
}

/* A player's constants are those of his searcher in his game, each within its range. */
static void test_constants_belong_to_the_searcher(void **state)
{
    static const struct {
        const char *game, *text, *says; /* NULL: right */
    } cases[] = {
        {"hasami", "flagship,search=window=20+reduce=0", NULL},
        {"hasami", "champion,search=window=20", NULL}, /* the flagship by another name */
        {"gomoku", "champion,search=leaf_fours=0+reduction=50", NULL},
        {"gomoku", "flagship,search=pass_less=2", NULL},
        {"gomoku", "champion,search=pass_less=2", "there is no constant 'pass_less'"},
        {"hasami", "champion,search=leaf_fours=100", "there is no constant 'leaf_fours'"},
        {"hasami", "pvs,search=window=20", "'pvs' has no constants"},
        {"hasami", "flagship,search=window", "expected name=value"},
        {"hasami", "flagship,search=window=20+", "expected name=value"},
        {"hasami", "flagship,search=+window=20", "expected name=value"},
        {"hasami", "flagship,search=window=0", "window must be a whole number 1..480"},
        {"hasami", "flagship,search=window=481", "window must be a whole number 1..480"},
        {"hasami", "flagship,search=window=1.5", "window must be a whole number 1..480"},
        {"gomoku", "champion,search=reduction=0", "reduction must be a whole number 50..10000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Player player;
        Error  err = {0};
        bool   ok = player_parse(must_find_game(cases[i].game), cases[i].text, &player, &err);
        if (ok != (cases[i].says == NULL) ||
            (!ok && strstr(error_words(&err, LANG_EN), cases[i].says) == NULL))
            fail_msg("%s: %s", cases[i].text, ok ? "taken" : error_words(&err, LANG_EN));
    }
}

/* The first move of this player; after `opening`. */
static uint64_t must_think(const Game *game, const char *text, const char *opening)
{
    Session      *session = session_new(game);
    SearchContext found;
    Player        player;
    Error         err = {0};
    assert_non_null(session);
    if (!session_play_moves(session, opening, &err) || !player_parse(game, text, &player, &err) ||
        !player_choose(session, &player, 1, NULL, &found, &err) ||
        !session_play(session, found.best, &err))
        fail_msg("%s: %s", text, error_words(&err, LANG_EN));
    session_delete(session);
    return found.nodes;
}

/* The usual value is within the range, a step leads somewhere, and both ends make a player. */
static void check_constant(const Game *game, SearcherId searcher, const Constant *constant)
{
    const int32_t ends[] = {constant->min, constant->max};
    assert_true(constant->min <= constant->usual && constant->usual <= constant->max);
    assert_true(constant->step > 0 && constant->step <= constant->max - constant->min);
    for (int i = 0; i < 2; i++) {
        char text[120];
        snprintf(text, sizeof text, "%s,nodes=400,table=1,search=%s=%d", searcher_name(searcher),
                 constant->name, ends[i]);
        must_think(game, text, "");
    }
}

static void test_constants_may_have_any_value_in_range(void **state)
{
    const Game          *game = *state;
    const ConstantTable *flagship = searcher_constants(game, SEARCHER_flagship);
    const ConstantTable *champion = searcher_constants(game, SEARCHER_champion);
    for (int i = 0; i < flagship->count; i++)
        check_constant(game, SEARCHER_flagship, &flagship->constants[i]);
    for (int i = 0; champion != flagship && i < champion->count; i++)
        check_constant(game, SEARCHER_champion, &champion->constants[i]);
}

/* Another value makes another tree; the usual one given by name changes nothing. */
static void test_constants_reach_the_search(void **state)
{
    const Game *hasami = must_find_game("hasami"), *gomoku = must_find_game("gomoku");
    uint64_t    usual = must_think(hasami, "flagship,depth=5", "");
    (void)state;
    assert_int_equal(must_think(hasami, "flagship,depth=5,search=reduce=100", ""), usual);
    assert_true(must_think(hasami, "flagship,depth=5,search=reduce=0", "") != usual);
    usual = must_think(gomoku, "champion,depth=6", "h8 i9");
    assert_int_equal(must_think(gomoku, "champion,depth=6,search=reduction=600", "h8 i9"), usual);
    assert_true(must_think(gomoku, "champion,depth=6,search=reduction=10000", "h8 i9") != usual);
}

static void test_weights_are_plain_decimals(void **state)
{
    static const char *const bad[] = {"0x10", "1e3", "nan", "inf", "+1", "", ".", "1,5", "1 "};
    const Game              *game = must_find_game("hasami");
    Player                   player;
    (void)state;
    assert_true(player_parse(game, "pvs,eval=full+threat=-4.5+mobility=.5", &player, NULL));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char  text[64];
        Error err = {0};
        snprintf(text, sizeof text, "pvs,eval=full+threat=%s", bad[i]);
        if (player_parse(game, text, &player, &err))
            fail_msg("%s", text);
    }
    assert_false(player_parse(game, "pvs,eval=full+", &player, NULL));
    assert_false(player_parse(game, "pvs,eval=+threat=1", &player, NULL));
    assert_true(player_parse(game, "pvs,eval=net/full+threat=1", &player, NULL));
    assert_false(player_parse(game, "pvs,eval=net/nothing", &player, NULL));
}

/* The weights that a search of Fous-Fous on this board is prepared with; true: and a net. */
static bool prepare_on(const char *rules, const char *player_text, EvalSetup *out)
{
    const Game   *game = must_find_game("fousfous");
    Session      *session = session_new(game);
    Player        player;
    MctsSettings  mcts;
    SearchContext context;
    Error         err;
    int16_t       options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    assert_true(options_set_words(&game->info->options, options, rules, &err));
    assert_true(session_start(session, options, &err));
    assert_true(player_parse(game, player_text, &player, &err));
    assert_true(player_check_net(session, &player, 0, &err));
    assert_true(player_prepare(session, &player, 0, &mcts, &context, &err));
    *out = context.eval;
    bool has_net = context.eval.net != NULL;
    session_delete(session);
    out->net = NULL;
    return has_net;
}

/* Whatever a player is called, it ends by itself. */
static void test_no_player_by_name_searches_without_limit(void **state)
{
    const Game *game = *state;
    Session    *session = session_new(game);
    assert_non_null(session);
    for (int i = 0; i < named_player_count(game); i++) {
        PlayerPreset preset = named_player(game, i);
        Player       player;
        Error        err;
        assert_true(player_parse(game, preset.name, &player, &err));
        Limits limits = player_limits(session, &player);
        if (limits.depth == 0 && limits.nodes == 0 && limits.time_us == 0 && limits.iterations == 0)
            fail_msg("%s: %s has no limit", game->info->id, preset.name);
    }
    session_delete(session);
}

static void test_depth_steps_are_limits(void **state)
{
    (void)state;
    const Game *game = must_find_game("fousfous");
    Session    *session = session_new(game);
    Player      player;
    Error       err;
    assert_true(player_parse(game, "negamax,depths=24:4/16:6/8:8/0:12", &player, &err));
    assert_int_equal(player_limits(session, &player).depth, 4);
    assert_true(session_set_position(session, "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", &err));
    assert_int_equal(player_limits(session, &player).depth, 12);
    session_delete(session);
}

static void test_a_net_of_other_rules_gives_way_to_what_stands_behind_it(void **state)
{
    EvalSetup without, with;
    (void)state;
    assert_false(prepare_on("rows=4 columns=4", "pvs,depth=1,eval=champion", &without));
    assert_false(prepare_on("rows=4 columns=4", "champion", &with));
    assert_memory_equal(with.weights, without.weights, sizeof with.weights);
    assert_true(prepare_on("", "champion", &with));
    assert_true(prepare_on("", "level10", &with));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_read_back_as_the_same_player),
        cmocka_unit_test(test_players_differ_by_any_setting),
        cmocka_unit_test(test_bad_players_are_refused),
        cmocka_unit_test(test_weights_are_plain_decimals),
        cmocka_unit_test(test_a_net_of_other_rules_gives_way_to_what_stands_behind_it),
        cmocka_unit_test(test_constants_belong_to_the_searcher),
        cmocka_unit_test(test_constants_reach_the_search),
        cmocka_unit_test(test_depth_steps_are_limits),
    };
    const struct CMUnitTest game_tests[] = {
        cmocka_unit_test(test_a_games_own_players_are_known_by_name),
        cmocka_unit_test(test_no_player_by_name_searches_without_limit),
        cmocka_unit_test(test_constants_may_have_any_value_in_range),
    };
    return cmocka_run_group_tests_name("players", tests, NULL, NULL) +
           run_for_every_game("players by game", game_tests, 3);
}
