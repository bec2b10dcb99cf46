#include "net/http_head.h"

#include "base/parse.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Length of the head with its empty line, 0 when that is not there yet. */
static size_t find_end(const char *bytes, size_t size)
{
    for (size_t i = 3; i < size; i++)
        if (bytes[i] == '\n' && memcmp(bytes + i - 3, "\r\n\r\n", 4) == 0)
            return i + 1;
    return 0;
}

static bool is_token(const char *text)
{
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++)
        if (!isalnum((unsigned char)*text) && strchr("!#$%&'*+-.^_`|~", *text) == NULL)
            return false;
    return true;
}

static bool copy_lower(char *out, size_t capacity, const char *value)
{
    size_t length = strlen(value);
    if (length >= capacity)
        return false;
    for (size_t i = 0; i <= length; i++)
        out[i] = (char)tolower((unsigned char)value[i]);
    return true;
}

/* As much as fits: what is longer than anything we know will not be it. */
static void copy_start(char *out, size_t capacity, const char *value)
{
    size_t length = strlen(value) < capacity ? strlen(value) : capacity - 1;
    memcpy(out, value, length);
    out[length] = '\0';
}

/* Is `word` one of the comma-separated words? What stands behind a ';' does not matter. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    while (*list != '\0') {
        list += strspn(list, " \t,");
        if (strncasecmp(list, word, length) == 0 && strchr(" \t,;", list[length]) != NULL)
            return true;
        list += strcspn(list, ",");
    }
    return false;
}

static bool take_body(HttpHead *head, const char *value)
{
    int64_t size;
    if (head->has_body || !parse_int("", value, 0, INT64_MAX, &size, NULL))
        return false;
    head->has_body = true;
    head->body_size = size;
    return true;
}

/* False: nothing that makes sense. */
static bool take_header(HttpHead *head, const char *name, const char *value)
{
    if (strcasecmp(name, "host") == 0)
        return head->host[0] == '\0' && value[0] != '\0' &&
               copy_lower(head->host, sizeof head->host, value);
    if (strcasecmp(name, "origin") == 0) {
        bool is_first = !head->has_origin;
        head->has_origin = true;
        return is_first && copy_lower(head->origin, sizeof head->origin, value);
    }
    if (strcasecmp(name, "content-length") == 0)
        return take_body(head, value);
    if (strcasecmp(name, "transfer-encoding") == 0) {
        bool is_first = !head->has_body;
        head->has_body = true;
        head->body_size = -1;
        return is_first;
    }
    if (strcasecmp(name, "connection") == 0)
        head->wants_close |= has_word(value, "close");
    else if (strcasecmp(name, "upgrade") == 0)
        head->wants_websocket |= has_word(value, "websocket");
    else if (strcasecmp(name, "accept-encoding") == 0)
        head->takes_gzip |= has_word(value, "gzip");
    else if (strcasecmp(name, "if-none-match") == 0)
        copy_start(head->etag, sizeof head->etag, value);
    else if (strcasecmp(name, "sec-websocket-key") == 0)
        copy_start(head->websocket_key, sizeof head->websocket_key, value);
    else if (strcasecmp(name, "sec-websocket-version") == 0)
        head->websocket_version = strcmp(value, "13") == 0 ? 13 : -1;
    return true;
}

/* "GET /path?query HTTP/1.1" */
static HeadState take_request_line(HttpHead *head, char *line)
{
    char *path = strchr(line, ' '), *version = path != NULL ? strchr(path + 1, ' ') : NULL;
    if (version == NULL)
        return HEAD_BAD;
    *path++ = *version++ = '\0';
    if (!is_token(line) || strlen(line) >= sizeof head->method || path[0] != '/' ||
        (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0))
        return HEAD_BAD;
    head->minor_version = version[7] - '0';
    copy_start(head->method, sizeof head->method, line);
    size_t length = strcspn(path, "?#");
    if (length >= sizeof head->path)
        return HEAD_TOO_LARGE;
    memcpy(head->path, path, length);
    head->path[length] = '\0';
    return HEAD_DONE;
}

static HeadState take_line(HttpHead *head, char *line)
{
    char *colon = strchr(line, ':');
    if (colon == NULL)
        return HEAD_BAD;
    *colon = '\0';
    char  *value = colon + 1 + strspn(colon + 1, " \t");
    size_t length = strlen(value);
    while (length > 0 && strchr(" \t", value[length - 1]) != NULL)
        value[--length] = '\0';
    return is_token(line) && take_header(head, line, value) ? HEAD_DONE : HEAD_BAD;
}

/* Only what can be printed, and bytes beyond ASCII. */
static bool is_clean(const char *line)
{
    for (; *line != '\0'; line++)
        if (((unsigned char)*line < ' ' && *line != '\t') || *line == 0x7f)
            return false;
    return true;
}

HeadState http_head_parse(const char *bytes, size_t size, HttpHead *out, size_t *used)
{
    char   text[HTTP_HEAD_LIMIT + 1];
    size_t end = find_end(bytes, size < HTTP_HEAD_LIMIT ? size : HTTP_HEAD_LIMIT);
    if (end == 0)
        return size >= HTTP_HEAD_LIMIT ? HEAD_TOO_LARGE : HEAD_MORE;
    memset(out, 0, sizeof *out);
    memcpy(text, bytes, end);
    text[end] = '\0';
    if (memchr(text, '\0', end) != NULL)
        return HEAD_BAD;
    HeadState state = HEAD_DONE;
    int       count = 0;
    for (char *line = text; state == HEAD_DONE && *line != '\r'; count++) {
        char *next = strstr(line, "\r\n");
        *next = '\0';
        if (!is_clean(line))
            return HEAD_BAD;
        if (count > HTTP_HEADER_LIMIT)
            return HEAD_TOO_LARGE;
        state = count == 0 ? take_request_line(out, line) : take_line(out, line);
        line = next + 2;
    }
    *used = end;
    return state == HEAD_DONE && count == 0 ? HEAD_BAD : state;
}
