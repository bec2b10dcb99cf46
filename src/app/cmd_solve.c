/* plateau solve: the exact value of positions, one answer a line in the order of the questions. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/parse.h"
#include "core/notation.h"
#include "core/position.h"
#include "engine/solving.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What was given. */
typedef struct {
    bool        weak;
    bool        scores;
    bool        line;
    bool        stats;
    int         threads;
    size_t      table;
    bool        no_book;
    bool        fresh;
    bool        json;
    bool        start;
    const char *checkpoint;
} SolveFlags;

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--weak", NULL, TEXT("win, draw or loss alone: 1, 0, -1", "gain, nulle ou perte : 1, 0, -1"),
     FLAG_TO_SWITCH(SolveFlags, weak)},
    {"--scores", NULL, TEXT("the score of each move as well", "la valeur de chaque coup aussi"),
     FLAG_TO_SWITCH(SolveFlags, scores)},
    {"--line", NULL, TEXT("best play to the end as well", "le meilleur jeu jusqu'à la fin aussi"),
     FLAG_TO_SWITCH(SolveFlags, line)},
    {"--stats", NULL,
     TEXT("nodes and microseconds as well, and a summary", "nœuds et microsecondes, et un bilan"),
     FLAG_TO_SWITCH(SolveFlags, stats)},
    {"--threads", "N", TEXT("share the work", "se partagent le travail"),
     FLAG_TO_INT(SolveFlags, threads, 1, 256, 1)},
    {"--table", "MB", TEXT("memory for what was seen", "mémoire pour ce qui a été vu"),
     FLAG_TO_INT(SolveFlags, table, 1, 1 << 20, 0)},
    {"--no-book", NULL,
     TEXT("think, even where the answer is stored", "réfléchir même si la réponse est connue"),
     FLAG_TO_SWITCH(SolveFlags, no_book)},
    {"--fresh", NULL,
     TEXT("forget between positions, to measure each alone", "oublier entre les positions"),
     FLAG_TO_SWITCH(SolveFlags, fresh)},
    {"--json", NULL, TEXT("one object a line", "un objet par ligne"),
     FLAG_TO_SWITCH(SolveFlags, json)},
    {"--start", NULL,
     TEXT("the start, in as many runs as it takes (see --checkpoint)",
          "le début, en autant de fois qu'il faut (voir --checkpoint)"),
     FLAG_TO_SWITCH(SolveFlags, start)},
    {"--checkpoint", "DIR",
     TEXT("keep what is decided there; go on from it", "y garder l'acquis, et en repartir"),
     FLAG_TO_WORDS(SolveFlags, checkpoint)},
    FLAGS_END,
};

static const SolveFlags *given(const Call *call) { return call->given; }

enum {
    ROUND = 256, /* lines taken at a time */
    READ_BYTES = 1 << 16
};

typedef struct {
    uint64_t positions, bad, nodes;
    uint64_t expected, as_expected; /* those that came with a score, and those that were right */
    int64_t  time_ns;               /* of the searches, one after the other */
} Totals;

/* A line of the input. */
typedef struct {
    char    *text; /* owned; trimmed */
    uint64_t number;
    bool     has_expected;
    int      expected;
    Error    err; /* where the text is no position */
} SolveLine;

typedef struct {
    const Game    *game;
    const int16_t *options; /* the rules of positions that do not name theirs */
    bool           is_weak, is_json, is_fresh, has_scores, has_line, has_stats;
    Solving       *solving;
    SolveLine      lines[ROUND];
    SolveJob       jobs[ROUND]; /* of the lines */
    char          *positions;   /* ROUND of them */
    MoveTruth     *moves;       /* MAX_MOVES for each line, where they are asked for; or NULL */
    Move          *best;        /* the same of MAX_SEARCH_PLIES */
    int            count;
    int            code; /* why printing ended */
    Totals         totals;
} SolveRun;

/* ---- one answer --------------------------------------------------------------------------------
 */

static void write_text(const SolveRun *run, const SolveLine *line, const SolveJob *job, Str *out)
{
    char move[MOVE_TEXT_SIZE];
    str_printf(out, "%s %d", line->text, job->truth.score);
    if (run->has_stats)
        str_printf(out, " %" PRIu64 " %" PRId64, job->truth.nodes, (job->time_ns + 500) / 1000);
    for (int i = 0; i < job->move_count; i++)
        str_printf(out, " %s=%d", notation_format(run->game, job->pos, job->moves[i].move, move),
                   job->moves[i].score);
    if (run->has_line) {
        str_text(out, " line ");
        notation_format_line(run->game, job->pos, job->line, job->line_length, out);
    }
    str_char(out, '\n');
}

