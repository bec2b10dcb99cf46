/* plateau doctor: is a program fit for a competition? A report that its author can act on. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/parse.h"
#include "core/position.h"
#include "school/doctor.h"

#include <stdio.h>

enum { MEMORY_MB = 1024, MOVE_US = 100000, START_US = 10000000, MARGIN_US = 50000, POSITIONS = 40 };

static const Flag flags[] = {
    {"--game", "GAME", TEXT("that it plays", "auquel il joue")},
    RULES_FLAGS,
    {"--sandbox", "MODE",
     TEXT("off, auto (default) or required", "off, auto (par défaut) ou required")},
    {"--memory", "MB", TEXT("allowed (default 1024; 0: any)", "permise (1024 ; 0 : toute)")},
    {"--move-time", "T", TEXT("of a usual move (default 100ms)", "d'un coup (100ms)")},
    {"--start-time", "T",
     TEXT("until it is ready (default 10s)", "jusqu'à ce qu'il soit prêt (10s)")},
    {"--margin", "T",
     TEXT("forgiven on every limit (default 50ms)", "toléré sur chaque limite (50ms)")},
    {"--positions", "N",
     TEXT("random positions to ask for (default 40)", "positions tirées au hasard (40)")},
    {"--seed", "N", TEXT("of all chance (default 1)", "graine du hasard (1 par défaut)")},
    {"--json", NULL, TEXT("the report on one line", "le rapport sur une ligne")},
    {NULL, NULL, {{NULL, NULL}}},
};

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

static bool read_duration(const Call *call, const char *flag, int64_t fallback, int64_t *out,
                          Error *err)
{
    const char *text = args_value(call->args, flag);
    *out = fallback;
    return text == NULL || parse_duration(flag + 2, text, 0.01, 60, out, err);
}

/* `start` gets the text that the setup borrows. */
static bool read_setup(const Call *call, DoctorSetup *setup, Str *start, Error *err)
{
    const char *game = args_value(call->args, "--game");
    const char *sandbox = args_value(call->args, "--sandbox");
    int64_t     seed, positions;
    if (game == NULL)
        return error_set(err, ERROR_DOCTOR_GAME);
    if ((sandbox != NULL && !sandbox_mode_parse(sandbox, &setup->running.sandbox, err)) ||
        !command_int(call, "--memory", 0, 1 << 20, MEMORY_MB, &setup->running.memory_megabytes,
                     err) ||
        !command_int(call, "--positions", 1, 10000, POSITIONS, &positions, err) ||
        !command_int(call, "--seed", 0, INT64_MAX, 1, &seed, err) ||
        !read_duration(call, "--move-time", MOVE_US, &setup->move_us, err) ||
        !read_duration(call, "--start-time", START_US, &setup->running.start_us, err) ||
        !read_duration(call, "--margin", MARGIN_US, &setup->running.margin_us, err))
        return false;
    Session *session = command_session_of(call, game, err);
    if (session == NULL)
        return false;
    position_format(session_game(session), session_position(session), start);
    setup->game = session_game(session);
    setup->start = str_get(start);
    setup->positions = (int)positions;
    setup->seed = (uint64_t)seed;
    session_delete(session);
    return true;
}

static int run(const Call *call)
{
    Writer       writer = {.lang = call->lang, .is_json = args_has(call->args, "--json")};
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
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
