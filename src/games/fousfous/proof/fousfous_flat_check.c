/* Checks a flat certificate (fousfous_flat.h), record by record, all of them or some by lot. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/parse.h"
#include "games/fousfous/proof/fousfous_flat.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Threads take this many records at a time, one pack of them after the other. */
enum { PACK = 64, MAX_CHECKERS = 64, SAVE_US = 5000000 };

/* What the threads share. */
typedef struct {
    const Solver    *solver;
    const FlatCheck *check;
    const Flat      *flat;
    const uint64_t  *drawn; /* records by lot; NULL: all */
    uint64_t         count; /* to check */
    pthread_mutex_t  lock;
    uint64_t         next, finished, leaves, nodes;
    uint64_t         taken[MAX_CHECKERS]; /* the first record of a thread's pack; UINT64_MAX */
    bool             is_over;
    Error            err;
    int64_t          saved_us;
} Checks;

typedef struct {
    Checks  *checks;
    int      number;
    void    *opened;
    uint64_t leaves, nodes;
    Error    err;
} Checker;

/* ---- one record ---- */

/* 1 won, -1 lost by search; 0 and checker->err. */
static int search_value(Checker *checker, uint64_t position)
{
    fousfous_pos p;
    Truth        truth;
    flat_unpack(checker->checks->flat, position, &p);
    if (!checker->checks->solver->solve(checker->opened, &p, &truth, &checker->err))
        return 0;
    checker->leaves++;
    checker->nodes += truth.nodes;
    return truth.score;
}

/* All reasons to refuse a record name it and its position. */
static bool refuse(Checker *checker, uint64_t index, ErrorCode why)
{
    Str text = {0};
    flat_show(checker->checks->flat, flat_record(checker->checks->flat, index), &text);
    ErrorArgument arguments[] = {argument_count(index + 1), argument_text(str_get(&text))};
    error_keep(&checker->err, why, 2, arguments);
    str_free(&text);
    return false;
}

/* Won: some move leads to a lost position. */
static bool check_won(Checker *checker, uint64_t index, uint64_t position,
                      const FlatChildren *children)
{
    const Flat *flat = checker->checks->flat;
    for (int i = 0; i < children->count; i++)
        if (flat_is_over(children->position[i]) || flat_find(flat, children->position[i]) < 0)
            return true;
    if (fousfous_packed_pieces(position) > flat->pieces + 1)
        return refuse(checker, index, ERROR_FOUSFOUS_FLAT_NO_LOSS);
    int value = search_value(checker, position);
    return value > 0 || (value < 0 && refuse(checker, index, ERROR_FOUSFOUS_FLAT_NOT_WON));
}

/* Lost: every move leads to a won position. */
static bool check_lost(Checker *checker, uint64_t index, const FlatChildren *children)
{
    const Flat *flat = checker->checks->flat;
    for (int i = 0; i < children->count; i++) {
        if (flat_is_over(children->position[i]))
            return refuse(checker, index, ERROR_FOUSFOUS_FLAT_LAST);
        if (fousfous_packed_pieces(children->position[i]) > flat->pieces) {
            if (flat_find(flat, children->position[i]) <= 0)
                return refuse(checker, index, ERROR_FOUSFOUS_FLAT_NO_WIN);
            continue;
        }
        int value = search_value(checker, children->position[i]);
        if (value == 0)
            return false;
        if (value < 0)
            return refuse(checker, index, ERROR_FOUSFOUS_FLAT_NOT_LOST);
    }
    return true;
}

static bool check_record(Checker *checker, uint64_t index)
{
    const Flat  *flat = checker->checks->flat;
    uint64_t     position = flat_record(flat, index);
    FlatChildren children;
    flat_children(flat, position, &children);
    return index < flat->won ? check_won(checker, index, position, &children)
                             : check_lost(checker, index, &children);
}

/* ---- where a check of all records has come to ---- */

static const char progress_title[] = "plateau proof check 1";

static bool read_checkpoint(Checks *checks, Error *err)
{
    Str     text = {0};
    int64_t done;
    Error   none;
    if (!file_read(checks->check->checkpoint, 1000, &text, &none)) {
        str_free(&text);
        return true; /* there is none yet */
    }
    char head[sizeof progress_title + 32];
    snprintf(head, sizeof head, "%s %016" PRIx64, progress_title, checks->flat->sum);
    const char *at = str_get(&text);
    bool        ok = strncmp(at, head, strlen(head)) == 0;
    at += ok ? strlen(head) : 0;
    ok = ok && parse_next_int(&at, 0, (int64_t)checks->count, &done);
    str_free(&text);
    if (!ok)
        return error_set(err, ERROR_FOUSFOUS_FLAT_NOTE, checks->check->checkpoint);
    checks->next = checks->finished = (uint64_t)done;
    return true;
}

/* All records before this one are done. */
static uint64_t done_before(const Checks *checks)
{
    uint64_t least = checks->next;
    for (int i = 0; i < MAX_CHECKERS; i++)
        least = checks->taken[i] < least ? checks->taken[i] : least;
    return least;
}

static void save_checkpoint(Checks *checks)
{
    Str text = {0};
    str_printf(&text, "%s %016" PRIx64 " %" PRIu64 "\n", progress_title, checks->flat->sum,
               done_before(checks));
    if (!file_write(checks->check->checkpoint, str_get(&text), text.size, &checks->err))
        checks->is_over = true;
    str_free(&text);
}

/* ---- all together ---- */

