/* Hasami Shogi: the certificate that a side cannot lose. A flat list: positions with that side to
 * move, each with his move. After it he has won, or has a fortress, or every reply leads to a
 * position of the list (or its mirror image), or to one that is two own moves from a fortress or a
 * win at most. No order of the records matters, and none needs the others to be checked. The format
 * is in docs/dev/hasami-proof.md. */
#pragma once
#include "core/solver.h"
#include "games/hasami/proof/hasami_fortress.h"

/* Own moves to a fortress or a win that the checker finds by himself. */
enum { HASAMI_LEAF_MOVES = 2 };

typedef struct {
    HasamiCells piece[2]; /* by colour, row 0 at the top as in the position */
    uint8_t     from, to; /* cells */
} HasamiRecord;

typedef struct {
    const Game         *game;
    hasami_pos          start;
    int                 side; /* the colour that cannot lose */
    HasamiFortressRules rules;
    HasamiRecord       *records; /* once read: in the order of their pieces */
    size_t              count, capacity;
} HasamiCertificate;

/* The rules of the start are those that the claim can be made under; *err names what is not. */
bool hasami_certificate_begin(HasamiCertificate *certificate, const Game *game,
                              const hasami_pos *start, int side, Error *err);
void hasami_certificate_free(HasamiCertificate *certificate);

/* False: no memory. */
bool hasami_certificate_add(HasamiCertificate *certificate, const HasamiRecord *record);

/* Puts the records into the order of the file, and writes it. */
bool hasami_certificate_format(HasamiCertificate *certificate, Str *out, Error *err);

/* Reads a file, and believes nothing of it but its form. Free the certificate in any case. */
bool hasami_certificate_parse(HasamiCertificate *certificate, const Game *game, const char *text,
                              size_t size, Error *err);

/* A line of the file: the pieces from rank 9 down, a blank and the move. */
void hasami_record_format(const HasamiRecord *record, Str *out);
bool hasami_record_parse(const char *text, size_t size, HasamiRecord *out);

/* Of the position and its mirror image the one that a certificate holds. */
void hasami_record_settle(HasamiRecord *record);

/* The record of that position or of its mirror image; NULL when there is none. */
const HasamiRecord *hasami_certificate_find(const HasamiCertificate *certificate,
                                            const HasamiRecord      *position);

/* hasami_certificate_check.c: the whole certificate, or records by lot; see core/solver.h. */
bool hasami_certificate_check(const char *text, size_t size, const SafetyCheck *check, Str *report,
                              Error *err);
