/* Fuzz target: certificates that a side cannot lose. Whatever is changed in one, it is refused in
 * words or still proves what it says; a mended checksum does not help a wrong claim. */
#include "base/checksum.h"
#include "core/solver.h"
#include "fuzz/fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 20000, SUM_LINE = 21 };

static void check(const Game *game, const char *text, size_t size, const SafetyCheck *how)
{
    Str   report = {0};
    Error err = {0};
    if (game->solver->safety->check(text, size, how, &report, &err))
        CHECK(strstr(str_get(&report), "cannot lose") != NULL);
    else
        fuzz_check_error(&err);
    str_free(&report);
}

FUZZ_TARGET(safety)
{
    const Game *game = game_find("hasami");
    SafetyCheck all = {.game = game}, some = {.game = game, .audit = 3, .seed = size};
    if (size > MAX_BYTES)
        return 0;
    check(game, (const char *)bytes, size, &all);
    if (size < SUM_LINE)
        return 0;
    /* The same with a sum that fits. */
    char *mended = malloc(size + 1);
    if (mended == NULL)
        return 0;
    memcpy(mended, bytes, size);
    snprintf(mended + size - SUM_LINE, SUM_LINE + 1, "sum %016" PRIx64 "\n",
             checksum_bytes(bytes, size - SUM_LINE));
    check(game, mended, size, &some);
    free(mended);
    return 0;
}
