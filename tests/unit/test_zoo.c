/* The zoo: programs that do everything wrong, met through the contestants' interface. Each loses
 * with the right reason and in time, and nothing is left of it.
 *
 * Times: an answer may take limit + margin + 100 ms. On a machine that does other things at the
 * same time SLACK times the last part is allowed, and the margin where a player must not lose;
 * ZOO_LONG=1, for a quiet machine, allows no more than promised, and floods and thinks for as long
 * as promised. ZOO_SLACK=N allows N times instead. */
#include "base/clock.h"
#include "base/file.h"
#include "opponent/contestant.h"
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <libgen.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MS = 1000,
    LIMIT_MS = 100,
    MARGIN_MS = 50,
    PROMISED_MS = 100,
    SLACK = 10,
    OTHER_MEGABYTES = 64,
    NORMAL_USER = 12345,
    MAX_RUNNER_KB = 64 << 10,
    TEXT_SIZE = 1024
};

static bool is_long(void) { return getenv("ZOO_LONG") != NULL; }

static int slack(void)
{
    const char *text = getenv("ZOO_SLACK");
    return text != NULL ? (int)strtol(text, NULL, 10) : is_long() ? 1 : SLACK;
}

/* ---- contestants -------------------------------------------------------------------------------
 */

static const ContestantSetup usual = {.margin_us = MARGIN_MS * MS, .start_us = 5000 * MS};

static void zoo_path(char text[TEXT_SIZE])
{
    char    self[TEXT_SIZE];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(n > 0);
    self[n] = '\0';
    snprintf(text, TEXT_SIZE, "%.900s/zoo", dirname(self));
}

/* A word that is on the command line of this test's programs and of no other. */
static char mark[40];

static Contestant *open_zoo(const char *mode, const ContestantSetup *setup)
{
    char  path[TEXT_SIZE], command[2 * TEXT_SIZE];
    Error err;
    zoo_path(path);
    snprintf(command, sizeof command, "\"%s\" %s %s", path, mode, mark);
    Contestant *contestant = contestant_program.open(
        &contestant_program, must_find_game("tictactoe"), command, setup, &err);
    if (contestant == NULL)
        fail_msg("%s: %s", mode, error_words(&err, LANG_EN));
    return contestant;
}

/* How many processes with this test's mark there are. */
static int count_marked(void)
{
    DIR *folder = opendir("/proc");
    int  count = 0;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[300], text[TEXT_SIZE];
        snprintf(path, sizeof path, "/proc/%.200s/cmdline", entry->d_name);
        int     file = open(path, O_RDONLY);
        ssize_t n = file >= 0 ? read(file, text, sizeof text) : 0;
        if (file >= 0)
            close(file);
        count += n > 0 && memmem(text, (size_t)n, mark, strlen(mark)) != NULL;
    }
    closedir(folder);
    return count;
}

