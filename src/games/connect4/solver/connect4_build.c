/* Connect Four: building the book and the file of outcomes. What is solved goes to a journal beside
 * the file as it comes, so that a build that was killed goes on where it was; the finished file
 * does not depend on that. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "core/open_solver.h"
#include "games/connect4/solver/connect4_book.h"
#include "games/connect4/solver/connect4_outcomes.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_THREADS = 256,
    MAX_JOURNAL_BYTES = 1 << 30,
    SYNC_SECONDS = 20,
    SCORE_BIAS = 128,
    MAX_KEY_BITS = 56, /* of a book: the score takes the others */
    BLOCK = 128,       /* positions of a record of outcomes */
    BLOCK_WORDS = BLOCK / 32,
    MAX_RECORD_WORDS = 2 + BLOCK_WORDS
};

typedef struct Build Build;

/* What the book and the outcomes do differently. Positions are solved in blocks, neighbours by
 * their keys; a block is a record of the journal. */
typedef struct {
    SolverSetup setup;
    bool        forgets; /* before each block */
    size_t      block;   /* positions */
    size_t      taken;   /* blocks that a thread takes at a time: neighbours share a table well */
    int         record_words;
    /* The words of a block's record, the last of which only they can have, in this build. */
    void (*write_record)(const Build *build, size_t number, uint64_t words[]);
    /* Takes the values over and says which block it is; false: not a record of this build. */
    bool (*read_record)(Build *build, const uint64_t words[], size_t *number);
    bool (*write_file)(const Build *build, Str *out, Error *err);
} BuildKind;

struct Build {
    const BuildKind     *kind;
    const Game          *game;
    const BookOrder     *order;
    const Connect4Shape *shape;
    connect4_pos         start;
    uint64_t            *keys;   /* ascending */
    int8_t              *values; /* of the keys; those of solved blocks alone mean something */
    bool                *is_solved;
    size_t               count, blocks, done; /* positions, blocks, solved positions */
    int                  journal;             /* descriptor */
    atomic_size_t        next;                /* block */
    atomic_bool          has_failed;
    pthread_mutex_t      lock; /* of done, journal, synced and err */
    int64_t              synced;
    Error                err;
};

static size_t size_of_block(const Build *build, size_t number)
{
    size_t left = build->count - number * build->kind->block;
    return left < build->kind->block ? left : build->kind->block;
}

static uint64_t rules_of(const Build *build)
{
    return (uint64_t)(build->order->plies | build->start.cols << 8 | build->start.rows << 16);
}

/* ---- the book: a record for each position, its word in the file and a check --------------------
 */

static uint64_t book_word(const Build *build, size_t number)
{
    return build->keys[number] << 8 | (uint64_t)(build->values[number] + SCORE_BIAS);
}

