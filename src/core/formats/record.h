/* core/formats/record.h -- a whole game: players, rules, start, moves, result. Read and written as
 * text.
 *
 *     [Game "hasami"]
 *     [Options "diagonal=on"]        rules that differ from the default
 *     [First "Anna"] [Second "…"]    the players
 *     [TimeControl "300+2"]
 *     [Start "<position text>"]      when it is not the usual start
 *     [Result "1-0"] [Reason "piece-count"]
 *     [Anything "else"]              kept as it is
 *
 *     1. a1a5 {a comment} a9a6 {[%clk 12.5] [%eval 35]} 2. … 1-0
 *
 * A backslash in a quoted value or a comment takes the next character as it is. */
#pragma once
#include "core/game.h"
#include "core/gameclock.h"

typedef struct {
    Move    move;
    char   *comment;  /* owned, NULL: none */
    int64_t clock_us; /* left after the move; -1: unknown */
    bool    has_eval;
    Score   eval; /* for the player who moved */
} RecordMove;

typedef struct {
    char *name, *value; /* owned */
} RecordTag;

typedef struct {
    const Game *game;
    int16_t     options[MAX_OPTIONS];
    char       *players[2]; /* owned, NULL: unknown */
    char       *start;      /* owned position text, NULL: the usual start */
    TimeControl time;
    RecordTag  *tags; /* the others, in order */
    int         tag_count;
    RecordMove *moves;
    int         move_count, move_capacity;
    Result      result;
} Record;

void record_init(Record *record, const Game *game); /* default options, no moves */
void record_free(Record *record);

/* All copy their texts; false when memory is short. */
bool record_set_text(char **field, const char *text);
bool record_add_tag(Record *record, const char *name, const char *value);
bool record_add_move(Record *record, Move move);

/* Makes `pos` the start; the usual start of the options is not written out. */
bool record_set_start(Record *record, const void *pos);

/* Sets pos to the record's start. */
bool record_start_position(const Record *record, void *pos, Error *err);

/* The position after the last move. */
bool record_end_board(const Record *record, Board *board, Error *err);

/* Plays the moves and fills the result from the end position; false, naming the ply, when a move is
 * illegal or the result contradicts the rules. The texts come from a reader of some format. */
bool record_settle(Record *record, Error *err);

/* One game from *text, which is moved behind it. `line` counts lines for errors. On failure `out`
 * is free. record_skip_blank returns whether another game follows. */
bool record_parse(const char **text, int *line, Record *out, Error *err);
bool record_skip_blank(const char **text, int *line);

void record_format(const Record *record, Str *out);
void record_format_json(const Record *record, Str *out); /* one line */
