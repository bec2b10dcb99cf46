/* Monte Carlo tree search, the part that knows no game: settings, pool of nodes, backup, choice of
 * the move. */
#include "search/mcts/mcts.h"

#include "base/errors.h"
#include "base/parse.h"
#include "search/mcts/mcts_tree.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- settings ----------------------------------------------------------------------------------
 */

enum { MAX_MEGABYTES = 65536 };

const MctsPreset mcts_presets[] = {
    {.name = "strong",
     .help = HELP("solver, tree kept between moves, the game's own playouts",
                  "solveur, arbre gardé entre les coups, simulations propres au jeu"),
     .settings = {.exploration = 1,
                  .playout = PLAYOUT_GAME,
                  .choice = CHOICE_ROBUST,
                  .has_solver = true,
                  .has_reuse = true,
                  .first_play = -1,
                  .scale = 10,
                  .memory_megabytes = 256}},
    {.name = "seed2",
     .help = HELP("plain UCT with constant √2, 200 ms; choice=max and playout=win are its variants",
                  "UCT simple, constante √2, 200 ms ; variantes choice=max et playout=win"),
     .settings = {.exploration = 1.4142135623730951,
                  .playout = PLAYOUT_UNIFORM,
                  .choice = CHOICE_ROBUST,
                  .first_play = -1,
                  .scale = 10,
                  .memory_megabytes = 64},
     .limits = {.time_us = 200000}},
    {.name = "seed4",
     .help = HELP("UCT with constant 2 that sees forced ends, 1000 simulations",
                  "UCT, constante 2, qui voit les fins forcées, 1000 simulations"),
     .settings = {.exploration = 2,
                  .playout = PLAYOUT_UNIFORM,
                  .choice = CHOICE_ROBUST,
                  .has_solver = true,
                  .first_play = -1,
                  .scale = 10,
                  .memory_megabytes = 64},
     .limits = {.iterations = 1000}},
};
const int mcts_preset_count = sizeof mcts_presets / sizeof mcts_presets[0];

static const char *const playout_names[] = {"uniform", "win", "game", NULL};
static const char *const choice_names[] = {"robust", "max", "max-robust", "secure", NULL};
static const char *const switch_names[] = {"off", "on", NULL};

/* The index of a word in a list. */
static bool read_word(const char *name, const char *value, const char *const words[], int *out,
                      Error *err)
{
    char   known[100] = "";
    size_t used = 0;
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], value) == 0) {
            *out = i;
            return true;
        }
        int added =
            snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", words[i]);
        used += added > 0 && (size_t)added < sizeof known - used ? (size_t)added : 0;
    }
    return error_set(err, ERROR_ONE_OF, name, known, value);
}

static bool read_number(const char *name, const char *value, double max, double *out, Error *err)
{
    double number;
    if (value[0] == '-' || !parse_decimal(value, &number) || number > max)
        return error_set(err, ERROR_NUMBER, name, max, value);
    *out = number;
    return true;
}

static bool read_switch(const char *name, const char *value, bool *out, Error *err)
{
    int on;
    if (!read_word(name, value, switch_names, &on, err))
        return false;
    *out = on != 0;
    return true;
}

static bool read_whole(const char *name, const char *value, int min, int max, int *out, Error *err)
{
    int64_t number;
    if (!parse_int(name, value, min, max, &number, err))
        return false;
    *out = (int)number;
    return true;
}

