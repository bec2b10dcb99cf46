/* Levels and the players they are made of: what they always see, and that chance is the seed's. */
#include "base/rng.h"
#include "engine/player.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { MAX_PLIES = 60 };

static Move choose(Session *session, const Player *player, uint64_t seed)
{
    static SearchContext found;
    Error                err;
    session_forget(session, session_side(session));
    if (!player_choose(session, player, seed, NULL, &found, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return found.best;
}

/* ---- what is true in a position, by the rules alone ---- */

/* Has `side` won after this move of its own? */
static bool wins_with(Session *session, Move move, int side)
{
    assert_true(session_play(session, move, NULL));
    Result result = session_result(session);
    assert_true(session_undo(session));
    return result.is_over && result.winner == side;
}

static bool can_win_at_once(Session *session)
{
    Move moves[MAX_MOVES];
    int  count = session_game(session)->gen(session_position(session), moves);
    for (int i = 0; i < count; i++)
        if (wins_with(session, moves[i], session_side(session)))
            return true;
    return false;
}

/* May the other side win at once after this move? */
static bool allows_a_win(Session *session, Move move)
{
    assert_true(session_play(session, move, NULL));
    bool allows = !session_result(session).is_over && can_win_at_once(session);
    assert_true(session_undo(session));
    return allows;
}

static bool can_be_saved(Session *session)
{
    Move moves[MAX_MOVES];
    int  count = session_game(session)->gen(session_position(session), moves);
    for (int i = 0; i < count; i++)
        if (!allows_a_win(session, moves[i]))
            return true;
    return false;
}

/* What the players to be tried must do here; false: nothing in particular. */
typedef struct {
    bool must_win, must_stop;
} Duty;

static Duty duty_here(Session *session)
{
    Duty duty = {.must_win = can_win_at_once(session)};
    Move moves[MAX_MOVES];
    if (duty.must_win || session_game(session)->gen(session_position(session), moves) == 0)
        return duty;
    /* Some move lets the other win at once and some other does not. */
    bool is_threatened = false;
    int  count = session_game(session)->gen(session_position(session), moves);
    for (int i = 0; i < count && i < 8 && !is_threatened; i++)
        is_threatened = allows_a_win(session, moves[(i * 37) % count]);
    duty.must_stop = is_threatened && can_be_saved(session);
    return duty;
}

static void check_duty(Session *session, Duty duty, const Player *player, const char *name,
                       uint64_t seed)
{
    Move move = choose(session, player, seed);
    Str  text = text_of(session_game(session), session_position(session));
    if (duty.must_win && !wins_with(session, move, session_side(session)))
        fail_msg("%s does not win at once: %s", name, str_get(&text));
    if (duty.must_stop && allows_a_win(session, move))
        fail_msg("%s does not stop a win: %s", name, str_get(&text));
    str_free(&text);
}

/* Games of weak players, in which such positions come about; each is shown to every player. */
static int show_positions(const Game *game, int games, const char *const names[], int name_count)
{
    Session *session = session_new(game);
    Player   weak[2] = {must_parse_player(game, "level2"), must_parse_player(game, "level3")};
    int      duties = 0;
    for (int i = 0; i < games; i++) {
        assert_true(session_set_position(session, "startpos", NULL));
        for (int ply = 0; ply < MAX_PLIES && !session_result(session).is_over; ply++) {
            uint64_t seed = rng_mix((uint64_t)(1000 * i + ply));
            Duty     duty = duty_here(session);
            duties += duty.must_win || duty.must_stop;
            for (int k = 0; k < name_count && (duty.must_win || duty.must_stop); k++) {
                Player player = must_parse_player(game, names[k]);
                check_duty(session, duty, &player, names[k], seed);
            }
            assert_true(session_play(session, choose(session, &weak[ply % 2], seed), NULL));
        }
    }
    session_delete(session);
    return duties;
}

/* ---- tests ---- */

static void test_every_level_has_a_player(void **state)
{
    const Game *game = *state;
    assert_true(named_player_count(game) >= LEVEL_COUNT);
    for (int i = 0; i < LEVEL_COUNT; i++) {
        char         name[32];
        PlayerPreset preset = named_player(game, i);
        snprintf(name, sizeof name, "level%d", i + 1);
        assert_string_equal(preset.name, name);
        Player by_name = must_parse_player(game, name);
        Player by_text = must_parse_player(game, preset.settings);
        assert_true(player_is_same(&by_name, &by_text));
        assert_false(by_name.is_human);
    }
    Player ignored;
    assert_false(player_parse(game, "level0", &ignored, NULL));
    assert_false(player_parse(game, "level11", &ignored, NULL));
}

static void test_careful_takes_wins_and_stops_losses_in_one(void **state)
{
    static const char *const names[] = {"careful"};
    assert_true(show_positions(*state, 6, names, 1) > 0);
}

/* The strongest think by time: a short one is enough for what is one move away. */
static void test_levels_from_the_stated_one_take_wins_and_stop_losses_in_one(void **state)
{
    static const char *const names[] = {"level4", "level5", "level6", "level7", "level8"};
    _Static_assert(LEVEL_ALERT == 4, "the levels named here begin with the stated one");
    assert_true(show_positions(*state, 3, names, sizeof names / sizeof names[0]) > 0);
}

static void test_chance_is_the_seeds(void **state)
{
    const Game *game = *state;
    Session    *session = session_new(game);
    Player      player = must_parse_player(game, "level1");
    int         others = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Move move = choose(session, &player, seed);
        assert_int_equal(choose(session, &player, seed), move);
        others += move != choose(session, &player, 1);
    }
    assert_true(others > 0); /* it does not see the same things every time */
    session_delete(session);
}

/* The same seed with and without lapses: each of its moves is one that sees all or one that errs.
 */
static void test_lapses_are_of_some_moves_only(void **state)
{
#define ERRING "casual,depth=2,miss=90,noise=20,alert=2,table=off"
    const Game *game = *state;
    Session    *session = session_new(game);
    Player      clear = must_parse_player(game, "casual,depth=2,alert=2,table=off");
    Player      erring = must_parse_player(game, ERRING);
    Player      lapsing = must_parse_player(game, ERRING ",lapse=50");
    int         clear_only = 0, erring_only = 0;
#undef ERRING
    for (uint64_t seed = 1; seed <= 60; seed++) {
        Move sound = choose(session, &clear, seed), flawed = choose(session, &erring, seed);
        Move move = choose(session, &lapsing, seed);
        assert_true(move == sound || move == flawed);
        clear_only += move == sound && move != flawed;
        erring_only += move == flawed && move != sound;
    }
    assert_true(clear_only >= 10 && erring_only >= 10);
    session_delete(session);
}

static void test_what_sees_nothing_still_moves(void **state)
{
    const Game *game = *state;
    Session    *session = session_new(game);
    Player      player = must_parse_player(game, "casual,depth=3,miss=100,fade=100,noise=1000");
    for (int ply = 0; ply < 20 && !session_result(session).is_over; ply++)
        assert_true(session_play(session, choose(session, &player, (uint64_t)ply), NULL));
    session_delete(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_level_has_a_player),
        cmocka_unit_test(test_careful_takes_wins_and_stops_losses_in_one),
        cmocka_unit_test(test_levels_from_the_stated_one_take_wins_and_stop_losses_in_one),
        cmocka_unit_test(test_chance_is_the_seeds),
        cmocka_unit_test(test_lapses_are_of_some_moves_only),
        cmocka_unit_test(test_what_sees_nothing_still_moves),
    };
    return run_for_every_game("levels", tests, sizeof tests / sizeof tests[0]);
}
