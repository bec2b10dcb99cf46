#include "hub_client.h"

#include "base/clock.h"
#include "page/requests.h"
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_US = 60000000 };

Hub *hub;

bool    is_true(const JsonTree *tree) { return json_tree_is(tree, TREE_BOOL) && tree->is_true; }
bool    is_false(const JsonTree *tree) { return json_tree_is(tree, TREE_BOOL) && !tree->is_true; }
bool    is_null(const JsonTree *tree) { return json_tree_is(tree, TREE_NULL); }
bool    is_number(const JsonTree *tree) { return json_tree_is(tree, TREE_NUMBER); }
bool    is_object(const JsonTree *tree) { return json_tree_is(tree, TREE_OBJECT); }
double  number_in(const JsonTree *tree) { return is_number(tree) ? tree->number : -1e9; }
int64_t whole_in(const JsonTree *tree) { return is_number(tree) ? tree->whole : -1; }
const char *text_in_tree(const JsonTree *tree)
{
    return json_tree_is(tree, TREE_TEXT) ? tree->text : NULL;
}

bool is_same(const JsonTree *a, const JsonTree *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (a->kind != b->kind || a->is_true != b->is_true || a->count != b->count ||
        a->number < b->number || a->number > b->number ||
        (a->text != NULL && strcmp(a->text, b->text) != 0) ||
        (a->name != NULL && strcmp(a->name, b->name) != 0))
        return false;
    for (a = a->first, b = b->first; a != NULL; a = a->next, b = b->next)
        if (!is_same(a, b))
            return false;
    return true;
}

static void take(void *connection, const char *text, size_t size)
{
    Error     why;
    Client   *client = connection;
    JsonTree *message = json_tree_read(text, size, &why);
    if (message == NULL)
        fail_msg("the hub sent '%.200s': %s", text, error_words(&why, LANG_EN));
    assert_true(client->count < INBOX);
    client->inbox[client->count++] = message;
}

void empty(Client *client)
{
    while (client->count > 0)
        json_tree_delete(client->inbox[--client->count]);
}

static void dismiss(void *connection) { ((Client *)connection)->is_dismissed = true; }
static void wake(void *user) { (void)user; }

HubSetup setup_for(const char *store)
{
    return (HubSetup){.version = "test",
                      .store = store,
                      .threads = 2,
                      .send = take,
                      .dismiss = dismiss,
                      .wake = wake};
}

void open_hub(const char *store, const char *token, const char *const arenas[], int count)
{
    Error    err;
    HubSetup setup = setup_for(store);
    setup.token = token;
    setup.arenas = arenas;
    setup.arena_count = count;
    hub = hub_new(&setup, &err);
    if (hub == NULL)
        fail_msg("%s", error_words(&err, LANG_EN));
}

int open_memory(void **state)
{
    (void)state;
    open_hub(NULL, NULL, NULL, 0);
    return 0;
}

int close_hub(void **state)
{
    (void)state;
    hub_delete(hub);
    hub = NULL;
    return 0;
}

void join(Client *client)
{
    memset(client, 0, sizeof *client);
    client->page = hub_join(hub, client, "127.0.0.1");
    assert_non_null(client->page);
}

void leave(Client *client)
{
    hub_leave(hub, client->page);
    empty(client);
}

JsonTree *wait_for(Client *client, Fits *fits, const void *what)
{
    int64_t due = clock_now_us() + WAIT_US;
    while (clock_now_us() < due) {
        for (int i = 0; i < client->count; i++) {
            JsonTree *message = client->inbox[i];
            if (!fits(message, what))
                continue;
            client->count--;
            memmove(client->inbox + i, client->inbox + i + 1,
                    (size_t)(client->count - i) * sizeof message);
            return message;
        }
        hub_tick(hub);
        usleep(500);
    }
    fail_msg("nothing came in %d s", WAIT_US / 1000000);
    return NULL;
}

bool answers(const JsonTree *message, const void *what)
{
    return whole_in(json_tree_get(message, "re")) == *(const int *)what;
}

bool is_event(const JsonTree *message, const void *what)
{
    const char *event = text_in_tree(json_tree_get(message, "event"));
    return event != NULL && strcmp(event, what) == 0;
}

