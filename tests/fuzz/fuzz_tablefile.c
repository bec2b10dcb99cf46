/* Fuzz target: headers of endgame tables. */
#include "core/tablefile.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

FUZZ_TARGET(tablefile)
{
    TableLayer layer;
    Error      err = {0};
    if (!tablefile_check(bytes, size, "fousfous 8x8", 2, &layer, &err)) {
        fuzz_check_error(&err);
        return 0;
    }
    CHECK(layer.pieces == 2 && layer.bytes <= size - TABLEFILE_HEADER);
    /* Sealing it again gives the same bytes. */
    uint8_t *copy = malloc(size);
    CHECK(copy != NULL);
    memcpy(copy, bytes, size);
    tablefile_seal(copy, "fousfous 8x8", &layer);
    CHECK(memcmp(copy, bytes, TABLEFILE_HEADER) == 0);
    free(copy);
    return 0;
}
