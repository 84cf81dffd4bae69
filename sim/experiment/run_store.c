#include "sim/experiment/run_store.h"

#include <stdlib.h>

#include "sim/config/assignments.h"
#include "sim/experiment/run_record.h"

/* The row as the simulation that it came from. */
static bool take_row(struct run_record *record, const struct run_row *row)
{
    struct simulation *simulation = calloc(1, sizeof *simulation);
    if (!simulation || !run_record_init(record, &row->setup)) {
        free(simulation);
        return false;
    }
    simulation->status = row->known ? WORKLOAD_OK : WORKLOAD_UNKNOWN;
    snprintf(simulation->message, sizeof simulation->message, "%s", row->message);
    simulation->workload = row->workload;
    simulation->position = row->position;
    simulation->credit_lines = row->credit_lines;
    simulation->time_us = row->time_us;
    simulation->throughput_gbps = row->throughput_gbps;
    simulation->dram_utilization = row->dram_utilization;
    simulation->result = row->result;
    run_record_take(record, simulation);
    free(simulation);
    return true;
}

static bool put(const struct run_report *report, const struct run_record *records,
                struct store *store, const struct store_experiment *experiment,
                struct diagnostics *errors)
{
    bool done = store_begin(store, errors) && store_put_experiment(store, experiment, errors);
    for (size_t i = 0; done && i < report->row_count; i++) {
        const struct store_point point = {
            .position = (int64_t)i, .label = report->rows[i].label, .run_id = records[i].run.id};
        done = run_record_put(&records[i], store, errors) &&
               store_put_point(store, experiment->id, &point, errors);
    }
    done = done && store_commit(store, errors);
    store_rollback(store);
    return done;
}

bool run_store(const struct run_report *report, struct store *store,
               struct store_experiment *experiment, struct diagnostics *errors)
{
    struct run_record *records = calloc(report->row_count + 1, sizeof *records);
    experiment->command = "run";
    experiment->points = (int64_t)report->row_count;
    bool done = records && stored_experiment_begin(experiment, 0);
    for (size_t i = 0; done && i < report->row_count; i++) {
        done = take_row(&records[i], &report->rows[i]);
        if (done)
            stored_experiment_add(experiment, records[i].run.id, report->rows[i].label);
    }
    done = done ? put(report, records, store, experiment, errors) : config_report_no_memory(errors);
    for (size_t i = 0; records && i < report->row_count; i++)
        run_record_free(&records[i]);
    free(records);
    return done;
}
