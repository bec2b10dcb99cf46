#include "core/result.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *word;
    Text        text;
} reasons[REASON_COUNT] = {
#define REASON(id, word, english, french) {word, TEXT(english, french)},
#include "core/reasons.def"
#undef REASON
};

const char *reason_word(Reason reason)
{
    assert(reason >= 0 && reason < REASON_COUNT);
    return reasons[reason].word;
}

const Text *reason_texts(Reason reason)
{
    assert(reason >= 0 && reason < REASON_COUNT);
    return &reasons[reason].text;
}

const char *reason_text(Reason reason, Lang lang) { return text_in(reason_texts(reason), lang); }

bool reason_find(const char *word, Reason *out)
{
    for (int i = 0; i < REASON_COUNT; i++)
        if (strcmp(reasons[i].word, word) == 0) {
            *out = (Reason)i;
            return true;
        }
    return false;
}

static const struct {
    const char *text;
    bool        is_over;
    int         winner;
} outcomes[] = {
    {"*", false, PLAYER_NONE},
    {"1-0", true, 0},
    {"0-1", true, 1},
    {"1/2-1/2", true, PLAYER_NONE},
};

enum { OUTCOME_COUNT = sizeof outcomes / sizeof outcomes[0] };

bool reason_is_forfeit(Reason reason)
{
    switch (reason) {
    case REASON_TIME:
    case REASON_ILLEGAL:
    case REASON_CRASH:
    case REASON_STALL:
    case REASON_DISCONNECT:
    case REASON_FLOOD:
    case REASON_MEMORY:
        return true;
    default:
        return false;
    }
}

const char *result_text(const Result *result)
{
    assert(result->winner >= -1 && result->winner <= 1);
    for (int i = 0; i < OUTCOME_COUNT; i++)
        if (outcomes[i].is_over == result->is_over && outcomes[i].winner == result->winner)
            return outcomes[i].text;
    return "*";
}

bool result_parse(const char *text, Result *out)
{
    for (int i = 0; i < OUTCOME_COUNT; i++)
        if (strcmp(outcomes[i].text, text) == 0) {
            out->is_over = outcomes[i].is_over;
            out->winner = outcomes[i].winner;
            return true;
        }
    return false;
}
