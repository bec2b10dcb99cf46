/* The page's texts as modules of JavaScript, one for each language, from src/base/texts/page.def:
 *     page_texts FOLDER        writes FOLDER/texts_en.js and FOLDER/texts_fr.js */
#include "base/prose.h"
#include "base/words.h"

#include <stdio.h>

typedef struct {
    const char *key;
    Text        text;
    int         word; /* -1: the text is its own */
} Row;

static const Row rows[] = {
#define PAGE(key, english, french) {key, TEXT(english, french), -1},
#define PAGE_WORD(key, id) {key, TEXT("", ""), WORD_##id},
#include "base/texts/page.def"
#undef PAGE
#undef PAGE_WORD
};

static void write_text(Str *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\')
            str_char(out, '\\');
        str_char(out, *text);
    }
}

static void write_module(Str *out, Lang lang)
{
    static const char *const names[LANG_COUNT] = {"en", "fr"};
    str_printf(out,
               "// Written by tools/page_texts.c from src/base/texts/page.def.\n\n"
               "/** @type {Record<string, string>} */\nexport const %s = {\n",
               names[lang]);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Str         set = {0};
        const char *text =
            rows[i].word >= 0 ? word((Word)rows[i].word, lang) : text_in(&rows[i].text, lang);
        str_prose(&set, text, lang);
        str_printf(out, "    '%s': '", rows[i].key);
        write_text(out, str_get(&set));
        str_text(out, "',\n");
        out->failed |= set.failed;
        str_free(&set);
    }
    str_text(out, "};\n");
}

int main(int argc, char *argv[])
{
    static const char *const names[LANG_COUNT] = {"texts_en.js", "texts_fr.js"};
    for (int lang = 0; argc == 2 && lang < LANG_COUNT; lang++) {
        Str out = {0}, path = {0};
        write_module(&out, (Lang)lang);
        str_printf(&path, "%s/%s", argv[1], names[lang]);
        FILE *file = fopen(str_get(&path), "w");
        bool  ok =
            file != NULL && !out.failed && fwrite(str_get(&out), 1, out.size, file) == out.size;
        ok = file != NULL && fclose(file) == 0 && ok;
        if (!ok) {
            perror(str_get(&path));
            return 1;
        }
        str_free(&path);
        str_free(&out);
    }
    return argc == 2 ? 0 : 2;
}
