#include "engine/search_choice.h"

SearchContext search_choice_context(const SearchChoice *choice)
{
    return (SearchContext){.limits = choice->limits,
                           .switches = choice->switches,
                           .eval = choice->eval,
                           .constants = choice->constants,
                           .threads = choice->threads,
                           .lines = choice->lines,
                           .mcts = &choice->mcts,
                           .rng = 1};
}
