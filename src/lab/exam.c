#include "lab/exam.h"

#include "base/rng.h"
#include "core/position_copy.h"
#include "search/frame/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const void *exam_position(const Exam *exam, int index)
{
    assert(index >= 0 && index < exam->count);
    return exam->positions + (size_t)index * exam->game->pos_size;
}

void exam_free(Exam *exam)
{
    free(exam->positions);
    free(exam->verdicts);
}

static void set_verdict(Exam *exam, int index, int move_number, Verdict verdict)
{
    assert(move_number >= 0 && move_number < MAX_MOVES);
    exam->verdicts[(size_t)index * MAX_MOVES + (size_t)move_number] = (uint8_t)verdict;
}

/* ---- all positions -----------------------------------------------------------------------------
 */

enum { MAX_REACHED = 20000, SLOTS = 65536, UNKNOWN = 2 };

/* Every position met, finished ones too, with its value for the player to move: -1, 0, 1. */
typedef struct {
    const Game *game;
    char       *positions;
    int8_t     *values;
    int        *slots; /* by key: number + 1, 0: free */
    int         count;
    void       *undo;
} Reach;

static void *reached(const Reach *reach, int index)
{
    assert(index >= 0 && index < MAX_REACHED);
    return reach->positions + (size_t)index * reach->game->pos_size;
}

/* The number of a position, -1 when it is new; *slot is its place. */
static int find_reached(const Reach *reach, const void *pos, int *slot)
{
    uint64_t key = reach->game->key(pos);
    for (*slot = (int)(rng_mix(key) % SLOTS); reach->slots[*slot] != 0; *slot = (*slot + 1) % SLOTS)
        if (reach->game->key(reached(reach, reach->slots[*slot] - 1)) == key)
            return reach->slots[*slot] - 1;
    return -1;
}

static bool add_reached(Reach *reach, const void *pos)
{
    int slot;
    if (find_reached(reach, pos, &slot) >= 0)
        return true;
    if (reach->count == MAX_REACHED)
        return false;
    memcpy(reached(reach, reach->count), pos, reach->game->pos_size);
    reach->slots[slot] = ++reach->count;
    return true;
}

/* Breadth first; false when there are too many. */
static bool reach_all(Reach *reach, const void *start)
{
    bool ok = add_reached(reach, start);
    for (int i = 0; ok && i < reach->count; i++) {
        Move  moves[MAX_MOVES];
        void *pos = reached(reach, i);
        int   count = reach->game->gen(pos, moves);
        for (int m = 0; ok && m < count; m++) {
            reach->game->make(pos, moves[m], reach->undo);
            ok = add_reached(reach, pos);
            reach->game->unmake(pos, moves[m], reach->undo);
        }
    }
    return ok;
}

static int value_of(Reach *reach, int index);

/* The value of a move for the player who makes it. */
static int value_of_move(Reach *reach, int index, Move move)
{
    const Game *game = reach->game;
    void       *pos = reached(reach, index);
    int         side = game->side(pos), slot;
    game->make(pos, move, reach->undo);
    int child = find_reached(reach, pos, &slot);
    assert(child >= 0);
    int sign = game->side(pos) == side ? 1 : -1;
    game->unmake(pos, move, reach->undo);
    return sign * value_of(reach, child);
}

/* As deep as a game is long, which is short here. */
static int value_of(Reach *reach, int index)
{
    assert(index >= 0 && index < reach->count);
    static const int8_t ends[] = {[PLAY_LOST] = -1, [PLAY_DRAWN] = 0, [PLAY_WON] = 1};
    if (reach->values[index] != UNKNOWN)
        return reach->values[index];
    Play play = reach->game->play(reached(reach, index));
    int  best = play != PLAY_ON ? ends[play] : -1;
    Move moves[MAX_MOVES];
    int  count = reach->game->gen(reached(reach, index), moves);
    for (int i = 0; i < count && best < 1; i++) {
        int value = value_of_move(reach, index, moves[i]);
        best = value > best ? value : best;
    }
    reach->values[index] = (int8_t)best;
    return best;
}

