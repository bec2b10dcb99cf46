#include "app/solve/solve_questions.h"

#include "base/clock.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/parse.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/truth.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUND = 256, /* questions taken at a time; their answers are written together */
    READ_BYTES = 1 << 16,
    LOOK_AROUND_MS = 20 /* while a thread waits for the others: has somebody pressed Ctrl-C? */
};

typedef enum { STATE_OPEN, STATE_HARD, STATE_ANSWERED, STATE_INVALID, STATE_FAILED } State;

typedef struct {
    char    *line; /* owned; trimmed */
    uint64_t number;
    State    state;
    bool     has_expected;
    int      expected;
    Truth    truth;
    int64_t  time_ns;
    Str      out; /* the answer, as it is printed */
    Error    err;
} Question;

/* What a thread needs to answer: a solver of its own. */
typedef struct {
    const SolveOrder  *order;
    void              *solver, *pos; /* NULL until they are needed */
    int                threads;
    bool               is_alone;   /* what is too hard for it waits for all */
    uint64_t           node_limit; /* 0: none */
    const atomic_bool *stop;       /* leaves the question, as the limit does; may be NULL */
} Desk;

typedef struct Room Room;

/* A thread that answers questions alone. */
typedef struct {
    Room        *room;
    Desk        *desk;
    pthread_t    thread;
    atomic_llong begin_ns; /* when it took its question; 0: it has none */
} Seat;

struct Room {
    const SolveOrder *order;
    SolveTotals      *totals;
    Desk              all;  /* the desk where all threads work together */
    Desk             *easy; /* one for each thread */
    Question          questions[ROUND];
    int               count;
    atomic_int        next;
    Seat             *seats;            /* while questions are shared out */
    int               seat_count, busy; /* busy: under the lock */
    pthread_mutex_t   lock;
    pthread_cond_t    is_less_busy;
    atomic_bool       is_handed_over; /* who has a question leaves it to all */
};

static bool desk_open(Desk *desk, Error *err)
{
    const Game *game = desk->order->game;
    SolverSetup setup = desk->order->setup;
    if (desk->solver != NULL)
        return true;
    setup.threads = desk->threads;
    setup.nodes = desk->node_limit;
    setup.stop = desk->stop;
    if (desk->pos == NULL && (desk->pos = malloc(game->pos_size)) == NULL)
        return error_set(err, ERROR_MEMORY);
    desk->solver = game->solver->open(&setup, err);
    return desk->solver != NULL;
}

static void desk_close(Desk *desk)
{
    desk->order->game->solver->close(desk->solver);
    free(desk->pos);
}

/* ---- one answer --------------------------------------------------------------------------------
 */

typedef struct {
    MoveTruth moves[MAX_MOVES];
    Move      line[MAX_SEARCH_PLIES];
    int       move_count, line_length;
} Details;

static bool find(Desk *desk, Question *question, Details *details)
{
    const SolveOrder *order = desk->order;
    const Game       *game = order->game;
    Error            *err = &question->err;
    uint64_t          nodes = 0;
    int64_t           begin = clock_now_ns();
    if (order->is_fresh)
        game->solver->forget(desk->solver);
    bool ok = game->solver->solve(desk->solver, desk->pos, &question->truth, err);
    question->time_ns += clock_now_ns() - begin;
    details->move_count = details->line_length = 0;
    if (ok && (order->is_json || order->has_scores))
        details->move_count =
            truth_moves(game, desk->solver, desk->pos, details->moves, &nodes, err);
    if (ok && (order->is_json || order->has_line))
        details->line_length = truth_line(game, desk->solver, desk->pos, &question->truth,
                                          details->line, MAX_SEARCH_PLIES, &nodes, err);
    return ok && details->move_count >= 0 && details->line_length >= 0;
}

