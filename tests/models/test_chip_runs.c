/* One chip after another, again, and beside another. */
#include <pthread.h>
#include <sys/resource.h>

#include "tests/models/chip_shapes.h"
#include "tests/models/chip_trace.h"

static struct chip_trace trace;

/* ---- what is refused */

START_TEST(bad_programs_are_refused)
{
    struct chip_params params = shape_params();
    struct chip *chip = chip_create(&params);
    struct chip_result result;
    struct program program;

    ck_assert(program_init(&program, 15, 1));
    program_transfer(&program, 0, 0)->lines = 10;
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_BAD_PROGRAM);
    program_free(&program);

    program = (struct program){.core_count = 16};
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_BAD_PROGRAM);

    ck_assert(program_init(&program, 16, 3));
    program_transfer(&program, 0, 1)->lines = 10;
    program_transfer(&program, 2, 1)->lines = 10;
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_BAD_PROGRAM);
    program_transfer(&program, 1, 15)->lines = 1;
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_OK);
    ck_assert_uint_eq(result.lines, 21);

    /* Addresses end at 2^40. */
    struct transfer *far = program_transfer(&program, 1, 15);
    *far = (struct transfer){.start_line = (UINT64_C(1) << 40) - 1, .lines = 1};
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_OK);
    *far = (struct transfer){.start_line = (UINT64_C(1) << 40) - 1, .lines = 2};
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_BAD_PROGRAM);
    *far = (struct transfer){.start_line = UINT64_MAX, .lines = 2};
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_BAD_PROGRAM);
    *far = (struct transfer){.start_line = 1, .lines = UINT64_MAX};
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_BAD_PROGRAM);
    program_free(&program);
    chip_destroy(chip);
    chip_destroy(NULL);
}
END_TEST

START_TEST(unchecked_parameters_break_the_chip_not_the_process)
{
    struct chip_params params = shape_params();
    struct program program = chip_test_program(&params, 1, 10);
    struct chip_result result;
    snprintf(params.dram.mapping, sizeof params.dram.mapping, "row-column");
    struct chip *chip = chip_create(&params);
    ck_assert_int_eq(chip_run(chip, &program, NULL, &result), CHIP_BROKEN);
    ck_assert_ptr_nonnull(strstr(chip_report(chip), "unchecked dram parameters: channel is not "
                                                    "placed"));
    chip_destroy(chip);
    program_free(&program);
}
END_TEST

START_TEST(the_check_names_what_is_wrong)
{
    struct diagnostics errors = {0};
    struct chip_params params = chip_test_params();
    params.core.kmem.size_bytes = 3 << 14;
    params.dram.channels = 3;
    ck_assert(!chip_params_check(&params, &errors));
    ck_assert_uint_eq(errors.count, 2);
    ck_assert_str_eq(errors.items[0].message, "dram.channels must be a power of two, not 3");
    ck_assert_str_eq(errors.items[1].message, "kmem.size must be a power of two, not 49152 bytes");
    diagnostics_free(&errors);
}
END_TEST

/* ---- the same again */

/* All that a run says, field by field: structs have holes. */
static uint64_t digest(const struct chip_result *r)
{
    uint64_t d = 0;
#define ADD(value) d = (d ^ (uint64_t)(value)) * UINT64_C(0x100000001b3)
    ADD(r->time_ps), ADD(r->lines), ADD(r->credit_lines), ADD(r->events);
    for (uint32_t i = 0; i < r->core_count; i++) {
        for (int wait = 0; wait < KDMA_WAITS; wait++)
            ADD(r->cores[i].wait_ps[wait]);
        for (int class = 0; class < LINE_CLASSES; class ++)
            ADD(r->cores[i].issued[class]), ADD(r->cores[i].latency_ps[class]);
        ADD(r->kmem_residence_ps[i]), ADD(r->kmem_used_max[i]);
    }
    for (uint32_t i = 0; i < r->channel_count; i++) {
        const struct dram_counters *c = &r->channels[i];
        ADD(c->lines[LINE_DEMAND]), ADD(c->row_hits), ADD(c->row_misses), ADD(c->refreshes);
        ADD(c->residence_ps), ADD(c->queue_lines_max);
    }
#undef ADD
    return d;
}

