/* Plots: which runs are drawn, and what the script then holds. */
#include "sim/report/html.h"
#include "sim/report/plot_draw.h"
#include "sim/report/plot_even.h"
#include "tests/report/plot_database.h"

static struct evidence evidence;
static struct plot_picture picture;

static void begin(void)
{
    plot_database_begin();
    ck_assert(evidence_read(&evidence, "evidence/m3_report.csv", &plot_errors));
}

static void end(void)
{
    plot_picture_free(&picture);
    evidence_free(&evidence);
    plot_database_end();
}

static bool make(const char *name, const struct setup *setup, bool only)
{
    const struct plot_request request = {
        .store = plot_store, .evidence = &evidence, .setup = setup, .only = only};
    plot_picture_free(&picture);
    diagnostics_free(&plot_errors);
    return plot_make(plot_find(name), &request, &picture, &plot_errors);
}

static void expect(const char *text)
{
    ck_assert_msg(strstr(picture.script, text) != NULL, "no '%s' in\n%s", text, picture.script);
}

static void expect_none(const char *text)
{
    ck_assert_msg(strstr(picture.script, text) == NULL, "'%s' in\n%s", text, picture.script);
}

static void expect_caption(const char *text)
{
    ck_assert_msg(strstr(picture.caption, text) != NULL, "no '%s' in: %s", text, picture.caption);
}

static void draw(const char *name)
{
    bool done = make(name, NULL, false);
    diagnostics_print(&plot_errors, stderr);
    ck_assert(done);
}

START_TEST(the_notch_has_both_series_and_what_was_published)
{
    plot_put_range("whole", "", 2000, 2096, 16);
    plot_put_range("split", "workload.split=2", 2000, 2096, 16);
    draw("notch");
    expect("$tasks1 << EOD\n1 -384 40\n1 -256 40\n1 -128 30\n1 0 20\n1 128 30\n");
    expect("$tasks2 << EOD\n2 -384 40\n");
    expect("title 'unsplit'");
    expect("title 'split in 2'");
    expect("title 'published, unsplit'");
    expect("title 'published, split'");
    expect("2048 1 17.3 0 1\n");
    expect("2016 1 44.505062 -256 1\n");
    expect_none("4096 1 18.4");
    expect("Apple M3: X[1,D] x W[D,4096], 16 bits");
    expect_caption("from 40.0 to 20.0 GB/s, lowest at x = 0 lines");
    expect_caption("Split, none of these layers gets less than 40.0 GB/s");
    ck_assert_str_eq(picture.note, "");
}
END_TEST

START_TEST(a_layer_padded_has_its_place_beside_the_multiple)
{
    plot_put_range("whole", "", 2016, 2080, 16);
    plot_put("padded", "workload.pad_lines=-7", 2048, 0);
    draw("notch");
    expect("1 -7 20.546875\n");
}
END_TEST

START_TEST(another_chip_is_not_mixed_in)
{
    struct setup other = plot_setup("ane.name=Other");
    plot_put_range("m3", "", 2000, 2096, 16);
    plot_put_range("other", "ane.name=Other", 2000, 2096, 8);
    draw("notch");
    expect("Other: X[1,D]");
    expect_none("Apple M3");
    ck_assert_str_eq(
        picture.note,
        "notch: drawn from the 13 runs of one family; 7 of other chips or layers left out");
    struct setup m3 = plot_setup("");
    ck_assert(make("notch", &m3, false));
    expect("Other: X[1,D]");
    ck_assert(make("notch", &m3, true));
    expect("Apple M3");
    plot_put_range("more", "", 2004, 2084, 16);
    ck_assert(make("notch", &m3, false));
    expect("Apple M3"); /* the first among equals */
    ck_assert(make("notch", &other, false));
    expect("Other: X[1,D]");
    struct setup none = plot_setup("workload.cout=2048");
    ck_assert(!make("notch", &none, true));
    ck_assert(picture.lacking);
    ck_assert_ptr_nonnull(strstr(plot_errors.items[0].message, "no run of that chip and layer"));
}
END_TEST

START_TEST(a_run_of_two_experiments_is_drawn_once)
{
    plot_put_range("one", "", 2000, 2096, 16);
    plot_put_range("two", "", 2000, 2096, 16);
    draw("notch");
    expect("1 -384 40\n1 -256 40\n");
    expect_none("1 0 20\n1 0 20\n");
}
END_TEST

START_TEST(too_little_is_bad_input)
{
    for (size_t i = 0; plot_kinds[i]; i++) {
        ck_assert(!make(plot_kinds[i]->name, NULL, false));
        ck_assert(picture.lacking);
        ck_assert_int_eq(diagnostics_exit_code(&plot_errors), 2);
        ck_assert_ptr_nonnull(strstr(plot_errors.items[0].message, "no run that fits"));
    }
    plot_put("one", "", 4000, 0);
    for (size_t i = 0; plot_kinds[i]; i++) {
        ck_assert(!make(plot_kinds[i]->name, NULL, false));
        ck_assert(picture.lacking);
    }
}
END_TEST

