#include "games/hasami/proof/hasami_proof.h"

#include "base/errors.h"
#include "base/file.h"
#include "core/position.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 256, USUAL_MEGABYTES = 512, FIRST_PLACES = 1 << 12 };

/* A position with the side to move, for which it must be shown that it cannot lose. */
typedef struct {
    HasamiSpot spot;
    char       reply[8]; /* how it came about; "" for the start itself */
} HasamiQuestion;

typedef struct {
    const SafetyWork   *work;
    HasamiFortressRules rules;
    int                 side;
    HasamiQuestion      questions[HASAMI_MAX_STEPS];
    HasamiAnswer        answers[HASAMI_MAX_STEPS];
    int                 count;
    HasamiMemo         *memo;
    atomic_int          next;
    pthread_mutex_t     lock; /* of all below, and of err */
    HasamiCertificate   certificate;
    uint32_t           *places; /* of records by their pieces: number + 1, 0 free */
    size_t              capacity;
    HasamiJournal       journal;
    uint64_t            nodes;
    bool                has_failed;
    Error              *err;
} HasamiRun;

static HasamiRecord record_of(const HasamiSpot *spot, HasamiStep step, int side)
{
    HasamiRecord record = {.from = (uint8_t)hasami_spot_cell(step.from, side),
                           .to = (uint8_t)hasami_spot_cell(step.to, side)};
    record.piece[side] = hasami_spot_turn(spot->piece[HASAMI_DEFENDER], side);
    record.piece[1 - side] = hasami_spot_turn(spot->piece[HASAMI_ATTACKER], side);
    hasami_record_settle(&record);
    return record;
}

/* ---- records that are there --------------------------------------------------------------------
 */

static size_t place_of(const HasamiRun *run, const HasamiRecord *record)
{
    const HasamiRecord *records = run->certificate.records;
    uint64_t            hash = 0;
    for (int i = 0; i < 4; i++)
        hash = (hash ^ (uint64_t)(record->piece[i / 2] >> 64 * (i % 2))) *
               UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 20) & (run->capacity - 1);
    while (run->places[at] != 0) {
        const HasamiRecord *there = &records[run->places[at] - 1];
        if (there->piece[0] == record->piece[0] && there->piece[1] == record->piece[1])
            break;
        at = (at + 1) & (run->capacity - 1);
    }
    return at;
}

static bool make_places(HasamiRun *run)
{
    if (2 * (run->certificate.count + 1) <= run->capacity)
        return true;
    while (2 * (run->certificate.count + 1) > run->capacity)
        run->capacity = run->capacity > 0 ? 2 * run->capacity : FIRST_PLACES;
    free(run->places);
    run->places = calloc(run->capacity, sizeof *run->places);
    if (run->places == NULL)
        return error_set(run->err, ERROR_MEMORY);
    for (size_t i = 0; i < run->certificate.count; i++)
        run->places[place_of(run, &run->certificate.records[i])] = (uint32_t)i + 1;
    return true;
}

/* *is_new says whether it was not there. */
static bool add_record(HasamiRun *run, const HasamiRecord *record, bool *is_new)
{
    if (!make_places(run))
        return false;
    size_t at = place_of(run, record);
    *is_new = run->places[at] == 0;
    if (!*is_new)
        return true;
    if (!hasami_certificate_add(&run->certificate, record))
        return error_set(run->err, ERROR_MEMORY);
    run->places[at] = (uint32_t)run->certificate.count;
    return true;
}

/* ---- from what was found to records ------------------------------------------------------------
 */

/* The defender's move, found with few moves where that is cheap: such proofs are smaller. */
static bool choose_step(HasamiProver *prover, const HasamiSpot *spot, int own_moves,
                        HasamiStep *out)
{
    const int few = HASAMI_LEAF_MOVES + 1;
    return (own_moves > few && hasami_prove(prover, spot, few, out)) ||
           hasami_prove(prover, spot, own_moves, out);
}

/* Adds the position, with the defender to move, and all that follow. */
static bool add_records(HasamiRun *run, HasamiProver *prover, const HasamiSpot *spot, int own_moves)
{
    HasamiSpot after = *spot;
    HasamiStep step, replies[HASAMI_MAX_STEPS];
    bool       is_new;
    if (hasami_prove(prover, spot, HASAMI_LEAF_MOVES, &step))
        return true; /* the checker sees it for himself */
    HasamiRecord found = record_of(spot, (HasamiStep){0, 0}, run->side);
    if (!make_places(run))
        return false;
    if (run->places[place_of(run, &found)] != 0)
        return true;
    if (!choose_step(prover, spot, own_moves, &step))
        return error_set(run->err, ERROR_HASAMI_PROOF_CONTRADICTS);
    found = record_of(spot, step, run->side);
    if (!add_record(run, &found, &is_new))
        return false;
    hasami_spot_play(&after, &run->rules, HASAMI_DEFENDER, step);
    HasamiFortress ignored;
    if (hasami_spot_is_lost(&after, &run->rules, HASAMI_ATTACKER) ||
        hasami_fortress_find(&run->rules, after.piece[HASAMI_DEFENDER],
                             after.piece[HASAMI_ATTACKER], &ignored))
        return true;
    int count = hasami_spot_steps(&after, HASAMI_ATTACKER, replies);
    if (count == 0) /* he passes */
        return add_records(run, prover, &after, own_moves - 1);
    for (int i = 0; i < count; i++) {
        HasamiSpot next = after;
        hasami_spot_play(&next, &run->rules, HASAMI_ATTACKER, replies[i]);
        if (hasami_spot_is_lost(&next, &run->rules, HASAMI_DEFENDER))
            return error_set(run->err, ERROR_HASAMI_PROOF_CONTRADICTS);
        if (!add_records(run, prover, &next, own_moves - 1))
            return false;
    }
    return true;
}

