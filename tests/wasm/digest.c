#include "wasm/digest.h"

#include "base/rng.h"
#include "core/notation.h"
#include "core/position.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_GAME = 200, TEXT_EVERY = 50 };

/* FNV-1a, a word at a time, and turned so that high bits come down too. */
static void fold_number(uint64_t *sum, int64_t number)
{
    uint64_t mixed = (*sum ^ (uint64_t)number) * UINT64_C(0x100000001b3);
    *sum = mixed << 29 | mixed >> 35;
}

static void fold_text(uint64_t *sum, const char *text)
{
    for (; *text != '\0'; text++)
        fold_number(sum, *text);
}

/* Half of the games are played by the usual rules; the others by any, each option for itself. */
static void draw_rules(const Game *game, uint64_t *rng, int16_t options[MAX_OPTIONS])
{
    const OptionTable *table = &game->info->options;
    options_reset(table, options);
    bool is_usual = rng_below(rng, 2) == 0;
    for (int i = 0; i < table->count && !is_usual; i++) {
        const OptionSpec *spec = &table->specs[i];
        int               from = spec->min, to = spec->max;
        if (spec->type == OPTION_SWITCH)
            to = 1;
        if (rng_below(rng, 2) == 0)
            options[i] = (int16_t)(from + (int)rng_below(rng, (uint32_t)(to - from + 1)));
        else if (spec->can_be_off && rng_below(rng, 4) == 0)
            options[i] = 0;
    }
}

static void begin(const Game *game, uint64_t *rng, void *pos)
{
    int16_t options[MAX_OPTIONS];
    draw_rules(game, rng, options);
    if (options_are_valid(&game->info->options, options) &&
        position_start(game, options, pos, NULL))
        return;
    options_reset(&game->info->options, options);
    position_start(game, options, pos, NULL);
}

static void fold_position(const Game *game, const void *pos, uint64_t *sum)
{
    Str text = {0};
    position_format(game, pos, &text);
    fold_text(sum, str_get(&text));
    str_free(&text);
}

static void fold_moves(const Game *game, const void *pos, const Move moves[], int count,
                       uint64_t *sum)
{
    for (int i = 0; i < count; i++) {
        int from, to;
        game->squares(pos, moves[i], &from, &to);
        fold_number(sum, moves[i] + ((int64_t)from << 20) + ((int64_t)to << 32));
    }
}

typedef struct {
    uint64_t keys[LONGEST_GAME + 1];
    Move     moves[MAX_MOVES];
} Line;

static uint64_t play(const Game *game, uint64_t *rng, void *pos, void *undo, Line *line,
                     DigestVisit *visit, void *user)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (int ply = 0;; ply++) {
        char text[MOVE_TEXT_SIZE];
        line->keys[ply] = game->key(pos);
        Result result = position_result_after(game, pos, line->keys, (size_t)ply + 1);
        int    count = game->gen(pos, line->moves);
        bool   is_last = result.is_over || ply == LONGEST_GAME || count == 0;
        Move   move = is_last ? MOVE_NONE : line->moves[rng_below(rng, (uint32_t)count)];
        fold_number(&sum, (int64_t)line->keys[ply]);
        fold_number(&sum, result.is_over * 64 + result.winner * 32 + (int)result.reason);
        fold_moves(game, pos, line->moves, count, &sum);
        if (is_last || ply % TEXT_EVERY == 0)
            fold_position(game, pos, &sum);
        if (visit != NULL)
            visit(game, pos, move, user);
        if (is_last)
            return sum;
        fold_text(&sum, notation_format(game, pos, move, text));
        game->make(pos, move, undo);
    }
}

uint64_t digest_game(const Game *game, uint32_t number, DigestVisit *visit, void *user)
{
    uint64_t rng = rng_mix(number), sum = 0;
    void    *pos = calloc(1, game->pos_size), *undo = calloc(1, game->undo_size + 1);
    Line    *line = calloc(1, sizeof *line);
    if (pos != NULL && undo != NULL && line != NULL) {
        begin(game, &rng, pos);
        sum = play(game, &rng, pos, undo, line, visit, user);
    }
    free(line);
    free(undo);
    free(pos);
    return sum;
}
