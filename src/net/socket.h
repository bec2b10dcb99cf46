/* net/socket.h -- TCP connections to others, and a place where others connect. Descriptors never
 * block and are closed in programs that we start. */
#pragma once
#include "base/error.h"

#include <stdint.h>

/* A connection to a host and port (names or numbers), made not later than the deadline of the
 * monotonic clock; -1 and *err when there is none. */
int socket_connect(const char *host, const char *port, int64_t deadline_us, Error *err);

/* A place on this port (0: any that is free; *bound is which), for this machine alone or for the
 * whole network; -1 and *err when it is taken. */
int socket_listen(int port, bool is_lan, int *bound, Error *err);

/* The next who wants to connect there; -1: nobody for now. */
int socket_accept(int listener);
