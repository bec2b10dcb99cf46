#include "engine/session.h"

#include "base/errors.h"
#include "core/notation.h"
#include "core/position.h"
#include "eval/net.h"
#include "search/exact/exact.h"
#include "search/mcts/mcts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Session {
    const Game *game;
    void       *pos;
    int16_t     options[MAX_OPTIONS];
    Str         start_text;
    void       *start_pos;
    Result      ended; /* set from outside */

    /* Step i took the position with keys[i] to the one with keys[i + 1]. */
    Move     *moves;
    char     *undos;
    uint64_t *keys;
    int       ply, count, capacity; /* steps played; with those to be redone; room */

    struct SeatMemory {
        Tt         *table;
        MctsTree   *tree;
        ExactMemory exact;
        int         table_megabytes, tree_megabytes;
        bool        is_table_used; /* clearing it takes time */
        Net        *net;           /* NULL as well when it could not be read: then net_error */
        char       *net_file;
        Error       net_error;
    } memory[2]; /* by player */
};

static bool grow(Session *s)
{
    assert(s->ply <= s->count && s->count <= s->capacity);
    if (s->count < s->capacity)
        return true;
    int    capacity = s->capacity * 2 + 64;
    size_t steps = (size_t)capacity;
    Move  *moves = realloc(s->moves, steps * sizeof moves[0]);
    s->moves = moves != NULL ? moves : s->moves;
    char *undos = realloc(s->undos, steps * s->game->undo_size);
    s->undos = undos != NULL ? undos : s->undos;
    uint64_t *keys = realloc(s->keys, (steps + 1 + MAX_SEARCH_PLIES) * sizeof keys[0]);
    s->keys = keys != NULL ? keys : s->keys;
    if (moves == NULL || undos == NULL || keys == NULL)
        return false;
    s->capacity = capacity;
    return true;
}

/* Takes s->pos, just set, as the start. */
static void restart(Session *s)
{
    assert(s->capacity > 0);
    Board board;
    s->game->to_board(s->pos, &board);
    memcpy(s->options, board.options, sizeof s->options);
    memcpy(s->start_pos, s->pos, s->game->pos_size);
    str_clear(&s->start_text);
    position_format(s->game, s->pos, &s->start_text);
    s->ply = s->count = 0;
    s->keys[0] = s->game->key(s->pos);
    s->ended = (Result){.winner = PLAYER_NONE};
}

Session *session_new(const Game *game)
{
    Session *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->game = game;
    s->pos = calloc(1, game->pos_size);
    s->start_pos = calloc(1, game->pos_size);
    int16_t options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    if (s->pos == NULL || s->start_pos == NULL || !grow(s) ||
        !position_start(game, options, s->pos, NULL)) {
        session_delete(s);
        return NULL;
    }
    restart(s);
    return s;
}

void session_delete(Session *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < 2; i++) {
        tt_delete(s->memory[i].table);
        mcts_tree_delete(s->memory[i].tree);
        exact_memory_close(&s->memory[i].exact);
        net_delete(s->memory[i].net);
        free(s->memory[i].net_file);
    }
    str_free(&s->start_text);
    free(s->keys);
    free(s->undos);
    free(s->moves);
    free(s->start_pos);
    free(s->pos);
    free(s);
}

/* Runs `text` (NULL: the start) through position_parse with these options. */
static bool set_up(Session *s, const int16_t options[], const char *text, Error *err)
{
    if (!position_parse(s->game, options, text != NULL ? text : "startpos", s->pos, err))
        return false;
    restart(s);
    return true;
}

bool session_start(Session *s, const int16_t options[], Error *err)
{
    return set_up(s, options, NULL, err);
}

bool session_set_position(Session *s, const char *text, Error *err)
{
    return set_up(s, s->options, text, err);
}

const Game    *session_game(const Session *s) { return s->game; }
const void    *session_position(const Session *s) { return s->pos; }
const int16_t *session_options(const Session *s) { return s->options; }
const char    *session_start_text(const Session *s) { return str_get(&s->start_text); }
int            session_side(const Session *s) { return s->game->side(s->pos); }
int            session_ply(const Session *s) { return s->ply; }
int            session_length(const Session *s) { return s->count; }

Result session_result(const Session *s)
{
    assert(s->ply >= 0 && s->ply <= s->count);
    if (s->ended.is_over)
        return s->ended;
    return position_result_after(s->game, s->pos, s->keys, (size_t)s->ply + 1);
}

Move session_move(const Session *s, int ply)
{
    assert(ply >= 0 && ply < s->count);
    return s->moves[ply];
}

