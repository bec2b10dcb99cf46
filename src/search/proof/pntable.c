#include "search/proof/pntable.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t pntable_megabytes(uint64_t nodes)
{
    enum { MOST = 64, NODES_PER_MEGABYTE = 32768 };
    uint64_t needed = nodes / NODES_PER_MEGABYTE + 1;
    return nodes == 0 || needed > MOST ? MOST : (size_t)needed;
}

bool pntable_init(PnTable *table, size_t megabytes)
{
    assert(megabytes > 0);
    size_t bucket = PN_WAYS * sizeof(PnEntry);
    table->buckets = megabytes * 1024 * 1024 / bucket;
    table->entries = calloc(table->buckets, bucket);
    return table->entries != NULL;
}

void pntable_free(PnTable *table)
{
    free(table->entries);
    *table = (PnTable){0};
}

void pntable_clear(PnTable *table)
{
    memset(table->entries, 0, table->buckets * PN_WAYS * sizeof(PnEntry));
}
