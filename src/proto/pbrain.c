#include "proto/pbrain.h"

#include "base/clock.h"
#include "base/parse.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/score.h"
#include "engine/player.h"
#include "proto/gomocup.h"
#include "search/mcts.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    WORD_SIZE = 64,
    MOST_STONES = BOARD_CELLS,
    SWAP2_STONES = 5,
    USUAL_TURN_MS = 30000,
    HASTE_US = 10000,   /* for "as fast as you can" */
    RESERVE_US = 30000, /* of each turn: the way to the manager */
    USUAL_TABLE = 64,
    MOST_THREADS = 64
};

typedef struct {
    GomocupPoint point;
    int          colour; /* 0 black, 1 white */
} Stone;

/* What INFO says; 0 where nothing was said. */
typedef struct {
    int64_t turn_ms, match_ms, left_ms;
    bool    has_left;
    int64_t memory, table_kb;
    int     depth, threads;
    int64_t nodes;
} Settings;

typedef enum { READ_COMMANDS, READ_BOARD, READ_QUIET_BOARD, READ_SWAP2 } Reading;

/* A stone as a block of lines gives it. */
typedef struct {
    GomocupPoint point;
    int          who; /* 1 mine, 2 theirs; 0: not said */
} BlockStone;

struct Pbrain {
    const char *version;
    PbrainSend *send;
    void       *user;
    const Game *game;
    int16_t     options[MAX_OPTIONS];
    Settings    settings;

    Stone    stones[MOST_STONES]; /* in the order they came */
    int      count;
    Session *session; /* the same position */
    bool     is_started;

    Reading    reading;
    BlockStone block[MOST_STONES];
    int        block_count;
    bool       is_block_bad;

    pthread_t   thread;
    bool        is_thinking;    /* the thread is to be joined */
    atomic_bool stop, is_ended; /* is_ended: nobody wants the move any more */
    int64_t     asked_us;       /* when the line came that made it think */
    int         lines;
    bool        is_swap2; /* what is asked for: an answer of the opening, not a move */
    Str         answer;
};

/* ---- sending -----------------------------------------------------------------------------------
 */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(Pbrain *brain, const char *format, ...)
{
    char    text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    brain->send(text, brain->user);
}

static void say_error(Pbrain *brain, const Error *err) { say(brain, "ERROR %s", err->text); }

/* ---- the board ---------------------------------------------------------------------------------
 */

static int count_colour(const Pbrain *brain, int colour)
{
    int count = 0;
    for (int i = 0; i < brain->count; i++)
        count += brain->stones[i].colour == colour;
    return count;
}

static int colour_to_move(const Pbrain *brain)
{
    return count_colour(brain, 0) > count_colour(brain, 1) ? 1 : 0;
}

/* The session as the stones stand; its tables stay. */
static bool rebuild(Pbrain *brain, Error *err)
{
    Board board = {0};
    Str   text = {0};
    void *pos = calloc(1, brain->game->pos_size);
    memcpy(board.options, brain->options, sizeof board.options);
    brain->game->start(&board);
    for (int i = 0; i < brain->count; i++) {
        const Stone *stone = &brain->stones[i];
        board.cell[board_index(&board, stone->point.y, stone->point.x)] =
            (uint8_t)(CELL_FIRST + stone->colour);
    }
    board.turn = (uint8_t)colour_to_move(brain);
    bool ok = pos != NULL || error_set(err, "out of memory");
    ok = ok && session_start(brain->session, brain->options, err) &&
         brain->game->from_board(pos, &board, err);
    if (ok) {
        position_format(brain->game, pos, &text);
        ok = session_set_position(brain->session, str_get(&text), err);
    }
    str_free(&text);
    free(pos);
    return ok;
}

static bool is_on_board(const Pbrain *brain, GomocupPoint point)
{
    int size = gomocup_size(brain->options);
    return point.x < size && point.y < size;
}

static int find_stone(const Pbrain *brain, GomocupPoint point)
{
    for (int i = 0; i < brain->count; i++)
        if (brain->stones[i].point.x == point.x && brain->stones[i].point.y == point.y)
            return i;
    return -1;
}

