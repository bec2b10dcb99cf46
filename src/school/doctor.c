#include "base/errors.h"
#include "school/doctor_state.h"

#include "base/clock.h"
#include "base/rng.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

/* ---- what passed -------------------------------------------------------------------------------
 */

static ssize_t take_note(void *cookie, const char *text, size_t size)
{
    enum { MAX_BYTES = 1 << 20 };
    Doctor *doctor = cookie;
    if (doctor->notes.size > MAX_BYTES) /* only the last lines are ever shown */
        str_clear(&doctor->notes);
    str_bytes(&doctor->notes, text, size);
    return (ssize_t)size;
}

void doctor_begin(Doctor *doctor)
{
    if (doctor->note_file != NULL)
        fflush(doctor->note_file);
    str_clear(&doctor->notes);
    link_begin_question(doctor->patient->link);
}

/* Adds a line for people: cut where it is long, without odd characters. */
static void add_plain(Str *out, const char *text, size_t size)
{
    enum { MAX_BYTES = 100 };
    for (size_t i = 0; i < size && i < MAX_BYTES; i++)
        str_char(out, isprint((unsigned char)text[i]) ? text[i] : '?');
    if (size > MAX_BYTES)
        str_text(out, "…");
}

/* The last lines that begin so, without that, with " | " between them. */
static void add_last_lines(const char *text, size_t size, const char *beginning, Str *out)
{
    enum { MAX_SHOWN_LINES = 3 };
    struct {
        const char *text;
        size_t      size;
    } lines[MAX_SHOWN_LINES];
    size_t skipped = strlen(beginning);
    int    count = 0;
    for (const char *at = text, *end = text + size; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        size_t length = (size_t)(stop - at);
        if (length > skipped && strncmp(at, beginning, skipped) == 0) {
            lines[count % MAX_SHOWN_LINES].text = at + skipped;
            lines[count++ % MAX_SHOWN_LINES].size = length - skipped;
        }
        at = stop + 1;
    }
    for (int i = count > MAX_SHOWN_LINES ? count - MAX_SHOWN_LINES : 0; i < count; i++) {
        if (out->size > 0)
            str_text(out, " | ");
        add_plain(out, lines[i % MAX_SHOWN_LINES].text, lines[i % MAX_SHOWN_LINES].size);
    }
}

/* ---- findings ----------------------------------------------------------------------------------
 */

