/* Fuzz target: what strangers say to the server of a class competition. What is accepted is plain:
 * words without blanks, files that are in no other folder, sizes within the limit. */
#include "fuzz/fuzz.h"
#include "protocol/class_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_login(const char *line)
{
    ClassLogin login;
    if (!class_read_login(line, &login))
        return;
    CHECK(strnlen(login.name, sizeof login.name) < sizeof login.name && login.name[0] != '\0');
    CHECK(strnlen(login.token, sizeof login.token) < sizeof login.token && login.token[0] != '\0');
    CHECK(strpbrk(login.name, " \t\r\n") == NULL && strpbrk(login.token, " \t\r\n") == NULL);
}

static void check_upload(const char *line)
{
    ClassUpload upload, again;
    Error       err = {0};
    char        text[200];
    if (!class_read_upload(line, &upload, &err)) {
        CHECK(err.code != 0);
        return;
    }
    CHECK(upload.size >= 1 && upload.size <= CLASS_UPLOAD_BYTES);
    CHECK(strnlen(upload.file, sizeof upload.file) < sizeof upload.file);
    CHECK(upload.file[0] != '.' && upload.file[0] != '-' && upload.file[0] != '\0');
    for (const char *c = upload.file; *c != '\0'; c++)
        CHECK(*c > ' ' && *c < 0x7f && strchr("/\\'\"$`;|&<>*?%", *c) == NULL);
    snprintf(text, sizeof text, "upload %s %lld", upload.file, (long long)upload.size);
    CHECK(class_read_upload(text, &again, &err));
    CHECK(strcmp(again.file, upload.file) == 0 && again.size == upload.size);
}

FUZZ_TARGET(classwords)
{
    Cursor in = cursor_over(bytes, size);
    while (cursor_has_more(&in)) {
        char *line = cursor_line(&in);
        check_login(line);
        check_upload(line);
        free(line);
    }
    return 0;
}
