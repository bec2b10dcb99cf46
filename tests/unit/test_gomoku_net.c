/* Gomoku's net: its numbers, followed along the moves of a search, are those counted anew; it knows
 * neither turned boards nor colours; a damaged file is refused. */
#include "base/rng.h"
#include "games/gomoku/net/gomoku_net.h"
#include "gomoku_walk.h"
#include "search/frame/search.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines ---- */

static unsigned mirrored(unsigned key)
{
    unsigned out = 0;
    for (int i = 0; i < 4; i++) {
        out |= (key >> i & 1) << (11 - i) | (key >> (4 + i) & 1) << (15 - i);
        out |= (key >> (8 + i) & 1) << (3 - i) | (key >> (12 + i) & 1) << (7 - i);
    }
    return out;
}

static unsigned with_colours_exchanged(unsigned key)
{
    return (key & 0x0f0f) << 4 | (key >> 4 & 0x0f0f);
}

static void test_lines_have_numbers_without_direction(void **state)
{
    static uint16_t line[1 << (4 * GOMOKU_NET_REACH)], exchanged[GOMOKU_NET_LINES];
    static bool     is_used[GOMOKU_NET_LINES];
    int             used = 0;
    (void)state;
    gomoku_net_number_lines(line, exchanged);
    for (unsigned key = 0; key < 1 << (4 * GOMOKU_NET_REACH); key++) {
        assert_in_range(line[key], 0, GOMOKU_NET_LINES - 1);
        assert_int_equal(line[mirrored(key)], line[key]);
        assert_int_equal(line[with_colours_exchanged(key)], exchanged[line[key]]);
        used += !is_used[line[key]];
        is_used[line[key]] = true;
    }
    assert_int_equal(used, GOMOKU_NET_LINES);
}

/* ---- laws ---- */

static void check_same(const GomokuNetState *a, const GomokuNetState *b)
{
    assert_memory_equal(a->pos.line, b->pos.line, sizeof a->pos.line);
    assert_int_equal(a->pos.turn, b->pos.turn);
    assert_memory_equal(&a->sum, &b->sum, sizeof a->sum);
    for (int row = 0; row < a->pos.size; row++)
        for (uint64_t left = gomoku_empty_in_row(&a->pos, row); left != 0;) {
            int point = 32 * row + bits_pop(&left);
            assert_memory_equal(&a->vector[point], &b->vector[point], sizeof a->vector[point]);
        }
}

/* A walk back and forth in a tree, asking now and then. */
static void walk(int rule, int size, uint64_t seed)
{
    static GomokuThreats  t, fresh;
    static GomokuNetState kept, anew;
    static GomokuChanges  changes[GOMOKU_NET_PLIES];
    Move                  path[GOMOKU_NET_PLIES];
    gomoku_pos            p;
    int                   length = 0;
    const GomokuNet      *net = gomoku_net(rule, size);
    gomoku_begin(rule, size, &p);
    gomoku_threats_init(&t, &p);
    gomoku_net_begin(&kept, net, &t);
    for (int n = 0; n < 300; n++) {
        Move move = rng_below(&seed, 3) == 0 ? MOVE_NONE : gomoku_draw_point(&t, &seed);
        if (move != MOVE_NONE && length < GOMOKU_NET_PLIES) {
            gomoku_threats_make(&t, move, &changes[length]);
            path[length++] = move;
        } else if (length > 0) {
            length--;
            gomoku_threats_unmake(&t, path[length], &changes[length]);
        }
        if (rng_below(&seed, 4) != 0)
            continue;
        gomoku_net_follow(&kept, t.wall, path, length);
        gomoku_threats_init(&fresh, &t.pos);
        gomoku_net_begin(&anew, net, &fresh);
        check_same(&kept, &anew);
    }
}