static bool ask_all(Exam *exam, Reach *reach)
{
    exam->positions = malloc((size_t)reach->count * exam->game->pos_size);
    exam->verdicts = calloc((size_t)reach->count, MAX_MOVES);
    if (exam->positions == NULL || exam->verdicts == NULL)
        return false;
    for (int i = 0; i < reach->count; i++) {
        Move moves[MAX_MOVES];
        int  count = exam->game->gen(reached(reach, i), moves);
        if (count == 0)
            continue;
        memcpy(exam->positions + (size_t)exam->count * exam->game->pos_size, reached(reach, i),
               exam->game->pos_size);
        for (int m = 0; m < count; m++)
            set_verdict(exam, exam->count, m,
                        value_of_move(reach, i, moves[m]) == value_of(reach, i) ? MOVE_RIGHT
                                                                                : MOVE_WRONG);
        exam->count++;
    }
    return exam->count > 0;
}

static bool take_all(Exam *exam, const void *start)
{
    const Game *game = exam->game;
    Reach       reach = {.game = game,
                         .positions = malloc(MAX_REACHED * game->pos_size),
                         .values = malloc(MAX_REACHED),
                         .slots = calloc(SLOTS, sizeof reach.slots[0]),
                         .undo = malloc(game->undo_size)};
    bool        ok = !game->can_repeat && reach.positions != NULL && reach.values != NULL &&
              reach.slots != NULL && reach.undo != NULL;
    if (ok)
        memset(reach.values, UNKNOWN, MAX_REACHED);
    ok = ok && reach_all(&reach, start) && ask_all(exam, &reach);
    free(reach.undo);
    free(reach.slots);
    free(reach.values);
    free(reach.positions);
    exam->is_complete = exam->is_sure = ok;
    return ok;
}

/* ---- some positions ----------------------------------------------------------------------------
 */

enum { LONGEST = 4000, NODES = 20000, SHORT_LOOK = 4000, LONG_LOOK = 3 * SHORT_LOOK };

/* What finding positions needs. */
typedef struct {
    Exam        *exam;
    Tt          *table;
    PositionCopy at;
    char        *undos; /* of a random game */
    Move        *line;
    uint64_t     rng;
} QuestionFinder;

static int sign_of(Score score) { return (score > SCORE_FORCED) - (score < -SCORE_FORCED); }

/* The value of finder->at.pos for the player to move, within a number of nodes: sure when the
 * search ended by itself, a forced result or the whole tree. */
static int look_ahead(QuestionFinder *finder, uint64_t nodes, bool *is_sure)
{
    const Game   *game = finder->exam->game;
    Play          play = game->play(finder->at.pos);
    SearchContext context = {.limits = {.nodes = nodes}, .table = finder->table, .rng = 1};
    *is_sure = true;
    if (play != PLAY_ON)
        return play == PLAY_WON ? 1 : play == PLAY_LOST ? -1 : 0;
    tt_clear(finder->table);
    search_run(game, finder->at.pos, SEARCHER_pvs, &context);
    *is_sure = context.nodes < nodes;
    return sign_of(context.score);
}

/* The same for a move, seen by the player who makes it. */
static int look_behind(QuestionFinder *finder, Move move, uint64_t nodes, bool *is_sure)
{
    const Game *game = finder->exam->game;
    int         side = game->side(finder->at.pos);
    position_copy_make(&finder->at, move);
    int sign = game->side(finder->at.pos) == side ? 1 : -1;
    int value = sign * look_ahead(finder, nodes, is_sure);
    position_copy_unmake(&finder->at, move);
    return value;
}

/* A random game, and a few plies back from its end. */
static void draw_position(QuestionFinder *finder, const void *start)
{
    const Game *game = finder->exam->game;
    int         ply = 0;
    Move        moves[MAX_MOVES];
    position_copy_set(&finder->at, start);
    for (int count; ply < LONGEST && (count = game->gen(finder->at.pos, moves)) > 0; ply++) {
        finder->line[ply] = moves[rng_below(&finder->rng, (uint32_t)count)];
        game->make(finder->at.pos, finder->line[ply],
                   finder->undos + (size_t)ply * game->undo_size);
    }
    for (int back = (int)rng_below(&finder->rng, 6) + 3; back > 0 && ply > 0; back--) {
        ply--;
        game->unmake(finder->at.pos, finder->line[ply],
                     finder->undos + (size_t)ply * game->undo_size);
    }
}

