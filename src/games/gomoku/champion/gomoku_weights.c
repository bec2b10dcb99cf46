#include "games/gomoku/champion/gomoku_weights.h"

#include <assert.h>

enum { FREESTYLE, STANDARD, RENJU_BLACK, RENJU_WHITE, SETS };

static const GomokuWeights sets[SETS] = {
#include "games/gomoku/champion/gomoku_weights.def"
};

const GomokuWeights *gomoku_weights_of(int rule, int colour)
{
    assert(rule >= GOMOKU_FREESTYLE && rule <= GOMOKU_CARO && (colour == 0 || colour == 1));
    switch (rule) {
    case GOMOKU_STANDARD:
        return &sets[STANDARD];
    case GOMOKU_RENJU:
        return &sets[colour == 0 ? RENJU_BLACK : RENJU_WHITE];
    default:
        return &sets[FREESTYLE];
    }
}

static int sum_shapes(const int16_t by_shape[], const int16_t by_pair[], const uint8_t shape[4])
{
    int sum = by_pair[gomoku_pair(shape[0], shape[1])];
    for (int i = 0; i < 4; i++)
        sum += by_shape[shape[i]];
    return sum;
}

int64_t gomoku_worth_of(const GomokuWeights *weights, const uint8_t shape[4])
{
    return GOMOKU_WORTH(sum_shapes(weights->shape[0], weights->pair[0], shape),
                        sum_shapes(weights->shape[1], weights->pair[1], shape));
}

int gomoku_order_of(const GomokuWeights *weights, int role, const uint8_t shape[4])
{
    assert(role == 0 || role == 1);
    return sum_shapes(weights->order_shape[role], weights->order_pair[role], shape);
}

int gomoku_threat_worth(const GomokuWeights *weights, unsigned mask)
{
    assert(mask < GOMOKU_THREATS);
    int worth = weights->move;
    for (int larger = 0; larger < GOMOKU_THREAT_BITS; larger++)
        for (int smaller = 0; smaller <= larger; smaller++)
            if (mask >> larger & mask >> smaller & 1)
                worth += weights->threat[gomoku_pair(larger, smaller)];
    return worth;
}
