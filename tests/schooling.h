/* schooling.h -- nets taught in tests, and held against each other. */
#pragma once
#include "learn/trainer.h"

/* The file of the net; the caller frees it. Fails the test where there is none. */
Str train_bytes(const Samples *samples, const TrainSetup *setup);

/* Are both files the same? Both are freed. */
bool is_same_net(Str a, Str b);

/* The same seed and number of threads give the same net, another seed another one. */
void check_that_a_seed_is_a_net(const Samples *samples, TrainSetup setup, int threads);
