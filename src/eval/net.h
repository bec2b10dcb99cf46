/* eval/net.h -- small nets as evaluations, in the manner of NNUE (Nasu 2018): pieces by cell ->
 * hidden layer, for both views -> one number.
 *
 * Each player sees the board from its side: its own pieces, the enemy's, with the board turned for
 * the second player where the rules are the same for both then (Game.colour_swap). The sums of the
 * hidden layer for both views are kept from one position to the next: what changed is added or
 * taken away (net_follow), and since all numbers are integers the result is that of a full
 * computation, to the last bit. The hidden units are clipped to 0..1, squared and weighted: those
 * of the player to move, then those of the other.
 *
 * Everything that runs in the tree is inline and written with vectors, so that each game's plain
 * and wide instance (search/frame/instance.h) has its own; both give the same numbers as
 * net_evaluate_slow.
 *
 * A file: the frame of eval/netfile.h around sizes, scales and weights (net.c). A game whose nets
 * are of a kind of its own (eval/netkind.h) opens and checks them here too. */
#pragma once
#include "base/bits.h"
#include "core/game.h"
#include "eval/netkind.h"

#include <assert.h>
#include <string.h>

enum { NET_LANES = 16, NET_MAX_HIDDEN = 128, NET_WORDS = 2, NET_WORD_BITS = 64 };
/* One is NET_ONE in the hidden layer and NET_OUTPUT_ONE among the weights of the output. */
enum { NET_ONE = 255, NET_OUTPUT_ONE = 64, NET_MAX_OUTPUT = 127, NET_MAX_SCORE = 500000 };

/* A net as in its file. */
typedef struct {
    char     game[NET_NAME_SIZE], rules[NET_RULES_SIZE]; /* options as options_format writes them */
    int      cells, hidden;                              /* hidden: a multiple of NET_LANES */
    int      scale;  /* hundredths of a point where the chance to win is e to 1 */
    int16_t *pieces; /* owned: [2 * cells][hidden], own pieces, then the enemy's */
    int16_t  bias[NET_MAX_HIDDEN], output[2 * NET_MAX_HIDDEN];
    int32_t  output_bias;
} NetData;

void net_data_free(NetData *data);

/* Room for the weights, all zero. */
bool net_data_init(NetData *data, const Game *game, const int16_t options[], int hidden,
                   Error *err);

void net_write(const NetData *data, Str *out);

/* `out` must be freed whatever the answer. */
bool net_read(const uint8_t *bytes, size_t size, NetData *out, Error *err);

/* A net ready for the search: weights by the game's own bits. */
typedef struct Net {
    const NetKind *kind; /* of the game's own: then `own` is the net, and `data` has names alone */
    void          *own;  /* owned */

    NetData  data;
    int16_t  options[MAX_OPTIONS];
    int      blocks, bits;        /* of hidden numbers; of a set */
    int16_t *rows;                /* owned: [view][player][bit][hidden] */
    int16_t  bit_of[BOARD_CELLS]; /* -1: no piece can be there */
} Net;

/* NULL and *err when the data are not of this game. `data` is taken over: it is empty then. */
Net *net_new(const Game *game, NetData *data, Error *err);
void net_delete(Net *net); /* NULL is fine */

/* Does the game have nets? */
bool net_exists(const Game *game);

/* The net of a file, or for "" the built-in one, for these rules where there are several. */
Net *net_open(const Game *game, const int16_t options[], const char *path, Error *err);

/* The same from the bytes of a file. */
Net *net_open_bytes(const Game *game, const uint8_t *bytes, size_t size, Error *err);

/* Is it made for these rules? */
bool net_suits(const Net *net, const Game *game, const int16_t options[]);

/* Hundredths of a point where the chance to win is e to 1. */
int net_scale(const Net *net);

/* A full computation, cell by cell, which the incremental one is tested against. For the player to
 * move. */
int32_t net_evaluate_slow(const Net *net, const Game *game, const void *pos);

/* ---- in the tree -------------------------------------------------------------------------------
 */

/* Memory of malloc is aligned to 16 bytes. */
typedef uint16_t NetSums __attribute__((vector_size(32), aligned(16)));
typedef int16_t  NetShorts __attribute__((vector_size(32), aligned(16)));
typedef int32_t  NetLongs __attribute__((vector_size(64), aligned(16)));

/* The sums of some position. All zero: of none. */
typedef struct {
    const Net *net;
    uint64_t   sets[2][NET_WORDS]; /* by player */
    NetSums    sums[2][NET_MAX_HIDDEN / NET_LANES];
} NetState;

