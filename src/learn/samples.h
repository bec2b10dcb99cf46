/* learn/samples.h -- positions to learn from: pieces from the side of the player to move, the score
 * of a search, the result of the game. Symmetries are applied in training, so that they need no
 * memory. Where a game has its own kind of net, its learner decides what is kept of a position. */
#pragma once
#include "core/symmetry.h"
#include "eval/learner.h"
#include "learn/gamefile.h"

typedef struct {
    size_t   first;  /* of its pieces */
    int32_t  score;  /* for the player to move */
    uint16_t count;  /* of pieces */
    uint8_t  points; /* for the player to move, 0..2 */
    bool     is_held_out;
} Sample;

/* All zero and samples_init before use. */
typedef struct {
    const Game *game;
    int16_t     options[MAX_OPTIONS];
    int         cells;
    Learner    *own; /* owned: of the game's own kind of nets; NULL: what follows counts */
    /* A piece is twice its cell in the mover's view, and one more if it is the enemy's. By symmetry
     * and piece, its number among the 2 * cells features: in the mover's view and the other's. */
    int      symmetry_count;
    uint16_t features[2][SYMMETRY_COUNT][2 * BOARD_CELLS];

    Sample   *at;
    size_t    count, capacity, held_out;
    uint16_t  view[2][BOARD_CELLS]; /* the cell as player 0, 1 sees it */
    uint16_t *pieces;               /* or the words of the learner */
    size_t    piece_count, piece_capacity;
} Samples;

bool samples_init(Samples *samples, const Game *game, const int16_t options[], Error *err);
void samples_free(Samples *samples);

/* A position of the samples' game and rules; one that the learner has no use for is left out. */
bool samples_add(Samples *samples, const LearntPosition *position, bool is_held_out, Error *err);

/* Would it be added? */
bool samples_want(const Samples *samples, const LearntPosition *position);

static inline NetInput samples_input(const Samples *samples, const Sample *sample)
{
    return (NetInput){.words = samples->pieces + sample->first, .count = sample->count};
}

/* All positions with scores of a file of games; `held_out` per cent of its games are held out. The
 * samples are of the file's game and rules, and must be freed whatever the answer. */
bool samples_read(Samples *samples, const char *path, const Game *game, int held_out, Error *err);

/* The number of hundredths of a point at which scores fit the results best, taken as chances:
 * 1 / (1 + exp(-score / scale)). */
int samples_fit_scale(const Samples *samples);

/* That of the nets' kind where it has one, or what fits. */
int samples_usual_scale(const Samples *samples);

uint64_t samples_checksum(const Samples *samples);
