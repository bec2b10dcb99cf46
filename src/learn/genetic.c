#include "learn/genetic.h"

#include "base/errors.h"
#include "base/file.h"
#include "base/frame.h"
#include "base/numbers.h"
#include "base/parse.h"
#include "base/rng.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TOURNAMENT = 3, MAX_STATE = 64 << 20, LONGEST_LINE = 4096 };

/* ---- chance ------------------------------------------------------------------------------------
 */

static double draw_unit(uint64_t *rng)
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

/* About normal, with a spread of one: twelve uniform numbers. */
static double draw_normal(uint64_t *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += draw_unit(rng);
    return sum;
}

static double within(double value, double low, double high)
{
    assert(low <= high);
    return value < low ? low : value > high ? high : value;
}

void genetic_draw(const GeneticSetup *setup, uint64_t seed, Individual *out)
{
    uint64_t rng = rng_mix(seed);
    *out = (Individual){0};
    for (int i = 0; i < setup->genes; i++) {
        double middle = (setup->low[i] + setup->high[i]) / 2;
        double reach = (setup->high[i] - setup->low[i]) / 2, random = 2 * draw_unit(&rng) - 1;
        out->genes[i] = middle + reach * random * fabs(random);
    }
}

/* ---- a generation ------------------------------------------------------------------------------
 */

static int by_fitness(const void *a, const void *b)
{
    const Individual *one = a, *other = b;
    double            left = individual_fitness(one), right = individual_fitness(other);
    if (left > right || left < right)
        return left > right ? -1 : 1;
    return one->id < other->id ? -1 : one->id > other->id; /* ids are unique */
}

static const Individual *select_parent(const Genetic *genetic, uint64_t *rng)
{
    assert(genetic->population > 0);
    uint32_t best = UINT32_MAX; /* they are sorted: the smallest index wins the tournament */
    for (int i = 0; i < TOURNAMENT; i++) {
        uint32_t random = rng_below(rng, (uint32_t)genetic->population);
        best = random < best ? random : best;
    }
    return &genetic->individuals[best];
}

/* Blend crossover: between the parents and a little beyond; and sometimes a mutation. */
static Individual crossover(const GeneticSetup *setup, const Genetic *genetic, uint64_t id)
{
    uint64_t          rng = rng_mix(setup->seed ^ rng_mix(id));
    const Individual *mother = select_parent(genetic, &rng), *father = select_parent(genetic, &rng);
    Individual child = {.id = id, .parents = {mother->id, father->id}, .born = genetic->generation};
    for (int i = 0; i < setup->genes; i++) {
        double share = 1.5 * draw_unit(&rng) - 0.25, reach = setup->high[i] - setup->low[i];
        double gene = mother->genes[i] + share * (father->genes[i] - mother->genes[i]);
        if (draw_unit(&rng) * setup->genes < 1)
            gene += draw_normal(&rng) * (0.02 * reach + 0.3 * fabs(gene));
        child.genes[i] = within(gene, setup->low[i], setup->high[i]);
    }
    return child;
}

static void next_generation(const GeneticSetup *setup, Genetic *genetic)
{
    Genetic    *old = genetic;
    Individual *children = old->individuals + setup->elite;
    Individual  born[GENETIC_MAX_POPULATION];
    int         count = setup->population - setup->elite;
    for (int i = 0; i < count; i++) {
        uint64_t id = genetic->next_id++;
        born[i] = crossover(setup, old, id);
        for (int k = 0; k < 2; k++)
            genetic->births[id][k] = (uint32_t)born[i].parents[k];
    }
    memcpy(children, born, (size_t)count * sizeof born[0]);
}

static bool measure_generation(const GeneticSetup *setup, Genetic *genetic, Error *err)
{
    double fitness[GENETIC_MAX_POPULATION], sum = 0;
    if (!setup->measure(genetic->generation, genetic->individuals, genetic->population, fitness,
                        setup->user, err))
        return false;
    for (int i = 0; i < genetic->population; i++) {
        genetic->individuals[i].sum += fitness[i];
        genetic->individuals[i].measures++;
        sum += fitness[i];
    }
    qsort(genetic->individuals, (size_t)genetic->population, sizeof genetic->individuals[0],
          by_fitness);
    genetic->history[genetic->generation++] =
        (Generation){.best = individual_fitness(&genetic->individuals[0]),
                     .mean = sum / genetic->population,
                     .fittest = genetic->individuals[0]};
    return true;
}

