#include "match/gamelog.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/parse.h"
#include "base/rng.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void gamelog_free(GameLog *log)
{
    str_free(&log->start);
    str_free(&log->moves);
    str_free(&log->evals);
    str_free(&log->note);
    str_free(&log->clocks);
    for (int seat = 0; seat < 2; seat++)
        str_free(&log->last_words[seat]);
}

bool gamelog_is_whole(const GameLog *log)
{
    return !log->start.failed && !log->moves.failed && !log->evals.failed && !log->note.failed &&
           !log->clocks.failed && !log->last_words[0].failed && !log->last_words[1].failed;
}

int gamelog_points(const Result *result)
{
    assert(result->winner >= PLAYER_NONE && result->winner <= 1);
    return result->winner == PLAYER_NONE ? 1 : result->winner == 0 ? 2 : 0;
}

/* ---- sums --------------------------------------------------------------------------------------
 */

static void sum_number(uint64_t *sum, uint64_t number) { *sum = rng_mix(*sum ^ number); }

static void sum_bytes(uint64_t *sum, const char *bytes, size_t size)
{
    sum_number(sum, size);
    sum_number(sum, checksum_bytes(bytes, size));
}

static void sum_str(uint64_t *sum, const Str *text) { sum_bytes(sum, str_get(text), text->size); }

uint64_t gamelog_sum(const GameLog *log)
{
    const char *result = result_text(&log->result), *reason = reason_word(log->result.reason);
    uint64_t    sum = 0;
    sum_number(&sum, (uint64_t)log->number);
    sum_number(&sum, (uint64_t)log->fixture.players[0]);
    sum_number(&sum, (uint64_t)log->fixture.players[1]);
    sum_number(&sum, (uint64_t)log->fixture.round);
    sum_number(&sum, log->fixture.opening);
    sum_number(&sum, log->seed);
    sum_number(&sum, (uint64_t)log->opening_plies);
    sum_str(&sum, &log->start);
    sum_str(&sum, &log->moves);
    sum_str(&sum, &log->evals);
    sum_bytes(&sum, result, strlen(result));
    sum_bytes(&sum, reason, strlen(reason));
    sum_str(&sum, &log->note);
    sum_str(&sum, &log->last_words[0]);
    sum_str(&sum, &log->last_words[1]);
    return sum;
}

uint64_t gamelog_timing_sum(const GameLog *log)
{
    uint64_t sum = 0;
    sum_number(&sum, (uint64_t)log->number);
    sum_number(&sum, (uint64_t)log->used_us[0]);
    sum_number(&sum, (uint64_t)log->used_us[1]);
    sum_number(&sum, (uint64_t)log->lasted_us);
    sum_str(&sum, &log->clocks);
    return sum;
}

/* ---- writing -----------------------------------------------------------------------------------
 */

static bool add_eval(const PlyNote *note, Str *out)
{
    if (note->has_eval)
        str_printf(out, "%d", (int)note->eval);
    return note->has_eval;
}

static bool add_clock(const PlyNote *note, Str *out)
{
    bool has_clock = note->left_us >= 0;
    if (has_clock)
        str_seconds(out, note->left_us);
    return has_clock;
}

/* A word for each move, "-" where it has none; nothing at all where no move has one. */
static void write_words(const BoutLog *bout, int plies, bool (*add)(const PlyNote *note, Str *out),
                        Str *out)
{
    assert(plies >= 0 && plies <= bout->capacity);
    bool has_any = false;
    for (int ply = 0; ply < plies; ply++) {
        const PlyNote *note = &bout->plies[ply];
        str_text(out, ply > 0 ? " " : "");
        bool has_word = note->is_played && add(note, out);
        has_any |= has_word;
        if (!has_word)
            str_char(out, '-');
    }
    if (!has_any)
        str_clear(out);
}

void gamelog_write(GameLog *log, const Session *session, int opening_plies, const BoutLog *bout)
{
    assert(opening_plies >= 0 && opening_plies <= session_ply(session));
    int plies = session_ply(session);
    log->opening_plies = opening_plies;
    log->result = bout->result;
    str_clear(&log->start);
    str_clear(&log->moves);
    str_clear(&log->evals);
    str_clear(&log->clocks);
    str_clear(&log->note);
    str_text(&log->start, session_start_text(session));
    session_format_moves(session, session_ply(session), &log->moves);
    if (plies > opening_plies) { /* otherwise nothing is noted */
        write_words(bout, plies, add_eval, &log->evals);
        write_words(bout, plies, add_clock, &log->clocks);
    }
    str_text(&log->note, bout->note);
    for (int seat = 0; seat < 2; seat++)
        log->used_us[seat] = bout->used_us[seat];
}

/* ---- as a record -------------------------------------------------------------------------------
 */

static bool read_notes(const GameLog *log, Record *record, Error *err)
{
    const char *evals = str_get(&log->evals), *clocks = str_get(&log->clocks);
    char        word[32];
    for (int ply = 0; ply < record->move_count; ply++) {
        RecordMove *move = &record->moves[ply];
        int64_t     number;
        if (parse_word(&evals, word, sizeof word) && strcmp(word, "-") != 0) {
            if (!parse_int("eval", word, -SCORE_INF, SCORE_INF, &number, err))
                return false;
            move->has_eval = true;
            move->eval = (Score)number;
        }
        if (parse_word(&clocks, word, sizeof word) && strcmp(word, "-") != 0 &&
            !parse_seconds("clock", word, 0, 1e7, &move->clock_us, err))
            return false;
    }
    return true;
}

static bool add_number(Record *record, const char *name, uint64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return record_add_tag(record, name, text);
}

static bool add_tags(const GameLog *log, const Pace paces[2], Record *record)
{
    bool ok = add_number(record, "Number", (uint64_t)log->number + 1) &&
              add_number(record, "Round", (uint64_t)log->fixture.round) &&
              add_number(record, "Opening", log->fixture.opening + 1) &&
              add_number(record, "OpeningPlies", (uint64_t)log->opening_plies) &&
              add_number(record, "Seed", log->seed);
    const TimeControl *first = &paces[0].clock, *second = &paces[1].clock;
    if (first->budget_us == second->budget_us && first->increment_us == second->increment_us)
        record->time = *first;
    else
        for (int seat = 0; seat < 2; seat++) {
            Str text = {0};
            time_control_format(&paces[seat].clock, &text);
            ok = ok &&
                 record_add_tag(record, seat == 0 ? "FirstTime" : "SecondTime", str_get(&text));
            str_free(&text);
        }
    if (log->note.size > 0)
        ok = ok && record_add_tag(record, "Note", str_get(&log->note));
    return ok;
}

bool gamelog_to_record(const GameLog *log, const Game *game, const char *const names[2],
                       const Pace paces[2], Record *out, Error *err)
{
    Session *session = session_new(game);
    if (session == NULL)
        return error_set(err, ERROR_MEMORY);
    bool ok = session_set_position(session, str_get(&log->start), err) &&
              session_play_moves(session, str_get(&log->moves), err);
    if (ok && log->result.is_over && !session_result(session).is_over)
        session_end(session, log->result.winner, log->result.reason);
    ok = ok && session_to_record(session, out, err);
    session_delete(session);
    if (!ok)
        return false;
    ok = record_set_text(&out->players[0], names[0]) &&
         record_set_text(&out->players[1], names[1]) && add_tags(log, paces, out);
    if (!ok)
        error_set(err, ERROR_MEMORY);
    ok = ok && read_notes(log, out, err);
    if (!ok)
        record_free(out);
    return ok;
}
