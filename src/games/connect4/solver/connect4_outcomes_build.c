/* Connect Four: building the file of outcomes. What is solved goes to a journal beside the file,
 * some neighbours at a time, so that a build that was killed goes on where it was; the finished
 * file does not depend on that. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "games/connect4/solver/connect4_book.h"
#include "games/connect4/solver/connect4_outcomes.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK = 128, /* neighbours that a thread takes at a time */
    BLOCK_WORDS = BLOCK / 32,
    MAX_THREADS = 256,
    MAX_JOURNAL_BYTES = 1 << 30,
    SYNC_SECONDS = 20,
    TABLE_MEGABYTES = 16, /* of each thread: larger ones are slower, most positions are small */
};

/* What a record of the journal holds: the number of a block, its outcomes + 1 in two bits each, the
 * first lowest, and a word that only they can have, in this build. */
typedef struct {
    uint64_t number, outcomes[BLOCK_WORDS], check;
} Record;

typedef struct {
    const Solver        *solver;
    const BookOrder     *order;
    const Connect4Shape *shape;
    connect4_pos         start;
    uint64_t            *keys;
    int8_t              *values; /* of the keys; those of solved blocks alone mean something */
    bool                *is_solved;
    size_t               count, blocks, done;
    int                  journal; /* descriptor */
    atomic_size_t        next;
    atomic_bool          has_failed;
    pthread_mutex_t      lock; /* of done, journal, synced and err */
    int64_t              synced;
    Error                err;
} Build;