static void *undo_at(const Session *s, int step)
{
    assert(step >= 0 && step < s->capacity);
    return s->undos + (size_t)step * s->game->undo_size;
}

void session_position_at(const Session *s, int ply, void *out)
{
    assert(ply >= 0 && ply <= s->ply);
    memcpy(out, s->pos, s->game->pos_size);
    for (int i = s->ply; i-- > ply;)
        s->game->unmake(out, s->moves[i], undo_at(s, i));
}

void session_format_moves(const Session *s, int count, Str *out)
{
    void *start = malloc(s->game->pos_size);
    assert(count >= 0 && count <= s->count);
    out->failed |= start == NULL;
    if (start != NULL) {
        session_position_at(s, 0, start);
        notation_format_line(s->game, start, s->moves, count, out);
    }
    free(start);
}

void session_last_squares(const Session *s, int *from, int *to)
{
    void *before = calloc(1, s->game->pos_size);
    *from = *to = -1;
    if (s->ply > 0 && before != NULL) {
        session_position_at(s, s->ply - 1, before);
        s->game->squares(before, s->moves[s->ply - 1], from, to);
    }
    free(before);
}

static void step_forward(Session *s)
{
    assert(s->ply < s->count);
    s->game->make(s->pos, s->moves[s->ply], undo_at(s, s->ply));
    s->ply++;
    s->keys[s->ply] = s->game->key(s->pos);
}

bool session_play(Session *s, Move move, Error *err)
{
    Result result = session_result(s);
    if (result.is_over)
        return error_set(err, ERROR_GAME_OVER_BY, reason_texts(result.reason));
    if (!position_is_legal(s->game, s->pos, move))
        return error_set(err, ERROR_ILLEGAL_MOVE);
    s->count = s->ply;
    if (!grow(s))
        return error_set(err, ERROR_MEMORY);
    s->moves[s->ply] = move;
    s->count = s->ply + 1;
    step_forward(s);
    return true;
}

bool session_play_text(Session *s, const char *text, Error *err)
{
    Result result = session_result(s);
    Move   move = MOVE_NONE;
    if (!result.is_over && !notation_parse(s->game, s->pos, text, &move, err))
        return false;
    return session_play(s, move, err);
}

bool session_play_moves(Session *s, const char *text, Error *err)
{
    int before = s->ply;
    for (;;) {
        Move move = MOVE_NONE;
        text += strspn(text, " \t\r\n");
        if (*text == '\0')
            return true;
        bool is_over = session_result(s).is_over;
        if ((!is_over && !notation_parse_next(s->game, s->pos, &text, &move, err)) ||
            !session_play(s, move, err)) {
            bool has_played = s->ply > before;
            while (s->ply > before)
                session_undo(s);
            if (has_played)
                s->count = s->ply;
            return false;
        }
    }
}

bool session_undo(Session *s)
{
    if (s->ply == 0)
        return false;
    s->ended = (Result){.winner = PLAYER_NONE};
    s->ply--;
    s->game->unmake(s->pos, s->moves[s->ply], undo_at(s, s->ply));
    return true;
}

bool session_redo(Session *s)
{
    if (s->ply == s->count || s->ended.is_over)
        return false;
    step_forward(s);
    return true;
}

void session_go_to(Session *s, int ply)
{
    while (s->ply > ply && session_undo(s))
        continue;
    while (s->ply < ply && session_redo(s))
        continue;
}

void session_end(Session *s, int winner, Reason reason)
{
    assert(winner >= PLAYER_NONE && winner <= 1);
    s->ended = (Result){.is_over = true, .winner = winner, .reason = reason};
}

bool session_search(Session *s, SearcherId searcher, SearchContext *context, Error *err)
{
    if (session_result(s).is_over)
        return error_set(err, ERROR_GAME_OVER);
    context->keys = s->keys;
    context->key_count = (size_t)s->ply + 1;
    search_run(s->game, s->pos, searcher, context);
    return true;
}

bool session_think(Session *s, SearcherId searcher, const Limits *limits, uint64_t seed,
                   const atomic_bool *stop, SearchContext *out, Error *err)
{
    *out = (SearchContext){.limits = *limits, .stop = stop, .rng = seed};
    return session_search(s, searcher, out, err);
}

Tt *session_table(Session *s, int seat, int megabytes)
{
    assert((seat == 0 || seat == 1) && megabytes > 0);
    if (s->memory[seat].table == NULL || s->memory[seat].table_megabytes != megabytes) {
        tt_delete(s->memory[seat].table);
        s->memory[seat].table = tt_new((size_t)megabytes);
        s->memory[seat].table_megabytes = megabytes;
    }
    s->memory[seat].is_table_used = true;
    return s->memory[seat].table;
}

