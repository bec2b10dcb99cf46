/* The champion's evaluation and order of moves, learnt from its own games: plays GAMES of them from
 * random openings, takes the shapes of every quiet position apart and fits a worth to each by
 * logistic regression to results and scores; and a promise to each so that the moves it chose come
 * first. Prints a rule's part of games/gomoku/champion/gomoku_weights.inc.h.
 *
 *     gomoku_tune GAMES NODES SEED [RULE SIZE] */
#include "base/rng.h"
#include "core/position.h"
#include "games/gomoku/champion/gomoku_candidates.h"
#include "games/gomoku/champion/gomoku_weights.h"
#include "search/frame/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The features of one colour, as GomokuWeights has them, and the move. */
enum {
    OF_SHAPE = 0,
    OF_PAIR = OF_SHAPE + 2 * SHAPE_COUNT,
    OF_THREAT = OF_PAIR + 2 * GOMOKU_PAIRS,
    OF_MOVE = OF_THREAT + GOMOKU_THREAT_PAIRS,
    COLOUR_FEATURES = OF_MOVE + 1,
    FEATURES = 2 * COLOUR_FEATURES,
    OF_ORDER_PAIR = 2 * SHAPE_COUNT, /* of the order of moves: shapes, then pairs */
    COLOUR_ORDERS = OF_ORDER_PAIR + 2 * GOMOKU_PAIRS,
    ORDERS = 2 * COLOUR_ORDERS,
    MAX_DECISIONS = 120000,
    MAX_CHOICES = 15000000,
    ORDER_ROUNDS = 120,
    MAX_SAMPLES = 400000,
    MAX_TERMS = 60000000,
    OPENING_PLIES = 5,
    ROUNDS = 120
};

static const double scale = 400;        /* a score of so much is won by e to 1 */
static const double result_share = 0.7; /* of what is fitted to; the rest is the search's score */

typedef struct {
    uint16_t feature;
    int16_t  count;
} Term;

typedef struct {
    uint32_t first;
    uint16_t terms;
    int8_t   colour, result; /* of the mover; 1 won, 0 drawn, -1 lost */
    Score    score;
} Sample;

/* A point that could have been played, by its kinds for the mover and for the other. */
typedef struct {
    uint16_t own, other;
} Choice;

typedef struct {
    uint32_t first;
    uint16_t count, chosen;
    int8_t   colour;
} Decision;

static const double order_scale = 20; /* promise that makes a move e times as likely */

static Choice   *choices;
static Decision *decisions;
static uint32_t  choice_count;
static int       decision_count;

static Sample  *samples;
static Term    *terms;
static uint32_t term_count;
static int      sample_count;

/* Under renju the colours differ; elsewhere white's features are black's. */
static int colour_base(int rule, int colour)
{
    return rule == GOMOKU_RENJU ? colour * COLOUR_FEATURES : 0;
}

static void count_point(const GomokuThreats *t, int colour, int role, int point, int count[])
{
    int best = 0, second = 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        int shape = gomoku_shape_of(t, colour, point, d);
        count[OF_SHAPE + role * SHAPE_COUNT + shape]++;
        second = shape > best ? best : shape > second ? shape : second;
        best = shape > best ? shape : best;
    }
    count[OF_PAIR + role * GOMOKU_PAIRS + gomoku_pair(best, second)]++;
}

/* What is the other's counts against the mover. */
static void count_features(const GomokuThreats *t, int count[FEATURES])
{
    unsigned mask = gomoku_threat_mask(t);
    int      mine = t->pos.turn, other[COLOUR_FEATURES] = {0};
    int     *own = &count[colour_base(t->pos.rule, mine)];
    memset(count, 0, FEATURES * sizeof count[0]);
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = gomoku_empty_in_row(&t->pos, row); left != 0;) {
            int point = 32 * row + bits_pop(&left);
            count_point(t, mine, 0, point, own);
            count_point(t, 1 - mine, 1, point, other);
        }
    for (int i = 0; i < COLOUR_FEATURES; i++)
        count[colour_base(t->pos.rule, 1 - mine) + i] -= other[i];
    for (int larger = 0; larger < GOMOKU_THREAT_BITS; larger++)
        for (int smaller = 0; smaller <= larger; smaller++)
            own[OF_THREAT + gomoku_pair(larger, smaller)] =
                (int)(mask >> larger & mask >> smaller & 1);
    own[OF_MOVE] = 1;
}

