/* core/solver.h -- the truth about a position, for games that can know it.
 *
 * A game with a solver points to a Solver record. Everything that can be written on top of "what is
 * this position worth" (a value for each move, the best line, one answer a line for a list of
 * positions) is written once, elsewhere; a game supplies the records below and nothing else. */
#pragma once
#include "base/str.h"
#include "core/game.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much of the outcome: one question costs less than both. What was not asked counts as a draw;
 * a solver may answer more than it was asked. */
typedef enum { OUTCOME_WHOLE, OUTCOME_WON_OR_NOT, OUTCOME_LOST_OR_NOT } OutcomeAsked;

typedef struct {
    bool               is_weak;         /* win, draw or loss is enough */
    OutcomeAsked       asked;           /* when it is */
    bool               no_book;         /* think, even where the answer is stored */
    int                threads;         /* 0 or 1: this one */
    uint64_t           nodes;           /* the limit for one position; 0: none */
    size_t             table_megabytes; /* 0: as much as serves the game best */
    const char        *tables;          /* folder of endgame tables; NULL: the usual one */
    const atomic_bool *stop;            /* borrowed, may be NULL; any thread may set it */
} SolverSetup;

typedef struct {
    int score;      /* of the player to move; its sign is win, draw or loss, its size the game's own
                       measure (Solver.measure); 1, 0, -1 when only the outcome was asked for */
    int      plies; /* to the end when both play their best; -1: not known */
    int      most_plies; /* no later than that, where `plies` is not known; 0: not known either */
    Move     hint;       /* a move to try first, nothing more */
    uint64_t nodes;      /* positions looked at */
} Truth;

/* Endgame tables: one file for each number of pieces. */
typedef struct {
    int      pieces;
    uint64_t won, lost, drawn; /* positions, for the player to move; symmetric ones count each */
    int      longest;          /* plies of the longest win, where the table knows; 0 otherwise */
    uint64_t bytes, checksum;
    bool     is_new; /* made now; it was there otherwise */
} TableLayer;

typedef struct {
    int                pieces;  /* make or verify the tables up to this number */
    int                threads; /* 0 or 1: this one */
    const char        *folder;  /* NULL: the usual one */
    const atomic_bool *stop;    /* borrowed, may be NULL */
    /* Called now and then by the calling thread, with the share of all the work that is done. */
    void (*progress)(int pieces, double fraction, void *user); /* may be NULL */
    void (*finished)(const TableLayer *layer, void *user);     /* may be NULL */
    void *user;
} TablesWork;

/* A book of openings to build: the score of every position after a number of plies. */
typedef struct {
    const void        *start;   /* position; its rules are those of the book */
    bool               is_weak; /* win, draw or loss alone, in a file that is much smaller */
    int                plies, threads;
    const char        *path; /* what is known so far is kept beside it, until it is finished */
    const atomic_bool *stop; /* borrowed, may be NULL */
    void (*progress)(void *context, uint64_t done, uint64_t count); /* one thread at a time */
    void *context;
} BookOrder;

/* A proof that takes hours or days, over many runs: what is decided is kept in a folder. */
typedef struct {
    uint64_t nodes;      /* of all runs */
    uint64_t run_nodes;  /* of this run */
    double   nodes_left; /* by estimate */
    uint64_t positions;  /* decided and kept */
    double   seconds;    /* of this run */
} ProofState;

typedef struct {
    const char        *folder;
    int                threads;
    size_t             table_megabytes;                    /* 0: as much as serves the game best */
    const atomic_bool *stop;                               /* borrowed, may be NULL */
    void (*progress)(const ProofState *state, void *user); /* about once a second; may be NULL */
    void *user;
} ProofWork;

/* Certificates that a side cannot lose, for games whose positions come back: a game's own kind,
 * beside the proofs that a side wins (engine/certificate.h). */
typedef struct {
    const Game        *game;
    int                side;            /* the colour that is to be safe */
    int                most_moves;      /* of that side, looked ahead */
    int                threads;         /* 0 or 1: this one */
    size_t             table_megabytes; /* 0: as much as serves the game best */
    const char        *folder;          /* what is decided is kept there; NULL: nowhere */
    const atomic_bool *stop;            /* borrowed, may be NULL */
    void (*progress)(const char *line, void *user); /* one thread at a time; may be NULL */
    void *user;
} SafetyWork;

typedef struct {
    const Game        *game;
    uint64_t           audit; /* records by lot; 0: all of them */
    uint64_t           seed;  /* of the lot */
    int                threads;
    const atomic_bool *stop; /* borrowed, may be NULL */
} SafetyCheck;

