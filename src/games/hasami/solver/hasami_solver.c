/* The solver of the ending two against two, with a check of its table by the game's own rules. */
#include "base/errors.h"
#include "games/hasami/proof/hasami_proof.h"
#include "games/hasami/proof/hasami_safety.h"
#include "games/hasami/solver/hasami_ending.h"

#include "base/checksum.h"
#include "base/file.h"
#include "core/position.h"
#include "core/tablefile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char table_name[] = "hasami 9x9 l1"; /* losing_count=1 */

/* ---- to and from the game ----------------------------------------------------------------------
 */

static void set_rules(Board *board)
{
    options_reset(&hasami_info.options, board->options);
    board->options[HASAMI_LOSING_COUNT] = 1;
}

void hasami_ending_to_game(const HasamiFour *four, hasami_pos *out)
{
    Board board = {0};
    Error ignored;
    set_rules(&board);
    hasami_start(&board);
    memset(board.cell, CELL_EMPTY, sizeof board.cell);
    for (int i = 0; i < 2; i++) {
        board.cell[four->mine[i]] = CELL_FIRST;
        board.cell[four->theirs[i]] = CELL_SECOND;
    }
    board.turn = 0;
    hasami_from_board(out, &board, &ignored);
}

/* Draws by repetition or without capture do not change what can be forced. */
static bool has_rules(const hasami_pos *p)
{
    Board board;
    set_rules(&board);
    for (int i = 0; i < HASAMI_OPTIONS; i++)
        if (i != HASAMI_REPETITION && i != HASAMI_NO_CAPTURE && i != HASAMI_DIFFERENCE &&
            i != HASAMI_NO_CAPTURE_RESULT && p->option[i] != board.options[i])
            return false;
    return true;
}

bool hasami_ending_from_game(const hasami_pos *p, HasamiFour *out)
{
    int mine = 0, theirs = 0;
    if (p->count[0] != 2 || p->count[1] != 2 || !has_rules(p))
        return false;
    for (int cell = 0; cell < HASAMI_CELLS; cell++) {
        if (hasami_has_cell(p, p->side, cell))
            out->mine[mine++] = cell;
        if (hasami_has_cell(p, 1 - p->side, cell))
            out->theirs[theirs++] = cell;
    }
    return true;
}

/* ---- verifying ---------------------------------------------------------------------------------
 */

/* The value that follows from the positions one move later. */
static int derive(HasamiEnding *ending, hasami_pos *p)
{
    Move moves[hasami_max_moves];
    int  count = hasami_gen(p, moves), win = 0, loss = 0;
    bool can_draw = false;
    for (int i = 0; i < count; i++) {
        hasami_undo undo;
        HasamiFour  after;
        hasami_make(p, moves[i], &undo);
        int value = HASAMI_NO_POSITION;
        if (hasami_play(p) == PLAY_LOST)
            win = 1;
        else if (hasami_ending_from_game(p, &after))
            value = hasami_ending_values(ending)[hasami_ending_index(ending, &after)];
        hasami_unmake(p, moves[i], &undo);
        if (win == 1)
            return 1;
        if (value == HASAMI_NO_POSITION)
            return HASAMI_NO_POSITION; /* two against two leads nowhere else */
        can_draw |= value == HASAMI_DRAWN;
        if (value % 2 == 1)
            loss = value + 1 > loss ? value + 1 : loss;
        else if (value != HASAMI_DRAWN)
            win = win == 0 || value + 1 < win ? value + 1 : win;
    }
    return win != 0 ? win : can_draw ? HASAMI_DRAWN : loss;
}

int64_t hasami_ending_verify(HasamiEnding *ending, const TablesWork *work)
{
    uint32_t size = hasami_ending_size(ending);
    for (uint32_t i = 0; i < size; i++) {
        HasamiFour four;
        int        value = hasami_ending_values(ending)[i];
        if (i % 65536 == 0 && work->progress != NULL)
            work->progress(HASAMI_ENDING_PIECES, (double)i / size, work->user);
        if (!hasami_ending_position(ending, i, &four)) {
            if (value != HASAMI_NO_POSITION)
                return i;
            continue;
        }
        hasami_pos p;
        hasami_ending_to_game(&four, &p);
        if (derive(ending, &p) != value)
            return i;
    }
    return -1;
}

