/* Connect Four: building the book. Answers go to a journal beside the file as they come, so that a
 * build that was killed goes on where it was; the finished file does not depend on that. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "games/connect4/solver/connect4_book.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK = 32, /* positions a thread takes at a time: neighbours, which share a table well */
    MAX_THREADS = 256,
    MAX_JOURNAL_BYTES = 1 << 30,
    SYNC_SECONDS = 20,
    TABLE_MEGABYTES = 512, /* of each thread: neighbouring positions have much in common */
    SCORE_BIAS = 128,
    MOST_KEY_BITS = 56 /* the score takes the others */
};

/* A position of the book and, once known, its word in the file. */
typedef struct {
    uint64_t mine, all, key, word;
} Task;

typedef struct {
    const Solver        *solver;
    const BookOrder     *order;
    const Connect4Shape *shape;
    connect4_pos         start;
    Task                *tasks;
    size_t               count, done;
    int                  journal; /* descriptor */
    atomic_size_t        next;
    atomic_bool          has_failed;
    pthread_mutex_t      lock; /* of done, journal, synced and err */
    int64_t              synced;
    Error                err;
} Build;

/* A record of the journal: the word, and a word that only it can have. */
typedef struct {
    uint64_t word, check;
} Record;

static uint64_t check_of(const Build *build, uint64_t word)
{
    return rng_mix(
        word + (uint64_t)(build->order->plies | build->start.cols << 8 | build->start.rows << 16));
}

static int compare_tasks(const void *a, const void *b)
{
    uint64_t x = ((const Task *)a)->key, y = ((const Task *)b)->key;
    return (x > y) - (x < y);
}

/* All positions after so many stones that need a book, in the order of their keys. NULL: no memory.
 */
static Task *list_positions(const Connect4Shape *shape, int plies, size_t *count)
{
    size_t    listed, kept = 0;
    uint64_t *keys = connect4_list_keys(shape, plies, &listed);
    Task     *tasks = keys != NULL ? malloc((listed + 1) * sizeof *tasks) : NULL;
    for (size_t i = 0; tasks != NULL && i < listed; i++) {
        Task task = {.key = keys[i]};
        connect4_from_key(shape, task.key, &task.mine, &task.all);
        if (!connect4_is_decided(shape, task.mine, task.all))
            tasks[kept++] = task;
    }
    free(keys);
    *count = kept;
    return tasks;
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
        if (record.check != check_of(build, record.word))
            break;
        Task  wanted = {.key = record.word >> 8};
        Task *task =
            bsearch(&wanted, build->tasks, build->count, sizeof *build->tasks, compare_tasks);
        if (task == NULL)
            break;
        build->done += task->word == 0;
        task->word = record.word;
    }
    if (good == 0 && text.size >= sizeof(Record)) {
        str_free(&text);
        return error_set(err, ERROR_CONNECT4_OTHER_BOOK, path);
    }
    bool ok = ftruncate(build->journal, (off_t)good) == 0 &&
              lseek(build->journal, (off_t)good, SEEK_SET) >= 0;
    str_free(&text);
    return ok || error_set(err, ERROR_CANNOT_WRITE, path, system_error(errno));
}

/* Called with the lock held. */
static bool note(Build *build, Task *task, int score)
{
    uint64_t word = task->key << 8 | (uint64_t)(score + SCORE_BIAS);
    Record   record = {.word = word, .check = check_of(build, word)};
    if (write(build->journal, &record, sizeof record) != (ssize_t)sizeof record)
        return error_set(&build->err, ERROR_CONNECT4_JOURNAL_WRITE, system_error(errno));
    task->word = word;
    build->done++;
    if (clock_now_ns() - build->synced > (int64_t)SYNC_SECONDS * 1000000000) {
        fsync(build->journal);
        build->synced = clock_now_ns();
    }
    if (build->order->progress != NULL)
        build->order->progress(build->order->context, build->done, build->count);
    return true;
}

static bool work_on(Build *build, void *solver, Task *task)
{
    connect4_pos p = build->start;
    Truth        truth;
    Error        err;
    p.mine = task->mine;
    p.all = task->all;
    p.ply = (uint8_t)bits_count(task->all);
    bool ok = build->solver->solve(solver, &p, &truth, &err);
    pthread_mutex_lock(&build->lock);
    if (!ok)
        build->err = err;
    ok = ok && note(build, task, truth.score);
    pthread_mutex_unlock(&build->lock);
    return ok;
}

static void *work(void *argument)
{
    Build      *build = argument;
    Error       err;
    SolverSetup setup = {
        .no_book = true, .table_megabytes = TABLE_MEGABYTES, .stop = build->order->stop};
    void *solver = build->solver->open(&setup, &err);
    bool  ok = solver != NULL;
    if (!ok) {
        pthread_mutex_lock(&build->lock);
        build->err = err;
        pthread_mutex_unlock(&build->lock);
    }
    while (ok && !atomic_load(&build->has_failed)) {
        size_t begin = atomic_fetch_add(&build->next, BLOCK);
        if (begin >= build->count)
            break;
        for (size_t i = begin; ok && i < begin + BLOCK && i < build->count; i++)
            if (build->tasks[i].word == 0)
                ok = work_on(build, solver, &build->tasks[i]);
    }
    if (!ok)
        atomic_store(&build->has_failed, true);
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

static bool write_book(const Build *build, Error *err)
{
    Connect4Book book = {
        .plies = build->order->plies, .rows = build->start.rows, .cols = build->start.cols};
    Str       bytes = {0};
    uint64_t *words = malloc((build->count + 1) * sizeof *words);
    if (words == NULL)
        return error_set(err, ERROR_MEMORY);
    for (size_t i = 0; i < build->count; i++)
        words[i] = build->tasks[i].word;
    connect4_book_format(&book, words, build->count, &bytes);
    bool ok = !bytes.failed && file_write(build->order->path, str_get(&bytes), bytes.size, err);
    if (bytes.failed)
        error_set(err, ERROR_MEMORY);
    free(words);
    str_free(&bytes);
    return ok;
}

bool connect4_build_book(const Solver *solver, const BookOrder *order, Error *err)
{
    Build build = {.solver = solver, .order = order, .journal = -1};
    Str   path = {0};
    bool  ok = false;
    memcpy(&build.start, order->start, sizeof build.start);
    build.shape = connect4_shape(&build.start);
    if (order->is_weak)
        return connect4_build_outcomes(solver, order, err);
    if (order->plies < 1 || order->plies > CONNECT4_MOST_BOOK_PLIES)
        return error_set(err, ERROR_CONNECT4_BOOK_PLIES, CONNECT4_MOST_BOOK_PLIES);
    if (build.shape->bits > MOST_KEY_BITS)
        return error_set(err, ERROR_CONNECT4_BOOK_BOARD, MOST_KEY_BITS);
    build.tasks = list_positions(build.shape, order->plies, &build.count);
    if (build.tasks == NULL)
        return error_set(err, ERROR_MEMORY);
    pthread_mutex_init(&build.lock, NULL);
    build.synced = clock_now_ns();
    str_printf(&path, "%s.journal", order->path);
    if (!resume(&build, str_get(&path), err))
        goto done;
    work_together(&build);
    fsync(build.journal);
    if (atomic_load(&build.has_failed)) {
        if (err != NULL)
            *err = build.err;
        goto done;
    }
    ok = write_book(&build, err);
    if (ok)
        unlink(str_get(&path));
done:
    if (build.journal >= 0)
        close(build.journal);
    pthread_mutex_destroy(&build.lock);
    str_free(&path);
    free(build.tasks);
    return ok;
}
