#include "sim/report/run_write.h"

#include <inttypes.h>

static void print_key(const struct setup *setup, const char *section, const char *name, char *text,
                      size_t text_size)
{
    const struct config_part *part;
    const struct config_key *key = config_schema_find(&setup_schema, section, name, &part);
    snprintf(text, text_size, "?");
    if (key)
        config_value_print(key, (const char *)setup + part->offset + key->offset, text, text_size);
}

static size_t print_chip(const struct setup *setup, char *text, size_t text_size)
{
    const struct chip_params *chip = &setup->chip;
    char kmem[CONFIG_TEXT_BYTES];
    char model[CONFIG_TEXT_BYTES];
    print_key(setup, "kmem", "size", kmem, sizeof kmem);
    print_key(setup, "dram", "model", model, sizeof model);
    int bytes =
        snprintf(text, text_size,
                 "%s: %" PRId64 " core%s, %s each; LPDDR5 (%s), %" PRId64 " channel%s, %.1f GB/s\n",
                 chip->ane.name, chip->ane.cores, chip->ane.cores == 1 ? "" : "s", kmem, model,
                 chip->dram.channels, chip->dram.channels == 1 ? "" : "s",
                 (double)dram_peak_bytes_per_s(&chip->dram) / 1e9);
    return bytes > 0 ? (size_t)bytes : 0;
}

static size_t print_ring(const struct setup *setup, char *text, size_t text_size)
{
    const struct ring_params *ring = &setup->chip.core.ring;
    char hypothesis[CONFIG_TEXT_BYTES];
    char latch[CONFIG_TEXT_BYTES];
    print_key(setup, "ring", "hypothesis", hypothesis, sizeof hypothesis);
    print_key(setup, "ring", "latch", latch, sizeof latch);
    int bytes = snprintf(text, text_size,
                         "Ring of %" PRIu64 " lines; credit: %s, at most %" PRId64
                         " lines, evaluated %s%s\n",
                         UINT64_C(1) << ring->pointer_bits, hypothesis, ring->credit_max,
                         ring->latch == RING_LATCH_LIVE ? "" : "per ", latch);
    return bytes > 0 ? (size_t)bytes : 0;
}

static void print_layer(const struct run_row *row, char *text, size_t text_size)
{
    const struct workload_params *layer = &row->setup.workload;
    int64_t cin = layer->cin - layer->trim_cin;
    char kernel[40] = "";
    char groups[40] = "";
    char bytes[48] = "";
    if (layer->kernel != 1)
        snprintf(kernel, sizeof kernel, ", kernel area %" PRId64, layer->kernel);
    if (layer->groups != 1)
        snprintf(groups, sizeof groups, ", %" PRId64 " groups", layer->groups);
    if (row->known)
        snprintf(bytes, sizeof bytes, ", %" PRId64 " bytes per core", row->workload.bytes_per_core);
    snprintf(text, text_size,
             "Layer: X[1,%" PRId64 "] x W[%" PRId64 ",%" PRId64 "]%s%s, %" PRId64 " bits%s\n", cin,
             cin, layer->cout, kernel, groups, layer->bits, bytes);
}

void run_heading(const struct run_row *row, char text[RUN_HEADING_BYTES])
{
    size_t used = print_chip(&row->setup, text, RUN_HEADING_BYTES);
    used += print_ring(&row->setup, text + used, RUN_HEADING_BYTES - used);
    print_layer(row, text + used, RUN_HEADING_BYTES - used);
}
