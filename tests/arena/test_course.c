/* The course's protocol, both roles: what passes byte by byte, and what becomes of clients and
 * servers that do not keep to it. */
#include "base/clock.h"
#include "net/socket.h"
#include "school/course_client.h"
#include "school/course_game.h"
#include "dial.h"
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECOND = 1000000, MARGIN_US = 100000 };

/* ---- a referee on a thread of his own ----------------------------------------------------------
 */

typedef struct {
    pthread_t  thread;
    Lobby     *lobby;
    CourseGame table;
    GameLog    log;
    bool       ok, is_whole;
} Referee;

static void *referee(void *user)
{
    Referee     *self = user;
    CourseClient clients[2] = {0};
    Error        err;
    for (int seat = 0; seat < 2; seat++) {
        Visitor visitor;
        if (!lobby_next(self->lobby, clock_now_us() + 20 * SECOND, &visitor))
            return NULL;
        clients[seat].link = visitor.link;
        course_read_word(visitor.line, clients[seat].name);
    }
    self->ok = course_game_play(&self->table, clients, &self->log, &self->is_whole, &err);
    return NULL;
}

static Referee *begin(const char *game, int64_t clock_us)
{
    Referee *self = calloc(1, sizeof *self);
    Error    err;
    assert_non_null(self);
    self->lobby = lobby_open(0, false, NULL, &err);
    assert_non_null(self->lobby);
    self->table = (CourseGame){.session = session_new(must_find_game(game)),
                               .pace.clock.budget_us = clock_us,
                               .margin_us = MARGIN_US};
    assert_int_equal(pthread_create(&self->thread, NULL, referee, self), 0);
    return self;
}

/* The game is over, with this result and reason; `note` is somewhere in what was noted. */
static void end(Referee *self, const char *words, const char *note)
{
    pthread_join(self->thread, NULL);
    assert_true(self->ok && self->is_whole);
    assert_string_equal(result_words(&self->log.result), words);
    if (strstr(str_get(&self->log.note), note) == NULL)
        fail_msg("'%s' is not in '%s'", note, str_get(&self->log.note));
    gamelog_free(&self->log);
    session_delete(self->table.session);
    lobby_close(self->lobby);
    free(self);
}

/* Two who have said their names and know their colours, in this game. */
static Referee *begin_with_two(const char *game, int64_t clock_us, int fds[2])
{
    Referee *self = begin(game, clock_us);
    fds[0] = dial(lobby_port(self->lobby));
    dial_say(fds[0], "Anna");
    usleep(50000); /* the order of names decides */
    fds[1] = dial(lobby_port(self->lobby));
    dial_say(fds[1], "Bob");
    for (int seat = 0; seat < 2; seat++)
        dial_expect(fds[seat], course_colour(must_find_game(game), seat));
    return self;
}

static void expect_both(const int fds[2], const char *line)
{
    for (int seat = 0; seat < 2; seat++)
        dial_expect(fds[seat], line);
}

/* Whoever is asked first plays these moves in turn. */
static void play(const int fds[2], const char *const colours[2], const char *const moves[])
{
    for (int ply = 0; moves[ply] != NULL; ply++) {
        char line[40];
        snprintf(line, sizeof line, "JOUEUR %s", colours[ply % 2]);
        expect_both(fds, line);
        dial_say(fds[ply % 2], moves[ply]);
        snprintf(line, sizeof line, "MOUVEMENT %s", moves[ply]);
        dial_expect(fds[1 - ply % 2], line);
    }
}

static void hang_up(const int fds[2])
{
    close(fds[0]);
    close(fds[1]);
}

static const char *const crosses[2] = {"X", "O"};

/* ---- clients -----------------------------------------------------------------------------------
 */

static void test_a_game_of_the_course_passes_by_the_letter(void **state)
{
    (void)state;
    static const char *const colours[2] = {"Blanc", "Noir"};
    static const char *const moves[] = {"B1-A2", "C2-D1", NULL};
    int                      fds[2];
    Referee                 *self = begin_with_two("fousfous", 60 * (int64_t)SECOND, fds);
    play(fds, colours, moves);
    expect_both(fds, "JOUEUR Blanc");
    close(fds[0]); /* whoever leaves loses */
    dial_expect(fds[1], "FIN! Noir");
    close(fds[1]);
    end(self, "0-1 disconnect", "closed its connection");
}

static void test_the_winner_is_told_to_both(void **state)
{
    (void)state;
    static const char *const moves[] = {"a1", "a2", "b1", "b2", "c1", NULL};
    int                      fds[2];
    Referee                 *self = begin_with_two("tictactoe", 60 * (int64_t)SECOND, fds);
    play(fds, crosses, moves);
    expect_both(fds, "FIN! X");
    hang_up(fds);
    end(self, "1-0 three", "");
}

static void test_a_draw_is_an_egalite(void **state)
{
    (void)state;
    static const char *const moves[] = {"b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3", NULL};
    int                      fds[2];
    Referee                 *self = begin_with_two("tictactoe", 60 * (int64_t)SECOND, fds);
    play(fds, crosses, moves);
    expect_both(fds, "FIN! Egalit\xc3\xa9");
    hang_up(fds);
    end(self, "1/2-1/2 full", "");
}

