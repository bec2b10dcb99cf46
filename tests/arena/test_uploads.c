/* Programs that students hand in: what is compiled and played, what is refused on the way, and that
 * neither the source nor the program reaches anything of the server's. */
#include "base/clock.h"
#include "base/file.h"
#include "opponent/sandbox.h"
#include "opponent/scratch.h"
#include "school/uploads.h"
#include "class_server.h"
#include "dial.h"
#include "store_dump.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- an engine in C ----------------------------------------------------------------------------
 * It plays the first free square; START and GO are done before it listens and before it answers;
 * `told` is set when it hears of an illegal move. */

static const char engine_body[] =
    "#include <arpa/inet.h>\n#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n#include <sys/socket.h>\n#include <unistd.h>\n"
    "static void must_fail(const char *what, int is_done)\n"
    "{ if (is_done) { fprintf(stderr, \"it could %s\\n\", what); exit(9); } }\n"
    "int main(void)\n{\n    char line[4096], taken[9] = {0};\n"
    "    int told = 0;\n    setvbuf(stdout, NULL, _IOLBF, 0);\n    START\n"
    "    while (fgets(line, sizeof line, stdin) != NULL) {\n"
    "        if (strcmp(line, \"ugi\\n\") == 0) puts(\"ugiok\");\n"
    "        else if (strcmp(line, \"isready\\n\") == 0) puts(\"readyok\");\n"
    "        else if (strncmp(line, \"position\", 8) == 0) {\n"
    "            memset(taken, 0, sizeof taken);\n"
    "            char *at = strstr(line, \" moves \");\n"
    "            for (at = at ? at + 6 : \"\"; *at == ' '; at += 3)\n"
    "                taken[at[1] - 'a' + 3 * (at[2] - '1')] = 1;\n"
    "        } else if (strncmp(line, \"go\", 2) == 0) {\n"
    "            GO\n            int i = 0;\n            while (taken[i]) i++;\n"
    "            printf(\"bestmove %c%c\\n\", 'a' + i % 3, '1' + i / 3);\n"
    "        } else if (strncmp(line, \"illegal\", 7) == 0) {\n            told = 1;\n"
    "        } else if (strncmp(line, \"quit\", 4) == 0) break;\n"
    "    }\n    return 0;\n}\n";

static Str engine_source(const char *start, const char *go)
{
    Str text = {0};
    str_printf(&text, "#define START %s\n#define GO %s\n%s", start, go, engine_body);
    return text;
}

/* ---- building ----------------------------------------------------------------------------------
 */

static bool build_for(int64_t build_us, const char *file, const char *bytes, size_t size,
                      Engine *engine, Str *messages, Error *err)
{
    Session          *session = session_new(must_find_game("tictactoe"));
    const HandIn      in = {file, bytes, size};
    const EngineSetup setup = {.game = session_game(session),
                               .start = session_start_text(session),
                               .memory_megabytes = 512,
                               .start_us = UPLOAD_START_US,
                               .build_us = build_us};
    bool              ok = engine_build(&in, &setup, engine, messages, err);
    session_delete(session);
    return ok;
}

/* Refused, with this in what the student is told. */
static void check_refused_within(int64_t build_us, const char *file, const char *source,
                                 const char *expected)
{
    Engine engine = {0};
    Str    messages = {0};
    Error  err;
    if (build_for(build_us, file, source, strlen(source), &engine, &messages, &err))
        fail_msg("%s was accepted", file);
    str_printf(&messages, "%s\n", error_words(&err, LANG_EN));
    if (strstr(str_get(&messages), expected) == NULL)
        fail_msg("'%s' is not in: %s", expected, str_get(&messages));
    assert_null(engine.folder.path);
    str_free(&messages);
}

static void check_refused(const char *file, const char *source, const char *expected)
{
    check_refused_within(0, file, source, expected);
}

