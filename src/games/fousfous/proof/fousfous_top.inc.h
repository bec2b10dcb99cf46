/* The top of a long proof: the positions of many pieces, best first.
 *
 * Each holds what is left to be done to prove it won, and to prove it lost, in nodes: 0 is proven.
 * To win one must lose the cheapest child; to lose all children must win. Positions that many moves
 * lead to, in other orders, are one node here, so that what is proven for one line is free for all
 * others, and the proof is led to where most is known. From the root one goes down the cheapest
 * child until a position of few pieces, a leaf: it is searched with a limit, which doubles each
 * time until it is decided. What the positions ahead cost is a guess (search_estimate), corrected
 * for each number of pieces by what was measured. Threads take different leaves: one in work counts
 * as dearer. Nothing of this is kept: decided positions are in the journal, and the tree grows
 * again around them. */
#pragma once
#include "games/fousfous/solver/fousfous_search.inc.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Positions from this many parts of the root's pieces on are in the tree: 24 of 32. */
enum { TOP_PARTS = 24, TOP_ALL = 32 };

/* Who moves with no fewer pieces than the other wins, as a rule: the contrary is taken to cost so
 * many times as much. Another child is turned to only when the present one seems this much dearer.
 * Costs are logarithms in parts of REFINE_DOUBLES to a doubling. */
enum { TOP_DOUBT = 64, TOP_STAY = 100, TOP_IN_WORK = 8, TOP_LEARN = 64, TOP_FIRST_BUDGET = 4 };

enum { TOP_NONE = UINT32_MAX, TOP_MAX_PIECES = 32, TOP_LEAST_BUDGET = 4096 };

#define TOP_NEVER 1e300

typedef struct {
    uint64_t position;
    double   win, loss;         /* what is left to prove it won, lost; one of them 0: decided */
    uint64_t nodes;             /* searched below it, or for it */
    uint32_t children, parents; /* the first edge of each; TOP_NONE: none */
    uint32_t chosen;            /* a child, TOP_NONE before the first choice */
    int32_t  guess;             /* logarithm of the cost of the likelier outcome, not corrected */
    uint16_t count, in_work;    /* children; threads that search it */
    bool     is_expanded, is_queued;
} TopNode;

typedef struct {
    uint32_t child, parent, next_parent; /* the next edge that leads to the same child */
} TopEdge;

typedef struct {
    FousfousSearch probe; /* for guesses */
    int            from;  /* positions of fewer pieces are leaves */
    TopNode       *nodes;
    TopEdge       *edges;
    uint32_t      *table, *queue; /* nodes by position; those whose parents are to be told */
    size_t node_count, node_room, edge_count, edge_room, table_room, queue_count, queue_room;
    /* What the guesses of the likelier outcome were wrong by, by pieces and outcome. */
    double          correction[TOP_MAX_PIECES + 1][2];
    int             lessons[TOP_MAX_PIECES + 1][2];
    size_t          lesson_count, renew_at; /* all guesses are made anew at so many */
    bool            has_failed;             /* memory is short, or the journal cannot be written */
    pthread_mutex_t lock;
    pthread_cond_t  changed;
} Top;

/* ---- logarithms that are the same on every machine ---- */

static double top_nodes_of(double units)
{
    double doublings = floor(units / REFINE_DOUBLES);
    return ldexp(1 + units / REFINE_DOUBLES - doublings, (int)doublings);
}

static double top_units_of(double nodes)
{
    int    exponent;
    double part = frexp(nodes < 1 ? 1 : nodes, &exponent);
    return REFINE_DOUBLES * (exponent - 1 + (2 * part - 1));
}

/* ---- guesses ---- */

static int32_t top_guess_won(const FousfousSearch *search, uint64_t mine, uint64_t theirs)
{
    Children       ours;
    fousfous_moves moves;
    uint64_t       least = UINT64_MAX;
    search_find(search, mine, theirs, &moves);
    search_list(mine, theirs, &moves, &ours);
    search_estimate(search, &ours);
    for (int i = 0; i < ours.count; i++)
        least = ours.cost[i] < least ? ours.cost[i] : least;
    return (int32_t)(least >> 8 & INT32_MAX);
}

