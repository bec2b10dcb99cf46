/* Laws that every registered game obeys, under every rule, at every ply of random games. A new game
 * is covered the day it is registered. */
#include "core/notation.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_WALK = 400 }; /* plies: a game without draw rules may go on for ever */

/* Which of the moves to try in detail: all of them now and then, two drawn at random otherwise. */
static int choose_moves(Walk *walk, int every, Move out[MAX_MOVES])
{
    if (walk->count == 0)
        return 0;
    if (walk->ply % every == 0) {
        memcpy(out, walk->moves, (size_t)walk->count * sizeof out[0]);
        return walk->count;
    }
    out[0] = walk_any_move(walk);
    out[1] = walk_any_move(walk);
    return 2;
}

static void visit_moves(Walk *walk, void *user)
{
    (void)user;
    bool is_seen[UINT16_MAX + 1] = {false};
    bool is_over = position_result(walk->game, &walk->pos).is_over;
    LAW(walk, (walk->count == 0) == is_over);
    LAW(walk, walk->count <= MAX_MOVES);
    LAW(walk, walk->game->perft(&walk->pos, 1) == (uint64_t)walk->count);
    for (int i = 0; i < walk->count; i++) {
        LAW(walk, walk->moves[i] != MOVE_NONE && !is_seen[walk->moves[i]]);
        is_seen[walk->moves[i]] = true;
    }
}

static void test_moves_exist_until_the_end_and_none_twice(void **state)
{
    walk_all_rules(*state, 4, WALK_MAX_PLIES, visit_moves, NULL);
}

static void visit_result(Walk *walk, void *user)
{
    (void)user;
    const Game *game = walk->game;
    Result      result = position_result(game, &walk->pos);
    Play        play = game->play(&walk->pos);
    int         side = game->side(&walk->pos);
    LAW(walk, side == 0 || side == 1);
    LAW(walk, result.is_over == (result.reason != REASON_NONE));
    LAW(walk, result.is_over == (play != PLAY_ON));
    LAW(walk, (result.winner == PLAYER_NONE) == (play == PLAY_ON || play == PLAY_DRAWN));
    LAW(walk, play != PLAY_WON || result.winner == side);
    LAW(walk, play != PLAY_LOST || result.winner == 1 - side);
    Score eval = game->eval(&walk->pos);
    LAW(walk, eval < SCORE_FORCED && eval > -SCORE_FORCED);
}

static bool is_rising(const int cells[], int count, const Board *board)
{
    for (int i = 0; i < count; i++)
        if (cells[i] < 0 || cells[i] >= board->rows * board->cols ||
            (i > 0 && cells[i] <= cells[i - 1]))
            return false;
    return true;
}

/* Cells that win hold pieces of the winner; forbidden ones are empty, and no legal move goes there
 * although moves go to other empty ones. */
static void visit_marked_cells(Walk *walk, void *user)
{
    (void)user;
    const Game *game = walk->game;
    Board       board;
    int         cells[BOARD_CELLS], from, to, count;
    Result      result = position_result(game, &walk->pos);
    game->to_board(&walk->pos, &board);
    if (game->winning_cells != NULL) {
        count = game->winning_cells(&walk->pos, cells);
        LAW(walk, is_rising(cells, count, &board));
        LAW(walk, count == 0 || result.winner != PLAYER_NONE);
        for (int i = 0; i < count; i++)
            LAW(walk,
                board.cell[cells[i]] == board.cell[cells[0]] && board.cell[cells[i]] != CELL_EMPTY);
    }
    if (game->forbidden_cells == NULL)
        return;
    bool is_forbidden[BOARD_CELLS] = {false};
    count = game->forbidden_cells(&walk->pos, cells);
    LAW(walk, is_rising(cells, count, &board) && (count == 0 || walk->count > 0));
    for (int i = 0; i < count; i++)
        is_forbidden[cells[i]] = board.cell[cells[i]] == CELL_EMPTY;
    for (int i = 0; i < count; i++)
        LAW(walk, is_forbidden[cells[i]]);
    for (int i = 0; i < walk->count; i++) {
        game->squares(&walk->pos, walk->moves[i], &from, &to);
        LAW(walk, to < 0 || !is_forbidden[to]);
    }
}

