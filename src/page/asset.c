#include "page/asset.h"

#include "base/checksum.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Written by tools/embed_web.sh: the bytes are in another file. */
typedef struct {
    const char *path;
    const char *bytes, *end, *gzip, *gzip_end, *sum;
} Embedded;

#include "web_assets.inc.h"

enum { ASSET_COUNT = sizeof embedded / sizeof embedded[0] - 1, FILE_LIMIT = 16 << 20 };

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

static const char *file_of(const char *path)
{
    return strcmp(path, "/") == 0 ? "/index.html" : path;
}

int         asset_count(void) { return ASSET_COUNT; }
const char *asset_path(int index) { return embedded[index].path; }

bool asset_find(const char *path, HttpFile *out)
{
    path = file_of(path);
    for (int i = 0; i < ASSET_COUNT; i++) {
        const Embedded *file = &embedded[i];
        if (strcmp(file->path, path) != 0)
            continue;
        *out = (HttpFile){
            .type = type_of(path), .bytes = file->bytes, .size = (size_t)(file->end - file->bytes)};
        size_t gzip_size = (size_t)(file->gzip_end - file->gzip);
        if (gzip_size > 0 && gzip_size < out->size) {
            out->gzip = file->gzip;
            out->gzip_size = gzip_size;
        }
        snprintf(out->etag, sizeof out->etag, "\"%.32s\"", file->sum);
        return true;
    }
    return false;
}

/* "/a/b.js": letters, digits, '-', '_' and '.', no part that begins with a dot. */
static bool is_plain(const char *path)
{
    for (const char *p = path; *p != '\0'; p++) {
        if (*p == '/' ? p[1] == '/' || p[1] == '.' || p[1] == '\0'
                      : !isalnum((unsigned char)*p) && strchr("-_.", *p) == NULL)
            return false;
    }
    return path[0] == '/';
}

/* Opens folder by folder, so that no link is followed on the way. */
static int open_below(const char *folder, const char *path)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0) {
        char   part[256];
        size_t length = strcspn(path + 1, "/");
        if (length >= sizeof part)
            break;
        memcpy(part, path + 1, length);
        part[length] = '\0';
        bool is_last = path[1 + length] == '\0';
        int  next = openat(
             at, part, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (is_last ? 0 : O_DIRECTORY));
        close(at);
        if (is_last)
            return next;
        at = next;
        path += 1 + length;
    }
    if (at >= 0)
        close(at);
    return -1;
}

static bool read_all(int file, Str *out)
{
    char        bytes[16384];
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    for (;;) {
        ssize_t size = read(file, bytes, sizeof bytes);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return size == 0 && !out->failed;
        if (out->size + (size_t)size > FILE_LIMIT)
            return false;
        str_bytes(out, bytes, (size_t)size);
    }
}

bool asset_read(const char *folder, const char *path, Str *buffer, HttpFile *out)
{
    path = file_of(path);
    int file = is_plain(path) ? open_below(folder, path) : -1;
    if (file < 0)
        return false;
    str_clear(buffer);
    bool ok = read_all(file, buffer);
    close(file);
    if (!ok)
        return false;
    *out = (HttpFile){.type = type_of(path), .bytes = str_get(buffer), .size = buffer->size};
    snprintf(out->etag, sizeof out->etag, "\"%016llx\"",
             (unsigned long long)checksum_bytes(str_get(buffer), buffer->size));
    return true;
}