static bool set_one(MctsSettings *settings, const char *name, const char *value, Error *err)
{
    int word = 0;
    if (strcmp(name, "exploration") == 0)
        return read_number(name, value, 1000, &settings->exploration, err);
    if (strcmp(name, "playout") == 0) {
        bool ok = read_word(name, value, playout_names, &word, err);
        settings->playout = (MctsPlayout)word;
        return ok;
    }
    if (strcmp(name, "choice") == 0) {
        bool ok = read_word(name, value, choice_names, &word, err);
        settings->choice = (MctsChoice)word;
        return ok;
    }
    if (strcmp(name, "solver") == 0)
        return read_switch(name, value, &settings->has_solver, err);
    if (strcmp(name, "reuse") == 0)
        return read_switch(name, value, &settings->has_reuse, err);
    if (strcmp(name, "first_play") == 0) {
        settings->first_play = -1;
        return strcmp(value, "inf") == 0 ||
               read_number(name, value, 100, &settings->first_play, err);
    }
    if (strcmp(name, "implicit") == 0)
        return read_number(name, value, 1, &settings->implicit_minimax, err);
    if (strcmp(name, "bias") == 0)
        return read_number(name, value, 1000, &settings->bias, err);
    if (strcmp(name, "scale") == 0) {
        bool ok = read_number(name, value, 10000, &settings->scale, err);
        return ok && settings->scale < 0.01 ? error_set(err, ERROR_MCTS_SCALE) : ok;
    }
    if (strcmp(name, "plies") == 0)
        return read_whole(name, value, 0, PLAYOUT_MAX_PLIES, &settings->playout_plies, err);
    if (strcmp(name, "memory") == 0)
        return read_whole(name, value, 1, MAX_MEGABYTES, &settings->memory_megabytes, err);
    return error_set(err, ERROR_MCTS_UNKNOWN, name);
}

static const MctsPreset *find_preset(const char *name, size_t length)
{
    for (int i = 0; i < mcts_preset_count; i++)
        if (strlen(mcts_presets[i].name) == length &&
            memcmp(mcts_presets[i].name, name, length) == 0)
            return &mcts_presets[i];
    return NULL;
}

const MctsPreset *mcts_preset_of(const char *text)
{
    const MctsPreset *preset = find_preset(text, strcspn(text, ","));
    return preset != NULL ? preset : &mcts_presets[0];
}

static bool set_all(const Game *game, const char *text, bool may_name_preset,
                    MctsSettings *settings, Error *err);

/* The strong preset is what the game says is strong. */
static MctsSettings preset_settings(const Game *game, const MctsPreset *preset)
{
    MctsSettings settings = preset->settings;
    if (preset == &mcts_presets[0] && game != NULL && game->info->mcts != NULL) {
        bool ok = set_all(game, game->info->mcts, false, &settings, NULL);
        assert(ok); /* a test reads every game's */
        (void)ok;
    }
    return settings;
}

MctsSettings mcts_usual(const Game *game) { return preset_settings(game, &mcts_presets[0]); }

/* Settings "a=1,b=2" one by one; a preset's name may stand first. */
static bool set_all(const Game *game, const char *text, bool may_name_preset,
                    MctsSettings *settings, Error *err)
{
    char part[64];
    for (bool is_first = true; *text != '\0'; is_first = false) {
        size_t length = strcspn(text, ",");
        if (length >= sizeof part)
            return error_set(err, ERROR_MCTS_LONG, text);
        memcpy(part, text, length);
        part[length] = '\0';
        text += length + (text[length] == ',');
        if (length == 0 || (*text == '\0' && text[-1] == ','))
            return error_set(err, ERROR_MCTS_COMMA);
        char             *equals = strchr(part, '=');
        const MctsPreset *preset = find_preset(part, length);
        if (equals == NULL) {
            if (!may_name_preset || !is_first || preset == NULL)
                return error_set(err, ERROR_MCTS_PAIR, part);
            *settings = preset_settings(game, preset);
            continue;
        }
        *equals = '\0';
        if (!set_one(settings, part, equals + 1, err))
            return false;
    }
    return true;
}

bool mcts_parse(const Game *game, const char *text, MctsSettings *out, Error *err)
{
    MctsSettings settings = mcts_usual(game);
    if (!set_all(game, text, true, &settings, err))
        return false;
    *out = settings;
    return true;
}

/* ---- numbers -----------------------------------------------------------------------------------
 */

