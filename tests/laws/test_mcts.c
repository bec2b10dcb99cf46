/* Laws of Monte Carlo tree search: same seed same tree, proven ends, limits, memory, the tree
 * between moves. */
#include "base/rng.h"
#include "core/position.h"
#include "search/mcts/mcts.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

static MctsSettings settings_of(const char *text)
{
    MctsSettings settings;
    Error        err;
    if (!mcts_parse(NULL, text, &settings, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return settings;
}

static MctsTree *must_have_tree(int megabytes)
{
    MctsTree *tree = mcts_tree_new(megabytes);
    assert_non_null(tree);
    return tree;
}

typedef struct {
    SearchContext context;
    MctsChild     children[MAX_MOVES];
    int           count;
    uint64_t      visits; /* of all children */
} Found;

static void search(const Game *game, Bytes *pos, const char *text, SearchContext context,
                   MctsTree *tree, Found *out)
{
    MctsSettings settings = settings_of(text);
    Bytes        before = *pos;
    *out = (Found){.context = context};
    out->context.mcts = &settings;
    out->context.mcts_tree = tree;
    search_run(game, pos, SEARCHER_mcts, &out->context);
    out->context.mcts = NULL;
    out->count = mcts_children(tree, out->children);
    for (int i = 0; i < out->count; i++)
        out->visits += out->children[i].visits;
    assert_true(has_same_bytes(game, pos, &before));
    assert_true(position_is_legal(game, pos, out->context.best));
}

static SearchContext after(uint64_t iterations)
{
    return (SearchContext){.limits = {.iterations = iterations}, .rng = 7};
}

static void assert_same_tree(const Found *a, const Found *b)
{
    assert_int_equal(a->context.best, b->context.best);
    assert_int_equal(a->context.score, b->context.score);
    assert_int_equal(a->context.nodes, b->context.nodes);
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->children[i].move, b->children[i].move);
        assert_int_equal(a->children[i].visits, b->children[i].visits);
        assert_int_equal(a->children[i].proven, b->children[i].proven);
        assert_true(a->children[i].mean >= b->children[i].mean &&
                    a->children[i].mean <= b->children[i].mean);
    }
}

static const char *const all_settings[] = {
    "strong",
    "strong,playout=uniform,reuse=off",
    "seed2",
    "seed2,choice=max,playout=win,plies=30",
    "seed2,choice=max-robust,first_play=0.6",
    "seed4",
    "seed4,choice=secure,bias=2",
    "seed4,implicit=0.4,first_play=0.5,scale=20",
    "strong,plies=6",
};
enum { SETTINGS = sizeof all_settings / sizeof all_settings[0] };

static const Game *plain_record(const Game *game)
{
    setenv("PLATEAU_PLAIN", "1", 1);
    const Game *plain = game_find(game->info->id);
    unsetenv("PLATEAU_PLAIN");
    return plain;
}

static void test_equal_seeds_grow_equal_trees_on_both_instances(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    MctsTree   *tree = must_have_tree(16);
    rules_list(game, list);
    for (int i = 0; i < SETTINGS; i++)
        for (int plies = 0; plies <= 20; plies += 10) {
            Bytes pos;
            Found first, second, plain;
            walk_to(&list[0], (uint64_t)i + 1, plies, &pos);
            mcts_tree_clear(tree);
            search(game, &pos, all_settings[i], after(150), tree, &first);
            mcts_tree_clear(tree);
            search(game, &pos, all_settings[i], after(150), tree, &second);
            mcts_tree_clear(tree);
            search(plain_record(game), &pos, all_settings[i], after(150), tree, &plain);
            assert_same_tree(&first, &second);
            assert_same_tree(&first, &plain);
        }
    mcts_tree_delete(tree);
}

/* ---- limits ---- */

static void test_every_simulation_is_counted_once(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    MctsTree   *tree = must_have_tree(4);
    int         count = rules_list(game, list);
    for (int i = 0; i < count; i++) {
        Bytes pos;
        Found found;
        walk_to(&list[i], 3, 5, &pos);
        search(game, &pos, "seed2,plies=50", after(100), tree, &found);
        assert_int_equal(found.visits, 100);
        assert_int_equal(found.context.counts.leaves, 100);
        assert_true(found.context.nodes >= 100);
        assert_true(found.context.found[0].length >= 1);
        assert_int_equal(found.context.found[0].moves[0], found.context.best);
        search(game, &pos, "seed4,plies=50", after(100), tree, &found);
        assert_true(found.visits <= 100); /* fewer when the root is proven */
        assert_int_equal(found.visits, found.context.counts.leaves);
    }
    mcts_tree_delete(tree);
}

