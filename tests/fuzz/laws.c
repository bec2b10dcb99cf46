#include "fuzz/laws.h"

#include "core/position.h"
#include "fuzz/json_check.h"

#include <stdlib.h>
#include <string.h>

static void check_text(const Game *game, const void *pos)
{
    int16_t plain[MAX_OPTIONS];
    Str     text = {0};
    Error   err = {0};
    void   *again = fuzz_alloc(game->pos_size);
    options_reset(&game->info->options, plain);
    position_format(game, pos, &text);
    CHECK(position_parse(game, plain, str_get(&text), again, &err));
    CHECK(memcmp(again, pos, game->pos_size) == 0);
    str_free(&text);
    free(again);
}

void law_position(const Game *game, const void *pos)
{
    Move   moves[MAX_MOVES];
    int    count = game->gen(pos, moves), side = game->side(pos);
    Play   play = game->play(pos);
    Result result = position_result(game, pos);
    Score  eval = game->eval(pos);
    CHECK(side == 0 || side == 1);
    CHECK(game->key(pos) == game->key_slow(pos));
    CHECK(count >= 0 && count <= MAX_MOVES);
    CHECK((count > 0) == (play == PLAY_ON));
    CHECK(result.is_over == (play != PLAY_ON));
    CHECK(result.is_over == (result.reason != REASON_NONE));
    CHECK((result.winner == PLAYER_NONE) == (play == PLAY_ON || play == PLAY_DRAWN));
    CHECK(eval > -SCORE_FORCED && eval < SCORE_FORCED);
    check_text(game, pos);
}

void law_walk(const Game *game, void *pos, Cursor *in, int max_plies)
{
    void *before = fuzz_alloc(game->pos_size), *undo = fuzz_alloc(game->undo_size);
    law_position(game, pos);
    for (int ply = 0; ply < max_plies && cursor_has_more(in); ply++) {
        if (game->play(pos) != PLAY_ON)
            break;
        Move move = cursor_move(in, game, pos);
        memcpy(before, pos, game->pos_size);
        game->make(pos, move, undo);
        CHECK(game->key(pos) == game->key_slow(pos));
        game->unmake(pos, move, undo);
        CHECK(memcmp(before, pos, game->pos_size) == 0);
        game->make(pos, move, undo);
        law_position(game, pos);
    }
    free(undo);
    free(before);
}

static void write_both(const Record *record, Str *text, Str *json)
{
    record_format(record, text);
    record_format_json(record, json);
    CHECK(!text->failed && !json->failed);
}

void law_record(const Record *record)
{
    Str    text = {0}, json = {0}, text_again = {0}, json_again = {0};
    Record again;
    Error  err = {0};
    int    line = 1;
    write_both(record, &text, &json);
    CHECK(json_is_valid(str_get(&json)));
    const char *at = str_get(&text);
    CHECK(record_parse(&at, &line, &again, &err));
    CHECK(!record_skip_blank(&at, &line));
    write_both(&again, &text_again, &json_again);
    CHECK(strcmp(str_get(&text), str_get(&text_again)) == 0);
    CHECK(strcmp(str_get(&json), str_get(&json_again)) == 0);
    record_free(&again);
    str_free(&json_again);
    str_free(&text_again);
    str_free(&json);
    str_free(&text);
}