static void add_stone(Pbrain *brain, GomocupPoint point, int colour)
{
    if (brain->count < MOST_STONES)
        brain->stones[brain->count++] = (Stone){.point = point, .colour = colour};
}

/* A stone of whoever is to move. */
static bool play(Pbrain *brain, GomocupPoint point, Error *err)
{
    Move move = gomocup_find_move(brain->session, point);
    if (session_result(brain->session).is_over)
        return error_set(err, "the game is over");
    if (move == MOVE_NONE)
        return error_set(err, "%d,%d is no legal move", point.x, point.y);
    int colour = colour_to_move(brain);
    if (!session_play(brain->session, move, err))
        return false;
    add_stone(brain, point, colour);
    return true;
}

/* ---- thinking ----------------------------------------------------------------------------------
 */

/* Time for the answer, counted from when it was asked for. */
static int64_t time_for_answer(const Pbrain *brain)
{
    const Settings *s = &brain->settings;
    if (s->turn_ms == 0)
        return HASTE_US;
    int64_t turn = s->turn_ms * 1000, time = turn - turn / 20 - RESERVE_US;
    int64_t left = s->has_left ? s->left_ms : s->match_ms;
    if (left > 0 || s->has_left) {
        int64_t share = limits_share_of_clock(left * 1000, 0);
        time = time < share ? time : share;
    }
    return time > HASTE_US ? time : HASTE_US;
}

static int table_megabytes(const Settings *s)
{
    int64_t wanted = s->table_kb > 0 ? s->table_kb >> 10 : USUAL_TABLE;
    int64_t allowed = s->memory > 0 ? s->memory >> 22 : wanted; /* a quarter of all */
    int64_t megabytes = wanted < allowed ? wanted : allowed;
    return megabytes > 1 ? (int)megabytes : 1;
}

/* Called by the search. */
static void report(const SearchReport *found, void *user)
{
    Pbrain *brain = user;
    Str     line = {0};
    char    score[SCORE_TEXT_SIZE];
    str_printf(&line, "MESSAGE depth %d-%d", found->depth, found->counts->selective_depth);
    if (brain->lines > 1)
        str_printf(&line, " line %d", found->line);
    str_printf(&line, " score %s nodes %" PRIu64 " pv ",
               score_format_short(found->best->score, score), found->counts->nodes);
    notation_format_line(brain->game, session_position(brain->session), found->best->moves,
                         found->best->length, &line);
    brain->send(str_get(&line), brain->user);
    str_free(&line);
}

/* The best move of the present position, with `share` parts of the time that is left. */
static Move find_move(Pbrain *brain, int share)
{
    SearchContext *context = calloc(1, sizeof *context);
    MctsSettings  *mcts = calloc(1, sizeof *mcts);
    Player         player = player_opponent();
    int64_t        used = clock_now_us() - brain->asked_us;
    int64_t        time = (time_for_answer(brain) - used) / share;
    Move           best = MOVE_NONE;
    player.limits = (Limits){.time_us = time > 1000 ? time : 1000,
                             .depth = brain->settings.depth,
                             .nodes = (uint64_t)brain->settings.nodes};
    player.table_megabytes = table_megabytes(&brain->settings);
    player.threads = brain->settings.threads;
    if (context != NULL && mcts != NULL &&
        player_prepare(brain->session, &player, session_side(brain->session), mcts, context,
                       NULL)) {
        context->stop = &brain->stop;
        context->report = report;
        context->user = brain;
        context->lines = brain->lines;
        context->rng = (uint64_t)brain->count + 1;
        session_search(brain->session, player.searcher, context, NULL);
        best = context->best;
    }
    free(mcts);
    free(context);
    return best;
}

static void answer_move(Pbrain *brain)
{
    GomocupPoint point;
    Error        err = {"out of memory"};
    Move         best = find_move(brain, 1);
    if (best != MOVE_NONE && gomocup_point_of(brain->session, best, &point) &&
        play(brain, point, &err))
        str_printf(&brain->answer, "%d,%d", point.x, point.y);
    else
        str_printf(&brain->answer, "ERROR %s", err.text);
}

