#include "opponent/remote.h"

#include "base/clock.h"
#include "base/errors.h"
#include "core/notation.h"
#include "opponent/command_line.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAREWELL_US = 200000, LOG_NAME_SIZE = 40 };

/* ---- life --------------------------------------------------------------------------------------
 */

bool remote_start_program(Remote *remote, Error *err)
{
    ProcessSetup setup = {.sandbox = remote->setup.sandbox,
                          .profile = SANDBOX_PLAYER,
                          .folder = remote->setup.home,
                          .is_home = true,
                          .memory_megabytes = remote->setup.memory_megabytes,
                          .stop = remote->setup.stop};
    remote->process = process_start(remote->address, &setup, err);
    if (remote->process == NULL)
        return false;
    remote->link = process_link(remote->process);
    return true;
}

static void disconnect(Remote *remote)
{
    if (remote->link != NULL && !remote->is_unfit) {
        link_send(remote->link, remote->farewell);
        link_wait_end(remote->link, remote->process != NULL ? clock_now_us() + FAREWELL_US : 0);
    }
    if (remote->process != NULL)
        process_delete(remote->process); /* and its link */
    else
        link_delete(remote->link);
    remote->process = NULL;
    remote->link = NULL;
    remote->is_unfit = false;
}

static void close_remote(Contestant *self)
{
    Remote *remote = (Remote *)self;
    disconnect(remote);
    free(remote);
}

static const char *get_log(const Contestant *self, size_t *size)
{
    const Remote *remote = (const Remote *)self;
    *size = 0;
    return remote->link != NULL ? link_log(remote->link, size) : NULL;
}

static void end(Contestant *self, const Session *session)
{
    Remote *remote = (Remote *)self;
    (void)session;
    if (remote->link != NULL)
        link_drain_log(remote->link);
}

/* The program's name in letters that any file name may have. */
static void write_log_name(const Remote *remote, char name[LOG_NAME_SIZE])
{
    CommandLine line = {0};
    const char *word = command_line_split(remote->address, &line, NULL) ? line.words[0] : "";
    const char *slash = strrchr(word, '/');
    snprintf(name, LOG_NAME_SIZE, "%s", slash != NULL ? slash + 1 : word);
    for (char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '.' && *c != '-')
            *c = '_';
    command_line_free(&line);
}

/* FOLDER/NAME-N.log, the first N that is free: all that passes until it is connected anew. A log
 * that cannot be written is none. */
static void open_log(Remote *remote)
{
    enum { MAX_LOGS = 100000 };
    char name[LOG_NAME_SIZE], path[1024];
    if (remote->setup.log_folder == NULL)
        return;
    write_log_name(remote, name);
    for (int i = 1; i < MAX_LOGS; i++) {
        snprintf(path, sizeof path, "%.900s/%s-%d.log", remote->setup.log_folder, name, i);
        FILE *file = fopen(path, "wxe");
        if (file != NULL)
            link_set_log_file(remote->link, file);
        if (file != NULL || errno != EEXIST)
            return;
    }
}

/* A link that is fit for a new game; *is_new: made and greeted just now. */
static bool prepare(Remote *remote, bool *is_new, Answer *out)
{
    Error err;
    *out = (Answer){.move = MOVE_NONE};
    if (remote->is_unfit)
        disconnect(remote);
    remote_begin_question(remote, remote->setup.start_us);
    *is_new = remote->link == NULL;
    if (!*is_new)
        return true;
    if (!remote->connect(remote, &err))
        return remote_forfeit(remote, out, REASON_CRASH, "%s", error_words(&err, LANG_EN));
    open_log(remote);
    return remote->greet(remote, out);
}

static bool begin(Contestant *self, const Session *session, int seat, uint64_t seed, Answer *out)
{
    Remote *remote = (Remote *)self;
    bool    is_new;
    (void)seat;
    remote->seed = seed;
    remote->has_seed = true;
    if (prepare(remote, &is_new, out) && remote->announce(remote, session, out))
        return true;
    if (is_new || out->kind == ANSWER_STOPPED)
        return false;
    /* It had come to harm after the last game, which is not held against it. */
    return prepare(remote, &is_new, out) && remote->announce(remote, session, out);
}

Remote *remote_new(size_t size, const ContestantKind *kind, const Game *game, const char *address,
                   const ContestantSetup *setup, Error *err)
{
    Remote *remote = calloc(1, size);
    if (remote == NULL || strlen(address) >= sizeof remote->address) {
        if (remote == NULL)
            error_set(err, ERROR_MEMORY);
        else
            error_set(err, ERROR_PLAYER_NAME_LONG);
        free(remote);
        return NULL;
    }
    remote->setup = *setup;
    if (remote->setup.start_us == 0)
        remote->setup.start_us = USUAL_START_US;
    snprintf(remote->address, sizeof remote->address, "%s", address);
    remote->base = (Contestant){.kind = kind,
                                .game = game,
                                .begin = begin,
                                .end = end,
                                .log = get_log,
                                .close = close_remote};
    return remote;
}

Contestant *remote_open(size_t size, const ContestantKind *kind, const Game *game,
                        const char *address, const ContestantSetup *setup,
                        const RemoteProtocol *protocol, bool (*connect)(Remote *remote, Error *err),
                        Error                *err)
{
    Remote *remote = remote_new(size, kind, game, address, setup, err);
    if (remote == NULL)
        return NULL;
    remote->connect = connect;
    remote->greet = protocol->greet;
    remote->announce = protocol->announce;
    remote->farewell = protocol->farewell;
    remote->base.choose = protocol->choose;
    return &remote->base;
}

