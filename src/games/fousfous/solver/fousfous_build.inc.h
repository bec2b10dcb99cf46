/* Building and verifying the endgame tables: layer after layer, on threads, into files. */
#pragma once
#include "base/errors.h"
#include "base/file.h"
#include "games/fousfous/solver/fousfous_layer.inc.h"
#include "games/fousfous/solver/fousfous_tables.h"

#include <unistd.h>

typedef struct {
    const TablesWork *work;
    FousfousIndex    *index; /* the files' order; NULL on other boards, which have no files */
    uint64_t          cells;
    FousfousHalves   *low, *high; /* the same where the board is its own reflection */
    FousfousLayer     below, here;
    double            weight_done, weight_all; /* of the layers */
} TablesBuild;

/* A task shared by threads: units are first halves, dealt out one by one. */
typedef struct TablesTask {
    TablesBuild          *build;
    int                   pieces;
    Sweep                 sweep;
    const FousfousTables *tables;  /* when verifying */
    double           begin, share; /* of the layer's work that is done, and that this task is */
    atomic_uint      next;
    atomic_bool      is_wrong;
    _Atomic uint64_t changed, won, lost, wrong_mine, wrong_theirs;
    void (*unit)(struct TablesTask *task, int n, uint32_t first);
} TablesTask;

static double build_weight(int pieces)
{
    double weight = 1;
    for (int i = 0; i < pieces; i++)
        weight = weight * 2 * (32 - i) / (i + 1);
    return weight;
}

static bool build_is_stopped(const TablesBuild *build)
{
    return build->work->stop != NULL &&
           atomic_load_explicit(build->work->stop, memory_order_relaxed);
}

static void task_work(TablesTask *task, bool is_caller)
{
    const TablesBuild *build = task->build;
    uint32_t           units = 0;
    for (int n = 0; n <= task->pieces; n++)
        units += build->low->count[n];
    for (;;) {
        uint32_t unit = atomic_fetch_add(&task->next, 1), at = unit;
        int      n = 0;
        if (unit >= units || build_is_stopped(build) || atomic_load(&task->is_wrong))
            return;
        while (at >= build->low->count[n])
            at -= build->low->count[n++];
        task->unit(task, n, at);
        if (is_caller && build->work->progress != NULL && unit % 64 == 0) {
            double layer = task->begin + task->share * unit / units;
            build->work->progress(task->pieces,
                                  (build->weight_done + layer * build_weight(task->pieces)) /
                                      build->weight_all,
                                  build->work->user);
        }
    }
}

static void *task_thread(void *user)
{
    task_work(user, false);
    return NULL;
}

/* False when it was stopped. */
static bool task_run(TablesTask *task)
{
    enum { MAX_THREADS = 64 };
    pthread_t threads[MAX_THREADS];
    int       count = 0, wanted = task->build->work->threads - 1;
    atomic_store(&task->next, 0);
    while (count < wanted && count < MAX_THREADS &&
           pthread_create(&threads[count], NULL, task_thread, task) == 0)
        count++;
    task_work(task, true);
    while (count > 0)
        pthread_join(threads[--count], NULL);
    return !build_is_stopped(task->build);
}

static uint64_t build_half_word(uint32_t half)
{
    return (uint64_t)(half & 1) << 3 | (uint64_t)(half >> 1 & 7) << 10 |
           (uint64_t)(half >> 4 & 31) << 17 | (uint64_t)(half >> 9 & 127) << 24;
}

static uint32_t build_half(const FousfousHalves *halves, int n, uint32_t number)
{
    return halves->list[halves->begin[n] + number];
}

static uint64_t build_set(const TablesBuild *build, int pieces, int n, uint32_t first,
                          uint32_t second)
{
    return build_half_word(build_half(build->low, n, first)) |
           fousfous_turn_u(build_half_word(build_half(build->high, pieces - n, second)));
}

static inline bool build_settle(TablesBuild *build, int pieces, uint64_t all, Sweep sweep)
{
    FousfousLayer       *here = &build->here;
    const FousfousLayer *below = &build->below;
    switch (pieces) { /* so that the number of pieces is a constant inside */
    case 2:
        return layer_settle(here, below, 2, all, sweep);
    case 3:
        return layer_settle(here, below, 3, all, sweep);
    case 4:
        return layer_settle(here, below, 4, all, sweep);
    case 5:
        return layer_settle(here, below, 5, all, sweep);
    case 6:
        return layer_settle(here, below, 6, all, sweep);
    case 7:
        return layer_settle(here, below, 7, all, sweep);
    case 8:
        return layer_settle(here, below, 8, all, sweep);
    case 9:
        return layer_settle(here, below, 9, all, sweep);
    default:
        return layer_settle(here, below, 10, all, sweep);
    }
}