double mcts_log(double x)
{
    assert(x > 0);
    /* x = m 2^e with m near 1, then the series of atanh. */
    const double log_2 = 0.69314718055994530942;
    int          exponent;
    double       m = frexp(x, &exponent);
    if (m < 0.70710678118654752440) {
        m *= 2;
        exponent--;
    }
    double t = (m - 1) / (m + 1), s = t * t;
    double sum = 2.0 / 15;
    for (int k = 13; k >= 1; k -= 2)
        sum = sum * s + 2.0 / k;
    return exponent * log_2 + sum * t;
}

int mcts_chance(const MctsSettings *settings, Score score)
{
    assert(settings->scale > 0 && score >= -SCORE_INF && score <= SCORE_INF);
    /* exp(x) as (1 + x/4096)^4096: within one percent where it matters, and the same everywhere. */
    double x = -score / (100 * settings->scale);
    x = x > 10 ? 10 : x < -10 ? -10 : x;
    double power = 1 + x / 4096;
    for (int i = 0; i < 12; i++)
        power *= power;
    return (int)(MCTS_CHANCE / (1 + power) + 0.5);
}

Score mcts_score(const MctsSettings *settings, double chance)
{
    assert(chance >= 0 && chance <= 1);
    const double least = 1e-4;
    chance = chance < least ? least : chance > 1 - least ? 1 - least : chance;
    double points = 100 * settings->scale * mcts_log(chance / (1 - chance));
    points = points > 900000 ? 900000 : points < -900000 ? -900000 : points;
    return (Score)floor(points + 0.5);
}

/* ---- the pool ----------------------------------------------------------------------------------
 */

MctsTree *mcts_tree_new(int megabytes)
{
    MctsTree *tree = malloc(sizeof *tree);
    if (tree == NULL)
        return NULL;
    megabytes = megabytes < 1 ? 1 : megabytes > MAX_MEGABYTES ? MAX_MEGABYTES : megabytes;
    tree->capacity = (uint32_t)(((size_t)megabytes << 20) / sizeof(MctsNode) - 1);
    tree->capacity = tree->capacity < UINT32_C(0xf0000000) ? tree->capacity : UINT32_C(0xf0000000);
    tree->nodes = malloc(((size_t)tree->capacity + 1) * sizeof(MctsNode)); /* touched as needed */
    if (tree->nodes == NULL) {
        free(tree);
        return NULL;
    }
    tree->inverse_root[0] = tree->root_of_log[0] = 0;
    for (int i = 1; i < MCTS_TABLE; i++) {
        tree->inverse_root[i] = 1 / sqrt((double)i);
        tree->root_of_log[i] = i > 1 ? sqrt(mcts_log((double)i)) : 0;
    }
    for (int i = 0; i < MCTS_LONG_TABLE; i++) {
        double n = ldexp(1 + (i % 64) / 64.0, i / 64);
        tree->root_of_long_log[i] = n > 1 ? sqrt(mcts_log(n)) : 0;
    }
    tree->is_shared = false;
    mcts_tree_clear(tree);
    return tree;
}

void mcts_tree_delete(MctsTree *tree)
{
    if (tree == NULL)
        return;
    free(tree->nodes);
    free(tree);
}

void mcts_tree_clear(MctsTree *tree)
{
    tree->game = NULL;
    atomic_store_explicit(&tree->used, 1, memory_order_relaxed);
    memset(&tree->nodes[0], 0, sizeof tree->nodes[0]);
    tree->nodes[0].move = MOVE_NONE;
}

size_t mcts_tree_bytes(const MctsTree *tree)
{
    return atomic_load_explicit(&tree->used, memory_order_relaxed) * sizeof(MctsNode);
}