static void take_sample(const GomokuThreats *t, Score score)
{
    int count[FEATURES];
    if (sample_count == MAX_SAMPLES || term_count + FEATURES > MAX_TERMS)
        return;
    Sample *sample = &samples[sample_count++];
    count_features(t, count);
    *sample = (Sample){.first = term_count, .colour = (int8_t)t->pos.turn, .score = score};
    for (int i = 0; i < FEATURES; i++)
        if (count[i] != 0)
            terms[term_count++] = (Term){.feature = (uint16_t)i, .count = (int16_t)count[i]};
    sample->terms = (uint16_t)(term_count - sample->first);
}

/* ---- which move was chosen ---- */

static void take_decision(const GomokuThreats *t, Move best)
{
    int          mine = t->pos.turn;
    GomokuPoints points;
    Decision     decision = {.first = choice_count, .chosen = UINT16_MAX, .colour = (int8_t)mine};
    if (decision_count == MAX_DECISIONS || choice_count + gomoku_max_moves > MAX_CHOICES)
        return;
    gomoku_list_points(t, &points);
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = points.row[row]; left != 0;) {
            int point = 32 * row + bits_pop(&left);
            if (!gomoku_may_play(t, point))
                continue;
            if (point == best)
                decision.chosen = decision.count;
            choices[decision.first + decision.count++] = (Choice){
                .own = gomoku_kind(t, mine, point), .other = gomoku_kind(t, 1 - mine, point)};
        }
    if (decision.chosen == UINT16_MAX || decision.count < 2)
        return;
    choice_count += decision.count;
    decisions[decision_count++] = decision;
}

/* ---- games ---- */

/* Random stones near each other, nobody winning at once. */
static void play_opening(gomoku_pos *p, uint64_t *rng)
{
    for (int ply = 0; ply < OPENING_PLIES; ply++) {
        GomokuThreats t;
        GomokuPoints  near;
        gomoku_undo   undo;
        Move          list[gomoku_max_moves];
        int           count = 0;
        gomoku_threats_init(&t, p);
        gomoku_near_stones(&t, &near);
        if (ply == 0)
            for (int row = 3; row < p->size - 3; row++)
                near.row[row] = (1u << (p->size - 3)) - 8u;
        for (int row = 0; row < p->size; row++)
            for (uint64_t left = near.row[row]; left != 0;)
                list[count++] = (Move)(32 * row + bits_pop(&left));
        gomoku_make(p, list[rng_below(rng, (uint32_t)count)], &undo);
    }
}

/* A game ends when one player is seen to win. */
static void play_game(const Game *game, gomoku_pos p, uint64_t seed, uint64_t nodes, Tt *table)
{
    uint64_t rng = seed;
    int      first = sample_count, winner = 0;
    play_opening(&p, &rng);
    tt_clear(table);
    while (gomoku_play(&p) == PLAY_ON && winner == 0) {
        static SearchContext context;
        GomokuThreats        t;
        gomoku_undo          undo;
        gomoku_threats_init(&t, &p);
        context = (SearchContext){.limits = {.nodes = nodes}, .table = table};
        search_run(game, &p, SEARCHER_champion, &context);
        if (gomoku_is_quiet(&t)) {
            take_sample(&t, context.score);
            take_decision(&t, context.best);
        }
        if (context.score > SCORE_FORCED || context.score < -SCORE_FORCED)
            winner = context.score > 0 ? p.turn + 1 : 2 - p.turn;
        gomoku_make(&p, context.best, &undo);
    }
    winner = winner == 0 ? p.winner : winner;
    for (int i = first; i < sample_count; i++)
        samples[i].result = (int8_t)(winner == 0 ? 0 : winner == samples[i].colour + 1 ? 1 : -1);
}

/* ---- the evaluation ---- */

static void start_weights(int rule, double weight[FEATURES])
{
    for (int colour = 0; colour < 2; colour++) {
        const GomokuWeights *from = gomoku_weights_of(rule, colour);
        double              *to = &weight[colour * COLOUR_FEATURES];
        for (int i = 0; i < 2 * SHAPE_COUNT; i++)
            to[OF_SHAPE + i] = from->shape[i / SHAPE_COUNT][i % SHAPE_COUNT];
        for (int i = 0; i < 2 * GOMOKU_PAIRS; i++)
            to[OF_PAIR + i] = from->pair[i / GOMOKU_PAIRS][i % GOMOKU_PAIRS];
        for (int i = 0; i < GOMOKU_THREAT_PAIRS; i++)
            to[OF_THREAT + i] = from->threat[i];
        to[OF_MOVE] = 0;
    }
}

