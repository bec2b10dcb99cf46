#include "base/prose.h"

#include <string.h>

#define APOSTROPHE "\xe2\x80\x99"      /* U+2019 */
#define NO_BREAK "\xc2\xa0"            /* U+00A0, as wide as a space */
#define NARROW_NO_BREAK "\xe2\x80\xaf" /* U+202F */

/* Of a word: ASCII letters, and all that is not ASCII. */
static bool is_letter(char c)
{
    return ((unsigned char)c | 0x20) >= 'a' ? ((unsigned char)c | 0x20) <= 'z' || (c & 0x80) != 0
                                            : false;
}

/* The space between these two signs, as French sets it. */
static const char *space_between(const char *before, size_t count, char after)
{
    static const char quote[] = "«";
    if (after != '\0' && strchr(";?!", after) != NULL)
        return NARROW_NO_BREAK;
    bool opens =
        count >= strlen(quote) && memcmp(before + count - strlen(quote), quote, strlen(quote)) == 0;
    return after == ':' || after == '%' || opens ? NO_BREAK : " ";
}

static bool closes_quote(const char *text) { return strncmp(text, "»", strlen("»")) == 0; }

static void set_french(Str *out, const char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++) {
        bool is_inside = i > 0 && is_letter(text[i - 1]) && is_letter(text[i + 1]);
        if (text[i] == '\'' && is_inside)
            str_text(out, APOSTROPHE);
        else if (text[i] == ' ')
            str_text(out,
                     closes_quote(text + i + 1) ? NO_BREAK : space_between(text, i, text[i + 1]));
        else
            str_char(out, text[i]);
    }
}

void str_prose(Str *out, const char *text, Lang lang)
{
    if (lang == LANG_FR)
        set_french(out, text);
    else
        str_text(out, text);
}

void json_prose(Json *json, const char *key, const char *text, Lang lang)
{
    Str set = {0};
    str_prose(&set, text, lang);
    json_string(json, key, str_get(&set));
    str_free(&set);
}
