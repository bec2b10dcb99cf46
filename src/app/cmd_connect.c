/* plateau connect: play at somebody else's server: a game by the course's protocol, or in a class
 * competition as long as that lasts. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/file.h"
#include "protocol/course.h"
#include "school/class_client.h"
#include "school/course_client.h"

#include <stdio.h>
#include <string.h>

/* What was given. */
typedef struct {
    const char *game;
    const char *token;
    const char *player;
    const char *time;
    uint64_t    seed;
    const char *record;
    bool class;
    const char *ugi;
    const char *upload;
    const char *name;
} ConnectFlags;

static const Flag flags[] = {
    {"--game", "GAME",
     TEXT("that the server plays (default: the course's)",
          "que joue le serveur (par défaut : celui du cours)"),
     FLAG_TO_WORDS(ConnectFlags, game)},
    RULES_FLAGS,
    {"--name", "NAME", TEXT("how we are called (default: plateau)", "notre nom (plateau)"),
     FLAG_TO_WORDS(ConnectFlags, name)},
    {"--token", "TOKEN",
     TEXT("that the server printed, when it wants one", "que le serveur a affiché, s'il en veut"),
     FLAG_TO_WORDS(ConnectFlags, token)},
    {"--player", "PLAYER",
     TEXT("who plays, as in a match (default: pvs,time=1)",
          "qui joue, comme dans un match (par défaut : pvs,time=1)"),
     FLAG_TO_WORDS(ConnectFlags, player)},
    {"--time", "S+I",
     TEXT("the server's clock for each player (default 600)",
          "la pendule du serveur, par joueur (600)"),
     FLAG_TO_WORDS(ConnectFlags, time)},
    {"--seed", "N", TEXT("of our player's chance", "graine de notre joueur"),
     FLAG_TO_INT(ConnectFlags, seed, INT64_MIN, INT64_MAX, 1)},
    {"--record", "FILE", TEXT("write the game there", "y écrire la partie"),
     FLAG_TO_WORDS(ConnectFlags, record)},
    {"--class", NULL,
     TEXT("in a class competition, with --name and --token",
          "dans une compétition de classe, avec --name et --token"),
     FLAG_TO_SWITCH(ConnectFlags, class)},
    {"--ugi", "COMMAND",
     TEXT("the same with a program that speaks UGI", "de même avec un programme qui parle UGI"),
     FLAG_TO_WORDS(ConnectFlags, ugi)},
    {"--upload", "FILE",
     TEXT("hand in a program (source or executable) that the server runs, with --name and --token",
          "remet un programme (source ou exécutable) que le serveur fait jouer, avec --name et "
          "--token"),
     FLAG_TO_WORDS(ConnectFlags, upload)},
    FLAGS_END,
};

static const ConnectFlags *given(const Call *call) { return call->given; }

static const char *value_or(const char *value, const char *usual)
{
    return value != NULL ? value : usual;
}

/* The name, with the token behind it where the server wants one. */
static bool write_name(const Call *call, char name[COURSE_TEXT_SIZE], Error *err)
{
    const char *own = value_or(given(call)->name, "plateau"), *token = given(call)->token;
    int         length = snprintf(name, COURSE_TEXT_SIZE, "%s%s%s", own, token != NULL ? " " : "",
                          token != NULL ? token : "");
    if (own[0] == '\0' || length >= COURSE_TEXT_SIZE)
        return error_set(err, ERROR_CONNECT_NAME, COURSE_TEXT_SIZE - 1);
    return true;
}

static bool write_record(const Session *session, const CourseVisitor *guest, int seat,
                         const char *path, Error *err)
{
    Record record;
    Str    text = {0};
    if (!session_to_record(session, &record, err))
        return false;
    bool ok = record_set_text(&record.players[seat], guest->name);
    record.time = guest->time;
    record_format(&record, &text);
    record_free(&record);
    ok = ok && !text.failed ? file_write(path, str_get(&text), text.size, err)
                            : error_set(err, ERROR_MEMORY);
    str_free(&text);
    return ok;
}

/* "Anna (Blanc) won after 37 plies: no-pieces" */
static void print_result(const CourseVisitor *guest, const char *name, int seat, Lang lang)
{
    static const Text verbs[] = {TEXT("drew", "fait nulle"), TEXT("won", "gagne"),
                                 TEXT("lost", "perd")};
    const Session    *session = guest->session;
    const Result      result = session_result(session);
    const int         verb = result.winner == PLAYER_NONE ? 0 : result.winner == seat ? 1 : 2;
    Str               line = {0};
    str_printf(&line,
               lang == LANG_FR ? "%s (%s) %s en %d coups : %s\n"
                               : "%s (%s) %s after %d plies: %s\n",
               name, course_colour(session_game(session), seat), text_in(&verbs[verb], lang),
               session_ply(session),
               lang == LANG_FR ? reason_text(result.reason, lang) : reason_word(result.reason));
    command_print(&line);
    str_free(&line);
}