static double won_by(double score) { return 1 / (1 + exp(-score / scale)); }

static double predict(const Sample *sample, const double weight[FEATURES])
{
    double sum = 0;
    for (const Term *term = &terms[sample->first]; term < &terms[sample->first + sample->terms];
         term++)
        sum += weight[term->feature] * term->count;
    return won_by(sum);
}

/* One round over all samples: the mean slope of each weight. Every tenth game's worth of samples is
 * kept out and only looked at. */
static void measure(const double weight[FEATURES], double slope[FEATURES], double loss[2])
{
    int count[2] = {0};
    memset(slope, 0, FEATURES * sizeof slope[0]);
    loss[0] = loss[1] = 0;
    for (int n = 0; n < sample_count; n++) {
        const Sample *sample = &samples[n];
        int           is_kept_out = n / 1000 % 10 == 0;
        double        result = 0.5 + 0.5 * sample->result, found = predict(sample, weight);
        double        wanted = result_share * result + (1 - result_share) * won_by(sample->score);
        loss[is_kept_out] += (found - result) * (found - result);
        count[is_kept_out]++;
        for (int i = 0; i < sample->terms && !is_kept_out; i++)
            slope[terms[sample->first + (uint32_t)i].feature] +=
                (found - wanted) * terms[sample->first + (uint32_t)i].count;
    }
    for (int i = 0; i < FEATURES; i++)
        slope[i] /= count[0];
    for (int i = 0; i < 2; i++)
        loss[i] /= count[i] > 0 ? count[i] : 1;
}

/* Steps of a size of their own for each weight (Adam), pulled back a little to where they began. */
typedef struct {
    int    count, rounds;
    double step, hold, mean[FEATURES], square[FEATURES], start[FEATURES];
    bool   is_fixed[FEATURES];
} Adam;
_Static_assert((int)ORDERS <= (int)FEATURES, "room for both");

static void adam_step(Adam *adam, int round, const double slope[], double weight[])
{
    double step = adam->step * (adam->rounds + 1 - round) / adam->rounds;
    for (int i = 0; i < adam->count; i++) {
        if (adam->is_fixed[i])
            continue;
        double pull = slope[i] + adam->hold * (weight[i] - adam->start[i]);
        adam->mean[i] = 0.9 * adam->mean[i] + 0.1 * pull;
        adam->square[i] = 0.99 * adam->square[i] + 0.01 * pull * pull;
        weight[i] -= step * (adam->mean[i] / (1 - pow(0.9, round))) /
                     (sqrt(adam->square[i] / (1 - pow(0.99, round))) + 1e-9);
    }
}

/* The open board is worth nothing: other shapes are measured against it, so that what it is worth
 * to be to move shows in one number alone. */
static void fix_background(Adam *adam, int shape, int pair, double weight[])
{
    for (int role = 0; role < 2; role++) {
        double *by_shape = &weight[shape + role * SHAPE_COUNT];
        double *by_pair = &weight[pair + role * GOMOKU_PAIRS];
        double  open = by_shape[SHAPE_ONE], plain = by_pair[gomoku_pair(SHAPE_ONE, SHAPE_ONE)];
        for (int i = 0; i < SHAPE_COUNT; i++)
            by_shape[i] -= open;
        for (int i = 0; i < GOMOKU_PAIRS; i++)
            by_pair[i] -= plain;
        adam->is_fixed[shape + role * SHAPE_COUNT + SHAPE_ONE] = true;
        for (int i = 0; i <= gomoku_pair(SHAPE_ONE, SHAPE_ONE); i++)
            adam->is_fixed[pair + role * GOMOKU_PAIRS + i] = true;
    }
}

static void fit(double weight[FEATURES])
{
    Adam adam = {.count = FEATURES, .rounds = ROUNDS, .step = 2, .hold = 1e-4};
    for (int colour = 0; colour < 2; colour++)
        fix_background(&adam, colour * COLOUR_FEATURES + OF_SHAPE,
                       colour * COLOUR_FEATURES + OF_PAIR, weight);
    memcpy(adam.start, weight, sizeof adam.start);
    for (int round = 1; round <= ROUNDS; round++) {
        double slope[FEATURES], loss[2];
        measure(weight, slope, loss);
        adam_step(&adam, round, slope, weight);
        if (round % 50 == 0 || round == 1)
            fprintf(stderr, "round %d: error %.5f, kept out %.5f\n", round, loss[0], loss[1]);
    }
}

