#include "sim/report/run_rows.h"

const struct column run_columns[RUN_COLUMNS] = {
    {.name = "label", .heading = "label", .type = COLUMN_TEXT, .help = "what the row is called"},
    {.name = "cin", .type = COLUMN_COUNT, .help = "input channels, after trimming"},
    {.name = "cout", .type = COLUMN_COUNT, .help = "output channels"},
    {.name = "kernel", .type = COLUMN_COUNT, .help = "area of a kernel"},
    {.name = "bits", .type = COLUMN_COUNT, .help = "bits of a weight"},
    {.name = "cores", .type = COLUMN_COUNT, .help = "cores that take part"},
    {.name = "tasks", .heading = "tasks", .type = COLUMN_COUNT, .help = "transfers of each core"},
    {.name = "lines_per_core",
     .heading = "lines\n/core",
     .type = COLUMN_COUNT,
     .help = "64-byte lines of the fullest task of core 0, with padding"},
    {.name = "bytes_per_core",
     .type = COLUMN_COUNT,
     .help = "weights of core 0 in all tasks, without padding"},
    {.name = "k", .heading = "k", .type = COLUMN_COUNT, .help = "lines = k laps of the ring + x"},
    {.name = "x", .heading = "x", .type = COLUMN_COUNT, .help = "lines beside the nearest lap"},
    {.name = "credit_lines",
     .heading = "credit",
     .type = COLUMN_COUNT,
     .help = "speculative lines granted to core 0 at the start"},
    {.name = "time_us",
     .heading = "time\nus",
     .type = COLUMN_REAL,
     .decimals = 1,
     .help = "from dispatch to the last line drained"},
    {.name = "throughput_gbps",
     .heading = "GB/s",
     .type = COLUMN_REAL,
     .decimals = 2,
     .help = "weights over time, GB = 1e9 bytes"},
    {.name = "dram_utilization",
     .heading = "% of\npeak",
     .type = COLUMN_REAL,
     .decimals = 1,
     .as_percent = true,
     .help = "throughput over the memory's peak, 0 .. 1"},
    {.name = "speedup",
     .heading = "speed-\nup",
     .type = COLUMN_REAL,
     .decimals = 2,
     .help = "throughput over that of the first row"},
};

static void set_shape(const struct run_row *row, struct table *table)
{
    const struct workload_params *workload = &row->setup.workload;
    int64_t trimmed = workload->cin - workload->trim_cin;
    table_set_text(table, "label", row->label);
    table_set_count(table, "cin", row->known ? row->workload.cin : trimmed);
    table_set_count(table, "cout", workload->cout);
    table_set_count(table, "kernel", workload->kernel);
    table_set_count(table, "bits", workload->bits);
    table_set_count(table, "cores", workload->cores);
    table_set_count(table, "tasks", workload->split);
}

static void set_result(const struct run_row *row, struct table *table)
{
    table_set_count(table, "lines_per_core", row->workload.lines_per_core);
    table_set_count(table, "bytes_per_core", row->workload.bytes_per_core);
    table_set_count(table, "k", row->position.k);
    table_set_count(table, "x", row->position.x);
    table_set_count(table, "credit_lines", row->credit_lines);
    table_set_real(table, "time_us", row->time_us);
    table_set_real(table, "throughput_gbps", row->throughput_gbps);
    table_set_real(table, "dram_utilization", row->dram_utilization);
    if (row->speedup > 0)
        table_set_real(table, "speedup", row->speedup);
}

bool run_rows(const struct run_report *report, struct table *table)
{
    table_init(table, run_columns, RUN_COLUMNS);
    for (size_t i = 0; i < report->row_count; i++) {
        table_add_row(table);
        set_shape(&report->rows[i], table);
        if (report->rows[i].known)
            set_result(&report->rows[i], table);
    }
    return !table->failed;
}
