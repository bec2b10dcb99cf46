#include "learn/gamefile.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/frame.h"
#include "base/rng.h"
#include "core/position.h"
#include "core/position_copy.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    VERSION = 1,
    HEAD_SIZE = FRAME_MAGIC + 4 + 4,
    BLOCK_HEAD = 4 + 4 + 8 + 4,
    MAX_HEAD = 1 << 16,
    MAX_BLOCK = 1 << 24
};

static const Frame frame = {.magic = "PLGAMES\n",
                            .least = HEAD_SIZE + FRAME_SUM,
                            .not_one = ERROR_GAMES_NOT_ONE,
                            .damaged = ERROR_GAMES_HEAD_DAMAGED};
static const char  block_magic[] = "BLK\n";

enum { OUTCOME_CUT = 3 }; /* beyond the points of the first player */

/* ---- numbers -----------------------------------------------------------------------------------
 */

static void put_varint(Str *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        str_char(out, (char)(value | 0x80));
    str_char(out, (char)value);
}

static bool get_varint(const uint8_t **at, const uint8_t *end, uint64_t most, uint64_t *out)
{
    uint64_t value = 0;
    for (int shift = 0; *at < end && shift < 63; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *out = value;
            return value <= most;
        }
    }
    return false;
}

static uint64_t code_of_score(int32_t score)
{
    assert(score == GAMEFILE_NO_SCORE || (score >= -SCORE_INF && score <= SCORE_INF));
    if (score == GAMEFILE_NO_SCORE)
        return 0;
    int64_t kept = score > GAMEFILE_BEST    ? GAMEFILE_BEST
                   : score < -GAMEFILE_BEST ? -GAMEFILE_BEST
                                            : score;
    return 1 + (kept < 0 ? (uint64_t)(-2 * kept - 1) : (uint64_t)(2 * kept));
}

static int32_t score_of_code(uint64_t code)
{
    assert(code <= 2 * GAMEFILE_BEST + 1);
    if (code == 0)
        return GAMEFILE_NO_SCORE;
    code--;
    return (code & 1) != 0 ? -(int32_t)((code + 1) / 2) : (int32_t)(code / 2);
}

/* ---- the head ----------------------------------------------------------------------------------
 */

void gamefile_head_free(GameFileHead *head)
{
    str_free(&head->start);
    str_free(&head->maker);
    head->game = NULL;
}

static void write_head(const GameFileHead *head, Str *out)
{
    Str text = {0};
    str_printf(&text, "%s\n%s\n%s\n", head->game->info->id, str_get(&head->start),
               str_get(&head->maker));
    size_t begin = out->size;
    frame_begin(&frame, out);
    bytes_put(out, VERSION, 4);
    bytes_put(out, text.size, 4);
    str_bytes(out, str_get(&text), text.size);
    out->failed |= text.failed;
    str_free(&text);
    frame_end(begin, out);
}

/* One line of the text; `*at` is moved behind it. */
static bool take_line(const char **at, const char *end, Str *out)
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    if (stop == NULL || memchr(*at, '\0', (size_t)(stop - *at)) != NULL)
        return false;
    str_bytes(out, *at, (size_t)(stop - *at));
    *at = stop + 1;
    return true;
}

static bool read_head_text(GameFileHead *head, const char *text, size_t size, Error *err)
{
    Str         name = {0};
    const char *at = text, *end = text + size;
    bool        ok = take_line(&at, end, &name) && take_line(&at, end, &head->start) &&
              take_line(&at, end, &head->maker) && at == end;
    if (!ok)
        error_set(err, ERROR_GAMES_HEAD_NOT_ONE);
    else
        ok = (head->game = game_named(str_get(&name), err)) != NULL;
    str_free(&name);
    return ok;
}

static bool read_start(GameReader *reader, Error *err)
{
    const Game *game = reader->head.game;
    int16_t     options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    reader->start = calloc(1, game->pos_size);
    if (reader->start == NULL)
        return error_set(err, ERROR_MEMORY);
    return position_parse(game, options, str_get(&reader->head.start), reader->start, err);
}

