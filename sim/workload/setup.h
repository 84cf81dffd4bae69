/* Setup: everything a config holds, a chip and a workload. */
#ifndef ANESIM_WORKLOAD_SETUP_H
#define ANESIM_WORKLOAD_SETUP_H

#include "models/ane/chip_params.h"
#include "sim/workload/workload.h"

struct setup {
    struct chip_params chip;
    struct workload_params workload;
};

/* Every section: ane, ring, kdma, kmem, fabric, dram, workload. */
extern const struct config_schema setup_schema;

/* config_resolve() and chip_params_check() in one. */
struct config;
struct config_variant;
bool setup_resolve(const struct config *config, const struct config_variant *variant,
                   struct setup *setup, struct diagnostics *errors);

#endif
