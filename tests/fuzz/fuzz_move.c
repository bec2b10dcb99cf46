/* Fuzz target: move text. A digit for the game, a line of options, a line of position text (the
 * start in place of one that is refused), a digit and so many bytes that choose moves; then a move
 * or several joined moves a line. */
#include "core/notation.h"
#include "core/position.h"
#include "fuzz/laws.h"

#include <stdlib.h>
#include <string.h>

/* A text that is one move is the text of that move, read alone or at the front of others. */
static void try_one(const Game *game, const void *pos, const char *text)
{
    Move        move = MOVE_NONE, next = MOVE_NONE;
    Error       err = {0};
    char        back[MOVE_TEXT_SIZE];
    const char *rest = text;
    if (!notation_parse(game, pos, text, &move, &err)) {
        CHECK(move == MOVE_NONE);
        fuzz_check_error(&err);
        return;
    }
    CHECK(position_is_legal(game, pos, move));
    CHECK(strcmp(notation_format(game, pos, move, back), text) == 0);
    CHECK(notation_parse_next(game, pos, &rest, &next, NULL));
    CHECK(next == move && *rest == '\0');
}

/* Plays the moves that are joined at the front of the text. */
static void play_joined(const Game *game, void *pos, const char *text)
{
    void *undo = fuzz_alloc(game->undo_size);
    for (;;) {
        Move        move = MOVE_NONE;
        Error       err = {0};
        const char *before = text;
        if (!notation_parse_next(game, pos, &text, &move, &err)) {
            CHECK(text == before && move == MOVE_NONE);
            fuzz_check_error(&err);
            break;
        }
        CHECK(text > before && text <= before + strlen(before));
        CHECK(position_is_legal(game, pos, move));
        game->make(pos, move, undo);
    }
    free(undo);
}

FUZZ_TARGET(move)
{
    enum { MAX_PLIES = 10 };
    Cursor      in = cursor_over(bytes, size);
    const Game *game = cursor_game(&in);
    int16_t     options[MAX_OPTIONS];
    void       *pos = fuzz_alloc(game->pos_size);
    cursor_options(&in, game, options);
    char *position = cursor_line(&in);
    if (!position_parse(game, options, position, pos, NULL))
        CHECK(position_start(game, options, pos, NULL));
    law_walk(game, pos, &in, cursor_choice(&in, MAX_PLIES));
    while (cursor_has_more(&in)) {
        char *line = cursor_line(&in);
        try_one(game, pos, line);
        play_joined(game, pos, line);
        free(line);
    }
    law_position(game, pos);
    free(position);
    free(pos);
    return 0;
}
