#include "net/websocket.h"

#include "net/sha1.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { STATUS_PROTOCOL = 1002, STATUS_KIND = 1003, STATUS_TEXT = 1007, STATUS_SIZE = 1009 };
enum { OPCODE_MORE = 0, OPCODE_BINARY = 2, CONTROL_LIMIT = 125, MASK_SIZE = 4 };

void frame_reader_free(FrameReader *reader)
{
    str_free(&reader->message);
    str_free(&reader->control);
}

/* What the first bytes of a frame say. */
typedef struct {
    int      opcode;
    bool     is_final;
    uint64_t length;
    size_t   size; /* of all this, with the mask */
    uint8_t  mask[MASK_SIZE];
} FrameStart;

static FrameEvent fail(FrameReader *reader, int status)
{
    reader->status = status;
    return FRAME_BAD;
}

/* FRAME_PART: the head is whole. */
static FrameEvent read_head(FrameReader *reader, const uint8_t *bytes, size_t size,
                            FrameStart *head)
{
    if (size < 2)
        return FRAME_MORE;
    *head = (FrameStart){.opcode = bytes[0] & 15, .is_final = (bytes[0] & 0x80) != 0, .size = 2};
    bool is_masked = (bytes[1] & 0x80) != 0, is_control = head->opcode >= 8;
    int  wide = (bytes[1] & 127) == 126 ? 2 : (bytes[1] & 127) == 127 ? 8 : 0;
    if ((bytes[0] & 0x70) != 0 || !is_masked)
        return fail(reader, STATUS_PROTOCOL);
    if (is_control && (!head->is_final || wide > 0))
        return fail(reader, STATUS_PROTOCOL);
    if (size < (size_t)(2 + wide + MASK_SIZE))
        return FRAME_MORE;
    head->length = bytes[1] & 127;
    if (wide > 0)
        head->length = 0;
    for (int i = 0; i < wide; i++)
        head->length = head->length << 8 | bytes[2 + i];
    memcpy(head->mask, bytes + 2 + wide, MASK_SIZE);
    head->size += (size_t)wide + MASK_SIZE;
    return FRAME_PART;
}

static bool is_utf8(const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t length = text[at] == '\0' ? 1 : str_character(text + at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

static void unmask(Str *out, const FrameStart *head, const char *bytes)
{
    assert(head->length <= FRAME_MESSAGE_LIMIT);
    size_t at = out->size;
    str_bytes(out, bytes, (size_t)head->length);
    for (size_t i = 0; !out->failed && i < head->length; i++)
        out->text[at + i] = (char)(out->text[at + i] ^ head->mask[i % MASK_SIZE]);
}

static FrameEvent take_data(FrameReader *reader, const FrameStart *head, const char *bytes)
{
    assert(head->opcode < 8 && (head->opcode == OPCODE_MORE) == reader->is_inside);
    if (reader->is_whole) {
        str_clear(&reader->message);
        reader->is_whole = false;
    }
    unmask(&reader->message, head, bytes);
    if (reader->message.failed)
        return fail(reader, STATUS_SIZE);
    reader->is_inside = !head->is_final;
    if (!head->is_final)
        return FRAME_PART;
    reader->is_whole = true;
    return is_utf8(str_get(&reader->message), reader->message.size) ? FRAME_TEXT
                                                                    : fail(reader, STATUS_TEXT);
}

static FrameEvent take_control(FrameReader *reader, const FrameStart *head, const char *bytes)
{
    assert(head->opcode >= 8 && head->length <= CONTROL_LIMIT);
    str_clear(&reader->control);
    unmask(&reader->control, head, bytes);
    return head->opcode == OPCODE_PING    ? FRAME_PING
           : head->opcode == OPCODE_CLOSE ? FRAME_CLOSE
                                          : FRAME_PART;
}

FrameEvent frame_read(FrameReader *reader, const char *bytes, size_t size, size_t *used)
{
    FrameStart head;
    FrameEvent event = read_head(reader, (const uint8_t *)bytes, size, &head);
    *used = 0;
    if (event != FRAME_PART)
        return event;
    bool   is_control = head.opcode >= 8;
    size_t before = reader->is_inside ? reader->message.size : 0;
    if (is_control ? head.opcode > OPCODE_PONG || head.length > CONTROL_LIMIT
                   : head.opcode > OPCODE_BINARY)
        return fail(reader, STATUS_PROTOCOL);
    if (!is_control && (head.opcode == OPCODE_MORE) != reader->is_inside)
        return fail(reader, STATUS_PROTOCOL);
    if (head.opcode == OPCODE_BINARY)
        return fail(reader, STATUS_KIND);
    if (head.length > FRAME_MESSAGE_LIMIT - before)
        return fail(reader, STATUS_SIZE);
    if (size - head.size < head.length)
        return FRAME_MORE;
    *used = head.size + (size_t)head.length;
    bytes += head.size;
    return is_control ? take_control(reader, &head, bytes) : take_data(reader, &head, bytes);
}

void frame_write(Str *out, int opcode, const char *bytes, size_t size)
{
    assert(opcode > 0 && opcode < 16 && (opcode < 8 || size <= CONTROL_LIMIT));
    str_char(out, (char)(0x80 | opcode));
    if (size < 126) {
        str_char(out, (char)size);
    } else {
        int wide = size <= 0xffff ? 2 : 8;
        str_char(out, (char)(wide == 2 ? 126 : 127));
        for (int i = wide - 1; i >= 0; i--)
            str_char(out, (char)((uint64_t)size >> 8 * i));
    }
    str_bytes(out, bytes, size);
}

void frame_write_close(Str *out, int status)
{
    assert(status >= 1000 && status < 5000);
    char bytes[2] = {(char)(status >> 8), (char)status};
    frame_write(out, OPCODE_CLOSE, bytes, sizeof bytes);
}

bool frame_accept_key(const char *key, char accept[29])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[64];
    if (strlen(key) != 24 || strspn(key, letters) != 22 || strcmp(key + 22, "==") != 0)
        return false;
    int size = snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1_base64(text, (size_t)size, accept);
    return true;
}
