/* match/bout.h -- one game between two contestants: clocks, legality, forfeits, adjudication.
 *
 * The referee's clocks are monotonic and his own; the session alone judges moves. Every game ends
 * with a result and a reason, unless somebody stops the match. */
#pragma once
#include "core/open_solver.h"
#include "match/live.h"
#include "opponent/contestant.h"

/* What a player may use: a clock for the game, or limits for every move. All zero: as he is set. */
typedef struct {
    TimeControl clock;
    Limits      limits; /* time, depth, nodes of a move */
} Pace;

/* When the referee ends a game before the rules do. All zero: never. Scores are hundredths, as the
 * players tell them; who tells none is never judged by his scores. */
typedef struct {
    uint64_t exact_nodes; /* ask the game's solver, with so much work for a position */
    int      draw_plies;  /* so many in a row with scores within draw_score: a draw */
    Score    draw_score;
    int      resign_moves; /* so many by each in a row that agree on resign_score: a loss */
    Score    resign_score;
    int      most_plies; /* then it is a draw */
} Adjudication;

/* "exact,draw=20:10,resign=800:4,plies=300"; exact may have its nodes, "exact=5000". */
bool adjudication_parse(const char *text, Adjudication *out, Error *err);

typedef struct {
    Contestant         *players[2];
    Pace                paces[2];
    const Adjudication *adjudication;
    OpenSolver         *solver;    /* borrowed, opened with exact_nodes; NULL: none */
    int64_t             margin_us; /* forgiven on every limit */
    uint64_t            seed;
    const atomic_bool  *stop; /* borrowed, may be NULL: the solver's too */
    LiveBoard          *live; /* borrowed, may be NULL: shows the moves as they come */
} Bout;

/* What was said with a move; moves of the opening say nothing. */
typedef struct {
    bool    is_played, has_eval;
    Score   eval;
    int64_t used_us, left_us; /* left_us: -1 without a clock */
} PlyNote;

typedef struct {
    bool     is_stopped; /* not played to the end: it does not count */
    Result   result;
    char     note[ANSWER_TEXT_SIZE]; /* what was wrong, or who decided; "" otherwise */
    PlyNote *plies;                  /* by ply of the session */
    int      capacity;
    int64_t  used_us[2];
} BoutLog;

void bout_log_free(BoutLog *log);

/* Plays from the session's position to the end; `log` is used again and again. False when memory
 * is short. */
bool bout_play(const Bout *bout, Session *session, BoutLog *log, Error *err);