static void test_net_followed_equals_net_counted_anew(void **state)
{
    (void)state;
    for (int rule = GOMOKU_FREESTYLE; rule <= GOMOKU_CARO; rule++)
        for (int size = 5; size <= 20; size += 5)
            walk(rule, size, (uint64_t)(100 * rule + size));
}

/* The same stones with rows and columns exchanged, upside down, the colours exchanged. */
static void twist(const gomoku_pos *from, gomoku_pos *to)
{
    gomoku_begin(from->rule, from->size, to);
    for (int colour = 0; colour < 2; colour++)
        for (int row = 0; row < from->size; row++)
            for (uint64_t left = from->line[colour][row]; left != 0;)
                gomoku_toggle(to, 1 - colour, from->size - 1 - bits_pop(&left), row);
    to->stones = from->stones;
    to->turn = 1 - from->turn;
}

static int score_of(const gomoku_pos *p, const GomokuNet *net)
{
    static GomokuThreats  t;
    static GomokuNetState state;
    gomoku_threats_init(&t, p);
    gomoku_net_begin(&state, net, &t);
    return gomoku_net_score(&state, gomoku_threat_mask(&t), 0);
}

static void test_net_knows_no_direction(void **state)
{
    uint64_t rng = 5;
    (void)state;
    for (int rule = GOMOKU_FREESTYLE; rule <= GOMOKU_STANDARD; rule++)
        for (int n = 0; n < 20; n++) {
            const GomokuNet *net = gomoku_net(rule, 15);
            GomokuThreats    t;
            GomokuChanges    changes;
            gomoku_pos       p, other;
            gomoku_begin(rule, 15, &p);
            gomoku_threats_init(&t, &p);
            for (int stones = 0; stones < 5 + n; stones++)
                gomoku_threats_make(&t, gomoku_draw_point(&t, &rng), &changes);
            twist(&t.pos, &other);
            assert_int_equal(score_of(&other, net), score_of(&t.pos, net));
        }
}

/* An open board says nothing: all sizes begin alike. */
static void test_net_begins_alike_on_all_boards(void **state)
{
    gomoku_pos small, large;
    (void)state;
    for (int rule = GOMOKU_FREESTYLE; rule <= GOMOKU_STANDARD; rule++) {
        gomoku_begin(rule, 9, &small);
        gomoku_begin(rule, 20, &large);
        assert_int_equal(score_of(&small, gomoku_net(rule, 15)),
                         score_of(&large, gomoku_net(rule, 15)));
    }
}

static void test_all_boards_have_a_net(void **state)
{
    (void)state;
    for (int rule = GOMOKU_FREESTYLE; rule <= GOMOKU_CARO; rule++)
        for (int size = 5; size <= 20; size++)
            assert_non_null(gomoku_net(rule, size));
    assert_ptr_equal(gomoku_net(GOMOKU_STANDARD, 15), gomoku_net(GOMOKU_STANDARD, 20));
    assert_ptr_not_equal(gomoku_net(GOMOKU_FREESTYLE, 15), gomoku_net(GOMOKU_FREESTYLE, 20));
    assert_ptr_not_equal(gomoku_net(GOMOKU_STANDARD, 15), gomoku_net(GOMOKU_RENJU, 15));
}

/* ---- both instances ---- */

static void search(const Game *game, int rule, SearchContext *context)
{
    Bytes pos;
    char  text[64];
    Tt   *table = tt_new(1);
    snprintf(text, sizeof text, "startpos rule=%s", gomoku_rule_names[rule]);
    must_parse(game, text, &pos);
    must_play(game, "h8i9g9i7i8", &pos);
    *context = (SearchContext){.limits = {.nodes = 20000}, .table = table};
    search_run(game, &pos, SEARCHER_champion, context);
    tt_delete(table);
}

