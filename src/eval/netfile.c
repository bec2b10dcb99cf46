#include "eval/netfile.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "base/frame.h"

#include <assert.h>
#include <string.h>

enum {
    VERSION = 1,
    AT_VERSION = FRAME_MAGIC,
    AT_FEATURE = AT_VERSION + 4,
    AT_GAME = AT_FEATURE + 4,
    AT_RULES = AT_GAME + NET_NAME_SIZE,
    HEAD_SIZE = AT_RULES + NET_RULES_SIZE
};

static const Frame frame = {.magic = "PLATNET\n",
                            .least = HEAD_SIZE + FRAME_SUM,
                            .not_one = ERROR_NET_NOT_ONE,
                            .damaged = ERROR_CHECKSUM};

/* What options_format writes, without the blank in front. */
bool netfile_init_head(NetHead *head, NetFeature feature, const GameInfo *info,
                       const int16_t options[], Error *err)
{
    Str text = {0};
    *head = (NetHead){.feature = feature};
    options_format(&info->options, options, &text);
    const char *rules = str_get(&text) + (str_get(&text)[0] == ' ');
    bool        fits = !text.failed && strlen(rules) < NET_RULES_SIZE;
    if (fits) {
        memcpy(head->rules, rules, strlen(rules) + 1);
        memcpy(head->game, info->id, strlen(info->id) + 1);
    }
    str_free(&text);
    return fits ? true : error_set(err, ERROR_NET_RULES_LONG);
}

static void put_text(Str *out, const char *text, int size)
{
    assert(strlen(text) < (size_t)size);
    int length = (int)strlen(text);
    for (int i = 0; i < size; i++)
        str_char(out, i < length ? text[i] : '\0');
}

void netfile_begin(const NetHead *head, Str *out)
{
    assert(head->feature == NET_OF_CELLS || head->feature == NET_OF_LINES);
    frame_begin(&frame, out);
    bytes_put(out, VERSION, 4);
    bytes_put(out, head->feature, 4);
    put_text(out, head->game, NET_NAME_SIZE);
    put_text(out, head->rules, NET_RULES_SIZE);
}

void netfile_end(size_t begin, Str *out) { frame_end(begin, out); }

bool netfile_read(const uint8_t *bytes, size_t size, NetHead *head, const uint8_t **body,
                  size_t *body_size, Error *err)
{
    if (!frame_is(&frame, bytes, size, err) || !frame_check(&frame, bytes, size - FRAME_SUM, err))
        return false;
    if (bytes_get(bytes + AT_VERSION, 4) != VERSION || bytes[AT_RULES - 1] != '\0' ||
        bytes[HEAD_SIZE - 1] != '\0')
        return error_set(err, ERROR_NET_VERSION);
    head->feature = (NetFeature)bytes_get(bytes + AT_FEATURE, 4);
    memcpy(head->game, bytes + AT_GAME, NET_NAME_SIZE);
    memcpy(head->rules, bytes + AT_RULES, NET_RULES_SIZE);
    *body = bytes + HEAD_SIZE;
    *body_size = size - HEAD_SIZE - FRAME_SUM;
    return true;
}
