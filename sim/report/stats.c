#include "sim/report/stats.h"

#include <inttypes.h>

const struct stats_component stats_components[STATS_COMPONENTS] = {
    {.name = "stalls",
     .title = "What the active cores waited for",
     .columns = stats_stall_columns,
     .column_count = STATS_STALL_COLUMNS,
     .keyed = true,
     .fill = stats_fill_stalls},
    {.name = "lines",
     .title = "Account of 64-byte lines",
     .columns = stats_line_columns,
     .column_count = STATS_LINE_COLUMNS,
     .fill = stats_fill_lines},
    {.name = "latency",
     .title = "Latency of a line, from leaving its core to the data's arrival there",
     .columns = stats_latency_columns,
     .column_count = STATS_LATENCY_COLUMNS,
     .keyed = true,
     .fill = stats_fill_latency},
    {.name = "demand_latency_histogram",
     .title = "Latency of demand lines",
     .columns = stats_bin_columns,
     .column_count = STATS_BIN_COLUMNS,
     .keyed = true,
     .detail = true,
     .bars = true,
     .fill = stats_fill_demand_bins},
    {.name = "speculative_latency_histogram",
     .title = "Latency of speculative lines",
     .columns = stats_bin_columns,
     .column_count = STATS_BIN_COLUMNS,
     .keyed = true,
     .detail = true,
     .bars = true,
     .fill = stats_fill_speculative_bins},
    {.name = "dram",
     .title = "Memory, all channels",
     .columns = stats_channel_columns + 1, /* all but the channel's number */
     .column_count = STATS_CHANNEL_COLUMNS - 1,
     .fill = stats_fill_dram},
    {.name = "core",
     .title = "Cores",
     .columns = stats_core_columns,
     .column_count = STATS_CORE_COLUMNS,
     .keyed = true,
     .detail = true,
     .fill = stats_fill_cores},
    {.name = "core_wait",
     .title = "What each core waited for, us",
     .columns = stats_wait_columns,
     .column_count = STATS_WAIT_COLUMNS,
     .keyed = true,
     .detail = true,
     .fill = stats_fill_waits},
    {.name = "channel",
     .title = "Channels",
     .columns = stats_channel_columns,
     .column_count = STATS_CHANNEL_COLUMNS,
     .keyed = true,
     .detail = true,
     .fill = stats_fill_channels},
};

bool stats_init(struct stats *stats, const struct run_row *row)
{
    bool done = true;
    stats->known = row->known;
    for (size_t i = 0; i < STATS_COMPONENTS; i++) {
        const struct stats_component *component = &stats_components[i];
        table_init(&stats->tables[i], component->columns, component->column_count);
        if (row->known)
            component->fill(row, &stats->tables[i]);
        done = done && !stats->tables[i].failed;
    }
    return done;
}

void stats_free(struct stats *stats)
{
    for (size_t i = 0; i < STATS_COMPONENTS; i++)
        table_free(&stats->tables[i]);
}

void stats_key(const struct stats *stats, size_t component, size_t row, char *text,
               size_t text_size)
{
    const struct table *table = &stats->tables[component];
    const struct cell *cell = table_cell(table, row, 0);
    if (!stats_components[component].keyed)
        snprintf(text, text_size, "%s", "");
    else if (table->columns[0].type == COLUMN_TEXT)
        snprintf(text, text_size, "%s", cell->text);
    else
        snprintf(text, text_size, "%" PRId64, cell->count);
}
