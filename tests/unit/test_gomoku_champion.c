/* Gomoku's champion: it finds what is won, never plays what is not allowed, and keeps its limits.
 */
#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "games/gomoku/champion/gomoku_vct.h"
#include "search/frame/search.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 20, MAX_VCF_NODES = 500000 };

static SearchContext search(const Game *game, Bytes *pos, Tt *table, uint64_t nodes, int lines)
{
    SearchContext context = {.limits = {.nodes = nodes}, .table = table, .lines = lines};
    if (table != NULL)
        tt_clear(table);
    search_run(game, pos, SEARCHER_champion, &context);
    return context;
}

/* ---- positions that are won ---- */

static void check_tactic(const Game *game, const char *kind, long number, const char *text,
                         Tt *table)
{
    Bytes pos;
    Move  line[VCF_LINE];
    int   length;
    must_parse(game, text, &pos);
    const gomoku_pos *p = (const gomoku_pos *)&pos;
    if (strcmp(kind, "none") == 0) {
        assert_int_equal(gomoku_find_vcf(p, MAX_VCF_NODES, (int)number, line, &length), 0);
        return;
    }
    if (strcmp(kind, "threats") == 0) {
        tt_clear(table);
        assert_true(gomoku_find_vct(p, (uint64_t)number, table, line) > 0);
        return;
    }
    uint64_t most = MAX_VCF_NODES;
    if (strcmp(kind, "fours") == 0)
        assert_true(gomoku_find_vcf(p, MAX_VCF_NODES, (int)number, line, &length) > 0);
    else
        most = (uint64_t)number;
    SearchContext found = search(game, &pos, table, most, 1);
    if (found.score < SCORE_FORCED)
        fail_msg("not found: %s", text);
}

static void test_wins_are_found(void **state)
{
    const Game *game = must_find_game("gomoku");
    Str         text = {0};
    Tt         *table = tt_new(4);
    int         count = 0;
    (void)state;
    assert_non_null(table);
    assert_true(file_read("tests/golden/gomoku_tactics.txt", MAX_FILE, &text, NULL));
    for (char *rest = text.text, *line; (line = strsep(&rest, "\n")) != NULL;) {
        char kind[8];
        long number;
        int  length = 0;
        if (line[0] == '#' || line[0] == '\0')
            continue;
        assert_int_equal(sscanf(line, "%7s %ld %n", kind, &number, &length), 2);
        check_tactic(game, kind, number, line + length, table);
        count++;
    }
    assert_true(count > 30);
    str_free(&text);
    tt_delete(table);
}

static void check_move(const char *position, const char *moves)
{
    const Game *game = must_find_game("gomoku");
    Bytes       pos;
    char        word[8];
    bool        is_there = false;
    must_parse(game, position, &pos);
    SearchContext found = search(game, &pos, NULL, 3000, 1);
    snprintf(word, sizeof word, "%c%d", 'a' + (found.best & 31),
             ((const gomoku_pos *)&pos)->size - (found.best >> 5));
    for (const char *at = moves; (at = strstr(at, word)) != NULL; at++)
        is_there |= (at == moves || at[-1] == ' ') && strchr(" ", at[strlen(word)]) != NULL;
    if (!is_there)
        fail_msg("%s: plays %s, not %s", position, word, moves);
}

static void test_obligations_come_first(void **state)
{
    (void)state;
    check_move("startpos", "h8"); /* the middle of an empty board */
    check_move("startpos size=20", "k10 k11 j10 j11");
    check_move("h8a1i8a2j8a3k8a5", "g8 l8");                   /* five */
    check_move("a1h8a2i8a15j8b15k8", "g8 l8");                 /* at least delays one */
    check_move("g8h8a2i8a15j8b15k8", "l8");                    /* the only answer */
    check_move("a1h8a15i8o1j8", "f8 g8 k8 l8");                /* an open three is met */
    check_move("h8a1i8a3j8o1", "g8 k8");                       /* an open four is made */
    check_move("g8h8f8i8e8j8d8k8b8a3 rule=standard", "c8 l8"); /* five, not six: c8 makes six */
}

/* ---- whole games ---- */

/* Against a random player, by the rules: legal always, and it wins. */
static int play_random(const Rules *rules, uint64_t seed, uint64_t nodes)
{
    const Game *game = rules->game;
    Bytes       pos, undo;
    uint64_t    rng = seed;
    int         seat = (int)(seed & 1);
    rules_start(rules, &pos);
    while (game->play(&pos) == PLAY_ON) {
        Move moves[MAX_MOVES];
        int  count = game->gen(&pos, moves);
        Move move = moves[rng_below(&rng, (uint32_t)count)];
        if (game->side(&pos) == seat)
            move = search(game, &pos, NULL, nodes, 1).best;
        assert_true(position_is_legal(game, &pos, move));
        game->make(&pos, move, &undo);
    }
    Play play = game->play(&pos);
    return play == PLAY_DRAWN ? 0 : (play == PLAY_WON) == (game->side(&pos) == seat) ? 1 : -1;
}

