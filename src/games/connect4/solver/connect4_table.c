#include "games/connect4/solver/connect4_table.h"

#include "base/pages.h"

#include <string.h>

enum {
    WORTH_TAKING = 3, /* work of an entry: eight nodes are searched again as quickly */
    MIN_BUCKET_BITS = CONNECT4_NARROW_BITS - CONNECT4_REST_BITS
};

bool connect4_table_init(Connect4Table *table, const Connect4Shape *shape, size_t bytes)
{
    const size_t bucket = CONNECT4_WAYS * sizeof(uint64_t);
    int          bits = MIN_BUCKET_BITS;
    while (bits < 32 && bucket << (bits + 1) <= bytes)
        bits++;
    table->bytes = bucket << bits;
    table->rest_bits = shape->bits > bits ? shape->bits - bits : 0;
    table->generation = 1;
    table->is_wide = connect4_needs_wide(shape);
    table->entries = pages_new(table->bytes);
    return table->entries != NULL;
}

void connect4_table_free(Connect4Table *table)
{
    pages_free((void *)table->entries, table->bytes);
    table->entries = NULL;
}

void connect4_table_forget(Connect4Table *table)
{
    if (++table->generation > 255) {
        memset((void *)table->entries, 0, table->bytes);
        table->generation = 1;
    }
}

void connect4_table_take(Connect4Table *table, const Connect4Table *from)
{
    size_t count = from->bytes / sizeof(uint64_t), width = from->is_wide ? 2 : 1;
    for (size_t i = 0; i < count; i += width) {
        uint64_t entry = connect4_load(&from->entries[i]);
        if (entry >> 56 != from->generation || connect4_entry_work(entry) < WORTH_TAKING)
            continue;
        uint64_t key = (uint64_t)(i / CONNECT4_WAYS) << from->rest_bits |
                       (entry & ((UINT64_C(1) << from->rest_bits) - 1));
        if (from->is_wide)
            key = entry ^ connect4_load(&from->entries[i + 1]);
        connect4_table_store(table, from->is_wide, key, connect4_entry_lower(entry),
                             connect4_entry_upper(entry), connect4_entry_column(entry),
                             connect4_entry_work(entry));
    }
}
