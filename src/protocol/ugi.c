#include "protocol/ugi.h"

#include "base/errors.h"
#include "base/parse.h"
#include "base/rng.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/score.h"
#include "engine/player.h"
#include "protocol/uci.h"
#include "search/mcts/mcts.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD_SIZE = 256, MAX_HASH = 65536, MAX_UGI_THREADS = 64, USUAL_HASH = 64 };

/* A search under way: its own thread, and what `ponderhit` and `stop` need to know. */
typedef struct {
    SearchContext context;
    MctsSettings  mcts;
    pthread_t     thread;
    bool          is_running; /* the thread is to be joined */
    atomic_bool   stop;
    bool is_held; /* infinite or pondering: the move is not said before stop or ponderhit */
    bool is_done; /* guarded by the lock: found its move, which waits to be said */
} Thinking;

struct Ugi {
    const Game     *game;
    Session        *session;
    bool            is_uci; /* moves and positions as chess tools write them */
    int16_t         options[MAX_OPTIONS];
    Player          player;
    int             lines;
    int             seed;      /* of all chance; 0: none was given */
    Thinking       *thinking;  /* NULL when idle */
    Limits          after_hit; /* of `go ponder`: for when the pondered move has come */
    pthread_mutex_t lock;      /* of `send` and of Thinking.is_done, is_held */
    UgiSend        *send;
    void           *user;
};

/* ---- sending -----------------------------------------------------------------------------------
 */

static void send_text(Ugi *ugi, Str *line)
{
    if (!line->failed)
        ugi->send(str_get(line), ugi->user);
    str_free(line);
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(Ugi *ugi, const char *format, ...)
{
    char    text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&ugi->lock);
    ugi->send(text, ugi->user);
    pthread_mutex_unlock(&ugi->lock);
}

static void say_error(Ugi *ugi, const Error *err)
{
    say(ugi, "error %s", error_words(err, LANG_EN));
}

/* ---- thinking ----------------------------------------------------------------------------------
 */

static void write_score(const Ugi *ugi, Score score, Str *out)
{
    int plies, forced = score_forced(score, &plies);
    if (ugi->is_uci)
        plies = (plies + 1) / 2; /* moves of both sides */
    if (forced != 0)
        str_printf(out, " score mate %d", forced > 0 ? plies : -plies);
    else
        str_printf(out, " score cp %d", (int)score);
}

/* Called by the search. */
static void report(const SearchReport *found, void *user)
{
    Ugi                *ugi = user;
    const SearchCounts *counts = found->counts;
    int64_t             ms = found->time_us / 1000;
    double              seconds = (double)found->time_us / 1e6;
    Str                 line = {0};
    str_printf(&line, "info depth %d seldepth %d time %" PRId64 " nodes %" PRIu64 " nps %.0f",
               found->depth, counts->selective_depth, ms, counts->nodes,
               seconds > 0 ? (double)counts->nodes / seconds : 0);
    if (ugi->thinking->context.table != NULL)
        str_printf(&line, " hashfull %d", found->table_permille);
    if (ugi->lines > 1)
        str_printf(&line, " multipv %d", found->line);
    write_score(ugi, found->best->score, &line);
    str_text(&line, " pv ");
    (ugi->is_uci ? uci_format_line : notation_format_line)(
        ugi->game, session_position(ugi->session), found->best->moves, found->best->length, &line);
    pthread_mutex_lock(&ugi->lock);
    send_text(ugi, &line);
    pthread_mutex_unlock(&ugi->lock);
}

/* With the lock held. */
static void say_move(Ugi *ugi)
{
    Str line = {0};
    str_text(&line, "bestmove ");
    (ugi->is_uci ? uci_format_line : notation_format_line)(
        ugi->game, session_position(ugi->session), &ugi->thinking->context.best, 1, &line);
    send_text(ugi, &line);
}

static void *think(void *argument)
{
    Ugi      *ugi = argument;
    Thinking *thinking = ugi->thinking;
    session_search(ugi->session, ugi->player.searcher, &thinking->context, NULL);
    pthread_mutex_lock(&ugi->lock);
    thinking->is_done = true;
    if (!thinking->is_held)
        say_move(ugi);
    pthread_mutex_unlock(&ugi->lock);
    return NULL;
}

