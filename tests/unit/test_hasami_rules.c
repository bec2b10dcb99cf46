/* Hasami Shogi: the eight figures of the rules, and every option by itself. */
#include "engine/session.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static const Game *hasami(void) { return must_find_game("hasami"); }

/* `before`, then the move, is `after`; all three are texts. */
static void check_move(const char *before, const char *move, const char *after)
{
    Bytes pos;
    must_parse(hasami(), before, &pos);
    must_play(hasami(), move, &pos);
    assert_same_position(hasami(), &pos, after);
}

static void check_illegal(const char *before, const char *move)
{
    Bytes pos;
    must_parse(hasami(), before, &pos);
    if (is_legal_text(hasami(), &pos, move))
        fail_msg("%s should be illegal in %s", move, before);
}

static void check_result(const char *position, const char *words)
{
    Bytes pos;
    must_parse(hasami(), position, &pos);
    Result result = position_result(hasami(), &pos);
    if (strcmp(result_words(&result), words) != 0)
        fail_msg("%s: %s, expected %s", position, result_words(&result), words);
}

/* ---- the figures ---- */

static void test_figure_1_pieces_slide_like_rooks(void **state)
{
    (void)state;
    const char *position = "b1b6/9/9/9/1b1w1w3/9/9/b8/w7w w";
    const char *reached[] = {"d5c5", "d5e5", "d5d6", "d5d7", "d5d8", "d5d9",
                             "d5d4", "d5d3", "d5d2", "d5d1", "f5i5", "f5e5"};
    Bytes       pos;
    must_parse(hasami(), position, &pos);
    for (size_t i = 0; i < sizeof reached / sizeof reached[0]; i++)
        assert_true(is_legal_text(hasami(), &pos, reached[i]));
    check_illegal(position, "d5b5"); /* onto an enemy */
    check_illegal(position, "d5a5"); /* over an enemy */
    check_illegal(position, "d5f5"); /* onto an own piece */
    check_illegal(position, "d5g5"); /* over an own piece */
    check_illegal(position, "d5e6");
    check_illegal(position, "b5b6"); /* the enemy's */
}

static void test_figure_2_a_blocked_player_passes_and_only_then(void **state)
{
    (void)state;
    Bytes pos;
    Move  moves[MAX_MOVES];
    must_parse(hasami(), "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w", &pos);
    assert_int_equal(hasami()->gen(&pos, moves), 1);
    check_move("9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w", "pass",
               "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 b quiet=1");
    check_illegal("9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 b", "pass");
    check_illegal("startpos", "pass");
}

static void test_figure_3_a_piece_between_two_on_a_rank_is_taken(void **state)
{
    (void)state;
    check_move("w7w/w8/9/9/2bw5/9/9/4b4/b7b b quiet=4", "e2e5", "w7w/w8/9/9/2b1b4/9/9/9/b7b w");
}

static void test_figure_4_a_piece_between_two_on_a_file_is_taken(void **state)
{
    (void)state;
    check_move("w7w/w8/9/3b5/3w5/9/9/9/b2b4b b", "d1d4", "w7w/w8/9/3b5/9/3b5/9/9/b7b w");
}

static void test_figure_5_a_closed_run_is_taken_whole(void **state)
{
    (void)state;
    check_move("w7w/w8/9/9/1bww5/9/9/4b4/b7b b", "e2e5", "w7w/w8/9/9/1b2b4/9/9/9/b7b w");
    check_move("w7w/w8/9/9/bwwwwwww1/9/9/8b/b8 b difference=off", "i2i5",
               "w7w/w8/9/9/b7b/9/9/9/b8 w difference=off");
    check_move("w7w/w8/9/9/1bw1w4/9/9/5b3/b7b b", "f2f5", /* a gap: nothing is taken */
               "w7w/w8/9/9/1bw1wb3/9/9/9/b7b w quiet=1");
}