/* What is proven of the replies costs nothing, unless it is looked at as if nothing were. */
static int32_t top_guess_lost(const FousfousSearch *search, uint64_t mine, uint64_t theirs,
                              bool is_fresh)
{
    Children       replies;
    fousfous_moves moves;
    double         sum = 0;
    search_find(search, mine, theirs, &moves);
    search_list(mine, theirs, &moves, &replies);
    for (int i = 0; i < replies.count; i++)
        if (is_fresh || search_known(search, replies.mine.word[i], replies.theirs.word[i]) <= 0)
            sum +=
                top_nodes_of(top_guess_won(search, replies.mine.word[i], replies.theirs.word[i]));
    return (int32_t)top_units_of(sum);
}

static bool top_expects_win(uint64_t position)
{
    return bits_count(position >> 32) >= bits_count(position & UINT32_MAX);
}

static void top_estimate(const Top *top, TopNode *node)
{
    bool   is_win = top_expects_win(node->position);
    double units = node->guess + top->correction[bits_count(node->position)][is_win];
    double cost = units > 0 ? top_nodes_of(units) : 1;
    if (cost < 2 * (double)node->nodes)
        cost = 2 * (double)node->nodes; /* it was searched in vain */
    for (int i = 0; i < node->in_work; i++)
        cost *= TOP_IN_WORK;
    node->win = is_win ? cost : cost * TOP_DOUBT;
    node->loss = is_win ? cost * TOP_DOUBT : cost;
}

/* A position that was guessed at has been found to cost so much, as a logarithm. */
static void top_learn(Top *top, const TopNode *node, double units)
{
    bool    is_win = top_expects_win(node->position);
    int     pieces = bits_count(node->position), *lessons = &top->lessons[pieces][is_win];
    double *correction = &top->correction[pieces][is_win];
    double  wrong = units - (node->guess + *correction);
    *lessons += *lessons < TOP_LEARN;
    *correction += wrong / *lessons;
    /* What is not known yet of more pieces is taken to be wrong by as much. */
    for (int more = pieces + 1; more <= TOP_MAX_PIECES && top->lessons[more][is_win] == 0; more++)
        top->correction[more][is_win] = *correction;
    if (top->lessons[pieces][!is_win] == 0)
        top->correction[pieces][!is_win] = *correction;
    top->lesson_count++;
}

/* ---- the tree ---- */

static bool top_is_decided(const TopNode *node) { return node->win == 0 || node->loss == 0; }

static size_t top_place(const Top *top, uint64_t position)
{
    size_t i = rng_mix(position) & (top->table_room - 1);
    while (top->table[i] != TOP_NONE && top->nodes[top->table[i]].position != position)
        i = (i + 1) & (top->table_room - 1);
    return i;
}

static bool top_grow(void **memory, size_t *room, size_t count, size_t size)
{
    enum { FIRST_ROOM = 1 << 10 };
    if (count < *room)
        return true;
    size_t larger = *room > 0 ? 2 * *room : FIRST_ROOM;
    void  *grown = realloc(*memory, larger * size);
    if (grown == NULL)
        return false;
    *memory = grown;
    *room = larger;
    return true;
}

static bool top_grow_table(Top *top)
{
    if (2 * (top->node_count + 1) <= top->table_room)
        return true;
    size_t    larger = top->table_room > 0 ? 2 * top->table_room : 1 << 11;
    uint32_t *table = malloc(larger * sizeof *table);
    if (table == NULL)
        return false;
    free(top->table);
    top->table = table;
    top->table_room = larger;
    for (size_t i = 0; i < larger; i++)
        table[i] = TOP_NONE;
    for (size_t i = 0; i < top->node_count; i++)
        table[top_place(top, top->nodes[i].position)] = (uint32_t)i;
    return true;
}

/* The node of a position, new where there was none. TOP_NONE: memory is short. */
static uint32_t top_node(Top *top, uint64_t mine, uint64_t theirs)
{
    if (!top_grow_table(top) ||
        !top_grow((void **)&top->nodes, &top->node_room, top->node_count, sizeof *top->nodes))
        return TOP_NONE;
    uint64_t position = fousfous_pack(mine, theirs);
    size_t   place = top_place(top, position);
    if (top->table[place] != TOP_NONE)
        return top->table[place];
    TopNode node = {
        .position = position, .children = TOP_NONE, .parents = TOP_NONE, .chosen = TOP_NONE};
    int known = mine == 0 ? -1 : theirs == 0 ? 1 : search_known(&top->probe, mine, theirs);
    if (known != 0) {
        node.win = known > 0 ? 0 : TOP_NEVER;
        node.loss = known > 0 ? TOP_NEVER : 0;
    } else {
        node.guess = top_expects_win(position) ? top_guess_won(&top->probe, mine, theirs)
                                               : top_guess_lost(&top->probe, mine, theirs, false);
        top_estimate(top, &node);
    }
    top->nodes[top->node_count] = node;
    top->table[place] = (uint32_t)top->node_count;
    return (uint32_t)top->node_count++;
}

