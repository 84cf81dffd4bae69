#include "sim/workload/setup.h"
#include "sim/config/config.h"

static const struct config_part parts[] = {
    {&ane_section, offsetof(struct setup, chip.ane)},
    {&ring_section, offsetof(struct setup, chip.core.ring)},
    {&kdma_section, offsetof(struct setup, chip.core.kdma)},
    {&kmem_section, offsetof(struct setup, chip.core.kmem)},
    {&fabric_section, offsetof(struct setup, chip.core.fabric)},
    {&dram_section, offsetof(struct setup, chip.dram)},
    {&workload_section, offsetof(struct setup, workload)},
};

const struct config_schema setup_schema = {
    .parts = parts,
    .part_count = sizeof parts / sizeof parts[0],
    .size = sizeof(struct setup),
};

bool setup_resolve(const struct config *config, const struct config_variant *variant,
                   struct setup *setup, struct diagnostics *errors)
{
    return config_resolve(config, &setup_schema, variant, setup, errors) &&
           chip_params_check(&setup->chip, errors);
}
