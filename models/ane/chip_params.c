#include "models/ane/chip_params.h"

static const struct config_key keys[] = {
    {.name = "name",
     .type = CONFIG_TEXT,
     .offset = offsetof(struct ane_params, name),
     .default_text = "unnamed chip",
     .provenance = PROVENANCE_USER,
     .help = "what to call the chip in headings"},
    {.name = "cores",
     .type = CONFIG_COUNT,
     .offset = offsetof(struct ane_params, cores),
     .min = 1,
     .max = ANE_CORES_MAX,
     .default_text = "16",
     .unit = "cores",
     .provenance = PROVENANCE_MEASURED,
     .help = "cores a layer's output channels are spread over"},
    {.name = "dispatch",
     .type = CONFIG_TIME,
     .offset = offsetof(struct ane_params, dispatch_ps),
     .min = 0,
     .max = 1000 * (int64_t)PS_PER_US * 1000,
     .provenance = PROVENANCE_CALIBRATED,
     .help = "fixed time before the first task of a program"},
    {.name = "task_overhead",
     .type = CONFIG_TIME,
     .offset = offsetof(struct ane_params, task_overhead_ps),
     .min = 0,
     .max = 1000 * (int64_t)PS_PER_US * 1000,
     .provenance = PROVENANCE_CALIBRATED,
     .help = "fixed time before each task"},
};

const struct config_section ane_section = {
    .name = "ane",
    .help = "The chip as a whole, and what a program and a task cost before a line moves",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};

/* A pool for all cores must fit where one core's limits are kept. */
static void check_scope(const struct chip_params *params, struct diagnostics *errors)
{
    int64_t cores = params->ane.cores;
    if (params->core.kdma.scope != KDMA_SCOPE_SHARED)
        return;
    if (params->core.kdma.demand_lines * cores > KDMA_DEMAND_LINES_MAX)
        diagnostics_bad_input(errors, "kdma.scope = shared: demand_lines times cores is at most %d",
                              KDMA_DEMAND_LINES_MAX);
    if (params->core.ring.credit_max * cores > KDMA_CREDITS_MAX)
        diagnostics_bad_input(errors, "kdma.scope = shared: credit_max times cores is at most %d",
                              KDMA_CREDITS_MAX);
}

bool chip_params_check(const struct chip_params *params, struct diagnostics *errors)
{
    size_t before = errors->count;
    dram_params_check(&params->dram, errors);
    check_scope(params, errors);
    int64_t kmem = params->core.kmem.size_bytes;
    if ((kmem & (kmem - 1)) != 0)
        diagnostics_bad_input(errors, "kmem.size must be a power of two, not %lld bytes",
                              (long long)kmem);
    return errors->count == before;
}
