/* plateau explain: why a position has the score it has, term by term. */
#include "app/arguments/search_flags.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/words.h"
#include "core/position.h"
#include "core/score.h"

#include <stdio.h>
#include <stdlib.h>

/* What was given. */
typedef struct {
    bool        json;
    SearchFlags search;
} ExplainFlags;

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--eval", "EVAL",
     TEXT("evaluation, with weights: full,threat=3,form=logistic",
          "évaluation, avec poids : full,threat=3,form=logistic"),
     FLAG_TO_WORDS(ExplainFlags, search.eval)},
    {"--json", NULL, TEXT("machine-readable, one line", "lisible par une machine, une ligne"),
     FLAG_TO_SWITCH(ExplainFlags, json)},
    FLAGS_END,
};

static const ExplainFlags *given(const Call *call) { return call->given; }

typedef struct {
    const Game         *game;
    const void         *pos;
    const EvalTable    *table;
    const SearchChoice *choice;
    const char         *mover; /* the colour to move */
    int                 values[MAX_CRITERIA];
    int32_t             parts[MAX_CRITERIA], score;
} ScoreTerms;

static ScoreTerms take_apart(const Session *session, const SearchChoice *choice, Lang lang)
{
    const Game *game = session_game(session);
    ScoreTerms  account = {.game = game,
                           .pos = session_position(session),
                           .table = game->info->evals,
                           .choice = choice};
    Board       board;
    game->to_board(account.pos, &board);
    account.mover = text_in(&game->info->colours[board.turn], lang);
    game->criteria(account.pos, &choice->eval, account.values);
    account.score =
        eval_combine(&choice->eval, account.values, account.table->criterion_count, account.parts);
    return account;
}

/* The criterion that says most, -1 when none says anything. */
static int strongest(const ScoreTerms *account)
{
    int best = -1;
    for (int i = 0; i < account->table->criterion_count; i++)
        if (account->parts[i] != 0 &&
            (best < 0 || abs(account->parts[i]) > abs(account->parts[best])))
            best = i;
    return best;
}

static void write_verdict(const ScoreTerms *account, Lang lang, Str *out)
{
    static const Text better = TEXT("%s, to move, stands better by %s points",
                                    "%s, au trait, est mieux de %s points"),
                      worse = TEXT("%s, to move, stands worse by %s points",
                                   "%s, au trait, est moins bien de %s points"),
                      even = TEXT("%s, to move, stands even", "%s, au trait, est à égalité"),
                      mostly = TEXT("; most of it is %s (%s)", " ; surtout par %s (%s)");
    char        text[SCORE_TEXT_SIZE];
    int         main_term = strongest(account);
    const Text *verdict = account->score > 0 ? &better : account->score < 0 ? &worse : &even;
    score_format(abs(account->score), lang, text);
    str_printf(out, text_in(verdict, lang), account->mover, text + 1);
    if (main_term >= 0)
        str_printf(out, text_in(&mostly, lang), account->table->criteria[main_term].name,
                   score_format(account->parts[main_term], lang, text));
    str_text(out, ".\n");
}

static void write_term(const ScoreTerms *account, int i, Lang lang, Str *out)
{
    const EvalSetup *eval = &account->choice->eval;
    const Criterion *criterion = &account->table->criteria[i];
    char             part[SCORE_TEXT_SIZE], value[24];
    bool             has_power = eval->form == FORM_POLYNOMIAL && eval->powers[i] > 1;
    str_text(out, "  ");
    str_padded(out, criterion->name, 12);
    if (has_power)
        snprintf(value, sizeof value, "%+d^%d", account->values[i], eval->powers[i]);
    else
        snprintf(value, sizeof value, "%+d", account->values[i]);
    str_printf(out, "%10s x %8.2f = %11s   %s\n", value, (double)eval->weights[i] / 100,
               score_format(account->parts[i], lang, part), text_in(&criterion->help, lang));
}