/* The opening: moves are found and played until it is the other's turn. Taking white shows in the
 * stone that follows, placing two more in both of them; taking black is SWAP. */
static void answer_swap2(Pbrain *brain)
{
    const int seat = session_side(brain->session);
    for (int left = 3; left > 0 && session_side(brain->session) == seat &&
                       !session_result(brain->session).is_over;
         left--) {
        GomocupPoint point;
        char         text[MOVE_TEXT_SIZE];
        Move         move = find_move(brain, left);
        if (move == MOVE_NONE)
            break;
        notation_format(brain->game, session_position(brain->session), move, text);
        if (gomocup_point_of(brain->session, move, &point)) {
            str_printf(&brain->answer, "%s%d,%d", brain->answer.size > 0 ? " " : "", point.x,
                       point.y);
            add_stone(brain, point, colour_to_move(brain));
        } else if (strcmp(text, "black") == 0) {
            str_text(&brain->answer, "SWAP");
        }
        if (!session_play(brain->session, move, NULL))
            break;
    }
}

static void *think(void *argument)
{
    Pbrain *brain = argument;
    str_clear(&brain->answer);
    if (brain->is_swap2)
        answer_swap2(brain);
    else
        answer_move(brain);
    if (brain->settings.has_left) /* until the manager tells it anew */
        brain->settings.left_ms -= (clock_now_us() - brain->asked_us) / 1000;
    else if (brain->settings.match_ms > 0) {
        brain->settings.left_ms =
            brain->settings.match_ms - (clock_now_us() - brain->asked_us) / 1000;
        brain->settings.has_left = true;
    }
    if (!atomic_load(&brain->is_ended))
        brain->send(str_get(&brain->answer), brain->user);
    return NULL;
}

void pbrain_finish(Pbrain *brain)
{
    if (brain->is_thinking)
        pthread_join(brain->thread, NULL);
    brain->is_thinking = false;
}

static void begin_thinking(Pbrain *brain, int lines, bool is_swap2)
{
    brain->lines = lines;
    brain->is_swap2 = is_swap2;
    atomic_store(&brain->stop, false);
    brain->is_thinking = pthread_create(&brain->thread, NULL, think, brain) == 0;
    if (!brain->is_thinking)
        think(brain); /* the manager waits, but gets a move */
}

static void think_about_move(Pbrain *brain, int lines)
{
    if (session_result(brain->session).is_over)
        say(brain, "ERROR the game is over");
    else
        begin_thinking(brain, lines, false);
}

/* ---- commands ----------------------------------------------------------------------------------
 */

typedef void TakeRest(Pbrain *brain, const char *rest);

/* Everything of the last game is forgotten; what INFO said about rules and limits stays. */
static bool start_game(Pbrain *brain, Error *err)
{
    Session *session = session_new(brain->game);
    if (session == NULL)
        return error_set(err, "out of memory");
    session_delete(brain->session);
    brain->session = session;
    brain->count = 0;
    brain->settings.has_left = false;
    brain->is_started = true;
    return rebuild(brain, err);
}

static void start(Pbrain *brain, int64_t size)
{
    Error err;
    if (gomocup_set_size(brain->options, (int)size, &err) && start_game(brain, &err))
        say(brain, "OK");
    else
        say_error(brain, &err);
}

static void take_start(Pbrain *brain, const char *rest)
{
    char    word[WORD_SIZE] = "";
    int64_t size;
    Error   err;
    parse_word(&rest, word, sizeof word);
    if (parse_int("size", word, 1, 1000, &size, &err))
        start(brain, size);
    else
        say_error(brain, &err);
}

static void take_rectangle(Pbrain *brain, const char *rest)
{
    GomocupPoint sides;
    if (!gomocup_read_point(&rest, &sides))
        say(brain, "ERROR RECTSTART needs width,height");
    else if (sides.x != sides.y)
        say(brain, "ERROR only square boards are supported");
    else
        start(brain, sides.x);
}

static void take_restart(Pbrain *brain, const char *rest)
{
    (void)rest;
    start(brain, gomocup_size(brain->options));
}

