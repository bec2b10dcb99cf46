#include "match/live.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/json_tree.h"
#include "core/notation.h"
#include "core/position.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    WRITE_US = 250000,      /* between two writings of what has changed */
    ALIVE_US = 1000000,     /* and of what has not: whoever reads sees that somebody is there */
    STALE_SECONDS = 5,      /* older files are of nobody */
    MAX_SHOWN_MOVES = 2000, /* of a game that is shown */
    MAX_BYTES = 16 << 20    /* of a file that is read */
};

/* The game's own thread alone adds moves, without a lock: those below `count` never change while
 * the game lasts. */
struct LiveBoard {
    Live      *live;
    bool       is_used;
    int64_t    key, number;
    Fixture    fixture;
    Str        start;
    Move       moves[MAX_SHOWN_MOVES];
    atomic_int count;
};

struct Live {
    const Game     *game;
    Str             path, beside; /* written there first */
    pthread_mutex_t lock;         /* of games that begin, end or are copied */
    LiveBoard      *boards;
    int             count;
    int64_t         last_key;
    atomic_bool     has_news;
    int64_t         written_us; /* 0: never */
    void           *pos, *undo; /* the writer's */
};

static void write_path(const char *store_path, Str *out) { str_printf(out, "%s-live", store_path); }

Live *live_new(const char *store_path, const Game *game, int boards)
{
    assert(boards > 0);
    Live *live = store_path != NULL ? calloc(1, sizeof *live) : NULL;
    if (live == NULL)
        return NULL;
    pthread_mutex_init(&live->lock, NULL);
    live->game = game;
    live->boards = calloc((size_t)boards, sizeof live->boards[0]);
    live->count = live->boards != NULL ? boards : 0;
    live->pos = calloc(1, game->pos_size);
    write_path(store_path, &live->path);
    str_printf(&live->beside, "%s.tmp", str_get(&live->path)); /* one process runs a match */
    if (live->boards == NULL || live->pos == NULL || live->beside.failed) {
        live_delete(live);
        return NULL;
    }
    return live;
}

void live_delete(Live *live)
{
    if (live == NULL)
        return;
    if (live->written_us != 0)
        unlink(str_get(&live->path));
    for (int i = 0; i < live->count; i++)
        str_free(&live->boards[i].start);
    pthread_mutex_destroy(&live->lock);
    str_free(&live->path);
    str_free(&live->beside);
    free(live->boards);
    free(live->pos);
    free(live);
}

/* ---- players -----------------------------------------------------------------------------------
 */

LiveBoard *live_begin(Live *live, int64_t number, const Fixture *fixture, const Session *session)
{
    assert(number >= 0);
    LiveBoard *board = NULL;
    if (live == NULL)
        return NULL;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->count && board == NULL; i++)
        if (!live->boards[i].is_used)
            board = &live->boards[i];
    if (board != NULL) {
        board->live = live;
        board->is_used = true;
        board->key = ++live->last_key;
        board->number = number;
        board->fixture = *fixture;
        str_clear(&board->start);
        str_text(&board->start, session_start_text(session));
        int count = 0;
        for (; count < session_ply(session) && count < MAX_SHOWN_MOVES; count++)
            board->moves[count] = session_move(session, count);
        atomic_store(&board->count, count);
        atomic_store(&live->has_news, true);
    }
    pthread_mutex_unlock(&live->lock);
    return board;
}

void live_move(LiveBoard *board, Move move)
{
    assert(board == NULL || board->is_used);
    if (board == NULL)
        return;
    int count = atomic_load_explicit(&board->count, memory_order_relaxed);
    if (count == MAX_SHOWN_MOVES)
        return;
    board->moves[count] = move;
    atomic_store_explicit(&board->count, count + 1, memory_order_release);
    atomic_store_explicit(&board->live->has_news, true, memory_order_relaxed);
}

void live_end(LiveBoard *board)
{
    assert(board == NULL || board->is_used);
    if (board == NULL)
        return;
    pthread_mutex_lock(&board->live->lock);
    board->is_used = false;
    atomic_store(&board->live->has_news, true);
    pthread_mutex_unlock(&board->live->lock);
}

/* ---- the writer --------------------------------------------------------------------------------
 */

/* The moves from the start, which is one this game has written itself. */
static void format_moves(Live *live, const LiveBoard *board, Str *out)
{
    int16_t options[MAX_OPTIONS];
    options_reset(&live->game->info->options, options);
    if (position_parse(live->game, options, str_get(&board->start), live->pos, NULL))
        notation_format_line(live->game, live->pos, board->moves, board->count, out);
}

