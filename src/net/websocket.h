/* net/websocket.h -- WebSocket (RFC 6455) as bytes: the handshake's answer, frames in and out. */
#pragma once
#include "base/str.h"

enum { FRAME_MESSAGE_LIMIT = 64 << 10 };

typedef enum {
    FRAME_MORE, /* not whole yet */
    FRAME_PART, /* taken in; nothing to be done */
    FRAME_TEXT, /* a whole message is in reader->message */
    FRAME_PING, /* its bytes are in reader->control, to be sent back */
    FRAME_CLOSE,
    FRAME_BAD /* the connection must be closed, with reader->status */
} FrameEvent;

typedef struct {
    Str  message; /* of all frames so far */
    Str  control;
    bool is_inside; /* a message has begun and goes on */
    bool is_whole;  /* `message` was handed over: the next one begins anew */
    int  status;    /* why it is bad: 1002, 1003, 1007, 1009 */
} FrameReader;

void frame_reader_free(FrameReader *reader);

/* Takes one frame from the start of `bytes`; *used tells how many bytes it had, 0 with FRAME_MORE.
 * A frame of a client must be masked. */
FrameEvent frame_read(FrameReader *reader, const char *bytes, size_t size, size_t *used);

enum { OPCODE_TEXT = 1, OPCODE_CLOSE = 8, OPCODE_PING = 9, OPCODE_PONG = 10 };
void frame_write(Str *out, int opcode, const char *bytes, size_t size);
void frame_write_close(Str *out, int status);

/* The answer to Sec-WebSocket-Key; it must be 16 bytes in Base64. */
bool frame_accept_key(const char *key, char accept[29]);
