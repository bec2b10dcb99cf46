/* The weights of the champion's evaluation and of its order of moves, fitted to games: the shapes
 * of every quiet position are counted, and each gets a worth by logistic regression to results and
 * scores; and a promise, so that the moves that were played come first (softmax over the moves of a
 * position). The text it writes is a rule's part of gomoku_weights.def. Steps are Adam's (Kingma
 * & Ba 2015). */
#include "games/gomoku/champion/gomoku_tuner.h"

#include "base/errors.h"
#include "base/numbers.h"
#include "games/gomoku/champion/gomoku_candidates.h"
#include "games/gomoku/champion/gomoku_weights.h"

#include <inttypes.h>
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
    ORDER_ROUNDS = 120,
    ROUNDS = 120
};

static const double scale = 400;        /* a score of so much is won by e to 1 */
static const double result_share = 0.7; /* of what is fitted to; the rest is the search's score */

typedef struct {
    uint16_t feature;
    int16_t  count;
} ShapeTerm;

typedef struct {
    size_t   first; /* of its terms */
    uint16_t terms;
    bool     is_held_out;
    double   result; /* of the player to move: 1, 0.5 or 0 */
    Score    score;
} ShapeSample;

/* A point that could have been played, by its kinds for the mover and for the other. */
typedef struct {
    uint16_t own, other;
} ShapeChoice;

typedef struct {
    size_t   first; /* of its choices */
    uint16_t count, chosen;
    int8_t   colour;
    bool     is_held_out;
} ShapeDecision;

static const double order_scale = 20; /* promise that makes a move e times as likely */

/* A list that grows; the items are of one size. */
typedef struct {
    void  *items;
    size_t count, capacity;
} GrowingList;

typedef struct {
    int         rule;
    GrowingList samples, terms, decisions, choices;
    double      weight[FEATURES], order[ORDERS];
    uint8_t     shapes_of_kind[GOMOKU_KINDS][4]; /* the strongest first */
    void (*report)(void *user, const char *line);
    void *user;
} GomokuTuner;

/* Room for `count` more; NULL: memory is short. */
static void *list_room(GrowingList *list, size_t count, size_t item_size)
{
    if (list->count + count > list->capacity) {
        size_t capacity = 2 * list->capacity + count + 1024;
        void  *items = realloc(list->items, capacity * item_size);
        if (items == NULL)
            return NULL;
        list->items = items;
        list->capacity = capacity;
    }
    return (char *)list->items + list->count * item_size;
}

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

static bool take_sample(GomokuTuner *tuner, const GomokuThreats *t, const TunerPosition *position)
{
    int          count[FEATURES];
    ShapeSample *sample = list_room(&tuner->samples, 1, sizeof *sample);
    ShapeTerm   *terms = list_room(&tuner->terms, FEATURES, sizeof *terms);
    if (sample == NULL || terms == NULL)
        return false;
    count_features(t, count);
    *sample = (ShapeSample){.first = tuner->terms.count,
                            .score = position->score,
                            .result = position->points / 2.0,
                            .is_held_out = position->is_held_out};
    for (int i = 0; i < FEATURES; i++)
        if (count[i] != 0)
            terms[sample->terms++] =
                (ShapeTerm){.feature = (uint16_t)i, .count = (int16_t)count[i]};
    tuner->terms.count += sample->terms;
    tuner->samples.count++;
    return true;
}

/* Which move was chosen, among those that could have been. */
static bool take_decision(GomokuTuner *tuner, const GomokuThreats *t, const TunerPosition *position)
{
    int            mine = t->pos.turn;
    GomokuPoints   points;
    ShapeChoice   *choices = list_room(&tuner->choices, gomoku_max_moves, sizeof *choices);
    ShapeDecision *decision = list_room(&tuner->decisions, 1, sizeof *decision);
    if (choices == NULL || decision == NULL)
        return false;
    *decision = (ShapeDecision){.first = tuner->choices.count,
                                .chosen = UINT16_MAX,
                                .colour = (int8_t)mine,
                                .is_held_out = position->is_held_out};
    gomoku_list_points(t, &points);
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = points.row[row]; left != 0;) {
            int point = 32 * row + bits_pop(&left);
            if (!gomoku_may_play(t, point))
                continue;
            if (point == position->move)
                decision->chosen = decision->count;
            choices[decision->count++] = (ShapeChoice){.own = gomoku_kind(t, mine, point),
                                                       .other = gomoku_kind(t, 1 - mine, point)};
        }
    if (decision->chosen == UINT16_MAX || decision->count < 2)
        return true;
    tuner->choices.count += decision->count;
    tuner->decisions.count++;
    return true;
}

