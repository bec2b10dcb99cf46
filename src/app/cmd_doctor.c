/* plateau doctor: is a program fit for a competition? A report that its author can act on. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/json.h"
#include "core/position.h"
#include "school/doctor.h"

#include <stdio.h>

enum { MEMORY_MB = 1024, MOVE_US = 100000, START_US = 10000000, MARGIN_US = 50000, POSITIONS = 40 };

/* What was given. */
typedef struct {
    const char *game;
    const char *sandbox;
    int64_t     memory;
    int64_t     move_time;
    int64_t     start_time;
    int64_t     margin;
    int         positions;
    uint64_t    seed;
    bool        json;
} DoctorFlags;

static const Flag flags[] = {
    {"--game", "GAME", TEXT("that it plays", "auquel il joue"), FLAG_TO_WORDS(DoctorFlags, game)},
    RULES_FLAGS,
    {"--sandbox", "MODE",
     TEXT("off, auto (default) or required", "off, auto (par défaut) ou required"),
     FLAG_TO_WORDS(DoctorFlags, sandbox)},
    {"--memory", "MB", TEXT("allowed; 0: any", "permise ; 0 : toute"),
     FLAG_TO_INT(DoctorFlags, memory, 0, 1 << 20, MEMORY_MB)},
    {"--move-time", "T", TEXT("of a usual move", "d'un coup"),
     FLAG_TO_TIME(DoctorFlags, move_time, 10000, 60000000, MOVE_US)},
    {"--start-time", "T", TEXT("until it is ready", "jusqu'à ce qu'il soit prêt"),
     FLAG_TO_TIME(DoctorFlags, start_time, 10000, 60000000, START_US)},
    {"--margin", "T", TEXT("forgiven on every limit", "toléré sur chaque limite"),
     FLAG_TO_TIME(DoctorFlags, margin, 10000, 60000000, MARGIN_US)},
    {"--positions", "N", TEXT("random positions to ask for", "positions tirées au hasard"),
     FLAG_TO_INT(DoctorFlags, positions, 1, 10000, POSITIONS)},
    {"--seed", "N", TEXT("of all chance", "graine du hasard"),
     FLAG_TO_INT(DoctorFlags, seed, 0, INT64_MAX, 1)},
    {"--json", NULL, TEXT("the report on one line", "le rapport sur une ligne"),
     FLAG_TO_SWITCH(DoctorFlags, json)},
    FLAGS_END,
};

static const DoctorFlags *given(const Call *call) { return call->given; }

typedef struct {
    Lang lang;
    bool is_json;
    bool owes_layers; /* of the sandbox: whoever trusts it should see of what it is made here */
    Str  text;
    Json json; /* writes to the text */
} Writer;

/* ---- writing -----------------------------------------------------------------------------------
 */

static const Text verdicts[DOCTOR_VERDICTS] = {
    [DOCTOR_OK] = TEXT("ok", "bon"),
    [DOCTOR_FAILED] = TEXT("failed", "raté"),
    [DOCTOR_NOT_SUPPORTED] = TEXT("not supported", "pas nécessaire"),
};

enum { VERDICT_COLUMNS = 16, TITLE_COLUMNS = 48 };

static void add_detail(const Text *label, const char *text, Lang lang, Str *out)
{
    if (text[0] == '\0')
        return;
    str_padded(out, "", VERDICT_COLUMNS);
    str_padded(out, text_in(label, lang), 12);
    str_printf(out, "%s\n", text);
}

static void write_line(const DoctorFinding *finding, Lang lang, Str *out)
{
    static const Text sent = TEXT("sent", "envoyé"), heard = TEXT("came back", "reçu"),
                      errors = TEXT("stderr", "stderr"), advice = TEXT("to do", "à faire"),
                      fine = TEXT("fine: ", "pas grave : ");
    str_padded(out, text_in(&verdicts[finding->verdict], lang), VERDICT_COLUMNS);
    str_padded(out, text_in(&finding->title, lang), TITLE_COLUMNS);
    str_printf(out, "%s%s\n", finding->verdict == DOCTOR_NOT_SUPPORTED ? text_in(&fine, lang) : "",
               str_get(&finding->found));
    if (finding->verdict != DOCTOR_FAILED)
        return;
    add_detail(&sent, str_get(&finding->sent), lang, out);
    add_detail(&heard, str_get(&finding->heard), lang, out);
    add_detail(&errors, str_get(&finding->errors), lang, out);
    add_detail(&advice, text_in(&finding->advice, lang), lang, out);
}

static void write_object(const DoctorFinding *finding, Lang lang, Json *json)
{
    static const char *const words[DOCTOR_VERDICTS] = {"ok", "failed", "not supported"};
    json_object(json, NULL);
    json_string(json, "check", finding->id);
    json_string(json, "title", text_in(&finding->title, lang));
    json_string(json, "verdict", words[finding->verdict]);
    json_string(json, "found", str_get(&finding->found));
    if (finding->verdict == DOCTOR_FAILED) {
        json_string(json, "sent", str_get(&finding->sent));
        json_string(json, "came_back", str_get(&finding->heard));
        json_string(json, "stderr", str_get(&finding->errors));
        json_string(json, "to_do", text_in(&finding->advice, lang));
    }
    json_end_object(json);
}

