#include "games/fousfous/fousfous_tables.h"

#include "base/checksum.h"
#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* fousfous_data.S: the files of 2 to FOUSFOUS_BUILT_IN pieces, one behind the other. */
extern const uint8_t fousfous_built_in[], fousfous_built_in_end[];

/* Numbers are written with the low byte first. */
enum {
    VERSION = 1,
    AT_MAGIC = 0,
    AT_VERSION = 8,
    AT_PIECES = 12,
    AT_GAME = 16,
    AT_BYTES = 32,
    AT_CHECKSUM = 40,
    AT_WON = 48,
    AT_LOST = 56,
    AT_HEADER_CHECKSUM = 64,
    MAGIC_SIZE = 8,
    GAME_SIZE = 16
};

static const char magic[MAGIC_SIZE + 1] = "PLTABLE\n";
static const char game_name[GAME_SIZE] = "fousfous 8x8";

static uint64_t get(const uint8_t *bytes, int at, int size)
{
    uint64_t value = 0;
    for (int i = size; i-- > 0;)
        value = value << 8 | bytes[at + i];
    return value;
}

static void put(uint8_t *bytes, int at, int size, uint64_t value)
{
    for (int i = 0; i < size; i++)
        bytes[at + i] = (uint8_t)(value >> 8 * i);
}

size_t fousfous_table_bytes(const FousfousIndex *index, int pieces)
{
    return (((size_t)index->blocks[pieces] << pieces) + 7) / 8;
}

bool fousfous_table_check(const uint8_t *bytes, size_t size, int pieces, TableLayer *out,
                          Error *err)
{
    if (size < FOUSFOUS_TABLE_HEADER || memcmp(bytes + AT_MAGIC, magic, MAGIC_SIZE) != 0)
        return error_set(err, "not an endgame table");
    if (get(bytes, AT_HEADER_CHECKSUM, 8) != checksum_bytes(bytes, AT_HEADER_CHECKSUM))
        return error_set(err, "the header is damaged; delete the file and build it again");
    if (get(bytes, AT_VERSION, 4) != VERSION ||
        memcmp(bytes + AT_GAME, game_name, GAME_SIZE) != 0 ||
        get(bytes, AT_PIECES, 4) != (uint64_t)pieces)
        return error_set(err, "a table of another game, version or number of pieces");
    *out = (TableLayer){.pieces = pieces,
                        .won = get(bytes, AT_WON, 8),
                        .lost = get(bytes, AT_LOST, 8),
                        .bytes = get(bytes, AT_BYTES, 8),
                        .checksum = get(bytes, AT_CHECKSUM, 8)};
    if (size - FOUSFOUS_TABLE_HEADER < out->bytes)
        return error_set(err, "cut short; delete the file and build it again");
    if (checksum_bytes(bytes + FOUSFOUS_TABLE_HEADER, out->bytes) != out->checksum)
        return error_set(err, "damaged (wrong checksum); delete the file and build it again");
    return true;
}

void fousfous_table_seal(uint8_t *bytes, TableLayer *layer)
{
    layer->checksum = checksum_bytes(bytes + FOUSFOUS_TABLE_HEADER, layer->bytes);
    memset(bytes, 0, FOUSFOUS_TABLE_HEADER);
    memcpy(bytes + AT_MAGIC, magic, MAGIC_SIZE);
    put(bytes, AT_VERSION, 4, VERSION);
    put(bytes, AT_PIECES, 4, (uint64_t)layer->pieces);
    memcpy(bytes + AT_GAME, game_name, GAME_SIZE);
    put(bytes, AT_BYTES, 8, layer->bytes);
    put(bytes, AT_CHECKSUM, 8, layer->checksum);
    put(bytes, AT_WON, 8, layer->won);
    put(bytes, AT_LOST, 8, layer->lost);
    put(bytes, AT_HEADER_CHECKSUM, 8, checksum_bytes(bytes, AT_HEADER_CHECKSUM));
}

bool fousfous_table_path(const char *folder, int pieces, Str *out, Error *err)
{
    str_clear(out);
    if (folder != NULL)
        str_text(out, folder);
    else if (!file_cache_folder(out))
        return error_set(err, "no folder for tables: neither XDG_CACHE_HOME nor HOME is set");
    if (pieces > 0)
        str_printf(out, "/fousfous-%d.tbl", pieces);
    return out->failed ? error_set(err, "out of memory") : true;
}

const uint8_t *fousfous_table_built_in(const FousfousIndex *index, int pieces, size_t *size)
{
    const uint8_t *bytes = fousfous_built_in;
    for (int k = 2; k < pieces; k++)
        bytes += FOUSFOUS_TABLE_HEADER + fousfous_table_bytes(index, k);
    *size = (size_t)(fousfous_built_in_end - bytes);
    return bytes;
}

static bool open_file(FousfousTables *tables, const char *path, int pieces, Error *err)
{
    TableLayer layer;
    if (!file_map(path, &tables->mapped[pieces], &tables->mapped_size[pieces], err))
        return false;
    const uint8_t *bytes = tables->mapped[pieces];
    madvise((void *)(uintptr_t)bytes, tables->mapped_size[pieces], MADV_WILLNEED);
    if (!fousfous_table_check(bytes, tables->mapped_size[pieces], pieces, &layer, err))
        return error_prefix(err, path);
    if (layer.bytes != fousfous_table_bytes(tables->index, pieces))
        return error_set(err, "%s: has the wrong size", path);
    tables->bits[pieces] = bytes + FOUSFOUS_TABLE_HEADER;
    return true;
}

bool fousfous_tables_open(FousfousTables *tables, const char *folder, int largest, Error *err)
{
    static const uint8_t one_piece[4] = {0xaa, 0xaa, 0xaa, 0xaa};
    memset(tables, 0, sizeof *tables);
    tables->index = fousfous_index_new();
    if (tables->index == NULL)
        return error_set(err, "out of memory");
    tables->bits[1] = one_piece; /* his own: won; the enemy's: lost */
    tables->largest = 1;
    for (int k = 2; k <= FOUSFOUS_BUILT_IN && k <= largest; k++) {
        size_t size;
        tables->bits[k] = fousfous_table_built_in(tables->index, k, &size) + FOUSFOUS_TABLE_HEADER;
        tables->largest = k;
    }
    Str  path = {0};
    bool ok = true;
    for (int k = FOUSFOUS_BUILT_IN + 1; ok && k <= largest; k++) {
        Error ignored;
        if (!fousfous_table_path(folder, k, &path, &ignored) || access(str_get(&path), F_OK) != 0)
            break;
        ok = open_file(tables, str_get(&path), k, err);
        tables->largest = ok ? k : tables->largest;
    }
    str_free(&path);
    return ok;
}

void fousfous_tables_close(FousfousTables *tables)
{
    for (int k = 0; k <= FOUSFOUS_MAX_TABLE; k++)
        file_unmap(tables->mapped[k], tables->mapped_size[k]);
    free(tables->index);
    memset(tables, 0, sizeof *tables);
}
