#include "games/fousfous/fousfous_memory.h"

#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 * 1024 * 1024 };

bool memory_init(Memory *memory, size_t megabytes)
{
    *memory = (Memory){.bits = MEMORY_MIN_BITS, .most_bits = MEMORY_MIN_BITS};
    while (memory->most_bits < 30 && ((size_t)128 << memory->most_bits) <= megabytes << 20)
        memory->most_bits++;
    memory->bytes = (size_t)64 << memory->most_bits;
    /* Room to begin at a whole huge page; pages are taken only when they are written. */
    void *all = mmap(NULL, memory->bytes + HUGE_PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return false;
    uintptr_t begin = (uintptr_t)all,
              aligned = (begin + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (aligned > begin)
        munmap(all, aligned - begin);
    if (begin + HUGE_PAGE > aligned)
        munmap((void *)(aligned + memory->bytes), begin + HUGE_PAGE - aligned);
    memory->words = (_Atomic uint64_t *)aligned;
    madvise((void *)aligned, memory->bytes, MADV_HUGEPAGE); /* a wish: small pages serve as well */
    return true;
}

void memory_free(Memory *memory)
{
    if (memory->words != NULL)
        munmap((void *)(uintptr_t)memory->words, memory->bytes);
    *memory = (Memory){0};
}

void memory_clear(Memory *memory)
{
    madvise((void *)(uintptr_t)memory->words, memory->bytes, MADV_DONTNEED);
    madvise((void *)(uintptr_t)memory->words, memory->bytes, MADV_HUGEPAGE);
    memory->age = 0;
}

void memory_forget(Memory *memory)
{
    memory->bits = MEMORY_MIN_BITS;
    if (++memory->age == MEMORY_AGES)
        memory_clear(memory);
}

void memory_use(Memory *memory, int bits)
{
    bits = bits > memory->most_bits ? memory->most_bits : bits;
    if (bits <= memory->bits)
        return;
    memory_forget(memory); /* entries are found by the number of bits they were stored with */
    memory->bits = bits;
}
