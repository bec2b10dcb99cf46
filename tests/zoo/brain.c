/* brain.c -- a tiny Gomoku program in the Gomocup protocol, and a few things such programs do.
 *
 *     brain [MODE]     good, suggest, error, refuse, occupied, unasked
 *
 * It plays the first free point of the first row that has one. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 20, LINE_SIZE = 256 };

static const char *mode = "good";
static bool        taken[SIDE][SIDE];
static int         size = 15, count;

static bool is(const char *name) { return strcmp(mode, name) == 0; }

static void take(int x, int y)
{
    if (x >= 0 && x < SIDE && y >= 0 && y < SIDE) {
        count += !taken[y][x];
        taken[y][x] = true;
    }
}

static void find_free(int *x, int *y)
{
    for (int i = 0; i < size * size; i++)
        if (!taken[i / size][i % size]) {
            *x = i % size;
            *y = i / size;
            return;
        }
}

static void answer(void)
{
    int x = 0, y = 0;
    find_free(&x, &y);
    if (is("error"))
        puts("ERROR I do not know");
    else if (is("suggest"))
        printf("SUGGEST %d,%d\n", x, y); /* PLAY follows */
    else if (is("occupied"))
        puts("0,0");
    else {
        take(x, y);
        printf("DEBUG thinking\n%d,%d\n", x, y);
    }
    if (is("unasked"))
        printf("%d,%d\n", x, y + 1);
}

/* BOARD or SWAP2BOARD up to DONE. */
static void read_block(void)
{
    char line[LINE_SIZE];
    int  x, y;
    memset(taken, 0, sizeof taken);
    count = 0;
    while (fgets(line, sizeof line, stdin) != NULL && strncmp(line, "DONE", 4) != 0)
        if (sscanf(line, "%d,%d", &x, &y) == 2)
            take(x, y);
}

static void answer_swap2(void)
{
    read_block();
    if (count == 0)
        puts("7,7 8,8 9,9");
    else if (count == 3)
        puts(is("good") ? "1,1 2,2" : is("suggest") ? "SWAP" : "3,3");
    else
        puts("SWAP");
}

int main(int argc, char *argv[])
{
    char line[LINE_SIZE];
    int  x, y;
    mode = argc > 1 ? argv[1] : mode;
    /* Lines leave together at the end of an answer: what was not asked for is there in time. */
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "START %d", &size) == 1) {
            memset(taken, 0, sizeof taken);
            puts(is("refuse") ? "ERROR too large for me" : "OK");
        } else if (strncmp(line, "BEGIN", 5) == 0)
            answer();
        else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
            take(x, y);
            answer();
        } else if (sscanf(line, "PLAY %d,%d", &x, &y) == 2) {
            take(x, y);
            printf("%d,%d\n", x, y);
        } else if (strncmp(line, "BOARD", 5) == 0) {
            read_block();
            answer();
        } else if (strncmp(line, "SWAP2BOARD", 10) == 0)
            answer_swap2();
        else if (strncmp(line, "END", 3) == 0)
            break;
        else if (strncmp(line, "INFO", 4) != 0)
            puts("UNKNOWN command");
        fflush(stdout);
    }
    return 0;
}
