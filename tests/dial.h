/* dial.h -- the bare end of a connection, for tests that say what no program of ours would. Every
 * failure ends the test; nothing waits longer than DIAL_MS. */
#pragma once
#include <stddef.h>

enum { DIAL_MS = 20000 };

int dial(int port); /* to this machine */

/* Bytes as they are, and a line to which its end is added. */
void dial_send(int fd, const char *bytes, size_t size);
void dial_say(int fd, const char *line);

/* The next line, byte by byte what is between the ends of lines. */
void dial_expect(int fd, const char *line);

/* Reads a line, without its end; "" at the end of all lines. The text is valid until the next call.
 */
const char *dial_read(int fd);

void dial_expect_end(int fd); /* the other side has closed; what it said before is dropped */
