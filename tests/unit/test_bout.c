/* One game: whoever breaks a rule loses it, for the right reason; the referee ends it when told. */
#include "core/notation.h"
#include "core/open_solver.h"
#include "match/bout.h"
#include "match/gamelog.h"
#include "support.h"

#include <string.h>

/* A contestant that follows a script: moves by their text, one after the other. */
typedef struct {
    Contestant  base;
    const char *moves;
    Score       eval;
    bool        has_eval;
    int64_t     used_us;
    AnswerKind  last; /* when the moves have run out */
    Reason      reason;
    bool        cannot_begin;
    int         seat, ended;
    Allowance   seen;
} Actor;

static bool begin(Contestant *self, const Session *session, int seat, uint64_t seed, Answer *out)
{
    Actor *actor = (Actor *)self;
    (void)session;
    (void)seed;
    actor->seat = seat;
    if (actor->cannot_begin)
        *out = (Answer){.kind = ANSWER_FORFEIT, .reason = actor->reason, .text = "no start"};
    return !actor->cannot_begin;
}

static void choose(Contestant *self, Session *session, const Allowance *allowance, Answer *out)
{
    Actor *actor = (Actor *)self;
    char   word[16];
    actor->seen = *allowance;
    *out = (Answer){.kind = actor->last,
                    .reason = actor->reason,
                    .used_us = actor->used_us,
                    .has_eval = actor->has_eval,
                    .eval = actor->eval,
                    .move = MOVE_NONE};
    if (actor->moves[0] == '\0')
        return;
    word[0] = actor->moves[0];
    word[1] = '\0';
    actor->moves++;
    out->kind = ANSWER_MOVE;
    if (!notation_parse(session_game(session), session_position(session), word, &out->move, NULL))
        out->move = MOVE_NONE;
}

static void end(Contestant *self, const Session *session)
{
    (void)session;
    ((Actor *)self)->ended++;
}

static Actor actor_with(const char *moves)
{
    return (Actor){.base = {.begin = begin, .choose = choose, .end = end},
                   .moves = moves,
                   .last = ANSWER_FORFEIT,
                   .reason = REASON_STALL};
}

typedef struct {
    Actor        actors[2];
    Adjudication rules;
    Bout         bout;
    Session     *session;
    BoutLog      log;
} Stage;

static void open_stage(Stage *stage, const char *first, const char *second)
{
    *stage = (Stage){.actors = {actor_with(first), actor_with(second)},
                     .session = session_new(must_find_game("connect4"))};
    stage->bout = (Bout){.players = {&stage->actors[0].base, &stage->actors[1].base},
                         .adjudication = &stage->rules,
                         .margin_us = 1000};
}

static void play(Stage *stage)
{
    Error err;
    assert_true(bout_play(&stage->bout, stage->session, &stage->log, &err));
}

static void close_stage(Stage *stage)
{
    bout_log_free(&stage->log);
    session_delete(stage->session);
}

static void expect(Stage *stage, const char *words)
{
    assert_string_equal(result_words(&stage->log.result), words);
    close_stage(stage);
}

static void test_rules_end_a_game(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "4444", "5555");
    play(&stage);
    assert_int_equal(stage.actors[0].ended, 1);
    assert_int_equal(stage.actors[1].ended, 1);
    expect(&stage, "1-0 four");
}

static void test_an_illegal_move_loses(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "44", "49");
    play(&stage);
    expect(&stage, "1-0 illegal");
}

static void test_forfeits_keep_their_reason(void **state)
{
    static const Reason reasons[] = {REASON_STALL, REASON_CRASH, REASON_DISCONNECT, REASON_FLOOD,
                                     REASON_MEMORY};
    (void)state;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        Stage stage;
        open_stage(&stage, "4", "");
        stage.actors[1].reason = reasons[i];
        play(&stage);
        assert_int_equal(stage.log.result.reason, reasons[i]);
        assert_int_equal(stage.log.result.winner, 0);
        close_stage(&stage);
    }
}

