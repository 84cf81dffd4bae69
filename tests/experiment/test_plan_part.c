/* Parts against the ring, and their times. */
#include <math.h>
#include <string.h>

#include "sim/config/csv.h"
#include "sim/experiment/simulate.h"
#include "tests/check_main.h"
#include "tests/experiment/planning.h"

/* 16 cores of 256 kernels of fp16: 8 lines a channel. */
START_TEST(test_edges_of_the_notch)
{
    static const struct {
        int64_t cin;
        int64_t x;
        enum plan_notch notch;
    } rows[] = {
        {2048, 0, PLAN_HIT},
        {2049, 8, PLAN_HIT},
        {2047, -8, PLAN_HIT},
        {2048 + 29, 232, PLAN_HIT},
        {2048 + 30, 240, PLAN_GRAZED},
        {2048 + 31, 248, PLAN_GRAZED},
        {2048 + 32, 256, PLAN_CLEAR},
        {2048 - 29, -232, PLAN_HIT},
        {2048 - 30, -240, PLAN_GRAZED},
        {2048 - 32, -256, PLAN_CLEAR},
        {4096, 0, PLAN_HIT},
    };
    struct setup setup = m3_setup();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct shape shape = fp16_shape(rows[i].cin, 4096);
        struct plan_part part = part_of(&setup, &shape);
        ck_assert_int_eq(part.position.x, rows[i].x);
        ck_assert_int_eq(part.notch, rows[i].notch);
    }
}
END_TEST

START_TEST(test_less_than_half_a_lap_is_no_notch)
{
    struct setup setup = m3_setup();
    for (int64_t lines = 1; lines < 8192; lines++) {
        struct shape shape = fp16_shape(lines * 2, 256); /* 16 kernels a core */
        if (part_of(&setup, &shape).notch != PLAN_CLEAR)
            ck_abort_msg("%lld lines", (long long)lines);
    }
}
END_TEST

/* Balanced over 16 cores, 17 kernels: core 0 has two and is clear, at x = 300;
 * the others have one each, at x = 150. */
START_TEST(test_every_core_counts)
{
    struct setup setup = m3_setup();
    struct shape shape = fp16_shape((16384 + 150) * 32, 17);
    ck_assert_int_eq(part_of(&setup, &shape).notch, PLAN_CLEAR);
    setup.workload.partition = PARTITION_BALANCED;
    struct plan_part part = part_of(&setup, &shape);
    ck_assert_int_eq(part.notch, PLAN_HIT);
    ck_assert_int_eq(part.position.x, 150);
    ck_assert_int_eq(part.credit_lines, 150);
}
END_TEST

START_TEST(test_unknown_layers)
{
    struct setup setup = m3_setup();
    struct plan_part part;
    char message[WORKLOAD_MESSAGE_BYTES];
    struct shape grouped = fp16_shape(512, 512);
    grouped.groups = 512;
    ck_assert_int_eq(plan_part_init(&part, &setup, &grouped, 512, 512, message), WORKLOAD_UNKNOWN);
    struct shape untyped = fp16_shape(512, 512);
    untyped.bits = 0;
    strcpy(untyped.note, "Q9_Z is no type of weight known");
    ck_assert_int_eq(plan_part_init(&part, &setup, &untyped, 512, 512, message), WORKLOAD_UNKNOWN);
    ck_assert_ptr_nonnull(strstr(message, "Q9_Z"));
}
END_TEST

START_TEST(test_channels_of_parts)
{
    for (int64_t align = 1; align <= 64; align *= 4)
        for (int64_t whole = 1; whole < 700; whole += 3)
            for (int64_t parts = 1; parts <= (whole + align - 1) / align && parts <= 20; parts++) {
                int64_t sum = 0;
                for (int64_t i = 0; i < parts; i++) {
                    int64_t channels = plan_part_channels(whole, parts, align, i);
                    bool last = i == parts - 1;
                    if (channels < 1 || (channels % align != 0 && !last) ||
                        channels > plan_part_channels(whole, parts, align, 0))
                        ck_abort_msg("%lld in %lld", (long long)whole, (long long)parts);
                    sum += channels;
                }
                if (sum != whole)
                    ck_abort_msg("%lld in %lld", (long long)whole, (long long)parts);
            }
}
END_TEST

