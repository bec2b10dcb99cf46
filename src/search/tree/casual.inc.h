/* Alpha-beta that makes mistakes as people do: it overlooks moves, more of them the further ahead
 * they are, and misjudges positions (SearchContext.attention). What it overlooks depends on the
 * seed, the position and the move alone, so that equal seeds give equal games. Among the moves it
 * sees it always plays the best: it may miss a win, but it never gives one away that it has seen.
 * With a lapse setting only some of its moves are made so, and the others by plain alpha-beta.
 *
 * Without an attention setting it sees everything, and is plain alpha-beta. */
#pragma once
#include "search/frame/node.inc.h"

enum {
    S(most_missed) = 99, /* of 100 moves: even far away something is seen */
    S(all_plies) = MAX_SEARCH_PLIES
};

static uint64_t S(random_of)(const POS *p, uint64_t salt, const SearchWork *w)
{
    return rng_mix(G(key)(p) ^ rng_mix(w->context->rng + salt));
}

/* The score with noise, as the position seems. */
static Score S(add_noise)(const POS *p, Score score, const SearchWork *w)
{
    int noise = w->context->attention.noise;
    if (noise == 0)
        return score;
    uint64_t bits = S(random_of)(p, 1, w) >> 40; /* 24 of them */
    return score + (Score)(bits * (2 * (uint64_t)noise + 1) >> 24) - noise;
}

/* Is the move that was just made at this ply overlooked? `before` is the random number of the
 * position it was made in. Ends of the game that are close enough are always seen. */
static bool S(is_overlooked)(const POS *p, Move move, uint64_t before, int ply, const SearchWork *w)
{
    const Attention *attention = &w->context->attention;
    int              percent = attention->miss + attention->fade * ply;
    percent = percent > S(most_missed) ? S(most_missed) : percent;
    if ((int)(rng_mix(before + move) % 100) >= percent)
        return false;
    return ply >= attention->alert || S(play_at)(p, w) == PLAY_ON;
}

/* Within `clear` plies from the root nothing is overlooked or misjudged. */
static Score S(casual_at)(POS *p, Score alpha, Score beta, int depth, int ply, int clear,
                          SearchWork *w)
{
    S(node) node;
    if (S(open)(&node, p, alpha, beta, depth, ply, w)) {
        bool is_guess = depth <= 0 && ply >= clear && S(play_at)(p, w) == PLAY_ON;
        return is_guess ? S(add_noise)(p, node.best, w) : node.best;
    }

    const Attention *attention = &w->context->attention;
    bool     misses = ply >= clear && (attention->miss > 0 || (attention->fade > 0 && ply > 0));
    uint64_t before = misses ? S(random_of)(p, 2, w) : 0;
    while (S(next)(&node, p, w)) {
        Move  move = node.moves[node.index - 1];
        Score floor = S(floor)(&node), score;
        if (misses && S(is_overlooked)(p, move, before, ply, w)) {
            S(back)(&node, p, w);
            continue;
        }
        if (S(keeps_turn_after)(p, node.side))
            score = S(casual_at)(p, floor, beta, depth - 1, ply + 1, clear, w);
        else
            score = -S(casual_at)(p, -beta, -floor, depth - 1, ply + 1, clear, w);
        S(back)(&node, p, w);
        S(take)(&node, score, w);
    }
    if (node.best == -SCORE_INF && !w->is_stopped && ply > 0) { /* it sees no move at all here */
        node.best = S(add_noise)(p, S(evaluate)(p, w), w);
        S(settle)(&node, w, TREE_HORIZON);
        return node.best;
    }
    return S(close)(&node, w);
}

/* Is this one of the moves at which it sees everything? */
static bool S(is_clear)(const POS *p, const SearchWork *w)
{
    int lapse = w->context->attention.lapse;
    return lapse > 0 && (int)(S(random_of)(p, 3, w) % 100) >= lapse;
}

/* If it sees no move, or loses at once, it searches again and sees all moves of the root. Scores
 * depend on the ply of a position, which the table does not store: there is none. */
static Score S(casual)(void *pos, SearchWork *w, int depth)
{
    const Attention *attention = &w->context->attention;
    if (attention->miss > 0 || attention->fade > 0 || attention->noise > 0)
        w->table = NULL;
    if (S(is_clear)(pos, w))
        return S(casual_at)(pos, -SCORE_INF, SCORE_INF, depth, 0, S(all_plies), w);
    Score score = S(casual_at)(pos, -SCORE_INF, SCORE_INF, depth, 0, 0, w);
    bool  is_startled = attention->alert >= 2 && score <= 2 - SCORE_MATE;
    if (!w->is_stopped && (w->root_best == MOVE_NONE || (is_startled && attention->miss > 0)))
        score = S(casual_at)(pos, -SCORE_INF, SCORE_INF, depth, 0, 1, w);
    return score;
}