static void check_accepted(const char *file, const char *bytes, size_t size)
{
    Engine engine = {0};
    Str    messages = {0};
    Error  err;
    if (!build_for(0, file, bytes, size, &engine, &messages, &err))
        fail_msg("%s: %s\n%s", file, error_words(&err, LANG_EN), str_get(&messages));
    struct stat about;
    assert_int_equal(stat(engine.folder.path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", engine.folder.path);
    engine_free(&engine);
    assert_int_not_equal(stat(folder, &about), 0); /* nothing stays behind */
    str_free(&messages);
}

static bool has_tool(const char *ending)
{
    Str  known = {0};
    char word[20];
    engine_endings(&known);
    str_char(&known, ' ');
    snprintf(word, sizeof word, "%s ", ending);
    bool is_there = strstr(str_get(&known), word) != NULL;
    str_free(&known);
    return is_there;
}

/* On a machine without the sandbox, or without a compiler, this is the only test. */
static void test_nothing_is_built_without_sandbox_and_compiler(void **state)
{
    (void)state;
    check_refused("engine.c", "int main(void) { return 0; }\n", "");
}

static void test_sources_become_engines(void **state)
{
    (void)state;
    static const char cpp[] =
        "#include <iostream>\n#include <string>\nint main() {\n    std::string word;\n"
        "    while (std::cin >> word) {\n"
        "        if (word == \"ugi\") std::cout << \"ugiok\" << std::endl;\n"
        "        if (word == \"isready\") std::cout << \"readyok\" << std::endl;\n"
        "        if (word == \"quit\") return 0;\n    }\n}\n";
    static const char *const starters[][2] = {{"examples/starter.c", ".c"},
                                              {"examples/starter.py", ".py"},
                                              {"examples/Starter.java", ".java"}};
    Str                      plain = engine_source("", "");
    check_accepted("engine.c", plain.text, plain.size);
    static const char js[] =
        "const lines = require('readline').createInterface({input: process.stdin});\n"
        "lines.on('line', line => {\n"
        "    if (line === 'ugi') console.log('ugiok');\n"
        "    if (line === 'isready') console.log('readyok');\n"
        "    if (line === 'quit') process.exit(0);\n});\n";
    if (has_tool(".cpp"))
        check_accepted("engine.cpp", cpp, strlen(cpp));
    if (has_tool(".js"))
        check_accepted("engine.js", js, strlen(js));
    for (size_t i = 0; i < sizeof starters / sizeof starters[0]; i++) {
        Str bytes = {0};
        assert_true(file_read(starters[i][0], 1 << 20, &bytes, NULL));
        if (has_tool(starters[i][1]))
            check_accepted(strrchr(starters[i][0], '/') + 1, bytes.text, bytes.size);
        str_free(&bytes);
    }
    str_free(&plain);
}

static void test_what_is_no_engine_is_refused_with_the_reason(void **state)
{
    (void)state;
    check_refused("bad.c", "int main(void) { return x; }\n", "bad.c:1:25: error");
    check_refused("bad.c", "int main(void) { return x; }\n", "it does not compile");
    check_refused("link.c", "int other(void); int main(void) { return other(); }\n", "other");
    check_refused("exit.c", "int main(void) { return 3; }\n", "exited with status 3");
    check_refused("crash.c", "int main(void) { __builtin_trap(); }\n", "was ended by signal");
    check_refused("words.c",
                  "#include <stdio.h>\nint main(void) { fputs(\"my words\\n\", stderr); }",
                  "my words");
    check_refused("notes.txt", "hello", "'notes.txt' is nothing this server can run: .c");
    check_refused("script", "#!/bin/sh\necho ugiok\n", "'script' is nothing this server can run");
    check_refused("elf", "\177ELF and nothing more", "could not be started");
    if (has_tool(".py")) {
        check_refused("bad.py", "def f(:\n", "SyntaxError");
        check_refused("bad.py", "import nothing_like_that\n", "nothing_like_that");
    }
}

/* ---- attacks on the compiler -------------------------------------------------------------------
 */

static void test_sources_read_nothing_of_the_servers(void **state)
{
    (void)state;
    char  folder[] = "/tmp/plateau-test-XXXXXX", path[PATH_SIZE];
    Str   source = {0};
    Error err;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/class.db", folder);
    assert_true(file_write(path, "int secret;\n", 12, &err));
    str_printf(&source, "#include \"%s\"\nint main(void) { return 0; }\n", path);
    check_refused("steal.c", str_get(&source), "Permission denied");
    str_clear(&source);
    str_printf(&source, "__asm__(\".incbin \\\"%s\\\"\");\nint main(void) { return 0; }\n", path);
    check_refused("steal.c", str_get(&source), "it does not compile");
    str_free(&source);
    unlink(path);
    rmdir(folder);
    check_refused("etc.c", "#include \"/etc/passwd\"\nint main(void) { return 0; }\n",
                  "Permission denied");
    check_refused("proc.c", "#include \"/proc/1/cmdline\"\nint main(void) { return 0; }\n",
                  "Permission denied");
    check_refused("up.c", "#include \"../../../../etc/shadow\"\nint main(void) { return 0; }\n",
                  "it does not compile");
}

static void test_compilers_cannot_be_kept_busy(void **state)
{
    (void)state;
    enum { SHORT_US = 3 * SECOND };
    int64_t begun_us = clock_now_us();
    check_refused("zero.c", "#include \"/dev/zero\"\nint main(void) { return 0; }\n",
                  "Permission denied");
    check_refused("noise.c", "#include \"/dev/urandom\"\nint main(void) { return 0; }\n",
                  "the compiler");
    check_refused("huge.c", "char a[1L << 30] = {1};\nint main(void) { return a[5]; }\n",
                  "it does not compile");
    check_refused("self.c", "#include __FILE__\n#include __FILE__\nint main(void) { return 0; }\n",
                  "it does not compile");
    if (has_tool(".cpp"))
        check_refused_within(
            SHORT_US, "endless.cpp",
            "constexpr unsigned long f(unsigned long n) { unsigned long s = 0;\n"
            "    for (unsigned long i = 0; i < 200000; i++) s += i * n; return s; }\n"
            "template <int N> struct F { enum : unsigned long { v = F<N - 1>::v + f(N) }; };\n"
            "template <> struct F<0> { enum : unsigned long { v = 0 }; };\n"
            "int main() { return F<800>::v; }\n",
            "compiling took longer than 3 s");
    assert_true(clock_now_us() - begun_us < 100 * SECOND);
}

/* A module called as the compiler's would be run in its place, where processes may begin. */
static void test_what_is_compiled_is_not_run_by_the_compiler(void **state)
{
    (void)state;
    static const char source[] = "import os\nif os.fork() == 0:\n    os._exit(0)\n"
                                 "raise SystemExit('it could start a process')\n";
    if (!has_tool(".py"))
        skip();
    check_refused("py_compile.py", source, "PermissionError");
    check_refused("importlib.py", source, "PermissionError");
    check_refused("encodings.py", source, "PermissionError");
}

static void test_messages_are_shortened(void **state)
{
    (void)state;
    Engine engine;
    Str    source = {0}, messages = {0};
    Error  err;
    for (int i = 0; i < 3000; i++)
        str_printf(&source, "#warning %0500d\n", i);
    str_text(&source, "#error\n");
    assert_false(build_for(0, "long.c", source.text, source.size, &engine, &messages, &err));
    int lines = 0;
    for (const char *at = str_get(&messages), *end; (end = strchr(at, '\n')) != NULL;
         at = end + 1) {
        assert_true(end - at <= ENGINE_MESSAGE_BYTES);
        lines++;
    }
    assert_true(lines >= 1 && lines <= ENGINE_MESSAGE_LINES + 1);
    str_free(&source);
    str_free(&messages);
}

/* ---- attacks of the program --------------------------------------------------------------------
 */

/* Tries everything before it says ugiok; that it is accepted proves that all of it failed. */
static void test_programs_reach_nothing_of_the_servers(void **state)
{
    (void)state;
    char folder[] = "/tmp/plateau-test-XXXXXX", path[PATH_SIZE];
    Str  deeds = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/class.db", folder);
    assert_true(file_write(path, "secret\n", 7, NULL));
    str_printf(&deeds,
               "must_fail(\"fork\", fork() >= 0);"
               "must_fail(\"reach the network\", socket(AF_INET, SOCK_STREAM, 0) >= 0);"
               "must_fail(\"reach a local socket\", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);"
               "must_fail(\"read the store\", open(\"%s\", O_RDONLY) >= 0);"
               "must_fail(\"list its folder\", open(\"%s\", O_RDONLY) >= 0);"
               "must_fail(\"read a user's files\", open(\"/etc/passwd\", O_RDONLY) >= 0);"
               "must_fail(\"read the folder above\", open(\"..\", O_RDONLY) >= 0);"
               "must_fail(\"read command lines\", open(\"/proc/1/cmdline\", O_RDONLY) >= 0);"
               "must_fail(\"write beside itself\", open(\"x\", O_CREAT | O_WRONLY, 0600) >= 0);"
               "must_fail(\"write to itself\", open(\"program\", O_WRONLY) >= 0);"
               "must_fail(\"write elsewhere\", open(\"/tmp/x\", O_CREAT | O_WRONLY, 0600) >= 0);"
               "must_fail(\"link the store\", link(\"%s\", \"stolen\") == 0);"
               "must_fail(\"signal us\", kill(getppid(), SIGTERM) == 0);"
               "must_fail(\"become another\", setuid(0) == 0 && open(\"%s\", O_RDONLY) >= 0);"
               "must_fail(\"do without scratch\","
               "          chdir(getenv(\"TMPDIR\")) || open(\"x\", O_CREAT | O_WRONLY, 0600) < 0);"
               "must_fail(\"read by a symbolic link\","
               "          symlink(\"%s\", \"l\") == 0 && open(\"l\", O_RDONLY) >= 0);",
               path, folder, path, path, path);
    Str source = engine_source(str_get(&deeds), "");
    check_accepted("burglar.c", source.text, source.size);
    str_free(&source);
    str_free(&deeds);
    unlink(path);
    rmdir(folder);
}

/* A stem is a word of the command, and must open no folder of the server's. */
static void test_file_names_open_no_folders(void **state)
{
    (void)state;
    char here[PATH_SIZE];
    if (!has_tool(".java"))
        skip();
    assert_non_null(getcwd(here, sizeof here)); /* the project, which has a Makefile */
    Str source = {0};
    str_printf(&source,
               "public class Makefile { public static void main(String[] a) throws Exception {\n"
               "  try { new java.io.FileInputStream(\"%s/Makefile\"); System.exit(7); }\n"
               "  catch (java.io.IOException e) { }\n"
               "  java.util.Scanner in = new java.util.Scanner(System.in);\n"
               "  while (in.hasNextLine()) { String line = in.nextLine();\n"
               "    if (line.equals(\"ugi\")) System.out.println(\"ugiok\");\n"
               "    if (line.equals(\"isready\")) System.out.println(\"readyok\");\n"
               "    if (line.equals(\"quit\")) return; } } }\n",
               here);
    check_accepted("Makefile.java", source.text, source.size);
    str_free(&source);
}

/* ---- over the network --------------------------------------------------------------------------
 */

static ClassServer *uploading_server(int games)
{
    ClassServer *server = class_server_new("tictactoe");
    server->run.takes_uploads = true;
    server->run.most_games = games;
    return server;
}

static int begin_upload(const ClassServer *server, const char *line)
{
    char login[100];
    int  fd = dial(lobby_port(server->run.lobby));
    snprintf(login, sizeof login, "login Anna %s upload", server->token);
    dial_say(fd, login);
    dial_expect(fd, "welcome upload 4194304");
    dial_say(fd, line);
    return fd;
}

/* Sends the whole file and reads up to the verdict. */
static const char *upload(const ClassServer *server, const char *file, const Str *source)
{
    char        line[100];
    const char *said;
    snprintf(line, sizeof line, "upload %s %zu", file, source->size);
    int fd = begin_upload(server, line);
    dial_expect(fd, "send");
    dial_send(fd, source->text, source->size);
    dial_expect(fd, "received");
    do
        said = dial_read(fd);
    while (strncmp(said, "message ", 8) == 0);
    dial_expect_end(fd);
    close(fd);
    return said;
}

static int64_t uploads_in_store(const ClassServer *server)
{
    return store_ask(server->path, "SELECT count(*) FROM upload");
}

static void test_what_was_handed_in_plays_for_the_student(void **state)
{
    (void)state;
    ClassServer *server = uploading_server(3);
    Str          source = engine_source("", "");
    Error        err;
    class_server_begin(server);
    assert_string_equal(upload(server, "engine.c", &source), "accepted engine.c");
    class_server_finish(server);
    assert_int_equal(server->games, 3);
    assert_string_equal(server->note, "");
    assert_string_equal(server->engine, "Anna engine.c plays");
    /* It is in the store: the next run has it from the start. */
    competition_close(server->competition);
    server->competition = competition_open(server->path, NULL, NULL, &err);
    assert_non_null(server->competition);
    assert_true(competition_add_sparring(server->competition, "random", &err));
    server->run.most_games = 5;
    server->run.takes_uploads = false;
    class_server_begin(server);
    class_server_finish(server);
    assert_int_equal(server->games, 5);
    str_free(&source);
    class_server_delete(server);
}

static void test_uploads_need_the_token_and_a_server_that_wants_them(void **state)
{
    (void)state;
    ClassServer *server = uploading_server(0);
    class_server_begin(server);
    int fd = dial(lobby_port(server->run.lobby));
    dial_say(fd, "login Anna guess upload");
    dial_expect(fd, "error expected login NAME TOKEN, as they were given");
    close(fd);
    fd = dial(lobby_port(server->run.lobby));
    dial_say(fd, "upload engine.c 100");
    dial_expect(fd, "error expected login NAME TOKEN, as they were given");
    close(fd);
    atomic_store(&server->stop, true);
    class_server_finish(server);
    atomic_store(&server->stop, false);
    server->run.takes_uploads = false;
    class_server_begin(server);
    char login[100];
    snprintf(login, sizeof login, "login Anna %s upload", server->token);
    fd = dial(lobby_port(server->run.lobby));
    dial_say(fd, login);
    dial_expect(fd, "error this server takes no programs");
    dial_expect_end(fd);
    close(fd);
    atomic_store(&server->stop, true);
    class_server_finish(server);
    class_server_delete(server);
}

static void test_odd_names_and_sizes_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"upload ../../x.c 10",
                                      "upload /etc/passwd 10",
                                      "upload .c 10",
                                      "upload -o.c 10",
                                      "upload a\\b.c 10",
                                      "upload $(id).c 10",
                                      "upload \xff.c 10",
                                      "upload engine.c 0",
                                      "upload engine.c -1",
                                      "upload engine.c 4194305",
                                      "upload engine.c 99999999999999999999",
                                      "upload engine.c",
                                      "upload",
                                      "engine.c 10",
                                      "",
                                      "ugiok"};
    ClassServer             *server = uploading_server(0);
    class_server_begin(server);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int         fd = begin_upload(server, bad[i]);
        const char *line = dial_read(fd);
        if (strncmp(line, "error ", 6) != 0)
            fail_msg("%s: %s", bad[i], line);
        dial_expect_end(fd);
        close(fd);
    }
    atomic_store(&server->stop, true);
    class_server_finish(server);
    class_server_delete(server);
}

