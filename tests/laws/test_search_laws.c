/* Laws of the searchers and of random playouts, for every registered game. */
#include "base/clock.h"
#include "base/rng.h"
#include "search/frame/search.h"
#include "walk.h"

#include <math.h>
#include <string.h>

/* Sanitizers find what every search does; the laws themselves are kept by the plain builds. */
#ifdef UNDER_SANITIZER
enum { MAX_TREE = 40000 };
#else
enum { MAX_TREE = 200000 };
#endif
enum { DEEPEST = 6 };

/* Positions to search: the start and a few random games stopped at some ply. */
typedef void PositionVisit(const Game *game, Bytes *pos, uint64_t seed);

static void for_each_position(const Game *game, int games, PositionVisit *visit)
{
    static const int plies[] = {0, 3, 10, 25, 60, 150};
    Rules            list[MAX_RULES];
    int              count = rules_list(game, list);
    for (int i = 0; i < count; i++)
        for (int seed = 1; seed <= games; seed++) {
            Bytes pos;
            int   depth = plies[(i + seed) % (int)(sizeof plies / sizeof plies[0])];
            walk_to(&list[i], (uint64_t)seed, depth, &pos);
            visit(game, &pos, (uint64_t)seed);
        }
}

/* ---- full-width searchers agree ---- */

/* Nodes of plain minimax: all positions below this one down to `depth` plies. */
static uint64_t tree_size(const Game *game, Bytes *pos, int depth)
{
    uint64_t nodes = 0;
    for (int i = 1; i <= depth; i++)
        nodes += game->perft(pos, i);
    return nodes;
}

static SearchContext search_depth(const Game *game, Bytes *pos, SearcherId id, int depth)
{
    SearchContext context = {.limits = {.depth = depth}, .switches = {.is_fixed_depth = true}};
    search_run(game, pos, id, &context);
    return context;
}

static void visit_and_compare(const Game *game, Bytes *pos, uint64_t seed)
{
    (void)seed;
    Bytes    before = *pos;
    uint64_t plain_nodes = 0; /* alpha-beta deepens step by step: so does the bound */
    for (int depth = 1; depth <= DEEPEST && tree_size(game, pos, depth) <= MAX_TREE; depth++) {
        SearchContext plain = search_depth(game, pos, SEARCHER_minimax, depth);
        SearchContext pruned = search_depth(game, pos, SEARCHER_alphabeta, depth);
        plain_nodes += plain.nodes;
        assert_int_equal(plain.nodes, tree_size(game, pos, depth));
        assert_int_equal(pruned.score, plain.score);
        assert_true(pruned.nodes <= plain_nodes);
        assert_true(position_is_legal(game, pos, plain.best) &&
                    position_is_legal(game, pos, pruned.best));
        assert_true(has_same_bytes(game, pos, &before));
    }
}

static void test_alphabeta_finds_the_score_of_minimax_with_fewer_nodes(void **state)
{
    for_each_position(*state, 2, visit_and_compare);
}

/* With the positions of the game so far, which may come back, the scores are equal as well. */
static void visit_with_history(Walk *walk, void *user)
{
    (void)user;
    if (walk->result.is_over || walk->ply % 40 != 39 ||
        tree_size(walk->game, &walk->pos, 2) > MAX_TREE / 10)
        return;
    SearchContext found[2];
    for (int i = 0; i < 2; i++) {
        found[i] = (SearchContext){
            .limits = {.depth = 2}, .keys = walk->keys, .key_count = (size_t)walk->ply + 1};
        search_run(walk->game, &walk->pos, i == 0 ? SEARCHER_minimax : SEARCHER_alphabeta,
                   &found[i]);
    }
    LAW(walk, found[0].score == found[1].score);
    LAW(walk, found[1].nodes <= 2 * found[0].nodes);
    LAW(walk, found[0].key_count == (size_t)walk->ply + 1);
}

static void test_searchers_agree_when_positions_may_come_back(void **state)
{
    walk_all_rules(*state, 1, 200, visit_with_history, NULL);
}

/* The score of a move, looked at one ply less deep, is the score of the root. */
static void visit_best_move(const Game *game, Bytes *pos, uint64_t seed)
{
    (void)seed;
    if (tree_size(game, pos, 2) > MAX_TREE / 10)
        return;
    SearchContext root = search_depth(game, pos, SEARCHER_alphabeta, 2);
    Bytes         child = *pos, undo;
    int           side = game->side(pos);
    game->make(&child, root.best, &undo);
    Play play = game->play(&child);
    if (play != PLAY_ON) {
        assert_true(root.score == 0 || root.score >= SCORE_MATE - 1 ||
                    root.score <= 1 - SCORE_MATE);
        return;
    }
    SearchContext next = search_depth(game, &child, SEARCHER_minimax, 1);
    Score         value = game->side(&child) == side ? next.score : -next.score;
    bool          is_forced = value > SCORE_FORCED || value < -SCORE_FORCED;
    int           later = value > 0 ? -1 : 1; /* the same end, one ply further away */
    assert_int_equal(root.score, is_forced ? value + later : value);
}

static void test_best_move_has_the_score_that_was_found(void **state)
{
    for_each_position(*state, 3, visit_best_move);
}

/* ---- limits ---- */

static void check_legal_under(const Game *game, Bytes *pos, uint64_t seed, const Limits *limits,
                              const atomic_bool *stop)
{
    for (int id = 0; id < SEARCHER_COUNT; id++) {
        Bytes         before = *pos;
        SearchContext context = {.limits = *limits, .stop = stop, .rng = seed};
        search_run(game, pos, (SearcherId)id, &context);
        assert_true(position_is_legal(game, pos, context.best));
        assert_true(has_same_bytes(game, pos, &before));
    }
}

