/* ref_text.c -- positions of the reference games, read from their text. */
#include "ref_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An option or a piece of state: either words, each standing for its index, or a number. */
typedef struct {
    const char *game, *name;
    const char *words; /* separated by blanks; NULL for a number, where "off" is 0 */
    int         value; /* default */
} Entry;

static const Entry options[] = {
    {"gomoku", "size", NULL, 15},
    {"gomoku", "rule", "freestyle standard renju caro", 0},
    {"gomoku", "opening", "free swap2", 0},
    {"hasami", "corner", "none single group", 1},
    {"hasami", "diagonal", "off on", 0},
    {"hasami", "edge", "off on", 0},
    {"hasami", "losing_count", NULL, 2},
    {"hasami", "difference", NULL, 3},
    {"hasami", "repetition", NULL, 3},
    {"hasami", "no_capture", NULL, 100},
    {"hasami", "no_capture_result", "draw pieces", 0},
    {"hasami", "goal", "capture five", 0},
    {"hasami", "five_lines", "all no-ranks orthogonal", 0},
    {"hasami", "setup", "one two", 0},
    {"hasami", "jumps", "off on", 0},
    {"hasami", "suicide", "off on", 1},
    {"hasami", "blocked", "pass lose", 0},
    {"connect4", "rows", NULL, 6},
    {"connect4", "columns", NULL, 7},
    {"fousfous", "rows", NULL, 8},
    {"fousfous", "columns", NULL, 8},
};
static const Entry quiet = {"hasami", "quiet", NULL, 0};
static const Entry phase = {"gomoku", "phase", "play open choose extend pick", 0};
static const Entry swapped = {"gomoku", "swapped", "off on", 0};

typedef struct {
    const char *id;
    const char *letters; /* first colour, second colour */
    int         rows, cols;
} Board;

static const Board boards[] = {
    {"tictactoe", "xo", 3, 3}, {"connect4", "xo", 6, 7}, {"gomoku", "bw", 15, 15},
    {"hasami", "bw", 9, 9},    {"fousfous", "bn", 8, 8},
};

const RefGame *ref_find_game(const char *id)
{
    for (int i = 0; i < ref_game_count; i++)
        if (strcmp(ref_games[i].id, id) == 0)
            return &ref_games[i];
    return NULL;
}

static const Board *find_board(const char *id)
{
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (strcmp(boards[i].id, id) == 0)
            return &boards[i];
    return NULL;
}

/* The index of `word` in the list, -1 when it is not there. */
static int find_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int index = 0; *words != '\0'; index++) {
        size_t span = strcspn(words, " ");
        if (span == length && strncmp(words, word, length) == 0)
            return index;
        words += span;
        words += strspn(words, " ");
    }
    return -1;
}

static bool read_value(const Entry *entry, const char *text, int *out)
{
    if (entry->words != NULL)
        *out = find_word(entry->words, text);
    else if (strcmp(text, "off") == 0)
        *out = 0;
    else if (isdigit((unsigned char)*text))
        *out = (int)strtol(text, NULL, 10);
    else
        *out = -1;
    return *out >= 0;
}

static bool is_entry(const Entry *entry, const char *game, const char *name)
{
    return strcmp(entry->game, game) == 0 && strcmp(entry->name, name) == 0;
}

static void set_defaults(const char *game, RefPos *pos)
{
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(options[i].game, game) != 0)
            continue;
        int index = pos->option_count++;
        snprintf(pos->option[index].name, sizeof pos->option[index].name, "%s", options[i].name);
        pos->option[index].value = options[i].value;
    }
}

/* Reads one name=value. */
static bool read_token(const char *game, char *token, RefPos *pos)
{
    char *value = strchr(token, '=');
    if (value == NULL)
        return false;
    *value++ = '\0';
    if (is_entry(&quiet, game, token))
        return read_value(&quiet, value, &pos->quiet);
    if (is_entry(&phase, game, token))
        return read_value(&phase, value, &pos->phase);
    if (is_entry(&swapped, game, token))
        return read_value(&swapped, value, &pos->swapped);
    int index = 0; /* pos->option[] holds the options of the game in the order of options[] */
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (is_entry(&options[i], game, token))
            return read_value(&options[i], value, &pos->option[index].value);
        index += strcmp(options[i].game, game) == 0;
    }
    return false;
}

