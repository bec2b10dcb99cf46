/* The doctor finds what is wrong: every animal of the zoo has its failed line, the healthy ones
 * have none. */
#include "school/doctor.h"
#include "support.h"

#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MS = 1000, TEXT_SIZE = 1024 };

typedef struct {
    char failed[TEXT_SIZE]; /* of the first failure: id, and all that was said */
    char all[TEXT_SIZE];    /* ids of all findings */
} Heard;

static void take_finding(const DoctorFinding *finding, void *user)
{
    Heard *heard = user;
    size_t used = strlen(heard->all);
    snprintf(heard->all + used, sizeof heard->all - used, "%s ", finding->id);
    assert_true(finding->verdict != DOCTOR_OK || finding->sent.size == 0);
    if (finding->verdict == DOCTOR_FAILED && heard->failed[0] == '\0')
        snprintf(heard->failed, sizeof heard->failed, "%s: %s; sent %s; came %s; stderr %s",
                 finding->id, str_get(&finding->found), str_get(&finding->sent),
                 str_get(&finding->heard), str_get(&finding->errors));
}

/* Machines that test are busy: much is forgiven, so that only the animal itself can fail. */
static DoctorSetup usual(const char *game, const char *spec, Heard *heard)
{
    return (DoctorSetup){
        .game = must_find_game(game),
        .start = "startpos",
        .spec = spec,
        .running = {.sandbox = SANDBOX_OFF, .margin_us = 1000 * MS, .start_us = 20000 * MS},
        .move_us = 50 * MS,
        .positions = 12,
        .seed = 1,
        .on_finding = take_finding,
        .user = heard};
}

/* "cmd:" and a program that lies beside this one. */
static void write_spec(const char *prefix, const char *words, char spec[TEXT_SIZE])
{
    char    self[TEXT_SIZE / 2];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(n > 0);
    self[n] = '\0';
    snprintf(spec, TEXT_SIZE, "%s\"%s\"/%s", prefix, dirname(self), words);
}

typedef struct {
    const char *animal, *check, *words; /* what it does, where that shows, what is said of it */
    bool        is_boxed;
    int         memory_megabytes;
} Case;

