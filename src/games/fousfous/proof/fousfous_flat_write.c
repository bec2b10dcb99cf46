/* Writes a flat certificate (fousfous_flat.h): what the journal of a long proof knows, and else
 * what a search finds. */
#include "base/errors.h"
#include "base/file.h"
#include "games/fousfous/proof/fousfous_flat.h"
#include "games/fousfous/proof/fousfous_journal.h"

#include <inttypes.h>
#include <stdlib.h>

/* What the walk has met: positions by open addressing, 0 where there is none. */
typedef struct {
    const FlatOrder *order;
    Flat             flat;
    Journal          journal;
    const Solver    *solver;
    void            *opened;
    Error           *err;
    uint64_t        *positions;
    uint8_t         *is_won;
    size_t           room, count;
} Writer;

static size_t place_of(const Writer *writer, uint64_t position)
{
    size_t i = rng_mix(position) & (writer->room - 1);
    while (writer->positions[i] != 0 && writer->positions[i] != position)
        i = (i + 1) & (writer->room - 1);
    return i;
}

static bool grow(Writer *writer)
{
    enum { FIRST_ROOM = 1 << 12 };
    Writer old = *writer;
    writer->room = old.room > 0 ? 2 * old.room : FIRST_ROOM;
    writer->positions = calloc(writer->room, sizeof *writer->positions);
    writer->is_won = calloc(writer->room, sizeof *writer->is_won);
    for (size_t i = 0; i < old.room && writer->positions != NULL && writer->is_won != NULL; i++)
        if (old.positions[i] != 0) {
            size_t at = place_of(writer, old.positions[i]);
            writer->positions[at] = old.positions[i];
            writer->is_won[at] = old.is_won[i];
        }
    bool ok = writer->positions != NULL && writer->is_won != NULL;
    free(ok ? old.positions : writer->positions);
    free(ok ? old.is_won : writer->is_won);
    if (!ok) {
        *writer = old;
        return error_set(writer->err, ERROR_MEMORY);
    }
    return true;
}

/* 1 won, -1 lost, 0 not met. */
static int met(const Writer *writer, uint64_t position)
{
    size_t at = place_of(writer, position);
    return writer->positions[at] == 0 ? 0 : writer->is_won[at] ? 1 : -1;
}

/* A child that is lost and larger than what the checker searches, where the journal knows one: one
 * that is in the list already, or the cheapest. 0: it knows none. */
static uint64_t known_loss(Writer *writer, const FlatChildren *children)
{
    uint64_t best = 0;
    int      best_cost = 0;
    for (int i = 0; i < children->count; i++) {
        uint64_t child = children->position[i];
        if (flat_is_over(child))
            return child;
        if (fousfous_packed_pieces(child) <= writer->flat.pieces)
            continue;
        if (met(writer, child) < 0)
            return child;
        if (journal_find(&writer->journal, child) >= 0)
            continue;
        int cost = journal_cost(&writer->journal, child);
        if (best == 0 || cost < best_cost) {
            best = child;
            best_cost = cost;
        }
    }
    return best;
}

/* The same by search, the fewest replies first. */
static uint64_t searched_loss(Writer *writer, const FlatChildren *children)
{
    int replies[fousfous_max_moves];
    for (int i = 0; i < children->count; i++) {
        fousfous_pos p;
        flat_unpack(&writer->flat, children->position[i], &p);
        replies[i] = fousfous_count(&p);
    }
    for (int tried = 0; tried < children->count; tried++) {
        int          best = -1;
        fousfous_pos p;
        Truth        truth;
        for (int i = 0; i < children->count; i++)
            if (replies[i] >= 0 && (best < 0 || replies[i] < replies[best]))
                best = i;
        replies[best] = -1;
        flat_unpack(&writer->flat, children->position[best], &p);
        if (!writer->solver->solve(writer->opened, &p, &truth, writer->err))
            return 0;
        if (truth.score < 0)
            return children->position[best];
    }
    error_set(writer->err, ERROR_CERTIFICATE_NO_WIN);
    return 0;
}

