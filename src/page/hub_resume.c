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
static bool is_machines_work(const Table *table, int from)
{
    const Session *session = table->session;
    const Game    *game = session_game(session);
    PositionCopy   at;
    bool           ok = position_copy_init(&at, game, NULL, NULL);
    for (int i = from; ok && i < session_ply(session); i++) {
        session_position_at(session, i, at.pos);
        ok = !table->seats[game->side(at.pos)].player.is_human;
    }
    position_copy_free(&at);
    return ok;
}

/* May the game be as the page's line says? `had` is what the page had last seen of it here. */
static bool may_resume(const Table *table, const Session *had, const Session *line)
{
    const Session *session = table->session;
    int            kept = common_plies(session, line), seen = session_ply(had);
    return common_plies(session, had) == seen && table->clock.control.budget_us == 0 &&
           !session_result(session).is_over && session_ply(line) <= MAX_PLIES_KEPT &&
           (!table->is_strict || kept == session_ply(session)) &&
           is_machines_work(table, kept > seen ? kept : seen);
}

static bool follow_line(Table *table, const Session *line, int kept, Error *err)
{
    session_go_to(table->session, kept);
    for (int i = kept; i < session_ply(line); i++) {
        if (!session_play(table->session, session_move(line, i), err))
            return false;
        table_note_share(table, i + 1, -1);
    }
    table_turn(table, clock_now_us());
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

static bool run_resume(Ask *ask, const void *fields, Error *err)
{
    const ResumeFields *resume = fields;
    Place              *place = ask_place(ask, resume->id, err);
    if (place == NULL)
        return false;
    Table   *table = place->table;
    Session *had = read_line(resume->had, table->session, err);
    Session *line = had != NULL ? read_line(resume->moves, table->session, err) : NULL;
    bool     ok = line != NULL;
    if (ok) {
        int  kept = common_plies(table->session, line);
        bool is_known = kept == session_ply(line) && kept >= session_ply(had);
        if (!is_known) {
            ok = (may_resume(table, had, line) || error_set(err, ERROR_PAGE_ELSEWHERE)) &&
                 follow_line(table, line, kept, err) && place_save(ask->hub, place, err);
            if (ok)
                place_changed(ask->hub, place);
        }
    }
    session_delete(line);
    session_delete(had);
    return ok;
}

REQUEST_ROW(resume, ResumeFields, "");
