#include "games/connect4/connect4_table.h"

#include "base/pages.h"

#include <string.h>

enum {
    WORTH_TAKING = 3, /* work of an entry: eight nodes are searched again as quickly */
    MIN_BUCKET_BITS = CONNECT4_KEY_BITS - CONNECT4_REST_BITS
};

bool connect4_table_init(Connect4Table *table, size_t bytes)
{
    const size_t bucket = CONNECT4_WAYS * sizeof(uint64_t);
    int          bits = MIN_BUCKET_BITS;
    while (bits < 32 && bucket << (bits + 1) <= bytes)
        bits++;
    table->bytes = bucket << bits;
    table->rest_bits = CONNECT4_KEY_BITS - bits;
    table->generation = 1;
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
    size_t count = from->bytes / sizeof(uint64_t);
    for (size_t i = 0; i < count; i++) {
        uint64_t entry = atomic_load_explicit(&from->entries[i], memory_order_relaxed);
        if (entry >> 56 != from->generation || connect4_entry_work(entry) < WORTH_TAKING)
            continue;
        uint64_t rest = entry & ((UINT64_C(1) << from->rest_bits) - 1);
        connect4_table_store(table, (uint64_t)(i / CONNECT4_WAYS) << from->rest_bits | rest,
                             connect4_entry_lower(entry), connect4_entry_upper(entry),
                             (int)(entry >> 53 & 7) - 1, connect4_entry_work(entry));
    }
}