/* Waits for the thread; the move is said when it was not yet. */
static void end_thinking(Ugi *ugi)
{
    Thinking *thinking = ugi->thinking;
    if (thinking == NULL)
        return;
    if (thinking->is_running)
        pthread_join(thinking->thread, NULL);
    free(thinking);
    ugi->thinking = NULL;
}

/* Is a search under way? One that has said its move is put away here. */
static bool is_thinking(Ugi *ugi)
{
    if (ugi->thinking == NULL)
        return false;
    pthread_mutex_lock(&ugi->lock);
    bool is_over = ugi->thinking->is_done && !ugi->thinking->is_held;
    pthread_mutex_unlock(&ugi->lock);
    if (is_over)
        end_thinking(ugi);
    return !is_over;
}

static void release(Ugi *ugi)
{
    pthread_mutex_lock(&ugi->lock);
    bool is_waiting = ugi->thinking->is_held && ugi->thinking->is_done;
    ugi->thinking->is_held = false;
    if (is_waiting)
        say_move(ugi);
    pthread_mutex_unlock(&ugi->lock);
}

static void stop(Ugi *ugi)
{
    if (!is_thinking(ugi))
        return;
    atomic_store(&ugi->thinking->stop, true);
    release(ugi);
    end_thinking(ugi);
}

/* Of the move that comes next. */
static uint64_t seed_of_move(const Ugi *ugi)
{
    uint64_t ply = (uint64_t)session_ply(ugi->session);
    return ugi->seed == 0 ? ply + 1 : rng_mix(((uint64_t)ugi->seed << 16) + ply);
}

static void begin_thinking(Ugi *ugi, const Limits *limits, bool is_held)
{
    Thinking *thinking = calloc(1, sizeof *thinking);
    Error     err;
    if (thinking == NULL) {
        say(ugi, "error out of memory");
        return;
    }
    if (!player_prepare(ugi->session, &ugi->player, session_side(ugi->session), &thinking->mcts,
                        &thinking->context, &err)) {
        say_error(ugi, &err);
        free(thinking);
        return;
    }
    if (!player_check_net(ugi->session, &ugi->player, session_side(ugi->session), &err)) {
        error_set(&err, ERROR_NET_NOT_USED, &err);
        say(ugi, "info string %s", error_words(&err, LANG_EN));
    }
    thinking->is_held = is_held;
    thinking->context.limits = *limits;
    thinking->context.lines = ugi->lines;
    thinking->context.rng = thinking->context.eval.seed = seed_of_move(ugi);
    thinking->context.stop = &thinking->stop;
    thinking->context.report = report;
    thinking->context.user = ugi;
    ugi->thinking = thinking;
    if (pthread_create(&thinking->thread, NULL, think, ugi) == 0)
        thinking->is_running = true;
    else if (is_held)
        say(ugi, "error no thread for an endless search");
    else
        think(ugi); /* the caller waits for us, but gets a move */
}

/* ---- options -----------------------------------------------------------------------------------
 */

static void say_rule_option(Ugi *ugi, const OptionSpec *spec)
{
    static const char *const types[] = {"check", "spin", "combo"};
    Str                      line = {0}, value = {0};
    bool                     is_spin = spec->type == OPTION_NUMBER && !spec->can_be_off;
    options_format_value(spec, spec->fallback, &value);
    if (spec->type == OPTION_SWITCH) { /* UCI's words for on and off */
        str_clear(&value);
        str_text(&value, spec->fallback != 0 ? "true" : "false");
    }
    str_printf(&line, "option name %s type %s default %s", spec->name,
               spec->type == OPTION_NUMBER && !is_spin ? "string" : types[spec->type],
               str_get(&value));
    if (is_spin)
        str_printf(&line, " min %d max %d", spec->min, spec->max);
    for (int i = 0; spec->type == OPTION_CHOICE && spec->choices[i] != NULL; i++)
        str_printf(&line, " var %s", spec->choices[i]);
    str_free(&value);
    pthread_mutex_lock(&ugi->lock);
    send_text(ugi, &line);
    pthread_mutex_unlock(&ugi->lock);
}

