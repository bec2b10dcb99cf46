/* plateau tune: finds weights of an evaluation, by evolution, by SPSA or from games; or constants
 * of a search by SPSA. */
#include "app/tune/tune.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/json.h"
#include "core/position.h"
#include "learn/genetic.h"
#include "learn/spsa.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const Flag flags[] = {
    {"--eval", "EVAL",
     TEXT("whose weights are tuned (default: the game's first)",
          "dont les poids sont réglés (par défaut : la première du jeu)"),
     FLAG_TO_WORDS(TuneFlags, eval)},
    {"--search", "SEARCHER",
     TEXT("spsa: tune its constants instead (flagship, champion)",
          "spsa : régler plutôt ses constantes (flagship, champion)"),
     FLAG_TO_WORDS(TuneFlags, search)},
    {"--player", "PLAYER",
     TEXT("who plays the games (default pvs,depth=2; with --search SEARCHER,nodes=1000)",
          "qui joue (pvs,depth=2 ; avec --search CHERCHEUR,nodes=1000)"),
     FLAG_TO_WORDS(TuneFlags, player)},
    {"--population", "N", TEXT("genetic: individuals", "genetic : individus"),
     FLAG_TO_INT(TuneFlags, population, 2, GENETIC_MAX_POPULATION, 100)},
    {"--generations", "N", TEXT("genetic: how many", "genetic : générations"),
     FLAG_TO_INT(TuneFlags, generations, 1, GENETIC_MAX_GENERATIONS, 20)},
    {"--references", "N",
     TEXT("genetic: players whom all meet", "genetic : joueurs que tous rencontrent"),
     FLAG_TO_INT(TuneFlags, references, 1, MAX_REFERENCES, 20)},
    {"--elite", "N",
     TEXT("genetic: who stay, and are measured again (default a tenth)",
          "genetic : ceux qui restent, et sont remesurés (un dixième)"),
     FLAG_TO_INT(TuneFlags, elite, 0, GENETIC_MAX_POPULATION - 1, -1)},
    {"--pairs", "N",
     TEXT("of games with each reference, or in a step (default 1; spsa 4)",
          "paires de parties par référence, ou par pas (1 ; spsa 4)"),
     FLAG_TO_INT(TuneFlags, pairs, 1, 1000, 0)},
    {"--steps", "N", TEXT("spsa: how many", "spsa : pas"),
     FLAG_TO_INT(TuneFlags, steps, 1, SPSA_MAX_STEPS, 1000)},
    {"--reach", "P",
     TEXT("spsa: per cent that weights are moved by at first; 20: constants by their step",
          "spsa : déplacement initial des poids, en % ; 20 : constantes de leur pas"),
     FLAG_TO_INT(TuneFlags, reach, 1, 100, 20)},
    {"--epochs", "N",
     TEXT("logistic: passes through the games", "logistic : passages sur les parties"),
     FLAG_TO_INT(TuneFlags, epochs, 1, 10000, 20)},
    {"--score-share", "N",
     TEXT("logistic: per cent of the aim that is the search's score",
          "logistic : part du score de recherche dans le but, en %"),
     FLAG_TO_INT(TuneFlags, score_share, 0, 100, 0)},
    {"--seed", "N", TEXT("of all chance", "graine du hasard"),
     FLAG_TO_INT(TuneFlags, seed, 0, INT64_MAX, 1)},
    {"--threads", "N", TEXT("share the games", "se partagent les parties"),
     FLAG_TO_INT(TuneFlags, threads, 1, 64, 1)},
    {"--random-plies", "N", TEXT("of openings", "des ouvertures"),
     FLAG_TO_INT(TuneFlags, random_plies, 0, 200, 4)},
    {"--most-plies", "N", TEXT("then a draw", "au-delà : nulle"),
     FLAG_TO_INT(TuneFlags, most_plies, 1, 10000, 200)},
    {"--state", "FILE",
     TEXT("kept there: the same command goes on after an end of any kind",
          "gardé là : la même commande reprend après une interruption"),
     FLAG_TO_WORDS(TuneFlags, state)},
    {"--svg", "FILE",
     TEXT("chart of fitness and weights, renewed as it goes (genetic)",
          "courbe des notes et des poids, tenue à jour (genetic)"),
     FLAG_TO_WORDS(TuneFlags, svg)},
    {"--sprt", "E0,E1", TEXT("the test (default 0,10)", "le test (0,10 par défaut)"),
     FLAG_TO_WORDS(TuneFlags, sprt)},
    {"--test-games", "N",
     TEXT("of the test at most; 0: none", "du test, au plus ; 0 : pas de test"),
     FLAG_TO_INT(TuneFlags, test_games, 0, 1000000, 2000)},
    {"-o", "FILE",
     TEXT("the weights, only if the test is passed", "les poids, si le test est réussi"),
     FLAG_TO_WORDS(TuneFlags, output)},
    {"--json", NULL, TEXT("machine-readable", "lisible par une machine"),
     FLAG_TO_SWITCH(TuneFlags, json)},
    POSITION_FLAGS,
    FLAGS_END,
};