static void test_only_a_whole_program_replaces_the_last_one(void **state)
{
    (void)state;
    ClassServer *server = uploading_server(4);
    Str          good = engine_source("", ""), bad = {0};
    str_text(&bad, "int main(void) { return x; }\n");
    server->run.concurrency = 1;
    server->run.meetings = 2;
    class_server_begin(server);
    assert_string_equal(upload(server, "first.c", &good), "accepted first.c");
    int half = begin_upload(server, "upload second.c 100000"); /* and then nothing more */
    dial_expect(half, "send");
    dial_send(half, good.text, good.size);
    close(half);
    assert_string_equal(upload(server, "third.c", &bad), "error it does not compile");
    assert_int_equal(store_ask(server->path, "SELECT file = 'first.c' FROM upload"), 1);
    int slow = begin_upload(server, "upload slow.c 100000"); /* is given up for the next one */
    dial_expect(slow, "send");
    assert_string_equal(upload(server, "fourth.c", &good), "accepted fourth.c");
    dial_expect(slow, "error there is a newer connection");
    close(slow);
    assert_int_equal(uploads_in_store(server), 1);
    assert_int_equal(store_ask(server->path, "SELECT file = 'fourth.c' FROM upload"), 1);
    atomic_store(&server->stop, true);
    class_server_finish(server);
    str_free(&good);
    str_free(&bad);
    class_server_delete(server);
}

