/* What a score promises: who is told to have good chances wins, and somebody is told so in time. */
#include "match/openings.h"
#include "support.h"

enum { GAMES = 24, MAX_PLIES = 400 };

typedef struct {
    int    positions, told; /* not yet proven; of them, one side has three chances of four */
    double points;          /* of the favoured sides there */
} Promises;

static void play(const Player *player, Session *session, uint64_t number, Promises *out)
{
    const Game   *game = session_game(session);
    Openings      openings = {.random_plies = 4, .is_sensible = true, .seed = 3};
    int           favoured[MAX_PLIES], told = 0;
    SearchContext context;
    Error         err;
    session_forget(session, 0);
    session_forget(session, 1);
    assert_true(session_set_position(session, "startpos", &err));
    assert_true(openings_play(&openings, number, session, &err));
    while (!session_result(session).is_over && session_ply(session) < MAX_PLIES) {
        assert_true(player_choose(session, player, number, NULL, &context, &err));
        int    side = session_side(session);
        double chance = player_chance(game, player, context.score);
        assert_true(chance >= 0 && chance <= 1);
        if (chance > 0 && chance < 1) {
            out->positions++;
            if (chance > 0.75 || chance < 0.25)
                favoured[told++] = chance > 0.5 ? side : 1 - side;
        }
        assert_true(session_play(session, context.best, &err));
    }
    int winner = session_result(session).winner;
    out->told += told;
    for (int i = 0; i < told; i++)
        out->points += winner == PLAYER_NONE ? 0.5 : winner == favoured[i];
}

static Promises promises_of(const char *id, const char *player_text)
{
    const Game *game = must_find_game(id);
    Player      player = must_parse_player(game, player_text);
    Session    *session = session_new(game);
    Promises    found = {0};
    assert_non_null(session);
    player.table_megabytes = 1;
    for (uint64_t number = 0; number < GAMES; number++)
        play(&player, session, number, &found);
    session_delete(session);
    return found;
}

static void check(const char *id, const char *player)
{
    Promises found = promises_of(id, player);
    if (found.told * 50 < found.positions || found.points < 0.7 * found.told)
        fail_msg("%s, %s: %d of %d positions decided, %.1f points there", id, player, found.told,
                 found.positions, found.points);
}

static void test_chances_come_true(void **state)
{
    (void)state;
    check("gomoku", "champion,nodes=1500");
    check("gomoku", "pvs,depth=2");
    check("hasami", "champion,nodes=600");
    check("hasami", "flagship,eval=champion,nodes=600");
    check("fousfous", "champion,nodes=300");
}

static void test_what_is_forced_is_certain(void **state)
{
    const Game *game = must_find_game("gomoku");
    Player      champion = must_parse_player(game, "champion");
    (void)state;
    assert_true(player_chance(game, &champion, SCORE_MATE - 5) >= 1);
    assert_true(player_chance(game, &champion, 5 - SCORE_MATE) <= 0);
    assert_true(player_chance(game, NULL, SCORE_MATE - 5) >= 1);
    for (Score score = -2000; score < 2000; score += 100) {
        double sum = player_chance(game, &champion, score) + player_chance(game, &champion, -score);
        assert_true(sum > 1 - 1e-9 && sum < 1 + 1e-9);
        assert_true(player_chance(game, &champion, score) <
                    player_chance(game, &champion, score + 100));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chances_come_true),
        cmocka_unit_test(test_what_is_forced_is_certain),
    };
    return cmocka_run_group_tests_name("chances", tests, NULL, NULL);
}
