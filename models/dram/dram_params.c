#include "models/dram/dram_params.h"
#include "models/dram/mapping.h"
#include "models/dram/timing.h"
#include "models/fabric/line.h"

enum { TRANSFERS_PER_CLOCK = 8 };

static const char *const model_names[] = {"banked", "ideal", NULL};
static const char *const scheduler_names[] = {"frfcfs", "fcfs", NULL};
static const char *const refresh_names[] = {"none", "all-bank", "per-bank", NULL};

#define FIELD(member) .offset = offsetof(struct dram_params, member)
#define TIMING(member, low, high, value, text)                                                     \
    {                                                                                              \
        .name = #member, .type = CONFIG_COUNT, FIELD(member), .min = low, .max = high,             \
        .default_text = value, .unit = "tCK", .provenance = PROVENANCE_DERIVED, .help = text       \
    }
#define NUMBER(member, low, high, value, counted, origin, text)                                    \
    {                                                                                              \
        .name = #member, .type = CONFIG_COUNT, FIELD(member), .min = low, .max = high,             \
        .default_text = value, .unit = counted, .provenance = PROVENANCE_##origin, .help = text    \
    }
#define CHOICE(member, names, value, origin, text)                                                 \
    {                                                                                              \
        .name = #member, .type = CONFIG_CHOICE, FIELD(member), .choices = names,                   \
        .default_text = value, .provenance = PROVENANCE_##origin, .help = text                     \
    }

static const struct config_key keys[] = {
    CHOICE(model, model_names, "banked", USER,
           "banked: rows, banks and refresh; ideal: latency and bandwidth only"),
    NUMBER(channels, 1, 64, "8", "channels", DERIVED, "memory channels, a power of two"),
    {.name = "data_rate",
     .type = CONFIG_TRANSFERS,
     FIELD(data_rate),
     .min = 100000000,
     .max = 20000000000,
     .default_text = "6400MT/s",
     .provenance = PROVENANCE_DERIVED,
     .help = "transfers per second and pin; the command clock is an eighth of it"},
    NUMBER(bus_bits, 16, 32, "16", "bits", DERIVED, "data pins of one channel, 16 or 32"),
    NUMBER(bank_groups, 1, 8, "4", "groups", DERIVED, "bank groups, a power of two"),
    NUMBER(banks_per_group, 1, 8, "4", "banks", DERIVED, "banks in a group, a power of two"),
    {.name = "page",
     .type = CONFIG_BYTES,
     FIELD(page_bytes),
     .min = 512,
     .max = 8192,
     .default_text = "2KiB",
     .provenance = PROVENANCE_DERIVED,
     .help = "bytes of an open row, a power of two"},
    {.name = "mapping",
     .type = CONFIG_TEXT,
     FIELD(mapping),
     .default_text = "row-bank-group-column3-channel-column2",
     .provenance = PROVENANCE_ASSUMED,
     .help = "address bits from most to least significant: row, bank, group, column, channel; "
             "group1 takes one bit, a field without number takes all it has left"},
    {.name = "hash",
     .type = CONFIG_BOOL,
     FIELD(hash),
     .default_text = "on",
     .provenance = PROVENANCE_ASSUMED,
     .help = "XOR channel and bank bits with row bits"},
    CHOICE(scheduler, scheduler_names, "frfcfs", ASSUMED,
           "frfcfs: row hits first, then the oldest; fcfs: strictly the oldest"),
    {.name = "demand_first",
     .type = CONFIG_BOOL,
     FIELD(demand_first),
     .default_text = "on",
     .provenance = PROVENANCE_ASSUMED,
     .help = "demand lines go before speculative ones"},
    NUMBER(queue_lines, 1, 1024, "32", "lines", ASSUMED,
           "speculative lines a channel chooses among; demand lines have as many places again"),
    CHOICE(refresh, refresh_names, "all-bank", ASSUMED, "which refresh command is used"),
    {.name = "refresh_stagger",
     .type = CONFIG_BOOL,
     FIELD(refresh_stagger),
     .default_text = "on",
     .provenance = PROVENANCE_ASSUMED,
     .help = "channels refresh in turn; off: all at once"},
    {.name = "ideal_latency",
     .type = CONFIG_TIME,
     FIELD(ideal_latency_ps),
     .min = 1000,
     .max = 1000000000,
     .default_text = "50ns",
     .provenance = PROVENANCE_DERIVED,
     .help = "latency of a line when model = ideal: that of a closed bank"},
    TIMING(rl, 1, 1000, "17", "RL, read command to first data"),
    TIMING(trcd, 1, 1000, "15", "tRCD, activate to read"),
    TIMING(trp, 1, 1000, "15", "tRP, precharge to activate"),
    TIMING(tras, 1, 1000, "34", "tRAS, activate to precharge"),
    TIMING(trrd, 1, 1000, "4", "tRRD, activate to activate of another bank"),
    TIMING(tfaw, 1, 1000, "16", "tFAW, window that holds at most four activates"),
    TIMING(tccd_s, 2, 32, "2", "tCCD_S, burst to burst of another bank group"),
    TIMING(tccd_l, 2, 32, "4", "tCCD_L, burst to burst of the same bank group"),
    TIMING(trefi, 1, 100000, "3125", "tREFI, time between all-bank refreshes"),
    TIMING(trfcab, 1, 100000, "168", "tRFCab, duration of an all-bank refresh"),
    TIMING(trfcpb, 1, 100000, "96", "tRFCpb, duration of a per-bank refresh"),
};

