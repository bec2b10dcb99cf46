/* The table of requests: docs/page-protocol.md says what it says, and it is what is enforced. */
#include "hub_client.h"
#include "page/page_game.h"
#include "page/requests.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROTOCOL "docs/dev/page-protocol.md"

/* ---- the documentation -------------------------------------------------------------------------
 */

/* The row as the documentation has it, up to the last column, which is free. */
static void describe(const RequestKind *kind, Str *out)
{
    str_printf(out, "| `%s` | ", kind->name);
    for (int i = 0; i < kind->field_count; i++) {
        str_text(out, i > 0 ? ", " : "");
        field_describe(&kind->fields[i], out);
    }
    str_text(out, kind->field_count > 0 ? " | " : "| ");
    if (strcmp(kind->answer, STATE_FIELDS) == 0)
        str_text(out, "the fields of a [state](#state)");
    for (const char *at = strcmp(kind->answer, STATE_FIELDS) == 0 ? "" : kind->answer;
         *at != '\0';) {
        size_t length = strcspn(at, " "), name = strcspn(at, " ?");
        str_printf(out, "%s`%.*s`%s", at > kind->answer ? ", " : "", (int)name, at,
                   name < length ? "?" : "");
        at += length + strspn(at + length, " ");
    }
    str_text(out, kind->answer[0] != '\0' ? " | " : "| ");
}

/* The lines of a section, from its "## title" to the next. */
static void read_section(const char *title, Str *out)
{
    char  line[4096];
    bool  is_inside = false;
    FILE *file = fopen(PROTOCOL, "r");
    if (file == NULL)
        fail_msg("%s is not here: tests run in the project's root", PROTOCOL);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "## ", 3) == 0)
            is_inside = strstr(line, title) != NULL;
        else if (is_inside)
            str_text(out, line);
    }
    fclose(file);
    assert_true(out->size > 0);
}

static void test_every_request_is_documented_as_it_is(void **state)
{
    (void)state;
    Str section = {0};
    int wrong = 0;
    read_section("Requests", &section);
    for (size_t i = 0; i < request_count(); i++) {
        Str row = {0};
        describe(request_at(i), &row);
        if (strstr(str_get(&section), str_get(&row)) == NULL) {
            printf("%s lacks this row:\n%s…\n", PROTOCOL, str_get(&row));
            wrong++;
        }
        str_free(&row);
    }
    str_free(&section);
    assert_int_equal(wrong, 0);
}

static void test_nothing_is_documented_that_does_not_exist(void **state)
{
    (void)state;
    Str section = {0};
    int rows = 0;
    read_section("Requests", &section);
    for (const char *at = str_get(&section); (at = strstr(at, "\n| `")) != NULL; at++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 4, "`"), at + 4);
        if (request_find(name) == NULL)
            fail_msg("%s documents '%s'", PROTOCOL, name);
        rows++;
    }
    assert_int_equal(rows, request_count());
    str_free(&section);
}

static void test_every_field_of_a_state_is_documented(void **state)
{
    (void)state;
    Str section = {0};
    read_section("`state`", &section);
    for (const char *at = STATE_FIELDS; *at != '\0';) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, " "), at);
        if (strstr(str_get(&section), name) == NULL)
            fail_msg("a state's '%s' is not documented", name);
        at += strlen(name) + strspn(at + strlen(name), " ");
    }
    str_free(&section);
}

/* ---- what is enforced --------------------------------------------------------------------------
 */

static void write_fields(const Field fields[], int count, const Field *wrong, const char *value,
                         Str *out);

/* A value that the row allows. */
static void write_right(const Field *field, Str *out)
{
    switch (field->kind) {
    case FIELD_INT:
        str_printf(out, "%lld", (long long)field->least);
        break;
    case FIELD_BOOL:
        str_text(out, "true");
        break;
    case FIELD_TEXT:
        str_text(out, "\"x\"");
        break;
    case FIELD_WORD:
        str_printf(out, "\"%s\"", field->words[0]);
        break;
    case FIELD_PAIRS:
        str_text(out, "{}");
        break;
    case FIELD_OBJECT:
        str_text(out, "{");
        write_fields(field->inside, field->inside_count, NULL, NULL, out);
        str_text(out, "}");
        break;
    case FIELD_TEXTS:
    case FIELD_LIST:
        str_text(out, "[");
        for (int i = 0; i < field->least; i++) {
            str_text(out, i > 0 ? ",{" : "{");
            write_fields(field->inside, field->inside_count, NULL, NULL, out);
            str_text(out, "}");
        }
        str_text(out, "]");
        break;
    }
}

/* All of them with a right value, but for one. */
static void write_fields(const Field fields[], int count, const Field *wrong, const char *value,
                         Str *out)
{
    for (int i = 0; i < count; i++) {
        str_printf(out, "%s\"%s\":", i > 0 ? "," : "", fields[i].name);
        if (&fields[i] == wrong)
            str_text(out, value);
        else
            write_right(&fields[i], out);
    }
}

