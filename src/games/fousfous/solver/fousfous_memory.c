#include "games/fousfous/solver/fousfous_memory.h"

#include "base/pages.h"

#include <string.h>

static size_t lost_bytes(int bits) { return (size_t)1 << (bits + MEMORY_LOST_BITS - 3); }

bool memory_init(Memory *memory, size_t megabytes)
{
    *memory = (Memory){.bits = MEMORY_MIN_BITS, .most_bits = MEMORY_MIN_BITS};
    while (memory->most_bits < 30 && ((size_t)128 << memory->most_bits) <= megabytes << 20)
        memory->most_bits++;
    memory->bytes = (size_t)64 << memory->most_bits;
    memory->words = pages_new(memory->bytes);
    memory->lost = pages_new(lost_bytes(memory->most_bits));
    return memory->words != NULL && memory->lost != NULL;
}

void memory_free(Memory *memory)
{
    pages_free((void *)memory->words, memory->bytes);
    pages_free((void *)memory->lost, lost_bytes(memory->most_bits));
    *memory = (Memory){0};
}

void memory_clear(Memory *memory)
{
    pages_clear((void *)memory->words, memory->bytes);
    memory->age = 0;
}

void memory_forget(Memory *memory)
{
    memset((void *)memory->lost, 0, lost_bytes(memory->bits));
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