START_TEST(the_floor)
{
    plot_put_range("whole", "", 1024, 4096, 1024);
    plot_put("split", "workload.split=2", 4096, 0);
    plot_put("split", "workload.split=8", 4096, 0);
    draw("floor");
    expect("$unsplit << EOD\n1024 40 -8192\n2048 20 0\n3072 40 -8192\n4096 20 0\n");
    expect("$multiples << EOD\n2048 20 0\n4096 20 0\nEOD\n");
    expect("$best << EOD\n4096 40 8\nEOD\n");
    expect("16384 1 19.1 0 8\n");
    expect_caption("At 2 multiples of D = 2048");
}
END_TEST

START_TEST(laps_and_their_ramps)
{
    for (int64_t k = 1; k <= 2; k++)
        plot_put_range("laps", "", k * 2048 - 40, k * 2048 + 40, 4);
    draw("laps");
    expect("title 'k = 1'");
    expect("title 'k = 2'");
    expect("$ramp2 << EOD\n");
    expect("title 'published: 3.18'");
    expect_caption("2 of 2 laps (k = 1 to 2) are slowest within 16 lines");
    expect_caption("us a line and lap for |x| from 8 to 128");
}
END_TEST

START_TEST(cores)
{
    for (int n = 1; n <= 16; n *= 2) {
        char set[64];
        snprintf(set, sizeof set, "workload.cores=%d", n);
        plot_put("cores", set, 2016, 0);
        plot_put("cores", set, 2048, 0);
    }
    draw("cores");
    expect("$d2016 << EOD\n2016 1 ");
    expect("title 'D = 2048 (x = 0)'");
    expect("title 'published'");
    expect_caption("from 1 to 16 cores");
}
END_TEST

START_TEST(the_spectrum_of_samples)
{
    for (int64_t d = 256; d <= 8192; d += 128)
        plot_put("fft", "ane.dispatch=0us ane.task_overhead=0us", d, 3);
    plot_put("fft", "ane.dispatch=0us ane.task_overhead=0us", 2016, 3);
    draw("fft");
    /* quartiles of three: halfway to the middle one */
    expect("\n2048 20 ");
    expect(" 19.0909091 21.1111111\n");
    expect("$spectrum << EOD\n");
    expect("title 'median'");
    expect("title 'one lap'");
    expect_caption("63 sizes, 128 apart, peaks at a wavelength of D = 20");
    expect_caption("Published: 2048.");
    expect_caption("192 noisy samples, 3 of each size");
}
END_TEST

START_TEST(the_spectrum_without_samples)
{
    plot_put_range("fft", "", 256, 8192, 128);
    draw("fft");
    expect("title 'simulated'");
    expect_none("middle half");
}
END_TEST

START_TEST(splits_are_those_published)
{
    for (int tasks = 1; tasks <= 8; tasks *= 2) {
        char set[64];
        snprintf(set, sizeof set, "workload.split=%d", tasks);
        plot_put("split", set, 2048, 0);
        plot_put("split", set, 4096, 0);
        plot_put("split", set, 3000, 0);
    }
    draw("split");
    expect("0 2048 20 40 2 17.3 43.5\n");
    expect("2 4096 20 40 4 18.4 52.1\n");
    expect("1 3000 ");
    expect_caption("1.00 to 2.00 times as fast. Published: 2.51 to 2.83");
}
END_TEST

START_TEST(hypotheses_side_by_side)
{
    plot_put_range("a", "ring.hypothesis=modulo", 2000, 2096, 16);
    plot_put_range("b", "ring.hypothesis=folded", 2000, 2096, 16);
    plot_put_range("c", "ring.hypothesis=epoch", 2000, 2096, 16);
    draw("hypotheses");
    expect("set title 'folded'");
    expect("set title 'modulo'");
    expect("set title 'epoch'");
    expect("$hypothesis3 << EOD\n-384 40\n");
    expect_none("$hypothesis4");
    expect_caption("folded: 20.0 GB/s at the multiple");
}
END_TEST

START_TEST(the_roofline)
{
    static const int credits[] = {16, 64, 256, 1024};
    for (size_t i = 0; i < 4; i++) {
        char set[160];
        snprintf(set, sizeof set,
                 "ring.hypothesis=epoch ane.dispatch=0us ane.task_overhead=0us "
                 "ring.credit_max=%d",
                 credits[i]);
        plot_put("roofline", set, 8000, 0);
    }
    plot_put_range("more of another", "", 256, 4096, 128);
    struct setup m3 = plot_setup("");
    ck_assert(make("roofline", &m3, true)); /* with what the recipe sets */
    expect("$runs << EOD\n16 40 0.25 0 0 0.75 0 0\n64 40 ");
    expect("title 'latency'");
    expect("title 'memory, 102 GB/s'");
    expect("title 'KMem, ");
    expect("title 'credit'");
    expect_none("title 'demand slot'");
    draw("roofline");
}
END_TEST