static void sweep_unit(TablesTask *task, int n, uint32_t first)
{
    uint64_t changed = 0;
    for (uint32_t i = 0, count = task->build->high->count[task->pieces - n]; i < count; i++) {
        uint64_t all = build_set(task->build, task->pieces, n, first, i);
        if (all == layer_lowest(&task->build->here, all))
            changed += build_settle(task->build, task->pieces, all, task->sweep);
    }
    atomic_fetch_add(&task->changed, changed);
}

/* The blocks of the file in their order: first halves that are the lower of their pair. */
static bool build_is_first(const TablesBuild *build, int n, uint32_t first)
{
    return !(build->index->half[build_half(build->low, n, first)] & HALF_IS_UPPER);
}

static void pack_unit(TablesTask *task, int n, uint32_t first, uint8_t *bytes, bool is_reading)
{
    TablesBuild *build = task->build;
    int          pieces = task->pieces;
    uint32_t     count = build->high->count[pieces - n];
    if (2 * n > pieces || !build_is_first(build, n, first))
        return;
    for (uint32_t i = 2 * n == pieces ? first : 0; i < count; i++) {
        uint64_t won[TRUTH_MAX_WORDS] = {0}, all = build_set(build, pieces, n, first, i);
        size_t   at = ((size_t)build->index->base[pieces][n][first] + i) << pieces;
        int      size = pieces < 3 ? 1 : 1 << (pieces - 3);
        if (is_reading) {
            for (int b = 0; b < size; b++)
                won[b / 8] |= (uint64_t)bytes[at / 8 + (size_t)b] << 8 * (b % 8);
            won[0] = (pieces < 3 ? won[0] >> at % 8 : won[0]) & truth_mask(pieces);
            layer_write_all(&build->here, pieces, all, won);
        } else {
            layer_read(&build->here, all, build->here.words, won);
            for (int b = 0; b < size; b++)
                bytes[at / 8 + (size_t)b] |=
                    (uint8_t)(won[b / 8] >> 8 * (b % 8) << (pieces < 3 ? at % 8 : 0));
        }
    }
}

static void build_pack(TablesBuild *build, int pieces, uint8_t *bytes, bool is_reading)
{
    TablesTask task = {.build = build, .pieces = pieces};
    for (int n = 0; 2 * n <= pieces; n++)
        for (uint32_t first = 0; first < build->low->count[n]; first++)
            pack_unit(&task, n, first, bytes, is_reading);
}

static void layer_free(FousfousLayer *layer)
{
    free((void *)layer->won);
    free((void *)layer->stale);
    *layer = (FousfousLayer){0};
}

static bool layer_new(FousfousLayer *layer, const TablesBuild *build, int pieces, Error *err)
{
    *layer = (FousfousLayer){.cells = build->cells,
                             .has_reflections = build->low == build->high,
                             .words = truth_words(pieces)};
    fousfous_sets_init(&layer->sets, build->low, build->high, pieces);
    layer->won = calloc((size_t)layer->sets.blocks * (size_t)layer->words, sizeof *layer->won);
    layer->stale = calloc(layer->sets.blocks, sizeof *layer->stale);
    if (layer->won != NULL && layer->stale != NULL)
        return true;
    layer_free(layer);
    return error_set(err, ERROR_FOUSFOUS_TABLE_MEMORY, pieces);
}

/* One piece: the mover's own is won, the enemy's lost. */
static bool build_first(TablesBuild *build, Error *err)
{
    if (!layer_new(&build->here, build, 1, err))
        return false;
    for (uint32_t i = 0; i < build->here.sets.blocks; i++)
        atomic_store_explicit(&build->here.won[i], 2, memory_order_relaxed);
    return true;
}

