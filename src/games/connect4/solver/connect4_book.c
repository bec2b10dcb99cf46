#include "games/connect4/solver/connect4_book.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "games/connect4/solver/connect4_file.h"

enum { HEADER = CONNECT4_FILE_HEAD + CONNECT4_WORD, SCORE_BIAS = 128 };

/* connect4_book_data.S: the file itself, between two names. */
extern const unsigned char connect4_book_begin[], connect4_book_end[];

static const Connect4FileKind book_kind = {
    .frame = {.magic = "PlaBook4",
              .least = HEADER + FRAME_SUM,
              .not_one = ERROR_CONNECT4_BOOK_NOT_ONE,
              .damaged = ERROR_CONNECT4_BOOK_DAMAGED},
    .other_version = ERROR_CONNECT4_BOOK_VERSION,
    .name = "connect4.book",
    .begin = connect4_book_begin,
    .end = connect4_book_end,
};

bool connect4_book_read(Connect4Book *book, const unsigned char *bytes, size_t size, Error *err)
{
    Connect4FileHead head;
    if (!connect4_file_read_head(&book_kind, bytes, size, &head, err))
        return false;
    uint64_t count = bytes_get_word(bytes + CONNECT4_FILE_HEAD);
    if (count != (size - HEADER - FRAME_SUM) / CONNECT4_WORD || size % CONNECT4_WORD != 0)
        return error_set(err, ERROR_CONNECT4_BOOK_CUT);
    if (!frame_check(&book_kind.frame, bytes, size - FRAME_SUM, err))
        return false;
    book->entries = bytes + HEADER;
    book->count = (size_t)count;
    book->plies = head.plies;
    book->rows = head.rows;
    book->cols = head.cols;
    return true;
}

bool connect4_book_open(Connect4Book *book, const char *folder, Error *err)
{
    const unsigned char *bytes;
    size_t               size;
    *book = (Connect4Book){0};
    if (connect4_file_find(&book_kind, folder, &book->file, &bytes, &size, err) &&
        (size == 0 || connect4_book_read(book, bytes, size, err) ||
         connect4_file_blame(&book_kind, folder, err)))
        return true;
    connect4_book_close(book);
    return false;
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
        uint64_t word = bytes_get_word(book->entries + middle * CONNECT4_WORD);
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
    const Connect4FileHead head = {.plies = book->plies, .rows = book->rows, .cols = book->cols};
    size_t                 begin = out->size;
    connect4_file_begin(&book_kind, &head, out);
    bytes_put(out, count, CONNECT4_WORD);
    for (size_t i = 0; i < count; i++)
        bytes_put(out, words[i], CONNECT4_WORD);
    frame_end(begin, out);
}
