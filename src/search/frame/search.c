/* The frame around every searcher: limits, deepening, several lines, several threads. */
#include "search/frame/search.h"

#include "base/clock.h"
#include "search/frame/treelog.h"
#include "search/frame/work.h"
#include "search/mcts/mcts_tree.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char  *name;
    SearcherKind kind;
    Text         text;
} searchers[SEARCHER_COUNT] = {
#define SEARCHER(id, kind, english, french) {#id, SEARCHER_##kind, HELP(english, french)},
#include "search/frame/searchers.def"
#undef SEARCHER
};

const char *searcher_name(SearcherId id)
{
    assert(id < SEARCHER_COUNT);
    return searchers[id].name;
}

const char *searcher_text(SearcherId id, Lang lang)
{
    assert(id < SEARCHER_COUNT);
    return text_in(&searchers[id].text, lang);
}

SearcherKind searcher_kind(SearcherId id)
{
    assert(id < SEARCHER_COUNT);
    return searchers[id].kind;
}

/* The exact solver has its own; but PVS goes on where it gives up. */
bool searcher_uses_table(SearcherId id) { return id == SEARCHER_exact || searcher_has_depths(id); }

bool searcher_has_depths(SearcherId id)
{
    SearcherKind kind = searcher_kind(id);
    return kind == SEARCHER_TREE || kind == SEARCHER_ROUGH || kind == SEARCHER_SELECTIVE;
}

bool searcher_find(const char *name, SearcherId *out)
{
    for (int i = 0; i < SEARCHER_COUNT; i++)
        if (strcmp(searchers[i].name, name) == 0) {
            *out = (SearcherId)i;
            return true;
        }
    return false;
}

/* ---- constants ---------------------------------------------------------------------------------
 */

