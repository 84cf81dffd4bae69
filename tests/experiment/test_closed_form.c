/* The closed form and the simulator, two ways to one number, held together over
 * machines and programs drawn with a fixed seed around configs/m3.ini. */
#include "models/ane/chip.h"
#include "models/ane/closed_form.h"
#include "sim/config/config.h"
#include "sim/kernel/random.h"
#include "sim/workload/setup.h"
#include "tests/check_main.h"
#include <math.h>

enum { DRAWS = 240, LAP_LINES = 0x4000, CORES = 16 };

static struct chip_params m3_params(void)
{
    struct config config;
    struct setup setup;
    struct diagnostics errors = {0};
    bool good = config_load(&config, &setup_schema, "configs/m3.ini", &errors) &&
                setup_resolve(&config, NULL, &setup, &errors);
    diagnostics_print(&errors, stderr);
    ck_assert(good);
    config_free(&config);
    return setup.chip;
}

static int64_t between(struct random *random, int64_t low, int64_t high)
{
    return low + (int64_t)random_below(random, (uint64_t)(high - low + 1));
}

static void draw_machine(struct random *random, struct chip_params *params)
{
    params->core.ring.hypothesis = between(random, 0, RING_HYPOTHESIS_COUNT - 1);
    params->core.ring.latch = between(random, RING_LATCH_TASK, RING_LATCH_LAP);
    params->core.ring.credit_max = between(random, 0, 512);
    params->core.kdma.demand_lines = between(random, 3, 5);
    params->core.kdma.credit_return_ps = between(random, 3000, 10000) * PS_PER_NS;
    params->core.fabric.request_latency_ps = between(random, 60, 100) * PS_PER_NS;
    params->core.fabric.response_latency_ps = between(random, 60, 100) * PS_PER_NS;
    params->dram.refresh = between(random, DRAM_REFRESH_ALL_BANK, DRAM_REFRESH_PER_BANK);
}

/* A quarter of the draws lie in or beside the notch. */
static struct program draw_program(struct random *random)
{
    struct program program;
    uint32_t tasks = (uint32_t)between(random, 1, 3), cores = (uint32_t)between(random, 1, CORES);
    int64_t lines = between(random, 1000, 12000);
    if (between(random, 0, 3) == 0)
        lines = LAP_LINES + between(random, -300, 300);
    ck_assert(program_init(&program, CORES, tasks));
    uint64_t next = 0;
    for (uint32_t task = 0; task < tasks; task++) {
        for (uint32_t core = 0; core < cores; core++, next += (uint64_t)lines)
            *program_transfer(&program, task, core) =
                (struct transfer){.start_line = next, .lines = (uint64_t)lines};
    }
    return program;
}

static double simulated_us(const struct chip_params *params, const struct program *program)
{
    static struct chip_result result;
    struct chip *chip = chip_create(params);
    ck_assert_ptr_nonnull(chip);
    ck_assert_msg(chip_run(chip, program, NULL, &result) == CHIP_OK, "%s", chip_report(chip));
    chip_destroy(chip);
    return (double)result.time_ps / PS_PER_US;
}

START_TEST(test_agrees_with_the_simulator)
{
    const struct chip_params m3 = m3_params();
    struct random random;
    random_seed(&random, 3);
    double worst = 0;
    int busy = 0;
    for (int i = 0; i < DRAWS; i++) {
        struct chip_params params = m3;
        draw_machine(&random, &params);
        struct program program = draw_program(&random);
        struct closed_form form = closed_form_run(&params, &program);
        double error = form.time_us / simulated_us(&params, &program) - 1;
        double limit = form.memory_busy < 0.8 ? 0.05 : 0.15;
        busy += form.memory_busy >= 0.8;
        worst = fmax(worst, form.memory_busy < 0.8 ? fabs(error) : 0);
        if (fabs(error) > limit)
            ck_abort_msg("draw %d: %.1f us, off by %+.1f %%, memory %.0f %% busy", i, form.time_us,
                         error * 100, form.memory_busy * 100);
        program_free(&program);
    }
    printf("%d machines, %d with a busy memory; worst error below that %.1f %%\n", DRAWS, busy,
           worst * 100);
    ck_assert_int_gt(busy, 5);
}
END_TEST

START_TEST(test_knows_the_collapse)
{
    const struct chip_params m3 = m3_params();
    struct program program;
    double time_us[2];
    for (int i = 0; i < 2; i++) {
        ck_assert(program_init(&program, CORES, 1));
        for (uint32_t core = 0; core < CORES; core++)
            program_transfer(&program, 0, core)->lines = i ? LAP_LINES - 256 : LAP_LINES;
        time_us[i] = closed_form_run(&m3, &program).time_us;
        program_free(&program);
    }
    ck_assert_double_gt(time_us[0], 2.4 * time_us[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("closed form");
    TCase *tests = tcase_create("closed form");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, test_agrees_with_the_simulator);
    tcase_add_test(tests, test_knows_the_collapse);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
