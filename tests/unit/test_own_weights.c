/* learn/own_weights: the weights that only one game has are fitted to a file of games, and the text
 * that comes out is what the program is built from. */
#include "engine/session.h"
#include "learn/own_weights.h"
#include "learn/selfplay.h"
#include "place.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double first, last; /* errors held out, of "worth" */
    double first_order, last_order;
} Heard;

static void hear(void *user, const char *line)
{
    Heard      *heard = user;
    const char *number = strstr(line, "held out ");
    assert_non_null(number);
    double  error = strtod(number + strlen("held out "), NULL);
    double *first = strncmp(line, "order", 5) == 0 ? &heard->first_order : &heard->first;
    double *last = strncmp(line, "order", 5) == 0 ? &heard->last_order : &heard->last;
    if (*first == 0)
        *first = error;
    *last = error;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

/* Games of a player that knows nothing but fours: what is fitted to them predicts held-out games
 * better than the program's own weights do, and orders their moves better. */
static void check_rule(const char *start, int colours)
{
    Place      place;
    Error      err;
    Selfplay   run = {.game = must_find_game("gomoku"),
                      .start = start,
                      .player = "pvs,nodes=150",
                      .seed = 5,
                      .games = 150,
                      .threads = 1,
                      .random_plies = 4,
                      .most_plies = 80};
    OwnWeights told;
    Heard      heard = {0};
    Str        text = {0};
    assert_true(place_open(&place));
    assert_true(selfplay_run(&run, place.path, &err));
    assert_true(own_weights_fit(run.game, place.path, 20, hear, &heard, &told, &text, &err));
    assert_true(told.positions > 500 && told.held_out > 0 && told.held_out < told.positions / 2);
    assert_true(heard.last < heard.first);
    assert_true(heard.last_order < heard.first_order);
    assert_int_equal(count_of(str_get(&text), ".shape = {{"), colours);
    assert_int_equal(count_of(str_get(&text), ".order_pair = {{"), colours);
    assert_int_equal(count_of(str_get(&text), "{"), count_of(str_get(&text), "}"));
    str_free(&text);
    place_close(&place);
}

static void test_freestyle_has_one_set_of_weights(void **state)
{
    (void)state;
    check_rule("startpos", 1);
}

static void test_renju_has_a_set_for_each_colour(void **state)
{
    (void)state;
    check_rule("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b rule=renju", 2);
}

static void test_a_game_without_such_weights_is_refused(void **state)
{
    (void)state;
    OwnWeights told;
    Heard      heard = {0};
    Str        text = {0};
    Error      err;
    assert_false(
        own_weights_fit(must_find_game("hasami"), "nothing", 10, hear, &heard, &told, &text, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "hasami"));
    assert_false(
        own_weights_fit(must_find_game("gomoku"), "nothing", 10, hear, &heard, &told, &text, &err));
    str_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_freestyle_has_one_set_of_weights),
        cmocka_unit_test(test_renju_has_a_set_for_each_colour),
        cmocka_unit_test(test_a_game_without_such_weights_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
