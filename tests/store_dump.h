/* store_dump.h -- what a match store holds, as text that two runs of one match share. */
#pragma once
#include "base/str.h"
#include "match/store.h"

#include <stdint.h>

/* Fails the test when it cannot be opened. */
Store *must_open_store(const char *path, StoreMode mode);

/* Every row of every table but those that differ from run to run. Fails the test when the file is
 * not whole. The caller frees it. */
Str store_dump(const char *path);

/* One number from an SQL question; fails the test when it cannot be asked. */
int64_t store_ask(const char *path, const char *sql);

/* A path in a folder of its own, which store_remove empties and deletes. */
void store_path(char *path, size_t size);
void store_remove(const char *path);
