/* test_ref_perft.c -- checks the reference rules themselves: perft numbers, results, moves, renju.
 *
 *   test_ref_perft [--limit LEAVES] [--forbidden FILE]   all checks; counts above LEAVES are
 * skipped test_ref_perft GAME POSITION DEPTH                   one count ("start" is a position
 * too) */
#include "ref_common.h"
#include "ref_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 9, RENJU_SIZE = 15 };

typedef struct {
    int passed, failed;
} Tally;

static bool check(Tally *tally, bool is_right, const char *what, const char *detail)
{
    if (is_right)
        tally->passed++;
    else
        tally->failed++;
    if (!is_right)
        printf("FAILED %s: %s\n", what, detail);
    return is_right;
}

/* ---- perft ---- */

typedef struct {
    const char        *game, *position;
    unsigned long long leaves[MAX_DEPTH + 1]; /* depth 1 first; 0 ends the list */
} PerftCase;

static const PerftCase perft_cases[] = {
    {"tictactoe", "start", {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}},
    {"connect4", "start", {7, 49, 343, 2401, 16807, 117649, 823536, 5673234}},
    {"hasami", "start", {63, 3717, 254219, 16599273}},
    {"hasami", "w7w/4b4/4w4/4w4/1bww1wwb1/9/9/b7b/4b3w b", {65, 5380, 316143, 26403741}},
    {"hasami", "w1wb5/b8/9/9/1b7/9/9/w7w/w6bb b", {56, 2389, 135542, 6199815}},
    {"hasami", "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w", {1, 60, 286, 15860}},
    {"hasami", "8w/2w1w3b/5w3/2b5b/3bw4/5w1b1/9/w8/wbb1bb3 b", {70, 4608, 327500, 21880189}},
    {"hasami",
     "wwb6/b1b6/9/9/9/9/9/1b7/8w b corner=group losing_count=1 difference=off",
     {43, 938, 44857}},
    {"hasami", "start diagonal=on", {63, 3717, 254009, 16578147}},
    /* Nine men of the front rank have five squares each, each man behind jumps to one. */
    {"hasami", "start setup=two jumps=on", {54}},
    {"fousfous", "start", {49, 2150, 84956, 3008070, 96453844}},
    {"fousfous",
     "1b1b1n1b/n1b3n1/3b1b1b/n1b1n3/3b1n1n/n1n1n3/1b3b1b/n1n1b1n1 b",
     {26, 603, 13534, 272579}},
    {"fousfous", "1b1n1n1b/b1n5/3b1b1n/n3n3/7b/8/5b1b/n1n1n3 n", {19, 247, 3933, 44973}},
    {"fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", {4, 17, 69, 212}},
};

static unsigned long long perft(const RefGame *game, const RefPos *pos, int depth)
{
    char               moves[REF_MAX_MOVES][REF_TEXT];
    unsigned long long leaves = 0;
    int                count = game->moves(pos, moves);
    if (depth == 1)
        return (unsigned long long)count;
    for (int i = 0; i < count; i++) {
        RefPos next = *pos;
        game->apply(&next, moves[i]);
        leaves += perft(game, &next, depth - 1);
    }
    return leaves;
}

static void check_perft(Tally *tally, const PerftCase *c, unsigned long long limit)
{
    RefPos pos;
    if (!check(tally, ref_read_position(c->game, c->position, &pos), c->game, c->position))
        return;
    for (int depth = 1; c->leaves[depth - 1] > 0; depth++) {
        if (c->leaves[depth - 1] > limit)
            continue;
        char               what[128];
        unsigned long long leaves = perft(ref_find_game(c->game), &pos, depth);
        snprintf(what, sizeof what, "%s perft %d is %llu, not %llu", c->game, depth, leaves,
                 c->leaves[depth - 1]);
        check(tally, leaves == c->leaves[depth - 1], what, c->position);
    }
}

/* ---- results ---- */

enum { DRAW = -1, GOES_ON = -2 };

typedef struct {
    const char *game, *position;
    int         winner;
    const char *reason;
} ResultCase;

