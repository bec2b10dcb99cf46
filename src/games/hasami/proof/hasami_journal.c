#include "base/checksum.h"
#include "base/file.h"
#include "games/hasami/proof/hasami_proof.h"

#include "base/errors.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { LARGEST = 1 << 30 };
static const char answer_form[] = "answer %d resists %d proven %d sum ";

/* The word, then a number of four digits at most; moves *at behind it. */
static bool read_field(const char **at, const char *word, int *out)
{
    size_t length = strlen(word);
    int    digits = 0;
    if (strncmp(*at, word, length) != 0)
        return false;
    *out = 0;
    for (*at += length; **at >= '0' && **at <= '9' && digits < 4; digits++)
        *out = 10 * *out + *(*at)++ - '0';
    return digits > 0;
}

/* A block's last line: the answer, and the sum of the block before its digits. */
static bool read_answer(const HasamiJournal *journal, const char *block, const char *line,
                        size_t size, int *question, HasamiAnswer *out)
{
    char        text[100], sum[17];
    const char *at = text;
    if (size >= sizeof text)
        return false;
    memcpy(text, line, size);
    text[size] = '\0';
    if (!read_field(&at, "answer ", question) || !read_field(&at, " resists ", &out->resists) ||
        !read_field(&at, " proven ", &out->proven) || strncmp(at, " sum ", 5) != 0)
        return false;
    at += 5;
    snprintf(sum, sizeof sum, "%016" PRIx64,
             checksum_bytes(block, (size_t)(line - block) + (size_t)(at - text)));
    return strcmp(at, sum) == 0 && *question < journal->size;
}

/* Where the last whole block ends; -1 when memory is short. */
static off_t read_blocks(const HasamiJournal *journal, const char *text, const char *end,
                         HasamiAnswer *answers, HasamiCertificate *certificate)
{
    const char *block = text, *stop;
    size_t      whole = certificate->count;
    for (const char *at = text; (stop = memchr(at, '\n', (size_t)(end - at))) != NULL;
         at = stop + 1) {
        HasamiRecord record;
        HasamiAnswer answer;
        int          question;
        if (hasami_record_parse(at, (size_t)(stop - at), &record)) {
            if (!hasami_certificate_add(certificate, &record))
                return -1;
            continue;
        }
        if (!read_answer(journal, block, at, (size_t)(stop - at), &question, &answer))
            break;
        answers[question] = answer;
        whole = certificate->count;
        block = stop + 1;
    }
    certificate->count = whole;
    return block - text;
}

static bool fail_at(const char *path, Error *err)
{
    return error_set(err, ERROR_IN, path, system_error(errno));
}

bool hasami_journal_open(HasamiJournal *journal, const char *path, const char *title, int size,
                         HasamiAnswer *answers, HasamiCertificate *certificate, Error *err)
{
    Str    text = {0};
    size_t length = strlen(title);
    *journal = (HasamiJournal){.fd = -1, .size = size};
    journal->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (journal->fd < 0)
        return fail_at(path, err);
    if (flock(journal->fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(err, ERROR_HASAMI_JOURNAL_IN_USE, path);
    bool  ok = file_read(path, LARGEST, &text, err);
    off_t end = (off_t)length;
    if (ok && text.size >= length) {
        if (memcmp(str_get(&text), title, length) != 0) {
            ok = error_set(err, ERROR_HASAMI_JOURNAL_OTHER, path);
        } else {
            const char *first = str_get(&text) + length;
            off_t       blocks =
                read_blocks(journal, first, str_get(&text) + text.size, answers, certificate);
            end += blocks;
            ok = blocks >= 0 || error_set(err, ERROR_MEMORY);
        }
    } else if (ok && pwrite(journal->fd, title, length, 0) != (ssize_t)length) {
        ok = fail_at(path, err);
    }
    str_free(&text);
    /* Only the end can be torn: whatever stands behind a bad block cannot be trusted. */
    if (ok && (ftruncate(journal->fd, end) != 0 || lseek(journal->fd, end, SEEK_SET) != end))
        ok = fail_at(path, err);
    return ok;
}

void hasami_journal_close(HasamiJournal *journal)
{
    if (journal->fd >= 0)
        close(journal->fd);
    journal->fd = -1;
}

bool hasami_journal_add(HasamiJournal *journal, int question, const HasamiAnswer *answer,
                        const HasamiRecord *records, size_t count, Error *err)
{
    Str block = {0};
    if (journal->fd < 0)
        return true;
    for (size_t i = 0; i < count; i++) {
        hasami_record_format(&records[i], &block);
        str_char(&block, '\n');
    }
    str_printf(&block, answer_form, question, answer->resists, answer->proven);
    uint64_t sum = checksum_bytes(str_get(&block), block.size);
    str_printf(&block, "%016" PRIx64 "\n", sum);
    bool ok = !block.failed || error_set(err, ERROR_MEMORY);
    if (ok &&
        (!file_write_all(journal->fd, str_get(&block), block.size) || fsync(journal->fd) != 0))
        ok = error_set(err, ERROR_HASAMI_JOURNAL_WRITE, system_error(errno));
    str_free(&block);
    return ok;
}
