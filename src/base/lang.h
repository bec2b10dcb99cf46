/* base/lang.h -- the two languages of the suite and texts that exist in both. */
#pragma once

typedef enum { LANG_EN, LANG_FR, LANG_COUNT } Lang;

typedef struct {
    const char *in[LANG_COUNT];
} Text;

#define TEXT(english, french)                                                                      \
    {                                                                                              \
        {                                                                                          \
            (english), (french)                                                                    \
        }                                                                                          \
    }

static inline const char *text_in(const Text *text, Lang lang) { return text->in[lang]; }
