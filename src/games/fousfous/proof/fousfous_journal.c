#include "games/fousfous/proof/fousfous_journal.h"

#include "base/errors.h"
#include "base/file.h"
#include "base/rng.h"
#include "games/fousfous/solver/fousfous_pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { RECORD = 16, HEADER = 32, CONTENT_BITS = 40, FIRST_CAPACITY = 1 << 10 };

static void put(uint8_t *bytes, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *bytes)
{
    uint64_t value = 0;
    for (int i = 8; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static uint64_t seal(uint64_t position, uint64_t content)
{
    content &= (UINT64_C(1) << CONTENT_BITS) - 1;
    return rng_mix(rng_mix(position) + content) >> CONTENT_BITS << CONTENT_BITS | content;
}

static size_t place_of(const Journal *journal, uint64_t position)
{
    size_t i = rng_mix(position) & (journal->capacity - 1);
    while (journal->positions[i] != 0 && journal->positions[i] != position)
        i = (i + 1) & (journal->capacity - 1);
    return i;
}

static bool grow(Journal *journal)
{
    Journal old = *journal;
    journal->capacity = old.capacity > 0 ? 2 * old.capacity : FIRST_CAPACITY;
    journal->positions = calloc(journal->capacity, sizeof *journal->positions);
    journal->values = calloc(journal->capacity, sizeof *journal->values);
    if (journal->positions == NULL || journal->values == NULL) {
        free(journal->positions);
        free(journal->values);
        journal->positions = old.positions;
        journal->values = old.values;
        journal->capacity = old.capacity;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.positions[i] != 0) {
            size_t at = place_of(journal, old.positions[i]);
            journal->positions[at] = old.positions[i];
            journal->values[at] = old.values[i];
        }
    free(old.positions);
    free(old.values);
    return true;
}

static bool keep(Journal *journal, uint64_t position, uint64_t content)
{
    if (2 * (journal->count + 1) > journal->capacity && !grow(journal))
        return false;
    size_t at = place_of(journal, position);
    journal->count += journal->positions[at] == 0;
    journal->positions[at] = position;
    journal->values[at] =
        (uint8_t)((content & 1) | (62 - (uint64_t)__builtin_clzll(content | 2)) << 1);
    return true;
}

static bool read_records(Journal *journal, const char *path, Error *err)
{
    uint8_t record[RECORD];
    off_t   end = HEADER;
    while (pread(journal->fd, record, RECORD, end) == RECORD) {
        uint64_t position = get(record), word = get(record + 8);
        uint64_t content = word & ((UINT64_C(1) << CONTENT_BITS) - 1);
        if (word != seal(position, content))
            break;
        if (position == 0)
            journal->nodes += content;
        else if (!keep(journal, journal->is_turned ? fousfous_packed_canonical(position) : position,
                       content))
            return error_set(err, ERROR_MEMORY);
        end += RECORD;
    }
    /* Only the end can be torn: whatever stands behind a bad record cannot be trusted. */
    if (ftruncate(journal->fd, end) != 0 || lseek(journal->fd, end, SEEK_SET) != end)
        return error_set(err, ERROR_IN, path, system_error(errno));
    return true;
}

bool journal_open(Journal *journal, const char *folder, int rows, int cols, Error *err)
{
    char path[4096], header[HEADER + 1] = {0}, found[HEADER];
    *journal = (Journal){.fd = -1, .is_turned = rows == 8 && cols == 8};
    pthread_mutex_init(&journal->lock, NULL);
    if (snprintf(path, sizeof path, "%s/fousfous-%dx%d.journal", folder, rows, cols) >=
        (int)sizeof path)
        return error_set(err, ERROR_NAME_TOO_LONG, folder);
    snprintf(header, sizeof header, "plateau journal 1 fousfous %dx%d\n", rows, cols);
    if (!file_make_folder(folder, err))
        return false;
    journal->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (journal->fd < 0)
        return error_set(err, ERROR_IN, path, system_error(errno));
    if (flock(journal->fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(err, ERROR_FOUSFOUS_JOURNAL_IN_USE, path);
    ssize_t got = pread(journal->fd, found, HEADER, 0);
    if (got == HEADER && memcmp(found, header, HEADER) != 0)
        return error_set(err, ERROR_FOUSFOUS_JOURNAL_NOT_ONE, path);
    if (got != HEADER && pwrite(journal->fd, header, HEADER, 0) != HEADER)
        return error_set(err, ERROR_IN, path, system_error(errno));
    return read_records(journal, path, err);
}

bool journal_sync(Journal *journal)
{
    pthread_mutex_lock(&journal->lock);
    journal->has_failed |= fsync(journal->fd) != 0;
    bool ok = !journal->has_failed;
    pthread_mutex_unlock(&journal->lock);
    return ok;
}

void journal_close(Journal *journal)
{
    if (journal->fd >= 0)
        close(journal->fd);
    free(journal->positions);
    free(journal->values);
    pthread_mutex_destroy(&journal->lock);
    *journal = (Journal){.fd = -1};
}

int journal_find(Journal *journal, uint64_t position)
{
    int known = 0;
    pthread_mutex_lock(&journal->lock);
    if (journal->capacity > 0) {
        size_t at = place_of(journal, position);
        if (journal->positions[at] != 0)
            known = journal->values[at] & 1 ? 1 : -1;
    }
    pthread_mutex_unlock(&journal->lock);
    return known;
}

int journal_cost(Journal *journal, uint64_t position)
{
    pthread_mutex_lock(&journal->lock);
    int cost = journal->capacity > 0 ? journal->values[place_of(journal, position)] >> 1 : 0;
    pthread_mutex_unlock(&journal->lock);
    return cost;
}

static void append(Journal *journal, uint64_t position, uint64_t content)
{
    uint8_t record[RECORD];
    put(record, position);
    put(record + 8, seal(position, content));
    if (write(journal->fd, record, RECORD) != RECORD)
        journal->has_failed = true;
}

bool journal_add(Journal *journal, uint64_t position, bool is_won, uint64_t nodes)
{
    pthread_mutex_lock(&journal->lock);
    uint64_t content = nodes << 1 | (uint64_t)is_won;
    if (!journal->has_failed && keep(journal, position, content))
        append(journal, position, content);
    bool ok = !journal->has_failed;
    pthread_mutex_unlock(&journal->lock);
    return ok;
}

uint64_t journal_tally(Journal *journal, uint64_t nodes)
{
    pthread_mutex_lock(&journal->lock);
    journal->nodes += nodes;
    if (!journal->has_failed && nodes > 0)
        append(journal, 0, nodes);
    uint64_t all = journal->nodes;
    pthread_mutex_unlock(&journal->lock);
    return all;
}

size_t journal_count(Journal *journal)
{
    pthread_mutex_lock(&journal->lock);
    size_t count = journal->count;
    pthread_mutex_unlock(&journal->lock);
    return count;
}
