#include "core/score.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int score_forced(Score score, int *plies)
{
    assert(score >= -SCORE_INF && score <= SCORE_INF);
    *plies = SCORE_MATE - abs(score);
    return score > SCORE_FORCED ? 1 : score < -SCORE_FORCED ? -1 : 0;
}

static void format_points(Score score, char text[SCORE_TEXT_SIZE])
{
    snprintf(text, SCORE_TEXT_SIZE, "%c%d.%02d", score < 0 ? '-' : '+', abs(score) / 100,
             abs(score) % 100);
}

char *score_format(Score score, Lang lang, char text[SCORE_TEXT_SIZE])
{
    static const Text win = TEXT("win in %d", "gain en %d"),
                      loss = TEXT("loss in %d", "perte en %d");
    int plies, forced = score_forced(score, &plies);
    if (forced == 0)
        format_points(score, text);
    else
        snprintf(text, SCORE_TEXT_SIZE, text_in(forced > 0 ? &win : &loss, lang), plies);
    return text;
}

char *score_format_short(Score score, char text[SCORE_TEXT_SIZE])
{
    int plies, forced = score_forced(score, &plies);
    if (forced == 0)
        format_points(score, text);
    else if (plies < 0)
        snprintf(text, SCORE_TEXT_SIZE, "%c∞", forced > 0 ? '+' : '-');
    else
        snprintf(text, SCORE_TEXT_SIZE, "%c%d", forced > 0 ? 'W' : 'L', plies);
    return text;
}
