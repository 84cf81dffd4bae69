/* Setup: everything a config holds: a chip, a workload, and what experiments
 * need to know besides. */
#ifndef ANESIM_WORKLOAD_SETUP_H
#define ANESIM_WORKLOAD_SETUP_H

#include "models/ane/chip_params.h"
#include "sim/workload/llm_params.h"
#include "sim/workload/noise.h"
#include "sim/workload/price_params.h"
#include "sim/workload/workload.h"

struct setup {
    struct chip_params chip;
    struct workload_params workload;
    struct llm_params llm;
    struct noise_params noise;
    struct price_params price;
};

/* Every section: ane, ring, kdma, kmem, fabric, dram, workload, llm, noise,
 * price. */
extern const struct config_schema setup_schema;

/* config_resolve() and chip_params_check() in one. */
struct config;
struct config_variant;
bool setup_resolve(const struct config *config, const struct config_variant *variant,
                   struct setup *setup, struct diagnostics *errors);

/* Whether two setups agree in every key, and a number that is the same for
 * those that do. */
bool setup_equal(const struct setup *a, const struct setup *b);
uint64_t setup_hash(const struct setup *setup);

#endif