static const Case cases[] = {
    {"zoo silent-start", "hello", "no answer after", false, 0},
    {"zoo crash-start", "hello", "signal 6", false, 0},
    {"zoo exit-start", "hello", "exited with status 0", false, 0},
    {"zoo flood-start", "hello", "kB at once", false, 0},
    {"zoo deaf", "ready", "no 'readyok' within 1000 ms; sent position startpos | isready", false,
     0},
    {"zoo silent", "move", "no answer after", false, 0},
    {"zoo chatter", "move", "came info string soon", false, 0},
    {"zoo crash", "move", "signal 11", false, 0},
    {"zoo exit", "move", "exited with status 0", false, 0},
    {"zoo close", "move", "closed its standard output", false, 0},
    {"zoo illegal", "move", "'d9' is no legal move; legal are a3", false, 0},
    {"zoo empty", "move", "'' is no legal move", false, 0},
    {"zoo garbage", "move", "came readyok | ???[2J%s%n | bestmove ?%n;", false, 0},
    {"zoo nul", "move", "is no legal move", false, 0},
    {"zoo utf8", "move", "is no legal move", false, 0},
    {"zoo long-line", "move", "more than 64 kB", false, 0},
    {"zoo flood", "move", "kB at once", false, 0},
    {"zoo flood-stderr", "move", "kB at once", false, 0},
    {"zoo early", "move", "without being asked", false, 0},
    {"zoo late", "move", "it answered after", false, 0},
    {"zoo last-words", "move", "line 19999 | last words", false, 0},
    {"zoo fork", "move", "exited with status 3", true, 0},
    {"zoo daemon", "move", "exited with status 3", true, 0},
    {"zoo memory", "move", "64 are allowed", false, 64},
    {"zoo socket", "move", "stderr socket: ", true, 0},
    {"zoo secret 0 secret=/etc/hostname", "move", "exited with status 3", true, 0},
    {"zoo litter", "move", "exited with status 3", true, 0},
    {"zoo signal", "move", "exited with status 3", true, 0},
    {"zoo stop", "move", "no answer after", false, 0},
    {"zoo stubborn", "move", "no answer after", false, 0},
    {"zoo wrong-side", "legal", "is no legal move", false, 0},
    {"zoo resign", "legal", "it resigns everywhere", false, 0},
    {"zoo fragile", "nonsense", "exited with status 3; sent", false, 0},
    {"zoo over", "over", "signal 6", false, 0},
    {"zoo twice", "games", "without being asked", false, 0},
    {"zoo crash-after", "legal", "signal 6", false, 0},
    {"zoo leak", "memory", "it grew by", false, 0},
    {"zoo stays", "quit", "it still runs after 2", false, 0},
    {"zoo noisy", "stderr", "64 kB or more", false, 0},
    {"brain refuse", "hello", "it refuses the game", false, 0},
    {"brain error", "move", "I do not know", false, 0},
    {"brain occupied", "legal", "'0,0' is no legal move", false, 0},
    {"brain unasked", "games", "without being asked", false, 0},
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

static bool examine(const Case *c, DoctorReport *report, Heard *heard)
{
    char  spec[TEXT_SIZE];
    bool  is_brain = strncmp(c->animal, "brain", 5) == 0;
    Error err;
    write_spec(is_brain ? "pbrain:" : "cmd:", c->animal, spec);
    DoctorSetup setup = usual(is_brain ? "gomoku" : "tictactoe", spec, heard);
    if (strcmp(c->animal, "zoo silent-start") == 0)
        setup.running.start_us = 500 * MS;
    if (strcmp(c->animal, "zoo late") == 0)
        setup.running.margin_us = 50 * MS;
    setup.running.memory_megabytes = c->memory_megabytes;
    setup.running.sandbox = c->is_boxed ? SANDBOX_AUTO : SANDBOX_OFF;
    if (!doctor_examine(&setup, report, &err))
        fail_msg("%s: %s", c->animal, error_words(&err, LANG_EN));
    return report->counts[DOCTOR_FAILED] == 0;
}

static void test_each_animal_has_its_failed_line(void **state)
{
    const Case  *c = *state;
    Heard        heard = {"", ""};
    DoctorReport report;
    size_t       length = strlen(c->check);
    if (c->is_boxed && !sandbox_is_whole(NULL))
        skip();
    if (examine(c, &report, &heard) || strncmp(heard.failed, c->check, length) != 0 ||
        heard.failed[length] != ':' || strstr(heard.failed, c->words) == NULL)
        fail_msg("%s: expected '%s: %s', got '%s'", c->animal, c->check, c->words, heard.failed);
}

static void test_the_healthy_have_none(void **state)
{
    (void)state;
    static const Case healthy[] = {
        {.animal = "zoo good"},
        {.animal = "zoo leaves-daemon"},
        {.animal = "zoo thread", .is_boxed = true},
        {.animal = "zoo scratch", .is_boxed = true},
        {.animal = "zoo wait 30"},
        {.animal = "brain good"},
        {.animal = "brain suggest"},
    };
    for (size_t i = 0; i < sizeof healthy / sizeof healthy[0]; i++) {
        Heard        heard = {"", ""};
        DoctorReport report;
        if (!examine(&healthy[i], &report, &heard))
            fail_msg("%s: %s", healthy[i].animal, heard.failed);
        assert_false(report.is_cut);
    }
}

/* What cannot work without it is not asked. */
static void test_a_program_that_cannot_move_is_sent_home(void **state)
{
    (void)state;
    const Case   mute = {.animal = "zoo silent"};
    Heard        heard = {"", ""};
    DoctorReport report;
    assert_false(examine(&mute, &report, &heard));
    assert_true(report.is_cut);
    assert_string_equal(heard.all, "hello ready options move ");
}

static void test_only_programs_are_examined(void **state)
{
    (void)state;
    static const char *const bad[] = {"random", "tcp:localhost:1", "cmd:", "cmd:/no/such/program",
                                      "pbrain:true"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Heard        heard = {"", ""};
        Error        err = {0};
        DoctorReport report;
        DoctorSetup  setup = usual("tictactoe", bad[i], &heard);
        assert_false(doctor_examine(&setup, &report, &err));
        assert_true(err.code != 0);
        assert_string_equal(heard.all, "");
    }
}

static void test_it_can_be_stopped(void **state)
{
    (void)state;
    char         spec[TEXT_SIZE];
    Heard        heard = {"", ""};
    Error        err;
    DoctorReport report;
    atomic_bool  stop = true;
    write_spec("cmd:", "zoo good", spec);
    DoctorSetup setup = usual("tictactoe", spec, &heard);
    setup.stop = setup.running.stop = &stop;
    assert_false(doctor_examine(&setup, &report, &err));
    assert_string_equal(error_words(&err, LANG_EN), "stopped");
    assert_string_equal(heard.all, "");
}

int main(int argc, char *argv[])
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(test_the_healthy_have_none),
        cmocka_unit_test(test_a_program_that_cannot_move_is_sent_home),
        cmocka_unit_test(test_only_programs_are_examined),
        cmocka_unit_test(test_it_can_be_stopped),
    };
    struct CMUnitTest animals[CASE_COUNT];
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    for (int i = 0; i < CASE_COUNT; i++)
        animals[i] = (struct CMUnitTest){.name = cases[i].animal,
                                         .test_func = test_each_animal_has_its_failed_line,
                                         .initial_state = (void *)(uintptr_t)&cases[i]};
    int failed = cmocka_run_group_tests_name("animals", animals, NULL, NULL);
    return failed + cmocka_run_group_tests(others, NULL, NULL);
}
