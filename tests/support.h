/* support.h -- what the test programs share: cmocka, rules to try, positions, test lists. */
#pragma once
#include "core/game.h"
#include "core/position.h"
#include "engine/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* gcc and clang say it in their own ways. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDER_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDER_SANITIZER
#endif
#endif

/* Room for a position or an undo of any game. */
typedef union {
    max_align_t   align;
    unsigned char bytes[2048];
} Bytes;

/* A game under one set of rules. */
typedef struct {
    const Game *game;
    int16_t     options[MAX_OPTIONS];
    char        label[200]; /* "hasami diagonal=on" */
} Rules;

enum { MAX_RULES = 100 };

/* The default rules, every preset, every extreme value of every option alone, and a few drawn at
 * random; without those that the game refuses. Returns how many. */
int rules_list(const Game *game, Rules out[MAX_RULES]);

/* Options drawn at random, half of them left at their defaults. */
void rules_draw(const Game *game, uint64_t *rng, Rules *out);

void rules_start(const Rules *rules, Bytes *pos);

/* The game of that name, a position of it, and moves played on it: a failure ends the test. */
const Game *must_find_game(const char *id);
void        must_parse(const Game *game, const char *text, Bytes *pos);
void        must_play(const Game *game, const char *moves, Bytes *pos);
Player      must_parse_player(const Game *game, const char *text);

/* Position text; the caller frees it with str_free. */
Str text_of(const Game *game, const void *pos);

/* The position is written like that. */
#define assert_same_position(game, pos, text)                                                      \
    check_same_position((game), (pos), (text), __FILE__, __LINE__)
void check_same_position(const Game *game, const void *pos, const char *text, const char *file,
                         int line);

bool has_same_bytes(const Game *game, const void *a, const void *b);

/* Or once one of them is turned or mirrored as the rules allow. */
bool is_same_turned(const Game *game, const void *a, const void *b);
bool is_legal_text(const Game *game, const void *pos, const char *text);

/* "1-0 five", "1/2-1/2 full", "* none"; the text is valid until the next call. */
const char *result_words(const Result *result);

/* Runs each test once per game, with the Game as its state. */
int run_for_every_game(const char *group, const struct CMUnitTest tests[], size_t count);
