/* Hasami Shogi: forced wins that the champion must find, tests/golden/hasami_wins.txt.
 *
 * A line: plies, the winning move, and the position. Found in games of the flagship; a proof-number
 * search and, as far as the file says so, full-width PVS without any pruning agree with each. */
#include "engine/player.h"
#include "support.h"

#include "base/file.h"
#include "base/parse.h"

#include <stdio.h>
#include <string.h>

enum { NODES = 200000, DEEP = 9 };

typedef struct {
    int  plies;
    char move[8], position[160];
} Win;

static const Game *hasami(void) { return must_find_game("hasami"); }

static bool next_win(FILE *file, Win *win)
{
    char line[200];
    while (fgets(line, sizeof line, file) != NULL) {
        int length = 0;
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%d %7s %n", &win->plies, win->move, &length), 2);
        line[strcspn(line, "\n")] = '\0';
        snprintf(win->position, sizeof win->position, "%.150s", line + length);
        return true;
    }
    return false;
}

/* The champion's search of a position, as a player would do it. */
static void think(const Win *win, const char *spec, SearchContext *out)
{
    Error    err;
    Player   player;
    Session *session = session_new(hasami());
    assert_non_null(session);
    assert_true(player_parse(hasami(), spec, &player, &err));
    player.limits = (Limits){.nodes = NODES};
    if (!session_set_position(session, win->position, &err))
        fail_msg("%s: %s", win->position, error_words(&err, LANG_EN));
    assert_true(player_choose(session, &player, 1, NULL, out, &err));
    session_delete(session);
}

static void test_the_champion_finds_every_forced_win(void **state)
{
    (void)state;
    static SearchContext found;
    Win                  win;
    int                  count = 0, deep = 0;
    FILE                *file = fopen("tests/golden/hasami_wins.txt", "r");
    assert_non_null(file);
    while (next_win(file, &win)) {
        think(&win, "champion", &found);
        if (found.score < SCORE_MATE - win.plies - 2)
            fail_msg("%s: score %d, but it is won in %d plies", win.position, (int)found.score,
                     win.plies);
        count++;
        deep += win.plies >= DEEP;
    }
    fclose(file);
    assert_true(count >= 12 && deep >= 4);
}

/* The move of the file wins too: the answer to it is lost, as many plies deep. */
static void test_the_moves_of_the_suite_win(void **state)
{
    (void)state;
    static SearchContext found;
    Win                  win;
    FILE                *file = fopen("tests/golden/hasami_wins.txt", "r");
    assert_non_null(file);
    while (next_win(file, &win)) {
        Bytes pos;
        must_parse(hasami(), win.position, &pos);
        must_play(hasami(), win.move, &pos);
        Str text = text_of(hasami(), &pos);
        Win after = {.plies = win.plies - 1};
        snprintf(after.position, sizeof after.position, "%.150s", str_get(&text));
        str_free(&text);
        think(&after, "champion", &found);
        assert_true(found.score < -SCORE_FORCED);
    }
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_champion_finds_every_forced_win),
        cmocka_unit_test(test_the_moves_of_the_suite_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
