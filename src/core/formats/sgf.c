#include "core/formats/sgf.h"

#include "base/errors.h"
#include "base/parse.h"
#include "core/notation.h"
#include "core/position.h"
#include "core/position_copy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the tree: one property value after the other, main line only ------------------------------
 */

typedef struct {
    char  id[8];
    char *value; /* owned */
} Property;

typedef struct {
    Property *list;
    int       count, capacity;
} Properties;

static void free_properties(Properties *all)
{
    for (int i = 0; i < all->count; i++)
        free(all->list[i].value);
    free(all->list);
}

static bool add_property(Properties *all, const char *id, const char *value)
{
    if (all->count == all->capacity) {
        int       capacity = all->capacity * 2 + 64;
        Property *list = realloc(all->list, (size_t)capacity * sizeof list[0]);
        if (list == NULL)
            return false;
        all->list = list;
        all->capacity = capacity;
    }
    Property *property = &all->list[all->count];
    *property = (Property){.value = NULL};
    snprintf(property->id, sizeof property->id, "%s", id);
    if (!record_set_text(&property->value, value))
        return false;
    all->count++;
    return true;
}

static const char *skip_space(const char *p) { return p + strspn(p, " \t\r\n"); }

/* The text between brackets, escapes undone; *p is moved behind it. */
static bool read_value(const char **p, Str *out)
{
    const char *at = *p + 1;
    str_clear(out);
    for (; *at != ']' && *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0')
            at++;
        str_char(out, *at);
    }
    *p = *at == ']' ? at + 1 : at;
    return *at == ']';
}

static bool read_property(const char **p, Properties *all, Str *value, Error *err)
{
    char   id[8] = "";
    size_t size = 0;
    while (isalpha((unsigned char)**p)) {
        if (isupper((unsigned char)**p) && size + 1 < sizeof id)
            id[size++] = **p; /* old files write small letters between, which do not count */
        (*p)++;
    }
    *p = skip_space(*p);
    if (**p != '[')
        return error_set(err, ERROR_SGF_BRACKET, id);
    for (; **p == '['; *p = skip_space(*p)) {
        if (!read_value(p, value))
            return error_set(err, ERROR_SGF_VALUE_END);
        if (!add_property(all, id, str_get(value)))
            return error_set(err, ERROR_MEMORY);
    }
    return true;
}

/* Behind the main line: the other branches, up to the end of the tree. */
static bool skip_branches(const char **p, int depth, Str *value, Error *err)
{
    for (; depth > 0; *p = skip_space(*p)) {
        if (**p == '\0')
            return error_set(err, ERROR_SGF_TREE_END);
        if (**p == '[') {
            if (!read_value(p, value))
                return error_set(err, ERROR_SGF_VALUE_END);
            continue;
        }
        depth += (**p == '(') - (**p == ')');
        (*p)++;
    }
    return true;
}

static bool read_tree(const char **p, Properties *all, Error *err)
{
    Str  value = {0};
    int  depth = 0;
    bool ok = true;
    for (*p = skip_space(*p); ok; *p = skip_space(*p)) {
        if (**p == '(') {
            depth++;
            (*p)++;
        } else if (**p == ';' && depth > 0) {
            (*p)++;
        } else if (**p == ')' && depth > 0) {
            ok = skip_branches(p, depth, &value, err);
            break;
        } else if (isalpha((unsigned char)**p) && depth > 0) {
            ok = read_property(p, all, &value, err);
        } else {
            ok = depth == 0 ? error_set(err, ERROR_SGF_TREE) : error_set(err, ERROR_SGF_PROPERTY);
        }
    }
    str_free(&value);
    return ok;
}

/* ---- what the properties mean ------------------------------------------------------------------
 */

typedef struct {
    Record      *record;
    Board        setup; /* what AB, AW and PL lay out */
    bool         has_setup, has_started;
    PositionCopy copy;
    const char  *names[2]; /* by colour; borrowed */
    const char  *result;
    Error       *err;
} Sgf;

static const char *find_value(const Properties *all, const char *id)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->list[i].id, id) == 0)
            return all->list[i].value;
    return NULL;
}

static const Game *find_game(const char *number)
{
    int64_t n;
    if (number == NULL || !parse_int("GM", number, 1, 100, &n, NULL))
        return NULL;
    for (size_t i = 0; i < game_count(); i++)
        if (game_at(i)->info->sgf_number == n)
            return game_at(i);
    return NULL;
}

