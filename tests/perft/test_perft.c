/* Counts of legal move sequences against files of known numbers.
 *
 *   test_perft [--threads N] [FILE.perft ...]
 *
 * A file is named after its game and has lines `position ;D1 n ;D2 n`, where Dd n says: n ways to
 * play exactly d plies. '#' begins a comment. Without files: those of tests/perft, where every
 * registered game must have one. */
#include "base/file.h"
#include "search/frame/search.h"
#include "support.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CASES = 500, MAX_LINE = 1024, MAX_FILE = 1 << 20 };

typedef struct {
    char name[200], game[32], line[MAX_LINE];
    int  threads; /* 0: each count by one thread, then by two */
} Case;

typedef struct {
    Case *cases;
    int   count;
} CaseList;

static void check_count(const Game *game, const Bytes *pos, int threads, int depth,
                        uint64_t expected)
{
    uint64_t leaves = 0;
    assert_true(search_perft(game, pos, depth, threads, NULL, NULL, &leaves));
    if (leaves != expected)
        fail_msg("D%d with %d threads is %llu, not %llu", depth, threads,
                 (unsigned long long)leaves, (unsigned long long)expected);
}

static void test_counts_are_the_known_ones(void **state)
{
    const Case *c = *state;
    const Game *game = must_find_game(c->game);
    const char *semicolon = strchr(c->line, ';');
    char        position[MAX_LINE];
    Bytes       pos;
    assert_non_null(semicolon);
    snprintf(position, sizeof position, "%.*s", (int)(semicolon - c->line), c->line);
    must_parse(game, position, &pos);
    for (const char *at = semicolon; at != NULL; at = strchr(at + 1, ';')) {
        int                depth;
        unsigned long long expected;
        if (sscanf(at, ";D%d %llu", &depth, &expected) != 2)
            fail_msg("expected ;D1 20 ..., got '%s'", at);
        check_count(game, &pos, c->threads != 0 ? c->threads : 1, depth, expected);
        if (c->threads == 0)
            check_count(game, &pos, 2, depth, expected);
    }
}

static void add_cases(CaseList *list, const char *path, int threads)
{
    Str         text = {0};
    Error       err;
    const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
    if (!file_read(path, MAX_FILE, &text, &err)) {
        fprintf(stderr, "test_perft: %s\n", error_words(&err, LANG_EN));
        exit(EXIT_FAILURE);
    }
    char *rest = text.text, *line;
    for (int number = 1; (line = strsep(&rest, "\n")) != NULL; number++) {
        Case *c = &list->cases[list->count];
        line[strcspn(line, "#")] = '\0';
        if (line[strspn(line, " \t")] == '\0' || list->count == MAX_CASES)
            continue;
        snprintf(c->line, sizeof c->line, "%s", line);
        snprintf(c->game, sizeof c->game, "%.*s", (int)strcspn(file, "."), file);
        snprintf(c->name, sizeof c->name, "test_counts_are_the_known_ones (%s:%d)", file, number);
        c->threads = threads;
        list->count++;
    }
    str_free(&text);
}

/* A game without known counts is not tested at all. */
static void test_every_game_has_known_counts(void **state)
{
    const CaseList *list = *state;
    for (size_t g = 0; g < game_count(); g++) {
        const char *id = game_at(g)->info->id;
        bool        is_there = false;
        for (int i = 0; i < list->count; i++)
            is_there |= strcmp(list->cases[i].game, id) == 0;
        if (!is_there)
            fail_msg("%s has no tests/perft/%s.perft, or no line in it", id, id);
    }
}

static int run_cases(CaseList *list, bool is_whole)
{
    struct CMUnitTest *tests = calloc((size_t)list->count + 2, sizeof tests[0]);
    if (tests == NULL)
        return EXIT_FAILURE;
    for (int i = 0; i < list->count; i++)
        tests[i] = (struct CMUnitTest){.name = list->cases[i].name,
                                       .test_func = test_counts_are_the_known_ones,
                                       .initial_state = &list->cases[i]};
    tests[list->count] = (struct CMUnitTest){.name = "test_every_game_has_known_counts",
                                             .test_func = test_every_game_has_known_counts,
                                             .initial_state = list};
    int failed =
        _cmocka_run_group_tests("perft", tests, (size_t)list->count + is_whole, NULL, NULL);
    free(tests);
    return failed;
}

int main(int argc, char **argv)
{
    int      first = 1, threads = 0;
    CaseList list = {.cases = calloc(MAX_CASES, sizeof(Case))};
    glob_t   found = {0};
    if (list.cases == NULL)
        return EXIT_FAILURE;
    if (argc > 2 && strcmp(argv[1], "--threads") == 0) {
        threads = (int)strtol(argv[2], NULL, 10);
        first = 3;
    }
    for (int i = first; i < argc; i++)
        add_cases(&list, argv[i], threads);
    if (first == argc && glob("tests/perft/*.perft", 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            add_cases(&list, found.gl_pathv[i], threads);
    globfree(&found);
    int failed = run_cases(&list, first == argc);
    free(list.cases);
    return failed;
}
