#include "match/database.h"

#include "base/errors.h"

#include <sqlite3.h>
#include <string.h>

bool database_fail(sqlite3 *db, const char *name, const char *kind, int code, Error *err)
{
    int number = db != NULL ? sqlite3_system_errno(db) : 0;
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(err, ERROR_STORE_LOCKED, name);
    case SQLITE_FULL:
        return error_set(err, ERROR_STORE_DISK_FULL, name);
    case SQLITE_CORRUPT:
        return error_set(err, ERROR_STORE_DAMAGED, name);
    case SQLITE_NOTADB:
        return error_set(err, ERROR_STORE_NOT_ONE, name, kind);
    case SQLITE_NOMEM:
        return error_set(err, ERROR_MEMORY);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
        return error_set(err, ERROR_STORE_WRITE, name,
                         number != 0 ? strerror(number) : sqlite3_errstr(code));
    default:
        return error_set(err, ERROR_IN, name, sqlite3_errmsg(db));
    }
}
