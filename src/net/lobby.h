/* net/lobby.h -- the door of a server: whoever connects has a moment to say his first line.
 *
 * Nobody can keep others out. There is room for LOBBY_ROOM who have said nothing yet; when it is
 * full, the one who has waited longest must go. Whoever takes longer than LOBBY_US for his first
 * line, or makes it longer than LOBBY_LINE_SIZE, goes too. */
#pragma once
#include "base/error.h"
#include "net/link.h"

enum { LOBBY_ROOM = 64, LOBBY_US = 10000000, LOBBY_LINE_SIZE = 256 };

typedef struct Lobby Lobby;

typedef struct {
    Link *link; /* the caller's from now on */
    char  line[LOBBY_LINE_SIZE];
} Visitor;

/* Listens on this port, 0: any that is free; for this machine alone unless is_lan. `stop` is
 * borrowed and may be NULL; links of visitors have it too. NULL and *err on failure. */
Lobby *lobby_open(int port, bool is_lan, const atomic_bool *stop, Error *err);
void   lobby_close(Lobby *lobby); /* NULL is fine */
int    lobby_port(const Lobby *lobby);
void   lobby_set_patience(Lobby *lobby, int64_t us); /* in place of LOBBY_US */

/* The next one who has said his first line; false when nobody has by the deadline, or at once when
 * somebody said stop. */
bool lobby_next(Lobby *lobby, int64_t deadline_us, Visitor *out);
