/* JSON that strangers write: what is read, what is refused, what it costs. */
#include "base/json_tree.h"
#include "base/str.h"
#include "support.h"

#include <string.h>
#include <time.h>

static void must_refuse_text(const char *text, const char *words)
{
    Error     err = {0};
    JsonTree *tree = json_tree_read(text, strlen(text), &err);
    assert_null(tree);
    if (strstr(error_words(&err, LANG_EN), words) == NULL)
        fail_msg("expected '%s', got '%s'", words, error_words(&err, LANG_EN));
}

static void test_a_name_stands_once_in_an_object(void **state)
{
    (void)state;
    static const char right[] = "{\"a\":{\"a\":1},\"b\":[{\"a\":2},{\"a\":3}]}";
    Error             err;
    JsonTree         *tree = json_tree_read(right, sizeof right - 1, &err);
    assert_non_null(tree);
    assert_int_equal(json_tree_get(json_tree_get(tree, "a"), "a")->whole, 1);
    json_tree_delete(tree);
    must_refuse_text("{\"a\":1,\"b\":2,\"a\":3}", "twice");
    must_refuse_text("{\"c\":{\"\":1,\"\":2}}", "twice");
    must_refuse_text("{\"a\\u0000\":1}", "NUL");
}

/* CPU seconds for an object of so many names, the least of some tries. */
static double cost_of_names(int count)
{
    enum { TRIES = 40 };
    Str    text = {0};
    double least = 1e9;
    for (int i = 0; i < count; i++)
        str_printf(&text, "%s\"n%d\":0", i > 0 ? "," : "{", i);
    str_char(&text, '}');
    for (int i = 0; i < TRIES; i++) {
        Error     err;
        clock_t   begin = clock();
        JsonTree *tree = json_tree_read(str_get(&text), text.size, &err);
        assert_non_null(tree);
        json_tree_delete(tree);
        double cost = (double)(clock() - begin) / CLOCKS_PER_SEC;
        least = cost < least ? cost : least;
    }
    str_free(&text);
    return least;
}

/* Eight times the names cost eight times as much and a little more, not sixty-four times. */
static void test_many_names_cost_little(void **state)
{
    (void)state;
    double few = cost_of_names(2000), many = cost_of_names(16000);
    print_message("2,000 names: %.2f ms, 16,000: %.2f ms\n", few * 1000, many * 1000);
    assert_true(many < few * 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_name_stands_once_in_an_object),
        cmocka_unit_test(test_many_names_cost_little),
    };
    return cmocka_run_group_tests_name("json_tree", tests, NULL, NULL);
}