static void write_text(const Desk *desk, Question *question, const Details *details)
{
    const SolveOrder *order = desk->order;
    const Game       *game = order->game;
    Str              *out = &question->out;
    char              move[MOVE_TEXT_SIZE];
    str_printf(out, "%s %d", question->line, question->truth.score);
    if (order->has_stats)
        str_printf(out, " %" PRIu64 " %" PRId64, question->truth.nodes,
                   (question->time_ns + 500) / 1000);
    for (int i = 0; i < details->move_count; i++)
        str_printf(out, " %s=%d", notation_format(game, desk->pos, details->moves[i].move, move),
                   details->moves[i].score);
    if (order->has_line) {
        str_text(out, " line ");
        notation_format_line(game, desk->pos, details->line, details->line_length, out);
    }
    str_char(out, '\n');
}

static void write_json(const Desk *desk, Question *question, const Details *details)
{
    static const char *const outcomes[] = {"loss", "draw", "win"};
    const Game              *game = desk->order->game;
    int                      score = question->truth.score;
    Json                     json = json_to(&question->out);
    Str                      line = {0};
    char                     move[MOVE_TEXT_SIZE];
    notation_format_line(game, desk->pos, details->line, details->line_length, &line);
    json_object(&json, NULL);
    json_string(&json, "position", question->line);
    json_int(&json, "score", score);
    json_string(&json, "outcome", outcomes[1 + (score > 0) - (score < 0)]);
    if (question->truth.plies >= 0)
        json_int(&json, "plies", question->truth.plies);
    json_object(&json, "scores");
    for (int i = 0; i < details->move_count; i++)
        json_int(&json, notation_format(game, desk->pos, details->moves[i].move, move),
                 details->moves[i].score);
    json_end_object(&json);
    json_string(&json, "line", str_get(&line));
    json_int(&json, "nodes", (int64_t)question->truth.nodes);
    json_double(&json, "microseconds", (double)question->time_ns / 1000, 1);
    json_end_object(&json);
    str_char(&question->out, '\n');
    str_free(&line);
}