static const ResultCase result_cases[] = {
    {"tictactoe", "xxx/oo1/3 o", 0, "three"},
    {"tictactoe", "xox/xox/oxo o", DRAW, "full"},
    {"tictactoe", "xo1/ox1/3 x", GOES_ON, NULL},
    {"connect4", "7/7/o6/xo5/xxo4/xxxo1oo x", 1, "four"},
    {"connect4", "7/7/7/o6/o6/o1xxx2 x", GOES_ON, NULL},
    {"gomoku", "9/9/9/1wbbbbbw1/9/9/9/9/9 w size=9", 0, "five"},
    {"gomoku", "9/9/9/1wbbbbbbw/9/9/9/9/9 w size=9", 0, "five"},
    {"gomoku", "9/9/9/1wbbbbbbw/9/9/9/9/9 w size=9 rule=standard", GOES_ON, NULL},
    {"gomoku", "9/9/9/1wbbbbbw1/9/9/9/9/9 w size=9 rule=caro", GOES_ON, NULL},
    {"gomoku", "9/9/9/2bbbbbw1/9/9/9/9/9 w size=9 rule=caro", 0, "five"},
    {"gomoku", "9/9/9/bbbbbw3/9/9/9/9/9 w size=9 rule=caro", 0, "five"},
    {"gomoku", "9/9/9/1wbbbbbbw/9/9/9/9/9 w size=9 rule=caro", 0, "five"},
    {"gomoku", "9/9/9/1wwwwww2/9/9/9/9/9 b size=9 rule=renju", 1, "five"},
    {"gomoku", "9/9/9/1bbbbbb2/9/9/9/9/9 w size=9 rule=renju", GOES_ON, NULL},
    {"gomoku", "9/9/9/2bbbbb2/9/9/9/9/9 w size=9 opening=swap2 swapped=on", 1, "five"},
    {"gomoku", "bwbwb/bwbwb/wbwbw/bwbwb/bwbwb w size=5", DRAW, "full"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbb4 b", 1, "piece-difference"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbb4 w", 1, "piece-difference"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbb3 b", GOES_ON, NULL},
    {"hasami", "wwwww4/9/9/9/9/9/9/9/bb7 b", 1, "piece-count"},
    {"hasami", "wwww5/9/9/9/9/9/9/9/bbbb5 b losing_count=4", 1, "piece-count"},
    {"hasami", "9/9/9/9/9/9/9/9/bbb6 w", 0, "no-pieces"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b goal=five", GOES_ON, NULL},
    {"hasami", "wwwwwwwww/9/9/9/2bbbbb2/9/9/9/bbbb5 w goal=five", 0, "five"},
    {"hasami", "wwwwwwwww/9/9/9/2bbbbb2/9/9/9/bbbb5 w", GOES_ON, NULL},
    {"hasami", "wwwwwwwww/9/9/9/2bbbbb2/9/9/9/bbbb5 w goal=five five_lines=no-ranks", GOES_ON,
     NULL},
    {"hasami", "wwwwwwwww/9/9/9/b8/b8/b8/b8/b8 w goal=five difference=off", GOES_ON, NULL},
    {"hasami", "wwwwwwwww/9/9/b8/b8/b8/b8/b8/9 w goal=five difference=off", 0, "five"},
    {"hasami", "wwwwwwwww/9/9/b8/1b7/2b6/3b5/4b4/9 w goal=five difference=off", 0, "five"},
    {"hasami",
     "wwwwwwwww/9/9/b8/1b7/2b6/3b5/4b4/9 w goal=five difference=off five_lines=orthogonal", GOES_ON,
     NULL},
    {"hasami", "wwwwwwwww/9/9/b8/b8/b8/b8/b8/9 w goal=five difference=off setup=two", GOES_ON,
     NULL},
    {"hasami", "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w blocked=lose", 0, "blocked"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b quiet=100", DRAW, "no-capture"},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b quiet=99", GOES_ON, NULL},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbbbb b quiet=500 no_capture=off", GOES_ON, NULL},
    {"hasami", "wwwwwwwww/9/9/9/9/9/9/9/bbbbbbb2 b quiet=100 no_capture_result=pieces", 1,
     "no-capture"},
    {"fousfous", "8/8/8/8/8/n7/8/8 b", 1, "no-pieces"},
    {"fousfous", "2/n1 n rows=2 columns=2", 1, "no-pieces"},
    {"fousfous", "3/b1n/3 b rows=3 columns=3", GOES_ON, NULL},
    {"fousfous", "1b3/n3n b rows=2 columns=5", GOES_ON, NULL},
    {"fousfous", "1b3/4n b rows=2 columns=5", 1, "blocked"},
};

static void check_result(Tally *tally, const ResultCase *c)
{
    RefPos pos;
    if (!check(tally, ref_read_position(c->game, c->position, &pos), c->game, c->position))
        return;
    RefResult result = ref_find_game(c->game)->result(&pos);
    if (c->winner == GOES_ON)
        check(tally, !result.over, "the game goes on", c->position);
    else
        check(tally, result.over && result.winner == c->winner && !strcmp(result.reason, c->reason),
              c->reason, c->position);
}

/* ---- moves ---- */

typedef struct {
    const char *game, *position;
    const char *moves; /* each legal, but for a "!move" at the end, which is not */
    const char *after; /* NULL when the position reached is not looked at */
} MoveCase;

static const MoveCase move_cases[] = {
    {"connect4", "start", "4 4 5", "7/7/7/7/3o3/3xx2 o"},
    /* Captures of Hasami Shogi: three directions at once; a corner; groups; diagonals; edges. */
    {"hasami", "w7w/4b4/4w4/4w4/1bww1wwb1/9/9/b7b/4b3w b quiet=7", "e1e5",
     "w7w/4b4/9/9/1b2b2b1/9/9/b7b/8w w"},
    {"hasami", "w1wb5/b8/9/9/1b7/9/9/w7w/w6bb b", "b5b9", "1b1b5/b8/9/9/9/9/9/w7w/w6bb w"},
    {"hasami", "w1wb5/b8/9/9/1b7/9/9/w7w/w6bb b corner=none", "b5b9",
     "wb1b5/b8/9/9/9/9/9/w7w/w6bb w corner=none"},
    {"hasami", "wwb6/b1b6/9/9/9/9/9/1b7/7ww b corner=group", "b2b8",
     "2b6/bbb6/9/9/9/9/9/9/7ww w corner=group"},
    {"hasami", "wwb6/b1b6/9/9/9/9/9/1b7/7ww b", "b2b8", "wwb6/bbb6/9/9/9/9/9/9/7ww w quiet=1"},
    {"hasami", "w7w/9/9/3b5/4w4/9/9/5b3/b8 b diagonal=on", "f2f4",
     "w7w/9/9/3b5/9/5b3/9/9/b8 w diagonal=on"},
    {"hasami", "w7w/9/9/3b5/4w4/9/9/5b3/b8 b", "f2f4", "w7w/9/9/3b5/4w4/5b3/9/9/b8 w quiet=1"},
    {"hasami", "w7w/w8/9/9/3b5/9/9/2b6/1bwwb4 b edge=on", "d5d2",
     "w7w/w8/9/9/9/9/9/2bb5/1b2b4 w edge=on"},
    {"hasami", "w7w/w8/9/9/3b5/9/9/2b6/1bwwb4 b", "d5d2", "w7w/w8/9/9/9/9/9/2bb5/1bwwb4 w quiet=1"},
    /* Moving between two enemies is safe, or forbidden, or legal because it takes one of them. */
    {"hasami", "w7w/9/9/9/2w1w4/9/9/9/b2b4b b", "d1d5", "w7w/9/9/9/2wbw4/9/9/9/b7b w quiet=1"},
    {"hasami", "w7w/9/9/9/2w1w4/9/9/9/b2b4b b suicide=off", "!d1d5", NULL},
    {"hasami", "w7w/9/9/9/2wb1w3/9/9/9/b3b3b b suicide=off", "!e1e5", NULL},
    {"hasami", "w7w/9/9/9/1bw1w4/9/9/9/b2b4b b suicide=off", "d1d5",
     "w7w/9/9/9/1b1bw4/9/9/9/b7b w suicide=off"},
    {"hasami", "1wb6/w8/9/9/8w/9/9/9/b7b b jumps=on", "c9a9", NULL},
    {"hasami", "1wb6/w8/9/9/8w/9/9/9/b7b b jumps=on suicide=off", "!c9a9", NULL},
    {"hasami", "1wb6/w8/9/9/8w/9/9/9/b7b b jumps=on suicide=off corner=none", "c9a9", NULL},
    {"hasami", "start setup=two", "!a1a3", NULL},
    {"hasami", "start setup=two jumps=on", "a1a3 a9a7", NULL},
    {"hasami", "start setup=two jumps=on", "!a1a4", NULL},
    {"hasami", "start", "!pass", NULL},
    {"hasami", "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w", "pass",
     "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 b quiet=1"},
    /* Swap2: who gets which colour. */
    {"gomoku", "start size=7 opening=swap2", "d4 c4 d5 more e4 d6 white",
     "7/3b3/3b3/2wbw2/7/7/7 w size=7 opening=swap2 swapped=on"},
    {"gomoku", "start size=7 opening=swap2", "d4 c4 d5 more e4 d6 black a1",
     "7/3b3/3b3/2wbw2/7/7/w6 b size=7 opening=swap2"},
    {"gomoku", "start size=7 opening=swap2", "d4 c4 d5 black",
     "7/7/3b3/2wb3/7/7/7 w size=7 opening=swap2 swapped=on"},
    {"gomoku", "start size=7 opening=swap2", "d4 c4 d5 white",
     "7/7/3b3/2wb3/7/7/7 w size=7 opening=swap2"},
    {"gomoku", "start size=7 opening=swap2", "d4 c4 d5 !a1", NULL},
    {"gomoku", "start size=7 opening=swap2", "d4 c4 !white", NULL},
    {"gomoku", "start size=7 opening=swap2", "d4 c4 d5 more e4 d6 !more", NULL},
    /* Fous-Fous: a piece that sees an enemy must capture; one that sees none must go to see one. */
    {"fousfous", "start", "B1-A2", NULL},
    {"fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", "A6-B7", "8/4b3/8/2n3n1/3b4/8/1n3b2/8 b"},
    {"fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", "C4-D5", "8/4b3/8/6n1/3n4/n7/5b2/8 b"},
    {"fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", "!A6-C8", NULL},
    {"fousfous", "8/4b3/8/2n3n1/3b4/n7/5b2/8 n", "!C4-B3", NULL},
};

/* Whether `move` is among the legal ones. */
static bool is_legal(const RefGame *game, const RefPos *pos, const char *move)
{
    char moves[REF_MAX_MOVES][REF_TEXT];
    int  count = game->moves(pos, moves);
    for (int i = 0; i < count; i++)
        if (strcmp(moves[i], move) == 0)
            return true;
    return false;
}

static void check_moves(Tally *tally, const MoveCase *c)
{
    const RefGame *game = ref_find_game(c->game);
    RefPos         pos, after;
    if (!check(tally, ref_read_position(c->game, c->position, &pos), c->game, c->position))
        return;
    for (const char *rest = c->moves; *rest != '\0'; rest += strspn(rest, " ")) {
        char   move[REF_TEXT];
        size_t length = strcspn(rest, " ");
        bool   is_wrong = *rest == '!';
        snprintf(move, sizeof move, "%.*s", (int)length - is_wrong, rest + is_wrong);
        rest += length;
        if (!check(tally, is_legal(game, &pos, move) == !is_wrong, c->moves, c->position) ||
            is_wrong)
            return;
        game->apply(&pos, move);
    }
    if (c->after != NULL && ref_read_position(c->game, c->after, &after))
        check(tally, ref_is_same(&pos, &after), c->moves, c->position);
}

/* ---- renju ---- */

/* The only empty point, d4, is an overline: black has to play it, and loses. */
static void check_nothing_left(Tally *tally)
{
    static const char text[] = "wwbwwww/wbbwbbb/bwbwwbw/bbb1bbb/wbwbwbb/bbwbwww/wwbwbww b "
                               "size=7 rule=renju";
    const RefGame    *game = ref_find_game("gomoku");
    char              moves[REF_MAX_MOVES][REF_TEXT];
    RefPos            pos;
    if (!check(tally, ref_read_position("gomoku", text, &pos), "gomoku", text))
        return;
    check(tally, game->moves(&pos, moves) == 1, "only forbidden points are left", text);
    game->apply(&pos, "d4");
    RefResult result = game->result(&pos);
    check(tally, pos.phase == REF_PHASE_FORBIDDEN && game->moves(&pos, moves) == 0, "d4", text);
    check(tally, result.over && result.winner == 1, "d4 loses", text);
    check(tally, result.reason != NULL && !strcmp(result.reason, "forbidden"), "d4", text);
}

/* Checks the marked points of one board: '*' is not a legal move, '-' is. */
static void check_marks(Tally *tally, char board[RENJU_SIZE][RENJU_SIZE + 2], const char *name)
{
    RefPos pos;
    if (!ref_read_position("gomoku", "start rule=renju", &pos))
        return;
    for (int row = 0; row < RENJU_SIZE; row++)
        for (int col = 0; col < RENJU_SIZE; col++) {
            char mark = board[row][col];
            pos.cell[row][col] = mark == 'X' ? '1' : mark == 'O' ? '2' : '.';
        }
    for (int row = 0; row < RENJU_SIZE; row++)
        for (int col = 0; col < RENJU_SIZE; col++) {
            char mark = board[row][col], move[REF_TEXT];
            if (mark != '*' && mark != '-')
                continue;
            snprintf(move, sizeof move, "%c%d", 'a' + col, RENJU_SIZE - row);
            bool is_allowed = is_legal(ref_find_game("gomoku"), &pos, move);
            check(tally, is_allowed == (mark == '-'), name, move);
        }
}

/* Reads boards of 15 lines; the first comment line before a board is its name. */
static void check_forbidden(Tally *tally, const char *path)
{
    char  board[RENJU_SIZE][RENJU_SIZE + 2], line[256], name[256] = "";
    int   row = 0;
    FILE *file = fopen(path, "r");
    if (!check(tally, file != NULL, "cannot open", path))
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0')
            name[0] = '\0';
        else if (line[0] == '#' && name[0] == '\0')
            snprintf(name, sizeof name, "%s", line + 1);
        if (line[0] == '\0' || line[0] == '#')
            continue;
        if (!check(tally, strlen(line) == RENJU_SIZE, name, line))
            break;
        memcpy(board[row], line, RENJU_SIZE + 1);
        if (++row == RENJU_SIZE) {
            check_marks(tally, board, name);
            row = 0;
        }
    }
    check(tally, row == 0, "a board is cut short", name);
    fclose(file);
}

/* ---- */

static int run_checks(unsigned long long limit, const char *forbidden)
{
    Tally tally = {0, 0};
    for (size_t i = 0; i < sizeof perft_cases / sizeof perft_cases[0]; i++)
        check_perft(&tally, &perft_cases[i], limit);
    for (size_t i = 0; i < sizeof result_cases / sizeof result_cases[0]; i++)
        check_result(&tally, &result_cases[i]);
    for (size_t i = 0; i < sizeof move_cases / sizeof move_cases[0]; i++)
        check_moves(&tally, &move_cases[i]);
    check_nothing_left(&tally);
    check_forbidden(&tally, forbidden);
    printf("%d passed, %d failed\n", tally.passed, tally.failed);
    return tally.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int complain(void)
{
    fprintf(stderr, "usage: test_ref_perft [--limit LEAVES] [--forbidden FILE]\n"
                    "       test_ref_perft GAME POSITION DEPTH\n");
    return EXIT_FAILURE;
}

static int run_one(const char *id, const char *position, const char *depth_text)
{
    RefPos         pos;
    int            depth = (int)strtol(depth_text, NULL, 10);
    const RefGame *game = ref_find_game(id);
    if (game == NULL || depth < 1 || !ref_read_position(id, position, &pos))
        return complain();
    printf("%llu\n", perft(game, &pos, depth));
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    unsigned long long limit = 4000000; /* a few seconds */
    const char        *forbidden = "tests/reference/renju_forbidden.txt";
    if (argc == 4)
        return run_one(argv[1], argv[2], argv[3]);
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && strcmp(argv[i], "--limit") == 0)
            limit = strtoull(argv[i + 1], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--forbidden") == 0)
            forbidden = argv[i + 1];
        else
            return complain();
    }
    return run_checks(limit, forbidden);
}
