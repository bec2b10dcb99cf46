#include "match/setup.h"

#include "base/errors.h"
#include "base/parse.h"
#include "base/rng.h"
#include "core/position.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_GAMES = 100, /* of two players alone */
    USUAL_MEETING = 2, /* of two among many */
    USUAL_SPRT_GAMES = 200000,
    MAX_GAMES = 10000000
};

void setup_init(MatchSetup *setup)
{
    *setup =
        (MatchSetup){.seed = 1, .sprt = sprt_usual(), .margin_us = 50000, .start_us = 10000000};
}

void setup_free(MatchSetup *setup)
{
    for (int i = 0; i < setup->given_count; i++) {
        free(setup->given[i].name);
        free(setup->given[i].value);
    }
    free(setup->given);
    for (int i = 0; i < MAX_ENTRANTS; i++) {
        free(setup->specs[i]);
        free(setup->names[i]);
    }
    openings_free(&setup->openings);
    str_free(&setup->start);
    setup_init(setup);
}

/* ---- single settings ---------------------------------------------------------------------------
 */

static bool set_game(MatchSetup *setup, const char *value, Error *err)
{
    const Game *game = game_named(value, err);
    if (game == NULL)
        return false;
    setup->game = game;
    return true;
}

/* Written as the game writes it, so that equal rules are equal texts. */
static bool set_start(MatchSetup *setup, const char *value, Error *err)
{
    Session *session = setup->game != NULL ? session_new(setup->game) : NULL;
    if (session == NULL)
        return setup->game != NULL ? error_set(err, ERROR_MEMORY)
                                   : error_set(err, ERROR_MATCH_START_GAME);
    bool ok = session_set_position(session, value, err);
    if (ok) {
        str_clear(&setup->start);
        str_text(&setup->start, session_start_text(session));
    }
    session_delete(session);
    return ok;
}

/* The same specification twice is two players, told apart by a number. */
static bool set_player(MatchSetup *setup, const char *value, Error *err)
{
    int number = setup->schedule.players, same = 1;
    if (number == MAX_ENTRANTS)
        return error_set(err, ERROR_MATCH_PLAYERS, MAX_ENTRANTS);
    for (int i = 0; i < number; i++)
        same += strcmp(setup->specs[i], value) == 0;
    Str name = {0};
    str_text(&name, value);
    if (same > 1)
        str_printf(&name, " #%d", same);
    setup->specs[number] = strdup(value);
    setup->names[number] = strdup(str_get(&name));
    str_free(&name);
    if (setup->specs[number] == NULL || setup->names[number] == NULL)
        return error_set(err, ERROR_MEMORY);
    setup->schedule.players++;
    return true;
}

static bool set_format(MatchSetup *setup, const char *value, Error *err)
{
    if (match_format_find(value, &setup->schedule.format))
        return true;
    Str known = {0};
    for (int i = 0; i < FORMAT_COUNT; i++)
        str_printf(&known, "%s%s", i > 0 ? ", " : "", match_format_name((MatchFormat)i));
    error_set(err, ERROR_MATCH_FORMAT, str_get(&known), value);
    str_free(&known);
    return false;
}

static bool set_games(MatchSetup *setup, const char *value, Error *err)
{
    if (!parse_int("games", value, 2, MAX_GAMES, &setup->schedule.games, err))
        return false;
    setup->has_games = true;
    return true;
}

static bool set_int(const char *what, const char *value, int64_t min, int64_t max, int *out,
                    Error *err)
{
    assert(min <= max);
    int64_t number;
    if (!parse_int(what, value, min, max, &number, err))
        return false;
    *out = (int)number;
    return true;
}

static bool set_rounds(MatchSetup *setup, const char *value, Error *err)
{
    return set_int("rounds", value, 1, MAX_ENTRANTS, &setup->schedule.rounds, err);
}

static bool set_seed(MatchSetup *setup, const char *value, Error *err)
{
    int64_t seed;
    if (!parse_int("seed", value, INT64_MIN, INT64_MAX, &seed, err))
        return false;
    setup->seed = (uint64_t)seed;
    return true;
}

static bool set_opening(MatchSetup *setup, const char *value, Error *err)
{
    return openings_add(&setup->openings, value, err);
}

static bool set_random_plies(MatchSetup *setup, const char *value, Error *err)
{
    return set_int("random-plies", value, 0, 200, &setup->openings.random_plies, err);
}

/* Which of two words it is. */
static bool choose_word(const char *what, const char *value, const char *no, const char *yes,
                        bool *out, Error *err)
{
    bool is_yes = strcmp(value, yes) == 0;
    if (!is_yes && strcmp(value, no) != 0)
        return error_set(err, ERROR_ONE_OF_TWO, what, yes, no, value);
    *out = is_yes;
    return true;
}

static bool set_turned(MatchSetup *setup, const char *value, Error *err)
{
    return choose_word("turned", value, "off", "on", &setup->openings.is_turned, err);
}

