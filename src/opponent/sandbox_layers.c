/* What of this machine keeps programs in bounds, and against what. */
#include "base/errors.h"
#include "opponent/landlock.h"
#include "opponent/sandbox.h"
#include "opponent/syscall_filter.h"

#include <string.h>

enum { NEVER = 1000, COLUMNS = 55 };

/* What is forbidden, the first Landlock that forbids it, and whether the filter does. */
static const struct {
    Text what;
    int  landlock;
    bool is_filtered;
} coverage[] = {
    {TEXT("reading, writing, making, removing files of others",
          "lire, écrire, créer, effacer les fichiers des autres"),
     1, false},
    {TEXT("truncating them", "les tronquer"), LANDLOCK_TRUNCATE, true},
    {TEXT("changing their metadata, being told of changes, locks",
          "changer leurs métadonnées, épier, verrouiller"),
     NEVER, true},
    {TEXT("devices", "les appareils"), LANDLOCK_DEVICES, true},
    {TEXT("signals to others, also by descriptors",
          "les signaux aux autres, aussi par descripteur"),
     LANDLOCK_SIGNALS, true},
    {TEXT("starting processes, looking into those of others",
          "lancer des processus, regarder dans ceux des autres"),
     NEVER, true},
    {TEXT("priority and processors of others", "priorité et processeurs des autres"), NEVER, true},
    {TEXT("sockets, shared memory, queues, keys", "sockets, mémoire partagée, files, clés"), NEVER,
     true},
    {TEXT("memory and files that nobody could count",
          "mémoire et fichiers que personne ne pourrait compter"),
     NEVER, true},
};
enum { COVERAGE_COUNT = sizeof coverage / sizeof coverage[0] };

bool sandbox_mode_parse(const char *text, SandboxMode *out, Error *err)
{
    static const char *const modes[] = {
        [SANDBOX_OFF] = "off", [SANDBOX_AUTO] = "auto", [SANDBOX_REQUIRED] = "required"};
    for (int i = 0; i <= SANDBOX_REQUIRED; i++)
        if (strcmp(modes[i], text) == 0) {
            *out = (SandboxMode)i;
            return true;
        }
    return error_set(err, ERROR_SANDBOX_MODE, text);
}

void sandbox_layers(Str *out)
{
    int landlock = landlock_version(LANDLOCK_ANY);
    str_text(out, "no new privileges, resource limits");
    if (landlock > 0)
        str_printf(out, ", Landlock %d (files)", landlock);
    else
        str_text(out, ", no Landlock: files are open");
    str_text(out, syscall_filter_exists() ? ", seccomp (system calls)"
                                          : ", no seccomp: system calls are open");
}

void sandbox_coverage(int landlock_most, Lang lang, Str *out)
{
    static const Text open = TEXT("OPEN\n", "OUVERT\n");
    const int         landlock = landlock_version(landlock_most);
    const bool        has_filter = syscall_filter_exists();
    for (int i = 0; i < COVERAGE_COUNT; i++) {
        bool by_landlock = landlock >= coverage[i].landlock;
        bool by_filter = has_filter && coverage[i].is_filtered;
        str_padded(out, text_in(&coverage[i].what, lang), COLUMNS);
        if (by_landlock)
            str_printf(out, "Landlock %d", landlock);
        str_text(out, by_landlock && by_filter ? ", " : "");
        str_text(out, by_filter ? "seccomp\n" : by_landlock ? "\n" : text_in(&open, lang));
    }
}

bool sandbox_covers_all(int landlock_most, Error *err)
{
    const int  landlock = landlock_version(landlock_most);
    const bool has_filter = syscall_filter_exists();
    for (int i = 0; i < COVERAGE_COUNT; i++)
        if (landlock < coverage[i].landlock && !(has_filter && coverage[i].is_filtered))
            return coverage[i].is_filtered ? error_set(err, ERROR_SANDBOX_SECCOMP)
                                           : error_set(err, ERROR_SANDBOX_LANDLOCK);
    return true;
}

bool sandbox_is_whole(Error *err) { return sandbox_covers_all(LANDLOCK_ANY, err); }
