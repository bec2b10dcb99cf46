/* learn/gamefile and learn/selfplay: games come back as they were, damage is found, and neither
 * threads nor interruptions change a byte. */
#include "base/file.h"
#include "base/rng.h"
#include "core/solver.h"
#include "learn/selfplay.h"
#include "place.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Selfplay usual(const char *game, uint64_t games)
{
    return (Selfplay){.game = must_find_game(game),
                      .start = "startpos",
                      .player = "pvs,nodes=100",
                      .seed = 7,
                      .games = games,
                      .threads = 1,
                      .random_plies = 2,
                      .explore = 50,
                      .most_plies = 60};
}

static void must_run(const Selfplay *run, const char *path)
{
    Error err = {0};
    if (!selfplay_run(run, path, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
}

static Str must_read(const char *path)
{
    Str   text = {0};
    Error err;
    assert_true(file_read(path, 1 << 24, &text, &err));
    return text;
}

static void assert_same_files(const char *a, const char *b)
{
    Str texts[2] = {must_read(a), must_read(b)};
    assert_int_equal(texts[0].size, texts[1].size);
    assert_memory_equal(texts[0].text, texts[1].text, texts[0].size);
    str_free(&texts[0]);
    str_free(&texts[1]);
}

/* ---- the file ----------------------------------------------------------------------------------
 */

/* Any legal game, with scores of every kind. */
static void make_game(const Game *game, const void *start, uint64_t number, LearntGame *out)
{
    static const int32_t scores[] = {0, 1, -1, 250, -250, 32767, -32767, GAMEFILE_NO_SCORE};
    Bytes                pos, undo;
    uint64_t             rng = number;
    memset(out, 0, sizeof *out);
    out->number = number;
    memcpy(&pos, start, game->pos_size);
    for (int ply = 0; ply < 30 && game->play(&pos) == PLAY_ON; ply++) {
        Move moves[MAX_MOVES];
        int  count = game->gen(&pos, moves);
        out->moves[ply] = moves[rng_below(&rng, (uint32_t)count)];
        out->scores[ply] = scores[rng_below(&rng, 8)];
        game->make(&pos, out->moves[ply], &undo);
        out->plies++;
    }
    out->opening = (int)rng_below(&rng, (uint32_t)out->plies + 1);
    out->is_cut = rng_below(&rng, 4) == 0;
    out->points = out->is_cut ? 1 : (int)rng_below(&rng, 3);
}

static void write_games(const Game *game, const char *path, uint64_t until)
{
    GameFileHead head = {.game = game};
    Bytes        start;
    Error        err = {0};
    uint64_t     next;
    LearntGame  *played = malloc(sizeof *played);
    assert_non_null(played);
    str_text(&head.start, "startpos");
    str_text(&head.maker, "a test");
    must_parse(game, "startpos", &start);
    GameWriter *writer = gamefile_open(path, &head, &next, &err);
    assert_non_null(writer);
    for (; next < until; next++) {
        Str encoded = {0};
        make_game(game, &start, next, played);
        gamefile_encode(game, &start, played, &encoded);
        assert_true(gamefile_add(writer, &encoded, &err));
        str_free(&encoded);
    }
    assert_true(gamefile_close(writer, &err));
    gamefile_head_free(&head);
    free(played);
}

/* Reads `count` games and holds each against the one that was written. */
static void assert_games(const Game *game, const char *path, uint64_t count)
{
    GameReader  reader;
    Error       err = {0};
    Str         bytes = must_read(path);
    bool        is_end = false;
    LearntGame *pair = malloc(2 * sizeof *pair);
    assert_non_null(pair);
    assert_true(gamefile_read(&reader, (const uint8_t *)bytes.text, bytes.size, &err));
    assert_ptr_equal(reader.head.game, game);
    assert_string_equal(str_get(&reader.head.maker), "a test");
    for (uint64_t i = 0; i <= count; i++) {
        memset(&pair[0], 0, sizeof pair[0]);
        assert_true(gamefile_next(&reader, &pair[0], &is_end, &err));
        assert_int_equal(is_end, i == count);
        make_game(game, reader.start, i, &pair[1]);
        if (!is_end)
            assert_memory_equal(&pair[0], &pair[1], sizeof pair[0]);
    }
    assert_false(reader.is_torn);
    gamefile_reader_free(&reader);
    str_free(&bytes);
    free(pair);
}

static void test_games_come_back_as_they_were(void **state)
{
    Place *place = *state;
    for (size_t i = 0; i < game_count(); i++) {
        write_games(game_at(i), place->path, 150);
        assert_games(game_at(i), place->path, 150);
        unlink(place->path);
    }
}

static void test_a_file_grows_to_the_same_bytes(void **state)
{
    static const uint64_t steps[] = {1, 5, 64, 65, 127, 128, 200};
    Place                *place = *state;
    const Game           *game = must_find_game("connect4");
    write_games(game, place->other, 200);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        write_games(game, place->path, steps[i]);
        assert_games(game, place->path, steps[i]);
    }
    assert_same_files(place->path, place->other);
}

/* Wherever the writer was killed, he goes on to the same bytes. */
static void test_a_torn_file_is_finished(void **state)
{
    Place      *place = *state;
    const Game *game = must_find_game("tictactoe");
    Error       err;
    write_games(game, place->other, 100);
    Str whole = must_read(place->other);
    for (size_t size = 0; size < whole.size; size += size < 300 ? 1 : 97) {
        assert_true(file_write(place->path, whole.text, size, &err));
        write_games(game, place->path, 100);
        assert_same_files(place->path, place->other);
    }
    str_free(&whole);
}

/* Every changed byte is found, or what is lost is a torn end. */
static void test_every_damaged_byte_is_found(void **state)
{
    Place      *place = *state;
    LearntGame *game = malloc(sizeof *game);
    write_games(must_find_game("tictactoe"), place->path, 70);
    Str whole = must_read(place->path);
    for (size_t at = 0; at < whole.size; at++) {
        GameReader reader;
        Error      err = {0};
        bool       is_end = false;
        uint64_t   games = 0;
        whole.text[at] ^= 16;
        bool ok = gamefile_read(&reader, (const uint8_t *)whole.text, whole.size, &err);
        while (ok && !is_end) {
            ok = gamefile_next(&reader, game, &is_end, &err);
            games += ok && !is_end;
        }
        assert_true(!ok || (reader.is_torn && games < 70));
        gamefile_reader_free(&reader);
        whole.text[at] ^= 16;
    }
    str_free(&whole);
    free(game);
}

static void test_a_file_of_other_games_is_left_alone(void **state)
{
    Place   *place = *state;
    Error    err = {0};
    Selfplay run = usual("connect4", 3);
    must_run(&run, place->path);
    Str before = must_read(place->path);
    run.seed = 8;
    assert_false(selfplay_run(&run, place->path, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "made in another way"));
    Str after = must_read(place->path);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.text, after.text, before.size);
    str_free(&before);
    str_free(&after);
}