/* RU: "renju", "rule=renju opening=swap2" …; unknown words are skipped. */
static void read_rules(Record *record, const char *text)
{
    const OptionTable *table = &record->game->info->options;
    char               word[64];
    while (parse_word(&text, word, sizeof word)) {
        for (char *c = word; *c != '\0'; c++)
            *c = (char)tolower((unsigned char)*c);
        if (options_set_word(table, record->options, word, NULL))
            continue;
        for (int i = 0; i < table->count; i++)
            if (table->specs[i].type == OPTION_CHOICE)
                options_set(table, record->options, table->specs[i].name, word, NULL);
    }
}

static bool read_head(Sgf *s, const Properties *all)
{
    const Game *game = find_game(find_value(all, "GM"));
    const char *size = find_value(all, "SZ"), *rules = find_value(all, "RU");
    if (game == NULL)
        return error_set(s->err, ERROR_SGF_GAME);
    record_init(s->record, game);
    if (rules != NULL)
        read_rules(s->record, rules);
    if (size != NULL) {
        char number[8];
        snprintf(number, sizeof number, "%.7s", size);
        number[strcspn(number, ":")] = '\0'; /* "15:15" */
        if (!options_set(&game->info->options, s->record->options, "size", number, s->err))
            return false;
    }
    memcpy(s->setup.options, s->record->options, sizeof s->setup.options);
    options_reset(&game->info->state, s->setup.state);
    game->start(&s->setup);
    return position_copy_init(&s->copy, game, NULL, s->err);
}

/* "hh" (column and row letters from the top left) or a square name ("h8"). */
static bool read_point(Sgf *s, const char *text, int *cell)
{
    const Board *board = &s->setup;
    if (strlen(text) == 2 && board_has(board, text[1] - 'a', text[0] - 'a')) {
        *cell = board_index(board, text[1] - 'a', text[0] - 'a');
        return true;
    }
    const char *end = text;
    if (notation_parse_square(s->record->game, board, &end, cell) && *end == '\0')
        return true;
    return error_set(s->err, ERROR_SGF_POINT, text);
}

static bool lay_stone(Sgf *s, int cell_value, const char *text)
{
    int cell;
    if (s->has_started)
        return error_set(s->err, ERROR_SGF_SETUP);
    if (!read_point(s, text, &cell))
        return false;
    s->setup.cell[cell] = (uint8_t)cell_value;
    s->has_setup = true;
    return true;
}

static bool set_state(Sgf *s, const char *words)
{
    const OptionTable *table = &s->record->game->info->state;
    s->has_setup = true;
    options_reset(table, s->setup.state);
    return options_set_words(table, s->setup.state, words, s->err);
}

static bool start_game(Sgf *s)
{
    const Game *game = s->record->game;
    s->has_started = true;
    if (!s->has_setup)
        return position_start(game, s->record->options, s->copy.pos, s->err);
    if (!game->from_board(s->copy.pos, &s->setup, s->err))
        return false;
    return record_set_start(s->record, s->copy.pos) ? true : error_set(s->err, ERROR_MEMORY);
}

/* `colour` is -1 for a move without a stone. */
static bool play(Sgf *s, int colour, const char *text)
{
    const Game *game = s->record->game;
    char        square[MOVE_TEXT_SIZE];
    Board       board;
    Move        move;
    if (!s->has_started && !start_game(s))
        return false;
    if (colour >= 0) {
        int cell;
        game->to_board(s->copy.pos, &board);
        if (!read_point(s, text, &cell))
            return false;
        notation_square(game, &board, cell, square);
        text = square;
        if (board.turn != colour)
            return error_set(s->err, ERROR_SGF_COLOUR, square);
    }
    if (!notation_parse(game, s->copy.pos, text, &move, s->err))
        return error_prefix(s->err, "SGF");
    position_copy_make(&s->copy, move);
    return record_add_move(s->record, move) ? true : error_set(s->err, ERROR_MEMORY);
}

static bool add_comment(Sgf *s, const char *text)
{
    Record *record = s->record;
    if (record->move_count == 0 || *text == '\0')
        return true;
    bool ok = record_set_text(&record->moves[record->move_count - 1].comment, text);
    return ok ? true : error_set(s->err, ERROR_MEMORY);
}