static void write_layers(Writer *writer)
{
    str_padded(&writer->text, "sandbox", VERDICT_COLUMNS);
    sandbox_layers(&writer->text);
    str_char(&writer->text, '\n');
    writer->owes_layers = false;
}

/* Checks take seconds: each line is printed as it is found. */
static void take_finding(const DoctorFinding *finding, void *user)
{
    Writer *writer = user;
    if (writer->is_json) {
        write_object(finding, writer->lang, &writer->json);
        return;
    }
    if (writer->owes_layers)
        write_layers(writer);
    write_line(finding, writer->lang, &writer->text);
    command_print(&writer->text);
    str_clear(&writer->text);
}

static void write_end(const DoctorReport *report, Writer *writer)
{
    static const Text cut = TEXT("the rest was not examined: this must be repaired first\n",
                                 "le reste n'a pas été examiné : d'abord réparer ceci\n");
    const int        *counts = report->counts;
    if (writer->is_json) {
        json_end_array(&writer->json);
        json_int(&writer->json, "ok", counts[DOCTOR_OK]);
        json_int(&writer->json, "failed", counts[DOCTOR_FAILED]);
        json_int(&writer->json, "not_supported", counts[DOCTOR_NOT_SUPPORTED]);
        json_bool(&writer->json, "is_cut", report->is_cut);
        json_end_object(&writer->json);
        str_char(&writer->text, '\n');
        return;
    }
    if (report->is_cut)
        str_text(&writer->text, text_in(&cut, writer->lang));
    str_printf(&writer->text, "%d %s, %d %s, %d %s\n", counts[DOCTOR_OK],
               text_in(&verdicts[DOCTOR_OK], writer->lang), counts[DOCTOR_FAILED],
               text_in(&verdicts[DOCTOR_FAILED], writer->lang), counts[DOCTOR_NOT_SUPPORTED],
               text_in(&verdicts[DOCTOR_NOT_SUPPORTED], writer->lang));
}

static void write_begin(const DoctorSetup *setup, Writer *writer)
{
    writer->owes_layers = !writer->is_json && setup->running.sandbox != SANDBOX_OFF;
    if (!writer->is_json)
        return;
    json_object(&writer->json, NULL);
    json_string(&writer->json, "player", setup->spec);
    json_string(&writer->json, "game", setup->game->info->id);
    json_array(&writer->json, "checks");
}

/* ---- the command -------------------------------------------------------------------------------
 */

/* `start` gets the text that the setup borrows. */
static bool read_setup(const Call *call, DoctorSetup *setup, Str *start, Error *err)
{
    const char *game = given(call)->game;
    const char *sandbox = given(call)->sandbox;
    if (game == NULL)
        return error_set(err, ERROR_DOCTOR_GAME);
    if (sandbox != NULL && !sandbox_mode_parse(sandbox, &setup->running.sandbox, err))
        return false;
    setup->running.memory_megabytes = given(call)->memory;
    setup->running.start_us = given(call)->start_time;
    setup->running.margin_us = given(call)->margin;
    setup->move_us = given(call)->move_time;
    Session *session = command_session_of(call, game, err);
    if (session == NULL)
        return false;
    position_format(session_game(session), session_position(session), start);
    setup->game = session_game(session);
    setup->start = str_get(start);
    setup->positions = given(call)->positions;
    setup->seed = given(call)->seed;
    session_delete(session);
    return true;
}

static int run(const Call *call)
{
    Writer       writer = {.lang = call->lang, .is_json = given(call)->json};
    Str          start = {0};
    Error        err;
    DoctorReport report;
    DoctorSetup  setup = {.spec = call->args->positionals[0],
                          .running = {.sandbox = SANDBOX_AUTO, .stop = command_interrupt()},
                          .on_finding = take_finding,
                          .user = &writer};
    int          code = EXIT_BAD_INPUT;
    setup.stop = setup.running.stop;
    writer.json = json_to(&writer.text);
    if (!read_setup(call, &setup, &start, &err)) {
        str_free(&start);
        return fail(code, &err);
    }
    write_begin(&setup, &writer);
    if (!doctor_examine(&setup, &report, &err))
        fail(code, &err);
    else {
        write_end(&report, &writer);
        code = command_print(&writer.text);
        if (code == EXIT_OK && report.counts[DOCTOR_FAILED] > 0)
            code = EXIT_FAILED;
    }
    str_free(&writer.text);
    str_free(&start);
    return code;
}

const Command command_doctor = {
    .name = "doctor",
    .usage = "cmd:COMMAND|pbrain:COMMAND --game GAME",
    .summary = TEXT("is a program fit for a competition? a report for its author",
                    "un programme est-il prêt à concourir ? un rapport pour son auteur"),
    .flags = flags,
    .given_size = sizeof(DoctorFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
