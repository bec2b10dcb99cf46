#include "app/referee/referee_log.h"

#include "base/words.h"

#include <inttypes.h>
#include <stdio.h>

void referee_say_open(Lang lang, const Game *game, bool is_lan, int port)
{
    printf("%s %s %s, port %d\n", game->info->id, word(WORD_REFEREE_ON, lang),
           word(is_lan ? WORD_REFEREE_NETWORK : WORD_REFEREE_HERE, lang), port);
    fflush(stdout);
}

void referee_say_come(Lang lang, const char *name)
{
    printf("%s %s\n", name, word(WORD_REFEREE_COMES, lang));
    fflush(stdout);
}

void referee_say_left(Lang lang, const char *name)
{
    printf("%s %s\n", name, word(WORD_REFEREE_LEAVES, lang));
    fflush(stdout);
}

void referee_say_engine(Lang lang, const char *name, const char *file, const Error *why)
{
    const char *colon = word(WORD_COLON, lang);
    if (why == NULL)
        printf("%s %s %s\n", name, word(WORD_REFEREE_PLAYS, lang), file);
    else
        printf("%s%s %s %s%s %s\n", name, colon, file, word(WORD_REFEREE_PLAYS_NOT, lang), colon,
               error_words(why, lang));
    fflush(stdout);
}

/* The note is kept with the game and is the same for everybody. */
void referee_say_game(Lang lang, const GameLog *log, const char *first, const char *second)
{
    const char *colon = word(WORD_COLON, lang);
    const char *reason =
        lang == LANG_FR ? reason_text(log->result.reason, lang) : reason_word(log->result.reason);
    printf("%" PRId64 "%s %s - %s %s (%s)", log->number + 1, colon, first, second,
           result_text(&log->result), reason);
    if (log->note.size > 0)
        printf("%s %s", colon, str_get(&log->note));
    putchar('\n');
    fflush(stdout);
}
