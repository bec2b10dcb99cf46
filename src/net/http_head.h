/* net/http_head.h -- the head of an HTTP request, read strictly. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HTTP_HEAD_LIMIT = 8192, HTTP_HEADER_LIMIT = 64 /* lines */ };

typedef struct {
    char    method[16], path[512]; /* the path without its query */
    int     minor_version;         /* HTTP/1.minor */
    char    host[256];             /* in lower case; "" where there is none */
    bool    has_origin;
    char    origin[300]; /* in lower case */
    char    etag[200];   /* If-None-Match */
    char    websocket_key[32];
    int     websocket_version;
    bool    wants_websocket, wants_close, takes_gzip;
    bool    has_body;
    int64_t body_size; /* as announced; -1: in pieces */
} HttpHead;

typedef enum { HEAD_MORE, HEAD_DONE, HEAD_BAD, HEAD_TOO_LARGE } HeadState;

/* The head at the start of `bytes`; *used is its length when it is whole. */
HeadState http_head_parse(const char *bytes, size_t size, HttpHead *out, size_t *used);