static bool build_solve(TablesBuild *build, int pieces, Error *err)
{
    /* How long the sweeps take is much the same for all layers. */
    static const double ends[] = {0.04, 0.32, 0.58, 0.84, 0.96, 0.99, 1};
    double              begin = 0;
    for (size_t pass = 0;; pass++) {
        double     end = pass < sizeof ends / sizeof ends[0] ? ends[pass] : 1;
        TablesTask task = {.build = build,
                           .pieces = pieces,
                           .sweep = pass == 0   ? SWEEP_CAPTURES
                                    : pass == 1 ? SWEEP_ALL
                                                : SWEEP_STALE,
                           .begin = begin,
                           .share = end - begin,
                           .unit = sweep_unit};
        if (!task_run(&task))
            return error_set(err, ERROR_STOPPED);
        if (pass > 0 && task.changed == 0)
            return true;
        begin = end;
    }
}

static bool build_save(TablesBuild *build, int pieces, const char *path, TableLayer *out,
                       Error *err)
{
    const FousfousLayer *here = &build->here;
    size_t               size = fousfous_table_bytes(build->index, pieces), words;
    uint8_t             *bytes = calloc(1, TABLEFILE_HEADER + size);
    if (bytes == NULL)
        return error_set(err, ERROR_MEMORY);
    words = (size_t)here->sets.blocks * (size_t)here->words;
    *out = (TableLayer){.pieces = pieces, .bytes = size, .is_new = true};
    for (size_t i = 0; i < words; i++)
        out->won += (uint64_t)bits_count(atomic_load_explicit(&here->won[i], memory_order_relaxed));
    out->won -= here->sets.blocks; /* those without an enemy */
    out->lost = (((uint64_t)1 << pieces) - 2) * here->sets.blocks - out->won;
    build_pack(build, pieces, bytes + TABLEFILE_HEADER, false);
    tablefile_seal(bytes, FOUSFOUS_TABLE_NAME, out);
    bool ok = file_write(path, (const char *)bytes, TABLEFILE_HEADER + size, err);
    free(bytes);
    return ok;
}

/* The file of this layer, when it is there: checked, and laid out in memory if `is_needed`. */
static bool build_load(TablesBuild *build, int pieces, const char *path, bool is_needed, Error *err)
{
    const void *bytes;
    size_t      size;
    TableLayer  layer;
    if (!file_map(path, &bytes, &size, err))
        return false;
    bool ok = tablefile_check(bytes, size, FOUSFOUS_TABLE_NAME, pieces, &layer, err);
    if (!ok)
        error_prefix(err, path);
    else if (layer.bytes != fousfous_table_bytes(build->index, pieces))
        ok = error_set(err, ERROR_FOUSFOUS_TABLE_SIZE, path);
    if (ok && is_needed && (ok = layer_new(&build->here, build, pieces, err)))
        build_pack(build, pieces, (uint8_t *)(uintptr_t)bytes + TABLEFILE_HEADER, true);
    file_unmap(bytes, size);
    if (ok && build->work->finished != NULL)
        build->work->finished(&layer, build->work->user);
    return ok;
}

static bool build_layers(TablesBuild *build, Str *path, Error *err)
{
    const TablesWork *work = build->work;
    bool              is_there[FOUSFOUS_MAX_TABLE + 2] = {false};
    for (int k = 2; k <= work->pieces; k++) {
        if (!tablefile_path(work->folder, fousfous_info.id, k, path, err))
            return false;
        is_there[k] = access(str_get(path), F_OK) == 0;
        build->weight_all += is_there[k] ? 0 : build_weight(k);
    }
    if (!build_first(build, err))
        return false;
    for (int k = 2; k <= work->pieces; k++) {
        layer_free(&build->below);
        build->below = build->here;
        build->here = (FousfousLayer){0};
        if (!tablefile_path(work->folder, fousfous_info.id, k, path, err))
            return false;
        if (is_there[k]) {
            bool is_needed = k < work->pieces && !is_there[k + 1];
            if (!build_load(build, k, str_get(path), is_needed, err))
                return false;
            continue;
        }
        TableLayer layer;
        if (!layer_new(&build->here, build, k, err) || !build_solve(build, k, err) ||
            !build_save(build, k, str_get(path), &layer, err))
            return false;
        build->weight_done += build_weight(k);
        if (work->finished != NULL)
            work->finished(&layer, work->user);
    }
    return true;
}

static void build_end(TablesBuild *build)
{
    layer_free(&build->below);
    layer_free(&build->here);
    if (build->high != build->low)
        free(build->high);
    free(build->low);
    free(build->index);
}

