/* What files have in common: base/frame.h, base/bytes.h. */
#include "base/bytes.h"
#include "base/checksum.h"
#include "base/frame.h"
#include "support.h"

#include <string.h>

static const Frame frame = {.magic = "PLTEST!\n",
                            .least = FRAME_MAGIC + 4 + FRAME_SUM,
                            .not_one = ERROR_NET_NOT_ONE,
                            .damaged = ERROR_CHECKSUM};

static const uint8_t *bytes_of(const Str *text) { return (const uint8_t *)str_get(text); }

static void test_numbers_are_low_byte_first(void **state)
{
    static const uint8_t wanted[] = {0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01};
    const uint64_t       word = UINT64_C(0x0102030405060708);
    uint8_t              bytes[8];
    Str                  out = {0};
    (void)state;
    bytes_set(bytes, word, 8);
    assert_memory_equal(bytes, wanted, 8);
    bytes_put(&out, word, 3);
    assert_int_equal(out.size, 3);
    assert_memory_equal(out.text, wanted, 3);
    assert_true(bytes_get(wanted, 8) == word && bytes_get_word(wanted) == word);
    assert_int_equal(bytes_get(wanted, 2), 0x0708);
    str_free(&out);
}

/* Behind other bytes too: a file may hold several. */
static void write_whole(Str *out, size_t *begin)
{
    str_text(out, "before");
    *begin = out->size;
    frame_begin(&frame, out);
    bytes_put(out, 7, 4);
    frame_end(*begin, out);
}

static void test_what_was_written_is_read(void **state)
{
    Str    out = {0};
    size_t begin;
    Error  err;
    (void)state;
    write_whole(&out, &begin);
    const uint8_t *bytes = bytes_of(&out) + begin;
    assert_int_equal(out.size - begin, frame.least);
    assert_true(frame_is(&frame, bytes, frame.least, &err));
    assert_true(frame_check(&frame, bytes, frame.least - FRAME_SUM, &err));
    assert_true(frame_check_sum(&frame, bytes, 12, checksum_bytes(bytes, 12), &err));
    str_free(&out);
}

static void test_every_changed_byte_is_noticed(void **state)
{
    Str    out = {0};
    size_t begin;
    Error  err;
    (void)state;
    write_whole(&out, &begin);
    uint8_t *bytes = (uint8_t *)out.text + begin;
    for (size_t i = 0; i < frame.least; i++) {
        bytes[i] ^= 0x10;
        assert_false(frame_check(&frame, bytes, frame.least - FRAME_SUM, &err));
        assert_string_equal(error_words(&err, LANG_EN), "damaged (wrong checksum)");
        assert_int_equal(frame_is(&frame, bytes, frame.least, &err), i >= FRAME_MAGIC);
        bytes[i] ^= 0x10;
    }
    assert_false(frame_is(&frame, bytes, frame.least - 1, &err));
    assert_string_equal(error_words(&err, LANG_EN), "not a net");
    assert_false(frame_is(&frame, bytes, 0, &err));
    str_free(&out);
}

static void test_a_text_ends_with_its_sum(void **state)
{
    Str    out = {0};
    size_t body;
    (void)state;
    str_text(&out, "head\n");
    frame_end_text(0, &out);
    assert_int_equal(out.size, 5 + strlen("sum 0123456789abcdef\n"));
    assert_true(frame_check_text(str_get(&out), out.size, &body));
    assert_int_equal(body, 5);
    for (size_t i = 0; i < out.size; i++) {
        out.text[i] ^= 1;
        assert_false(frame_check_text(str_get(&out), out.size, &body));
        out.text[i] ^= 1;
        assert_false(frame_check_text(str_get(&out), i, &body));
    }
    str_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_low_byte_first),
        cmocka_unit_test(test_what_was_written_is_read),
        cmocka_unit_test(test_every_changed_byte_is_noticed),
        cmocka_unit_test(test_a_text_ends_with_its_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