static inline NetSums net_load(const int16_t *from)
{
    NetSums value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void net_clear(NetState *state, const Net *net)
{
    assert(net->blocks > 0 && net->blocks <= NET_MAX_HIDDEN / NET_LANES);
    state->net = net;
    memset(state->sets, 0, sizeof state->sets);
    for (int i = 0; i < net->blocks; i++)
        state->sums[0][i] = state->sums[1][i] = net_load(net->data.bias + i * NET_LANES);
}

/* What is called with a constant number of blocks is compiled for it, its sums in registers. */
#define NET_SIZED static inline __attribute__((always_inline))

/* Adds the row of a piece to both views, or takes it away. */
NET_SIZED void net_add(NetSums sums[2][NET_MAX_HIDDEN / NET_LANES], const Net *net, int player,
                       int bit, bool is_added, const int blocks)
{
    assert((player == 0 || player == 1) && bit >= 0 && bit < net->bits);
    for (int view = 0; view < 2; view++) {
        size_t         place = (size_t)((view * 2 + player) * net->bits + bit);
        const int16_t *row = net->rows + place * (size_t)(blocks * NET_LANES);
        for (int i = 0; i < blocks; i++)
            if (is_added)
                sums[view][i] += net_load(row + i * NET_LANES);
            else
                sums[view][i] -= net_load(row + i * NET_LANES);
    }
}

NET_SIZED void net_follow_sized(NetState *state, const Net *net, uint64_t sets[2][NET_WORDS],
                                const int words, const int blocks)
{
    NetSums sums[2][NET_MAX_HIDDEN / NET_LANES];
    for (int i = 0; i < blocks; i++) {
        sums[0][i] = state->sums[0][i];
        sums[1][i] = state->sums[1][i];
    }
    for (int player = 0; player < 2; player++)
        for (int word = 0; word < words; word++) {
            uint64_t old = state->sets[player][word], now = sets[player][word];
            int      first = word * NET_WORD_BITS;
            for (uint64_t gone = old & ~now; gone != 0;)
                net_add(sums, net, player, first + bits_pop(&gone), false, blocks);
            for (uint64_t come = now & ~old; come != 0;)
                net_add(sums, net, player, first + bits_pop(&come), true, blocks);
            state->sets[player][word] = now;
        }
    for (int i = 0; i < blocks; i++) {
        state->sums[0][i] = sums[0][i];
        state->sums[1][i] = sums[1][i];
    }
}

/* Updates the state to the position with these sets: by the changes, or in full where that is less
 * work. */
static inline void net_follow(NetState *state, const Net *net, uint64_t sets[2][NET_WORDS],
                              int words)
{
    assert(words > 0 && words <= NET_WORDS);
    int changed = 0, present = 0;
    if (state->net != net)
        net_clear(state, net);
    for (int player = 0; player < 2; player++)
        for (int word = 0; word < words; word++) {
            changed += bits_count(state->sets[player][word] ^ sets[player][word]);
            present += bits_count(sets[player][word]);
        }
    if (changed > present)
        net_clear(state, net);
    if (net->blocks == 2)
        net_follow_sized(state, net, sets, words, 2);
    else if (net->blocks == 4)
        net_follow_sized(state, net, sets, words, 4);
    else
        net_follow_sized(state, net, sets, words, net->blocks);
}

/* From the sum of weighted squares to hundredths of a point. */
static inline int32_t net_score_of(const Net *net, int32_t sum)
{
    assert(net->data.scale > 0);
    int64_t value = (int64_t)sum / NET_ONE + net->data.output_bias;
    int64_t score = value * net->data.scale / (NET_ONE * NET_OUTPUT_ONE);
    return (int32_t)(score > NET_MAX_SCORE    ? NET_MAX_SCORE
                     : score < -NET_MAX_SCORE ? -NET_MAX_SCORE
                                              : score);
}

/* A clipped number times its weight fits 16 bits, and all their sums 32 (NET_MAX_HIDDEN). */
NET_SIZED int32_t net_sum(const Net *net, const NetState *state, int mover, const int blocks)
{
    NetLongs total = {0};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < blocks; i++) {
            NetShorts      value = (NetShorts)state->sums[side == 0 ? mover : 1 - mover][i];
            const int16_t *weights = net->data.output + (side * blocks + i) * NET_LANES;
            value &= value > 0;
            NetShorts over = value > NET_ONE;
            value = (value & ~over) | (over & NET_ONE);
            total += __builtin_convertvector(value * (NetShorts)net_load(weights), NetLongs) *
                     __builtin_convertvector(value, NetLongs);
        }
    int32_t sum = 0;
    for (int i = 0; i < NET_LANES; i++)
        sum += total[i];
    return sum;
}

static inline int32_t net_score(const Net *net, const NetState *state, int mover)
{
    assert(mover == 0 || mover == 1);
    int32_t sum = net->blocks == 2   ? net_sum(net, state, mover, 2)
                  : net->blocks == 4 ? net_sum(net, state, mover, 4)
                                     : net_sum(net, state, mover, net->blocks);
    return net_score_of(net, sum);
}
#undef NET_SIZED
