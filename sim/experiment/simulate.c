#include "sim/experiment/simulate.h"

static void fail(struct diagnostics *errors, enum chip_status status, const struct chip *chip)
{
    if (status == CHIP_NO_MEMORY)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the chip");
    else
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0,
                        "the simulator is at fault, please report this: %s", chip_report(chip));
}

static bool run(const struct setup *setup, const struct program *program, struct observer *observer,
                struct chip_result *result, struct diagnostics *errors)
{
    struct chip *chip = chip_create(&setup->chip);
    enum chip_status status = chip ? chip_run(chip, program, observer, result) : CHIP_NO_MEMORY;
    if (status != CHIP_OK)
        fail(errors, status, chip);
    chip_destroy(chip);
    return status == CHIP_OK;
}

static void derive(const struct setup *setup, struct simulation *simulation)
{
    const struct workload_summary *workload = &simulation->workload;
    double time_ps = (double)simulation->result.time_ps;
    double peak = (double)dram_peak_bytes_per_s(&setup->chip.dram) / 1e9;
    simulation->position =
        ring_position((uint64_t)workload->lines_per_core, setup->chip.core.ring.pointer_bits);
    simulation->credit_lines =
        ring_initial_credit(&setup->chip.core.ring, (uint64_t)workload->lines_per_core);
    simulation->time_us = time_ps / PS_PER_US;
    simulation->throughput_gbps = (double)workload->bytes_total * PS_PER_NS / time_ps;
    simulation->dram_utilization = simulation->throughput_gbps / peak;
}

bool simulate(const struct setup *setup, struct observer *observer, struct simulation *simulation,
              struct diagnostics *errors)
{
    struct program program;
    simulation->status = workload_build(&setup->workload, setup->chip.ane.cores, &program,
                                        &simulation->workload, simulation->message);
    if (simulation->status == WORKLOAD_NO_MEMORY)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "%s", simulation->message);
    if (simulation->status != WORKLOAD_OK)
        return simulation->status != WORKLOAD_NO_MEMORY;
    bool done = run(setup, &program, observer, &simulation->result, errors);
    if (done)
        derive(setup, simulation);
    program_free(&program);
    return done;
}
