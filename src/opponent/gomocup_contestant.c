/* Contestants "pbrain:COMMAND": a Gomoku program at the other end of two pipes, in the Gomocup
 * protocol. */
#include "base/clock.h"
#include "base/errors.h"
#include "core/notation.h"
#include "opponent/remote.h"
#include "protocol/gomocup_client.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    Remote remote;     /* first: a Contestant * is a GomocupSeat * */
    int    known_ply;  /* moves the program knows of, -1: it must be told the whole board */
    bool   has_limits; /* it was told what does not change during a game */
    /* In the opening one answer is several moves: the later ones, which nobody need ask for. */
    GomocupPoint stones[GOMOCUP_POINTS];
    int          stone_count;
} GomocupSeat;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
send_line(Remote *remote, const char *format, ...)
{
    char    text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    link_send(remote->link, text);
}

/* ---- a game ------------------------------------------------------------------------------------
 */

static bool greet(Remote *remote, Answer *out)
{
    (void)remote;
    (void)out;
    return true; /* START is its hello */
}

static bool is_opening(const Session *session)
{
    const OptionTable *table = &session_game(session)->info->state;
    int                index = options_find(table, "phase");
    Board              board;
    Str                word = {0};
    session_game(session)->to_board(session_position(session), &board);
    options_format_value(&table->specs[index], board.state[index], &word);
    bool is_over = strcmp(str_get(&word), "play") == 0;
    str_free(&word);
    return !is_over;
}

/* The program knows an empty board without being told. */
static bool begins_empty(const Session *session)
{
    Board board;
    session_game(session)->to_board(session_position(session), &board);
    return board_count(&board, CELL_FIRST) + board_count(&board, CELL_SECOND) ==
           session_ply(session);
}

static bool announce(Remote *remote, const Session *session, Answer *out)
{
    GomocupSeat  *seat = (GomocupSeat *)remote;
    RemoteLine    line;
    GomocupAnswer said;
    send_line(remote, "START %d", gomocup_size(session_options(session)));
    do {
        if (!remote_read(remote, NULL, &line, out))
            return false;
        gomocup_client_read(line.text, &said);
        if (said.kind == GOMOCUP_ERROR)
            return remote_forfeit(remote, out, REASON_ILLEGAL, "it refuses the game: '%.100s'",
                                  said.text);
    } while (said.kind != GOMOCUP_OK);
    send_line(remote, "INFO rule %d", gomocup_rule(session_options(session)));
    send_line(remote, "INFO game_type 1"); /* against another program */
    send_line(remote, "INFO max_memory %" PRId64, remote->setup.memory_megabytes << 20);
    seat->known_ply = begins_empty(session) && !is_opening(session) ? 0 : -1;
    seat->has_limits = false;
    seat->stone_count = 0;
    return true;
}

/* ---- a question --------------------------------------------------------------------------------
 */

/* The time of a turn; without one, all that is left. */
static void send_limits(GomocupSeat *seat, int player, const Allowance *allowance)
{
    Remote       *remote = &seat->remote;
    const Limits *limits = &allowance->limits;
    int64_t       left = allowance->has_clock ? allowance->left_us[player] : 0;
    int64_t       turn = limits->time_us > 0          ? limits->time_us
                         : allowance->deadline_us > 0 ? allowance->deadline_us
                                                      : left;
    if (turn > 0)
        send_line(remote, "INFO timeout_turn %" PRId64, turn / 1000 > 0 ? turn / 1000 : 1);
    if (!seat->has_limits)
        send_line(remote, "INFO timeout_match %" PRId64, left / 1000);
    if (!seat->has_limits && limits->depth > 0)
        send_line(remote, "INFO max_depth %d", limits->depth);
    if (!seat->has_limits && limits->nodes > 0)
        send_line(remote, "INFO max_node %" PRIu64, limits->nodes);
    if (allowance->has_clock)
        send_line(remote, "INFO time_left %" PRId64, left / 1000);
    seat->has_limits = true;
}

static void send_question(GomocupSeat *seat, const Session *session)
{
    Str lines = {0};
    int from, to, size = gomocup_size(session_options(session)), ply = session_ply(session);
    session_last_squares(session, &from, &to);
    if (is_opening(session))
        gomocup_client_swap2(session, &lines);
    else if (seat->known_ply == 0 && ply == 0)
        str_text(&lines, "BEGIN");
    else if (seat->known_ply >= 0 && ply == seat->known_ply + 1)
        str_printf(&lines, "TURN %d,%d", to % size, to / size);
    else
        gomocup_client_board(session, &lines);
    link_send(seat->remote.link, str_get(&lines));
    str_free(&lines);
}