static void take_begin(Pbrain *brain, const char *rest)
{
    (void)rest;
    think_about_move(brain, 1);
}

static bool read_only_point(Pbrain *brain, const char *rest, GomocupPoint *out)
{
    if (gomocup_read_point(&rest, out) && rest[strspn(rest, " \t")] == '\0')
        return true;
    say(brain, "ERROR a point is written x,y");
    return false;
}

static void take_turn(Pbrain *brain, const char *rest)
{
    GomocupPoint point;
    Error        err;
    if (!read_only_point(brain, rest, &point))
        return;
    if (play(brain, point, &err))
        think_about_move(brain, 1);
    else
        say_error(brain, &err);
}

/* The manager chose for us, after a SUGGEST that we never make. */
static void take_play(Pbrain *brain, const char *rest)
{
    GomocupPoint point;
    Error        err;
    if (!read_only_point(brain, rest, &point))
        return;
    if (play(brain, point, &err))
        say(brain, "%d,%d", point.x, point.y);
    else
        say_error(brain, &err);
}

static void take_back(Pbrain *brain, const char *rest)
{
    GomocupPoint point;
    Error        err;
    if (!read_only_point(brain, rest, &point))
        return;
    int index = find_stone(brain, point);
    if (index < 0) {
        say(brain, "ERROR there is no stone on %d,%d", point.x, point.y);
        return;
    }
    memmove(&brain->stones[index], &brain->stones[index + 1],
            (size_t)(--brain->count - index) * sizeof brain->stones[0]);
    rebuild(brain, &err); /* half a pair may be gone: the other half follows */
    say(brain, "OK");
}

static void take_about(Pbrain *brain, const char *rest)
{
    (void)rest;
    say(brain, "name=\"Plateau\", version=\"%s\", author=\"the Plateau team\", country=\"\"",
        brain->version);
}

static void begin_block(Pbrain *brain, Reading reading)
{
    brain->reading = reading;
    brain->block_count = 0;
    brain->is_block_bad = false;
}

static void take_board(Pbrain *brain, const char *rest)
{
    (void)rest;
    begin_block(brain, READ_BOARD);
}

static void take_quiet_board(Pbrain *brain, const char *rest)
{
    (void)rest;
    begin_block(brain, READ_QUIET_BOARD);
}

static void take_swap2(Pbrain *brain, const char *rest)
{
    (void)rest;
    begin_block(brain, READ_SWAP2);
}

static void take_hash_clear(Pbrain *brain, const char *rest)
{
    Session *session = session_new(brain->game);
    Error    err;
    (void)rest;
    if (session == NULL)
        return;
    session_delete(brain->session);
    brain->session = session;
    rebuild(brain, &err);
}

/* Empty points where nothing may be played. */
static void take_show_forbidden(Pbrain *brain, const char *rest)
{
    int size = gomocup_size(brain->options);
    Str line = {0};
    (void)rest;
    str_text(&line, "FORBID ");
    for (int i = 0; i < size * size; i++) {
        GomocupPoint point = {.x = i % size, .y = i / size};
        if (find_stone(brain, point) < 0 && !session_result(brain->session).is_over &&
            gomocup_find_move(brain->session, point) == MOVE_NONE)
            str_printf(&line, "%02d%02d", point.x, point.y);
    }
    str_char(&line, '.');
    brain->send(str_get(&line), brain->user);
    str_free(&line);
}

static void take_lines(Pbrain *brain, const char *rest)
{
    char    word[WORD_SIZE] = "";
    int64_t lines;
    Error   err;
    parse_word(&rest, word, sizeof word);
    if (parse_int("YXNBEST", word, 1, MAX_LINES, &lines, &err))
        think_about_move(brain, (int)lines);
    else
        say_error(brain, &err);
}

static void take_nothing(Pbrain *brain, const char *rest)
{
    (void)brain;
    (void)rest;
}

/* ---- INFO --------------------------------------------------------------------------------------
 */

static void set_rule(Pbrain *brain, int64_t mask)
{
    Error err;
    if (gomocup_set_rule(brain->options, (int)mask, &err) && brain->is_started)
        rebuild(brain, &err);
}

