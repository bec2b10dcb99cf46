#include "match/match_output.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/json.h"
#include "base/numbers.h"
#include "base/rng.h"
#include "match/rating_output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Elo has no number when all games went one way. */
static void add_elo(double elo, int columns, Str *out)
{
    char text[32];
    if (isfinite(elo))
        numbers_print(text, sizeof text, "%+.1f", elo);
    else
        snprintf(text, sizeof text, "%cinf", elo > 0 ? '+' : '-');
    str_right(out, text, columns);
}

static double error_of(const EloEstimate *elo) { return (elo->high - elo->low) / 2; }

static double score_of(const Standing *row)
{
    uint64_t games = standing_games(row);
    return games > 0 ? ((double)row->wins + (double)row->draws / 2) / (double)games : 0;
}

/* ---- what the games tell -----------------------------------------------------------------------
 */

/* Games by who played them, from where, and how. */
typedef struct {
    MatchTally *tally;
    uint64_t   *sums; /* owned */
    size_t      capacity;
} TallyWalk;

static void count_forfeit(const GameLog *log, MatchTally *tally)
{
    const Result *result = &log->result;
    if (result->winner == PLAYER_NONE || !reason_is_forfeit(result->reason))
        return;
    int loser = log->fixture.players[1 - result->winner];
    tally->forfeits[loser][result->reason]++;
    tally->forfeits_of[loser]++;
}

static uint64_t sum_of(const GameLog *log)
{
    uint64_t start = checksum_bytes(str_get(&log->start), log->start.size);
    uint64_t moves = checksum_bytes(str_get(&log->moves), log->moves.size);
    uint64_t seats = (uint64_t)log->fixture.players[0] << 32 | (uint64_t)log->fixture.players[1];
    return rng_mix(seats ^ rng_mix(start ^ rng_mix(moves)));
}

static bool tally_game(const GameLog *log, void *user, Error *err)
{
    TallyWalk *walk = user;
    size_t     count = (size_t)walk->tally->games++;
    count_forfeit(log, walk->tally);
    if (count == walk->capacity) {
        size_t    capacity = 2 * walk->capacity + 1024;
        uint64_t *sums = realloc(walk->sums, capacity * sizeof sums[0]);
        if (sums == NULL)
            return error_set(err, ERROR_MEMORY);
        walk->sums = sums;
        walk->capacity = capacity;
    }
    walk->sums[count] = sum_of(log);
    return true;
}