const Individual *genetic_winner(const Genetic *genetic)
{
    assert(genetic->population > 0);
    for (int i = 0; i < genetic->population; i++)
        if (genetic->individuals[i].measures > 1)
            return &genetic->individuals[i];
    return &genetic->individuals[0];
}

void genetic_lineage(const Genetic *genetic, uint64_t id, int generations, Str *out)
{
    enum { MOST = 64 };
    uint64_t line[MOST] = {id};
    int      generation[MOST] = {0}, count = 1, told = 0;
    for (int i = 0; i < count; i++) {
        const uint32_t *parents = genetic->births[line[i]];
        if (parents[0] == 0 || generation[i] >= generations)
            continue;
        str_printf(out, "%s%" PRIu64 " of %u and %u", told++ > 0 ? ", " : "", line[i], parents[0],
                   parents[1]);
        for (int k = 0; k < 2; k++) {
            bool is_known = false;
            for (int j = 0; j < count; j++)
                is_known |= line[j] == parents[k];
            if (!is_known && count < MOST) {
                generation[count] = generation[i] + 1;
                line[count++] = parents[k];
            }
        }
    }
}

/* ---- the state ---------------------------------------------------------------------------------
 */

static void format_individual(const char *word, const Individual *individual, int genes, Str *out)
{
    str_printf(out, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d %a", word, individual->id,
               individual->parents[0], individual->parents[1], individual->born,
               individual->measures, individual->sum);
    for (int i = 0; i < genes; i++)
        str_printf(out, " %a", individual->genes[i]);
    str_char(out, '\n');
}

void genetic_format(const Genetic *genetic, const char *settings, Str *out)
{
    size_t begin = out->size;
    str_printf(out, "plateau genetic 1\n%s\n%d %d %d %" PRIu64 "\n", settings, genetic->generation,
               genetic->population, genetic->genes, genetic->next_id);
    for (int i = 0; i < genetic->population; i++)
        format_individual("person", &genetic->individuals[i], genetic->genes, out);
    for (int i = 0; i < genetic->generation; i++) {
        str_printf(out, "generation %a %a\n", genetic->history[i].best, genetic->history[i].mean);
        format_individual("leader", &genetic->history[i].fittest, genetic->genes, out);
    }
    for (uint64_t id = 1; id < genetic->next_id; id++)
        str_printf(out, "birth %u %u\n", genetic->births[id][0], genetic->births[id][1]);
    frame_end_text(begin, out);
}

/* The line at *text, without its end; *text is moved behind it. */
static bool take_line(const char **text, char line[LONGEST_LINE])
{
    size_t length = strcspn(*text, "\n");
    if ((*text)[length] != '\n' || length >= LONGEST_LINE)
        return false;
    memcpy(line, *text, length);
    line[length] = '\0';
    *text += length + 1;
    return true;
}

static bool take_double(const char **at, double *out)
{
    char *end;
    *out = numbers_read(*at, &end);
    if (end == *at || !isfinite(*out))
        return false;
    *at = end;
    return true;
}

static bool take_individual(const char **text, const char *word, int genes, Individual *out)
{
    char        line[LONGEST_LINE], found[16];
    const char *at = line;
    int64_t     id, parents[2], born, measures;
    *out = (Individual){0};
    if (!take_line(text, line) || !parse_word(&at, found, sizeof found) ||
        strcmp(found, word) != 0 || !parse_next_int(&at, 0, INT64_MAX, &id) ||
        !parse_next_int(&at, 0, INT64_MAX, &parents[0]) ||
        !parse_next_int(&at, 0, INT64_MAX, &parents[1]) ||
        !parse_next_int(&at, 0, INT_MAX, &born) || !parse_next_int(&at, 0, INT_MAX, &measures))
        return false;
    out->id = (uint64_t)id;
    out->parents[0] = (uint64_t)parents[0];
    out->parents[1] = (uint64_t)parents[1];
    out->born = (int)born;
    out->measures = (int)measures;
    bool ok = take_double(&at, &out->sum);
    for (int i = 0; ok && i < genes; i++)
        ok = take_double(&at, &out->genes[i]);
    return ok && *at == '\0';
}

static bool take_generation(const char **text, int genes, Generation *out)
{
    char line[LONGEST_LINE];
    if (!take_line(text, line) || strncmp(line, "generation ", 11) != 0)
        return false;
    const char *at = line + 11;
    return take_double(&at, &out->best) && take_double(&at, &out->mean) && *at == '\0' &&
           take_individual(text, "leader", genes, &out->fittest);
}

