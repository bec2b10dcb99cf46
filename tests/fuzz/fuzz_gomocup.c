/* Fuzz target: what a Gomoku program may say to the match runner. Every line has a meaning; points
 * are points, and moves that are found are legal. */
#include "core/position.h"
#include "fuzz/fuzz.h"
#include "protocol/gomocup_client.h"

#include <stdlib.h>
#include <string.h>

FUZZ_TARGET(gomocup)
{
    Cursor   in = cursor_over(bytes, size);
    Session *session = session_new(gomocup_game());
    CHECK(session != NULL);
    while (cursor_has_more(&in)) {
        char         *line = cursor_line(&in);
        GomocupAnswer said;
        gomocup_client_read(line, &said);
        CHECK(strnlen(said.text, sizeof said.text) < sizeof said.text);
        CHECK(said.count >= 0 && said.count <= GOMOCUP_POINTS);
        CHECK((said.kind == GOMOCUP_MOVE) == (said.count > 0) || said.kind == GOMOCUP_SUGGEST);
        for (int i = 0; i < said.count; i++) {
            GomocupPoint back;
            Move         move = gomocup_find_move(session, said.points[i]);
            if (move == MOVE_NONE)
                continue;
            CHECK(gomocup_point_of(session, move, &back));
            CHECK(back.x == said.points[i].x && back.y == said.points[i].y);
            CHECK(session_play(session, move, NULL));
        }
        free(line);
    }
    Str board = {0};
    gomocup_client_board(session, &board);
    CHECK(strncmp(str_get(&board), "BOARD\n", 6) == 0);
    str_free(&board);
    session_delete(session);
    return 0;
}