static void visit_with_one_node(const Game *game, Bytes *pos, uint64_t seed)
{
    check_legal_under(game, pos, seed, &(Limits){.nodes = 1}, NULL);
}

static void test_best_move_is_legal_after_one_node(void **state)
{
    for_each_position(*state, 4, visit_with_one_node);
}

static void visit_stopped(const Game *game, Bytes *pos, uint64_t seed)
{
    atomic_bool stop = true;
    check_legal_under(game, pos, seed, &(Limits){0}, &stop);
}

static void test_best_move_is_legal_when_stopped_at_once(void **state)
{
    for_each_position(*state, 4, visit_stopped);
}

static void visit_with_one_millisecond(const Game *game, Bytes *pos, uint64_t seed)
{
    int64_t begun = clock_now_us();
    check_legal_under(game, pos, seed, &(Limits){.time_us = 1000}, NULL);
    assert_true(clock_now_us() - begun < 5000000); /* a busy machine, not a hanging search */
}

static void test_best_move_is_legal_after_one_millisecond(void **state)
{
    for_each_position(*state, 1, visit_with_one_millisecond);
}

static void visit_with_equal_seeds(const Game *game, Bytes *pos, uint64_t seed)
{
    for (int id = 0; id < SEARCHER_COUNT; id++) {
        SearchContext first = {.limits = {.nodes = 500, .iterations = 20}, .rng = seed},
                      second = first;
        search_run(game, pos, (SearcherId)id, &first);
        search_run(game, pos, (SearcherId)id, &second);
        assert_int_equal(first.best, second.best);
        assert_int_equal(first.score, second.score);
        assert_int_equal(first.nodes, second.nodes);
    }
}

static void test_equal_seeds_give_equal_searches(void **state)
{
    for_each_position(*state, 2, visit_with_equal_seeds);
}

/* ---- playouts ---- */

static void visit_playouts(const Game *game, Bytes *pos, uint64_t seed)
{
    enum { GAMES = 5 };
    PlayoutStats first = {0}, second = {0};
    Bytes        before = *pos;
    uint64_t     rng_1 = seed, rng_2 = seed;
    game->playouts(pos, GAMES, &rng_1, &first);
    game->playouts(pos, GAMES, &rng_2, &second);
    assert_memory_equal(&first, &second, sizeof first);
    assert_true(rng_1 == rng_2);
    assert_true(has_same_bytes(game, pos, &before));
    assert_int_equal(first.games, GAMES);
    assert_int_equal(first.wins[0] + first.wins[1] + first.draws, GAMES);
    assert_true(first.unfinished <= first.draws);
}

static void test_equal_seeds_give_equal_playouts(void **state)
{
    for_each_position(*state, 1, visit_playouts);
}

typedef struct {
    double plies, squares;
    int    wins; /* of player 0 */
} Lengths;

static void visit_end(Walk *walk, void *user)
{
    Lengths *lengths = user;
    if (!walk->result.is_over)
        return;
    lengths->plies += walk->ply;
    lengths->squares += (double)walk->ply * walk->ply;
    lengths->wins += walk->result.winner == 0;
}

/* Playouts draw their moves by shortcuts; they must be the same uniform random games as those
 * played through the move generator. Means are compared within four standard deviations. */
static void test_playouts_are_uniform_random_games(void **state)
{
    enum { GAMES = 200 };
    Rules list[MAX_RULES];
    int   count = rules_list(*state, list);
    for (int i = 0; i < count; i += 3) {
        Lengths      walked = {0};
        PlayoutStats stats = {0};
        uint64_t     rng = 7;
        Bytes        start;
        rules_start(&list[i], &start);
        const Game *game = list[i].game;
        if (game->can_repeat && game->repeat_limit(&start) == 0)
            continue; /* need not end */
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            walk_game(&list[i], seed, WALK_MAX_PLIES, visit_end, &walked);
        game->playouts(&start, GAMES, &rng, &stats);
        double mean = walked.plies / GAMES, variance = walked.squares / GAMES - mean * mean;
        double margin = 4 * sqrt(2 * variance / GAMES) + 1e-9;
        double share = (double)walked.wins / GAMES, win_margin = 4 * sqrt(0.5 / GAMES);
        if (fabs((double)stats.plies / GAMES - mean) > margin ||
            fabs((double)stats.wins[0] / GAMES - share) > win_margin)
            fail_msg("%s: %g plies and %g wins a game, expected %g and %g", list[i].label,
                     (double)stats.plies / GAMES, (double)stats.wins[0] / GAMES, mean, share);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alphabeta_finds_the_score_of_minimax_with_fewer_nodes),
        cmocka_unit_test(test_searchers_agree_when_positions_may_come_back),
        cmocka_unit_test(test_best_move_has_the_score_that_was_found),
        cmocka_unit_test(test_best_move_is_legal_after_one_node),
        cmocka_unit_test(test_best_move_is_legal_when_stopped_at_once),
        cmocka_unit_test(test_best_move_is_legal_after_one_millisecond),
        cmocka_unit_test(test_equal_seeds_give_equal_searches),
        cmocka_unit_test(test_equal_seeds_give_equal_playouts),
        cmocka_unit_test(test_playouts_are_uniform_random_games),
    };
    return run_for_every_game("search laws", tests, sizeof tests / sizeof tests[0]);
}