static void test_cells_to_mark_are_what_they_say(void **state)
{
    walk_all_rules(*state, 20, WALK_MAX_PLIES, visit_marked_cells, NULL);
}

static void test_results_name_winner_and_reason(void **state)
{
    walk_all_rules(*state, 2, SHORT_WALK, visit_result, NULL);
}

static void visit_move_text(Walk *walk, void *user)
{
    (void)user;
    Move chosen[MAX_MOVES];
    int  count = choose_moves(walk, 32, chosen);
    for (int i = 0; i < count; i++) {
        char        text[MOVE_TEXT_SIZE], joined[MOVE_TEXT_SIZE + 8];
        Move        move = MOVE_NONE;
        const char *rest = joined;
        int         from, to;
        notation_format(walk->game, &walk->pos, chosen[i], text);
        LAW(walk, notation_parse(walk->game, &walk->pos, text, &move, NULL));
        LAW(walk, move == chosen[i]);
        snprintf(joined, sizeof joined, "%s?", text);
        LAW(walk, !notation_parse(walk->game, &walk->pos, joined, &move, NULL));
        LAW(walk, notation_parse_next(walk->game, &walk->pos, &rest, &move, NULL));
        LAW(walk, move == chosen[i] && strcmp(rest, "?") == 0);
        walk->game->squares(&walk->pos, move, &from, &to);
        LAW(walk,
            move >= MOVE_SPECIAL || notation_find(walk->game, &walk->pos, from, to) == chosen[i]);
    }
}

static void test_move_text_round_trips(void **state)
{
    walk_all_rules(*state, 1, SHORT_WALK, visit_move_text, NULL);
}

/* All moves of a game in one word, as in "4455". */
typedef struct {
    Str   joined;
    Bytes before; /* the position of the last visit: there the last move has its text */
} Line;

/* Read back as a position, the word leads here. */
static void visit_joined_moves(Walk *walk, void *user)
{
    enum { READABLE_PLIES = 400 }; /* longer words are refused */
    Line *line = user;
    if (walk->ply == 0)
        str_clear(&line->joined);
    if (walk->ply > 0) {
        char text[MOVE_TEXT_SIZE];
        Move move = walk->played[walk->ply - 1];
        str_text(&line->joined, notation_format(walk->game, &line->before, move, text));
    }
    line->before = walk->pos;
    bool is_time = walk->result.is_over || walk->ply % 50 == 49;
    if (is_time && walk->ply > 0 && walk->ply < READABLE_PLIES) {
        Bytes       again;
        const char *word = str_get(&line->joined);
        LAW(walk, position_parse(walk->game, walk->rules->options, word, &again, NULL));
        LAW(walk, has_same_bytes(walk->game, &again, &walk->pos));
    }
}

static void test_joined_moves_replay_the_game(void **state)
{
    Line line = {.joined = {0}};
    walk_all_rules(*state, 2, SHORT_WALK, visit_joined_moves, &line);
    str_free(&line.joined);
}

static void visit_position_text(Walk *walk, void *user)
{
    (void)user;
    Bytes   again;
    int16_t plain[MAX_OPTIONS];
    Str     text = text_of(walk->game, &walk->pos);
    options_reset(&walk->game->info->options, plain);
    LAW(walk, position_parse(walk->game, plain, str_get(&text), &again, NULL));
    LAW(walk, has_same_bytes(walk->game, &again, &walk->pos));
    str_free(&text);
}

static void test_position_text_round_trips(void **state)
{
    walk_all_rules(*state, 2, SHORT_WALK, visit_position_text, NULL);
}

static void visit_board(Walk *walk, void *user)
{
    (void)user;
    Board board;
    Bytes again;
    walk->game->to_board(&walk->pos, &board);
    LAW(walk, memcmp(board.options, walk->rules->options, sizeof board.options) == 0);
    LAW(walk, walk->game->from_board(&again, &board, NULL));
    LAW(walk, has_same_bytes(walk->game, &again, &walk->pos));
}

