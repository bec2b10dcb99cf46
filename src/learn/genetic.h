/* learn/genetic.h -- a population of parameter vectors that improves: measured, selected, crossed,
 * mutated, generation after generation. What the fitness is, the caller says.
 *
 * Everything is drawn from the seed, the generation and the number of the individual, and the state
 * is kept after each generation: a run that was killed goes on to the same end. */
#pragma once
#include "learn/params.h"

#include <stdatomic.h>

enum { GENETIC_MOST_PEOPLE = 1000, GENETIC_MOST_GENERATIONS = 1000, GENETIC_MOST_BIRTHS = 200000 };

typedef struct {
    uint64_t id, parents[2]; /* ids from 1; 0: none, drawn by lot */
    int      born;           /* generation, from 0 */
    int      measures;       /* the best are measured again in each generation: */
    double   sum;            /* the fitness is the mean */
    double   genes[MAX_PARAMS];
} Person;

static inline double person_fitness(const Person *person)
{
    return person->measures > 0 ? person->sum / person->measures : 0;
}

typedef struct {
    double best, mean; /* fitness; the best one's genes */
    Person leader;
} Generation;

typedef struct {
    int        generation, population, genes; /* generation: the next to be measured */
    uint64_t   next_id;
    Person     people[GENETIC_MOST_PEOPLE];
    Generation history[GENETIC_MOST_GENERATIONS];
    uint32_t   births[GENETIC_MOST_BIRTHS][2]; /* the parents of everybody who ever lived, by id */
} Genetic;

typedef struct {
    int      genes, population, generations, elite;
    double   low[MAX_PARAMS], high[MAX_PARAMS];
    uint64_t seed;
    /* A file for the state, and all that decides the fitness in one line; NULL: no file. */
    const char        *state, *settings;
    const atomic_bool *stop; /* borrowed, may be NULL */
    /* Higher is better. All of a generation are measured alike. */
    bool (*measure)(int generation, const Person people[], int count, double fitness[], void *user,
                    Error *err);
    void (*report)(const Genetic *now, void *user); /* after each generation; may be NULL */
    void *user;
} GeneticSetup;

/* A population drawn by lot, small numbers as likely as large ones; any caller's references too. */
void genetic_draw(const GeneticSetup *setup, uint64_t seed, Person *out);

/* Fills `out`, which is large; people are sorted, the fittest first. False: stopped or failed. */
bool genetic_run(const GeneticSetup *setup, Genetic *out, Error *err);

/* The fittest of those that were measured more than once, if any were. */
const Person *genetic_winner(const Genetic *genetic);

/* "7 of 3 and 5, 3 of 1 and 2": a person's parents, theirs, and so on for so many generations; the
 * same ancestor once. Those drawn by lot are not listed. */
void genetic_lineage(const Genetic *genetic, uint64_t id, int generations, Str *out);

/* Are there few enough people for that? */
static inline bool genetic_fits(int population, int elite, int generations)
{
    return (int64_t)(population - elite) * generations + elite < GENETIC_MOST_BIRTHS;
}

/* The state as text, and back: docs/user/learning.md. */
void genetic_format(const Genetic *genetic, const char *settings, Str *out);
bool genetic_parse(const char *text, const char *settings, Genetic *out, Error *err);