/* Parents are older than their children. */
static bool take_birth(const char **text, uint64_t id, uint32_t parents[2])
{
    char        line[LONGEST_LINE];
    const char *at = line;
    int64_t     numbers[2];
    if (!take_line(text, line) || strncmp(line, "birth ", 6) != 0)
        return false;
    at += 6;
    for (int i = 0; i < 2; i++) {
        if (!parse_next_int(&at, 0, (int64_t)id - 1, &numbers[i]) || numbers[i] > UINT32_MAX)
            return false;
        parents[i] = (uint32_t)numbers[i];
    }
    return *at == '\0';
}

static bool take_sizes(const char *line, Genetic *out)
{
    int64_t generation, population, genes, next_id;
    if (!parse_next_int(&line, 0, GENETIC_MAX_GENERATIONS, &generation) ||
        !parse_next_int(&line, 1, GENETIC_MAX_POPULATION, &population) ||
        !parse_next_int(&line, 1, MAX_PARAMS, &genes) ||
        !parse_next_int(&line, 1, GENETIC_MAX_BIRTHS, &next_id))
        return false;
    out->generation = (int)generation;
    out->population = (int)population;
    out->genes = (int)genes;
    out->next_id = (uint64_t)next_id;
    return true;
}

bool genetic_parse(const char *text, const char *settings, Genetic *out, Error *err)
{
    char   line[LONGEST_LINE];
    size_t body;
    bool   ok = frame_check_text(text, strlen(text), &body);
    if (!take_line(&text, line) || strcmp(line, "plateau genetic 1") != 0)
        return error_set(err, ERROR_GENETIC_NOT_ONE);
    if (!take_line(&text, line) || strcmp(line, settings) != 0)
        return error_set(err, ERROR_GENETIC_OTHER, line);
    ok = ok && take_line(&text, line) && take_sizes(line, out);
    for (int i = 0; ok && i < out->population; i++)
        ok = take_individual(&text, "person", out->genes, &out->individuals[i]);
    for (int i = 0; ok && i < out->generation; i++)
        ok = take_generation(&text, out->genes, &out->history[i]);
    for (uint64_t id = 1; ok && id < out->next_id; id++)
        ok = take_birth(&text, id, out->births[id]);
    return ok && strncmp(text, "sum ", 4) == 0 ? true : error_set(err, ERROR_STATE_DAMAGED);
}

static bool save(const GeneticSetup *setup, const Genetic *genetic, Error *err)
{
    Str text = {0};
    if (setup->state == NULL)
        return true;
    genetic_format(genetic, setup->settings, &text);
    bool ok = text.failed ? error_set(err, ERROR_MEMORY)
                          : file_write(setup->state, text.text, text.size, err);
    str_free(&text);
    return ok;
}

static bool load(const GeneticSetup *setup, Genetic *out, bool *is_there, Error *err)
{
    Str text = {0};
    *is_there = setup->state != NULL && access(setup->state, F_OK) == 0;
    if (!*is_there)
        return true;
    bool ok = file_read(setup->state, MAX_STATE, &text, err) &&
              (genetic_parse(str_get(&text), setup->settings, out, err) ||
               error_prefix(err, setup->state));
    str_free(&text);
    return ok;
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

static void begin(const GeneticSetup *setup, Genetic *out)
{
    out->generation = 0;
    out->population = setup->population;
    out->genes = setup->genes;
    out->next_id = 1;
    for (int i = 0; i < setup->population; i++) {
        genetic_draw(setup, setup->seed ^ rng_mix(out->next_id), &out->individuals[i]);
        out->individuals[i].id = out->next_id++;
    }
}

bool genetic_run(const GeneticSetup *setup, Genetic *out, Error *err)
{
    bool is_there;
    if (!load(setup, out, &is_there, err))
        return false;
    if (!is_there)
        begin(setup, out);
    while (out->generation < setup->generations) {
        if (setup->stop != NULL && atomic_load(setup->stop))
            return error_set(err, ERROR_GENETIC_STOPPED, out->generation);
        /* The state is that of a measured generation: its children are born anew. */
        if (out->generation > 0)
            next_generation(setup, out);
        if (!measure_generation(setup, out, err) || !save(setup, out, err))
            return false;
        if (setup->report != NULL)
            setup->report(out, setup->user);
    }
    return true;
}