static const struct {
    const char *name;
    int (*run)(Tune *tune);
    bool has_games; /* a file of them is named */
    bool takes_search;
} kinds[] = {{"genetic", tune_genetic, false, false},
             {"spsa", tune_spsa, false, true},
             {"logistic", tune_logistic, true, false},
             {"champion", tune_champion, true, false}};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

void tune_rivals(const Tune *tune, Rivals *out)
{
    out->params = &tune->params;
    out->start = str_get(&tune->start);
    out->player = tune->player;
    out->seed = tune->seed;
    out->random_plies = tune->random_plies;
    out->most_plies = tune->most_plies;
    out->threads = tune->threads;
    out->stop = command_interrupt();
}

/* ---- the end -----------------------------------------------------------------------------------
 */

static void write_spec(const Tune *tune, const double values[], Str *out)
{
    str_printf(out, "%s,%s=", tune->player, params_setting(&tune->params));
    params_format(&tune->params, values, '+', out);
}

/* Openings of another seed: nobody has learnt from them. */
static bool test(const Tune *tune, const double values[], AdoptionResult *result, Error *err)
{
    Str      specs[2] = {{0}, {0}}, store = {0};
    Adoption adoption = {.game = tune->game,
                         .start = str_get(&tune->start),
                         .seed = (tune->seed + UINT64_C(1000003)) & INT64_MAX,
                         .random_plies = tune->random_plies,
                         .most_plies = tune->most_plies,
                         .concurrency = tune->threads,
                         .games = tune->test_games,
                         .sprt = tune->sprt,
                         .stop = command_interrupt()};
    write_spec(tune, values, &specs[0]);
    write_spec(tune, tune->params.values, &specs[1]);
    adoption.specs[0] = str_get(&specs[0]);
    adoption.specs[1] = str_get(&specs[1]);
    if (tune->state != NULL) {
        str_printf(&store, "%s.match", tune->state);
        adoption.store = str_get(&store);
    }
    bool ok = adopt_test(&adoption, result, err);
    str_free(&store);
    str_free(&specs[0]);
    str_free(&specs[1]);
    return ok;
}

static const char *verdict_word(const AdoptionResult *result)
{
    return result->is_adopted                       ? "adopted"
           : result->sprt.verdict == SPRT_ACCEPTS_0 ? "refused"
                                                    : "undecided";
}

static void write_text(const Tune *tune, const Str *weights, const AdoptionResult *result, Str *out)
{
    static const Text adopted = TEXT("better: adopted", "meilleur : adopté"),
                      refused =
                          TEXT("not better: nothing changes", "pas meilleur : rien ne change"),
                      open = TEXT("undecided: nothing changes", "indécis : rien ne change");
    str_printf(out, "%s\n", str_get(weights));
    if (result == NULL)
        return;
    const Text *verdict = result->is_adopted                       ? &adopted
                          : result->sprt.verdict == SPRT_ACCEPTS_0 ? &refused
                                                                   : &open;
    str_printf(out,
               "SPRT [%s] N %" PRId64 " W %" PRId64 " D %" PRId64 " L %" PRId64
               " LLR %.2f (%.2f, %.2f): %s\n",
               tune->sprt, result->wins + result->draws + result->losses, result->wins,
               result->draws, result->losses, result->sprt.llr, result->sprt.lower,
               result->sprt.upper, text_in(verdict, tune->call->lang));
}

static void write_json(const Tune *tune, const double values[], const Str *weights,
                       const AdoptionResult *result, Str *out)
{
    Json json = json_to(out);
    json_object(&json, NULL);
    json_string(&json, "game", tune->game->info->id);
    json_string(&json, params_setting(&tune->params), str_get(weights));
    json_object(&json, tune->params.constants != NULL ? "constants" : "weights");
    for (int i = 0; i < tune->params.count; i++)
        if (tune->params.constants != NULL)
            json_int(&json, tune->params.names[i], lround(values[i]));
        else
            json_double(&json, tune->params.names[i], values[i], 2);
    json_end_object(&json);
    if (result != NULL) {
        json_object(&json, "test");
        json_string(&json, "verdict", verdict_word(result));
        json_int(&json, "wins", result->wins);
        json_int(&json, "draws", result->draws);
        json_int(&json, "losses", result->losses);
        json_double(&json, "llr", result->sprt.llr, 4);
        json_end_object(&json);
    }
    json_end_object(&json);
    str_char(out, '\n');
}

