#include "sim/report/stats.h"

/* Lines by class: how many, and how long they took. */

static const char *const class_names[LINE_CLASSES] = {"demand", "speculative"};

const struct column stats_line_columns[STATS_LINE_COLUMNS] = {
    {.name = "total_lines", .heading = "total", .type = COLUMN_COUNT},
    {.name = "demand_lines", .heading = "demand", .type = COLUMN_COUNT},
    {.name = "speculative_issued_lines", .heading = "speculative:\nissued", .type = COLUMN_COUNT},
    {.name = "speculative_useful_lines", .heading = "useful", .type = COLUMN_COUNT},
    {.name = "speculative_in_flight_lines",
     .heading = "in flight\nat the end",
     .type = COLUMN_COUNT},
    {.name = "simulated_events", .heading = "simulated\nevents", .type = COLUMN_COUNT},
};

const struct column stats_latency_columns[STATS_LATENCY_COLUMNS] = {
    {.name = "class", .heading = "class", .type = COLUMN_TEXT},
    {.name = "lines", .heading = "lines", .type = COLUMN_COUNT},
    {.name = "latency_mean_ns", .heading = "mean ns", .type = COLUMN_REAL, .decimals = 1},
    {.name = "latency_p50_ns", .heading = "p50 ns", .type = COLUMN_REAL, .decimals = 1},
    {.name = "latency_p99_ns", .heading = "p99 ns", .type = COLUMN_REAL, .decimals = 1},
    {.name = "latency_max_ns", .heading = "max ns", .type = COLUMN_REAL, .decimals = 1},
};

const struct column stats_bin_columns[STATS_BIN_COLUMNS] = {
    {.name = "bin", .heading = "bin", .type = COLUMN_COUNT},
    {.name = "low_ns", .heading = "from ns", .type = COLUMN_REAL, .decimals = 1},
    {.name = "high_ns", .heading = "to ns", .type = COLUMN_REAL, .decimals = 1},
    {.name = "lines", .heading = "lines", .type = COLUMN_COUNT},
};

void stats_fill_lines(const struct run_row *row, struct table *table)
{
    uint64_t demand = 0, issued = 0, useful = 0;
    for (uint32_t core = 0; core < row->result.core_count; core++) {
        const struct kdma_counters *counters = &row->result.cores[core];
        demand += counters->issued[LINE_DEMAND];
        issued += counters->issued[LINE_SPECULATIVE];
        useful += counters->arrived[LINE_SPECULATIVE];
    }
    table_add_row(table);
    table_set_count(table, "total_lines", (int64_t)row->result.lines);
    table_set_count(table, "demand_lines", (int64_t)demand);
    table_set_count(table, "speculative_issued_lines", (int64_t)issued);
    table_set_count(table, "speculative_useful_lines", (int64_t)useful);
    table_set_count(table, "speculative_in_flight_lines", (int64_t)(issued - useful));
    table_set_count(table, "simulated_events", (int64_t)row->result.events);
}

void stats_fill_latency(const struct run_row *row, struct table *table)
{
    for (int class = 0; class < LINE_CLASSES; class ++) {
        const struct run_latency *latency = &row->latency[class];
        table_add_row(table);
        table_set_text(table, "class", class_names[class]);
        table_set_count(table, "lines", (int64_t)latency->count);
        if (latency->count == 0)
            continue;
        table_set_real(table, "latency_mean_ns", latency->mean_ns);
        table_set_real(table, "latency_p50_ns", latency->p50_ns);
        table_set_real(table, "latency_p99_ns", latency->p99_ns);
        table_set_real(table, "latency_max_ns", latency->max_ns);
    }
}

static void fill_bins(const struct run_latency *latency, struct table *table)
{
    for (uint32_t bin = 0; bin < latency->bin_count; bin++) {
        table_add_row(table);
        table_set_count(table, "bin", bin);
        table_set_real(table, "low_ns", latency->bins[bin].low_ns);
        table_set_real(table, "high_ns", latency->bins[bin].high_ns);
        table_set_count(table, "lines", (int64_t)latency->bins[bin].lines);
    }
}

void stats_fill_demand_bins(const struct run_row *row, struct table *table)
{
    fill_bins(&row->latency[LINE_DEMAND], table);
}

void stats_fill_speculative_bins(const struct run_row *row, struct table *table)
{
    fill_bins(&row->latency[LINE_SPECULATIVE], table);
}
