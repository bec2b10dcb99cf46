/* The ending two against two, by retrograde analysis (Ströhlein 1970, Thompson 1986): backwards
 * from the captures. The rules are written here once more, for four pieces; hasami_solver.c checks
 * the values against the game's own. */
#include "games/hasami/solver/hasami_ending.h"

#include "base/errors.h"
#include "core/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct HasamiEnding {
    uint8_t  cell[SYMMETRY_COUNT][HASAMI_CELLS];
    uint16_t pair[HASAMI_CELLS][HASAMI_CELLS];
    uint8_t  first[HASAMI_PAIRS], second[HASAMI_PAIRS];
    uint16_t turned[SYMMETRY_COUNT][HASAMI_PAIRS];
    uint16_t orbit[HASAMI_PAIRS];  /* number of the pair's set of symmetric pairs */
    uint8_t  to_rep[HASAMI_PAIRS]; /* transforms that bring it to the set's representative */
    uint16_t rep[HASAMI_PAIRS];    /* by orbit */
    uint32_t orbit_count;
    uint8_t  value[]; /* by orbit of my pair and the turned pair of theirs */
};

/* ---- order -------------------------------------------------------------------------------------
 */

static void fill_symmetries(HasamiEnding *ending)
{
    Board board = {.rows = HASAMI_SIZE, .cols = HASAMI_SIZE};
    for (int t = 0; t < SYMMETRY_COUNT; t++)
        for (int cell = 0; cell < HASAMI_CELLS; cell++)
            ending->cell[t][cell] = (uint8_t)symmetry_cell(&board, t, cell);
    int count = 0;
    for (int b = 1; b < HASAMI_CELLS; b++)
        for (int a = 0; a < b; a++) {
            ending->first[count] = (uint8_t)a;
            ending->second[count] = (uint8_t)b;
            ending->pair[a][b] = ending->pair[b][a] = (uint16_t)count++;
        }
    assert(count == HASAMI_PAIRS);
    for (int t = 0; t < SYMMETRY_COUNT; t++)
        for (int i = 0; i < HASAMI_PAIRS; i++) {
            const uint8_t *turn = ending->cell[t];
            ending->turned[t][i] = ending->pair[turn[ending->first[i]]][turn[ending->second[i]]];
        }
}

/* The representative of a set of symmetric pairs is the one with the least number. */
static void fill_orbits(HasamiEnding *ending)
{
    for (int i = 0; i < HASAMI_PAIRS; i++) {
        int least = i;
        for (int t = 0; t < SYMMETRY_COUNT; t++)
            least = ending->turned[t][i] < least ? ending->turned[t][i] : least;
        if (least == i) {
            ending->orbit[i] = (uint16_t)ending->orbit_count;
            ending->rep[ending->orbit_count++] = (uint16_t)i;
        }
        ending->orbit[i] = ending->orbit[least];
        for (int t = 0; t < SYMMETRY_COUNT; t++)
            ending->to_rep[i] |= (uint8_t)((ending->turned[t][i] == least) << t);
    }
}

HasamiEnding *hasami_ending_new(void)
{
    enum { MAX_ORBITS = HASAMI_PAIRS / 4 }; /* most sets have eight pairs */
    HasamiEnding *ending = calloc(1, sizeof *ending + (size_t)MAX_ORBITS * HASAMI_PAIRS);
    if (ending == NULL)
        return NULL;
    fill_symmetries(ending);
    fill_orbits(ending);
    assert(ending->orbit_count <= MAX_ORBITS);
    return ending;
}

uint32_t hasami_ending_size(const HasamiEnding *ending)
{
    return ending->orbit_count * HASAMI_PAIRS;
}

uint8_t *hasami_ending_values(HasamiEnding *ending) { return ending->value; }

/* When several transforms lead to the representative, the least number counts. */
static uint32_t index_of_pairs(const HasamiEnding *ending, int mine, int theirs)
{
    uint32_t least = HASAMI_PAIRS;
    for (unsigned turns = ending->to_rep[mine]; turns != 0; turns &= turns - 1) {
        uint32_t turned = ending->turned[__builtin_ctz(turns)][theirs];
        least = turned < least ? turned : least;
    }
    return (uint32_t)ending->orbit[mine] * HASAMI_PAIRS + least;
}

