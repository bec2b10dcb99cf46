/* learn/samplefile.h -- samples laid out for other programs: what tools/train_torch.py reads.
 *
 * Numbers are written low byte first, each kind in one row, so that a row can be taken as it lies:
 *   "PLSAMPL\n" version:4 cells:4 symmetries:4 scale:4 scored:4 game:16 rules:104 samples:8
 * pieces:8 features: 2 each, [view][symmetry][piece] (learn/samples.h) scores: 4 each    points,
 * held out, count of pieces: 1 each    pieces: 2 each and where `scored` is 1 the score of a net
 * for each: 4 each.
 *
 * Where the game's nets are of a kind of its own, symmetries is 0 and `pieces` the size of a
 * record: scores: 4 each    points, held out: 1 each    records, one behind the other    tables and
 * scores of a net likewise. For nets of lines (games/gomoku/net/gomoku_net.h) a record is what
 * shapes are worth to the player to move:4 threats:2 cell played:2 colour to move:1 and a byte for
 * each cell: 0 empty, 1 black, 2 white and the tables are, 2 bytes each: by the 16 bits of
 * gomoku_net_index() the number of a line; by the number of a line, that with the colours
 * exchanged. */
#pragma once
#include "learn/samples.h"

/* `scale` is for chances (samples_fit_scale); `judged` has the score of a net for each sample, or
 * is NULL. */
bool samplefile_write(const char *path, const Samples *samples, int scale, const int32_t *judged,
                      Error *err);
