/* fuzz.h -- what the fuzz targets share: bytes cut into texts and choices, and checks that abort.
 *
 * A target is a function over bytes, written FUZZ_TARGET(name) { … return 0; }. Built for libFuzzer
 * it is the program's one entry; in the corpus test the targets of targets.def stand side by side
 * under their own names. */
#pragma once
#include "core/game.h"

#ifdef FUZZ_WITH_LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
#define FUZZ_TARGET(name) int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
#else
#define TARGET(name) int fuzz_##name(const uint8_t *bytes, size_t size);
#include "fuzz/targets.def"
#undef TARGET
#define FUZZ_TARGET(name) int fuzz_##name(const uint8_t *bytes, size_t size)
#endif

/* Ends the process and says which claim was false. */
#define CHECK(claim) fuzz_check((claim), #claim, __FILE__, __LINE__)
void fuzz_check(bool holds, const char *claim, const char *file, int line);

/* A refusal has a message, in one line. */
void fuzz_check_error(const Error *err);

/* Zeroed memory of exactly this size, so that a step beyond it is seen. Never NULL. */
void *fuzz_alloc(size_t size);

/* What is left of the input. */
typedef struct {
    const uint8_t *at, *end;
} Cursor;

Cursor cursor_over(const uint8_t *bytes, size_t size);
bool   cursor_has_more(const Cursor *in);
int    cursor_byte(Cursor *in); /* 0 when nothing is left */

/* 0..count-1 from one byte: '0', '1', … are 0, 1, …, so that seeds can be read. */
int cursor_choice(Cursor *in, int count);

/* The text up to the next newline, or all that is left; a NUL byte ends it early. The caller frees
 * it. */
char *cursor_line(Cursor *in);
char *cursor_rest(Cursor *in);

const Game *cursor_game(Cursor *in);

/* A line of options, the defaults in place of what the game refuses. */
void cursor_options(Cursor *in, const Game *game, int16_t options[MAX_OPTIONS]);

/* A legal move; there must be one. */
Move cursor_move(Cursor *in, const Game *game, const void *pos);