static void test_best_move_is_legal_after_one_simulation_or_none(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    MctsTree   *tree = must_have_tree(1);
    int         count = rules_list(game, list);
    for (int i = 0; i < count; i += 4)
        for (int k = 0; k < SETTINGS; k++) {
            Bytes         pos;
            Found         found;
            atomic_bool   stop = true;
            SearchContext stopped = {.stop = &stop};
            walk_to(&list[i], (uint64_t)k, 4 * k, &pos);
            mcts_tree_clear(tree);
            search(game, &pos, all_settings[k], after(1), tree, &found);
            assert_true(found.context.counts.leaves <= 1);
            mcts_tree_clear(tree);
            search(game, &pos, all_settings[k], stopped, tree, &found);
            assert_int_equal(found.context.counts.leaves, 0);
        }
    mcts_tree_delete(tree);
}

static void test_several_lines_are_different_moves(void **state)
{
    const Game   *game = *state;
    Rules         list[MAX_RULES];
    MctsTree     *tree = must_have_tree(4);
    Bytes         pos;
    Found         found;
    SearchContext context = after(500);
    context.lines = 3;
    rules_list(game, list);
    rules_start(&list[0], &pos);
    search(game, &pos, "strong", context, tree, &found);
    assert_int_equal(found.context.line_count, 3);
    for (int i = 1; i < 3; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(found.context.found[i].moves[0], found.context.found[j].moves[0]);
    mcts_tree_delete(tree);
}

static void test_full_pool_is_not_exceeded_and_the_search_goes_on(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    MctsTree   *tree = must_have_tree(1);
    Bytes       pos;
    Found       found;
    rules_list(game, list);
    rules_start(&list[0], &pos);
    search(game, &pos, "seed2,exploration=0.2,plies=10", after(30000), tree, &found);
    assert_int_equal(found.visits, 30000);
    assert_true(found.context.counts.memory <= 1 << 20);
    mcts_tree_delete(tree);
}

/* ---- the tree between moves ---- */

static void test_reuse_keeps_the_visits_of_the_moves_played(void **state)
{
    const Game *game = *state;
    Rules       list[MAX_RULES];
    MctsTree   *tree = must_have_tree(16);
    Bytes       pos, undo;
    Found       found;
    rules_list(game, list);
    rules_start(&list[0], &pos);
    search(game, &pos, "strong", after(3000), tree, &found);
    uint64_t kept = 0;
    for (int i = 0; i < found.count; i++)
        if (found.children[i].move == found.context.best)
            kept = found.children[i].visits;
    game->make(&pos, found.context.best, &undo);
    atomic_bool stop = true;
    search(game, &pos, "strong", (SearchContext){.stop = &stop}, tree, &found);
    /* The first visit of a node simulates from it; the others go to its children. */
    assert_int_equal(found.visits, kept - 1);
    search(game, &pos, "strong,reuse=off", after(50), tree, &found);
    assert_true(found.visits <= 50);
    mcts_tree_delete(tree);
}

/* ---- proven ends ---- */

/* Moves that win at once, and moves that do not let the other player win at once. */
typedef struct {
    Move wins[MAX_MOVES], safe[MAX_MOVES];
    int  win_count, safe_count;
} Tactics;

static bool wins_at_once(const Game *game, Bytes *pos, Move move)
{
    Bytes undo;
    int   side = game->side(pos);
    game->make(pos, move, &undo);
    Play play = game->play(pos);
    bool is_won = play == (game->side(pos) == side ? PLAY_WON : PLAY_LOST);
    game->unmake(pos, move, &undo);
    return is_won;
}

static bool has_win_at_once(const Game *game, Bytes *pos)
{
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves);
    for (int i = 0; i < count; i++)
        if (wins_at_once(game, pos, moves[i]))
            return true;
    return false;
}