static void test_a_nul_before_the_end_of_a_line_is_fine(void **state)
{
    (void)state;
    int      fds[2];
    Referee *self = begin_with_two("tictactoe", 60 * (int64_t)SECOND, fds);
    expect_both(fds, "JOUEUR X");
    dial_send(fds[0], "b2\0\n", 4);
    dial_expect(fds[1], "MOUVEMENT b2");
    expect_both(fds, "JOUEUR O");
    dial_send(fds[1], "\n  a1\0\r\n", 8);
    dial_expect(fds[0], "MOUVEMENT a1");
    dial_expect(fds[0], "JOUEUR X");
    dial_say(fds[0], "b2");
    dial_expect(fds[0], "FIN! O");
    hang_up(fds);
    end(self, "0-1 illegal", "'b2' is no legal move; legal are a3 b3");
}

static void test_garbage_loses_as_an_illegal_move(void **state)
{
    (void)state;
    int      fds[2];
    Referee *self = begin_with_two("hasami", 60 * (int64_t)SECOND, fds);
    expect_both(fds, "JOUEUR Noir");
    dial_say(fds[0], "\xff\xfe what? %n%s");
    expect_both(fds, "FIN! Blanc");
    hang_up(fds);
    end(self, "0-1 illegal", "'?? what? %n%s' is no legal move");
}

static void test_too_much_time_loses(void **state)
{
    (void)state;
    int      fds[2];
    Referee *self = begin_with_two("connect4", SECOND / 10, fds);
    expect_both(fds, "JOUEUR X");
    expect_both(fds, "FIN! O");
    hang_up(fds);
    end(self, "0-1 stall", "no answer after");
}

static void test_whoever_speaks_before_he_is_asked_loses(void **state)
{
    (void)state;
    int      fds[2];
    Referee *self = begin_with_two("tictactoe", 60 * (int64_t)SECOND, fds);
    expect_both(fds, "JOUEUR X");
    dial_say(fds[1], "b2");
    usleep(50000); /* the line is there before the question */
    dial_say(fds[0], "a1");
    dial_expect(fds[1], "MOUVEMENT a1");
    expect_both(fds, "FIN! X");
    hang_up(fds);
    end(self, "1-0 illegal", "it said 'b2' without being asked");
}

static void test_a_flood_is_cut(void **state)
{
    (void)state;
    enum { SIZE = 200000 };
    int      fds[2];
    Referee *self = begin_with_two("gomoku", 60 * (int64_t)SECOND, fds);
    char    *bytes = malloc(SIZE);
    assert_non_null(bytes);
    memset(bytes, 'x', SIZE);
    expect_both(fds, "JOUEUR Noir");
    dial_send(fds[0], bytes, SIZE);
    dial_expect(fds[1], "FIN! Blanc");
    hang_up(fds);
    free(bytes);
    end(self, "0-1 flood", "a line of more than 64 kB");
}

/* ---- the door ----------------------------------------------------------------------------------
 */

/* Those who say nothing take no place from those who do, however many they are. */
static void test_the_silent_do_not_keep_others_out(void **state)
{
    (void)state;
    enum { SILENT = LOBBY_ROOM * 2 };
    Referee *self = begin("tictactoe", 60 * (int64_t)SECOND);
    int      silent[SILENT], fds[2];
    for (int i = 0; i < SILENT; i++)
        silent[i] = dial(lobby_port(self->lobby));
    for (int i = 0; i < 2; i++) {
        fds[i] = dial(lobby_port(self->lobby));
        dial_say(fds[i], i == 0 ? "Anna" : "Bob");
        usleep(100000);
    }
    dial_expect(fds[0], "X");
    dial_expect_end(silent[0]);
    hang_up(fds);
    for (int i = 0; i < SILENT; i++)
        close(silent[i]);
    end(self, "0-1 disconnect", "");
}

static void test_who_takes_too_long_for_his_name_is_cut(void **state)
{
    (void)state;
    Error   err;
    Visitor visitor;
    Lobby  *lobby = lobby_open(0, false, NULL, &err);
    assert_non_null(lobby);
    lobby_set_patience(lobby, SECOND / 5);
    int slow = dial(lobby_port(lobby)), quick = dial(lobby_port(lobby));
    dial_send(slow, "Ann", 3);
    for (int64_t deadline = clock_now_us() + SECOND; clock_now_us() < deadline;) {
        assert_false(lobby_next(lobby, clock_now_us() + SECOND / 20, &visitor));
        dial_send(slow, "n", 1); /* a letter now and then does not help */
    }
    dial_expect_end(slow);
    dial_expect_end(quick);
    close(slow);
    close(quick);
    lobby_close(lobby);
}

