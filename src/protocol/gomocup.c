#include "protocol/gomocup.h"

#include "base/errors.h"
#include "core/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_COORDINATE = 999 };

/* The game's words for the protocol's bits. */
static const struct {
    int         mask;
    const char *word;
} rules[] = {{8, "caro"}, {4, "renju"}, {1, "standard"}, {0, "freestyle"}};

enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

static bool read_coordinate(const char **text, int *out)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    long number = strtol(*text, &end, 10);
    *out = (int)number;
    *text = end;
    return number <= LARGEST_COORDINATE;
}

bool gomocup_read_point(const char **text, GomocupPoint *out)
{
    const char  *at = *text + strspn(*text, " \t");
    GomocupPoint point;
    if (!read_coordinate(&at, &point.x))
        return false;
    at += strspn(at, " \t");
    if (*at++ != ',')
        return false;
    at += strspn(at, " \t");
    if (!read_coordinate(&at, &point.y))
        return false;
    *out = point;
    *text = at;
    return true;
}

const Game *gomocup_game(void) { return game_of_protocol("gomocup"); }

static const OptionTable *table(void) { return &gomocup_game()->info->options; }

bool gomocup_set_size(int16_t options[], int size, Error *err)
{
    char text[16];
    snprintf(text, sizeof text, "%d", size);
    return options_set(table(), options, "size", text, err);
}

bool gomocup_set_rule(int16_t options[], int mask, Error *err)
{
    for (int i = 0; i < RULE_COUNT; i++)
        if ((mask & rules[i].mask) == rules[i].mask)
            return options_set(table(), options, "rule", rules[i].word, err);
    return error_set(err, ERROR_GOMOCUP_RULE, mask);
}

int gomocup_size(const int16_t options[]) { return options[options_find(table(), "size")]; }

int gomocup_rule(const int16_t options[])
{
    int index = options_find(table(), "rule"), mask = 0;
    Str word = {0};
    options_format_value(&table()->specs[index], options[index], &word);
    for (int i = 0; i < RULE_COUNT; i++)
        if (strcmp(str_get(&word), rules[i].word) == 0)
            mask = rules[i].mask;
    str_free(&word);
    return mask;
}

Move gomocup_find_move(const Session *session, GomocupPoint point)
{
    int size = gomocup_size(session_options(session));
    if (point.x >= size || point.y >= size || session_result(session).is_over)
        return MOVE_NONE;
    return notation_find(session_game(session), session_position(session), -1,
                         point.y * size + point.x);
}

bool gomocup_point_of(const Session *session, Move move, GomocupPoint *out)
{
    int from, to, size = gomocup_size(session_options(session));
    if (move >= MOVE_SPECIAL)
        return false;
    session_game(session)->squares(session_position(session), move, &from, &to);
    *out = (GomocupPoint){.x = to % size, .y = to / size};
    return true;
}
