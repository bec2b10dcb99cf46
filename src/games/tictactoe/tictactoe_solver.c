/* Tic-Tac-Toe solved: the plies to the end and the outcome of every position, in one table. */
#include "base/errors.h"
#include "games/tictactoe/tictactoe.h"

#include <stdlib.h>

enum { BOARDS = 19683, UNKNOWN = 0 }; /* three states for each of nine cells */

/* For the player to move, by board: plies to the end plus one, and the outcome. */
typedef struct {
    int8_t entry[BOARDS];
    bool   is_won[BOARDS], is_drawn[BOARDS];
    bool   is_weak;
} TictactoeTable;

static int index_of(const tictactoe_pos *p)
{
    int index = 0;
    for (int cell = 0; cell < 9; cell++)
        index = 3 * index + (p->mine >> cell & 1) + 2 * (p->theirs >> cell & 1);
    return index;
}

static void fill(TictactoeTable *table, tictactoe_pos *p)
{
    int index = index_of(p);
    if (table->entry[index] != UNKNOWN)
        return;
    Play play = tictactoe_play(p);
    if (play != PLAY_ON) {
        table->entry[index] = 1;
        table->is_drawn[index] = play == PLAY_DRAWN;
        return;
    }
    /* The quickest win; else the draw; else the longest resistance. */
    int  win = 0, loss = 0;
    bool can_draw = false;
    for (uint64_t cells = tictactoe_empty(p); cells != 0;) {
        Move           move = (Move)bits_pop(&cells);
        tictactoe_undo undo;
        tictactoe_make(p, move, &undo);
        fill(table, p);
        int child = index_of(p), plies = table->entry[child] + 1;
        tictactoe_unmake(p, move, &undo);
        if (table->is_drawn[child])
            can_draw = true;
        else if (table->is_won[child])
            loss = plies > loss ? plies : loss;
        else
            win = win == 0 || plies < win ? plies : win;
    }
    table->is_won[index] = win != 0;
    table->is_drawn[index] = win == 0 && can_draw;
    table->entry[index] = (int8_t)(win != 0 ? win : can_draw ? 10 - p->ply : loss);
}

static void renew(void *solver, const SolverSetup *setup)
{
    TictactoeTable *table = solver;
    table->is_weak = setup->is_weak;
}

static void *open_table(const SolverSetup *setup, Error *err)
{
    TictactoeTable *table = calloc(1, sizeof *table);
    tictactoe_pos   start = {0};
    if (table == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    renew(table, setup);
    fill(table, &start);
    return table;
}

static void forget(void *solver) { (void)solver; /* nothing is learnt */ }

static bool solve(void *solver, const void *pos, Truth *out, Error *err)
{
    const TictactoeTable *table = solver;
    const tictactoe_pos  *p = pos;
    int                   index = index_of(p);
    if (table->entry[index] == UNKNOWN)
        return error_set(err, ERROR_TICTACTOE_IMPOSSIBLE);
    int plies = table->entry[index] - 1, left = 10 - p->ply - plies;
    int score = table->is_drawn[index] ? 0 : table->is_won[index] ? left : -left;
    *out = (Truth){
        .score = table->is_weak ? (score > 0) - (score < 0) : score, .plies = plies, .nodes = 1};
    return true;
}

const Solver tictactoe_solver = {
    .measure = "empty cells when the game is won, plus one",
    .open = open_table,
    .close = free,
    .forget = forget,
    .renew = renew,
    .solve = solve,
};
