#include "engine/player.h"

#include "base/errors.h"
#include "core/position.h"
#include "core/score.h"

#include "base/parse.h"
#include "search/mcts/mcts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char human_name[] = "human";

enum { USUAL_TABLE = 16, MAX_TABLE = 65536, MAX_THREADS = 64, MAX_NOISE = 1000 };

Player player_human(void) { return (Player){.is_human = true}; }

Player player_opponent(void)
{
    return (Player){.searcher = SEARCHER_pvs, .limits = {.time_us = 500000}};
}

Player player_adviser(const Game *game)
{
    Player player;
    Error  ignored;
    if (!player_parse(game, "champion,time=1.5", &player, &ignored))
        player = player_opponent();
    return player;
}

Player player_analyst(const Game *game)
{
    Player player = player_adviser(game);
    return searcher_has_depths(player.searcher) ? player : player_opponent();
}

/* ---- settings ----------------------------------------------------------------------------------
 */

static bool set_number(const char *what, const char *value, int64_t min, int64_t max, int *out,
                       Error *err)
{
    assert(min <= max);
    int64_t number;
    if (!parse_int(what, value, min, max, &number, err))
        return false;
    *out = (int)number;
    return true;
}

static bool set_count(const char *what, const char *value, uint64_t *out, Error *err)
{
    int64_t number;
    if (!parse_int(what, value, 1, INT64_MAX, &number, err))
        return false;
    *out = (uint64_t)number;
    return true;
}

static bool set_depth(Player *player, const char *value, Error *err)
{
    player->step_count = 0;
    return set_number("depth", value, 1, MAX_SEARCH_PLIES - 1, &player->limits.depth, err);
}

static bool set_nodes(Player *player, const char *value, Error *err)
{
    return set_count("nodes", value, &player->limits.nodes, err);
}

static bool set_time(Player *player, const char *value, Error *err)
{
    return parse_duration("time", value, 0.001, 86400, &player->limits.time_us, err);
}

static bool set_iterations(Player *player, const char *value, Error *err)
{
    return set_count("iterations", value, &player->limits.iterations, err);
}

/* Reads a number of 1 to 3 digits and the character behind it. */
static bool read_small(const char **text, char end, int *out)
{
    size_t length = strspn(*text, "0123456789");
    if (length < 1 || length > 3 || (*text)[length] != end)
        return false;
    *out = 0;
    for (size_t i = 0; i < length; i++)
        *out = 10 * *out + (*text)[i] - '0';
    *text += length + (end != '\0');
    return true;
}

/* "24:4/16:6/0:9" */
static bool set_depths(Player *player, const char *value, Error *err)
{
    const char *rest = value;
    bool        is_last = false;
    player->step_count = 0;
    while (!is_last) {
        DepthStep *step = &player->steps[player->step_count];
        bool ok = player->step_count < MAX_DEPTH_STEPS && read_small(&rest, ':', &step->above);
        is_last = ok && read_small(&rest, '\0', &step->depth);
        if (!ok || (!is_last && !read_small(&rest, '/', &step->depth)) || step->depth < 1 ||
            step->depth >= MAX_SEARCH_PLIES ||
            (player->step_count > 0 && step->above >= step[-1].above))
            return error_set(err, ERROR_PLAYER_DEPTHS, value);
        player->step_count++;
    }
    player->limits.depth = 0;
    return true;
}

static bool set_table(Player *player, const char *value, Error *err)
{
    player->table_megabytes = TABLE_OFF;
    return strcmp(value, "off") == 0 ||
           set_number("table", value, 1, MAX_TABLE, &player->table_megabytes, err);
}

static bool set_threads(Player *player, const char *value, Error *err)
{
    return set_number("threads", value, 1, MAX_THREADS, &player->threads, err);
}

/* In points; what the context wants is hundredths. */
static bool set_contempt(Player *player, const char *value, Error *err)
{
    return set_number("contempt", value, 0, 1000, &player->contempt, err);
}

static bool set_quiescence(Player *player, const char *value, Error *err)
{
    player->has_quiescence = strcmp(value, "on") == 0;
    return player->has_quiescence || strcmp(value, "off") == 0
               ? true
               : error_set(err, ERROR_PLAYER_QUIESCENCE, value);
}

static bool set_miss(Player *player, const char *value, Error *err)
{
    return set_number("miss", value, 0, 100, &player->attention.miss, err);
}

static bool set_fade(Player *player, const char *value, Error *err)
{
    return set_number("fade", value, 0, 100, &player->attention.fade, err);
}

static bool set_noise(Player *player, const char *value, Error *err)
{
    double points;
    if (!parse_decimal(value, &points) || points < 0 || points > MAX_NOISE)
        return error_set(err, ERROR_PLAYER_NOISE, MAX_NOISE, value);
    player->attention.noise = (int)lround(points * 100);
    return true;
}

