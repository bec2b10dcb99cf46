/* The doctor's questions about words: greetings, optional words, words that nobody knows. */
#include "base/clock.h"
#include "base/rng.h"
#include "protocol/ugi_client.h"
#include "school/doctor_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- hello -------------------------------------------------------------------------------------
 */

/* Lines of the notes that were heard and begin so; the last one is what `rest` gets. */
static int count_heard(Doctor *doctor, const char *beginning, Str *rest)
{
    int         count = 0;
    const char *at = str_get(&doctor->notes);
    for (; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
        if (strncmp(at, "< ", 2) != 0 || strncmp(at + 2, beginning, strlen(beginning)) != 0)
            continue;
        const char *text = at + 2 + strlen(beginning);
        count++;
        str_clear(rest);
        str_bytes(rest, text, strcspn(text, "\n"));
    }
    return count;
}

/* The program was greeted just now; in Gomocup a game is its greeting. */
void doctor_check_hello(Doctor *doctor, DoctorFinding *out)
{
    Str name = {0};
    fflush(doctor->note_file);
    count_heard(doctor, "id name ", &name);
    if (doctor_announce(doctor, out))
        str_printf(&out->found, "%s%sready after %" PRId64 " ms", str_get(&name),
                   name.size > 0 ? ", " : "",
                   (clock_now_us() - doctor->patient->asked_us + doctor->greeting_us) / 1000);
    str_free(&name);
}

void doctor_check_ready(Doctor *doctor, DoctorFinding *out)
{
    enum { TIMES = 3 };
    const int64_t wait_us = DOCTOR_SECOND;
    doctor_begin(doctor);
    doctor_send(doctor, "isready");
    doctor_send(doctor, "position startpos");
    for (int i = 1; i < TIMES; i++)
        doctor_send(doctor, "isready");
    for (int i = 0; i < TIMES; i++)
        if (doctor_hear(doctor, "readyok", wait_us) == NULL) {
            doctor_fail_silence(doctor, out, "'readyok'", wait_us);
            return;
        }
    str_printf(&out->found, "%d times", TIMES);
}

void doctor_check_options(Doctor *doctor, DoctorFinding *out)
{
    Str name = {0};
    doctor_begin(doctor);
    doctor_send(doctor, "ugi");
    if (doctor_hear(doctor, "ugiok", DOCTOR_SECOND) == NULL)
        doctor->patient->is_unfit = true;
    fflush(doctor->note_file);
    int count = count_heard(doctor, "option name ", &name);
    if (count == 0)
        doctor_excuse(out, "none: it plays one game by its usual rules");
    else
        str_printf(&out->found, "%d", count);
    str_free(&name);
}

void doctor_check_about(Doctor *doctor, DoctorFinding *out)
{
    doctor_begin(doctor);
    doctor_send(doctor, "ABOUT");
    const char *line = doctor_hear(doctor, NULL, DOCTOR_SECOND);
    if (line == NULL)
        doctor_fail_silence(doctor, out, "answer", DOCTOR_SECOND);
    else if (strstr(line, "name=") == NULL)
        doctor_excuse(out, "it does not tell its name");
    else
        str_text(&out->found, line);
}

/* ---- thinking ----------------------------------------------------------------------------------
 */

static void send_position(Doctor *doctor)
{
    Str line = {0};
    ugi_client_position(doctor->session, &line);
    doctor_send(doctor, str_get(&line));
    str_free(&line);
}

void doctor_check_ready_thinking(Doctor *doctor, DoctorFinding *out)
{
    doctor_begin(doctor);
    send_position(doctor);
    doctor_send(doctor, "go movetime 500");
    doctor_send(doctor, "isready");
    bool        is_ready = false, has_moved = false;
    const char *line;
    while (!(is_ready && has_moved) && (line = doctor_hear(doctor, NULL, DOCTOR_SECOND)) != NULL) {
        UgiAnswer said;
        ugi_client_read(line, &said);
        if (said.kind == UGI_READY && !has_moved)
            str_text(&out->found, "before its move");
        is_ready |= said.kind == UGI_READY;
        has_moved |= said.kind == UGI_MOVE || said.kind == UGI_RESIGN;
    }
    if (!is_ready || !has_moved)
        doctor_fail_silence(doctor, out, is_ready ? "move" : "'readyok'", DOCTOR_SECOND);
    else if (out->found.size == 0)
        doctor_excuse(out, "its answer comes after the move");
}