static void test_wide_and_plain_search_alike(void **state)
{
    static SearchContext wide, plain;
    (void)state;
    for (int rule = GOMOKU_FREESTYLE; rule <= GOMOKU_STANDARD; rule++) {
        search(must_find_game("gomoku"), rule, &wide);
        setenv("PLATEAU_PLAIN", "1", 1);
        search(must_find_game("gomoku"), rule, &plain);
        unsetenv("PLATEAU_PLAIN");
        assert_int_equal(wide.best, plain.best);
        assert_int_equal(wide.score, plain.score);
        assert_int_equal(wide.counts.nodes, plain.counts.nodes);
        assert_int_equal(wide.counts.leaves, plain.counts.leaves);
    }
}

/* ---- the file ---- */

static void draw_data(int rule, GomokuNetData *data)
{
    uint64_t rng = 9;
    memset(data, 0, sizeof *data);
    data->rule = rule;
    data->size = rule == GOMOKU_CARO ? 20 : 15;
    for (int colour = 0; colour < 2; colour++) {
        GomokuNetColour *to = &data->colour[rule == GOMOKU_RENJU ? colour : 0];
        for (int i = 0; i < GOMOKU_NET_LINES * GOMOKU_NET_WIDTH; i++)
            to->line[i / GOMOKU_NET_WIDTH][i % GOMOKU_NET_WIDTH] = (int8_t)rng_next(&rng);
        for (int j = 0; j < GOMOKU_NET_HIDDEN; j++) {
            for (int i = 0; i < 2 * GOMOKU_NET_WIDTH; i++)
                to->weight[j][i] = (int16_t)((int)rng_below(&rng, 4000) - 2000);
            to->bias[j] = (int32_t)rng_below(&rng, 60000) - 30000;
            to->out[j] = (int16_t)rng_next(&rng);
        }
        to->last = -12345;
        to->shapes = 1000;
    }
    if (rule != GOMOKU_RENJU)
        data->colour[1] = data->colour[0];
}

static void test_net_is_read_as_written(void **state)
{
    static GomokuNetData data, back;
    (void)state;
    for (int rule = GOMOKU_FREESTYLE; rule <= GOMOKU_CARO; rule++) {
        Str out = {0};
        draw_data(rule, &data);
        memset(&back, 0, sizeof back);
        assert_true(gomoku_net_write(&data, &out, NULL));
        assert_true(gomoku_net_read((const uint8_t *)out.text, out.size, &back, NULL));
        assert_memory_equal(&back, &data, sizeof data);
        str_free(&out);
    }
}

static void test_damaged_net_is_refused(void **state)
{
    static GomokuNetData data, back;
    Str                  out = {0};
    uint64_t             rng = 4;
    Error                err;
    (void)state;
    draw_data(GOMOKU_STANDARD, &data);
    assert_true(gomoku_net_write(&data, &out, NULL));
    uint8_t *bytes = (uint8_t *)out.text;
    for (int n = 0; n < 200; n++) {
        size_t at = n < 40 ? (size_t)n : rng_next(&rng) % out.size;
        bytes[at] ^= 1;
        assert_false(gomoku_net_read(bytes, out.size, &back, &err));
        bytes[at] ^= 1;
    }
    for (size_t size = 0; size < out.size; size += 997)
        assert_false(gomoku_net_read(bytes, size, &back, &err));
    str_clear(&out);
    data.colour[0].bias[3] = INT32_MAX - 1;
    assert_true(gomoku_net_write(&data, &out, NULL));
    assert_false(gomoku_net_read((const uint8_t *)out.text, out.size, &back, &err));
    assert_string_equal(error_words(&err, LANG_EN), "weights too large to be summed");
    str_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_have_numbers_without_direction),
        cmocka_unit_test(test_net_followed_equals_net_counted_anew),
        cmocka_unit_test(test_net_knows_no_direction),
        cmocka_unit_test(test_net_begins_alike_on_all_boards),
        cmocka_unit_test(test_all_boards_have_a_net),
        cmocka_unit_test(test_wide_and_plain_search_alike),
        cmocka_unit_test(test_net_is_read_as_written),
        cmocka_unit_test(test_damaged_net_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