static bool walk(Writer *writer, uint64_t position, bool is_won)
{
    if (2 * (writer->count + 1) > writer->room && !grow(writer))
        return false;
    int known = met(writer, position);
    if (known != 0)
        return (known > 0) == is_won || error_set(writer->err, ERROR_FOUSFOUS_JOURNAL_CONTRADICTS);
    size_t at = place_of(writer, position);
    writer->positions[at] = position;
    writer->is_won[at] = is_won;
    writer->count++;
    FlatChildren children;
    flat_children(&writer->flat, position, &children);
    if (!is_won) {
        for (int i = 0; i < children.count; i++)
            if (fousfous_packed_pieces(children.position[i]) > writer->flat.pieces &&
                !walk(writer, children.position[i], true))
                return false;
        return true;
    }
    if (journal_find(&writer->journal, position) < 0)
        return error_set(writer->err, ERROR_FOUSFOUS_JOURNAL_CONTRADICTS);
    uint64_t loss = known_loss(writer, &children);
    if (loss == 0 && fousfous_packed_pieces(position) > writer->flat.pieces + 1) {
        loss = searched_loss(writer, &children);
        if (loss == 0)
            return false;
    }
    /* Where none is known, one capture from what the checker searches, it searches the position. */
    return loss == 0 || flat_is_over(loss) || fousfous_packed_pieces(loss) <= writer->flat.pieces ||
           walk(writer, loss, false);
}

static int compare_positions(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool write_list(Writer *writer, Error *err)
{
    Str       out = {0};
    uint64_t *won = malloc((writer->count + 1) * sizeof *won);
    uint64_t *lost = malloc((writer->count + 1) * sizeof *lost);
    bool      ok = won != NULL && lost != NULL;
    for (size_t i = 0; ok && i < writer->room; i++) {
        if (writer->positions[i] == 0)
            continue;
        if (writer->is_won[i])
            won[writer->flat.won++] = writer->positions[i];
        else
            lost[writer->flat.lost++] = writer->positions[i];
    }
    if (ok) {
        qsort(won, writer->flat.won, sizeof *won, compare_positions);
        qsort(lost, writer->flat.lost, sizeof *lost, compare_positions);
        flat_format(&writer->flat, won, lost, &out);
    }
    free(won);
    free(lost);
    ok = ok && !out.failed ? file_write(writer->order->path, str_get(&out), out.size, err)
                           : error_set(err, ERROR_MEMORY);
    str_free(&out);
    return ok;
}

static int value_of_root(Writer *writer, const fousfous_pos *p, Error *err)
{
    Truth truth;
    if (writer->order->folder == NULL)
        return writer->solver->solve(writer->opened, p, &truth, err) ? truth.score : 0;
    int value = journal_find(&writer->journal, writer->flat.root);
    if (value == 0)
        error_set(err, ERROR_FOUSFOUS_JOURNAL_UNDECIDED, writer->order->folder);
    return value;
}

static bool walk_root(Writer *writer, const fousfous_pos *p, Error *err)
{
    SolverSetup setup = {.threads = writer->order->threads,
                         .table_megabytes = writer->order->table_megabytes,
                         .stop = writer->order->stop};
    writer->opened = writer->solver->open(&setup, err);
    int value = writer->opened != NULL ? value_of_root(writer, p, err) : 0;
    writer->flat.root_is_won = value > 0;
    return value != 0 && grow(writer) && walk(writer, writer->flat.root, value > 0) &&
           write_list(writer, err);
}

bool flat_write(const Solver *solver, const FlatOrder *order, const void *pos, FlatAbout *about,
                Error *err)
{
    enum { SEARCHED_PARTS = 20, ALL_PARTS = 32 };
    const fousfous_pos *p = pos;
    Writer writer = {.order = order, .solver = solver, .err = err, .journal = {.fd = -1}};
    if (fousfous_play(p) != PLAY_ON)
        return error_set(err, ERROR_FOUSFOUS_OVER_THERE);
    int all = fousfous_packed_pieces(flat_start(p->rows, p->cols, &writer.flat.cells));
    writer.flat.rows = p->rows;
    writer.flat.cols = p->cols;
    writer.flat.root = fousfous_pack(p->mine, p->theirs);
    if (p->rows == 8 && p->cols == 8)
        writer.flat.root = fousfous_packed_canonical(writer.flat.root);
    writer.flat.pieces = order->pieces >= 0 ? order->pieces : all * SEARCHED_PARTS / ALL_PARTS;
    if (fousfous_packed_pieces(writer.flat.root) <= writer.flat.pieces)
        return error_set(err, ERROR_CERTIFICATE_ALL_LEFT, writer.flat.pieces);
    bool ok = order->folder == NULL ||
              journal_open(&writer.journal, order->folder, p->rows, p->cols, err);
    ok = ok && walk_root(&writer, p, err);
    if (order->folder != NULL)
        journal_close(&writer.journal);
    solver->close(writer.opened);
    free(writer.positions);
    free(writer.is_won);
    *about = (FlatAbout){.score = writer.flat.root_is_won ? 1 : -1,
                         .pieces = writer.flat.pieces,
                         .won = writer.flat.won,
                         .lost = writer.flat.lost,
                         .records = writer.count};
    return ok;
}