/* ---- files -------------------------------------------------------------------------------------
 */

/* Fills the ending from the folder's file. False without message when there is none. */
static bool read_file(HasamiEnding *ending, const char *path, TableLayer *out, Error *err)
{
    const void *bytes;
    size_t      size;
    err->code = ERROR_NONE;
    if (access(path, F_OK) != 0)
        return false;
    if (!file_map(path, &bytes, &size, err))
        return false;
    bool ok = tablefile_check(bytes, size, table_name, HASAMI_ENDING_PIECES, out, err);
    if (ok && out->bytes != hasami_ending_size(ending))
        ok = error_set(err, ERROR_HASAMI_TABLE_SIZE);
    if (ok)
        memcpy(hasami_ending_values(ending), (const uint8_t *)bytes + TABLEFILE_HEADER, out->bytes);
    else
        error_prefix(err, path);
    file_unmap(bytes, size);
    return ok;
}

static bool write_file(HasamiEnding *ending, const char *path, TableLayer *layer, Error *err)
{
    size_t   size = hasami_ending_size(ending);
    uint8_t *bytes = malloc(TABLEFILE_HEADER + size);
    if (bytes == NULL)
        return error_set(err, ERROR_MEMORY);
    memcpy(bytes + TABLEFILE_HEADER, hasami_ending_values(ending), size);
    tablefile_seal(bytes, table_name, layer);
    bool ok = file_write(path, (const char *)bytes, TABLEFILE_HEADER + size, err);
    free(bytes);
    return ok;
}

static bool build_tables(const TablesWork *work, Error *err)
{
    HasamiEnding *ending = hasami_ending_new();
    Str           folder = {0}, path = {0};
    TableLayer    layer;
    if (ending == NULL)
        return error_set(err, ERROR_MEMORY);
    bool ok = tablefile_path(work->folder, hasami_info.id, 0, &folder, err) &&
              tablefile_path(work->folder, hasami_info.id, HASAMI_ENDING_PIECES, &path, err) &&
              file_make_folder(str_get(&folder), err);
    if (ok && !read_file(ending, str_get(&path), &layer, err)) {
        ok = err->code == ERROR_NONE && hasami_ending_build(ending, work, &layer, err) &&
             write_file(ending, str_get(&path), &layer, err);
        layer.is_new = true;
    }
    if (ok && work->finished != NULL)
        work->finished(&layer, work->user);
    str_free(&folder);
    str_free(&path);
    free(ending);
    return ok;
}

static bool verify_tables(const TablesWork *work, Error *err)
{
    HasamiEnding *ending = hasami_ending_new();
    Str           path = {0};
    TableLayer    layer;
    if (ending == NULL)
        return error_set(err, ERROR_MEMORY);
    bool ok = tablefile_path(work->folder, hasami_info.id, HASAMI_ENDING_PIECES, &path, err);
    if (ok && !read_file(ending, str_get(&path), &layer, err))
        ok = err->code != ERROR_NONE ? false
                                     : error_set(err, ERROR_HASAMI_TABLE_ABSENT, str_get(&path));
    int64_t wrong = ok ? hasami_ending_verify(ending, work) : -1;
    if (wrong >= 0)
        ok = error_set(err, ERROR_HASAMI_TABLE_VALUE, str_get(&path), (long long)wrong);
    if (ok && work->finished != NULL)
        work->finished(&layer, work->user);
    str_free(&path);
    free(ending);
    return ok;
}

/* ---- the solver --------------------------------------------------------------------------------
 */

/* The table is read, or built, at the first question that needs it; so is the other memory. */
typedef struct {
    HasamiEnding *ending;
    char         *folder;
    bool          is_ready;
    HasamiSafety *safety;
    uint64_t      most_nodes;

    const atomic_bool *stop;
} EndingSolver;