static bool set_alert(Player *player, const char *value, Error *err)
{
    return set_number("alert", value, 0, MAX_SEARCH_PLIES - 1, &player->attention.alert, err);
}

static bool set_lapse(Player *player, const char *value, Error *err)
{
    return set_number("lapse", value, 1, 100, &player->attention.lapse, err);
}

/* Commas separate a player's settings, so a setting of settings has '+' for them. */
static bool set_text(const char *what, char out[], size_t capacity, const char *value, Error *err)
{
    size_t length = strlen(value);
    if (length >= capacity)
        return error_set(err, ERROR_PLAYER_SETTING_LONG, what, value);
    for (size_t i = 0; i <= length; i++)
        out[i] = value[i] == '+' ? ',' : value[i];
    return true;
}

static bool set_eval(Player *player, const char *value, Error *err)
{
    return set_text("eval", player->eval, sizeof player->eval, value, err);
}

static bool set_mcts(Player *player, const char *value, Error *err)
{
    return set_text("mcts", player->mcts, sizeof player->mcts, value, err);
}

static bool set_search(Player *player, const char *value, Error *err)
{
    return set_text("search", player->search, sizeof player->search, value, err);
}

static const struct {
    const char *name;
    bool (*set)(Player *player, const char *value, Error *err);
} settings[] = {
    {"depth", set_depth},     {"depths", set_depths},
    {"nodes", set_nodes},     {"time", set_time},
    {"eval", set_eval},       {"iterations", set_iterations},
    {"mcts", set_mcts},       {"table", set_table},
    {"threads", set_threads}, {"quiescence", set_quiescence},
    {"miss", set_miss},       {"fade", set_fade},
    {"noise", set_noise},     {"alert", set_alert},
    {"lapse", set_lapse},     {"contempt", set_contempt},
    {"search", set_search},
};

enum { SETTING_COUNT = sizeof settings / sizeof settings[0] };

static bool set_one(Player *player, const char *setting, Error *err)
{
    size_t length = strcspn(setting, "=");
    for (int i = 0; i < SETTING_COUNT; i++)
        if (setting[length] == '=' && strlen(settings[i].name) == length &&
            strncmp(settings[i].name, setting, length) == 0)
            return settings[i].set(player, setting + length + 1, err);
    Str known = {0};
    for (int i = 0; i < SETTING_COUNT; i++)
        str_printf(&known, "%s%s=", i > 0 ? ", " : "", settings[i].name);
    error_set(err, ERROR_PLAYER_SETTING, setting, str_get(&known));
    str_free(&known);
    return false;
}

/* ---- text --------------------------------------------------------------------------------------
 */

static bool take_part(const char **text, char *part, size_t capacity)
{
    size_t length = strcspn(*text, ",");
    bool   fits = length < capacity;
    snprintf(part, capacity, "%.*s", (int)(fits ? length : capacity - 1), *text);
    *text += length + ((*text)[length] == ',');
    return fits;
}

static const char *find_preset(const Game *game, const char *name)
{
    for (int i = 0; game != NULL && i < named_player_count(game); i++) {
        PlayerPreset preset = named_player(game, i);
        if (strcmp(preset.name, name) == 0)
            return preset.settings;
    }
    return NULL;
}

static bool unknown_player(const Game *game, const char *name, Error *err)
{
    Str known = {0};
    for (int i = 0; i < SEARCHER_COUNT; i++)
        str_printf(&known, ", %s", searcher_name((SearcherId)i));
    for (int i = 0; game != NULL && i < named_player_count(game); i++) {
        const char *preset = named_player(game, i).name;
        SearcherId  same; /* a game's champion goes by the name of the searcher that others have */
        if (!searcher_find(preset, &same))
            str_printf(&known, ", %s", preset);
    }
    error_set(err, ERROR_PLAYER_UNKNOWN, name, human_name, str_get(&known));
    str_free(&known);
    return false;
}

/* A name and its settings; that of a preset stands for the text of the preset. */
static bool read_text(const Game *game, const char *text, Player *player, Error *err)
{
    char        part[SEARCH_TEXT_SIZE + 16];
    const char *rest = text, *preset;
    take_part(&rest, part, sizeof part);
    if (strcmp(part, human_name) == 0)
        player->is_human = true;
    else if ((preset = find_preset(game, part)) != NULL) {
        if (!read_text(NULL, preset, player, err))
            return false;
    } else if (!searcher_find(part, &player->searcher))
        return unknown_player(game, part, err);
    while (*rest != '\0' || rest[-1] == ',') {
        if (*rest == '\0')
            return error_set(err, ERROR_PLAYER_COMMA, text);
        if (!take_part(&rest, part, sizeof part) || player->is_human)
            return error_set(err, ERROR_PLAYER_SETTINGS, text);
        if (!set_one(player, part, err))
            return false;
    }
    return true;
}