static bool build_begin(TablesBuild *build, const TablesWork *work, Error *err)
{
    *build = (TablesBuild){.work = work, .index = fousfous_index_new(), .cells = FOUSFOUS_DIAMOND};
    build->low = build->high = malloc(sizeof *build->low);
    if (build->index == NULL || build->low == NULL)
        return error_set(err, ERROR_MEMORY);
    fousfous_halves_init(build->low, FOUSFOUS_HALVES - 1, build->index);
    return true;
}

static bool build_tables(const TablesWork *work, Error *err)
{
    TablesBuild build;
    Str         path = {0};
    bool        ok = build_begin(&build, work, err) &&
              tablefile_path(work->folder, fousfous_info.id, 0, &path, err) &&
              file_make_folder(str_get(&path), err) && build_layers(&build, &path, err);
    str_free(&path);
    build_end(&build);
    return ok;
}

/* ---- other boards, in memory ---- */

static bool build_small_layers(TablesBuild *build, FousfousTables *tables, int largest, Error *err)
{
    if (!build_first(build, err))
        return false;
    for (int k = 1;; k++) {
        tables->sets[k] = build->here.sets;
        tables->bits[k] = (const uint8_t *)(uintptr_t)build->here.won;
        tables->made[k] = (void *)build->here.won;
        tables->largest = k;
        free((void *)build->below.stale); /* what was won stays, in `tables` */
        build->below = build->here;
        build->here = (FousfousLayer){0};
        if (k == largest)
            break;
        if (!layer_new(&build->here, build, k + 1, err) || !build_solve(build, k + 1, err))
            return false;
    }
    return true;
}

/* Takes the place of what `tables` held. False when stopped or memory is short: no table then. */
static bool build_small_tables(FousfousTables *tables, uint64_t cells, int largest,
                               const TablesWork *work, Error *err)
{
    fousfous_tables_close(tables);
    tables->cells = cells;
    tables->low = malloc(sizeof *tables->low);
    tables->high = malloc(sizeof *tables->high);
    TablesBuild build = {.work = work, .cells = cells, .low = tables->low, .high = tables->high};
    bool        ok = tables->low != NULL && tables->high != NULL;
    if (!ok) {
        error_set(err, ERROR_MEMORY);
    } else {
        fousfous_halves_init(tables->low, fousfous_half(cells), NULL);
        fousfous_halves_init(tables->high, fousfous_half(fousfous_turn_u(cells)), NULL);
        ok = build_small_layers(&build, tables, largest, err);
    }
    free((void *)build.below.stale);
    layer_free(&build.here);
    if (!ok)
        fousfous_tables_close(tables);
    return ok;
}

/* ---- the second pass: plain rules and the finished tables, nothing of what made them ---- */

static bool verify_position(const FousfousTables *tables, int pieces, uint64_t mine,
                            uint64_t theirs, bool is_won)
{
    fousfous_pos p = {
        .mine = mine, .theirs = theirs, .cells = FOUSFOUS_DIAMOND, .rows = 8, .cols = 8};
    Move moves[fousfous_max_moves];
    if (fousfous_play(&p) != PLAY_ON)
        return is_won == (fousfous_play(&p) == PLAY_WON);
    int  count = fousfous_gen(&p, moves);
    bool can_win = false;
    for (int i = 0; i < count && !can_win; i++) {
        fousfous_undo undo;
        fousfous_make(&p, moves[i], &undo);
        int left = p.mine == 0 ? 0 : bits_count(p.mine | p.theirs);
        can_win = left == 0 || !fousfous_tables_won(tables, left, p.mine, p.theirs);
        fousfous_unmake(&p, moves[i], &undo);
    }
    return count > 0 && can_win == is_won && tables->largest >= pieces;
}

/* How often the block's positions count: its reflections, shared by those that have blocks too. */
static uint64_t verify_weight(const FousfousIndex *index, int pieces, uint64_t all)
{
    uint64_t image[4] = {all, fousfous_turn_u(all), fousfous_turn_v(all),
                         fousfous_turn_u(fousfous_turn_v(all))};
    uint32_t blocks[4], bit, images = 0, different = 0;
    for (int i = 0; i < 4; i++) {
        bool is_new = true, is_new_block = true;
        blocks[i] = fousfous_locate(index, pieces, 0, image[i], &bit);
        for (int j = 0; j < i; j++) {
            is_new = is_new && image[j] != image[i];
            is_new_block = is_new_block && blocks[j] != blocks[i];
        }
        images += is_new;
        different += is_new_block;
    }
    return 4 * images / different;
}