static void write_json(const SolveRun *run, const SolveLine *line, const SolveJob *job, Str *out)
{
    static const char *const outcomes[] = {"loss", "draw", "win"};
    int                      score = job->truth.score;
    Json                     json = json_to(out);
    Str                      best = {0};
    char                     move[MOVE_TEXT_SIZE];
    notation_format_line(run->game, job->pos, job->line, job->line_length, &best);
    json_object(&json, NULL);
    json_string(&json, "position", line->text);
    json_int(&json, "score", score);
    json_string(&json, "outcome", outcomes[1 + (score > 0) - (score < 0)]);
    if (job->truth.plies >= 0)
        json_int(&json, "plies", job->truth.plies);
    json_object(&json, "scores");
    for (int i = 0; i < job->move_count; i++)
        json_int(&json, notation_format(run->game, job->pos, job->moves[i].move, move),
                 job->moves[i].score);
    json_end_object(&json);
    json_string(&json, "line", str_get(&best));
    json_int(&json, "nodes", (int64_t)job->truth.nodes);
    json_double(&json, "microseconds", (double)job->time_ns / 1000, 1);
    json_end_object(&json);
    str_char(out, '\n');
    str_free(&best);
}

static void count_answer(SolveRun *run, const SolveLine *line, const SolveJob *job)
{
    Totals *totals = &run->totals;
    int     wanted = line->expected;
    if (run->is_weak)
        wanted = (wanted > 0) - (wanted < 0);
    totals->expected += line->has_expected;
    totals->as_expected += line->has_expected && job->truth.score == wanted;
    totals->positions++;
    totals->nodes += job->truth.nodes;
    totals->time_ns += job->time_ns;
}

/* Answers stay in step with the lines: what is no position is said in its place. */
static bool print_answer(int index, void *user)
{
    SolveRun        *run = user;
    const SolveLine *line = &run->lines[index];
    const SolveJob  *job = &run->jobs[index];
    Str              out = {0};
    if (job->pos == NULL) {
        Error full;
        run->totals.bad++;
        error_set(&full, ERROR_LINE, line->number, &line->err);
        fail(EXIT_BAD_INPUT, &full);
        str_printf(&out, "%s invalid\n", line->text);
    } else {
        count_answer(run, line, job);
        (run->is_json ? write_json : write_text)(run, line, job, &out);
    }
    run->code = command_print(&out);
    str_free(&out);
    return run->code == EXIT_OK;
}

/* ---- lines -------------------------------------------------------------------------------------
 */

static int report_memory(void)
{
    Error err;
    error_set(&err, ERROR_MEMORY);
    return fail(EXIT_FAILED, &err);
}

/* Sets of test positions carry the right score behind the position: "4455 -2". Cuts it off. */
static bool take_expected(char *text, int *expected)
{
    char   *last = strrchr(text, ' '), *tab = strrchr(text, '\t');
    int64_t value;
    Error   ignored;
    last = tab != NULL && (last == NULL || tab > last) ? tab : last;
    if (last == NULL || !parse_int("score", last + 1, -1000, 1000, &value, &ignored))
        return false;
    while (last > text && isspace((unsigned char)last[-1]))
        last--;
    *last = '\0';
    *expected = (int)value;
    return true;
}

/* A copy of the line without the blanks around it; an empty one asks for the start. NULL: no
 * memory. */
static char *copy_line(const char *line)
{
    size_t size = strlen(line);
    while (size > 0 && isspace((unsigned char)line[size - 1]))
        size--;
    while (size > 0 && isspace((unsigned char)*line)) {
        line++;
        size--;
    }
    return size > 0 ? strndup(line, size) : strdup("startpos");
}

static bool add_line(SolveRun *run, const char *text, uint64_t number)
{
    int       i = run->count;
    SolveLine line = {.text = copy_line(text), .number = number};
    SolveJob *job = &run->jobs[i];
    void     *pos = run->positions + (size_t)i * run->game->pos_size;
    if (line.text == NULL)
        return false;
    line.has_expected = take_expected(line.text, &line.expected);
    *job = (SolveJob){0};
    if (position_parse(run->game, run->options, line.text, pos, &line.err))
        job->pos = pos;
    if (run->moves != NULL)
        job->moves = run->moves + (size_t)i * MAX_MOVES;
    if (run->best != NULL)
        job->line = run->best + (size_t)i * MAX_SEARCH_PLIES;
    run->lines[run->count++] = line;
    return true;
}

