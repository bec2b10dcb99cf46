/* core/score.h -- scores as people read them: "+1.35", "win in 5". */
#pragma once
#include "core/game.h"

enum { SCORE_TEXT_SIZE = 32 };

/* Points with sign and two decimals; a forced result by its plies. Returns `text`. */
char *score_format(Score score, Lang lang, char text[SCORE_TEXT_SIZE]);

/* The same in few letters, for drawings: "+1.35", "W5", "L4"; "+∞" beyond all scores. */
char *score_format_short(Score score, char text[SCORE_TEXT_SIZE]);

/* 1: a forced win, -1: a forced loss, 0: neither; *plies until then. */
int score_forced(Score score, int *plies);