static bool is_unlimited(const Player *player)
{
    const Limits *limits = &player->limits;
    return limits->depth == 0 && limits->nodes == 0 && limits->time_us == 0 &&
           limits->iterations == 0 && player->step_count == 0;
}

bool player_constants(const Game *game, SearcherId searcher, const char *text, Constants *out,
                      Error *err)
{
    const ConstantTable *table = searcher_constants(game, searcher);
    *out = (Constants){0};
    if (text[0] == '\0' || (game == NULL && searcher == SEARCHER_champion))
        return true;
    if (table == NULL)
        return error_set(err, ERROR_PLAYER_CONSTANTS, searcher_name(searcher),
                         searcher_name(SEARCHER_flagship), searcher_name(SEARCHER_champion),
                         searcher_name(SEARCHER_exact));
    return constants_parse(table, text, out, err);
}

bool player_parse(const Game *game, const char *text, Player *out, Error *err)
{
    Player       player = {0};
    EvalSetup    eval;
    MctsSettings mcts;
    Constants    constants;
    if (!read_text(game, text, &player, err) || !mcts_parse(game, player.mcts, &mcts, err) ||
        !player_constants(game, player.searcher, player.search, &constants, err) ||
        (game != NULL && !eval_parse(game->info->evals, player.eval, &eval, err)))
        return false;
    if (player.searcher != SEARCHER_casual &&
        memcmp(&player.attention, &(Attention){0}, sizeof player.attention) != 0)
        return error_set(err, ERROR_PLAYER_CASUAL, text, searcher_name(SEARCHER_casual));
    if (player.searcher == SEARCHER_mcts && is_unlimited(&player))
        player.limits = mcts_preset_of(player.mcts)->limits;
    SearcherKind kind = searcher_kind(player.searcher);
    bool         lives_by_time =
        player.searcher == SEARCHER_pvs || kind == SEARCHER_SELECTIVE || kind == SEARCHER_BUDGET;
    if (!player.is_human && is_unlimited(&player) && lives_by_time)
        player.limits = player_opponent().limits;
    *out = player;
    return true;
}

static void format_text(const char *name, const char *value, Str *out)
{
    if (value[0] != '\0')
        str_printf(out, ",%s=", name);
    for (; *value != '\0'; value++)
        str_char(out, *value == ',' ? '+' : *value);
}

static void format_attention(const Attention *attention, Str *out)
{
    if (attention->miss > 0)
        str_printf(out, ",miss=%d", attention->miss);
    if (attention->fade > 0)
        str_printf(out, ",fade=%d", attention->fade);
    if (attention->noise > 0)
        str_printf(out, ",noise=%d.%02d", attention->noise / 100, attention->noise % 100);
    if (attention->alert > 0)
        str_printf(out, ",alert=%d", attention->alert);
    if (attention->lapse > 0)
        str_printf(out, ",lapse=%d", attention->lapse);
}

void player_format(const Player *player, Str *out)
{
    const Limits *limits = &player->limits;
    str_text(out, player->is_human ? human_name : searcher_name(player->searcher));
    if (limits->depth != 0)
        str_printf(out, ",depth=%d", limits->depth);
    for (int i = 0; i < player->step_count; i++)
        str_printf(out, "%s%d:%d", i == 0 ? ",depths=" : "/", player->steps[i].above,
                   player->steps[i].depth);
    if (limits->nodes != 0)
        str_printf(out, ",nodes=%llu", (unsigned long long)limits->nodes);
    if (limits->time_us != 0) {
        str_text(out, ",time=");
        str_seconds(out, limits->time_us);
    }
    if (limits->iterations != 0)
        str_printf(out, ",iterations=%llu", (unsigned long long)limits->iterations);
    format_text("eval", player->eval, out);
    format_text("mcts", player->mcts, out);
    format_text("search", player->search, out);
    if (player->table_megabytes > 0)
        str_printf(out, ",table=%d", player->table_megabytes);
    if (player->table_megabytes == TABLE_OFF)
        str_text(out, ",table=off");
    if (player->threads > 0)
        str_printf(out, ",threads=%d", player->threads);
    if (player->has_quiescence)
        str_text(out, ",quiescence=on");
    if (player->contempt > 0)
        str_printf(out, ",contempt=%d", player->contempt);
    format_attention(&player->attention, out);
}

