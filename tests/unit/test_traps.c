/* Traps: of moves that the solver calls equal, the one to which the opponent's likely reply is
 * wrong. The solver and the shallow search are the test's. */
#include "search/exact/traps.h"
#include "support.h"

typedef struct {
    Bytes      pos, child, after, undo;
    SearchWork work;
    Traps      traps;
    uint64_t   wrong_after; /* key of the position in which every reply is wrong; 0: none */
    Move       favourite;   /* seems best to who makes it; the others seem alike */
    int        questions, most_questions;
} TrapsTest;

static TrapsTest *present;

static Score seems(void *pos, SearchWork *work, Score alpha, Score beta, int depth)
{
    const Game *game = present->traps.game;
    Bytes       other = present->pos, undo;
    (void)work, (void)alpha, (void)beta, (void)depth;
    if (present->favourite == MOVE_NONE)
        return 0;
    game->make(&other, present->favourite, &undo);
    return game->key(pos) == game->key(&other) ? -100 : 0;
}

static bool is_worth(void *solver, const void *pos, Move move, int least, bool *is_true)
{
    TrapsTest *f = solver;
    (void)move, (void)least;
    f->questions++;
    *is_true = f->traps.game->key(pos) != f->wrong_after;
    return true;
}

static bool is_late(void *solver)
{
    const TrapsTest *f = solver;
    return f->questions >= f->most_questions;
}

/* A move after which every reply is wrong; MOVE_NONE: there is none. */
static void begin(TrapsTest *f, const SearchContext *context, Move wrong)
{
    const Game *game = must_find_game("tictactoe");
    *f = (TrapsTest){.most_questions = 1000, .favourite = MOVE_NONE};
    present = f;
    must_parse(game, "3/3/3 x", &f->pos);
    f->work.context = context;
    f->work.root_best = MOVE_NONE;
    f->work.root_count = game->gen(&f->pos, f->work.root);
    f->traps = (Traps){.game = game,
                       .work = &f->work,
                       .search = seems,
                       .child = &f->child,
                       .after = &f->after,
                       .undo = &f->undo,
                       .is_worth = is_worth,
                       .is_late = is_late,
                       .solver = f};
    if (wrong == MOVE_NONE)
        return;
    f->after = f->pos;
    game->make(&f->after, wrong, &f->undo);
    f->wrong_after = game->key(&f->after);
}

static void test_the_move_after_which_the_reply_is_wrong_is_chosen(void **state)
{
    (void)state;
    static SearchContext context;
    static TrapsTest     f;
    for (Move wrong = 0; wrong < 9; wrong++) {
        begin(&f, &context, wrong);
        assert_true(traps_choose(&f.traps, &f.pos, 0));
        assert_int_equal(f.work.root_best, wrong);
        assert_int_equal(f.work.pv[0][0], wrong);
        assert_int_equal(f.work.pv_length[0], 1);
        begin(&f, &context, wrong);
        traps_choose_lost(&f.traps, &f.pos);
        assert_int_equal(f.work.root_best, wrong);
    }
}

static void test_without_a_trap_or_time_there_is_none(void **state)
{
    (void)state;
    static SearchContext context;
    static TrapsTest     f;
    begin(&f, &context, MOVE_NONE);
    assert_false(traps_choose(&f.traps, &f.pos, 0));
    assert_true(f.questions > 0);
    begin(&f, &context, 4);
    f.most_questions = 0;
    assert_false(traps_choose(&f.traps, &f.pos, 0));
    assert_int_equal(f.work.root_best, MOVE_NONE);
    assert_int_equal(f.questions, 0);
    traps_choose_lost(&f.traps, &f.pos); /* any move, but one */
    assert_int_not_equal(f.work.root_best, MOVE_NONE);
}

static void test_moves_keep_their_order_when_time_ends(void **state)
{
    (void)state;
    static SearchContext context;
    static TrapsTest     f;
    Move                 moves[] = {7, 2, 5};
    begin(&f, &context, MOVE_NONE);
    f.favourite = 5;
    f.most_questions = 0;
    traps_order(&f.traps, &f.pos, moves, 3);
    assert_int_equal(moves[0], 7);
    f.most_questions = 1;
    traps_order(&f.traps, &f.pos, moves, 3);
    assert_int_equal(moves[0], 5);
    assert_int_equal(moves[1], 7);
    assert_int_equal(moves[2], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_move_after_which_the_reply_is_wrong_is_chosen),
        cmocka_unit_test(test_without_a_trap_or_time_there_is_none),
        cmocka_unit_test(test_moves_keep_their_order_when_time_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