static void test_figure_6_a_corner_piece_is_taken_from_both_neighbours(void **state)
{
    (void)state;
    check_move("w8/b8/9/w7w/1b7/9/9/w8/3b4b b", "b5b9", "1b7/b8/9/w7w/9/9/9/w8/3b4b w");
    check_move("9/w7w/1w7/9/9/9/8b/2b6/1b5bw b", "i3i2", "9/w7w/1w7/9/9/9/9/2b5b/1b5b1 w");
    check_move("w8/b8/9/w7w/1b7/9/9/w8/3b4b b corner=none", "b5b9",
               "wb7/b8/9/w7w/9/9/9/w8/3b4b w quiet=1 corner=none");
}

static void test_figure_7_a_group_in_the_corner_needs_the_option(void **state)
{
    (void)state;
    check_move("ww7/bb7/9/2b6/9/9/9/9/b6ww b corner=group", "c6c9",
               "2b6/bb7/9/9/9/9/9/9/b6ww w corner=group");
    check_move("ww7/bb7/9/2b6/9/9/9/9/b6ww b", "c6c9", "wwb6/bb7/9/9/9/9/9/9/b6ww w quiet=1");
    check_move("ww7/b8/9/2b6/9/9/9/9/b6ww b corner=group", "c6c9", /* b8 is empty: it breathes */
               "wwb6/b8/9/9/9/9/9/9/b6ww w quiet=1 corner=group");
    check_move("w8/b8/9/w7w/1b7/9/9/w8/3b4b b corner=group", "b5b9", /* one is a group too */
               "1b7/b8/9/w7w/9/9/9/w8/3b4b w corner=group");
}

static void test_figure_8_diagonal_runs_need_the_option(void **state)
{
    (void)state;
    check_move("w7w/9/9/3b5/4w4/9/9/5b3/b8 b diagonal=on", "f2f4",
               "w7w/9/9/3b5/9/5b3/9/9/b8 w diagonal=on");
    check_move("w7w/9/9/3b5/4w4/9/9/5b3/b8 b", "f2f4", "w7w/9/9/3b5/4w4/5b3/9/9/b8 w quiet=1");
    check_move("w7w/9/9/1b7/2w6/3w5/9/4b4/b8 b diagonal=on losing_count=1", "e2e3",
               "w7w/9/9/1b7/9/9/4b4/9/b8 w diagonal=on losing_count=1");
}

/* ---- captures in general ---- */

static void test_all_directions_are_captured_at_once(void **state)
{
    (void)state;
    check_move("w7w/4b4/4w4/4w4/1bww1wwb1/9/9/b7b/4b3w b quiet=7", "e1e5",
               "w7w/4b4/9/9/1b2b2b1/9/9/b7b/8w w");
    check_move("w1wb5/b8/9/9/1b7/9/9/w7w/w6bb b", "b5b9", "1b1b5/b8/9/9/9/9/9/w7w/w6bb w");
}

static void test_moving_between_two_enemies_is_safe(void **state)
{
    (void)state;
    check_move("w7w/9/9/9/2w1w4/9/9/9/b2b4b b", "d1d5", "w7w/9/9/9/2wbw4/9/9/9/b7b w quiet=1");
    check_move("w7w/9/9/9/2wbw4/9/9/9/b7b w", "a9a8", /* also when another piece moves */
               "8w/w8/9/9/2wbw4/9/9/9/b7b b quiet=1");
}

/* A pincer that stands already takes nothing when another piece moves. */
static void test_only_the_moved_piece_captures(void **state)
{
    (void)state;
    check_move("w7w/9/9/9/2bwb4/9/9/w8/b7b b", "a1b1", "w7w/9/9/9/2bwb4/9/9/w8/1b6b w quiet=1");
}

/* Taking d5 opens no new capture of d7: it stands between d8 and the empty d6. */
static void test_there_is_no_chain_reaction(void **state)
{
    (void)state;
    check_move("w7w/3b5/3w5/3w5/2bw1b3/9/9/9/b3b3b b", "e1e5",
               "w7w/3b5/3w5/3w5/2b1bb3/9/9/9/b7b w");
}