/* ---- the questions -----------------------------------------------------------------------------
 */

static void format_step(HasamiStep step, int side, char out[8])
{
    const int cells[2] = {hasami_spot_cell(step.from, side), hasami_spot_cell(step.to, side)};
    for (int i = 0; i < 2; i++) {
        out[2 * i] = (char)('a' + cells[i] % HASAMI_SIZE);
        out[2 * i + 1] = (char)('0' + HASAMI_SIZE - cells[i] / HASAMI_SIZE);
    }
    out[4] = '\0';
}

static bool is_same(const HasamiSpot *a, const HasamiSpot *b)
{
    return (a->key == b->key && a->mirror == b->mirror) ||
           (a->key == b->mirror && a->mirror == b->key);
}

/* The start, or the positions after each reply to it, of two mirror images one. */
static bool list_questions(HasamiRun *run, const hasami_pos *p)
{
    HasamiStep steps[HASAMI_MAX_STEPS];
    HasamiSpot start;
    hasami_spot_of(p, run->side, &start);
    if (p->side == run->side) {
        run->questions[run->count++] = (HasamiQuestion){.spot = start};
        return true;
    }
    int count = hasami_spot_steps(&start, HASAMI_ATTACKER, steps);
    for (int i = 0; i < count; i++) {
        HasamiQuestion question = {.spot = start};
        bool           is_known = false;
        hasami_spot_play(&question.spot, &run->rules, HASAMI_ATTACKER, steps[i]);
        format_step(steps[i], run->side, question.reply);
        if (hasami_spot_is_lost(&question.spot, &run->rules, HASAMI_DEFENDER))
            return error_set(run->err, ERROR_HASAMI_PROOF_LOST, question.reply);
        for (int j = 0; j < run->count; j++)
            is_known |= is_same(&run->questions[j].spot, &question.spot);
        if (!is_known)
            run->questions[run->count++] = question;
    }
    return count > 0 || error_set(run->err, ERROR_HASAMI_PROOF_BLOCKED);
}

static void tell(const HasamiRun *run, int number, uint64_t nodes, size_t records)
{
    const HasamiAnswer *answer = &run->answers[number];
    char                line[200];
    if (run->work->progress == NULL)
        return;
    snprintf(line, sizeof line, "%d of %d %s: %s %d own moves; %" PRIu64 " nodes, %zu records",
             number + 1, run->count, run->count == 1 ? "the start" : run->questions[number].reply,
             answer->proven > 0 ? "safe within" : "nothing within",
             answer->proven > 0 ? answer->proven : answer->resists, nodes, records);
    run->work->progress(line, run->work->user);
}

/* What was found, under the lock. */
static bool keep_answer(HasamiRun *run, HasamiProver *prover, int number)
{
    HasamiAnswer *answer = &run->answers[number];
    size_t        before = run->certificate.count;
    if (answer->proven > 0 &&
        !add_records(run, prover, &run->questions[number].spot, answer->proven)) {
        run->certificate.count = before;
        return false;
    }
    const HasamiRecord *records = run->certificate.records;
    size_t              added = run->certificate.count - before;
    tell(run, number, prover->nodes, added);
    return hasami_journal_add(&run->journal, number, answer,
                              records != NULL ? records + before : NULL, added, run->err);
}

static bool is_stopped(const HasamiRun *run)
{
    return run->work->stop != NULL && atomic_load_explicit(run->work->stop, memory_order_relaxed);
}

static void settle_question(HasamiRun *run, HasamiProver *prover, int number)
{
    HasamiAnswer *answer = &run->answers[number];
    HasamiStep    ignored;
    prover->nodes = 0;
    while (answer->proven == 0 && answer->resists < run->work->most_moves) {
        int  own_moves = answer->resists + 1;
        bool is_safe = hasami_prove(prover, &run->questions[number].spot, own_moves, &ignored);
        if (!is_safe && is_stopped(run))
            return;
        if (is_safe)
            answer->proven = own_moves;
        else
            answer->resists = own_moves;
        pthread_mutex_lock(&run->lock);
        run->has_failed = run->has_failed || !keep_answer(run, prover, number);
        pthread_mutex_unlock(&run->lock);
    }
}

