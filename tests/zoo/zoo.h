/* zoo.h -- what the files of the zoo share. */
#pragma once
#include <stdbool.h>

_Noreturn void give_up(const char *what); /* with errno's text, as one that was refused something */
_Noreturn void wait_forever(void);
void           wait_ms(int ms);
void           say(const char *text);
const char    *scratch(void); /* its folder */

/* wild.c: does the misdeed of this mode, if it is one of its own, at the program's start or when it
 * is asked for a move. */
void wild_begin(const char *mode);
void wild_act(const char *mode);
bool wild_answer(const char *mode, const char *move); /* false: it answers as it should */
