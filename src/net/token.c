#include "net/token.h"

#include <stddef.h>
#include <string.h>
#include <sys/random.h>

bool token_make(char text[TOKEN_SIZE])
{
    /* Without those that look alike: somebody may type it. */
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz123456789";
    unsigned char     bytes[TOKEN_SIZE - 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        text[i] = letters[bytes[i] % (sizeof letters - 1)];
    text[sizeof bytes] = '\0';
    return true;
}

bool token_is_same(const char *a, const char *b)
{
    size_t   length = strlen(a);
    unsigned difference = length != strlen(b);
    if (difference != 0)
        return false;
    for (size_t i = 0; i < length; i++)
        difference |= (unsigned)(a[i] ^ b[i]);
    return difference == 0;
}
