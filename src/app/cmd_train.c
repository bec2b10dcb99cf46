/* plateau train: a net from games. */
#include "app/arguments/command.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/parse.h"
#include "learn/samplefile.h"
#include "learn/trainer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What was given. */
typedef struct {
    const char *output;
    const char *samples;
    const char *net;
    int         hidden;
    int         epochs;
    int         batch;
    const char *rate;
    int         score_share;
    int         scale;
    int         unit;
    int         held_out;
    int         threads;
    uint64_t    seed;
} TrainFlags;

static const Flag flags[] = {
    {"-o", "FILE",
     TEXT("the net; FILE.checkpoint keeps the state until it is done",
          "le réseau ; FILE.checkpoint garde l'état jusqu'à la fin"),
     FLAG_TO_WORDS(TrainFlags, output)},
    {"--samples", "FILE",
     TEXT("train nothing: the positions go there, for tools/train_torch.py",
          "sans entraîner : les positions vont là, pour tools/train_torch.py"),
     FLAG_TO_WORDS(TrainFlags, samples)},
    {"--net", "FILE",
     TEXT("begin with this net; with --samples: and what it says of each",
          "commence par ce réseau ; avec --samples : et ce qu'il dit de chacune"),
     FLAG_TO_WORDS(TrainFlags, net)},
    {"--hidden", "N",
     TEXT("numbers of the hidden layer: 16, 32 … 128 (default 32, or as FILE has)",
          "nombres de la couche cachée : 16, 32 … 128 (32 par défaut, ou comme FILE)"),
     FLAG_TO_INT(TrainFlags, hidden, 16, NET_MAX_HIDDEN, 0)},
    {"--epochs", "N", TEXT("passes through the data", "passages sur les données"),
     FLAG_TO_INT(TrainFlags, epochs, 1, TRAIN_MAX_EPOCHS, 20)},
    {"--batch", "N", TEXT("positions for one step", "positions par pas"),
     FLAG_TO_INT(TrainFlags, batch, 1, 1 << 20, 1024)},
    {"--rate", "R", TEXT("of learning (default 0.002)", "d'apprentissage (0.002 par défaut)"),
     FLAG_TO_WORDS(TrainFlags, rate)},
    {"--score-share", "N",
     TEXT("per cent of the aim that is the search's score",
          "part du score de recherche dans le but, en %"),
     FLAG_TO_INT(TrainFlags, score_share, 0, 100, 70)},
    {"--scale", "N",
     TEXT("hundredths of a point for odds of e to 1 (default: fitted)",
          "centièmes de point pour une cote de e contre 1 (par défaut : ajusté)"),
     FLAG_TO_INT(TrainFlags, scale, 1, 100000, 0)},
    {"--unit", "N",
     TEXT("the same for what the net says (default: the scale)",
          "de même pour ce que dit le réseau (par défaut : l'échelle)"),
     FLAG_TO_INT(TrainFlags, unit, 1, 100000, 0)},
    {"--held-out", "N",
     TEXT("per cent of the games that only measure",
          "part des parties réservées à la mesure, en %"),
     FLAG_TO_INT(TrainFlags, held_out, 0, 90, 10)},
    {"--threads", "N", TEXT("share the work", "se partagent le travail"),
     FLAG_TO_INT(TrainFlags, threads, 1, 64, 1)},
    {"--seed", "N", TEXT("of all chance", "graine du hasard"),
     FLAG_TO_INT(TrainFlags, seed, 0, INT64_MAX, 1)},
    FLAGS_END,
};

static const TrainFlags *given(const Call *call) { return call->given; }

typedef struct {
    TrainSetup  setup;
    const Game *game;
    const char *data, *net, *samples, *other; /* other: --net */
    Net        *start;                        /* owned */
    int         held_out;
    Str         checkpoint;
} TrainCommand;

static bool read_rate(const Call *call, double *rate, Error *err)
{
    const char *text = given(call)->rate;
    if (text != NULL && (!parse_decimal(text, rate) || *rate <= 0 || *rate > 1))
        return error_set(err, ERROR_TRAIN_RATE, text);
    return true;
}

/* Nets of a game's own kind have one size and one scale. */
static bool check_kind(const Call *call, const Game *game, Error *err)
{
    static const char *const flags_of_cells[] = {"--hidden", "--scale", "--unit"};
    for (int i = 0; game->info->net_kind != NULL && i < 3; i++)
        if (args_value(call->args, flags_of_cells[i]) != NULL)
            return error_set(err, ERROR_TRAIN_FLAG, flags_of_cells[i], game->info->id);
    return true;
}

static bool read_settings(const Call *call, TrainCommand *command, Error *err)
{
    TrainSetup       *setup = &command->setup;
    const TrainFlags *flags_given = given(call);
    *setup = train_usual();
    command->game = game_named(call->args->positionals[0], err);
    command->data = call->args->positionals[1];
    command->net = given(call)->output;
    if (command->game == NULL)
        return false;
    command->samples = given(call)->samples;
    command->other = given(call)->net;
    if (command->samples != NULL && command->net != NULL)
        return error_set(err, ERROR_TRAIN_OUT_OR_SAMPLES);
    if (command->net == NULL && command->samples == NULL)
        return error_set(err, ERROR_TRAIN_OUT);
    if (!check_kind(call, command->game, err) || !read_rate(call, &setup->rate, err))
        return false;
    if (flags_given->hidden != 0)
        setup->hidden = flags_given->hidden;
    setup->epochs = flags_given->epochs;
    setup->batch = flags_given->batch;
    setup->score_share = flags_given->score_share;
    setup->scale = flags_given->scale;
    setup->unit = flags_given->unit;
    setup->threads = flags_given->threads;
    setup->seed = flags_given->seed;
    command->held_out = flags_given->held_out;
    if (setup->hidden % NET_LANES != 0)
        return error_set(err, ERROR_TRAIN_HIDDEN, NET_LANES, setup->hidden);
    str_printf(&command->checkpoint, "%s.checkpoint", command->net != NULL ? command->net : "");
    setup->checkpoint = str_get(&command->checkpoint);
    setup->stop = command_interrupt();
    return true;
}

