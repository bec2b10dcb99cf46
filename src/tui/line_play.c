#include "tui/line_play.h"

#include "base/clock.h"
#include "base/errors.h"
#include "base/prose.h"
#include "base/words.h"
#include "core/draw.h"
#include "core/notation.h"
#include "engine/ponder.h"
#include "engine/savefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *say(const LinePlay *play, Word id) { return word(id, play->lang); }

static void refuse(LinePlay *play, const Error *err)
{
    play->refused++;
    fflush(stdout);
    Str line = {0};
    str_prose(&line, error_words(err, play->lang), play->lang);
    fprintf(stderr, "plateau: %s\n", str_get(&line));
    str_free(&line);
}

static const char *colour_to_move(const LinePlay *play)
{
    Board       board;
    const Game *game = session_game(play->session);
    game->to_board(session_position(play->session), &board);
    return text_in(&game->info->colours[board.turn], play->lang);
}

static void show_board(const LinePlay *play)
{
    DrawStyle style = {.unicode = !play->uses_ascii, .colour = play->uses_colour};
    Str       out = {0};
    session_last_squares(play->session, &style.marks[0], &style.marks[1]);
    draw_board(session_game(play->session), session_position(play->session), &style, &out);
    fputs(str_get(&out), stdout);
    str_free(&out);
}

static void show_result(const LinePlay *play)
{
    Result      result = session_result(play->session);
    const char *reason = reason_text(result.reason, play->lang);
    if (result.winner == PLAYER_NONE)
        printf("%s: %s — %s\n", say(play, WORD_GAME_OVER), say(play, WORD_DRAW), reason);
    else
        printf("%s: %s %s — %s\n", say(play, WORD_GAME_OVER),
               say(play, result.winner == 0 ? WORD_PLAYER_FIRST : WORD_PLAYER_SECOND),
               say(play, WORD_WINS), reason);
    printf("%s\n", result_text(&result));
}

/* After each move: the other clock runs; who overstepped has lost. */
static void press_clock(LinePlay *play, int mover)
{
    int64_t now = clock_now_us();
    if (!gameclock_end(&play->clock, now))
        session_end(play->session, 1 - mover, REASON_TIME);
    if (play->clock.control.budget_us != 0 && !session_result(play->session).is_over)
        gameclock_begin(&play->clock, session_side(play->session), now);
}

static bool make_move(LinePlay *play, const char *text, Error *err)
{
    int mover = session_side(play->session);
    if (!session_play_text(play->session, text, err))
        return false;
    press_clock(play, mover);
    return true;
}

/* ---- commands ----------------------------------------------------------------------------------
 */

typedef void Action(LinePlay *play, const char *argument);

static void do_undo(LinePlay *play, const char *argument)
{
    (void)argument;
    if (!session_undo(play->session)) {
        puts(say(play, WORD_NOTHING_TO_UNDO));
        return;
    }
    /* Back to a person's turn, or the machine would play the same move at once. */
    while (!play->players[session_side(play->session)].is_human && session_undo(play->session))
        continue;
    show_board(play);
}

static void do_redo(LinePlay *play, const char *argument)
{
    (void)argument;
    if (!session_redo(play->session)) {
        puts(say(play, WORD_NOTHING_TO_REDO));
        return;
    }
    while (!play->players[session_side(play->session)].is_human && session_redo(play->session))
        continue;
    show_board(play);
}

static void do_hint(LinePlay *play, const char *argument)
{
    (void)argument;
    Player        adviser = player_adviser(session_game(play->session));
    SearchContext found;
    Error         err;
    char          text[MOVE_TEXT_SIZE];
    if (!player_choose(play->session, &adviser, play->seed, NULL, &found, &err)) {
        refuse(play, &err);
        return;
    }
    notation_format(session_game(play->session), session_position(play->session), found.best, text);
    printf("%s %s\n", say(play, WORD_HINT_IS), text);
}

static void do_moves(LinePlay *play, const char *argument)
{
    (void)argument;
    const Game *game = session_game(play->session);
    const void *pos = session_position(play->session);
    Move        moves[MAX_MOVES];
    int         count = session_result(play->session).is_over ? 0 : game->gen(pos, moves);
    fputs(say(play, WORD_LEGAL_MOVES), stdout);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        printf(" %s", notation_format(game, pos, moves[i], text));
    }
    putchar('\n');
}