static bool apply(Sgf *s, const Property *property)
{
    const char *id = property->id, *value = property->value;
    if (strcmp(id, "B") == 0 || strcmp(id, "W") == 0)
        return play(s, id[0] == 'W', value);
    if (strcmp(id, "XM") == 0)
        return play(s, -1, value);
    if (strcmp(id, "AB") == 0 || strcmp(id, "AW") == 0)
        return lay_stone(s, id[1] == 'W' ? CELL_SECOND : CELL_FIRST, value);
    if (strcmp(id, "PL") == 0 && !s->has_started) {
        s->setup.turn = value[0] == 'W' || value[0] == 'w' || value[0] == '2';
        s->has_setup |= s->setup.turn != 0;
    } else if (strcmp(id, "XS") == 0 && !s->has_started) {
        return set_state(s, value);
    } else if (strcmp(id, "C") == 0) {
        return add_comment(s, value);
    } else if (strcmp(id, "PB") == 0 || strcmp(id, "PW") == 0) {
        s->names[id[1] == 'W'] = value;
    } else if (strcmp(id, "RE") == 0) {
        s->result = value;
    } else if (strcmp(id, "DT") == 0 || strcmp(id, "EV") == 0) {
        bool ok = record_add_tag(s->record, id[0] == 'D' ? "Date" : "Event", value);
        return ok ? true : error_set(s->err, ERROR_MEMORY);
    }
    return true;
}

/* The player who has black at this point: seats and colours may have been exchanged. */
static int seat_of_black(const Game *game, const void *pos)
{
    Board board;
    game->to_board(pos, &board);
    return game->side(pos) ^ board.turn;
}

/* "B+", "W+Resign", "Draw", "0" … */
static void read_result(Sgf *s, int black)
{
    static const struct {
        const char *word;
        Reason      reason;
    } endings[] = {{"r", REASON_RESIGNATION}, {"t", REASON_TIME}, {"f", REASON_ADJUDICATION}};
    const char *text = s->result;
    Result     *result = &s->record->result;
    if (text == NULL)
        return;
    bool is_draw = strcmp(text, "0") == 0 || strcasecmp(text, "draw") == 0;
    bool has_winner = (text[0] == 'B' || text[0] == 'W') && text[1] == '+';
    if (!is_draw && !has_winner)
        return;
    *result = (Result){.is_over = true, .winner = PLAYER_NONE, .reason = REASON_NONE};
    if (has_winner) {
        result->winner = text[0] == 'B' ? black : 1 - black;
        for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
            if (tolower((unsigned char)text[2]) == endings[i].word[0])
                result->reason = endings[i].reason;
    }
}

static bool read_game(Sgf *s, const Properties *all)
{
    if (!read_head(s, all))
        return false;
    for (int i = 0; i < all->count; i++)
        if (!apply(s, &all->list[i]))
            return false;
    if (!s->has_started && !start_game(s))
        return false;
    int black = seat_of_black(s->record->game, s->copy.pos);
    for (int colour = 0; colour < 2; colour++)
        if (s->names[colour] != NULL &&
            !record_set_text(&s->record->players[colour ^ black], s->names[colour]))
            return error_set(s->err, ERROR_MEMORY);
    read_result(s, black);
    return record_settle(s->record, s->err);
}

bool sgf_parse(const char **text, Record *out, Error *err)
{
    Properties all = {0};
    Sgf        s = {.record = out, .err = err};
    record_init(out, NULL);
    bool ok = read_tree(text, &all, err) && read_game(&s, &all);
    position_copy_free(&s.copy);
    free_properties(&all);
    if (!ok)
        record_free(out);
    return ok;
}

/* ---- writing -----------------------------------------------------------------------------------
 */

static void add_text(Str *out, const char *id, const char *value)
{
    str_printf(out, "%s[", id);
    for (; *value != '\0'; value++) {
        if (*value == ']' || *value == '\\')
            str_char(out, '\\');
        str_char(out, *value);
    }
    str_char(out, ']');
}