static void tell_epoch(const TrainEpoch *epoch, void *user)
{
    static const Text both = TEXT("epoch %d: error %.5f, held out %.5f\n",
                                  "époque %d : erreur %.5f, réservées %.5f\n"),
                      one = TEXT("epoch %d: error %.5f\n", "époque %d : erreur %.5f\n");
    const Call *call = user;
    if (isnan(epoch->held_out))
        printf(text_in(&one, call->lang), epoch->epoch, epoch->training);
    else
        printf(text_in(&both, call->lang), epoch->epoch, epoch->training, epoch->held_out);
    fflush(stdout);
}

/* The checkpoint goes last: killed before, the next run finds it and writes the same net. */
static bool write_net(const TrainCommand *command, const Str *bytes, Error *err)
{
    if (!file_write(command->net, bytes->text, bytes->size, err))
        return false;
    unlink(command->setup.checkpoint);
    return true;
}

/* The net that learning begins with, where one is named; it decides the size. */
static bool open_start(const Call *call, TrainCommand *command, const Samples *samples, Error *err)
{
    if (command->other == NULL)
        return true;
    command->start = net_open(command->game, samples->options, command->other, err);
    if (command->start == NULL)
        return false;
    command->setup.start = command->start;
    if (command->start->kind == NULL && given(call)->hidden == 0)
        command->setup.hidden = command->start->data.hidden;
    return true;
}

static bool train(const Call *call, TrainCommand *command, const Samples *samples, Error *err)
{
    static const Text data = TEXT("%zu positions, %zu of them held out\n",
                                  "%zu positions, dont %zu réservées\n"),
                      done = TEXT("%s: %zu bytes, scale %d, error in whole numbers %.5f\n",
                                  "%s : %zu octets, échelle %d, erreur en nombres entiers %.5f\n");
    Net *net = NULL;
    Str  bytes = {0};
    bool ok = open_start(call, command, samples, err);
    if (ok)
        printf(text_in(&data, call->lang), samples->count, samples->held_out);
    ok = ok && train_net(&command->setup, samples, &bytes, err) && write_net(command, &bytes, err);
    if (ok)
        net = net_open_bytes(command->game, (const uint8_t *)str_get(&bytes), bytes.size, err);
    if (net != NULL)
        printf(text_in(&done, call->lang), command->net, bytes.size, net_scale(net),
               train_measure(net, samples, samples->held_out > 0, &command->setup));
    net_delete(net);
    str_free(&bytes);
    return net != NULL;
}

/* ---- samples for other programs ----------------------------------------------------------------
 */

typedef struct {
    const Samples *samples;
    EvalSetup      eval;
    int32_t       *scores;
    size_t         count;
} Judging;

/* As the search judges it. */
static bool judge_position(const LearntPosition *position, void *user, Error *err)
{
    Judging *judging = user;
    (void)err;
    if (samples_want(judging->samples, position))
        judging->scores[judging->count++] =
            judging->samples->game->evaluate(position->pos, &judging->eval);
    return true;
}

static bool judge_all(const TrainCommand *command, const Samples *samples, int32_t *scores,
                      Error *err)
{
    Judging judging = {.samples = samples, .scores = scores};
    Net    *net = net_open(command->game, samples->options, command->other, err);
    if (net == NULL)
        return false;
    eval_setup(command->game->info->evals, 0, &judging.eval);
    judging.eval.net = net;
    bool ok =
        net_suits(net, command->game, samples->options)
            ? gamefile_each_position(command->data, command->game, judge_position, &judging, err)
            : error_set(err, ERROR_NET_OTHER_RULES, command->other, net->data.rules);
    net_delete(net);
    return ok;
}

static bool write_samples(const TrainCommand *command, const Samples *samples, Error *err)
{
    int      scale = command->setup.scale > 0 ? command->setup.scale : samples_usual_scale(samples);
    int32_t *judged = NULL;
    bool     ok = true;
    if (command->other != NULL) {
        judged = calloc(samples->count, sizeof judged[0]);
        ok = judged != NULL ? judge_all(command, samples, judged, err)
                            : error_set(err, ERROR_MEMORY);
    }
    ok = ok && samplefile_write(command->samples, samples, scale, judged, err);
    free(judged);
    return ok;
}

static int run(const Call *call)
{
    TrainCommand command = {0};
    Samples      samples = {0};
    Error        err;
    int          code = EXIT_OK;
    if (!read_settings(call, &command, &err))
        code = fail(EXIT_BAD_INPUT, &err);
    command.setup.report = tell_epoch;
    command.setup.user = (void *)(uintptr_t)call;
    if (code == EXIT_OK &&
        (!samples_read(&samples, command.data, command.game, command.held_out, &err) ||
         !(command.samples != NULL ? write_samples(&command, &samples, &err)
                                   : train(call, &command, &samples, &err))))
        code = fail(EXIT_FAILED, &err);
    net_delete(command.start);
    samples_free(&samples);
    str_free(&command.checkpoint);
    return code;
}

const Command command_train = {
    .name = "train",
    .usage = "GAME GAMES -o FILE | --samples FILE",
    .summary =
        TEXT("teach a net by games of selfplay", "entraîne un réseau avec des parties de selfplay"),
    .flags = flags,
    .given_size = sizeof(TrainFlags),
    .min_positionals = 2,
    .max_positionals = 2,
    .run = run,
};
