/* The checker of certificates that a side cannot lose at Hasami Shogi. It knows the rules of the
 * game and the test of fortresses, and looks two own moves ahead. */
#include "base/errors.h"
#include "base/rng.h"
#include "core/position.h"
#include "games/hasami/proof/hasami_certificate.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* What was met, so that two checkers can be compared by more than their verdict. */
typedef struct {
    uint64_t records;  /* looked at */
    uint64_t won;      /* their move ends the game well */
    uint64_t fortress; /* their move makes a fortress */
    uint64_t replies;  /* to the other moves; each is one of the next three */
    uint64_t over;     /* ends the game well */
    uint64_t listed;   /* leads to a record */
    uint64_t near;     /* a fortress, or one own move from it or from a win */
    uint64_t far;      /* two own moves from it, whatever is played between them */
} CheckTally;

typedef struct {
    const HasamiCertificate *certificate;
    const SafetyCheck       *check;
    const uint64_t          *lot; /* NULL: all records in order */
    uint64_t                 count;
    atomic_uint_fast64_t     next, failed; /* places in the lot; failed: the first */
    pthread_mutex_t          lock;         /* of tally and err */
    CheckTally               tally;
    Error                   *err;
} Checking;

typedef struct {
    const HasamiCertificate *certificate;
    CheckTally               tally;
    Move                     last, next; /* own moves that served before: the last one, the one
                                            before it */
} Checker;

/* ---- positions ---------------------------------------------------------------------------------
 */

static void record_of(const hasami_pos *p, HasamiRecord *out)
{
    *out = (HasamiRecord){.piece = {hasami_cells_of(p, 0), hasami_cells_of(p, 1)}};
}

static void set_position(const HasamiCertificate *certificate, const HasamiRecord *record,
                         hasami_pos *out)
{
    Board board;
    Error ignored;
    hasami_to_board(&certificate->start, &board);
    board.turn = (uint8_t)certificate->side;
    board.state[0] = 0;
    memset(board.cell, CELL_EMPTY, sizeof board.cell);
    for (int colour = 0; colour < 2; colour++)
        for (HasamiCells left = record->piece[colour]; left != 0; left &= left - 1)
            board.cell[hasami_bit_to_cell(hasami_cells_low(left))] = (uint8_t)(CELL_FIRST + colour);
    hasami_from_board(out, &board, &ignored); /* not more pieces than a record can have */
}

/* The game is over, and the side has not lost. */
static bool is_safe_end(const hasami_pos *p, int side)
{
    Play play = hasami_play(p);
    return play == PLAY_DRAWN || play == (p->side == side ? PLAY_WON : PLAY_LOST);
}

static bool is_fortress(const Checker *checker, const hasami_pos *p)
{
    HasamiFortress ignored;
    int            side = checker->certificate->side;
    return hasami_fortress_find(&checker->certificate->rules, hasami_cells_of(p, side),
                                hasami_cells_of(p, 1 - side), &ignored);
}

/* The side's move wins, draws or makes a fortress. */
static bool move_saves(const Checker *checker, const hasami_pos *p, Move move)
{
    hasami_pos  after = *p;
    hasami_undo undo;
    hasami_make(&after, move, &undo);
    return hasami_play(&after) == PLAY_ON ? is_fortress(checker, &after)
                                          : is_safe_end(&after, checker->certificate->side);
}

/* Puts the move that served before first. */
static int list_moves(const hasami_pos *p, Move first, Move out[hasami_max_moves])
{
    int count = hasami_gen(p, out);
    for (int i = 1; i < count; i++)
        if (out[i] == first) {
            out[i] = out[0];
            out[0] = first;
        }
    return count;
}

