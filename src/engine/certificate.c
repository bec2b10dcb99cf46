#include "engine/certificate.h"

#include "base/errors.h"
#include "base/frame.h"
#include "base/pages.h"
#include "base/parse.h"
#include "core/position.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A move is its number in the order of its squares: one character, or '~' and two. */
enum { FIRST_CHAR = '!', LAST_CHAR = '}', WIDE = '~', DIGITS = LAST_CHAR - FIRST_CHAR + 1 };
enum { LINE_WIDTH = 100, FIRST_CAPACITY = 1 << 12 };

/* Positions that the checker searches for what is left to it: a number, and more for each byte of
 * the certificate, so that a small file cannot keep it busy for long. Values are kept in
 * KNOWN_VALUES slots, the newest in each. */
enum { LEAST_WORK = 1 << 22, WORK_PER_BYTE = 1 << 10, KNOWN_VALUES = 1 << 22 };

static const char title[] = "plateau certificate 1\n";

typedef struct {
    const Game        *game;
    Certificate       *about;
    Error             *err;
    OpenSolver        *solver; /* when writing */
    Str               *out;
    const char        *at, *end; /* when checking */
    const atomic_bool *stop;
    int                column;
    unsigned char     *seen; /* whole positions, by hash; a byte of use before each */
    size_t             capacity, count, entry;
    unsigned char     *known; /* the same, of positions left to the checker; see Known */
    uint64_t           work, most_work;
} Walk;

typedef enum { KNOWN_NOT, KNOWN_LOST, KNOWN_WON } Known;

/* ---- positions met before ---- */

static bool grow(Walk *walk);

/* Adds a position; *is_new says whether it was not there. False when memory is short. */
static bool remember(Walk *walk, const void *pos, bool *is_new)
{
    if (2 * (walk->count + 1) > walk->capacity && !grow(walk))
        return error_set(walk->err, ERROR_MEMORY);
    size_t i = walk->game->key(pos) & (walk->capacity - 1);
    for (;; i = (i + 1) & (walk->capacity - 1)) {
        unsigned char *entry = walk->seen + i * walk->entry;
        *is_new = entry[0] == 0;
        if (*is_new) {
            entry[0] = 1;
            memcpy(entry + 1, pos, walk->game->pos_size);
            walk->count++;
            return true;
        }
        if (memcmp(entry + 1, pos, walk->game->pos_size) == 0)
            return true;
    }
}

static bool grow(Walk *walk)
{
    Walk  old = *walk;
    void *pos = malloc(walk->game->pos_size);
    bool  ok = pos != NULL, is_new;
    walk->capacity = old.capacity > 0 ? 2 * old.capacity : FIRST_CAPACITY;
    walk->count = 0;
    walk->seen = ok ? calloc(walk->capacity, walk->entry) : NULL;
    if (walk->seen == NULL) {
        walk->seen = old.seen;
        walk->capacity = old.capacity;
        free(pos);
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.seen[i * old.entry] != 0) {
            memcpy(pos, old.seen + i * old.entry + 1, walk->game->pos_size);
            remember(walk, pos, &is_new);
        }
    free(pos);
    free(old.seen);
    return true;
}

/* ---- moves and pieces, by the rules ---- */

static long order_of(const Game *game, const void *pos, Move move)
{
    int from, to;
    game->squares(pos, move, &from, &to);
    return (long)from * 1000 + to;
}

