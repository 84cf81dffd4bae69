#include "models/kdma/kdma.h"

static const char *const scope_names[] = {"core", "shared", NULL};

static const struct config_key keys[] = {
    {.name = "demand_lines",
     .type = CONFIG_COUNT,
     .offset = offsetof(struct kdma_params, demand_lines),
     .min = 1,
     .max = KDMA_DEMAND_LINES_MAX,
     .unit = "lines",
     .provenance = PROVENANCE_CALIBRATED,
     .help = "demand lines a core may have in flight without any credit"},
    {.name = "credit_return",
     .type = CONFIG_TIME,
     .offset = offsetof(struct kdma_params, credit_return_ps),
     .min = PS_PER_NS,
     .max = 1000 * PS_PER_US,
     .provenance = PROVENANCE_CALIBRATED,
     .help = "time from spending a credit until it may be spent again; mechanism unknown"},
    {.name = "scope",
     .type = CONFIG_CHOICE,
     .offset = offsetof(struct kdma_params, scope),
     .choices = scope_names,
     .default_text = "core",
     .provenance = PROVENANCE_USER,
     .help = "core: each core has its own demand lines and credits; shared: all cores draw on one "
             "pool of as many"},
};

const struct config_section kdma_section = {
    .name = "kdma",
    .help = "The kernel DMA engine of each core",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};

const char *const kdma_wait_names[KDMA_WAITS] = {"credit", "demand_slot", "kmem",
                                                 "fabric", "dram",        "dispatch"};