/* As many as there is room for, who never send what they have announced, but for one. */
static void test_slow_senders_do_not_keep_others_waiting(void **state)
{
    (void)state;
    enum { CROWD = UPLOAD_DESKS + 2 };
    ClassServer *server = uploading_server(1);
    Str          source = engine_source("", "");
    Error        err;
    int          crowd[CROWD];
    char         tokens[CROWD][TOKEN_SIZE], line[100];
    for (int i = 0; i < CROWD; i++) {
        snprintf(line, sizeof line, "Student%d", i);
        assert_true(competition_add_student(server->competition, line, tokens[i], &err));
    }
    class_server_begin(server);
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = dial(lobby_port(server->run.lobby));
        snprintf(line, sizeof line, "login Student%d %s upload", i, tokens[i]);
        dial_say(crowd[i], line);
        dial_expect(crowd[i], i < UPLOAD_DESKS
                                  ? "welcome upload 4194304"
                                  : "error too many hand in at this moment: try again");
        if (i < UPLOAD_DESKS)
            dial_say(crowd[i], "upload slow.c 100\nslow");
    }
    close(crowd[0]); /* there is room again */
    usleep(SECOND / 5);
    assert_string_equal(upload(server, "engine.c", &source), "accepted engine.c");
    class_server_finish(server);
    for (int i = 1; i < CROWD; i++)
        close(crowd[i]);
    str_free(&source);
    class_server_delete(server);
}

