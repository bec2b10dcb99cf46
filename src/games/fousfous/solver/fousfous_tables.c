#include "games/fousfous/solver/fousfous_tables.h"

#include "base/errors.h"
#include "base/file.h"
#include "games/fousfous/fousfous.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* fousfous_data.S: the files of 2 to FOUSFOUS_BUILT_IN pieces, one behind the other. */
extern const uint8_t fousfous_built_in[], fousfous_built_in_end[];

size_t fousfous_table_bytes(const FousfousIndex *index, int pieces)
{
    return (((size_t)index->blocks[pieces] << pieces) + 7) / 8;
}

const uint8_t *fousfous_table_built_in(const FousfousIndex *index, int pieces, size_t *size)
{
    const uint8_t *bytes = fousfous_built_in;
    for (int k = 2; k < pieces; k++)
        bytes += TABLEFILE_HEADER + fousfous_table_bytes(index, k);
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
    if (!tablefile_check_once(path, bytes, tables->mapped_size[pieces], FOUSFOUS_TABLE_NAME, pieces,
                              &layer, err))
        return error_prefix(err, path);
    if (layer.bytes != fousfous_table_bytes(tables->index, pieces))
        return error_set(err, ERROR_FOUSFOUS_TABLE_SIZE, path);
    tables->bits[pieces] = bytes + TABLEFILE_HEADER;
    return true;
}

bool fousfous_tables_open(FousfousTables *tables, const char *folder, int largest, Error *err)
{
    static const uint8_t one_piece[4] = {0xaa, 0xaa, 0xaa, 0xaa};
    memset(tables, 0, sizeof *tables);
    tables->index = fousfous_index_new();
    if (tables->index == NULL)
        return error_set(err, ERROR_MEMORY);
    tables->bits[1] = one_piece; /* the mover's own: won; the enemy's: lost */
    tables->largest = 1;
    for (int k = 2; k <= FOUSFOUS_BUILT_IN && k <= largest; k++) {
        size_t size;
        tables->bits[k] = fousfous_table_built_in(tables->index, k, &size) + TABLEFILE_HEADER;
        tables->largest = k;
    }
    Str  path = {0};
    bool ok = true;
    for (int k = FOUSFOUS_BUILT_IN + 1; ok && k <= largest; k++) {
        Error ignored;
        if (!tablefile_path(folder, fousfous_info.id, k, &path, &ignored) ||
            access(str_get(&path), F_OK) != 0)
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
    for (int k = 0; k <= FOUSFOUS_MAX_TABLE; k++)
        free(tables->made[k]);
    free(tables->low);
    free(tables->high);
    free(tables->index);
    memset(tables, 0, sizeof *tables);
}
