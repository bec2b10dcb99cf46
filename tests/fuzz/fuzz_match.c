/* Fuzz target: settings of a match, "name value" a line, for the game that the first byte chooses.
 * Players are not read: some of them are programs. */
#include "fuzz/fuzz.h"
#include "match/setup.h"

#include <stdlib.h>
#include <string.h>

static void begin(const Game *game, MatchSetup *setup)
{
    Error err = {0};
    setup_init(setup);
    CHECK(setup_set(setup, "game", game->info->id, &err));
    CHECK(setup_set(setup, "player", "random", &err));
    CHECK(setup_set(setup, "player", "greedy", &err));
}

static void read_lines(MatchSetup *setup, Cursor *in)
{
    while (cursor_has_more(in)) {
        Error err = {0};
        char *line = cursor_line(in), *value = line + strcspn(line, " ");
        int   before = setup->given_count;
        if (*value != '\0')
            *value++ = '\0';
        bool is_read = strcmp(line, "player") != 0 && strcmp(line, "game") != 0;
        if (is_read && setup_set(setup, line, value, &err))
            CHECK(setup->given_count == before + 1);
        else if (is_read)
            fuzz_check_error(&err);
        free(line);
    }
}

static void check_same_pace(const Pace *a, const Pace *b)
{
    CHECK(a->clock.budget_us == b->clock.budget_us);
    CHECK(a->clock.increment_us == b->clock.increment_us);
    CHECK(a->limits.time_us == b->limits.time_us && a->limits.depth == b->limits.depth);
    CHECK(a->limits.nodes == b->limits.nodes);
}

/* What a store keeps makes the same match again. */
static void check_again(const MatchSetup *setup)
{
    MatchSetup again;
    Error      err = {0};
    setup_init(&again);
    for (int i = 0; i < setup->given_count; i++)
        CHECK(setup_set(&again, setup->given[i].name, setup->given[i].value, &err));
    CHECK(setup_finish(&again, &err));
    CHECK(strcmp(str_get(&again.start), str_get(&setup->start)) == 0);
    CHECK(again.schedule.games == setup->schedule.games && again.seed == setup->seed);
    CHECK(again.has_sprt == setup->has_sprt && again.sprt.elo1 == setup->sprt.elo1);
    CHECK(again.sprt.kind == setup->sprt.kind && again.sandbox == setup->sandbox);
    CHECK(again.openings.is_turned == setup->openings.is_turned);
    CHECK(again.adjudication.exact_nodes == setup->adjudication.exact_nodes);
    for (int i = 0; i < setup->schedule.players; i++)
        check_same_pace(&again.paces[i], &setup->paces[i]);
    setup_free(&again);
}

/* A match that was accepted can be begun. */
static void check_openings(const MatchSetup *setup)
{
    Session *session = session_new(setup->game);
    Error    err = {0};
    for (uint64_t number = 0; session != NULL && number < 3; number++) {
        CHECK(session_set_position(session, str_get(&setup->start), &err));
        CHECK(openings_play(&setup->openings, number, session, &err));
        CHECK(!session_result(session).is_over);
    }
    session_delete(session);
}

FUZZ_TARGET(match)
{
    Cursor      in = cursor_over(bytes, size);
    const Game *game = cursor_game(&in);
    MatchSetup  setup;
    Error       err = {0};
    begin(game, &setup);
    read_lines(&setup, &in);
    if (setup_finish(&setup, &err)) {
        check_again(&setup);
        check_openings(&setup);
    } else
        fuzz_check_error(&err);
    setup_free(&setup);
    return 0;
}
