#include "models/dram/mapping.h"

#include <inttypes.h>

#include "tests/check_main.h"
#include "tests/models/section_params.h"

static struct dram_params params_of(const char *mapping, bool hash)
{
    struct dram_params params;
    section_fill(&dram_section, &params, NULL, 0);
    snprintf(params.mapping, sizeof params.mapping, "%s", mapping);
    params.hash = hash;
    return params;
}

static void init(struct mapping *mapping, const struct dram_params *params)
{
    char error[160] = "";
    if (!mapping_init(mapping, params, error, sizeof error))
        ck_abort_msg("%s: %s", params->mapping, error);
}

/* ---- no two lines in one place */

static const char *const good_mappings[] = {
    "row-bank-group-column-group1-channel",
    "row-bank-group-column4-channel-column1",
    "row-bank-group-column3-channel-column2",
    "row-column-bank-group-channel",
    "row-channel-bank-group-column",
    "row-column1-channel1-bank1-group1-column2-channel1-bank1-group1-column2-channel1",
    "row-group-bank-channel-column",
};

enum { GOOD_MAPPINGS = sizeof good_mappings / sizeof good_mappings[0], BLOCK_BITS = 20 };

/* The column is nobody's business but that of the bits it is read from. */
static uint64_t column_of(const struct mapping *mapping, uint64_t address)
{
    uint64_t column = 0;
    for (size_t i = 0; i < mapping->segment_count; i++) {
        const struct mapping_segment *s = &mapping->segments[i];
        if (s->field == MAP_COLUMN)
            column |= (address >> s->shift & ((UINT64_C(1) << s->width) - 1)) << s->place;
    }
    return column;
}

/* Channel, bank, column and row of all lines of a block: a permutation. */
static void check_block(const struct mapping *mapping, uint64_t first, bool *seen)
{
    uint64_t block = UINT64_C(1) << BLOCK_BITS;
    uint64_t row_block = first >> mapping->row_shift;
    memset(seen, 0, block);
    for (uint64_t address = first; address < first + block; address++) {
        struct line line;
        uint64_t channel = mapping_place(mapping, address, &line);
        uint64_t column = column_of(mapping, address);
        uint64_t row = line.row - row_block;
        if (channel >= 8 || line.bank >= 16 || column >= 32 || row >= block >> 12)
            ck_abort_msg("line %" PRIx64 " is outside of the memory", address);
        uint64_t place = ((row * 32 + column) * 16 + line.bank) * 8 + channel;
        if (seen[place])
            ck_abort_msg("line %" PRIx64 " has a place that is taken", address);
        seen[place] = true;
    }
}

START_TEST(every_line_has_its_own_place)
{
    bool *seen = malloc(UINT64_C(1) << BLOCK_BITS);
    ck_assert_ptr_nonnull(seen);
    struct dram_params params = params_of(good_mappings[_i / 2], _i % 2);
    struct mapping mapping;
    init(&mapping, &params);
    check_block(&mapping, 0, seen);
    check_block(&mapping, UINT64_C(0xa5) << 32, seen);
    free(seen);
}
END_TEST

/* ---- which bits go where */

static uint32_t bits(uint64_t address, unsigned low, unsigned width)
{
    return (uint32_t)(address >> low & ((UINT64_C(1) << width) - 1));
}

static uint32_t fold(uint32_t row, unsigned width)
{
    uint32_t all = 0;
    for (unsigned bit = 0; bit < 32; bit++)
        all ^= (row >> bit & 1) << bit % width;
    return all;
}

static void expect_place(const struct mapping *mapping, uint64_t address, uint32_t channel,
                         uint32_t bank, uint32_t row)
{
    struct line line;
    uint32_t found = mapping_place(mapping, address, &line);
    if (mapping->hash) {
        channel ^= fold(row, 3);
        bank ^= fold(row, 4);
    }
    if (found != channel || line.bank != bank || line.row != row)
        ck_abort_msg("line %" PRIx64 ": channel %u, bank %u, row %u, not %u, %u, %u", address,
                     found, line.bank, line.row, channel, bank, row);
}

/* Every bit of 40 alone, and many together. */
static uint64_t some_address(int i)
{
    uint64_t address = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15) >> 24;
    return i < 40 ? UINT64_C(1) << i : address;
}

START_TEST(fields_lie_where_the_text_says)
{
    struct dram_params params = params_of(good_mappings[0], _i);
    struct mapping mapping;
    init(&mapping, &params);
    for (int i = 0; i < 5000; i++) {
        uint64_t a = some_address(i);
        uint32_t group = bits(a, 3, 1) | bits(a, 9, 1) << 1;
        expect_place(&mapping, a, bits(a, 0, 3), group + 4 * bits(a, 10, 2), bits(a, 12, 28));
    }
    params = params_of(good_mappings[1], _i);
    init(&mapping, &params);
    for (int i = 0; i < 5000; i++) {
        uint64_t a = some_address(i);
        expect_place(&mapping, a, bits(a, 1, 3), bits(a, 8, 2) + 4 * bits(a, 10, 2),
                     bits(a, 12, 28));
    }
}
END_TEST

