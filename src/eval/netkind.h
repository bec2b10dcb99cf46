/* eval/netkind.h -- a kind of net that only one game has. The frame of the file, finding and
 * checking it, and training are shared (eval/netfile.h, eval/net.h, learn/trainer.h); the structure
 * of the net is the game's. */
#pragma once
#include "core/game.h"
#include "eval/learner.h"
#include "eval/netfile.h"

typedef struct NetKind {
    NetFeature feature;
    unsigned   options; /* bit i: a net is made for one value of the game's option i */
    int        scale;   /* hundredths of a point where the chance to win is e to 1 */

    /* Reads what follows the head of the file, for these rules; NULL and *err when it is no such
     * net. */
    void *(*open)(const uint8_t *body, size_t size, const int16_t options[], Error *err);
    void (*close)(void *net); /* NULL is fine */

    /* A full computation, for the player to move; `pos` is a position of the game. */
    Score (*score)(const void *net, const void *pos);

    /* The file of the built-in net for these rules; NULL: there is none. */
    const unsigned char *(*built_in)(const int16_t options[], size_t *size);

    /* The learner that trains such a net for these rules; NULL when memory is short. */
    Learner *(*learner)(const int16_t options[]);
} NetKind;
