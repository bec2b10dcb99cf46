#include "school/engine_build.h"

#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "opponent/command_line.h"
#include "opponent/contestant.h"
#include "opponent/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- languages ---------------------------------------------------------------------------------
 */

typedef struct {
    const char *ending, *compiler, *compiler_words, *runner, *runner_words;
} Language;

#define LANGUAGE(ending, compiler, compiler_words, runner, runner_words)                           \
    {(ending), (compiler), (compiler_words), (runner), (runner_words)},
static const Language languages[] = {
#include "school/languages.def"
};
#undef LANGUAGE

enum { LANGUAGE_COUNT = sizeof languages / sizeof languages[0], TOOL_SIZE = 64 };

static const Language executable = {"", "", "", "", ""};
static const char     program_name[] = "program";

/* Tools of the system alone: those of a user's own path may lie where the sandbox reads nothing.
 * "" is the tool that nobody needs. */
static bool find_tool(const char *name, char path[TOOL_SIZE])
{
    static const char *const folders[] = {"/usr/bin", "/usr/local/bin", "/bin"};
    for (size_t i = 0; name[0] != '\0' && i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, TOOL_SIZE, "%s/%s", folders[i], name);
        if (access(path, X_OK) == 0)
            return true;
    }
    path[0] = '\0';
    return name[0] == '\0';
}

static bool is_usable(const Language *language)
{
    char path[TOOL_SIZE];
    return find_tool(language->compiler, path) && find_tool(language->runner, path);
}

void engine_endings(Str *out)
{
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        bool is_said = false;
        for (int j = 0; j < i; j++)
            is_said |=
                strcmp(languages[i].ending, languages[j].ending) == 0 && is_usable(&languages[j]);
        if (!is_said && is_usable(&languages[i]))
            str_printf(out, "%s%s", out->size > 0 ? " " : "", languages[i].ending);
    }
}

static bool is_executable(const HandIn *in)
{
    return in->size > 4 && memcmp(in->bytes, "\177ELF", 4) == 0;
}

static const Language *find_language(const HandIn *in, Error *err)
{
    const char *ending = strrchr(in->file, '.');
    Str         known = {0};
    if (ending == NULL && is_executable(in))
        return &executable;
    for (int i = 0; ending != NULL && i < LANGUAGE_COUNT; i++)
        if (strcmp(languages[i].ending, ending) == 0 && is_usable(&languages[i]))
            return &languages[i];
    engine_endings(&known);
    error_set(err, ERROR_ENGINE_LANGUAGE, in->file, str_get(&known));
    str_free(&known);
    return NULL;
}

/* ---- commands ----------------------------------------------------------------------------------
 */

static void write_words(const char *words, const HandIn *in, const EngineSetup *setup, Str *out)
{
    const char *ending = strrchr(in->file, '.');
    int         stem = ending != NULL ? (int)(ending - in->file) : (int)strlen(in->file);
    str_char(out, ' ');
    for (; *words != '\0'; words++) {
        if (*words != '%')
            str_char(out, *words);
        else if (*++words == 'f')
            str_text(out, in->file);
        else if (*words == 's')
            str_printf(out, "%.*s", stem, in->file);
        else /* a run-time system takes more than the heap that it is told of */
            str_printf(out, "%lld", (long long)setup->memory_megabytes * 3 / 4);
    }
}

static void write_command(const char *tool, const char *words, const HandIn *in,
                          const EngineSetup *setup, Str *out)
{
    command_line_add_word(tool, out);
    if (words[0] != '\0')
        write_words(words, in, setup, out);
}

/* ---- messages ----------------------------------------------------------------------------------
 */

static void add_message(const char *line, size_t size, Str *out)
{
    char text[ENGINE_MESSAGE_BYTES + 1];
    snprintf(text, sizeof text, "%.*s", (int)(size < sizeof text ? size : sizeof text - 1), line);
    for (size_t i = 0, length; text[i] != '\0'; i += length) {
        length = str_character(text + i);
        bool is_odd = length == 0 || (unsigned char)text[i] < ' ' || text[i] == 0x7f;
        length = length == 0 ? 1 : length;
        if (is_odd)
            memset(text + i, text[i] == '\t' ? ' ' : '?', length);
    }
    str_printf(out, "%s\n", text);
}

/* The first lines are those that matter. */
static void add_messages(const char *text, size_t size, Str *out)
{
    int lines = 0, left_out = 0;
    for (size_t at = 0, length; at < size; at += length + 1) {
        const char *end = memchr(text + at, '\n', size - at);
        length = end != NULL ? (size_t)(end - text) - at : size - at;
        if (lines < ENGINE_MESSAGE_LINES) {
            add_message(text + at, length, out);
            lines++;
        } else
            left_out++;
    }
    if (left_out > 0)
        str_printf(out, "(%d more lines)\n", left_out);
}

/* ---- compiling ---------------------------------------------------------------------------------
 */

/* Reads to the end; what is on standard output counts as said too. */
static LinkEvent hear_compiler(Link *link, int64_t deadline_us, Str *said)
{
    const char *line;
    LinkEvent   event;
    while ((event = link_read(link, deadline_us, &line)) == LINK_LINE)
        if (said->size < LINK_LOG_BYTES)
            str_printf(said, "%s\n", line);
    if (event == LINK_CLOSED && link_wait_end(link, deadline_us))
        event = LINK_ENDED;
    link_drain_log(link);
    return event;
}

