#include "base/json_tree.h"

#include "base/errors.h"
#include "base/numbers.h"
#include "base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at, *end;
    Error      *err;
} Reader;

void json_tree_delete(JsonTree *tree)
{
    while (tree != NULL) {
        JsonTree *next = tree->next;
        json_tree_delete(tree->first);
        free(tree->name);
        free(tree->text);
        free(tree);
        tree = next;
    }
}

/* What is wrong at a place. */
static const Text not_whole = TEXT("a number is not whole", "un nombre n'est pas entier"),
                  four_digits = TEXT("\\u needs four digits", "\\u demande quatre chiffres"),
                  half_character = TEXT("half a character", "la moitié d'un caractère"),
                  unknown_escape = TEXT("an unknown escape", "un échappement inconnu"),
                  not_utf8 = TEXT("no character of UTF-8", "pas un caractère d'UTF-8"),
                  endless_text = TEXT("a text without its end", "un texte sans sa fin"),
                  no_name = TEXT("a name is missing", "il manque un nom"),
                  name_twice =
                      TEXT("a name twice, or with a NUL", "un nom deux fois, ou avec un NUL"),
                  no_colon = TEXT("':' is missing", "il manque « : »"),
                  no_end = TEXT("',' or an end is missing", "il manque « , » ou une fin"),
                  too_deep = TEXT("too deep", "trop profond"),
                  behind_end = TEXT("something behind the end", "quelque chose après la fin");

static bool refuse(Reader *in, const Text *what)
{
    return in->at < in->end
               ? error_set(
                     in->err, ERROR_JSON_AT, what,
                     text_span(in->at, in->end - in->at < 20 ? (size_t)(in->end - in->at) : 20))
               : error_set(in->err, ERROR_JSON_AT_END, what);
}

static void skip_blanks(Reader *in)
{
    while (in->at < in->end && *in->at != '\0' && strchr(" \t\r\n", *in->at) != NULL)
        in->at++;
}

static bool take(Reader *in, char c)
{
    if (in->at == in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

static bool take_word(Reader *in, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0)
        return false;
    in->at += length;
    return true;
}

/* ---- numbers -----------------------------------------------------------------------------------
 */

static int skip_digits(Reader *in)
{
    int count = 0;
    for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; count++)
        in->at++;
    return count;
}

static bool read_number(Reader *in, JsonTree *out)
{
    enum { LONGEST = 64 };
    const char *begin = in->at;
    char        text[LONGEST + 1], *rest;
    take(in, '-');
    bool has_zero = take(in, '0'), ok = has_zero || skip_digits(in) > 0, is_whole = true;
    if (ok && take(in, '.')) {
        is_whole = false;
        ok = skip_digits(in) > 0;
    }
    if (ok && (take(in, 'e') || take(in, 'E'))) {
        is_whole = false;
        if (!take(in, '+'))
            take(in, '-');
        ok = skip_digits(in) > 0;
    }
    size_t length = (size_t)(in->at - begin);
    if (!ok || length > LONGEST)
        return refuse(in, &not_whole);
    memcpy(text, begin, length);
    text[length] = '\0';
    out->kind = TREE_NUMBER;
    out->number = numbers_read(text, &rest);
    errno = 0;
    out->whole = is_whole ? strtoll(text, &rest, 10) : 0;
    out->is_whole = is_whole && errno == 0;
    return true;
}

/* ---- texts -------------------------------------------------------------------------------------
 */

static bool read_four_digits(Reader *in, unsigned *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++) {
        char        c = in->at < in->end ? *in->at : '\0';
        const char *digits = "0123456789abcdefABCDEF";
        const char *found = c != '\0' ? strchr(digits, c) : NULL;
        if (found == NULL)
            return false;
        int value = (int)(found - digits);
        *out = *out << 4 | (unsigned)(value > 15 ? value - 6 : value);
        in->at++;
    }
    return true;
}

static void add_character(Str *out, unsigned code)
{
    if (code < 0x80) {
        str_char(out, (char)code);
    } else if (code < 0x800) {
        str_char(out, (char)(0xc0 | code >> 6));
        str_char(out, (char)(0x80 | (code & 63)));
    } else if (code < 0x10000) {
        str_char(out, (char)(0xe0 | code >> 12));
        str_char(out, (char)(0x80 | (code >> 6 & 63)));
        str_char(out, (char)(0x80 | (code & 63)));
    } else {
        str_char(out, (char)(0xf0 | code >> 18));
        str_char(out, (char)(0x80 | (code >> 12 & 63)));
        str_char(out, (char)(0x80 | (code >> 6 & 63)));
        str_char(out, (char)(0x80 | (code & 63)));
    }
}

/* Behind "\u": one code, or two that make a pair. */
static bool read_code(Reader *in, Str *out)
{
    unsigned code, low;
    if (!read_four_digits(in, &code))
        return refuse(in, &four_digits);
    if (code >= 0xd800 && code < 0xdc00) {
        if (!take_word(in, "\\u") || !read_four_digits(in, &low) || low < 0xdc00 || low > 0xdfff)
            return refuse(in, &half_character);
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code <= 0xdfff) {
        return refuse(in, &half_character);
    }
    add_character(out, code);
    return true;
}

