/* learn/genetic.h -- a genetic algorithm on parameter vectors: each generation is measured, and the
 * next one comes from it by elitism, tournament selection, crossover and mutation. The caller
 * computes the fitness.
 *
 * Everything random depends on the seed, the generation and the number of the individual, and the
 * state is kept after each generation: a run that was killed goes on to the same end. */
#pragma once
#include "learn/params.h"

#include <stdatomic.h>

enum { GENETIC_MAX_POPULATION = 1000, GENETIC_MAX_GENERATIONS = 1000, GENETIC_MAX_BIRTHS = 200000 };

typedef struct {
    uint64_t id, parents[2]; /* ids from 1; 0: none, drawn at random */
    int      born;           /* generation, from 0 */
    int      measures;       /* the best are measured again in each generation: */
    double   sum;            /* the fitness is the mean */
    double   genes[MAX_PARAMS];
} Individual;

static inline double individual_fitness(const Individual *individual)
{
    return individual->measures > 0 ? individual->sum / individual->measures : 0;
}

typedef struct {
    double     best, mean; /* fitness; the best one's genes */
    Individual fittest;
} Generation;

typedef struct {
    int        generation, population, genes; /* generation: the next to be measured */
    uint64_t   next_id;
    Individual individuals[GENETIC_MAX_POPULATION];
    Generation history[GENETIC_MAX_GENERATIONS];
    uint32_t   births[GENETIC_MAX_BIRTHS][2]; /* the parents of all individuals so far, by id */
} Genetic;

typedef struct {
    int      genes, population, generations, elite;
    double   low[MAX_PARAMS], high[MAX_PARAMS];
    uint64_t seed;
    /* A file for the state, and all that decides the fitness in one line; NULL: no file. */
    const char        *state, *settings;
    const atomic_bool *stop; /* borrowed, may be NULL */
    /* Higher is better. All of a generation are measured alike. */
    bool (*measure)(int generation, const Individual individuals[], int count, double fitness[],
                    void *user, Error *err);
    void (*report)(const Genetic *now, void *user); /* after each generation; may be NULL */
    void *user;
} GeneticSetup;

/* Draws an individual at random; small values are more likely. Callers draw reference players too.
 */
void genetic_draw(const GeneticSetup *setup, uint64_t seed, Individual *out);

/* Fills `out`, which is large; individuals are sorted, the fittest first. False: stopped or failed.
 */
bool genetic_run(const GeneticSetup *setup, Genetic *out, Error *err);

/* The fittest of those that were measured more than once, if any were. */
const Individual *genetic_winner(const Genetic *genetic);

/* "7 of 3 and 5, 3 of 1 and 2": the parents of an individual, theirs, and so on for this number of
 * generations; each ancestor once. Those drawn at random are not listed. */
void genetic_lineage(const Genetic *genetic, uint64_t id, int generations, Str *out);

/* Do the individuals of all generations fit `births`? */
static inline bool genetic_fits(int population, int elite, int generations)
{
    return (int64_t)(population - elite) * generations + elite < GENETIC_MAX_BIRTHS;
}

/* The state as text, and back: docs/user/learning.md. */
void genetic_format(const Genetic *genetic, const char *settings, Str *out);
bool genetic_parse(const char *text, const char *settings, Genetic *out, Error *err);
