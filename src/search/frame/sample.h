/* search/frame/sample.h -- the contract of a game's hot face, declared and never defined.
 *
 * Every hook that a game can have, with its type: the templates are read for it where no GAME is
 * named (template.h). docs/dev/adding-a-game.md says what each of them does. */
#pragma once
#include "core/game.h"
#include "core/solver.h"
#include "eval/criteria.h"
#include "eval/net.h"

#define sample_can_repeat 1
#define sample_keeps_turn 0
#define sample_has_count 1
#define sample_has_order 1
#define sample_has_noisy 1
#define sample_has_random_move 1
#define sample_has_playout 0 /* with 1 the templates have no random game of their own */
#define sample_has_playouts 0
#define sample_has_winning_move 1
#define sample_has_policy 1
#define sample_has_flagship 1
#define sample_has_solver 1
#define sample_has_net 1
#define sample_has_champion 1

enum { sample_max_moves = 16, sample_net_words = 1, sample_flagship_piece = 100 };
enum { SAMPLE_MOBILITY, sample_criteria_count };

typedef struct {
    uint8_t cell[16];
    uint8_t side;
} sample_pos;

typedef struct {
    uint8_t taken;
} sample_undo;

DECLARE_COLD_HOOKS(sample)

int      sample_gen(const sample_pos *p, Move *out);
void     sample_make(sample_pos *p, Move move, sample_undo *undo);
void     sample_unmake(sample_pos *p, Move move, const sample_undo *undo);
Play     sample_play(const sample_pos *p);
int      sample_side(const sample_pos *p);
void     sample_criteria(const sample_pos *p, const EvalSetup *setup, int out[]);
uint64_t sample_key(const sample_pos *p);
uint64_t sample_key_slow(const sample_pos *p);

int      sample_repeat_limit(const sample_pos *p);
int      sample_reversible(const sample_pos *p);
int      sample_count(const sample_pos *p);
int      sample_order(const sample_pos *p, Move move);
int      sample_gen_noisy(const sample_pos *p, Move *out);
Move     sample_random_move(const sample_pos *p, uint64_t *rng);
int      sample_playout(sample_pos *p, uint64_t *rng);
void     sample_playouts(const sample_pos *p, uint64_t games, uint64_t *rng, PlayoutStats *stats);
Move     sample_winning_move(const sample_pos *p);
Move     sample_policy_move(const sample_pos *p, uint64_t *rng);
uint64_t sample_flagship_key(const sample_pos *p);
Score    sample_flagship_score(const sample_pos *p, Score score, Score contempt);
Move     sample_flagship_null(const sample_pos *p);
bool     sample_champion(const sample_pos *p, struct SearchWork *work, int depth, Score *score);
void     sample_net_sets(const sample_pos *p, uint64_t sets[2][NET_WORDS]);
extern const Solver sample_solver;
