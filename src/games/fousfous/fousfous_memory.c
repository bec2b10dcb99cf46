#include "games/fousfous/fousfous_memory.h"

#include "base/pages.h"

bool memory_init(Memory *memory, size_t megabytes)
{
    *memory = (Memory){.bits = MEMORY_MIN_BITS, .most_bits = MEMORY_MIN_BITS};
    while (memory->most_bits < 30 && ((size_t)128 << memory->most_bits) <= megabytes << 20)
        memory->most_bits++;
    memory->bytes = (size_t)64 << memory->most_bits;
    memory->words = pages_new(memory->bytes);
    return memory->words != NULL;
}

void memory_free(Memory *memory)
{
    pages_free((void *)memory->words, memory->bytes);
    *memory = (Memory){0};
}

void memory_clear(Memory *memory)
{
    pages_clear((void *)memory->words, memory->bytes);
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