/* INFO is never answered: what is not understood is skipped. */
static void take_info(Pbrain *brain, const char *rest)
{
    Settings *s = &brain->settings;
    const struct {
        const char *key;
        int64_t    *to, least, most;
    } numbers[] = {
        {"timeout_turn", &s->turn_ms, 0, INT32_MAX},
        {"timeout_match", &s->match_ms, 0, INT32_MAX},
        {"time_left", &s->left_ms, INT32_MIN, INT32_MAX},
        {"max_memory", &s->memory, 0, INT64_C(1) << 40},
        {"hash_size", &s->table_kb, 0, INT64_C(1) << 30},
        {"max_node", &s->nodes, 0, INT64_MAX},
    };
    char    key[WORD_SIZE] = "", value[WORD_SIZE] = "";
    int64_t number;
    parse_word(&rest, key, sizeof key);
    parse_word(&rest, value, sizeof value);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcasecmp(key, numbers[i].key) == 0 &&
            parse_int(key, value, numbers[i].least, numbers[i].most, &number, NULL))
            *numbers[i].to = number;
    if (strcasecmp(key, "time_left") == 0)
        s->has_left = true;
    else if (strcasecmp(key, "rule") == 0 && parse_int(key, value, 0, 15, &number, NULL))
        set_rule(brain, number);
    else if (strcasecmp(key, "thread_num") == 0 &&
             parse_int(key, value, 1, MOST_THREADS, &number, NULL))
        s->threads = (int)number;
    else if (strcasecmp(key, "max_depth") == 0 && parse_int(key, value, 0, 1000, &number, NULL))
        s->depth = number < MAX_SEARCH_PLIES ? (int)number : 0;
}

/* ---- blocks of lines ---------------------------------------------------------------------------
 */

/* "x,y,who" or "x,y"; who 3 is a mark of the manager's, not a stone. */
static void take_block_line(Pbrain *brain, const char *line)
{
    BlockStone stone = {.who = 0};
    if (!gomocup_read_point(&line, &stone.point) || !is_on_board(brain, stone.point)) {
        brain->is_block_bad = true;
        return;
    }
    line += strspn(line, " \t");
    if (*line == ',')
        stone.who = line[1 + strspn(line + 1, " \t")] - '0';
    if (stone.who == 3)
        return;
    if (stone.who < 0 || stone.who > 2 || brain->block_count == MOST_STONES)
        brain->is_block_bad = true;
    else
        brain->block[brain->block_count++] = stone;
}

/* We are to move: black when both have as many stones. */
static bool set_up_block(Pbrain *brain, Error *err)
{
    int counts[3] = {0};
    for (int i = 0; i < brain->block_count; i++)
        counts[brain->block[i].who]++;
    if (brain->is_block_bad || counts[0] > 0)
        return error_set(err, "a stone is written x,y,who, on the board");
    if (counts[2] != counts[1] && counts[2] != counts[1] + 1)
        return error_set(err, "the colours do not alternate: %d of mine, %d of theirs", counts[1],
                         counts[2]);
    int mine = counts[1] == counts[2] ? 0 : 1;
    brain->count = 0;
    for (int i = 0; i < brain->block_count; i++) {
        if (find_stone(brain, brain->block[i].point) >= 0)
            return error_set(err, "two stones on one point");
        add_stone(brain, brain->block[i].point, brain->block[i].who == 1 ? mine : 1 - mine);
    }
    return rebuild(brain, err);
}

/* The stones of the opening, black first; between the third and the fourth someone said "more". */
static bool set_up_swap2(Pbrain *brain, Error *err)
{
    int16_t options[MAX_OPTIONS];
    int     count = brain->block_count;
    memcpy(options, brain->options, sizeof options);
    if (brain->is_block_bad || (count != 0 && count != 3 && count != SWAP2_STONES))
        return error_set(err, "SWAP2BOARD takes no stone, 3 or 5");
    brain->count = 0;
    if (!options_set(&brain->game->info->options, options, "opening", "swap2", err) ||
        !session_start(brain->session, options, err))
        return false;
    for (int i = 0; i < count; i++) {
        Move move = MOVE_NONE;
        if (i == 3 && !session_play_text(brain->session, "more", err))
            return false;
        move = gomocup_find_move(brain->session, brain->block[i].point);
        if (move == MOVE_NONE || !session_play(brain->session, move, err))
            return error_set(err, "these stones cannot be placed");
        add_stone(brain, brain->block[i].point, i % 2);
    }
    return true;
}

