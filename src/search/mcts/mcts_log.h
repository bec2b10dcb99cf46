/* search/mcts/mcts_log.h -- the Monte Carlo tree as a tree log, for drawing. */
#pragma once
#include "search/frame/treelog.h"
#include "search/mcts/mcts.h"

/* Adds the tree that was grown from pos, which is unchanged on return: the most visited nodes that
 * find room, parents before children. False when memory is short. */
bool mcts_log_tree(const MctsTree *tree, const Game *game, void *pos, TreeLog *log);
