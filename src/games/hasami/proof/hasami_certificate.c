#include "games/hasami/proof/hasami_certificate.h"

#include "base/checksum.h"
#include "base/errors.h"
#include "base/parse.h"
#include "core/position.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file: these lines, one for each record, and the sum of all bytes before the last line. */
static const char title[] = "plateau hasami certificate 1\n";
static const char sum_word[] = "sum ";
enum { SUM_LINE = sizeof sum_word - 1 + 16 + 1, FIRST_CAPACITY = 1 << 10 };
enum { GRID_MOST = HASAMI_CELLS + HASAMI_SIZE, LINE_MOST = GRID_MOST + 6 };

static const char *const claims[2] = {"black cannot lose", "white cannot lose"};

/* ---- records -----------------------------------------------------------------------------------
 */

static bool has_bit(HasamiCells set, int bit) { return (set >> bit & 1) != 0; }

static void format_grid(const HasamiRecord *record, Str *out)
{
    for (int row = 0; row < HASAMI_SIZE; row++) {
        int gap = 0;
        for (int col = 0; col < HASAMI_SIZE; col++) {
            int  bit = HASAMI_STEP_ROW * row + col;
            bool is_black = has_bit(record->piece[0], bit);
            if (!is_black && !has_bit(record->piece[1], bit)) {
                gap++;
                continue;
            }
            if (gap > 0)
                str_char(out, (char)('0' + gap));
            str_char(out, is_black ? 'b' : 'w');
            gap = 0;
        }
        if (gap > 0)
            str_char(out, (char)('0' + gap));
        if (row + 1 < HASAMI_SIZE)
            str_char(out, '/');
    }
}

static void format_cell(int cell, Str *out)
{
    str_char(out, (char)('a' + cell % HASAMI_SIZE));
    str_char(out, (char)('0' + HASAMI_SIZE - cell / HASAMI_SIZE));
}

void hasami_record_format(const HasamiRecord *record, Str *out)
{
    format_grid(record, out);
    str_char(out, ' ');
    format_cell(record->from, out);
    format_cell(record->to, out);
}

static bool parse_row(const char **at, const char *end, int row, HasamiRecord *out)
{
    int  col = 0;
    bool after_gap = false;
    while (col < HASAMI_SIZE && *at < end) {
        char c = *(*at)++;
        if (c >= '1' && c <= '9' && !after_gap) {
            col += c - '0';
            after_gap = true;
        } else if (c == 'b' || c == 'w') {
            out->piece[c == 'w'] |= (HasamiCells)1 << (HASAMI_STEP_ROW * row + col++);
            after_gap = false;
        } else {
            return false;
        }
    }
    return col == HASAMI_SIZE;
}

static bool parse_cell(const char *text, uint8_t *out)
{
    if (text[0] < 'a' || text[0] > 'i' || text[1] < '1' || text[1] > '9')
        return false;
    *out = (uint8_t)(HASAMI_SIZE * ('9' - text[1]) + text[0] - 'a');
    return true;
}

bool hasami_record_parse(const char *text, size_t size, HasamiRecord *out)
{
    const char *at = text, *end = text + size;
    memset(out, 0, sizeof *out);
    for (int row = 0; row < HASAMI_SIZE; row++) {
        if (!parse_row(&at, end, row, out) || at == end)
            return false;
        if (*at++ != (row + 1 < HASAMI_SIZE ? '/' : ' '))
            return false;
    }
    return end - at == 4 && parse_cell(at, &out->from) && parse_cell(at + 2, &out->to) &&
           hasami_cells_size(out->piece[0]) <= HASAMI_MAX_PIECES &&
           hasami_cells_size(out->piece[1]) <= HASAMI_MAX_PIECES;
}

static int mirror_cell(int cell) { return cell + HASAMI_SIZE - 1 - 2 * (cell % HASAMI_SIZE); }

static HasamiCells mirror_cells(HasamiCells set)
{
    HasamiCells mirrored = 0;
    for (; set != 0; set &= set - 1) {
        int cell = mirror_cell(hasami_bit_to_cell(hasami_cells_low(set)));
        mirrored |= (HasamiCells)1 << hasami_cell_to_bit(cell);
    }
    return mirrored;
}

static int compare_pieces(const HasamiRecord *a, const HasamiRecord *b)
{
    for (int colour = 0; colour < 2; colour++)
        if (a->piece[colour] != b->piece[colour])
            return a->piece[colour] < b->piece[colour] ? -1 : 1;
    return 0;
}

void hasami_record_settle(HasamiRecord *record)
{
    HasamiRecord mirrored = {{mirror_cells(record->piece[0]), mirror_cells(record->piece[1])},
                             (uint8_t)mirror_cell(record->from),
                             (uint8_t)mirror_cell(record->to)};
    if (compare_pieces(&mirrored, record) < 0)
        *record = mirrored;
}

static int compare_records(const void *a, const void *b) { return compare_pieces(a, b); }

/* ---- lists -------------------------------------------------------------------------------------
 */

bool hasami_certificate_begin(HasamiCertificate *certificate, const Game *game,
                              const hasami_pos *start, int side, Error *err)
{
    *certificate = (HasamiCertificate){.game = game, .start = *start, .side = side};
    if (!hasami_fortress_rules(start->option, &certificate->rules, err))
        return false;
    if (certificate->rules.counts_at_clock)
        return error_set(err, ERROR_HASAMI_SAFE_CLOCK);
    return hasami_play(start) == PLAY_ON || error_set(err, ERROR_HASAMI_SAFE_OVER);
}

void hasami_certificate_free(HasamiCertificate *certificate)
{
    free(certificate->records);
    *certificate = (HasamiCertificate){0};
}

