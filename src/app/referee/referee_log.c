#include "app/referee/referee_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- what the server says ----------------------------------------------------------------------
 */

void referee_say_open(Lang lang, const Game *game, bool is_lan, int port)
{
    static const Text places[2] = {TEXT("this machine", "cette machine"),
                                   TEXT("the network", "le réseau")};
    printf(lang == LANG_FR ? "%s sur %s, port %d\n" : "%s on %s, port %d\n", game->info->id,
           text_in(&places[is_lan], lang), port);
    fflush(stdout);
}

void referee_say_come(Lang lang, const char *name)
{
    printf(lang == LANG_FR ? "%s est là\n" : "%s has come\n", name);
    fflush(stdout);
}

void referee_say_left(Lang lang, const char *name)
{
    printf(lang == LANG_FR ? "%s est parti\n" : "%s has left\n", name);
    fflush(stdout);
}

void referee_say_engine(Lang lang, const char *name, const char *file, const Error *why)
{
    if (why == NULL)
        printf(lang == LANG_FR ? "%s joue avec %s\n" : "%s plays with %s\n", name, file);
    else
        printf(lang == LANG_FR ? "%s : %s ne joue pas : %s\n" : "%s: %s does not play: %s\n", name,
               file, error_words(why, lang));
    fflush(stdout);
}

/* The note is kept with the game and is the same for everybody. */
void referee_say_game(Lang lang, const GameLog *log, const char *first, const char *second)
{
    const char *const colon = lang == LANG_FR ? " :" : ":";
    const char       *reason =
        lang == LANG_FR ? reason_text(log->result.reason, lang) : reason_word(log->result.reason);
    printf("%" PRId64 "%s %s - %s %s (%s)", log->number + 1, colon, first, second,
           result_text(&log->result), reason);
    if (log->note.size > 0)
        printf("%s %s", colon, str_get(&log->note));
    putchar('\n');
    fflush(stdout);
}
