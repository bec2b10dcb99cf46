/* core/result.h -- how a game ended, and why. */
#pragma once
#include "base/lang.h"

#include <stdbool.h>

/* The order of core/reasons.def. */
typedef enum {
#define REASON(id, word, english, french) REASON_##id,
#include "core/reasons.def"
#undef REASON
    REASON_COUNT
} Reason;

enum { PLAYER_NONE = -1 };

typedef struct {
    bool   is_over;
    int    winner; /* player 0 or 1; PLAYER_NONE for a draw or a game that goes on */
    Reason reason;
} Result;

const char *reason_word(Reason reason); /* one word, for records and programs */
const char *reason_text(Reason reason, Lang lang);
const Text *reason_texts(Reason reason); /* both languages */
bool        reason_find(const char *word, Reason *out);
bool        reason_is_forfeit(Reason reason); /* the loser did something that is not in the rules */

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *result_text(const Result *result);
bool        result_parse(const char *text, Result *out); /* leaves out->reason alone */
