/* school/competition.h -- a class competition in a store: students who log in with a token,
 * sparring players of ours who are always there, and all games they have finished. A student who
 * has handed in a program (school/uploads.h) is always there too: it plays for him whenever he
 * is not connected.
 *
 * Who is there plays whom he has met least, again and again. A game counts when its commit has
 * returned: however the server ends, none is lost and none is there twice. */
#pragma once
#include "match/bout.h"
#include "match/gamelog.h"
#include "match/ratings.h"
#include "net/lobby.h"
#include "net/token.h"
#include "protocol/class_words.h"

enum { CLASS_PLAYERS = MAX_ENTRANTS };

typedef struct Competition Competition;

/* The competition of this store, which is made when there is none. `game` and `start` (a position
 * text) may be NULL when there is one, and must be the same otherwise. */
Competition *competition_open(const char *path, const Game *game, const char *start, Error *err);
/* The same beside the server that runs it: to add students. */
Competition *competition_join(const char *path, const Game *game, const char *start, Error *err);
Competition *competition_open_to_read(const char *path, Error *err); /* also while it runs */
void         competition_close(Competition *competition);            /* NULL is fine */

/* A student and the token he logs in with, of which only a hash is kept. Somebody who is there
 * already gets a new one. */
bool competition_add_student(Competition *competition, const char *name, char token[TOKEN_SIZE],
                             Error *err);

/* A player of ours who is there in this run, by his specification (opponent/contestant.h). */
bool competition_add_sparring(Competition *competition, const char *spec, Error *err);

/* ---- how it stands ---- */

typedef struct {
    const char *name;
    bool        is_student;
    uint64_t    forfeits[REASON_COUNT]; /* lost games by reason; those within the rules too */
} ClassPlayer;

const Game        *competition_game(const Competition *competition);
int                competition_players(const Competition *competition);
const ClassPlayer *competition_player(const Competition *competition, int number);
int64_t            competition_finished(const Competition *competition);

/* The results of all players; to be freed when it returned true. */
bool competition_pool(const Competition *competition, GamePool *out, Error *err);

/* ---- running ---- */

typedef struct {
    Pace     pace;
    int64_t  margin_us; /* for the way of a line: forgiven on every limit */
    int64_t  grace_us;  /* to come back */
    int      lives;
    int64_t  meetings;   /* games of two players; 0: no end */
    int64_t  most_games; /* in all, then the run ends; 0: no end */
    int      concurrency;
    int      random_plies; /* at the start of games */
    uint64_t seed;
    bool     takes_uploads;    /* over the network; what is in the store plays in any case */
    int64_t  memory_megabytes; /* of a program that was handed in */

    const char        *live_path; /* of the store, where games may be watched; NULL: nowhere */
    Lobby             *lobby;     /* borrowed */
    const atomic_bool *stop;      /* borrowed */
    /* All are called by the calling thread. */
    void (*on_game)(const GameLog *log, void *user);
    void (*on_login)(const char *name, void *user);
    /* A program plays from now on; `why` says when it does not, and NULL otherwise. */
    void (*on_engine)(const char *name, const char *file, const Error *why, void *user);
    void *user;
} CompetitionRun;

/* False when the store fails or memory is short; what was finished stays. */
bool competition_run(Competition *competition, const CompetitionRun *run, Error *err);