/* What the position remembers beyond its stones, unless it is what the rules begin with. */
static void add_state(const Game *game, const Board *board, Str *out)
{
    const OptionTable *table = &game->info->state;
    Board              usual = *board;
    Str                words = {0};
    options_reset(table, usual.state);
    game->start(&usual);
    options_format(table, board->state, &words);
    if (memcmp(usual.state, board->state, sizeof usual.state) != 0)
        add_text(out, "XS", str_get(&words) + (words.size > 0)); /* without the blank in front */
    str_free(&words);
}

static void add_setup(const Game *game, const Board *board, Str *out)
{
    for (int colour = 0; colour < 2; colour++) {
        bool is_first = true;
        for (int i = 0; i < board->rows * board->cols; i++)
            if (board->cell[i] == CELL_FIRST + colour) {
                str_printf(out, "%s[%c%c]", is_first ? (colour ? "AW" : "AB") : "",
                           'a' + i % board->cols, 'a' + i / board->cols);
                is_first = false;
            }
    }
    str_printf(out, "PL[%c]", board->turn ? 'W' : 'B');
    add_state(game, board, out);
}

static void add_head(const Record *record, const Board *board, int black, Str *out)
{
    const OptionTable *table = &record->game->info->options;
    Str                rules = {0};
    str_printf(out, "(;FF[4]CA[UTF-8]AP[Plateau]GM[%d]SZ[%d]", record->game->info->sgf_number,
               board->rows);
    for (int i = 0; i < table->count; i++)
        if (board->options[i] != table->specs[i].fallback &&
            strcmp(table->specs[i].name, "size") != 0) {
            str_printf(&rules, "%s%s=", rules.size > 0 ? " " : "", table->specs[i].name);
            options_format_value(&table->specs[i], board->options[i], &rules);
        }
    if (rules.size > 0)
        add_text(out, "RU", str_get(&rules));
    for (int colour = 0; colour < 2; colour++)
        if (record->players[colour ^ black] != NULL)
            add_text(out, colour ? "PW" : "PB", record->players[colour ^ black]);
    for (int i = 0; i < record->tag_count; i++) {
        bool is_date = strcmp(record->tags[i].name, "Date") == 0;
        if (is_date || strcmp(record->tags[i].name, "Event") == 0)
            add_text(out, is_date ? "DT" : "EV", record->tags[i].value);
    }
    const Result *result = &record->result;
    if (result->is_over && result->winner == PLAYER_NONE)
        add_text(out, "RE", "Draw");
    else if (result->is_over)
        str_printf(out, "RE[%c+%s]", result->winner == black ? 'B' : 'W',
                   result->reason == REASON_RESIGNATION ? "Resign"
                   : result->reason == REASON_TIME      ? "Time"
                                                        : "");
    if (record->start != NULL)
        add_setup(record->game, board, out);
    str_free(&rules);
}

static void add_node(const Record *record, int ply, const void *pos, Str *out)
{
    const Game *game = record->game;
    Move        move = record->moves[ply].move;
    Board       board;
    int         from, to;
    game->to_board(pos, &board);
    game->squares(pos, move, &from, &to);
    str_text(out, ply % 10 == 0 ? "\n;" : ";");
    if (to >= 0)
        str_printf(out, "%c[%c%c]", board.turn ? 'W' : 'B', 'a' + to % board.cols,
                   'a' + to / board.cols);
    else
        add_text(out, "XM", game->info->specials[move - MOVE_SPECIAL]);
    if (record->moves[ply].comment != NULL)
        add_text(out, "C", record->moves[ply].comment);
}

bool sgf_format(const Record *record, Str *out, Error *err)
{
    const Game *game = record->game;
    if (game->info->sgf_number == 0)
        return error_set(err, ERROR_SGF_NONE_OF_GAME, game->info->id);
    PositionCopy copy;
    Str          nodes = {0};
    Board        board;
    bool         ok =
        position_copy_init(&copy, game, NULL, err) && record_start_position(record, copy.pos, err);
    if (ok) {
        game->to_board(copy.pos, &board);
        for (int i = 0; i < record->move_count; i++) {
            add_node(record, i, copy.pos, &nodes);
            position_copy_make(&copy, record->moves[i].move);
        }
        add_head(record, &board, seat_of_black(game, copy.pos), out);
        str_text(out, str_get(&nodes));
        str_text(out, ")\n");
    }
    str_free(&nodes);
    position_copy_free(&copy);
    return ok;
}