static void say_options(Ugi *ugi)
{
    Str games = {0}, searchers = {0};
    for (size_t i = 0; i < game_count(); i++)
        str_printf(&games, " var %s", game_at(i)->info->id);
    for (int i = 0; i < SEARCHER_COUNT; i++)
        str_printf(&searchers, " var %s", searcher_name((SearcherId)i));
    if (!ugi->is_uci)
        say(ugi, "option name Game type combo default %s%s", ugi->game->info->id, str_get(&games));
    say(ugi, "option name Searcher type combo default %s%s", searcher_name(ugi->player.searcher),
        str_get(&searchers));
    say(ugi, "option name Player type string default");
    say(ugi, "option name Hash type spin default %d min 1 max %d", USUAL_HASH, MAX_HASH);
    say(ugi, "option name Threads type spin default 1 min 1 max %d", MAX_UGI_THREADS);
    say(ugi, "option name MultiPV type spin default 1 min 1 max %d", MAX_LINES);
    say(ugi, "option name Seed type spin default 0 min 0 max %d", INT32_MAX);
    say(ugi, "option name Ponder type check default false");
    for (int i = 0; i < ugi->game->info->options.count && !ugi->is_uci; i++)
        say_rule_option(ugi, &ugi->game->info->options.specs[i]);
    str_free(&games);
    str_free(&searchers);
}

static bool set_game(Ugi *ugi, const char *value, Error *err)
{
    const Game *game = game_named(value, err);
    if (game == NULL)
        return false;
    Session *session = session_new(game);
    if (session == NULL)
        return error_set(err, ERROR_MEMORY);
    session_delete(ugi->session);
    ugi->session = session;
    if (game != ugi->game)
        ugi->player.eval[0] = '\0'; /* another game's words */
    ugi->game = game;
    options_reset(&game->info->options, ugi->options);
    for (int i = 0; i < game->info->options.count && !ugi->is_uci; i++)
        say_rule_option(ugi, &game->info->options.specs[i]);
    return true;
}

/* A chess tool's name for a game and its rules. */
static bool set_variant(Ugi *ugi, const char *value, Error *err)
{
    const Game *game;
    const char *settings;
    int16_t     options[MAX_OPTIONS];
    if (!uci_find_variant(value, &game, &settings))
        return error_set(err, ERROR_UCI_VARIANT, value);
    options_reset(&game->info->options, options);
    if (!set_game(ugi, game->info->id, err) ||
        !options_set_words(&game->info->options, options, settings, err) ||
        !session_start(ugi->session, options, err))
        return false;
    memcpy(ugi->options, options, sizeof options);
    return true;
}

static bool set_player(Ugi *ugi, const char *value, Error *err)
{
    Player player;
    if (!player_parse(ugi->game, value, &player, err))
        return false;
    if (player.is_human)
        return error_set(err, ERROR_UGI_HUMAN);
    player.table_megabytes =
        player.table_megabytes != 0 ? player.table_megabytes : ugi->player.table_megabytes;
    player.threads = player.threads != 0 ? player.threads : ugi->player.threads;
    ugi->player = player;
    return true;
}

static bool set_rule(Ugi *ugi, const char *name, const char *value, Error *err)
{
    int16_t options[MAX_OPTIONS];
    int     index = options_find(&ugi->game->info->options, name);
    if (index < 0)
        return error_set(err, ERROR_UGI_OPTION, name);
    if (ugi->game->info->options.specs[index].type == OPTION_SWITCH) {
        value = strcmp(value, "true") == 0 ? "on" : value;
        value = strcmp(value, "false") == 0 ? "off" : value;
    }
    memcpy(options, ugi->options, sizeof options);
    if (!options_set(&ugi->game->info->options, options, name, value, err) ||
        !session_start(ugi->session, options, err))
        return false;
    memcpy(ugi->options, options, sizeof options);
    return true;
}

static bool set_number(const char *name, const char *value, int least, int most, int *out,
                       Error *err)
{
    int64_t number;
    if (!parse_int(name, value, least, most, &number, err))
        return false;
    *out = (int)number;
    return true;
}