static void test_board_round_trips(void **state)
{
    walk_all_rules(*state, 3, SHORT_WALK, visit_board, NULL);
}

static void visit_make_and_unmake(Walk *walk, void *user)
{
    (void)user;
    const Game *game = walk->game;
    Bytes       pos = walk->pos, undo;
    LAW(walk, game->key(&pos) == game->key_slow(&pos));
    for (int i = 0; i < walk->count; i++) {
        game->make(&pos, walk->moves[i], &undo);
        LAW(walk, game->key(&pos) == game->key_slow(&pos));
        LAW(walk, game->key(&pos) != walk->keys[walk->ply]);
        game->unmake(&pos, walk->moves[i], &undo);
        LAW(walk, has_same_bytes(game, &pos, &walk->pos));
    }
    LAW(walk, game->key(&pos) == game->key_slow(&pos));
}

static void test_unmake_restores_every_byte_and_keys_stay_exact(void **state)
{
    walk_all_rules(*state, 1, SHORT_WALK, visit_make_and_unmake, NULL);
}

static void test_games_end_within_their_bound(void **state)
{
    Rules list[MAX_RULES];
    int   count = rules_list(*state, list);
    for (int i = 0; i < count; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            Bytes start;
            rules_start(&list[i], &start);
            const Game *game = list[i].game;
            bool        must_end = !game->can_repeat || game->repeat_limit(&start) > 0;
            bool        is_over = walk_game(&list[i], seed, WALK_MAX_PLIES, NULL, NULL);
            if (must_end && !is_over)
                fail_msg("%s: seed %d does not end", list[i].label, (int)seed);
        }
}

/* ---- symmetry ---- */

/* Pos and its image have equal value, equal results, and moves that lead to images again. */
static void compare_images(Walk *walk, int transform, bool swap)
{
    const Game *game = walk->game;
    Bytes       image, undo;
    Move        unused[MAX_MOVES], chosen[MAX_MOVES];
    LAW(walk, position_transform(game, &walk->pos, transform, swap, &image));
    LAW(walk, game->gen(&image, unused) == walk->count);
    LAW(walk, game->eval(&image) == game->eval(&walk->pos));
    LAW(walk, game->play(&image) == game->play(&walk->pos));
    Result here = position_result(game, &walk->pos), there = position_result(game, &image);
    LAW(walk, here.reason == there.reason);
    LAW(walk, there.winner == (swap && here.winner >= 0 ? 1 - here.winner : here.winner));
    int count = choose_moves(walk, 64, chosen);
    for (int i = 0; i < count; i++) {
        Bytes child = walk->pos, image_child = image, child_image;
        Move  moved = position_transform_move(game, &walk->pos, chosen[i], transform, &image);
        LAW(walk, position_is_legal(game, &image, moved));
        game->make(&child, chosen[i], &undo);
        game->make(&image_child, moved, &undo);
        LAW(walk, position_transform(game, &child, transform, swap, &child_image));
        LAW(walk, has_same_bytes(game, &child_image, &image_child));
    }
}

static void visit_symmetries(Walk *walk, void *user)
{
    (void)user;
    Board board;
    walk->game->to_board(&walk->pos, &board);
    unsigned fits = walk->game->symmetries(&board);
    LAW(walk, (fits & 1) != 0);
    for (int t = 0; t < 8; t++)
        if (fits >> t & 1)
            compare_images(walk, t, false);
}

static void test_mirrored_positions_have_mirrored_moves_and_equal_value(void **state)
{
    walk_all_rules(*state, 1, SHORT_WALK, visit_symmetries, NULL);
}

static void visit_colour_swap(Walk *walk, void *user)
{
    (void)user;
    Board board;
    walk->game->to_board(&walk->pos, &board);
    int transform = walk->game->colour_swap(&board);
    if (transform >= 0)
        compare_images(walk, transform, true);
}

static void test_exchanged_colours_have_equal_value(void **state)
{
    walk_all_rules(*state, 2, SHORT_WALK, visit_colour_swap, NULL);
}

