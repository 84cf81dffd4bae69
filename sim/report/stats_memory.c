#include "sim/report/stats.h"

/* The memory: per channel, and all channels together. */

#define COUNT(text, head)                                                                          \
    {                                                                                              \
        .name = text, .heading = head, .type = COLUMN_COUNT                                        \
    }
#define REAL(text, head, digits)                                                                   \
    {                                                                                              \
        .name = text, .heading = head, .type = COLUMN_REAL, .decimals = digits                     \
    }

const struct column stats_channel_columns[STATS_CHANNEL_COLUMNS] = {
    COUNT("channel", "chan"),
    COUNT("lines", "lines"),
    COUNT("demand_lines", NULL),
    COUNT("speculative_lines", NULL),
    COUNT("row_hits", "row\nhits"),
    COUNT("row_misses", "row\nmisses"),
    COUNT("row_conflicts", "row\nconflicts"),
    REAL("row_hit_percent", "hit\n%", 1),
    COUNT("refreshes", NULL),
    REAL("refresh_time_us", "refresh\nus", 1),
    REAL("busy_time_us", NULL, 1),
    REAL("busy_percent", "busy\n%", 1),
    REAL("queue_mean_lines", "queue\nmean", 1),
    COUNT("scheduler_max_lines", "sched.\nmax"),
};

/* queue: all lines that have arrived and are not yet read; scheduler: those of
 * them that it chooses among.  Fills a line about `channels` channels whose counters are summed up.
 */
static void fill(struct table *table, const struct dram_counters *counters, sim_time time,
                 uint32_t channels)
{
    uint64_t accesses = counters->row_hits + counters->row_misses + counters->row_conflicts;
    double share = 100.0 / (double)time / channels;
    table_set_count(table, "lines",
                    (int64_t)(counters->lines[LINE_DEMAND] + counters->lines[LINE_SPECULATIVE]));
    table_set_count(table, "demand_lines", (int64_t)counters->lines[LINE_DEMAND]);
    table_set_count(table, "speculative_lines", (int64_t)counters->lines[LINE_SPECULATIVE]);
    table_set_count(table, "row_hits", (int64_t)counters->row_hits);
    table_set_count(table, "row_misses", (int64_t)counters->row_misses);
    table_set_count(table, "row_conflicts", (int64_t)counters->row_conflicts);
    table_set_real(table, "row_hit_percent", (double)counters->row_hits * 100 / (double)accesses);
    table_set_count(table, "refreshes", (int64_t)counters->refreshes);
    table_set_real(table, "refresh_time_us", (double)counters->refresh_ps / PS_PER_US);
    table_set_real(table, "busy_time_us", (double)counters->busy_ps / PS_PER_US);
    table_set_real(table, "busy_percent", (double)counters->busy_ps * share);
    table_set_real(table, "queue_mean_lines",
                   (double)counters->residence_ps / (double)time / channels);
    table_set_count(table, "scheduler_max_lines", counters->queue_lines_max);
}

void stats_fill_channels(const struct run_row *row, struct table *table)
{
    for (uint32_t channel = 0; channel < row->result.channel_count; channel++) {
        table_add_row(table);
        table_set_count(table, "channel", channel);
        fill(table, &row->result.channels[channel], row->result.time_ps, 1);
    }
}

/* Counts and times are sums; percentages and queues are those of a mean
 * channel, but for the longest queue of all. */
void stats_fill_dram(const struct run_row *row, struct table *table)
{
    struct dram_counters sum = {0};
    for (uint32_t i = 0; i < row->result.channel_count; i++) {
        const struct dram_counters *channel = &row->result.channels[i];
        for (int class = 0; class < LINE_CLASSES; class ++)
            sum.lines[class] += channel->lines[class];
        sum.row_hits += channel->row_hits;
        sum.row_misses += channel->row_misses;
        sum.row_conflicts += channel->row_conflicts;
        sum.refreshes += channel->refreshes;
        sum.refresh_ps += channel->refresh_ps;
        sum.busy_ps += channel->busy_ps;
        sum.residence_ps += channel->residence_ps;
        if (channel->queue_lines_max > sum.queue_lines_max)
            sum.queue_lines_max = channel->queue_lines_max;
    }
    table_add_row(table);
    fill(table, &sum, row->result.time_ps, row->result.channel_count);
}