static void end_block(Pbrain *brain)
{
    Reading reading = brain->reading;
    Error   err, unused;
    bool    is_swap2 = reading == READ_SWAP2;
    brain->reading = READ_COMMANDS;
    if (!(is_swap2 ? set_up_swap2 : set_up_block)(brain, &err)) {
        say_error(brain, &err);
        brain->count = 0;
        rebuild(brain, &unused);
    } else if (is_swap2)
        begin_thinking(brain, 1, true);
    else if (reading == READ_BOARD)
        think_about_move(brain, 1);
}

/* ---- lines -------------------------------------------------------------------------------------
 */

static const struct {
    const char *word;
    TakeRest   *take;
    bool        needs_board;
} commands[] = {
    {"START", take_start, false},
    {"RECTSTART", take_rectangle, false},
    {"RESTART", take_restart, true},
    {"BEGIN", take_begin, true},
    {"TURN", take_turn, true},
    {"PLAY", take_play, true},
    {"BOARD", take_board, true},
    {"SWAP2BOARD", take_swap2, true},
    {"TAKEBACK", take_back, true},
    {"INFO", take_info, false},
    {"ABOUT", take_about, false},
    {"YXBOARD", take_quiet_board, true},
    {"YXSHOWFORBID", take_show_forbidden, true},
    {"YXHASHCLEAR", take_hash_clear, true},
    {"YXNBEST", take_lines, true},
    {"YXSTOP", take_nothing, false}, /* nothing is under way */
    {"STOP", take_nothing, false},
};

static void take_command(Pbrain *brain, const char *line)
{
    char word[WORD_SIZE];
    if (!parse_word(&line, word, sizeof word))
        return;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcasecmp(word, commands[i].word) == 0) {
            if (commands[i].needs_board && !brain->is_started)
                say(brain, "ERROR %s needs a board: START first", commands[i].word);
            else
                commands[i].take(brain, line);
            return;
        }
    say(brain, "UNKNOWN command");
}

bool pbrain_take(Pbrain *brain, const char *line)
{
    char        word[WORD_SIZE] = "";
    const char *rest = line;
    int64_t     now = clock_now_us();
    parse_word(&rest, word, sizeof word);
    bool is_end = strcasecmp(word, "END") == 0;
    atomic_store(&brain->is_ended, is_end);
    if (is_end || strcasecmp(word, "YXSTOP") == 0 || strcasecmp(word, "STOP") == 0)
        atomic_store(&brain->stop, true);
    pbrain_finish(brain); /* one thing at a time: other lines wait for the move */
    brain->asked_us = now;
    if (is_end)
        return false;
    if (brain->reading == READ_COMMANDS)
        take_command(brain, line);
    else if (strcasecmp(word, "DONE") == 0)
        end_block(brain);
    else
        take_block_line(brain, line);
    return true;
}

Pbrain *pbrain_new(const char *version, PbrainSend *send, void *user)
{
    Pbrain *brain = calloc(1, sizeof *brain);
    if (brain == NULL)
        return NULL;
    brain->version = version;
    brain->send = send;
    brain->user = user;
    brain->game = gomocup_game();
    brain->settings.turn_ms = USUAL_TURN_MS;
    options_reset(&brain->game->info->options, brain->options);
    brain->session = session_new(brain->game);
    if (brain->session == NULL) {
        free(brain);
        return NULL;
    }
    return brain;
}

void pbrain_delete(Pbrain *brain)
{
    if (brain == NULL)
        return;
    atomic_store(&brain->is_ended, true);
    atomic_store(&brain->stop, true);
    pbrain_finish(brain);
    session_delete(brain->session);
    str_free(&brain->answer);
    free(brain);
}