static bool tuner_add(void *self, const TunerPosition *position, Error *err)
{
    GomokuTuner  *tuner = self;
    GomokuThreats t;
    gomoku_threats_init(&t, position->pos);
    if (!gomoku_is_quiet(&t))
        return true;
    return (take_sample(tuner, &t, position) && take_decision(tuner, &t, position)) ||
           error_set(err, ERROR_MEMORY);
}

/* ---- the evaluation ---- */

static void take_row(const int16_t from[], int count, double to[])
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

static void start_weights(int rule, double weight[FEATURES])
{
    for (int colour = 0; colour < 2; colour++) {
        const GomokuWeights *from = gomoku_weights_of(rule, colour);
        double              *to = &weight[colour * COLOUR_FEATURES];
        for (int role = 0; role < 2; role++) {
            take_row(from->shape[role], SHAPE_COUNT, &to[OF_SHAPE + role * SHAPE_COUNT]);
            take_row(from->pair[role], GOMOKU_PAIRS, &to[OF_PAIR + role * GOMOKU_PAIRS]);
        }
        take_row(from->threat, GOMOKU_THREAT_PAIRS, &to[OF_THREAT]);
        to[OF_MOVE] = 0;
    }
}

static double won_by(double score) { return 1 / (1 + exp(-score / scale)); }

static double predict(const ShapeTerm terms[], int count, const double weight[FEATURES])
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += weight[terms[i].feature] * terms[i].count;
    return won_by(sum);
}

/* The mean of what was summed over those that are learnt from, and over those held out. */
static void take_means(double slope[], int slopes, double loss[2], const size_t count[2])
{
    for (int i = 0; i < slopes; i++)
        slope[i] /= count[0] > 0 ? (double)count[0] : 1;
    for (int i = 0; i < 2; i++)
        loss[i] /= count[i] > 0 ? (double)count[i] : 1;
}

/* One round over all samples: the mean slope of each weight, and the error of both kinds. */
static void measure(const GomokuTuner *tuner, double slope[FEATURES], double loss[2])
{
    size_t count[2] = {0};
    memset(slope, 0, FEATURES * sizeof slope[0]);
    loss[0] = loss[1] = 0;
    for (size_t n = 0; n < tuner->samples.count; n++) {
        const ShapeSample *sample = (const ShapeSample *)tuner->samples.items + n;
        const ShapeTerm   *terms = (const ShapeTerm *)tuner->terms.items + sample->first;
        double             found = predict(terms, sample->terms, tuner->weight);
        double wanted = result_share * sample->result + (1 - result_share) * won_by(sample->score);
        loss[sample->is_held_out] += (found - sample->result) * (found - sample->result);
        count[sample->is_held_out]++;
        for (int i = 0; i < sample->terms && !sample->is_held_out; i++)
            slope[terms[i].feature] += (found - wanted) * terms[i].count;
    }
    take_means(slope, FEATURES, loss, count);
}

/* Steps of a size of their own for each weight (Adam), pulled back a little to where they began. */
typedef struct {
    int    count, rounds;
    double step, hold, mean[FEATURES], square[FEATURES], start[FEATURES];
    bool   is_fixed[FEATURES];
} TunerAdam;
_Static_assert((int)ORDERS <= (int)FEATURES, "room for both");

static void adam_step(TunerAdam *adam, int round, const double slope[], double weight[])
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
static void fix_background(TunerAdam *adam, int shape, int pair, double weight[])
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

static void report(const GomokuTuner *tuner, const char *what, int round, const double loss[2])
{
    char line[100];
    if (round % 50 != 0 && round != 1)
        return;
    numbers_print(line, sizeof line, "%s, round %d: error %.5f, held out %.5f", what, round,
                  loss[0], loss[1]);
    tuner->report(tuner->user, line);
}