static bool is_interrupted(const SolveOrder *order)
{
    const atomic_bool *stop = order->setup.stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* The position on the desk. */
static void answer(Desk *desk, Question *question)
{
    static const Details nothing;
    Details              details = nothing;
    if (!find(desk, question, &details)) {
        bool is_hard = desk->is_alone && !is_interrupted(desk->order);
        question->state = is_hard ? STATE_HARD : STATE_FAILED;
        return;
    }
    str_clear(&question->out);
    (desk->order->is_json ? write_json : write_text)(desk, question, &details);
    question->state = STATE_ANSWERED;
}

/* ---- questions ---------------------------------------------------------------------------------
 */

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

static void work_on(Desk *desk, Question *question)
{
    const SolveOrder *order = desk->order;
    if (!desk_open(desk, &question->err))
        question->state = STATE_FAILED;
    else if (position_parse(order->game, order->options, question->line, desk->pos, &question->err))
        answer(desk, question);
    else {
        question->state = STATE_INVALID;
        str_printf(&question->out, "%s invalid\n", question->line);
    }
}

static void count_answer(const SolveOrder *order, const Question *question, SolveTotals *totals)
{
    int wanted = question->expected;
    if (order->setup.is_weak)
        wanted = (wanted > 0) - (wanted < 0);
    totals->expected += question->has_expected;
    totals->as_expected += question->has_expected && question->truth.score == wanted;
    totals->positions++;
    totals->nodes += question->truth.nodes;
    totals->time_ns += question->time_ns;
}

/* Prints and counts what became of a question. Returns the exit code. */
static int close_question(const SolveOrder *order, Question *question, SolveTotals *totals)
{
    if (question->state == STATE_FAILED)
        return fail(EXIT_FAILED, &question->err);
    if (question->state == STATE_INVALID) {
        /* The answers stay in step with the questions, and the rest is answered too. */
        Error full;
        totals->bad++;
        error_set(&full, ERROR_LINE, question->number, &question->err);
        fail(EXIT_BAD_INPUT, &full);
    } else
        count_answer(order, question, totals);
    return command_print(&question->out);
}

/* ---- a round of questions ----------------------------------------------------------------------
 */

/* When those still at work have been at their questions four times as long as at `now_ns`. */
static int64_t end_of_patience(const Room *room, int64_t now_ns)
{
    int64_t first = now_ns;
    for (int i = 0; i < room->seat_count; i++) {
        int64_t begin = atomic_load(&room->seats[i].begin_ns);
        first = begin != 0 && begin < first ? begin : first;
    }
    return now_ns + 3 * (now_ns - first);
}

/* A thread without questions. What another leaves is begun again by all of them, who need more than
 * half of its time: so it is given three times as long again, and most have ended by then. */
static void wait_for_others(Room *room)
{
    int64_t end = 0;
    pthread_mutex_lock(&room->lock);
    room->busy--;
    pthread_cond_broadcast(&room->is_less_busy);
    while (room->busy > 0 && !atomic_load(&room->is_handed_over)) {
        int64_t now = clock_now_ns(), look = now + LOOK_AROUND_MS * 1000000LL;
        bool    are_enough = 2 * room->busy <= room->seat_count;
        if (are_enough && end == 0)
            end = end_of_patience(room, now);
        if ((are_enough && now >= end) || is_interrupted(room->order)) {
            atomic_store(&room->is_handed_over, true);
            break;
        }
        look = are_enough && end < look ? end : look;
        struct timespec until = {.tv_sec = (time_t)(look / 1000000000),
                                 .tv_nsec = (long)(look % 1000000000)};
        pthread_cond_timedwait(&room->is_less_busy, &room->lock, &until);
    }
    pthread_mutex_unlock(&room->lock);
}

static void *work_at(void *argument)
{
    Seat *seat = argument;
    Room *room = seat->room;
    for (;;) {
        int i = atomic_fetch_add(&room->next, 1);
        if (i >= room->count || is_interrupted(room->order))
            break;
        atomic_store(&seat->begin_ns, clock_now_ns());
        work_on(seat->desk, &room->questions[i]);
    }
    atomic_store(&seat->begin_ns, 0);
    wait_for_others(room);
    return NULL;
}

/* The questions shared out; those that are hard stay. */
static void answer_easy(Room *room)
{
    int threads = room->all.threads, started = 1;
    room->seats = calloc((size_t)threads, sizeof *room->seats);
    if (room->seats == NULL)
        return; /* all are answered together, then */
    for (int i = 0; i < threads; i++) {
        room->seats[i].room = room;
        room->seats[i].desk = &room->easy[i];
    }
    atomic_store(&room->next, 0);
    atomic_store(&room->is_handed_over, false);
    room->seat_count = room->busy = threads;
    while (started < threads &&
           pthread_create(&room->seats[started].thread, NULL, work_at, &room->seats[started]) == 0)
        started++;
    if (started < threads) {
        pthread_mutex_lock(&room->lock);
        room->busy -= threads - started;
        pthread_mutex_unlock(&room->lock);
    }
    work_at(&room->seats[0]);
    for (int i = 1; i < started; i++)
        pthread_join(room->seats[i].thread, NULL);
    free(room->seats);
    room->seats = NULL;
}

static void forget_questions(Room *room)
{
    for (int i = 0; i < room->count; i++) {
        free(room->questions[i].line);
        str_free(&room->questions[i].out);
    }
    room->count = 0;
}

static int answer_round(Room *room)
{
    int code = EXIT_OK;
    if (room->all.threads > 1 && room->count > 1)
        answer_easy(room);
    for (int i = 0; i < room->count; i++) {
        Question *question = &room->questions[i];
        if (code == EXIT_OK) {
            if (question->state == STATE_OPEN || question->state == STATE_HARD)
                work_on(&room->all, question);
            code = close_question(room->order, question, room->totals);
        }
    }
    forget_questions(room);
    return code;
}

static Room *room_new(const SolveOrder *order, SolveTotals *totals)
{
    int   threads = order->setup.threads > 1 ? order->setup.threads : 1;
    Room *room = calloc(1, sizeof *room);
    Desk *easy = calloc((size_t)threads, sizeof *easy);
    if (room == NULL || easy == NULL) {
        free(room);
        free(easy);
        return NULL;
    }
    *room = (Room){.order = order, .totals = totals, .easy = easy};
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&room->lock, NULL);
    pthread_cond_init(&room->is_less_busy, &monotonic);
    pthread_condattr_destroy(&monotonic);
    room->all = (Desk){.order = order,
                       .threads = threads,
                       .node_limit = order->setup.nodes,
                       .stop = order->setup.stop};
    for (int i = 0; i < threads; i++)
        easy[i] = (Desk){.order = order,
                         .is_alone = true,
                         .threads = 1,
                         .node_limit = order->game->solver->alone_nodes,
                         .stop = &room->is_handed_over};
    return room;
}

