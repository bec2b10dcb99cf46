/* One layer of the endgame tables, by retrograde analysis: the value of every position with k
 * pieces from those with k - 1, all colourings of a set of squares at once.
 *
 * For a set of squares it is settled which pieces see each other; only who owns them is open. With
 * x[m] = "piece m is the enemy's", which after a move is "piece m is the new mover's", the
 * positions that piece i wins by capturing j are the lost ones of the set without i, those where j
 * is not the mover's, moved to x[j] = 1; a quiet move reads the set with i on its new square in
 * the same way, where no neighbour of i is an enemy and one of its new square is.
 *
 * Quiet moves stay within the layer. Since the game cannot go round in circles, the values are the
 * only solution of "won = some successor is lost", and working set by set on whatever the table
 * holds, again and again until nothing changes, ends there from any beginning, in any order and
 * with any number of threads. Symmetric sets are worked once and written four times. */
#pragma once
#include "games/fousfous/fousfous.h"
#include "games/fousfous/solver/fousfous_index.h"
#include "games/fousfous/solver/fousfous_truth.inc.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* The whole of a layer in memory: blocks of won positions in whole words. */
typedef struct {
    FousfousSets      sets;
    uint64_t          cells;
    bool              has_reflections; /* the board is its own reflection, in both ways */
    int               words;           /* of a block */
    _Atomic uint64_t *won;
    _Atomic uint8_t  *stale; /* by set: a set it depends on has changed */
} FousfousLayer;

static inline void layer_read(const FousfousLayer *layer, uint64_t all, int words, uint64_t *out)
{
    const _Atomic uint64_t *block =
        layer->won + (size_t)fousfous_sets_find(&layer->sets, all) * (size_t)words;
    for (int w = 0; w < words; w++)
        out[w] = atomic_load_explicit(&block[w], memory_order_relaxed);
}

/* The pieces that a piece on `square` would see, as a set, along each of the two lines. */
static inline uint64_t layer_line(uint64_t all, int square, uint64_t line)
{
    uint64_t bit = UINT64_C(1) << square, above = all & line & -bit << 1,
             below = all & line & (bit - 1);
    uint64_t seen = above & -above;
    return below != 0 ? seen | UINT64_C(1) << (63 - __builtin_clzll(below)) : seen;
}

static inline uint64_t layer_row(int square) { return UINT64_C(0xff) << (square & ~7); }

static inline uint64_t layer_column(int square)
{
    return UINT64_C(0x0101010101010101) << (square & 7);
}

static inline int layer_place(uint64_t all, uint64_t bit) { return bits_count(all & (bit - 1)); }

/* Adds to `won` what piece i of the set wins by capturing. `others`: the set without it. */
static inline void layer_captures(const FousfousLayer *below, int pieces, uint64_t others,
                                  int square, int i, uint64_t *won)
{
    uint64_t lost[TRUTH_MAX_WORDS], gain[TRUTH_MAX_WORDS] = {0};
    uint64_t seen = layer_line(others, square, layer_row(square)) |
                    layer_line(others, square, layer_column(square));
    if (seen == 0)
        return;
    int words = truth_words(pieces - 1);
    layer_read(below, others, words, lost);
    for (int w = 0; w < words; w++)
        lost[w] = ~lost[w] & truth_mask(pieces - 1);
    for (; seen != 0; seen &= seen - 1)
        truth_raise(pieces - 1, lost, layer_place(others, seen & -seen), gain);
    truth_spread(pieces, gain, i, won);
}

/* Adds what piece i wins by moving without capture. */
static inline void layer_quiets(const FousfousLayer *layer, int pieces, uint64_t others, int square,
                                int i, uint64_t *won)
{
    uint64_t free[TRUTH_MAX_WORDS], gain[TRUTH_MAX_WORDS], bit = UINT64_C(1) << square;
    uint64_t empty = layer->cells & ~(others | bit);
    uint64_t seen = layer_line(others, square, layer_row(square)) |
                    layer_line(others, square, layer_column(square));
    uint64_t along_v = fousfous_slide_up(bit, empty, 1) | fousfous_slide_down(bit, empty, 1);
    uint64_t along_u = fousfous_slide_up(bit, empty, 8) | fousfous_slide_down(bit, empty, 8);
    uint64_t targets = (along_v | along_u) & ~bit;
    int      words = truth_words(pieces - 1);
    bool     is_changed = false;
    for (int w = 0; w < words; w++)
        free[w] = truth_mask(pieces - 1);
    for (uint64_t left = seen; left != 0; left &= left - 1)
        for (int w = 0, v = layer_place(others, left & -left); w < words; w++)
            free[w] &= ~truth_word(v, w);
    truth_squeeze(pieces, won, i, gain);
    while (targets != 0) {
        int      to = bits_pop(&targets);
        uint64_t to_bit = UINT64_C(1) << to, moves[TRUTH_MAX_WORDS] = {0}, any = 0;
        uint64_t sight =
            layer_line(others, to, along_v & to_bit ? layer_column(to) : layer_row(to));
        for (sight &= ~seen; sight != 0; sight &= sight - 1)
            for (int w = 0, v = layer_place(others, sight & -sight); w < words; w++)
                moves[w] |= truth_word(v, w);
        for (int w = 0; w < words; w++)
            any |= moves[w] &= free[w] & ~gain[w];
        if (any == 0)
            continue;
        uint64_t after[TRUTH_MAX_WORDS], reply[TRUTH_MAX_WORDS];
        layer_read(layer, others | to_bit, truth_words(pieces), after);
        truth_squeeze(pieces, after, layer_place(others, to_bit), reply);
        for (int w = 0; w < words; w++)
            gain[w] |= moves[w] & ~reply[w];
        is_changed = true;
    }
    if (is_changed)
        truth_spread(pieces, gain, i, won);
}