static void close_solver(void *solver)
{
    EndingSolver *mine = solver;
    if (mine == NULL)
        return;
    hasami_safety_delete(mine->safety);
    free(mine->ending);
    free(mine->folder);
    free(mine);
}

static void *open_solver(const SolverSetup *setup, Error *err)
{
    EndingSolver *solver = calloc(1, sizeof *solver);
    if (solver != NULL) {
        solver->ending = hasami_ending_new();
        solver->stop = setup->stop;
        solver->most_nodes = setup->nodes;
        solver->folder = setup->tables != NULL ? strdup(setup->tables) : NULL;
    }
    if (solver == NULL || solver->ending == NULL ||
        (setup->tables != NULL && solver->folder == NULL)) {
        close_solver(solver);
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    return solver;
}

static bool make_ready(EndingSolver *solver, Error *err)
{
    TablesWork work = {.pieces = HASAMI_ENDING_PIECES, .stop = solver->stop};
    TableLayer layer;
    Str        path = {0};
    Error      ignored;
    if (solver->is_ready)
        return true;
    bool has_path =
        tablefile_path(solver->folder, hasami_info.id, HASAMI_ENDING_PIECES, &path, &ignored);
    bool ok = has_path && read_file(solver->ending, str_get(&path), &layer, err);
    if (!ok && (!has_path || err->code == ERROR_NONE))
        ok = hasami_ending_build(solver->ending, &work, &layer, err);
    str_free(&path);
    solver->is_ready = ok;
    return ok;
}

static void renew(void *solver, const SolverSetup *setup)
{
    EndingSolver *mine = solver;
    mine->stop = setup->stop;
    mine->most_nodes = setup->nodes;
}

static void forget(void *solver)
{
    EndingSolver *mine = solver;
    if (mine->safety != NULL)
        hasami_safety_forget(mine->safety);
}

/* Neither side can lose: each has a fortress, or gets there. The player to move is told how. */
static bool solve_draw(EndingSolver *mine, const hasami_pos *p, Truth *out, Error *err)
{
    Move ignored;
    if (mine->safety == NULL)
        mine->safety = hasami_safety_new();
    if (mine->safety == NULL)
        return error_set(err, ERROR_MEMORY);
    out->plies = -1;
    return (hasami_is_safe(mine->safety, p, 1 - p->side, mine->most_nodes, mine->stop, &out->nodes,
                           &ignored) &&
            hasami_is_safe(mine->safety, p, p->side, mine->most_nodes, mine->stop, &out->nodes,
                           &out->hint)) ||
           error_set(err, ERROR_HASAMI_SOLVED_RULES);
}

static bool solve(void *solver, const void *pos, Truth *out, Error *err)
{
    EndingSolver     *mine = solver;
    const hasami_pos *p = pos;
    HasamiFour        four;
    Play              play = hasami_play(p);
    int               value = 0;
    bool              is_won = play == PLAY_WON;
    *out = (Truth){.plies = 0, .nodes = 1};
    if (play == PLAY_DRAWN)
        return true;
    if (play == PLAY_ON) {
        if (!hasami_ending_from_game(p, &four))
            return solve_draw(mine, p, out, err);
        if (!make_ready(mine, err))
            return false;
        value = hasami_ending_values(mine->ending)[hasami_ending_index(mine->ending, &four)];
        out->plies = value == HASAMI_DRAWN ? -1 : value;
        if (value == HASAMI_DRAWN)
            return true;
        is_won = value % 2 == 1;
    }
    out->score = is_won ? 1 : -1;
    return true;
}

static const Safety safety = {hasami_proof_write, hasami_certificate_check};

const Solver hasami_solver = {
    .measure = "won, drawn or lost",
    .open = open_solver,
    .close = close_solver,
    .forget = forget,
    .renew = renew,
    .solve = solve,
    .largest_tables = HASAMI_ENDING_PIECES,
    .build_tables = build_tables,
    .verify_tables = verify_tables,
    .safety = &safety,
};