static void test_moves_are_legal_under_all_rules(void **state)
{
    Rules list[MAX_RULES];
    int   count = rules_list(must_find_game("gomoku"), list), sum = 0, games = 0;
    (void)state;
    for (int i = 0; i < count; i++)
        for (uint64_t seed = 0; seed < 4; seed++, games++)
            sum += play_random(&list[i], seed, 300);
    assert_true(sum > games / 2);
}

/* ---- limits ---- */

static void test_equal_nodes_give_equal_searches(void **state)
{
    const Game *game = must_find_game("gomoku");
    Tt         *table = tt_new(1);
    Bytes       pos;
    (void)state;
    must_parse(game, "h8i9g9i7i8", &pos);
    SearchContext first = search(game, &pos, table, 20000, 1);
    SearchContext second = search(game, &pos, table, 20000, 1);
    assert_int_equal(first.best, second.best);
    assert_int_equal(first.score, second.score);
    assert_int_equal(first.nodes, second.nodes);
    assert_true(first.nodes < 20000 + 500); /* the last leaf's fours are finished */
    tt_delete(table);
}

static void test_depth_and_time_are_kept(void **state)
{
    const Game *game = must_find_game("gomoku");
    Bytes       pos;
    (void)state;
    must_parse(game, "h8i9g9i7i8", &pos);
    SearchContext deep = {.limits = {.depth = 3}};
    search_run(game, &pos, SEARCHER_champion, &deep);
    assert_int_equal(deep.depth, 3);
    SearchContext timed = {.limits = {.time_us = 50000}};
    int64_t       begun = clock_thread_cpu_us();
    search_run(game, &pos, SEARCHER_champion, &timed);
    assert_true(clock_thread_cpu_us() - begun < 60000);
}

/* No time at all: a move near the others still, not the first of the list. */
static void test_stopped_at_once_it_plays_near_the_stones(void **state)
{
    static const char *const texts[] = {"startpos",
                                        "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w",
                                        "15/15/15/15/15/15/8w6/7b7/6b8/15/15/15/15/15/15 w"};
    const Game              *game = must_find_game("gomoku");
    atomic_bool              stop = true;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Bytes         pos;
        int           from, to;
        SearchContext context = {.stop = &stop};
        must_parse(game, texts[i], &pos);
        search_run(game, &pos, SEARCHER_champion, &context);
        game->squares(&pos, context.best, &from, &to);
        assert_in_range(to / 15, 5, 9);
        assert_in_range(to % 15, 5, 9);
    }
}

static void test_several_lines_differ_and_fall(void **state)
{
    const Game *game = must_find_game("gomoku");
    Bytes       pos;
    (void)state;
    must_parse(game, "h8i9g9i7i8", &pos);
    SearchContext found = search(game, &pos, NULL, 50000, 4);
    assert_int_equal(found.line_count, 4);
    for (int i = 1; i < 4; i++) {
        assert_true(found.found[i].score <= found.found[i - 1].score);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(found.found[i].moves[0], found.found[j].moves[0]);
    }
}

static void test_threads_agree_on_what_is_won(void **state)
{
    const Game *game = must_find_game("gomoku");
    Tt         *table = tt_new(4);
    Bytes       pos;
    (void)state;
    must_parse(game,
               "15/15/10b4/10w4/10w1b2/8b1wb3/8wb5/6wbb6/8b1w4/10w4/10w4/10b4/15/15/15 b "
               "rule=renju",
               &pos);
    SearchContext found = {.limits = {.nodes = 100000}, .table = table, .threads = 3};
    search_run(game, &pos, SEARCHER_champion, &found);
    assert_true(found.score > SCORE_FORCED);
    tt_delete(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wins_are_found),
        cmocka_unit_test(test_obligations_come_first),
        cmocka_unit_test(test_moves_are_legal_under_all_rules),
        cmocka_unit_test(test_equal_nodes_give_equal_searches),
        cmocka_unit_test(test_depth_and_time_are_kept),
        cmocka_unit_test(test_stopped_at_once_it_plays_near_the_stones),
        cmocka_unit_test(test_several_lines_differ_and_fall),
        cmocka_unit_test(test_threads_agree_on_what_is_won),
    };
    return cmocka_run_group_tests_name("gomoku_champion", tests, NULL, NULL);
}