/* The table as seen after the v-reflection, then after the u-reflection. */
static inline void layer_turn_v(int pieces, uint64_t all, uint64_t *won)
{
    for (int row = 0; row < 64; row += 8) {
        int first = bits_count(all & ((UINT64_C(1) << row) - 1));
        int last = first + bits_count(all >> row & 0xff) - 1;
        while (first < last)
            truth_exchange(pieces, won, first++, last--);
    }
}

static inline void layer_turn_both(int pieces, uint64_t *won)
{
    for (int first = 0, last = pieces - 1; first < last;)
        truth_exchange(pieces, won, first++, last--);
}

static inline void layer_write(FousfousLayer *layer, uint64_t all, int words, const uint64_t *won)
{
    _Atomic uint64_t *block =
        layer->won + (size_t)fousfous_sets_find(&layer->sets, all) * (size_t)words;
    for (int w = 0; w < words; w++)
        atomic_store_explicit(&block[w], won[w], memory_order_relaxed);
}

static inline void layer_write_all(FousfousLayer *layer, int pieces, uint64_t all, uint64_t *won)
{
    int      words = truth_words(pieces);
    uint64_t turned = fousfous_turn_v(all);
    uint64_t both[TRUTH_MAX_WORDS];
    layer_write(layer, all, words, won);
    if (!layer->has_reflections)
        return;
    memcpy(both, won, sizeof(uint64_t) * (size_t)words);
    layer_turn_both(pieces, both);
    layer_write(layer, fousfous_turn_u(turned), words, both);
    layer_turn_v(pieces, all, won);
    layer_write(layer, turned, words, won);
    layer_turn_both(pieces, won);
    layer_write(layer, fousfous_turn_u(all), words, won);
}

/* Of a set and its reflections, the lowest: the one that is worked. */
static inline uint64_t layer_lowest(const FousfousLayer *layer, uint64_t all)
{
    if (!layer->has_reflections)
        return all;
    uint64_t v = fousfous_turn_v(all), low = all < v ? all : v;
    uint64_t u = fousfous_turn_u(all), uv = fousfous_turn_u(v);
    low = u < low ? u : low;
    return uv < low ? uv : low;
}

/* Sets that a quiet move may lead from into this one: the same squares with one piece slid. */
static inline void layer_mark(FousfousLayer *layer, uint64_t all)
{
    uint64_t empty = layer->cells & ~all;
    for (uint64_t left = all; left != 0; left &= left - 1) {
        uint64_t bit = left & -left;
        uint64_t targets = fousfous_slide_up(bit, empty, 1) | fousfous_slide_down(bit, empty, 1) |
                           fousfous_slide_up(bit, empty, 8) | fousfous_slide_down(bit, empty, 8);
        for (targets &= ~bit; targets != 0; targets &= targets - 1) {
            uint64_t other = layer_lowest(layer, (all ^ bit) | (targets & -targets));
            atomic_store_explicit(&layer->stale[fousfous_sets_find(&layer->sets, other)], 1,
                                  memory_order_release);
        }
    }
}

/* What a sweep does with a set: captures alone begin; then quiet moves too. */
typedef enum { SWEEP_CAPTURES, SWEEP_ALL, SWEEP_STALE } Sweep;

static inline bool layer_settle(FousfousLayer *layer, const FousfousLayer *below, int pieces,
                                uint64_t all, Sweep sweep)
{
    int      words = truth_words(pieces);
    uint64_t won[TRUTH_MAX_WORDS] = {1}, before[TRUTH_MAX_WORDS]; /* no enemy: won */
    if (sweep == SWEEP_STALE) {
        _Atomic uint8_t *stale = &layer->stale[fousfous_sets_find(&layer->sets, all)];
        if (atomic_load_explicit(stale, memory_order_relaxed) == 0)
            return false;
        atomic_exchange_explicit(stale, 0, memory_order_acq_rel);
    }
    int i = 0;
    for (uint64_t left = all; left != 0; left &= left - 1, i++)
        layer_captures(below, pieces, all ^ (left & -left), bits_low(left), i, won);
    i = 0;
    if (sweep != SWEEP_CAPTURES)
        for (uint64_t left = all; left != 0; left &= left - 1, i++)
            layer_quiets(layer, pieces, all ^ (left & -left), bits_low(left), i, won);
    truth_negate_inputs(pieces, won);
    if (sweep != SWEEP_CAPTURES) {
        layer_read(layer, all, words, before);
        if (memcmp(won, before, sizeof(uint64_t) * (size_t)words) == 0)
            return false;
    }
    layer_write_all(layer, pieces, all, won);
    if (sweep != SWEEP_CAPTURES)
        layer_mark(layer, all);
    return true;
}
