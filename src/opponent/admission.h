/* opponent/admission.h -- a player's files: who wants to make one, or to write to one, asks first.
 *
 * A folder that is only looked at now and then can grow by gigabytes in between. So the kernel
 * holds each call that makes a file or a folder, or opens one for writing, until the keeper has
 * answered. What is open may grow up to the limit of a file's size, and is reckoned with as if it
 * had: then the folder cannot pass its limit by more than one file, however fast its program
 * writes.
 *
 * All of it is safe after fork. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { ADMISSION_ASKERS = 512, ADMISSION_QUESTION_BYTES = 512 };

typedef struct {
    int     listener; /* -1: nobody asks */
    pid_t   program;
    int     folder;            /* borrowed: of what is written */
    int64_t limit, file_bytes; /* of the folder, and of each file */
    int64_t used;              /* when it was last measured */
    int64_t written;           /* by the program until then, to files and pipes alike */
    int64_t lengthened;        /* since then, bytes of files made longer without writing */
    int     made, open;        /* since then; open for writing when they were last counted */
    struct {
        pid_t   thread;
        int64_t ran_us; /* until then */
        int64_t at_us;
    } askers[ADMISSION_ASKERS]; /* who was let through since, and may still be on the way */
    int  asker_count;
    bool is_waiting; /* for some of them: the question is answered later */
    _Alignas(max_align_t) char question[ADMISSION_QUESTION_BYTES]; /* the kernel's words */
} Admission;

/* In the program, before it is one: from now on it asks. Hands the right to answer to the other end
 * of the socket; where the kernel cannot do it, nothing is handed over. False: not even that could
 * be done. */
bool admission_begin(int socket);

/* In the keeper: waits for what the program hands over; -1: nothing. */
int admission_receive(int socket);

/* Answers one question, if there is any, or the one that waits. False: the folder is over its limit
 * already. */
bool admission_answer(Admission *admission);