/* ---- faults ------------------------------------------------------------------------------------
 */

/* What a program writes may hold anything; records and pages take plain text. */
static void make_plain(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f)
            *text = '?';
}

bool remote_forfeit(Remote *remote, Answer *out, Reason reason, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out->text, sizeof out->text, format, arguments);
    va_end(arguments);
    make_plain(out->text);
    out->kind = ANSWER_FORFEIT;
    out->move = MOVE_NONE;
    out->reason = reason;
    out->used_us = remote_used_us(remote);
    remote->is_unfit = true;
    if (remote->link != NULL)
        link_drain_log(remote->link); /* its last words */
    if (remote->process != NULL)
        process_kill(remote->process); /* it must not go on using the machine */
    return false;
}

/* No more lines: a program that ended says how, by its process. */
static bool forfeit_end(Remote *remote, Answer *out)
{
    Error        how;
    ProcessState state =
        remote->process != NULL ? process_state(remote->process, &how) : PROCESS_RUNS;
    if (state == PROCESS_OVER_MEMORY || state == PROCESS_OVER_DISK || state == PROCESS_OVER_THREADS)
        return remote_forfeit(remote, out, REASON_MEMORY, "it %s", error_words(&how, LANG_EN));
    if (state != PROCESS_RUNS)
        return remote_forfeit(remote, out, REASON_CRASH, "it %s", error_words(&how, LANG_EN));
    return remote_forfeit(remote, out, REASON_DISCONNECT, "it closed its %s",
                          remote->process != NULL ? "standard output" : "connection");
}

static bool forfeit_event(Remote *remote, LinkEvent event, Answer *out)
{
    /* We may be too slow to see how fast it writes. */
    if (event == LINK_LATE && link_heard(remote->link) > LINK_BURST_BYTES)
        event = LINK_FLOOD;
    switch (event) {
    case LINK_FLOOD:
        return remote_forfeit(remote, out, REASON_FLOOD,
                              "it wrote a line of more than %d kB, or more than %d kB at once",
                              LINK_LINE_BYTES >> 10, LINK_BURST_BYTES >> 10);
    case LINK_CLOSED:
    case LINK_ENDED:
        return forfeit_end(remote, out);
    case LINK_STOPPED:
    case LINK_NO_MEMORY:
        remote_forfeit(remote, out, REASON_NONE, "%s",
                       event == LINK_STOPPED ? "the game was stopped" : "out of memory");
        out->kind = ANSWER_STOPPED;
        return false;
    case LINK_LATE:
    case LINK_LINE:
        break;
    }
    return remote_forfeit(remote, out, REASON_STALL, "no answer after %lld ms",
                          (long long)remote_used_us(remote) / 1000);
}

/* ---- questions ---------------------------------------------------------------------------------
 */

void remote_begin_question(Remote *remote, int64_t limit_us)
{
    remote->asked_us = clock_now_us();
    remote->due_us =
        limit_us > 0 ? remote->asked_us + limit_us + remote->setup.margin_us : INT64_MAX;
    if (remote->link != NULL)
        link_begin_question(remote->link);
}

int64_t remote_used_us(const Remote *remote)
{
    int64_t stall_us = remote->link != NULL ? link_stall_us(remote->link) : 0;
    return clock_now_us() - remote->asked_us - stall_us;
}

bool remote_read(Remote *remote, const char *stop, RemoteLine *line, Answer *out)
{
    const int64_t now = clock_now_us() - link_stall_us(remote->link), due = remote->due_us;
    LinkEvent     event = LINK_LATE;
    line->is_late = now > due;
    if (!line->is_late)
        event = link_read(remote->link, due, &line->text);
    if (event == LINK_LATE && !line->is_late && stop != NULL)
        link_send(remote->link, stop);
    /* Lines that are no answer do not keep it in the game. */
    if (event == LINK_LATE && now - LATE_US < due) {
        line->is_late = true;
        event = link_read(remote->link, due + LATE_US, &line->text);
    }
    return event == LINK_LINE || forfeit_event(remote, event, out);
}

/* "a1 b1 c1 … (9 in all)" */
static void list_legal_moves(const Session *session, Str *out)
{
    enum { SHOWN = 12 };
    const Game *game = session_game(session);
    Move        moves[MAX_MOVES];
    int         count = game->gen(session_position(session), moves);
    for (int i = 0; i < count && i < SHOWN; i++) {
        char text[MOVE_TEXT_SIZE];
        notation_format(game, session_position(session), moves[i], text);
        str_printf(out, " %s", text);
    }
    if (count > SHOWN)
        str_printf(out, " and %d more", count - SHOWN);
}

bool remote_take_move(Remote *remote, const Session *session, Move move, const char *text,
                      bool is_late, Answer *out)
{
    int64_t used = remote_used_us(remote);
    if (is_late)
        return remote_forfeit(remote, out, REASON_TIME, "it answered after %lld ms",
                              (long long)used / 1000);
    if (move == MOVE_NONE) {
        Str legal = {0};
        list_legal_moves(session, &legal);
        remote_forfeit(remote, out, REASON_ILLEGAL, "'%.60s' is no legal move; legal are%s", text,
                       str_get(&legal));
        str_free(&legal);
        return false;
    }
    out->kind = ANSWER_MOVE;
    out->move = move;
    out->used_us = used;
    return true;
}
