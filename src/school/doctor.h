/* school/doctor.h -- is a program fit for a competition? Everything a referee will ask of it, asked
 * beforehand, with a finding for each question that its author can act on. */
#pragma once
#include "opponent/contestant.h"

typedef enum { DOCTOR_OK, DOCTOR_FAILED, DOCTOR_NOT_SUPPORTED, DOCTOR_VERDICTS } DoctorVerdict;

typedef struct {
    const char   *id;            /* a word for programs: "legal" */
    Text          title, advice; /* what was examined; what to do when it failed */
    DoctorVerdict verdict;
    Str           found;       /* one line */
    Str           sent, heard; /* of a failure: the last lines of either side */
    Str           errors;      /* and of its standard error */
} DoctorFinding;

typedef struct {
    const Game        *game;
    const char        *start;   /* position text that games begin from; it carries the rules */
    const char        *spec;    /* "cmd:COMMAND" or "pbrain:COMMAND" */
    ContestantSetup    running; /* as the competition runs it */
    int64_t            move_us; /* the limit of a move, where there is no other */
    int                positions;
    uint64_t           seed;
    const atomic_bool *stop; /* borrowed, may be NULL */
    /* Called for each check when it is done; the finding is gone afterwards. */
    void (*on_finding)(const DoctorFinding *finding, void *user);
    void *user;
} DoctorSetup;

typedef struct {
    int  counts[DOCTOR_VERDICTS];
    bool is_cut; /* a failure made the rest pointless */
} DoctorReport;

/* False and *err when there is nothing to examine: no such program, memory is short, stopped. */
bool doctor_examine(const DoctorSetup *setup, DoctorReport *out, Error *err);