/* Reads the ranks, from the top; the board gets the size they have. */
static bool read_ranks(const Board *board, const char *text, RefPos *pos)
{
    int row = 0, col = 0;
    pos->cols = 0;
    for (const char *p = text;; p++) {
        int gap = 0;
        while (isdigit((unsigned char)*p) && gap <= REF_SIZE)
            gap = gap * 10 + (*p++ - '0');
        if (col + gap > REF_SIZE)
            return false;
        memset(pos->cell[row] + col, '.', (size_t)gap);
        col += gap;
        if (*p == '/' || *p == '\0') {
            if (row > 0 && col != pos->cols)
                return false;
            pos->cols = col;
            pos->rows = ++row;
            col = 0;
            if (*p == '\0')
                return true;
            if (row == REF_SIZE)
                return false;
        } else if ((*p == board->letters[0] || *p == board->letters[1]) && col < REF_SIZE) {
            pos->cell[row][col++] = *p == board->letters[0] ? '1' : '2';
        } else {
            return false;
        }
    }
}

static void set_up_start(const char *game, RefPos *pos)
{
    bool is_gomoku = strcmp(game, "gomoku") == 0;
    bool is_fousfous = strcmp(game, "fousfous") == 0;
    if (is_gomoku) {
        pos->rows = pos->cols = ref_option(pos, "size");
        pos->phase = ref_option(pos, "opening") ? REF_PHASE_OPEN : REF_PHASE_PLAY;
    }
    if (is_fousfous || strcmp(game, "connect4") == 0) {
        pos->rows = ref_option(pos, "rows");
        pos->cols = ref_option(pos, "columns");
    }
    int home = strcmp(game, "hasami") == 0 ? ref_option(pos, "setup") + 1 : 0;
    for (int row = 0; row < pos->rows; row++)
        for (int col = 0; col < pos->cols; col++) {
            char *cell = &pos->cell[row][col];
            *cell = '.';
            if (row < home)
                *cell = '2';
            if (row >= pos->rows - home)
                *cell = '1';
            if (is_fousfous && (row + col) % 2 == 1)
                *cell = row % 2 == 0 ? '1' : '2';
        }
}

/* Cuts the next word off *text; an empty word at the end. */
static void next_word(const char **text, char *out, size_t size)
{
    *text += strspn(*text, " ");
    size_t length = strcspn(*text, " ");
    snprintf(out, size, "%.*s", (int)length, *text);
    *text += length;
}

bool ref_read_position(const char *game, const char *text, RefPos *out)
{
    const Board *board = find_board(game);
    char         ranks[512], side[8], token[64];
    const char  *rest = text == NULL ? "" : text;
    if (board == NULL)
        return false;
    *out = (RefPos){.rows = board->rows, .cols = board->cols};
    set_defaults(game, out);
    next_word(&rest, ranks, sizeof ranks);
    bool is_start = ranks[0] == '\0' || strcmp(ranks, "start") == 0;
    bool is_fine = is_start || read_ranks(board, ranks, out);
    if (!is_start) {
        next_word(&rest, side, sizeof side);
        is_fine = is_fine && (side[0] == board->letters[0] || side[0] == board->letters[1]) &&
                  side[1] == '\0';
        out->side = side[0] == board->letters[1];
    }
    for (next_word(&rest, token, sizeof token); is_fine && token[0] != '\0';
         next_word(&rest, token, sizeof token))
        is_fine = read_token(game, token, out);
    if (!is_fine)
        fprintf(stderr, "reference: not a position of %s: '%s'\n", game, text);
    else if (is_start)
        set_up_start(game, out);
    return is_fine;
}