static void look_at_tactics(const Game *game, Bytes *pos, Tactics *out)
{
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves), side = game->side(pos);
    out->win_count = out->safe_count = 0;
    for (int i = 0; i < count; i++) {
        Bytes undo;
        if (wins_at_once(game, pos, moves[i])) {
            out->wins[out->win_count++] = moves[i];
            continue;
        }
        game->make(pos, moves[i], &undo);
        Play play = game->play(pos);
        bool is_lost = play == (game->side(pos) == side ? PLAY_LOST : PLAY_WON);
        bool is_safe = game->side(pos) == side || !has_win_at_once(game, pos);
        if (!is_lost && (play != PLAY_ON || is_safe))
            out->safe[out->safe_count++] = moves[i];
        game->unmake(pos, moves[i], &undo);
    }
}

static bool is_among(const Move moves[], int count, Move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

typedef struct {
    MctsTree *tree;
    int       wins, stops; /* positions of each kind seen */
    int       most;
} TacticsTest;

static void visit_tactics(Walk *walk, void *user)
{
    static Tactics tactics;
    TacticsTest   *test = user;
    Found          found;
    if (walk->result.is_over || walk->count < 2 || test->wins + test->stops >= test->most)
        return;
    if (walk->count > 20 && walk->ply % 6 != 0)
        return; /* looking costs the square of the moves */
    look_at_tactics(walk->game, &walk->pos, &tactics);
    bool can_stop = tactics.safe_count > 0 && tactics.safe_count < walk->count;
    if (tactics.win_count == 0 && !can_stop)
        return;
    uint64_t enough = 6 * (uint64_t)walk->count;
    mcts_tree_clear(test->tree);
    search(walk->game, &walk->pos, test->wins % 2 == 0 ? "seed4,plies=4" : "strong,plies=8",
           after(enough), test->tree, &found);
    if (tactics.win_count > 0) {
        test->wins++;
        LAW(walk, is_among(tactics.wins, tactics.win_count, found.context.best));
        LAW(walk, found.context.score == SCORE_MATE - 1);
    } else {
        test->stops++;
        LAW(walk, is_among(tactics.safe, tactics.safe_count, found.context.best));
    }
}

static void test_wins_in_one_are_taken_and_losses_in_one_stopped(void **state)
{
    const Game *game = *state;
    TacticsTest test = {.tree = must_have_tree(4)};
    Rules       list[MAX_RULES];
    int         count = rules_list(game, list);
    for (int i = 0; i < count; i++) {
        test.most = test.wins + test.stops + 3;
        walk_game(&list[i], 1, 300, visit_tactics, &test);
    }
    test.most = test.wins + test.stops + 40;
    for (uint64_t seed = 2; seed < 20; seed++)
        walk_game(&list[0], seed, 300, visit_tactics, &test);
    assert_true(test.wins > 0 && test.stops > 0);
    mcts_tree_delete(test.tree);
}

/* ---- Tic-Tac-Toe is played perfectly ---- */

enum { ENOUGH_FOR_TICTACTOE = 500, TICTACTOE_POSITIONS = 5478 };

typedef struct {
    const Game *game;
    MctsTree   *tree;
    bool        seen[19683 * 2];
    int8_t      value[19683 * 2]; /* for the player to move */
    int         positions, errors;
    uint64_t    iterations;
    const char *text;
} Perfect;

static int code_of(const Game *game, const Bytes *pos)
{
    Board board;
    int   code = 0;
    game->to_board(pos, &board);
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 3; col++)
            code = 3 * code + board.cell[board_index(&board, row, col)];
    return 2 * code + game->side(pos);
}

static int solve(Perfect *test, Bytes *pos)
{
    const Game *game = test->game;
    int         code = code_of(game, pos);
    if (test->seen[code])
        return test->value[code];
    Move moves[MAX_MOVES];
    Play play = game->play(pos);
    int  count = game->gen(pos, moves), best = play == PLAY_DRAWN ? 0 : -1;
    for (int i = 0; i < count; i++) {
        Bytes undo;
        game->make(pos, moves[i], &undo);
        int value = -solve(test, pos);
        game->unmake(pos, moves[i], &undo);
        best = value > best ? value : best;
    }
    test->seen[code] = true;
    test->positions++;
    test->value[code] = (int8_t)best;
    if (count > 0) {
        Found found;
        Bytes undo;
        mcts_tree_clear(test->tree);
        search(game, pos, test->text, after(test->iterations), test->tree, &found);
        game->make(pos, found.context.best, &undo);
        int value = -solve(test, pos);
        game->unmake(pos, found.context.best, &undo);
        test->errors += value != best;
    }
    return best;
}

