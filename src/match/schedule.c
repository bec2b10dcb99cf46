#include "match/schedule.h"

#include "base/errors.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MEETINGS = MAX_ENTRANTS * (MAX_ENTRANTS - 1) / 2, MAX_PLAY_OFFS = 3 };

typedef struct {
    Meeting *meetings;           /* those with a game first, byes last */
    int      count, games_count; /* meetings; those with games */
    int64_t  base, games;        /* first number; games of each meeting */
    uint64_t opening;            /* the first one's number */
} Round;

struct Schedule {
    ScheduleSetup setup;
    Round        *rounds;
    int           round_count;
    int64_t       reported; /* of the last round */
    bool          is_drawn;
    int           points[MAX_ENTRANTS]; /* two for a win */
    int           byes[MAX_ENTRANTS];
    bool          has_met[MAX_ENTRANTS][MAX_ENTRANTS];

    /* Of a knock-out: who is left, in bracket order with NOBODY for gaps; neighbours meet. */
    int bracket[MAX_ENTRANTS], bracket_size, play_offs;
};

static const char *const names[FORMAT_COUNT] = {"pairs", "gauntlet", "round-robin", "swiss",
                                                "knock-out"};

const char *match_format_name(MatchFormat format)
{
    assert(format < FORMAT_COUNT);
    return names[format];
}

bool match_format_find(const char *name, MatchFormat *out)
{
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (MatchFormat)i;
            return true;
        }
    return false;
}

bool schedule_is_sound(const ScheduleSetup *setup, Error *err)
{
    if (setup->players < 2)
        return error_set(err, ERROR_MATCH_TWO_PLAYERS);
    if (setup->players > MAX_ENTRANTS)
        return error_set(err, ERROR_MATCH_MANY_PLAYERS);
    if (setup->format == FORMAT_PAIRS && setup->players != 2)
        return error_set(err, ERROR_MATCH_PAIRS);
    if (setup->games < 2 || setup->games % 2 != 0)
        return error_set(err, ERROR_MATCH_ODD_GAMES);
    return true;
}

/* ---- rounds ------------------------------------------------------------------------------------
 */

static const Round *last_round(const Schedule *s) { return &s->rounds[s->round_count - 1]; }

static bool add_round(Schedule *s, const Meeting meetings[], int count, int64_t games)
{
    assert(count > 0 && games >= 2 && games % 2 == 0);
    const Round *last = s->round_count > 0 ? last_round(s) : NULL;
    Round        round = {.count = count, .games = games};
    if (last != NULL) {
        round.base = last->base + last->games_count * last->games;
        round.opening = last->opening + (uint64_t)last->games / 2;
    }
    round.meetings = malloc((size_t)count * sizeof round.meetings[0]);
    Round *rounds = realloc(s->rounds, (size_t)(s->round_count + 1) * sizeof rounds[0]);
    s->rounds = rounds != NULL ? rounds : s->rounds;
    if (round.meetings == NULL || rounds == NULL) {
        free(round.meetings);
        return false;
    }
    for (int i = 0; i < count; i++)
        if (meetings[i].players[1] != NOBODY)
            round.meetings[round.games_count++] = meetings[i];
    int at = round.games_count;
    for (int i = 0; i < count; i++)
        if (meetings[i].players[1] == NOBODY)
            round.meetings[at++] = meetings[i];
    s->rounds[s->round_count++] = round;
    s->reported = 0;
    return true;
}

static bool draw_all(Schedule *s)
{
    Meeting meetings[MAX_MEETINGS];
    int     count = 0, n = s->setup.players;
    bool    is_gauntlet = s->setup.format == FORMAT_GAUNTLET;
    for (int a = 0; a < (is_gauntlet ? 1 : n); a++)
        for (int b = a + 1; b < n; b++)
            meetings[count++] = (Meeting){{a, b}};
    s->is_drawn = true;
    return add_round(s, meetings, count, s->setup.games);
}

/* ---- Swiss -------------------------------------------------------------------------------------
 */

static int swiss_rounds(const Schedule *s)
{
    int rounds = 1;
    while (1 << rounds < s->setup.players)
        rounds++;
    return s->setup.rounds > 0 ? s->setup.rounds : rounds;
}