/* ---- keys ---- */

enum { MAX_MARKS = 400000 };

typedef struct {
    uint64_t key, text; /* the text by a hash of its own */
} Mark;

typedef struct {
    Mark *marks;
    int   count;
} Marks;

/* The text of all that a key knows: clocks, the numbers of the state table, are left out. */
static uint64_t hash_text(const Game *game, const void *pos)
{
    Str      text = {0};
    Board    board;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    game->to_board(pos, &board);
    for (int i = 0; i < game->info->state.count; i++)
        if (game->info->state.specs[i].type == OPTION_NUMBER)
            board.state[i] = game->info->state.specs[i].fallback;
    board_format_grid(&board, game->info->pieces, &text);
    str_printf(&text, " %d", board.turn);
    options_format(&game->info->state, board.state, &text);
    options_format(&game->info->options, board.options, &text);
    for (const char *p = str_get(&text); *p != '\0'; p++)
        hash = (hash ^ (unsigned char)*p) * UINT64_C(0x100000001b3);
    str_free(&text);
    return hash;
}

static void visit_and_mark(Walk *walk, void *user)
{
    Marks *all = user;
    if (all->count < MAX_MARKS)
        all->marks[all->count++] = (Mark){walk->keys[walk->ply], hash_text(walk->game, &walk->pos)};
}

static int compare_numbers(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int compare_marks(const void *a, const void *b)
{
    const Mark *left = a, *right = b;
    int         by_key = compare_numbers(left->key, right->key);
    return by_key != 0 ? by_key : compare_numbers(left->text, right->text);
}

static int compare_texts(const void *a, const void *b)
{
    const Mark *left = a, *right = b;
    int         by_text = compare_numbers(left->text, right->text);
    return by_text != 0 ? by_text : compare_numbers(left->key, right->key);
}

static void test_different_positions_have_different_keys(void **state)
{
    Marks all = {.marks = calloc(MAX_MARKS, sizeof(Mark))};
    assert_non_null(all.marks);
    walk_all_rules(*state, 10, SHORT_WALK, visit_and_mark, &all);
    qsort(all.marks, (size_t)all.count, sizeof all.marks[0], compare_marks);
    for (int i = 1; i < all.count; i++)
        if (all.marks[i].key == all.marks[i - 1].key)
            assert_true(all.marks[i].text == all.marks[i - 1].text);
    qsort(all.marks, (size_t)all.count, sizeof all.marks[0], compare_texts);
    for (int i = 1; i < all.count; i++)
        if (all.marks[i].text == all.marks[i - 1].text)
            assert_true(all.marks[i].key == all.marks[i - 1].key);
    free(all.marks);
}

/* Ids are words of commands, protocols, files and addresses, and stand in columns. */
static void test_the_id_is_one_short_word(void **state)
{
    const Game *game = *state;
    const char *id = game->info->id;
    assert_in_range(strlen(id), 1, 14);
    assert_true(id[0] >= 'a' && id[0] <= 'z');
    assert_int_equal(strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789"), strlen(id));
    assert_ptr_equal(game_find(id), game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_id_is_one_short_word),
        cmocka_unit_test(test_moves_exist_until_the_end_and_none_twice),
        cmocka_unit_test(test_results_name_winner_and_reason),
        cmocka_unit_test(test_cells_to_mark_are_what_they_say),
        cmocka_unit_test(test_move_text_round_trips),
        cmocka_unit_test(test_joined_moves_replay_the_game),
        cmocka_unit_test(test_position_text_round_trips),
        cmocka_unit_test(test_board_round_trips),
        cmocka_unit_test(test_unmake_restores_every_byte_and_keys_stay_exact),
        cmocka_unit_test(test_games_end_within_their_bound),
        cmocka_unit_test(test_mirrored_positions_have_mirrored_moves_and_equal_value),
        cmocka_unit_test(test_exchanged_colours_have_equal_value),
        cmocka_unit_test(test_different_positions_have_different_keys),
    };
    return run_for_every_game("laws", tests, sizeof tests / sizeof tests[0]);
}
