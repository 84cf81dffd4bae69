/* A database of made-up runs: every number in a plot is known.
 *
 * Rates are 40 GB/s, less what the credit of `folded` takes: 20 at a multiple. */
#ifndef ANESIM_TESTS_PLOT_DATABASE_H
#define ANESIM_TESTS_PLOT_DATABASE_H

#include <check.h>
#include <inttypes.h>
#include <unistd.h>

#include "sim/config/config.h"
#include "sim/report/plot.h"
#include "tests/check_main.h"

static char plot_path[64];
static struct diagnostics plot_errors;
static struct store *plot_store;
static int64_t plot_position;

static void plot_database_begin(void)
{
    snprintf(plot_path, sizeof plot_path, "/tmp/anesim-plot-%ld.db", (long)getpid());
    unlink(plot_path);
    plot_position = 0;
    plot_store = store_open(plot_path, STORE_WRITE, &plot_errors);
    ck_assert_ptr_nonnull(plot_store);
}

static void plot_database_end(void)
{
    store_close(plot_store);
    unlink(plot_path);
    diagnostics_free(&plot_errors);
}

/* `set` holds assignments between blanks. */
static struct setup plot_setup(const char *set)
{
    struct config config;
    struct setup setup;
    char words[512];
    snprintf(words, sizeof words, "%s", set);
    ck_assert(config_load(&config, &setup_schema, "m3.ini", &plot_errors));
    for (char *rest, *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        ck_assert(config_override(&config, &setup_schema, word, "test", &plot_errors));
    ck_assert(setup_resolve(&config, NULL, &setup, &plot_errors));
    config_free(&config);
    return setup;
}

static void plot_result(struct store_run *run, const struct setup *setup)
{
    int64_t lap = INT64_C(1) << setup->chip.core.ring.pointer_bits;
    run->bytes_per_core = run->cin * run->cout / 16 * run->bits / 8;
    run->bytes_total = 16 * run->bytes_per_core;
    run->lines_total = run->bytes_per_core / 64 + setup->workload.pad_lines;
    run->lines_per_core = run->lines_total / run->tasks;
    run->k = (run->lines_per_core + lap / 2) / lap;
    run->x = run->lines_per_core - run->k * lap;
    run->credit_lines = run->k > 0 && llabs(run->x) < 256 ? llabs(run->x) : 256;
    run->throughput_gbps = 20 + (double)run->credit_lines * 20 / 256;
    run->time_us = (double)run->bytes_total / run->throughput_gbps / 1e3;
    run->time_ps = (int64_t)(run->time_us * 1e6);
    run->wait_credit_ps = run->time_ps / 4;
    run->wait_dram_ps = run->time_ps - run->wait_credit_ps;
    run->dram_utilization = run->throughput_gbps / 102.4;
}

/* One more point of experiment `name`; with samples at 90, 100, 110 ... %. */
static void plot_put(const char *name, const char *set, int64_t cin, int64_t samples)
{
    struct setup setup = plot_setup(set);
    struct run_record record;
    struct store_experiment experiment = {.command = "sweep",
                                          .arguments = name,
                                          .points = 1 << 20,
                                          .rounds = samples,
                                          .sample_order = samples > 0 ? "random" : NULL};
    setup.workload.cin = cin;
    run_record_hash(name, strlen(name), experiment.id);
    ck_assert(run_record_init(&record, &setup));
    plot_result(&record.run, &setup);
    const struct store_point point = {plot_position, "<script>", record.run.id};
    ck_assert(store_begin(plot_store, &plot_errors));
    ck_assert(store_put_experiment(plot_store, &experiment, &plot_errors));
    ck_assert(run_record_put(&record, plot_store, &plot_errors));
    ck_assert(store_put_point(plot_store, experiment.id, &point, &plot_errors));
    for (int64_t round = 0; round < samples; round++) {
        double factor = 0.9 + 0.1 * (double)round;
        const struct store_sample sample = {
            .position = plot_position,
            .round = round,
            .sequence = plot_position * samples + round,
            .time_us = record.run.time_us * factor,
            .throughput_gbps = record.run.throughput_gbps / factor,
        };
        ck_assert(store_put_sample(plot_store, experiment.id, &sample, &plot_errors));
    }
    ck_assert(store_commit(plot_store, &plot_errors));
    plot_position++;
    run_record_free(&record);
}

static void plot_put_range(const char *name, const char *set, int64_t from, int64_t to,
                           int64_t step)
{
    for (int64_t cin = from; cin <= to; cin += step)
        plot_put(name, set, cin, 0);
}

#endif
