#include "page/table.h"

#include "base/errors.h"
#include "base/numbers.h"
#include "base/parse.h"
#include "core/position.h"
#include "search/mcts/mcts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a player of the page may have of the machine. */
enum { MOST_TABLE_MEGABYTES = 8, MOST_TREE_MEGABYTES = 16, MOST_THINKING_US = 30000000 };
enum { MOST_PROOF_NODES = 8 * 32768 * 10 };

Table *table_new(const Game *game)
{
    Table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->session = session_new(game);
    table->draw_offer = PLAYER_NONE;
    if (table->session == NULL) {
        table_delete(table);
        return NULL;
    }
    seat_set_person(&table->seats[0], "");
    seat_set_person(&table->seats[1], "");
    return table;
}

void table_delete(Table *table)
{
    if (table == NULL)
        return;
    session_delete(table->session);
    free(table->graph);
    free(table);
}

/* ---- seats -------------------------------------------------------------------------------------
 */

void seat_set_person(Seat *seat, const char *name)
{
    seat->player = player_human();
    size_t length = 0, next;
    while (name[length] != '\0' && (next = str_character(name + length)) > 0 && length + next < 64)
        length += next;
    snprintf(seat->text, sizeof seat->text, "%.*s", (int)length, name);
}

/* Bounded in time and memory, whatever the page asked for; one thread each. */
static void grant(const Game *game, Player *player)
{
    MctsSettings mcts;
    Error        ignored;
    if (player->limits.time_us == 0 || player->limits.time_us > MOST_THINKING_US)
        player->limits.time_us = MOST_THINKING_US;
    if (player->table_megabytes == 0 || player->table_megabytes > MOST_TABLE_MEGABYTES)
        player->table_megabytes = MOST_TABLE_MEGABYTES;
    player->threads = 1;
    /* The table of proof numbers is as large as the nodes that are allowed. */
    if (player->searcher == SEARCHER_dfpn &&
        (player->limits.nodes == 0 || player->limits.nodes > MOST_PROOF_NODES))
        player->limits.nodes = MOST_PROOF_NODES;
    if (mcts_parse(game, player->mcts, &mcts, &ignored) &&
        mcts.memory_megabytes > MOST_TREE_MEGABYTES) {
        size_t length = strlen(player->mcts);
        snprintf(player->mcts + length, sizeof player->mcts - length, "%smemory=%d",
                 length > 0 ? "," : "", MOST_TREE_MEGABYTES);
    }
}

bool seat_set_player(Seat *seat, const Game *game, const char *text, Error *err)
{
    Player       player;
    MctsSettings mcts;
    if (strlen(text) >= sizeof seat->text)
        return error_set(err, ERROR_SEAT_PLAYER_LONG, text);
    if (!player_parse(game, text, &player, err))
        return false;
    const char *file; /* the server knows no file that a page names */
    if (eval_names_net(player.eval, &file) && file[0] != '\0')
        return error_set(err, ERROR_SEAT_FILE);
    if (player.is_human)
        return error_set(err, ERROR_SEAT_PERSON);
    grant(game, &player);
    if (!mcts_parse(game, player.mcts, &mcts, err) || mcts.memory_megabytes > MOST_TREE_MEGABYTES)
        return error_set(err, ERROR_SEAT_TREE, text, MOST_TREE_MEGABYTES);
    seat->player = player;
    snprintf(seat->text, sizeof seat->text, "%s", text);
    return true;
}

/* ---- clock and graph ---------------------------------------------------------------------------
 */

void table_turn(Table *table, int64_t now_us)
{
    table->draw_offer = PLAYER_NONE;
    if (table->clock.control.budget_us != 0 && !session_result(table->session).is_over)
        gameclock_begin(&table->clock, session_side(table->session), now_us);
}

int64_t table_due_us(const Table *table, int64_t now_us)
{
    const GameClock *clock = &table->clock;
    if (clock->control.budget_us == 0 || clock->started_us == 0 ||
        session_result(table->session).is_over)
        return INT64_MAX;
    return now_us + gameclock_left(clock, clock->running, now_us);
}

void table_note_share(Table *table, int ply, double share)
{
    if (ply < 0 || ply > MAX_PLIES_KEPT)
        return;
    if (ply >= table->graph_size) {
        int    size = ply + 64;
        float *graph = realloc(table->graph, (size_t)size * sizeof graph[0]);
        if (graph == NULL)
            return; /* a picture with a hole */
        for (int i = table->graph_size; i < size; i++)
            graph[i] = -1;
        table->graph = graph;
        table->graph_size = size;
    }
    table->graph[ply] = (float)share;
}

