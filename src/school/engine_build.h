/* school/engine_build.h -- from a file that a student handed in to a program that can play: stored
 * in a folder of its own, compiled in the sandbox, tried there once.
 *
 * The ending of the file says what it is (school/languages.def); a file without one must be an
 * executable of this system. Nothing of it is ever run, or compiled, outside the sandbox. */
#pragma once
#include "base/str.h"
#include "core/game.h"
#include "opponent/scratch.h"

#include <stdatomic.h>

enum {
    ENGINE_BUILD_US = 30000000, /* for compiling */
    ENGINE_BUILD_MEGABYTES = 1024,
    ENGINE_MESSAGE_LINES = 40, /* of the compiler, for the student */
    ENGINE_MESSAGE_BYTES = 300 /* of a line */
};

typedef struct {
    const char *file;  /* class_check_file has found nothing wrong with it */
    const char *bytes; /* borrowed */
    size_t      size;
} HandIn;

typedef struct {
    const Game        *game;
    const char        *start;            /* the position that games begin from */
    int64_t            memory_megabytes; /* of a player */
    int64_t            start_us;         /* from its start to its readiness */
    int64_t            build_us;         /* for compiling; 0: ENGINE_BUILD_US */
    const atomic_bool *stop;             /* borrowed, may be NULL */
} EngineSetup;

/* A built program; all zero: none. */
typedef struct {
    Scratch folder;
    Str     command; /* runs it, from any folder */
} Engine;

/* False and *err, one line, when it cannot be compiled or does not answer as an engine must. What
 * the compiler said, shortened, is added to `messages` line by line in both cases. */
bool engine_build(const HandIn *in, const EngineSetup *setup, Engine *out, Str *messages,
                  Error *err);
void engine_free(Engine *engine); /* all zero is fine */

/* Adds the endings this machine can do something with: ".c .py .java". */
void engine_endings(Str *out);
