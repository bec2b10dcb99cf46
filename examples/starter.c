/* A starter engine for Connect Four, in UGI: five words are enough to play.
 *     cc -o starter starter.c
 * Run it against Plateau, or put your own idea into choose(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 7, ROWS = 6 };

/* The next column, 0 to 6, with so many stones in each; -1 when all are full. Replace this. */
static int choose(const int heights[COLUMNS])
{
    int free_columns[COLUMNS], count = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (heights[column] < ROWS)
            free_columns[count++] = column;
    return count > 0 ? free_columns[rand() % count] : -1;
}

int main(void)
{
    char line[4096];
    int  heights[COLUMNS] = {0};
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *word = strtok(line, " \r\n");
        if (word == NULL)
            continue;
        if (strcmp(word, "ugi") == 0)
            puts("id name Starter (C)\nugiok");
        else if (strcmp(word, "isready") == 0)
            puts("readyok");
        else if (strcmp(word, "position") == 0) { /* position startpos [moves 4 4 5 …] */
            memset(heights, 0, sizeof heights);
            while ((word = strtok(NULL, " \r\n")) != NULL)
                if (word[0] >= '1' && word[0] <= '7' && word[1] == '\0')
                    heights[word[0] - '1']++;
        } else if (strcmp(word, "go") == 0) { /* its limits are ignored: we are quick */
            int column = choose(heights);
            if (column >= 0)
                printf("bestmove %d\n", column + 1);
            else
                puts("bestmove none");
        } else if (strcmp(word, "quit") == 0)
            break;
    }
    return 0;
}
