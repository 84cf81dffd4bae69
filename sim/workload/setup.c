#include "sim/workload/setup.h"
#include "sim/config/config.h"
#include <string.h>

static const struct config_part parts[] = {
    {&ane_section, offsetof(struct setup, chip.ane)},
    {&ring_section, offsetof(struct setup, chip.core.ring)},
    {&kdma_section, offsetof(struct setup, chip.core.kdma)},
    {&kmem_section, offsetof(struct setup, chip.core.kmem)},
    {&fabric_section, offsetof(struct setup, chip.core.fabric)},
    {&dram_section, offsetof(struct setup, chip.dram)},
    {&workload_section, offsetof(struct setup, workload)},
    {&llm_section, offsetof(struct setup, llm)},
    {&noise_section, offsetof(struct setup, noise)},
    {&price_section, offsetof(struct setup, price)},
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

/* A key's value as bytes: a text up to its end, or a number. */
static const unsigned char *value_of(const struct setup *setup, const struct config_part *part,
                                     size_t index, size_t *size)
{
    const struct config_key *key = &part->section->keys[index];
    const unsigned char *value = (const unsigned char *)setup + part->offset + key->offset;
    *size = key->type == CONFIG_TEXT ? strlen((const char *)value) : sizeof(int64_t);
    return value;
}

bool setup_equal(const struct setup *a, const struct setup *b)
{
    for (size_t i = 0; i < setup_schema.part_count; i++) {
        const struct config_part *part = &setup_schema.parts[i];
        for (size_t key = 0; key < part->section->key_count; key++) {
            size_t size_a, size_b;
            const unsigned char *value_a = value_of(a, part, key, &size_a);
            const unsigned char *value_b = value_of(b, part, key, &size_b);
            if (size_a != size_b || memcmp(value_a, value_b, size_a) != 0)
                return false;
        }
    }
    return true;
}

/* FNV-1a, byte by byte. */
uint64_t setup_hash(const struct setup *setup)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < setup_schema.part_count; i++) {
        const struct config_part *part = &setup_schema.parts[i];
        for (size_t key = 0; key < part->section->key_count; key++) {
            size_t size;
            const unsigned char *value = value_of(setup, part, key, &size);
            for (size_t byte = 0; byte < size; byte++)
                hash = (hash ^ value[byte]) * UINT64_C(0x100000001b3);
        }
    }
    return hash;
}