/* Nobody who referees asks for an endless search: a program without one is as good. */
void doctor_check_stop(Doctor *doctor, DoctorFinding *out)
{
    const int64_t while_us = 200000, wait_us = 2 * DOCTOR_SECOND;
    doctor_begin(doctor);
    send_position(doctor);
    doctor_send(doctor, "go infinite");
    if (doctor_hear(doctor, "bestmove", while_us) != NULL) {
        doctor_excuse(out, "it answers 'go infinite' at once");
        return;
    }
    const int64_t stopped_us = clock_now_us();
    doctor_send(doctor, "stop");
    if (doctor_hear(doctor, "bestmove", wait_us) != NULL) {
        str_printf(&out->found, "after %" PRId64 " ms", (clock_now_us() - stopped_us) / 1000);
        return;
    }
    Error how;
    if (process_state(doctor->patient->process, &how) == PROCESS_RUNS)
        doctor_excuse(out, "no move after 'stop'");
    else
        doctor_fail(doctor, out, "it %s", error_words(&how, LANG_EN));
    doctor->patient->is_unfit = true;
}

/* ---- what nobody should send -------------------------------------------------------------------
 */

static const char *const ugi_nonsense[] = {
    "",
    "   ",
    "xyzzy 1 2 3",
    "setoption",
    "setoption name No Such Option value 3",
    "position",
    "position startpos moves",
    "position startpos moves zz99",
    "position fen no/such/position at all",
    "query nothing",
    "caf\xc3\xa9 \xe2\x99\x9f",
    "stop",
};

static const char *const gomocup_nonsense[] = {
    "",           "   ",       "XYZZY 1 2 3", "INFO", "INFO no_such_key 3", "INFO timeout_turn x",
    "START 1000", "TURN 99,0", "TURN",        "STOP", "TAKEBACK 99,99",
};

/* What it says to that is its own business. */
static void hear_all(Doctor *doctor)
{
    while (doctor_hear(doctor, NULL, DOCTOR_SECOND / 5) != NULL)
        ;
}

static void send_all(Doctor *doctor, const char *const lines[], size_t count)
{
    enum { LONG = 3000 };
    char long_line[LONG + 1];
    memset(long_line, 'x', LONG);
    long_line[LONG] = '\0';
    for (size_t i = 0; i < count; i++)
        doctor_send(doctor, lines[i]);
    doctor_send(doctor, long_line);
}

void doctor_check_nonsense(Doctor *doctor, DoctorFinding *out)
{
    enum { UGI_LINES = sizeof ugi_nonsense / sizeof ugi_nonsense[0] };
    enum { GOMOCUP_LINES = sizeof gomocup_nonsense / sizeof gomocup_nonsense[0] };
    bool            is_ugi = doctor->patient->base.kind == &contestant_program;
    const Allowance allowance = doctor_move_time(doctor->setup->move_us);
    Answer          answer;
    doctor_begin(doctor);
    if (is_ugi)
        send_all(doctor, ugi_nonsense, UGI_LINES);
    else
        send_all(doctor, gomocup_nonsense, GOMOCUP_LINES);
    hear_all(doctor);
    if (process_state(doctor->patient->process, NULL) != PROCESS_RUNS)
        doctor_fail_silence(doctor, out, "", 0);
    else if (doctor_announce(doctor, out) && doctor_ask(doctor, &allowance, &answer, out))
        str_printf(&out->found, "%d lines", (is_ugi ? UGI_LINES : GOMOCUP_LINES) + 1);
}

