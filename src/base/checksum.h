/* base/checksum.h -- a 64-bit sum that every flipped bit changes; not against forgers. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* The same on every machine, whatever its byte order. */
uint64_t checksum_bytes(const void *bytes, size_t size);