static void refuse_value(Client *client, const RequestKind *kind, const Field *field,
                         const char *value)
{
    Str  fields = {0};
    char quoted[64];
    snprintf(quoted, sizeof quoted, "'%s' must be ", field->name);
    write_fields(kind->fields, kind->field_count, field, value, &fields);
    must_refuse(ask(client, kind->name, "%s", str_get(&fields)), quoted);
    str_free(&fields);
}

static void refuse_range(Client *client, const RequestKind *kind, const Field *field)
{
    char value[64];
    snprintf(value, sizeof value, "%lld", (long long)field->least - 1);
    refuse_value(client, kind, field, value);
    if (field->most < INT64_MAX)
        snprintf(value, sizeof value, "%lld", (long long)field->most + 1);
    else
        snprintf(value, sizeof value, "9223372036854775808");
    refuse_value(client, kind, field, value);
    snprintf(value, sizeof value, "%lld.5", (long long)field->least);
    refuse_value(client, kind, field, value);
}

/* Too many elements, and too few. */
static void refuse_count(Client *client, const RequestKind *kind, const Field *field)
{
    Str list = {0};
    str_char(&list, '[');
    for (int64_t i = 0; i <= field->most; i++)
        str_text(&list, i > 0 ? ",1" : "1");
    str_char(&list, ']');
    refuse_value(client, kind, field, str_get(&list));
    if (field->least > 0)
        refuse_value(client, kind, field, "[]");
    str_free(&list);
}

static void refuse_wrong_values(Client *client, const RequestKind *kind, const Field *field)
{
    static const char *const others[] = {"[[]]", "{\"other\":[]}", "\"\\u0000\"", "1.5"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        bool is_own_kind = (i == 0 && field->kind >= FIELD_TEXTS) ||
                           (i == 1 && (field->kind == FIELD_PAIRS || field->kind == FIELD_OBJECT));
        if (!is_own_kind)
            refuse_value(client, kind, field, others[i]);
    }
    if (!field->is_optional)
        refuse_value(client, kind, field, "null");
    if (field->kind == FIELD_INT)
        refuse_range(client, kind, field);
    if (field->kind == FIELD_TEXTS || field->kind == FIELD_LIST)
        refuse_count(client, kind, field);
    if (field->kind == FIELD_WORD)
        refuse_value(client, kind, field, "\"x\"");
}

static void test_what_no_row_allows_is_refused(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    for (size_t i = 0; i < request_count(); i++) {
        const RequestKind *kind = request_at(i);
        must_refuse(ask(&client, kind->name, "\"nonsense\":1"), "unknown field 'nonsense'");
        for (int k = 0; k < kind->field_count; k++)
            refuse_wrong_values(&client, kind, &kind->fields[k]);
    }
    leave(&client);
}

/* A text of the longest length is not too long; one more byte is. */
static void test_texts_have_a_length(void **state)
{
    (void)state;
    Client client;
    Str    text = {0};
    greet(&client);
    for (int i = 0; i < 39; i++)
        str_char(&text, 'g');
    must_refuse(ask(&client, "new", "\"game\":\"%s\"", str_get(&text)), "unknown game");
    must_refuse(ask(&client, "new", "\"game\":\"%sg\"", str_get(&text)), "'game' must be shorter");
    str_free(&text);
    leave(&client);
}

static void test_fields_inside_fields_are_checked(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    static const struct {
        const char *fields, *words;
    } cases[] = {
        {"\"clock\":{\"base_ms\":999}", "'base_ms' must be 1000..86400000"},
        {"\"clock\":{}", "'base_ms' must be"},
        {"\"clock\":{\"base_ms\":1000,\"ms\":1}", "unknown field 'ms'"},
        {"\"clock\":{\"base_ms\":1000,\"n\":1}", "unknown field 'n'"},
        {"\"seats\":[{\"kind\":\"person\"},{\"kind\":\"robot\"}]", "'kind' must be person/player"},
        {"\"seats\":[{\"kind\":\"person\"},{\"kind\":\"player\"}]", "'player' must be there"},
        {"\"seats\":[{\"kind\":\"person\"},{\"who\":1,\"kind\":\"person\"}]",
         "unknown field 'who'"},
        {"\"seats\":[{\"kind\":\"person\"}]", "'seats' must be a list of 2..2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        must_refuse(ask(&client, "new", "\"game\":\"tictactoe\",%s", cases[i].fields),
                    cases[i].words);
    must_do(ask(&client, "lang", "\"lang\":\"fr\""));
    must_refuse(ask(&client, "new", "\"game\":\"tictactoe\",\"clock\":{\"base_ms\":1}"),
                "doit être 1000..86400000");
    must_refuse(ask(&client, "new", "\"game\":\"tictactoe\",\"colour\":1"), "champ inconnu");
    leave(&client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_request_is_documented_as_it_is),
        cmocka_unit_test(test_nothing_is_documented_that_does_not_exist),
        cmocka_unit_test(test_every_field_of_a_state_is_documented),
        HUB_TEST(test_what_no_row_allows_is_refused),
        HUB_TEST(test_texts_have_a_length),
        HUB_TEST(test_fields_inside_fields_are_checked),
    };
    return cmocka_run_group_tests_name("requests", tests, NULL, NULL);
}