bool mcts_tree_fits(const MctsTree *tree, const GameInfo *game, const MctsSettings *settings,
                    const EvalSetup *eval)
{
    const MctsSettings *old = &tree->settings;
    if (tree->game != game || old->playout != settings->playout ||
        old->playout_plies != settings->playout_plies || old->has_solver != settings->has_solver ||
        mcts_uses_evaluation(old) != mcts_uses_evaluation(settings))
        return false;
    if (!mcts_uses_evaluation(settings) && settings->playout_plies == 0)
        return true;
    return old->scale >= settings->scale && old->scale <= settings->scale &&
           tree->eval.net == eval->net && tree->eval.form == eval->form &&
           tree->eval.seed == eval->seed &&
           memcmp(tree->eval.weights, eval->weights, sizeof eval->weights) == 0 &&
           memcmp(tree->eval.powers, eval->powers, sizeof eval->powers) == 0;
}

/* Copies what hangs below a node, block after block, and brings it back to the pool's beginning:
 * the copy is its own list of what is left to do. */
void mcts_tree_reroot(MctsTree *tree, uint32_t index)
{
    assert(index < atomic_load_explicit(&tree->used, memory_order_relaxed));
    uint32_t  used = atomic_load_explicit(&tree->used, memory_order_relaxed), count = 1;
    MctsNode *kept = malloc((size_t)used * sizeof *kept);
    if (kept == NULL) {
        mcts_tree_clear(tree);
        return;
    }
    memcpy(&kept[0], &tree->nodes[index], sizeof kept[0]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = atomic_load_explicit(&kept[i].first, memory_order_relaxed);
        if (first == MCTS_LEAF)
            continue;
        memcpy(&kept[count], &tree->nodes[first], kept[i].count * sizeof kept[0]);
        atomic_store_explicit(&kept[i].first, count, memory_order_relaxed);
        count += kept[i].count;
    }
    memcpy(tree->nodes, kept, (size_t)count * sizeof kept[0]);
    atomic_store_explicit(&tree->used, count, memory_order_relaxed);
    free(kept);
}

uint32_t mcts_take_block(MctsTree *tree, int count)
{
    assert(count > 0 && count <= MAX_MOVES);
    uint32_t added = (uint32_t)count;
    if (!tree->is_shared) {
        uint32_t index = atomic_load_explicit(&tree->used, memory_order_relaxed);
        if (index + added > tree->capacity)
            return MCTS_NO_NODE;
        atomic_store_explicit(&tree->used, index + added, memory_order_relaxed);
        return index;
    }
    uint32_t index = atomic_fetch_add_explicit(&tree->used, added, memory_order_relaxed);
    if (index + added <= tree->capacity)
        return index;
    atomic_fetch_sub_explicit(&tree->used, added, memory_order_relaxed);
    return MCTS_NO_NODE;
}

/* ---- budget ------------------------------------------------------------------------------------
 */

static bool is_best_in_both(const MctsTree *tree)
{
    const MctsNode *root = &tree->nodes[0];
    const MctsNode *child = &tree->nodes[atomic_load(&root->first)], *visited = child;
    double          best_mean = -1, visited_mean = -1;
    for (int i = 0; i < root->count; i++, child++) {
        uint64_t sums = mcts_sums(child);
        uint32_t n = mcts_visits(sums);
        if (n == 0 || mcts_proven(child) < 0)
            continue;
        double mean = (double)mcts_value(sums) / n;
        best_mean = mean > best_mean ? mean : best_mean;
        if (visited_mean < 0 || n > mcts_visits(mcts_sums(visited))) {
            visited = child;
            visited_mean = mean;
        }
    }
    return visited_mean >= best_mean;
}

