#include "protocol/ugi_client.h"

#include "base/parse.h"
#include "core/position.h"
#include "core/position_copy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 64 };

/* ---- reading -----------------------------------------------------------------------------------
 */

/* The rest of the line without blanks around it, cut where it does not fit. */
static void keep_rest(const char *rest, char text[UGI_TEXT_SIZE])
{
    rest += strspn(rest, " \t");
    size_t size = strlen(rest);
    while (size > 0 && (rest[size - 1] == ' ' || rest[size - 1] == '\t'))
        size--;
    snprintf(text, UGI_TEXT_SIZE, "%.*s", (int)(size < UGI_TEXT_SIZE ? size : UGI_TEXT_SIZE), rest);
}

static bool read_number(const char **rest, int64_t *out)
{
    char word[WORD_SIZE];
    return parse_word(rest, word, sizeof word) &&
           parse_int("number", word, INT32_MIN, INT32_MAX, out, NULL);
}

static Score clamp(int64_t number, Score most)
{
    return (Score)(number > most ? most : number < -most ? -most : number);
}

/* "cp C" or "mate P". */
static void read_score(const char **rest, UgiAnswer *out)
{
    char    word[WORD_SIZE];
    int64_t number;
    if (!parse_word(rest, word, sizeof word))
        return;
    if (strcmp(word, "cp") == 0 && read_number(rest, &number)) {
        out->score = clamp(number, SCORE_FORCED);
        out->has_score = true;
    } else if (strcmp(word, "mate") == 0 && read_number(rest, &number)) {
        Score plies = clamp(number, SCORE_MATE - SCORE_FORCED - 1);
        out->score = plies > 0 ? SCORE_MATE - plies : -SCORE_MATE - plies;
        out->has_score = true;
    }
}

static void read_info(const char *rest, UgiAnswer *out)
{
    char    word[WORD_SIZE];
    int64_t line = 1;
    while (parse_word(&rest, word, sizeof word)) {
        if (strcmp(word, "string") == 0 || strcmp(word, "pv") == 0)
            break; /* moves and free text may look like anything */
        if (strcmp(word, "multipv") == 0)
            read_number(&rest, &line);
        else if (strcmp(word, "score") == 0)
            read_score(&rest, out);
    }
    out->has_score = out->has_score && line == 1;
}

static void read_move(const char *rest, UgiAnswer *out)
{
    char word[WORD_SIZE] = "";
    parse_word(&rest, word, sizeof word);
    snprintf(out->text, sizeof out->text, "%s", word);
    out->kind = strcmp(word, "resign") == 0 ? UGI_RESIGN : UGI_MOVE;
}

/* "name N … type T …": the name may have several words. */
static void read_option(const char *rest, UgiAnswer *out)
{
    char        word[WORD_SIZE];
    const char *type;
    if (!parse_word(&rest, word, sizeof word) || strcmp(word, "name") != 0)
        return;
    keep_rest(rest, out->text);
    if ((type = strstr(out->text, " type ")) != NULL)
        out->text[type - out->text] = '\0';
}

static void read_id(const char *rest, UgiAnswer *out)
{
    char word[WORD_SIZE];
    if (parse_word(&rest, word, sizeof word) && strcmp(word, "name") == 0)
        keep_rest(rest, out->text);
    else
        out->kind = UGI_OTHER;
}

void ugi_client_read(const char *line, UgiAnswer *out)
{
    static const struct {
        const char *word;
        UgiKind     kind;
        void (*read)(const char *rest, UgiAnswer *out);
    } kinds[] = {
        {"id", UGI_ID, read_id},       {"option", UGI_OPTION, read_option},
        {"ugiok", UGI_OK, NULL},       {"readyok", UGI_READY, NULL},
        {"info", UGI_INFO, read_info}, {"bestmove", UGI_MOVE, read_move},
        {"error", UGI_ERROR, NULL},
    };
    char word[WORD_SIZE];
    *out = (UgiAnswer){.kind = UGI_OTHER};
    while (parse_word(&line, word, sizeof word))
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            if (strcmp(word, kinds[i].word) == 0) {
                out->kind = kinds[i].kind;
                if (kinds[i].read != NULL)
                    kinds[i].read(line, out);
                else
                    keep_rest(line, out->text);
                return;
            }
}

/* ---- writing -----------------------------------------------------------------------------------
 */

void ugi_client_option(const char *name, const char *value, Str *out)
{
    str_printf(out, "setoption name %s value %s", name, value);
}

/* Is the first position the start of the usual rules? Then small engines need not read it. Other
 * rules are part of the position's text. */
static bool begins_at_the_start(const Session *session)
{
    const Game  *game = session_game(session);
    int16_t      usual[MAX_OPTIONS];
    PositionCopy at;
    Str          text = {0};
    bool         is_same = false;
    options_reset(&game->info->options, usual);
    if (position_copy_init(&at, game, NULL, NULL) && position_start(game, usual, at.pos, NULL)) {
        position_format(game, at.pos, &text);
        is_same = strcmp(str_get(&text), session_start_text(session)) == 0;
    }
    str_free(&text);
    position_copy_free(&at);
    return is_same;
}

void ugi_client_position(const Session *session, Str *out)
{
    if (begins_at_the_start(session))
        str_text(out, "position startpos");
    else
        str_printf(out, "position fen %s", session_start_text(session));
    if (session_ply(session) > 0) {
        str_text(out, " moves ");
        session_format_moves(session, session_ply(session), out);
    }
}

/* Milliseconds; a limit never becomes none. */
static int64_t milliseconds(int64_t us) { return us >= 1000 ? us / 1000 : 1; }

void ugi_client_go(const UgiGo *go, Str *out)
{
    str_text(out, "go");
    for (int seat = 0; go->has_clock && seat < 2; seat++) {
        str_printf(out, " p%dtime %" PRId64, seat + 1, milliseconds(go->left_us[seat]));
        if (go->increment_us[seat] > 0)
            str_printf(out, " p%dinc %" PRId64, seat + 1, milliseconds(go->increment_us[seat]));
    }
    if (go->limits.time_us > 0)
        str_printf(out, " movetime %" PRId64, milliseconds(go->limits.time_us));
    if (go->limits.depth > 0)
        str_printf(out, " depth %d", go->limits.depth);
    if (go->limits.nodes > 0)
        str_printf(out, " nodes %" PRIu64, go->limits.nodes);
}
