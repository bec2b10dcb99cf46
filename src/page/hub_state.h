/* page/hub_state.h -- what the files of the hub share. */
#pragma once
#include "core/open_solver.h"
#include "page/hub.h"
#include "page/message.h"
#include "page/page_game.h"
#include "page/pool.h"
#include "page/requests.h"
#include "page/syncer.h"

enum {
    MAX_FOLLOWED = 16,
    MAX_PENDING = 8,             /* requests of one page that are thought about */
    MAX_PENDING_OF_ADDRESS = 96, /* and of all pages from one address */
    MAX_OPEN_GAMES = 4096,
    MAX_PLAYERS_COMPARED = 8,
    ADDRESS_SIZE = 64
};

/* A game that pages follow, or that is thought about. */
typedef struct OpenGame {
    PageGame        *game;
    uint64_t         change;     /* grows with each change of the position */
    int              followers;  /* pages */
    uint64_t         page;       /* that plays it: its machines' thinking is charged to that one */
    uint64_t         turn;       /* of its machines, when that page has gone */
    bool             wants_go;   /* a machine may move although moves can be redone */
    bool             has_failed; /* the machine could not move; it waits to be asked */
    int64_t          rests_until_us; /* the machine could not begin; it is tried again */
    struct Task     *thinking;
    bool             is_unsaved;       /* changed in this turn, not on the disk yet … */
    bool             is_machines_move; /* … by a machine */
    struct OpenGame *next;
} OpenGame;

struct Page {
    Hub         *hub;
    void        *connection;
    uint64_t     number;
    char         address[ADDRESS_SIZE];
    Lang         lang;
    bool         is_known;        /* has said hello */
    int          refused;         /* wrong tokens */
    uint64_t     turn, move_turn; /* of its requests, of the machines in its games */
    int          pending;         /* tasks under way */
    int64_t      follows[MAX_FOLLOWED];
    int          follow_count;
    int64_t      analysed; /* game whose position is analysed, 0: none */
    int          lines;
    struct Task *analysis;
    struct Page *next;
};

struct Hub {
    HubSetup     setup;
    SavedGames  *saved;
    Pool        *pool;
    Page        *pages;
    OpenGame    *open_games;
    uint64_t     page_count; /* so far */
    uint64_t     save_count; /* so far */
    uint64_t     seed;
    Syncer      *syncer;            /* NULL: what is committed is on the disk */
    uint64_t     ticket;            /* of the last sync that was asked for */
    struct Held *held, **last_held; /* to be said when what was changed before is on the disk */
};

/* A request on its way: handlers add the fields of the answer. */
typedef struct Request {
    Hub    *hub;
    Page   *page;
    int64_t number;
    Json    answer;
    bool    is_deferred; /* a task will answer */
} Request;

/* ---- pages (hub.c) ---- */
Page *hub_find_page(Hub *hub, uint64_t number);
bool  page_follows(const Page *page, int64_t id);
void  page_send(Page *page, const Str *text);

/* The event of a change that is not on the disk yet: said when it is. */
void page_send_change(Page *page, const Str *text);

/* An answer whose fields are written already, each behind a comma. One that `has_saved` becomes a
 * refusal when this turn's changes do not reach the disk. */
void page_answer(Page *page, int64_t number, const Str *fields, bool has_saved);
void page_refuse(Page *page, int64_t number, const Error *err);

/* All that changed so far is written; it is said when it has reached the disk. */
void hub_end_turn(Hub *hub);

/* The same for a change that was written at once. */
void hub_sync(Hub *hub);

/* ---- games (hub_open_games.c) ---- */
/* The game of that number, from the saved ones where it is not open yet. */
OpenGame *request_game(Request *request, int64_t id, Error *err);

/* The same; NULL and *err when it is over. */
OpenGame *request_running_game(Request *request, int64_t id, Error *err);
OpenGame *hub_find_game(Hub *hub, int64_t id);                     /* among the open ones */
OpenGame *hub_add_game(Hub *hub, PageGame *page_game, Error *err); /* takes the game */
bool      hub_follow(Page *page, OpenGame *opened, Error *err);
bool      hub_may_follow(const Page *page, Error *err); /* one more */
void      hub_unfollow(Page *page, int64_t id);
bool      hub_make_room(Hub *hub, Error *err); /* for one more saved game */
void      hub_close_unused(Hub *hub);          /* games that nobody follows */

/* Saves the game; when that fails it is again as it was saved before. It reaches the disk at
 * the end of the turn. */
bool open_game_save(Hub *hub, OpenGame *opened, Error *err);

/* The turn's changes are on the disk; or they are not, and all games are again as they were. */
void open_games_saved(Hub *hub);
void open_games_undo(Hub *hub, const Error *err);

/* The position has changed and is saved: pages see it, machines go on. */
void open_game_changed(Hub *hub, OpenGame *opened);
/* A state event to its followers, or to one of them. */
void open_game_show(Hub *hub, OpenGame *opened, const Page *only);

