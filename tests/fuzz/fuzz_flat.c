/* Fuzz target: flat certificates. As it is, and with its sum mended, a file is refused in words or
 * holds nothing but positions of its board, the one it is about among them. */
#include "fuzz/fuzz.h"
#include "games/fousfous/proof/fousfous_flat.h"

#include <stdlib.h>
#include <string.h>

static void check_records(const Flat *flat)
{
    enum { MAX_RECORDS = 200 };
    CHECK(flat_find(flat, flat->root) == (flat->root_is_won ? 1 : -1));
    for (uint64_t i = 0; i < flat->won + flat->lost && i < MAX_RECORDS; i++) {
        FlatChildren children;
        Str          text = {0};
        uint64_t     position = flat_record(flat, i);
        CHECK(flat_find(flat, position) != 0);
        flat_children(flat, position, &children);
        for (int j = 0; j < children.count; j++)
            CHECK(fousfous_packed_pieces(children.position[j]) <= fousfous_packed_pieces(position));
        flat_show(flat, position, &text);
        CHECK(text.size >= 3);
        str_free(&text);
    }
}

FUZZ_TARGET(flat)
{
    Flat  flat;
    Error err = {0};
    if (size > 20000)
        return 0;
    if (flat_parse(bytes, size, &flat, &err))
        check_records(&flat);
    else
        fuzz_check_error(&err);
    uint8_t *mended = size >= FLAT_HEADER ? malloc(size) : NULL;
    if (mended != NULL) {
        memcpy(mended, bytes, size);
        flat_seal(mended, size);
        if (flat_parse(mended, size, &flat, &err))
            check_records(&flat);
        else
            fuzz_check_error(&err);
    }
    free(mended);
    return 0;
}
