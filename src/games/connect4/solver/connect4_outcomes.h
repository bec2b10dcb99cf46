/* Connect Four: a file of outcomes, win, draw or loss, of every position after so many stones.
 *
 * It is a function without keys. A key leads to three of its slots of two bits, one in each third,
 * and the exclusive or of the three is the outcome: the slots are chosen so, one position after the
 * other, as F. C. Botelho, R. Pagh and N. Ziviani do for hash functions (Simple and
 * Space-Efficient Minimal Perfect Hash Functions, 2007). 1.23 slots are enough for a position. For
 * any other position the function returns some value too, and it cannot be told apart: ask only for
 * positions of the set.
 *
 * Behind the head (connect4_file.h): seed; slots of a third; positions won, drawn and lost by the
 * player to move, mirror images once; 32 slots a word, the first lowest. */
#pragma once
#include "base/error.h"
#include "base/str.h"
#include "games/connect4/solver/connect4_keys.h"

#include <stddef.h>

typedef struct {
    const unsigned char *slots; /* borrowed: the program's own, or of `file` */
    uint64_t             seed;
    uint32_t             third;      /* slots of each third */
    int                  plies;      /* 0: no such file */
    int                  rows, cols; /* of its boards; 0 and 0: the usual ones */
    uint64_t             won, drawn, lost;
    Str                  file;
} Connect4Outcomes;

enum { CONNECT4_NO_OUTCOME = 2 };

/* The file of `folder`, where there may be none, or when that is NULL the one inside the program,
 * if any. False and *err when it is damaged or cannot be read. */
bool connect4_outcomes_open(Connect4Outcomes *outcomes, const char *folder, Error *err);
void connect4_outcomes_close(Connect4Outcomes *outcomes);

/* Reads a file's bytes, which must last as long as what is read. */
bool connect4_outcomes_read(Connect4Outcomes *outcomes, const unsigned char *bytes, size_t size,
                            Error *err);

/* Appends the file's bytes for these positions: different keys with their outcomes, 1, 0 or -1;
 * plies, rows and cols are those of `outcomes`. */
bool connect4_outcomes_format(const Connect4Outcomes *outcomes, const uint64_t keys[],
                              const int8_t values[], size_t count, Str *out, Error *err);

/* The slots of a key. */
static inline void connect4_outcome_slots(uint64_t seed, uint32_t third, uint64_t key,
                                          uint64_t slots[3])
{
    uint64_t hash = rng_mix(key + seed * UINT64_C(0x9e3779b97f4a7c15)), more = rng_mix(hash);
    slots[0] = (hash >> 32) * third >> 32;
    slots[1] = third + ((hash & UINT32_MAX) * third >> 32);
    slots[2] = UINT64_C(2) * third + ((more >> 32) * third >> 32);
}

/* 1, 0 or -1 for a position after outcomes->plies stones which a game can reach and which is not
 * decided (connect4_is_decided); for any other key one of these too, or CONNECT4_NO_OUTCOME. */
static inline int connect4_outcomes_probe(const Connect4Outcomes *outcomes, uint64_t key)
{
    uint64_t slots[3];
    unsigned bits = 0;
    connect4_outcome_slots(outcomes->seed, outcomes->third, key, slots);
    for (int i = 0; i < 3; i++)
        bits ^= (unsigned)outcomes->slots[slots[i] / 4] >> slots[i] % 4 * 2;
    bits &= 3;
    return bits == 3 ? CONNECT4_NO_OUTCOME : (int)bits - 1;
}
