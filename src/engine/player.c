#include "engine/player.h"

#include "base/parse.h"

#include <stdio.h>
#include <string.h>

static const char human_name[] = "human";

Player player_human(void) { return (Player){.is_human = true}; }

Player player_opponent(void)
{
    return (Player){.searcher = SEARCHER_pvs, .limits = {.time_us = 500000}};
}

Player player_adviser(void)
{
    return (Player){.searcher = SEARCHER_pvs, .limits = {.time_us = 1500000}};
}

static bool set_limit(Player *player, const char *setting, Error *err)
{
    int64_t number;
    if (strncmp(setting, "time=", 5) == 0)
        return parse_seconds("time", setting + 5, 0.001, 86400, &player->limits.time_us, err);
    if (strncmp(setting, "depth=", 6) == 0) {
        if (!parse_int("depth", setting + 6, 1, MAX_SEARCH_PLIES - 1, &number, err))
            return false;
        player->limits.depth = (int)number;
        return true;
    }
    if (strncmp(setting, "nodes=", 6) == 0) {
        if (!parse_int("nodes", setting + 6, 1, INT64_MAX, &number, err))
            return false;
        player->limits.nodes = (uint64_t)number;
        return true;
    }
    return error_set(err, "player setting '%.40s': expected depth=, nodes= or time=", setting);
}

static bool take_part(const char **text, char *part, size_t capacity)
{
    size_t length = strcspn(*text, ",");
    bool   fits = length < capacity;
    snprintf(part, capacity, "%.*s", (int)(fits ? length : capacity - 1), *text);
    *text += length + ((*text)[length] == ',');
    return fits;
}

bool player_parse(const char *text, Player *out, Error *err)
{
    char        part[64];
    const char *rest = text;
    Player      player = {0};
    take_part(&rest, part, sizeof part);
    if (strcmp(part, human_name) == 0) {
        player.is_human = true;
    } else if (!searcher_find(part, &player.searcher)) {
        Str known = {0};
        for (int i = 0; i < SEARCHER_COUNT; i++)
            str_printf(&known, ", %s", searcher_name((SearcherId)i));
        error_set(err, "unknown player '%.40s'; there are %s%s", part, human_name, str_get(&known));
        str_free(&known);
        return false;
    }
    while (*rest != '\0') {
        if (!take_part(&rest, part, sizeof part) || player.is_human)
            return error_set(err, "player '%.60s': unexpected settings", text);
        if (!set_limit(&player, part, err))
            return false;
    }
    bool is_unlimited =
        player.limits.depth == 0 && player.limits.nodes == 0 && player.limits.time_us == 0;
    if (is_unlimited && player.searcher == SEARCHER_pvs)
        player.limits = player_opponent().limits;
    *out = player;
    return true;
}

void player_format(const Player *player, Str *out)
{
    const Limits *limits = &player->limits;
    str_text(out, player->is_human ? human_name : searcher_name(player->searcher));
    if (limits->depth != 0)
        str_printf(out, ",depth=%d", limits->depth);
    if (limits->nodes != 0)
        str_printf(out, ",nodes=%llu", (unsigned long long)limits->nodes);
    if (limits->time_us != 0)
        str_printf(out, ",time=%.10g", (double)limits->time_us / 1e6);
}

void player_list(Lang lang, Str *out)
{
    static const Text person = TEXT("a person", "une personne");
    str_printf(out, "  %-11s %s\n", human_name, text_in(&person, lang));
    for (int i = 0; i < SEARCHER_COUNT; i++)
        str_printf(out, "  %-11s %s\n", searcher_name((SearcherId)i),
                   searcher_text((SearcherId)i, lang));
}

bool player_choose(Session *session, const Player *player, uint64_t seed, const atomic_bool *stop,
                   SearchContext *out, Error *err)
{
    return session_think(session, player->searcher, &player->limits, seed, stop, out, err);
}
