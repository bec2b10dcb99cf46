#include "match/openings.h"

#include "base/errors.h"
#include "base/rng.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/position_copy.h"
#include "core/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void openings_free(Openings *openings)
{
    for (int i = 0; i < openings->count; i++)
        free(openings->lines[i]);
    free(openings->lines);
    *openings = (Openings){0};
}

bool openings_add(Openings *openings, const char *line, Error *err)
{
    if (openings->count == openings->capacity) {
        int    capacity = openings->capacity * 2 + 64;
        char **lines = realloc(openings->lines, (size_t)capacity * sizeof lines[0]);
        if (lines == NULL)
            return error_set(err, ERROR_MEMORY);
        openings->lines = lines;
        openings->capacity = capacity;
    }
    char *copy = strdup(line);
    if (copy == NULL)
        return error_set(err, ERROR_MEMORY);
    openings->lines[openings->count++] = copy;
    return true;
}

/* ---- lines -------------------------------------------------------------------------------------
 */

/* A board has rows joined by '/', moves have not. */
static bool is_position(const char *text)
{
    static const char start[] = "startpos";
    size_t            length = strcspn(text, " ");
    bool              is_start = length == strlen(start) && memcmp(text, start, length) == 0;
    return is_start || memchr(text, '/', length) != NULL;
}

static bool play_line(const char *line, Session *session, Error *err)
{
    static const char word[] = " moves ";
    if (!is_position(line))
        return session_play_moves(session, line, err);
    const char *moves = strstr(line, word);
    Str         position = {0};
    str_bytes(&position, line, moves != NULL ? (size_t)(moves - line) : strlen(line));
    bool ok = session_set_position(session, str_get(&position), err);
    str_free(&position);
    return ok && (moves == NULL || session_play_moves(session, moves + strlen(word), err));
}

bool openings_check(const char *line, Session *session, Error *err)
{
    Str start = {0};
    str_text(&start, session_start_text(session));
    bool ok = play_line(line, session, err);
    if (ok && session_result(session).is_over)
        ok = error_set(err, ERROR_OPENING_OVER);
    bool is_back = session_set_position(session, str_get(&start), ok ? err : NULL);
    str_free(&start);
    return ok && is_back;
}

/* ---- turning -----------------------------------------------------------------------------------
 */

static int draw_symmetry(const Session *session, uint64_t *rng)
{
    Board board;
    int   allowed[SYMMETRY_COUNT], count = 0;
    session_game(session)->to_board(session_position(session), &board);
    unsigned symmetries = session_game(session)->symmetries(&board);
    for (int t = 0; t < SYMMETRY_COUNT; t++)
        if (t == 0 || (symmetries >> t & 1) != 0)
            allowed[count++] = t;
    return allowed[rng_below(rng, (uint32_t)count)];
}

/* The line so far, as text, seen through the transform. */
static bool write_turned(const Session *session, int transform, void *from, void *to, Str *start,
                         Str *moves)
{
    const Game *game = session_game(session);
    session_position_at(session, 0, from);
    if (!position_transform(game, from, transform, false, to))
        return false;
    position_format(game, to, start);
    for (int ply = 0; ply < session_ply(session); ply++) {
        char text[MOVE_TEXT_SIZE];
        session_position_at(session, ply, from);
        Move move = position_transform_move(game, from, session_move(session, ply), transform, to);
        if (move == MOVE_NONE)
            return false;
        str_printf(moves, "%s ", notation_format(game, to, move, text));
        session_position_at(session, ply + 1, from);
        if (!position_transform(game, from, transform, false, to))
            return false;
    }
    return true;
}

/* Where a game has no such position, the line stays as it is. */
static bool turn(Session *session, uint64_t *rng, Error *err)
{
    const Game *game = session_game(session);
    int         transform = draw_symmetry(session, rng);
    void       *from = calloc(1, game->pos_size), *to = calloc(1, game->pos_size);
    Str         start = {0}, moves = {0};
    bool        ok = from != NULL && to != NULL ? true : error_set(err, ERROR_MEMORY);
    if (ok && transform != 0 && write_turned(session, transform, from, to, &start, &moves))
        ok = session_set_position(session, str_get(&start), err) &&
             session_play_moves(session, str_get(&moves), err);
    str_free(&moves);
    str_free(&start);
    free(to);
    free(from);
    return ok;
}

/* ---- random plies ------------------------------------------------------------------------------
 */

/* Can the player to move win at once? Then the opening decides the game. */
static bool has_win_in_one(const Session *session)
{
    const Game  *game = session_game(session);
    Move         moves[MAX_MOVES];
    int          count = game->gen(session_position(session), moves);
    int          side = session_side(session);
    bool         has_win = false;
    PositionCopy copy;
    bool         ok = position_copy_init(&copy, game, session_position(session), NULL);
    for (int i = 0; ok && i < count && !has_win; i++) {
        position_copy_make(&copy, moves[i]);
        has_win = position_result(game, copy.pos).winner == side;
        position_copy_unmake(&copy, moves[i]);
    }
    position_copy_free(&copy);
    return has_win;
}

static bool try_random(Session *session, int plies, bool is_sensible, uint64_t *rng, Error *err)
{
    assert(plies >= 0);
    const Game *game = session_game(session);
    for (int i = 0; i < plies && !session_result(session).is_over; i++) {
        Move moves[MAX_MOVES];
        int  count = is_sensible && game->info->sensible != NULL
                         ? game->info->sensible(session_position(session), moves)
                         : game->gen(session_position(session), moves);
        if (!session_play(session, moves[rng_below(rng, (uint32_t)count)], err))
            return false;
    }
    return true;
}

/* Tries until nobody has won or wins at once; where that is hopeless, with fewer plies: one less,
 * or as few as the games that ended on the way had. */
static bool play_random(Session *session, int plies, bool is_sensible, uint64_t *rng, Error *err)
{
    enum { TRIES = 50 };
    int begin = session_ply(session);
    while (plies > 0) {
        int longest = 0;
        for (int i = 0; i < TRIES; i++) {
            if (!try_random(session, plies, is_sensible, rng, err))
                return false;
            if (!session_result(session).is_over && !has_win_in_one(session))
                return true;
            int length = session_ply(session) - begin;
            longest = length > longest ? length : longest;
            while (session_ply(session) > begin)
                session_undo(session);
        }
        plies = longest - 1;
    }
    return true;
}

bool openings_play(const Openings *openings, uint64_t number, Session *session, Error *err)
{
    assert(openings->random_plies >= 0 && openings->count >= 0);
    uint64_t rng = rng_mix(openings->seed ^ rng_mix(number + 1));
    if (openings->count > 0 &&
        !play_line(openings->lines[number % (uint64_t)openings->count], session, err))
        return false;
    if (openings->is_turned && !turn(session, &rng, err))
        return false;
    return play_random(session, openings->random_plies, openings->is_sensible, &rng, err);
}