bool gamefile_read(GameReader *reader, const uint8_t *bytes, size_t size, Error *err)
{
    *reader = (GameReader){.bytes = bytes, .size = size};
    if (!frame_is(&frame, bytes, size, err))
        return false;
    if (bytes_get(bytes + FRAME_MAGIC, 4) != VERSION)
        return error_set(err, ERROR_GAMES_VERSION, (unsigned)bytes_get(bytes + FRAME_MAGIC, 4),
                         VERSION);
    size_t text = (size_t)bytes_get(bytes + FRAME_MAGIC + 4, 4);
    if (text > MAX_HEAD || text + HEAD_SIZE + FRAME_SUM > size)
        return error_set(err, ERROR_GAMES_HEAD_CUT);
    if (!frame_check(&frame, bytes, HEAD_SIZE + text, err))
        return false;
    reader->at = HEAD_SIZE + text + FRAME_SUM;
    return read_head_text(&reader->head, (const char *)bytes + HEAD_SIZE, text, err) &&
           read_start(reader, err);
}

void gamefile_reader_free(GameReader *reader)
{
    gamefile_head_free(&reader->head);
    free(reader->start);
    *reader = (GameReader){0};
}

/* ---- reading games -----------------------------------------------------------------------------
 */

static const Text no_block = TEXT("no block begins there", "aucun bloc ne commence là"),
                  bad_block = TEXT("a block that cannot be", "un bloc impossible"),
                  bad_sum = TEXT("wrong checksum", "mauvaise somme de contrôle"),
                  short_block = TEXT("a short block that is not the last",
                                     "un bloc court qui n'est pas le dernier"),
                  bad_game = TEXT("a game that cannot be", "une partie impossible"),
                  bad_move = TEXT("a move that is not legal", "un coup qui n'est pas légal"),
                  surplus = TEXT("more bytes than games", "plus d'octets que de parties");

static bool is_damaged(const GameReader *reader, const Text *how, Error *err)
{
    return error_set(err, ERROR_GAMES_DAMAGED, reader->at, how);
}

/* The block at reader->at; *is_end when there is none that was finished. */
static bool open_block(GameReader *reader, bool *is_end, Error *err)
{
    const uint8_t *block = reader->bytes + reader->at;
    size_t         room = reader->size - reader->at;
    *is_end = room < BLOCK_HEAD;
    reader->is_torn = *is_end && room > 0;
    if (*is_end)
        return true;
    if (memcmp(block, block_magic, 4) != 0)
        return is_damaged(reader, &no_block, err);
    uint32_t count = (uint32_t)bytes_get(block + 4, 4);
    uint64_t first = bytes_get(block + 8, 8);
    size_t   size = (size_t)bytes_get(block + 16, 4);
    if (count == 0 || count > GAMEFILE_BLOCK_GAMES || size > MAX_BLOCK || first != reader->next)
        return is_damaged(reader, &bad_block, err);
    if (BLOCK_HEAD + size + FRAME_SUM > room) {
        *is_end = reader->is_torn = true;
        return true;
    }
    if (!frame_check(&frame, block, BLOCK_HEAD + size, NULL))
        return is_damaged(reader, &bad_sum, err);
    if (count < GAMEFILE_BLOCK_GAMES && BLOCK_HEAD + size + FRAME_SUM < room)
        return is_damaged(reader, &short_block, err);
    reader->game_at = block + BLOCK_HEAD;
    reader->block_end = reader->game_at + size;
    reader->left = count;
    return true;
}

static bool read_moves(GameReader *reader, LearntGame *out, PositionCopy *copy)
{
    for (int ply = 0; ply < out->plies; ply++) {
        Move     moves[MAX_MOVES];
        uint64_t place, code;
        int      count = copy->game->gen(copy->pos, moves);
        if (!get_varint(&reader->game_at, reader->block_end, MAX_MOVES, &place) ||
            !get_varint(&reader->game_at, reader->block_end, 2 * GAMEFILE_BEST + 1, &code) ||
            place >= (uint64_t)count)
            return false;
        out->moves[ply] = moves[place];
        out->scores[ply] = score_of_code(code);
        position_copy_make(copy, moves[place]);
    }
    return true;
}