static uint64_t run_digest(struct chip *chip, const struct program *program)
{
    struct chip_result result;
    if (chip_run(chip, program, NULL, &result) != CHIP_OK)
        return 0;
    return digest(&result);
}

START_TEST(a_chip_can_be_used_again)
{
    struct chip_params params = shape_params();
    struct chip *chip = chip_create(&params);
    uint64_t first[SHAPES];
    struct chip_result result;
    for (int round = 0; round < 2; round++) {
        for (int shape = 0; shape < SHAPES; shape++) {
            struct program program = shape_program(&shapes[shape], &params);
            uint64_t d = run_digest(chip, &program);
            ck_assert_uint_ne(d, 0);
            if (round == 0)
                first[shape] = d;
            ck_assert_uint_eq(d, first[shape]);
            chip_test_run(&params, &program, NULL, &result); /* and on a new one */
            ck_assert_uint_eq(digest(&result), first[shape]);
            program_free(&program);
        }
        for (int shape = 1; shape < SHAPES; shape++)
            ck_assert_uint_ne(first[shape], first[shape - 1]);
    }
    chip_destroy(chip);
}
END_TEST

START_TEST(an_observer_changes_nothing)
{
    struct chip_params params = shape_params();
    struct program program = shape_program(&shapes[2], &params);
    struct chip_result seen, unseen;
    trace_run(&trace, &params, &program, &seen);
    chip_test_run(&params, &program, NULL, &unseen);
    ck_assert_uint_eq(digest(&seen), digest(&unseen));
    program_free(&program);
}
END_TEST

struct threaded_run {
    struct chip_params params;
    const struct program *program;
    uint64_t digest;
};

static void *run_in_thread(void *argument)
{
    struct threaded_run *run = argument;
    struct chip *chip = chip_create(&run->params);
    for (int round = 0; chip && round < 3; round++)
        run->digest = run_digest(chip, run->program);
    chip_destroy(chip);
    return NULL;
}

START_TEST(two_chips_in_two_threads)
{
    struct threaded_run runs[2];
    pthread_t threads[2];
    struct program program;
    for (int i = 0; i < 2; i++) {
        runs[i] = (struct threaded_run){.params = shape_params(), .program = &program};
        runs[i].params.core.ring.latch = i == 0 ? RING_LATCH_TASK : RING_LATCH_LIVE;
    }
    program = shape_program(&shapes[2], &runs[0].params);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_in_thread, &runs[i]), 0);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 2; i++) {
        struct chip_result alone;
        chip_test_run(&runs[i].params, &program, NULL, &alone);
        ck_assert_uint_eq(runs[i].digest, digest(&alone));
    }
    ck_assert_uint_ne(runs[0].digest, runs[1].digest);
    program_free(&program);
}
END_TEST

static long peak_kib(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0)
        ck_abort_msg("getrusage");
    return usage.ru_maxrss;
}

START_TEST(memory_does_not_grow_with_the_transfer)
{
    struct chip_params params = chip_test_params();
    struct chip *chip = chip_create(&params);
    struct program small = chip_test_program(&params, 1, 1024);
    struct program large = chip_test_program(&params, 1, 16 * 1024);
    ck_assert_uint_ne(run_digest(chip, &small), 0);
    long before = peak_kib();
    ck_assert_uint_ne(run_digest(chip, &large), 0);
    /* A byte a line more would be 240 KiB. */
    ck_assert_int_le(peak_kib() - before, 128);
    program_free(&large);
    program_free(&small);
    chip_destroy(chip);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chip_runs");
    TCase *tests = tcase_create("chip_runs");
    tcase_add_test(tests, bad_programs_are_refused);
    tcase_add_test(tests, unchecked_parameters_break_the_chip_not_the_process);
    tcase_add_test(tests, the_check_names_what_is_wrong);
    tcase_add_test(tests, a_chip_can_be_used_again);
    tcase_add_test(tests, an_observer_changes_nothing);
    tcase_add_test(tests, two_chips_in_two_threads);
    tcase_add_test(tests, memory_does_not_grow_with_the_transfer);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