uint64_t mcts_claim(MctsTree *tree, int thread)
{
    assert(thread >= 0);
    enum { SHARED_BATCH = 8, LONG_BATCH = 1 << 16 };
    uint64_t wanted = tree->is_shared ? SHARED_BATCH : LONG_BATCH;
    if (mcts_visits(mcts_sums(&tree->nodes[0])) >= MCTS_MAX_VISITS)
        return 0;
    if (tree->budget == 0)
        return wanted;
    uint64_t begin = atomic_fetch_add_explicit(&tree->claimed, wanted, memory_order_relaxed);
    if (begin < tree->budget)
        return tree->budget - begin < wanted ? tree->budget - begin : wanted;
    bool goes_on = tree->settings.choice == CHOICE_MAX_ROBUST && thread == 0 && tree->reserve > 0 &&
                   !is_best_in_both(tree);
    if (!goes_on)
        return 0;
    uint64_t step = tree->budget / 32 + 1;
    step = step < tree->reserve ? step : tree->reserve;
    tree->reserve -= step;
    return step;
}

/* ---- backup ------------------------------------------------------------------------------------
 */

int mcts_proven_below(const MctsTree *tree, const MctsNode *node)
{
    uint32_t first = atomic_load_explicit(&node->first, memory_order_acquire);
    if (first == MCTS_LEAF || first == MCTS_BUSY)
        return PROVEN_NOTHING;
    int  soonest = 0, latest = 0;
    bool is_open = false, is_drawn = false;
    for (int i = 0; i < node->count; i++) {
        int proven = mcts_proven(&tree->nodes[first + (uint32_t)i]);
        if (proven >= PROVEN_WIN)
            soonest = soonest == 0 || proven < soonest ? proven : soonest;
        else if (proven < 0)
            latest = proven < latest ? proven : latest;
        is_open |= proven == PROVEN_NOTHING;
        is_drawn |= proven == PROVEN_DRAW;
    }
    if (soonest != 0)
        return soonest + 1;
    return is_open ? PROVEN_NOTHING : is_drawn ? PROVEN_DRAW : latest - 1;
}

int mcts_prove(MctsTree *tree, MctsPath *path)
{
    assert(path->length >= 0 && path->length <= MAX_SEARCH_PLIES);
    int at = path->length;
    for (; at > 0; at--) {
        MctsNode *parent = path->node[at - 1];
        int       proven = mcts_proven_below(tree, parent);
        if (proven == PROVEN_NOTHING)
            break;
        bool keeps = path->mover[at - 1] == path->mover[at];
        mcts_set_proven(parent, keeps ? proven : mcts_turned(proven));
    }
    return at;
}

void mcts_back_up_minimax(MctsTree *tree, const MctsPath *path, int side)
{
    assert(side == 0 || side == 1);
    for (int at = path->length; at >= 0; side = path->mover[at], at--) {
        MctsNode *node = path->node[at];
        uint32_t  first = atomic_load_explicit(&node->first, memory_order_acquire);
        int       best = 0;
        if (first == MCTS_LEAF || first == MCTS_BUSY)
            return;
        for (int i = 0; i < node->count; i++) {
            const MctsNode *child = &tree->nodes[first + (uint32_t)i];
            int             minimax = atomic_load_explicit(&child->minimax, memory_order_relaxed);
            best = minimax > best ? minimax : best;
        }
        int16_t value = (int16_t)(path->mover[at] == side ? best : MCTS_CHANCE - best);
        if (atomic_load_explicit(&node->minimax, memory_order_relaxed) == value && at > 0 &&
            at < path->length)
            return;
        atomic_store_explicit(&node->minimax, value, memory_order_relaxed);
    }
}

/* ---- the answer --------------------------------------------------------------------------------
 */

static double mean_of(const MctsNode *node)
{
    uint64_t sums = mcts_sums(node);
    uint32_t n = mcts_visits(sums);
    if (mcts_proven(node) == PROVEN_DRAW)
        return 0.5;
    return n > 0 ? (double)mcts_value(sums) / (MCTS_WIN * (double)n) : 0;
}