static void test_a_tenth_of_the_games_is_held_out(void **state)
{
    (void)state;
    int count = 0;
    for (uint64_t i = 0; i < 10000; i++) {
        count += gamefile_is_held_out(i, 10);
        assert_false(gamefile_is_held_out(i, 0));
        assert_true(gamefile_is_held_out(i, 100));
    }
    assert_in_range(count, 900, 1100);
}

/* ---- the games ---------------------------------------------------------------------------------
 */

static void test_threads_change_no_byte(void **state)
{
    Place   *place = *state;
    Selfplay run = usual("connect4", 150);
    must_run(&run, place->path);
    run.threads = 3;
    must_run(&run, place->other);
    assert_same_files(place->path, place->other);
}

static void test_a_stopped_run_goes_on_to_the_same_bytes(void **state)
{
    Place   *place = *state;
    Selfplay run = usual("fousfous", 70);
    must_run(&run, place->other);
    for (run.games = 10; run.games <= 70; run.games += 20)
        must_run(&run, place->path);
    assert_same_files(place->path, place->other);
}

static void test_results_are_those_of_the_games(void **state)
{
    Place      *place = *state;
    Selfplay    run = usual("hasami", 20);
    GameReader  reader;
    Error       err = {0};
    LearntGame *game = malloc(sizeof *game);
    bool        is_end = false;
    run.most_plies = 30;
    must_run(&run, place->path);
    Str bytes = must_read(place->path);
    assert_true(gamefile_read(&reader, (const uint8_t *)bytes.text, bytes.size, &err));
    while (gamefile_next(&reader, game, &is_end, &err) && !is_end) {
        assert_int_equal(game->opening, 2 + (int)(game->number & 1));
        assert_true(game->plies <= 30 && (game->plies == 30 || !game->is_cut));
        for (int ply = 0; ply < game->plies; ply++)
            assert_int_equal(game->scores[ply] == GAMEFILE_NO_SCORE, ply < game->opening);
        /* Whoever wins saw it coming. */
        int last = game->scores[game->plies - 1], side = (game->plies - 1) & 1;
        if (game->points != 1)
            assert_int_equal(last > 0, (game->points == 2) == (side == 0));
    }
    assert_true(is_end && reader.next == 20);
    gamefile_reader_free(&reader);
    str_free(&bytes);
    free(game);
}