static size_t size_of_block(const Build *build, size_t number)
{
    size_t left = build->count - number * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

static uint64_t check_of(const Build *build, const Record *record)
{
    uint64_t kind =
        (uint64_t)(build->order->plies | build->start.cols << 8 | build->start.rows << 16) << 32 |
        build->count;
    uint64_t check = rng_mix(kind) + record->number;
    for (int i = 0; i < BLOCK_WORDS; i++)
        check = rng_mix(check ^ record->outcomes[i]) + 1;
    return check;
}

static bool list_positions(Build *build)
{
    size_t listed, kept = 0;
    build->keys = connect4_list_keys(build->shape, build->order->plies, &listed);
    for (size_t i = 0; build->keys != NULL && i < listed; i++) {
        uint64_t mine, all;
        connect4_from_key(build->shape, build->keys[i], &mine, &all);
        if (!connect4_is_decided(build->shape, mine, all))
            build->keys[kept++] = build->keys[i];
    }
    build->count = kept;
    build->blocks = (kept + BLOCK - 1) / BLOCK;
    build->values = calloc(kept + 1, sizeof *build->values);
    build->is_solved = calloc(build->blocks + 1, sizeof *build->is_solved);
    return build->keys != NULL && build->values != NULL && build->is_solved != NULL;
}

static bool take_over(Build *build, const Record *record)
{
    if (record->check != check_of(build, record) || record->number >= build->blocks)
        return false;
    size_t size = size_of_block(build, record->number);
    for (size_t i = 0; i < size; i++)
        build->values[record->number * BLOCK + i] =
            (int8_t)((int)(record->outcomes[i / 32] >> i % 32 * 2 & 3) - 1);
    build->done += build->is_solved[record->number] ? 0 : size;
    build->is_solved[record->number] = true;
    return true;
}

/* Takes over what the journal holds, and cuts off an end that was not written whole. */
static bool resume(Build *build, const char *path, Error *err)
{
    Str text = {0};
    build->journal = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (build->journal < 0)
        return error_set(err, ERROR_CANNOT_WRITE, path, system_error(errno));
    if (!file_read(path, MAX_JOURNAL_BYTES, &text, err)) {
        str_free(&text);
        return false;
    }
    size_t good = 0;
    for (; good + sizeof(Record) <= text.size; good += sizeof(Record)) {
        Record record;
        memcpy(&record, str_get(&text) + good, sizeof record);
        if (!take_over(build, &record))
            break;
    }
    bool is_other = good == 0 && text.size >= sizeof(Record);
    str_free(&text);
    if (is_other)
        return error_set(err, ERROR_CONNECT4_OTHER_BOOK, path);
    if (ftruncate(build->journal, (off_t)good) != 0 ||
        lseek(build->journal, (off_t)good, SEEK_SET) < 0)
        return error_set(err, ERROR_CANNOT_WRITE, path, system_error(errno));
    return true;
}

/* Called with the lock held. */
static bool note(Build *build, size_t number)
{
    size_t size = size_of_block(build, number);
    Record record = {.number = number};
    for (size_t i = 0; i < size; i++)
        record.outcomes[i / 32] |= (uint64_t)(build->values[number * BLOCK + i] + 1) << i % 32 * 2;
    record.check = check_of(build, &record);
    if (write(build->journal, &record, sizeof record) != (ssize_t)sizeof record)
        return error_set(&build->err, ERROR_CONNECT4_JOURNAL_WRITE, system_error(errno));
    build->done += size;
    if (clock_now_ns() - build->synced > (int64_t)SYNC_SECONDS * 1000000000) {
        fsync(build->journal);
        build->synced = clock_now_ns();
    }
    if (build->order->progress != NULL)
        build->order->progress(build->order->context, build->done, build->count);
    return true;
}

static bool solve_block(Build *build, void *solver, size_t number, Error *err)
{
    size_t begin = number * BLOCK, end = begin + size_of_block(build, number);
    build->solver->forget(solver);
    for (size_t i = begin; i < end; i++) {
        connect4_pos p = build->start;
        Truth        truth;
        connect4_from_key(build->shape, build->keys[i], &p.mine, &p.all);
        p.ply = (uint8_t)bits_count(p.all);
        if (!build->solver->solve(solver, &p, &truth, err))
            return false;
        build->values[i] = (int8_t)((truth.score > 0) - (truth.score < 0));
    }
    return true;
}

static void *work(void *argument)
{
    Build      *build = argument;
    Error       err;
    SolverSetup setup = {.no_book = true,
                         .is_weak = true,
                         .table_megabytes = TABLE_MEGABYTES,
                         .stop = build->order->stop};
    void       *solver = build->solver->open(&setup, &err);
    bool        ok = solver != NULL;
    while (ok && !atomic_load(&build->has_failed)) {
        size_t number = atomic_fetch_add(&build->next, 1);
        if (number >= build->blocks)
            break;
        if (build->is_solved[number])
            continue;
        ok = solve_block(build, solver, number, &err);
        if (ok) {
            pthread_mutex_lock(&build->lock);
            ok = note(build, number);
            err = build->err;
            pthread_mutex_unlock(&build->lock);
        }
    }
    if (!ok) {
        pthread_mutex_lock(&build->lock);
        build->err = err;
        pthread_mutex_unlock(&build->lock);
        atomic_store(&build->has_failed, true);
    }
    build->solver->close(solver);
    return NULL;
}

static void work_together(Build *build)
{
    pthread_t threads[MAX_THREADS];
    int       started = 1;
    while (started < build->order->threads && started < MAX_THREADS &&
           pthread_create(&threads[started], NULL, work, build) == 0)
        started++;
    work(build);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
}

static bool write_file(const Build *build, Error *err)
{
    Connect4Outcomes outcomes = {
        .plies = build->order->plies, .rows = build->start.rows, .cols = build->start.cols};
    Str  bytes = {0};
    bool ok = connect4_outcomes_format(&outcomes, build->keys, build->values, build->count, &bytes,
                                       err) &&
              file_write(build->order->path, str_get(&bytes), bytes.size, err);
    str_free(&bytes);
    return ok;
}

bool connect4_build_outcomes(const Solver *solver, const BookOrder *order, Error *err)
{
    Build build = {.solver = solver, .order = order, .journal = -1};
    Str   path = {0};
    bool  ok = false;
    memcpy(&build.start, order->start, sizeof build.start);
    build.shape = connect4_shape(&build.start);
    if (order->plies < 1 || order->plies > CONNECT4_MOST_BOOK_PLIES)
        return error_set(err, ERROR_CONNECT4_BOOK_PLIES, CONNECT4_MOST_BOOK_PLIES);
    pthread_mutex_init(&build.lock, NULL);
    build.synced = clock_now_ns();
    str_printf(&path, "%s.journal", order->path);
    if (!list_positions(&build)) {
        error_set(err, ERROR_MEMORY);
        goto done;
    }
    if (!resume(&build, str_get(&path), err))
        goto done;
    work_together(&build);
    fsync(build.journal);
    if (atomic_load(&build.has_failed)) {
        if (err != NULL)
            *err = build.err;
        goto done;
    }
    ok = write_file(&build, err);
    if (ok)
        unlink(str_get(&path));
done:
    if (build.journal >= 0)
        close(build.journal);
    pthread_mutex_destroy(&build.lock);
    str_free(&path);
    free(build.keys);
    free(build.values);
    free(build.is_solved);
    return ok;
}