MctsTree *session_tree(Session *s, int seat, int megabytes)
{
    assert((seat == 0 || seat == 1) && megabytes > 0);
    if (s->memory[seat].tree == NULL || s->memory[seat].tree_megabytes != megabytes) {
        mcts_tree_delete(s->memory[seat].tree);
        s->memory[seat].tree = mcts_tree_new(megabytes);
        s->memory[seat].tree_megabytes = megabytes;
    }
    return s->memory[seat].tree;
}

ExactMemory *session_exact(Session *s, int seat)
{
    assert(seat == 0 || seat == 1);
    return &s->memory[seat].exact;
}

const Net *session_net(Session *s, int seat, const char *file, Error *err)
{
    assert(seat == 0 || seat == 1);
    struct SeatMemory *memory = &s->memory[seat];
    /* Of nets of its own kind a game may have several in the program, for different rules. */
    bool is_other = file[0] == '\0' && s->game->info->net_kind != NULL &&
                    (memory->net == NULL || !net_suits(memory->net, s->game, s->options));
    if (memory->net_file == NULL || strcmp(memory->net_file, file) != 0 || is_other) {
        net_delete(memory->net);
        free(memory->net_file);
        memory->net = net_open(s->game, s->options, file, &memory->net_error);
        memory->net_file = strdup(file);
    }
    if (memory->net == NULL) {
        if (err != NULL)
            *err = memory->net_error;
        return NULL;
    }
    if (!net_suits(memory->net, s->game, s->options)) {
        if (memory->net->data.rules[0] != '\0')
            error_set(err, ERROR_NET_OTHER_RULES, file, memory->net->data.rules);
        else
            error_set(err, ERROR_NET_USUAL_RULES, file);
        return NULL;
    }
    return memory->net;
}

void session_forget(Session *s, int seat)
{
    assert(seat == 0 || seat == 1);
    struct SeatMemory *memory = &s->memory[seat];
    if (memory->table != NULL && memory->is_table_used)
        tt_clear(memory->table);
    memory->is_table_used = false;
    if (memory->tree != NULL)
        mcts_tree_clear(memory->tree);
    exact_memory_forget(&memory->exact);
}

void session_exchange_seat(Session *to, int to_seat, Session *from, int from_seat)
{
    assert((to_seat == 0 || to_seat == 1) && (from_seat == 0 || from_seat == 1));
    struct SeatMemory mine = to->memory[to_seat];
    to->memory[to_seat] = from->memory[from_seat];
    from->memory[from_seat] = mine;
}

void session_exchange_memory(Session *to, Session *from)
{
    for (int seat = 0; seat < 2; seat++)
        session_exchange_seat(to, seat, from, seat);
}

bool session_to_record(const Session *s, Record *out, Error *err)
{
    record_init(out, s->game);
    memcpy(out->options, s->options, sizeof out->options);
    bool ok = record_set_start(out, s->start_pos);
    for (int i = 0; ok && i < s->ply; i++)
        ok = record_add_move(out, s->moves[i]);
    out->result = session_result(s);
    if (!ok)
        record_free(out);
    return ok ? true : error_set(err, ERROR_MEMORY);
}

/* Into a session of its own first, so that a failure changes nothing. */
bool session_from_record(Session *s, const Record *record, Error *err)
{
    if (record->game != s->game)
        return error_set(err, ERROR_RECORD_OTHER_GAME, record->game->info->id, s->game->info->id);
    Session *fresh = session_new(s->game);
    if (fresh == NULL)
        return error_set(err, ERROR_MEMORY);
    bool ok = set_up(fresh, record->options, record->start, err);
    for (int i = 0; ok && i < record->move_count; i++)
        ok = session_play(fresh, record->moves[i].move, err);
    if (ok) {
        Session old = *s;
        if (record->result.is_over && !session_result(fresh).is_over)
            session_end(fresh, record->result.winner, record->result.reason);
        *s = *fresh;
        *fresh = old;
    }
    session_delete(fresh);
    return ok;
}

Session *session_copy(const Session *session, bool is_whole, Error *err)
{
    Record record;
    if (!session_to_record(session, &record, err))
        return NULL;
    bool ok = true;
    for (int i = session_ply(session); is_whole && ok && i < session_length(session); i++)
        ok = record_add_move(&record, session_move(session, i));
    Session *copy = ok ? session_new(session_game(session)) : NULL;
    if (copy == NULL)
        error_set(err, ERROR_MEMORY);
    if (copy != NULL && !session_from_record(copy, &record, err)) {
        session_delete(copy);
        copy = NULL;
    }
    record_free(&record);
    return copy;
}
