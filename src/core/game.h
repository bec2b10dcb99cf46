/* core/game.h -- the contract between a game and everything else.
 *
 * Two faces:
 *   HOT   the names <game>_gen, <game>_make ... in games/<game>/<game>.h. Searchers are compiled
 *         once per game against them (search/frame/instance.h); no pointer is followed in the tree.
 *   COLD  struct Game below: what protocols, match runner, server, terminal and tests see.
 *         Positions are opaque there: game->pos_size bytes that may be copied.
 * docs/dev/adding-a-game.md lists the hooks one by one. */
#pragma once
#include "base/error.h"
#include "base/lang.h"
#include "core/board.h"
#include "core/options.h"
#include "core/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint16_t Move;  /* meaning is private to the game, except the numbers below */
typedef int32_t  Score; /* from the player to move; forced results lie beyond SCORE_FORCED */

/* Moves from MOVE_SPECIAL on have no squares; they are named by GameInfo.specials in order. */
enum { MOVE_SPECIAL = 0xff00, MOVE_NONE = 0xffff };
enum { MAX_MOVES = 512, MAX_SEARCH_PLIES = 128 };
/* Hundredths of a point: evaluations stay within 900000. */
enum { SCORE_INF = 1100000, SCORE_MATE = 1000000, SCORE_FORCED = SCORE_MATE - 1000 };

/* State of play, from the point of view of the player to move. */
typedef enum { PLAY_ON, PLAY_LOST, PLAY_DRAWN, PLAY_WON } Play;

/* How squares and moves are written. */
typedef struct {
    char        first_column;  /* 'a', 'A', or '1' when a move is just a column */
    bool        rows_from_top; /* row 1 is the top row as drawn */
    const char *separator; /* between the two squares of a move; NULL when a move is one square */
} Notation;

/* A named player of a game, written as engine/player.h reads it: "minimax,depth=3". */
typedef struct {
    const char *name, *settings;
    Text        help;
} PlayerPreset;

enum { LEVEL_COUNT = 10 };

typedef struct {
    const char             *id;
    Text                    name, about;
    const char             *pieces;    /* letters of the two colours */
    const char             *glyphs[2]; /* the same for a Unicode terminal */
    Text                    colours[2];
    Notation                notation;
    const char *const      *specials; /* names of moves without squares, NULL-terminated */
    OptionTable             options;
    OptionTable             state;
    const struct EvalTable *evals; /* eval/criteria.h */
    const Preset           *presets;
    int                     preset_count;
    const Preset           *variants; /* what chess tools call it, by UCI's UCI_Variant */
    int                     variant_count;
    const PlayerPreset     *players;
    int                     player_count;
    const char *const      *levels; /* LEVEL_COUNT players' texts, rising; NULL: the usual ones */
    /* Of its own champion: core/constants.h; NULL: it has none of its own. */
    const struct ConstantTable *constants;
    const char *mcts;    /* what makes it strong here, as search/mcts/mcts.h reads it; or NULL */
    int champion_scale;  /* hundredths of its champion's score at which the chances are 73 %; 0: as
                            many as MCTS has */
    int  sgf_number;     /* GM of the Smart Game Format; 0: no SGF */
    bool has_board_file; /* numbered rows between '%' comments */
    /* Protocols that are about this game and no other, NULL-terminated: "course", "gomocup"; or
     * NULL: none is. What they expect of its options: protocol/course.h, protocol/gomocup.h. */
    const char *const *protocols;
    /* For eval/net.h: the bit that a piece on this cell is among <game>_net_sets; -1: none can be
     * there. NULL: no such nets. */
    int (*net_bit)(const Board *board, int cell);
    const unsigned char *net,
        *net_end;                   /* the file of the net that is part of the program; or NULL */
    const struct NetKind *net_kind; /* eval/netkind.h: nets of a kind of its own; or NULL */
    const struct Tuner   *tuner;    /* eval/tuner.h: weights of a form of its own; or NULL */
    /* Candidates for random openings and exploration, the best first, at least one while the game
     * goes on: for games where most legal moves are useless. NULL: all legal moves are used. */
    int (*sensible)(const void *pos, Move out[MAX_MOVES]);
} GameInfo;

