/* Connect Four: the champion keeps what a position is worth, also when it cannot know everything in
 * its time, and does not lose the same game again and again. */
#include "base/rng.h"
#include "core/notation.h"
#include "core/solver.h"
#include "engine/player.h"
#include "support.h"

#include <stdio.h>

static const Game *connect4(void) { return must_find_game("connect4"); }

/* What the player does there: the move as text is put into `out`, the score is returned. */
static Score choose(const char *player_text, const char *columns, uint64_t seed,
                    char out[MOVE_TEXT_SIZE])
{
    static SearchContext found;
    Player               player = must_parse_player(connect4(), player_text);
    Session             *session = session_new(connect4());
    assert_true(session_play_moves(session, columns, NULL));
    assert_true(player_choose(session, &player, seed, NULL, &found, NULL));
    notation_format(connect4(), session_position(session), found.best, out);
    session_delete(session);
    return found.score;
}

/* After 13 stones, one more than the stored outcomes have, and solved in some 160,000 nodes. With a
 * part of that, PVS decides; the first depth it cannot finish must not bring back the first move of
 * the list, which loses at once here. */
static void test_a_search_cut_off_keeps_its_best_move(void **state)
{
    (void)state;
    static const int limits[] = {1000, 20000, 100000, 300000};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        char player[40], move[MOVE_TEXT_SIZE];
        snprintf(player, sizeof player, "champion,nodes=%d", limits[i]);
        Score score = choose(player, "6771275723616", 1, move);
        assert_string_equal(move, "6");
        assert_true(score > -SCORE_FORCED);
    }
}

/* Won by one column alone, which no glance and no net tells: what the program has stored does. */
static void test_a_stored_outcome_needs_no_time(void **state)
{
    (void)state;
    char move[MOVE_TEXT_SIZE];
    assert_true(choose("champion,nodes=1000", "444447326", 1, move) > SCORE_FORCED);
    assert_string_equal(move, "5");
}

/* 18,240 nodes tell that it is won, 490,720 how soon. */
static void test_the_outcome_is_known_before_the_score(void **state)
{
    (void)state;
    char move[MOVE_TEXT_SIZE];
    assert_true(choose("champion,nodes=100000", "75317773656", 1, move) > SCORE_FORCED);
}

static int outcome_of(void *solver, const void *pos)
{
    Truth truth;
    assert_true(connect4()->solver->solve(solver, pos, &truth, NULL));
    return truth.score;
}

/* Random positions in which the solver needs a fraction of the limit: nothing is given away. */
static void test_the_outcome_is_kept(void **state)
{
    (void)state;
    enum { GAMES = 20, PLIES = 16 };
    SolverSetup setup = {.is_weak = true};
    void       *solver = connect4()->solver->open(&setup, NULL);
    Player      player = must_parse_player(connect4(), "champion,nodes=400000");
    uint64_t    rng = 11;
    assert_non_null(solver);
    for (int game = 0; game < GAMES; game++) {
        static SearchContext found;
        Session             *session = session_new(connect4());
        while (session_ply(session) < PLIES && !session_result(session).is_over) {
            Move moves[MAX_MOVES];
            int  count = connect4()->gen(session_position(session), moves);
            assert_true(session_play(session, moves[rng_below(&rng, (uint32_t)count)], NULL));
        }
        while (!session_result(session).is_over) {
            int before = outcome_of(solver, session_position(session));
            assert_true(player_choose(session, &player, 1, NULL, &found, NULL));
            int said = (found.score > SCORE_FORCED) - (found.score < -SCORE_FORCED);
            assert_int_equal(said, before);
            assert_true(session_play(session, found.best, NULL));
            assert_int_equal(outcome_of(solver, session_position(session)), -before);
        }
        session_delete(session);
    }
    connect4()->solver->close(solver);
}

/* All seven columns lose with the last stone but one; two of them set the best traps. */
static void test_losses_are_varied(void **state)
{
    (void)state;
    bool is_seen[8] = {0};
    int  count = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        char move[MOVE_TEXT_SIZE];
        assert_true(choose("champion,nodes=100000", "44444", seed, move) < -SCORE_FORCED);
        count += !is_seen[move[0] - '0'];
        is_seen[move[0] - '0'] = true;
    }
    assert_true(count >= 2);
}

/* Points of the second player, 2 for a win. */
static int play_second(const char *first_text, const char *second_text, uint64_t seed)
{
    static SearchContext found;
    Player               players[2] = {must_parse_player(connect4(), first_text),
                                       must_parse_player(connect4(), second_text)};
    Session             *session = session_new(connect4());
    while (!session_result(session).is_over) {
        const Player *player = &players[session_side(session)];
        assert_true(player_choose(session, player, seed, NULL, &found, NULL));
        assert_true(session_play(session, found.best, NULL));
    }
    Result result = session_result(session);
    session_delete(session);
    return result.winner == PLAYER_NONE ? 1 : 2 * result.winner;
}

/* The start is lost for the second player; a plain search of ten plies does not see the traps. */
static void test_lost_games_are_won_from_who_sees_less(void **state)
{
    (void)state;
    enum { GAMES = 6 };
    int points = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++)
        points += play_second("pvs,depth=10", "champion,nodes=100000", seed);
    assert_true(points > GAMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_search_cut_off_keeps_its_best_move),
        cmocka_unit_test(test_a_stored_outcome_needs_no_time),
        cmocka_unit_test(test_the_outcome_is_known_before_the_score),
        cmocka_unit_test(test_the_outcome_is_kept),
        cmocka_unit_test(test_losses_are_varied),
        cmocka_unit_test(test_lost_games_are_won_from_who_sees_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
