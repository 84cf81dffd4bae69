#include "sim/experiment/diagnosis.h"
#include "sim/experiment/run.h"
#include <inttypes.h>
#include <stdio.h>

/* Mean time a demand line was under way, in ns. */
static double demand_latency_ns(const struct chip_result *result)
{
    sim_time sum = 0;
    uint64_t lines = 0;
    for (uint32_t core = 0; core < result->core_count; core++) {
        sum += result->cores[core].latency_ps[LINE_DEMAND];
        lines += result->cores[core].arrived[LINE_DEMAND];
    }
    return lines ? (double)sum / (double)lines / PS_PER_NS : 0;
}

/* "0x4000 lines per core are distance 0x0 mod 0x4000" */
static int arithmetic(const struct run_row *row, char *text, size_t text_size)
{
    uint64_t size = UINT64_C(1) << row->setup.chip.core.ring.pointer_bits;
    uint64_t lines = (uint64_t)row->workload.lines_per_core;
    return snprintf(text, text_size,
                    "'%s': 0x%" PRIx64 " lines per core are distance 0x%" PRIx64 " mod 0x%" PRIx64
                    ", credit %" PRId64 " of %" PRId64,
                    row->label, lines, lines & (size - 1), size, row->credit_lines,
                    row->setup.chip.core.ring.credit_max);
}

void diagnose(const struct run_row *row, char *text, size_t text_size)
{
    const struct ring_params *ring = &row->setup.chip.core.ring;
    int64_t demand = row->setup.chip.core.kdma.demand_lines;
    if (!row->known) {
        snprintf(text, text_size, "'%s': %s.", row->label, row->message);
        return;
    }
    int used = arithmetic(row, text, text_size);
    if (used < 0 || (size_t)used >= text_size)
        return;
    text += used;
    text_size -= (size_t)used;
    double latency_ns = demand_latency_ns(&row->result);
    if (row->credit_lines >= ring->credit_max && row->credit_lines > 0)
        snprintf(text, text_size, "; the prefetcher runs at full lookahead.");
    else if (row->credit_lines >= row->workload.lines_per_core)
        snprintf(text, text_size, "; so short a transfer is prefetched as a whole.");
    else if (ring->latch == RING_LATCH_LIVE)
        snprintf(text, text_size,
                 " at the first line; evaluated live, the credit recovers as soon as rd moves.");
    else if (row->credit_lines == 0)
        snprintf(text, text_size,
                 ": nothing seems left to prefetch, so each core crawls on %" PRId64
                 " demand lines in flight, %.0f ns each.",
                 demand, latency_ns);
    else
        snprintf(text, text_size,
                 ": a shortened lookahead beside %" PRId64 " demand lines in flight, %.0f ns each.",
                 demand, latency_ns);
}