static void do_board(LinePlay *play, const char *argument)
{
    (void)argument;
    show_board(play);
}

static void do_save(LinePlay *play, const char *argument)
{
    Error err;
    Str   names[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++)
        player_format(&play->players[i], &names[i]);
    if (savefile_write(play->session, argument, str_get(&names[0]), str_get(&names[1]), &err))
        printf("%s %s\n", say(play, WORD_SAVED), argument);
    else
        refuse(play, &err);
    str_free(&names[0]);
    str_free(&names[1]);
}

static void do_load(LinePlay *play, const char *argument)
{
    Error err;
    if (!savefile_read(play->session, argument, &err)) {
        refuse(play, &err);
        return;
    }
    printf("%s %s\n", say(play, WORD_LOADED), argument);
    show_board(play);
}

static void do_options(LinePlay *play, const char *argument)
{
    (void)argument;
    const OptionTable *table = &session_game(play->session)->info->options;
    const int16_t     *values = session_options(play->session);
    puts(say(play, WORD_RULES_HERE));
    for (int i = 0; i < table->count; i++) {
        Str value = {0};
        options_format_value(&table->specs[i], values[i], &value);
        printf("  %-18s %-10s %s\n", table->specs[i].name, str_get(&value),
               text_in(&table->specs[i].help, play->lang));
        str_free(&value);
    }
}

/* "set name=value": a new game under the changed rules. */
static void do_set(LinePlay *play, const char *argument)
{
    Error   err;
    int16_t options[MAX_OPTIONS];
    memcpy(options, session_options(play->session), sizeof options);
    if (!options_set_words(&session_game(play->session)->info->options, options, argument, &err) ||
        !session_start(play->session, options, &err))
        refuse(play, &err);
    else
        show_board(play);
}

static void do_new(LinePlay *play, const char *argument)
{
    (void)argument;
    do_set(play, "");
}

static void do_resign(LinePlay *play, const char *argument)
{
    (void)argument;
    if (!session_result(play->session).is_over)
        session_end(play->session, 1 - session_side(play->session), REASON_RESIGNATION);
}

static void do_quit(LinePlay *play, const char *argument)
{
    (void)argument;
    play->wants_end = true;
}

static void do_help(LinePlay *play, const char *argument);

static const struct {
    const char *name, *french, *argument;
    Action     *action;
    Text        help;
} actions[] = {
    {"undo", "annuler", NULL, do_undo,
     TEXT("take back to your last turn", "revenir à votre tour précédent")},
    {"redo", "refaire", NULL, do_redo,
     TEXT("play again what was taken back", "rejouer ce qui a été annulé")},
    {"hint", "conseil", NULL, do_hint, TEXT("ask for a good move", "demander un bon coup")},
    {"moves", "coups", NULL, do_moves, TEXT("list the legal moves", "lister les coups légaux")},
    {"board", "plateau", NULL, do_board, TEXT("show the board again", "revoir le plateau")},
    {"save", "enregistrer", "FILE", do_save,
     TEXT("write the game to a file", "écrire la partie dans un fichier")},
    {"load", "charger", "FILE", do_load, TEXT("go on with a saved game", "reprendre une partie")},
    {"options", "options", NULL, do_options,
     TEXT("show the rules in force", "voir les règles en vigueur")},
    {"set", "régler", "NAME=VALUE", do_set,
     TEXT("new game with a rule changed", "nouvelle partie, règle changée")},
    {"new", "nouveau", NULL, do_new, TEXT("new game", "nouvelle partie")},
    {"resign", "abandonner", NULL, do_resign, TEXT("give up", "abandonner")},
    {"help", "aide", NULL, do_help, TEXT("this list", "cette liste")},
    {"quit", "quitter", NULL, do_quit, TEXT("leave", "partir")},
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

static void do_help(LinePlay *play, const char *argument)
{
    (void)argument;
    Lang lang = play->lang;
    Str  out = {0};
    str_printf(&out, "%s\n", say(play, WORD_COMMANDS));
    for (int i = 0; i < ACTION_COUNT; i++) {
        Str left = {0};
        str_printf(&left, "%s %s", lang == LANG_FR ? actions[i].french : actions[i].name,
                   actions[i].argument != NULL ? actions[i].argument : "");
        str_text(&out, "  ");
        str_padded(&out, str_get(&left), 20);
        str_printf(&out, "%s\n", text_in(&actions[i].help, lang));
        str_free(&left);
    }
    fputs(str_get(&out), stdout);
    str_free(&out);
}

/* True when the line was a command. */
static bool run_action(LinePlay *play, const char *line)
{
    char   name[32];
    size_t length = strcspn(line, " \t");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), line);
    const char *argument = line + length + strspn(line + length, " \t");
    for (int i = 0; i < ACTION_COUNT; i++) {
        if (strcmp(name, actions[i].name) != 0 && strcmp(name, actions[i].french) != 0)
            continue;
        bool  needs_argument = actions[i].argument != NULL;
        Error err;
        if (needs_argument == (argument[0] != '\0')) {
            actions[i].action(play, argument);
        } else {
            if (needs_argument)
                error_set(&err, ERROR_PLAY_NEEDS, name, actions[i].argument);
            else
                error_set(&err, ERROR_PLAY_TAKES_NOTHING, name);
            refuse(play, &err);
        }
        return true;
    }
    return false;
}