static void test_a_new_token_ends_an_upload_with_the_old_one(void **state)
{
    (void)state;
    ClassServer *server = uploading_server(0);
    char         token[TOKEN_SIZE];
    Error        err;
    class_server_begin(server);
    int fd = begin_upload(server, "upload engine.c 100");
    dial_expect(fd, "send");
    Competition *beside = competition_join(server->path, NULL, NULL, &err);
    assert_non_null(beside);
    assert_true(competition_add_student(beside, "Anna", token, &err));
    competition_close(beside);
    dial_expect(fd, "error the token is another now");
    dial_expect_end(fd);
    close(fd);
    atomic_store(&server->stop, true);
    class_server_finish(server);
    class_server_delete(server);
}

/* ---- playing -----------------------------------------------------------------------------------
 */

/* Each game is lost alone; who only fails rests in the end. */
static void test_a_crash_loses_one_game_and_too_many_are_enough(void **state)
{
    (void)state;
    ClassServer *server = uploading_server(0);
    Str          source = engine_source("", "abort();");
    class_server_begin(server);
    assert_string_equal(upload(server, "crash.c", &source), "accepted crash.c");
    for (int i = 0; i < 1000 && atomic_load(&server->engines) < 2; i++)
        usleep(SECOND / 50);
    atomic_store(&server->stop, true);
    class_server_finish(server);
    assert_int_equal(server->games, UPLOAD_MAX_FAULTS);
    assert_string_equal(reason_word(server->result.reason), "crash");
    assert_non_null(strstr(server->note, "signal 6"));
    assert_string_equal(server->engine, "Anna crash.c it fails game after game, and rests");
    str_free(&source);
    class_server_delete(server);
}