static bool top_link(Top *top, uint32_t parent, uint32_t child)
{
    TopNode *node = &top->nodes[parent];
    for (uint32_t e = node->children; node->count > 0 && e < top->edge_count; e++)
        if (top->edges[e].child == child)
            return true; /* two moves to a position and its reflection */
    if (!top_grow((void **)&top->edges, &top->edge_room, top->edge_count, sizeof *top->edges))
        return false;
    if (node->count++ == 0)
        node->children = (uint32_t)top->edge_count;
    top->edges[top->edge_count] =
        (TopEdge){.child = child, .parent = parent, .next_parent = top->nodes[child].parents};
    top->nodes[child].parents = (uint32_t)top->edge_count++;
    return true;
}

/* What a node costs by its children. */
static void top_sum(Top *top, TopNode *node)
{
    double win = TOP_NEVER, loss = 0;
    for (uint32_t e = node->children; e < node->children + node->count; e++) {
        const TopNode *child = &top->nodes[top->edges[e].child];
        win = child->loss < win ? child->loss : win;
        loss += child->win;
    }
    node->win = node->count > 0 ? win : TOP_NEVER; /* on some rectangles: blocked */
    node->loss = win == 0 ? TOP_NEVER : loss < TOP_NEVER ? loss : TOP_NEVER;
}

static void top_enqueue(Top *top, uint32_t id)
{
    if (top->nodes[id].is_queued)
        return;
    if (!top_grow((void **)&top->queue, &top->queue_room, top->queue_count, sizeof *top->queue)) {
        top->has_failed = true;
        return;
    }
    top->nodes[id].is_queued = true;
    top->queue[top->queue_count++] = id;
}

/* A position has been decided by its children. */
static void top_keep(Top *top, const TopNode *node)
{
    bool is_won = node->win == 0;
    if (!journal_add(top->probe.journal, node->position, is_won, node->nodes))
        top->has_failed = true;
    if (is_won == top_expects_win(node->position) && node->nodes > 0)
        top_learn(top, node, top_units_of((double)node->nodes));
}

/* Tells the node's parents of its new costs, theirs, and so on. */
static void top_tell(Top *top, uint32_t id)
{
    top->queue_count = 0;
    top_enqueue(top, id);
    for (size_t i = 0; i < top->queue_count; i++) {
        uint32_t at = top->queue[i];
        top->nodes[at].is_queued = false;
        for (uint32_t e = top->nodes[at].parents; e != TOP_NONE; e = top->edges[e].next_parent) {
            TopNode *parent = &top->nodes[top->edges[e].parent];
            double   win = parent->win, loss = parent->loss;
            if (top_is_decided(parent))
                continue;
            top_sum(top, parent);
            if (parent->win == win && parent->loss == loss)
                continue;
            if (top_is_decided(parent))
                top_keep(top, parent);
            top_enqueue(top, top->edges[e].parent);
        }
    }
}

/* Makes all guesses below a node anew, by what was learnt since. */
static void top_renew(Top *top, uint32_t id)
{
    TopNode *node = &top->nodes[id];
    if (node->is_queued || top_is_decided(node))
        return;
    top_enqueue(top, id);
    if (!node->is_expanded) {
        top_estimate(top, node);
        return;
    }
    for (uint32_t e = node->children; e < node->children + node->count; e++)
        top_renew(top, top->edges[e].child);
    top_sum(top, node);
}

static void top_clear_queue(Top *top)
{
    for (size_t i = 0; i < top->queue_count; i++)
        top->nodes[top->queue[i]].is_queued = false;
    top->queue_count = 0;
}