/* ---- an answer ---------------------------------------------------------------------------------
 */

static Move find_special(const Session *session, const char *name)
{
    Move move = MOVE_NONE;
    notation_parse(session_game(session), session_position(session), name, &move, NULL);
    return move;
}

/* The first move of an answer; stones that follow it are kept for the next questions. */
static Move read_move(GomocupSeat *seat, const Session *session, const GomocupAnswer *said)
{
    if (!is_opening(session))
        return said->count == 1 ? gomocup_find_move(session, said->points[0]) : MOVE_NONE;
    if (said->kind == GOMOCUP_SWAP)
        return find_special(session, "black");
    seat->stone_count = said->count;
    memcpy(seat->stones, said->points, sizeof seat->stones);
    if (said->count == 1)
        return find_special(session, "white"); /* whose stone it is */
    if (said->count == 2)
        return find_special(session, "more");
    seat->stone_count = 2;
    memmove(seat->stones, seat->stones + 1, 2 * sizeof seat->stones[0]);
    return gomocup_find_move(session, said->points[0]);
}

static void read_answer(GomocupSeat *seat, const Session *session, Answer *out)
{
    Remote       *remote = &seat->remote;
    RemoteLine    line;
    GomocupAnswer said;
    while (remote_read(remote, NULL, &line, out)) {
        gomocup_client_read(line.text, &said);
        if (said.kind == GOMOCUP_SUGGEST)
            send_line(remote, "PLAY %d,%d", said.points[0].x, said.points[0].y);
        else if (said.kind == GOMOCUP_ERROR) {
            remote_forfeit(remote, out, REASON_ILLEGAL, "it answered '%.100s'", said.text);
            return;
        } else if (said.kind == GOMOCUP_MOVE || said.kind == GOMOCUP_SWAP) {
            bool is_whole = !is_opening(session);
            Move move = read_move(seat, session, &said);
            seat->known_ply = is_whole ? session_ply(session) + 1 : -1;
            remote_take_move(remote, session, move, said.text, line.is_late, out);
            return;
        }
    }
}

/* Nothing marks where the last answer ended, so this sees only what is there already. */
static bool check_unasked(Remote *remote, Answer *out)
{
    const char   *line;
    GomocupAnswer said;
    while (link_read(remote->link, 0, &line) == LINK_LINE) {
        gomocup_client_read(line, &said);
        if (said.kind == GOMOCUP_MOVE || said.kind == GOMOCUP_SWAP || said.kind == GOMOCUP_SUGGEST)
            return remote_forfeit(remote, out, REASON_ILLEGAL,
                                  "it answered '%.60s' without being asked", said.text);
    }
    return true;
}

static void choose(Contestant *self, Session *session, const Allowance *allowance, Answer *out)
{
    GomocupSeat *seat = (GomocupSeat *)self;
    Remote      *remote = &seat->remote;
    *out = (Answer){.move = MOVE_NONE};
    remote_begin_question(remote, allowance->deadline_us);
    if (seat->stone_count > 0) {
        char text[GOMOCUP_TEXT_SIZE];
        Move move = gomocup_find_move(session, seat->stones[0]);
        snprintf(text, sizeof text, "%d,%d", seat->stones[0].x, seat->stones[0].y);
        memmove(seat->stones, seat->stones + 1, sizeof seat->stones - sizeof seat->stones[0]);
        seat->stone_count--;
        remote_take_move(remote, session, move, text, false, out);
        return;
    }
    if (!check_unasked(remote, out))
        return;
    send_limits(seat, session_side(session), allowance);
    send_question(seat, session);
    read_answer(seat, session, out);
}

static Contestant *open_pbrain(const ContestantKind *kind, const Game *game, const char *text,
                               const ContestantSetup *setup, Error *err)
{
    if (game != gomocup_game()) {
        error_set(err, ERROR_PBRAIN_GAME, gomocup_game()->info->id);
        return NULL;
    }
    if (!process_check(text, setup->sandbox, err))
        return NULL;
    static const RemoteProtocol protocol = {
        .greet = greet, .announce = announce, .choose = choose, .farewell = "END"};
    return remote_open(sizeof(GomocupSeat), kind, game, text, setup, &protocol,
                       remote_start_program, err);
}

const ContestantKind contestant_pbrain = {.prefix = "pbrain:", .open = open_pbrain};
