#include "games/hasami/proof/hasami_fortress.h"

#include "base/errors.h"
bool hasami_fortress_rules(const int16_t options[HASAMI_OPTIONS], HasamiFortressRules *out,
                           Error *err)
{
    if (options[HASAMI_JUMPS])
        return error_set(err, ERROR_HASAMI_FORTRESS_JUMPS);
    if (options[HASAMI_GOAL])
        return error_set(err, ERROR_HASAMI_FORTRESS_FIVE);
    *out = (HasamiFortressRules){
        .board = hasami_cells_all(),
        .corners = hasami_cells_corners(),
        .losing_count = options[HASAMI_LOSING_COUNT],
        .difference = options[HASAMI_DIFFERENCE],
        .takes_corners = options[HASAMI_CORNER] == CORNER_SINGLE,
        .takes_diagonals = options[HASAMI_DIAGONAL] != 0,
        .takes_groups = options[HASAMI_CORNER] == CORNER_GROUP || options[HASAMI_EDGE],
        .counts_at_clock = options[HASAMI_NO_CAPTURE] != 0 && options[HASAMI_NO_CAPTURE_RESULT],
    };
    return true;
}

/* Pieces in unbroken rows with cells of `reach` at both ends. */
static HasamiCells find_lines(HasamiCells own, HasamiCells reach, int step)
{
    HasamiCells before = hasami_cells_up(own & reach << step, own, step);
    HasamiCells behind = hasami_cells_down(own & reach >> step, own, step);
    return before & behind;
}

/* Pieces whose whole group has no neighbour that stays empty. */
static HasamiCells find_groups(HasamiCells board, HasamiCells own, HasamiCells reach)
{
    HasamiCells quiet = board & ~own & ~reach, found = 0;
    for (HasamiCells left = own; left != 0;) {
        HasamiCells group = hasami_cells_group(left & -left, own);
        left &= ~group;
        if ((hasami_cells_around(group) & quiet) == 0)
            found |= group;
    }
    return found;
}

/* Pieces that could be taken if enemies stood wherever they like in `reach`. */
static HasamiCells find_unsafe(const HasamiFortressRules *rules, HasamiCells own, HasamiCells reach)
{
    HasamiCells found = find_lines(own, reach, 1) | find_lines(own, reach, HASAMI_STEP_ROW);
    if (rules->takes_diagonals)
        found |= find_lines(own, reach, HASAMI_STEP_ROW + 1) |
                 find_lines(own, reach, HASAMI_STEP_ROW - 1);
    if (rules->takes_corners)
        found |= own & rules->corners & (reach << 1 | reach >> 1) &
                 (reach << HASAMI_STEP_ROW | reach >> HASAMI_STEP_ROW);
    if (rules->takes_groups)
        found |= find_groups(rules->board, own, reach);
    return found;
}

/* Enough pieces never to lose by counting? */
static bool is_enough(const HasamiFortressRules *rules, int core, int enemies)
{
    return core > rules->losing_count &&
           (rules->difference == 0 || enemies - core <= rules->difference) &&
           (!rules->counts_at_clock || core >= enemies);
}

/* A core piece out of the enemy's reach, beside an empty cell out of his reach, that can go there
 * and back while nothing becomes unsafe. */
static bool find_tempo(const HasamiFortressRules *rules, HasamiFortress *out)
{
    HasamiCells quiet = rules->board & ~out->core & ~out->reach;
    HasamiCells movers = out->core & hasami_cells_around(quiet) & ~hasami_cells_around(out->reach);
    for (; movers != 0; movers &= movers - 1) {
        HasamiCells from = movers & -movers;
        for (HasamiCells ways = hasami_cells_around(from) & quiet; ways != 0; ways &= ways - 1) {
            HasamiCells to = ways & -ways;
            if (find_unsafe(rules, out->core ^ from ^ to, out->reach) != 0)
                continue;
            out->from = hasami_cells_low(from);
            out->to = hasami_cells_low(to);
            return true;
        }
    }
    return false;
}

/* All own pieces are the core at first. What can be taken leaves it, and its cell is the enemy's
 * from then on, until nothing of the rest can be taken. */
bool hasami_fortress_find(const HasamiFortressRules *rules, HasamiCells own, HasamiCells enemy,
                          HasamiFortress *out)
{
    int enemies = hasami_cells_size(enemy);
    out->core = own;
    out->reach = enemy;
    for (;;) {
        out->reach = hasami_cells_group(out->reach, rules->board & ~out->core);
        HasamiCells quiet = rules->board & ~out->core & ~out->reach;
        HasamiCells movers = out->core & ~hasami_cells_around(out->reach);
        if ((movers & hasami_cells_around(quiet)) == 0)
            return false;
        HasamiCells unsafe = find_unsafe(rules, out->core, out->reach);
        if (unsafe == 0)
            break;
        out->core &= ~unsafe;
        out->reach |= unsafe;
    }
    return is_enough(rules, hasami_cells_size(out->core), enemies) && find_tempo(rules, out);
}