void doctor_check_restart_word(Doctor *doctor, DoctorFinding *out)
{
    if (!doctor_announce(doctor, out))
        return;
    doctor_begin(doctor);
    doctor_send(doctor, "RESTART");
    const char *line = doctor_hear(doctor, NULL, DOCTOR_SECOND);
    if (line == NULL)
        doctor_fail_silence(doctor, out, "answer", DOCTOR_SECOND);
    else if (strncmp(line, "OK", 2) != 0)
        doctor_excuse(out, "managers use START in its place");
    hear_all(doctor);
}

/* ---- the end of a game -------------------------------------------------------------------------
 */

/* The shortest and the longest of many random games: won early, and perhaps a full board. */
static void find_games(Doctor *doctor, int most_plies, uint64_t seeds[2])
{
    enum { GAMES = 60 };
    int plies[2] = {INT32_MAX, -1};
    for (int i = 0; i < GAMES; i++) {
        uint64_t seed = doctor->rng;
        doctor_play_randomly(doctor, most_plies);
        int ply = session_ply(doctor->session);
        if (session_result(doctor->session).is_over && ply < plies[0]) {
            plies[0] = ply;
            seeds[0] = seed;
        }
        if (session_result(doctor->session).is_over && ply > plies[1]) {
            plies[1] = ply;
            seeds[1] = seed;
        }
    }
}

/* Afterwards it is started anew: nobody knows what it is still about to say. */
void doctor_check_over(Doctor *doctor, DoctorFinding *out)
{
    enum { MAX_PLIES = 1000 };
    const int64_t wait_us = 3 * DOCTOR_SECOND;
    uint64_t      seeds[2] = {doctor->rng, doctor->rng};
    find_games(doctor, MAX_PLIES, seeds);
    for (int i = 0; i < 2; i++) {
        doctor->rng = seeds[i];
        doctor_play_randomly(doctor, MAX_PLIES);
        doctor_begin(doctor);
        send_position(doctor);
        doctor_send(doctor, "go movetime 100");
        doctor_send(doctor, "isready");
        if (doctor_hear(doctor, "readyok", wait_us) == NULL) {
            doctor_fail_silence(doctor, out, "'readyok'", wait_us);
            return;
        }
    }
    str_printf(&out->found, "two finished games");
    doctor_stop(doctor);
}

void doctor_check_quit(Doctor *doctor, DoctorFinding *out)
{
    const int64_t   wait_us = 2 * DOCTOR_SECOND, before = clock_now_us();
    const Allowance allowance = doctor_move_time(doctor->setup->move_us);
    Answer          answer;
    Error           how;
    doctor_begin(doctor);
    doctor_send(doctor, doctor->patient->farewell);
    link_wait_end(doctor->patient->link, before + wait_us);
    ProcessState state = process_state(doctor->patient->process, &how);
    int64_t      took = clock_now_us() - before;
    doctor->patient->is_unfit = true;
    if (state == PROCESS_RUNS)
        doctor_fail(doctor, out, "it still runs after %" PRId64 " ms", took / 1000);
    else if (state != PROCESS_EXITED)
        doctor_fail(doctor, out, "it %s", error_words(&how, LANG_EN));
    else if (doctor_start(doctor, out) && doctor_announce(doctor, out) &&
             doctor_ask(doctor, &allowance, &answer, out))
        str_printf(&out->found, "%s after %" PRId64 " ms", error_words(&how, LANG_EN), took / 1000);
}

void doctor_check_errors(Doctor *doctor, DoctorFinding *out)
{
    doctor_stop(doctor);
    if (doctor->most_errors >= LINK_LOG_BYTES)
        doctor_fail(doctor, out, "%d kB or more", LINK_LOG_BYTES >> 10);
    else if (doctor->most_errors > 0)
        str_printf(&out->found, "%zu bytes", doctor->most_errors);
    else
        str_text(&out->found, "nothing");
}
