/* opponent/remote.h -- what all contestants outside this process share: a link that is made when it
 * is needed and made anew after a fault, questions with a deadline, and what each fault is called.
 *
 * Which reason a fault has (docs/user/sandbox.md tells it to players):
 *     illegal     a move that is none, or a move nobody asked for
 *     time        an answer after the limit and the margin
 *     stall       none within LATE_US after that, or not ready in time at the start
 *     crash       the program ended
 *     disconnect  it closed its output, or its connection
 *     flood       a line of more than LINK_LINE_BYTES, or far too many lines (net/link.h)
 *     memory      more real memory than was allowed */
#pragma once
#include "opponent/contestant.h"
#include "opponent/process.h"

enum {
    LATE_US = 50000, /* how long a late answer is waited for, to tell late from never */
    USUAL_START_US = 10000000
};

typedef struct Remote {
    Contestant      base; /* first: a Contestant * is a Remote * */
    ContestantSetup setup;
    char            address[CONTESTANT_SPEC_SIZE]; /* a command, or host:port */

    /* How it is reached: sets link, and process if there is one. */
    bool (*connect)(struct Remote *remote, Error *err);
    /* Its protocol: hello on a new link, and a new game on any. False: `out` is the forfeit. */
    bool (*greet)(struct Remote *remote, Answer *out);
    bool (*announce)(struct Remote *remote, const Session *session, Answer *out);
    const char *farewell; /* a line after which a well-behaved program ends */

    Process *process;  /* NULL: the other end is not ours */
    Link    *link;     /* NULL: not connected; the process's where there is one */
    bool     is_unfit; /* did something wrong: must be connected anew */

    /* Of this game, for programs that can take one. */
    bool     has_seed, takes_seed;
    uint64_t seed;

    int64_t asked_us; /* the question under way: when it was asked, */
    int64_t due_us;   /* and when limit and margin are over; INT64_MAX: never */
} Remote;

/* `size` bytes that begin with a Remote, the rest is zero; all is set but the functions and
 * choose. NULL and *err when memory is short or the address too long. */
Remote *remote_new(size_t size, const ContestantKind *kind, const Game *game, const char *address,
                   const ContestantSetup *setup, Error *err);

/* How a kind of program is spoken with: what a Remote needs besides its link. */
typedef struct {
    bool (*greet)(Remote *remote, Answer *out);
    bool (*announce)(Remote *remote, const Session *session, Answer *out);
    void (*choose)(Contestant *self, Session *session, const Allowance *allowance, Answer *out);
    const char *farewell;
} RemoteProtocol;

/* A contestant that is ready for its first game: remote_new with all functions set. */
Contestant *remote_open(size_t size, const ContestantKind *kind, const Game *game,
                        const char *address, const ContestantSetup *setup,
                        const RemoteProtocol *protocol, bool (*connect)(Remote *remote, Error *err),
                        Error                *err);

/* The "connect" of those that are programs. */
bool remote_start_program(Remote *remote, Error *err);

/* Starts the referee's clock for a question; `limit_us` 0: no deadline. */
void remote_begin_question(Remote *remote, int64_t limit_us);

/* The time since then, but for what this machine stood still (net/link.h). */
int64_t remote_used_us(const Remote *remote);

/* The next line, or the forfeit that its absence is. Over the time, the line is waited for a little
 * longer (`stop`, a line or NULL, is sent), and then is_late is set. */
typedef struct {
    const char *text;
    bool        is_late;
} RemoteLine;
bool remote_read(Remote *remote, const char *stop, RemoteLine *line, Answer *out);

/* Always false: the forfeit, in one line without odd characters. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool remote_forfeit(Remote *remote, Answer *out, Reason reason, const char *format, ...);

/* The answer, if it came in time and is a legal move (MOVE_NONE: it is none); a forfeit otherwise.
 * `text` is how the move was written. */
bool remote_take_move(Remote *remote, const Session *session, Move move, const char *text,
                      bool is_late, Answer *out);
