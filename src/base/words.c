#include "base/words.h"

#include <stdlib.h>
#include <string.h>

static const Text words[WORD_COUNT] = {
#define WORD(id, english, french) TEXT(english, french),
#include "base/texts/words.def"
#undef WORD
};

const char *word(Word id, Lang lang) { return text_in(&words[id], lang); }

Lang lang_from_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return strncmp(value, "fr", 2) == 0 ? LANG_FR : LANG_EN;
    }
    return LANG_EN;
}