static bool read_game(GameReader *reader, LearntGame *out, Error *err)
{
    PositionCopy copy;
    uint64_t     plies, opening, outcome;
    if (!get_varint(&reader->game_at, reader->block_end, GAMEFILE_MAX_PLIES, &plies) ||
        !get_varint(&reader->game_at, reader->block_end, plies, &opening) ||
        !get_varint(&reader->game_at, reader->block_end, OUTCOME_CUT, &outcome))
        return is_damaged(reader, &bad_game, err);
    out->number = reader->next;
    out->plies = (int)plies;
    out->opening = (int)opening;
    out->is_cut = outcome == OUTCOME_CUT;
    out->points = out->is_cut ? 1 : (int)outcome;
    if (!position_copy_init(&copy, reader->head.game, reader->start, err))
        return false;
    bool ok = read_moves(reader, out, &copy);
    position_copy_free(&copy);
    return ok ? true : is_damaged(reader, &bad_move, err);
}

bool gamefile_next(GameReader *reader, LearntGame *out, bool *is_end, Error *err)
{
    *is_end = false;
    if (reader->left == 0 && (!open_block(reader, is_end, err) || *is_end))
        return *is_end;
    if (!read_game(reader, out, err))
        return false;
    reader->next++;
    reader->left--;
    if (reader->left == 0) {
        if (reader->game_at != reader->block_end)
            return is_damaged(reader, &surplus, err);
        reader->at = (size_t)(reader->block_end + FRAME_SUM - reader->bytes);
    }
    return true;
}

static bool visit_game(const GameReader *reader, const LearntGame *played, PositionCopy *copy,
                       PositionVisitor *visit, void *user, Error *err)
{
    assert(played->plies >= 0 && played->plies <= GAMEFILE_MAX_PLIES);
    position_copy_set(copy, reader->start);
    for (int ply = 0; ply < played->plies; ply++) {
        LearntPosition position = {.pos = copy->pos,
                                   .move = played->moves[ply],
                                   .score = played->scores[ply],
                                   .points = copy->game->side(copy->pos) == 0 ? played->points
                                                                              : 2 - played->points,
                                   .number = played->number};
        if (position.score != GAMEFILE_NO_SCORE && !visit(&position, user, err))
            return false;
        position_copy_make(copy, played->moves[ply]);
    }
    return true;
}

static bool visit_games(GameReader *reader, PositionVisitor *visit, void *user, Error *err)
{
    PositionCopy copy;
    LearntGame  *played = malloc(sizeof *played);
    bool         is_end = false;
    bool         ok = position_copy_init(&copy, reader->head.game, NULL, err);
    if (played == NULL)
        ok = error_set(err, ERROR_MEMORY);
    while (ok && (ok = gamefile_next(reader, played, &is_end, err)) && !is_end)
        ok = visit_game(reader, played, &copy, visit, user, err);
    position_copy_free(&copy);
    free(played);
    return ok;
}

bool gamefile_each_position(const char *path, const Game *game, PositionVisitor *visit, void *user,
                            Error *err)
{
    GameReader  reader;
    const void *bytes;
    size_t      size;
    if (!file_map(path, &bytes, &size, err))
        return false;
    bool ok = gamefile_read(&reader, bytes, size, err);
    if (ok && reader.head.game != game)
        ok = error_set(err, ERROR_GAMES_OTHER_GAME, reader.head.game->info->id, game->info->id);
    ok = ok && visit_games(&reader, visit, user, err);
    gamefile_reader_free(&reader);
    file_unmap(bytes, size);
    return ok ? true : error_prefix(err, path);
}

