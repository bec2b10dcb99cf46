/* Fous-Fous solved: endgame tables and an exact search, compiled plainly and for wide processors.
 */
#include "games/fousfous/fousfous.h"
#include "games/fousfous/fousfous_build.inc.h"

static void *open_solver(const SolverSetup *setup, Error *err)
{
    (void)setup;
    error_set(err, "not yet");
    return NULL;
}

const Solver fousfous_solver = {
    .measure = "won or lost",
    .open = open_solver,
    .largest_tables = FOUSFOUS_MAX_TABLE,
    .build_tables = build_tables,
    .verify_tables = verify_tables,
};