static int compare_sums(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

bool match_tally(Store *store, MatchTally *out, Error *err)
{
    *out = (MatchTally){0};
    TallyWalk walk = {.tally = out};
    bool      ok = store_each_game(store, tally_game, &walk, err);
    if (ok && out->games > 1)
        qsort(walk.sums, (size_t)out->games, sizeof walk.sums[0], compare_sums);
    for (int64_t i = 1; ok && i < out->games; i++)
        out->repeats += walk.sums[i] == walk.sums[i - 1];
    free(walk.sums);
    return ok;
}

/* ---- table -------------------------------------------------------------------------------------
 */

static int name_width(const MatchSetup *setup)
{
    size_t width = 8;
    for (int i = 0; i < setup->schedule.players; i++)
        width = strlen(setup->names[i]) > width ? strlen(setup->names[i]) : width;
    return (int)width + 2;
}

static void write_head(int width, bool has_byes, Lang lang, Str *out)
{
    static const Text player = TEXT("player", "joueur");
    static const struct {
        Text head;
        int  columns;
    } columns[] = {
        {TEXT("games", "parties"), 8}, {TEXT("won", "gagnées"), 8}, {TEXT("drawn", "nulles"), 8},
        {TEXT("lost", "perdues"), 8},  {TEXT("score", "score"), 9}, {TEXT("Elo", "Elo"), 9},
        {TEXT("±", "±"), 8},           {TEXT("LOS", "LOS"), 9},     {TEXT("LL", "PP"), 6},
        {TEXT("LD", "PN"), 6},         {TEXT("DD", "NN"), 6},       {TEXT("WD", "GN"), 6},
        {TEXT("WW", "GG"), 6},
    };
    static const Text byes = TEXT("byes", "exempt");
    str_padded(out, text_in(&player, lang), width);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        str_right(out, text_in(&columns[i].head, lang), columns[i].columns);
    if (has_byes)
        str_right(out, text_in(&byes, lang), 8);
    str_char(out, '\n');
}

static void write_row(const MatchSetup *setup, const Standing *row, int width, bool has_byes,
                      Str *out)
{
    str_padded(out, setup->names[row->player], width);
    str_printf(out, "%8" PRIu64 "%8" PRIu64 "%8" PRIu64 "%8" PRIu64, standing_games(row), row->wins,
               row->draws, row->losses);
    str_printf(out, "%7.1f %%", 100 * score_of(row));
    add_elo(row->elo.elo, 9, out);
    if (isfinite(error_of(&row->elo)))
        str_printf(out, "%8.1f", error_of(&row->elo));
    else
        str_right(out, "-", 8);
    str_printf(out, "%7.1f %%", 100 * row->elo.superiority);
    for (int i = 0; i < PAIR_SCORES; i++)
        str_printf(out, "%6" PRIu64, row->pairs[i]);
    if (has_byes)
        str_printf(out, "%8.1f", row->byes / 2.0);
    str_char(out, '\n');
}

static const char *verdict_text(const SprtState *sprt, Lang lang)
{
    static const Text texts[] = {
        [SPRT_RUNNING] = TEXT("undecided", "pas encore tranché"),
        [SPRT_ACCEPTS_0] = TEXT("not better", "pas meilleur"),
        [SPRT_ACCEPTS_1] = TEXT("better", "meilleur"),
    };
    return text_in(&texts[sprt->verdict], lang);
}

static void write_test(const MatchSetup *setup, const MatchState *state, Lang lang, Str *out)
{
    const SprtTest   *test = &setup->sprt;
    const SprtState  *sprt = &state->sprt;
    static const Text kinds[] = {[ELO_NORMALISED] = TEXT("normalised Elo", "Elo normalisé"),
                                 [ELO_LOGISTIC] = TEXT("logistic Elo", "Elo logistique")};
    static const Text beside = TEXT("%s for %s against %s", "%s au lieu de %s contre %s");
    bool              is_gauntlet = setup->schedule.format == FORMAT_GAUNTLET;
    str_printf(out, "SPRT %s [%g, %g]  LLR %.2f (%.2f, %.2f)  ", text_in(&kinds[test->kind], lang),
               test->elo0, test->elo1, sprt->llr, sprt->lower, sprt->upper);
    if (is_gauntlet)
        str_printf(out, text_in(&beside, lang), setup->names[1], setup->names[2], setup->names[0]);
    else
        str_text(out, setup->names[0]);
    str_printf(out, ": %s\n", verdict_text(sprt, lang));
}

static bool has_byes(const Standings *standings)
{
    for (int i = 0; i < standings->count; i++)
        if (standings->rows[i].byes > 0)
            return true;
    return false;
}

static void write_forfeits(const MatchSetup *setup, const MatchTally *tally, Lang lang, Str *out)
{
    static const Text head = TEXT("forfeits of", "forfaits de");
    for (int i = 0; i < setup->schedule.players; i++) {
        const char *separator = ": ";
        if (tally->forfeits_of[i] == 0)
            continue;
        str_printf(out, "%s %s", text_in(&head, lang), setup->names[i]);
        for (int reason = 0; reason < REASON_COUNT; reason++)
            if (tally->forfeits[i][reason] > 0) {
                str_printf(out, "%s%s %" PRId64, separator, reason_word((Reason)reason),
                           tally->forfeits[i][reason]);
                separator = ", ";
            }
        str_char(out, '\n');
    }
}

/* Errors and tests count every game as a new one. Where more than one in twenty is not, they should
 * know. */
static void write_repeats(const MatchTally *tally, Lang lang, Str *out)
{
    static const Text line =
        TEXT("%" PRId64 " of %" PRId64 " games repeat another, move for move: they prove nothing "
             "new (more openings?)\n",
             "%" PRId64 " parties sur %" PRId64 " en répètent une autre, coup pour coup : elles ne "
             "prouvent rien de plus (plus d'ouvertures ?)\n");
    if (tally->repeats * 20 > tally->games)
        str_printf(out, text_in(&line, lang), tally->repeats, tally->games);
}

void match_write_table(const MatchSetup *setup, const MatchState *state, const MatchTally *tally,
                       Lang lang, Str *out)
{
    static const Text winner = TEXT("winner", "vainqueur");
    const Standings  *standings = &state->standings;
    int               width = name_width(setup);
    bool              shows_byes = has_byes(standings);
    write_head(width, shows_byes, lang, out);
    for (int i = 0; i < standings->count; i++)
        write_row(setup, &standings->rows[i], width, shows_byes, out);
    write_forfeits(setup, tally, lang, out);
    write_repeats(tally, lang, out);
    if (setup->has_sprt)
        write_test(setup, state, lang, out);
    if (standings->winner != NOBODY)
        str_printf(out, "%s: %s\n", text_in(&winner, lang), setup->names[standings->winner]);
}

void match_write_progress(const MatchSetup *setup, const MatchState *state, Str *out)
{
    const Standing *best = &state->standings.rows[0];
    str_printf(out, "%" PRId64 "/%" PRId64 "  %.24s +%" PRIu64 " =%" PRIu64 " -%" PRIu64,
               state->finished, state->known, setup->names[best->player], best->wins, best->draws,
               best->losses);
    str_text(out, "  Elo");
    add_elo(best->elo.elo, 8, out);
    if (isfinite(error_of(&best->elo)))
        str_printf(out, " ± %.1f", error_of(&best->elo));
    if (setup->has_sprt)
        str_printf(out, "  LLR %.2f (%.2f, %.2f)", state->sprt.llr, state->sprt.lower,
                   state->sprt.upper);
}

/* ---- JSON and CSV ------------------------------------------------------------------------------
 */

static const char *status_word(MatchStatus status)
{
    static const char *const words[] = {[MATCH_RUNNING] = "running",
                                        [MATCH_STOPPED] = "stopped",
                                        [MATCH_COMPLETE] = "complete",
                                        [MATCH_DECIDED] = "decided"};
    return words[status];
}

/* JSON has no infinity: such a value is left out. */
static void add_finite(Json *json, const char *key, double value)
{
    if (isfinite(value))
        json_double(json, key, value, 2);
}

static void write_json_row(const MatchSetup *setup, const Standing *row, const MatchTally *tally,
                           const Ratings *ratings, Json *json)
{
    json_object(json, NULL);
    json_string(json, "name", setup->names[row->player]);
    json_string(json, "player", setup->specs[row->player]);
    json_int(json, "games", (int64_t)standing_games(row));
    json_int(json, "wins", (int64_t)row->wins);
    json_int(json, "draws", (int64_t)row->draws);
    json_int(json, "losses", (int64_t)row->losses);
    json_double(json, "points", standing_points(row), 1);
    json_double(json, "score", score_of(row), 6);
    add_finite(json, "elo", row->elo.elo);
    add_finite(json, "elo_low", row->elo.low);
    add_finite(json, "elo_high", row->elo.high);
    add_finite(json, "elo_normalised", row->elo.normalised);
    json_double(json, "superiority", row->elo.superiority, 6);
    if (ratings != NULL) {
        json_double(json, "rating", ratings->rows[row->player].elo, 2);
        json_double(json, "rating_error", ratings->rows[row->player].error, 2);
    }
    json_array(json, "pairs");
    for (int i = 0; i < PAIR_SCORES; i++)
        json_int(json, NULL, (int64_t)row->pairs[i]);
    json_end_array(json);
    json_object(json, "forfeits");
    for (int reason = 0; reason < REASON_COUNT; reason++)
        if (tally->forfeits[row->player][reason] > 0)
            json_int(json, reason_word((Reason)reason), tally->forfeits[row->player][reason]);
    json_end_object(json);
    json_end_object(json);
}

void match_write_json(const MatchSetup *setup, const MatchState *state, const MatchTally *tally,
                      const Ratings *ratings, Str *out)
{
    static const char *const verdicts[] = {"undecided", "not better", "better"};
    Json                     json = json_to(out);
    json_object(&json, NULL);
    json_string(&json, "game", setup->game->info->id);
    json_string(&json, "start", str_get(&setup->start));
    json_string(&json, "format", match_format_name(setup->schedule.format));
    json_string(&json, "status", status_word(state->status));
    json_int(&json, "finished", state->finished);
    json_int(&json, "known", state->known);
    json_int(&json, "repeats", tally->repeats);
    json_array(&json, "standings");
    for (int i = 0; i < state->standings.count; i++)
        write_json_row(setup, &state->standings.rows[i], tally, ratings, &json);
    json_end_array(&json);
    if (setup->has_sprt) {
        json_object(&json, "sprt");
        json_string(&json, "elo", setup->sprt.kind == ELO_LOGISTIC ? "logistic" : "normalised");
        json_double(&json, "elo0", setup->sprt.elo0, 4);
        json_double(&json, "elo1", setup->sprt.elo1, 4);
        json_double(&json, "llr", state->sprt.llr, 4);
        json_double(&json, "lower", state->sprt.lower, 4);
        json_double(&json, "upper", state->sprt.upper, 4);
        json_string(&json, "verdict", verdicts[state->sprt.verdict]);
        json_end_object(&json);
    }
    if (state->standings.winner != NOBODY)
        json_string(&json, "winner", setup->names[state->standings.winner]);
    json_end_object(&json);
    str_char(out, '\n');
}

static void add_cell(double value, Str *out)
{
    str_char(out, ',');
    if (isfinite(value))
        str_printf(out, "%.2f", value);
}

void match_write_csv(const MatchSetup *setup, const MatchState *state, const Ratings *ratings,
                     Str *out)
{
    str_text(out, "rank,player,games,wins,draws,losses,points,score,elo,elo_low,elo_high,"
                  "superiority,ll,ld,dd,wd,ww,rating,rating_error\n");
    for (int i = 0; i < state->standings.count; i++) {
        const Standing *row = &state->standings.rows[i];
        str_printf(out, "%d,", i + 1);
        csv_quote(setup->names[row->player], out);
        str_printf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.1f,%.4f",
                   standing_games(row), row->wins, row->draws, row->losses, standing_points(row),
                   score_of(row));
        add_cell(row->elo.elo, out);
        add_cell(row->elo.low, out);
        add_cell(row->elo.high, out);
        str_printf(out, ",%.4f", row->elo.superiority);
        for (int j = 0; j < PAIR_SCORES; j++)
            str_printf(out, ",%" PRIu64, row->pairs[j]);
        add_cell(ratings != NULL ? ratings->rows[row->player].elo : NAN, out);
        add_cell(ratings != NULL ? ratings->rows[row->player].error : NAN, out);
        str_char(out, '\n');
    }
}

