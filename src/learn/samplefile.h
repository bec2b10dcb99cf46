/* learn/samplefile.h -- samples laid out for other programs: what tools/train_torch.py reads.
 *
 * Numbers are written low byte first, each kind in one row, so that a row can be taken as it lies:
 *   "PLSAMPL\n" version:4 cells:4 symmetries:4 scale:4 scored:4 game:16 rules:104 samples:8
 * pieces:8 features: 2 each, [view][symmetry][piece]   (learn/samples.h) scores: 4 each   points,
 * held out, count of pieces: 1 each   pieces: 2 each and where `scored` is 1 what a net says of
 * each: 4 each */
#pragma once
#include "learn/samples.h"

/* `scale` is for chances (samples_fit_scale); `judged` has a score for each sample, or is NULL. */
bool samplefile_write(const char *path, const Samples *samples, int scale, const int32_t *judged,
                      Error *err);