static int play(const Call *call, CourseVisitor *guest, const char *player)
{
    const ContestantSetup setup = {.stop = guest->stop};
    const char           *record = given(call)->record;
    Error                 err;
    int                   seat = 0;
    guest->player = contestant_open(session_game(guest->session), player, &setup, &err);
    if (guest->player == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    bool ok = course_client_play(guest, &seat, &err);
    if (ok)
        print_result(guest, value_or(given(call)->name, "plateau"), seat, call->lang);
    if (ok && record != NULL)
        ok = write_record(guest->session, guest, seat, record, &err);
    contestant_close(guest->player);
    return ok ? EXIT_OK : fail(EXIT_FAILED, &err);
}

/* ---- a class competition -----------------------------------------------------------------------
 */

/* This program itself, as an engine with the player that was asked for. */
static void write_own_command(const Call *call, Str *out)
{
    const char *game = given(call)->game, *player = given(call)->player;
    str_text(out, "/proc/self/exe engine");
    if (game != NULL)
        str_printf(out, " --game '%s'", game);
    if (player != NULL)
        str_printf(out, " --player '%s'", player);
}

/* What the server's compiler said, then whether the program plays. */
static int hand_in(const Call *call, const ClassClient *guest, const char *path)
{
    Str   messages = {0};
    Error err;
    bool  ok = class_client_upload(guest, path, &messages, &err);
    if (ok)
        str_printf(&messages, call->lang == LANG_FR ? "%s est accepté\n" : "%s is accepted\n",
                   path);
    int code = command_print(&messages);
    str_free(&messages);
    return ok ? code : fail(EXIT_FAILED, &err);
}

static int play_in_class(const Call *call)
{
    enum { PATIENCE_US = 60000000 };
    const char *ugi = given(call)->ugi, *token = given(call)->token;
    const char *upload = given(call)->upload;
    Str         own = {0};
    Error       err;
    if (token == NULL || strpbrk(token, " \n") != NULL) {
        error_set(&err, ERROR_CONNECT_FLAGS);
        return fail(EXIT_BAD_INPUT, &err);
    }
    write_own_command(call, &own);
    ClassClient guest = {.host = call->args->positionals[0],
                         .port = call->args->positionals[1],
                         .name = value_or(given(call)->name, "plateau"),
                         .token = token,
                         .command = ugi != NULL ? ugi : str_get(&own),
                         .patience_us = PATIENCE_US,
                         .stop = command_interrupt()};
    int         code = EXIT_OK;
    if (upload != NULL)
        code = hand_in(call, &guest, upload);
    else if (!class_client_play(&guest, &err))
        code = fail(EXIT_FAILED, &err);
    str_free(&own);
    return code;
}

/* ---- the command -------------------------------------------------------------------------------
 */

static int run(const Call *call)
{
    if (given(call)->class || given(call)->ugi || given(call)->upload)
        return play_in_class(call);
    Error         err;
    char          name[COURSE_TEXT_SIZE];
    CourseVisitor guest = {.host = call->args->positionals[0],
                           .port = call->args->positionals[1],
                           .name = name,
                           .time = {.budget_us = COURSE_SECONDS * INT64_C(1000000)},
                           .stop = command_interrupt()};
    const char   *time = given(call)->time;
    if (!write_name(call, name, &err) ||
        (time != NULL && !time_control_parse(time, &guest.time, &err)))
        return fail(EXIT_BAD_INPUT, &err);
    guest.seed = given(call)->seed;
    guest.session =
        command_session_of(call, value_or(given(call)->game, course_game()->info->id), &err);
    if (guest.session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    int code = play(call, &guest, value_or(given(call)->player, "pvs,time=1"));
    session_delete(guest.session);
    return code;
}

const Command command_connect = {
    .name = "connect",
    .usage = "HOST PORT",
    .summary = TEXT("play at a server: of the Fous-Fous course, or a class competition",
                    "joue sur un serveur : du cours de Fous-Fous, ou d'une classe"),
    .flags = flags,
    .given_size = sizeof(ConnectFlags),
    .min_positionals = 2,
    .max_positionals = 2,
    .run = run,
};
