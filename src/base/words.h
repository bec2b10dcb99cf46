/* base/words.h -- the texts of the interfaces, in both languages. */
#pragma once
#include "base/lang.h"

typedef enum {
#define WORD(id, english, french) WORD_##id,
#include "base/texts/words.def"
#undef WORD
    WORD_COUNT
} Word;

const char *word(Word id, Lang lang);

/* French when LC_ALL, LC_MESSAGES or LANG (the first that is set) says so, else English. */
Lang lang_from_environment(void);
