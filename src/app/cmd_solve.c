/* plateau solve: the exact value of positions, one answer a line in the order of the questions. */
#include "app/command.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/parse.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/truth.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--weak", NULL, TEXT("win, draw or loss alone: 1, 0, -1", "gain, nulle ou perte : 1, 0, -1")},
    {"--scores", NULL, TEXT("the score of each move as well", "la valeur de chaque coup aussi")},
    {"--line", NULL, TEXT("best play to the end as well", "le meilleur jeu jusqu'à la fin aussi")},
    {"--stats", NULL,
     TEXT("nodes and microseconds as well, and a summary", "nœuds et microsecondes, et un bilan")},
    {"--threads", "N", TEXT("share the work (default 1)", "se partagent le travail (1)")},
    {"--table", "MB", TEXT("memory for what was seen", "mémoire pour ce qui a été vu")},
    {"--no-book", NULL,
     TEXT("think, even where the answer is stored", "réfléchir même si la réponse est connue")},
    {"--fresh", NULL,
     TEXT("forget between positions, to measure each alone", "oublier entre les positions")},
    {"--json", NULL, TEXT("one object a line", "un objet par ligne")},
    {"--start", NULL,
     TEXT("the start, in as many runs as it takes (see --checkpoint)",
          "le début, en autant de fois qu'il faut (voir --checkpoint)")},
    {"--checkpoint", "DIR",
     TEXT("keep what is decided there; go on from it", "y garder l'acquis, et en repartir")},
    {NULL, NULL, {{NULL, NULL}}},
};

typedef struct {
    const Call    *call;
    const Game    *game;
    const int16_t *options;
    void          *solver, *pos;
    Str            out;
    uint64_t       positions, bad, expected, as_expected, nodes;
    int64_t        time_ns;
} Solving;

typedef struct {
    Truth     truth;
    MoveTruth moves[MAX_MOVES];
    Move      line[MAX_SEARCH_PLIES];
    int       move_count, line_length;
    int64_t   time_ns;
} Answer;

static bool answer(Solving *solving, Answer *out, Error *err)
{
    const Game *game = solving->game;
    const Args *args = solving->call->args;
    bool        is_json = args_has(args, "--json");
    uint64_t    nodes = 0;
    int64_t     begin = clock_now_ns();
    bool        ok = game->solver->solve(solving->solver, solving->pos, &out->truth, err);
    out->time_ns = clock_now_ns() - begin;
    out->move_count = out->line_length = 0;
    if (ok && (is_json || args_has(args, "--scores")))
        out->move_count = truth_moves(game, solving->solver, solving->pos, out->moves, &nodes, err);
    if (ok && (is_json || args_has(args, "--line")))
        out->line_length = truth_line(game, solving->solver, solving->pos, &out->truth, out->line,
                                      MAX_SEARCH_PLIES, &nodes, err);
    return ok && out->move_count >= 0 && out->line_length >= 0;
}

static void write_text(Solving *solving, const char *text, const Answer *answer)
{
    const Game *game = solving->game;
    const Args *args = solving->call->args;
    Str        *out = &solving->out;
    char        move[MOVE_TEXT_SIZE];
    str_printf(out, "%s %d", text, answer->truth.score);
    if (args_has(args, "--stats"))
        str_printf(out, " %" PRIu64 " %" PRId64, answer->truth.nodes,
                   (answer->time_ns + 500) / 1000);
    for (int i = 0; i < answer->move_count; i++)
        str_printf(out, " %s=%d", notation_format(game, solving->pos, answer->moves[i].move, move),
                   answer->moves[i].score);
    if (args_has(args, "--line")) {
        str_text(out, " line ");
        notation_format_line(game, solving->pos, answer->line, answer->line_length, out);
    }
    str_char(out, '\n');
}

static void write_json(Solving *solving, const char *text, const Answer *answer)
{
    static const char *const outcomes[] = {"loss", "draw", "win"};
    const Game              *game = solving->game;
    int                      score = answer->truth.score;
    Json                     json = json_to(&solving->out);
    Str                      line = {0};
    char                     move[MOVE_TEXT_SIZE];
    notation_format_line(game, solving->pos, answer->line, answer->line_length, &line);
    json_object(&json, NULL);
    json_string(&json, "position", text);
    json_int(&json, "score", score);
    json_string(&json, "outcome", outcomes[1 + (score > 0) - (score < 0)]);
    if (answer->truth.plies >= 0)
        json_int(&json, "plies", answer->truth.plies);
    json_object(&json, "scores");
    for (int i = 0; i < answer->move_count; i++)
        json_int(&json, notation_format(game, solving->pos, answer->moves[i].move, move),
                 answer->moves[i].score);
    json_end_object(&json);
    json_string(&json, "line", str_get(&line));
    json_int(&json, "nodes", (int64_t)answer->truth.nodes);
    json_double(&json, "microseconds", (double)answer->time_ns / 1000, 1);
    json_end_object(&json);
    str_char(&solving->out, '\n');
    str_free(&line);
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

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t size = strlen(text);
    while (size > 0 && isspace((unsigned char)text[size - 1]))
        text[--size] = '\0';
    return text;
}