static void test_a_piece_taken_twice_is_counted_once(void **state)
{
    (void)state;
    check_move("wwb6/b1b6/9/9/9/9/9/1b7/6www b corner=group edge=on", "b2b8",
               "2b6/bbb6/9/9/9/9/9/9/6www w corner=group edge=on");
    check_move("w7w/9/9/9/9/9/1b7/2w6/bw2b3w b edge=on diagonal=on losing_count=1", "e1c1",
               "w7w/9/9/9/9/9/1b7/2w6/b1b5w w diagonal=on edge=on losing_count=1");
}

/* ---- options, one by one ---- */

static void test_edge_takes_enclosed_groups_at_the_edge(void **state)
{
    (void)state;
    check_move("w7w/w8/9/9/3b5/9/9/2b6/1bwwb4 b edge=on", "d5d2",
               "w7w/w8/9/9/9/9/9/2bb5/1b2b4 w edge=on");
    check_move("w7w/w8/9/9/3b5/9/9/2b6/1bwwb4 b", "d5d2", "w7w/w8/9/9/9/9/9/2bb5/1bwwb4 w quiet=1");
    check_move("w8/b8/9/w7w/1b7/9/9/w8/3b4b b corner=none edge=on", "b5b9", /* corners too */
               "1b7/b8/9/w7w/9/9/9/w8/3b4b w corner=none edge=on");
}

static void test_losing_count_ends_the_game(void **state)
{
    (void)state;
    check_result("www6/9/9/9/9/9/9/9/bbb6 b", "* none");
    check_result("www6/9/9/9/9/9/9/9/bb7 b", "0-1 piece-count");
    check_result("ww7/9/9/9/9/9/9/9/bb7 w", "1-0 piece-count"); /* the player to move first */
    check_result("www6/9/9/9/9/9/9/9/bb7 b losing_count=1", "* none");
    check_result("www6/9/9/9/9/9/9/9/b8 b losing_count=1", "0-1 piece-count");
    check_result("wwww5/9/9/9/9/9/9/9/bbb6 w losing_count=3", "0-1 piece-count");
    check_result("wwwww4/9/9/9/9/9/9/9/bbbb5 b losing_count=4", "0-1 piece-count");
    check_result("9/9/9/9/9/9/9/9/bbb6 w", "1-0 no-pieces");
}

static void test_difference_ends_the_game(void **state)
{
    (void)state;
    check_result("wwwwwwwww/9/9/9/9/9/9/9/bbbbbb3 b", "* none");
    check_result("wwwwwwwww/9/9/9/9/9/9/9/bbbbb4 b", "0-1 piece-difference");
    check_result("wwwww4/9/9/9/9/9/9/9/bbbbbbbbb b", "1-0 piece-difference");
    check_result("wwwwwwwww/9/9/9/9/9/9/9/bbb6 b difference=off", "* none");
    check_result("wwwwwwwww/9/9/9/9/9/9/9/bbbbbbb2 b difference=1", "0-1 piece-difference");
    check_result("wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbb1 b difference=1", "* none");
    check_result("wwwwwwwww/wwwwwwwww/9/9/9/9/9/9/bbb6 b difference=17", "* none");
}

static void test_no_capture_limit_ends_the_game(void **state)
{
    (void)state;
    const char *even = "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b",
               *ahead = "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbb2";
    char text[200];
    snprintf(text, sizeof text, "%s quiet=99", even);
    check_result(text, "* none");
    snprintf(text, sizeof text, "%s quiet=100", even);
    check_result(text, "1/2-1/2 no-capture");
    snprintf(text, sizeof text, "%s quiet=5 no_capture=5", even);
    check_result(text, "1/2-1/2 no-capture");
    snprintf(text, sizeof text, "%s quiet=10000 no_capture=off", even);
    check_result(text, "* none");
    snprintf(text, sizeof text, "%s b quiet=100", ahead);
    check_result(text, "1/2-1/2 no-capture");
    snprintf(text, sizeof text, "%s b quiet=100 no_capture_result=pieces", ahead);
    check_result(text, "0-1 no-capture");
    snprintf(text, sizeof text, "%s w quiet=100 no_capture_result=pieces", ahead);
    check_result(text, "0-1 no-capture");
    snprintf(text, sizeof text, "%s quiet=100 no_capture_result=pieces", even);
    check_result(text, "1/2-1/2 no-capture");
}

