/* hub_client.h -- pages without sockets, for tests of the hub: they ask, and wait for what fits.
 * What does not come in a minute ends the test. */
#pragma once
#include "base/json_tree.h"
#include "page/hub.h"

enum { INBOX = 4096 };

/* One page: all that it was sent and has not been looked at. */
typedef struct {
    Page     *page;
    JsonTree *inbox[INBOX];
    int       count, number;
    bool      is_dismissed;
} Client;

extern Hub *hub; /* the one that is tested */

/* What a hub with clients of this file is given. */
HubSetup setup_for(const char *store);
void     open_hub(const char *store, const char *token, const char *const arenas[], int count);

/* For cmocka: a hub with a store in memory. */
int open_memory(void **state);
int close_hub(void **state);
#define HUB_TEST(name) cmocka_unit_test_setup_teardown(name, open_memory, close_hub)

/* ---- pages ---- */
void join(Client *client);
void leave(Client *client);
void greet(Client *client); /* joins and says hello */
void empty(Client *client); /* what came before is forgotten */

/* Waits for the message that fits; it is the caller's. */
typedef bool Fits(const JsonTree *message, const void *what);
JsonTree    *wait_for(Client *client, Fits *fits, const void *what);
bool         is_event(const JsonTree *message, const void *what);
bool         answers(const JsonTree *message, const void *number); /* the request of that number */
JsonTree    *next_event(Client *client, const char *event);

/* Asks `{"do": …, "n": …` with the rest of the object given; the answer is the caller's. */
JsonTree *ask(Client *client, const char *what, const char *format, ...);
JsonTree *must(JsonTree *answer); /* no refusal; returns it */
void      must_do(JsonTree *answer);
void      must_refuse(JsonTree *answer, const char *words);

/* ---- games ---- */
#define TWO_PEOPLE "\"seats\":[{\"kind\":\"person\",\"name\":\"Ann\"},{\"kind\":\"person\"}]"
#define AGAINST(player)                                                                            \
    "\"seats\":[{\"kind\":\"person\",\"name\":\"Ann\"},{\"kind\":\"player\",\"player\":\"" player  \
    "\"}]"

int64_t begin(Client *client, const char *format, ...); /* with the fields of "new" */

/* The state after the next change, or the last one that has come. */
JsonTree *state_of(Client *client);
JsonTree *last_state(Client *client, int64_t id);
bool is_settled(const JsonTree *message, const void *plies); /* nobody thinks, so far at least */

/* ---- values ---- */
bool        is_true(const JsonTree *tree);
bool        is_false(const JsonTree *tree);
bool        is_null(const JsonTree *tree);
bool        is_number(const JsonTree *tree);
bool        is_object(const JsonTree *tree);
double      number_in(const JsonTree *tree);
int64_t     whole_in(const JsonTree *tree);
const char *text_in_tree(const JsonTree *tree);
bool        is_same(const JsonTree *a, const JsonTree *b);
int64_t     number_of(const JsonTree *message, const char *key);
const char *text_at(const JsonTree *message, const char *key);
int         count_of(const JsonTree *message, const char *key);
