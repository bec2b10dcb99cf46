/* app/referee/referee_log.h -- what a server says to the people in front of it, in their language.
 * Each is a line on standard output, at once: others follow them in a file. */
#pragma once
#include "app/arguments/command.h"
#include "match/gamelog.h"

void referee_say_open(Lang lang, const Game *game, bool is_lan, int port);
void referee_say_come(Lang lang, const char *name);
void referee_say_left(Lang lang, const char *name);
/* A program that a student handed in plays, or does not: `why`. */
void referee_say_engine(Lang lang, const char *name, const char *file, const Error *why);
void referee_say_game(Lang lang, const GameLog *log, const char *first, const char *second);