bool gamefile_is_held_out(uint64_t number, int percent)
{
    assert(percent >= 0 && percent <= 100);
    return rng_mix(number + UINT64_C(0x686f6c64)) % 100 < (uint64_t)percent;
}

/* ---- writing -----------------------------------------------------------------------------------
 */

struct GameWriter {
    int      fd;
    char    *path;
    uint64_t first;      /* number of the first game of the block */
    uint32_t count;      /* games in the block so far */
    Str      games;      /* their bytes */
    off_t    block_at;   /* where the block goes */
    bool     is_written; /* all of the block is in the file already */
};

static int place_of(const Game *game, const void *pos, Move move)
{
    Move moves[MAX_MOVES];
    int  count = game->gen(pos, moves), place = 0;
    while (place < count && moves[place] != move)
        place++;
    assert(place < count);
    return place;
}

void gamefile_encode(const Game *game, const void *start, const LearntGame *played, Str *out)
{
    assert(played->plies >= 0 && played->plies <= GAMEFILE_MAX_PLIES);
    assert(played->opening >= 0 && played->opening <= played->plies && played->points >= 0 &&
           played->points <= 2);
    PositionCopy copy;
    if (!position_copy_init(&copy, game, start, NULL)) {
        out->failed = true;
        return;
    }
    put_varint(out, (uint64_t)played->plies);
    put_varint(out, (uint64_t)played->opening);
    put_varint(out, played->is_cut ? OUTCOME_CUT : (uint64_t)played->points);
    for (int ply = 0; ply < played->plies; ply++) {
        put_varint(out, (uint64_t)place_of(game, copy.pos, played->moves[ply]));
        put_varint(out, code_of_score(played->scores[ply]));
        position_copy_make(&copy, played->moves[ply]);
    }
    position_copy_free(&copy);
}

static bool cannot(const GameWriter *writer, Error *err)
{
    return error_set(err, ERROR_IN, writer->path, system_error(errno));
}