static void write_score(const Build *build, size_t number, uint64_t words[])
{
    words[0] = book_word(build, number);
    words[1] = rng_mix(words[0] + rules_of(build));
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool read_score(Build *build, const uint64_t words[], size_t *number)
{
    uint64_t        key = words[0] >> 8;
    const uint64_t *found =
        words[1] == rng_mix(words[0] + rules_of(build))
            ? bsearch(&key, build->keys, build->count, sizeof build->keys[0], compare_keys)
            : NULL;
    if (found == NULL)
        return false;
    *number = (size_t)(found - build->keys);
    build->values[*number] = (int8_t)((int)(words[0] & 0xff) - SCORE_BIAS);
    return true;
}

static bool write_book(const Build *build, Str *out, Error *err)
{
    Connect4Book book = {
        .plies = build->order->plies, .rows = build->start.rows, .cols = build->start.cols};
    uint64_t *words = malloc((build->count + 1) * sizeof *words);
    if (words == NULL)
        return error_set(err, ERROR_MEMORY);
    for (size_t i = 0; i < build->count; i++)
        words[i] = book_word(build, i);
    connect4_book_format(&book, words, build->count, out);
    free(words);
    return !out->failed || error_set(err, ERROR_MEMORY);
}

static const BuildKind book_kind = {
    /* Neighbouring positions have much in common. */
    .setup = {.no_book = true, .table_megabytes = 512},
    .block = 1,
    .taken = 32,
    .record_words = 2,
    .write_record = write_score,
    .read_record = read_score,
    .write_file = write_book,
};

/* ---- outcomes: the number of a block, its outcomes + 1 in two bits each, the first lowest, and a
 * check ---- */

static uint64_t check_of_outcomes(const Build *build, const uint64_t words[])
{
    uint64_t check = rng_mix(rules_of(build) << 32 | build->count) + words[0];
    for (int i = 0; i < BLOCK_WORDS; i++)
        check = rng_mix(check ^ words[1 + i]) + 1;
    return check;
}

static void write_outcomes(const Build *build, size_t number, uint64_t words[])
{
    size_t size = size_of_block(build, number);
    words[0] = number;
    for (size_t i = 0; i < size; i++)
        words[1 + i / 32] |= (uint64_t)(build->values[number * BLOCK + i] + 1) << i % 32 * 2;
    words[1 + BLOCK_WORDS] = check_of_outcomes(build, words);
}

static bool read_outcomes(Build *build, const uint64_t words[], size_t *number)
{
    if (words[1 + BLOCK_WORDS] != check_of_outcomes(build, words) || words[0] >= build->blocks)
        return false;
    *number = words[0];
    size_t size = size_of_block(build, *number);
    for (size_t i = 0; i < size; i++)
        build->values[*number * BLOCK + i] =
            (int8_t)((int)(words[1 + i / 32] >> i % 32 * 2 & 3) - 1);
    return true;
}

static bool write_outcomes_file(const Build *build, Str *out, Error *err)
{
    Connect4Outcomes outcomes = {
        .plies = build->order->plies, .rows = build->start.rows, .cols = build->start.cols};
    return connect4_outcomes_format(&outcomes, build->keys, build->values, build->count, out, err);
}

static const BuildKind outcomes_kind = {
    /* Larger tables are slower: most positions are small. */
    .setup = {.no_book = true, .is_weak = true, .table_megabytes = 16},
    .forgets = true,
    .block = BLOCK,
    .taken = 1,
    .record_words = MAX_RECORD_WORDS,
    .write_record = write_outcomes,
    .read_record = read_outcomes,
    .write_file = write_outcomes_file,
};

/* ---- the journal -------------------------------------------------------------------------------
 */

static void take_over(Build *build, size_t number)
{
    build->done += build->is_solved[number] ? 0 : size_of_block(build, number);
    build->is_solved[number] = true;
}

/* Takes over what the journal holds, and cuts off an end that was not written whole. */
static bool resume(Build *build, const char *path, Error *err)
{
    const size_t record = (size_t)build->kind->record_words * sizeof(uint64_t);
    uint64_t     words[MAX_RECORD_WORDS];
    Str          text = {0};
    build->journal = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (build->journal < 0)
        return error_set(err, ERROR_CANNOT_WRITE, path, system_error(errno));
    if (!file_read(path, MAX_JOURNAL_BYTES, &text, err)) {
        str_free(&text);
        return false;
    }
    size_t good = 0, number;
    for (; good + record <= text.size; good += record) {
        memcpy(words, str_get(&text) + good, record);
        if (!build->kind->read_record(build, words, &number))
            break;
        take_over(build, number);
    }
    bool is_other = good == 0 && text.size >= record;
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
    const size_t record = (size_t)build->kind->record_words * sizeof(uint64_t);
    uint64_t     words[MAX_RECORD_WORDS] = {0};
    build->kind->write_record(build, number, words);
    if (write(build->journal, words, record) != (ssize_t)record)
        return error_set(&build->err, ERROR_CONNECT4_JOURNAL_WRITE, system_error(errno));
    take_over(build, number);
    if (clock_now_ns() - build->synced > (int64_t)SYNC_SECONDS * 1000000000) {
        if (fsync(build->journal) != 0)
            return error_set(&build->err, ERROR_CONNECT4_JOURNAL_WRITE, system_error(errno));
        build->synced = clock_now_ns();
    }
    if (build->order->progress != NULL)
        build->order->progress(build->order->context, build->done, build->count);
    return true;
}

/* ---- solving -----------------------------------------------------------------------------------
 */

static bool solve_block(Build *build, OpenSolver *solver, size_t number, Error *err)
{
    size_t begin = number * build->kind->block, end = begin + size_of_block(build, number);
    if (build->kind->forgets)
        solver_forget(solver);
    for (size_t i = begin; i < end; i++) {
        connect4_pos p = build->start;
        Truth        truth;
        connect4_from_key(build->shape, build->keys[i], &p.mine, &p.all);
        p.ply = (uint8_t)bits_count(p.all);
        if (!solver_value(solver, &p, &truth, err))
            return false;
        int sign = (truth.score > 0) - (truth.score < 0);
        build->values[i] = (int8_t)(build->order->is_weak ? sign : truth.score);
    }
    pthread_mutex_lock(&build->lock);
    bool ok = note(build, number);
    if (!ok)
        *err = build->err;
    pthread_mutex_unlock(&build->lock);
    return ok;
}

static void *work(void *argument)
{
    Build      *build = argument;
    OpenSolver  solver;
    Error       err;
    SolverSetup setup = build->kind->setup;
    setup.stop = build->order->stop;
    bool ok = solver_open(&solver, build->game, &setup, &err);
    while (ok && !atomic_load(&build->has_failed)) {
        size_t begin = atomic_fetch_add(&build->next, build->kind->taken);
        if (begin >= build->blocks)
            break;
        for (size_t i = begin; ok && i < begin + build->kind->taken && i < build->blocks; i++)
            ok = build->is_solved[i] || solve_block(build, &solver, i, &err);
    }
    if (!ok) {
        pthread_mutex_lock(&build->lock);
        build->err = err;
        pthread_mutex_unlock(&build->lock);
        atomic_store(&build->has_failed, true);
    }
    solver_close(&solver);
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
    if (fsync(build->journal) != 0 && !atomic_load(&build->has_failed)) {
        error_set(&build->err, ERROR_CONNECT4_JOURNAL_WRITE, system_error(errno));
        atomic_store(&build->has_failed, true);
    }
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

/* All positions after the order's number of stones that need a book, in the order of their keys. */
static bool list_positions(Build *build, Error *err)
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
    build->blocks = (kept + build->kind->block - 1) / build->kind->block;
    build->values = calloc(kept + 1, sizeof *build->values);
    build->is_solved = calloc(build->blocks + 1, sizeof *build->is_solved);
    return (build->keys != NULL && build->values != NULL && build->is_solved != NULL) ||
           error_set(err, ERROR_MEMORY);
}

static bool write_file(const Build *build, Error *err)
{
    Str  bytes = {0};
    bool ok = build->kind->write_file(build, &bytes, err) &&
              file_write(build->order->path, str_get(&bytes), bytes.size, err);
    str_free(&bytes);
    return ok;
}

static bool run(Build *build, const char *journal, Error *err)
{
    if (!list_positions(build, err) || !resume(build, journal, err))
        return false;
    work_together(build);
    if (atomic_load(&build->has_failed)) {
        if (err != NULL)
            *err = build->err;
        return false;
    }
    if (!write_file(build, err))
        return false;
    unlink(journal);
    return true;
}

bool connect4_build_book(const Game *game, const BookOrder *order, Error *err)
{
    Build build = {.kind = order->is_weak ? &outcomes_kind : &book_kind,
                   .game = game,
                   .order = order,
                   .journal = -1};
    Str   journal = {0};
    memcpy(&build.start, order->start, sizeof build.start);
    build.shape = connect4_shape(&build.start);
    if (order->plies < 1 || order->plies > CONNECT4_MAX_BOOK_PLIES)
        return error_set(err, ERROR_CONNECT4_BOOK_PLIES, CONNECT4_MAX_BOOK_PLIES);
    if (!order->is_weak && build.shape->bits > MAX_KEY_BITS)
        return error_set(err, ERROR_CONNECT4_BOOK_BOARD, MAX_KEY_BITS);
    pthread_mutex_init(&build.lock, NULL);
    build.synced = clock_now_ns();
    str_printf(&journal, "%s.journal", order->path);
    bool ok = run(&build, str_get(&journal), err);
    if (build.journal >= 0)
        close(build.journal);
    pthread_mutex_destroy(&build.lock);
    str_free(&journal);
    free(build.is_solved);
    free(build.values);
    free(build.keys);
    return ok;
}