bool hasami_certificate_add(HasamiCertificate *certificate, const HasamiRecord *record)
{
    if (certificate->count == certificate->capacity) {
        size_t capacity = certificate->capacity > 0 ? 2 * certificate->capacity : FIRST_CAPACITY;
        HasamiRecord *grown = realloc(certificate->records, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        certificate->records = grown;
        certificate->capacity = capacity;
    }
    certificate->records[certificate->count++] = *record;
    return true;
}

bool hasami_certificate_format(HasamiCertificate *certificate, Str *out, Error *err)
{
    if (certificate->count > 0)
        qsort(certificate->records, certificate->count, sizeof *certificate->records,
              compare_records);
    str_text(out, title);
    str_printf(out, "%s\nposition ", claims[certificate->side]);
    position_format(certificate->game, &certificate->start, out);
    str_printf(out, "\nrecords %zu\n", certificate->count);
    for (size_t i = 0; i < certificate->count; i++) {
        hasami_record_format(&certificate->records[i], out);
        str_char(out, '\n');
    }
    uint64_t sum = checksum_bytes(str_get(out), out->size);
    str_printf(out, "%s%016" PRIx64 "\n", sum_word, sum);
    return out->failed ? error_set(err, ERROR_MEMORY) : true;
}

/* ---- reading -----------------------------------------------------------------------------------
 */

typedef struct {
    const char *at, *end;
} HasamiReader;

/* The next line, without its end; NULL when there is none. */
static const char *next_line(HasamiReader *reader, size_t *size)
{
    const char *line = reader->at;
    const char *stop = memchr(line, '\n', (size_t)(reader->end - line));
    if (stop == NULL)
        return NULL;
    *size = (size_t)(stop - line);
    reader->at = stop + 1;
    return line;
}

/* The rest of the next line, which must begin with the word. */
static bool read_word(HasamiReader *reader, const char *word, char *out, size_t size)
{
    size_t      length, skip = strlen(word);
    const char *line = next_line(reader, &length);
    if (line == NULL || length < skip || memcmp(line, word, skip) != 0 || length - skip >= size)
        return false;
    memcpy(out, line + skip, length - skip);
    out[length - skip] = '\0';
    return true;
}

static bool read_header(HasamiReader *reader, HasamiCertificate *certificate, int64_t *records,
                        Error *err)
{
    char       claim[40], root[1000], count[40];
    int16_t    options[MAX_OPTIONS];
    hasami_pos start;
    int        side;
    if (!read_word(reader, "", claim, sizeof claim))
        return error_set(err, ERROR_CERTIFICATE_OTHER_GAME, hasami_info.id);
    for (side = 0; side < 2 && strcmp(claim, claims[side]) != 0; side++)
        ;
    if (side == 2 || !read_word(reader, "position ", root, sizeof root) ||
        !read_word(reader, "records ", count, sizeof count) ||
        !parse_int("records", count, 0, INT64_C(1) << 32, records, err))
        return error_set(err, ERROR_CERTIFICATE_OTHER_GAME, hasami_info.id);
    options_reset(&hasami_info.options, options);
    return position_parse(certificate->game, options, root, &start, err) &&
           hasami_certificate_begin(certificate, certificate->game, &start, side, err);
}

/* The records, as many as the header says, each before the next in the order of their pieces. */
static bool read_records(HasamiReader *reader, HasamiCertificate *certificate, int64_t records,
                         Error *err)
{
    const char *line;
    size_t      size;
    while ((line = next_line(reader, &size)) != NULL) {
        HasamiRecord record;
        size_t       count = certificate->count;
        if (!hasami_record_parse(line, size, &record))
            return error_set(err, ERROR_HASAMI_RECORD_FORM, count + 1);
        HasamiRecord settled = record;
        hasami_record_settle(&settled);
        if (compare_pieces(&settled, &record) != 0)
            return error_set(err, ERROR_HASAMI_RECORD_MIRROR, count + 1);
        if (count > 0 && compare_pieces(&certificate->records[count - 1], &record) >= 0)
            return error_set(err, ERROR_HASAMI_RECORD_ORDER, count + 1);
        if (!hasami_certificate_add(certificate, &record))
            return error_set(err, ERROR_MEMORY);
    }
    return (reader->at == reader->end && certificate->count == (size_t)records) ||
           error_set(err, ERROR_HASAMI_RECORD_COUNT);
}

bool hasami_certificate_parse(HasamiCertificate *certificate, const Game *game, const char *text,
                              size_t size, Error *err)
{
    char         sum[SUM_LINE + 1];
    HasamiReader reader;
    int64_t      records;
    *certificate = (HasamiCertificate){.game = game};
    if (size < sizeof title - 1 + SUM_LINE || memcmp(text, title, sizeof title - 1) != 0)
        return error_set(err, ERROR_CERTIFICATE_OTHER_GAME, hasami_info.id);
    reader = (HasamiReader){text + sizeof title - 1, text + size - SUM_LINE};
    snprintf(sum, sizeof sum, "%s%016" PRIx64 "\n", sum_word,
             checksum_bytes(text, size - SUM_LINE));
    if (memcmp(reader.end, sum, SUM_LINE) != 0)
        return error_set(err, ERROR_CERTIFICATE_DAMAGED);
    return read_header(&reader, certificate, &records, err) &&
           read_records(&reader, certificate, records, err);
}

const HasamiRecord *hasami_certificate_find(const HasamiCertificate *certificate,
                                            const HasamiRecord      *position)
{
    HasamiRecord settled = *position;
    hasami_record_settle(&settled);
    return certificate->count == 0 ? NULL
                                   : bsearch(&settled, certificate->records, certificate->count,
                                             sizeof *certificate->records, compare_records);
}
