/* plateau games: everything a game offers, from its tables. */
#include "app/arguments/command.h"
#include "base/json.h"
#include "core/position.h"
#include "core/position_copy.h"
#include "engine/level.h"
#include "search/frame/search.h"

#include <stdlib.h>
#include <string.h>

/* What was given. */
typedef struct {
    bool json;
} GamesFlags;

static const Flag flags[] = {
    {"--json", NULL, TEXT("machine-readable, one line", "lisible par une machine, une ligne"),
     FLAG_TO_SWITCH(GamesFlags, json)},
    FLAGS_END,
};

static const GamesFlags *given(const Call *call) { return call->given; }

static void list_option(const OptionSpec *spec, Lang lang, Str *out)
{
    Str range = {0}, fallback = {0};
    options_format_range(spec, &range);
    options_format_value(spec, spec->fallback, &fallback);
    str_printf(out, "  %s = %s  (%s)\n      %s\n", spec->name, str_get(&fallback), str_get(&range),
               text_in(&spec->help, lang));
    str_free(&range);
    str_free(&fallback);
}

/* What a player's search= can set; the flagship has the same in all games. */
static void list_constants(const Game *game, SearcherId searcher, Lang lang, Str *out)
{
    static const Text    head = TEXT("Constants of %s, set by search=NAME=VALUE+…:",
                                     "Constantes de %s, par search=NOM=VALEUR+… :");
    const ConstantTable *table = searcher_constants(game, searcher);
    str_char(out, '\n');
    str_printf(out, text_in(&head, lang), searcher_name(searcher));
    str_char(out, '\n');
    for (int i = 0; i < table->count; i++) {
        const Constant *constant = &table->constants[i];
        str_printf(out, "  %-14s %d (%d..%d): %s\n", constant->name, constant->usual, constant->min,
                   constant->max, text_in(&constant->help, lang));
    }
}

static void describe(const Game *game, Lang lang, Str *out)
{
    static const Text options = TEXT("Options:", "Options :"),
                      presets = TEXT("Presets:", "Règles toutes faites :"),
                      searchers = TEXT("Players:", "Joueurs :"),
                      players = TEXT("Players of this game:", "Joueurs de ce jeu :"),
                      evals = TEXT("Evaluations:", "Évaluations :"), none = TEXT("none", "aucune");
    const GameInfo *info = game->info;
    str_printf(out, "%s (%s)\n%s\n\n%s\n", text_in(&info->name, lang), info->id,
               text_in(&info->about, lang), text_in(&options, lang));
    if (info->options.count == 0)
        str_printf(out, "  %s\n", text_in(&none, lang));
    for (int i = 0; i < info->options.count; i++)
        list_option(&info->options.specs[i], lang, out);
    if (info->preset_count > 0)
        str_printf(out, "\n%s\n", text_in(&presets, lang));
    for (int i = 0; i < info->preset_count; i++)
        str_printf(out, "  %-14s %s\n  %-14s %s\n", info->presets[i].name,
                   text_in(&info->presets[i].help, lang), "", info->presets[i].settings);
    str_printf(out, "\n%s\n", text_in(&searchers, lang));
    for (int i = 0; i < SEARCHER_COUNT; i++)
        str_printf(out, "  %-14s %s\n", searcher_name((SearcherId)i),
                   searcher_text((SearcherId)i, lang));
    str_printf(out, "\n%s\n", text_in(&players, lang));
    for (int i = 0; i < named_player_count(game); i++) {
        PlayerPreset player = named_player(game, i);
        str_printf(out, "  %-14s %s\n  %-14s %s\n", player.name, text_in(&player.help, lang), "",
                   player.settings);
    }
    str_printf(out, "\n%s\n", text_in(&evals, lang));
    for (int i = 0; i < info->evals->eval_count; i++)
        str_printf(out, "  %-14s %s\n", info->evals->evals[i].name,
                   text_in(&info->evals->evals[i].help, lang));
    list_constants(game, SEARCHER_flagship, lang, out);
    if (info->constants != NULL)
        list_constants(game, SEARCHER_champion, lang, out);
}

static void json_text(Json *json, const char *key, const Text *text)
{
    json_object(json, key);
    json_string(json, "en", text->in[LANG_EN]);
    json_string(json, "fr", text->in[LANG_FR]);
    json_end_object(json);
}

static void json_option(Json *json, const OptionSpec *spec)
{
    static const char *const types[] = {"switch", "number", "choice"};
    Str                      fallback = {0};
    options_format_value(spec, spec->fallback, &fallback);
    json_object(json, NULL);
    json_string(json, "name", spec->name);
    json_string(json, "type", types[spec->type]);
    json_string(json, "default", str_get(&fallback));
    if (spec->type == OPTION_NUMBER) {
        json_int(json, "min", spec->min);
        json_int(json, "max", spec->max);
        json_bool(json, "can_be_off", spec->can_be_off);
    }
    if (spec->type == OPTION_CHOICE) {
        json_array(json, "choices");
        for (int i = 0; spec->choices[i] != NULL; i++)
            json_string(json, NULL, spec->choices[i]);
        json_end_array(json);
    }
    json_text(json, "help", &spec->help);
    json_end_object(json);
    str_free(&fallback);
}

