/* match/database.h -- what SQLite refuses, in words for people. */
#pragma once
#include "base/error.h"

struct sqlite3;

/* `db` may be NULL; `name` is that of the file, `kind` what it should be. Returns
 * false. */
bool database_fail(struct sqlite3 *db, const char *name, const char *kind, int code, Error *err);
