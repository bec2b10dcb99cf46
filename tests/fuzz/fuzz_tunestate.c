/* Fuzz target: states of tuners. A digit for the tuner, then the state; its settings are "s". */
#include "base/checksum.h"
#include "fuzz/fuzz.h"
#include "learn/genetic.h"
#include "learn/spsa.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void read_genetic(const char *text)
{
    Genetic *genetic = fuzz_alloc(sizeof *genetic);
    Error    err = {0};
    if (genetic_parse(text, "s", genetic, &err)) {
        CHECK(genetic_winner(genetic)->measures >= 0);
        Str again = {0};
        genetic_format(genetic, "s", &again);
        CHECK(genetic_parse(str_get(&again), "s", genetic, &err));
        str_free(&again);
    } else
        fuzz_check_error(&err);
    free(genetic);
}

static void read_spsa(const char *text)
{
    Spsa  spsa;
    Error err = {0};
    if (spsa_parse(text, "s", &spsa, &err)) {
        Str again = {0};
        spsa_format(&spsa, "s", &again);
        CHECK(spsa_parse(str_get(&again), "s", &spsa, &err));
        str_free(&again);
    } else
        fuzz_check_error(&err);
}

FUZZ_TARGET(tunestate)
{
    Cursor in = cursor_over(bytes, size);
    void (*read)(const char *text) = cursor_choice(&in, 2) == 0 ? read_genetic : read_spsa;
    char *text = cursor_rest(&in), *sum = strstr(text, "\nsum ");
    read(text);
    /* With the right checksum the rest is seen too. */
    if (sum != NULL) {
        Str whole = {0};
        str_bytes(&whole, text, (size_t)(sum + 1 - text));
        str_printf(&whole, "sum %016" PRIx64 "\n", checksum_bytes(whole.text, whole.size));
        read(str_get(&whole));
        str_free(&whole);
    }
    free(text);
    return 0;
}