static bool write_at(const GameWriter *writer, const Str *bytes, off_t at, Error *err)
{
    for (size_t done = 0; done < bytes->size;) {
        ssize_t count =
            pwrite(writer->fd, bytes->text + done, bytes->size - done, at + (off_t)done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return cannot(writer, err);
        done += (size_t)count;
    }
    return fsync(writer->fd) == 0 ? true : cannot(writer, err);
}

static bool write_block(GameWriter *writer, Error *err)
{
    assert(writer->count > 0 && writer->count <= GAMEFILE_BLOCK_GAMES);
    Str block = {0};
    str_bytes(&block, block_magic, 4);
    bytes_put(&block, writer->count, 4);
    bytes_put(&block, writer->first, 8);
    bytes_put(&block, writer->games.size, 4);
    str_bytes(&block, str_get(&writer->games), writer->games.size);
    frame_end(0, &block);
    bool ok = block.failed || writer->games.failed
                  ? error_set(err, ERROR_MEMORY)
                  : write_at(writer, &block, writer->block_at, err);
    if (ok && writer->count == GAMEFILE_BLOCK_GAMES) {
        writer->block_at += (off_t)block.size;
        writer->first += writer->count;
        writer->count = 0;
        str_clear(&writer->games);
    }
    writer->is_written = ok;
    str_free(&block);
    return ok;
}

bool gamefile_add(GameWriter *writer, const Str *encoded, Error *err)
{
    assert(writer->count < GAMEFILE_BLOCK_GAMES);
    str_bytes(&writer->games, str_get(encoded), encoded->size);
    if (writer->games.failed || encoded->failed)
        return error_set(err, ERROR_MEMORY);
    writer->count++;
    writer->is_written = false;
    return writer->count < GAMEFILE_BLOCK_GAMES || write_block(writer, err);
}

static void free_writer(GameWriter *writer)
{
    if (writer->fd >= 0)
        close(writer->fd);
    str_free(&writer->games);
    free(writer->path);
    free(writer);
}

bool gamefile_close(GameWriter *writer, Error *err)
{
    if (writer == NULL)
        return true;
    bool ok = writer->count == 0 || writer->is_written || write_block(writer, err);
    free_writer(writer);
    return ok;
}

/* Reads the file to its end, so that writing goes on behind the last whole block, or in a short
 * last one. */
static bool find_end(GameWriter *writer, const uint8_t *bytes, size_t size, const Str *head,
                     Error *err)
{
    GameReader  reader;
    LearntGame *game = malloc(sizeof *game);
    bool        is_end = false;
    bool        ok =
        game != NULL ? gamefile_read(&reader, bytes, size, err) : error_set(err, ERROR_MEMORY);
    if (ok && (size < head->size || memcmp(bytes, head->text, head->size) != 0))
        ok = error_set(err, ERROR_GAMES_OTHER_WAY, str_get(&reader.head.maker));
    while (ok && !is_end) {
        const uint8_t *begin = reader.left == 0 ? NULL : reader.game_at;
        size_t         at = reader.at;
        ok = gamefile_next(&reader, game, &is_end, err);
        if (ok && !is_end && begin == NULL) {
            writer->block_at = (off_t)at;
            writer->first = game->number;
            writer->count = 0;
        }
        writer->count += ok && !is_end;
    }
    if (ok && writer->count == GAMEFILE_BLOCK_GAMES) {
        writer->block_at = (off_t)reader.at;
        writer->first = reader.next;
        writer->count = 0;
    }
    if (ok && writer->count > 0) {
        const uint8_t *games = bytes + writer->block_at + BLOCK_HEAD;
        str_bytes(&writer->games, (const char *)games, (size_t)bytes_get(games - 4, 4));
        writer->is_written = true;
    }
    if (game != NULL)
        gamefile_reader_free(&reader);
    free(game);
    return ok;
}

/* True with *is_there false where there is no file yet, or one whose head was never finished. */
static bool open_old(GameWriter *writer, const Str *head, bool *is_there, Error *err)
{
    struct stat state;
    const void *bytes;
    size_t      size;
    if (fstat(writer->fd, &state) != 0)
        return cannot(writer, err);
    *is_there = (size_t)state.st_size >= head->size;
    if (state.st_size == 0)
        return true;
    if (!file_map(writer->path, &bytes, &size, err))
        return false;
    bool is_torn_head = size < head->size && memcmp(bytes, head->text, size) == 0;
    bool ok =
        is_torn_head || find_end(writer, bytes, size, head, err) || error_prefix(err, writer->path);
    file_unmap(bytes, size);
    return ok;
}

static bool open_writer(GameWriter *writer, const Str *head, Error *err)
{
    bool is_there = false;
    writer->fd = open(writer->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (writer->fd < 0)
        return cannot(writer, err);
    if (flock(writer->fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(err, ERROR_GAMES_IN_USE, writer->path);
    writer->block_at = (off_t)head->size;
    if (!open_old(writer, head, &is_there, err) || (!is_there && !write_at(writer, head, 0, err)))
        return false;
    /* A torn block goes; a short one stays until it is written anew. */
    return writer->is_written || ftruncate(writer->fd, writer->block_at) == 0 ? true
                                                                              : cannot(writer, err);
}

GameWriter *gamefile_open(const char *path, const GameFileHead *head, uint64_t *next, Error *err)
{
    Str         bytes = {0};
    GameWriter *writer = calloc(1, sizeof *writer);
    write_head(head, &bytes);
    if (writer != NULL)
        writer->path = strdup(path);
    bool ok = writer != NULL && writer->path != NULL && !bytes.failed;
    if (!ok)
        error_set(err, ERROR_MEMORY);
    if (writer != NULL)
        writer->fd = -1;
    ok = ok && open_writer(writer, &bytes, err);
    str_free(&bytes);
    if (!ok && writer != NULL)
        free_writer(writer);
    if (!ok)
        return NULL;
    *next = writer->first + writer->count;
    return writer;
}