/* ---- game by game ------------------------------------------------------------------------------
 */

typedef struct {
    const MatchSetup *setup;
    Str               text;
} GameList;

static bool add_record(const GameLog *log, void *user, Error *err)
{
    GameList         *list = user;
    const MatchSetup *setup = list->setup;
    const int        *players = log->fixture.players;
    if (!setup_check_seats(setup, players, log->number, err))
        return false;
    const char *const names[2] = {setup->names[players[0]], setup->names[players[1]]};
    const Pace        paces[2] = {setup->paces[players[0]], setup->paces[players[1]]};
    Record            record;
    if (!gamelog_to_record(log, setup->game, names, paces, &record, err))
        return false;
    if (list->text.size > 0)
        str_char(&list->text, '\n');
    record_format(&record, &list->text);
    record_free(&record);
    return true;
}

/* The first `most` words of a text, and how many it has. */
static int copy_words(const char *text, int most, Str *out)
{
    int count = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (count < most)
            str_printf(out, "%s%.*s", count > 0 ? " " : "", (int)length, text);
        count++;
        text += length;
        text += strspn(text, " ");
    }
    return count;
}

static bool add_csv_line(const GameLog *log, void *user, Error *err)
{
    GameList  *list = user;
    Str       *out = &list->text, opening = {0};
    const int *players = log->fixture.players;
    if (!setup_check_seats(list->setup, players, log->number, err))
        return false;
    int plies = copy_words(str_get(&log->moves), log->opening_plies, &opening);
    str_printf(out, "%" PRId64 ",", log->number + 1);
    for (int seat = 0; seat < 2; seat++) {
        csv_quote(list->setup->names[players[seat]], out);
        str_char(out, ',');
    }
    csv_quote(str_get(&log->start), out);
    str_char(out, ',');
    csv_quote(str_get(&opening), out);
    str_printf(out, ",%s,%s,%d,%d", result_text(&log->result), reason_word(log->result.reason),
               log->opening_plies, plies);
    for (int seat = 0; seat < 2; seat++)
        str_printf(out, ",%.6f", (double)log->used_us[seat] / 1e6);
    str_printf(out, ",%.6f,", (double)log->lasted_us / 1e6);
    csv_quote(str_get(&log->note), out);
    str_char(out, '\n');
    str_free(&opening);
    return true;
}

/* Writes the head and what `add` makes of each game, by number. */
static bool write_games(const MatchSetup *setup, Store *store, const char *path, const char *head,
                        bool (*add)(const GameLog *log, void *user, Error *err), Error *err)
{
    GameList list = {.setup = setup};
    str_text(&list.text, head);
    bool ok = store_each_game(store, add, &list, err);
    if (ok && list.text.failed)
        ok = error_set(err, ERROR_MEMORY);
    ok = ok && file_write(path, str_get(&list.text), list.text.size, err);
    str_free(&list.text);
    return ok;
}

bool match_write_records(const MatchSetup *setup, Store *store, const char *path, Error *err)
{
    return write_games(setup, store, path, "", add_record, err);
}

bool match_write_games_csv(const MatchSetup *setup, Store *store, const char *path, Error *err)
{
    return write_games(setup, store, path,
                       "game,first,second,start,opening,result,reason,opening_plies,plies,"
                       "first_seconds,second_seconds,seconds,note\n",
                       add_csv_line, err);
}
