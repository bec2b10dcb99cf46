#include "protocol/course.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char turn_word[] = "JOUEUR", move_word[] = "MOUVEMENT", end_word[] = "FIN!",
                  draw_word[] = "Egalité";

const Game *course_game(void) { return game_of_protocol("course"); }

const char *course_colour(const Game *game, int seat)
{
    assert(seat == 0 || seat == 1);
    return text_in(&game->info->colours[seat], LANG_FR);
}

/* ---- writing -----------------------------------------------------------------------------------
 */

void course_write_turn(const Game *game, int seat, Str *out)
{
    str_printf(out, "%s %s", turn_word, course_colour(game, seat));
}

void course_write_move(const char *move, Str *out) { str_printf(out, "%s %s", move_word, move); }

void course_write_end(const Game *game, const Result *result, Str *out)
{
    str_printf(out, "%s %s", end_word,
               result->winner == PLAYER_NONE ? draw_word : course_colour(game, result->winner));
}

/* ---- reading -----------------------------------------------------------------------------------
 */

static bool is_blank(char c) { return (unsigned char)c <= ' ' || c == 0x7f; }

/* Names go to files and pages: bytes that make no character are shown as '?'. */
static void mend_characters(char *text)
{
    while (*text != '\0') {
        size_t length = str_character(text);
        if (length == 0 || (is_blank(*text) && *text != ' '))
            *text = '?';
        text += length > 0 ? length : 1;
    }
}

void course_read_word(const char *line, char text[COURSE_TEXT_SIZE])
{
    size_t size = strlen(line);
    while (size > 0 && is_blank(line[size - 1]))
        size--;
    while (size > 0 && is_blank(*line)) {
        line++;
        size--;
    }
    if (size >= COURSE_TEXT_SIZE)
        size = COURSE_TEXT_SIZE - 1;
    memcpy(text, line, size);
    text[size] = '\0';
    mend_characters(text);
}

/* The seat of this colour; PLAYER_NONE when it is none. */
static int find_seat(const Game *game, const char *word)
{
    for (int seat = 0; seat < 2; seat++)
        if (strcmp(word, course_colour(game, seat)) == 0)
            return seat;
    return PLAYER_NONE;
}

/* What follows this word in the text; NULL when it does not begin with it. */
static const char *after(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || (text[length] != '\0' && text[length] != ' '))
        return NULL;
    return text + length + strspn(text + length, " ");
}

void course_read(const Game *game, const char *line, CourseLine *out)
{
    char        text[COURSE_TEXT_SIZE];
    const char *rest;
    course_read_word(line, text);
    *out = (CourseLine){.kind = COURSE_OTHER, .seat = find_seat(game, text)};
    if (out->seat != PLAYER_NONE) {
        out->kind = COURSE_COLOUR;
    } else if ((rest = after(text, turn_word)) != NULL) {
        out->seat = find_seat(game, rest);
        out->kind = out->seat != PLAYER_NONE ? COURSE_TURN : COURSE_OTHER;
    } else if ((rest = after(text, move_word)) != NULL) {
        out->kind = COURSE_MOVE;
        snprintf(out->text, sizeof out->text, "%s", rest);
    } else if ((rest = after(text, end_word)) != NULL) {
        /* Whatever is no colour is a draw: servers write the accent in several ways. */
        out->kind = COURSE_END;
        out->seat = find_seat(game, rest);
    }
}