static void test_five_in_a_row_wins_outside_the_home_rows(void **state)
{
    (void)state;
    check_result("startpos goal=five", "* none");
    check_result("startpos goal=five setup=two", "* none");
    check_result("wwwwwwwww/9/9/9/2bbbbb2/9/9/9/bbbb5 w", "* none");
    check_result("wwwwwwwww/9/9/9/2bbbbb2/9/9/9/bbbb5 w goal=five", "1-0 five");
    check_result("wwwwwwwww/9/9/9/2bbbb3/9/9/9/bbbbb4 w goal=five", "* none");
    check_result("wwww5/9/9/9/9/9/9/2wwwww2/bbbbbbbbb b goal=five", "0-1 five");
    check_result("wwww5/2wwwww2/9/9/9/9/9/9/bbbbbbbbb b goal=five setup=two", "* none");
    check_result("wwwwwwwww/9/9/9/b8/b8/b8/b8/bbbbb4 w goal=five", "* none"); /* one at home */
}

static void test_lines_of_five_follow_the_option(void **state)
{
    (void)state;
    const char *rank = "wwwwwwwww/9/9/9/2bbbbb2/9/9/9/bbbb5 w goal=five";
    const char *file = "wwwwwwwww/9/9/b8/b8/b8/b8/b8/1bbbb4 w goal=five";
    const char *slant = "wwwwwwwww/9/9/b8/1b7/2b6/3b5/4b4/bbbb5 w goal=five";
    const char *winners[3][3] = {{"1-0 five", "1-0 five", "1-0 five"},
                                 {"* none", "1-0 five", "1-0 five"},
                                 {"1-0 five", "1-0 five", "* none"}};
    const char *lines[3] = {"all", "no-ranks", "orthogonal"};
    for (int i = 0; i < 3; i++) {
        const char *positions[3] = {rank, file, slant};
        for (int k = 0; k < 3; k++) {
            char text[200];
            snprintf(text, sizeof text, "%s five_lines=%s", positions[k], lines[i]);
            check_result(text, winners[i][k]);
        }
    }
}

static void test_jumps_leap_over_one_piece_of_either_colour(void **state)
{
    (void)state;
    check_illegal("startpos setup=two", "a1a3");
    check_move("startpos setup=two jumps=on", "a1a3",
               "wwwwwwwww/wwwwwwwww/9/9/9/9/b8/bbbbbbbbb/1bbbbbbbb w quiet=1 setup=two jumps=on");
    check_illegal("startpos setup=two jumps=on", "a1a4");
    check_illegal("startpos jumps=on", "a1c1");                     /* c1 is not empty */
    check_illegal("www6/9/9/9/b1w6/9/9/9/bbb6 b jumps=on", "a5d5"); /* not adjacent */
    check_move("www6/9/9/9/bw7/9/9/9/bbb6 b jumps=on", "a5c5",      /* takes nothing itself */
               "www6/9/9/9/1wb6/9/9/9/bbb6 w quiet=1 jumps=on");
}

