/* eval/criteria.h -- evaluations as weighted criteria: tables of a game, and one setting of them.
 *
 * A criterion is a whole number seen from the player to move (a difference of pieces, of moves …).
 * An evaluation combines some of them by weights and a form. Weights and scores are in hundredths
 * of a point, so that a weight of 450 and a criterion of 2 make 900. */
#pragma once
#include "base/error.h"
#include "base/lang.h"
#include "base/rng.h"
#include "base/str.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { MAX_CRITERIA = 12, MAX_WEIGHT = 100000, MAX_POWER = 4 };

typedef enum { FORM_LINEAR, FORM_LOGISTIC, FORM_POLYNOMIAL, FORM_COUNT } EvalForm;

typedef struct {
    const char *name;
    Text        help;
} Criterion;

/* A named evaluation: the weights of the game's criteria, in their order. */
typedef struct {
    const char *name;
    Text        help;
    EvalForm    form;
    int32_t     weights[MAX_CRITERIA];
} EvalSpec;

typedef struct EvalTable {
    const Criterion *criteria;
    int              criterion_count;
    const EvalSpec  *evals; /* the first is the default */
    int              eval_count;
} EvalTable;

#define EVAL_TABLE(criteria, evals)                                                                \
    {                                                                                              \
        (criteria), sizeof(criteria) / sizeof(criteria)[0], (evals),                               \
            sizeof(evals) / sizeof(evals)[0]                                                       \
    }

struct Net; /* eval/net.h */

/* One setting, ready for the search. */
typedef struct EvalSetup {
    EvalForm form;
    uint32_t mask; /* criteria with a weight */
    int32_t  weights[MAX_CRITERIA];
    uint8_t  powers[MAX_CRITERIA]; /* for FORM_POLYNOMIAL */
    uint64_t seed;                 /* of a random criterion */

    const struct Net
        *net; /* borrowed: the evaluation in place of the criteria; NULL: the criteria */
} EvalSetup;

static inline bool eval_uses(const EvalSetup *setup, int criterion)
{
    assert(criterion >= 0 && criterion < MAX_CRITERIA);
    return (setup->mask >> criterion & 1) != 0;
}

/* A criterion that only breaks ties: 0..10, fixed for a position and a seed. */
static inline int eval_random(const EvalSetup *setup, uint64_t key)
{
    return (int)(rng_mix(key ^ setup->seed) % 11);
}

void eval_setup(const EvalTable *table, int index, EvalSetup *out);

/* "material", or with settings: "full,threat=300,form=logistic,power.material=2,seed=7".
 * Weights are in points: "threat=4.5". An empty text is the default. */
bool eval_parse(const EvalTable *table, const char *text, EvalSetup *out, Error *err);

/* Is the text "net", "net:FILE" or "net/EVALUATION"? Then *file is what stands behind the colon, or
 * "". eval_parse takes such a text for what stands behind the slash, or the default evaluation:
 * the caller opens the net (eval/net.h). */
bool eval_names_net(const char *text, const char **file);

/* Does it name a net and no evaluation to use without it? */
bool eval_needs_net(const char *text, const char **file);

const char *eval_form_name(EvalForm form);

/* The score of these criteria, and the part of each (NULL: not wanted). Only those in the mask are
 * read. */
int32_t eval_combine(const EvalSetup *setup, const int criteria[], int count, int32_t parts[]);
