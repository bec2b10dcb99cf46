/* Hasami Shogi: can a side be seen to be safe within a few own moves? If both can, the game is a
 * draw. */
#pragma once
#include "games/hasami/proof/hasami_prover.h"

typedef struct HasamiSafety HasamiSafety;

/* NULL when memory is short. */
HasamiSafety *hasami_safety_new(void);
void          hasami_safety_delete(HasamiSafety *safety); /* NULL is fine */

/* What earlier questions taught is gone: the next answer is that of a new one. */
void hasami_safety_forget(HasamiSafety *safety);

/* The side has a fortress, or reaches one (or a win) whatever the other does; `nodes` is added to.
 * *move is its move when it has the turn, MOVE_NONE otherwise. False: not seen, which says nothing.
 * The game is not over. */
bool hasami_is_safe(HasamiSafety *safety, const hasami_pos *p, int side, uint64_t most_nodes,
                    const atomic_bool *stop, uint64_t *nodes, Move *move);
