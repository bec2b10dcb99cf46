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

static void read_as_net(const uint8_t *bytes, size_t size)
{
    NetData data;
    Error   err = {""};
    bool    ok = net_read(bytes, size, &data, &err);
    if (ok) {
        Str again = {0};
        net_write(&data, &again);
        CHECK(again.size == size);
        str_free(&again);
        const Game *game = game_find(data.game);
        Net        *net = game != NULL ? net_new(game, &data, &err) : NULL;
        if (net != NULL)
            evaluate_start(game, net);
        else if (game != NULL)
            fuzz_check_error(&err);
        net_delete(net);
    } else
        fuzz_check_error(&err);
    net_data_free(&data);
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
