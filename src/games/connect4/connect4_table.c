#include "games/connect4/connect4_table.h"

#include <string.h>
#include <sys/mman.h>

enum {
    HUGE_PAGE = 2 * 1024 * 1024,
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
    /* A whole number of huge pages where it is larger than one; the wish may be refused. */
    size_t extra = table->bytes >= HUGE_PAGE ? HUGE_PAGE : 0;
    void  *memory = mmap(NULL, table->bytes + extra, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    uintptr_t begin = (uintptr_t)memory, aligned = begin;
    if (extra != 0) {
        aligned = (begin + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
        if (aligned > begin)
            munmap(memory, aligned - begin);
        if (aligned < begin + extra)
            munmap((void *)(aligned + table->bytes), begin + extra - aligned);
        madvise((void *)aligned, table->bytes, MADV_HUGEPAGE);
    }
    table->entries = (_Atomic uint64_t *)aligned;
    return true;
}

void connect4_table_free(Connect4Table *table)
{
    if (table->entries != NULL)
        munmap((void *)table->entries, table->bytes);
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
