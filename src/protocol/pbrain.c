#include "protocol/pbrain.h"

#include "base/clock.h"
#include "base/errors.h"
#include "base/parse.h"
#include "protocol/pbrain_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD_SIZE = 64, SWAP2_STONES = 5, USUAL_TURN_MS = 30000, MAX_THREADS = 64 };

/* ---- sending -----------------------------------------------------------------------------------
 */

void pbrain_say(Pbrain *brain, const char *format, ...)
{
    char    text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    brain->send(text, brain->user);
}

static void say_error(Pbrain *brain, const Error *err)
{
    pbrain_say(brain, "ERROR %s", error_words(err, LANG_EN));
}

/* ---- commands ----------------------------------------------------------------------------------
 */

typedef void TakeRest(Pbrain *brain, const char *rest);

/* A session that remembers nothing; false when memory is short. */
static bool forget_thoughts(Pbrain *brain)
{
    Session *session = session_new(brain->game);
    if (session == NULL)
        return false;
    session_delete(brain->session);
    brain->session = session;
    brain->table_megabytes = 0;
    return true;
}

/* Everything of the last game is forgotten; what INFO said about rules and limits stays. */
static bool start_game(Pbrain *brain, Error *err)
{
    if (!forget_thoughts(brain))
        return error_set(err, ERROR_MEMORY);
    brain->count = 0;
    brain->settings.has_left = false;
    brain->is_started = true;
    pbrain_prepare_table(brain);
    pbrain_measure_delay(brain);
    return pbrain_rebuild(brain, err);
}

static void start(Pbrain *brain, int64_t size)
{
    Error err;
    if (gomocup_set_size(brain->options, (int)size, &err) && start_game(brain, &err))
        pbrain_say(brain, "OK");
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
        pbrain_say(brain, "ERROR RECTSTART needs width,height");
    else if (sides.x != sides.y)
        pbrain_say(brain, "ERROR only square boards are supported");
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
    pbrain_think_move(brain, 1);
}

static bool read_only_point(Pbrain *brain, const char *rest, GomocupPoint *out)
{
    if (gomocup_read_point(&rest, out) && rest[strspn(rest, " \t")] == '\0')
        return true;
    pbrain_say(brain, "ERROR a point is written x,y");
    return false;
}

static void take_turn(Pbrain *brain, const char *rest)
{
    GomocupPoint point;
    Error        err;
    if (!read_only_point(brain, rest, &point))
        return;
    if (pbrain_play(brain, point, &err))
        pbrain_think_move(brain, 1);
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
    if (pbrain_play(brain, point, &err))
        pbrain_say(brain, "%d,%d", point.x, point.y);
    else
        say_error(brain, &err);
}

static void take_back(Pbrain *brain, const char *rest)
{
    GomocupPoint point;
    Error        err;
    if (!read_only_point(brain, rest, &point))
        return;
    int index = pbrain_find_stone(brain, point);
    if (index < 0) {
        pbrain_say(brain, "ERROR there is no stone on %d,%d", point.x, point.y);
        return;
    }
    memmove(&brain->stones[index], &brain->stones[index + 1],
            (size_t)(--brain->count - index) * sizeof brain->stones[0]);
    pbrain_rebuild(brain, &err); /* half a pair may be gone: the other half follows */
    pbrain_say(brain, "OK");
}

static void take_about(Pbrain *brain, const char *rest)
{
    (void)rest;
    pbrain_say(brain, "name=\"Plateau\", version=\"%s\", author=\"the Plateau team\", country=\"\"",
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
    Error err;
    (void)rest;
    if (!forget_thoughts(brain))
        return;
    pbrain_prepare_table(brain);
    pbrain_rebuild(brain, &err);
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
        if (pbrain_find_stone(brain, point) < 0 && !session_result(brain->session).is_over &&
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
        pbrain_think_move(brain, (int)lines);
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
        pbrain_rebuild(brain, &err);
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
    if (brain->is_started) /* it may say how large the table can be */
        pbrain_prepare_table(brain);
    if (strcasecmp(key, "time_left") == 0)
        s->has_left = true;
    else if (strcasecmp(key, "rule") == 0 && parse_int(key, value, 0, 15, &number, NULL))
        set_rule(brain, number);
    else if (strcasecmp(key, "thread_num") == 0 &&
             parse_int(key, value, 1, MAX_THREADS, &number, NULL))
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
    if (!gomocup_read_point(&line, &stone.point) || !pbrain_is_on_board(brain, stone.point)) {
        brain->is_block_bad = true;
        return;
    }
    line += strspn(line, " \t");
    if (*line == ',')
        stone.who = line[1 + strspn(line + 1, " \t")] - '0';
    if (stone.who == 3)
        return;
    if (stone.who < 0 || stone.who > 2 || brain->block_count == MAX_STONES)
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
        return error_set(err, ERROR_GOMOCUP_STONE);
    if (counts[2] != counts[1] && counts[2] != counts[1] + 1)
        return error_set(err, ERROR_GOMOCUP_COLOURS, counts[1], counts[2]);
    int mine = counts[1] == counts[2] ? 0 : 1;
    brain->count = 0;
    for (int i = 0; i < brain->block_count; i++) {
        if (pbrain_find_stone(brain, brain->block[i].point) >= 0)
            return error_set(err, ERROR_GOMOCUP_TWO_STONES);
        pbrain_add_stone(brain, brain->block[i].point, brain->block[i].who == 1 ? mine : 1 - mine);
    }
    return pbrain_rebuild(brain, err);
}

/* The stones of the opening, black first; between the third and the fourth someone said "more". */
static bool set_up_swap2(Pbrain *brain, Error *err)
{
    int16_t options[MAX_OPTIONS];
    int     count = brain->block_count;
    memcpy(options, brain->options, sizeof options);
    if (brain->is_block_bad || (count != 0 && count != 3 && count != SWAP2_STONES))
        return error_set(err, ERROR_GOMOCUP_SWAP2);
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
            return error_set(err, ERROR_GOMOCUP_PLACED);
        pbrain_add_stone(brain, brain->block[i].point, i % 2);
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
        pbrain_rebuild(brain, &unused);
    } else if (is_swap2)
        pbrain_think_swap2(brain);
    else if (reading == READ_BOARD)
        pbrain_think_move(brain, 1);
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
                pbrain_say(brain, "ERROR %s needs a board: START first", commands[i].word);
            else
                commands[i].take(brain, line);
            return;
        }
    pbrain_say(brain, "UNKNOWN command");
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
