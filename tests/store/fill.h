/* Fills a database with an experiment of small layers: point i has cin = 64 + 16 i,
 * measured `rounds` times. */
#ifndef ANESIM_TESTS_STORE_FILL_H
#define ANESIM_TESTS_STORE_FILL_H

#include "sim/config/config.h"
#include "sim/experiment/run_record.h"

struct fill {
    struct setup setup;
    struct store_experiment experiment;
    bool fake; /* results made up instead of simulated, as many are wanted */
};

static inline bool fill_init(struct fill *fill, int64_t points, int64_t rounds,
                             struct diagnostics *errors)
{
    struct config config;
    bool done = config_load(&config, &setup_schema, "m3.ini", errors) &&
                config_override(&config, &setup_schema, "workload.cout=256", "test", errors) &&
                setup_resolve(&config, NULL, &fill->setup, errors);
    config_free(&config);
    fill->fake = false;
    fill->experiment = (struct store_experiment){.command = "sweep",
                                                 .arguments = "workload.cin=64..",
                                                 .points = points,
                                                 .rounds = rounds,
                                                 .sample_order = rounds > 0 ? "random" : NULL};
    char text[64];
    int length = snprintf(text, sizeof text, "fill %d %d", (int)points, (int)rounds);
    run_record_hash(text, (size_t)length, fill->experiment.id);
    return done;
}

static inline void fill_result(struct run_record *record, int64_t position)
{
    record->run.lines_per_core = 16384 + position;
    record->run.time_ps = 1000000 + position * 1000;
    record->run.time_us = 1.0 + (double)position / 1000;
    record->run.throughput_gbps = 40 - (double)position / 1e6;
    record->run.dram_utilization = record->run.throughput_gbps / 102.4;
    record->run.bytes_total = 4096;
}

/* The run of a point; the caller frees the record. */
static inline bool fill_record(struct fill *fill, int64_t position, struct run_record *record,
                               struct diagnostics *errors)
{
    struct setup setup = fill->setup;
    struct simulation *simulation = malloc(sizeof *simulation);
    if (fill->fake)
        setup.workload.scramble = position; /* any number of different runs */
    else
        setup.workload.cin = 64 + 16 * position;
    bool done = simulation && run_record_init(record, &setup);
    if (done && fill->fake)
        fill_result(record, position);
    else if (done && (done = simulate(&setup, NULL, simulation, errors)))
        run_record_take(record, simulation);
    free(simulation);
    return done;
}

/* Experiment, run, point and samples, in the transaction that is open. */
static inline bool fill_point(struct fill *fill, struct store *store, int64_t position,
                              struct diagnostics *errors)
{
    struct run_record record;
    char label[32];
    const struct store_point point = {position, label, record.run.id};
    bool done = fill_record(fill, position, &record, errors) &&
                store_put_experiment(store, &fill->experiment, errors) &&
                run_record_put(&record, store, errors);
    snprintf(label, sizeof label, "point %d", (int)position);
    done = done && store_put_point(store, fill->experiment.id, &point, errors);
    for (int64_t round = 0; done && round < fill->experiment.rounds; round++) {
        double factor = 1 + (double)((position * 7 + round * 3) % 11) / 1000;
        const struct store_sample sample = {.position = position,
                                            .round = round,
                                            .sequence = round * fill->experiment.points + position,
                                            .time_us = record.run.time_us * factor,
                                            .throughput_gbps = record.run.throughput_gbps / factor};
        done = store_put_sample(store, fill->experiment.id, &sample, errors);
    }
    run_record_free(&record);
    return done;
}

/* Points from .. to - 1, in batches of a transaction each. */
static inline bool fill_points(struct fill *fill, struct store *store, int64_t from, int64_t to,
                               int64_t batch, struct diagnostics *errors)
{
    bool done = true;
    for (int64_t i = from; done && i < to; i++) {
        if ((i - from) % batch == 0)
            done = store_begin(store, errors);
        done = done && fill_point(fill, store, i, errors);
        if (done && ((i - from) % batch == batch - 1 || i == to - 1))
            done = store_commit(store, errors);
    }
    if (!done)
        store_rollback(store);
    return done;
}

#endif