bool doctor_fail(Doctor *doctor, DoctorFinding *out, const char *format, ...)
{
    char    text[2 * ANSWER_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    out->verdict = DOCTOR_FAILED;
    str_clear(&out->found);
    str_text(&out->found, text);
    if (doctor->note_file != NULL)
        fflush(doctor->note_file);
    add_last_lines(str_get(&doctor->notes), doctor->notes.size, "> ", &out->sent);
    add_last_lines(str_get(&doctor->notes), doctor->notes.size, "< ", &out->heard);
    if (doctor->patient != NULL && doctor->patient->link != NULL) {
        size_t size;
        link_drain_log(doctor->patient->link);
        const char *log = link_log(doctor->patient->link, &size);
        if (log != NULL)
            add_last_lines(log, size, "", &out->errors);
    }
    return false;
}

void doctor_excuse(DoctorFinding *out, const char *format, ...)
{
    char    text[ANSWER_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    out->verdict = DOCTOR_NOT_SUPPORTED;
    str_clear(&out->found);
    str_text(&out->found, text);
    str_clear(&out->sent);
    str_clear(&out->heard);
    str_clear(&out->errors);
}

bool doctor_fail_silence(Doctor *doctor, DoctorFinding *out, const char *missing, int64_t wait_us)
{
    Error how;
    if (process_state(doctor->patient->process, &how) != PROCESS_RUNS)
        doctor_fail(doctor, out, "it %s", error_words(&how, LANG_EN));
    else
        doctor_fail(doctor, out, "no %s within %lld ms", missing, (long long)wait_us / 1000);
    doctor->patient->is_unfit = true;
    return false;
}

/* ---- the program -------------------------------------------------------------------------------
 */

void doctor_stop(Doctor *doctor)
{
    size_t size = 0;
    if (doctor->patient == NULL)
        return;
    if (doctor->patient->link != NULL) {
        link_drain_log(doctor->patient->link);
        link_log(doctor->patient->link, &size);
    }
    if (size > doctor->most_errors)
        doctor->most_errors = size;
    contestant_close(&doctor->patient->base);
    doctor->patient = NULL;
    doctor->note_file = NULL; /* closed with the link */
}

/* Not through the contestant's `begin`, which forgives a program that died between two games. */
bool doctor_start(Doctor *doctor, DoctorFinding *out)
{
    const DoctorSetup *setup = doctor->setup;
    Error              err;
    Answer             answer = {.move = MOVE_NONE};
    if (doctor->patient != NULL && !doctor->patient->is_unfit)
        return true;
    doctor_stop(doctor);
    Contestant *contestant = contestant_open(setup->game, setup->spec, &setup->running, &err);
    if (contestant == NULL)
        return doctor_fail(doctor, out, "%s", error_words(&err, LANG_EN));
    Remote *patient = doctor->patient = (Remote *)contestant;
    if (!patient->connect(patient, &err)) {
        doctor_fail(doctor, out, "%s", error_words(&err, LANG_EN));
        doctor_stop(doctor);
        return false;
    }
    str_clear(&doctor->notes);
    doctor->note_file = fopencookie(doctor, "w", (cookie_io_functions_t){.write = take_note});
    link_set_log_file(patient->link, doctor->note_file);
    remote_begin_question(patient, patient->setup.start_us);
    bool ok = patient->greet(patient, &answer);
    doctor->greeting_us = clock_now_us() - patient->asked_us;
    return ok || doctor_fail(doctor, out, "%s", answer.text);
}

void doctor_send(Doctor *doctor, const char *line) { link_send(doctor->patient->link, line); }

static bool begins_with_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    line += strspn(line, " \t");
    return strncasecmp(line, word, length) == 0 && !isalnum((unsigned char)line[length]);
}

const char *doctor_hear(Doctor *doctor, const char *word, int64_t wait_us)
{
    const int64_t deadline = clock_now_us() + wait_us + doctor->patient->setup.margin_us;
    const char   *line;
    while (link_read(doctor->patient->link, deadline, &line) == LINK_LINE)
        if (word == NULL || begins_with_word(line, word))
            return line;
    return NULL;
}

bool doctor_announce(Doctor *doctor, DoctorFinding *out)
{
    Remote *patient = doctor->patient;
    Answer  answer = {.move = MOVE_NONE};
    doctor_begin(doctor);
    remote_begin_question(patient, patient->setup.start_us);
    return patient->announce(patient, doctor->session, &answer) ||
           doctor_fail(doctor, out, "%s", answer.text);
}

bool doctor_ask(Doctor *doctor, const Allowance *allowance, Answer *answer, DoctorFinding *out)
{
    doctor_begin(doctor);
    doctor->patient->base.choose(&doctor->patient->base, doctor->session, allowance, answer);
    return answer->kind == ANSWER_MOVE || answer->kind == ANSWER_RESIGN ||
           doctor_fail(doctor, out, "%s", answer->text);
}

Allowance doctor_move_time(int64_t us)
{
    return (Allowance){.limits = {.time_us = us}, .deadline_us = us};
}

/* ---- positions ---------------------------------------------------------------------------------
 */

void doctor_set_start(Doctor *doctor)
{
    session_set_position(doctor->session, doctor->setup->start, NULL); /* it was read before */
}

void doctor_play_randomly(Doctor *doctor, int most_plies)
{
    const Game *game = doctor->setup->game;
    Session    *session = doctor->session;
    Move        moves[MAX_MOVES];
    doctor_set_start(doctor);
    for (int i = 0; i < most_plies && !session_result(session).is_over; i++) {
        int count = game->gen(session_position(session), moves);
        session_play(session, moves[rng_below(&doctor->rng, (uint32_t)count)], NULL);
    }
}

/* ---- the examination ---------------------------------------------------------------------------
 */

enum { UGI = 1, GOMOCUP = 2, BOTH = UGI | GOMOCUP };

typedef struct {
    const char  *id;
    int          speaks;       /* in which protocols */
    bool         is_essential; /* when it fails, nothing else can be examined */
    DoctorCheck *examine;
    Text         title, advice;
} ReportRow;

static const ReportRow rows[] = {
    {"hello", UGI, true, doctor_check_hello,
     TEXT("starts and answers 'ugi' with 'ugiok'", "démarre et répond 'ugiok' à 'ugi'"),
     TEXT("read lines from standard input; print 'ugiok' and flush the output after 'ugi'",
          "lire les lignes de l'entrée standard ; écrire 'ugiok' après 'ugi' et vider le tampon")},
    {"hello", GOMOCUP, true, doctor_check_hello,
     TEXT("starts and answers START with OK", "démarre et répond OK à START"),
     TEXT("read lines from standard input; print OK and flush the output after START",
          "lire les lignes de l'entrée standard ; écrire OK après START et vider le tampon")},
    {"ready", UGI, true, doctor_check_ready,
     TEXT("answers every 'isready' with 'readyok'", "répond 'readyok' à chaque 'isready'"),
     TEXT("print 'readyok' for each 'isready', at once, before and after any other line",
          "écrire 'readyok' pour chaque 'isready', tout de suite, avant et après toute ligne")},
    {"options", UGI, false, doctor_check_options,
     TEXT("has options: the game, its rules", "a des options : le jeu, ses règles"), TEXT("", "")},
    {"about", GOMOCUP, false, doctor_check_about,
     TEXT("answers ABOUT with its name", "répond à ABOUT par son nom"),
     TEXT("print name=\"…\", version=\"…\" for ABOUT",
          "écrire name=\"…\", version=\"…\" pour ABOUT")},
    {"move", BOTH, true, doctor_check_first_move,
     TEXT("finds a first move", "trouve un premier coup"),
     TEXT("print one legal move for each question, in the notation of the game, and flush",
          "écrire un coup légal par question, dans la notation du jeu, et vider le tampon")},
    {"legal", BOTH, false, doctor_check_legal,
     TEXT("plays legal moves in random positions", "joue des coups légaux partout"),
     TEXT("rebuild the position from the line sent; compare the rules with 'plateau games GAME'",
          "refaire la position d'après la ligne reçue ; relire 'plateau games JEU'")},
    {"endings", BOTH, false, doctor_check_endings,
     TEXT("plays legal moves shortly before the end", "joue des coups légaux près de la fin"),
     TEXT("look at full columns, last free cells and forced moves",
          "regarder les colonnes pleines, les dernières cases et les coups forcés")},
    {"fen", UGI, false, doctor_check_fen,
     TEXT("understands 'position fen …'", "comprend 'position fen …'"),
     TEXT("a position that is not understood must not end the program",
          "une position mal comprise ne doit pas arrêter le programme")},
    {"movetime", BOTH, false, doctor_check_move_time,
     TEXT("keeps to the time of a move", "respecte le temps d'un coup"),
     TEXT("stop thinking some milliseconds before the limit",
          "cesser de réfléchir quelques millisecondes avant la limite")},
    {"clock", BOTH, false, doctor_check_clock,
     TEXT("keeps to a clock for the whole game", "respecte une pendule pour la partie"),
     TEXT("use a small part of the time left, say a twentieth, for each move",
          "prendre une petite part du temps restant, un vingtième, à chaque coup")},
    {"depth", UGI, false, doctor_check_depth, TEXT("answers 'go depth 1'", "répond à 'go depth 1'"),
     TEXT("answer every 'go', also when you ignore its limits",
          "répondre à chaque 'go', même en ignorant ses limites")},
    {"nodes", UGI, false, doctor_check_nodes,
     TEXT("answers 'go nodes 100'", "répond à 'go nodes 100'"),
     TEXT("answer every 'go', also when you ignore its limits",
          "répondre à chaque 'go', même en ignorant ses limites")},
    {"thinking", UGI, false, doctor_check_ready_thinking,
     TEXT("answers 'isready' while it thinks", "répond à 'isready' en réfléchissant"),
     TEXT("answer 'isready' during a search, or after it",
          "répondre à 'isready' pendant une recherche, ou après")},
    {"stop", UGI, false, doctor_check_stop,
     TEXT("stops an endless search at 'stop'", "arrête une recherche sans fin à 'stop'"),
     TEXT("read the input in a thread, or look at it now and then",
          "lire l'entrée dans un fil, ou la regarder de temps en temps")},
    {"nonsense", BOTH, false, doctor_check_nonsense,
     TEXT("survives unknown words and wrong lines", "survit aux mots inconnus, aux lignes fausses"),
     TEXT("skip what you do not know; never end because of a line",
          "ignorer l'inconnu ; ne jamais s'arrêter à cause d'une ligne")},
    {"restart", GOMOCUP, false, doctor_check_restart_word,
     TEXT("answers RESTART with OK", "répond OK à RESTART"),
     TEXT("RESTART begins a new game of the same size",
          "RESTART commence une partie de même taille")},
    {"over", UGI, false, doctor_check_over,
     TEXT("survives 'go' when the game is over", "survit à 'go' quand la partie est finie"),
     TEXT("where no move is legal, print 'bestmove none' or nothing, and read on",
          "sans coup légal, écrire 'bestmove none' ou rien, et continuer à lire")},
    {"games", BOTH, false, doctor_check_games,
     TEXT("plays whole games, one after the other", "joue des parties entières, à la suite"),
     TEXT("forget the last game when a new one begins; stay alive after its end",
          "oublier la partie précédente quand une autre commence ; survivre à sa fin")},
    {"memory", BOTH, false, doctor_check_memory,
     TEXT("does not grow from game to game", "ne grossit pas d'une partie à l'autre"),
     TEXT("free what a game took, or use it again", "libérer ce qu'une partie a pris")},
    {"quit", BOTH, false, doctor_check_quit,
     TEXT("ends when asked, and starts again", "s'arrête à la demande, et redémarre"),
     TEXT("leave at 'quit' (END in Gomocup) and at the end of the input; leave no lock behind",
          "sortir à 'quit' (END pour Gomocup) et en fin d'entrée ; ne laisser aucun verrou")},
    {"stderr", BOTH, false, doctor_check_errors,
     TEXT("writes little to its standard error", "écrit peu sur sa sortie d'erreur"),
     TEXT("only the last 64 kB are kept with a game: write less",
          "seuls les derniers 64 ko sont gardés : en écrire moins")},
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

/* False: nothing else can be examined. */
static bool examine(Doctor *doctor, const ReportRow *row, DoctorReport *report)
{
    const DoctorSetup *setup = doctor->setup;
    DoctorFinding      finding = {.id = row->id, .title = row->title, .advice = row->advice};
    doctor_set_start(doctor);
    if (doctor_start(doctor, &finding))
        row->examine(doctor, &finding);
    bool is_stopped = setup->stop != NULL && atomic_load(setup->stop);
    if (!is_stopped) {
        report->counts[finding.verdict]++;
        setup->on_finding(&finding, setup->user);
    }
    report->is_cut = row->is_essential && finding.verdict == DOCTOR_FAILED;
    str_free(&finding.found);
    str_free(&finding.sent);
    str_free(&finding.heard);
    str_free(&finding.errors);
    return !is_stopped && !report->is_cut;
}

/* 0: it is no program. */
static int find_protocol(const char *spec)
{
    if (strncmp(spec, contestant_program.prefix, strlen(contestant_program.prefix)) == 0)
        return UGI;
    return strncmp(spec, contestant_pbrain.prefix, strlen(contestant_pbrain.prefix)) == 0 ? GOMOCUP
                                                                                          : 0;
}

/* A program that cannot even be looked for is no finding: there is nothing to examine. */
static bool check_spec(const DoctorSetup *setup, Error *err)
{
    if (find_protocol(setup->spec) == 0)
        return error_set(err, ERROR_DOCTOR_PROGRAMS);
    Contestant *contestant = contestant_open(setup->game, setup->spec, &setup->running, err);
    contestant_close(contestant);
    return contestant != NULL;
}

bool doctor_examine(const DoctorSetup *setup, DoctorReport *out, Error *err)
{
    Doctor doctor = {.setup = setup, .rng = setup->seed};
    *out = (DoctorReport){0};
    if (!check_spec(setup, err))
        return false;
    doctor.session = session_new(setup->game);
    bool ok = doctor.session != NULL ? session_set_position(doctor.session, setup->start, err)
                                     : error_set(err, ERROR_MEMORY);
    for (int i = 0; ok && i < ROW_COUNT; i++)
        if ((rows[i].speaks & find_protocol(setup->spec)) != 0 && !examine(&doctor, &rows[i], out))
            break;
    doctor_stop(&doctor);
    str_free(&doctor.notes);
    session_delete(doctor.session);
    if (ok && setup->stop != NULL && atomic_load(setup->stop))
        return error_set(err, ERROR_STOPPED);
    return ok;
}