static void room_delete(Room *room)
{
    forget_questions(room);
    for (int i = 0; i < room->all.threads; i++)
        desk_close(&room->easy[i]);
    desk_close(&room->all);
    pthread_cond_destroy(&room->is_less_busy);
    pthread_mutex_destroy(&room->lock);
    free(room->easy);
    free(room);
}

static int report_memory(void)
{
    Error err;
    error_set(&err, ERROR_MEMORY);
    return fail(EXIT_FAILED, &err);
}

static bool add_question(Room *room, const char *line, uint64_t number)
{
    Question question = {.line = copy_line(line), .number = number};
    if (question.line == NULL)
        return false;
    question.has_expected = take_expected(question.line, &question.expected);
    room->questions[room->count++] = question;
    return true;
}

/* Answers the whole lines of `text`, a round at a time, and leaves the rest; at the end of the
 * input the rest is a line too. */
static int answer_lines(Room *room, Str *text, bool is_end, uint64_t *number)
{
    int   code = EXIT_OK;
    char *line = text->text;
    while (code == EXIT_OK && text->size > 0) {
        char *end = memchr(line, '\n', (size_t)(text->text + text->size - line));
        if (end == NULL && (!is_end || line == text->text + text->size))
            break;
        if (end != NULL)
            *end = '\0';
        if (!add_question(room, line, ++*number))
            return report_memory();
        line = end != NULL ? end + 1 : text->text + text->size;
        if (room->count == ROUND)
            code = answer_round(room);
    }
    if (code == EXIT_OK)
        code = answer_round(room);
    size_t left = text->size > 0 ? (size_t)(text->text + text->size - line) : 0;
    if (left > 0)
        memmove(text->text, line, left + 1);
    text->size = left;
    return code;
}

int solve_lines(const SolveOrder *order, int descriptor, SolveTotals *totals)
{
    Room    *room = room_new(order, totals);
    Str      text = {0};
    uint64_t number = 0;
    int      code = EXIT_OK;
    bool     is_end = false;
    char    *bytes = malloc(READ_BYTES);
    if (room == NULL || bytes == NULL)
        code = report_memory();
    while (code == EXIT_OK && !is_end) {
        ssize_t size = read(descriptor, bytes, READ_BYTES);
        if (size < 0 && errno == EINTR && !is_interrupted(order))
            continue;
        is_end = size <= 0;
        if (size > 0)
            str_bytes(&text, bytes, (size_t)size);
        code = text.failed ? report_memory() : answer_lines(room, &text, is_end, &number);
    }
    if (room != NULL)
        room_delete(room);
    free(bytes);
    str_free(&text);
    return code != EXIT_OK ? code : totals->bad > 0 ? EXIT_BAD_INPUT : EXIT_OK;
}

int solve_position(const SolveOrder *order, const void *pos, SolveTotals *totals)
{
    Str   text = {0};
    Room *room = room_new(order, totals);
    position_format(order->game, pos, &text);
    int code = room == NULL || text.failed || !add_question(room, str_get(&text), 1)
                   ? report_memory()
                   : answer_round(room);
    if (room != NULL)
        room_delete(room);
    str_free(&text);
    return code;
}
