/* plateau show: a position drawn, with its text, result and legal moves. */
#include "app/arguments/command.h"
#include "base/json.h"
#include "base/words.h"
#include "core/draw.h"
#include "core/notation.h"
#include "core/position.h"

/* What was given. */
typedef struct {
    bool json;
} ShowFlags;

static const Flag flags[] = {
    POSITION_FLAGS,
    {"--ascii", NULL, TEXT("letters instead of symbols", "des lettres au lieu de symboles"),
     FLAG_NOT_BOUND},
    {"--json", NULL, TEXT("machine-readable, one line", "lisible par une machine, une ligne"),
     FLAG_TO_SWITCH(ShowFlags, json)},
    FLAGS_END,
};

static const ShowFlags *given(const Call *call) { return call->given; }

static void write_text(const Call *call, const Session *session, Str *out)
{
    const Game *game = session_game(session);
    const void *pos = session_position(session);
    Result      result = session_result(session);
    DrawStyle   style = {.unicode = !command_uses_ascii(call), .colour = command_uses_colour()};
    Board       board;
    Move        moves[MAX_MOVES];
    int         count = result.is_over ? 0 : game->gen(pos, moves);
    session_last_squares(session, &style.marks[0], &style.marks[1]);
    draw_board(game, pos, &style, out);
    game->to_board(pos, &board);
    position_format(game, pos, out);
    str_char(out, '\n');
    if (result.is_over) {
        str_printf(out, "%s: %s (%s)\n", word(WORD_GAME_OVER, call->lang), result_text(&result),
                   reason_text(result.reason, call->lang));
        return;
    }
    str_printf(out, "%s %s\n%s", text_in(&game->info->colours[board.turn], call->lang),
               word(WORD_TO_MOVE, call->lang), word(WORD_LEGAL_MOVES, call->lang));
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        str_printf(out, " %s", notation_format(game, pos, moves[i], text));
    }
    str_char(out, '\n');
}

static void write_json(const Session *session, Str *out)
{
    const Game *game = session_game(session);
    const void *pos = session_position(session);
    Result      result = session_result(session);
    Move        moves[MAX_MOVES];
    int         count = result.is_over ? 0 : game->gen(pos, moves);
    Json        json = json_to(out);
    Str         text = {0};
    position_format(game, pos, &text);
    json_object(&json, NULL);
    json_string(&json, "game", game->info->id);
    json_string(&json, "position", str_get(&text));
    json_int(&json, "player", session_side(session));
    json_string(&json, "result", result_text(&result));
    json_string(&json, "reason", reason_word(result.reason));
    json_array(&json, "moves");
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_SIZE];
        json_string(&json, NULL, notation_format(game, pos, moves[i], move));
    }
    json_end_array(&json);
    json_end_object(&json);
    str_char(out, '\n');
    str_free(&text);
}

static int run(const Call *call)
{
    Error    err;
    Str      out = {0};
    Session *session = command_session(call, &err);
    if (session == NULL)
        return fail(EXIT_BAD_INPUT, &err);
    if (given(call)->json)
        write_json(session, &out);
    else
        write_text(call, session, &out);
    int code = command_print(&out);
    str_free(&out);
    session_delete(session);
    return code;
}

const Command command_show = {
    .name = "show",
    .usage = "GAME",
    .summary =
        TEXT("draw a position, with its legal moves", "dessine une position et ses coups légaux"),
    .flags = flags,
    .given_size = sizeof(ShowFlags),
    .min_positionals = 1,
    .max_positionals = 1,
    .run = run,
};