static const Constant flagship_list[] = {
#define CONSTANT(id, usual, min, max, step, english, french)                                       \
    {#id, usual, min, max, step, HELP(english, french)},
#include "search/strong/flagship.def"
#undef CONSTANT
};
_Static_assert((int)FLAGSHIP_CONSTANTS <= (int)MAX_CONSTANTS, "too many constants");

const int32_t flagship_usual[FLAGSHIP_CONSTANTS] = {
#define CONSTANT(id, usual, min, max, step, english, french) usual,
#include "search/strong/flagship.def"
#undef CONSTANT
};

const ConstantTable *searcher_constants(const Game *game, SearcherId id)
{
    static const ConstantTable flagship = {flagship_list, FLAGSHIP_CONSTANTS};
    if (id == SEARCHER_champion)
        return game == NULL                    ? NULL
               : game->info->constants != NULL ? game->info->constants
                                               : &flagship;
    return id == SEARCHER_flagship || id == SEARCHER_exact ? &flagship : NULL;
}

/* ---- limits ------------------------------------------------------------------------------------
 */

enum { USUAL_INTERVAL = 1024, LONGEST_INTERVAL = 16384, LOOK_EVERY_US = 200 };

static void plan_next_look(SearchWork *work)
{
    uint64_t limit = work->context->limits.nodes;
    work->next_look = work->counts.nodes + work->look_interval;
    if (limit != 0 && work->next_look > limit)
        work->next_look = limit;
}

static void read_line(const SearchWork *work, Score score, SearchLine *line)
{
    assert(work->pv_length[0] >= 0 && work->pv_length[0] <= MAX_SEARCH_PLIES);
    line->score = score;
    line->length = work->pv_length[0];
    memcpy(line->moves, work->pv[0], (size_t)line->length * sizeof line->moves[0]);
    if (line->length == 0 || line->moves[0] != work->root_best) {
        line->length = 1;
        line->moves[0] = work->root_best;
    }
}

/* May something other than the number of nodes end it? Then it looks at the clock often. */
static bool is_watched(const SearchWork *work)
{
    return work->deadline_us != 0 || work->context->stop != NULL;
}

enum { REPORT_EVERY_US = 500000 };

/* A searcher without depths reports now and then. */
static void report_so_far(SearchWork *work)
{
    const SearchContext *context = work->context;
    int64_t              now = clock_now_us();
    if (now < work->next_report_us)
        return;
    SearchLine line;
    read_line(work, mcts_choose(work->mcts, work), &line);
    SearchReport report = {.depth = line.length,
                           .line = 1,
                           .time_us = now - work->begun_us,
                           .counts = &work->counts,
                           .best = &line};
    context->report(&report, context->user);
    work->next_report_us = now + REPORT_EVERY_US;
}

bool search_look_at_clock(SearchWork *work)
{
    const SearchContext *context = work->context;
    if (work->next_report_us != 0)
        report_so_far(work);
    if (context->limits.nodes != 0 && work->counts.nodes >= context->limits.nodes)
        return true;
    if (context->stop != NULL && atomic_load_explicit(context->stop, memory_order_relaxed))
        return true;
    if (atomic_load_explicit(work->halt, memory_order_relaxed))
        return true;
    if (is_watched(work)) {
        int64_t now = clock_now_us(), since = now - work->last_look_us;
        if (work->deadline_us != 0 && now >= work->deadline_us)
            return true;
        if (since > 2 * LOOK_EVERY_US && work->look_interval > 1)
            work->look_interval /= 2;
        else if (since < LOOK_EVERY_US / 2 && work->look_interval < LONGEST_INTERVAL)
            work->look_interval *= 2;
        work->last_look_us = now;
    }
    plan_next_look(work);
    return false;
}

int64_t limits_share_of_clock(int64_t left_us, int64_t increment_us)
{
    enum { MOVES_TO_COME = 30, RESERVE_US = 20000 };
    int64_t share = left_us / MOVES_TO_COME + increment_us * 3 / 4;
    int64_t most = left_us / 2 - RESERVE_US;
    share = share < most ? share : most;
    return share > 1000 ? share : 1000;
}

/* Earlier than the limit by a margin for a busy machine, so that the move is out in time. */
static int64_t deadline_of(const Limits *limits, int64_t begin_us)
{
    assert(limits->time_us >= 0);
    if (limits->time_us == 0)
        return 0;
    int64_t margin = 1000 + limits->time_us / 25;
    margin = margin > 10000 ? 10000 : margin;
    margin = margin > limits->time_us / 4 ? limits->time_us / 4 : margin;
    return begin_us + limits->time_us - margin;
}

/* ---- one thread --------------------------------------------------------------------------------
 */

/* What the threads of a search share. */
typedef struct {
    const Game     *game;
    SearchContext  *context;
    SearcherId      id;
    int             deepest;
    int64_t         begin_us;
    EvalSetup       eval;
    Constants       constants;
    atomic_bool     halt;
    AbdadaTable    *busy;
    MctsTree       *mcts; /* NULL for the other searchers */
    MctsSettings    mcts_settings;
    pthread_mutex_t lock; /* guards the context's results */
} Search;

static void publish(Search *search, const SearchWork *work, int depth, const SearchLine *lines,
                    int count)
{
    assert(count > 0 && count <= MAX_LINES);
    SearchContext *context = search->context;
    pthread_mutex_lock(&search->lock);
    if (depth > context->depth || context->line_count == 0) {
        context->depth = depth;
        context->line_count = count;
        memcpy(context->found, lines, (size_t)count * sizeof lines[0]);
        context->best = lines[0].moves[0];
        context->score = lines[0].score;
        for (int i = 0; context->report != NULL && depth > 0 && i < count; i++) {
            SearchReport report = {.depth = depth,
                                   .line = i + 1,
                                   .time_us = clock_now_us() - search->begin_us,
                                   .counts = &work->counts,
                                   .best = &lines[i]};
            report.table_permille = context->table != NULL ? tt_permille_used(context->table) : 0;
            context->report(&report, context->user);
        }
    }
    pthread_mutex_unlock(&search->lock);
}

void search_put_first(SearchWork *work, Move move)
{
    assert(work->root_count >= 0 && work->root_count <= MAX_MOVES);
    for (int i = 0; i < work->root_count; i++)
        if (work->root[i] == move) {
            memmove(work->root + 1, work->root, (size_t)i * sizeof work->root[0]);
            work->root[0] = move;
            break;
        }
}

static void bring_forward(SearchWork *work, const SearchLine *lines, int count)
{
    for (int i = count - 1; i >= 0; i--)
        search_put_first(work, lines[i].moves[0]);
}

/* Best first; equals stay. The lines of a selective search may come out of order. */
static void sort_lines(SearchLine *lines, int count)
{
    assert(count >= 0 && count <= MAX_LINES);
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && lines[j].score > lines[j - 1].score; j--) {
            SearchLine other = lines[j];
            lines[j] = lines[j - 1];
            lines[j - 1] = other;
        }
}

