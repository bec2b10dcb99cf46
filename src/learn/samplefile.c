#include "learn/samplefile.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/frame.h"
#include "eval/net.h"

enum { VERSION = 1 };

static const Frame frame = {.magic = "PLSAMPL\n"}; /* written alone: no error is said of it */

static void put_head(const Samples *samples, const NetHead *names, int scale, bool is_judged,
                     Str *out)
{
    frame_begin(&frame, out);
    bytes_put(out, VERSION, 4);
    bytes_put(out, (uint64_t)samples->cells, 4);
    bytes_put(out, (uint64_t)samples->symmetry_count, 4);
    bytes_put(out, (uint64_t)scale, 4);
    bytes_put(out, is_judged, 4);
    str_bytes(out, names->game, NET_NAME_SIZE);
    str_bytes(out, names->rules, NET_RULES_SIZE);
    bytes_put(out, samples->count, 8);
    bytes_put(out, samples->own != NULL ? samples->own->record_size : samples->piece_count, 8);
}

static void put_features(const Samples *samples, Str *out)
{
    for (int view = 0; view < 2; view++)
        for (int symmetry = 0; symmetry < samples->symmetry_count; symmetry++)
            for (int piece = 0; piece < 2 * samples->cells; piece++)
                bytes_put(out, samples->features[view][symmetry][piece], 2);
}

static void put_pieces(const Samples *samples, Str *out)
{
    for (size_t i = 0; i < samples->count; i++)
        bytes_put(out, samples->at[i].count, 1);
    for (size_t i = 0; i < samples->piece_count; i++)
        bytes_put(out, samples->pieces[i], 2);
}

static void put_records(const Samples *samples, Str *out)
{
    for (size_t i = 0; i < samples->count; i++) {
        NetInput input = samples_input(samples, &samples->at[i]);
        samples->own->put_record(samples->own, &input, out);
    }
    samples->own->put_tables(samples->own, out);
}

static void put_rows(const Samples *samples, const int32_t *judged, Str *out)
{
    put_features(samples, out);
    for (size_t i = 0; i < samples->count; i++)
        bytes_put(out, (uint32_t)samples->at[i].score, 4);
    for (size_t i = 0; i < samples->count; i++)
        bytes_put(out, samples->at[i].points, 1);
    for (size_t i = 0; i < samples->count; i++)
        bytes_put(out, samples->at[i].is_held_out, 1);
    if (samples->own != NULL)
        put_records(samples, out);
    else
        put_pieces(samples, out);
    for (size_t i = 0; judged != NULL && i < samples->count; i++)
        bytes_put(out, (uint32_t)judged[i], 4);
}

bool samplefile_write(const char *path, const Samples *samples, int scale, const int32_t *judged,
                      Error *err)
{
    Str     out = {0};
    NetHead names; /* a net of these samples has the same words for the game and the rules */
    bool    ok =
        net_exists(samples->game)
               ? netfile_init_head(&names, NET_OF_CELLS, samples->game->info, samples->options, err)
               : error_set(err, ERROR_NET_NONE_OF_GAME, samples->game->info->id);
    if (ok) {
        put_head(samples, &names, scale, judged != NULL, &out);
        put_rows(samples, judged, &out);
        ok = out.failed ? error_set(err, ERROR_MEMORY)
                        : file_write(path, str_get(&out), out.size, err);
    }
    str_free(&out);
    return ok;
}
