/* search/exact/traps.h -- moves in solved positions that a fallible opponent is likely to answer
 * wrongly.
 *
 * A solver calls all moves of a lost position equal, and all that keep a draw. Against a perfect
 * opponent they are; against one that searches a few plies they are not: some leave many replies
 * that look good and are wrong. Choosing among them is speculative play (Jansen, "Problematic
 * Positions and Speculative Play", 1990), with a model of what the opponent sees (opponent-model
 * search: Iida, Uiterwijk, van den Herik and Herschberg 1993; for endgame tables Haworth's
 * reference fallible players, 2003).
 *
 * The model here: the opponent searches a few plies with the game's usual evaluation and plays the
 * reply that seems best to it, or any that seems nearly as good. The solver says which replies are
 * wrong; their share is the error rate of our move. How deep the opponent searches is not known, so
 * the rate is found for one depth after the other, as long as there is time, and that of the
 * deepest search counts most. */
#pragma once
#include "search/frame/work.h"

/* A plain search of a position one ply below the root to a small depth: how it seems. */
typedef Score ShallowSearch(void *pos, SearchWork *work, Score alpha, Score beta, int depth);

typedef struct {
    const Game    *game;
    SearchWork    *work;
    ShallowSearch *search;
    /* Room for two positions and an undo. `child` is the solver's too. */
    void *child, *after, *undo;
    /* Asks the solver whether a move is worth `least` (1 a win, 0 a draw) to the player who makes
     * it. False: time or nodes are used up. */
    bool (*is_worth)(void *solver, const void *pos, Move move, int least, bool *is_true);
    bool (*is_late)(void *solver);
    void *solver;
} Traps;

/* The moves in the order in which they seem best by a shallow search. When the search is stopped in
 * between they stay as they are. */
void traps_order(const Traps *traps, const void *pos, Move *moves, int count);

/* All moves lose, and none is known to lose later: root_best becomes the one with the highest error
 * rate, then the one that seems best. */
void traps_choose_lost(const Traps *traps, const void *pos);

/* All root moves are worth `worth` (0 a draw, -1 a loss): root_best and the line become one to
 * which the likely reply is wrong. False: there is none, or it was not found in time. */
bool traps_choose(const Traps *traps, const void *pos, int worth);
