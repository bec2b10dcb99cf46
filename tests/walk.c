#include "walk.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

void walk_check(const Walk *walk, bool holds, const char *claim, const char *file, int line)
{
    if (holds)
        return;
    Str text = text_of(walk->game, &walk->pos);
    print_error("%s, seed %llu, ply %d: %s\n  in %s\n", walk->rules->label,
                (unsigned long long)walk->seed, walk->ply, claim, str_get(&text));
    str_free(&text);
    _fail(file, line);
}

Move walk_any_move(Walk *walk) { return walk->moves[rng_below(&walk->rng, (uint32_t)walk->count)]; }

static void look(Walk *walk)
{
    const Game *game = walk->game;
    walk->count = game->gen(&walk->pos, walk->moves);
    walk->keys[walk->ply] = game->key(&walk->pos);
    walk->result = position_result_after(game, &walk->pos, walk->keys, (size_t)walk->ply + 1);
}

bool walk_game(const Rules *rules, uint64_t seed, int max_plies, WalkVisit *visit, void *user)
{
    Walk *walk = calloc(1, sizeof *walk);
    assert_non_null(walk);
    assert_true(max_plies <= WALK_MAX_PLIES);
    walk->rules = rules;
    walk->game = rules->game;
    walk->seed = seed;
    walk->rng = rng_mix(seed);
    uint64_t choices = seed; /* the game does not depend on what the visitor draws */
    rules_start(rules, &walk->pos);
    for (look(walk);; look(walk)) {
        Bytes undo;
        if (visit != NULL)
            visit(walk, user);
        if (walk->result.is_over || walk->ply == max_plies)
            break;
        LAW(walk, walk->count > 0);
        Move move = walk->moves[rng_below(&choices, (uint32_t)walk->count)];
        walk->game->make(&walk->pos, move, &undo);
        walk->played[walk->ply++] = move;
    }
    bool is_over = walk->result.is_over;
    free(walk);
    return is_over;
}

void walk_all_rules(const Game *game, int games, int max_plies, WalkVisit *visit, void *user)
{
    Rules list[MAX_RULES];
    int   count = rules_list(game, list);
    for (int i = 0; i < count; i++)
        for (int seed = 1; seed <= games; seed++)
            walk_game(&list[i], (uint64_t)seed, max_plies, visit, user);
}

static void keep_position(Walk *walk, void *user)
{
    if (!walk->result.is_over)
        memcpy(user, &walk->pos, sizeof walk->pos);
}

void walk_to(const Rules *rules, uint64_t seed, int plies, Bytes *pos)
{
    walk_game(rules, seed, plies, keep_position, pos);
}
