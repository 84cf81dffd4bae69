#include "sim/workload/import_gguf.h"
#include "tests/check_main.h"
#include "tests/workload/import_files.h"

enum { U8 = 0, U16 = 2, U32 = 4, BOOL = 7, STRING = 8, ARRAY = 9, U64 = 10, F64 = 12 };
enum { F32_TYPE = 0, F16_TYPE = 1, Q4_K_TYPE = 12, Q6_K_TYPE = 14 };

static struct blob blob;

/* Where lengths and counts stand, and of how many bytes they are. */
static struct {
    size_t at, bytes;
} numbers[256];
static size_t number_count;

static void put_length(uint64_t value, size_t bytes)
{
    ck_assert_uint_lt(number_count, 256);
    numbers[number_count].at = blob.size;
    numbers[number_count++].bytes = bytes;
    put_number(&blob, value, bytes);
}

static void put_string(const char *text)
{
    put_length(strlen(text), 8);
    put_text(&blob, text);
}

static void begin(uint32_t version, uint64_t tensors, uint64_t keys)
{
    blob.size = number_count = 0;
    put_text(&blob, "GGUF");
    put_length(version, 4);
    put_length(tensors, 8);
    put_length(keys, 8);
}

static void put_key(const char *key, uint32_t type)
{
    put_string(key);
    put_length(type, 4);
}

static void put_matrix(const char *name, uint32_t type, uint64_t cin, uint64_t cout,
                       uint64_t offset)
{
    put_string(name);
    put_length(2, 4);
    put_length(cin, 8);
    put_length(cout, 8);
    put_length(type, 4);
    put_length(offset, 8);
}

/* Fills up to the alignment, and the weights behind it. */
static void put_weights(size_t alignment, size_t bytes)
{
    put_zeros(&blob, (alignment - blob.size % alignment) % alignment + bytes);
}

static void expect_blob(const char *layers, const char *assumption)
{
    write_bytes(in_folder("a.gguf"), blob.bytes, blob.size);
    expect_layers(in_folder("a.gguf"), NULL, layers, assumption);
}

static void expect_mistake(const char *message)
{
    write_bytes(in_folder("a.gguf"), blob.bytes, blob.size);
    expect_refused(in_folder("a.gguf"), NULL, message);
}

/* One key of every kind, two tensors. */
static void put_small(uint32_t version)
{
    begin(version, 2, 6);
    put_key("general.name", STRING);
    put_string("Small");
    put_key("general.alignment", U32);
    put_length(32, 4);
    put_key("some.flag", BOOL);
    put_number(&blob, 1, 1);
    put_key("some.words", ARRAY);
    put_length(STRING, 4);
    put_length(2, 8);
    put_string("ab");
    put_string("");
    put_key("some.numbers", ARRAY);
    put_length(F64, 4);
    put_length(2, 8);
    put_zeros(&blob, 16);
    put_key("some.nest", ARRAY);
    put_length(ARRAY, 4);
    put_length(1, 8);
    put_length(U16, 4);
    put_length(3, 8);
    put_zeros(&blob, 6);
    put_matrix("blk.0.attn_q.weight", F16_TYPE, 4, 8, 0);
    put_matrix("output.weight", F32_TYPE, 4, 2, 64);
    put_weights(32, 64 + 32);
}

START_TEST(a_real_file_is_read)
{
    struct shape_list list = {0};
    struct diagnostics errors = {0};
    struct import_options options = {0};
    expect_layers("tests/data/import/tiny.gguf", NULL, tiny_layers, "5 other tensors");
    ck_assert(import_shapes("tests/data/import/tiny.gguf", &options, &list, &errors));
    ck_assert_str_eq(list.title, "Tiny Llama");
    shape_list_free(&list);
}
END_TEST

START_TEST(both_versions_are_read)
{
    for (uint32_t version = 2; version <= 3; version++) {
        put_small(version);
        expect_blob("q_proj 4 8 1 16 1 1\nlm_head 4 2 1 32 1 1\n", NULL);
    }
    put_small(1);
    expect_mistake("byte 4: version 1 of GGUF; 2 and 3 are read");
    put_small(4);
    expect_mistake("byte 4: version 4");
    put_small(UINT32_C(3) << 24);
    expect_mistake("big-endian");
}
END_TEST