static void verify_unit(TablesTask *task, int n, uint32_t first)
{
    const TablesBuild *build = task->build;
    int                pieces = task->pieces;
    uint64_t           won = 0, lost = 0;
    if (2 * n > pieces || !build_is_first(build, n, first))
        return;
    for (uint32_t i = 2 * n == pieces ? first : 0, count = build->high->count[pieces - n];
         i < count; i++) {
        uint64_t all = build_set(build, pieces, n, first, i), mine = 0;
        uint64_t weight = verify_weight(build->index, pieces, all);
        size_t   at = ((size_t)build->index->base[pieces][n][first] + i) << pieces;
        for (uint32_t colours = 0; colours < 1u << pieces; colours++, at++) {
            bool is_won = task->tables->bits[pieces][at >> 3] >> (at & 7) & 1;
            if (!verify_position(task->tables, pieces, mine, all ^ mine, is_won)) {
                atomic_store(&task->wrong_mine, mine);
                atomic_store(&task->wrong_theirs, all ^ mine);
                atomic_store(&task->is_wrong, true);
                return;
            }
            if (mine != 0 && mine != all)
                *(is_won ? &won : &lost) += weight;
            mine = (mine - all) & all; /* the next subset, in the same order */
        }
    }
    atomic_fetch_add(&task->won, won);
    atomic_fetch_add(&task->lost, lost);
}

static bool verify_layer(TablesBuild *build, const FousfousTables *tables, const TableLayer *layer,
                         Error *err)
{
    TablesTask task = {
        .build = build, .pieces = layer->pieces, .tables = tables, .share = 1, .unit = verify_unit};
    if (!task_run(&task))
        return error_set(err, ERROR_STOPPED);
    if (task.is_wrong)
        return error_set(err, ERROR_FOUSFOUS_TABLE_VALUE, layer->pieces,
                         (unsigned long long)task.wrong_mine,
                         (unsigned long long)task.wrong_theirs);
    if (task.won / 4 != layer->won || task.lost / 4 != layer->lost)
        return error_set(err, ERROR_FOUSFOUS_TABLE_COUNTS, layer->pieces);
    if (build->work->finished != NULL)
        build->work->finished(layer, build->work->user);
    return true;
}

/* The header of each table, of a file of the folder or built in. */
static bool verify_header(const FousfousTables *tables, const TablesWork *work, int pieces,
                          TableLayer *out, Error *err)
{
    Str         path = {0};
    const void *bytes = NULL;
    size_t      size;
    bool        ok = tablefile_path(work->folder, fousfous_info.id, pieces, &path, err);
    if (ok && access(str_get(&path), F_OK) == 0) {
        ok = file_map(str_get(&path), &bytes, &size, err);
        if (ok && !tablefile_check(bytes, size, FOUSFOUS_TABLE_NAME, pieces, out, err))
            ok = error_prefix(err, str_get(&path));
        file_unmap(bytes, size);
    } else if (ok && pieces <= FOUSFOUS_BUILT_IN) {
        const uint8_t *built_in = fousfous_table_built_in(tables->index, pieces, &size);
        ok = tablefile_check(built_in, size, FOUSFOUS_TABLE_NAME, pieces, out, err);
    } else if (ok) {
        ok = error_set(err, ERROR_FOUSFOUS_TABLE_ABSENT, str_get(&path));
    }
    str_free(&path);
    return ok;
}

static bool verify_tables(const TablesWork *work, Error *err)
{
    TablesBuild    build;
    FousfousTables tables;
    bool           ok = fousfous_tables_open(&tables, work->folder, work->pieces, err);
    ok = build_begin(&build, work, err) && ok;
    for (int k = 2; k <= work->pieces; k++)
        build.weight_all += build_weight(k);
    for (int k = 2; ok && k <= work->pieces; k++) {
        TableLayer layer;
        ok = verify_header(&tables, work, k, &layer, err) &&
             verify_layer(&build, &tables, &layer, err);
        build.weight_done += build_weight(k);
    }
    build_end(&build);
    fousfous_tables_close(&tables);
    return ok;
}
