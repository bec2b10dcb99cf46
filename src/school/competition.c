#include "base/errors.h"
#include "school/competition_state.h"

#include "base/sha256.h"
#include "core/position.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char hash_prefix[] = "sha256:", kind_setting[] = "competition", kind_value[] = "class";

/* ---- players -----------------------------------------------------------------------------------
 */

int competition_find(const Competition *competition, const char *name)
{
    for (int i = 0; i < competition->count; i++)
        if (strcmp(competition->entrants[i].name, name) == 0)
            return i;
    return NOBODY;
}

/* Games under way look at names and roles, which never change; tokens do, and are the door's. */
static bool set_text(char **text, const char *value)
{
    if (*text != NULL && strcmp(*text, value) == 0)
        return true;
    free(*text);
    *text = strdup(value);
    return *text != NULL;
}

/* In memory alone. */
static bool set_player(Competition *competition, int number, const char *name, const char *spec,
                       Error *err)
{
    if (number < 0 || number > competition->count || number >= CLASS_PLAYERS)
        return error_set(err, ERROR_CLASS_PLAYERS, CLASS_PLAYERS);
    Entrant *entrant = &competition->entrants[number];
    entrant->is_renewed = entrant->spec != NULL && strcmp(entrant->spec, spec) != 0;
    bool is_new = number == competition->count;
    if (is_new)
        competition->count++;
    if (!set_text(&entrant->name, name) || !set_text(&entrant->spec, spec))
        return error_set(err, ERROR_MEMORY);
    if (!is_new)
        return true;
    entrant->shown.name = entrant->name;
    entrant->shown.is_student = strncmp(spec, hash_prefix, strlen(hash_prefix)) == 0;
    return true;
}

static bool read_player(int number, const char *name, const char *spec, void *user, Error *err)
{
    return set_player(user, number, name, spec, err);
}

bool competition_refresh(Competition *competition, Error *err)
{
    return store_each_player(competition->store, read_player, competition, err);
}

static bool write_player(Competition *competition, const char *name, const char *spec,
                         bool is_student, Error *err)
{
    int number = competition_find(competition, name);
    if (number == NOBODY)
        number = competition->count;
    else if (competition->entrants[number].shown.is_student != is_student)
        return is_student ? error_set(err, ERROR_CLASS_IS_SPARRING, name)
                          : error_set(err, ERROR_CLASS_IS_STUDENT, name);
    return set_player(competition, number, name, spec, err) &&
           store_add_player(competition->store, number, name, spec, err);
}

/* In the store as well, in one transaction with a look at whom others have added. */
static bool keep_player(Competition *competition, const char *name, const char *spec,
                        bool is_student, Error *err)
{
    bool ok = store_begin(competition->store, err) && competition_refresh(competition, err) &&
              write_player(competition, name, spec, is_student, err) &&
              store_commit(competition->store, err);
    if (!ok)
        store_abandon(competition->store);
    return ok;
}

/* One word that may stand in a line of the protocol, in a table and in a CSV file. */
static bool check_name(const char *name, Error *err)
{
    size_t size = strlen(name);
    bool   is_good = size > 0 && size < CLASS_NAME_SIZE && name[0] != '-';
    for (size_t i = 0, length; is_good && i < size; i += length) {
        length = str_character(name + i);
        is_good = length > 0 && (unsigned char)name[i] > ' ' && name[i] != 0x7f &&
                  strchr("\"',;", name[i]) == NULL;
    }
    return is_good || error_set(err, ERROR_CLASS_NAME, CLASS_NAME_SIZE - 1, name);
}

bool competition_add_student(Competition *competition, const char *name, char token[TOKEN_SIZE],
                             Error *err)
{
    char spec[sizeof hash_prefix + SHA256_TEXT_SIZE], hash[SHA256_TEXT_SIZE];
    if (!check_name(name, err))
        return false;
    if (!token_make(token))
        return error_set(err, ERROR_TOKEN_RANDOM);
    snprintf(spec, sizeof spec, "%s%s", hash_prefix, sha256_text(token, strlen(token), hash));
    return keep_player(competition, name, spec, true, err);
}

bool competition_add_sparring(Competition *competition, const char *spec, Error *err)
{
    const ContestantSetup setup = {0};
    Contestant           *player = contestant_open(competition->game, spec, &setup, err);
    if (player == NULL)
        return false;
    contestant_close(player);
    if (!keep_player(competition, spec, spec, false, err))
        return false;
    competition->entrants[competition_find(competition, spec)].is_here = true;
    return true;
}

int competition_log_in(const Competition *competition, const char *name, const char *token)
{
    char hash[SHA256_TEXT_SIZE];
    int  number = competition_find(competition, name);
    sha256_text(token, strlen(token), hash);
    if (number == NOBODY || !competition->entrants[number].shown.is_student)
        return NOBODY;
    const char *kept = competition->entrants[number].spec + strlen(hash_prefix);
    return token_is_same(kept, hash) ? number : NOBODY;
}

/* ---- results -----------------------------------------------------------------------------------
 */

