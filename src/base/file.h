/* base/file.h -- whole files in and out; a failed write leaves the old file as it was. */
#pragma once
#include "base/error.h"
#include "base/str.h"

/* Adds the file's bytes to `out`; "-" is standard input. Refuses more than `limit` bytes. */
bool file_read(const char *path, size_t limit, Str *out, Error *err);

/* Writes a temporary file beside `path`, syncs it, then renames it; "-" is standard output.
 * Temporary files of this path that killed processes left are removed. */
bool file_write(const char *path, const char *bytes, size_t size, Error *err);

/* All bytes to a descriptor, however many calls that takes; false with errno. */
bool file_write_all(int fd, const char *bytes, size_t size);

/* The whole file, mapped to be read; the caller unmaps it. An empty file is refused. */
bool file_map(const char *path, const void **out, size_t *size, Error *err);
void file_unmap(const void *memory, size_t size); /* NULL is fine */

/* Makes the folder and those above it, where they are not there yet. */
bool file_make_folder(const char *path, Error *err);

/* Adds where this program keeps what it can make again: $XDG_CACHE_HOME/plateau, or
 * ~/.cache/plateau. False when neither is known. */
bool file_cache_folder(Str *out);