/* Is a the better answer? Proven wins first, the sooner the better; proven losses last. */
static bool is_better(const MctsTree *tree, const MctsNode *a, const MctsNode *b)
{
    const double confidence = 1;
    int          proven_a = mcts_proven(a), proven_b = mcts_proven(b);
    uint32_t     n = mcts_visits(mcts_sums(a)), m = mcts_visits(mcts_sums(b));
    double       mean_a = mean_of(a), mean_b = mean_of(b);
    if (proven_a >= PROVEN_WIN || proven_b >= PROVEN_WIN)
        return proven_a >= PROVEN_WIN && (proven_b < PROVEN_WIN || proven_a < proven_b);
    if (proven_a < 0 || proven_b < 0)
        return proven_b < 0 && (proven_a >= 0 || proven_a < proven_b);
    switch (tree->settings.choice) {
    case CHOICE_MAX:
        return mean_a > mean_b || (mean_a >= mean_b && n > m);
    case CHOICE_SECURE:
        if (n == 0 || m == 0)
            return n > m;
        return mean_a - confidence / sqrt((double)n) > mean_b - confidence / sqrt((double)m);
    default:
        return n > m || (n == m && mean_a > mean_b);
    }
}

static bool is_wanted(const SearchWork *work, Move move)
{
    for (int i = 0; i < work->root_count; i++)
        if (work->root[i] == move)
            return true;
    return false;
}

/* The best child; of the root's, only those that the work asks for. */
static const MctsNode *best_child(const MctsTree *tree, const MctsNode *node,
                                  const SearchWork *work)
{
    uint32_t first = atomic_load_explicit(&node->first, memory_order_acquire);
    if (first == MCTS_LEAF || first == MCTS_BUSY)
        return NULL;
    const MctsNode *best = NULL;
    for (int i = 0; i < node->count; i++) {
        const MctsNode *child = &tree->nodes[first + (uint32_t)i];
        bool            is_known = mcts_visits(mcts_sums(child)) > 0 || mcts_proven(child) != 0;
        if (node == &tree->nodes[0] ? !is_wanted(work, child->move) : !is_known)
            continue;
        if (best == NULL || is_better(tree, child, best))
            best = child;
    }
    return best;
}

static Score score_of(const MctsTree *tree, const MctsNode *node)
{
    int      proven = mcts_proven(node);
    uint64_t sums = mcts_sums(node);
    if (proven == PROVEN_DRAW)
        return 0;
    if (proven != PROVEN_NOTHING) {
        int plies = (proven > 0 ? proven : -proven) - PROVEN_WIN + 1;
        return proven > 0 ? SCORE_MATE - plies : plies - SCORE_MATE;
    }
    double n = mcts_visits(sums);
    return mcts_score(&tree->settings,
                      ((double)mcts_value(sums) + MCTS_DRAW) / (MCTS_WIN * (n + 1)));
}

Score mcts_choose(const MctsTree *tree, SearchWork *work)
{
    const MctsNode *node = best_child(tree, &tree->nodes[0], work);
    assert(node != NULL);
    work->root_best = node->move;
    work->root_score = score_of(tree, node);
    int length = 0;
    for (; node != NULL && length < MAX_SEARCH_PLIES; node = best_child(tree, node, work))
        work->pv[0][length++] = node->move;
    work->pv_length[0] = length;
    return work->root_score;
}

int mcts_children(const MctsTree *tree, MctsChild out[MAX_MOVES])
{
    const MctsNode *root = &tree->nodes[0];
    uint32_t        first = atomic_load_explicit(&root->first, memory_order_acquire);
    if (tree->game == NULL || first == MCTS_LEAF)
        return 0;
    for (int i = 0; i < root->count; i++) {
        const MctsNode *child = &tree->nodes[first + (uint32_t)i];
        int             proven = mcts_proven(child);
        out[i] = (MctsChild){.move = child->move,
                             .visits = mcts_visits(mcts_sums(child)),
                             .mean = mean_of(child),
                             .proven = proven >= PROVEN_WIN ? 1
                                       : proven < 0         ? -1
                                                            : 0,
                             .is_drawn = proven == PROVEN_DRAW};
    }
    return root->count;
}