JsonTree *next_event(Client *client, const char *event)
{
    return wait_for(client, is_event, event);
}

/* Does the list, words and blanks, have the name; also with '?' behind it? */
static bool is_listed(const char *list, const char *name, bool *may_be_missing)
{
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)) != NULL; at++) {
        bool begins = at == list || at[-1] == ' ';
        *may_be_missing = at[length] == '?';
        if (begins && (at[length] == ' ' || at[length] == '\0' || *may_be_missing))
            return true;
    }
    return false;
}

/* An answer has the fields that its row of the table says, and no others. */
static void must_be_as_listed(const char *what, const JsonTree *answer)
{
    const RequestKind *kind = request_find(what);
    bool               may_be_missing;
    if (kind == NULL || json_tree_get(answer, "error") != NULL)
        return;
    for (const JsonTree *field = answer->first; field != NULL; field = field->next)
        if (strcmp(field->name, "re") != 0 && strcmp(field->name, "ok") != 0 &&
            !is_listed(kind->answer, field->name, &may_be_missing))
            fail_msg("%s: '%s' is not among '%s'", what, field->name, kind->answer);
    for (const char *at = kind->answer; *at != '\0'; at += strspn(at, " ")) {
        char   name[32];
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (strchr(name, '?') == NULL && json_tree_get(answer, name) == NULL)
            fail_msg("%s: no '%s' in the answer", what, name);
        at += length;
    }
}

JsonTree *ask(Client *client, const char *what, const char *format, ...)
{
    char    fields[4000], text[4100];
    va_list list;
    va_start(list, format);
    vsnprintf(fields, sizeof fields, format, list);
    va_end(list);
    client->number++;
    int size = snprintf(text, sizeof text, "{\"do\":\"%s\",\"n\":%d%s%s}", what, client->number,
                        fields[0] != '\0' ? "," : "", fields);
    hub_receive(hub, client->page, text, (size_t)size);
    JsonTree *answer = wait_for(client, answers, &client->number);
    must_be_as_listed(what, answer);
    return answer;
}

JsonTree *must(JsonTree *answer)
{
    const char *error = text_in_tree(json_tree_get(answer, "error"));
    if (error != NULL)
        fail_msg("refused: %s", error);
    assert_true(is_true(json_tree_get(answer, "ok")));
    return answer;
}

void must_refuse(JsonTree *answer, const char *words)
{
    const char *error = text_in_tree(json_tree_get(answer, "error"));
    if (error == NULL || strstr(error, words) == NULL)
        fail_msg("expected '%s', got '%s'", words, error != NULL ? error : "an answer");
    assert_null(strchr(error, '\n'));
    json_tree_delete(answer);
}

void must_do(JsonTree *answer) { json_tree_delete(must(answer)); }

void greet(Client *client)
{
    join(client);
    must_do(ask(client, "hello", "\"lang\":\"en\""));
}

int64_t number_of(const JsonTree *message, const char *key)
{
    const JsonTree *value = json_tree_get(message, key);
    assert_true(is_number(value) && value->is_whole);
    return whole_in(value);
}

const char *text_at(const JsonTree *message, const char *key)
{
    const char *text = text_in_tree(json_tree_get(message, key));
    assert_non_null(text);
    return text;
}

int count_of(const JsonTree *message, const char *key)
{
    assert_true(json_tree_is(json_tree_get(message, key), TREE_LIST));
    return json_tree_get(message, key)->count;
}

int64_t begin(Client *client, const char *format, ...)
{
    char    fields[2000];
    va_list list;
    va_start(list, format);
    vsnprintf(fields, sizeof fields, format, list);
    va_end(list);
    JsonTree *answer = must(ask(client, "new", "%s", fields));
    int64_t   id = number_of(answer, "id");
    json_tree_delete(answer);
    return id;
}

JsonTree *state_of(Client *client) { return next_event(client, "state"); }

JsonTree *last_state(Client *client, int64_t id)
{
    empty(client);
    must_do(ask(client, "open", "\"id\":%lld", (long long)id));
    return state_of(client);
}

bool is_settled(const JsonTree *message, const void *what)
{
    return is_event(message, "state") && !is_true(json_tree_get(message, "thinking")) &&
           whole_in(json_tree_get(message, "ply")) >= *(const int *)what;
}