static int answer_lines(SolveRun *run)
{
    Error err;
    bool  ok = solving_run(run->solving, run->jobs, run->count, print_answer, run, &err);
    for (int i = 0; i < run->count; i++)
        free(run->lines[i].text);
    run->count = 0;
    return ok ? EXIT_OK : run->code != EXIT_OK ? run->code : fail(EXIT_FAILED, &err);
}

/* Answers the whole lines of `text`, a round at a time, and leaves the rest; at the end of the
 * input the rest is a line too. */
static int take_lines(SolveRun *run, Str *text, bool is_end, uint64_t *number)
{
    int   code = EXIT_OK;
    char *line = text->text;
    while (code == EXIT_OK && text->size > 0) {
        char *end = memchr(line, '\n', (size_t)(text->text + text->size - line));
        if (end == NULL && (!is_end || line == text->text + text->size))
            break;
        if (end != NULL)
            *end = '\0';
        if (!add_line(run, line, ++*number))
            return report_memory();
        line = end != NULL ? end + 1 : text->text + text->size;
        if (run->count == ROUND)
            code = answer_lines(run);
    }
    if (code == EXIT_OK)
        code = answer_lines(run);
    size_t left = text->size > 0 ? (size_t)(text->text + text->size - line) : 0;
    if (text->size > 0)
        memmove(text->text, line, left + 1); /* with the end, even where no line is left */
    text->size = left;
    return code;
}

static bool is_interrupted(const SolverSetup *setup)
{
    return atomic_load_explicit(setup->stop, memory_order_relaxed);
}

static int solve_input(SolveRun *run, const SolverSetup *setup)
{
    Str      text = {0};
    uint64_t number = 0;
    int      code = EXIT_OK;
    bool     is_end = false;
    char    *bytes = malloc(READ_BYTES);
    if (bytes == NULL)
        code = report_memory();
    while (code == EXIT_OK && !is_end) {
        ssize_t size = read(STDIN_FILENO, bytes, READ_BYTES);
        if (size < 0 && errno == EINTR && !is_interrupted(setup))
            continue;
        is_end = size <= 0;
        if (size > 0)
            str_bytes(&text, bytes, (size_t)size);
        code = text.failed ? report_memory() : take_lines(run, &text, is_end, &number);
    }
    free(bytes);
    str_free(&text);
    return code;
}

static int solve_position(SolveRun *run, const void *pos)
{
    Str text = {0};
    position_format(run->game, pos, &text);
    int code =
        text.failed || !add_line(run, str_get(&text), 1) ? report_memory() : answer_lines(run);
    str_free(&text);
    return code;
}

/* ---- the command -------------------------------------------------------------------------------
 */

static void print_summary(const Totals *totals)
{
    double count = totals->positions > 0 ? (double)totals->positions : 1;
    fflush(stdout);
    fprintf(stderr, "%" PRIu64 " positions", totals->positions);
    if (totals->expected > 0)
        fprintf(stderr, ", %" PRIu64 " of %" PRIu64 " as expected", totals->as_expected,
                totals->expected);
    fprintf(stderr, ", mean %.1f nodes, %.2f microseconds\n", (double)totals->nodes / count,
            (double)totals->time_ns / 1000 / count);
}

/* False: memory is short, or the game has no solver. Freed in either case. */
static bool open_run(SolveRun *run, const Session *session, const SolverSetup *setup, Error *err)
{
    bool has_moves = run->is_json || run->has_scores, has_best = run->is_json || run->has_line;
    run->game = session_game(session);
    run->options = session_options(session);
    run->is_weak = setup->is_weak;
    run->positions = malloc(ROUND * run->game->pos_size);
    run->moves = has_moves ? malloc(sizeof run->moves[0] * ROUND * MAX_MOVES) : NULL;
    run->best = has_best ? malloc(sizeof run->best[0] * ROUND * MAX_SEARCH_PLIES) : NULL;
    if (run->positions == NULL || (has_moves && run->moves == NULL) ||
        (has_best && run->best == NULL))
        return error_set(err, ERROR_MEMORY);
    run->solving = solving_new(run->game, setup, run->is_fresh, err);
    return run->solving != NULL;
}