/* ---- the order of moves ---- */

static uint8_t shapes_of_kind[GOMOKU_KINDS][4]; /* the strongest first */

static void list_kinds(const GomokuShapes *shapes)
{
    for (int a = 0; a < SHAPE_COUNT; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++)
                for (int d = 0; d <= c; d++) {
                    uint8_t *kind = shapes_of_kind[shapes->kind[a | b << 4 | c << 8 | d << 12]];
                    kind[0] = (uint8_t)a;
                    kind[1] = (uint8_t)b;
                    kind[2] = (uint8_t)c;
                    kind[3] = (uint8_t)d;
                }
}

/* From weights to kinds, and from the slopes of kinds back to those of weights. */
static void spread(const double weight[COLOUR_ORDERS], int role, double by_kind[GOMOKU_KINDS])
{
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const uint8_t *shape = shapes_of_kind[kind];
        by_kind[kind] =
            weight[OF_ORDER_PAIR + role * GOMOKU_PAIRS + gomoku_pair(shape[0], shape[1])];
        for (int i = 0; i < 4; i++)
            by_kind[kind] += weight[role * SHAPE_COUNT + shape[i]];
    }
}

static void collect(const double by_kind[GOMOKU_KINDS], int role, double slope[COLOUR_ORDERS])
{
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const uint8_t *shape = shapes_of_kind[kind];
        slope[OF_ORDER_PAIR + role * GOMOKU_PAIRS + gomoku_pair(shape[0], shape[1])] +=
            by_kind[kind];
        for (int i = 0; i < 4; i++)
            slope[role * SHAPE_COUNT + shape[i]] += by_kind[kind];
    }
}

typedef struct {
    double attack[GOMOKU_KINDS], defence[GOMOKU_KINDS];
} ByKind;

/* How surprising the chosen move is, and the slopes. */
static double learn_decision(const Decision *decision, const ByKind value[2], ByKind slope[2])
{
    int           mine = decision->colour, theirs = 1 - mine;
    const Choice *choice = &choices[decision->first];
    double        part[gomoku_max_moves], sum = 0;
    for (int i = 0; i < decision->count; i++) {
        double promise = value[mine].attack[choice[i].own] + value[theirs].defence[choice[i].other];
        part[i] = exp(promise / order_scale);
        sum += part[i];
    }
    for (int i = 0; i < decision->count && slope != NULL; i++) {
        double error = part[i] / sum - (i == decision->chosen);
        slope[mine].attack[choice[i].own] += error;
        slope[theirs].defence[choice[i].other] += error;
    }
    return -log(part[decision->chosen] / sum);
}

static void measure_order(int rule, const double weight[ORDERS], double slope[ORDERS],
                          double loss[2])
{
    static ByKind value[2], kind_slope[2];
    int           count[2] = {0};
    memset(slope, 0, ORDERS * sizeof slope[0]);
    memset(kind_slope, 0, sizeof kind_slope);
    loss[0] = loss[1] = 0;
    for (int colour = 0; colour < 2; colour++) {
        const double *from = &weight[rule == GOMOKU_RENJU ? colour * COLOUR_ORDERS : 0];
        spread(from, 0, value[colour].attack);
        spread(from, 1, value[colour].defence);
    }
    for (int n = 0; n < decision_count; n++) {
        int is_kept_out = n / 1000 % 10 == 0;
        loss[is_kept_out] += learn_decision(&decisions[n], value, is_kept_out ? NULL : kind_slope);
        count[is_kept_out]++;
    }
    for (int colour = 0; colour < 2; colour++) {
        double *to = &slope[rule == GOMOKU_RENJU ? colour * COLOUR_ORDERS : 0];
        collect(kind_slope[colour].attack, 0, to);
        collect(kind_slope[colour].defence, 1, to);
    }
    for (int i = 0; i < ORDERS; i++)
        slope[i] /= count[0];
    for (int i = 0; i < 2; i++)
        loss[i] /= count[i] > 0 ? count[i] : 1;
}

static void start_orders(int rule, double weight[ORDERS])
{
    for (int colour = 0; colour < 2; colour++) {
        const GomokuWeights *from = gomoku_weights_of(rule, colour);
        double              *to = &weight[colour * COLOUR_ORDERS];
        for (int i = 0; i < 2 * SHAPE_COUNT; i++)
            to[i] = from->order_shape[i / SHAPE_COUNT][i % SHAPE_COUNT];
        for (int i = 0; i < 2 * GOMOKU_PAIRS; i++)
            to[OF_ORDER_PAIR + i] = from->order_pair[i / GOMOKU_PAIRS][i % GOMOKU_PAIRS];
    }
}

