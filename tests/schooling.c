#include "schooling.h"

#include "support.h"

#include <string.h>

Str train_bytes(const Samples *samples, const TrainSetup *setup)
{
    Str   bytes = {0};
    Error err = {0};
    if (!train_net(setup, samples, &bytes, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    return bytes;
}

bool is_same_net(Str a, Str b)
{
    bool same = a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
    str_free(&a);
    str_free(&b);
    return same;
}

void check_that_a_seed_is_a_net(const Samples *samples, TrainSetup setup, int threads)
{
    TrainSetup other = setup;
    other.seed = setup.seed + 1;
    assert_true(is_same_net(train_bytes(samples, &setup), train_bytes(samples, &setup)));
    assert_false(is_same_net(train_bytes(samples, &setup), train_bytes(samples, &other)));
    setup.threads = threads;
    assert_true(is_same_net(train_bytes(samples, &setup), train_bytes(samples, &setup)));
}