typedef struct {
    /* The file's text; *report is a line for a person. May be killed at any time and started again
     * with the same folder. False: not proven, and *err says why. */
    bool (*write)(const SafetyWork *work, const void *pos, Str *out, Str *report, Error *err);

    /* By the rules alone. False: it proves nothing, and *err says why. */
    bool (*check)(const char *text, size_t size, const SafetyCheck *check, Str *report, Error *err);
} Safety;

/* A flat certificate: the positions of a long proof with their values, in a file, each of which
 * follows from those one move later. */
typedef struct {
    const char        *folder; /* of the proof over many runs; NULL: all by search */
    const char        *path;
    int                pieces; /* of so many or fewer the checker searches; below 0: as usual */
    int                threads;
    size_t             table_megabytes; /* 0: as much as serves the game best */
    const atomic_bool *stop;            /* borrowed, may be NULL */
} FlatOrder;

typedef struct {
    const char        *path;
    uint64_t           count, seed; /* so many records by lot; 0: all of them */
    const char        *checkpoint;  /* file that a check of all goes on from; NULL: none */
    int                threads;
    size_t             table_megabytes; /* of each thread */
    const atomic_bool *stop;            /* borrowed, may be NULL */
    /* Called now and then by one of the threads; may be NULL. */
    void (*progress)(uint64_t done, uint64_t all, void *user);
    void *user;
} FlatCheck;

typedef struct {
    char     root[72]; /* rows of the position, its mover as Blanc; "": the start */
    int      score;    /* of the player to move there: 1 or -1 */
    int      pieces;   /* positions of so many pieces or fewer are left to the checker */
    uint64_t records, won, lost;
    uint64_t checked;       /* records, by this run and those it went on from */
    uint64_t leaves, nodes; /* positions that this run searched, and what it took */
} FlatAbout;

typedef struct Solver {
    const char *measure; /* what the size of a score means, in a few words */

    /* NULL and *err when memory or files are short; the caller closes it. */
    void *(*open)(const SolverSetup *setup, Error *err);
    void (*close)(void *solver); /* NULL is fine */

    /* Forgets what earlier positions taught, so that each can be measured alone. Must be cheap. */
    void (*forget)(void *solver);

    /* Questions from now on have this setup's kind of answer, limits and threads; what is known is
     * kept, and so are the table's size and the folder. */
    void (*renew)(void *solver, const SolverSetup *setup);

    bool is_graded; /* the outcome alone (is_weak) costs much less than the score */

    /* Given several positions, threads take one each and leave those of more nodes to all of them
     * together; where threads help little, that is late. 0: they never search together. */
    uint64_t alone_nodes;

    /* `pos` may be over. False: stopped, or a position this solver does not know; *err says, and
     * out->nodes what it has cost. */
    bool (*solve)(void *solver, const void *pos, Truth *out, Error *err);

    /* About how many nodes `solve` takes for a position like this, so that no search is begun that
     * cannot end in time. NULL: not known. */
    uint64_t (*usual_nodes)(const void *solver, const void *pos);

    /* As `solve`, for a position that takes long; may be killed at any time and started again. NULL
     * where a game has no such thing. */
    bool (*prove)(const ProofWork *work, const void *pos, Truth *out, Error *err);

    /* Flat certificates; NULL where a game has none. Checking believes nothing but the rules, and
     * `solve` where the certificate leaves positions to the checker. False: stopped, or *err says
     * what is wrong. */
    const char *flat_magic; /* how the file begins */
    bool (*write_flat)(const struct Solver *solver, const FlatOrder *order, const void *pos,
                       FlatAbout *about, Error *err);
    bool (*check_flat)(const struct Solver *solver, const FlatCheck *check, FlatAbout *about,
                       Error *err);

    /* Endgame tables, NULL where a game has none. Building keeps the files that are there and
     * whole, so that it can go on after being killed. Verifying derives every value again from
     * those of the positions one move later. False: stopped, or something is wrong; *err says. */
    int largest_tables; /* most pieces that tables exist for */
    bool (*build_tables)(const TablesWork *work, Error *err);
    bool (*verify_tables)(const TablesWork *work, Error *err);

    /* NULL: this game needs no book. Goes on where an earlier build was cut off. False: stopped, or
     * the file cannot be written; *err says. */
    bool (*build_book)(const Game *game, const BookOrder *order, Error *err);

    const Safety *safety; /* NULL: the game has no such certificates */
} Solver;
