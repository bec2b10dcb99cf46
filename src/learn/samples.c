#include "learn/samples.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "eval/netkind.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool fill_views(Samples *samples, const Board *board, int swap, Error *err)
{
    for (int cell = 0; cell < samples->cells; cell++) {
        samples->view[0][cell] = (uint16_t)cell;
        samples->view[1][cell] = (uint16_t)(swap >= 0 ? symmetry_cell(board, swap, cell) : cell);
    }
    for (int cell = 0; cell < samples->cells; cell++)
        if (samples->view[1][samples->view[1][cell]] != cell)
            return error_set(err, ERROR_SAMPLES_COLOURS);
    return true;
}

/* The other player's view is the mover's with the colours exchanged. */
static void fill_features(Samples *samples, const Board *board, unsigned symmetries)
{
    assert(samples->symmetry_count == 0);
    for (int transform = 0; transform < SYMMETRY_COUNT; transform++) {
        if ((symmetries >> transform & 1) == 0)
            continue;
        int number = samples->symmetry_count++;
        for (int cell = 0; cell < samples->cells; cell++) {
            int seen = symmetry_cell(board, transform, cell), other = samples->view[1][seen];
            samples->features[0][number][2 * cell] = (uint16_t)seen;
            samples->features[0][number][2 * cell + 1] = (uint16_t)(samples->cells + seen);
            samples->features[1][number][2 * cell] = (uint16_t)(samples->cells + other);
            samples->features[1][number][2 * cell + 1] = (uint16_t)other;
        }
    }
}

bool samples_init(Samples *samples, const Game *game, const int16_t options[], Error *err)
{
    Board board = {0};
    memcpy(board.options, options, sizeof board.options);
    game->start(&board);
    *samples = (Samples){.game = game, .cells = board.rows * board.cols};
    memcpy(samples->options, options, sizeof samples->options);
    if (game->info->net_kind != NULL) {
        samples->own = game->info->net_kind->learner(options);
        return samples->own != NULL ? true : error_set(err, ERROR_MEMORY);
    }
    if (!fill_views(samples, &board, game->colour_swap(&board), err))
        return false;
    fill_features(samples, &board, game->symmetries(&board) | 1);
    return true;
}

void samples_free(Samples *samples)
{
    if (samples->own != NULL)
        samples->own->close(samples->own);
    free(samples->at);
    free(samples->pieces);
    *samples = (Samples){0};
}

static bool grow(Samples *samples)
{
    if (samples->count == samples->capacity) {
        size_t  capacity = samples->capacity * 2 + 1024;
        Sample *at = realloc(samples->at, capacity * sizeof at[0]);
        if (at == NULL)
            return false;
        samples->at = at;
        samples->capacity = capacity;
    }
    if (samples->piece_count + LEARNER_MAX_WORDS > samples->piece_capacity) {
        size_t    capacity = samples->piece_capacity * 2 + 16 * BOARD_CELLS;
        uint16_t *pieces = realloc(samples->pieces, capacity * sizeof pieces[0]);
        if (pieces == NULL)
            return false;
        samples->pieces = pieces;
        samples->piece_capacity = capacity;
    }
    return true;
}

static int list_pieces(const Samples *samples, const void *pos, uint16_t out[])
{
    Board board;
    int   mover = samples->game->side(pos), count = 0;
    samples->game->to_board(pos, &board);
    for (int cell = 0; cell < samples->cells; cell++) {
        int owner = board.cell[cell] - CELL_FIRST;
        if (board.cell[cell] == CELL_FIRST || board.cell[cell] == CELL_SECOND)
            out[count++] = (uint16_t)(2 * samples->view[mover][cell] + (owner != mover));
    }
    return count;
}

bool samples_want(const Samples *samples, const LearntPosition *position)
{
    uint16_t ignored[LEARNER_MAX_WORDS];
    return samples->own == NULL ||
           samples->own->pack(samples->own, position->pos, position->move, ignored) > 0;
}

bool samples_add(Samples *samples, const LearntPosition *position, bool is_held_out, Error *err)
{
    assert(position->points >= 0 && position->points <= 2);
    if (!grow(samples))
        return error_set(err, ERROR_MEMORY);
    uint16_t *words = samples->pieces + samples->piece_count;
    int       count = samples->own == NULL
                          ? list_pieces(samples, position->pos, words)
                          : samples->own->pack(samples->own, position->pos, position->move, words);
    if (samples->own != NULL && count == 0)
        return true;
    samples->at[samples->count++] = (Sample){.first = samples->piece_count,
                                             .score = position->score,
                                             .count = (uint16_t)count,
                                             .points = (uint8_t)position->points,
                                             .is_held_out = is_held_out};
    samples->piece_count += (size_t)count;
    samples->held_out += is_held_out;
    return true;
}

typedef struct {
    Samples    *samples;
    const Game *game;
    int         held_out; /* per cent */
} SamplesReading;

/* All games of a file have the rules of the first position. */
static bool add_position(const LearntPosition *position, void *user, Error *err)
{
    const SamplesReading *reading = user;
    Samples              *samples = reading->samples;
    if (samples->game == NULL) {
        Board board;
        reading->game->to_board(position->pos, &board);
        if (!samples_init(samples, reading->game, board.options, err))
            return false;
    }
    return samples_add(samples, position, gamefile_is_held_out(position->number, reading->held_out),
                       err);
}

bool samples_read(Samples *samples, const char *path, const Game *game, int held_out, Error *err)
{
    SamplesReading reading = {samples, game, held_out};
    *samples = (Samples){0};
    if (!gamefile_each_position(path, game, add_position, &reading, err))
        return false;
    return samples->count > 0 ? true : error_set(err, ERROR_SAMPLES_NONE, path);
}

static double error_at(const Samples *samples, double scale)
{
    assert(scale > 0);
    double sum = 0;
    for (size_t i = 0; i < samples->count; i++) {
        double chance = 1 / (1 + exp(-samples->at[i].score / scale));
        double miss = chance - samples->at[i].points / 2.0;
        sum += miss * miss;
    }
    return sum;
}

/* Golden section search over the logarithm. */
int samples_fit_scale(const Samples *samples)
{
    enum { STEPS = 24 };
    const double golden = 0.6180339887498949;
    double       low = log(10), high = log(20000);
    double       left = high - golden * (high - low), right = low + golden * (high - low);
    double       at_left = error_at(samples, exp(left)), at_right = error_at(samples, exp(right));
    for (int i = 0; i < STEPS; i++) {
        if (at_left < at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = error_at(samples, exp(left));
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = error_at(samples, exp(right));
        }
    }
    return (int)lround(exp((low + high) / 2));
}

int samples_usual_scale(const Samples *samples)
{
    return samples->own != NULL ? samples->own->scale : samples_fit_scale(samples);
}

uint64_t samples_checksum(const Samples *samples)
{
    uint64_t sum =
        checksum_bytes(samples->pieces, samples->piece_count * sizeof samples->pieces[0]);
    for (size_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->at[i];
        uint64_t      words[4] = {sum, sample->first, (uint64_t)(uint32_t)sample->score,
                                  (uint64_t)(sample->points * 2 + sample->is_held_out)};
        sum = checksum_bytes(words, sizeof words);
    }
    return sum;
}
