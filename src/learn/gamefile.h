/* learn/gamefile.h -- games played for learning, in one file: compact, appended block by block.
 *
 * A header says what the games are; a block holds the games of BLOCK_GAMES numbers that follow each
 * other, and its own checksum. A move is its index among the legal ones, so that a
 * reader plays the game by the rules. Only the last block may be short or, when the writer was
 * killed, torn; the next writer writes it again. Numbers are written low byte first; varints seven
 * bits a byte.
 *
 *   file   "PLGAMES\n" version:4 size:4 text checksum:8   block block …
 *          text: "game\nstart position\nhow they were made\n"
 *   block  "BLK\n" games:4 first number:8 size:4 games checksum:8
 *   game   varints: plies, opening plies, outcome; then for each ply move and score, where a score
 *          is 0 for none, or one more than its zigzag */
#pragma once
#include "core/game.h"

enum { GAMEFILE_MAX_PLIES = 1000, GAMEFILE_BLOCK_GAMES = 64, GAMEFILE_NO_SCORE = INT32_MIN };
enum { GAMEFILE_BEST = 32767 }; /* scores beyond, forced ones too, are kept as this */

typedef struct {
    const Game *game;
    Str         start; /* position text that all games begin from; it carries the rules */
    Str         maker; /* one line: all that decides what the games are */
} GameFileHead;

void gamefile_head_free(GameFileHead *head);

typedef struct {
    uint64_t number;
    int      plies, opening; /* the first `opening` moves are random */
    int      points;         /* of the first player: 2 a win, 1 a draw */
    bool     is_cut;         /* too long: counted as a draw */
    Move     moves[GAMEFILE_MAX_PLIES];
    int32_t  scores[GAMEFILE_MAX_PLIES]; /* for the player to move, or GAMEFILE_NO_SCORE */
} LearntGame;

/* ---- writing -----------------------------------------------------------------------------------
 */

typedef struct GameWriter GameWriter;

/* Makes the file, or goes on with one of the same head. *next is the number of the first game that
 * is not in it. NULL and *err when it holds something else, is damaged before its end, or cannot be
 * written. */
GameWriter *gamefile_open(const char *path, const GameFileHead *head, uint64_t *next, Error *err);

/* The bytes of a game that begins at `start`; they are added to `out`. */
void gamefile_encode(const Game *game, const void *start, const LearntGame *played, Str *out);

/* The next game, encoded. It is on the disk when its block is full, or the file closed. */
bool gamefile_add(GameWriter *writer, const Str *encoded, Error *err);

/* Writes what is left; the writer is gone whatever the answer. NULL is fine. */
bool gamefile_close(GameWriter *writer, Error *err);

/* ---- reading -----------------------------------------------------------------------------------
 */

typedef struct {
    const uint8_t *bytes; /* borrowed */
    size_t         size;
    GameFileHead   head;    /* owned */
    void          *start;   /* owned: the position of head.start */
    size_t         at;      /* the next block */
    uint64_t       next;    /* number of the next game */
    bool           is_torn; /* the last block was never finished: it does not count */
    /* Of the block that is being read. */
    const uint8_t *game_at, *block_end;
    uint32_t       left;
} GameReader;

/* `bytes` stay the caller's. The reader must be freed whatever the answer. */
bool gamefile_read(GameReader *reader, const uint8_t *bytes, size_t size, Error *err);
void gamefile_reader_free(GameReader *reader);

/* The next game. At the end *is_end, and true. False and *err where the file is damaged. */
bool gamefile_next(GameReader *reader, LearntGame *out, bool *is_end, Error *err);

/* A position that has a score: what it is, for the player to move, the move that was played, and
 * the points of that player at the end of the game, and its number. */
typedef struct {
    const void *pos;
    Move        move;
    int32_t     score;
    int         points;
    uint64_t    number;
} LearntPosition;

/* False ends it, and *err is the visitor's. */
typedef bool PositionVisitor(const LearntPosition *position, void *user, Error *err);

/* All of a file, which must be of this game. */
bool gamefile_each_position(const char *path, const Game *game, PositionVisitor *visit, void *user,
                            Error *err);

/* Whether a game is held out depends on its number alone, so that all positions of a game, turned
 * or mirrored too, are on the same side. `percent` of them are. */
bool gamefile_is_held_out(uint64_t number, int percent);