static bool top_expand(Top *top, uint32_t id)
{
    Children       children;
    fousfous_moves moves;
    uint64_t       mine, theirs;
    fousfous_unpack(top->nodes[id].position, &mine, &theirs);
    search_find(&top->probe, mine, theirs, &moves);
    search_list(mine, theirs, &moves, &children);
    for (int i = 0; i < children.count; i++) {
        if (search_is_turned(&top->probe,
                             bits_count(children.mine.word[i] | children.theirs.word[i])))
            fousfous_canonical(&children.mine.word[i], &children.theirs.word[i]);
        uint32_t child = top_node(top, children.mine.word[i], children.theirs.word[i]);
        if (child == TOP_NONE || !top_link(top, id, child))
            return false;
    }
    TopNode *node = &top->nodes[id];
    node->is_expanded = true;
    top_sum(top, node);
    if (top_is_decided(node))
        top_keep(top, node);
    top_tell(top, id);
    return true;
}

static uint32_t top_choose(Top *top, TopNode *node)
{
    uint32_t best = TOP_NONE;
    for (uint32_t e = node->children; e < node->children + node->count; e++) {
        uint32_t child = top->edges[e].child;
        if (best == TOP_NONE || top->nodes[child].loss < top->nodes[best].loss)
            best = child;
    }
    if (node->chosen == TOP_NONE ||
        top->nodes[node->chosen].loss > TOP_STAY * top->nodes[best].loss)
        node->chosen = best;
    return node->chosen;
}

/* The leaf to search next, and the way to it from the root; positions above it are expanded.
 * TOP_NONE: the root is decided, or memory is short. */
enum { TOP_LONGEST_WAY = 256 };
typedef struct {
    uint32_t node[TOP_LONGEST_WAY];
    int      count;
} TopWay;

static uint32_t top_select(Top *top, TopWay *way)
{
    uint32_t id = 0;
    way->count = 0;
    while (!top_is_decided(&top->nodes[0])) {
        TopNode *node = &top->nodes[id];
        if (way->count < TOP_LONGEST_WAY)
            way->node[way->count++] = id;
        if (node->is_expanded) {
            id = top_choose(top, node);
        } else if (bits_count(node->position) < top->from) {
            return id;
        } else {
            if (!top_expand(top, id)) {
                top->has_failed = true;
                return TOP_NONE;
            }
            id = 0;
            way->count = 0;
        }
    }
    return TOP_NONE;
}

/* As above, for a leaf that no other thread is in, where there is one. */
static uint32_t top_take(Top *top, TopWay *way)
{
    enum { MAX_TRIES = 8 };
    uint32_t leaf = TOP_NONE;
    for (int i = 0; i < MAX_TRIES; i++) {
        leaf = top_select(top, way);
        if (leaf == TOP_NONE || top->nodes[leaf].in_work == 0)
            break;
        TopNode *node = &top->nodes[leaf];
        node->win *= TOP_IN_WORK;
        node->loss *= TOP_IN_WORK;
        top_tell(top, leaf);
    }
    if (leaf != TOP_NONE && top->nodes[leaf].in_work > 0)
        return TOP_NONE;
    return leaf;
}

/* A limit for the next search of a leaf. */
static uint64_t top_budget(const Top *top, const TopNode *leaf)
{
    if (top->lesson_count == 0)
        return TOP_LEAST_BUDGET + 2 * leaf->nodes;
    double likelier = leaf->win < leaf->loss ? leaf->win : leaf->loss;
    double budget = TOP_FIRST_BUDGET * likelier;
    return budget < TOP_LEAST_BUDGET ? TOP_LEAST_BUDGET
           : budget < 1e18           ? (uint64_t)budget
                                     : UINT64_C(1000000000000000000);
}

/* What a search of so many nodes has found: 1 won, -1 lost, 0 nothing. */
static void top_answer(Top *top, uint32_t leaf, const TopWay *way, int value, uint64_t nodes)
{
    TopNode *node = &top->nodes[leaf];
    for (int i = 0; i < way->count; i++)
        top->nodes[way->node[i]].nodes += nodes;
    node->in_work--;
    if (value != 0) {
        if ((value > 0) == top_expects_win(node->position))
            top_learn(top, node, top_units_of((double)node->nodes));
        node->win = value > 0 ? 0 : TOP_NEVER;
        node->loss = value > 0 ? TOP_NEVER : 0;
    } else if (!top_is_decided(node)) {
        top_estimate(top, node);
    }
    top_tell(top, leaf);
    if (top->lesson_count >= top->renew_at) {
        top->renew_at = 2 * top->lesson_count + 1;
        top_renew(top, 0);
        top_clear_queue(top);
    }
}