/* One depth, line after line (MultiPV); each line leaves out the first moves of those before.
 * Returns how many were finished; an unfinished first line counts where the kind of searcher allows
 * it. */
static int search_depth(Search *search, SearchWork *work, void *pos, int depth, int wanted,
                        SearchLine *lines)
{
    assert(wanted > 0 && work->root_count > 0);
    Move all[MAX_MOVES];
    int  all_count = work->root_count, done = 0;
    memcpy(all, work->root, (size_t)all_count * sizeof all[0]);
    while (done < wanted && done < all_count) {
        work->root_best = MOVE_NONE;
        Score score = search->game->searchers[search->id](pos, work, depth);
        bool  is_usable = searcher_kind(search->id) != SEARCHER_ROUGH && done == 0;
        if (work->is_stopped && (!is_usable || work->root_best == MOVE_NONE))
            break;
        read_line(work, work->is_stopped ? work->root_score : score, &lines[done]);
        if (done == 0 && work->is_root_ranked && depth <= 1)
            memcpy(all, work->root, (size_t)all_count * sizeof all[0]);
        done++;
        if (work->is_stopped)
            break;
        /* The next line: everything but the moves found. */
        int kept = 0;
        for (int i = 0; i < all_count; i++) {
            bool is_found = false;
            for (int j = 0; j < done; j++)
                is_found |= all[i] == lines[j].moves[0];
            if (!is_found)
                work->root[kept++] = all[i];
        }
        work->root_count = kept;
    }
    memcpy(work->root, all, (size_t)all_count * sizeof all[0]);
    work->root_count = all_count;
    if (searcher_kind(search->id) == SEARCHER_SELECTIVE)
        sort_lines(lines, done);
    return done;
}

/* Time ended within a depth: the best of the root moves it finished is better than the answer of
 * the depth before, whose best move was searched first. */
static void adopt_unfinished(Search *search, int depth, const SearchLine *line)
{
    SearchContext *context = search->context;
    pthread_mutex_lock(&search->lock);
    if (context->depth == depth - 1 && context->line_count <= 1) {
        context->found[0] = *line;
        context->line_count = 1;
        context->best = line->moves[0];
        context->score = line->score;
    }
    pthread_mutex_unlock(&search->lock);
}

static void deepen(Search *search, SearchWork *work, void *pos)
{
    const SearchContext *context = search->context;
    int                  wanted = context->lines > 1 ? context->lines : 1;
    bool                 is_fixed =
        context->switches.is_fixed_depth || searcher_kind(search->id) == SEARCHER_BUDGET;
    wanted = wanted > MAX_LINES ? MAX_LINES : wanted;
    SearchLine *lines = malloc((size_t)wanted * sizeof lines[0]);
    if (lines == NULL)
        return;
    int first = is_fixed ? search->deepest : 1;
    for (int depth = first; depth <= search->deepest && !work->is_stopped; depth++) {
        work->has_seen_horizon = false;
        int count = search_depth(search, work, pos, depth, wanted, lines);
        if (count == 0)
            break;
        bring_forward(work, lines, count);
        work->guess = lines[0].score;
        if (!work->is_stopped)
            publish(search, work, depth, lines, count);
        else
            adopt_unfinished(search, depth, &lines[0]);
        bool is_decided = lines[0].score > SCORE_FORCED || lines[0].score < -SCORE_FORCED;
        bool is_forced = work->root_count == 1 && context->limits.time_us != 0;
        if (((is_decided || is_forced) && wanted == 1) || !work->has_seen_horizon)
            break;
    }
    atomic_store(&search->halt, true);
    free(lines);
}

/* ---- threads -----------------------------------------------------------------------------------
 */

/* Lazy SMP: every thread searches the root with deepening of its own, and they share the table
 * alone. PVS and the flagship put off moves that another thread searches (search/frame/abdada.h).
 */

typedef struct {
    Search     *search;
    SearchWork *work;
    void       *pos; /* its own copy */
    pthread_t   thread;
    bool        is_running;
} SearchThread;

