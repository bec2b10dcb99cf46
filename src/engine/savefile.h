/* engine/savefile.h -- a session on disk, as a game record. */
#pragma once
#include "engine/session.h"

/* Replaces the file whole or leaves it as it was. Names may be NULL. */
bool savefile_write(const Session *session, const char *path, const char *first, const char *second,
                    Error *err);

/* The first game of the file; the session is as before on failure. */
bool savefile_read(Session *session, const char *path, Error *err);

/* A new session of whatever game the file holds; NULL on failure. The caller deletes it. */
Session *savefile_open(const char *path, Error *err);