/* By points; equal ones in the order in which they entered. */
static void rank_players(const Schedule *s, int order[])
{
    for (int i = 0; i < s->setup.players; i++) {
        int at = i;
        for (; at > 0 && s->points[order[at - 1]] < s->points[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

typedef struct {
    const Schedule *schedule;
    int             left[MAX_ENTRANTS], count; /* unpaired, by rank */
    Meeting         found[MAX_ENTRANTS / 2];
    int             found_count, steps;
} Pairing;

/* The highest with the nearest he has not met, so that the others can be paired likewise. */
static bool pair_rest(Pairing *p)
{
    enum { MAX_STEPS = 100000 };
    if (p->count == 0)
        return true;
    int high = p->left[0];
    for (int i = 1; i < p->count; i++) {
        Pairing next = *p;
        int     low = p->left[i], kept = 0;
        if (p->schedule->has_met[high][low] || ++p->steps > MAX_STEPS)
            continue;
        for (int j = 1; j < p->count; j++)
            if (j != i)
                next.left[kept++] = p->left[j];
        next.count = kept;
        next.steps = p->steps;
        next.found[next.found_count++] = (Meeting){{high, low}};
        bool is_paired = pair_rest(&next);
        p->steps = next.steps;
        if (is_paired) {
            *p = next;
            return true;
        }
    }
    return false;
}

static void pair_neighbours(Pairing *p)
{
    for (int i = 0; i + 1 < p->count; i += 2)
        p->found[p->found_count++] = (Meeting){{p->left[i], p->left[i + 1]}};
}

/* An odd player out: the last who has not had a bye yet. */
static int take_bye(const Schedule *s, Pairing *p)
{
    int at = p->count - 1;
    if (p->count % 2 == 0)
        return NOBODY;
    for (int i = p->count - 1; i >= 0; i--)
        if (s->byes[p->left[i]] < s->byes[p->left[at]])
            at = i;
    int player = p->left[at];
    memmove(&p->left[at], &p->left[at + 1], (size_t)(p->count - at - 1) * sizeof p->left[0]);
    p->count--;
    return player;
}

static bool draw_swiss(Schedule *s)
{
    Pairing pairing = {.schedule = s, .count = s->setup.players};
    Meeting meetings[MAX_ENTRANTS / 2 + 1];
    rank_players(s, pairing.left);
    int bye = take_bye(s, &pairing);
    if (!pair_rest(&pairing))
        pair_neighbours(&pairing);
    int count = pairing.found_count;
    memcpy(meetings, pairing.found, (size_t)count * sizeof meetings[0]);
    for (int i = 0; i < count; i++) {
        const int *players = meetings[i].players;
        s->has_met[players[0]][players[1]] = s->has_met[players[1]][players[0]] = true;
    }
    if (bye != NOBODY) {
        meetings[count++] = (Meeting){{bye, NOBODY}};
        s->byes[bye] += (int)s->setup.games * 2;
        s->points[bye] += (int)s->setup.games * 2;
    }
    s->is_drawn = s->round_count + 1 >= swiss_rounds(s);
    return add_round(s, meetings, count, s->setup.games);
}

/* ---- knock-out ---------------------------------------------------------------------------------
 */

/* The order in which the best two can only meet at the end: each place is followed by the one that
 * makes the sum of their ranks constant. */
static void seed_bracket(Schedule *s)
{
    int size = 1;
    s->bracket[0] = 0;
    while (size < s->setup.players) {
        for (int i = size - 1; i >= 0; i--) {
            int rank = s->bracket[i];
            s->bracket[2 * i] = rank;
            s->bracket[2 * i + 1] = 2 * size - 1 - rank;
        }
        size *= 2;
    }
    for (int i = 0; i < size; i++)
        if (s->bracket[i] >= s->setup.players)
            s->bracket[i] = NOBODY;
    s->bracket_size = size;
}

static bool is_tied(const Schedule *s, int a, int b)
{
    return a != NOBODY && b != NOBODY && s->points[a] == s->points[b];
}

static bool draw_bracket(Schedule *s, bool is_play_off)
{
    Meeting meetings[MAX_ENTRANTS / 2];
    int     count = 0;
    for (int i = 0; i < s->bracket_size; i += 2) {
        int a = s->bracket[i], b = s->bracket[i + 1];
        if (!is_play_off || is_tied(s, a, b))
            meetings[count++] = (Meeting){{a == NOBODY ? b : a, a == NOBODY ? NOBODY : b}};
    }
    if (!is_play_off)
        memset(s->points, 0, sizeof s->points);
    return add_round(s, meetings, count, is_play_off ? 2 : s->setup.games);
}

/* The winners move up; a tie that the play-offs left is the earlier entrant's. */
static void shrink_bracket(Schedule *s)
{
    for (int i = 0; i < s->bracket_size; i += 2) {
        int a = s->bracket[i], b = s->bracket[i + 1];
        int earlier = a < b ? a : b;
        s->bracket[i / 2] = a == NOBODY || b == NOBODY     ? (a == NOBODY ? b : a)
                            : s->points[a] == s->points[b] ? earlier
                            : s->points[a] > s->points[b]  ? a
                                                           : b;
    }
    s->bracket_size /= 2;
}

static bool draw_knock_out(Schedule *s)
{
    bool has_tie = false;
    if (s->round_count == 0) {
        seed_bracket(s);
        return draw_bracket(s, false);
    }
    for (int i = 0; i < s->bracket_size; i += 2)
        has_tie |= is_tied(s, s->bracket[i], s->bracket[i + 1]);
    if (has_tie && s->play_offs < MAX_PLAY_OFFS) {
        s->play_offs++;
        return draw_bracket(s, true);
    }
    s->play_offs = 0;
    shrink_bracket(s);
    s->is_drawn = s->bracket_size == 1;
    return s->is_drawn || draw_bracket(s, false);
}

/* ---- all ---------------------------------------------------------------------------------------
 */

static bool draw_next(Schedule *s)
{
    switch (s->setup.format) {
    case FORMAT_SWISS:
        return draw_swiss(s);
    case FORMAT_KNOCK_OUT:
        return draw_knock_out(s);
    default:
        return draw_all(s);
    }
}

Schedule *schedule_new(const ScheduleSetup *setup)
{
    Schedule *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->setup = *setup;
    if (!draw_next(s)) {
        schedule_delete(s);
        return NULL;
    }
    return s;
}

void schedule_delete(Schedule *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < s->round_count; i++)
        free(s->rounds[i].meetings);
    free(s->rounds);
    free(s);
}

int64_t schedule_known(const Schedule *s)
{
    const Round *last = last_round(s);
    return last->base + last->games_count * last->games;
}

bool schedule_is_drawn(const Schedule *s) { return s->is_drawn; }

static int round_of(const Schedule *s, int64_t number)
{
    assert(number >= 0 && number < schedule_known(s));
    int round = s->round_count - 1;
    while (s->rounds[round].base > number)
        round--;
    return round;
}

/* The first games of all meetings, then the second ones …: standings are comparable early. */
Fixture schedule_game(const Schedule *s, int64_t number)
{
    assert(number >= 0 && number < schedule_known(s));
    int            index = round_of(s, number);
    const Round   *round = &s->rounds[index];
    int64_t        pair = (number - round->base) / 2, swapped = (number - round->base) % 2;
    const Meeting *meeting = &round->meetings[pair % round->games_count];
    int64_t        pass = pair / round->games_count;
    bool           has_rounds = s->setup.format >= FORMAT_SWISS;
    return (Fixture){.players = {meeting->players[swapped], meeting->players[1 - swapped]},
                     .opening = round->opening + (uint64_t)pass,
                     .round = has_rounds ? index + 1 : (int)pass + 1,
                     .partner = swapped != 0 ? number - 1 : number + 1};
}

bool schedule_add_result(Schedule *s, int64_t number, int points)
{
    assert(points >= 0 && points <= 2);
    Fixture      fixture = schedule_game(s, number);
    const Round *last = last_round(s);
    s->points[fixture.players[0]] += points;
    s->points[fixture.players[1]] += 2 - points;
    s->reported += number >= last->base;
    if (s->is_drawn || s->reported < last->games_count * last->games)
        return true;
    return draw_next(s);
}

int schedule_rounds(const Schedule *s) { return s->round_count; }

const Meeting *schedule_meetings(const Schedule *s, int round, int *count)
{
    assert(round >= 0 && round < s->round_count);
    *count = s->rounds[round].count;
    return s->rounds[round].meetings;
}

int schedule_byes(const Schedule *s, int player)
{
    assert(player >= 0 && player < s->setup.players);
    return s->byes[player];
}

int schedule_winner(const Schedule *s)
{
    bool is_over = s->setup.format == FORMAT_KNOCK_OUT && s->is_drawn;
    return is_over ? s->bracket[0] : NOBODY;
}
