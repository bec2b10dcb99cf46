/* Fuzz target: files of nets. */
#include "base/checksum.h"
#include "core/position.h"
#include "eval/criteria.h"
#include "eval/net.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Whatever the weights are, a score is one, and the tree's is the yardstick's. */
static void evaluate_start(const Game *game, const Net *net)
{
    EvalSetup setup;
    void     *pos = fuzz_alloc(game->pos_size);
    Error     err;
    eval_setup(game->info->evals, 0, &setup);
    setup.net = net;
    if (position_start(game, net->options, pos, &err)) {
        int32_t score = net_evaluate_slow(net, game, pos);
        CHECK(score < SCORE_FORCED && score > -SCORE_FORCED);
        CHECK(game->evaluate(pos, &setup) == score);
    }
    free(pos);
}

/* Of the kind that all games share: written again, it is as long. */
static void read_as_cells(const uint8_t *bytes, size_t size)
{
    NetData data;
    Error   err = {0};
    if (net_read(bytes, size, &data, &err)) {
        Str again = {0};
        net_write(&data, &again);
        CHECK(again.size == size);
        str_free(&again);
    } else
        fuzz_check_error(&err);
    net_data_free(&data);
}

/* As every game reads it, whatever the kind of its nets. */
static void read_as_net(const uint8_t *bytes, size_t size)
{
    read_as_cells(bytes, size);
    for (size_t i = 0; i < game_count(); i++) {
        const Game *game = game_at(i);
        Error       err = {0};
        Net        *net = net_open_bytes(game, bytes, size, &err);
        if (net != NULL)
            evaluate_start(game, net);
        else
            fuzz_check_error(&err);
        net_delete(net);
    }
}

FUZZ_TARGET(net)
{
    enum { SUM = 8 };
    read_as_net(bytes, size);
    if (size < SUM)
        return 0;
    /* With the right checksum the rest is seen too. */
    uint8_t *copy = fuzz_alloc(size);
    memcpy(copy, bytes, size);
    uint64_t sum = checksum_bytes(copy, size - SUM);
    for (int i = 0; i < SUM; i++)
        copy[size - SUM + (size_t)i] = (uint8_t)(sum >> 8 * i);
    read_as_net(copy, size);
    free(copy);
    return 0;
}