static void format_board(Live *live, const LiveBoard *board, Json *json)
{
    Str moves = {0};
    format_moves(live, board, &moves);
    json_object(json, NULL);
    json_int(json, "key", board->key);
    json_int(json, "number", board->number);
    json_int(json, "round", board->fixture.round);
    json_array(json, "players");
    json_int(json, NULL, board->fixture.players[0]);
    json_int(json, NULL, board->fixture.players[1]);
    json_end_array(json);
    json_int(json, "plies", board->count);
    json_string(json, "start", str_get(&board->start));
    json_string(json, "moves", str_get(&moves));
    json_end_object(json);
    str_free(&moves);
}

/* A copy, so that nobody waits while moves become text and text goes to the disk. */
static LiveBoard *copy_boards(Live *live, int *count)
{
    *count = 0;
    LiveBoard *copy = malloc((size_t)live->count * sizeof copy[0]);
    if (copy == NULL)
        return NULL;
    pthread_mutex_lock(&live->lock);
    atomic_store(&live->has_news, false);
    for (int i = 0; i < live->count; i++) {
        if (!live->boards[i].is_used)
            continue;
        const LiveBoard *board = &live->boards[i];
        LiveBoard       *one = &copy[(*count)++];
        int              moves = atomic_load_explicit(&board->count, memory_order_acquire);
        one->key = board->key;
        one->number = board->number;
        one->fixture = board->fixture;
        one->start = (Str){0};
        str_text(&one->start, str_get(&board->start));
        memcpy(one->moves, board->moves, (size_t)moves * sizeof one->moves[0]);
        atomic_init(&one->count, moves);
    }
    pthread_mutex_unlock(&live->lock);
    return copy;
}

/* In place of the file that was there; not synced, for nothing depends on it. */
static void put_file(const Live *live, const Str *text)
{
    const char *beside = str_get(&live->beside);
    int         file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0)
        return;
    bool ok = write(file, str_get(text), text->size) == (ssize_t)text->size;
    ok = close(file) == 0 && ok;
    if (!ok || rename(beside, str_get(&live->path)) != 0)
        unlink(beside);
}

void live_write(Live *live)
{
    if (live == NULL)
        return;
    int64_t now_us = clock_now_us(), since_us = now_us - live->written_us;
    bool    has_news = atomic_load(&live->has_news);
    bool    is_time = live->written_us == 0 || since_us >= (has_news ? WRITE_US : ALIVE_US);
    if (!is_time)
        return;
    int        count;
    Str        text = {0};
    Json       json = json_to(&text);
    LiveBoard *boards = copy_boards(live, &count);
    json_object(&json, NULL);
    json_array(&json, "games");
    for (int i = 0; i < count; i++) {
        format_board(live, &boards[i], &json);
        str_free(&boards[i].start);
    }
    json_end_array(&json);
    json_end_object(&json);
    if (boards != NULL && !text.failed)
        put_file(live, &text);
    live->written_us = now_us;
    str_free(&text);
    free(boards);
}

/* ---- readers -----------------------------------------------------------------------------------
 */

static bool is_fresh(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && time(NULL) - about.st_mtime <= STALE_SECONDS;
}

static int64_t whole_at(const JsonTree *tree, const char *name)
{
    const JsonTree *value = json_tree_get(tree, name);
    return json_tree_is(value, TREE_NUMBER) && value->is_whole ? value->whole : -1;
}

static int player_at(const JsonTree *players, int index)
{
    const JsonTree *value = json_tree_at(players, index);
    bool is_player = json_tree_is(value, TREE_NUMBER) && value->is_whole && value->whole >= 0 &&
                     value->whole < MAX_ENTRANTS;
    return is_player ? (int)value->whole : -1;
}

static bool read_game(const JsonTree *tree, LiveGame *out)
{
    const JsonTree *players = json_tree_get(tree, "players");
    const JsonTree *start = json_tree_get(tree, "start"), *moves = json_tree_get(tree, "moves");
    if (!json_tree_is(start, TREE_TEXT) || !json_tree_is(moves, TREE_TEXT))
        return false;
    *out = (LiveGame){.key = whole_at(tree, "key"),
                      .number = whole_at(tree, "number"),
                      .players = {player_at(players, 0), player_at(players, 1)},
                      .round = (int)whole_at(tree, "round"),
                      .plies = (int)whole_at(tree, "plies"),
                      .start = start->text,
                      .moves = moves->text};
    return out->key > 0 && out->players[0] >= 0 && out->players[1] >= 0;
}

void live_each(const char *store_path, LiveVisitor *visit, void *user)
{
    Str       path = {0}, text = {0};
    Error     ignored;
    JsonTree *tree = NULL;
    write_path(store_path, &path);
    if (is_fresh(str_get(&path)) && file_read(str_get(&path), MAX_BYTES, &text, &ignored))
        tree = json_tree_read(str_get(&text), text.size, &ignored);
    const JsonTree *games = json_tree_get(tree, "games");
    LiveGame        game;
    for (int i = 0; games != NULL && i < games->count; i++)
        if (read_game(json_tree_at(games, i), &game) && !visit(&game, user))
            break;
    json_tree_delete(tree);
    str_free(&text);
    str_free(&path);
}
