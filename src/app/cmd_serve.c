/* plateau serve: the game page, for a browser on this machine or in this network. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/file.h"
#include "page/browser.h"
#include "page/serve.h"

#include <errno.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { USUAL_PORT = 8080, MAX_ARENAS = 32 };

/* What was given. */
typedef struct {
    int         port;
    bool        lan;
    const char *store;
    const char *web;
    bool        open;
    int         tidy; /* days; -1: nothing is removed */
    int         patience;
} ServeFlags;

static const Flag flags[] = {
    {"--port", "N",
     TEXT("where, or at the next that is free; 0: any",
          "où, ou au suivant qui est libre ; 0 : un libre"),
     FLAG_TO_INT(ServeFlags, port, 0, 65535, USUAL_PORT)},
    {"--lan", NULL,
     TEXT("for the whole network, with a secret address", "pour tout le réseau, adresse secrète"),
     FLAG_TO_SWITCH(ServeFlags, lan)},
    {"--store", "FILE",
     TEXT("keep the games there (default: with your data)", "y garder les parties"),
     FLAG_TO_WORDS(ServeFlags, store)},
    {"--tidy", "DAYS",
     TEXT("first remove games not touched for so long",
          "d'abord enlever les parties plus vieilles"),
     FLAG_TO_INT(ServeFlags, tidy, 0, 36500, -1)},
    {"--arena", "FILE",
     TEXT("show this match store too (may be repeated)",
          "montrer aussi ce match (peut être répété)"),
     FLAG_NOT_BOUND},
    {"--web", "FOLDER",
     TEXT("files of the page, in place of those built in", "fichiers de la page, pour la modifier"),
     FLAG_TO_WORDS(ServeFlags, web)},
    {"--open", NULL, TEXT("open the browser", "ouvrir le navigateur"),
     FLAG_TO_SWITCH(ServeFlags, open)},
    {"--patience", "MS",
     TEXT("milliseconds for slow connections", "millisecondes pour les connexions lentes"),
     FLAG_TO_INT(ServeFlags, patience, 100, 60000, 10000)},
    FLAGS_END,
};

static const ServeFlags *given(const Call *call) { return call->given; }

/* $XDG_DATA_HOME/plateau/games.db, or below ~/.local/share. False: no home. */
static bool usual_store(Str *out, Error *err)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && data[0] == '/')
        str_printf(out, "%s/plateau", data);
    else if (home != NULL && home[0] == '/')
        str_printf(out, "%s/.local/share/plateau", home);
    else
        return error_set(err, ERROR_SERVE_HOME);
    if (!file_make_folder(str_get(out), err))
        return false;
    str_text(out, "/games.db");
    return !out->failed || error_set(err, ERROR_MEMORY);
}

/* An address under which others in the network find this machine. */
static void find_own_address(char *out, size_t capacity)
{
    struct ifaddrs *all = NULL;
    snprintf(out, capacity, "127.0.0.1");
    if (getifaddrs(&all) != 0)
        return;
    for (struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
        char text[INET_ADDRSTRLEN];
        if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET ||
            getnameinfo(at->ifa_addr, sizeof(struct sockaddr_in), text, sizeof text, NULL, 0,
                        NI_NUMERICHOST) != 0 ||
            strncmp(text, "127.", 4) == 0)
            continue;
        snprintf(out, capacity, "%s", text);
        break;
    }
    freeifaddrs(all);
}

/* What is told once the server listens. */
typedef struct {
    const Call *call;
    Str         page; /* file that leads a browser to a secret address; empty: none */
} ServeReady;

static void tell_address(int port, const char *token, void *user)
{
    static const Text here = TEXT("The page is at", "La page est à l'adresse");
    static const Text stop = TEXT("Ctrl-C ends it.", "Ctrl-C l'arrête.");
    ServeReady       *visit = user;
    const Call       *call = visit->call;
    char              host[64] = "127.0.0.1", address[160];
    Error             err;
    if (token != NULL)
        find_own_address(host, sizeof host);
    snprintf(address, sizeof address, "http://%s:%d/%s%s", host, port, token != NULL ? "#" : "",
             token != NULL ? token : "");
    printf("%s %s\n%s\n", text_in(&here, call->lang), address, text_in(&stop, call->lang));
    fflush(stdout);
    if (given(call)->open && !browser_open(address, &visit->page, &err))
        fail(EXIT_OK, &err); /* it goes on serving */
}

static int serve(const Call *call, ServeSetup *setup)
{
    Error       err;
    Str         store = {0};
    const char *path = given(call)->store;
    int         code = EXIT_FAILED;
    bool        has_store = path != NULL || usual_store(&store, &err);
    setup->store = path != NULL ? path : str_get(&store);
    if (has_store && serve_run(setup, &err))
        code = EXIT_OK;
    else
        fail(code, &err);
    str_free(&store);
    return code;
}

static int run(const Call *call)
{
    const char *arenas[MAX_ARENAS];
    ServeReady  visit = {.call = call};
    ServeSetup  setup = {.may_go_on = !args_has(call->args, "--port"),
                         .is_lan = given(call)->lan,
                         .version = PLATEAU_VERSION,
                         .folder = given(call)->web,
                         .arenas = arenas,
                         .ready = tell_address,
                         .user = &visit};
    Error       err;
    setup.port = given(call)->port;
    setup.patience_ms = given(call)->patience;
    setup.is_tidied = given(call)->tidy >= 0;
    setup.tidy_days = given(call)->tidy;
    if (setup.folder != NULL && access(setup.folder, R_OK | X_OK) != 0) {
        error_set(&err, ERROR_IN, setup.folder, system_error(errno));
        return fail(EXIT_BAD_INPUT, &err);
    }
    for (int i = 0; i < call->args->flag_count; i++)
        if (strcmp(call->args->flags[i].name, "--arena") == 0 && setup.arena_count < MAX_ARENAS)
            arenas[setup.arena_count++] = call->args->flags[i].value;
    int code = serve(call, &setup);
    browser_forget(&visit.page);
    return code;
}

const Command command_serve = {
    .name = "serve",
    .usage = "",
    .summary = TEXT("the game page, for your browser", "la page du jeu, pour votre navigateur"),
    .flags = flags,
    .given_size = sizeof(ServeFlags),
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