const struct config_section dram_section = {
    .name = "dram",
    .help = "The memory behind the fabric: LPDDR5 channels; timing from JESD209-5 in command "
            "clocks (tCK, 1.25 ns at 6400 MT/s)",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};

int64_t dram_clock_ps(const struct dram_params *params)
{
    const int64_t ps_per_s = INT64_C(1000000000000);
    return (TRANSFERS_PER_CLOCK * ps_per_s + params->data_rate / 2) / params->data_rate;
}

int64_t dram_line_ps(const struct dram_params *params)
{
    int64_t transfers = LINE_BYTES * 8 / params->bus_bits;
    return transfers * dram_clock_ps(params) / TRANSFERS_PER_CLOCK;
}

int64_t dram_visit_lines(const struct dram_params *params)
{
    return mapping_visit_lines(params);
}

int64_t dram_peak_bytes_per_s(const struct dram_params *params)
{
    return params->channels * params->data_rate * params->bus_bits / 8;
}

static bool is_power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* A refresh closes the rows it finds.  From one to the next of the same bank
 * there must be time to close, to refresh, to wait for an activate's turn, and
 * to read one line, or a line might be activated for ever and never read. */
static int64_t trefi_min(const struct dram_params *params)
{
    bool all = params->refresh == DRAM_REFRESH_ALL_BANK;
    int64_t line = LINE_BYTES * 8 / (16 * params->bus_bits) * params->tccd_l;
    int64_t close = larger(params->tras + DRAM_ACT_CLOCKS, line) + params->trp;
    int64_t activate = larger(params->trrd, params->tfaw) + DRAM_ACT_CLOCKS + params->trcd;
    int64_t needed = close + (all ? params->trfcab : params->trfcpb) + activate + line;
    int64_t banks = params->bank_groups * params->banks_per_group;
    return all ? needed : larger(needed, banks); /* each pair of banks has its turn */
}

static void check_refresh(const struct dram_params *params, struct diagnostics *errors)
{
    if (params->refresh == DRAM_REFRESH_NONE || params->trefi >= trefi_min(params))
        return;
    diagnostics_bad_input(errors,
                          "dram.trefi = %lld leaves no time to read between two refreshes; with "
                          "the other timings it must be at least %lld",
                          (long long)params->trefi, (long long)trefi_min(params));
}

bool dram_params_check(const struct dram_params *params, struct diagnostics *errors)
{
    const struct {
        const char *name;
        int64_t value;
    } powers[] = {
        {"channels", params->channels},       {"bus_bits", params->bus_bits},
        {"bank_groups", params->bank_groups}, {"banks_per_group", params->banks_per_group},
        {"page", params->page_bytes},
    };
    size_t before = errors->count;
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
        if (!is_power_of_two(powers[i].value))
            diagnostics_bad_input(errors, "dram.%s must be a power of two, not %lld",
                                  powers[i].name, (long long)powers[i].value);
    }
    if (errors->count > before)
        return false;
    struct mapping mapping;
    char why[160];
    if (!mapping_init(&mapping, params, why, sizeof why))
        diagnostics_bad_input(errors, "dram.mapping = %s: %s", params->mapping, why);
    check_refresh(params, errors);
    return errors->count == before;
}