/* The side is to move, and the game goes on: one own move suffices. */
static bool is_near(Checker *checker, const hasami_pos *p)
{
    Move moves[hasami_max_moves];
    int  count = list_moves(p, checker->last, moves);
    if (is_fortress(checker, p))
        return true;
    for (int i = 0; i < count; i++)
        if (move_saves(checker, p, moves[i])) {
            checker->last = moves[i];
            return true;
        }
    return false;
}

/* ---- two own moves -----------------------------------------------------------------------------
 */

/* Cells that a slide passes, and the one where it ends. */
static HasamiCells way_of(Move move)
{
    int         from = move / HASAMI_CELLS, to = move % HASAMI_CELLS;
    int         step = from / HASAMI_SIZE == to / HASAMI_SIZE ? 1 : HASAMI_SIZE;
    HasamiCells way = 0;
    for (int cell = to; cell != from; cell += from < to ? -step : step)
        way |= (HasamiCells)1 << hasami_cell_to_bit(cell);
    return way;
}

/* The other side is to move. If a pass would leave the side a slide to a fortress, so do all moves
 * that take nothing, stay out of its way and end where enemies may stand: returns those cells, none
 * when there is no such slide. */
static HasamiCells idle_cells(Checker *checker, const hasami_pos *p)
{
    Move       moves[hasami_max_moves];
    hasami_pos passed = *p;
    int        side = checker->certificate->side, count;
    if (!p->has_plain_moves)
        return 0;
    passed.side = (uint8_t)side;
    count = list_moves(&passed, checker->last, moves);
    for (int i = 0; i < count; i++) {
        hasami_pos     after = passed;
        hasami_undo    undo;
        HasamiFortress fortress;
        if (moves[i] == HASAMI_PASS)
            continue;
        hasami_make(&after, moves[i], &undo);
        if (undo.prey_count > 0 ||
            !hasami_fortress_find(&checker->certificate->rules, hasami_cells_of(&after, side),
                                  hasami_cells_of(&after, 1 - side), &fortress))
            continue;
        checker->last = moves[i];
        return fortress.reach & ~way_of(moves[i]);
    }
    return 0;
}

/* The other side is to move, and every reply leaves one own move that suffices. */
static bool holds(Checker *checker, const hasami_pos *p)
{
    Move        moves[hasami_max_moves];
    int         count = hasami_gen(p, moves);
    HasamiCells idle = idle_cells(checker, p);
    for (int i = 0; i < count; i++) {
        hasami_pos  after = *p;
        hasami_undo undo;
        hasami_make(&after, moves[i], &undo);
        if (hasami_play(&after) != PLAY_ON) {
            if (!is_safe_end(&after, checker->certificate->side))
                return false;
            continue;
        }
        bool is_idle = moves[i] != HASAMI_PASS && undo.prey_count == 0 &&
                       (idle >> hasami_cell_to_bit(moves[i] % HASAMI_CELLS) & 1) != 0;
        if (!is_idle && !is_near(checker, &after))
            return false;
    }
    return true;
}

/* The side is to move: two own moves suffice. */
static bool is_far(Checker *checker, const hasami_pos *p)
{
    Move moves[hasami_max_moves];
    int  count = list_moves(p, checker->next, moves);
    for (int i = 0; i < count; i++) {
        hasami_pos  after = *p;
        hasami_undo undo;
        hasami_make(&after, moves[i], &undo);
        if (holds(checker, &after)) {
            checker->next = moves[i];
            return true;
        }
    }
    return false;
}

/* ---- one record --------------------------------------------------------------------------------
 */

/* Puts the position in front of what `err` says; returns false. */
static bool complain(const Checker *checker, const hasami_pos *p, Error *err)
{
    Str text = {0};
    position_format(checker->certificate->game, p, &text);
    error_prefix(err, str_get(&text));
    str_free(&text);
    return false;
}