/* How long a sequential stream stays in one row of one channel. */
START_TEST(a_visit_is_as_long_as_stated)
{
    struct dram_params params = params_of(good_mappings[_i], true);
    struct mapping mapping;
    struct line first, line;
    init(&mapping, &params);
    uint32_t channel = mapping_place(&mapping, 0, &first);
    int64_t lines = 1;
    while (mapping_place(&mapping, (uint64_t)lines, &line) == channel && line.bank == first.bank)
        lines++;
    ck_assert_int_eq(dram_visit_lines(&params), lines);
}
END_TEST

/* The point of the hash: at a stride of 1 MiB, 16 streams need not share a bank. */
START_TEST(the_hash_spreads_equal_strides)
{
    struct dram_params params = params_of(good_mappings[1], _i);
    struct mapping mapping;
    bool seen[8][16] = {{false}};
    int places = 0;
    init(&mapping, &params);
    for (uint64_t stream = 0; stream < 16; stream++) {
        struct line line;
        uint32_t channel = mapping_place(&mapping, stream << 14, &line);
        places += !seen[channel][line.bank];
        seen[channel][line.bank] = true;
    }
    if (_i)
        ck_assert_int_eq(places, 16);
    else
        ck_assert_int_eq(places, 1);
}
END_TEST

START_TEST(a_field_without_bits_may_be_named_or_not)
{
    static const char *const texts[] = {"row-bank-group-column-channel", "row-column",
                                        "row-channel-column"};
    struct mapping mapping;
    struct line line;
    struct dram_params params = params_of(texts[_i], true);
    params.channels = params.bank_groups = params.banks_per_group = 1;
    init(&mapping, &params);
    ck_assert_uint_eq(mapping.segment_count, 2);
    ck_assert_uint_eq(mapping_place(&mapping, 0x12345, &line), 0);
    ck_assert_uint_eq(line.bank, 0);
    ck_assert_uint_eq(line.row, 0x12345 >> 5);
}
END_TEST

START_TEST(the_largest_geometry_fits)
{
    struct mapping mapping;
    struct line line;
    struct dram_params params = params_of("row-column-bank-group-channel", false);
    params.channels = 64;
    params.bank_groups = params.banks_per_group = 8;
    params.page_bytes = 8192;
    init(&mapping, &params);
    ck_assert_uint_eq(mapping_place(&mapping, 0xffff, &line), 63);
    ck_assert_uint_eq(line.bank, 63);
    ck_assert_uint_eq(line.row, 0);
    mapping_place(&mapping, UINT64_C(1) << 39, &line);
    ck_assert_uint_eq(line.row, 1 << 20);
}
END_TEST

/* ---- what is refused, and how it is said */

#define NO_FIELD(token)                                                                            \
    "'" token "' is not a field: use row, bank, group, column, channel, with a digit for part of " \
    "one, as in group1"

static const struct {
    const char *mapping, *message;
} bad_mappings[] = {
    {"", "channel is not placed: 3 of its 3 bits are missing"},
    {"row", "channel is not placed: 3 of its 3 bits are missing"},
    {"row-bank-group-column", "channel is not placed: 3 of its 3 bits are missing"},
    {"row-bank-group-column-channel1", "channel is not placed: 2 of its 3 bits are missing"},
    {"row-bank-column-channel", "group is not placed: 2 of its 2 bits are missing"},
    {"row-group-column-channel", "bank is not placed: 2 of its 2 bits are missing"},
    {"row-bank-group-column1-channel", "column is not placed: 4 of its 5 bits are missing"},
    {"bank-group-column-channel", "row is not placed: 32 of its 32 bits are missing"},
    {"row5-bank-group-column-channel", "row is not placed: 27 of its 32 bits are missing"},
    {"row-bank-group-column-channel4", "channel has only 3 bits with this geometry"},
    {"row-bank-group-column5-column1-channel", "column has only 5 bits with this geometry"},
    {"row-bank-bank-group-column-channel", "bank has only 2 bits with this geometry"},
    {"row-row-bank-group-column-channel", "row must come first, it takes all remaining bits"},
    {"bank-row-group-column-channel", "row must come first, it takes all remaining bits"},
    {"-row-bank-group-column-channel", "row must come first, it takes all remaining bits"},
    {"row-rank-group-column-channel", NO_FIELD("rank")},
    {"row-bank-group-column-Channel", NO_FIELD("Channel")},
    {"row-bank-group-column-channel0", NO_FIELD("channel0")},
    {"row-bank-group-column-channel12", NO_FIELD("channel12")},
    {"row-bank-group-column-channelx", NO_FIELD("channelx")},
    {"row-bank-group-column- channel", NO_FIELD(" channel")},
    {"row-bank-group-column-chan", NO_FIELD("chan")},
    {"row-bank-group-column-channel-", NO_FIELD("")},
    {"row-bank--group-column-channel", NO_FIELD("")},
    {"row bank group column channel", NO_FIELD("row bank group colum")},
};

