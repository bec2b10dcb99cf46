/* net/token.h -- words that nobody guesses, for those who may log in. */
#pragma once
#include <stdbool.h>

enum { TOKEN_SIZE = 27 /* 26 letters and digits, 130 bits */ };

/* False when the machine has no random numbers. */
bool token_make(char text[TOKEN_SIZE]);

/* Takes the same time wherever the two differ. */
bool token_is_same(const char *a, const char *b);
