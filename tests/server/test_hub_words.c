/* What the hub says to a page: the catalogue, and all of it in French. */
#include "base/prose.h"
#include "engine/level.h"
#include "hub_client.h"
#include "support.h"

#include <string.h>

/* What the engine says in English, a French page reads in French; a legal move is named. */
static void test_errors_of_the_engine_are_told_in_french(void **state)
{
    (void)state;
    Client client;
    greet(&client);
    int64_t id = begin(&client, "\"game\":\"tictactoe\"");
    must_refuse(ask(&client, "play", "\"id\":%lld,\"move\":\"z9\"", (long long)id),
                "'z9' is not a legal move here; a legal one is a3");
    must_do(ask(&client, "lang", "\"lang\":\"fr\""));
    static const struct {
        const char *what, *fields, *wanted;
    } cases[] = {
        {"play", "\"move\":\"z9\",\"id\":1",
         "« z9 » n'est pas un coup légal ici ; un coup légal : a3"},
        {"new", "\"game\":\"hasami\",\"position\":\"9/9 b\"", "position : 2 rangées, il en faut 9"},
        {"new", "\"game\":\"gomoku\",\"options\":{\"rule\":\"chess\"}",
         "l'option rule doit être l'une de"},
        {"new", "\"game\":\"gomoku\",\"options\":{\"colour\":\"red\"}",
         "option inconnue « colour »"},
        {"new", "\"game\":\"gomoku\",\"options\":{\"size\":\"x\"}",
         "l'option size doit être l'une de 5..20 ; reçu « x »"},
        {"new", "\"game\":\"connect4\",\"position\":\"7/7/x6/7/7/7 o\"", "un jeton est suspendu"},
        {"import", "\"game\":\"gomoku\",\"text\":\"(;GM[4]B[a\"", "SGF : il manque « ] »"},
        {"lab", "\"id\":1,\"players\":[\"fritz\"]", "joueur inconnu « fritz »"},
        {"tree", "\"id\":1,\"player\":\"random\"", "random ne laisse pas d'arbre"},
        {"look", "\"id\":1,\"moves\":\"b2 b2\"", "« b2 » n'est pas un coup légal"},
    };
    assert_int_equal(id, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Str wanted = {0};
        str_prose(&wanted, cases[i].wanted, LANG_FR);
        must_refuse(ask(&client, cases[i].what, "%s", cases[i].fields), str_get(&wanted));
        str_free(&wanted);
    }
    leave(&client);
}

static void test_the_catalogue_is_the_engines(void **state)
{
    (void)state;
    Client client;
    join(&client);
    JsonTree       *english = must(ask(&client, "hello", "\"lang\":\"en\""));
    JsonTree       *french = must(ask(&client, "hello", "\"lang\":\"fr\""));
    const JsonTree *games = json_tree_get(json_tree_get(english, "catalogue"), "games");
    const JsonTree *jeux = json_tree_get(json_tree_get(french, "catalogue"), "games");
    assert_int_equal(games->count, game_count());
    for (size_t i = 0; i < game_count(); i++) {
        const JsonTree *game = json_tree_at(games, (int)i);
        const GameInfo *info = game_at(i)->info;
        assert_string_equal(text_at(game, "id"), info->id);
        assert_int_equal(count_of(game, "options"), info->options.count);
        assert_int_equal(count_of(game, "presets"), info->preset_count);
        assert_int_equal(count_of(game, "players"), named_player_count(game_at(i)));
        assert_int_equal(number_of(game, "levels"), 10);
        Str about = {0};
        str_prose(&about, text_in(&info->about, LANG_FR), LANG_FR);
        assert_string_equal(text_at(json_tree_at(jeux, (int)i), "about"), str_get(&about));
        str_free(&about);
    }
    json_tree_delete(english);
    json_tree_delete(french);
    leave(&client);
}

/* Every text of the tree: no space that a line may break at before a high sign, no keyboard's
 * apostrophe inside a word. Names of options and the like have neither. */
static void must_be_set(const JsonTree *tree)
{
    static const char *const wrong[] = {" ;", " :", " ?", " !", " %", "« ", " »"};
    if (json_tree_is(tree, TREE_TEXT)) {
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
            if (strstr(tree->text, wrong[i]) != NULL)
                fail_msg("'%s' has '%s'", tree->text, wrong[i]);
        const char *sign = strchr(tree->text, '\'');
        if (sign != NULL && sign > tree->text && sign[-1] != ' ')
            fail_msg("%s", tree->text);
    }
    for (const JsonTree *child = tree->first; child != NULL; child = child->next)
        must_be_set(child);
}

static void test_french_is_set_as_french_is(void **state)
{
    (void)state;
    static const struct {
        const char *text, *set;
    } texts[] = {{"c'est : l'un ; ou 5 % ?", "c’est\u00a0: l’un\u202f; ou 5\u00a0%\u202f?"},
                 {"« a » 'b' x", "«\u00a0a\u00a0» 'b' x"},
                 {" : '", "\u00a0: '"},
                 {"", ""}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Str out = {0}, plain = {0};
        str_prose(&out, texts[i].text, LANG_FR);
        str_prose(&plain, texts[i].text, LANG_EN);
        assert_string_equal(str_get(&out), texts[i].set);
        assert_string_equal(str_get(&plain), texts[i].text);
        str_free(&plain);
        str_free(&out);
    }
    Client client;
    join(&client);
    JsonTree *hello = must(ask(&client, "hello", "\"lang\":\"fr\""));
    must_be_set(json_tree_get(hello, "catalogue"));
    json_tree_delete(hello);
    int64_t   id = begin(&client, "\"game\":\"hasami\"," TWO_PEOPLE);
    JsonTree *reasons = must(ask(&client, "explain", "\"id\":%lld", (long long)id));
    assert_non_null(strchr(text_at(reasons, "score"), ','));
    assert_null(strchr(text_at(reasons, "score"), '.'));
    json_tree_delete(reasons);
    leave(&client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HUB_TEST(test_errors_of_the_engine_are_told_in_french),
        HUB_TEST(test_the_catalogue_is_the_engines),
        HUB_TEST(test_french_is_set_as_french_is),
    };
    return cmocka_run_group_tests_name("hub_words", tests, NULL, NULL);
}
