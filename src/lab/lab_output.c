#include "lab/lab.h"

#include "base/json.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/score.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

static double effective_branching(const Trial *trial, int depth)
{
    assert(depth > 0);
    return pow((double)trial->counts.nodes, 1.0 / depth);
}

static double first_cut_percent(const Trial *trial)
{
    const SearchCounts *counts = &trial->counts;
    return counts->cutoffs > 0 ? 100 * (double)counts->first_cutoffs / (double)counts->cutoffs : 0;
}

void lab_write_head(const Lab *lab, Str *out)
{
    static const Text heads[] = {
        TEXT("searcher", "recherche"), TEXT("value", "valeur"),    TEXT("best", "coup"),
        TEXT("nodes", "nœuds"),        TEXT("leaves", "feuilles"), TEXT("cuts", "coupes"),
        TEXT("1st cut", "au 1er"),     TEXT("again", "reprises"),  TEXT("hits", "trouvés"),
        TEXT("memory", "mémoire"),     TEXT("cpu", "calcul"),      TEXT("branch", "branch."),
    };
    static const int widths[] = {-13, -11, -7, 11, 11, 10, 8, 9, 9, 9, 9, 8};
    if (lab->output == OUTPUT_CSV)
        str_text(out, "searcher,value,best,nodes,leaves,cutoffs,first_cutoff_percent,researches,"
                      "table_hits,memory_bytes,cpu_seconds,effective_branching\n");
    if (lab->output != OUTPUT_TABLE)
        return;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        const char *text = text_in(&heads[i], lab->lang);
        if (widths[i] < 0)
            str_padded(out, text, -widths[i]);
        else
            str_right(out, text, widths[i]);
    }
    str_char(out, '\n');
}

static void write_row(const Lab *lab, const Trial *trial, Str *out)
{
    const Game         *game = session_game(lab->session);
    const SearchCounts *counts = &trial->counts;
    char                value[SCORE_TEXT_SIZE], move[MOVE_TEXT_SIZE];
    score_format(trial->score, lab->lang, value);
    notation_format(game, session_position(lab->session), trial->best, move);
    str_padded(out, searcher_name(trial->searcher), 13);
    str_padded(out, trial->is_finished ? value : "-", 11);
    str_padded(out, trial->is_finished ? move : "-", 7);
    str_printf(out, "%11" PRIu64 "%11" PRIu64 "%10" PRIu64, counts->nodes, counts->leaves,
               counts->cutoffs);
    if (counts->cutoffs > 0)
        str_printf(out, "%6.1f %%", first_cut_percent(trial));
    else
        str_printf(out, "%8s", "-");
    str_printf(out, "%9" PRIu64 "%9" PRIu64 "%6.1f MB%7.3f s%8.2f\n", counts->researches,
               counts->table_hits, (double)(counts->memory + trial->table_bytes) / 1e6,
               (double)trial->cpu_us / 1e6, effective_branching(trial, lab->choice.limits.depth));
}

static void write_csv(const Lab *lab, const Trial *trial, Str *out)
{
    const SearchCounts *counts = &trial->counts;
    char                move[MOVE_TEXT_SIZE];
    notation_format(session_game(lab->session), session_position(lab->session), trial->best, move);
    str_printf(out, "%s,%.2f,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.2f,%" PRIu64 ",%" PRIu64,
               searcher_name(trial->searcher), (double)trial->score / 100, move, counts->nodes,
               counts->leaves, counts->cutoffs, first_cut_percent(trial), counts->researches,
               counts->table_hits);
    str_printf(out, ",%" PRIu64 ",%.6f,%.4f\n", counts->memory + trial->table_bytes,
               (double)trial->cpu_us / 1e6, effective_branching(trial, lab->choice.limits.depth));
}

static void write_json(const Lab *lab, const Trial *trial, Str *out)
{
    const SearchCounts *counts = &trial->counts;
    char                move[MOVE_TEXT_SIZE];
    Json                json = json_to(out);
    notation_format(session_game(lab->session), session_position(lab->session), trial->best, move);
    json_object(&json, NULL);
    json_string(&json, "searcher", searcher_name(trial->searcher));
    json_bool(&json, "finished", trial->is_finished);
    json_double(&json, "value", (double)trial->score / 100, 2);
    json_string(&json, "best", move);
    json_int(&json, "nodes", (int64_t)counts->nodes);
    json_int(&json, "leaves", (int64_t)counts->leaves);
    json_int(&json, "cutoffs", (int64_t)counts->cutoffs);
    json_double(&json, "first_cutoff_percent", first_cut_percent(trial), 2);
    json_int(&json, "researches", (int64_t)counts->researches);
    json_int(&json, "table_hits", (int64_t)counts->table_hits);
    json_int(&json, "memory_bytes", (int64_t)(counts->memory + trial->table_bytes));
    json_double(&json, "cpu_seconds", (double)trial->cpu_us / 1e6, 6);
    json_double(&json, "effective_branching", effective_branching(trial, lab->choice.limits.depth),
                4);
    json_end_object(&json);
    str_char(out, '\n');
}

void lab_write_trial(const Lab *lab, const Trial *trial, Str *out)
{
    if (lab->output == OUTPUT_JSON)
        write_json(lab, trial, out);
    else if (lab->output == OUTPUT_CSV)
        write_csv(lab, trial, out);
    else
        write_row(lab, trial, out);
}

void lab_write_chart(const Lab *lab, Str *out)
{
    static const Text title = TEXT("%s: nodes by depth", "%s : nœuds selon la profondeur"),
                      depth = TEXT("depth (plies)", "profondeur (demi-coups)"),
                      nodes = TEXT("nodes", "nœuds");
    PlotSeries series[SEARCHER_COUNT];
    Lang       lang = lab->lang;
    Str        head = {0}, where = {0};
    int        count = 0;
    for (int i = 0; i < SEARCHER_COUNT; i++)
        if (lab->curve_length[i] > 0) {
            series[count] = (PlotSeries){.name = searcher_name((SearcherId)i),
                                         .points = lab->curves[i],
                                         .count = lab->curve_length[i]};
            count++;
        }
    const Game *game = session_game(lab->session);
    str_printf(&head, text_in(&title, lang), text_in(&game->info->name, lang));
    position_format(game, session_position(lab->session), &where);
    plot_svg(&(Plot){.title = str_get(&head),
                     .subtitle = str_get(&where),
                     .x_label = text_in(&depth, lang),
                     .y_label = text_in(&nodes, lang),
                     .is_x_whole = true,
                     .is_y_log = true,
                     .series = series,
                     .count = count},
             out);
    str_free(&where);
    str_free(&head);
}