static void test_who_cannot_begin_loses(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "4", "4");
    stage.actors[1].cannot_begin = true;
    stage.actors[1].reason = REASON_CRASH;
    play(&stage);
    assert_string_equal(stage.log.note, "no start");
    assert_int_equal(stage.actors[1].ended, 0);
    expect(&stage, "1-0 crash");
}

static void test_resignation(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "", "4");
    stage.actors[0].last = ANSWER_RESIGN;
    play(&stage);
    expect(&stage, "0-1 resignation");
}

static void test_a_stopped_game_has_no_result(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "4", "");
    stage.actors[1].last = ANSWER_STOPPED;
    play(&stage);
    assert_true(stage.log.is_stopped);
    assert_false(stage.log.result.is_over);
    close_stage(&stage);
}

static void test_time_for_a_move_and_its_margin(void **state)
{
    Stage stage;
    (void)state;
    for (int is_late = 0; is_late < 2; is_late++) {
        open_stage(&stage, "4444", "5555");
        stage.bout.paces[0].limits.time_us = 100000;
        stage.actors[0].used_us = 101000 + is_late; /* a millisecond is forgiven */
        play(&stage);
        expect(&stage, is_late ? "0-1 time" : "1-0 four");
    }
}

static void test_a_clock_runs_down_and_gains(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "1212121212", "2121212121");
    stage.bout.paces[1].clock = (TimeControl){.budget_us = 1000000, .increment_us = 100000};
    stage.actors[1].used_us = 400000;
    play(&stage);
    /* 1.0 - 0.4 + 0.1 = 0.7, then 0.4, then 0.4 - 0.4 is nothing left, forgiven; then lost. */
    assert_int_equal(stage.log.plies[1].left_us, 700000);
    assert_int_equal(stage.log.plies[3].left_us, 400000);
    assert_int_equal(stage.log.plies[5].left_us, 100001);
    assert_int_equal(stage.log.plies[0].left_us, -1);
    assert_false(stage.actors[0].seen.has_clock);
    assert_true(stage.actors[1].seen.has_clock);
    assert_int_equal(stage.actors[1].seen.deadline_us, 100001);
    expect(&stage, "1-0 time");
}

static void test_scores_end_a_game(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "1212", "2121");
    stage.rules = (Adjudication){.draw_plies = 4, .draw_score = 10};
    for (int i = 0; i < 2; i++) {
        stage.actors[i].has_eval = true;
        stage.actors[i].eval = 5;
    }
    play(&stage);
    assert_int_equal(session_ply(stage.session), 4);
    expect(&stage, "1/2-1/2 adjudication");

    open_stage(&stage, "12121", "21212");
    stage.rules = (Adjudication){.resign_moves = 3, .resign_score = 500};
    for (int i = 0; i < 2; i++) {
        stage.actors[i].has_eval = true;
        stage.actors[i].eval = i == 0 ? -600 : 700;
    }
    play(&stage);
    assert_int_equal(session_ply(stage.session), 6);
    expect(&stage, "0-1 adjudication");
}

static void test_a_disputed_game_goes_on(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "44444", "55555");
    stage.rules = (Adjudication){.resign_moves = 1, .resign_score = 500, .draw_plies = 2};
    for (int i = 0; i < 2; i++) {
        stage.actors[i].has_eval = true;
        stage.actors[i].eval = 900; /* both think that they win */
    }
    play(&stage);
    expect(&stage, "1-0 four");
}

static void test_the_longest_game_is_a_draw(void **state)
{
    Stage stage;
    (void)state;
    open_stage(&stage, "1212", "2121");
    stage.rules = (Adjudication){.most_plies = 5};
    play(&stage);
    assert_int_equal(session_ply(stage.session), 5);
    expect(&stage, "1/2-1/2 adjudication");
}