static void test_players_who_cannot_repeat_themselves_are_refused(void **state)
{
    static const char *const players[] = {"human", "pvs,time=1", "pvs,nodes=9,threads=2", "random",
                                          "nobody"};
    Place                   *place = *state;
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        Selfplay run = usual("tictactoe", 2);
        Error    err = {0};
        run.player = players[i];
        assert_false(selfplay_run(&run, place->path, &err));
        assert_true(err.code != 0);
        assert_int_not_equal(access(place->path, F_OK), 0);
    }
}

/* ---- the exact solver's positions --------------------------------------------------------------
 */

enum { SOLVED = 10 };

typedef struct {
    const Game *game;
    void       *solver;
    int (*left)(const Game *game, const void *pos);
    int solved, others;
} Judge;

static int count_empty(const Game *game, const void *pos)
{
    Board board;
    game->to_board(pos, &board);
    return board_count(&board, CELL_EMPTY);
}

/* What the solver was asked for is the truth, and the game ended as it says. */
static bool judge_position(const LearntPosition *position, void *user, Error *err)
{
    const void *pos = position->pos;
    Judge      *judge = user;
    Truth       truth;
    if (judge->left(judge->game, pos) > SOLVED) {
        judge->others++;
        return true;
    }
    assert_true(judge->game->solver->solve(judge->solver, pos, &truth, err));
    int outcome = (truth.score > 0) - (truth.score < 0);
    assert_int_equal(position->score, outcome * GAMEFILE_BEST);
    assert_int_equal(position->points, 1 + outcome);
    assert_true(outcome == 0 || judge->left(judge->game, pos) >= SOLVED / 2);
    judge->solved++;
    return true;
}

/* So many positions were solved in 20 games. */
static int solve_games(const Place *place, const char *name,
                       int left(const Game *game, const void *pos))
{
    const Game *game = must_find_game(name);
    Selfplay    run = usual(name, 20);
    SolverSetup setup = {0};
    Judge       judge = {.game = game, .solver = game->solver->open(&setup, NULL), .left = left};
    Error       err = {0};
    run.solve = SOLVED;
    must_run(&run, place->path);
    if (!gamefile_each_position(place->path, game, judge_position, &judge, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    assert_true(judge.others > 20);
    game->solver->close(judge.solver);
    run.threads = 3;
    must_run(&run, place->other);
    assert_same_files(place->path, place->other);
    return judge.solved;
}

static void test_solved_positions_have_their_true_score(void **state)
{
    assert_true(solve_games(*state, "fousfous", position_pieces) >= 20 * (SOLVED - SOLVED / 2));
}

/* Few games between these are still open with ten cells empty. */
static void test_where_pieces_are_placed_empty_cells_are_counted(void **state)
{
    assert_true(solve_games(*state, "connect4", count_empty) >= 20);
}

static void test_a_game_without_a_solver_solves_nothing(void **state)
{
    Selfplay run = usual("gomoku", 1);
    Error    err = {0};
    (void)state;
    run.solve = 5;
    assert_false(selfplay_check(&run, &err));
    assert_non_null(strstr(error_words(&err, LANG_EN), "no exact solver"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_games_come_back_as_they_were, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_a_file_grows_to_the_same_bytes, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_a_torn_file_is_finished, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_every_damaged_byte_is_found, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_a_file_of_other_games_is_left_alone, make_place,
                                        remove_place),
        cmocka_unit_test(test_a_tenth_of_the_games_is_held_out),
        cmocka_unit_test_setup_teardown(test_threads_change_no_byte, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_a_stopped_run_goes_on_to_the_same_bytes, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_results_are_those_of_the_games, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_solved_positions_have_their_true_score, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(test_where_pieces_are_placed_empty_cells_are_counted,
                                        make_place, remove_place),
        cmocka_unit_test(test_a_game_without_a_solver_solves_nothing),
        cmocka_unit_test_setup_teardown(test_players_who_cannot_repeat_themselves_are_refused,
                                        make_place, remove_place),
    };
    return cmocka_run_group_tests_name("selfplay", tests, NULL, NULL);
}
