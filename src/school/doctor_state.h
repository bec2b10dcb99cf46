/* school/doctor_state.h -- what the doctor's files share: the program that is examined, how it is
 * asked, how faults become findings. For doctor*.c alone. */
#pragma once
#include "opponent/remote.h"
#include "school/doctor.h"

enum { DOCTOR_SECOND = 1000000, DOCTOR_PATIENCE_US = 10 * DOCTOR_SECOND };

typedef struct {
    const DoctorSetup *setup;
    Session           *session;
    Remote            *patient; /* NULL: it does not run */
    uint64_t           rng;
    Str                notes; /* all that has passed since doctor_begin, as net/link.h logs it */
    FILE              *note_file;   /* writes to them; the link's own */
    int64_t            greeting_us; /* how long its last start took */
    size_t             most_errors; /* bytes on its standard error, of the noisiest run */
} Doctor;

/* ---- the program ---- */

/* Runs and has been greeted; started anew when it had to be ended. False: `out` says why not. */
bool doctor_start(Doctor *doctor, DoctorFinding *out);
void doctor_stop(Doctor *doctor);

/* A new exchange: what passed before is of no interest any more. */
void doctor_begin(Doctor *doctor);

void doctor_send(Doctor *doctor, const char *line);

/* Waits for a line that begins with this word (NULL: any), and skips others; NULL when none came.
 * The line is valid until the next one is read. */
const char *doctor_hear(Doctor *doctor, const char *word, int64_t wait_us);

/* A new game on the session, and a move in it. False: `out` says what was wrong. */
bool doctor_announce(Doctor *doctor, DoctorFinding *out);
bool doctor_ask(Doctor *doctor, const Allowance *allowance, Answer *answer, DoctorFinding *out);

Allowance doctor_move_time(int64_t us);

/* ---- positions ---- */

/* The session stands at the start of all games; or a random game has been played on it, up to
 * `most_plies`. */
void doctor_set_start(Doctor *doctor);
void doctor_play_randomly(Doctor *doctor, int most_plies);

/* ---- findings ---- */

/* Always false: the check failed, in one line. The exchange so far is kept with it. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool doctor_fail(Doctor *doctor, DoctorFinding *out, const char *format, ...);

/* Nobody needs it, and why. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void doctor_excuse(DoctorFinding *out, const char *format, ...);

/* A failure with "it exited …" where it did, and the program is started anew before it is asked
 * again. */
bool doctor_fail_silence(Doctor *doctor, DoctorFinding *out, const char *missing, int64_t wait_us);

/* ---- checks, in the order of the report ---- */

typedef void DoctorCheck(Doctor *doctor, DoctorFinding *out);
DoctorCheck  doctor_check_hello, doctor_check_ready, doctor_check_options, doctor_check_about,
    doctor_check_first_move, doctor_check_legal, doctor_check_endings, doctor_check_fen,
    doctor_check_move_time, doctor_check_clock, doctor_check_depth, doctor_check_nodes,
    doctor_check_ready_thinking, doctor_check_stop, doctor_check_nonsense,
    doctor_check_restart_word, doctor_check_over, doctor_check_games, doctor_check_memory,
    doctor_check_quit, doctor_check_errors;
