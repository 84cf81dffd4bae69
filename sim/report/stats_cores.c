#include "sim/report/stats.h"

/* Where the time went: per cause over the active cores, and per core. */

#define TEXT(text, head)                                                                           \
    {                                                                                              \
        .name = text, .heading = head, .type = COLUMN_TEXT                                         \
    }
#define COUNT(text, head)                                                                          \
    {                                                                                              \
        .name = text, .heading = head, .type = COLUMN_COUNT                                        \
    }
#define REAL(text, head, digits)                                                                   \
    {                                                                                              \
        .name = text, .heading = head, .type = COLUMN_REAL, .decimals = digits                     \
    }

const struct column stats_stall_columns[STATS_STALL_COLUMNS] = {
    TEXT("cause", "cause"),         REAL("wait_mean_us", "mean us", 2),
    REAL("wait_percent", "%", 1),   REAL("wait_min_us", "least us", 2),
    COUNT("wait_min_core", "core"), REAL("wait_max_us", "most us", 2),
    COUNT("wait_max_core", "core"),
};

const struct column stats_wait_columns[STATS_WAIT_COLUMNS] = {
    COUNT("core", "core"),
    REAL("credit_wait_us", "credit", 2),
    REAL("demand_slot_wait_us", "demand_slot", 2),
    REAL("kmem_wait_us", "kmem", 2),
    REAL("fabric_wait_us", "fabric", 2),
    REAL("dram_wait_us", "dram", 2),
    REAL("dispatch_wait_us", "dispatch", 2),
    REAL("total_us", "total", 2),
};

const struct column stats_core_columns[STATS_CORE_COLUMNS] = {
    COUNT("core", "core"),
    COUNT("demand_lines", "demand\nlines"),
    COUNT("speculative_lines", "speculative\nlines"),
    REAL("demand_latency_mean_ns", "demand\nmean ns", 1),
    REAL("speculative_latency_mean_ns", "speculative\nmean ns", 1),
    REAL("kmem_mean_lines", "KMem mean\nlines", 1),
    COUNT("kmem_max_lines", "KMem max\nlines"),
};

static double us(sim_time time)
{
    return (double)time / PS_PER_US;
}

static double mean_ns(const struct kdma_counters *counters, enum line_class class)
{
    /* 0/0 makes the cell unknown */
    return (double)counters->latency_ps[class] / (double)counters->arrived[class] / PS_PER_NS;
}

static bool is_active(const struct kdma_counters *counters)
{
    return counters->issued[LINE_DEMAND] + counters->issued[LINE_SPECULATIVE] > 0;
}

struct spread {
    sim_time sum;
    uint32_t count;
    uint32_t least; /* core */
    uint32_t most;
};

static struct spread spread_of(const struct chip_result *result, int cause)
{
    struct spread spread = {0};
    for (uint32_t core = 0; core < result->core_count; core++) {
        if (!is_active(&result->cores[core]))
            continue;
        sim_time wait = result->cores[core].wait_ps[cause];
        if (spread.count == 0 || wait < result->cores[spread.least].wait_ps[cause])
            spread.least = core;
        if (spread.count == 0 || wait > result->cores[spread.most].wait_ps[cause])
            spread.most = core;
        spread.sum += wait;
        spread.count++;
    }
    return spread;
}

void stats_fill_stalls(const struct run_row *row, struct table *table)
{
    const struct chip_result *result = &row->result;
    double total_us = 0;
    for (int cause = 0; cause < KDMA_WAITS; cause++) {
        struct spread spread = spread_of(result, cause);
        if (spread.count == 0)
            return;
        double mean_us = us(spread.sum) / spread.count;
        table_add_row(table);
        table_set_text(table, "cause", kdma_wait_names[cause]);
        table_set_real(table, "wait_mean_us", mean_us);
        table_set_real(table, "wait_percent", mean_us * 100 / us(result->time_ps));
        table_set_real(table, "wait_min_us", us(result->cores[spread.least].wait_ps[cause]));
        table_set_count(table, "wait_min_core", spread.least);
        table_set_real(table, "wait_max_us", us(result->cores[spread.most].wait_ps[cause]));
        table_set_count(table, "wait_max_core", spread.most);
        total_us += mean_us;
    }
    table_add_row(table);
    table_set_text(table, "cause", "total");
    table_set_real(table, "wait_mean_us", total_us);
    table_set_real(table, "wait_percent", total_us * 100 / us(result->time_ps));
}

void stats_fill_waits(const struct run_row *row, struct table *table)
{
    for (uint32_t core = 0; core < row->result.core_count; core++) {
        const struct kdma_counters *counters = &row->result.cores[core];
        sim_time total = 0;
        table_add_row(table);
        table_set_count(table, "core", core);
        for (int cause = 0; cause < KDMA_WAITS; cause++) {
            char column[40];
            snprintf(column, sizeof column, "%s_wait_us", kdma_wait_names[cause]);
            table_set_real(table, column, us(counters->wait_ps[cause]));
            total += counters->wait_ps[cause];
        }
        table_set_real(table, "total_us", us(total));
    }
}

void stats_fill_cores(const struct run_row *row, struct table *table)
{
    const struct chip_result *result = &row->result;
    for (uint32_t core = 0; core < result->core_count; core++) {
        const struct kdma_counters *counters = &result->cores[core];
        table_add_row(table);
        table_set_count(table, "core", core);
        table_set_count(table, "demand_lines", (int64_t)counters->issued[LINE_DEMAND]);
        table_set_count(table, "speculative_lines", (int64_t)counters->issued[LINE_SPECULATIVE]);
        table_set_real(table, "demand_latency_mean_ns", mean_ns(counters, LINE_DEMAND));
        table_set_real(table, "speculative_latency_mean_ns", mean_ns(counters, LINE_SPECULATIVE));
        table_set_real(table, "kmem_mean_lines",
                       (double)result->kmem_residence_ps[core] / (double)result->time_ps);
        table_set_count(table, "kmem_max_lines", (int64_t)result->kmem_used_max[core]);
    }
}
