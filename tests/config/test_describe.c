#include "sim/config/describe.h"

#include "tests/check_main.h"
#include "tests/config/config_files.h"
#include "tests/config/toy_schema.h"

static void list_key(void *user, const struct config_description *row)
{
    fprintf(user, "%s.%s %s (%s) [%s] %s%s, %s: %s\n", row->section, row->key, row->type, row->unit,
            row->range, row->default_text, row->required ? "!" : "", row->provenance, row->help);
}

START_TEST(every_key_is_described)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(stream);
    config_describe(&toy_schema, list_key, stream);
    fclose(stream);
    ck_assert_str_eq(
        text,
        "ring.pointer_bits count (bits) [4 .. 32 bits] 14, measured: Width of the ring's pointers\n"
        "ring.credit count (lines) [1 .. 512 lines] 256, calibrated: Speculative lines in flight, "
        "min(|x|, credit)\n"
        "ring.credit_return time (ps, ns, us, ms or s) [1ps .. 1ms] 5.5us, calibrated: How long a "
        "credit stays away\n"
        "ring.kmem bytes (B, KiB, MiB or GiB) [64B .. 1GiB] 64KiB, assumed: Kernel memory per "
        "core\n"
        "ring.latch choice () [task | lap | live] task, assumed: When the credit is evaluated\n"
        "dram.rate transfers (MT/s or GT/s) [1MT/s .. 20000MT/s] 6400MT/s, derived: Transfers per "
        "second and pin\n"
        "dram.clock frequency (Hz, kHz, MHz or GHz) [1Hz .. 10GHz] 800MHz, derived: Command "
        "clock\n"
        "dram.hash bool () [on | off] on, user: XOR-hash the bank bits\n"
        "dram.offset count () [-100 .. 100] 0, user: Signed offset\n"
        "layer.cin count (channels) [1 .. 65536 channels] required!, user: Input channels\n"
        "layer.title text () [up to 127 bytes] , user: Name for the output\n");
    free(text);
}
END_TEST

static void expect_in(const char *page, const char *text)
{
    ck_assert_msg(strstr(page, text) != NULL, "the page lacks: %s", text);
}

START_TEST(the_page_has_a_table_per_section)
{
    char *page = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&page, &size);
    ck_assert_ptr_nonnull(stream);
    ck_assert(config_write_markdown(&toy_schema, stream));
    fclose(stream);
    expect_in(page, "# Config reference\n");
    expect_in(page, "## [ring]\n\nThe credit ring\n\n| key | type |");
    expect_in(page, "| `pointer_bits` | count | bits | `4 .. 32 bits` | `14` | measured | Width of "
                    "the ring's pointers |\n");
    expect_in(page, "min(\\|x\\|, credit)");
    expect_in(page, "`task \\| lap \\| live`");
    expect_in(page, "| `cin` | count | channels | `1 .. 65536 channels` | *required* | user |");
    expect_in(page, "| `title` | text |  | `up to 127 bytes` | none | user |");
    expect_in(page, "--set ring.pointer_bits=14");
    expect_in(page, "at most 199 bytes");
    free(page);
}
END_TEST

/* Bars that end a cell; those behind a backslash do not. */
static size_t cells_of(const char *line, size_t bytes)
{
    size_t bars = 0;
    for (size_t i = 0; i < bytes; i++)
        bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    return bars;
}

START_TEST(every_row_of_a_table_has_as_many_cells)
{
    char *page = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&page, &size);
    ck_assert_ptr_nonnull(stream);
    config_write_markdown(&toy_schema, stream);
    fclose(stream);
    size_t cells = 0;
    size_t rows = 0;
    for (const char *line = page; *line != '\0';) {
        size_t bytes = strcspn(line, "\n");
        cells = line[0] != '|' ? 0 : cells > 0 ? cells : cells_of(line, bytes);
        ck_assert_uint_eq(line[0] == '|' ? cells_of(line, bytes) : 0, cells);
        rows += line[0] == '|';
        ck_assert(bytes == 0 || line[bytes - 1] != ' ');
        line += bytes + 1;
    }
    ck_assert_uint_gt(rows, 11);
    free(page);
}
END_TEST

START_TEST(a_failing_stream_is_noticed)
{
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        return;
    setvbuf(full, NULL, _IONBF, 0);
    ck_assert(!config_write_markdown(&toy_schema, full));
    fclose(full);
}
END_TEST

START_TEST(an_empty_schema_makes_a_page_too)
{
    const struct config_schema none = {NULL, 0, 0};
    char *page = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&page, &size);
    ck_assert_ptr_nonnull(stream);
    ck_assert(config_write_markdown(&none, stream));
    fclose(stream);
    expect_in(page, "# Config reference\n");
    free(page);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("describe");
    TCase *tests = tcase_create("describe");
    tcase_add_test(tests, every_key_is_described);
    tcase_add_test(tests, the_page_has_a_table_per_section);
    tcase_add_test(tests, every_row_of_a_table_has_as_many_cells);
    tcase_add_test(tests, a_failing_stream_is_noticed);
    tcase_add_test(tests, an_empty_schema_makes_a_page_too);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