static bool set_option(Ugi *ugi, const char *name, const char *value, Error *err)
{
    if (strcasecmp(name, "Game") == 0)
        return set_game(ugi, value, err);
    if (strcasecmp(name, "UCI_Variant") == 0)
        return set_variant(ugi, value, err);
    if (strcasecmp(name, "Searcher") == 0 || strcasecmp(name, "Player") == 0)
        return set_player(ugi, value, err);
    if (strcasecmp(name, "Hash") == 0)
        return set_number(name, value, 1, MAX_HASH, &ugi->player.table_megabytes, err);
    if (strcasecmp(name, "Threads") == 0)
        return set_number(name, value, 1, MAX_UGI_THREADS, &ugi->player.threads, err);
    if (strcasecmp(name, "MultiPV") == 0)
        return set_number(name, value, 1, MAX_LINES, &ugi->lines, err);
    if (strcasecmp(name, "Seed") == 0)
        return set_number(name, value, 0, INT32_MAX, &ugi->seed, err);
    if (strcasecmp(name, "Ponder") == 0)
        return true; /* `go ponder` works at any time */
    return set_rule(ugi, name, value, err);
}

/* "name N value V"; both may have several words. */
static bool take_option(Ugi *ugi, const char *rest, Error *err)
{
    Str  parts[2] = {{0}, {0}};
    char word[WORD_SIZE];
    int  part = -1;
    while (parse_word(&rest, word, sizeof word)) {
        if (part < 0 && strcmp(word, "name") == 0)
            part = 0;
        else if (part == 0 && strcmp(word, "value") == 0)
            part = 1;
        else if (part >= 0)
            str_printf(&parts[part], "%s%s", parts[part].size > 0 ? " " : "", word);
    }
    bool ok = parts[0].size > 0 ? set_option(ugi, str_get(&parts[0]), str_get(&parts[1]), err)
                                : error_set(err, ERROR_UGI_OPTION_NAME);
    str_free(&parts[0]);
    str_free(&parts[1]);
    return ok;
}

/* ---- positions and questions -------------------------------------------------------------------
 */

static bool set_position(const Ugi *ugi, Session *session, const char *text, Error *err)
{
    Str ours = {0};
    if (ugi->is_uci && strcmp(text, "startpos") != 0)
        uci_read_position(ugi->game, text, &ours);
    else
        str_text(&ours, text);
    bool ok = session_set_position(session, str_get(&ours), err);
    str_free(&ours);
    return ok;
}

static bool play_drops(const Ugi *ugi, Session *session, const char *rest, Error *err)
{
    char word[WORD_SIZE];
    while (parse_word(&rest, word, sizeof word)) {
        Move move = uci_parse_move(ugi->game, session_position(session), word, err);
        if (move == MOVE_NONE || !session_play(session, move, err))
            return false;
    }
    return true;
}

/* "startpos|fen F [moves …]": all or nothing. */
static bool take_position(Ugi *ugi, const char *rest, Error *err)
{
    Str  fen = {0};
    char word[WORD_SIZE];
    bool has_moves = false;
    while (!has_moves && parse_word(&rest, word, sizeof word)) {
        has_moves = strcmp(word, "moves") == 0;
        if (!has_moves && (fen.size > 0 || strcmp(word, "fen") != 0))
            str_printf(&fen, "%s%s", fen.size > 0 ? " " : "", word);
    }
    Session *session = session_new(ugi->game);
    bool     ok = session != NULL || error_set(err, ERROR_MEMORY);
    ok = ok && session_start(session, ugi->options, err) &&
         set_position(ugi, session, fen.size > 0 ? str_get(&fen) : "startpos", err) &&
         (!has_moves || (ugi->is_uci ? play_drops(ugi, session, rest, err)
                                     : session_play_moves(session, rest, err)));
    str_free(&fen);
    if (!ok) {
        session_delete(session);
        return false;
    }
    session_exchange_memory(session, ugi->session);
    session_delete(ugi->session);
    ugi->session = session;
    return true;
}

static void answer_legal_moves(Ugi *ugi)
{
    Move moves[MAX_MOVES];
    Str  line = {0};
    bool is_over = session_result(ugi->session).is_over;
    int  count = is_over ? 0 : ugi->game->gen(session_position(ugi->session), moves);
    str_text(&line, "response");
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        notation_format(ugi->game, session_position(ugi->session), moves[i], text);
        str_printf(&line, " %s", text);
    }
    pthread_mutex_lock(&ugi->lock);
    send_text(ugi, &line);
    pthread_mutex_unlock(&ugi->lock);
}