static bool count_game(const GameLog *log, void *user, Error *err)
{
    Competition *competition = user;
    const int   *players = log->fixture.players;
    for (int seat = 0; seat < 2; seat++)
        if (players[seat] < 0 || players[seat] >= competition->count)
            return error_set(err, ERROR_CLASS_GAME_PLAYERS, log->number + 1);
    competition->results[players[0]][players[1]][gamelog_points(&log->result)]++;
    if (log->result.winner != PLAYER_NONE)
        competition->entrants[players[1 - log->result.winner]].shown.forfeits[log->result.reason]++;
    competition->finished++;
    return true;
}

bool competition_keep_game(Competition *competition, GameLog *log, Error *err)
{
    char finished[24];
    log->number = competition->finished;
    snprintf(finished, sizeof finished, "%" PRId64, competition->finished + 1);
    return store_begin(competition->store, err) && store_add_game(competition->store, log, err) &&
           store_set_state(competition->store, "finished", finished, err) &&
           store_commit(competition->store, err) && count_game(log, competition, err);
}

const Game *competition_game(const Competition *competition) { return competition->game; }
int         competition_players(const Competition *competition) { return competition->count; }
int64_t     competition_finished(const Competition *competition) { return competition->finished; }

const ClassPlayer *competition_player(const Competition *competition, int number)
{
    return &competition->entrants[number].shown;
}

bool competition_pool(const Competition *competition, GamePool *out, Error *err)
{
    if (competition->count == 0)
        return error_set(err, ERROR_CLASS_NO_PLAYERS);
    if (!game_pool_init(out, competition->count, err))
        return false;
    for (int i = 0; i < competition->count; i++)
        for (int j = 0; j < competition->count; j++)
            for (int points = 0; points < 3; points++)
                if (competition->results[i][j][points] > 0)
                    game_pool_add(out, i, j, points, competition->results[i][j][points]);
    return true;
}

/* ---- the store ---------------------------------------------------------------------------------
 */

static bool read_setting(const char *name, const char *value, void *user, Error *err)
{
    Competition *competition = user;
    if (strcmp(name, kind_setting) == 0 && strcmp(value, kind_value) == 0)
        return true;
    if (strcmp(name, "game") == 0)
        return (competition->game = game_named(value, err)) != NULL;
    if (strcmp(name, "start") != 0)
        return error_set(err, ERROR_CLASS_IS_MATCH);
    str_clear(&competition->start);
    str_text(&competition->start, value);
    return true;
}

static bool load(Competition *competition, Error *err)
{
    return store_each_setting(competition->store, read_setting, competition, err) &&
           competition_refresh(competition, err) &&
           store_each_game(competition->store, count_game, competition, err) &&
           (competition->game != NULL || error_set(err, ERROR_CLASS_NO_GAME));
}

static bool create(Competition *competition, const Game *game, const char *start, Error *err)
{
    Store *store = competition->store;
    competition->game = game;
    str_text(&competition->start, start);
    return store_begin(store, err) && store_add_setting(store, kind_setting, kind_value, err) &&
           store_add_setting(store, "game", game->info->id, err) &&
           store_add_setting(store, "start", start, err) && store_commit(store, err);
}

static bool check_rules(const Competition *competition, const Game *game, const char *start,
                        Error *err)
{
    if (game != NULL && game != competition->game)
        return error_set(err, ERROR_CLASS_OTHER_GAME, competition->game->info->id);
    if (start != NULL && strcmp(start, str_get(&competition->start)) != 0)
        return error_set(err, ERROR_CLASS_OTHER_RULES, str_get(&competition->start));
    return true;
}

static Competition *open_in(StoreMode mode, const char *path, const Game *game, const char *start,
                            Error *err)
{
    Competition *competition = calloc(1, sizeof *competition);
    bool         is_there = access(path, F_OK) == 0;
    bool         ok = competition != NULL || error_set(err, ERROR_MEMORY);
    if (ok && !is_there && game == NULL)
        ok = error_set(err, ERROR_CLASS_NEW_GAME);
    if (ok) {
        competition->store = store_open(path, is_there ? mode : STORE_NEW, err);
        ok = competition->store != NULL &&
             (is_there ? load(competition, err) && check_rules(competition, game, start, err)
                       : create(competition, game, start, err));
    }
    if (ok)
        return competition;
    competition_close(competition);
    return NULL;
}

Competition *competition_open(const char *path, const Game *game, const char *start, Error *err)
{
    return open_in(STORE_RESUME, path, game, start, err);
}

Competition *competition_join(const char *path, const Game *game, const char *start, Error *err)
{
    return open_in(STORE_JOIN, path, game, start, err);
}

Competition *competition_open_to_read(const char *path, Error *err)
{
    Competition *competition = calloc(1, sizeof *competition);
    if (competition == NULL) {
        error_set(err, ERROR_MEMORY);
        return NULL;
    }
    competition->store = store_open(path, STORE_READ, err);
    if (competition->store != NULL && load(competition, err))
        return competition;
    competition_close(competition);
    return NULL;
}

void competition_close(Competition *competition)
{
    if (competition == NULL)
        return;
    for (int i = 0; i < competition->count; i++) {
        free(competition->entrants[i].name);
        free(competition->entrants[i].spec);
    }
    str_free(&competition->start);
    store_close(competition->store);
    free(competition);
}
