#include "app/referee/referee_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- what lower layers say ---------------------------------------------------------------------
 */

#define SAYING(english, french) TEXT(english, french),
static const Text sayings[] = {
#include "app/referee/referee_words.def"
};
#undef SAYING

/* Does the text fit the pattern? Then *rest, of *size bytes, is what its * stands for. */
static bool fits(const char *pattern, const char *text, const char **rest, int *size)
{
    const size_t length = strlen(text), before = strcspn(pattern, "*");
    const char  *behind = pattern + before + (pattern[before] == '*');
    *rest = text + before;
    if (pattern[before] == '\0')
        return strcmp(pattern, text) == 0;
    *size = (int)(length - before - strlen(behind));
    return length >= before + strlen(behind) && strncmp(pattern, text, before) == 0 &&
           strcmp(text + length - strlen(behind), behind) == 0;
}

/* What nobody has translated stays English. */
static void say_in(Lang lang, const char *text, Error *out)
{
    for (size_t i = 0; lang != LANG_EN && i < sizeof sayings / sizeof sayings[0]; i++) {
        const char *rest, *said = text_in(&sayings[i], lang);
        int         size = 0, before = (int)strcspn(said, "*");
        if (!fits(sayings[i].in[LANG_EN], text, &rest, &size))
            continue;
        error_set(out, "%.*s%.*s%s", before, said, size, rest,
                  said + before + (said[before] == '*'));
        return;
    }
    error_set(out, "%s", text);
}

int referee_fail(const Call *call, int code, const Error *err)
{
    Error said;
    say_in(call->lang, err->text, &said);
    return fail(code, &said);
}

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

void referee_say_engine(Lang lang, const char *name, const char *file, const char *why)
{
    Error said;
    if (why != NULL)
        say_in(lang, why, &said);
    if (why == NULL)
        printf(lang == LANG_FR ? "%s joue avec %s\n" : "%s plays with %s\n", name, file);
    else
        printf(lang == LANG_FR ? "%s : %s ne joue pas : %s\n" : "%s: %s does not play: %s\n", name,
               file, said.text);
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