typedef struct {
    uint64_t games, plies, wins[2], draws;
    uint64_t unfinished; /* cut off at PLAYOUT_MAX_PLIES; counted as draws */
} PlayoutStats;

enum { PLAYOUT_MAX_PLIES = 1000000 };

struct EvalTable;
struct EvalSetup;
struct SearchWork;
struct Solver;
/* One search to a depth over the root moves of the work (search/frame/work.h); returns the score.
 */
typedef Score SearchFn(void *pos, struct SearchWork *work, int depth);

typedef struct Game {
    const GameInfo *info;
    size_t          pos_size, undo_size;
    bool            can_repeat; /* positions can come back: see repeat_limit */

    /* Lays out the start for board->options: rows, cols, cells, turn, state. */
    void (*start)(Board *board);
    bool (*from_board)(void *pos, const Board *board, Error *err);
    void (*to_board)(const void *pos, Board *board);

    int (*gen)(const void *pos, Move out[MAX_MOVES]); /* 0 when the game is over */
    void (*make)(void *pos, Move move, void *undo);
    void (*unmake)(void *pos, Move move, const void *undo);
    Play (*play)(const void *pos); /* by the position alone; repetition is the caller's */
    Reason (*reason)(const void *pos);
    int (*side)(const void *pos);   /* the player to move, 0 or 1 */
    Score (*eval)(const void *pos); /* by the default evaluation */
    Score (*evaluate)(const void *pos, const struct EvalSetup *setup);
    void (*criteria)(const void *pos, const struct EvalSetup *setup, int out[]);
    uint64_t (*key)(const void *pos);      /* incremental; knows side and options, not clocks */
    uint64_t (*key_slow)(const void *pos); /* from scratch: the test oracle */

    /* Draw when a position occurs for the repeat_limit-th time (0: never); only the last
     * `reversible` plies can hold the same position. */
    int (*repeat_limit)(const void *pos);
    int (*reversible)(const void *pos);

    /* Cells of the move on the Board, -1 where there is none. */
    void (*squares)(const void *pos, Move move, int *from, int *to);

    /* For drawing; both give a count, their cells rising, and may be NULL. Cells that won the game
     * that is over here, none where nobody has won by cells; and empty cells where the player to
     * move may not play although other empty cells are free. */
    int (*winning_cells)(const void *pos, int out[BOARD_CELLS]);
    int (*forbidden_cells)(const void *pos, int out[BOARD_CELLS]);

    /* Bit t set: transform t of core/symmetry.h keeps the rules. */
    unsigned (*symmetries)(const Board *board);
    /* The transform that, with the colours exchanged, keeps the rules; -1: none does. */
    int (*colour_swap)(const Board *board);

    uint64_t (*perft)(void *pos, int depth);
    void (*playouts)(const void *pos, uint64_t games, uint64_t *rng, PlayoutStats *stats);
    SearchFn *const     *searchers; /* by SearcherId of search/frame/search.h */
    const struct Solver *solver;    /* core/solver.h; NULL: the truth is not known */
} Game;

/* Declares the cold hooks, which games/<game>/<game>.c defines on the type <game>_pos. */
#define DECLARE_COLD_HOOKS(game)                                                                   \
    extern const GameInfo game##_info;                                                             \
    void                  game##_start(Board *board);                                              \
    bool                  game##_from_board(game##_pos *p, const Board *board, Error *err);        \
    void                  game##_to_board(const game##_pos *p, Board *board);                      \
    Reason                game##_reason(const game##_pos *p);                                      \
    void                  game##_squares(const game##_pos *p, Move move, int *from, int *to);      \
    unsigned              game##_symmetries(const Board *board);                                   \
    int                   game##_colour_swap(const Board *board);

/* All games, in the order of games/games.def; game_find returns NULL when unknown. */
size_t      game_count(void);
const Game *game_at(size_t index);
const Game *game_find(const char *id);
const Game *game_named(const char *id, Error *err); /* NULL and *err, which lists them */

/* The game whose record names this protocol; NULL: none does. */
const Game *game_of_protocol(const char *protocol);
