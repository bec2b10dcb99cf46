/* Every fuzz target over every file of its corpus.
 *
 *   test_fuzz_corpus                 from the project root
 *   test_fuzz_corpus TARGET FILE…    those files only, in this process: for a debugger */
#include "fuzz/fuzz.h"
#include "fuzz/replay.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char   *name;
    FuzzFunction *target;
} NamedTarget;

static const NamedTarget targets[] = {
#define TARGET(name) {#name, fuzz_##name},
#include "fuzz/targets.def"
#undef TARGET
};

enum { TARGET_COUNT = sizeof targets / sizeof targets[0], FEWEST_SEEDS = 10 };

static void test_no_file_of_the_corpus_breaks_the_target(void **state)
{
    const NamedTarget *named = *state;
    Str                path = {0}, failures = {0};
    str_printf(&path, "tests/fuzz/corpus/%s", named->name);
    int  count = replay_directory(named->target, str_get(&path), &failures);
    bool is_fine = count >= FEWEST_SEEDS && failures.size == 0;
    if (!is_fine)
        print_error("%s: %d files; these failed:\n%s", str_get(&path), count, str_get(&failures));
    str_free(&failures);
    str_free(&path);
    assert_true(is_fine);
}

static int replay_files(const char *name, int count, char *const paths[])
{
    for (int t = 0; t < TARGET_COUNT; t++)
        if (strcmp(targets[t].name, name) == 0) {
            for (int i = 0; i < count; i++)
                if (!replay_file(targets[t].target, paths[i]))
                    fprintf(stderr, "%s: cannot be read\n", paths[i]);
            return 0;
        }
    fprintf(stderr, "%s: no such target\n", name);
    return 2;
}

int main(int argc, char *argv[])
{
    struct CMUnitTest tests[TARGET_COUNT];
    if (argc > 1)
        return replay_files(argv[1], argc - 2, argv + 2);
    for (int i = 0; i < TARGET_COUNT; i++)
        tests[i] = (struct CMUnitTest){.name = targets[i].name,
                                       .test_func = test_no_file_of_the_corpus_breaks_the_target,
                                       .initial_state = (void *)(uintptr_t)&targets[i]};
    return cmocka_run_group_tests_name("fuzz corpus", tests, NULL, NULL);
}