static void free_worker(SearchThread *worker)
{
    if (worker->work != NULL)
        free(worker->work->keys);
    free(worker->work);
    free(worker->pos);
}

static bool make_worker(SearchThread *worker, Search *search, const void *pos, int number)
{
    const Game          *game = search->game;
    const SearchContext *context = search->context;
    SearchWork          *work = calloc(1, sizeof *work);
    size_t               key_room = context->key_count + MAX_SEARCH_PLIES + 2;
    *worker = (SearchThread){.search = search, .work = work, .pos = malloc(game->pos_size)};
    if (work == NULL || worker->pos == NULL)
        return false;
    memcpy(worker->pos, pos, game->pos_size);
    if (context->keys != NULL) {
        work->keys = malloc(key_room * sizeof work->keys[0]);
        if (work->keys == NULL)
            return false;
        memcpy(work->keys, context->keys, context->key_count * sizeof work->keys[0]);
        work->key_count = context->key_count;
    }
    work->context = context;
    work->eval = &search->eval;
    work->constants = search->constants.values;
    work->table = context->table;
    work->busy = search->busy;
    work->mcts = search->mcts;
    work->mcts_settings = &search->mcts_settings;
    work->halt = &search->halt;
    work->thread = number;
    work->tree = number == 0 ? context->tree : NULL;
    work->tree_node = -1;
    work->deadline_us = deadline_of(&context->limits, search->begin_us);
    work->begun_us = work->last_look_us = search->begin_us;
    if (search->mcts != NULL && number == 0 && context->report != NULL)
        work->next_report_us = search->begin_us + REPORT_EVERY_US;
    work->look_interval = is_watched(work) ? 1 : USUAL_INTERVAL;
    work->root_side = game->side(pos);
    work->root_count = game->gen(pos, work->root);
    plan_next_look(work);
    for (int i = 0; i <= MAX_SEARCH_PLIES; i++)
        work->killers[i][0] = work->killers[i][1] = MOVE_NONE;
    return true;
}

static void *run_worker(void *argument)
{
    SearchThread *worker = argument;
    Search       *search = worker->search;
    if (search->mcts == NULL)
        deepen(search, worker->work, worker->pos);
    else if (worker->work->root_count > 1 || search->context->limits.time_us == 0)
        search->game->searchers[search->id](worker->pos, worker->work, MCTS_RUN);
    return NULL;
}

static void add_counts(SearchCounts *sum, const SearchCounts *part)
{
    sum->nodes += part->nodes;
    sum->leaves += part->leaves;
    sum->cutoffs += part->cutoffs;
    sum->first_cutoffs += part->first_cutoffs;
    sum->researches += part->researches;
    sum->table_probes += part->table_probes;
    sum->table_hits += part->table_hits;
    sum->table_cuts += part->table_cuts;
    sum->memory += part->memory;
    if (part->selective_depth > sum->selective_depth)
        sum->selective_depth = part->selective_depth;
}

/* The answer of the tree that all workers have built. */
static void read_mcts(Search *search, SearchThread *worker)
{
    SearchContext *context = search->context;
    SearchWork    *work = worker->work;
    int            wanted = context->lines > 1 ? context->lines : 1;
    wanted = wanted > MAX_LINES ? MAX_LINES : wanted;
    SearchLine *lines = malloc((size_t)wanted * sizeof lines[0]);
    if (lines == NULL)
        return;
    context->counts.memory += mcts_tree_bytes(search->mcts);
    work->counts = context->counts;
    work->is_stopped = false;
    int count = search_depth(search, work, worker->pos, MCTS_END, wanted, lines);
    publish(search, work, lines[0].length, lines, count);
    free(lines);
}

/* Without any limit there is a usual one; a depth is none. */
static void begin_mcts(Search *search, SearchThread *worker, int threads)
{
    assert(threads > 0);
    enum { USUAL_ITERATIONS = 10000 };
    const SearchContext *context = search->context;
    const Limits        *limits = &context->limits;
    MctsTree            *tree = search->mcts;
    bool                 is_bounded =
        limits->nodes != 0 || limits->time_us != 0 || (context->stop != NULL && limits->depth == 0);
    tree->is_shared = threads > 1;
    tree->budget = limits->iterations == 0 && !is_bounded ? USUAL_ITERATIONS : limits->iterations;
    tree->reserve = tree->budget / 2;
    atomic_store(&tree->claimed, 0);
    search->game->searchers[search->id](worker->pos, worker->work, MCTS_BEGIN);
}