float table_share(const Table *table, int ply)
{
    return ply < table->graph_size ? table->graph[ply] : -1;
}

/* ---- the shelf ---------------------------------------------------------------------------------
 */

void table_title(const Table *table, Str *out)
{
    for (int i = 0; i < 2; i++) {
        const Seat *seat = &table->seats[i];
        const char *colour = text_in(&session_game(table->session)->info->colours[i], LANG_EN);
        str_printf(out, "%s%s", i > 0 ? " – " : "", seat->text[0] != '\0' ? seat->text : colour);
    }
}

void table_to_row(const Table *table, int64_t now_us, ShelfRow *out)
{
    const Session *session = table->session;
    Result         result = session_result(session);
    out->id = table->id;
    str_text(&out->game, session_game(session)->info->id);
    table_title(table, &out->title);
    for (int i = 0; i < 2; i++)
        str_printf(&out->seats[i], "%s %s", table->seats[i].player.is_human ? "person" : "player",
                   table->seats[i].text);
    str_text(&out->start, session_start_text(session));
    session_format_moves(session, session_length(session), &out->moves); /* the undone, too */
    out->ply = session_ply(session);
    str_text(&out->result, result_text(&result));
    str_text(&out->reason, reason_word(result.reason));
    out->budget_us = table->clock.control.budget_us;
    out->increment_us = table->clock.control.increment_us;
    for (int i = 0; i < 2 && out->budget_us != 0; i++)
        out->left_us[i] = gameclock_left(&table->clock, i, now_us);
    out->is_strict = table->is_strict;
    for (int i = 0; i <= session_length(session) && i < table->graph_size; i++) {
        if (table->graph[i] < 0)
            str_printf(&out->graph, "%s-", i > 0 ? " " : "");
        else
            str_printf(&out->graph, "%s%.3f", i > 0 ? " " : "", (double)table->graph[i]);
    }
}

static bool read_seat(Seat *seat, const Game *game, const char *text, Error *err)
{
    if (strncmp(text, "person ", 7) == 0) {
        seat_set_person(seat, text + 7);
        return true;
    }
    if (strncmp(text, "player ", 7) == 0)
        return seat_set_player(seat, game, text + 7, err);
    return error_set(err, ERROR_SEAT_TEXT, text);
}

static void read_graph(Table *table, const char *text)
{
    char word[16];
    for (int ply = 0; parse_word(&text, word, sizeof word); ply++) {
        double share = strcmp(word, "-") == 0 ? -1 : numbers_read(word, NULL);
        table_note_share(table, ply, share >= 0 && share <= 1 ? share : -1);
    }
}

static bool read_game(Table *table, const ShelfRow *row, Error *err)
{
    Session *session = table->session;
    Result   result;
    Reason   reason = REASON_NONE;
    if (!session_set_position(session, str_get(&row->start), err) ||
        !session_play_moves(session, str_get(&row->moves), err))
        return false;
    session_go_to(session, row->ply);
    if (!result_parse(str_get(&row->result), &result) ||
        !reason_find(str_get(&row->reason), &reason))
        return error_set(err, ERROR_SHELF_RESULT, str_get(&row->result));
    if (result.is_over && !session_result(session).is_over)
        session_end(session, result.winner, reason);
    return true;
}

Table *table_from_row(const ShelfRow *row, Error *err)
{
    const Game *game = game_named(str_get(&row->game), err);
    Table      *table = game != NULL ? table_new(game) : NULL;
    if (table == NULL) {
        if (game != NULL)
            error_set(err, ERROR_MEMORY);
        return NULL;
    }
    table->id = row->id;
    table->is_strict = row->is_strict;
    gameclock_init(&table->clock, &(TimeControl){row->budget_us, row->increment_us});
    memcpy(table->clock.left_us, row->left_us, sizeof row->left_us);
    if (!read_seat(&table->seats[0], game, str_get(&row->seats[0]), err) ||
        !read_seat(&table->seats[1], game, str_get(&row->seats[1]), err) ||
        !read_game(table, row, err)) {
        table_delete(table);
        return NULL;
    }
    read_graph(table, str_get(&row->graph));
    return table;
}
