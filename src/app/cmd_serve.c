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

static const Flag flags[] = {
    {"--port", "N",
     TEXT("default 8080, or the next that is free; 0: any", "8080, ou le suivant ; 0 : un libre")},
    {"--lan", NULL,
     TEXT("for the whole network, with a secret address", "pour tout le réseau, adresse secrète")},
    {"--store", "FILE",
     TEXT("keep the games there (default: with your data)", "y garder les parties")},
    {"--arena", "FILE",
     TEXT("show this match store too (may be repeated)",
          "montrer aussi ce match (peut être répété)")},
    {"--web", "FOLDER",
     TEXT("files of the page, in place of those built in",
          "fichiers de la page, pour la modifier")},
    {"--open", NULL, TEXT("open the browser", "ouvrir le navigateur")},
    {"--patience", "MS",
     TEXT("for slow connections (default 10000)", "pour les connexions lentes (10000)")},
    {NULL, NULL, {{NULL, NULL}}},
};

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

static void tell_address(int port, const char *token, void *user)
{
    static const Text here = TEXT("The page is at", "La page est à l'adresse");
    static const Text stop = TEXT("Ctrl-C ends it.", "Ctrl-C l'arrête.");
    const Call       *call = user;
    char              host[64] = "127.0.0.1", address[160];
    Error             err;
    if (token != NULL)
        find_own_address(host, sizeof host);
    snprintf(address, sizeof address, "http://%s:%d/%s%s", host, port, token != NULL ? "#" : "",
             token != NULL ? token : "");
    printf("%s %s\n%s\n", text_in(&here, call->lang), address, text_in(&stop, call->lang));
    fflush(stdout);
    if (args_has(call->args, "--open") && !browser_open(address, &err))
        fail(EXIT_OK, &err); /* it goes on serving */
}

static int serve(const Call *call, ServeSetup *setup)
{
    Error       err;
    Str         store = {0};
    const char *given = args_value(call->args, "--store");
    int         code = EXIT_FAILED;
    bool        has_store = given != NULL || usual_store(&store, &err);
    setup->store = given != NULL ? given : str_get(&store);
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
    ServeSetup  setup = {.may_go_on = args_value(call->args, "--port") == NULL,
                         .is_lan = args_has(call->args, "--lan"),
                         .version = PLATEAU_VERSION,
                         .folder = args_value(call->args, "--web"),
                         .arenas = arenas,
                         .ready = tell_address,
                         .user = (void *)call};
    Error       err;
    int64_t     port, patience;
    if (!command_int(call, "--port", 0, 65535, USUAL_PORT, &port, &err) ||
        !command_int(call, "--patience", 100, 60000, 0, &patience, &err))
        return fail(EXIT_BAD_INPUT, &err);
    setup.port = (int)port;
    setup.patience_ms = (int)patience;
    if (setup.folder != NULL && access(setup.folder, R_OK | X_OK) != 0) {
        error_set(&err, ERROR_IN, setup.folder, system_error(errno));
        return fail(EXIT_BAD_INPUT, &err);
    }
    for (int i = 0; i < call->args->flag_count; i++)
        if (strcmp(call->args->flags[i].name, "--arena") == 0 && setup.arena_count < MAX_ARENAS)
            arenas[setup.arena_count++] = call->args->flags[i].value;
    return serve(call, &setup);
}

const Command command_serve = {
    .name = "serve",
    .usage = "",
    .summary = TEXT("the game page, for your browser", "la page du jeu, pour votre navigateur"),
    .flags = flags,
    .min_positionals = 0,
    .max_positionals = 0,
    .run = run,
};
