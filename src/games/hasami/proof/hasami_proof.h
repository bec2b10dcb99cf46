/* Hasami Shogi: the proof that a side cannot lose, found by hasami_prover.h one reply to the start
 * at a time, kept in a journal, and written as a certificate. */
#pragma once
#include "core/solver.h"
#include "games/hasami/proof/hasami_certificate.h"
#include "games/hasami/proof/hasami_prover.h"

/* As Solver.safety's write. */
bool hasami_proof_write(const SafetyWork *work, const void *pos, Str *out, Str *report, Error *err);

/* The journal: blocks of records, each closed by a line that says which question of the proof they
 * settle, and by a sum, so that a run killed at any moment loses no more than the block that it was
 * writing. */
typedef struct {
    int fd;   /* -1: nothing is kept */
    int size; /* questions of the proof */
} HasamiJournal;

typedef struct {
    int resists; /* so many own moves do not suffice */
    int proven;  /* so many do; 0: not known */
} HasamiAnswer;

/* Reads what is there into `answers` and the certificate; a torn end is cut off. `title` tells
 * proofs apart. Close it in any case. */
bool hasami_journal_open(HasamiJournal *journal, const char *path, const char *title, int size,
                         HasamiAnswer *answers, HasamiCertificate *certificate, Error *err);
void hasami_journal_close(HasamiJournal *journal);

bool hasami_journal_add(HasamiJournal *journal, int question, const HasamiAnswer *answer,
                        const HasamiRecord *records, size_t count, Error *err);