static void test_suicide_can_be_forbidden(void **state)
{
    (void)state;
    check_illegal("w7w/9/9/9/2w1w4/9/9/9/b2b4b b suicide=off", "d1d5");
    check_illegal("w7w/9/9/9/2wb1w3/9/9/9/b3b3b b suicide=off", "e1e5"); /* with a neighbour */
    check_move("w7w/9/9/9/1bw1w4/9/9/9/b2b4b b suicide=off", "d1d5",     /* takes its way out */
               "w7w/9/9/9/1b1bw4/9/9/9/b7b w suicide=off");
    check_illegal("w7w/9/9/9/2w6/9/4w4/9/b2b4b b suicide=off diagonal=on", "d1d4");
    check_illegal("1wb6/w8/9/9/8w/9/9/9/b7b b jumps=on suicide=off", "c9a9"); /* a corner */
    check_move("1wb6/w8/9/9/8w/9/9/9/b7b b jumps=on suicide=off corner=none", "c9a9",
               "bw7/w8/9/9/8w/9/9/9/b7b w quiet=1 corner=none jumps=on suicide=off");
}

static void test_a_blocked_player_may_lose_instead(void **state)
{
    (void)state;
    check_result("9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w", "* none");
    check_result("9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w blocked=lose", "1-0 blocked");
    check_result("9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 b blocked=lose", "* none");
}

/* ---- draws ---- */

/* Black's fortress in the corner cannot be broken; he shuffles a1 and b1 behind it. */
static void test_the_fortress_ends_by_repetition(void **state)
{
    (void)state;
    Session *session = session_new(hasami());
    assert_non_null(session);
    assert_true(
        session_play_moves(session, "a1a2 e9e8 i1i2 e8e9 b1b2 e9e8 c1a1 e8e9 d1c1 e9e8", NULL));
    for (int i = 0; i < 7; i++) { /* the position after d1c1 comes back every four plies */
        static const char *const moves[] = {"a1b1", "e8e9", "b1a1", "e9e8"};
        Result                   result = session_result(session);
        assert_string_equal(result_words(&result), "* none");
        assert_true(session_play_text(session, moves[i % 4], NULL));
    }
    Result result = session_result(session);
    assert_string_equal(result_words(&result), "1/2-1/2 repetition");
    session_delete(session);
}

static void test_a_pass_counts_as_a_ply_without_capture(void **state)
{
    (void)state;
    check_move("9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w quiet=41", "pass",
               "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 b quiet=42");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure_1_pieces_slide_like_rooks),
        cmocka_unit_test(test_figure_2_a_blocked_player_passes_and_only_then),
        cmocka_unit_test(test_figure_3_a_piece_between_two_on_a_rank_is_taken),
        cmocka_unit_test(test_figure_4_a_piece_between_two_on_a_file_is_taken),
        cmocka_unit_test(test_figure_5_a_closed_run_is_taken_whole),
        cmocka_unit_test(test_figure_6_a_corner_piece_is_taken_from_both_neighbours),
        cmocka_unit_test(test_figure_7_a_group_in_the_corner_needs_the_option),
        cmocka_unit_test(test_figure_8_diagonal_runs_need_the_option),
        cmocka_unit_test(test_all_directions_are_captured_at_once),
        cmocka_unit_test(test_moving_between_two_enemies_is_safe),
        cmocka_unit_test(test_only_the_moved_piece_captures),
        cmocka_unit_test(test_there_is_no_chain_reaction),
        cmocka_unit_test(test_a_piece_taken_twice_is_counted_once),
        cmocka_unit_test(test_edge_takes_enclosed_groups_at_the_edge),
        cmocka_unit_test(test_losing_count_ends_the_game),
        cmocka_unit_test(test_difference_ends_the_game),
        cmocka_unit_test(test_no_capture_limit_ends_the_game),
        cmocka_unit_test(test_five_in_a_row_wins_outside_the_home_rows),
        cmocka_unit_test(test_lines_of_five_follow_the_option),
        cmocka_unit_test(test_jumps_leap_over_one_piece_of_either_colour),
        cmocka_unit_test(test_suicide_can_be_forbidden),
        cmocka_unit_test(test_a_blocked_player_may_lose_instead),
        cmocka_unit_test(test_the_fortress_ends_by_repetition),
        cmocka_unit_test(test_a_pass_counts_as_a_ply_without_capture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