static bool take_query(Ugi *ugi, const char *rest, Error *err)
{
    char   word[WORD_SIZE];
    Result result = session_result(ugi->session);
    if (!parse_word(&rest, word, sizeof word))
        return error_set(err, ERROR_UGI_QUERY);
    if (strcmp(word, "p1turn") == 0)
        say(ugi, "response %s", session_side(ugi->session) == 0 ? "true" : "false");
    else if (strcmp(word, "gameover") == 0)
        say(ugi, "response %s", result.is_over ? "true" : "false");
    else if (strcmp(word, "result") == 0)
        say(ugi, "response %s",
            !result.is_over      ? "none"
            : result.winner == 0 ? "p1win"
            : result.winner == 1 ? "p2win"
                                 : "draw");
    else if (strcmp(word, "legalmoves") == 0)
        answer_legal_moves(ugi);
    else if (strcmp(word, "fen") == 0) {
        Str text = {0};
        position_format(ugi->game, session_position(ugi->session), &text);
        say(ugi, "response %s", str_get(&text));
        str_free(&text);
    } else
        return error_set(err, ERROR_UGI_QUERY_UNKNOWN, word);
    return true;
}

/* ---- go ----------------------------------------------------------------------------------------
 */

typedef struct {
    Limits  limits;
    int64_t left_us[2], increment_us[2];
    bool    has_clock, is_endless, is_pondering;
} Go;

static bool read_ms(const char **rest, const char *name, int64_t *out_us, Error *err)
{
    const int64_t longest_ms = INT64_C(30) * 86400000;
    char          word[WORD_SIZE] = "";
    int64_t       ms;
    parse_word(rest, word, sizeof word);
    if (!parse_int(name, word, -longest_ms, longest_ms, &ms, err))
        return false;
    *out_us = ms > 0 ? ms * 1000 : 1000; /* a clock that has run out still wants a move */
    return true;
}

static bool read_count(const char **rest, const char *name, int64_t most, int64_t *out, Error *err)
{
    char word[WORD_SIZE] = "";
    parse_word(rest, word, sizeof word);
    return parse_int(name, word, 1, most, out, err);
}

static bool is_one_of(const char *word, const char *list)
{
    char other[WORD_SIZE];
    while (parse_word(&list, other, sizeof other))
        if (strcmp(word, other) == 0)
            return true;
    return false;
}

/* White, in the words of chess, is player 1. */
static bool read_go(const char *rest, Go *go, Error *err)
{
    char    word[WORD_SIZE];
    int64_t number;
    bool    ok = true;
    while (ok && parse_word(&rest, word, sizeof word)) {
        bool is_first = strncmp(word, "p1", 2) == 0 || word[0] == 'w';
        if (is_one_of(word, "p1time p2time wtime btime")) {
            ok = read_ms(&rest, word, &go->left_us[is_first ? 0 : 1], err);
            go->has_clock = true;
        } else if (is_one_of(word, "p1inc p2inc winc binc")) {
            ok = read_ms(&rest, word, &go->increment_us[is_first ? 0 : 1], err);
        } else if (strcmp(word, "movetime") == 0) {
            ok = read_ms(&rest, word, &go->limits.time_us, err);
        } else if (strcmp(word, "depth") == 0) {
            ok = read_count(&rest, word, MAX_SEARCH_PLIES - 1, &number, err);
            go->limits.depth = (int)number;
        } else if (strcmp(word, "nodes") == 0) {
            ok = read_count(&rest, word, INT64_MAX, &number, err);
            go->limits.nodes = (uint64_t)number;
        } else if (strcmp(word, "infinite") == 0) {
            go->is_endless = true;
        } else if (strcmp(word, "ponder") == 0) {
            go->is_pondering = true;
        }
    }
    return ok;
}

static bool take_go(Ugi *ugi, const char *rest, Error *err)
{
    Go  go = {0};
    int side = session_side(ugi->session);
    if (session_result(ugi->session).is_over)
        return error_set(err, ERROR_GAME_OVER);
    if (!read_go(rest, &go, err))
        return false;
    bool has_limit = go.limits.time_us != 0 || go.limits.depth != 0 || go.limits.nodes != 0;
    if (go.has_clock && go.limits.time_us == 0)
        go.limits.time_us = limits_share_of_clock(go.left_us[side], go.increment_us[side]);
    else if (!has_limit && !go.is_endless)
        go.limits = player_limits(ugi->session, &ugi->player);
    ugi->after_hit = go.limits;
    if (go.is_pondering || go.is_endless)
        go.limits.time_us = 0;
    begin_thinking(ugi, &go.limits, go.is_pondering || go.is_endless);
    return true;
}

