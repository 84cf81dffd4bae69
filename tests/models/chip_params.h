/* A chip for tests.  What is calibrated or assumed has fixed values here, so
 * that a better calibration of configs/m3.ini changes no test. */
#ifndef ANESIM_TESTS_CHIP_PARAMS_H
#define ANESIM_TESTS_CHIP_PARAMS_H

#include "models/ane/chip.h"
#include "tests/check_main.h"
#include "tests/models/section_params.h"

static inline struct chip_params chip_test_params(void)
{
    static const char *const ane[] = {"cores=16", "dispatch=108us", "task_overhead=2.8us"};
    static const char *const ring[] = {"pointer_bits=14", "credit_max=256", "hypothesis=folded",
                                       "latch=task"};
    static const char *const kdma[] = {"demand_lines=4", "credit_return=5.5us"};
    static const char *const kmem[] = {"size=64KiB", "drain_time=1ns"};
    static const char *const fabric[] = {"clock=1GHz", "request_latency=80ns",
                                         "response_latency=80ns"};
    static const char *const dram[] = {"mapping=row-bank-group-column3-channel-column2",
                                       "hash=on",
                                       "scheduler=frfcfs",
                                       "demand_first=on",
                                       "queue_lines=32",
                                       "refresh=all-bank",
                                       "refresh_stagger=on"};
    struct chip_params params;
    struct diagnostics errors = {0};
    memset(&params, 0, sizeof params);
    section_fill(&ane_section, &params.ane, ane, sizeof ane / sizeof ane[0]);
    section_fill(&ring_section, &params.core.ring, ring, sizeof ring / sizeof ring[0]);
    section_fill(&kdma_section, &params.core.kdma, kdma, sizeof kdma / sizeof kdma[0]);
    section_fill(&kmem_section, &params.core.kmem, kmem, sizeof kmem / sizeof kmem[0]);
    section_fill(&fabric_section, &params.core.fabric, fabric, sizeof fabric / sizeof fabric[0]);
    section_fill(&dram_section, &params.dram, dram, sizeof dram / sizeof dram[0]);
    if (!chip_params_check(&params, &errors))
        ck_abort_msg("%s", errors.items[0].message);
    return params;
}

/* `tasks` equal tasks of `lines` lines on every core; cores stream from
 * consecutive places of memory, task after task. */
static inline struct program chip_test_program(const struct chip_params *params, uint32_t tasks,
                                               uint64_t lines)
{
    struct program program;
    if (!program_init(&program, (uint32_t)params->ane.cores, tasks))
        ck_abort_msg("no memory");
    for (uint32_t task = 0; task < tasks; task++) {
        for (uint32_t core = 0; core < program.core_count; core++)
            *program_transfer(&program, task, core) = (struct transfer){
                .start_line = (core * (uint64_t)tasks + task) * lines, .lines = lines};
    }
    return program;
}

/* Runs a program on a new chip; a broken chip fails the test. */
static inline void chip_test_run(const struct chip_params *params, const struct program *program,
                                 struct observer *observer, struct chip_result *result)
{
    struct chip *chip = chip_create(params);
    if (!chip)
        ck_abort_msg("no memory");
    enum chip_status status = chip_run(chip, program, observer, result);
    if (status != CHIP_OK)
        ck_abort_msg("chip_run returned %d: %s", status, chip_report(chip));
    chip_destroy(chip);
}

/* The same, for equal tasks. */
static inline struct chip_result chip_test_equal(const struct chip_params *params, uint32_t tasks,
                                                 uint64_t lines)
{
    struct chip_result result;
    struct program program = chip_test_program(params, tasks, lines);
    chip_test_run(params, &program, NULL, &result);
    program_free(&program);
    return result;
}

#endif