/* Hands out the next pack; false when there is none. */
static bool take_pack(Checker *checker, uint64_t *from, uint64_t *to)
{
    Checks *checks = checker->checks;
    int64_t now = clock_now_us();
    pthread_mutex_lock(&checks->lock);
    checks->taken[checker->number] = UINT64_MAX;
    checks->leaves += checker->leaves;
    checks->nodes += checker->nodes;
    checker->leaves = checker->nodes = 0;
    if (checks->check->progress != NULL && checker->number == 0)
        checks->check->progress(checks->finished, checks->count, checks->check->user);
    if (checks->check->checkpoint != NULL && now - checks->saved_us > SAVE_US) {
        checks->saved_us = now;
        save_checkpoint(checks);
    }
    bool is_some = !checks->is_over && checks->next < checks->count;
    if (is_some) {
        *from = checks->next;
        *to = checks->count - *from > PACK ? *from + PACK : checks->count;
        checks->next = *to;
        checks->taken[checker->number] = *from;
    }
    pthread_mutex_unlock(&checks->lock);
    return is_some;
}

static void *run_checker(void *user)
{
    Checker *checker = user;
    Checks  *checks = checker->checks;
    uint64_t from = 0, to = 0;
    while (take_pack(checker, &from, &to)) {
        bool ok = true;
        for (uint64_t i = from; i < to && ok; i++)
            ok = check_record(checker, checks->drawn != NULL ? checks->drawn[i] : i);
        pthread_mutex_lock(&checks->lock);
        if (ok) {
            checks->finished += to - from;
        } else {
            if (!checks->is_over)
                checks->err = checker->err;
            checks->is_over = true;
            checks->next = checks->next > from ? from : checks->next;
        }
        pthread_mutex_unlock(&checks->lock);
        if (!ok)
            break;
    }
    return NULL;
}

static bool run_checks(Checks *checks, Error *err)
{
    Checker     checkers[MAX_CHECKERS];
    pthread_t   threads[MAX_CHECKERS];
    SolverSetup setup = {.threads = 1,
                         .table_megabytes = checks->check->table_megabytes,
                         .stop = checks->check->stop};
    int         wanted = checks->check->threads, count = 0, begun = 0;
    wanted = wanted < 1 ? 1 : wanted > MAX_CHECKERS ? MAX_CHECKERS : wanted;
    for (; count < wanted; count++) {
        checkers[count] = (Checker){.checks = checks, .number = count};
        checkers[count].opened = checks->solver->open(&setup, err);
        if (checkers[count].opened == NULL)
            break;
    }
    bool ok = count == wanted;
    for (; ok && begun < count - 1; begun++)
        if (pthread_create(&threads[begun], NULL, run_checker, &checkers[begun + 1]) != 0)
            break;
    if (ok)
        run_checker(&checkers[0]);
    for (int i = 0; i < begun; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++)
        checks->solver->close(checkers[i].opened);
    if (ok && checks->check->checkpoint != NULL)
        save_checkpoint(checks);
    if (ok && checks->is_over) {
        *err = checks->err;
        return false;
    }
    return ok;
}

static int compare_indices(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Records by lot, with replacement; in rising order, so that equal seeds take equal ways. */
static uint64_t *draw(const FlatCheck *check, uint64_t all)
{
    uint64_t *drawn = malloc((check->count + 1) * sizeof *drawn), rng = check->seed;
    for (uint64_t i = 0; drawn != NULL && i < check->count; i++)
        drawn[i] = rng_next(&rng) % all;
    if (drawn != NULL)
        qsort(drawn, check->count, sizeof *drawn, compare_indices);
    return drawn;
}

static bool check_flat(const Solver *solver, const FlatCheck *check, const Flat *flat,
                       FlatAbout *about, Error *err)
{
    Checks    checks = {.solver = solver,
                        .check = check,
                        .flat = flat,
                        .count = check->count > 0 ? check->count : about->records};
    uint64_t *drawn = check->count > 0 ? draw(check, about->records) : NULL;
    if (check->count > 0 && drawn == NULL)
        return error_set(err, ERROR_MEMORY);
    checks.drawn = drawn;
    for (int i = 0; i < MAX_CHECKERS; i++)
        checks.taken[i] = UINT64_MAX;
    checks.saved_us = clock_now_us();
    pthread_mutex_init(&checks.lock, NULL);
    bool ok =
        (check->checkpoint == NULL || read_checkpoint(&checks, err)) && run_checks(&checks, err);
    pthread_mutex_destroy(&checks.lock);
    free(drawn);
    about->checked = checks.finished;
    about->leaves = checks.leaves;
    about->nodes = checks.nodes;
    return ok;
}

bool flat_check(const Solver *solver, const FlatCheck *check, FlatAbout *about, Error *err)
{
    const void *bytes = NULL;
    size_t      size = 0;
    Flat        flat;
    *about = (FlatAbout){0};
    if (!file_map(check->path, &bytes, &size, err))
        return false;
    bool ok = flat_parse(bytes, size, &flat, err);
    if (ok) {
        *about = (FlatAbout){.score = flat.root_is_won ? 1 : -1,
                             .pieces = flat.pieces,
                             .won = flat.won,
                             .lost = flat.lost,
                             .records = flat.won + flat.lost};
        Str root = {0};
        if (!flat_is_of_start(&flat))
            flat_show(&flat, flat.root, &root);
        snprintf(about->root, sizeof about->root, "%s", str_get(&root));
        str_free(&root);
        ok = check_flat(solver, check, &flat, about, err);
    }
    file_unmap(bytes, size);
    return ok || error_prefix(err, check->path);
}
