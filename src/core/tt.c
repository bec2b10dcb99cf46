#include "core/tt.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 * 1024 * 1024 };

Tt *tt_new(size_t megabytes)
{
    Tt *tt = calloc(1, sizeof *tt);
    if (tt == NULL)
        return NULL;
    tt->bytes = (megabytes > 0 ? megabytes : 1) * 1024 * 1024;
    tt->count = tt->bytes / sizeof(TtBucket);
    if (tt->count > UINT32_MAX)
        tt->count = UINT32_MAX;
    void *memory = mmap(NULL, tt->bytes + HUGE_PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        free(tt);
        return NULL;
    }
    /* Cut to a whole number of huge pages; what lies before and behind goes back. */
    uintptr_t begin = (uintptr_t)memory,
              aligned = (begin + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (aligned > begin)
        munmap(memory, aligned - begin);
    munmap((void *)(aligned + tt->bytes), begin + HUGE_PAGE - aligned);
    tt->buckets = (TtBucket *)aligned;
    madvise(tt->buckets, tt->bytes, MADV_HUGEPAGE); /* a wish: small pages serve as well */
    return tt;
}

void tt_delete(Tt *tt)
{
    if (tt == NULL)
        return;
    munmap(tt->buckets, tt->bytes);
    free(tt);
}

void tt_clear(Tt *tt)
{
    memset((void *)tt->buckets, 0, tt->bytes);
    tt->age = 0;
}

void tt_new_search(Tt *tt) { tt->age = (tt->age + 1) & 63; }

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
