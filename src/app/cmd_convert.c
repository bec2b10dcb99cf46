/* plateau convert: games from one file format to another. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/file.h"
#include "core/formats/formats.h"

#include <string.h>

enum { MAX_FILE = 256 * 1024 * 1024 };

/* What was given. */
typedef struct {
    const char *game;
    int         turn;
    const char *output;
} ConvertFlags;

static const Flag flags[] = {
    {"--from", "FORMAT",
     TEXT("record, sgf or board; else by the file's ending",
          "record, sgf ou board ; sinon selon le fichier"),
     FLAG_NOT_BOUND},
    {"--to", "FORMAT",
     TEXT("record, sgf, json or board; else by the file's ending",
          "record, sgf, json ou board ; sinon selon le fichier"),
     FLAG_NOT_BOUND},
    {"--game", "GAME", TEXT("whose board file it is", "à quel jeu appartient le fichier board"),
     FLAG_TO_WORDS(ConvertFlags, game)},
    {"--turn", "1|2",
     TEXT("who is to move in a board file", "qui a le trait dans un fichier board"),
     FLAG_TO_INT(ConvertFlags, turn, 1, 2, 1)},
    {"-o", "FILE",
     TEXT("write there (default: standard output)", "écrire là (par défaut : sortie standard)"),
     FLAG_TO_WORDS(ConvertFlags, output)},
    FLAGS_END,
};

static const ConvertFlags *given(const Call *call) { return call->given; }

static bool choose_format(const Call *call, const char *flag, const char *path, Format *out,
                          Error *err)
{
    const char *name = args_value(call->args, flag);
    if (name != NULL)
        return format_find(name, out) ? true : error_set(err, ERROR_CONVERT_FORMAT, flag, name);
    if (!format_of_path(path, out))
        *out = FORMAT_RECORD;
    return true;
}

static bool convert_all(Format from, Format to, const FormatHints *hints, const char *text,
                        Str *out, Error *err)
{
    int line = 1;
    if (!record_skip_blank(&text, &line))
        return error_set(err, ERROR_CONVERT_NO_GAME);
    do {
        Record record;
        if (!format_read(from, hints, &text, &line, &record, err))
            return false;
        bool ok = format_write(to, &record, out, err);
        record_free(&record);
        if (!ok)
            return false;
    } while (record_skip_blank(&text, &line));
    return out->failed ? error_set(err, ERROR_MEMORY) : true;
}

static bool read_hints(const Call *call, FormatHints *hints, Error *err)
{
    const char *game = given(call)->game;
    *hints = (FormatHints){.turn = given(call)->turn - 1};
    hints->game = game != NULL ? game_named(game, err) : NULL;
    return game == NULL || hints->game != NULL;
}

static int run(const Call *call)
{
    const char *in = call->args->positional_count > 0 ? call->args->positionals[0] : "-";
    const char *to_path = given(call)->output;
    Format      from, to;
    FormatHints hints;
    Error       err;
    Str         bytes = {0}, out = {0};
    to_path = to_path != NULL ? to_path : "-";
    bool ok = choose_format(call, "--from", in, &from, &err) &&
              choose_format(call, "--to", to_path, &to, &err) && read_hints(call, &hints, &err) &&
              file_read(in, MAX_FILE, &bytes, &err);
    if (ok && strlen(str_get(&bytes)) != bytes.size)
        ok = error_set(&err, ERROR_CONVERT_NOT_TEXT, in);
    if (ok && !convert_all(from, to, &hints, str_get(&bytes), &out, &err))
        ok = strcmp(in, "-") == 0 ? error_set(&err, ERROR_STANDARD_INPUT, &err)
                                  : error_prefix(&err, in);
    int code = ok ? EXIT_OK : fail(EXIT_BAD_INPUT, &err);
    if (ok && !file_write(to_path, str_get(&out), out.size, &err))
        code = fail(EXIT_BAD_INPUT, &err);
    str_free(&out);
    str_free(&bytes);
    return code;
}

const Command command_convert = {
    .name = "convert",
    .usage = "[FILE]",
    .summary = TEXT("games from one file format to another",
                    "convertit des parties d'un format à l'autre"),
    .flags = flags,
    .given_size = sizeof(ConvertFlags),
    .max_positionals = 1,
    .run = run,
};
