/* Chip parameters: one struct per component, filled from a config. */
#ifndef ANESIM_ANE_CHIP_PARAMS_H
#define ANESIM_ANE_CHIP_PARAMS_H

#include "models/dram/dram_params.h"
#include "models/kdma/kdma.h"

enum { ANE_CORES_MAX = 64 };

struct ane_params {
    char name[CONFIG_TEXT_BYTES];
    int64_t cores;
    int64_t dispatch_ps;      /* once a program */
    int64_t task_overhead_ps; /* once a task */
};

extern const struct config_section ane_section;

struct chip_params {
    struct ane_params ane;
    struct kdma_core_params core; /* ring, kdma, kmem, fabric */
    struct dram_params dram;
};

/* What the keys' own ranges cannot say; true when nothing was added. */
bool chip_params_check(const struct chip_params *params, struct diagnostics *errors);

#endif
