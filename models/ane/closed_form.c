#include "models/ane/closed_form.h"
#include <math.h>

/* What a core waits for a demand line, when `cores` cores stream. */
static double demand_latency_ps(const struct chip_params *params, uint32_t cores)
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
    double disturbed = 1 - pow(1 - 1 / banks, cores - 1);
    double latency = wires + hit + clock / 2;
    if (dram->refresh != DRAM_REFRESH_NONE) {
        double period = (double)dram->trefi * clock;
        double visit_ps = visit_lines * (double)dram->channels * latency /
                          (double)params->core.kdma.demand_lines;
        double blocked = clock * (double)(dram->refresh == DRAM_REFRESH_PER_BANK ? dram->trfcpb
                                                                                  : dram->trfcab);
        latency += fmin(1, visit_ps / period) / visit_lines * closed;
        latency += blocked / period * blocked / 2;
    }
    return latency + disturbed / visit_lines * conflict;
}

static double min_credit(const struct ring_params *ring, uint64_t lines)
{
    int64_t most = (int64_t)lines < ring->credit_max ? (int64_t)lines : ring->credit_max;
    if (ring->latch != RING_LATCH_LIVE)
        return (double)ring_initial_credit(ring, lines);
    return ring->hypothesis == RING_none ? 0 : (double)most;
}

/* One core alone, as far as latency and credit decide. */
static double core_ps(const struct chip_params *params, uint64_t lines, double latency)
{
    double demand = (double)params->core.kdma.demand_lines;
    double back = (double)params->core.kdma.credit_return_ps;
    double credit = min_credit(&params->core.ring, lines);
    double bursts = ceil((double)lines / (demand * back / latency + credit));
    double demanded = fmax(0, (double)lines - credit * bursts) * latency / demand;
    double port = (double)fabric_clock_ps(&params->core.fabric);
    double slowest = fmax(port, (double)params->core.kmem.drain_ps);
    double slots = (double)kmem_slot_count(&params->core.kmem);
    double streamed = fmax((bursts - 1) * back, demanded);
    streamed = fmax(streamed, (double)lines * fmax(slowest, latency / slots));
    return streamed + latency;
}

struct closed_form closed_form_run(const struct chip_params *params, const struct program *program)
{
    double line = (double)dram_line_ps(&params->dram) / (double)params->dram.channels;
    double busy = 0, streaming = 0, latency = 0;
    for (uint32_t task = 0; task < program->task_count; task++) {
        uint64_t most = 0, sum = 0;
        uint32_t cores = 0;
        for (uint32_t core = 0; core < program->core_count; core++) {
            uint64_t lines = program_transfer(program, task, core)->lines;
            most = lines > most ? lines : most;
            sum += lines;
            cores += lines > 0;
        }
        latency = demand_latency_ps(params, cores);
        double memory = (double)sum * line;
        streaming += fmax(core_ps(params, most, latency), memory + latency);
        busy += memory;
    }
    double overhead = (double)params->ane.dispatch_ps +
                      (double)params->ane.task_overhead_ps * program->task_count;
    return (struct closed_form){
        .time_us = (overhead + streaming) / PS_PER_US,
        .demand_latency_ns = latency / PS_PER_NS,
        .memory_busy = busy / streaming,
    };
}