uint32_t hasami_ending_index(const HasamiEnding *ending, const HasamiFour *four)
{
    return index_of_pairs(ending, ending->pair[four->mine[0]][four->mine[1]],
                          ending->pair[four->theirs[0]][four->theirs[1]]);
}

bool hasami_ending_position(const HasamiEnding *ending, uint32_t index, HasamiFour *out)
{
    int mine = ending->rep[index / HASAMI_PAIRS], theirs = (int)(index % HASAMI_PAIRS);
    *out = (HasamiFour){.mine = {ending->first[mine], ending->second[mine]},
                        .theirs = {ending->first[theirs], ending->second[theirs]}};
    for (int i = 0; i < 2; i++)
        if (out->mine[i] == out->theirs[0] || out->mine[i] == out->theirs[1])
            return false;
    return index_of_pairs(ending, mine, theirs) == index;
}

/* ---- rules for four pieces ---------------------------------------------------------------------
 */

static const int steps[4] = {-HASAMI_SIZE, HASAMI_SIZE, -1, 1};

/* The next cell in a direction, -1 beyond the edge. */
static int next_cell(int cell, int direction)
{
    int row = cell / HASAMI_SIZE, col = cell % HASAMI_SIZE;
    if ((direction == 0 && row == 0) || (direction == 1 && row == HASAMI_SIZE - 1) ||
        (direction == 2 && col == 0) || (direction == 3 && col == HASAMI_SIZE - 1))
        return -1;
    return cell + steps[direction];
}

static bool is_one_of(const int pieces[2], int cell)
{
    return pieces[0] == cell || pieces[1] == cell;
}

/* Does the piece of `own` that has just come to `to` capture? */
static bool captures(const int own[2], const int enemy[2], int to)
{
    for (int d = 0; d < 4; d++) {
        int cell = next_cell(to, d), run = 0;
        for (; cell >= 0 && is_one_of(enemy, cell); cell = next_cell(cell, d))
            run++;
        if (run > 0 && cell >= 0 && is_one_of(own, cell))
            return true;
    }
    int row = to / HASAMI_SIZE, col = to % HASAMI_SIZE;
    int corner = hasami_corner_near(row, col);
    if (corner < 0 || !is_one_of(enemy, corner))
        return false;
    int other = -1; /* the corner's other neighbour */
    for (int d = 0; d < 4; d++) {
        int cell = next_cell(corner, d);
        if (cell >= 0 && cell != to)
            other = cell;
    }
    return is_one_of(own, other);
}

static bool is_free(const HasamiFour *four, int cell)
{
    return !is_one_of(four->mine, cell) && !is_one_of(four->theirs, cell);
}

/* Where a piece can slide; returns how many. */
static int list_slides(const HasamiFour *four, int from, int out[16])
{
    int count = 0;
    for (int d = 0; d < 4; d++)
        for (int cell = next_cell(from, d); cell >= 0 && is_free(four, cell);
             cell = next_cell(cell, d))
            out[count++] = cell;
    return count;
}

static bool can_capture(const HasamiFour *four)
{
    int cells[16];
    for (int i = 0; i < 2; i++) {
        int count = list_slides(four, four->mine[i], cells);
        for (int n = 0; n < count; n++) {
            int own[2] = {cells[n], four->mine[1 - i]};
            if (captures(own, four->theirs, cells[n]))
                return true;
        }
    }
    return false;
}

/* Is the position lost whatever is played, by what is known? No capture is possible in it. */
static bool is_lost(const HasamiEnding *ending, const HasamiFour *four)
{
    int cells[16];
    for (int i = 0; i < 2; i++) {
        int count = list_slides(four, four->mine[i], cells);
        for (int n = 0; n < count; n++) {
            HasamiFour after = {.mine = {four->theirs[0], four->theirs[1]},
                                .theirs = {cells[n], four->mine[1 - i]}};
            if (ending->value[hasami_ending_index(ending, &after)] % 2 == 0)
                return false;
        }
    }
    return true;
}

/* ---- backwards ---------------------------------------------------------------------------------
 */