static void close_run(SolveRun *run)
{
    solving_delete(run->solving);
    for (int i = 0; i < run->count; i++)
        free(run->lines[i].text);
    free(run->best);
    free(run->moves);
    free(run->positions);
    free(run);
}

static int solve(const Call *call, const Session *session, const SolverSetup *setup)
{
    const Args *args = call->args;
    Error       err;
    SolveRun   *run = calloc(1, sizeof *run);
    if (run == NULL)
        return report_memory();
    run->has_scores = given(call)->scores;
    run->has_line = given(call)->line;
    run->has_stats = given(call)->stats;
    run->is_json = given(call)->json;
    run->is_fresh = given(call)->fresh;
    int code;
    if (!open_run(run, session, setup, &err))
        code = fail(EXIT_FAILED, &err);
    else if (args_has(args, "--position") || args_has(args, "--moves"))
        code = solve_position(run, session_position(session));
    else
        code = solve_input(run, setup);
    if (code == EXIT_OK && run->totals.bad > 0)
        code = EXIT_BAD_INPUT;
    if (run->has_stats)
        print_summary(&run->totals);
    close_run(run);
    return code;
}

static bool read_setup(const Call *call, const Game *game, SolverSetup *setup, Error *err)
{
    if (game->solver == NULL)
        return error_set(err, ERROR_NO_SOLVER, game->info->id);
    *setup = (SolverSetup){.is_weak = given(call)->weak,
                           .no_book = given(call)->no_book,
                           .threads = given(call)->threads,
                           .table_megabytes = given(call)->table,
                           .stop = command_interrupt()};
    return true;
}

/* On a terminal one line that changes each second, into a file a line each minute. */
typedef struct {
    bool   is_terminal;
    double shown_at; /* seconds */
} ProofShown;

static void show_proof(const ProofState *state, void *user)
{
    enum { LINE_SECONDS = 60 };
    ProofShown *shown = user;
    if (!shown->is_terminal && state->seconds - shown->shown_at < LINE_SECONDS)
        return;
    shown->shown_at = state->seconds;
    double all = (double)state->nodes + state->nodes_left, hours = 0;
    if (state->run_nodes > 0)
        hours = state->nodes_left * state->seconds / (double)state->run_nodes / 3600;
    fprintf(stderr,
            "%s%.3g nodes, %" PRIu64 " positions kept; by estimate %.3g nodes left, %.3g %% done, "
            "%.2g h to go%s",
            shown->is_terminal ? "\r" : "", (double)state->nodes, state->positions,
            state->nodes_left, all > 0 ? 100 * (double)state->nodes / all : 0, hours,
            shown->is_terminal ? " \033[K" : "\n");
}

/* The start of the game under these rules, as one long proof. */
static int prove_start(const Session *session, const SolverSetup *setup, const char *folder)
{
    const Game *game = session_game(session);
    Error       err;
    Truth       truth;
    ProofShown  shown = {.is_terminal = isatty(STDERR_FILENO) != 0};
    ProofWork   work = {.folder = folder,
                        .threads = setup->threads,
                        .table_megabytes = setup->table_megabytes,
                        .stop = setup->stop,
                        .progress = show_proof,
                        .user = &shown};
    if (folder == NULL || game->solver->prove == NULL) {
        if (folder == NULL)
            error_set(&err, ERROR_SOLVE_START);
        else
            error_set(&err, ERROR_SOLVE_NO_CHECKPOINTS, game->info->id);
        return fail(EXIT_BAD_INPUT, &err);
    }
    bool ok = game->solver->prove(&work, session_position(session), &truth, &err);
    if (shown.is_terminal)
        fputs("\r\033[K", stderr);
    if (!ok)
        return fail(EXIT_FAILED, &err);
    return printf("startpos %d\n", truth.score) < 0 ? EXIT_FAILED : EXIT_OK;
}

static int run(const Call *call)
{
    SolverSetup setup;
    Error       err;
    Session    *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    int code;
    if (!read_setup(call, session_game(session), &setup, &err))
        code = fail(EXIT_BAD_INPUT, &err);
    else if (given(call)->start)
        code = prove_start(session, &setup, given(call)->checkpoint);
    else
        code = solve(call, session, &setup);
    session_delete(session);
    return code;
}

const Command command_solve = {
    .name = "solve",
    .usage = "GAME",
    .summary = TEXT("the exact value of positions, one a line from standard input",
                    "la valeur exacte de positions, une par ligne de l'entrée"),
    .flags = flags,
    .given_size = sizeof(SolveFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