enum { BAD_MAPPINGS = sizeof bad_mappings / sizeof bad_mappings[0] };

START_TEST(a_bad_mapping_says_what_is_wrong)
{
    struct dram_params params = params_of(bad_mappings[_i].mapping, true);
    struct mapping mapping;
    char error[160] = "";
    ck_assert(!mapping_init(&mapping, &params, error, sizeof error));
    ck_assert_str_eq(error, bad_mappings[_i].message);
}
END_TEST

START_TEST(too_many_fields_are_refused)
{
    struct dram_params params =
        params_of("row-column1-column1-column1-column1-column1-column1-column1-group1-group1-"
                  "group1-bank1-bank1-bank1-channel1-channel1-channel1",
                  false);
    struct mapping mapping;
    char error[160] = "";
    params.bank_groups = params.banks_per_group = 8;
    params.page_bytes = 8192;
    ck_assert(!mapping_init(&mapping, &params, error, sizeof error));
    ck_assert_str_eq(error, "more than 16 fields");
}
END_TEST

static void expect_error(const struct dram_params *params, const char *message)
{
    struct diagnostics errors = {0};
    ck_assert(!dram_params_check(params, &errors));
    ck_assert_uint_eq(errors.count, 1);
    ck_assert_str_eq(errors.items[0].message, message);
    ck_assert_int_eq(diagnostics_exit_code(&errors), 2);
    diagnostics_free(&errors);
}

START_TEST(the_check_of_all_parameters_names_the_key)
{
    struct diagnostics errors = {0};
    const struct dram_params good = params_of(good_mappings[0], true);
    ck_assert(dram_params_check(&good, &errors));
    ck_assert_uint_eq(errors.count, 0);

    struct dram_params params = params_of("row-bank", true);
    expect_error(&params, "dram.mapping = row-bank: channel is not placed: 3 of its 3 bits are "
                          "missing");
    params = good;
    params.channels = 6;
    expect_error(&params, "dram.channels must be a power of two, not 6");
    params = good;
    params.bus_bits = 24;
    expect_error(&params, "dram.bus_bits must be a power of two, not 24");
    params = good;
    params.page_bytes = 3000;
    expect_error(&params, "dram.page must be a power of two, not 3000");
    params = good;
    params.trefi = 259; /* close 36 + 15, refresh 168, activate 16 + 2 + 15, line 8 */
    expect_error(&params, "dram.trefi = 259 leaves no time to read between two refreshes; with the "
                          "other timings it must be at least 260");
    params.trefi++;
    ck_assert(dram_params_check(&params, &errors));
    params.trcd = 1000;
    ck_assert(!dram_params_check(&params, &errors));
    params.refresh = DRAM_REFRESH_NONE;
    ck_assert(dram_params_check(&params, &errors));
    params.refresh = DRAM_REFRESH_PER_BANK;
    params.trefi = params.trfcpb = 5000;
    ck_assert(!dram_params_check(&params, &errors));
    diagnostics_free(&errors);
    params.bank_groups = 3;
    params.banks_per_group = 5;
    ck_assert(!dram_params_check(&params, &errors));
    ck_assert_uint_eq(errors.count, 2);
    diagnostics_free(&errors);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapping");
    TCase *tests = tcase_create("mapping");
    tcase_add_loop_test(tests, every_line_has_its_own_place, 0, 2 * GOOD_MAPPINGS);
    tcase_add_loop_test(tests, fields_lie_where_the_text_says, 0, 2);
    tcase_add_loop_test(tests, a_visit_is_as_long_as_stated, 0, GOOD_MAPPINGS);
    tcase_add_loop_test(tests, the_hash_spreads_equal_strides, 0, 2);
    tcase_add_loop_test(tests, a_field_without_bits_may_be_named_or_not, 0, 3);
    tcase_add_test(tests, the_largest_geometry_fits);
    tcase_add_loop_test(tests, a_bad_mapping_says_what_is_wrong, 0, BAD_MAPPINGS);
    tcase_add_test(tests, too_many_fields_are_refused);
    tcase_add_test(tests, the_check_of_all_parameters_names_the_key);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
