#include "games/hasami/proof/hasami_safety.h"

#include <stdlib.h>
#include <string.h>

/* Own moves that are looked ahead: one more takes tens of times as long. */
enum { OWN_MOVES = 4, MEGABYTES = 1 };

struct HasamiSafety {
    HasamiProver prover;
    HasamiMemo  *memo[2]; /* by the side that defends; each for the rules it was last asked under */
    HasamiFortressRules rules[2];
};

HasamiSafety *hasami_safety_new(void)
{
    HasamiSafety *safety = calloc(1, sizeof *safety);
    if (safety == NULL)
        return NULL;
    for (int side = 0; side < 2; side++)
        safety->memo[side] = hasami_memo_new(MEGABYTES);
    if (safety->memo[0] == NULL || safety->memo[1] == NULL) {
        hasami_safety_delete(safety);
        return NULL;
    }
    return safety;
}

void hasami_safety_delete(HasamiSafety *safety)
{
    if (safety == NULL)
        return;
    for (int side = 0; side < 2; side++)
        hasami_memo_delete(safety->memo[side]);
    free(safety);
}

void hasami_safety_forget(HasamiSafety *safety)
{
    for (int side = 0; side < 2; side++)
        hasami_memo_clear(safety->memo[side]);
    memset(&safety->prover, 0, sizeof safety->prover);
}

static bool has_same_rules(const HasamiFortressRules *a, const HasamiFortressRules *b)
{
    return a->losing_count == b->losing_count && a->difference == b->difference &&
           a->takes_corners == b->takes_corners && a->takes_diagonals == b->takes_diagonals &&
           a->takes_groups == b->takes_groups && a->counts_at_clock == b->counts_at_clock;
}

/* What is known under other rules means nothing. */
static void prepare(HasamiSafety *safety, const HasamiFortressRules *rules, int side)
{
    if (!has_same_rules(&safety->rules[side], rules))
        hasami_memo_clear(safety->memo[side]);
    safety->rules[side] = *rules;
    safety->prover.rules = *rules;
    safety->prover.memo = safety->memo[side];
    safety->prover.nodes = 0;
}

static Move move_of(HasamiStep step, int side)
{
    return (Move)(HASAMI_CELLS * hasami_spot_cell(step.from, side) +
                  hasami_spot_cell(step.to, side));
}

bool hasami_is_safe(HasamiSafety *safety, const hasami_pos *p, int side, uint64_t most_nodes,
                    const atomic_bool *stop, uint64_t *nodes, Move *move)
{
    HasamiFortressRules rules;
    HasamiFortress      fortress;
    HasamiSpot          spot;
    HasamiStep          step;
    bool                is_safe = false;
    *move = MOVE_NONE;
    if (!hasami_fortress_rules(p->option, &rules, NULL))
        return false;
    if (hasami_fortress_find(&rules, hasami_cells_of(p, side), hasami_cells_of(p, 1 - side),
                             &fortress)) {
        int from = hasami_bit_to_cell(fortress.from), to = hasami_bit_to_cell(fortress.to);
        if (p->side == side)
            *move = (Move)(HASAMI_CELLS * from + to);
        return true;
    }
    /* On the way a piece can be lost, and the clock counts them. */
    if (!hasami_prover_knows(p) || rules.counts_at_clock)
        return false;
    prepare(safety, &rules, side);
    safety->prover.most_nodes = most_nodes;
    safety->prover.stop = stop;
    hasami_spot_of(p, side, &spot);
    for (int own_moves = 1; own_moves <= OWN_MOVES && !is_safe; own_moves++)
        is_safe = p->side == side ? hasami_prove(&safety->prover, &spot, own_moves, &step)
                                  : hasami_prove_after(&safety->prover, &spot, own_moves);
    *nodes += safety->prover.nodes;
    if (is_safe && p->side == side)
        *move = move_of(step, side);
    return is_safe;
}
