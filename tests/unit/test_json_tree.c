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

/* CPU seconds for reading an object of so many names so many times. */
static double cost_of_names(int count, int times)
{
    Str text = {0};
    for (int i = 0; i < count; i++)
        str_printf(&text, "%s\"n%d\":0", i > 0 ? "," : "{", i);
    str_char(&text, '}');
    clock_t begin = clock();
    for (int i = 0; i < times; i++) {
        Error     err;
        JsonTree *tree = json_tree_read(str_get(&text), text.size, &err);
        assert_non_null(tree);
        json_tree_delete(tree);
    }
    double cost = (double)(clock() - begin) / CLOCKS_PER_SEC;
    str_free(&text);
    return cost;
}

/* As many names in eight times fewer objects cost as much and a little more, not eight times as
 * much. Enough of them that the clock's steps do not matter. */
static void test_many_names_cost_little(void **state)
{
    (void)state;
    double few = cost_of_names(2000, 320), many = cost_of_names(16000, 40);
    print_message("640,000 names by 2,000: %.0f ms, by 16,000: %.0f ms\n", few * 1000, many * 1000);
    assert_true(many < few * 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_name_stands_once_in_an_object),
        cmocka_unit_test(test_many_names_cost_little),
    };
    return cmocka_run_group_tests_name("json_tree", tests, NULL, NULL);
}