/* Wrong until it is told of the legal moves. */
static void test_an_illegal_move_of_a_program_may_cost_a_life(void **state)
{
    (void)state;
    for (int lives = 0; lives < 2; lives++) {
        ClassServer *server = uploading_server(1);
        Str          source = engine_source("", "if (!told) { puts(\"bestmove z9\"); "
                                                         "continue; }");
        server->run.lives = lives;
        class_server_begin(server);
        assert_string_equal(upload(server, "wrong.c", &source), "accepted wrong.c");
        class_server_finish(server);
        assert_string_equal(lives == 0 ? reason_word(server->result.reason) : server->note,
                            lives == 0 ? "illegal" : "");
        str_free(&source);
        class_server_delete(server);
    }
}

static void test_who_is_connected_plays_himself(void **state)
{
    (void)state;
    ClassServer *server = uploading_server(1);
    Str          source = engine_source("", "abort();");
    server->run.concurrency = 1;
    class_server_begin(server);
    int fd = class_server_log_in(server);
    dial_expect(fd, "ugi"); /* her game has begun */
    assert_string_equal(upload(server, "crash.c", &source), "accepted crash.c");
    dial_say(fd, "ugiok");
    close(fd);
    fd = class_server_log_in(server);
    for (const char *line; strncmp(line = dial_read(fd), "gameover", 8) != 0;) {
        if (strcmp(line, "ugi") == 0)
            dial_say(fd, "ugiok");
        else if (strcmp(line, "isready") == 0)
            dial_say(fd, "readyok");
        else if (strncmp(line, "go ", 3) == 0)
            dial_say(fd, "bestmove resign");
    }
    class_server_finish(server);
    assert_string_equal(reason_word(server->result.reason), "resignation");
    close(fd);
    str_free(&source);
    class_server_delete(server);
}

