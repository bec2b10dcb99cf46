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

/* A text that explains what is chosen from a list: a rule, a player, a setting. The engine inside
 * the page shows no lists (the server does), and its visitors need not load what they say. */
#ifdef INSTANCE_LIGHT
#define HELP(english, french) TEXT("", "")
#else
#define HELP(english, french) TEXT(english, french)
#endif

static inline const char *text_in(const Text *text, Lang lang) { return text->in[lang]; }
