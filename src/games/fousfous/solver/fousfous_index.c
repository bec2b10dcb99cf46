#include "games/fousfous/solver/fousfous_index.h"

#include <stdlib.h>
#include <string.h>

/* Rows of 1, 3, 5 and 7 squares, each turned round: the middles stay, pairs change places. */
static uint32_t turn_half(uint32_t half)
{
    const uint32_t middle = 0x1045, two = 0x0822, four = 0x0410, six = 0x0200;
    return (half & middle) | (half & two) << 2 | (half >> 2 & two) | (half & four) << 4 |
           (half >> 4 & four) | (half & six) << 6 | (half >> 6 & six);
}

uint32_t fousfous_index_halves(int n)
{
    uint32_t ways = 1;
    for (int i = 0; i < n; i++)
        ways = ways * (uint32_t)(FOUSFOUS_HALF - i) / (uint32_t)(i + 1);
    return ways;
}

static void number_halves(FousfousIndex *index)
{
    uint32_t next[FOUSFOUS_HALF + 1] = {0};
    for (uint32_t half = 0; half < FOUSFOUS_HALVES; half++) {
        uint32_t turned = turn_half(half), *number = &next[bits_count(half)];
        if (turned < half)
            continue;
        index->half[half] = (uint16_t)(*number << HALF_NUMBER_SHIFT);
        ++*number;
        if (turned == half) {
            index->half[half] |= HALF_IS_SYMMETRIC;
            continue;
        }
        index->half[turned] = (uint16_t)(*number << HALF_NUMBER_SHIFT | HALF_IS_UPPER);
        ++*number;
    }
}

/* For the halves of n pieces, by number: what the index has about each. There are 4368 of five. */
enum { MAX_FIRST = FOUSFOUS_MAX_TABLE / 2, MAX_ALIKE = 4368 };
typedef uint16_t FirstHalves[MAX_FIRST + 1][MAX_ALIKE];

static void list_halves(const FousfousIndex *index, FirstHalves out)
{
    for (uint32_t half = 0; half < FOUSFOUS_HALVES; half++) {
        int n = bits_count(half);
        if (n <= MAX_FIRST)
            out[n][index->half[half] >> HALF_NUMBER_SHIFT] = index->half[half];
    }
}

static uint32_t *lay_out(FousfousIndex *index, int pieces, FirstHalves first, uint32_t *memory)
{
    uint32_t block = 0;
    for (int n = 0; n <= pieces / 2; n++) {
        uint32_t count = fousfous_index_halves(n), seconds = fousfous_index_halves(pieces - n);
        index->base[pieces][n] = memory;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t skipped = 2 * n == pieces ? i : 0; /* second halves of lower number */
            memory[i] = block - skipped;
            if (!(first[n][i] & HALF_IS_UPPER))
                block += seconds - skipped;
        }
        memory += count;
    }
    index->blocks[pieces] = block;
    return memory;
}

FousfousIndex *fousfous_index_new(void)
{
    uint32_t    bases = 0;
    FirstHalves first;
    for (int pieces = 1; pieces <= FOUSFOUS_MAX_TABLE; pieces++)
        for (int n = 0; n <= pieces / 2; n++)
            bases += fousfous_index_halves(n);
    FousfousIndex *index = calloc(1, sizeof *index + bases * sizeof(uint32_t));
    if (index == NULL)
        return NULL;
    number_halves(index);
    list_halves(index, first);
    uint32_t *memory = index->memory;
    for (int pieces = 1; pieces <= FOUSFOUS_MAX_TABLE; pieces++)
        memory = lay_out(index, pieces, first, memory);
    return index;
}

void fousfous_halves_init(FousfousHalves *halves, uint32_t cells, const FousfousIndex *index)
{
    uint32_t at = 0;
    memset(halves->count, 0, sizeof halves->count);
    for (uint32_t half = 0; half < FOUSFOUS_HALVES; half++)
        halves->count[bits_count(half)] += (half & ~cells) == 0;
    for (int n = 0; n <= FOUSFOUS_HALF; n++) {
        uint32_t next = 0;
        halves->begin[n] = at;
        for (uint32_t half = 0; half < FOUSFOUS_HALVES; half++)
            if (bits_count(half) == n && (half & ~cells) == 0) {
                uint32_t number = index != NULL ? index->half[half] >> HALF_NUMBER_SHIFT : next++;
                halves->number[half] = (uint16_t)number;
                halves->list[at + number] = (uint16_t)half;
            }
        at += halves->count[n];
    }
}

void fousfous_sets_init(FousfousSets *sets, const FousfousHalves *low, const FousfousHalves *high,
                        int pieces)
{
    *sets = (FousfousSets){.low = low, .high = high, .pieces = pieces};
    for (int n = 0; n <= pieces; n++) {
        sets->start[n] = sets->blocks;
        sets->blocks += low->count[n] * high->count[pieces - n];
    }
}
