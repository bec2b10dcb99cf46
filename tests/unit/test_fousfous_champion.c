/* Fous-Fous: the champion wins what is won, and sets traps where all is lost. */
#include "base/rng.h"
#include "core/solver.h"
#include "engine/player.h"
#include "support.h"

#include <string.h>

enum { PIECES = 12, POSITIONS = 16, MAX_PLIES = 200 };

static const char champion[] = "champion,nodes=100000", enemy[] = "pvs,depth=5";

static const Game *fousfous(void) { return must_find_game("fousfous"); }

/* A random game, until so many pieces are left. */
static void play_at_random(uint64_t *rng, int pieces, Bytes *pos)
{
    Bytes undo;
    must_parse(fousfous(), "startpos", pos);
    while (position_pieces(fousfous(), pos) > pieces) {
        Move moves[MAX_MOVES];
        int  count = fousfous()->gen(pos, moves);
        fousfous()->make(pos, moves[rng_below(rng, (uint32_t)count)], &undo);
    }
}

/* Pieces of the player to move less those of the other. */
static int lead_of(const Bytes *pos)
{
    Board board;
    fousfous()->to_board(pos, &board);
    int first = board_count(&board, CELL_FIRST), second = board_count(&board, CELL_SECOND);
    return board.turn == 0 ? first - second : second - first;
}

/* The next random position with this value for the player to move that is not decided by numbers:
 * he who has just been to move has as many pieces as the other. */
static void next_position(void *solver, uint64_t *rng, int value, Bytes *pos)
{
    Truth truth = {0};
    while (truth.score != value) {
        int lead = value > 0 ? 0 : -1;
        play_at_random(rng, PIECES - lead, pos);
        if (lead_of(pos) == lead)
            assert_true(fousfous()->solver->solve(solver, pos, &truth, NULL));
    }
}

/* Does the player to move win? */
static bool plays_and_wins(const Bytes *pos, const Player players[2])
{
    Session *session = session_new(fousfous());
    Str      text = text_of(fousfous(), pos);
    assert_true(session_set_position(session, str_get(&text), NULL));
    int side = session_side(session);
    for (int ply = 0; ply < MAX_PLIES && !session_result(session).is_over; ply++) {
        static SearchContext found;
        const Player        *player = &players[session_side(session) != side];
        assert_true(player_choose(session, player, 1, NULL, &found, NULL));
        assert_true(session_play(session, found.best, NULL));
    }
    Result result = session_result(session);
    assert_true(result.is_over);
    session_delete(session);
    str_free(&text);
    return result.winner == side;
}

/* Games won of those from positions of this value, the champion to move first. */
static int count_wins(int value)
{
    SolverSetup setup = {0};
    Player      players[2] = {must_parse_player(fousfous(), champion),
                              must_parse_player(fousfous(), enemy)};
    void       *solver = fousfous()->solver->open(&setup, NULL);
    uint64_t    rng = 7;
    int         wins = 0;
    assert_non_null(solver);
    for (int i = 0; i < POSITIONS; i++) {
        Bytes pos;
        next_position(solver, &rng, value, &pos);
        wins += plays_and_wins(&pos, players);
    }
    fousfous()->solver->close(solver);
    return wins;
}

static void test_won_positions_are_won(void **state)
{
    (void)state;
    assert_int_equal(count_wins(1), POSITIONS);
}

/* Perfect play cannot be beaten; one who looks five plies ahead can. */
static void test_lost_positions_are_turned_by_traps(void **state)
{
    (void)state;
    assert_true(count_wins(-1) >= 12); /* 15; without traps 6 */
}

/* What a player finds at the start with so many nodes. */
static SearchContext find_at_start(const char *name, int nodes)
{
    static SearchContext found;
    Session             *session = session_new(fousfous());
    Player               player = must_parse_player(fousfous(), name);
    player.limits = (Limits){.nodes = (uint64_t)nodes};
    assert_true(player_choose(session, &player, 1, NULL, &found, NULL));
    session_delete(session);
    return found;
}

/* Wherever it is cut off: the best of the depth before is never forgotten. */
static void test_where_the_solver_has_no_chance_all_nodes_are_the_search_s(void **state)
{
    (void)state;
    for (int nodes = 100; nodes < 20000; nodes = nodes * 5 / 4) {
        SearchContext searched = find_at_start("flagship,eval=net", nodes);
        SearchContext found = find_at_start("champion", nodes);
        assert_int_equal(found.best, searched.best);
        assert_int_equal(found.score, searched.score);
        assert_int_equal(found.counts.nodes, searched.counts.nodes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_won_positions_are_won),
        cmocka_unit_test(test_where_the_solver_has_no_chance_all_nodes_are_the_search_s),
        cmocka_unit_test(test_lost_positions_are_turned_by_traps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
