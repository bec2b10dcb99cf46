/* base/file.h -- whole files in and out; a failed write leaves the old file as it was. */
#pragma once
#include "base/error.h"
#include "base/str.h"

/* Adds the file's bytes to `out`; "-" is standard input. Refuses more than `limit` bytes. */
bool file_read(const char *path, size_t limit, Str *out, Error *err);

/* Writes a temporary file beside `path`, syncs it, then renames it; "-" is standard output. */
bool file_write(const char *path, const char *bytes, size_t size, Error *err);