int tune_finish(const Tune *tune, const double values[])
{
    AdoptionResult result;
    Error          err;
    Str            weights = {0}, out = {0};
    bool           is_tested = tune->test_games > 0, ok = true;
    params_format(&tune->params, values, ',', &weights);
    if (is_tested)
        ok = test(tune, values, &result, &err);
    if (ok && is_tested && result.is_adopted && tune->output != NULL) {
        str_printf(&out, "%s\n", str_get(&weights));
        ok = file_write(tune->output, str_get(&out), out.size, &err);
        str_clear(&out);
    }
    int code = ok ? EXIT_OK : fail(EXIT_FAILED, &err);
    if (ok && tune->is_json)
        write_json(tune, values, &weights, is_tested ? &result : NULL, &out);
    else if (ok)
        write_text(tune, &weights, is_tested ? &result : NULL, &out);
    if (ok)
        code = command_print(&out);
    str_free(&out);
    str_free(&weights);
    return code;
}

/* ---- the command -------------------------------------------------------------------------------
 */

/* What is tuned, and who plays meanwhile. */
static bool read_params(Tune *tune, Error *err)
{
    const char *eval = tune->given->eval, *search = tune->given->search;
    const char *player = tune->given->player;
    if (search != NULL && eval != NULL)
        return error_set(err, ERROR_TUNE_SEARCH_OR_EVAL);
    if (search != NULL)
        str_printf(&tune->usual_player, "%s,nodes=1000", search);
    else
        str_text(&tune->usual_player, "pvs,depth=2");
    tune->player = player != NULL ? player : str_get(&tune->usual_player);
    return search != NULL
               ? params_of_search(tune->game, search, tune->player, &tune->params, err)
               : params_of_eval(tune->game, eval != NULL ? eval : "", &tune->params, err);
}

static bool read_tune(Tune *tune, Error *err)
{
    const char *sprt = tune->given->sprt;
    Session    *session = command_session_of(tune->call, tune->call->args->positionals[1], err);
    if (session == NULL)
        return false;
    tune->game = session_game(session);
    position_format(tune->game, session_position(session), &tune->start);
    session_delete(session);
    tune->sprt = sprt != NULL ? sprt : "0,10";
    tune->state = tune->given->state;
    tune->chart = tune->given->svg;
    tune->output = tune->given->output;
    tune->is_json = tune->given->json;
    tune->threads = tune->given->threads;
    tune->random_plies = tune->given->random_plies;
    tune->most_plies = tune->given->most_plies;
    tune->seed = tune->given->seed;
    tune->test_games = tune->given->test_games + (tune->given->test_games & 1);
    return read_params(tune, err);
}

static int find_kind(const char *name)
{
    for (int i = 0; i < KIND_COUNT; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return i;
    return -1;
}

static int run(const Call *call)
{
    Tune   tune = {.call = call, .given = call->given};
    Error  err;
    Rivals rivals = {0};
    int    code = EXIT_BAD_INPUT, kind = find_kind(call->args->positionals[0]);
    if (kind < 0)
        error_set(&err, ERROR_TUNE_HOW, call->args->positionals[0]);
    else if (kinds[kind].has_games && call->args->positional_count != 3)
        error_set(&err, ERROR_TUNE_GAMES);
    else if (!kinds[kind].has_games && call->args->positional_count == 3)
        error_set(&err, ERROR_TUNE_TOO_MUCH, call->args->positionals[2]);
    else if (tune.given->search != NULL && !kinds[kind].takes_search)
        error_set(&err, ERROR_TUNE_ONLY_SPSA);
    else if (read_tune(&tune, &err)) {
        tune_rivals(&tune, &rivals);
        code = rivals_check(&rivals, &err) ? EXIT_OK : EXIT_BAD_INPUT;
    }
    code = code == EXIT_OK ? kinds[kind].run(&tune) : fail(code, &err);
    str_free(&tune.start);
    str_free(&tune.usual_player);
    return code;
}

const Command command_tune = {
    .name = "tune",
    .usage = "genetic|spsa|logistic|champion GAME [GAMES]",
    .summary = TEXT("find better weights, and prove them by a match",
                    "trouve de meilleurs poids, et les prouve par un match"),
    .flags = flags,
    .given_size = sizeof(TuneFlags),
    .min_positionals = 2,
    .max_positionals = 3,
    .run = run,
};
