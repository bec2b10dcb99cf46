/* opponent/contestant.h -- someone who plays in a match: a searcher of ours in this process, a
 * program at the other end of two pipes, a program at the other end of a socket.
 *
 * The game loop knows only this. It asks one contestant at a time for a move; whatever a contestant
 * does wrong is an Answer with a reason, never an error of the match. A contestant belongs to one
 * thread at a time and may be used for many games, one after the other. */
#pragma once
#include "core/gameclock.h"
#include "engine/session.h"
#include "opponent/sandbox.h"

enum {
    CONTESTANT_SPEC_SIZE = 512,
    ANSWER_TEXT_SIZE = 512,
    CONTESTANT_LOG_BYTES = 64 << 10 /* of what a program wrote to its standard error: the last */
};

/* What the player to move may use. All zero: as the player himself is set. */
typedef struct {
    Limits  limits;                      /* time, depth or nodes for this move */
    bool    has_clock;                   /* left and increment count, by seat */
    int64_t left_us[2], increment_us[2]; /* when the question is asked */
    int64_t deadline_us;                 /* from now: later is over time; 0: none */
} Allowance;

typedef enum { ANSWER_MOVE, ANSWER_RESIGN, ANSWER_FORFEIT, ANSWER_STOPPED } AnswerKind;

typedef struct {
    AnswerKind kind;
    Move       move;    /* legal: the contestant's text was read by the referee's rules */
    Reason     reason;  /* of a forfeit: time, illegal, crash, stall, disconnect, flood … */
    int64_t    used_us; /* by the referee's own clock */
    bool       has_eval;
    Score      eval;                   /* for the player who moved, where he told it */
    char       text[ANSWER_TEXT_SIZE]; /* one line: what was wrong, for people */
} Answer;

typedef struct Contestant Contestant;

/* How programs are run, and what they are to play. */
typedef struct {
    const char        *start;            /* position text of all games; NULL: not known yet */
    const char        *log_folder;       /* where whole logs go; NULL: none are written */
    SandboxMode        sandbox;          /* off for programs of one's own */
    const char        *home;             /* the one folder it has there; NULL: by its command */
    int64_t            memory_megabytes; /* real memory of a program; 0: no limit */
    int64_t            start_us;         /* from its start to its readiness */
    int64_t            margin_us; /* forgiven on every limit: pipes and scheduling take time */
    const atomic_bool *stop;      /* borrowed, may be NULL: questions end as ANSWER_STOPPED */
} ContestantSetup;

/* How a kind of contestant is made; `text` is the specification behind the prefix. */
typedef struct ContestantKind {
    const char *prefix; /* "cmd:", "pbrain:", "tcp:" …; "" for what engine/player.h reads */
    Contestant *(*open)(const struct ContestantKind *kind, const Game *game, const char *text,
                        const ContestantSetup *setup, Error *err);
} ContestantKind;

/* Every contestant begins with this; the functions are those of its kind. */
struct Contestant {
    const ContestantKind *kind;
    const Game           *game;
    /* A new game from the session's present position, in this seat. False: it cannot even begin,
     * and `out` is the forfeit. */
    bool (*begin)(Contestant *self, const Session *session, int seat, uint64_t seed, Answer *out);
    void (*choose)(Contestant *self, Session *session, const Allowance *allowance, Answer *out);
    /* The game is over. What happens to a program after this is not held against it. */
    void (*end)(Contestant *self, const Session *session);
    const char *(*log)(const Contestant *self, size_t *size); /* last words; NULL: none */
    void (*close)(Contestant *self);
};

/* The kind a specification belongs to and what is left of it; "" kinds take what no other does. */
Contestant *contestant_open(const Game *game, const char *spec, const ContestantSetup *setup,
                            Error *err);
void        contestant_close(Contestant *contestant); /* NULL is fine */

/* Kinds, each in a file of its own. */
extern const ContestantKind contestant_local;   /* local.c: engine/player.h in this process */
extern const ContestantKind contestant_program; /* program.c: "cmd:", UGI over pipes */
extern const ContestantKind contestant_pbrain;  /* gomocup_contestant.c: "pbrain:", over pipes */
extern const ContestantKind contestant_tcp;     /* tcp.c: "tcp:", UGI over a socket */
