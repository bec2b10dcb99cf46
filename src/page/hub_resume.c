/* A game that went on in the page while the server was away: what was played there is taken over,
 * unless people played on here too. */
#include "base/clock.h"
#include "base/errors.h"
#include "core/position_copy.h"
#include "page/hub_state.h"

#include <stdlib.h>

enum { MOVES_LIMIT = 32768 };

/* These moves from the same start; NULL and *err when they are none. The caller deletes it. */
static Session *read_line(const char *moves, const Session *game, Error *err)
{
    Session *line = session_new(session_game(game));
    if (line == NULL)
        error_set(err, ERROR_MEMORY);
    if (line != NULL && (!session_set_position(line, session_start_text(game), err) ||
                         !session_play_moves(line, moves, err))) {
        session_delete(line);
        line = NULL;
    }
    return line;
}

/* Moves that both begin with. */
static int common_plies(const Session *a, const Session *b)
{
    int count = 0;
    while (count < session_ply(a) && count < session_ply(b) &&
           session_move(a, count) == session_move(b, count))
        count++;
    return count;
}

/* Were all moves from this ply on chosen by machines? */
static bool is_machines_work(const PageGame *page_game, int from)
{
    const Session *session = page_game->session;
    const Game    *game = session_game(session);
    PositionCopy   at;
    bool           ok = position_copy_init(&at, game, NULL, NULL);
    for (int i = from; ok && i < session_ply(session); i++) {
        session_position_at(session, i, at.pos);
        ok = !page_game->seats[game->side(at.pos)].player.is_human;
    }
    position_copy_free(&at);
    return ok;
}

/* May the game be as the page's line says? `had` is what the page had last seen of it here. */
static bool may_resume(const PageGame *page_game, const Session *had, const Session *line)
{
    const Session *session = page_game->session;
    int            kept = common_plies(session, line), seen = session_ply(had);
    return common_plies(session, had) == seen && page_game->clock.control.budget_us == 0 &&
           !session_result(session).is_over && session_ply(line) <= MAX_PLIES_KEPT &&
           (!page_game->is_strict || kept == session_ply(session)) &&
           is_machines_work(page_game, kept > seen ? kept : seen);
}

static bool follow_line(PageGame *page_game, const Session *line, int kept, Error *err)
{
    session_go_to(page_game->session, kept);
    for (int i = kept; i < session_ply(line); i++) {
        if (!session_play(page_game->session, session_move(line, i), err))
            return false;
        page_game_note_share(page_game, i + 1, -1);
    }
    page_game_turn(page_game, clock_now_us());
    return true;
}

typedef struct {
    int64_t     id;
    const char *had, *moves;
} ResumeFields;

static const Field resume_fields[] = {
    GAME_ID(ResumeFields),
    MUST_TEXT(ResumeFields, had, MOVES_LIMIT),
    MUST_TEXT(ResumeFields, moves, MOVES_LIMIT),
};

static bool run_resume(Request *request, const void *fields, Error *err)
{
    const ResumeFields *resume = fields;
    OpenGame           *opened = request_game(request, resume->id, err);
    if (opened == NULL)
        return false;
    PageGame *page_game = opened->game;
    Session  *had = read_line(resume->had, page_game->session, err);
    Session  *line = had != NULL ? read_line(resume->moves, page_game->session, err) : NULL;
    bool      ok = line != NULL;
    if (ok) {
        int  kept = common_plies(page_game->session, line);
        bool is_known = kept == session_ply(line) && kept >= session_ply(had);
        if (!is_known) {
            ok = (may_resume(page_game, had, line) || error_set(err, ERROR_PAGE_ELSEWHERE)) &&
                 follow_line(page_game, line, kept, err) &&
                 open_game_save(request->hub, opened, err);
            if (ok)
                open_game_changed(request->hub, opened);
        }
    }
    session_delete(line);
    session_delete(had);
    return ok;
}

REQUEST_ROW(resume, ResumeFields, "");