/* The position in solving->pos is answered and counted. */
static int solve_position(Solving *solving, const char *text, const int *expected, Error *err)
{
    static const Answer nothing;
    const Args         *args = solving->call->args;
    Answer              found = nothing;
    if (args_has(args, "--fresh"))
        solving->game->solver->forget(solving->solver);
    if (!answer(solving, &found, err))
        return fail(EXIT_FAILED, err);
    int score = found.truth.score;
    if (expected != NULL) {
        int wanted = *expected;
        if (args_has(args, "--weak"))
            wanted = (wanted > 0) - (wanted < 0);
        solving->expected++;
        solving->as_expected += score == wanted;
    }
    solving->positions++;
    solving->nodes += found.truth.nodes;
    solving->time_ns += found.time_ns;
    str_clear(&solving->out);
    if (args_has(args, "--json"))
        write_json(solving, text, &found);
    else
        write_text(solving, text, &found);
    return command_print(&solving->out);
}

static int solve_line(Solving *solving, char *line, uint64_t number)
{
    Error err;
    int   expected;
    char *given = trim(line);
    bool  has_expected = take_expected(given, &expected);

    const char *text = *given != '\0' ? given : "startpos";
    if (position_parse(solving->game, solving->options, text, solving->pos, &err))
        return solve_position(solving, text, has_expected ? &expected : NULL, &err);
    /* The answers stay in step with the questions, and the rest is answered too. */
    Error full;
    solving->bad++;
    error_set(&full, "line %" PRIu64 ": %s", number, err.text);
    fail(EXIT_BAD_INPUT, &full);
    str_clear(&solving->out);
    str_printf(&solving->out, "%s invalid\n", text);
    return command_print(&solving->out);
}

static int solve_lines(Solving *solving)
{
    char    *line = NULL;
    size_t   capacity = 0;
    uint64_t number = 0;
    int      code = EXIT_OK;
    while (code == EXIT_OK && getline(&line, &capacity, stdin) >= 0)
        code = solve_line(solving, line, ++number);
    free(line);
    return code != EXIT_OK ? code : solving->bad > 0 ? EXIT_BAD_INPUT : EXIT_OK;
}

static void print_summary(const Solving *solving)
{
    double count = solving->positions > 0 ? (double)solving->positions : 1;
    fflush(stdout);
    fprintf(stderr, "%" PRIu64 " positions", solving->positions);
    if (solving->expected > 0)
        fprintf(stderr, ", %" PRIu64 " of %" PRIu64 " as expected", solving->as_expected,
                solving->expected);
    fprintf(stderr, ", mean %.1f nodes, %.2f microseconds\n", (double)solving->nodes / count,
            (double)solving->time_ns / 1000 / count);
}

static int solve(Solving *solving, const Session *session)
{
    const Args *args = solving->call->args;
    Error       err;
    int         code;
    if (args_has(args, "--position") || args_has(args, "--moves")) {
        Str text = {0};
        memcpy(solving->pos, session_position(session), solving->game->pos_size);
        position_format(solving->game, solving->pos, &text);
        code = solve_position(solving, str_get(&text), NULL, &err);
        str_free(&text);
    } else {
        code = solve_lines(solving);
    }
    if (args_has(args, "--stats"))
        print_summary(solving);
    return code;
}

static bool read_setup(const Call *call, const Game *game, SolverSetup *setup, Error *err)
{
    int64_t threads, megabytes;
    if (game->solver == NULL)
        return error_set(err, "%s has no exact solver", game->info->id);
    if (!command_int(call, "--threads", 1, 256, 1, &threads, err) ||
        !command_int(call, "--table", 1, 1 << 20, 0, &megabytes, err))
        return false;
    *setup = (SolverSetup){.is_weak = args_has(call->args, "--weak"),
                           .no_book = args_has(call->args, "--no-book"),
                           .threads = (int)threads,
                           .table_megabytes = (size_t)megabytes,
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
    double left =
        state->fraction > 0 ? state->seconds * (1 - state->fraction) / state->fraction : 0;
    fprintf(stderr,
            "%s%.3g nodes, %" PRIu64 " positions kept, %.4g %% if first choices hold, "
            "about %.2g h left%s",
            shown->is_terminal ? "\r" : "", (double)state->nodes, state->positions,
            100 * state->fraction, left / 3600, shown->is_terminal ? " \033[K" : "\n");
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
        error_set(&err,
                  folder == NULL ? "--start needs --checkpoint DIR"
                                 : "%s has no proofs over many runs",
                  game->info->id);
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
    Solving solving = {
        .call = call, .game = session_game(session), .options = session_options(session)};
    int code = EXIT_BAD_INPUT;
    if (!read_setup(call, solving.game, &setup, &err)) {
        fail(code, &err);
        goto done;
    }
    if (args_has(call->args, "--start")) {
        code = prove_start(session, &setup, args_value(call->args, "--checkpoint"));
        goto done;
    }
    code = EXIT_FAILED;
    solving.pos = malloc(solving.game->pos_size);
    if (solving.pos == NULL) {
        error_set(&err, "out of memory");
        fail(code, &err);
        goto done;
    }
    solving.solver = solving.game->solver->open(&setup, &err);
    if (solving.solver == NULL) {
        fail(code, &err);
        goto done;
    }
    code = solve(&solving, session);
    solving.game->solver->close(solving.solver);
done:
    free(solving.pos);
    str_free(&solving.out);
    session_delete(session);
    return code;
}

const Command command_solve = {
    .name = "solve",
    .usage = "GAME",
    .summary = TEXT("the exact value of positions, one a line from standard input",
                    "la valeur exacte de positions, une par ligne de l'entrée"),
    .flags = flags,
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
