#include "models/ane/chip_params.h"
#include "sim/workload/workload.h"

#define FIELD(member) .offset = offsetof(struct workload_params, member)
#define NUMBER(member, low, high, value, counted, text)                                            \
    {                                                                                              \
        .name = #member, .type = CONFIG_COUNT, FIELD(member), .min = low, .max = high,             \
        .default_text = value, .unit = counted, .provenance = PROVENANCE_USER, .help = text        \
    }
#define CHOICE(member, names, value, text)                                                         \
    {                                                                                              \
        .name = #member, .type = CONFIG_CHOICE, FIELD(member), .choices = names,                   \
        .default_text = value, .provenance = PROVENANCE_USER, .help = text                         \
    }

enum {
    CHANNELS_MAX = 1 << 20,
    KERNEL_MAX = 1 << 16,
    TASKS_MAX = 4096,
    PAD_MAX = 1 << 20,
    SEED_MAX = INT32_MAX
};

static const char *const partition_names[] = {"ceil", "balanced", NULL};
static const char *const axis_names[] = {"cin", "cout", NULL};

static const struct config_key keys[] = {
    NUMBER(cin, 1, CHANNELS_MAX, "2048", "channels", "input channels of the layer, D"),
    NUMBER(cout, 1, CHANNELS_MAX, "4096", "channels", "output channels of the layer, N"),
    NUMBER(kernel, 1, KERNEL_MAX, "1", "weights", "area of a kernel: 1 for 1x1, 9 for 3x3"),
    NUMBER(bits, 1, 64, "16", "bits", "bits of a weight as stored: 16 for fp16"),
    NUMBER(groups, 1, CHANNELS_MAX, "1", "groups",
           "groups of a convolution; for more than one the bytes per core are unknown"),
    CHOICE(partition, partition_names, "ceil",
           "ceil: every core streams ceil(cout / cores) kernels; balanced: some one fewer"),
    NUMBER(split, 1, TASKS_MAX, "1", "tasks", "tasks the layer is cut into"),
    CHOICE(axis, axis_names, "cin", "what a split cuts: slices of every kernel, or whole kernels"),
    NUMBER(pad_lines, -PAD_MAX, PAD_MAX, "0", "lines",
           "64-byte lines added to, or if negative left out of, each core's transfer in each task"),
    NUMBER(trim_cin, 0, CHANNELS_MAX, "0", "channels",
           "input channels taken off cin, for a control just beside a notch"),
    NUMBER(cores, 1, ANE_CORES_MAX, "16", "cores",
           "cores that take part, each with its share of the whole layer"),
    NUMBER(scramble, 0, SEED_MAX, "0", "seed",
           "0: the weights lie in order; else each page of 16 KiB lies at a random place of a "
           "64 MiB arena, another for each seed"),
};

const struct config_section workload_section = {
    .name = "workload",
    .help = "The layer to stream, X[1,cin] x W[cin,cout], and how it is cut into tasks",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};
