#include "eval/netfile.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/errors.h"

#include <string.h>

enum {
    VERSION = 1,
    MAGIC_SIZE = 8,
    AT_VERSION = MAGIC_SIZE,
    AT_FEATURE = AT_VERSION + 4,
    AT_GAME = AT_FEATURE + 4,
    AT_RULES = AT_GAME + NET_NAME_SIZE,
    HEAD_SIZE = AT_RULES + NET_RULES_SIZE,
    SUM_SIZE = 8
};

static const char magic[MAGIC_SIZE + 1] = "PLATNET\n";

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
    int length = (int)strlen(text);
    for (int i = 0; i < size; i++)
        str_char(out, i < length ? text[i] : '\0');
}

void netfile_begin(const NetHead *head, Str *out)
{
    str_bytes(out, magic, MAGIC_SIZE);
    bytes_put(out, VERSION, 4);
    bytes_put(out, head->feature, 4);
    put_text(out, head->game, NET_NAME_SIZE);
    put_text(out, head->rules, NET_RULES_SIZE);
}

void netfile_end(size_t begin, Str *out)
{
    if (!out->failed)
        bytes_put(out, checksum_bytes(out->text + begin, out->size - begin), SUM_SIZE);
}

bool netfile_read(const uint8_t *bytes, size_t size, NetHead *head, const uint8_t **body,
                  size_t *body_size, Error *err)
{
    if (size < HEAD_SIZE + SUM_SIZE || memcmp(bytes, magic, MAGIC_SIZE) != 0)
        return error_set(err, ERROR_NET_NOT_ONE);
    if (bytes_get(bytes + size - SUM_SIZE, SUM_SIZE) != checksum_bytes(bytes, size - SUM_SIZE))
        return error_set(err, ERROR_CHECKSUM);
    if (bytes_get(bytes + AT_VERSION, 4) != VERSION || bytes[AT_RULES - 1] != '\0' ||
        bytes[HEAD_SIZE - 1] != '\0')
        return error_set(err, ERROR_NET_VERSION);
    head->feature = (NetFeature)bytes_get(bytes + AT_FEATURE, 4);
    memcpy(head->game, bytes + AT_GAME, NET_NAME_SIZE);
    memcpy(head->rules, bytes + AT_RULES, NET_RULES_SIZE);
    *body = bytes + HEAD_SIZE;
    *body_size = size - HEAD_SIZE - SUM_SIZE;
    return true;
}