static void fit_weights(GomokuTuner *tuner)
{
    double   *weight = tuner->weight;
    TunerAdam adam = {.count = FEATURES, .rounds = ROUNDS, .step = 2, .hold = 1e-4};
    for (int colour = 0; colour < 2; colour++)
        fix_background(&adam, colour * COLOUR_FEATURES + OF_SHAPE,
                       colour * COLOUR_FEATURES + OF_PAIR, weight);
    memcpy(adam.start, weight, sizeof adam.start);
    for (int round = 1; round <= ROUNDS; round++) {
        double slope[FEATURES], loss[2];
        measure(tuner, slope, loss);
        adam_step(&adam, round, slope, weight);
        report(tuner, "worth", round, loss);
    }
}

/* ---- the order of moves ---- */

static void list_kinds(GomokuTuner *tuner)
{
    const GomokuShapes *shapes = gomoku_shapes(tuner->rule);
    for (int a = 0; a < SHAPE_COUNT; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++)
                for (int d = 0; d <= c; d++) {
                    uint8_t *kind =
                        tuner->shapes_of_kind[shapes->kind[a | b << 4 | c << 8 | d << 12]];
                    kind[0] = (uint8_t)a;
                    kind[1] = (uint8_t)b;
                    kind[2] = (uint8_t)c;
                    kind[3] = (uint8_t)d;
                }
}

/* From weights to kinds, and from the slopes of kinds back to those of weights. */
static void spread(const GomokuTuner *tuner, const double weight[COLOUR_ORDERS], int role,
                   double by_kind[GOMOKU_KINDS])
{
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const uint8_t *shape = tuner->shapes_of_kind[kind];
        by_kind[kind] =
            weight[OF_ORDER_PAIR + role * GOMOKU_PAIRS + gomoku_pair(shape[0], shape[1])];
        for (int i = 0; i < 4; i++)
            by_kind[kind] += weight[role * SHAPE_COUNT + shape[i]];
    }
}