static void write_text(const ScoreTerms *account, Lang lang, Str *out)
{
    static const Text evaluation = TEXT("Evaluation:", "Évaluation :"),
                      heads[] = {TEXT("criterion", "critère"), TEXT("value", "valeur"),
                                 TEXT("weight", "poids"), TEXT("adds", "apport")},
                      sum_text = TEXT("sum", "somme"), total = TEXT("score", "score"),
                      unused = TEXT("without weight:", "sans poids :");
    const EvalSetup *eval = &account->choice->eval;
    char             text[SCORE_TEXT_SIZE];
    Str              others = {0};
    int64_t          sum = 0;
    position_format(account->game, account->pos, out);
    str_printf(out, "\n%s %s (%s)\n\n  ", text_in(&evaluation, lang), account->choice->eval_name,
               eval_form_name(eval->form));
    str_padded(out, text_in(&heads[0], lang), 12);
    str_printf(out, "%10s   %8s   %11s\n", text_in(&heads[1], lang), text_in(&heads[2], lang),
               text_in(&heads[3], lang));
    for (int i = 0; i < account->table->criterion_count; i++) {
        sum += account->parts[i];
        if (eval_uses(eval, i))
            write_term(account, i, lang, out);
        else
            str_printf(&others, "%s%s", others.size > 0 ? ", " : "",
                       account->table->criteria[i].name);
    }
    if (eval->form == FORM_LOGISTIC) {
        str_text(out, "  ");
        str_padded(out, text_in(&sum_text, lang), 36);
        str_printf(out, "%11s\n", score_format((Score)sum, lang, text));
    }
    str_text(out, "  ");
    str_padded(out, text_in(&total, lang), 36);
    str_printf(out, "%11s\n", score_format(account->score, lang, text));
    if (others.size > 0)
        str_printf(out, "  (%s %s)\n", text_in(&unused, lang), str_get(&others));
    str_char(out, '\n');
    write_verdict(account, lang, out);
    str_free(&others);
}

static void write_json(const ScoreTerms *account, Lang lang, Str *out)
{
    const EvalSetup *eval = &account->choice->eval;
    Json             json = json_to(out);
    Str              position = {0};
    position_format(account->game, account->pos, &position);
    json_object(&json, NULL);
    json_string(&json, "game", account->game->info->id);
    json_string(&json, "position", str_get(&position));
    json_string(&json, "to_move", account->mover);
    json_string(&json, "evaluation", account->choice->eval_name);
    json_string(&json, "form", eval_form_name(eval->form));
    json_array(&json, "terms");
    for (int i = 0; i < account->table->criterion_count; i++) {
        if (!eval_uses(eval, i))
            continue;
        json_object(&json, NULL);
        json_string(&json, "criterion", account->table->criteria[i].name);
        json_string(&json, "help", text_in(&account->table->criteria[i].help, lang));
        json_int(&json, "value", account->values[i]);
        json_double(&json, "weight", (double)eval->weights[i] / 100, 2);
        json_int(&json, "power", eval->form == FORM_POLYNOMIAL ? eval->powers[i] : 1);
        json_double(&json, "contribution", (double)account->parts[i] / 100, 2);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_double(&json, "score", (double)account->score / 100, 2);
    json_end_object(&json);
    str_char(out, '\n');
    str_free(&position);
}

static int explain(const Call *call, Session *session)
{
    SearchChoice choice = {.threads = 1, .lines = 1};
    Error        err;
    Str          out = {0};
    if (!search_flags_read(&given(call)->search, session, &choice, &err))
        return fail(EXIT_BAD_INPUT, &err);
    if (choice.eval.net != NULL) {
        error_set(&err, ERROR_EXPLAIN_NET, choice.eval_name);
        return fail(EXIT_BAD_INPUT, &err);
    }
    Result result = session_result(session);
    if (result.is_over) {
        error_set(&err, ERROR_GAME_OVER_BY, reason_texts(result.reason));
        return fail(EXIT_BAD_INPUT, &err);
    }
    ScoreTerms account = take_apart(session, &choice, call->lang);
    if (given(call)->json)
        write_json(&account, call->lang, &out);
    else
        write_text(&account, call->lang, &out);
    int code = command_print(&out);
    str_free(&out);
    return code;
}

static int run(const Call *call)
{
    Error    err;
    Session *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    int code = explain(call, session);
    session_delete(session);
    return code;
}

const Command command_explain = {
    .name = "explain",
    .usage = "GAME",
    .summary = TEXT("why a position has its score, term by term",
                    "pourquoi une position a son score, terme à terme"),
    .flags = flags,
    .given_size = sizeof(ExplainFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
