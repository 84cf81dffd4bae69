/* A small schema with a key of every type, for the tests of sim/config. */
#ifndef ANESIM_TESTS_CONFIG_TOY_SCHEMA_H
#define ANESIM_TESTS_CONFIG_TOY_SCHEMA_H

#include "sim/config/schema.h"

struct toy_ring {
    int64_t pointer_bits;
    int64_t credit_lines;
    int64_t credit_return_ps;
    int64_t kmem_bytes;
    int64_t latch;
};

struct toy_dram {
    int64_t rate_tps;
    int64_t clock_hz;
    int64_t hash;
    int64_t offset;
};

struct toy_layer {
    int64_t cin;
    char title[CONFIG_TEXT_BYTES];
};

struct toy_params {
    struct toy_ring ring;
    struct toy_dram dram;
    struct toy_layer layer;
};

static const char *const toy_latches[] = {"task", "lap", "live", NULL};

static const struct config_key toy_ring_keys[] = {
    {.name = "pointer_bits",
     .type = CONFIG_COUNT,
     .offset = offsetof(struct toy_ring, pointer_bits),
     .min = 4,
     .max = 32,
     .default_text = "14",
     .unit = "bits",
     .provenance = PROVENANCE_MEASURED,
     .help = "Width of the ring's pointers"},
    {.name = "credit",
     .type = CONFIG_COUNT,
     .offset = offsetof(struct toy_ring, credit_lines),
     .min = 1,
     .max = 512,
     .default_text = "256",
     .unit = "lines",
     .provenance = PROVENANCE_CALIBRATED,
     .help = "Speculative lines in flight, min(|x|, credit)"},
    {.name = "credit_return",
     .type = CONFIG_TIME,
     .offset = offsetof(struct toy_ring, credit_return_ps),
     .min = 1,
     .max = 1000000000,
     .default_text = "5.5us",
     .provenance = PROVENANCE_CALIBRATED,
     .help = "How long a credit stays away"},
    {.name = "kmem",
     .type = CONFIG_BYTES,
     .offset = offsetof(struct toy_ring, kmem_bytes),
     .min = 64,
     .max = 1 << 30,
     .default_text = "64KiB",
     .provenance = PROVENANCE_ASSUMED,
     .help = "Kernel memory per core"},
    {.name = "latch",
     .type = CONFIG_CHOICE,
     .offset = offsetof(struct toy_ring, latch),
     .default_text = "task",
     .choices = toy_latches,
     .provenance = PROVENANCE_ASSUMED,
     .help = "When the credit is evaluated"},
};

static const struct config_key toy_dram_keys[] = {
    {.name = "rate",
     .type = CONFIG_TRANSFERS,
     .offset = offsetof(struct toy_dram, rate_tps),
     .min = 1000000,
     .max = 20000000000,
     .default_text = "6400MT/s",
     .provenance = PROVENANCE_DERIVED,
     .help = "Transfers per second and pin"},
    {.name = "clock",
     .type = CONFIG_FREQUENCY,
     .offset = offsetof(struct toy_dram, clock_hz),
     .min = 1,
     .max = 10000000000,
     .default_text = "800MHz",
     .provenance = PROVENANCE_DERIVED,
     .help = "Command clock"},
    {.name = "hash",
     .type = CONFIG_BOOL,
     .offset = offsetof(struct toy_dram, hash),
     .default_text = "on",
     .provenance = PROVENANCE_USER,
     .help = "XOR-hash the bank bits"},
    {.name = "offset",
     .type = CONFIG_COUNT,
     .offset = offsetof(struct toy_dram, offset),
     .min = -100,
     .max = 100,
     .default_text = "0",
     .provenance = PROVENANCE_USER,
     .help = "Signed offset"},
};

static const struct config_key toy_layer_keys[] = {
    {.name = "cin",
     .type = CONFIG_COUNT,
     .offset = offsetof(struct toy_layer, cin),
     .min = 1,
     .max = 65536,
     .unit = "channels",
     .provenance = PROVENANCE_USER,
     .help = "Input channels"},
    {.name = "title",
     .type = CONFIG_TEXT,
     .offset = offsetof(struct toy_layer, title),
     .default_text = "",
     .provenance = PROVENANCE_USER,
     .help = "Name for the output"},
};

static const struct config_section toy_ring_section = {"ring", "The credit ring", toy_ring_keys, 5};
static const struct config_section toy_dram_section = {"dram", "The memory", toy_dram_keys, 4};
static const struct config_section toy_layer_section = {"layer", "The workload", toy_layer_keys, 2};

static const struct config_part toy_parts[] = {
    {&toy_ring_section, offsetof(struct toy_params, ring)},
    {&toy_dram_section, offsetof(struct toy_params, dram)},
    {&toy_layer_section, offsetof(struct toy_params, layer)},
};

static const struct config_schema toy_schema = {toy_parts, 3, sizeof(struct toy_params)};

#endif