static void json_named(Json *json, const char *name, const char *settings, const Text *help)
{
    json_object(json, NULL);
    json_string(json, "name", name);
    if (settings != NULL)
        json_string(json, "settings", settings);
    json_text(json, "help", help);
    json_end_object(json);
}

static void json_constants(Json *json, const Game *game, SearcherId searcher)
{
    const ConstantTable *table = searcher_constants(game, searcher);
    json_array(json, searcher_name(searcher));
    for (int i = 0; i < table->count; i++) {
        const Constant *constant = &table->constants[i];
        json_object(json, NULL);
        json_string(json, "name", constant->name);
        json_int(json, "default", constant->usual);
        json_int(json, "min", constant->min);
        json_int(json, "max", constant->max);
        json_int(json, "step", constant->step);
        json_text(json, "help", &constant->help);
        json_end_object(json);
    }
    json_end_array(json);
}

/* What may be chosen by name. */
static void json_lists(Json *json, const Game *game)
{
    const GameInfo *info = game->info;
    json_array(json, "presets");
    for (int i = 0; i < info->preset_count; i++)
        json_named(json, info->presets[i].name, info->presets[i].settings, &info->presets[i].help);
    json_end_array(json);
    json_array(json, "searchers");
    for (int i = 0; i < SEARCHER_COUNT; i++)
        json_string(json, NULL, searcher_name((SearcherId)i));
    json_end_array(json);
    json_array(json, "players");
    for (int i = 0; i < named_player_count(game); i++) {
        PlayerPreset player = named_player(game, i);
        json_named(json, player.name, player.settings, &player.help);
    }
    json_end_array(json);
    json_array(json, "evaluations");
    for (int i = 0; i < info->evals->eval_count; i++)
        json_named(json, info->evals->evals[i].name, NULL, &info->evals->evals[i].help);
    json_end_array(json);
    json_object(json, "constants");
    json_constants(json, game, SEARCHER_flagship);
    if (info->constants != NULL)
        json_constants(json, game, SEARCHER_champion);
    json_end_object(json);
}

static void json_game(Json *json, const Game *game)
{
    const GameInfo *info = game->info;
    int16_t         options[MAX_OPTIONS];
    Str             start = {0};
    PositionCopy    at;
    options_reset(&info->options, options);
    if (position_copy_init(&at, game, NULL, NULL) && position_start(game, options, at.pos, NULL))
        position_format(game, at.pos, &start);
    position_copy_free(&at);
    json_object(json, NULL);
    json_string(json, "id", info->id);
    json_text(json, "name", &info->name);
    json_text(json, "about", &info->about);
    json_string(json, "pieces", info->pieces);
    json_text(json, "first_colour", &info->colours[0]);
    json_text(json, "second_colour", &info->colours[1]);
    json_string(json, "start", str_get(&start));
    json_array(json, "special_moves");
    for (int i = 0; info->specials != NULL && info->specials[i] != NULL; i++)
        json_string(json, NULL, info->specials[i]);
    json_end_array(json);
    json_array(json, "options");
    for (int i = 0; i < info->options.count; i++)
        json_option(json, &info->options.specs[i]);
    json_end_array(json);
    json_lists(json, game);
    json_end_object(json);
    str_free(&start);
}

static void list_game(const Game *game, Lang lang, Str *out)
{
    enum { NAME_COLUMNS = 14 };
    const char *name = text_in(&game->info->name, lang);
    str_padded(out, game->info->id, command_id_columns());
    str_padded(out, name, NAME_COLUMNS);
    str_printf(out, "%s%s\n", strlen(name) >= NAME_COLUMNS ? "  " : "",
               text_in(&game->info->about, lang));
}

static void write_all(const Game *only, bool as_json, Lang lang, Str *out)
{
    Json json = json_to(out);
    if (as_json && only == NULL)
        json_array(&json, NULL);
    for (size_t i = 0; i < game_count(); i++) {
        const Game *game = game_at(i);
        if (only != NULL && game != only)
            continue;
        if (as_json)
            json_game(&json, game);
        else if (only != NULL)
            describe(game, lang, out);
        else
            list_game(game, lang, out);
    }
    if (as_json && only == NULL)
        json_end_array(&json);
    if (as_json)
        str_char(out, '\n');
}

static int run(const Call *call)
{
    Error       err;
    Str         out = {0};
    const Game *only = NULL;
    if (call->args->positional_count > 0) {
        Session *session = command_session(call, &err);
        if (session == NULL)
            return fail(EXIT_BAD_INPUT, &err);
        only = session_game(session);
        session_delete(session);
    }
    write_all(only, given(call)->json, call->lang, &out);
    int code = command_print(&out);
    str_free(&out);
    return code;
}

const Command command_games = {
    .name = "games",
    .usage = "[GAME]",
    .summary =
        TEXT("list the games, or all that one offers", "liste les jeux, ou tout ce qu'en offre un"),
    .flags = flags,
    .given_size = sizeof(GamesFlags),
    .max_positionals = 1,
    .run = run,
};
