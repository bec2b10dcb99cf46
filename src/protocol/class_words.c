#include "protocol/class_words.h"

#include "base/errors.h"
#include "base/parse.h"

#include <string.h>

bool class_read_login(const char *line, ClassLogin *out)
{
    char word[8], mode[8], rest[2];
    *out = (ClassLogin){0};
    if (!parse_word(&line, word, sizeof word) || strcmp(word, "login") != 0 ||
        !parse_word(&line, out->name, sizeof out->name) ||
        !parse_word(&line, out->token, sizeof out->token))
        return false;
    if (!parse_word(&line, mode, sizeof mode))
        return true;
    out->hands_in = strcmp(mode, "upload") == 0;
    return out->hands_in && !parse_word(&line, rest, sizeof rest);
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool class_check_file(const char *file, Error *err)
{
    bool is_good = is_plain(file[0]) && strlen(file) < CLASS_FILE_SIZE;
    for (const char *c = file; is_good && *c != '\0'; c++)
        is_good = is_plain(*c) || *c == '.' || *c == '-';
    return is_good || error_set(err, ERROR_CLASS_FILE_NAME, CLASS_FILE_SIZE - 1, file);
}

bool class_read_upload(const char *line, ClassUpload *out, Error *err)
{
    char word[8], size[24], rest[2];
    *out = (ClassUpload){0};
    if (!parse_word(&line, word, sizeof word) || strcmp(word, "upload") != 0 ||
        !parse_word(&line, out->file, sizeof out->file) || !parse_word(&line, size, sizeof size) ||
        parse_word(&line, rest, sizeof rest))
        return error_set(err, ERROR_CLASS_UPLOAD);
    return class_check_file(out->file, err) &&
           parse_int("the size", size, 1, CLASS_UPLOAD_BYTES, &out->size, err);
}
