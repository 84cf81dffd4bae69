/* Statistics of a row: what users of a simulator ask for besides the time.
 *
 *   run_row --> stalls, lines, latency, dram          what --stats prints
 *           --> core, core_wait, channel, histograms  and --stats=full
 *
 * Each component is a table; its first column, when `keyed`, says which core,
 * channel, cause or class a line is about.  JSON and CSV hold all components.
 * A new component is one function and one line in stats.c.
 */
#ifndef ANESIM_REPORT_STATS_H
#define ANESIM_REPORT_STATS_H

#include <stdio.h>

#include "sim/experiment/run.h"
#include "sim/record/table.h"

typedef void stats_fill(const struct run_row *row, struct table *table);

struct stats_component {
    const char *name;  /* in JSON and CSV */
    const char *title; /* for people */
    const struct column *columns;
    size_t column_count;
    bool keyed;
    bool detail; /* people see it with --stats=full only */
    bool bars;   /* people see a histogram: columns bin, low_ns, high_ns, lines */
    stats_fill *fill;
};

enum { STATS_COMPONENTS = 9 };

extern const struct stats_component stats_components[STATS_COMPONENTS];

struct stats {
    bool known; /* false: the row is not, and all tables are empty */
    struct table tables[STATS_COMPONENTS];
};

/* False when memory is short; stats_free() is due either way. */
bool stats_init(struct stats *stats, const struct run_row *row);
void stats_free(struct stats *stats);

/* The value in the first column, when keyed; else "". */
void stats_key(const struct stats *stats, size_t component, size_t row, char *text,
               size_t text_size);

/* For people.  False when memory is short. */
bool stats_write_text(FILE *stream, const struct stats *stats, const char *label, bool details);

/* Columns of the components, and what fills them. */
enum {
    STATS_STALL_COLUMNS = 7,
    STATS_WAIT_COLUMNS = 8,
    STATS_CORE_COLUMNS = 7,
    STATS_LINE_COLUMNS = 6,
    STATS_LATENCY_COLUMNS = 6,
    STATS_BIN_COLUMNS = 4,
    STATS_CHANNEL_COLUMNS = 14,
};
extern const struct column stats_stall_columns[STATS_STALL_COLUMNS];
extern const struct column stats_wait_columns[STATS_WAIT_COLUMNS];
extern const struct column stats_core_columns[STATS_CORE_COLUMNS];
extern const struct column stats_line_columns[STATS_LINE_COLUMNS];
extern const struct column stats_latency_columns[STATS_LATENCY_COLUMNS];
extern const struct column stats_bin_columns[STATS_BIN_COLUMNS];
extern const struct column stats_channel_columns[STATS_CHANNEL_COLUMNS];
stats_fill stats_fill_stalls, stats_fill_waits, stats_fill_cores;
stats_fill stats_fill_lines, stats_fill_latency, stats_fill_demand_bins;
stats_fill stats_fill_speculative_bins, stats_fill_dram, stats_fill_channels;

#endif