/* The pondered move has come: what was learnt is in the table, the clock starts now. */
static void take_ponder_hit(Ugi *ugi)
{
    if (!is_thinking(ugi) || !ugi->thinking->is_held)
        return;
    atomic_store(&ugi->thinking->stop, true);
    end_thinking(ugi);
    begin_thinking(ugi, &ugi->after_hit, false);
}

/* ---- lines -------------------------------------------------------------------------------------
 */

typedef bool TakeRest(Ugi *ugi, const char *rest, Error *err);

static bool take_hello(Ugi *ugi, const char *rest, Error *err)
{
    (void)rest;
    (void)err;
    ugi->is_uci = false;
    say(ugi, "id name Plateau");
    say(ugi, "id author the Plateau team");
    say_options(ugi);
    say(ugi, "ugiok");
    return true;
}

/* The same engine with the words of chess. A game they have no name for becomes one they have. */
static bool take_chess_hello(Ugi *ugi, const char *rest, Error *err)
{
    Str variants = {0};
    (void)rest;
    ugi->is_uci = true;
    uci_list_variants(&variants);
    const char *first = str_get(&variants) + strlen(" var ");
    char        name[WORD_SIZE];
    parse_word(&first, name, sizeof name);
    bool is_known = uci_variant_of(ugi->game) != NULL || set_variant(ugi, name, err);
    if (is_known) {
        say(ugi, "id name Plateau");
        say(ugi, "id author the Plateau team");
        say(ugi, "option name UCI_Variant type combo default %s%s", uci_variant_of(ugi->game),
            str_get(&variants));
        say_options(ugi);
        say(ugi, "uciok");
    }
    str_free(&variants);
    return is_known;
}

static bool take_new_game(Ugi *ugi, const char *rest, Error *err)
{
    (void)rest;
    return session_start(ugi->session, ugi->options, err);
}

static const struct {
    const char *word;
    TakeRest   *take;
} commands[] = {
    {"ugi", take_hello},       {"setoption", take_option},    {"uginewgame", take_new_game},
    {"uci", take_chess_hello}, {"ucinewgame", take_new_game}, {"position", take_position},
    {"go", take_go},           {"query", take_query},
};

/* Those that may come while a search is under way. */
static bool take_at_any_time(Ugi *ugi, const char *word, bool *is_over)
{
    *is_over = strcmp(word, "quit") == 0;
    if (strcmp(word, "isready") == 0)
        say(ugi, "readyok");
    else if (strcmp(word, "stop") == 0)
        stop(ugi);
    else if (strcmp(word, "ponderhit") == 0)
        take_ponder_hit(ugi);
    else
        return *is_over;
    return true;
}

bool ugi_take(Ugi *ugi, const char *line)
{
    char  word[WORD_SIZE];
    Error err;
    while (parse_word(&line, word, sizeof word)) { /* an unknown word is skipped */
        bool is_over;
        if (take_at_any_time(ugi, word, &is_over))
            return !is_over;
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
            if (strcmp(word, commands[i].word) == 0) {
                if (is_thinking(ugi))
                    say(ugi, "error '%s' must wait until the search is over", word);
                else if (!commands[i].take(ugi, line, &err))
                    say_error(ugi, &err);
                return true;
            }
    }
    return true;
}

Ugi *ugi_new(const Game *game, UgiSend *send, void *user)
{
    Ugi *ugi = calloc(1, sizeof *ugi);
    if (ugi == NULL)
        return NULL;
    *ugi = (Ugi){.game = game, .send = send, .user = user, .lines = 1};
    ugi->player = player_opponent();
    ugi->session = session_new(game);
    options_reset(&game->info->options, ugi->options);
    if (ugi->session == NULL || pthread_mutex_init(&ugi->lock, NULL) != 0) {
        session_delete(ugi->session);
        free(ugi);
        return NULL;
    }
    return ugi;
}

void ugi_finish(Ugi *ugi)
{
    if (!is_thinking(ugi))
        return;
    if (ugi->thinking->is_held)
        stop(ugi);
    else
        end_thinking(ugi);
}

void ugi_delete(Ugi *ugi)
{
    if (ugi == NULL)
        return;
    stop(ugi);
    session_delete(ugi->session);
    pthread_mutex_destroy(&ugi->lock);
    free(ugi);
}
