#include "opponent/ugi_contestant.h"

#include "base/clock.h"
#include "core/notation.h"
#include "protocol/ugi_client.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Sends a line that was just written and forgets it. */
static void send_text(Remote *remote, Str *line)
{
    link_send(remote->link, str_get(line));
    str_free(line);
}

static void send_option(Remote *remote, const char *name, const char *value)
{
    Str line = {0};
    ugi_client_option(name, value, &line);
    send_text(remote, &line);
}

/* ---- hello -------------------------------------------------------------------------------------
 */

/* Reads up to `ugiok`. Options of the match's own are set where the program knows them. */
static bool greet(Remote *remote, Answer *out)
{
    RemoteLine line;
    UgiAnswer  said = {.kind = UGI_OTHER};
    bool       knows_games = false;
    remote->takes_seed = false;
    link_send(remote->link, "ugi");
    do {
        if (!remote_read(remote, NULL, &line, out))
            return false;
        ugi_client_read(line.text, &said);
        knows_games |= said.kind == UGI_OPTION && strcasecmp(said.text, "Game") == 0;
        remote->takes_seed |= said.kind == UGI_OPTION && strcasecmp(said.text, "Seed") == 0;
    } while (said.kind != UGI_OK);
    if (knows_games)
        send_option(remote, "Game", remote->base.game->info->id);
    return true;
}

/* The rules of this game: all of them, since the last one may have changed any. */
static void send_rules(Remote *remote, const Session *session)
{
    const OptionTable *table = &remote->base.game->info->options;
    for (int i = 0; i < table->count; i++) {
        const OptionSpec *spec = &table->specs[i];
        int               number = session_options(session)[i];
        Str               value = {0};
        if (spec->type == OPTION_SWITCH) /* UCI's words for on and off */
            str_text(&value, number != 0 ? "true" : "false");
        else
            options_format_value(spec, number, &value);
        send_option(remote, spec->name, str_get(&value));
        str_free(&value);
    }
}

/* Reads up to `readyok`. A move before it was not asked for: an offence in a game, of no interest
 * before one. */
static bool wait_until_ready(Remote *remote, bool is_playing, Answer *out)
{
    RemoteLine line;
    UgiAnswer  said;
    do {
        if (!remote_read(remote, NULL, &line, out))
            return false;
        ugi_client_read(line.text, &said);
        if (is_playing && (said.kind == UGI_MOVE || said.kind == UGI_RESIGN))
            return remote_forfeit(remote, out, REASON_ILLEGAL,
                                  "it answered '%.60s' without being asked", said.text);
    } while (said.kind != UGI_READY);
    return true;
}

/* 31 bits of it, which fit into anybody's numbers. */
static void send_seed(Remote *remote)
{
    char text[16];
    if (!remote->takes_seed || !remote->has_seed)
        return;
    snprintf(text, sizeof text, "%u", (unsigned)(remote->seed >> 33));
    send_option(remote, "Seed", text);
}

static bool announce(Remote *remote, const Session *session, Answer *out)
{
    send_rules(remote, session);
    send_seed(remote);
    link_send(remote->link, "uginewgame");
    link_send(remote->link, "isready");
    return wait_until_ready(remote, false, out);
}

/* ---- a move ------------------------------------------------------------------------------------
 */

static void send_go(Remote *remote, const Allowance *allowance)
{
    UgiGo go = {.limits = allowance->limits, .has_clock = allowance->has_clock};
    Str   line = {0};
    memcpy(go.left_us, allowance->left_us, sizeof go.left_us);
    memcpy(go.increment_us, allowance->increment_us, sizeof go.increment_us);
    bool has_limit =
        go.has_clock || go.limits.time_us > 0 || go.limits.depth > 0 || go.limits.nodes > 0;
    if (!has_limit) /* it should know when we lose patience */
        go.limits.time_us = allowance->deadline_us;
    ugi_client_go(&go, &line);
    send_text(remote, &line);
}

/* Reads up to the move. */
static void read_answer(Remote *remote, const Session *session, Answer *out)
{
    RemoteLine line;
    UgiAnswer  said;
    while (remote_read(remote, "stop", &line, out)) {
        ugi_client_read(line.text, &said);
        if (said.has_score) {
            out->has_eval = true;
            out->eval = said.score;
        }
        if (said.kind == UGI_RESIGN && !line.is_late) {
            out->kind = ANSWER_RESIGN;
            out->used_us = remote_used_us(remote);
            return;
        }
        if (said.kind == UGI_MOVE || said.kind == UGI_RESIGN) {
            Move move = MOVE_NONE;
            notation_parse(session_game(session), session_position(session), said.text, &move,
                           NULL);
            remote_take_move(remote, session, move, said.text, line.is_late, out);
            return;
        }
    }
}

/* Everything is sent at once, `isready` in front of `go`: what is said before `readyok` was no
 * answer to this question. */
static void choose(Contestant *self, Session *session, const Allowance *allowance, Answer *out)
{
    Remote *remote = (Remote *)self;
    Str     line = {0};
    *out = (Answer){.move = MOVE_NONE};
    remote_begin_question(remote, allowance->deadline_us);
    ugi_client_position(session, &line);
    send_text(remote, &line);
    link_send(remote->link, "isready");
    send_go(remote, allowance);
    if (wait_until_ready(remote, true, out))
        read_answer(remote, session, out);
}

Contestant *ugi_contestant_open(const ContestantKind *kind, const Game *game, const char *address,
                                const ContestantSetup *setup,
                                bool (*connect)(Remote *remote, Error *err), Error *err)
{
    static const RemoteProtocol protocol = {
        .greet = greet, .announce = announce, .choose = choose, .farewell = "quit"};
    return remote_open(sizeof(Remote), kind, game, address, setup, &protocol, connect, err);
}
