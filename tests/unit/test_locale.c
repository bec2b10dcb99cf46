/* A program around the library may have chosen a locale whose numbers have a comma: what is written
 * and read stays as it is, with a point. */
#include "base/errors.h"
#include "base/json.h"
#include "base/json_tree.h"
#include "base/numbers.h"
#include "base/parse.h"
#include "core/formats/record.h"
#include "engine/player.h"
#include "engine/session.h"
#include "support.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_parsed(Str *out)
{
    double  value;
    int64_t us;
    Error   err;
    char   *end;
    assert_true(parse_decimal("2.5", &value) && value == 2.5);
    assert_false(parse_decimal("2,5", &value));
    assert_true(parse_seconds("time", "0.25", 0.001, 9, &us, NULL) && us == 250000);
    assert_true(numbers_read("0.125 x", &end) == 0.125 && strcmp(end, " x") == 0);
    assert_false(parse_seconds("time", "0,25", 0.001, 9.5, &us, &err));
    str_printf(out, "%s\n", error_words(&err, LANG_EN));
}

static void write_json(Str *out)
{
    static const char text[] = "{\"share\":0.375}";
    Json              json = json_to(out);
    JsonTree         *tree = json_tree_read(text, strlen(text), NULL);
    assert_non_null(tree);
    assert_true(json_tree_get(tree, "share")->number == 0.375);
    json_object(&json, NULL);
    json_double(&json, "share", json_tree_get(tree, "share")->number, 3);
    json_end_object(&json);
    json_tree_delete(tree);
}

static void write_player(Str *out)
{
    Player player = must_parse_player(must_find_game("hasami"),
                                      "pvs,eval=full+threat=-4.5+mobility=.5,time=0.5");
    player_format(&player, out);
}

/* A record with clocks and scores, read and written again. */
static void write_record(Str *out)
{
    const char *text = "[Game \"tictactoe\"]\n\n1. b2 {[%clk 12.5] [%eval -25]} a1 *\n";
    Record      record;
    int         line = 1;
    Error       err;
    if (!record_parse(&text, &line, &record, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    record_format(&record, out);
    record_free(&record);
}

static void write_all(Str *out)
{
    str_printf(out, "%.3f %g %a\n", 1.5, 0.1, 2.75);
    write_parsed(out);
    write_json(out);
    write_player(out);
    write_record(out);
}

/* French from France, made in a folder of its own: no root is needed, nothing is installed. */
static bool enter_french(char *folder)
{
    char command[200];
    if (mkdtemp(folder) == NULL)
        return false;
    snprintf(command, sizeof command, "localedef -i fr_FR -f UTF-8 %s/fr_FR.UTF-8 2>/dev/null",
             folder);
    /* It returns 1 where it warns. */
    return system(command) != -1 && setenv("LOCPATH", folder, 1) == 0 &&
           setlocale(LC_ALL, "fr_FR.UTF-8") != NULL;
}

static void test_numbers_keep_their_point_in_a_french_locale(void **state)
{
    (void)state;
    char folder[] = "/tmp/plateau-locale-XXXXXX", command[60], number[8];
    Str  before = {0}, after = {0};
    write_all(&before);
    bool is_french = enter_french(folder);
    snprintf(number, sizeof number, "%.1f", 0.5);
    if (is_french)
        write_all(&after);
    setlocale(LC_ALL, "C");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
    if (!is_french)
        skip();                         /* a system without localedef */
    assert_string_equal(number, "0,5"); /* the C library's own functions do follow it */
    assert_string_equal(str_get(&after), str_get(&before));
    assert_non_null(strstr(str_get(&before), "1.500 0.1 0x1.6p+1"));
    str_free(&before);
    str_free(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_keep_their_point_in_a_french_locale),
    };
    return cmocka_run_group_tests_name("locale", tests, NULL, NULL);
}