static void collect(const GomokuTuner *tuner, const double by_kind[GOMOKU_KINDS], int role,
                    double slope[COLOUR_ORDERS])
{
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const uint8_t *shape = tuner->shapes_of_kind[kind];
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
static double learn_decision(const ShapeDecision *decision, const ShapeChoice choice[],
                             const ByKind value[2], ByKind slope[2])
{
    int    mine = decision->colour, theirs = 1 - mine;
    double part[gomoku_max_moves], sum = 0;
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

static void measure_order(const GomokuTuner *tuner, double slope[ORDERS], double loss[2])
{
    ByKind       value[2], kind_slope[2];
    const size_t second = tuner->rule == GOMOKU_RENJU ? COLOUR_ORDERS : 0;
    size_t       count[2] = {0};
    memset(slope, 0, ORDERS * sizeof slope[0]);
    memset(kind_slope, 0, sizeof kind_slope);
    loss[0] = loss[1] = 0;
    for (int colour = 0; colour < 2; colour++) {
        const double *from = &tuner->order[(size_t)colour * second];
        spread(tuner, from, 0, value[colour].attack);
        spread(tuner, from, 1, value[colour].defence);
    }
    for (size_t n = 0; n < tuner->decisions.count; n++) {
        const ShapeDecision *decision = (const ShapeDecision *)tuner->decisions.items + n;
        const ShapeChoice   *choice = (const ShapeChoice *)tuner->choices.items + decision->first;
        loss[decision->is_held_out] +=
            learn_decision(decision, choice, value, decision->is_held_out ? NULL : kind_slope);
        count[decision->is_held_out]++;
    }
    for (int colour = 0; colour < 2; colour++) {
        double *to = &slope[(size_t)colour * second];
        collect(tuner, kind_slope[colour].attack, 0, to);
        collect(tuner, kind_slope[colour].defence, 1, to);
    }
    take_means(slope, ORDERS, loss, count);
}

static void start_orders(int rule, double weight[ORDERS])
{
    for (int colour = 0; colour < 2; colour++) {
        const GomokuWeights *from = gomoku_weights_of(rule, colour);
        double              *to = &weight[colour * COLOUR_ORDERS];
        for (int role = 0; role < 2; role++) {
            take_row(from->order_shape[role], SHAPE_COUNT, &to[role * SHAPE_COUNT]);
            take_row(from->order_pair[role], GOMOKU_PAIRS,
                     &to[OF_ORDER_PAIR + role * GOMOKU_PAIRS]);
        }
    }
}

static void fit_order(GomokuTuner *tuner)
{
    double   *weight = tuner->order;
    TunerAdam adam = {.count = ORDERS, .rounds = ORDER_ROUNDS, .step = 6, .hold = 1e-5};
    for (int colour = 0; colour < 2; colour++)
        fix_background(&adam, colour * COLOUR_ORDERS, colour * COLOUR_ORDERS + OF_ORDER_PAIR,
                       weight);
    memcpy(adam.start, weight, ORDERS * sizeof weight[0]);
    for (int round = 1; round <= ORDER_ROUNDS; round++) {
        double slope[ORDERS], loss[2];
        measure_order(tuner, slope, loss);
        adam_step(&adam, round, slope, weight);
        report(tuner, "order", round, loss);
    }
}

/* ---- what was learnt ---- */

static void write_list(const char *before, const double *weight, int count, const char *after,
                       Str *out)
{
    str_printf(out, "%s{", before);
    for (int i = 0; i < count; i++)
        str_printf(out, "%s%ld", i == 0 ? "" : ", ", lround(weight[i]));
    str_printf(out, "}%s\n", after);
}

static void write_colour(const double weight[COLOUR_FEATURES], const double order[COLOUR_ORDERS],
                         Str *out)
{
    const double *pair = &weight[OF_PAIR], *order_pair = &order[OF_ORDER_PAIR];
    str_text(out, "    {\n");
    write_list("        .shape = {", &weight[OF_SHAPE], SHAPE_COUNT, ",", out);
    write_list("                  ", &weight[OF_SHAPE + SHAPE_COUNT], SHAPE_COUNT, "},", out);
    write_list("        .pair = {", pair, GOMOKU_PAIRS, ",", out);
    write_list("                 ", pair + GOMOKU_PAIRS, GOMOKU_PAIRS, "},", out);
    write_list("        .threat = ", &weight[OF_THREAT], GOMOKU_THREAT_PAIRS, ",", out);
    str_printf(out, "        .move = %ld,\n", lround(weight[OF_MOVE]));
    write_list("        .order_shape = {", order, SHAPE_COUNT, ",", out);
    write_list("                        ", order + SHAPE_COUNT, SHAPE_COUNT, "},", out);
    write_list("        .order_pair = {", order_pair, GOMOKU_PAIRS, ",", out);
    write_list("                       ", order_pair + GOMOKU_PAIRS, GOMOKU_PAIRS, "},", out);
    str_text(out, "    },\n");
}

/* ---- the tuner ---- */

static void *tuner_open(const int16_t options[])
{
    GomokuTuner *tuner = calloc(1, sizeof *tuner);
    if (tuner == NULL)
        return NULL;
    tuner->rule = options[GOMOKU_RULE];
    start_weights(tuner->rule, tuner->weight);
    start_orders(tuner->rule, tuner->order);
    list_kinds(tuner);
    return tuner;
}

static void tuner_close(void *self)
{
    GomokuTuner *tuner = self;
    free(tuner->samples.items);
    free(tuner->terms.items);
    free(tuner->decisions.items);
    free(tuner->choices.items);
    free(tuner);
}

static void tuner_fit(void *self, void (*report_line)(void *user, const char *line), void *user)
{
    GomokuTuner *tuner = self;
    tuner->report = report_line;
    tuner->user = user;
    fit_weights(tuner);
    fit_order(tuner);
}

static void tuner_write(const void *self, Str *out)
{
    const GomokuTuner *tuner = self;
    for (int colour = 0; colour < (tuner->rule == GOMOKU_RENJU ? 2 : 1); colour++)
        write_colour(&tuner->weight[colour * COLOUR_FEATURES],
                     &tuner->order[colour * COLOUR_ORDERS], out);
}

const Tuner gomoku_tuner = {
    .summary = TEXT("worth and order of the champion's line shapes, for one rule",
                    "valeur et ordre des formes de lignes du champion, pour une règle"),
    .open = tuner_open,
    .add = tuner_add,
    .fit = tuner_fit,
    .write = tuner_write,
    .close = tuner_close,
};