static bool read_escape(Reader *in, Str *out)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char              c = in->at < in->end ? *in->at : '\0';
    const char       *found = c != '\0' ? strchr(letters, c) : NULL;
    if (c == 'u') {
        in->at++;
        return read_code(in, out);
    }
    if (found == NULL)
        return refuse(in, &unknown_escape);
    str_char(out, meanings[found - letters]);
    in->at++;
    return true;
}

/* One character of UTF-8, not beyond the end. */
static bool copy_character(Reader *in, Str *out)
{
    char   bytes[5] = {0};
    size_t left = (size_t)(in->end - in->at);
    memcpy(bytes, in->at, left < 4 ? left : 4);
    size_t length = str_character(bytes);
    if (length == 0 || (unsigned char)bytes[0] < ' ')
        return refuse(in, &not_utf8);
    str_bytes(out, in->at, length);
    in->at += length;
    return true;
}

/* Behind the first quote. The text is the caller's, even on failure. */
static bool read_text(Reader *in, Str *out)
{
    str_char(out, ' '); /* an empty text has memory too */
    str_clear(out);
    while (!take(in, '"')) {
        if (in->at == in->end)
            return refuse(in, &endless_text);
        if (!(take(in, '\\') ? read_escape(in, out) : copy_character(in, out)))
            return false;
    }
    return out->text != NULL && !out->failed ? true : error_set(in->err, ERROR_MEMORY);
}

/* ---- values ------------------------------------------------------------------------------------
 */

static JsonTree *read_value(Reader *in, int depth);

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In as many steps as sorting takes: a stranger's object may have thousands of names. */
static bool check_names(Reader *in, const JsonTree *object)
{
    const char **names = calloc((size_t)object->count + 1, sizeof names[0]);
    size_t       count = 0;
    bool         is_twice = false;
    if (names == NULL)
        return error_set(in->err, ERROR_MEMORY);
    for (const JsonTree *member = object->first; member != NULL; member = member->next)
        names[count++] = member->name;
    qsort(names, count, sizeof names[0], compare_names);
    for (size_t i = 1; i < count; i++)
        is_twice |= strcmp(names[i - 1], names[i]) == 0;
    free(names);
    return !is_twice || refuse(in, &name_twice);
}

/* A name without NUL inside, and the colon. */
static bool read_name(Reader *in, Str *name)
{
    skip_blanks(in);
    if (!take(in, '"'))
        return refuse(in, &no_name);
    if (!read_text(in, name))
        return false;
    if (strlen(name->text) != name->size)
        return refuse(in, &name_twice);
    skip_blanks(in);
    return take(in, ':') ? true : refuse(in, &no_colon);
}

/* Behind the opening bracket. */
static bool read_group(Reader *in, JsonTree *out, char closing, int depth)
{
    JsonTree **last = &out->first;
    skip_blanks(in);
    if (take(in, closing))
        return true;
    do {
        Str name = {0};
        if (out->kind == TREE_OBJECT && !read_name(in, &name)) {
            str_free(&name);
            return false;
        }
        *last = read_value(in, depth + 1);
        if (*last == NULL) {
            str_free(&name);
            return false;
        }
        (*last)->name = name.text;
        last = &(*last)->next;
        out->count++;
        skip_blanks(in);
    } while (take(in, ','));
    if (!take(in, closing))
        return refuse(in, &no_end);
    return out->kind != TREE_OBJECT || check_names(in, out);
}

static bool fill_value(Reader *in, JsonTree *out, int depth)
{
    if (depth > JSON_DEEPEST)
        return refuse(in, &too_deep);
    if (take(in, '{')) {
        out->kind = TREE_OBJECT;
        return read_group(in, out, '}', depth);
    }
    if (take(in, '[')) {
        out->kind = TREE_LIST;
        return read_group(in, out, ']', depth);
    }
    if (take(in, '"')) {
        Str  text = {0};
        bool ok = read_text(in, &text);
        out->kind = TREE_TEXT;
        out->text = text.text;
        out->size = text.size;
        return ok;
    }
    if (take_word(in, "null"))
        return true;
    out->is_true = take_word(in, "true");
    if (out->is_true || take_word(in, "false")) {
        out->kind = TREE_BOOL;
        return true;
    }
    return read_number(in, out);
}

static JsonTree *read_value(Reader *in, int depth)
{
    JsonTree *value = calloc(1, sizeof *value);
    skip_blanks(in);
    if (value == NULL)
        error_set(in->err, ERROR_MEMORY);
    if (value != NULL && !fill_value(in, value, depth)) {
        json_tree_delete(value);
        value = NULL;
    }
    return value;
}

JsonTree *json_tree_read(const char *text, size_t size, Error *err)
{
    Reader    in = {.at = text, .end = text + size, .err = err};
    JsonTree *tree = read_value(&in, 0);
    skip_blanks(&in);
    if (tree != NULL && in.at != in.end) {
        refuse(&in, &behind_end);
        json_tree_delete(tree);
        tree = NULL;
    }
    return tree;
}

const JsonTree *json_tree_get(const JsonTree *tree, const char *name)
{
    const JsonTree *member = json_tree_is(tree, TREE_OBJECT) ? tree->first : NULL;
    while (member != NULL && strcmp(member->name, name) != 0)
        member = member->next;
    return member;
}

const JsonTree *json_tree_at(const JsonTree *tree, int index)
{
    const JsonTree *element = json_tree_is(tree, TREE_LIST) ? tree->first : NULL;
    while (element != NULL && index-- > 0)
        element = element->next;
    return element;
}
