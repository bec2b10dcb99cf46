/* Cells that are marked on a drawn board: those that won, those where black may not play. */
#include "engine/session.h"
#include "support.h"

static Session *session_at(const char *name, const char *settings, const char *position)
{
    const Game *game = game_find(name);
    Session    *session = session_new(game);
    int16_t     options[MAX_OPTIONS];
    Error       err;
    options_reset(&game->info->options, options);
    if (!options_set_words(&game->info->options, options, settings, &err) ||
        !session_start(session, options, &err) || !session_set_position(session, position, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return session;
}

static void must_mark(const int cells[], int count, const int wanted[], int wanted_count)
{
    assert_int_equal(count, wanted_count);
    for (int i = 0; i < count; i++)
        assert_int_equal(cells[i], wanted[i]);
}

static void test_the_cells_that_won(void **state)
{
    (void)state;
    static const struct {
        const char *game, *settings, *position;
        int         cells[9], count;
    } cases[] = {
        {"tictactoe", "", "xxx/oo1/3 o", {0, 1, 2}, 3},
        {"tictactoe", "", "xxx/xoo/xoo o", {0, 1, 2, 3, 6}, 5}, /* two lines, their corner once */
        {"tictactoe", "", "xxo/oo1/x2 x", {0}, 0},
        {"connect4", "", "7/7/7/7/ooo4/xxxx3 o", {35, 36, 37, 38}, 4},
        {"connect4", "", "7/7/3x3/2xo3/1xoo3/xooxx2 o", {17, 23, 29, 35}, 4},
        {"gomoku", "size=9", "9/9/9/9/1bbbbbb2/9/9/9/wwwww4 w", {37, 38, 39, 40, 41, 42}, 6},
        /* Exactly five win: the six that cross them do not. */
        {"gomoku",
         "size=9 rule=standard",
         "9/9/4b4/4b4/1bbbbbb2/4b4/4b4/9/wwww1wwww w",
         {22, 31, 40, 49, 58},
         5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Session *session = session_at(cases[i].game, cases[i].settings, cases[i].position);
        int      cells[BOARD_CELLS];
        int      count = session_game(session)->winning_cells(session_position(session), cells);
        must_mark(cells, count, cases[i].cells, cases[i].count);
        session_delete(session);
    }
}

static void test_the_points_that_renju_forbids(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *position;
        int         cells[2], count;
    } cases[] = {
        /* Two open threes cross at h8. */
        {"rule=renju", "15/15/15/15/15/7b7/7b7/5bb8/15/15/15/15/15/15/wwww11 b", {112}, 1},
        {"rule=renju", "15/15/15/15/15/7b7/7b7/5bb8/15/15/15/15/15/15/www12 w", {0}, 0},
        {"", "15/15/15/15/15/7b7/7b7/5bb8/15/15/15/15/15/15/wwww11 b", {0}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Session *session = session_at("gomoku", cases[i].settings, cases[i].position);
        int      cells[BOARD_CELLS];
        int      count = session_game(session)->forbidden_cells(session_position(session), cells);
        must_mark(cells, count, cases[i].cells, cases[i].count);
        session_delete(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_cells_that_won),
        cmocka_unit_test(test_the_points_that_renju_forbids),
    };
    return cmocka_run_group_tests_name("marked_cells", tests, NULL, NULL);
}
