#include "match/standings.h"

#include <assert.h>
#include <stdlib.h>

uint64_t standing_games(const Standing *standing)
{
    return standing->wins + standing->draws + standing->losses;
}

double standing_points(const Standing *standing)
{
    return (double)standing->wins + ((double)standing->draws + standing->byes) / 2;
}

static void count_game(Standing *row, int points)
{
    assert(points >= 0 && points <= 2);
    row->wins += points == 2;
    row->draws += points == 1;
    row->losses += points == 0;
}

/* The two games of a pair, the second with the seats exchanged. */
static void count_pair(Standing rows[], const Fixture *fixture, int points, int partner_points)
{
    assert(points >= 0 && points <= 2 && partner_points >= 0 && partner_points <= 2);
    int mine = points + 2 - partner_points;
    rows[fixture->players[0]].pairs[mine]++;
    rows[fixture->players[1]].pairs[PAIR_SCORES - 1 - mine]++;
}

/* No two are equal: the player's number decides at last. */
static int compare(const void *a, const void *b)
{
    const Standing *left = a, *right = b;
    double          difference = standing_points(right) - standing_points(left);
    if (difference != 0)
        return difference > 0 ? 1 : -1;
    return left->player - right->player;
}

void standings_count(const Schedule *schedule, int players, const int8_t points[], int64_t games,
                     Standings *out)
{
    assert(players >= 2 && players <= MAX_ENTRANTS && games >= 0);
    *out = (Standings){.count = players, .winner = schedule_winner(schedule)};
    for (int i = 0; i < players; i++)
        out->rows[i] = (Standing){.player = i, .byes = schedule_byes(schedule, i)};
    for (int64_t number = 0; number < games; number++) {
        Fixture fixture = schedule_game(schedule, number);
        if (points[number] < 0)
            continue;
        count_game(&out->rows[fixture.players[0]], points[number]);
        count_game(&out->rows[fixture.players[1]], 2 - points[number]);
        if (fixture.partner < number && points[fixture.partner] >= 0)
            count_pair(out->rows, &fixture, points[number], points[fixture.partner]);
    }
    for (int i = 0; i < players; i++)
        out->rows[i].elo = elo_from_pairs(out->rows[i].pairs);
    qsort(out->rows, (size_t)players, sizeof out->rows[0], compare);
}