START_TEST(a_hostile_name_stays_a_name)
{
    char *quoted = NULL;
    size_t size;
    FILE *out = open_memstream(&quoted, &size);
    plot_quote(out, "a'b\"\\\n`id`$x@y_{z}\x80\x1b]]>\xEF\xBF\xBF");
    fclose(out);
    ck_assert_str_eq(quoted, "'a''b\"\\\\x0a`id`$x@y_{z}\xEF\xBF\xBD\\x1b] ]>\xEF\xBF\xBD'");
    free(quoted);
    plot_put_range("m3", "ane.name=it's`id`@<b>", 2000, 2096, 16);
    draw("notch");
    expect("'it''s`id`@<b>: X[1,D]");
    expect("noenhanced");
}
END_TEST

static char *page_text(const char *text)
{
    char *page = NULL;
    size_t size;
    FILE *out = open_memstream(&page, &size);
    ck_assert(html_text(out, text));
    fclose(out);
    return page;
}

START_TEST(html_shows_text_as_text)
{
    char *page = page_text("<script>\"a\" & 'b'\n\xff</script>");
    ck_assert_str_eq(page, "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;\\x0a\xEF\xBF\xBD"
                           "&lt;/script&gt;");
    free(page);
}
END_TEST

START_TEST(svg_in_a_page_is_unique_and_self_contained)
{
    static const char svg[] =
        "<?xml version=\"1.0\"?>\n<svg width=\"8\" height=\"5\" viewBox=\"0 0 8 5\" "
        "xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n<title>x</title><desc>y</desc>\n"
        "<g id=\"n_plot_1\"><path id='gpPt0'/><use xlink:href='#gpPt0'/>"
        "<text fill='url(#a)'>xlink:href='#gpPt0'</text></g></svg>\n";
    char *page = NULL;
    size_t size;
    FILE *out = open_memstream(&page, &size);
    ck_assert(html_svg(out, svg, sizeof svg - 1, "n", "a<b", "c&d"));
    ck_assert(!html_svg(out, "<svg>", 5, "n", "", ""));
    fclose(out);
    ck_assert_str_eq(page, "<svg viewBox=\"0 0 8 5\" role=\"img\" aria-labelledby=\"n-title "
                           "n-desc\">\n<title id=\"n-title\">a&lt;b</title>\n"
                           "<desc id=\"n-desc\">c&amp;d</desc>\n\n"
                           "<g><path id='n-gpPt0'/><use href='#n-gpPt0'/>"
                           "<text fill='url(#n-a)'>xlink:href='#gpPt0'</text></g></svg>\n");
    free(page);
}
END_TEST

START_TEST(the_longest_even_part)
{
    static const double values[] = {1, 2, 4, 6, 7, 8, 10, 11, 12, 14};
    struct even even = even_longest(values, 10, 3);
    ck_assert_double_eq(even.first, 2);
    ck_assert_double_eq(even.step, 2);
    ck_assert_uint_eq(even.count, 7);
    ck_assert(even_has(&even, 14) && !even_has(&even, 7) && !even_has(&even, 16));
    ck_assert_uint_eq(even_longest(values, 1, 3).count, 1);
    ck_assert_uint_eq(even_longest(values, 0, 3).count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plot");
    TCase *tests = tcase_create("plot");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, the_notch_has_both_series_and_what_was_published);
    tcase_add_test(tests, a_layer_padded_has_its_place_beside_the_multiple);
    tcase_add_test(tests, another_chip_is_not_mixed_in);
    tcase_add_test(tests, a_run_of_two_experiments_is_drawn_once);
    tcase_add_test(tests, too_little_is_bad_input);
    tcase_add_test(tests, the_floor);
    tcase_add_test(tests, laps_and_their_ramps);
    tcase_add_test(tests, cores);
    tcase_add_test(tests, the_spectrum_of_samples);
    tcase_add_test(tests, the_spectrum_without_samples);
    tcase_add_test(tests, splits_are_those_published);
    tcase_add_test(tests, hypotheses_side_by_side);
    tcase_add_test(tests, the_roofline);
    tcase_add_test(tests, a_hostile_name_stays_a_name);
    tcase_add_test(tests, html_shows_text_as_text);
    tcase_add_test(tests, svg_in_a_page_is_unique_and_self_contained);
    tcase_add_test(tests, the_longest_even_part);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