static int list_moves(const Game *game, const void *pos, Move moves[MAX_MOVES])
{
    int count = game->gen(pos, moves);
    for (int i = 1; i < count; i++) {
        Move move = moves[i];
        int  j = i;
        for (; j > 0 && order_of(game, pos, moves[j - 1]) > order_of(game, pos, move); j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
    return count;
}

static bool is_stopped(const Walk *walk)
{
    return walk->stop != NULL && atomic_load_explicit(walk->stop, memory_order_relaxed);
}

/* Who wins a position, by a full search. The answer is not valid once the work exceeds its limit,
 * or it is stopped. */
static bool plain_wins(Walk *walk, void *pos, void *undo)
{
    const Game *game = walk->game;
    Move        moves[MAX_MOVES];
    Play        play = game->play(pos);
    if (play != PLAY_ON || walk->work > walk->most_work || is_stopped(walk))
        return play == PLAY_WON;
    unsigned char *known = walk->known + (game->key(pos) & (KNOWN_VALUES - 1)) * walk->entry;
    if (known[0] != KNOWN_NOT && memcmp(known + 1, pos, game->pos_size) == 0)
        return known[0] == KNOWN_WON;
    walk->work++;
    char *below = (char *)undo + game->undo_size;
    int   count = game->gen(pos, moves);
    bool  is_won = false;
    for (int i = 0; i < count && !is_won; i++) {
        game->make(pos, moves[i], undo);
        is_won = !plain_wins(walk, pos, below);
        game->unmake(pos, moves[i], undo);
    }
    known[0] = is_won ? KNOWN_WON : KNOWN_LOST;
    memcpy(known + 1, pos, game->pos_size);
    return is_won;
}

static bool check_leaf(Walk *walk, void *pos, bool is_winner, void *undo)
{
    if (walk->known == NULL)
        walk->known = pages_new(KNOWN_VALUES * walk->entry);
    if (walk->known == NULL)
        return error_set(walk->err, ERROR_MEMORY);
    bool is_won = plain_wins(walk, pos, undo);
    if (is_stopped(walk))
        return error_set(walk->err, ERROR_STOPPED);
    if (walk->work > walk->most_work)
        return error_set(walk->err, ERROR_CERTIFICATE_LEAVES_MUCH);
    return is_won == is_winner || error_set(walk->err, ERROR_CERTIFICATE_LEFT_NOT_WON);
}

/* ---- what the walk writes or reads at a winner's position ---- */

static void write_number(Walk *walk, int number)
{
    assert(number >= 0 && number < DIGITS * DIGITS);
    if (number >= DIGITS) {
        str_char(walk->out, WIDE);
        str_char(walk->out, (char)(FIRST_CHAR + number / DIGITS));
    }
    str_char(walk->out, (char)(FIRST_CHAR + number % DIGITS));
    walk->column += number >= DIGITS ? 3 : 1;
    if (walk->column >= LINE_WIDTH) {
        str_char(walk->out, '\n');
        walk->column = 0;
    }
}

static int read_digit(Walk *walk)
{
    while (walk->at < walk->end && *walk->at == '\n')
        walk->at++;
    return walk->at < walk->end ? (unsigned char)*walk->at++ : -1;
}

static int read_number(Walk *walk)
{
    int digit = read_digit(walk), high = 0;
    if (digit == WIDE) {
        high = read_digit(walk) - FIRST_CHAR;
        digit = read_digit(walk);
    }
    return digit < FIRST_CHAR || digit > LAST_CHAR || high < 0 || high >= DIGITS
               ? -1
               : high * DIGITS + digit - FIRST_CHAR;
}

/* The move that leaves the fewest replies among those that win. */
static int choose_move(Walk *walk, void *pos, const Move *moves, int count, void *undo)
{
    assert(count > 0);
    const Game *game = walk->game;
    int         replies[MAX_MOVES];
    for (int i = 0; i < count; i++) {
        Move list[MAX_MOVES];
        game->make(pos, moves[i], undo);
        replies[i] = game->gen(pos, list);
        game->unmake(pos, moves[i], undo);
    }
    for (int tried = 0; tried < count; tried++) {
        int   best = -1;
        Truth truth;
        for (int i = 0; i < count; i++)
            if (replies[i] >= 0 && (best < 0 || replies[i] < replies[best]))
                best = i;
        replies[best] = -1;
        game->make(pos, moves[best], undo);
        bool ok = solver_value(walk->solver, pos, &truth, walk->err);
        game->unmake(pos, moves[best], undo);
        if (!ok)
            return -1;
        if (truth.score < 0)
            return best;
    }
    error_set(walk->err, ERROR_CERTIFICATE_NO_WIN);
    return -1;
}

/* ---- the walk ---- */

/* `is_winner`: the winner is to move. `undo` has room for all plies below. */
static bool walk_from(Walk *walk, void *pos, bool is_winner, char *undo)
{
    const Game *game = walk->game;
    Move        moves[MAX_MOVES];
    bool        is_new;
    Play        play = game->play(pos);
    if (is_stopped(walk))
        return error_set(walk->err, ERROR_STOPPED);
    if (play != PLAY_ON)
        return play == (is_winner ? PLAY_WON : PLAY_LOST) ||
               error_set(walk->err, ERROR_CERTIFICATE_END);
    if (!remember(walk, pos, &is_new))
        return false;
    if (!is_new)
        return true;
    walk->about->positions++;
    if (position_pieces(game, pos) <= walk->about->pieces) {
        walk->about->leaves++;
        return walk->out != NULL || check_leaf(walk, pos, is_winner, undo);
    }
    int count = list_moves(game, pos, moves), first = 0, last = count - 1;
    if (is_winner) {
        int number =
            walk->out != NULL ? choose_move(walk, pos, moves, count, undo) : read_number(walk);
        if (walk->out != NULL && number < 0)
            return false;
        if (number < 0 || number >= count)
            return error_set(walk->err, ERROR_CERTIFICATE_MOVE, walk->about->moves + 1);
        if (walk->out != NULL)
            write_number(walk, number);
        walk->about->moves++;
        first = last = number;
    }
    for (int i = first; i <= last; i++) {
        game->make(pos, moves[i], undo);
        bool ok = walk_from(walk, pos, !is_winner, undo + game->undo_size);
        game->unmake(pos, moves[i], undo);
        if (!ok)
            return false;
    }
    return true;
}

static bool walk_root(Walk *walk, const void *pos)
{
    const Game *game = walk->game;
    enum { DEEPEST = 1000 };
    void *root = malloc(game->pos_size);
    char *undo = malloc(DEEPEST * game->undo_size);
    bool  ok = root != NULL && undo != NULL;
    walk->entry = game->pos_size + 1;
    if (!ok) {
        error_set(walk->err, ERROR_MEMORY);
    } else {
        memcpy(root, pos, game->pos_size);
        ok = walk_from(walk, root, walk->about->score > 0, undo);
    }
    pages_free(walk->known, KNOWN_VALUES * walk->entry);
    free(walk->seen);
    free(undo);
    free(root);
    return ok;
}

bool certificate_write(OpenSolver *solver, const void *pos, int pieces, Str *out,
                       Certificate *about, Error *err)
{
    const Game *game = solver->game;
    Truth       truth;
    Walk        walk = {.game = game, .about = about, .err = err, .solver = solver, .out = out};
    if (game->can_repeat)
        return error_set(err, ERROR_CERTIFICATE_REPEATS, game->info->id);
    if (!solver_value(solver, pos, &truth, err))
        return false;
    if (truth.score == 0)
        return error_set(err, ERROR_CERTIFICATE_DRAW);
    if (game->play(pos) == PLAY_ON && position_pieces(game, pos) <= pieces)
        return error_set(err, ERROR_CERTIFICATE_ALL_LEFT, pieces);
    *about = (Certificate){.score = truth.score > 0 ? 1 : -1, .pieces = pieces};
    size_t begin = out->size;
    str_text(out, title);
    str_printf(out, "game %s\nposition ", game->info->id);
    position_format(game, pos, out);
    str_printf(out, "\nscore %d\npieces %d\nmoves\n", about->score, pieces);
    if (!walk_root(&walk, pos))
        return false;
    if (walk.column > 0)
        str_char(out, '\n');
    frame_end_text(begin, out);
    return out->failed ? error_set(err, ERROR_MEMORY) : true;
}

/* The rest of a line that begins with `word`; moves *at behind the line. */
static bool read_line(const char **at, const char *end, const char *word, char *out, size_t size)
{
    size_t      length = strlen(word);
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    if (stop == NULL || (size_t)(stop - *at) < length || memcmp(*at, word, length) != 0 ||
        (size_t)(stop - *at) - length >= size)
        return false;
    memcpy(out, *at + length, (size_t)(stop - *at) - length);
    out[(size_t)(stop - *at) - length] = '\0';
    *at = stop + 1;
    return true;
}

bool certificate_check(const Game *game, const char *text, size_t size, const atomic_bool *stop,
                       Certificate *about, Error *err)
{
    char        line[1000], root[1000];
    size_t      body;
    int64_t     score, pieces;
    int16_t     options[MAX_OPTIONS];
    const char *at = text;
    if (game->can_repeat)
        return error_set(err, ERROR_CERTIFICATE_CHECK_REPEATS, game->info->id);
    if (size < sizeof title || memcmp(text, title, sizeof title - 1) != 0)
        return error_set(err, ERROR_CERTIFICATE_NOT_ONE);
    if (!frame_check_text(text, size, &body))
        return error_set(err, ERROR_CERTIFICATE_DAMAGED);
    const char *end = text + body;
    if (!read_line(&at, end, "plateau certificate 1", line, sizeof line) ||
        !read_line(&at, end, "game ", line, sizeof line) || strcmp(line, game->info->id) != 0 ||
        !read_line(&at, end, "position ", root, sizeof root) ||
        !read_line(&at, end, "score ", line, sizeof line) ||
        !parse_int("score", line, -1, 1, &score, err) || score == 0 ||
        !read_line(&at, end, "pieces ", line, sizeof line) ||
        !parse_int("pieces", line, 0, INT64_MAX, &pieces, err) ||
        !read_line(&at, end, "moves", line, sizeof line))
        return error_set(err, ERROR_CERTIFICATE_OTHER_GAME, game->info->id);
    if (pieces > CERTIFICATE_MAX_PIECES)
        return error_set(err, ERROR_CERTIFICATE_PIECES, pieces, CERTIFICATE_MAX_PIECES);
    *about = (Certificate){.score = (int)score, .pieces = (int)pieces};
    Walk  walk = {.game = game,
                  .about = about,
                  .err = err,
                  .at = at,
                  .end = end,
                  .stop = stop,
                  .most_work = LEAST_WORK + WORK_PER_BYTE * (uint64_t)size};
    void *pos = malloc(game->pos_size);
    if (pos == NULL)
        return error_set(err, ERROR_MEMORY);
    options_reset(&game->info->options, options);
    bool ok = position_parse(game, options, root, pos, err) && walk_root(&walk, pos);
    free(pos);
    if (ok && read_digit(&walk) >= 0)
        ok = error_set(err, ERROR_CERTIFICATE_SURPLUS);
    return ok;
}