static bool set_adjudicate(MatchSetup *setup, const char *value, Error *err)
{
    return adjudication_parse(value, &setup->adjudication, err);
}

/* Decimals between commas; how many, or 0 when something else is there. */
static int read_decimals(const char *text, double out[], int most)
{
    int count = 0;
    for (bool goes_on = true; goes_on; count++) {
        char   number[24];
        size_t length = strcspn(text, ",");
        snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0), text);
        if (count == most || !parse_decimal(number, &out[count]))
            return 0;
        goes_on = text[length] == ',';
        text += length + goes_on;
    }
    return count;
}

/* "elo0,elo1[,alpha,beta]" */
static bool set_sprt(MatchSetup *setup, const char *value, Error *err)
{
    SprtTest test = setup->sprt;
    double   numbers[4] = {0, 0, test.alpha, test.beta};
    int      count = read_decimals(value, numbers, 4);
    test.elo0 = numbers[0];
    test.elo1 = numbers[1];
    test.alpha = numbers[2];
    test.beta = numbers[3];
    bool is_sound = (count == 2 || count == 4) && test.elo0 < test.elo1 && test.elo0 > -1000 &&
                    test.elo1 < 1000 && test.alpha > 0 && test.beta > 0 &&
                    test.alpha + test.beta < 1;
    if (!is_sound)
        return error_set(err, ERROR_MATCH_SPRT, value);
    setup->sprt = test;
    setup->has_sprt = true;
    return true;
}

static bool set_elo(MatchSetup *setup, const char *value, Error *err)
{
    bool is_logistic = false;
    if (!choose_word("elo", value, "normalised", "logistic", &is_logistic, err))
        return false;
    setup->sprt.kind = is_logistic ? ELO_LOGISTIC : ELO_NORMALISED;
    return true;
}

static bool set_margin(MatchSetup *setup, const char *value, Error *err)
{
    return parse_duration("margin", value, 0, 60, &setup->margin_us, err);
}

static bool set_start_time(MatchSetup *setup, const char *value, Error *err)
{
    return parse_duration("start-time", value, 0.01, 600, &setup->start_us, err);
}

static bool set_sandbox(MatchSetup *setup, const char *value, Error *err)
{
    return sandbox_mode_parse(value, &setup->sandbox, err);
}

static bool set_memory(MatchSetup *setup, const char *value, Error *err)
{
    return parse_int("memory", value, 0, 1 << 20, &setup->memory_megabytes, err);
}

/* ---- settings of a player ----------------------------------------------------------------------
 */

static bool set_clock(Pace *pace, const char *value, Error *err)
{
    return time_control_parse(value, &pace->clock, err);
}

static bool set_move_time(Pace *pace, const char *value, Error *err)
{
    return parse_duration("move-time", value, 0.001, 86400, &pace->limits.time_us, err);
}

static bool set_depth(Pace *pace, const char *value, Error *err)
{
    return set_int("depth", value, 1, MAX_SEARCH_PLIES - 1, &pace->limits.depth, err);
}

static bool set_nodes(Pace *pace, const char *value, Error *err)
{
    int64_t nodes;
    if (!parse_int("nodes", value, 1, INT64_MAX, &nodes, err))
        return false;
    pace->limits.nodes = (uint64_t)nodes;
    return true;
}

typedef bool PaceSetter(Pace *pace, const char *value, Error *err);

/* "2:60+1" is the second player's; without a number it is everybody's. */
static bool set_paces(MatchSetup *setup, const char *name, PaceSetter *set, const char *value,
                      Error *err)
{
    assert(setup->schedule.players <= MAX_ENTRANTS);
    const char *colon = strchr(value, ':');
    int64_t     from = 1, to = setup->schedule.players;
    if (colon != NULL) {
        char number[16];
        snprintf(number, sizeof number, "%.*s", (int)(colon - value), value);
        if (!parse_int("player", number, 1, to, &from, err))
            return error_prefix(err, name);
        to = from;
        value = colon + 1;
    }
    for (int64_t i = from; i <= to; i++)
        if (!set(&setup->paces[i - 1], value, err))
            return error_prefix(err, name);
    return true;
}

/* ---- all settings ------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    bool (*set)(MatchSetup *setup, const char *value, Error *err);
    PaceSetter *set_pace; /* in place of `set` */
} settings[] = {
    {"game", set_game, NULL},
    {"start", set_start, NULL},
    {"player", set_player, NULL},
    {"format", set_format, NULL},
    {"games", set_games, NULL},
    {"rounds", set_rounds, NULL},
    {"seed", set_seed, NULL},
    {"opening", set_opening, NULL},
    {"random-plies", set_random_plies, NULL},
    {"turned", set_turned, NULL},
    {"adjudicate", set_adjudicate, NULL},
    {"sprt", set_sprt, NULL},
    {"elo", set_elo, NULL},
    {"margin", set_margin, NULL},
    {"start-time", set_start_time, NULL},
    {"sandbox", set_sandbox, NULL},
    {"memory", set_memory, NULL},
    {"time", NULL, set_clock},
    {"move-time", NULL, set_move_time},
    {"depth", NULL, set_depth},
    {"nodes", NULL, set_nodes},
};

