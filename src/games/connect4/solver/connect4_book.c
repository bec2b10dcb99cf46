#include "games/connect4/solver/connect4_book.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/file.h"

#include <string.h>

enum {
    WORD = 8,
    HEADER = 3 * WORD,
    VERSION = 1,
    SCORE_BIAS = 128,
    MAX_BOOK_PLIES = 20,
    MAX_BOOK_BYTES = 256 << 20
};

#define MAGIC UINT64_C(0x346b6f6f42616c50) /* "PlaBook4" */

/* connect4_book_data.S: the file itself, between two names. */
extern const unsigned char connect4_book_begin[], connect4_book_end[];

static uint64_t read_word(const unsigned char *bytes)
{
    uint64_t word = 0;
    for (int i = WORD - 1; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

static void write_word(uint64_t word, Str *out)
{
    for (int i = 0; i < WORD; i++)
        str_char(out, (char)(word >> 8 * i & 0xff));
}

bool connect4_book_read(Connect4Book *book, const unsigned char *bytes, size_t size, Error *err)
{
    if (size < HEADER + WORD || read_word(bytes) != MAGIC)
        return error_set(err, ERROR_CONNECT4_BOOK_NOT_ONE);
    uint64_t kind = read_word(bytes + WORD), count = read_word(bytes + 2 * WORD);
    int plies = (int)(kind & 0xff), rows = (int)(kind >> 16 & 0xff), cols = (int)(kind >> 8 & 0xff);
    bool is_board = (rows == 0 && cols == 0) || (rows > 0 && cols > 0);
    if (kind >> 32 != VERSION || plies < 1 || plies > MAX_BOOK_PLIES || !is_board)
        return error_set(err, ERROR_CONNECT4_BOOK_VERSION);
    if (count != (size - HEADER - WORD) / WORD || size % WORD != 0)
        return error_set(err, ERROR_CONNECT4_BOOK_CUT);
    if (checksum_bytes(bytes, size - WORD) != read_word(bytes + size - WORD))
        return error_set(err, ERROR_CONNECT4_BOOK_DAMAGED);
    book->entries = bytes + HEADER;
    book->count = (size_t)count;
    book->plies = plies;
    book->rows = rows;
    book->cols = cols;
    return true;
}

bool connect4_book_open(Connect4Book *book, const char *folder, Error *err)
{
    *book = (Connect4Book){0};
    if (folder == NULL) {
        size_t size = (size_t)(connect4_book_end - connect4_book_begin);
        return size == 0 || connect4_book_read(book, connect4_book_begin, size, err);
    }
    Str  path = {0};
    bool ok;
    str_printf(&path, "%s/connect4.book", folder);
    ok = file_read(str_get(&path), MAX_BOOK_BYTES, &book->file, err) &&
         (connect4_book_read(book, (const unsigned char *)str_get(&book->file), book->file.size,
                             err) ||
          error_prefix(err, str_get(&path)));
    str_free(&path);
    if (!ok)
        connect4_book_close(book);
    return ok;
}

void connect4_book_close(Connect4Book *book)
{
    str_free(&book->file);
    *book = (Connect4Book){0};
}

bool connect4_book_probe(const Connect4Book *book, uint64_t key, int *score)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t   middle = low + (high - low) / 2;
        uint64_t word = read_word(book->entries + middle * WORD);
        if (word >> 8 == key) {
            *score = (int)(word & 0xff) - SCORE_BIAS;
            return true;
        }
        if (word >> 8 < key)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

void connect4_book_format(const Connect4Book *book, const uint64_t words[], size_t count, Str *out)
{
    uint64_t kind = (uint64_t)VERSION << 32 | (uint64_t)book->rows << 16 |
                    (uint64_t)book->cols << 8 | (uint64_t)book->plies;
    size_t begin = out->size;
    write_word(MAGIC, out);
    write_word(kind, out);
    write_word(count, out);
    for (size_t i = 0; i < count; i++)
        write_word(words[i], out);
    if (!out->failed)
        write_word(checksum_bytes(out->text + begin, out->size - begin), out);
}
