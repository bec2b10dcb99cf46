#include "games/connect4/solver/connect4_outcomes.h"

#include "base/bytes.h"
#include "base/errors.h"
#include "games/connect4/solver/connect4_file.h"

#include <stdlib.h>

enum {
    HEADER = CONNECT4_FILE_HEAD + 5 * CONNECT4_WORD,
    SLOTS_A_WORD = 32,
    MAX_SEEDS = 1000,
    MAX_THIRD = 1 << 27
};

/* connect4_outcomes_data.S: the file itself, between two names. */
extern const unsigned char connect4_outcomes_begin[], connect4_outcomes_end[];

static const Connect4FileKind outcomes_kind = {
    .frame = {.magic = "PlaOuts4",
              .least = HEADER + FRAME_SUM,
              .not_one = ERROR_CONNECT4_OUTCOMES_NOT_ONE,
              .damaged = ERROR_CONNECT4_OUTCOMES_DAMAGED},
    .other_version = ERROR_CONNECT4_OUTCOMES_VERSION,
    .name = "connect4.outcomes",
    .may_be_none = true,
    .begin = connect4_outcomes_begin,
    .end = connect4_outcomes_end,
};

static uint64_t words_of(uint64_t third) { return (3 * third + SLOTS_A_WORD - 1) / SLOTS_A_WORD; }

bool connect4_outcomes_read(Connect4Outcomes *outcomes, const unsigned char *bytes, size_t size,
                            Error *err)
{
    Connect4FileHead head;
    if (!connect4_file_read_head(&outcomes_kind, bytes, size, &head, err))
        return false;
    const unsigned char *numbers = bytes + CONNECT4_FILE_HEAD;
    uint64_t             third = bytes_get_word(numbers + CONNECT4_WORD);
    if (third < 1 || third > MAX_THIRD ||
        size != HEADER + words_of(third) * CONNECT4_WORD + FRAME_SUM)
        return error_set(err, ERROR_CONNECT4_OUTCOMES_CUT);
    if (!frame_check(&outcomes_kind.frame, bytes, size - FRAME_SUM, err))
        return false;
    outcomes->slots = bytes + HEADER;
    outcomes->seed = bytes_get_word(numbers);
    outcomes->third = (uint32_t)third;
    outcomes->plies = head.plies;
    outcomes->rows = head.rows;
    outcomes->cols = head.cols;
    outcomes->won = bytes_get_word(numbers + 2 * CONNECT4_WORD);
    outcomes->drawn = bytes_get_word(numbers + 3 * CONNECT4_WORD);
    outcomes->lost = bytes_get_word(numbers + 4 * CONNECT4_WORD);
    return true;
}

bool connect4_outcomes_open(Connect4Outcomes *outcomes, const char *folder, Error *err)
{
    const unsigned char *bytes;
    size_t               size;
    *outcomes = (Connect4Outcomes){0};
    if (connect4_file_find(&outcomes_kind, folder, &outcomes->file, &bytes, &size, err) &&
        (size == 0 || connect4_outcomes_read(outcomes, bytes, size, err) ||
         connect4_file_blame(&outcomes_kind, folder, err)))
        return true;
    connect4_outcomes_close(outcomes);
    return false;
}

void connect4_outcomes_close(Connect4Outcomes *outcomes)
{
    str_free(&outcomes->file);
    *outcomes = (Connect4Outcomes){0};
}

/* ---- choosing the slots ----
 *
 * A position that is alone in one of its slots can be answered last, by this slot, whatever the
 * others hold. Taken away, it leaves others alone, until none is left; where some are, another seed
 * is tried. */

/* Positions that lead here: how many, and the exclusive or of their numbers. */
typedef struct {
    uint32_t count, numbers;
} OutcomeSlot;

typedef struct {
    uint64_t        seed;
    uint32_t        third;
    const uint64_t *keys;
    size_t          count;
    OutcomeSlot    *slots;
    uint32_t       *alone;        /* slots with one position left */
    uint32_t       *order, *home; /* positions as they were taken away, and the slot of each */
} Peeling;

static void free_peeling(Peeling *peeling)
{
    free(peeling->slots);
    free(peeling->alone);
    free(peeling->order);
    free(peeling->home);
}