static void assert_nothing_is_left(void)
{
    assert_int_equal(count_marked(), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* ---- games -------------------------------------------------------------------------------------
 */

static const Allowance usual_allowance = {.limits = {.time_us = LIMIT_MS * MS},
                                          .deadline_us = LIMIT_MS * MS};

/* For good players, and for deeds that take a while on a busy machine. */
static const Allowance long_allowance = {.limits = {.time_us = 20000 * MS},
                                         .deadline_us = 20000 * MS};

typedef struct {
    Answer  last;  /* of the first who gave no move */
    int     loser; /* PLAYER_NONE when the game went to its end */
    int     moves;
    int64_t slowest_us; /* of the calls, by the wall */
} Outcome;

static void ask(Contestant *contestant, Session *session, const Allowance *allowance, Outcome *out)
{
    int64_t before = clock_now_us();
    contestant->choose(contestant, session, allowance, &out->last);
    int64_t took = clock_now_us() - before;
    out->slowest_us = took > out->slowest_us ? took : out->slowest_us;
}

static Outcome play_with(Contestant *const players[2], const Allowance *first,
                         const Allowance *second)
{
    const Allowance *const allowances[2] = {first, second};
    Session               *session = session_new(must_find_game("tictactoe"));
    Outcome                outcome = {.loser = PLAYER_NONE};
    assert_non_null(session);
    for (int i = 0; i < 2 && outcome.loser == PLAYER_NONE; i++)
        if (!players[i]->begin(players[i], session, i, 1, &outcome.last))
            outcome.loser = i;
    while (outcome.loser == PLAYER_NONE && !session_result(session).is_over) {
        int seat = session_side(session);
        ask(players[seat], session, allowances[seat], &outcome);
        if (outcome.last.kind != ANSWER_MOVE)
            outcome.loser = seat;
        else
            assert_true(session_play(session, outcome.last.move, NULL));
        outcome.moves++;
    }
    for (int i = 0; i < 2; i++)
        players[i]->end(players[i], session);
    session_delete(session);
    return outcome;
}

/* The first player has time enough. */
static Outcome play(Contestant *const players[2], const Allowance *second)
{
    return play_with(players, &long_allowance, second);
}

static int64_t most_us(const Allowance *allowance)
{
    return allowance->deadline_us + (MARGIN_MS + PROMISED_MS * slack()) * MS;
}

/* What is wrong about how this one lost; "" when nothing is. */
static void judge(const Outcome *outcome, const Allowance *allowance, Reason reason,
                  const char *words, Str *complaint)
{
    const Answer *last = &outcome->last;
    if (outcome->loser != 1 || last->kind != ANSWER_FORFEIT || last->reason != reason)
        str_printf(complaint, "player %d lost, kind %d; ", outcome->loser, (int)last->kind);
    if (strstr(last->text, words) == NULL)
        str_printf(complaint, "the text does not say '%s'; ", words);
    for (const char *c = last->text; *c != '\0'; c++)
        if (*c < ' ' || *c >= 0x7f)
            str_text(complaint, "the text has odd characters; ");
    if (outcome->slowest_us > most_us(allowance))
        str_printf(complaint, "the answer took %lld ms; ", (long long)outcome->slowest_us / MS);
}

/* Who does this as the second player loses with this reason and a text that says that; the first
 * one is not harmed, and can play on. */
static void check_loses_with(const char *mode, const ContestantSetup *setup,
                             const Allowance *allowance, Reason reason, const char *words)
{
    /* In the sandbox the other one has a folder of its own too, and uses it. */
    const bool      is_boxed = setup->sandbox != SANDBOX_OFF;
    ContestantSetup other = usual;
    other.sandbox = setup->sandbox;
    other.memory_megabytes = is_boxed ? OTHER_MEGABYTES : 0;
    Contestant *players[2] = {open_zoo(is_boxed ? "scratch 0" : "good 0", &other),
                              open_zoo(mode, setup)};
    Outcome     outcome = play(players, allowance);
    Str         complaint = {0};
    judge(&outcome, allowance, reason, words, &complaint);
    players[1]->close(players[1]);
    players[1] = open_zoo("good 0", &usual);
    if (play(players, &long_allowance).loser != PLAYER_NONE)
        str_text(&complaint, "the other one cannot play on; ");
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
    if (complaint.size > 0)
        print_error("%s: %sgot %s: %s\n", mode, str_get(&complaint),
                    reason_word(outcome.last.reason), outcome.last.text);
    bool is_fine = complaint.size == 0;
    str_free(&complaint);
    assert_true(is_fine);
    assert_nothing_is_left();
}

typedef struct {
    const char *mode;
    Reason      reason;
    const char *words; /* of the text */
    bool        is_boxed;
    int         memory_megabytes;
} Case;

/* PROMISES of the arena, row by row. */
static const Case cases[] = {
    {"silent 0", REASON_STALL, "no answer", false, 0},
    {"silent-start 0", REASON_STALL, "no answer", false, 0},
    {"chatter 0", REASON_STALL, "no answer", false, 0},
    {"crash-start 0", REASON_CRASH, "signal 6", false, 0},
    {"crash 0", REASON_CRASH, "signal 11", false, 0},
    {"exit-start 0", REASON_CRASH, "exited with status 0", false, 0},
    {"exit 0", REASON_CRASH, "exited with status 0", false, 0},
    {"close 0", REASON_DISCONNECT, "closed its standard output", false, 0},
    {"illegal 0", REASON_ILLEGAL, "'d9' is no legal move; legal are", false, 0},
    {"empty 0", REASON_ILLEGAL, "'' is no legal move", false, 0},
    {"wrong-side 0", REASON_ILLEGAL, "is no legal move; legal are", false, 0},
    {"garbage 0", REASON_ILLEGAL, "'?%n;' is no legal move", false, 0},
    {"nul 0", REASON_ILLEGAL, "'a1??c3' is no legal move", false, 0},
    {"utf8 0", REASON_ILLEGAL, "'?(?\?' is no legal move", false, 0},
    {"long-line 0", REASON_FLOOD, "more than 64 kB", false, 0},
    {"flood 0", REASON_FLOOD, "kB at once", false, 0},
    {"flood-start 0", REASON_FLOOD, "kB at once", false, 0},
    {"flood-stderr 0", REASON_FLOOD, "kB at once", false, 0},
    {"deaf 0", REASON_STALL, "no answer", false, 0},
    {"twice 0", REASON_ILLEGAL, "without being asked", false, 0},
    {"early 0", REASON_ILLEGAL, "without being asked", false, 0},
    {"fork 0", REASON_CRASH, "exited with status 0", false, 0},
    {"fork 0", REASON_CRASH, "exited with status 3", true, 0},
    {"daemon 0", REASON_CRASH, "exited with status 0", false, 0},
    {"daemon 0", REASON_CRASH, "exited with status 3", true, 0},
    {"memory 0", REASON_MEMORY, "MB of memory, 64 are allowed", false, 64},
    {"memory 0", REASON_MEMORY, "MB of memory, 64 are allowed", true, 64},
    {"socket 0", REASON_CRASH, "exited with status 3", true, 0},
    {"secret 0 secret=/etc/hostname", REASON_CRASH, "exited with status 3", true, 0},
    {"secret 0 secret=/proc/1/environ", REASON_CRASH, "exited with status 3", true, 0},
    {"secret 0 secret=/proc/1/cmdline", REASON_CRASH, "exited with status 3", true, 0},
    {"litter 0", REASON_CRASH, "exited with status 3", true, 0},
    {"signal 0", REASON_CRASH, "exited with status 3", true, 0},
    {"hoard 0", REASON_MEMORY, "filled its folder, 128 MB are allowed", true, 0},
    {"threads 0", REASON_MEMORY, "threads, 256 are allowed", true, 0},
    {"burrow 0", REASON_MEMORY, "filled its folder, 128 MB are allowed", true, 0},
    {"nameless 0", REASON_CRASH, "exited with status 3", true, 0},
    {"removed 0", REASON_CRASH, "exited with status 3", true, 0},
    {"stop 0", REASON_STALL, "no answer", false, 0},
    {"stubborn 0", REASON_STALL, "no answer", false, 0},
    {"thief 0", REASON_CRASH, "exited with status 3", true, 0},
    {"rights 0", REASON_CRASH, "exited with status 3", true, 0},
    {"xattr 0", REASON_CRASH, "exited with status 3", true, 0},
    {"times 0", REASON_CRASH, "exited with status 3", true, 0},
    {"owner 0", REASON_CRASH, "exited with status 3", true, 0},
    {"priority 0", REASON_CRASH, "exited with status 3", true, 0},
    {"seize 0", REASON_CRASH, "exited with status 3", true, 0},
    {"outlive 0", REASON_CRASH, "exited with status 3", true, 0},
    {"hide 0", REASON_CRASH, "exited with status 3", true, 0},
    {"sync 0", REASON_CRASH, "exited with status 3", true, 0},
    {"key 0", REASON_CRASH, "exited with status 3", true, 0},
    {"queue 0", REASON_CRASH, "exited with status 3", true, 0},
    {"watch 0", REASON_CRASH, "exited with status 3", true, 0},
    {"async-killer 0", REASON_CRASH, "exited with status 3", true, 0},
    {"lock 0", REASON_CRASH, "exited with status 3", true, 0},
    {"uring 0", REASON_CRASH, "exited with status 3", true, 0},
    {"bpf 0", REASON_CRASH, "exited with status 3", true, 0},
    {"faults 0", REASON_CRASH, "exited with status 3", true, 0},
    {"shared 0", REASON_CRASH, "exited with status 3", true, 256},
    {"memfd 0", REASON_CRASH, "exited with status 3", true, 0},
    {"page-tables 0", REASON_MEMORY, "MB of memory, 64 are allowed", true, 64},
    {"fast-memory 0", REASON_MEMORY, "MB of memory, 256 are allowed", true, 256},
    {"stack 0", REASON_CRASH, "signal 11", true, 0},
    {"vmsplice 0", REASON_CRASH, "exited with status 3", true, 0},
    {"wide-pipe 0", REASON_CRASH, "exited with status 3", true, 0},
    {"fallocate 0", REASON_CRASH, "exited with status 3", true, 0},
    {"sendfile 0", REASON_CRASH, "exited with status 3", true, 0},
    {"splice 0", REASON_CRASH, "exited with status 3", true, 0},
    {"fast-hoard 0", REASON_MEMORY, "filled its folder, 128 MB are allowed", true, 0},
    {"holes 0", REASON_MEMORY, "filled its folder, 128 MB are allowed", true, 0},
    {"tiny-files 0", REASON_MEMORY, "filled its folder, 128 MB are allowed", true, 0},
    {"folders 0", REASON_MEMORY, "filled its folder, 128 MB are allowed", true, 0},
    {"large-file 0", REASON_CRASH, "signal 25", true, 0},
    {"closed-folder 0", REASON_CRASH, "exited with status 3", true, 0},
    {"timers 0", REASON_CRASH, "exited with status 3", true, 0},
    {"descriptors 0", REASON_CRASH, "exited with status 3", true, 0},
    {"exec 0", REASON_STALL, "no answer", true, 0},
    {"no-input 0", REASON_STALL, "no answer", true, 0},
    {"end-of-input 0", REASON_CRASH, "exited with status 0", true, 0},
    {"suicide 0", REASON_CRASH, "signal 9", true, 0},
    {"broken-pipe 0", REASON_CRASH, "signal 13", true, 0},
    {"stop-start 0", REASON_STALL, "no answer", true, 0},
    {"headers 0", REASON_STALL, "no answer", false, 0},
    {"option-bomb 0", REASON_FLOOD, "kB at once", false, 0},
    {"drip 0", REASON_STALL, "no answer", false, 0},
    {"no-ends 0", REASON_STALL, "no answer", false, 0},
    {"wide-letters 0", REASON_STALL, "no answer", false, 0},
    {"complain 0", REASON_FLOOD, "kB at once", false, 0},
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

static void test_each_animal_loses_with_its_reason(void **state)
{
    const Case     *c = *state;
    ContestantSetup setup = usual;
    setup.sandbox = c->is_boxed ? SANDBOX_AUTO : SANDBOX_OFF;
    setup.memory_megabytes = c->memory_megabytes;
    if (strcmp(c->mode, "silent-start 0") == 0 || strcmp(c->mode, "stop-start 0") == 0 ||
        strcmp(c->mode, "headers 0") == 0)
        setup.start_us = 200 * MS;
    if (c->is_boxed && !sandbox_is_whole(NULL))
        skip();
    bool is_work = c->reason == REASON_MEMORY || c->reason == REASON_FLOOD;
    check_loses_with(c->mode, &setup, is_work ? &long_allowance : &usual_allowance, c->reason,
                     c->words);
}

/* On a busy machine its answer may come so late that it seems to stall: a few tries. */
static void test_late_answers_lose_on_time(void **state)
{
    (void)state;
    enum { TRIES = 5 };
    Contestant *players[2] = {open_zoo("good 0", &usual), open_zoo("late 0", &usual)};
    Outcome     outcome = {.loser = PLAYER_NONE};
    for (int i = 0; i < TRIES && outcome.last.reason != REASON_TIME; i++) {
        outcome = play(players, &usual_allowance);
        assert_int_equal(outcome.loser, 1);
        assert_true(outcome.slowest_us <= most_us(&usual_allowance));
    }
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
    assert_string_equal(reason_word(outcome.last.reason), "time");
    assert_non_null(strstr(outcome.last.text, "it answered after 1"));
    assert_nothing_is_left();
}

/* ---- those who do well -------------------------------------------------------------------------
 */

static void check_plays_well(const char *mode, const ContestantSetup *setup)
{
    Contestant *players[2] = {open_zoo(mode, setup), open_zoo(mode, setup)};
    Outcome     outcome = play(players, &long_allowance);
    if (outcome.loser != PLAYER_NONE)
        fail_msg("%s: %s: %s", mode, reason_word(outcome.last.reason), outcome.last.text);
    assert_true(outcome.last.has_eval);
    assert_int_equal(outcome.last.eval, 25);
    outcome = play(players, &long_allowance); /* and once more with the same process */
    assert_int_equal(outcome.loser, PLAYER_NONE);
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
    assert_nothing_is_left();
}

static void test_good_players_play(void **state)
{
    (void)state;
    check_plays_well("good 0", &usual);
}

static void test_what_happens_after_the_result_costs_nothing(void **state)
{
    (void)state;
    check_plays_well("crash-after 0", &usual);
}

static void test_daemons_of_a_good_player_end_with_it(void **state)
{
    (void)state;
    check_plays_well("leaves-daemon 0", &usual);
}

static void test_the_sandbox_leaves_threads_and_a_scratch_folder(void **state)
{
    (void)state;
    ContestantSetup setup = usual;
    setup.sandbox = sandbox_is_whole(NULL) ? SANDBOX_REQUIRED : SANDBOX_AUTO;
    check_plays_well("good 0", &setup);
    check_plays_well("thread 0", &setup);
    check_plays_well("scratch 0", &setup);
}

static void test_odd_speech_is_understood(void **state)
{
    (void)state;
    static const char *const modes[] = {"bom 0",     "carriage 0",  "talkative 0",
                                        "numbers 0", "long-tail 0", "two-moves 0"};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        check_plays_well(modes[i], &usual);
}

static void test_odd_lives_cost_nobody_a_game(void **state)
{
    (void)state;
    ContestantSetup setup = usual;
    setup.sandbox = sandbox_is_whole(NULL) ? SANDBOX_REQUIRED : SANDBOX_AUTO;
    check_plays_well("alarms 0", &setup);
    check_plays_well("burn 0", &setup);
}

static void test_resigning_is_no_fault(void **state)
{
    (void)state;
    Contestant *players[2] = {open_zoo("good 0", &usual), open_zoo("resign 0", &usual)};
    Outcome     outcome = play(players, &usual_allowance);
    assert_int_equal(outcome.loser, 1);
    assert_int_equal(outcome.last.kind, ANSWER_RESIGN);
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
}

static void test_the_last_words_are_kept(void **state)
{
    (void)state;
    Contestant *players[2] = {open_zoo("good 0", &usual), open_zoo("last-words 0", &usual)};
    Outcome     outcome = play(players, &long_allowance);
    size_t      size;
    const char *log = players[1]->log(players[1], &size);
    assert_int_equal(outcome.last.reason, REASON_CRASH);
    assert_non_null(log);
    assert_int_equal(size, CONTESTANT_LOG_BYTES);
    assert_memory_equal(log + size - 11, "last words\n", 11);
    assert_null(players[0]->log(players[0], &size));
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
}

static void test_whole_logs_are_written_on_demand(void **state)
{
    (void)state;
    char            folder[] = "/tmp/plateau-test-XXXXXX", path[TEXT_SIZE];
    ContestantSetup setup = usual;
    Str             text = {0};
    Error           err;
    setup.log_folder = mkdtemp(folder);
    assert_non_null(setup.log_folder);
    Contestant *players[2] = {open_zoo("good 0", &usual), open_zoo("last-words 0", &setup)};
    play(players, &long_allowance);
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
    snprintf(path, sizeof path, "%s/zoo-1.log", folder);
    if (!file_read(path, 1 << 20, &text, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    assert_memory_equal(str_get(&text), "> ugi\n< id name zoo\n< ugiok\n", 27);
    assert_non_null(strstr(str_get(&text), "line 0\n"));
    assert_non_null(strstr(str_get(&text), "line 19999\nlast words\n"));
    str_free(&text);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void test_a_stopped_match_ends_the_question(void **state)
{
    (void)state;
    atomic_bool     stop = false;
    ContestantSetup setup = usual;
    setup.stop = &stop;
    Contestant *player = open_zoo("silent 0", &setup);
    Session    *session = session_new(must_find_game("tictactoe"));
    Allowance   endless = {.deadline_us = 0};
    Answer      answer;
    assert_true(player->begin(player, session, 0, 1, &answer));
    atomic_store(&stop, true);
    player->choose(player, session, &endless, &answer);
    assert_int_equal(answer.kind, ANSWER_STOPPED);
    player->close(player);
    session_delete(session);
    assert_nothing_is_left();
}

static void test_commands_that_cannot_be_run_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "  ", "'open", "/no/such/program",
                                      "no-such-program-3141"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        Error err = {0};
        assert_null(contestant_program.open(&contestant_program, must_find_game("tictactoe"),
                                            bad[i], &usual, &err));
        assert_true(err.code != 0);
    }
}

/* ---- loads -------------------------------------------------------------------------------------
 */

static long runner_kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Again and again, each time as fast as it can; a flooder that nobody asks is held by its pipe. */
static void test_floods_do_not_grow_the_runner(void **state)
{
    (void)state;
    const int64_t end = clock_now_us() + (is_long() ? 60 : 3) * INT64_C(1000000);
    const char   *modes[] = {"flood 0", "flood-stderr 0", "long-line 0"};
    Contestant   *good = open_zoo("good 0", &usual);
    int           floods = 0;
    for (; clock_now_us() < end; floods++) {
        Contestant *players[2] = {good, open_zoo(modes[floods % 3], &usual)};
        Answer      last = play(players, &long_allowance).last;
        players[1]->close(players[1]);
        if (last.reason != REASON_FLOOD)
            fail_msg("%s: %s: %s", modes[floods % 3], reason_word(last.reason), last.text);
    }
    good->close(good);
    print_message("%d floods, %ld kB at most\n", floods, runner_kilobytes());
#ifndef UNDER_SANITIZER /* whose own memory is several times ours */
    assert_true(runner_kilobytes() < MAX_RUNNER_KB);
#endif
    assert_nothing_is_left();
}

typedef struct {
    int  games, moves, forfeits;
    char text[ANSWER_TEXT_SIZE];
} Share;

static void *think_nearly_too_long(void *argument)
{
    Share          *share = argument;
    ContestantSetup setup = usual;
    setup.margin_us *= slack();
    Contestant *players[2] = {open_zoo("wait 90", &setup), open_zoo("wait 90", &setup)};
    for (int i = 0; i < share->games; i++) {
        Outcome outcome = play_with(players, &usual_allowance, &usual_allowance);
        share->moves += outcome.moves;
        if (outcome.loser != PLAYER_NONE) {
            share->forfeits++;
            snprintf(share->text, sizeof share->text, "%s", outcome.last.text);
        }
    }
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
    return NULL;
}

/* Several games at once, which also shows that they do not disturb each other. A game that follows
 * first free cells has 7 moves. */
static void test_nearly_too_long_is_in_time(void **state)
{
    (void)state;
    enum { AT_ONCE = 10, SHORT_GAMES = 3, LONG_GAMES = 143 };
    pthread_t threads[AT_ONCE];
    Share     shares[AT_ONCE] = {{0}};
    int       moves = 0;
    for (int i = 0; i < AT_ONCE; i++) {
        shares[i].games = is_long() ? LONG_GAMES : SHORT_GAMES;
        assert_int_equal(pthread_create(&threads[i], NULL, think_nearly_too_long, &shares[i]), 0);
    }
    for (int i = 0; i < AT_ONCE; i++) {
        pthread_join(threads[i], NULL);
        moves += shares[i].moves;
        if (shares[i].forfeits > 0)
            fail_msg("%d of %d games were lost: %s", shares[i].forfeits, shares[i].games,
                     shares[i].text);
    }
    print_message("%d moves at 90 %% of their time\n", moves);
    assert_true(moves >= (is_long() ? 10000 : 200));
    assert_nothing_is_left();
}

/* 200 games a second are promised between two programs on a quiet machine. */
static void test_games_between_programs_are_quick(void **state)
{
    (void)state;
    enum { GAMES = 200, FEWEST = 200 };
    Contestant *players[2] = {open_zoo("good 0", &usual), open_zoo("good 0", &usual)};
    play(players, &long_allowance); /* starts them */
    int64_t before = clock_now_us();
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(play(players, &long_allowance).loser, PLAYER_NONE);
    double seconds = (double)(clock_now_us() - before) / 1e6;
    print_message("%.0f games a second\n", GAMES / seconds);
    assert_true(GAMES / seconds > FEWEST / slack());
    for (int i = 0; i < 2; i++)
        players[i]->close(players[i]);
}

/* ---- twice -------------------------------------------------------------------------------------
 */

static int meet_animals(const char *group, bool all)
{
    struct CMUnitTest animals[CASE_COUNT];
    int               count = 0;
    snprintf(mark, sizeof mark, "mark=%d", (int)getpid());
    for (int i = 0; i < CASE_COUNT; i++)
        if (all || cases[i].is_boxed)
            animals[count++] =
                (struct CMUnitTest){.name = cases[i].mode,
                                    .test_func = test_each_animal_loses_with_its_reason,
                                    .initial_state = (void *)(uintptr_t)&cases[i]};
    return _cmocka_run_group_tests(group, animals, (size_t)count, NULL, NULL);
}

/* Those in the sandbox once more without an administrator's rights, who is refused less than
 * others. In a process of its own, as what it gives up is gone. */
static int meet_animals_as_normal_user(void)
{
    int   status;
    pid_t child = fork();
    if (child == 0) {
        if (setgroups(0, NULL) != 0 || setresgid(NORMAL_USER, NORMAL_USER, NORMAL_USER) != 0 ||
            setresuid(NORMAL_USER, NORMAL_USER, NORMAL_USER) != 0 || prctl(PR_SET_DUMPABLE, 1) != 0)
            _exit(1);
        exit(meet_animals("animals of a normal user", false));
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* An argument chooses tests by their names: "*quick*", "memory*". */
int main(int argc, char *argv[])
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(test_late_answers_lose_on_time),
        cmocka_unit_test(test_good_players_play),
        cmocka_unit_test(test_what_happens_after_the_result_costs_nothing),
        cmocka_unit_test(test_daemons_of_a_good_player_end_with_it),
        cmocka_unit_test(test_the_sandbox_leaves_threads_and_a_scratch_folder),
        cmocka_unit_test(test_odd_speech_is_understood),
        cmocka_unit_test(test_odd_lives_cost_nobody_a_game),
        cmocka_unit_test(test_resigning_is_no_fault),
        cmocka_unit_test(test_the_last_words_are_kept),
        cmocka_unit_test(test_whole_logs_are_written_on_demand),
        cmocka_unit_test(test_a_stopped_match_ends_the_question),
        cmocka_unit_test(test_commands_that_cannot_be_run_are_refused),
        cmocka_unit_test(test_floods_do_not_grow_the_runner),
        cmocka_unit_test(test_nearly_too_long_is_in_time),
        cmocka_unit_test(test_games_between_programs_are_quick),
    };
    Str layers = {0};
    snprintf(mark, sizeof mark, "mark=%d", (int)getpid());
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    sandbox_layers(&layers);
    print_message("sandbox: %s\n", str_get(&layers));
    str_free(&layers);
    int failed = geteuid() == 0 ? meet_animals_as_normal_user() : 0;
    failed += meet_animals("animals", true);
    return failed + cmocka_run_group_tests(others, NULL, NULL);
}