static void fit_order(int rule, double weight[ORDERS])
{
    Adam adam = {.count = ORDERS, .rounds = ORDER_ROUNDS, .step = 6, .hold = 1e-5};
    for (int colour = 0; colour < 2; colour++)
        fix_background(&adam, colour * COLOUR_ORDERS, colour * COLOUR_ORDERS + OF_ORDER_PAIR,
                       weight);
    memcpy(adam.start, weight, ORDERS * sizeof weight[0]);
    for (int round = 1; round <= ORDER_ROUNDS; round++) {
        double slope[ORDERS], loss[2];
        measure_order(rule, weight, slope, loss);
        adam_step(&adam, round, slope, weight);
        if (round % 50 == 0 || round == 1)
            fprintf(stderr, "order %d: surprise %.5f, kept out %.5f\n", round, loss[0], loss[1]);
    }
}

/* ---- what was learnt ---- */

static void print_list(const char *before, const double *weight, int count, const char *after)
{
    printf("%s{", before);
    for (int i = 0; i < count; i++)
        printf("%s%ld", i == 0 ? "" : ", ", lround(weight[i]));
    printf("}%s\n", after);
}

static void print_weights(const double weight[COLOUR_FEATURES], const double order[COLOUR_ORDERS])
{
    const double *pair = &weight[OF_PAIR], *order_pair = &order[OF_ORDER_PAIR];
    printf("    {\n");
    print_list("        .shape = {", &weight[OF_SHAPE], SHAPE_COUNT, ",");
    print_list("                  ", &weight[OF_SHAPE + SHAPE_COUNT], SHAPE_COUNT, "},");
    print_list("        .pair = {", pair, GOMOKU_PAIRS, ",");
    print_list("                 ", pair + GOMOKU_PAIRS, GOMOKU_PAIRS, "},");
    print_list("        .threat = ", &weight[OF_THREAT], GOMOKU_THREAT_PAIRS, ",");
    printf("        .move = %ld,\n", lround(weight[OF_MOVE]));
    print_list("        .order_shape = {", order, SHAPE_COUNT, ",");
    print_list("                        ", order + SHAPE_COUNT, SHAPE_COUNT, "},");
    print_list("        .order_pair = {", order_pair, GOMOKU_PAIRS, ",");
    print_list("                       ", order_pair + GOMOKU_PAIRS, GOMOKU_PAIRS, "},");
    printf("    },\n");
}

static bool read_rules(int argc, char **argv, const Game *game, gomoku_pos *p)
{
    int16_t options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    if (argc > 5 && (!options_set(&game->info->options, options, "rule", argv[4], NULL) ||
                     !options_set(&game->info->options, options, "size", argv[5], NULL)))
        return false;
    return position_start(game, options, p, NULL);
}

int main(int argc, char **argv)
{
    const Game *game = game_find("gomoku");
    gomoku_pos  p;
    double      weight[FEATURES], order[ORDERS];
    Tt         *table = tt_new(1);
    choices = malloc(MAX_CHOICES * sizeof *choices);
    decisions = malloc(MAX_DECISIONS * sizeof *decisions);
    samples = malloc(MAX_SAMPLES * sizeof *samples);
    terms = malloc(MAX_TERMS * sizeof *terms);
    if (argc < 4 || table == NULL || samples == NULL || terms == NULL || choices == NULL ||
        decisions == NULL || !read_rules(argc, argv, game, &p))
        return 2;
    int      games = (int)strtol(argv[1], NULL, 10);
    uint64_t nodes = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    for (int n = 0; n < games; n++)
        play_game(game, p, (uint64_t)n + 1000000 * seed, nodes, table);
    fprintf(stderr, "%d positions, %d choices of %d games\n", sample_count, decision_count, games);
    start_weights(p.rule, weight);
    fit(weight);
    list_kinds(gomoku_shapes(p.rule));
    start_orders(p.rule, order);
    fit_order(p.rule, order);
    for (int colour = 0; colour < (p.rule == GOMOKU_RENJU ? 2 : 1); colour++)
        print_weights(&weight[colour * COLOUR_FEATURES], &order[colour * COLOUR_ORDERS]);
    tt_delete(table);
    free(decisions);
    free(choices);
    free(terms);
    free(samples);
    return 0;
}