/* Every move has a sure value, and they differ. */
static bool judge_all(QuestionFinder *finder)
{
    Exam *exam = finder->exam;
    Move  moves[MAX_MOVES];
    int   values[MAX_MOVES], best = -1, worst = 1;
    int   count = exam->game->gen(finder->at.pos, moves);
    for (int i = 0; i < count; i++) {
        bool is_sure;
        values[i] = look_behind(finder, moves[i], NODES, &is_sure);
        if (!is_sure)
            return false;
        best = values[i] > best ? values[i] : best;
        worst = values[i] < worst ? values[i] : worst;
    }
    for (int i = 0; i < count; i++)
        set_verdict(exam, exam->count, i, values[i] == best ? MOVE_RIGHT : MOVE_WRONG);
    return best > worst;
}

/* The mover wins by force, but not at once; moves are judged when they are played. */
static bool is_won(QuestionFinder *finder)
{
    Move moves[MAX_MOVES];
    bool is_sure;
    int  count = finder->exam->game->gen(finder->at.pos, moves);
    for (int i = 0; i < count; i++) {
        position_copy_make(&finder->at, moves[i]);
        Play play = finder->exam->game->play(finder->at.pos);
        position_copy_unmake(&finder->at, moves[i]);
        if (play != PLAY_ON)
            return false;
    }
    return count > 1 && look_ahead(finder, SHORT_LOOK, &is_sure) > 0;
}

static bool finder_init(QuestionFinder *finder, Exam *exam, uint64_t seed)
{
    const Game *game = exam->game;
    *finder = (QuestionFinder){.exam = exam,
                               .table = tt_new(1),
                               .undos = malloc(LONGEST * game->undo_size),
                               .line = malloc(LONGEST * sizeof finder->line[0]),
                               .rng = seed};
    return position_copy_init(&finder->at, game, NULL, NULL) && finder->table != NULL &&
           finder->undos != NULL && finder->line != NULL;
}

static void finder_free(QuestionFinder *finder)
{
    free(finder->line);
    free(finder->undos);
    position_copy_free(&finder->at);
    tt_delete(finder->table);
}

static bool take_some(Exam *exam, const void *start, int wanted, uint64_t seed)
{
    enum { TRIES = 20, PROBES = 50 };
    QuestionFinder finder;
    size_t         size = exam->game->pos_size;
    exam->positions = malloc((size_t)wanted * size);
    exam->verdicts = calloc((size_t)wanted, MAX_MOVES);
    exam->is_sure = true;
    bool ok = finder_init(&finder, exam, seed) && exam->positions != NULL && exam->verdicts != NULL;
    for (int i = 0; ok && i < wanted * TRIES && exam->count < wanted; i++) {
        if (i == PROBES && exam->count == 0) { /* no hope of knowing every move's value here */
            exam->is_sure = false;
            wanted /= 4;
        }
        draw_position(&finder, start);
        if (exam->is_sure ? judge_all(&finder) : is_won(&finder))
            memcpy(exam->positions + (size_t)exam->count++ * size, finder.at.pos, size);
    }
    finder_free(&finder);
    return ok && exam->count > 0;
}

/* Does a won position stay won, as far as a longer look can tell? */
static Verdict judge(Exam *exam, int index, Move move)
{
    QuestionFinder finder;
    bool           is_sure, is_right = true; /* out of memory: in doubt for the player */
    if (finder_init(&finder, exam, 0)) {
        position_copy_set(&finder.at, exam_position(exam, index));
        is_right = look_behind(&finder, move, LONG_LOOK, &is_sure) > 0;
    }
    finder_free(&finder);
    return is_right ? MOVE_RIGHT : MOVE_WRONG;
}

/* ---- both --------------------------------------------------------------------------------------
 */

bool exam_init(Exam *exam, const Game *game, const void *pos, int wanted, uint64_t seed)
{
    *exam = (Exam){.game = game};
    if (take_all(exam, pos))
        return true;
    exam_free(exam);
    *exam = (Exam){.game = game};
    return take_some(exam, pos, wanted, seed);
}

bool exam_is_right(Exam *exam, int index, Move move)
{
    Move moves[MAX_MOVES];
    int  count = exam->game->gen(exam_position(exam, index), moves), number = 0;
    while (number < count - 1 && moves[number] != move)
        number++;
    uint8_t *verdict = &exam->verdicts[(size_t)index * MAX_MOVES + (size_t)number];
    if (*verdict == MOVE_UNJUDGED)
        *verdict = (uint8_t)judge(exam, index, move);
    return *verdict == MOVE_RIGHT;
}
