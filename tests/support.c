#include "support.h"

#include "base/rng.h"
#include "core/notation.h"
#include "core/symmetry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rules ---- */

enum { DRAWN_RULES = 8 };

static bool is_accepted(Rules *rules)
{
    Bytes pos;
    Str   text = {0};
    options_format(&rules->game->info->options, rules->options, &text);
    snprintf(rules->label, sizeof rules->label, "%s%s", rules->game->info->id, str_get(&text));
    str_free(&text);
    return position_start(rules->game, rules->options, &pos, NULL);
}

static void add_rules(Rules out[MAX_RULES], int *count, const Rules *rules)
{
    assert_true(*count < MAX_RULES);
    out[*count] = *rules;
    for (int i = 0; i < *count; i++)
        if (memcmp(out[i].options, rules->options, sizeof rules->options) == 0)
            return;
    *count += is_accepted(&out[*count]);
}

static Rules default_rules(const Game *game)
{
    Rules rules = {.game = game};
    assert_true(game->pos_size <= sizeof(Bytes) && game->undo_size <= sizeof(Bytes));
    options_reset(&game->info->options, rules.options);
    return rules;
}

void rules_draw(const Game *game, uint64_t *rng, Rules *out)
{
    const OptionTable *table = &game->info->options;
    do {
        *out = default_rules(game);
        for (int i = 0; i < table->count; i++) {
            const OptionSpec *spec = &table->specs[i];
            if (rng_below(rng, 2) == 0)
                continue;
            int range = spec->max - spec->min + 1;
            out->options[i] = (int16_t)(spec->min + (int)rng_below(rng, (uint32_t)range));
            if (spec->can_be_off && rng_below(rng, 4) == 0)
                out->options[i] = 0;
        }
    } while (!is_accepted(out));
}

int rules_list(const Game *game, Rules out[MAX_RULES])
{
    const GameInfo *info = game->info;
    int             count = 0;
    Rules           plain = default_rules(game);
    add_rules(out, &count, &plain);
    for (int i = 0; i < info->preset_count; i++) {
        Rules rules = plain;
        Error err;
        if (!options_set_words(&info->options, rules.options, info->presets[i].settings, &err))
            fail_msg("preset %s: %s", info->presets[i].name, error_words(&err, LANG_EN));
        add_rules(out, &count, &rules);
    }
    for (int i = 0; i < info->options.count; i++) {
        const OptionSpec *spec = &info->options.specs[i];
        for (int value = spec->can_be_off ? 0 : spec->min; value <= spec->max; value++) {
            bool is_number = spec->type == OPTION_NUMBER;
            if (is_number && value != 0 && value != spec->min && value != spec->max)
                continue;
            Rules rules = plain;
            rules.options[i] = (int16_t)value;
            if (options_are_valid(&info->options, rules.options))
                add_rules(out, &count, &rules);
        }
    }
    uint64_t rng = 1;
    for (int i = 0; i < DRAWN_RULES && info->options.count > 0; i++) {
        Rules rules;
        rules_draw(game, &rng, &rules);
        add_rules(out, &count, &rules);
    }
    return count;
}

void rules_start(const Rules *rules, Bytes *pos)
{
    Error err;
    if (!position_start(rules->game, rules->options, pos, &err))
        fail_msg("%s: %s", rules->label, error_words(&err, LANG_EN));
}

/* ---- positions ---- */

const Game *must_find_game(const char *id)
{
    const Game *game = game_find(id);
    assert_non_null(game);
    return game;
}

Player must_parse_player(const Game *game, const char *text)
{
    Player player;
    Error  err;
    if (!player_parse(game, text, &player, &err))
        fail_msg("%s: %s", text, error_words(&err, LANG_EN));
    return player;
}

void must_parse(const Game *game, const char *text, Bytes *pos)
{
    Rules plain = default_rules(game);
    Error err;
    if (!position_parse(game, plain.options, text, pos, &err))
        fail_msg("%s: '%s': %s", game->info->id, text, error_words(&err, LANG_EN));
}

void must_play(const Game *game, const char *moves, Bytes *pos)
{
    for (moves += strspn(moves, " "); *moves != '\0'; moves += strspn(moves, " ")) {
        Bytes undo;
        Move  move;
        Error err;
        if (!notation_parse_next(game, pos, &moves, &move, &err))
            fail_msg("%s: %s", game->info->id, error_words(&err, LANG_EN));
        game->make(pos, move, &undo);
    }
}

Str text_of(const Game *game, const void *pos)
{
    Str text = {0};
    position_format(game, pos, &text);
    return text;
}

bool has_same_bytes(const Game *game, const void *a, const void *b)
{
    return memcmp(a, b, game->pos_size) == 0;
}

bool is_same_turned(const Game *game, const void *a, const void *b)
{
    Bytes turned;
    Board board;
    bool  is_same = false;
    game->to_board(a, &board);
    unsigned symmetries = game->symmetries(&board) | 1u;
    for (int t = 0; t < SYMMETRY_COUNT && !is_same; t++)
        is_same = (symmetries >> t & 1) != 0 && position_transform(game, a, t, false, &turned) &&
                  has_same_bytes(game, &turned, b);
    return is_same;
}

void check_same_position(const Game *game, const void *pos, const char *text, const char *file,
                         int line)
{
    Str got = text_of(game, pos);
    _assert_string_equal(str_get(&got), text, file, line);
    str_free(&got);
}

bool is_legal_text(const Game *game, const void *pos, const char *text)
{
    Move move;
    return notation_parse(game, pos, text, &move, NULL);
}

const char *result_words(const Result *result)
{
    static char words[64];
    snprintf(words, sizeof words, "%s %s", result_text(result), reason_word(result->reason));
    return words;
}

/* ---- test lists ---- */

int run_for_every_game(const char *group, const struct CMUnitTest tests[], size_t count)
{
    enum { NAME_SIZE = 128 };
    size_t             total = count * game_count();
    struct CMUnitTest *all = calloc(total, sizeof all[0]);
    char              *names = calloc(total, NAME_SIZE);
    if (all == NULL || names == NULL)
        return 1;
    for (size_t i = 0; i < total; i++) {
        const Game *game = game_at(i / count);
        all[i] = tests[i % count];
        all[i].name = names + i * NAME_SIZE;
        all[i].initial_state = (void *)(uintptr_t)game;
        snprintf(names + i * NAME_SIZE, NAME_SIZE, "%s (%s)", tests[i % count].name,
                 game->info->id);
    }
    int failed = _cmocka_run_group_tests(group, all, total, NULL, NULL);
    free(names);
    free(all);
    return failed;
}