/* A thread's work. True: there is no use in others going on, the root is decided or has_failed. */
static bool top_work(Top *top, FousfousSearch *search)
{
    bool   ok = true;
    TopWay way;
    pthread_mutex_lock(&top->lock);
    while (ok && !top_is_decided(&top->nodes[0]) && !search->is_stopped) {
        uint32_t leaf = top_take(top, &way);
        ok = !top->has_failed;
        if (leaf == TOP_NONE) {
            if (ok && !top_is_decided(&top->nodes[0]))
                pthread_cond_wait(&top->changed, &top->lock);
            continue;
        }
        uint64_t mine, theirs, before = search->nodes;
        fousfous_unpack(top->nodes[leaf].position, &mine, &theirs);
        search->most = search->nodes + top_budget(top, &top->nodes[leaf]);
        search->next_look = 0;
        top->nodes[leaf].in_work++;
        top_estimate(top, &top->nodes[leaf]);
        top_tell(top, leaf);
        pthread_mutex_unlock(&top->lock);
        bool is_won = search_wins(search, mine, theirs);
        bool is_out = search->is_stopped && search->nodes >= search->most;
        int  value = search->is_stopped ? 0 : is_won ? 1 : -1;
        search->is_stopped = search->is_stopped && !is_out;
        pthread_mutex_lock(&top->lock);
        top_answer(top, leaf, &way, value, search->nodes - before);
        pthread_cond_broadcast(&top->changed);
    }
    bool is_over = !ok || top_is_decided(&top->nodes[0]);
    pthread_cond_broadcast(&top->changed);
    pthread_mutex_unlock(&top->lock);
    return is_over;
}

/* ---- what is left ---- */

/* The cost of the cheapest proof that the tree shows now, each position counted once. */
static double top_left(Top *top)
{
    double left = 0;
    top->queue_count = 0;
    top_enqueue(top, 0);
    for (size_t i = 0; i < top->queue_count; i++) {
        TopNode *node = &top->nodes[top->queue[i]];
        bool     is_win = top_expects_win(node->position);
        if (top_is_decided(node))
            continue;
        if (!node->is_expanded) {
            left += is_win ? node->win : node->loss;
        } else if (is_win) {
            top_enqueue(top, top_choose(top, node));
        } else {
            for (uint32_t e = node->children; e < node->children + node->count; e++)
                top_enqueue(top, top->edges[e].child);
        }
    }
    top_clear_queue(top);
    return left;
}

/* What earlier runs have found out about costs. */
static void top_read_journal(Top *top)
{
    const Journal *journal = top->probe.journal;
    int            read[TOP_MAX_PIECES + 1][2] = {{0}};
    for (size_t i = 0; i < journal->capacity; i++) {
        uint64_t mine, theirs;
        TopNode  node = {.position = journal->positions[i]};
        int      pieces = bits_count(node.position);
        bool     is_won = journal->values[i] & 1, is_win = top_expects_win(node.position);
        if (pieces < top->from - 2 || read[pieces][is_win] >= TOP_LEARN || is_won != is_win ||
            journal->values[i] >> 1 == 0)
            continue;
        read[pieces][is_win]++;
        fousfous_unpack(node.position, &mine, &theirs);
        node.guess = is_won ? top_guess_won(&top->probe, mine, theirs)
                            : top_guess_lost(&top->probe, mine, theirs, true);
        top_learn(top, &node, REFINE_DOUBLES * ((journal->values[i] >> 1) + 0.5));
    }
}

static bool top_init(Top *top, const FousfousSearch *probe, uint64_t mine, uint64_t theirs)
{
    int pieces = bits_count(mine | theirs);
    *top = (Top){.probe = *probe, .from = (pieces * TOP_PARTS + TOP_ALL - 1) / TOP_ALL};
    pthread_mutex_init(&top->lock, NULL);
    pthread_cond_init(&top->changed, NULL);
    if (search_is_turned(probe, pieces))
        fousfous_canonical(&mine, &theirs);
    top_read_journal(top);
    return top_node(top, mine, theirs) != TOP_NONE;
}

static void top_free(Top *top)
{
    pthread_cond_destroy(&top->changed);
    pthread_mutex_destroy(&top->lock);
    free(top->nodes);
    free(top->edges);
    free(top->table);
    free(top->queue);
}