static void *settle_some(void *user)
{
    HasamiRun    *run = user;
    HasamiProver *prover = calloc(1, sizeof *prover);
    if (prover == NULL) {
        pthread_mutex_lock(&run->lock);
        run->has_failed = true;
        error_set(run->err, ERROR_MEMORY);
        pthread_mutex_unlock(&run->lock);
        return NULL;
    }
    prover->rules = run->rules;
    prover->memo = run->memo;
    prover->stop = run->work->stop;
    for (;;) {
        int number = atomic_fetch_add(&run->next, 1);
        pthread_mutex_lock(&run->lock);
        bool is_over = run->has_failed;
        pthread_mutex_unlock(&run->lock);
        if (number >= run->count || is_over || is_stopped(run))
            break;
        settle_question(run, prover, number);
        pthread_mutex_lock(&run->lock);
        run->nodes += prover->nodes;
        pthread_mutex_unlock(&run->lock);
    }
    free(prover);
    return NULL;
}

static void settle_all(HasamiRun *run)
{
    pthread_t threads[MAX_THREADS];
    int       started = 0;
    while (started + 1 < run->work->threads && started < MAX_THREADS &&
           pthread_create(&threads[started], NULL, settle_some, run) == 0)
        started++;
    settle_some(run);
    while (started > 0)
        pthread_join(threads[--started], NULL);
}

/* ---- a whole run -------------------------------------------------------------------------------
 */

/* Which questions are open, by the replies that lead to them. */
static bool all_answered(HasamiRun *run, int *most)
{
    Str open = {0};
    *most = 0;
    for (int i = 0; i < run->count; i++) {
        const HasamiAnswer *answer = &run->answers[i];
        *most = answer->proven > *most ? answer->proven : *most;
        if (answer->proven == 0)
            str_printf(&open, " %s (%d)", run->questions[i].reply, answer->resists);
    }
    bool ok = open.size == 0;
    if (!ok)
        error_set(run->err, ERROR_HASAMI_PROOF_OPEN, str_get(&open));
    str_free(&open);
    return ok;
}

static bool open_journal(HasamiRun *run)
{
    static const char *const names[2] = {"black", "white"};
    Str                      path = {0}, title = {0};
    run->journal = (HasamiJournal){.fd = -1};
    if (run->work->folder == NULL)
        return true;
    str_printf(&path, "%s/hasami-%s.journal", run->work->folder, names[run->side]);
    str_printf(&title, "plateau hasami journal 1\n%s ", names[run->side]);
    position_format(run->work->game, &run->certificate.start, &title);
    str_char(&title, '\n');
    bool ok = !path.failed && !title.failed && file_make_folder(run->work->folder, run->err) &&
              hasami_journal_open(&run->journal, str_get(&path), str_get(&title), run->count,
                                  run->answers, &run->certificate, run->err);
    str_free(&path);
    str_free(&title);
    return ok;
}

static bool prove(HasamiRun *run, const hasami_pos *p, Str *out, Str *report)
{
    size_t megabytes = run->work->table_megabytes;
    int    most;
    run->memo = hasami_memo_new(megabytes > 0 ? megabytes : USUAL_MEGABYTES);
    if (run->memo == NULL)
        return error_set(run->err, ERROR_MEMORY);
    if (!list_questions(run, p) || !open_journal(run))
        return false;
    settle_all(run);
    if (run->has_failed)
        return false;
    if (is_stopped(run))
        return error_set(run->err, ERROR_STOPPED);
    if (!all_answered(run, &most) || !hasami_certificate_format(&run->certificate, out, run->err))
        return false;
    str_printf(
        report,
        "written: %s cannot lose; %zu records, within %d own moves; %" PRIu64 " nodes in this run",
        hasami_info.colours[run->side].in[LANG_EN], run->certificate.count, most, run->nodes);
    return true;
}

bool hasami_proof_write(const SafetyWork *work, const void *pos, Str *out, Str *report, Error *err)
{
    const hasami_pos *p = pos;
    HasamiRun        *run = calloc(1, sizeof *run);
    if (run == NULL)
        return error_set(err, ERROR_MEMORY);
    run->work = work;
    run->side = work->side;
    run->err = err;
    run->journal.fd = -1;
    pthread_mutex_init(&run->lock, NULL);
    bool ok = (hasami_prover_knows(p) || error_set(err, ERROR_HASAMI_PROOF_RULES)) &&
              hasami_certificate_begin(&run->certificate, work->game, p, run->side, err);
    if (ok) {
        run->rules = run->certificate.rules;
        ok = prove(run, p, out, report);
    }
    hasami_journal_close(&run->journal);
    hasami_memo_delete(run->memo);
    hasami_certificate_free(&run->certificate);
    free(run->places);
    pthread_mutex_destroy(&run->lock);
    free(run);
    return ok;
}