static int64_t build_time(const EngineSetup *setup)
{
    return setup->build_us > 0 ? setup->build_us : ENGINE_BUILD_US;
}

static bool judge_compiler(Process *process, const EngineSetup *setup, LinkEvent event, Error *err)
{
    Error how;
    switch (event) {
    case LINK_ENDED:
        break;
    case LINK_FLOOD:
        return error_set(err, ERROR_COMPILER_OUTPUT);
    case LINK_STOPPED:
        return error_set(err, ERROR_SERVER_STOPS);
    case LINK_NO_MEMORY:
        return error_set(err, ERROR_MEMORY);
    case LINK_LINE:
    case LINK_LATE:
    case LINK_CLOSED:
        return error_set(err, ERROR_COMPILER_TIME, (long long)build_time(setup) / 1000000);
    }
    ProcessState state = process_state(process, &how);
    if (state == PROCESS_EXITED)
        return process_exit_status(process) == 0 || error_set(err, ERROR_COMPILER_FAILED);
    return error_set(err, ERROR_COMPILER_PROCESS, &how);
}

static bool compile(const char *command, const char *folder, const EngineSetup *setup,
                    Str *messages, Error *err)
{
    const ProcessSetup how = {.sandbox = SANDBOX_REQUIRED,
                              .profile = SANDBOX_COMPILER,
                              .folder = folder,
                              .is_home = true,
                              .memory_megabytes = ENGINE_BUILD_MEGABYTES,
                              .stop = setup->stop};
    Str                said = {0};
    size_t             size;
    Process           *process = process_start(command, &how, err);
    if (process == NULL)
        return false;
    LinkEvent event =
        hear_compiler(process_link(process), clock_now_us() + build_time(setup), &said);
    const char *log = link_log(process_link(process), &size);
    if (log != NULL)
        str_bytes(&said, log, size);
    add_messages(str_get(&said), said.size, messages);
    bool ok = judge_compiler(process, setup, event, err);
    process_delete(process);
    str_free(&said);
    return ok;
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

static bool write_file(const HandIn *in, const char *name, const char *folder, Error *err)
{
    char path[400];
    snprintf(path, sizeof path, "%.300s/%s", folder, name);
    return file_write(path, in->bytes, in->size, err) &&
           (chmod(path, 0700) == 0 || error_set(err, ERROR_ENGINE_STORED, in->file));
}

/* Does it start and say that it is ready, as in every game? */
static bool try_out(const Engine *engine, const EngineSetup *setup, Str *messages, Error *err)
{
    const ContestantSetup how = {.sandbox = SANDBOX_REQUIRED,
                                 .home = engine->folder.path,
                                 .memory_megabytes = setup->memory_megabytes,
                                 .start_us = setup->start_us,
                                 .stop = setup->stop};
    Session              *session = session_new(setup->game);
    Answer                answer;
    if (session == NULL)
        return error_set(err, ERROR_MEMORY);
    Contestant *player = contestant_program.open(&contestant_program, setup->game,
                                                 str_get(&engine->command), &how, err);
    bool        ok = player != NULL && session_set_position(session, setup->start, err);
    if (ok && !player->begin(player, session, 0, 1, &answer)) {
        size_t      size;
        const char *last_words = player->log(player, &size);
        add_messages(last_words != NULL ? last_words : "", size, messages);
        ok = error_set(err, ERROR_ENGINE_NO_GAME, answer.text);
    }
    contestant_close(player);
    session_delete(session);
    return ok;
}

static bool build(const HandIn *in, const Language *language, const EngineSetup *setup, Engine *out,
                  Str *messages, Error *err)
{
    char        compiler[TOOL_SIZE], runner[TOOL_SIZE], own[400];
    Str         command = {0};
    const char *name = language == &executable ? program_name : in->file;
    find_tool(language->compiler, compiler);
    find_tool(language->runner, runner);
    bool ok = scratch_make(&out->folder, err) && write_file(in, name, out->folder.path, err);
    if (ok && compiler[0] != '\0') {
        write_command(compiler, language->compiler_words, in, setup, &command);
        ok = compile(str_get(&command), out->folder.path, setup, messages, err);
    }
    str_free(&command);
    if (!ok)
        return false;
    snprintf(own, sizeof own, "%.300s/%s", out->folder.path, program_name);
    write_command(runner[0] != '\0' ? runner : own, language->runner_words, in, setup,
                  &out->command);
    return try_out(out, setup, messages, err);
}

bool engine_build(const HandIn *in, const EngineSetup *setup, Engine *out, Str *messages,
                  Error *err)
{
    const Language *language = find_language(in, err);
    *out = (Engine){0};
    if (language == NULL || !sandbox_is_whole(err))
        return false;
    bool ok = build(in, language, setup, out, messages, err);
    if (ok && (out->command.failed || messages->failed))
        ok = error_set(err, ERROR_MEMORY);
    if (!ok)
        engine_free(out);
    return ok;
}

void engine_free(Engine *engine)
{
    scratch_remove(&engine->folder);
    str_free(&engine->command);
    *engine = (Engine){0};
}
