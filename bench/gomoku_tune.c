/* The champion's evaluation, learnt from its own games: plays GAMES of them from random openings,
 * counts the shapes and ranks of every quiet position and fits one worth for each by logistic
 * regression to the results. Prints the tables of games/gomoku/gomoku_weights.h.
 *
 *     gomoku_tune GAMES NODES SEED [RULE SIZE] */
#include "base/rng.h"
#include "core/position.h"
#include "games/gomoku/gomoku_candidates.h"
#include "search/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEATURES = 2 * (SHAPE_COUNT + RANK_COUNT) + 1, /* to the mover, to the other, and the move */
    MAX_SAMPLES = 400000,
    OPENING_PLIES = 5,
    ROUNDS = 400
};

static const double scale = 400; /* a score of so much is won by e to 1 */

typedef struct {
    int16_t count[FEATURES];
    int8_t  colour, result; /* of the mover; 1 won, 0 drawn, -1 lost */
} Sample;

static Sample *samples;
static int     sample_count;

static int feature_of(int role, int is_rank, int index)
{
    return role * (SHAPE_COUNT + RANK_COUNT) + is_rank * SHAPE_COUNT + index;
}

static bool is_quiet(const GomokuThreats *t)
{
    Move line[VCF_LINE];
    int  length, mine = t->pos.turn;
    return t->count[0][RANK_FIVE] + t->count[1][RANK_FIVE] + t->count[mine][RANK_OPEN_FOUR] == 0 &&
           gomoku_find_vcf(&t->pos, 200, 8, line, &length) == 0;
}

static void count_features(const GomokuThreats *t, Sample *sample)
{
    memset(sample, 0, sizeof *sample);
    sample->colour = (int8_t)t->pos.turn;
    for (int role = 0; role < 2; role++) {
        int colour = role == 0 ? t->pos.turn : 1 - t->pos.turn;
        for (int rank = 0; rank < RANK_COUNT; rank++)
            sample->count[feature_of(role, 1, rank)] = (int16_t)t->count[colour][rank];
        for (int row = 0; row < t->pos.size; row++)
            for (uint64_t left = gomoku_empty_in_row(&t->pos, row); left != 0;) {
                int point = 32 * row + bits_pop(&left);
                for (int d = 0; d < GOMOKU_DIRECTIONS; d++)
                    sample->count[feature_of(role, 0, t->shape[point][d] >> 4 * colour & 15)]++;
            }
    }
    sample->count[FEATURES - 1] = 1;
}

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

static void play_game(const Game *game, gomoku_pos p, uint64_t seed, uint64_t nodes, Tt *table)
{
    uint64_t rng = seed;
    int      first = sample_count;
    play_opening(&p, &rng);
    tt_clear(table);
    while (gomoku_play(&p) == PLAY_ON) {
        static SearchContext context;
        GomokuThreats        t;
        gomoku_undo          undo;
        gomoku_threats_init(&t, &p);
        if (is_quiet(&t) && sample_count < MAX_SAMPLES)
            count_features(&t, &samples[sample_count++]);
        context = (SearchContext){.limits = {.nodes = nodes}, .table = table};
        search_run(game, &p, SEARCHER_champion, &context);
        gomoku_make(&p, context.best, &undo);
    }
    for (int i = first; i < sample_count; i++)
        samples[i].result = (int8_t)(p.winner == 0                       ? 0
                                     : p.winner == samples[i].colour + 1 ? 1
                                                                         : -1);
}

static double start_weight(int feature)
{
    int half = SHAPE_COUNT + RANK_COUNT, role = feature / half, index = feature % half;
    if (feature == FEATURES - 1)
        return 0;
    int64_t worth =
        index < SHAPE_COUNT ? gomoku_shape_worth[index] : gomoku_rank_worth[index - SHAPE_COUNT];
    return role == 0 ? gomoku_worth_to_mover(worth) : -gomoku_worth_to_other(worth);
}

static double predict(const Sample *sample, const double weight[FEATURES])
{
    double sum = 0;
    for (int i = 0; i < FEATURES; i++)
        sum += weight[i] * sample->count[i];
    return 1 / (1 + exp(-sum / scale));
}

/* Whole-batch steps of a size of their own for each weight (Adam). Every tenth sample is kept out
 * and only looked at. */
static void fit(double weight[FEATURES])
{
    double mean[FEATURES] = {0}, square[FEATURES] = {0}, start[FEATURES];
    memcpy(start, weight, sizeof start);
    for (int round = 1; round <= ROUNDS; round++) {
        double slope[FEATURES] = {0}, loss[2] = {0};
        double step = 2.0 * (ROUNDS + 1 - round) / ROUNDS;
        int    count[2] = {0};
        for (int n = 0; n < sample_count; n++) {
            double wanted = 0.5 + 0.5 * samples[n].result;
            double found = predict(&samples[n], weight), error = found - wanted;
            loss[n % 10 == 0] += error * error;
            count[n % 10 == 0]++;
            for (int i = 0; i < FEATURES && n % 10 != 0; i++)
                slope[i] += error * samples[n].count[i];
        }
        for (int i = 0; i < FEATURES; i++) {
            double pull = slope[i] / count[0] + 2e-5 * (weight[i] - start[i]);
            mean[i] = 0.9 * mean[i] + 0.1 * pull;
            square[i] = 0.99 * square[i] + 0.01 * pull * pull;
            weight[i] -= step * (mean[i] / (1 - pow(0.9, round))) /
                         (sqrt(square[i] / (1 - pow(0.99, round))) + 1e-9);
        }
        if (round % 50 == 0 || round == 1)
            fprintf(stderr, "round %d: error %.5f, kept out %.5f\n", round, loss[0] / count[0],
                    loss[1] / count[1]);
    }
}

static void print_table(const char *name, const double weight[FEATURES], int is_rank, int count)
{
    printf("static const int64_t %s = {\n", name);
    for (int i = 0; i < count; i++)
        printf("    GOMOKU_WORTH(%.0f, %.0f),\n", weight[feature_of(0, is_rank, i)],
               -weight[feature_of(1, is_rank, i)]);
    printf("};\n");
}

int main(int argc, char **argv)
{
    const Game *game = game_find("gomoku");
    int16_t     options[MAX_OPTIONS];
    gomoku_pos  p;
    double      weight[FEATURES];
    Tt         *table = tt_new(1);
    samples = malloc(MAX_SAMPLES * sizeof *samples);
    if (argc < 4 || table == NULL || samples == NULL)
        return 2;
    options_reset(&game->info->options, options);
    if (argc > 5 && (!options_set(&game->info->options, options, "rule", argv[4], NULL) ||
                     !options_set(&game->info->options, options, "size", argv[5], NULL)))
        return 2;
    if (!position_start(game, options, &p, NULL))
        return 1;
    int      games = (int)strtol(argv[1], NULL, 10);
    uint64_t nodes = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    for (int n = 0; n < games; n++)
        play_game(game, p, (uint64_t)n + 1000000 * seed, nodes, table);
    fprintf(stderr, "%d positions of %d games\n", sample_count, games);
    for (int i = 0; i < FEATURES; i++)
        weight[i] = start_weight(i);
    fit(weight);
    print_table("gomoku_shape_worth[SHAPE_COUNT]", weight, 0, SHAPE_COUNT);
    print_table("gomoku_rank_worth[RANK_COUNT]", weight, 1, RANK_COUNT);
    printf("/* the move: %.0f */\n", weight[FEATURES - 1]);
    tt_delete(table);
    free(samples);
    return 0;
}
