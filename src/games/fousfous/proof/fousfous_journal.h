/* A long proof's journal: positions of many pieces once they are decided, kept in a file that grows
 * record by record, so that a run killed at any moment loses no more than the record it was
 * writing.
 *
 * A record is 16 bytes, low byte first: the position packed (mine in the upper half), then a word
 * of 40 bits of content under 24 bits of checksum. Content: won or lost in bit 0, and the nodes it
 * took. Position 0 stands for a tally: nodes of a run since its last tally. */
#pragma once
#include "base/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    pthread_mutex_t lock;
    int             fd;
    bool            has_failed; /* a record could not be written */
    bool            is_turned;  /* reflections are one position: the 8x8 board's */
    uint64_t       *positions;  /* open addressing; 0: empty */
    uint8_t        *values;     /* is_won in bit 0, above it the binary logarithm of the nodes */
    size_t          capacity, count;
    uint64_t        nodes; /* of all runs, by the tallies */
} Journal;

/* Reads what is there; a torn end is cut off. Positions of the 8x8 board are to be asked for, and
 * added, as the lowest of their reflections. False and *err when the file is
 * another's, in use by another run, or cannot be written; close it in any case. */
bool journal_open(Journal *journal, const char *folder, int rows, int cols, Error *err);
void journal_close(Journal *journal);

/* False when something of it is not on the disk; then it cannot be relied on. */
bool journal_sync(Journal *journal);

/* 0: not known; 1: won; -1: lost. Any thread may call these. Adding is false when a record could
 * not be written, now or before: there is no use in going on. */
int      journal_find(Journal *journal, uint64_t position);
int      journal_cost(Journal *journal, uint64_t position); /* of one that is known, about 2^this */
bool     journal_add(Journal *journal, uint64_t position, bool is_won, uint64_t nodes);
uint64_t journal_tally(Journal *journal, uint64_t nodes); /* those of all runs by now */
size_t   journal_count(Journal *journal);