/* The text of a player has all its settings. */
bool player_is_same(const Player *a, const Player *b)
{
    Str texts[2] = {{0}, {0}};
    player_format(a, &texts[0]);
    player_format(b, &texts[1]);
    bool is_same = strcmp(str_get(&texts[0]), str_get(&texts[1])) == 0;
    str_free(&texts[0]);
    str_free(&texts[1]);
    return is_same;
}

bool player_preset(const Game *game, const Player *player, PlayerPreset *out)
{
    for (int i = 0; i < named_player_count(game); i++) {
        PlayerPreset preset = named_player(game, i);
        Player       known;
        Error        ignored;
        if (player_parse(game, preset.name, &known, &ignored) && player_is_same(&known, player)) {
            *out = preset;
            return true;
        }
    }
    return false;
}

double player_chance(const Game *game, const Player *player, Score score)
{
    assert(score >= -SCORE_INF && score <= SCORE_INF);
    static const char own[] = "champion";
    int               plies, forced = score_forced(score, &plies);
    bool              is_own = player != NULL && (player->searcher == SEARCHER_champion ||
                                     strncmp(player->eval, own, strlen(own)) == 0);
    double            scale = is_own && game->info->champion_scale != 0 ? game->info->champion_scale
                                                                        : 100 * mcts_usual(game).scale;
    return forced != 0 ? forced > 0 : 1 / (1 + exp(-score / scale));
}

/* ---- playing -----------------------------------------------------------------------------------
 */

static int depth_now(const Session *session, const Player *player)
{
    int pieces = position_pieces(session_game(session), session_position(session));
    for (int i = 0; i < player->step_count; i++)
        if (pieces > player->steps[i].above)
            return player->steps[i].depth;
    return player->limits.depth;
}

Limits player_limits(const Session *session, const Player *player)
{
    assert(player->step_count >= 0 && player->step_count <= MAX_DEPTH_STEPS);
    Limits limits = player->limits;
    limits.depth = depth_now(session, player);
    if (limits.depth == 0 && limits.nodes == 0 && limits.iterations == 0 && limits.time_us == 0)
        limits.time_us = player_opponent().limits.time_us;
    return limits;
}

bool player_check_net(Session *session, const Player *player, int seat, Error *err)
{
    const char *file;
    return !eval_needs_net(player->eval, &file) || session_net(session, seat, file, err) != NULL;
}

bool player_check_net_at(const Game *game, const char *start, const Player *player, Error *err)
{
    Session *session = session_new(game);
    if (session == NULL)
        return error_set(err, ERROR_MEMORY);
    bool ok =
        session_set_position(session, start, err) && player_check_net(session, player, 0, err);
    session_delete(session);
    return ok;
}

bool player_prepare(Session *session, const Player *player, int seat, MctsSettings *mcts,
                    SearchContext *out, Error *err)
{
    assert(seat == 0 || seat == 1);
    bool uses_table = searcher_uses_table(player->searcher) && player->table_megabytes != TABLE_OFF;
    int  megabytes = player->table_megabytes > 0 ? player->table_megabytes : USUAL_TABLE;
    const char *file;
    if (!mcts_parse(session_game(session), player->mcts, mcts, err))
        return false;
    *out = (SearchContext){.limits = player_limits(session, player),
                           .switches = {.has_quiescence = player->has_quiescence},
                           .attention = player->attention,
                           .threads = player->threads,
                           .contempt = 100 * player->contempt,
                           .mcts = mcts};
    if (!player_constants(session_game(session), player->searcher, player->search, &out->constants,
                          err))
        return false;
    if (player->table_megabytes > 0)
        out->solver_megabytes = (size_t)player->table_megabytes;
    if (!eval_parse(session_game(session)->info->evals, player->eval, &out->eval, err))
        return false;
    if (eval_names_net(player->eval, &file))
        out->eval.net = session_net(session, seat, file, NULL);
    if (uses_table)
        out->table = session_table(session, seat, megabytes); /* short of memory: without one */
    if (player->searcher == SEARCHER_mcts && mcts->has_reuse)
        out->mcts_tree = session_tree(session, seat, mcts->memory_megabytes);
    if (player->searcher == SEARCHER_exact)
        out->exact = session_exact(session, seat);
    return true;
}

bool player_choose(Session *session, const Player *player, uint64_t seed, const atomic_bool *stop,
                   SearchContext *out, Error *err)
{
    MctsSettings mcts;
    if (!player_prepare(session, player, session_side(session), &mcts, out, err))
        return false;
    out->stop = stop;
    out->rng = out->eval.seed = seed;
    bool ok = session_search(session, player->searcher, out, err);
    out->table = NULL;
    out->mcts = NULL;
    out->mcts_tree = NULL;
    out->exact = NULL;
    return ok;
}
