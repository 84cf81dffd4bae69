#include "models/ane/closed_form.h"
#include <math.h>

/* The share of a visit's lines that a bad row state at its first line delays.
 * Where the lines in flight are whole visits, lines that were once held up
 * together stay together and are all delayed, taken as half of the time. */
static double delayed_share(const struct chip_params *params)
{
    int64_t visit = dram_visit_lines(&params->dram);
    double alone = 1 / (double)visit;
    return params->core.kdma.demand_lines % visit == 0 ? (1 + alone) / 2 : alone;
}

/* By multiplication, which is the same on every host; a library's pow is not. */
static double power(double base, uint32_t exponent)
{
    double result = 1;
    for (; exponent > 0; exponent--)
        result *= base;
    return result;
}

/* What a core waits for a demand line when `cores` cores stream and the memory
 * runs at a share `busy` of its peak. */
static double demand_latency_ps(const struct chip_params *params, uint32_t cores, double busy)
{
    const struct fabric_params *fabric = &params->core.fabric;
    const struct dram_params *dram = &params->dram;
    double wires = (double)(fabric->request_latency_ps + fabric->response_latency_ps);
    double clock = (double)dram_clock_ps(dram);
    double hit = (double)dram_idle_latency_ps(dram, true, false);
    if (dram->model == DRAM_IDEAL)
        return wires + hit + clock / 2;
    double closed = (double)dram_idle_latency_ps(dram, false, false) - hit;
    double conflict = (double)dram_idle_latency_ps(dram, true, true) - hit;
    double banks = (double)(dram->bank_groups * dram->banks_per_group);
    double visit_lines = (double)dram_visit_lines(dram);
    double delayed = delayed_share(params);
    double disturbed = 1 - power(1 - 1 / banks, cores - 1);
    double latency = wires + hit + clock / 2;
    if (dram->refresh != DRAM_REFRESH_NONE) {
        bool all = dram->refresh == DRAM_REFRESH_ALL_BANK;
        double period = (double)dram->trefi * clock;
        double blocked = (double)(all ? dram->trfcab : dram->trfcpb) * clock;
        double line_ps = latency / (double)params->core.kdma.demand_lines;
        double visit_ps = visit_lines * line_ps;
        double return_ps = visit_ps * (double)dram->channels;
        latency += fmin(1, return_ps / period) * delayed * closed;
        latency += blocked / period * (blocked + visit_ps - line_ps) / 2;
    }
    double bank_cycle = (double)(dram->tras + dram->trp) * clock;
    return latency + disturbed * delayed * conflict + busy * bank_cycle;
}

/* One core alone, as far as latency and credit decide. */
static double core_ps(const struct chip_params *params, uint64_t lines, double latency)
{
    double demand = (double)params->core.kdma.demand_lines;
    double back = (double)params->core.kdma.credit_return_ps;
    double credit = (double)ring_initial_credit(&params->core.ring, lines);
    double bursts = ceil((double)lines / (demand * back / latency + credit));
    double demanded = fmax(0, (double)lines - credit * bursts) * latency / demand;
    double port = (double)fabric_clock_ps(&params->core.fabric);
    double slowest = fmax(port, (double)params->core.kmem.drain_ps);
    double slots = (double)kmem_slot_count(&params->core.kmem);
    double streamed = fmax((bursts - 1) * back, demanded);
    streamed = fmax(streamed, (double)lines * fmax(slowest, latency / slots));
    return streamed + latency;
}

struct task_load {
    uint64_t most_lines; /* of any core */
    uint64_t sum_lines;
    uint32_t cores; /* that have lines */
};

static struct task_load load_of(const struct program *program, uint32_t task)
{
    struct task_load load = {0};
    for (uint32_t core = 0; core < program->core_count; core++) {
        uint64_t lines = program_transfer(program, task, core)->lines;
        load.most_lines = lines > load.most_lines ? lines : load.most_lines;
        load.sum_lines += lines;
        load.cores += lines > 0;
    }
    return load;
}

struct closed_form closed_form_run(const struct chip_params *params, const struct program *program)
{
    enum { ROUNDS = 4 }; /* latency and load depend on each other */
    double line = (double)dram_line_ps(&params->dram) / (double)params->dram.channels;
    double busy_sum = 0, streaming = 0, latency = 0;
    for (uint32_t task = 0; task < program->task_count; task++) {
        struct task_load load = load_of(program, task);
        double memory = (double)load.sum_lines * line;
        double time = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double busy = time > 0 ? memory / time : 0;
            latency = demand_latency_ps(params, load.cores, busy);
            time = fmax(core_ps(params, load.most_lines, latency), memory + latency);
        }
        streaming += time;
        busy_sum += memory;
    }
    double overhead = (double)params->ane.dispatch_ps +
                      (double)params->ane.task_overhead_ps * program->task_count;
    return (struct closed_form){
        .time_us = (overhead + streaming) / PS_PER_US,
        .demand_latency_ns = latency / PS_PER_NS,
        .memory_busy = busy_sum / streaming,
    };
}
