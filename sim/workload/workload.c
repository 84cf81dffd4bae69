#include "sim/workload/workload.h"
#include "sim/workload/scramble.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const int64_t line_bytes = 64;
/* Far beyond any layer known; keeps all sums below far from overflow. */
static const int64_t bytes_per_core_max = INT64_C(1) << 30;

/* What one task does: a slice of `cin` channels of `kernels` kernels a core. */
struct slice {
    int64_t cin;
    int64_t cout;
};

static int64_t ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* Part i of `whole` cut into n near-equal parts, the larger first. */
static int64_t part_of(int64_t whole, int64_t n, int64_t i)
{
    return whole / n + (i < whole % n ? 1 : 0);
}

static struct slice slice_of(const struct workload_params *params, int64_t cin, int64_t task)
{
    if (params->axis == AXIS_COUT)
        return (struct slice){.cin = cin, .cout = part_of(params->cout, params->split, task)};
    return (struct slice){.cin = part_of(cin, params->split, task), .cout = params->cout};
}

static int64_t kernels_of(const struct workload_params *params, int64_t cout, int64_t chip_cores,
                          int64_t core)
{
    if (params->partition == PARTITION_BALANCED)
        return part_of(cout, chip_cores, core);
    return ceil_div(cout, chip_cores);
}

/* Bytes of a slice on one core, -1 when beyond the limit. */
static int64_t slice_bytes(const struct workload_params *params, struct slice slice,
                           int64_t chip_cores, int64_t core)
{
    int64_t bits;
    if (__builtin_mul_overflow(kernels_of(params, slice.cout, chip_cores, core), slice.cin,
                               &bits) ||
        __builtin_mul_overflow(bits, params->kernel, &bits) ||
        __builtin_mul_overflow(bits, params->bits, &bits) || bits > bytes_per_core_max * 8)
        return -1;
    return ceil_div(bits, 8);
}

static enum workload_status refuse(enum workload_status status, char *message, const char *text)
{
    snprintf(message, WORKLOAD_MESSAGE_BYTES, "%s", text);
    return status;
}

static enum workload_status check(const struct workload_params *params, int64_t chip_cores,
                                  char *message)
{
    int64_t cin = params->cin - params->trim_cin;
    if (params->groups > 1)
        return refuse(WORKLOAD_UNKNOWN, message,
                      "unknown: how a grouped convolution is spread over the cores is not "
                      "published; only groups = 1 can be answered");
    if (cin < 1)
        return refuse(WORKLOAD_UNKNOWN, message,
                      "not run: workload.trim_cin leaves no input channel of so small a layer");
    if (params->cores > chip_cores) {
        snprintf(message, WORKLOAD_MESSAGE_BYTES,
                 "workload.cores = %" PRId64 ", but the chip has only %" PRId64 " (ane.cores)",
                 params->cores, chip_cores);
        return WORKLOAD_BAD_INPUT;
    }
    int64_t whole = params->axis == AXIS_COUT ? params->cout : cin;
    if (params->split > whole) {
        snprintf(message, WORKLOAD_MESSAGE_BYTES,
                 "workload.split = %" PRId64 " parts of only %" PRId64 " channels along %s",
                 params->split, whole, params->axis == AXIS_COUT ? "cout" : "cin");
        return WORKLOAD_BAD_INPUT;
    }
    struct slice layer = {.cin = cin, .cout = params->cout};
    if (slice_bytes(params, layer, chip_cores, 0) < 0)
        return refuse(WORKLOAD_BAD_INPUT, message,
                      "workload: cin x cout x kernel x bits is more than 1 GiB per core; check "
                      "the shape, or split the layer by hand");
    return WORKLOAD_OK;
}