/* ---- the loop ----------------------------------------------------------------------------------
 */

static void machine_moves(LinePlay *play)
{
    for (;;) {
        int           side = session_side(play->session);
        Player       *player = &play->players[side];
        SearchContext found;
        Error         err;
        char          text[MOVE_TEXT_SIZE];
        if (session_result(play->session).is_over || player->is_human)
            return;
        Player now = *player;
        if (play->clock.control.budget_us != 0) {
            int64_t left = gameclock_left(&play->clock, side, clock_now_us());
            int64_t share = limits_share_of_clock(left, play->clock.control.increment_us);
            if (now.limits.time_us == 0 || now.limits.time_us > share)
                now.limits.time_us = share;
        }
        if (!player_choose(play->session, &now, play->seed++, NULL, &found, &err)) {
            refuse(play, &err);
            return;
        }
        notation_format(session_game(play->session), session_position(play->session), found.best,
                        text);
        printf("%s %s %s\n", colour_to_move(play), say(play, WORD_PLAYS), text);
        if (!make_move(play, text, &err)) {
            refuse(play, &err);
            return;
        }
        show_board(play);
        fflush(stdout);
    }
}

/* A line without its end and surrounding blanks; false at the end of input. */
static bool read_line(LinePlay *play, char **buffer, size_t *capacity, char **line)
{
    if (play->is_person) {
        if (!session_result(play->session).is_over)
            printf("%s %s> ", colour_to_move(play), say(play, WORD_TO_MOVE));
        else
            printf("> ");
        fflush(stdout);
    }
    int     waiting = 1 - session_side(play->session);
    Ponder *ponder =
        play->ponders ? ponder_begin(play->session, &play->players[waiting], waiting) : NULL;
    ssize_t size = getline(buffer, capacity, stdin);
    ponder_end(ponder);
    if (size < 0)
        return false;
    while (size > 0 && strchr(" \t\r\n", (*buffer)[size - 1]) != NULL)
        (*buffer)[--size] = '\0';
    *line = *buffer + strspn(*buffer, " \t");
    return true;
}

static void take_line(LinePlay *play, const char *line)
{
    Error err;
    if (line[0] == '\0' || run_action(play, line))
        return;
    if (make_move(play, line, &err))
        show_board(play);
    else
        refuse(play, &err);
}

bool line_play_run(LinePlay *play)
{
    char  *buffer = NULL, *line;
    size_t capacity = 0;
    bool   was_over = false;
    show_board(play);
    if (play->clock.control.budget_us != 0)
        gameclock_begin(&play->clock, session_side(play->session), clock_now_us());
    for (;;) {
        machine_moves(play);
        bool is_over = session_result(play->session).is_over;
        if (is_over && !was_over)
            show_result(play);
        was_over = is_over;
        bool has_person = play->players[0].is_human || play->players[1].is_human;
        if (play->wants_end || (!has_person && is_over) ||
            !read_line(play, &buffer, &capacity, &line))
            break;
        take_line(play, line);
    }
    free(buffer);
    if (was_over)
        return true;
    puts(say(play, WORD_UNFINISHED));
    return play->refused == 0 || play->is_person;
}
