/* base/sha256.h -- SHA-256 (FIPS 180-4), for secrets that are kept as their hash alone. */
#pragma once
#include <stddef.h>

enum { SHA256_TEXT_SIZE = 65 };

/* In hexadecimal digits; returns `text`. */
char *sha256_text(const void *bytes, size_t size, char text[SHA256_TEXT_SIZE]);