static void test_tictactoe_is_perfect_in_every_position(void **state)
{
    (void)state;
    static const char *const texts[] = {"seed4", "strong"};
    for (int i = 0; i < 2; i++) {
        Perfect *test = calloc(1, sizeof *test);
        Bytes    pos;
        assert_non_null(test);
        *test = (Perfect){.game = must_find_game("tictactoe"),
                          .tree = must_have_tree(4),
                          .iterations = ENOUGH_FOR_TICTACTOE,
                          .text = texts[i]};
        must_parse(test->game, "startpos", &pos);
        solve(test, &pos);
        assert_int_equal(test->positions, TICTACTOE_POSITIONS);
        assert_int_equal(test->errors, 0);
        mcts_tree_delete(test->tree);
        free(test);
    }
}

/* ---- settings ---- */

static void test_settings_are_read_and_refused_in_words(void **state)
{
    (void)state;
    static const char *const wrong[] = {"seed9",
                                        "exploration=1,seed4",
                                        "choice=best",
                                        "memory=0",
                                        "memory=many",
                                        "exploration=-1",
                                        "implicit=1.1",
                                        "solver=perhaps",
                                        "rave=3",
                                        "scale=0",
                                        "exploration=",
                                        "plies=1.5",
                                        "=",
                                        "strong,,",
                                        "first_play=nan"};
    MctsSettings             settings = settings_of("");
    assert_true(settings.has_solver && settings.has_reuse);
    settings = settings_of("seed4,exploration=1.25,choice=max,playout=win,memory=8,first_play=inf");
    assert_true(settings.exploration > 1.2 && settings.exploration < 1.3);
    assert_int_equal(settings.choice, CHOICE_MAX);
    assert_int_equal(settings.playout, PLAYOUT_WIN);
    assert_int_equal(settings.memory_megabytes, 8);
    assert_int_equal(mcts_preset_of("seed2,choice=max")->limits.time_us, 200000);
    assert_int_equal(mcts_preset_of("seed4")->limits.iterations, 1000);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Error        err = {0};
        MctsSettings untouched = settings;
        assert_false(mcts_parse(NULL, wrong[i], &untouched, &err));
        assert_true(err.code != 0);
        assert_int_equal(untouched.memory_megabytes, 8);
    }
}

static void test_a_games_own_settings_are_read(void **state)
{
    const Game  *game = *state;
    Error        err = {0};
    MctsSettings settings;
    if (game->info->mcts != NULL && !mcts_parse(NULL, game->info->mcts, &settings, &err))
        fail_msg("%s: %s", game->info->id, error_words(&err, LANG_EN));
    MctsSettings usual = mcts_usual(game);
    assert_true(mcts_parse(game, "strong", &settings, &err));
    assert_memory_equal(&usual, &settings, sizeof usual);
}

int main(void)
{
    const struct CMUnitTest for_games[] = {
        cmocka_unit_test(test_a_games_own_settings_are_read),
        cmocka_unit_test(test_equal_seeds_grow_equal_trees_on_both_instances),
        cmocka_unit_test(test_every_simulation_is_counted_once),
        cmocka_unit_test(test_best_move_is_legal_after_one_simulation_or_none),
        cmocka_unit_test(test_several_lines_are_different_moves),
        cmocka_unit_test(test_full_pool_is_not_exceeded_and_the_search_goes_on),
        cmocka_unit_test(test_reuse_keeps_the_visits_of_the_moves_played),
        cmocka_unit_test(test_wins_in_one_are_taken_and_losses_in_one_stopped),
    };
    const struct CMUnitTest others[] = {
        cmocka_unit_test(test_tictactoe_is_perfect_in_every_position),
        cmocka_unit_test(test_settings_are_read_and_refused_in_words),
    };
    int failures = run_for_every_game("mcts", for_games, sizeof for_games / sizeof for_games[0]);
    return failures + cmocka_run_group_tests_name("mcts", others, NULL, NULL);
}