/* Lines of core `core` in `task`, -1 when a negative pad leaves none. */
static int64_t task_lines(const struct workload_params *params, int64_t cin, int64_t chip_cores,
                          int64_t task, int64_t core)
{
    int64_t bytes = slice_bytes(params, slice_of(params, cin, task), chip_cores, core);
    if (bytes == 0)
        return 0;
    int64_t lines = ceil_div(bytes, line_bytes) + params->pad_lines;
    return lines < 1 ? -1 : lines;
}

static enum workload_status fill(const struct workload_params *params, int64_t cin,
                                 int64_t chip_cores, struct program *program, char *message)
{
    uint64_t next_line = 0;
    for (int64_t task = 0; task < params->split; task++) {
        for (int64_t core = 0; core < chip_cores; core++) {
            int64_t lines = task_lines(params, cin, chip_cores, task, core);
            if (lines < 0)
                return refuse(WORKLOAD_BAD_INPUT, message,
                              "workload.pad_lines leaves a task without any line; make it less "
                              "negative");
            *program_transfer(program, (uint32_t)task, (uint32_t)core) = (struct transfer){
                .start_line = next_line, .lines = core < params->cores ? (uint64_t)lines : 0};
            next_line += (uint64_t)lines;
        }
        if (next_line > (uint64_t)(chip_cores * bytes_per_core_max / line_bytes))
            return refuse(WORKLOAD_BAD_INPUT, message,
                          "workload.pad_lines and split make it more than 1 GiB per core; use "
                          "less of either");
    }
    return WORKLOAD_OK;
}

static void summarize(const struct workload_params *params, int64_t cin, int64_t chip_cores,
                      const struct program *program, struct workload_summary *summary)
{
    *summary = (struct workload_summary){.cin = cin, .tasks = params->split};
    for (int64_t task = 0; task < params->split; task++) {
        int64_t lines = (int64_t)program_transfer(program, (uint32_t)task, 0)->lines;
        summary->lines_total += lines;
        if (lines > summary->lines_per_core)
            summary->lines_per_core = lines;
        struct slice slice = slice_of(params, cin, task);
        summary->bytes_per_core += slice_bytes(params, slice, chip_cores, 0);
        for (int64_t core = 0; core < params->cores; core++) {
            int64_t bytes = slice_bytes(params, slice, chip_cores, core);
            int64_t streamed =
                (int64_t)program_transfer(program, (uint32_t)task, (uint32_t)core)->lines *
                line_bytes;
            summary->bytes_total += bytes < streamed ? bytes : streamed;
        }
    }
}

static enum workload_status scramble(const struct workload_params *params, struct program *program,
                                     char *message)
{
    if (params->scramble == 0)
        return WORKLOAD_OK;
    switch (scramble_pages(program, (uint64_t)params->scramble)) {
    case SCRAMBLE_OK:
        return WORKLOAD_OK;
    case SCRAMBLE_TOO_LARGE:
        return refuse(WORKLOAD_BAD_INPUT, message,
                      "workload.scramble: the layer is larger than the arena's 59.90 MiB");
    case SCRAMBLE_NO_MEMORY:
        break;
    }
    return refuse(WORKLOAD_NO_MEMORY, message, "out of memory for the pages");
}

enum workload_status workload_build(const struct workload_params *params, int64_t chip_cores,
                                    struct program *program, struct workload_summary *summary,
                                    char message[WORKLOAD_MESSAGE_BYTES])
{
    int64_t cin = params->cin - params->trim_cin;
    enum workload_status status = check(params, chip_cores, message);
    if (status != WORKLOAD_OK)
        return status;
    if (!program_init(program, (uint32_t)chip_cores, (uint32_t)params->split))
        return refuse(WORKLOAD_NO_MEMORY, message, "out of memory for the program");
    status = fill(params, cin, chip_cores, program, message);
    if (status == WORKLOAD_OK)
        status = scramble(params, program, message);
    if (status != WORKLOAD_OK) {
        program_free(program);
        return status;
    }
    summarize(params, cin, chip_cores, program, summary);
    return WORKLOAD_OK;
}
