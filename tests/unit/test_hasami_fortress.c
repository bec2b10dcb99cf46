/* Hasami's test of fortresses: known ones, what breaks them, rules that it refuses, and games in
 * which attackers try to take something. FORTRESS_POSITIONS=N plays from so many positions. */
#include "base/rng.h"
#include "games/hasami/proof/hasami_fortress.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Game *hasami(void) { return must_find_game("hasami"); }

static bool find(const char *text, int side, HasamiFortress *out)
{
    Bytes               bytes;
    HasamiFortressRules rules;
    Error               err;
    const hasami_pos   *p = (const hasami_pos *)&bytes;
    must_parse(hasami(), text, &bytes);
    if (!hasami_fortress_rules(p->option, &rules, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return hasami_fortress_find(&rules, hasami_cells_of(p, side), hasami_cells_of(p, 1 - side),
                                out);
}

static bool is_fortress(const char *text, int side)
{
    HasamiFortress fortress;
    return find(text, side, &fortress);
}

static void test_known_fortresses(void **state)
{
    HasamiFortress fortress;
    (void)state;
    assert_true(find("wwwwwwwww/9/9/9/9/9/9/bb7/1bbbbbbb1 w", 0, &fortress));
    assert_int_equal(hasami_cells_size(fortress.core), 9);
    assert_int_equal(hasami_bit_to_cell(fortress.from), 73); /* b1 */
    assert_int_equal(hasami_bit_to_cell(fortress.to), 72);   /* a1 */
    assert_true(is_fortress("1wwwwwww1/ww7/9/9/9/9/9/9/bbbbbbbbb w", 1));
    assert_true(is_fortress("wwwwwwwww/9/9/9/9/9/b8/1b7/b1bbb4 b", 0)); /* a3 b2 c1 */
    assert_true(is_fortress("ww7/9/9/9/9/9/9/bb7/1bb6 w losing_count=1 difference=off", 0));
}

/* The same with a hole in the wall, an enemy within, and nothing that can move. */
static void test_what_breaks_a_fortress(void **state)
{
    (void)state;
    assert_false(is_fortress("wwwwwwwww/9/9/9/9/9/9/b1b6/1bbbbbbb1 w", 0));
    assert_false(is_fortress("wwwwwwww1/9/9/9/9/9/9/bb7/wbbbbbbb1 w", 0));
    assert_false(is_fortress("wwwwwwwww/9/9/9/9/9/9/bb7/bbbbbbb2 w", 0));
    assert_false(is_fortress("wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b", 0));
    assert_false(is_fortress("wwwwwwwww/9/9/9/9/9/1bb6/b2b5/1bb6 w", 0)); /* b3 c3 can be taken */
}

static void test_pieces_out_of_reach_of_help_do_not_count(void **state)
{
    HasamiFortress fortress;
    (void)state;
    /* e5 and g5 can be taken: seven are left against nine, which is enough. */
    assert_true(find("wwwwwwwww/9/9/9/4b1b2/9/9/bb7/1bbbbb3 w", 0, &fortress));
    assert_int_equal(hasami_cells_size(fortress.core), 7);
    /* Four and a piece that stays behind: five against nine lose. */
    assert_false(is_fortress("wwwwwwwww/9/9/9/4b1b2/9/9/bb7/1bb6 w", 0));
    assert_true(is_fortress("wwwwwwwww/9/9/9/4b1b2/9/9/bb7/1bb6 w difference=off", 0));
    assert_false(
        is_fortress("wwwwwwwww/9/9/9/4b1b2/9/9/bb7/1bb6 w difference=off losing_count=4", 0));
    /* Whoever has more pieces at the end of the clock wins: all nine must stay. */
    assert_false(
        is_fortress("wwwwwwwww/9/9/9/4b1b2/9/9/bb7/1bbbbb3 w no_capture_result=pieces", 0));
    assert_true(is_fortress("wwwwwwwww/9/9/9/9/9/9/bb7/1bbbbbbb1 w no_capture_result=pieces", 0));
}

/* Corners and groups: i1 stands in a corner, with enemies possible on both sides of it. */
static void test_each_rule_has_its_line(void **state)
{
    HasamiFortress fortress;
    const char    *corner = "wwwwwwwww/9/9/9/9/9/9/bb7/1bbbbb2b w%s";
    char           text[200];
    (void)state;
    snprintf(text, sizeof text, corner, " corner=none");
    assert_true(find(text, 0, &fortress));
    assert_int_equal(hasami_cells_size(fortress.core), 8);
    snprintf(text, sizeof text, corner, "");
    assert_true(find(text, 0, &fortress));
    assert_int_equal(hasami_cells_size(fortress.core), 7);
    snprintf(text, sizeof text, corner, " corner=group");
    assert_true(find(text, 0, &fortress));
    assert_int_equal(hasami_cells_size(fortress.core), 7);
    /* A group at the edge without a quiet neighbour falls with edge=on; along the rank it holds
     * without. */
    const char *edge = "wwwwwwwww/9/9/9/9/9/9/bb7/1bb1bbbbb w%s";
    snprintf(text, sizeof text, edge, "");
    assert_true(find(text, 0, &fortress));
    assert_int_equal(hasami_cells_size(fortress.core), 9);
    snprintf(text, sizeof text, edge, " edge=on difference=off");
    assert_true(find(text, 0, &fortress));
    assert_int_equal(hasami_cells_size(fortress.core), 4);
    /* b3 and c4 lie on a diagonal whose ends are open. */
    const char *diagonal = "wwwwwwwww/9/9/9/9/9/b8/1b7/b1b6 w difference=off%s";
    snprintf(text, sizeof text, diagonal, " diagonal=on");
    assert_true(is_fortress(text, 0));
    const char *open = "wwwwwwwww/9/9/9/9/b8/bb7/1bb6/2bb5 w difference=off losing_count=1%s";
    snprintf(text, sizeof text, open, "");
    bool with_lines = is_fortress(text, 0);
    snprintf(text, sizeof text, open, " diagonal=on");
    assert_true(with_lines || !is_fortress(text, 0));
}

static void test_rules_that_it_does_not_know_are_named(void **state)
{
    static const char *const wrong[][2] = {{"startpos jumps=on", "jumps=on"},
                                           {"startpos goal=five", "goal=five"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Bytes               bytes;
        HasamiFortressRules rules;
        Error               err;
        must_parse(hasami(), wrong[i][0], &bytes);
        assert_false(hasami_fortress_rules(((const hasami_pos *)&bytes)->option, &rules, &err));
        assert_non_null(strstr(error_words(&err, LANG_EN), wrong[i][1]));
    }
}

/* ---- games ---- */

static const char *const homes[] = {
    "bb7/1bb6",   "bb7/b1b6",   "b8/1b7/b1b6", "b8/1b7/1bb6", "b8/bb7/2b6", "b8/bb7/1b7",
    "b8/1b7/bb7", "bbb6/1b1b5", "bbb6/b2b5",   "bb7/1bbbb4",  "bb7/b1bbb4",
};

/* A corner from the list, perhaps mirrored, and others of both sides anywhere. */
static void draw_position(uint64_t *rng, Str *out)
{
    enum { HOMES = sizeof homes / sizeof homes[0] };
    char        cells[HASAMI_CELLS + 1];
    const char *home = homes[rng_below(rng, HOMES)];
    int         ranks = 1, others[2] = {(int)rng_below(rng, 7), 4 + (int)rng_below(rng, 6)};
    memset(cells, '.', sizeof cells);
    for (const char *at = home; *at != '\0'; at++)
        ranks += *at == '/';
    int cell = HASAMI_SIZE * (HASAMI_SIZE - ranks);
    for (const char *at = home; *at != '\0'; at++)
        if (*at == 'b')
            cells[cell++] = 'b';
        else if (*at != '/')
            cell += *at - '0';
    if (rng_below(rng, 2) == 0)
        for (int row = 0; row < HASAMI_SIZE; row++)
            for (int col = 0; col < HASAMI_SIZE / 2; col++) {
                char *left = cells + HASAMI_SIZE * row + col;
                char *right = cells + HASAMI_SIZE * row + HASAMI_SIZE - 1 - col, kept = *left;
                *left = *right;
                *right = kept;
            }
    for (int colour = 0; colour < 2; colour++)
        for (int i = 0; i < others[colour]; i++) {
            int at = colour == 0 && rng_below(rng, 2) == 0
                         ? HASAMI_SIZE * 8 + (int)rng_below(rng, HASAMI_SIZE)
                         : (int)rng_below(rng, HASAMI_CELLS);
            if (cells[at] == '.')
                cells[at] = colour == 0 ? 'b' : 'w';
        }
    for (int row = 0; row < HASAMI_SIZE; row++) {
        int gap = 0;
        for (int col = 0; col <= HASAMI_SIZE; col++) {
            char piece = col < HASAMI_SIZE ? cells[HASAMI_SIZE * row + col] : '/';
            if (piece != '.' && gap > 0)
                str_printf(out, "%d", gap);
            gap = piece == '.' ? gap + 1 : 0;
            if (piece != '.' && (piece != '/' || row + 1 < HASAMI_SIZE))
                str_char(out, piece);
        }
    }
    str_char(out, ' ');
    str_char(out, "bw"[rng_below(rng, 2)]);
}

static void draw_rules(uint64_t *rng, Str *out)
{
    static const char *const options[] = {" corner=none",    " corner=group",  " diagonal=on",
                                          " edge=on",        " suicide=off",   " blocked=lose",
                                          " losing_count=1", " difference=off"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (rng_below(rng, 4) == 0 && (i != 1 || strstr(str_get(out), "corner") == NULL))
            str_text(out, options[i]);
    str_text(out, " repetition=off no_capture=off");
}

/* What takes most, else half the time what comes beside the other side, else any. */
static Move attack(const hasami_pos *p, uint64_t *rng)
{
    Move        moves[hasami_max_moves], best = HASAMI_PASS;
    int         count = hasami_gen(p, moves), most = -1;
    HasamiCells close = hasami_cells_around(hasami_cells_of(p, 1 - p->side));
    bool        comes_near = rng_below(rng, 2) == 0;
    for (int i = 0; i < count && moves[i] != HASAMI_PASS; i++) {
        hasami_pos  after = *p;
        hasami_undo undo;
        hasami_make(&after, moves[i], &undo);
        bool is_close = (close >> hasami_cell_to_bit(moves[i] % HASAMI_CELLS) & 1) != 0;
        int  worth =
            1000 * undo.prey_count + (is_close && comes_near ? 100 : 0) + (int)rng_below(rng, 100);
        if (worth > most) {
            most = worth;
            best = moves[i];
        }
    }
    return best;
}

static bool is_legal(const hasami_pos *p, Move move)
{
    Move moves[hasami_max_moves];
    int  count = hasami_gen(p, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Black goes to and fro; all of the core stays, and Black does not lose. Returns pieces lost. */
static int hold_out(hasami_pos *p, const HasamiFortress *fortress, uint64_t *rng)
{
    enum { PLIES = 80 };
    int  from = hasami_bit_to_cell(fortress->from), to = hasami_bit_to_cell(fortress->to);
    int  count = p->count[0];
    bool is_away = false;
    for (int ply = 0; ply < PLIES && hasami_play(p) == PLAY_ON; ply++) {
        hasami_undo undo;
        Move move = is_away ? (Move)(HASAMI_CELLS * to + from) : (Move)(HASAMI_CELLS * from + to);
        if (p->side == 1)
            move = attack(p, rng);
        else
            is_away = !is_away;
        assert_true(is_legal(p, move));
        hasami_make(p, move, &undo);
        HasamiCells core = fortress->core;
        if (is_away)
            core ^= (HasamiCells)1 << fortress->from | (HasamiCells)1 << fortress->to;
        assert_true((core & ~hasami_cells_of(p, 0)) == 0);
    }
    Play play = hasami_play(p);
    assert_true(play != (p->side == 0 ? PLAY_LOST : PLAY_WON));
    return count - p->count[0];
}

static void test_no_attacker_takes_from_the_core(void **state)
{
    const char *wanted = getenv("FORTRESS_POSITIONS");
    int         most = wanted != NULL ? atoi(wanted) : 1000, found = 0, given_up = 0;
    uint64_t    rng = 20;
    (void)state;
    for (int tries = 0; found < most; tries++) {
        assert_true(tries < 100 * (most + 10));
        Str                 text = {0};
        Bytes               bytes;
        HasamiFortressRules rules;
        HasamiFortress      fortress;
        Error               err;
        hasami_pos         *p = (hasami_pos *)&bytes;
        draw_position(&rng, &text);
        draw_rules(&rng, &text);
        int16_t options[MAX_OPTIONS];
        options_reset(&hasami()->info->options, options);
        bool ok =
            position_parse(hasami(), options, str_get(&text), p, &err) &&
            hasami_play(p) == PLAY_ON && hasami_fortress_rules(p->option, &rules, &err) &&
            hasami_fortress_find(&rules, hasami_cells_of(p, 0), hasami_cells_of(p, 1), &fortress);
        if (ok) {
            found++;
            given_up += hold_out(p, &fortress, &rng);
        }
        str_free(&text);
    }
    printf("%d fortresses held out; %d pieces outside their cores were taken\n", found, given_up);
    assert_true(given_up > 0); /* the attackers do try */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_fortresses),
        cmocka_unit_test(test_what_breaks_a_fortress),
        cmocka_unit_test(test_pieces_out_of_reach_of_help_do_not_count),
        cmocka_unit_test(test_each_rule_has_its_line),
        cmocka_unit_test(test_rules_that_it_does_not_know_are_named),
        cmocka_unit_test(test_no_attacker_takes_from_the_core),
    };
    return cmocka_run_group_tests_name("hasami_fortress", tests, NULL, NULL);
}
