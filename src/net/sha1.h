/* net/sha1.h -- SHA-1 (FIPS 180-4) in Base64, as the handshake of WebSocket wants it. Not for
 * secrets: base/sha256.h. */
#pragma once
#include <stddef.h>

enum { SHA1_BASE64_SIZE = 29 };

/* Returns `text`. */
char *sha1_base64(const void *bytes, size_t size, char text[SHA1_BASE64_SIZE]);