START_TEST(bits_are_as_stored)
{
    static const struct {
        uint32_t type;
        int64_t bits;
        const char *each;
    } cases[] = {
        {0, 32, NULL},       {1, 16, NULL},       {24, 8, NULL},       {28, 64, NULL},
        {30, 16, NULL},      {2, 0, " 4.5 "},     {3, 0, " 5 "},       {6, 0, " 5.5 "},
        {7, 0, " 6 "},       {8, 0, " 8.5 "},     {10, 0, " 2.625 "},  {11, 0, " 3.4375 "},
        {12, 0, " 4.5 "},    {13, 0, " 5.5 "},    {14, 0, " 6.5625 "}, {16, 0, " 2.0625 "},
        {17, 0, " 2.3125 "}, {18, 0, " 3.0625 "}, {19, 0, " 1.5625 "}, {20, 0, " 4.5 "},
        {21, 0, " 3.4375 "}, {22, 0, " 2.5625 "}, {23, 0, " 4.25 "},   {29, 0, " 1.75 "},
        {34, 0, " 1.6875 "}, {35, 0, " 2.0625 "}, {39, 0, " 4.25 "},
    };
    char note[SHAPE_NOTE_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct gguf_type *type = gguf_type(cases[i].type);
        ck_assert_ptr_nonnull(type);
        int64_t bits = gguf_bits(type, note);
        /* Q4_1 and Q5_1 store whole bits, though in blocks. */
        bool whole = cases[i].type == 3 || cases[i].type == 7;
        ck_assert_int_eq(bits, whole ? cases[i].type == 3 ? 5 : 6 : cases[i].bits);
        if (bits == 0)
            ck_assert_msg(strstr(note, cases[i].each), "%s", note);
        else
            ck_assert_str_eq(note, "");
    }
    static const uint32_t unknown[] = {4, 5, 9, 31, 32, 33, 36, 37, 38, 40, 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        ck_assert_ptr_null(gguf_type(unknown[i]));
}
END_TEST

START_TEST(quantized_weights_are_unknown_unless_bits_are_given)
{
    begin(3, 4, 0);
    put_matrix("token_embd.weight", Q6_K_TYPE, 256, 4, 0);
    put_matrix("blk.0.attn_output.weight", Q4_K_TYPE, 256, 2, 864);
    put_matrix("blk.0.ffn_down.weight", Q4_K_TYPE, 256, 2, 1152);
    put_matrix("blk.1.ffn_down.weight", Q6_K_TYPE, 256, 2, 1440);
    put_weights(32, 1440 + 420);
    expect_blob(
        "o_proj 256 2 1 0 1 1 Q4_K stores 144 bytes for 256 weights, 4.5 bits each with their "
        "scales; give bits for what would be streamed\n"
        "down_proj 256 2 1 0 1 1 Q4_K stores 144 bytes for 256 weights, 4.5 bits each with their "
        "scales; give bits for what would be streamed\n"
        "down_proj 256 2 1 0 1 1 Q6_K stores 210 bytes for 256 weights, 6.5625 bits each with "
        "their scales; give bits for what would be streamed\n"
        "lm_head 256 4 1 0 1 1 Q6_K stores 210 bytes for 256 weights, 6.5625 bits each with their "
        "scales; give bits for what would be streamed\n",
        "tied to the embedding");
    struct import_options options = {.bits = 4};
    expect_layers(in_folder("a.gguf"), &options,
                  "o_proj 256 2 1 4 1 1\ndown_proj 256 2 1 4 1 2\nlm_head 256 4 1 4 1 1\n", NULL);
    begin(3, 1, 0);
    put_matrix("blk.0.attn_q.weight", 77, 256, 4, 0);
    put_weights(32, 0);
    expect_blob("q_proj 256 4 1 0 1 1 type 77 of GGUF is not known here; give bits\n", NULL);
}
END_TEST

START_TEST(fused_and_convolution_tensors_are_read)
{
    begin(3, 4, 0);
    put_matrix("blk.0.attn_qkv.weight", F16_TYPE, 2, 6, 0);
    put_matrix("blk.0.ffn_up.weight", F16_TYPE, 2, 8, 32);
    put_matrix("blk.0.ffn_down.weight", F16_TYPE, 4, 2, 64);
    put_string("v.patch_embd.weight"); /* fastest first: kw, kh, cin, cout */
    put_length(4, 4);
    put_length(2, 8);
    put_length(2, 8);
    put_length(3, 8);
    put_length(5, 8);
    put_length(F16_TYPE, 4);
    put_length(96, 8);
    put_weights(32, 96 + 120);
    expect_blob("qkv_proj 2 6 1 16 1 1\ngate_up_proj 2 8 1 16 1 1\ndown_proj 4 2 1 16 1 1\n"
                "v.patch_embd 3 5 4 16 1 1\n",
                "1 weights bear no name");
}
END_TEST

static void put_one(const char *name, uint32_t type, uint64_t cin, uint64_t cout, uint64_t offset)
{
    begin(3, 1, 0);
    put_matrix(name, type, cin, cout, offset);
    put_weights(32, 64);
}

START_TEST(tensors_are_checked)
{
    put_one("blk.0.attn_q.weight", F16_TYPE, 4, 8, 1);
    expect_mistake("byte 24: tensor 'blk.0.attn_q.weight': its offset is not aligned to 32");
    put_one("blk.0.attn_q.weight", F16_TYPE, 4, 9, 0);
    expect_mistake("byte 24: the weights of this tensor lie beyond the end");
    put_one("blk.0.attn_q.weight", Q4_K_TYPE, 4, 8, 0);
    expect_mistake("does not fill blocks of 256 (Q4_K)");
    put_one("blk.0.attn_q.weight", F16_TYPE, UINT64_C(1) << 62, 8, 0);
    expect_mistake("too large");
    put_one("blk.0.ffn_gate_exps.weight", F16_TYPE, 4, 8, 0);
    expect_mistake("mixture of experts");
    begin(3, 1, 0);
    put_length(3, 8);
    put_bytes(&blob, "a\0b", 3);
    put_weights(32, 64);
    expect_mistake("byte 24: name of a tensor with a NUL");
    begin(3, 1, 0);
    put_string("a");
    put_length(5, 4);
    put_weights(32, 64);
    expect_mistake("5 dimensions");
    begin(3, 0, 0);
    expect_mistake("no layer is left");
}
END_TEST

START_TEST(keys_are_checked)
{
    static const uint64_t alignments[] = {0, 3, 33, UINT64_C(1) << 21, UINT64_MAX};
    for (size_t i = 0; i < sizeof alignments / sizeof alignments[0]; i++) {
        begin(3, 0, 1);
        put_key("general.alignment", U64);
        put_number(&blob, alignments[i], 8);
        expect_mistake("a power of two");
    }
    begin(3, 0, 1);
    put_key("general.alignment", STRING);
    put_string("x");
    expect_mistake("is no integer");
    begin(3, 0, 1);
    put_key("split.count", U16);
    put_number(&blob, 2, 2);
    expect_mistake("one of 2 files");
    begin(3, 0, 1);
    put_key("some.key", 13);
    put_zeros(&blob, 16);
    expect_mistake("type 13 of a value");
    begin(3, 0, 1);
    put_key("some.nest", ARRAY);
    for (int i = 0; i < 6; i++) {
        put_length(ARRAY, 4);
        put_length(1, 8);
    }
    put_zeros(&blob, 64);
    expect_mistake("nested deeper than 4");
}
END_TEST

START_TEST(every_truncation_is_refused)
{
    put_small(3);
    for (size_t size = 0; size < blob.size; size++)
        if (survives(blob.bytes, size, NULL) || survives(blob.bytes, size, "gguf"))
            ck_abort_msg("%zu of %zu bytes were enough", size, blob.size);
    ck_assert(survives(blob.bytes, blob.size, NULL));
}
END_TEST

/* Some extremes mean the same thing, or what is not looked at: a type of 0 or
 * 1, an offset of 0.  Those that claim more than there is must be refused. */
START_TEST(every_length_and_count_is_checked)
{
    put_small(3);
    ck_assert_uint_ge(number_count, 39);
    for (size_t n = 0; n < number_count; n++) {
        for (size_t i = 0; i < EXTREMES; i++) {
            if (numbers[n].bytes == 4 && extremes[i] > UINT32_MAX)
                continue;
            struct blob copy = blob;
            for (size_t k = 0; k < numbers[n].bytes; k++)
                copy.bytes[numbers[n].at + k] = (unsigned char)(extremes[i] >> (8 * k));
            bool read = survives(copy.bytes, copy.size, "gguf");
            bool type = numbers[n].bytes == 4 && numbers[n].at > 4;
            if (read && extremes[i] > 1 && !type)
                ck_abort_msg("number at %zu as %" PRIu64, numbers[n].at, extremes[i]);
        }
    }
}
END_TEST

START_TEST(mutations_do_no_harm)
{
    put_small(3);
    fuzz(&blob, 4000, "gguf");
}
END_TEST

/* A header has a limit, however large the file. */
START_TEST(a_sparse_file_does_no_harm)
{
    static const struct {
        uint64_t tensors, keys, strings;
        const char *message;
    } cases[] = {
        {UINT64_C(1) << 30, 1, 1, "byte 8: 1073741824 tensors do not fit"},
        {1, UINT64_C(1) << 17, 1, "byte 16: 131072 keys do not fit"},
        {1, 1, UINT64_C(1) << 34, "byte 41: an array of 17179869184 values does not fit"},
        {1, 1, (UINT64_C(1) << 24) - 7, "byte 134217725: name of a tensor: the header has more"},
        {1, 1, (UINT64_C(1) << 24) - 8, "byte 134217717: name of a tensor of 0 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(3, cases[i].tensors, cases[i].keys);
        put_key("words", ARRAY);
        put_length(STRING, 4);
        put_length(cases[i].strings, 8);
        write_bytes(in_folder("a.gguf"), blob.bytes, blob.size);
        ck_assert_int_eq(truncate(in_folder("a.gguf"), (off_t)1 << 36), 0);
        expect_refused(in_folder("a.gguf"), NULL, cases[i].message);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import_gguf");
    TCase *tests = tcase_create("headers");
    tcase_add_checked_fixture(tests, enter_import, leave_import);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_real_file_is_read);
    tcase_add_test(tests, both_versions_are_read);
    tcase_add_test(tests, bits_are_as_stored);
    tcase_add_test(tests, quantized_weights_are_unknown_unless_bits_are_given);
    tcase_add_test(tests, fused_and_convolution_tensors_are_read);
    tcase_add_test(tests, tensors_are_checked);
    tcase_add_test(tests, keys_are_checked);
    tcase_add_test(tests, every_truncation_is_refused);
    tcase_add_test(tests, every_length_and_count_is_checked);
    tcase_add_test(tests, mutations_do_no_harm);
    tcase_add_test(tests, a_sparse_file_does_no_harm);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