typedef struct {
    uint32_t *index;
    uint32_t  count;
} EndingLayer;

/* The positions from which one move leads to `four`, whose player to move wins or loses in `plies`:
 * those that this decides join the next layer. All slides can be played backwards; but the piece
 * that came must not have captured, or the position after it would have fewer pieces. */
static void decide_before(HasamiEnding *ending, const HasamiFour *four, int plies,
                          EndingLayer *next)
{
    int cells[16];
    for (int i = 0; i < 2; i++) {
        if (captures(four->theirs, four->mine, four->theirs[i]))
            continue;
        int count = list_slides(four, four->theirs[i], cells);
        for (int n = 0; n < count; n++) {
            HasamiFour before = {.mine = {cells[n], four->theirs[1 - i]},
                                 .theirs = {four->mine[0], four->mine[1]}};
            uint32_t   index = hasami_ending_index(ending, &before);
            if (ending->value[index] != HASAMI_DRAWN ||
                (plies % 2 == 1 && !is_lost(ending, &before)))
                continue;
            ending->value[index] = (uint8_t)(plies + 1);
            next->index[next->count++] = index;
        }
    }
}

static bool is_told_to_stop(const TablesWork *work)
{
    return work->stop != NULL && atomic_load_explicit(work->stop, memory_order_relaxed);
}

static bool find_captures(HasamiEnding *ending, const TablesWork *work, EndingLayer *layer)
{
    HasamiFour four;
    for (uint32_t i = 0; i < hasami_ending_size(ending); i++) {
        if (i % 1024 == 0 && is_told_to_stop(work))
            return false;
        ending->value[i] = HASAMI_NO_POSITION;
        if (!hasami_ending_position(ending, i, &four))
            continue;
        ending->value[i] = HASAMI_DRAWN;
        if (can_capture(&four)) {
            ending->value[i] = 1;
            layer->index[layer->count++] = i;
        }
    }
    return true;
}

bool hasami_ending_build(HasamiEnding *ending, const TablesWork *work, TableLayer *out, Error *err)
{
    uint32_t    size = hasami_ending_size(ending);
    EndingLayer layer = {.index = malloc(size * sizeof layer.index[0])};
    EndingLayer next = {.index = malloc(size * sizeof next.index[0])};
    bool        ok = layer.index != NULL && next.index != NULL;
    if (!ok)
        error_set(err, ERROR_MEMORY);
    else if (!find_captures(ending, work, &layer))
        ok = error_set(err, ERROR_STOPPED);
    for (int plies = 1; ok && layer.count > 0; plies++) {
        if (work->progress != NULL)
            work->progress(HASAMI_ENDING_PIECES, 1 - 1.0 / (plies + 1), work->user);
        next.count = 0;
        for (uint32_t i = 0; ok && i < layer.count; i++) {
            HasamiFour four;
            if (i % 1024 == 0 && is_told_to_stop(work))
                ok = error_set(err, ERROR_STOPPED);
            hasami_ending_position(ending, layer.index[i], &four);
            decide_before(ending, &four, plies, &next);
        }
        EndingLayer swapped = layer;
        layer = next;
        next = swapped;
    }
    free(layer.index);
    free(next.index);
    if (ok)
        hasami_ending_count(ending, out);
    return ok;
}

void hasami_ending_count(const HasamiEnding *ending, TableLayer *out)
{
    *out = (TableLayer){.pieces = HASAMI_ENDING_PIECES, .bytes = hasami_ending_size(ending)};
    for (int mine = 0; mine < HASAMI_PAIRS; mine++)
        for (int theirs = 0; theirs < HASAMI_PAIRS; theirs++) {
            const int pair[2] = {ending->first[mine], ending->second[mine]};
            if (is_one_of(pair, ending->first[theirs]) || is_one_of(pair, ending->second[theirs]))
                continue;
            int value = ending->value[index_of_pairs(ending, mine, theirs)];
            out->won += value % 2 == 1;
            out->lost += value != HASAMI_DRAWN && value % 2 == 0;
            out->drawn += value == HASAMI_DRAWN;
            if (value % 2 == 1 && value > out->longest)
                out->longest = value;
        }
}