/* All projections of the 15 models, as published. */
START_TEST(test_published_projections)
{
    static const struct csv_column columns[] = {
        {"model", true}, {"projection", true}, {"cin", true},
        {"cout", true},  {"count", true},      {"bytes_per_core", true},
        {"k", true},     {"x_lines", true},    {"in_notch", true}};
    struct diagnostics errors = {0};
    struct setup setup = m3_setup();
    struct csv csv;
    csv_read(&csv, "tests/data/import/anemll_projections.csv", columns, 9, &errors);
    no_diagnostics(&errors);
    ck_assert_uint_eq(csv.row_count, 15 * 8);
    for (size_t row = 0; row < csv.row_count; row++) {
        struct shape shape =
            fp16_shape(atoll(csv_text(&csv, row, 2)), atoll(csv_text(&csv, row, 3)));
        struct plan_part part = part_of(&setup, &shape);
        bool in_notch = strcmp(csv_text(&csv, row, 8), "yes") == 0;
        if (part.bytes_per_core != atoll(csv_text(&csv, row, 5)) ||
            part.position.k != atoll(csv_text(&csv, row, 6)) ||
            part.position.x != atoll(csv_text(&csv, row, 7)) ||
            (part.notch != PLAN_CLEAR) != in_notch)
            ck_abort_msg("%s %s", csv_text(&csv, row, 0), csv_text(&csv, row, 1));
    }
    csv_free(&csv);
}
END_TEST

static double full_us(const struct setup *setup, int64_t cin, int64_t cout, int64_t split)
{
    struct diagnostics errors = {0};
    struct simulation *simulation = calloc(1, sizeof *simulation);
    struct setup one = *setup;
    one.workload = (struct workload_params){.cin = cin,
                                            .cout = cout,
                                            .kernel = 1,
                                            .bits = 16,
                                            .groups = 1,
                                            .split = split,
                                            .cores = setup->chip.ane.cores};
    ck_assert(simulate(&one, NULL, simulation, &errors));
    double time_us = simulation->time_us - (double)setup->chip.ane.dispatch_ps / PS_PER_US;
    free(simulation);
    return time_us;
}

static double time_of(const struct setup *setup, int64_t cin, int64_t cout, bool exact)
{
    struct diagnostics errors = {0};
    struct plan_times times = {.setup = setup, .exact = exact, .threads = 1};
    struct shape shape = fp16_shape(cin, cout);
    struct plan_part part = part_of(setup, &shape);
    size_t number = plan_times_ask(&times, &part, &shape, setup->chip.core.ring.hypothesis);
    ck_assert_uint_eq(plan_times_ask(&times, &part, &shape, setup->chip.core.ring.hypothesis),
                      number);
    ck_assert(plan_times_run(&times, &errors));
    double time_us = plan_times_us(&times, number);
    plan_times_free(&times);
    return time_us;
}

/* On 4 cores, to be quick: 1024 kernels on 4 are 256 each. */
START_TEST(test_long_transfers_are_continued)
{
    struct setup setup = m3_setup();
    setup.chip.ane.cores = 4;
    for (int64_t cin = 7 * 1024 - 40; cin <= 13 * 1024; cin += 1024 - 3) {
        double exact_us = time_of(&setup, cin, 1024, true);
        double time_us = time_of(&setup, cin, 1024, false);
        ck_assert_double_eq_tol(exact_us, full_us(&setup, cin, 1024, 1), 1e-9);
        if (fabs(time_us / exact_us - 1) > 0.03)
            ck_abort_msg("cin %lld: %g us, not %g", (long long)cin, time_us, exact_us);
    }
}
END_TEST

/* Parts one by one against the layer split in one program. */
START_TEST(test_parts_add_up)
{
    struct setup setup = m3_setup();
    double parts_us = 2 * time_of(&setup, 683, 4096, false) + time_of(&setup, 682, 4096, false);
    double whole_us = full_us(&setup, 2048, 4096, 3);
    ck_assert_double_le(fabs(parts_us / whole_us - 1), 0.015);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plan parts");
    TCase *tests = tcase_create("parts");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, test_edges_of_the_notch);
    tcase_add_test(tests, test_less_than_half_a_lap_is_no_notch);
    tcase_add_test(tests, test_every_core_counts);
    tcase_add_test(tests, test_unknown_layers);
    tcase_add_test(tests, test_channels_of_parts);
    tcase_add_test(tests, test_published_projections);
    tcase_add_test(tests, test_long_transfers_are_continued);
    tcase_add_test(tests, test_parts_add_up);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