static void test_the_solver_decides_when_it_can(void **state)
{
    OpenSolver  solver;
    SolverSetup how = {.is_weak = true, .nodes = 20000000, .no_book = true};
    Error       err;
    Stage       stage;
    (void)state;
    open_stage(&stage, "4", "1");
    assert_true(solver_open(&solver, must_find_game("connect4"), &how, &err));
    stage.bout.solver = &solver;
    assert_true(session_play_moves(stage.session, "44455364", &err));
    stage.rules.exact_nodes = how.nodes;
    play(&stage);
    assert_int_equal(stage.log.result.reason, REASON_ADJUDICATION);
    assert_int_equal(session_ply(stage.session), 9);
    solver_close(&solver);
    close_stage(&stage);
}

static void test_rules_of_adjudication_as_text(void **state)
{
    static const char *const wrong[] = {"what", "draw", "draw=x", "resign=0", "plies=", "exact=0"};
    Adjudication             rules;
    Error                    err;
    (void)state;
    assert_true(adjudication_parse("exact=500,draw=20:15,resign=800:3,plies=90", &rules, &err));
    assert_int_equal(rules.exact_nodes, 500);
    assert_int_equal(rules.draw_plies, 20);
    assert_int_equal(rules.draw_score, 15);
    assert_int_equal(rules.resign_score, 800);
    assert_int_equal(rules.resign_moves, 3);
    assert_int_equal(rules.most_plies, 90);
    assert_true(adjudication_parse("exact", &rules, &err));
    assert_true(rules.exact_nodes > 0 && rules.most_plies == 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(adjudication_parse(wrong[i], &rules, &err));
}

static void test_a_log_becomes_the_same_game_as_a_record(void **state)
{
    Stage             stage;
    GameLog           log = {.number = 6, .fixture = {.players = {1, 0}, .round = 2}};
    Record            record;
    Error             err;
    const char *const names[2] = {"anna", "bert"};
    (void)state;
    open_stage(&stage, "444", "555");
    stage.actors[0].has_eval = true;
    stage.actors[0].eval = -35;
    stage.bout.paces[1].clock = (TimeControl){.budget_us = 5000000};
    stage.actors[1].used_us = 250000;
    assert_true(session_play_moves(stage.session, "45", &err));
    play(&stage);
    gamelog_write(&log, stage.session, 2, &stage.log);
    assert_string_equal(str_get(&log.moves), "4 5 4 5 4 5 4");
    assert_string_equal(str_get(&log.evals), "- - -35 - -35 - -35");
    assert_string_equal(str_get(&log.clocks), "- - - 4.75 - 4.5 -");
    assert_true(gamelog_to_record(&log, session_game(stage.session), names, stage.bout.paces,
                                  &record, &err));
    assert_int_equal(record.move_count, 7);
    assert_int_equal(record.moves[2].eval, -35);
    assert_false(record.moves[3].has_eval);
    assert_int_equal(record.moves[5].clock_us, 4500000);
    assert_int_equal(record.moves[6].clock_us, -1);
    assert_string_equal(result_words(&record.result), "1-0 four");
    assert_string_equal(record.players[0], "anna");
    record_free(&record);
    gamelog_free(&log);
    close_stage(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_end_a_game),
        cmocka_unit_test(test_an_illegal_move_loses),
        cmocka_unit_test(test_forfeits_keep_their_reason),
        cmocka_unit_test(test_who_cannot_begin_loses),
        cmocka_unit_test(test_resignation),
        cmocka_unit_test(test_a_stopped_game_has_no_result),
        cmocka_unit_test(test_time_for_a_move_and_its_margin),
        cmocka_unit_test(test_a_clock_runs_down_and_gains),
        cmocka_unit_test(test_scores_end_a_game),
        cmocka_unit_test(test_a_disputed_game_goes_on),
        cmocka_unit_test(test_the_longest_game_is_a_draw),
        cmocka_unit_test(test_the_solver_decides_when_it_can),
        cmocka_unit_test(test_rules_of_adjudication_as_text),
        cmocka_unit_test(test_a_log_becomes_the_same_game_as_a_record),
    };
    return cmocka_run_group_tests_name("bout", tests, NULL, NULL);
}
