#include "search/frame/tt.h"

#include "base/pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

Tt *tt_new(size_t megabytes)
{
    Tt *tt = calloc(1, sizeof *tt);
    if (tt == NULL)
        return NULL;
    tt->bytes = (megabytes > 0 ? megabytes : 1) * 1024 * 1024;
    tt->count = tt->bytes / sizeof(TtBucket);
    if (tt->count > UINT32_MAX)
        tt->count = UINT32_MAX;
    tt->buckets = pages_new(tt->bytes);
    if (tt->buckets == NULL) {
        free(tt);
        return NULL;
    }
    return tt;
}

void tt_delete(Tt *tt)
{
    if (tt == NULL)
        return;
    pages_free(tt->buckets, tt->bytes);
    free(tt);
}

void tt_clear(Tt *tt)
{
    assert(tt->count * sizeof(TtBucket) <= tt->bytes);
    memset((void *)tt->buckets, 0, tt->bytes);
    tt->age = 0;
}

void tt_new_search(Tt *tt)
{
    assert(tt->age < 64);
    tt->age = (tt->age + 1) & 63;
}

int tt_permille_used(const Tt *tt)
{
    int      used = 0;
    uint64_t sample = tt->count < 250 ? tt->count : 250;
    for (uint64_t i = 0; i < sample; i++)
        for (int j = 0; j < TT_WAYS; j++) {
            uint64_t data =
                atomic_load_explicit(&tt->buckets[i].slots[j].data, memory_order_relaxed);
            used += data != 0 && (unsigned)(data >> 58) == tt->age;
        }
    return sample > 0 ? (int)(1000 * (uint64_t)used / (sample * TT_WAYS)) : 0;
}
