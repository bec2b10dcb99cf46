/* core/constants.h -- the numbers that a search is made of, by name: a player's text can set them
 * and a tuner turn them. Which there are is a table; one setting of them is an array in its order.
 */
#pragma once
#include "base/error.h"
#include "base/lang.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_CONSTANTS = 24 };

typedef struct {
    const char *name;
    int32_t     usual, min, max;
    int32_t     step; /* by how much a tuner moves it at first */
    Text        help;
} Constant;

typedef struct ConstantTable {
    const Constant *constants;
    int             count; /* at most MAX_CONSTANTS */
} ConstantTable;

typedef struct {
    int     count; /* 0: the usual ones */
    int32_t values[MAX_CONSTANTS];
} Constants;

void constants_reset(const ConstantTable *table, Constants *out);

/* "futile_margin=80,window=20"; those that are not named are as usual. */
bool constants_parse(const ConstantTable *table, const char *text, Constants *out, Error *err);