/* A move of whoever is to move, with its clock; saved, and shown. */
bool open_game_play(Hub *hub, OpenGame *opened, Move move, double share, Error *err);

/* ---- thinking (hub_tasks.c) ---- */
typedef struct Task Task;

/* What is thought in a thread: a constant for each kind of work. */
typedef struct {
    size_t size;                 /* of the struct that task->job points to, zeroed at first */
    void (*work)(Task *task);    /* in a thread: fills `fields`, or sets has_failed and `err` */
    void (*done)(Task *task);    /* in the loop's thread, before the answer; may be NULL */
    void (*free_job)(void *job); /* what the struct owns; may be NULL */
    int64_t budget_us;           /* then it is stopped */
    bool    is_event;            /* it answers no request: its notes are events */
    bool    is_move;             /* of a machine in a game */
    bool    is_long, is_patient; /* as page/pool.h has them */
} TaskKind;

struct Task {
    Job             pooled; /* first */
    const TaskKind *kind;
    void           *job; /* of the kind's own type */
    Hub            *hub;
    uint64_t        page;   /* who asked, 0: a machine's turn */
    int64_t         number; /* of the request */
    Lang            lang;
    uint64_t        seed;
    int64_t         id; /* game, 0: none */
    uint64_t        change;
    Session        *session; /* its own */

    Str   fields;
    bool  has_failed;
    Error err;
};

/* A task, not begun; `page` is NULL where a machine is to move. NULL and *err when memory is short.
 */
Task *task_new(Hub *hub, Page *page, int64_t number, const TaskKind *kind, Error *err);

/* The same for a request, on a copy of the open game, or on the session, which it takes. */
Task *request_task(Request *request, const TaskKind *kind, const OpenGame *opened, Error *err);
Task *request_session_task(Request *request, const TaskKind *kind, Session *session, Error *err);
void  task_free(Task *task);

/* The task's own copy of the open game; `is_whole`: with the moves that could be redone. */
bool task_copy_game(Task *task, const OpenGame *opened, bool is_whole, Error *err);

static inline bool task_is_stopped(const Task *task) { return atomic_load(&task->pooled.stop); }

/* The fields of the answer go here. */
static inline Json task_fields(Task *task)
{
    return (Json){.out = &task->fields, .needs_comma = true};
}

/* On failure the task is freed. */
bool task_begin(Task *task, uint64_t *turn, Error *err);

/* A task for a request; it will answer, or tell in events. */
bool request_begin(Request *request, Task *task, Error *err);

/* ---- machines (hub_machines.c) ---- */
void    machines_begin(Hub *hub); /* whose turn it is, and who do not think yet */
int64_t machines_due_us(const Hub *hub);
bool    open_game_awaits_machine(const OpenGame *opened);
void    open_game_stop(Hub *hub, OpenGame *opened);

/* The machine could not move: pages are told, and it waits to be asked. */
void open_game_tell_failure(Hub *hub, OpenGame *opened, const Error *err);

/* ---- what tasks share (hub_tasks.c) ---- */
/* Points expected for the first player, 0..1, from a player's score for whoever is to move. */
double share_of(const Session *session, const Player *player, Score score);
/* French writes a comma: changes the text of one number, and returns it. */
char *set_decimals(char *text, Lang lang);
void  write_score(Json *json, const Session *session, const Player *player, Score score, Lang lang);

/* An adviser's search of the session's position, with a time or a number of nodes. */
bool task_search(Task *task, Session *session, const Limits *limits, SearchContext *out);

/* The player's choice; what goes wrong is the task's failure. */
bool task_choose(Task *task, const Player *player, SearchContext *out);

/* The game's exact solver, bounded for each position; not open: it has none. The caller closes it.
 */
OpenSolver task_open_solver(Task *task);

/* Every move of the session's position; -1: the solver does not know. */
int task_solve_moves(Task *task, OpenSolver *solver, MoveTruth out[MAX_MOVES]);

/* The texts of a line of moves from the session's position. */
void write_line(Json *json, const char *key, const Session *session, const Move moves[], int count);

/* A position: of the open game `id`, or else of the game that is named, at its start where
 * `position` is NULL. The caller deletes it. */
Session *request_session(Request *request, int64_t id, const char *game, const char *position,
                         Error *err);

/* A new game: it is saved, shown and followed, and its number in the answer. The game is
 * freed on failure. */
bool request_begin_game(Request *request, PageGame *page_game, Error *err);

/* ---- requests ---- */
#define DECLARE(name) extern const RequestKind request_##name;
REQUESTS(DECLARE)
#undef DECLARE

void catalogue_write(Lang lang, Json *json);

/* The position shown has changed: a page's analysis begins anew. */
void analysis_refresh(Hub *hub, OpenGame *opened);
void analysis_end(Page *page);