enum { SETTING_COUNT = sizeof settings / sizeof settings[0] };

static int find_setting(const char *name)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        if (strcmp(settings[i].name, name) == 0)
            return i;
    return -1;
}

bool setup_is_setting(const char *name) { return find_setting(name) >= 0; }

bool setup_check_seats(const MatchSetup *setup, const int players[2], int64_t number, Error *err)
{
    for (int seat = 0; seat < 2; seat++)
        if (players[seat] < 0 || players[seat] >= setup->schedule.players)
            return error_set(err, ERROR_MATCH_SEATS, (long long)number + 1);
    return true;
}

static bool remember(MatchSetup *setup, const char *name, const char *value, Error *err)
{
    if (setup->given_count == setup->given_capacity) {
        int      capacity = setup->given_capacity * 2 + 32;
        Setting *given = realloc(setup->given, (size_t)capacity * sizeof given[0]);
        if (given == NULL)
            return error_set(err, ERROR_MEMORY);
        setup->given = given;
        setup->given_capacity = capacity;
    }
    Setting *setting = &setup->given[setup->given_count++];
    *setting = (Setting){strdup(name), strdup(value)};
    return setting->name != NULL && setting->value != NULL ? true : error_set(err, ERROR_MEMORY);
}

bool setup_set(MatchSetup *setup, const char *name, const char *value, Error *err)
{
    int i = find_setting(name);
    if (i < 0)
        return error_set(err, ERROR_MATCH_SETTING, name);
    bool ok = settings[i].set != NULL ? settings[i].set(setup, value, err)
                                      : set_paces(setup, name, settings[i].set_pace, value, err);
    return ok && remember(setup, name, value, err);
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

static bool check_openings(MatchSetup *setup, Error *err)
{
    Session *session = session_new(setup->game);
    if (session == NULL)
        return error_set(err, ERROR_MEMORY);
    bool ok = session_set_position(session, str_get(&setup->start), err);
    if (ok && session_result(session).is_over)
        ok = error_set(err, ERROR_MATCH_START_OVER);
    for (int i = 0; ok && i < setup->openings.count; i++) {
        ok = openings_check(setup->openings.lines[i], session, err) ||
             error_set(err, ERROR_MATCH_OPENING, i + 1, err);
    }
    session_delete(session);
    return ok;
}

bool setup_finish(MatchSetup *setup, Error *err)
{
    ScheduleSetup *schedule = &setup->schedule;
    if (setup->game == NULL)
        return error_set(err, ERROR_MATCH_NO_GAME);
    if (setup->start.size == 0 && !set_start(setup, "startpos", err))
        return false;
    if (!setup->has_games)
        schedule->games = setup->has_sprt                    ? USUAL_SPRT_GAMES
                          : schedule->format != FORMAT_PAIRS ? USUAL_MEETING
                                                             : USUAL_GAMES;
    if (!schedule_is_sound(schedule, err))
        return false;
    if (setup->has_sprt && schedule->format != FORMAT_PAIRS &&
        (schedule->format != FORMAT_GAUNTLET || schedule->players != 3))
        return error_set(err, ERROR_MATCH_SPRT_PLAYERS);
    if (setup->adjudication.exact_nodes > 0 && setup->game->solver == NULL)
        return error_set(err, ERROR_ADJUDICATE_SOLVER, setup->game->info->id);
    setup->openings.seed = setup->seed;
    return check_openings(setup, err);
}

bool setup_check_players(const MatchSetup *setup, Error *err)
{
    ContestantSetup how = setup_contestants(setup, NULL, NULL);
    for (int i = 0; i < setup->schedule.players; i++) {
        Contestant *player = contestant_open(setup->game, setup->specs[i], &how, err);
        if (player == NULL)
            return false;
        contestant_close(player);
    }
    return true;
}

ContestantSetup setup_contestants(const MatchSetup *setup, const char *log_folder,
                                  const atomic_bool *stop)
{
    return (ContestantSetup){.start = str_get(&setup->start),
                             .log_folder = log_folder,
                             .sandbox = setup->sandbox,
                             .memory_megabytes = setup->memory_megabytes,
                             .start_us = setup->start_us,
                             .margin_us = setup->margin_us,
                             .stop = stop};
}

/* Apart from the openings' numbers, which come from the same seed. */
uint64_t setup_game_seed(const MatchSetup *setup, int64_t number)
{
    assert(number >= 0);
    return rng_mix(~setup->seed ^ rng_mix((uint64_t)number + 1));
}
