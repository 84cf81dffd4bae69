#include "models/dram/timing.h"
#include "models/fabric/line.h"

enum { BURST_TRANSFERS = 16, BURST_CLOCKS = 2 };

void dram_timing_init(struct dram_timing *timing, const struct dram_params *params)
{
    int64_t bursts = LINE_BYTES * 8 / (BURST_TRANSFERS * params->bus_bits);
    *timing = (struct dram_timing){
        .trcd = params->trcd,
        .trp = params->trp,
        .tras = params->tras,
        .trrd = params->trrd,
        .tfaw = params->tfaw,
        .tccd_s = params->tccd_s,
        .trefi = params->trefi,
        .trfcab = params->trfcab,
        .trfcpb = params->trfcpb,
        .line_span = bursts * params->tccd_l,
        .data_latency = params->rl + (bursts - 1) * params->tccd_l + BURST_CLOCKS,
        .groups = (uint32_t)params->bank_groups,
        .banks = (uint32_t)(params->bank_groups * params->banks_per_group),
    };
    for (int64_t i = 0; i < bursts; i++)
        timing->bus_pattern |= UINT64_C(3) << (i * params->tccd_l);
    for (uint32_t bank = 0; bank < timing->banks; bank++)
        timing->group_banks[dram_group(timing, bank)] |= UINT64_C(1) << bank;
    for (int i = 0; i < DRAM_FAW_ACTIVATES; i++)
        timing->activates[i] = -params->tfaw;
}

dram_clock dram_earliest(const struct dram_timing *timing, enum dram_command command, uint32_t bank,
                         dram_clock now)
{
    const struct dram_bank *b = &timing->bank[bank];
    dram_clock floor = dram_timing_floors(timing, now).at[command];
    if (command == DRAM_ACTIVATE)
        return dram_later(floor, b->activate_ok);
    if (command == DRAM_PRECHARGE)
        return dram_later(floor, b->precharge_ok);
    floor = dram_later(floor, timing->group_ok[dram_group(timing, bank)]);
    return dram_bus_free(timing, dram_later(floor, b->read_ok));
}

static dram_clock read(struct dram_timing *timing, uint32_t bank, dram_clock at)
{
    struct dram_bank *b = &timing->bank[bank];
    b->untouched = false;
    b->precharge_ok = dram_later(b->precharge_ok, at + timing->line_span);
    timing->group_ok[dram_group(timing, bank)] = at + timing->line_span;
    timing->read_ok = at + timing->tccd_s;
    dram_clock moved = at - timing->bus_origin;
    timing->bus_taken = moved < DRAM_BUS_HORIZON ? timing->bus_taken >> moved : 0;
    timing->bus_taken |= timing->bus_pattern;
    timing->bus_origin = at;
    timing->bus_blocked = 0;
    for (uint64_t left = timing->bus_pattern; left; left &= left - 1)
        timing->bus_blocked |= timing->bus_taken >> __builtin_ctzll(left);
    return at + timing->data_latency;
}

static void activate(struct dram_timing *timing, uint32_t bank, uint32_t row, dram_clock at)
{
    struct dram_bank *b = &timing->bank[bank];
    dram_clock second = at + DRAM_ACT_CLOCKS - 1;
    b->open = true;
    b->untouched = true;
    b->row = row;
    b->read_ok = second + timing->trcd;
    b->precharge_ok = second + timing->tras;
    timing->activate_ok = at + timing->trrd;
    timing->activates[timing->oldest_activate] = at;
    timing->oldest_activate = (timing->oldest_activate + 1) % DRAM_FAW_ACTIVATES;
}

dram_clock dram_issue(struct dram_timing *timing, enum dram_command command, uint32_t bank,
                      uint32_t row, dram_clock at)
{
    struct dram_bank *b = &timing->bank[bank];
    timing->command_ok = at + 1;
    if (command == DRAM_READ)
        return read(timing, bank, at);
    if (command == DRAM_ACTIVATE) {
        activate(timing, bank, row, at);
    } else {
        b->open = false;
        b->conflict = true;
        b->activate_ok = at + timing->trp;
    }
    return at;
}

/* When the bank can be refreshed, closing its row at or after `due`. */
static dram_clock closed_at(const struct dram_timing *timing, const struct dram_bank *bank,
                            dram_clock due)
{
    if (bank->open)
        return dram_later(due, bank->precharge_ok) + timing->trp;
    return dram_later(due, bank->activate_ok);
}

static void rest(struct dram_bank *bank, dram_clock until)
{
    bank->open = false;
    bank->conflict = false;
    bank->activate_ok = until;
}

dram_clock dram_refresh_all(struct dram_timing *timing, dram_clock due)
{
    dram_clock start = due;
    for (uint32_t i = 0; i < timing->banks; i++)
        start = dram_later(start, closed_at(timing, &timing->bank[i], due));
    for (uint32_t i = 0; i < timing->banks; i++)
        rest(&timing->bank[i], start + timing->trfcab);
    return start + timing->trfcab;
}

dram_clock dram_refresh_bank(struct dram_timing *timing, uint32_t bank, dram_clock due)
{
    dram_clock end = closed_at(timing, &timing->bank[bank], due) + timing->trfcpb;
    rest(&timing->bank[bank], end);
    return end;
}
