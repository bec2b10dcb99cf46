/* A program with the library in it: two players of the library play a whole game.
 *
 *     cc embed.c $(pkg-config --cflags --libs plateau) -o embed && ./embed connect4 level5 level2
 */
#include <plateau.h>

#include <stdio.h>
#include <stdlib.h>

static int fail(PlateauSession *session, const char *why)
{
    fprintf(stderr, "embed: %s\n", why);
    plateau_session_delete(session);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    const char     *id = argc > 1 ? argv[1] : "connect4";
    const char     *players[2] = {argc > 2 ? argv[2] : "level5", argc > 3 ? argv[3] : "level2"};
    PlateauSession *session = plateau_session_new(plateau_game_find(id));
    PlateauError    error;
    if (session == NULL)
        return fail(session, "no such game, or no memory");

    while (!plateau_session_is_over(session)) {
        const char *player = players[plateau_session_side(session)];
        uint64_t    seed = (uint64_t)plateau_session_ply(session) + 1;
        const char *move = plateau_session_choose(session, player, seed, &error);
        if (move == NULL || !plateau_session_play(session, move, &error))
            return fail(session, error.text);
        printf("%s ", move);
    }
    printf("\n%s%s: %s\n", plateau_session_drawing(session), plateau_session_result(session),
           plateau_session_reason(session));
    plateau_session_delete(session);
    return EXIT_SUCCESS;
}