static void test_teachers_hand_in_beside_the_server(void **state)
{
    (void)state;
    ClassServer *server = class_server_new("tictactoe");
    Str          source = engine_source("", ""), messages = {0};
    Error        err;
    server->run.most_games = 2;
    class_server_begin(server);
    Competition *beside = competition_join(server->path, NULL, NULL, &err);
    assert_non_null(beside);
    const HandIn in = {"engine.c", source.text, source.size};
    const HandIn odd = {"../engine.c", source.text, source.size};
    assert_false(upload_hand_in(beside, "Nobody", &in, 512, &messages, &err));
    assert_false(upload_hand_in(beside, "random", &in, 512, &messages, &err));
    assert_false(upload_hand_in(beside, "Anna", &odd, 512, &messages, &err));
    if (!upload_hand_in(beside, "Anna", &in, 512, &messages, &err))
        fail_msg("%s", error_words(&err, LANG_EN));
    competition_close(beside);
    class_server_finish(server);
    assert_int_equal(server->games, 2);
    assert_string_equal(server->note, "");
    str_free(&source);
    str_free(&messages);
    class_server_delete(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sources_become_engines),
        cmocka_unit_test(test_what_is_no_engine_is_refused_with_the_reason),
        cmocka_unit_test(test_sources_read_nothing_of_the_servers),
        cmocka_unit_test(test_compilers_cannot_be_kept_busy),
        cmocka_unit_test(test_what_is_compiled_is_not_run_by_the_compiler),
        cmocka_unit_test(test_messages_are_shortened),
        cmocka_unit_test(test_programs_reach_nothing_of_the_servers),
        cmocka_unit_test(test_file_names_open_no_folders),
        cmocka_unit_test(test_what_was_handed_in_plays_for_the_student),
        cmocka_unit_test(test_uploads_need_the_token_and_a_server_that_wants_them),
        cmocka_unit_test(test_odd_names_and_sizes_are_refused),
        cmocka_unit_test(test_only_a_whole_program_replaces_the_last_one),
        cmocka_unit_test(test_slow_senders_do_not_keep_others_waiting),
        cmocka_unit_test(test_a_new_token_ends_an_upload_with_the_old_one),
        cmocka_unit_test(test_a_crash_loses_one_game_and_too_many_are_enough),
        cmocka_unit_test(test_an_illegal_move_of_a_program_may_cost_a_life),
        cmocka_unit_test(test_who_is_connected_plays_himself),
        cmocka_unit_test(test_teachers_hand_in_beside_the_server),
    };
    const struct CMUnitTest none[] = {
        cmocka_unit_test(test_nothing_is_built_without_sandbox_and_compiler)};
    if (!sandbox_is_whole(NULL) || !has_tool(".c"))
        return cmocka_run_group_tests(none, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