/* False when memory is short; to be freed in any case. */
static bool start_peeling(Peeling *peeling, const uint64_t keys[], size_t count)
{
    const size_t third = count / 100 * 41 + count % 100 * 41 / 100 + 11;
    *peeling = (Peeling){.third = (uint32_t)third, .keys = keys, .count = count};
    peeling->slots = malloc(3 * third * sizeof *peeling->slots);
    peeling->alone = malloc(3 * third * sizeof *peeling->alone);
    peeling->order = malloc((count + 1) * sizeof *peeling->order);
    peeling->home = malloc((count + 1) * sizeof *peeling->home);
    return third <= MAX_THIRD && peeling->slots != NULL && peeling->alone != NULL &&
           peeling->order != NULL && peeling->home != NULL;
}

static bool peel(Peeling *peeling)
{
    size_t   taken = 0, waiting = 0;
    uint64_t at[3];
    memset(peeling->slots, 0, 3 * (size_t)peeling->third * sizeof *peeling->slots);
    for (size_t i = 0; i < peeling->count; i++) {
        connect4_outcome_slots(peeling->seed, peeling->third, peeling->keys[i], at);
        for (int k = 0; k < 3; k++) {
            peeling->slots[at[k]].count++;
            peeling->slots[at[k]].numbers ^= (uint32_t)i;
        }
    }
    for (uint32_t i = 0; i < 3 * peeling->third; i++)
        if (peeling->slots[i].count == 1)
            peeling->alone[waiting++] = i;
    while (waiting > 0) {
        uint32_t home = peeling->alone[--waiting], number = peeling->slots[home].numbers;
        if (peeling->slots[home].count == 0) /* taken away by another of its slots */
            continue;
        peeling->order[taken] = number;
        peeling->home[taken++] = home;
        connect4_outcome_slots(peeling->seed, peeling->third, peeling->keys[number], at);
        for (int k = 0; k < 3; k++) {
            OutcomeSlot *slot = &peeling->slots[at[k]];
            slot->numbers ^= number;
            if (--slot->count == 1)
                peeling->alone[waiting++] = (uint32_t)at[k];
        }
    }
    return taken == peeling->count;
}

/* The last taken away is the first answered. */
static void fill_slots(const Peeling *peeling, const int8_t values[], uint64_t words[])
{
    for (size_t i = peeling->count; i-- > 0;) {
        uint32_t number = peeling->order[i], home = peeling->home[i];
        uint64_t at[3], bits = (uint64_t)(values[number] + 1);
        connect4_outcome_slots(peeling->seed, peeling->third, peeling->keys[number], at);
        for (int k = 0; k < 3; k++) /* its own is 0 so far */
            bits ^= words[at[k] / SLOTS_A_WORD] >> at[k] % SLOTS_A_WORD * 2;
        words[home / SLOTS_A_WORD] |= (bits & 3) << home % SLOTS_A_WORD * 2;
    }
}

static void write_outcomes(const Connect4Outcomes *outcomes, const Peeling *peeling,
                           const uint64_t words[], const int8_t values[], Str *out)
{
    const Connect4FileHead head = {
        .plies = outcomes->plies, .rows = outcomes->rows, .cols = outcomes->cols};
    uint64_t counts[3] = {0};
    size_t   begin = out->size;
    for (size_t i = 0; i < peeling->count; i++)
        counts[values[i] + 1]++;
    connect4_file_begin(&outcomes_kind, &head, out);
    bytes_put(out, peeling->seed, CONNECT4_WORD);
    bytes_put(out, peeling->third, CONNECT4_WORD);
    for (int i = 2; i >= 0; i--)
        bytes_put(out, counts[i], CONNECT4_WORD);
    for (uint64_t i = 0; i < words_of(peeling->third); i++)
        bytes_put(out, words[i], CONNECT4_WORD);
    frame_end(begin, out);
}

bool connect4_outcomes_format(const Connect4Outcomes *outcomes, const uint64_t keys[],
                              const int8_t values[], size_t count, Str *out, Error *err)
{
    Peeling   peeling;
    uint64_t *words = NULL;
    bool      ok = start_peeling(&peeling, keys, count) &&
              (words = calloc(words_of(peeling.third), sizeof *words)) != NULL;
    if (!ok)
        error_set(err, ERROR_MEMORY);
    for (bool is_peeled = false; ok && !is_peeled;) {
        ok = peeling.seed++ < MAX_SEEDS || error_set(err, ERROR_CONNECT4_OUTCOMES_SEED);
        is_peeled = ok && peel(&peeling);
    }
    if (ok) {
        fill_slots(&peeling, values, words);
        write_outcomes(outcomes, &peeling, words, values, out);
        ok = !out->failed || error_set(err, ERROR_MEMORY);
    }
    free(words);
    free_peeling(&peeling);
    return ok;
}
