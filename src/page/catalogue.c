/* All games, rules and players, as the engine's own tables tell them. */
#include "base/prose.h"
#include "core/position.h"
#include "core/solver.h"
#include "engine/level.h"
#include "page/hub_state.h"

#include <stdlib.h>
#include <string.h>

static void write_option(Json *json, const OptionSpec *spec, Lang lang)
{
    static const char *const kinds[] = {
        [OPTION_SWITCH] = "bool", [OPTION_NUMBER] = "int", [OPTION_CHOICE] = "choice"};
    Str value = {0};
    options_format_value(spec, spec->fallback, &value);
    json_object(json, NULL);
    json_string(json, "name", spec->name);
    json_prose(json, "text", text_in(&spec->help, lang), lang);
    json_string(json, "kind", kinds[spec->type]);
    json_int(json, "least", spec->min);
    json_int(json, "most", spec->max);
    json_bool(json, "can_be_off", spec->can_be_off);
    json_string(json, "value", str_get(&value));
    json_array(json, "choices");
    for (int i = 0; spec->type == OPTION_CHOICE && spec->choices[i] != NULL; i++) {
        json_object(json, NULL);
        json_string(json, "value", spec->choices[i]);
        json_string(json, "text", spec->choices[i]);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
    str_free(&value);
}

static void write_preset(Json *json, const Game *game, const Preset *preset, Lang lang)
{
    const OptionTable *options = &game->info->options;
    int16_t            values[MAX_OPTIONS];
    Error              ignored;
    options_reset(options, values);
    options_set_words(options, values, preset->settings, &ignored);
    json_object(json, NULL);
    json_string(json, "name", preset->name);
    json_prose(json, "text", text_in(&preset->help, lang), lang);
    json_object(json, "values");
    for (int i = 0; i < options->count; i++) {
        Str value = {0};
        options_format_value(&options->specs[i], values[i], &value);
        json_string(json, options->specs[i].name, str_get(&value));
        str_free(&value);
    }
    json_end_object(json);
    json_end_object(json);
}

static bool is_level(const char *name)
{
    return strncmp(name, "level", 5) == 0 && strspn(name + 5, "0123456789") == strlen(name) - 5 &&
           name[5] != '\0';
}

static void write_players(Json *json, const Game *game, Lang lang)
{
    int levels = 0;
    json_array(json, "players");
    for (int i = 0; i < named_player_count(game); i++) {
        PlayerPreset player = named_player(game, i);
        json_object(json, NULL);
        json_string(json, "name", player.name);
        json_prose(json, "text", text_in(&player.help, lang), lang);
        json_end_object(json);
        levels += is_level(player.name);
    }
    json_end_array(json);
    json_int(json, "levels", levels);
}

/* The position that a game with the usual rules begins with. */
static void write_start(Json *json, const Game *game)
{
    int16_t options[MAX_OPTIONS];
    Str     text = {0};
    void   *pos = calloc(1, game->pos_size);
    options_reset(&game->info->options, options);
    if (pos != NULL && position_start(game, options, pos, NULL))
        position_format(game, pos, &text);
    json_string(json, "start", str_get(&text));
    str_free(&text);
    free(pos);
}

static void write_game(Json *json, const Game *game, Lang lang)
{
    const GameInfo *info = game->info;
    char            first_column[2] = {info->notation.first_column, '\0'};
    json_object(json, NULL);
    json_string(json, "id", info->id);
    json_string(json, "name", text_in(&info->name, lang));
    json_prose(json, "about", text_in(&info->about, lang), lang);
    json_string(json, "pieces", info->pieces);
    write_start(json, game);
    json_array(json, "colours");
    for (int i = 0; i < 2; i++)
        json_string(json, NULL, text_in(&info->colours[i], lang));
    json_end_array(json);
    json_bool(json, "rows_from_top", info->notation.rows_from_top);
    json_string(json, "first_column", first_column);
    json_array(json, "specials");
    for (int i = 0; info->specials != NULL && info->specials[i] != NULL; i++)
        json_string(json, NULL, info->specials[i]);
    json_end_array(json);
    json_array(json, "options");
    for (int i = 0; i < info->options.count; i++)
        write_option(json, &info->options.specs[i], lang);
    json_end_array(json);
    json_array(json, "presets");
    for (int i = 0; i < info->preset_count; i++)
        write_preset(json, game, &info->presets[i], lang);
    json_end_array(json);
    write_players(json, game, lang);
    json_bool(json, "has_solver", game->solver != NULL);
    json_string(json, "measure", game->solver != NULL ? game->solver->measure : "");
    json_bool(json, "has_sgf", info->sgf_number != 0);
    json_end_object(json);
}

void catalogue_write(Lang lang, Json *json)
{
    json_object(json, "catalogue");
    json_array(json, "games");
    for (size_t i = 0; i < game_count(); i++)
        write_game(json, game_at(i), lang);
    json_end_array(json);
    json_array(json, "searchers");
    for (int i = 0; i < SEARCHER_COUNT; i++) {
        json_object(json, NULL);
        json_string(json, "name", searcher_name((SearcherId)i));
        json_prose(json, "text", searcher_text((SearcherId)i, lang), lang);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}
