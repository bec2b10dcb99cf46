#include "learn/own_weights.h"

#include "base/errors.h"
#include "eval/tuner.h"
#include "learn/gamefile.h"

typedef struct {
    const Game  *game;
    const Tuner *tuner;
    void        *self; /* opened at the first position, whose rules all others have */
    int          held_out_percent;
    OwnWeights  *out;
} WeightsReading;

static bool add_position(const LearntPosition *position, void *user, Error *err)
{
    WeightsReading *reading = user;
    if (reading->self == NULL) {
        Board board;
        reading->game->to_board(position->pos, &board);
        reading->self = reading->tuner->open(board.options);
        if (reading->self == NULL)
            return error_set(err, ERROR_MEMORY);
    }
    TunerPosition given = {.pos = position->pos,
                           .move = position->move,
                           .score = position->score,
                           .points = position->points,
                           .is_held_out =
                               gamefile_is_held_out(position->number, reading->held_out_percent)};
    reading->out->positions++;
    reading->out->held_out += given.is_held_out;
    return reading->tuner->add(reading->self, &given, err);
}

bool own_weights_fit(const Game *game, const char *path, int held_out_percent,
                     void (*report)(void *user, const char *line), void *user, OwnWeights *out,
                     Str *weights, Error *err)
{
    WeightsReading reading = {
        .game = game, .tuner = game->info->tuner, .held_out_percent = held_out_percent, .out = out};
    *out = (OwnWeights){0, 0};
    if (reading.tuner == NULL)
        return error_set(err, ERROR_WEIGHTS_NONE_OF_GAME, game->info->id);
    bool ok = gamefile_each_position(path, game, add_position, &reading, err);
    if (ok && out->positions == out->held_out)
        ok = error_set(err, ERROR_SAMPLES_NONE, path);
    if (ok) {
        reading.tuner->fit(reading.self, report, user);
        reading.tuner->write(reading.self, weights);
    }
    if (reading.self != NULL)
        reading.tuner->close(reading.self);
    return ok && (!weights->failed || error_set(err, ERROR_MEMORY));
}
