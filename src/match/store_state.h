/* match/store_state.h -- what the files that make up the store share. */
#pragma once
#include "match/store.h"

#include <sqlite3.h>

/* Statements that are used again and again. */
typedef enum {
    ADD_GAME,
    ADD_TIMING,
    ADD_GAME_SUM,
    ADD_TIMING_SUM,
    SET_STATE,
    STATEMENT_COUNT
} StatementId;

struct Store {
    char         *path; /* NULL: in memory */
    int           lock; /* descriptor of the file, held while we are the ones who run it; or -1 */
    sqlite3      *db;
    sqlite3_stmt *prepared[STATEMENT_COUNT];
    int64_t       version;  /* SQLite's count of what others have written */
    bool          has_sums; /* over each game */
};

const char   *store_name(const Store *store);
bool          store_fail(const Store *store, int code, Error *err); /* what SQLite says */
sqlite3_stmt *store_prepare(Store *store, const char *sql, Error *err);

/* One number from the first row; 0 without one. */
bool store_ask_number(Store *store, const char *sql, int64_t *out, Error *err);
