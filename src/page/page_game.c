#include "page/page_game.h"

#include "base/errors.h"
#include "base/numbers.h"
#include "base/parse.h"
#include "core/position.h"
#include "search/mcts/mcts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a player of the page may have of the machine. */
enum { MAX_TABLE_MEGABYTES = 8, MAX_TREE_MEGABYTES = 16, MAX_THINKING_US = 30000000 };
enum { MAX_PROOF_NODES = 8 * 32768 * 10 };

PageGame *page_game_new(const Game *game)
{
    PageGame *page_game = calloc(1, sizeof *page_game);
    if (page_game == NULL)
        return NULL;
    page_game->session = session_new(game);
    page_game->draw_offer = PLAYER_NONE;
    if (page_game->session == NULL) {
        page_game_delete(page_game);
        return NULL;
    }
    seat_set_person(&page_game->seats[0], "");
    seat_set_person(&page_game->seats[1], "");
    return page_game;
}

void page_game_delete(PageGame *page_game)
{
    if (page_game == NULL)
        return;
    session_delete(page_game->session);
    free(page_game->graph);
    free(page_game);
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
    if (player->limits.time_us == 0 || player->limits.time_us > MAX_THINKING_US)
        player->limits.time_us = MAX_THINKING_US;
    if (player->table_megabytes == 0 || player->table_megabytes > MAX_TABLE_MEGABYTES)
        player->table_megabytes = MAX_TABLE_MEGABYTES;
    player->threads = 1;
    /* The table of proof numbers is as large as the nodes that are allowed. */
    if (player->searcher == SEARCHER_dfpn &&
        (player->limits.nodes == 0 || player->limits.nodes > MAX_PROOF_NODES))
        player->limits.nodes = MAX_PROOF_NODES;
    if (mcts_parse(game, player->mcts, &mcts, &ignored) &&
        mcts.memory_megabytes > MAX_TREE_MEGABYTES) {
        size_t length = strlen(player->mcts);
        snprintf(player->mcts + length, sizeof player->mcts - length, "%smemory=%d",
                 length > 0 ? "," : "", MAX_TREE_MEGABYTES);
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
    if (!mcts_parse(game, player.mcts, &mcts, err) || mcts.memory_megabytes > MAX_TREE_MEGABYTES)
        return error_set(err, ERROR_SEAT_TREE, text, MAX_TREE_MEGABYTES);
    seat->player = player;
    snprintf(seat->text, sizeof seat->text, "%s", text);
    return true;
}

/* ---- clock and graph ---------------------------------------------------------------------------
 */

void page_game_turn(PageGame *page_game, int64_t now_us)
{
    page_game->draw_offer = PLAYER_NONE;
    if (page_game->clock.control.budget_us != 0 && !session_result(page_game->session).is_over)
        gameclock_begin(&page_game->clock, session_side(page_game->session), now_us);
}

int64_t page_game_due_us(const PageGame *page_game, int64_t now_us)
{
    const GameClock *clock = &page_game->clock;
    if (clock->control.budget_us == 0 || clock->started_us == 0 ||
        session_result(page_game->session).is_over)
        return INT64_MAX;
    return now_us + gameclock_left(clock, clock->running, now_us);
}

void page_game_note_share(PageGame *page_game, int ply, double share)
{
    if (ply < 0 || ply > MAX_PLIES_KEPT)
        return;
    if (ply >= page_game->graph_size) {
        int    size = ply + 64;
        float *graph = realloc(page_game->graph, (size_t)size * sizeof graph[0]);
        if (graph == NULL)
            return; /* a picture with a hole */
        for (int i = page_game->graph_size; i < size; i++)
            graph[i] = -1;
        page_game->graph = graph;
        page_game->graph_size = size;
    }
    page_game->graph[ply] = (float)share;
}

float page_game_share(const PageGame *page_game, int ply)
{
    return ply < page_game->graph_size ? page_game->graph[ply] : -1;
}

/* ---- saved games -------------------------------------------------------------------------------
 */

void page_game_title(const PageGame *page_game, Str *out)
{
    for (int i = 0; i < 2; i++) {
        const Seat *seat = &page_game->seats[i];
        const char *colour = text_in(&session_game(page_game->session)->info->colours[i], LANG_EN);
        str_printf(out, "%s%s", i > 0 ? " – " : "", seat->text[0] != '\0' ? seat->text : colour);
    }
}

void page_game_to_saved(const PageGame *page_game, int64_t now_us, SavedGame *out)
{
    const Session *session = page_game->session;
    Result         result = session_result(session);
    out->id = page_game->id;
    str_text(&out->game, session_game(session)->info->id);
    page_game_title(page_game, &out->title);
    for (int i = 0; i < 2; i++)
        str_printf(&out->seats[i], "%s %s",
                   page_game->seats[i].player.is_human ? "person" : "player",
                   page_game->seats[i].text);
    str_text(&out->start, session_start_text(session));
    session_format_moves(session, session_length(session), &out->moves); /* the undone, too */
    out->ply = session_ply(session);
    str_text(&out->result, result_text(&result));
    str_text(&out->reason, reason_word(result.reason));
    out->budget_us = page_game->clock.control.budget_us;
    out->increment_us = page_game->clock.control.increment_us;
    for (int i = 0; i < 2 && out->budget_us != 0; i++)
        out->left_us[i] = gameclock_left(&page_game->clock, i, now_us);
    out->is_strict = page_game->is_strict;
    for (int i = 0; i <= session_length(session) && i < page_game->graph_size; i++) {
        if (page_game->graph[i] < 0)
            str_printf(&out->graph, "%s-", i > 0 ? " " : "");
        else
            str_printf(&out->graph, "%s%.3f", i > 0 ? " " : "", (double)page_game->graph[i]);
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

static void read_graph(PageGame *page_game, const char *text)
{
    char word[16];
    for (int ply = 0; parse_word(&text, word, sizeof word); ply++) {
        double share = strcmp(word, "-") == 0 ? -1 : numbers_read(word, NULL);
        page_game_note_share(page_game, ply, share >= 0 && share <= 1 ? share : -1);
    }
}

static bool read_game(PageGame *page_game, const SavedGame *row, Error *err)
{
    Session *session = page_game->session;
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

PageGame *page_game_from_saved(const SavedGame *row, Error *err)
{
    const Game *game = game_named(str_get(&row->game), err);
    PageGame   *page_game = game != NULL ? page_game_new(game) : NULL;
    if (page_game == NULL) {
        if (game != NULL)
            error_set(err, ERROR_MEMORY);
        return NULL;
    }
    page_game->id = row->id;
    page_game->is_strict = row->is_strict;
    gameclock_init(&page_game->clock, &(TimeControl){row->budget_us, row->increment_us});
    memcpy(page_game->clock.left_us, row->left_us, sizeof row->left_us);
    if (!read_seat(&page_game->seats[0], game, str_get(&row->seats[0]), err) ||
        !read_seat(&page_game->seats[1], game, str_get(&row->seats[1]), err) ||
        !read_game(page_game, row, err)) {
        page_game_delete(page_game);
        return NULL;
    }
    read_graph(page_game, str_get(&row->graph));
    return page_game;
}
