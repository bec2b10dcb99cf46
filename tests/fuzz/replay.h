/* replay.h -- a fuzz target run over files, without libFuzzer. */
#pragma once
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

typedef int FuzzFunction(const uint8_t *bytes, size_t size);

/* In this process, so that a debugger stands where it breaks. False when the file cannot be read.
 */
bool replay_file(FuzzFunction *target, const char *path);

/* Every file of the directory in a process of its own. Returns how many there are, -1 when it
 * cannot be read; adds a line to `failures` for each that crashed, hung or was not read. */
int replay_directory(FuzzFunction *target, const char *directory, Str *failures);