/* The other side is to move: whatever it does is answered. */
static bool check_replies(Checker *checker, const hasami_pos *p, Error *err)
{
    const HasamiCertificate *certificate = checker->certificate;
    CheckTally              *tally = &checker->tally;
    Move                     moves[hasami_max_moves];
    int                      count = hasami_gen(p, moves);
    for (int i = 0; i < count; i++) {
        hasami_pos   after = *p;
        hasami_undo  undo;
        HasamiRecord record;
        hasami_make(&after, moves[i], &undo);
        tally->replies++;
        if (hasami_play(&after) != PLAY_ON) {
            if (!is_safe_end(&after, certificate->side)) {
                error_set(err, ERROR_HASAMI_CHECK_BEATEN);
                return complain(checker, &after, err);
            }
            tally->over++;
            continue;
        }
        record_of(&after, &record);
        if (hasami_certificate_find(certificate, &record) != NULL)
            tally->listed++;
        else if (is_near(checker, &after))
            tally->near++;
        else if (is_far(checker, &after))
            tally->far++;
        else {
            error_set(err, ERROR_HASAMI_CHECK_OPEN);
            return complain(checker, &after, err);
        }
    }
    return true;
}

static bool is_legal(const hasami_pos *p, Move move)
{
    Move moves[hasami_max_moves];
    int  count = hasami_gen(p, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static bool check_record(Checker *checker, const HasamiRecord *record, Error *err)
{
    const HasamiCertificate *certificate = checker->certificate;
    hasami_pos               p;
    hasami_undo              undo;
    Move                     move = (Move)(HASAMI_CELLS * record->from + record->to);
    checker->tally.records++;
    set_position(certificate, record, &p);
    if (hasami_play(&p) != PLAY_ON) {
        error_set(err, ERROR_HASAMI_SAFE_OVER);
        return complain(checker, &p, err);
    }
    if (!is_legal(&p, move)) {
        error_set(err, ERROR_HASAMI_CHECK_ILLEGAL);
        return complain(checker, &p, err);
    }
    hasami_make(&p, move, &undo);
    if (hasami_play(&p) != PLAY_ON) {
        checker->tally.won++;
        if (is_safe_end(&p, certificate->side))
            return true;
        error_set(err, ERROR_HASAMI_CHECK_LOSES);
        return complain(checker, &p, err);
    }
    if (is_fortress(checker, &p)) {
        checker->tally.fortress++;
        return true;
    }
    return check_replies(checker, &p, err);
}

/* The list reaches the start. It is not counted: the tally is that of the records. */
static bool check_start(const HasamiCertificate *certificate, Error *err)
{
    Checker      checker = {.certificate = certificate, .last = MOVE_NONE, .next = MOVE_NONE};
    HasamiRecord record;
    hasami_pos   start = certificate->start;
    start.quiet = 0;
    if (start.side != certificate->side)
        return is_fortress(&checker, &start) || check_replies(&checker, &start, err);
    record_of(&start, &record);
    if (hasami_certificate_find(certificate, &record) != NULL || is_near(&checker, &start) ||
        is_far(&checker, &start))
        return true;
    error_set(err, ERROR_HASAMI_CHECK_START);
    return complain(&checker, &start, err);
}

/* ---- many records ------------------------------------------------------------------------------
 */

static void add_tally(CheckTally *sum, const CheckTally *more)
{
    sum->records += more->records;
    sum->won += more->won;
    sum->fortress += more->fortress;
    sum->replies += more->replies;
    sum->over += more->over;
    sum->listed += more->listed;
    sum->near += more->near;
    sum->far += more->far;
}

static bool is_stopped(const Checking *checking)
{
    const atomic_bool *stop = checking->check->stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Of several wrong records the first one counts, so that the answer does not depend on threads. */
static void note_failure(Checking *checking, uint64_t place, const Error *err)
{
    pthread_mutex_lock(&checking->lock);
    if (place < atomic_load(&checking->failed)) {
        atomic_store(&checking->failed, place);
        *checking->err = *err;
    }
    pthread_mutex_unlock(&checking->lock);
}

static void *check_some(void *user)
{
    Checking *checking = user;
    Checker checker = {.certificate = checking->certificate, .last = MOVE_NONE, .next = MOVE_NONE};
    Error   err;
    for (;;) {
        uint64_t place = atomic_fetch_add(&checking->next, 1);
        if (place >= checking->count || place > atomic_load(&checking->failed) ||
            is_stopped(checking))
            break;
        uint64_t number = checking->lot != NULL ? checking->lot[place] : place;
        if (!check_record(&checker, &checking->certificate->records[number], &err))
            note_failure(checking, place, &err);
    }
    pthread_mutex_lock(&checking->lock);
    add_tally(&checking->tally, &checker.tally);
    pthread_mutex_unlock(&checking->lock);
    return NULL;
}

static bool check_all(Checking *checking)
{
    enum { MAX_THREADS = 256 };
    pthread_t threads[MAX_THREADS];
    int       wanted = checking->check->threads, started = 0;
    pthread_mutex_init(&checking->lock, NULL);
    while (started + 1 < wanted && started < MAX_THREADS &&
           pthread_create(&threads[started], NULL, check_some, checking) == 0)
        started++;
    check_some(checking);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    pthread_mutex_destroy(&checking->lock);
    if (is_stopped(checking))
        return error_set(checking->err, ERROR_STOPPED);
    return atomic_load(&checking->failed) == UINT64_MAX;
}

/* Records by lot, with repetition: the second checker draws the same ones. */
static uint64_t *draw_lot(uint64_t audit, uint64_t seed, uint64_t count)
{
    uint64_t *lot = malloc((size_t)audit * sizeof *lot), rng = seed;
    for (uint64_t i = 0; lot != NULL && i < audit; i++)
        lot[i] = rng_next(&rng) % count;
    return lot;
}

static void write_report(const HasamiCertificate *certificate, const Checking *checking,
                         Str *report)
{
    const CheckTally *tally = &checking->tally;
    const char       *name = hasami_info.colours[certificate->side].in[LANG_EN];
    if (checking->lot == NULL)
        str_printf(report, "proven: %s cannot lose; %" PRIu64 " records", name, tally->records);
    else
        str_printf(report, "audited: %s cannot lose; %" PRIu64 " of %zu records by lot", name,
                   tally->records, certificate->count);
    str_printf(report,
               ": %" PRIu64 " won, %" PRIu64 " fortresses, %" PRIu64 " replies: %" PRIu64
               " over, %" PRIu64 " in the list, %" PRIu64 " one move and %" PRIu64
               " two moves from a fortress",
               tally->won, tally->fortress, tally->replies, tally->over, tally->listed, tally->near,
               tally->far);
    if (checking->lot != NULL)
        str_printf(report, "; were %.3g %% of all wrong, this would be seen in 19 of 20 lots",
                   100 * (1 - pow(0.05, 1 / (double)tally->records)));
}

bool hasami_certificate_check(const char *text, size_t size, const SafetyCheck *check, Str *report,
                              Error *err)
{
    HasamiCertificate certificate;
    Checking          checking = {.certificate = &certificate, .check = check, .err = err};
    uint64_t         *lot = NULL;
    bool              ok = hasami_certificate_parse(&certificate, check->game, text, size, err) &&
              check_start(&certificate, err);
    atomic_init(&checking.next, 0);
    atomic_init(&checking.failed, UINT64_MAX);
    checking.count = certificate.count;
    if (ok && check->audit > 0 && certificate.count > 0) {
        checking.lot = lot = draw_lot(check->audit, check->seed, certificate.count);
        checking.count = check->audit;
        ok = lot != NULL || error_set(err, ERROR_MEMORY);
    }
    ok = ok && check_all(&checking);
    if (ok)
        write_report(&certificate, &checking, report);
    free(lot);
    hasami_certificate_free(&certificate);
    return ok;
}