static void test_a_first_line_that_is_too_long_is_cut(void **state)
{
    (void)state;
    Error   err;
    Visitor visitor;
    char    line[LOBBY_LINE_SIZE + 1];
    Lobby  *lobby = lobby_open(0, false, NULL, &err);
    assert_non_null(lobby);
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    int fd = dial(lobby_port(lobby));
    dial_say(fd, line);
    assert_false(lobby_next(lobby, clock_now_us() + SECOND / 5, &visitor));
    dial_expect_end(fd);
    close(fd);
    lobby_close(lobby);
}

/* ---- a server as the course's writes -----------------------------------------------------------
 */

typedef struct {
    pthread_t thread;
    int       listener, port;
    const char *const
        *script; /* "<" and what the client must say, "<": anything; or a line to send */
} Original;

/* The course's server ends its lines with a NUL and a LF, but not MOUVEMENT. */
static void send_like_the_original(int fd, const char *line)
{
    dial_send(fd, line, strlen(line));
    if (strncmp(line, "MOUVEMENT", 9) == 0)
        dial_send(fd, "\n", 1);
    else
        dial_send(fd, "\0\n", 2);
}

static void *original(void *user)
{
    Original *self = user;
    int       fd;
    while ((fd = socket_accept(self->listener)) < 0)
        usleep(1000);
    for (const char *const *line = self->script; *line != NULL; line++)
        if (strcmp(*line, "<") == 0)
            dial_read(fd);
        else if ((*line)[0] == '<')
            dial_expect(fd, *line + 1);
        else
            send_like_the_original(fd, *line);
    close(fd);
    return NULL;
}

/* Our client there, with a player who always takes the first move he finds; what he says of it. */
static bool visit(const char *game, const char *const script[], Session **session, int *seat,
                  Error *err)
{
    const ContestantSetup setup = {0};
    Original              server = {.script = script};
    char                  port[8];
    *session = session_new(must_find_game(game));
    CourseVisitor guest = {
        .host = "127.0.0.1", .port = port, .name = "Anna", .session = *session, .seed = 1};
    guest.player = contestant_open(session_game(*session), "alphabeta,depth=2", &setup, err);
    assert_non_null(guest.player);
    server.listener = socket_listen(0, false, &server.port, err);
    assert_true(server.listener >= 0);
    snprintf(port, sizeof port, "%d", server.port);
    assert_int_equal(pthread_create(&server.thread, NULL, original, &server), 0);
    bool ok = course_client_play(&guest, seat, err);
    pthread_join(server.thread, NULL);
    close(server.listener);
    contestant_close(guest.player);
    return ok;
}

static void check_visit(const char *game, const char *const script[], int seat, const char *words)
{
    Session *session;
    int      at;
    Error    err;
    if (!visit(game, script, &session, &at, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    const Result result = session_result(session);
    assert_int_equal(at, seat);
    assert_string_equal(result_words(&result), words);
    session_delete(session);
}

static void test_our_client_plays_at_the_original_server(void **state)
{
    (void)state;
    static const char *const black[] = {"<Anna",           "Noir",        "JOUEUR Blanc",
                                        "MOUVEMENT B1-A2", "JOUEUR Noir", "<",
                                        "JOUEUR Blanc",    "FIN! Noir",   NULL};
    static const char *const white[] = {"<Anna", "Blanc",           "hello", "JOUEUR Blanc",
                                        "<",     "FIN! Egalit\xe9", NULL};
    check_visit("fousfous", black, 1, "0-1 adjudication");
    check_visit("fousfous", white, 0, "1/2-1/2 adjudication");
}

static void test_our_client_tells_what_is_wrong_with_a_server(void **state)
{
    (void)state;
    static const struct {
        const char *script[6], *error;
    } cases[] = {
        {{"<Anna", NULL}, "the server closed the connection"},
        {{"<Anna", "O", "JOUEUR O", NULL}, "it is not our turn"},
        {{"<Anna", "O", "JOUEUR X", "MOUVEMENT z9", NULL}, "the opponent's move"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Session *session;
        int      seat;
        Error    err;
        assert_false(visit("tictactoe", cases[i].script, &session, &seat, &err));
        if (strstr(error_words(&err, LANG_EN), cases[i].error) == NULL)
            fail_msg("%s: %s", cases[i].error, error_words(&err, LANG_EN));
        session_delete(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_of_the_course_passes_by_the_letter),
        cmocka_unit_test(test_the_winner_is_told_to_both),
        cmocka_unit_test(test_a_draw_is_an_egalite),
        cmocka_unit_test(test_a_nul_before_the_end_of_a_line_is_fine),
        cmocka_unit_test(test_garbage_loses_as_an_illegal_move),
        cmocka_unit_test(test_too_much_time_loses),
        cmocka_unit_test(test_whoever_speaks_before_he_is_asked_loses),
        cmocka_unit_test(test_a_flood_is_cut),
        cmocka_unit_test(test_the_silent_do_not_keep_others_out),
        cmocka_unit_test(test_who_takes_too_long_for_his_name_is_cut),
        cmocka_unit_test(test_a_first_line_that_is_too_long_is_cut),
        cmocka_unit_test(test_our_client_plays_at_the_original_server),
        cmocka_unit_test(test_our_client_tells_what_is_wrong_with_a_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