static void run_workers(Search *search, const void *pos, int threads)
{
    assert(threads > 0);
    enum { MAX_THREADS = 64 };
    SearchThread workers[MAX_THREADS];
    int          count = 0;
    threads = threads > MAX_THREADS ? MAX_THREADS : threads;
    while (count < threads && make_worker(&workers[count], search, pos, count))
        count++;
    if (count < threads) /* short of memory: go on with those there are */
        free_worker(&workers[count]);
    if (search->mcts != NULL && count > 0)
        begin_mcts(search, &workers[0], count);
    for (int i = 1; i < count; i++)
        workers[i].is_running =
            pthread_create(&workers[i].thread, NULL, run_worker, &workers[i]) == 0;
    if (count > 0)
        run_worker(&workers[0]);
    for (int i = 0; i < count; i++) {
        if (workers[i].is_running)
            pthread_join(workers[i].thread, NULL);
        add_counts(&search->context->counts, &workers[i].work->counts);
    }
    if (search->mcts != NULL && count > 0)
        read_mcts(search, &workers[0]);
    for (int i = 0; i < count; i++)
        free_worker(&workers[i]);
}

static int deepest_of(const SearchContext *context, SearcherId id)
{
    enum { USUAL_DEPTH = 4 };
    const Limits *limits = &context->limits;
    if (searcher_kind(id) == SEARCHER_MOVE ||
        (searcher_kind(id) == SEARCHER_BUDGET && limits->depth == 0))
        return 1;
    if (limits->depth > 0)
        return limits->depth < MAX_SEARCH_PLIES - 1 ? limits->depth : MAX_SEARCH_PLIES - 1;
    bool is_bounded = limits->nodes != 0 || limits->time_us != 0 || context->stop != NULL;
    return is_bounded && !context->switches.is_fixed_depth ? MAX_SEARCH_PLIES - 1 : USUAL_DEPTH;
}

/* Short of memory: the first legal move stands. */
static void run_mcts(Search *search, const void *pos)
{
    const SearchContext *context = search->context;
    MctsTree            *own = NULL;
    search->mcts_settings = context->mcts != NULL ? *context->mcts : mcts_usual(search->game);
    if (context->mcts_tree == NULL)
        own = mcts_tree_new(search->mcts_settings.memory_megabytes);
    search->mcts = own != NULL ? own : context->mcts_tree;
    if (search->mcts != NULL)
        run_workers(search, pos, context->threads > 1 ? context->threads : 1);
    mcts_tree_delete(own);
}

void search_run(const Game *game, void *pos, SearcherId id, SearchContext *context)
{
    assert(game->play(pos) == PLAY_ON);
    Move   moves[MAX_MOVES];
    Search search = {.game = game,
                     .context = context,
                     .id = id,
                     .deepest = deepest_of(context, id),
                     .begin_us = clock_now_us(),
                     .eval = context->eval,
                     .constants = context->constants};
    bool   shares = context->threads > 1 && context->table != NULL && context->lines <= 1 &&
                  searcher_kind(id) != SEARCHER_MOVE;
    if (search.eval.mask == 0)
        eval_setup(game->info->evals, 0, &search.eval);
    const ConstantTable *table = searcher_constants(game, id);
    if (table != NULL && search.constants.count != table->count)
        constants_reset(table, &search.constants);
    game->gen(pos, moves);
    context->best = moves[0];
    context->score = 0;
    context->depth = context->line_count = 0;
    context->counts = (SearchCounts){0};
    search.busy = shares ? calloc(1, sizeof *search.busy) : NULL;
    if (context->table != NULL)
        tt_new_search(context->table);
    pthread_mutex_init(&search.lock, NULL);
    if (id == SEARCHER_mcts)
        run_mcts(&search, pos);
    else
        run_workers(&search, pos, shares ? context->threads : 1);
    pthread_mutex_destroy(&search.lock);
    free(search.busy);
    context->nodes = context->counts.nodes;
    context->time_us = clock_now_us() - search.begin_us;
    assert(context->best != MOVE_NONE);
}
