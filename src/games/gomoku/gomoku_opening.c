/* Gomoku: the swap2 opening. Player 0 places black, white, black; player 1 takes a colour or places
 * white and black more, after which player 0 takes a colour. */
#include "games/gomoku/gomoku.h"

#include <assert.h>

int gomoku_gen_choices(const gomoku_pos *p, Move *out)
{
    assert(p->phase == PHASE_CHOOSE || p->phase == PHASE_PICK);
    int n = 0;
    out[n++] = GOMOKU_TAKE_BLACK;
    out[n++] = GOMOKU_TAKE_WHITE;
    if (p->phase == PHASE_CHOOSE)
        out[n++] = GOMOKU_PLACE_MORE;
    return n;
}

static uint64_t phase_key(const gomoku_pos *p)
{
    bool is_usual = p->phase == PHASE_PLAY && p->swapped == 0;
    return is_usual ? 0 : zobrist_extra(2 * p->phase + p->swapped);
}

/* The phase that follows; the stone of `move`, if it is one, is on the board already. */
static uint8_t next_phase(const gomoku_pos *p, Move move)
{
    if (p->phase == PHASE_OPEN)
        return p->stones == 3 ? PHASE_CHOOSE : PHASE_OPEN;
    if (p->phase == PHASE_EXTEND)
        return p->stones == 5 ? PHASE_PICK : PHASE_EXTEND;
    if (p->phase == PHASE_FORBIDDEN)
        return PHASE_FORBIDDEN;
    return move == GOMOKU_PLACE_MORE ? PHASE_EXTEND : PHASE_PLAY;
}

void gomoku_advance_phase(gomoku_pos *p, Move move)
{
    assert(p->phase != PHASE_PLAY);
    /* A foul enters its phase in make; before it the key was that of ordinary play. */
    if (p->phase == PHASE_FORBIDDEN) {
        gomoku_pos before = *p;
        before.phase = PHASE_PLAY;
        p->key ^= phase_key(&before) ^ phase_key(p);
        return;
    }
    p->key ^= phase_key(p);
    uint8_t next = next_phase(p, move);
    if (next == PHASE_PLAY) {
        bool second_chooses = p->phase == PHASE_CHOOSE;
        bool takes_black = move == GOMOKU_TAKE_BLACK;
        p->swapped = second_chooses == takes_black; /* the first player has white */
    }
    p->phase = next;
    p->key ^= phase_key(p);
}
