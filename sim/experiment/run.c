#include "sim/experiment/run.h"
#include "sim/config/utf8.h"
#include "sim/experiment/diagnosis.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(struct diagnostics *errors, enum chip_status status, const struct chip *chip)
{
    if (status == CHIP_NO_MEMORY)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the chip");
    else
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0,
                        "the simulator is at fault, please report this: %s", chip_report(chip));
}

static bool simulate(struct run_row *row, const struct program *program, bool latencies,
                     struct diagnostics *errors)
{
    struct chip *chip = chip_create(&row->setup.chip);
    struct latency_observer *latency = latencies ? malloc(sizeof *latency) : NULL;
    enum chip_status status = CHIP_NO_MEMORY;
    if (latency)
        latency_observer_init(latency);
    if (chip && (latency || !latencies))
        status = chip_run(chip, program, latency ? &latency->observer : NULL, &row->result);
    if (status != CHIP_OK)
        fail(errors, status, chip);
    for (int class = 0; latency && status == CHIP_OK && class < LINE_CLASSES; class ++)
        latency_summarize(latency, (enum line_class) class, &row->latency[class]);
    free(latency);
    chip_destroy(chip);
    return status == CHIP_OK;
}

static void derive(struct run_row *row)
{
    const struct ring_params *ring = &row->setup.chip.core.ring;
    double peak = (double)dram_peak_bytes_per_s(&row->setup.chip.dram) / 1e9;
    row->position = ring_position((uint64_t)row->workload.lines_per_core, ring->pointer_bits);
    row->credit_lines = ring_initial_credit(ring, (uint64_t)row->workload.lines_per_core);
    row->time_us = (double)row->result.time_ps / PS_PER_US;
    row->throughput_gbps =
        (double)row->workload.bytes_total * PS_PER_NS / (double)row->result.time_ps;
    row->dram_utilization = row->throughput_gbps / peak;
}

/* Runs the row whose setup is resolved.  A variant that a layer is too small
 * for stays unknown; only what was asked for must be possible. */
static bool run_row(struct run_row *row, bool asked, bool latencies, struct diagnostics *errors)
{
    struct program program;
    switch (workload_build(&row->setup.workload, row->setup.chip.ane.cores, &program,
                           &row->workload, row->message)) {
    case WORKLOAD_OK:
        break;
    case WORKLOAD_UNKNOWN:
        return true;
    case WORKLOAD_BAD_INPUT:
        if (!asked)
            return true;
        diagnostics_bad_input(errors, "row '%s': %s", row->label, row->message);
        return false;
    case WORKLOAD_NO_MEMORY:
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "%s", row->message);
        return false;
    }
    bool done = simulate(row, &program, latencies, errors);
    if (done)
        derive(row);
    row->known = done;
    program_free(&program);
    return done;
}

static void label_row(struct run_row *row, const char *label)
{
    size_t bytes = utf8_clip(label, strlen(label), sizeof row->label - 1);
    memcpy(row->label, label, bytes);
    row->label[bytes] = '\0';
}

static bool overrides_strategy(const struct config *config)
{
    return config_is_overridden(config, "workload", "split") ||
           config_is_overridden(config, "workload", "axis") ||
           config_is_overridden(config, "workload", "pad_lines");
}

/* The rows of a command line that says how to cut the layer: whole, and so. */
static bool resolve_asked(const struct config *config, struct run_report *report,
                          struct diagnostics *errors)
{
    struct setup setup;
    if (!setup_resolve(config, NULL, &setup, errors))
        return false;
    struct workload_params *whole = &report->rows[0].setup.workload;
    report->rows[0].setup = report->rows[1].setup = setup;
    whole->split = 1;
    whole->pad_lines = 0;
    whole->axis = AXIS_CIN;
    label_row(&report->rows[0], "whole");
    label_row(&report->rows[1], "as asked");
    return true;
}

static bool resolve_variants(const struct config *config, struct run_report *report,
                             struct diagnostics *errors)
{
    bool good = true;
    for (size_t i = 0; i < report->row_count; i++) {
        const struct config_variant *variant = config->variant_count ? &config->variants[i] : NULL;
        good &= setup_resolve(config, variant, &report->rows[i].setup, errors);
        label_row(&report->rows[i], variant ? variant->label : "workload");
    }
    return good;
}

bool run_experiment(const struct config *config, bool latencies, struct run_report *report,
                    struct diagnostics *errors)
{
    bool asked = overrides_strategy(config);
    size_t variants = config->variant_count ? config->variant_count : 1;
    *report = (struct run_report){.row_count = asked ? 2 : variants};
    report->rows = calloc(report->row_count, sizeof *report->rows);
    if (!report->rows) {
        report->row_count = 0;
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for the rows");
        return false;
    }
    bool good =
        asked ? resolve_asked(config, report, errors) : resolve_variants(config, report, errors);
    for (size_t i = 0; good && i < report->row_count; i++) {
        struct run_row *row = &report->rows[i];
        good = run_row(row, asked || i == 0, latencies, errors);
        if (row->known && report->rows[0].known)
            row->speedup = row->throughput_gbps / report->rows[0].throughput_gbps;
    }
    if (good)
        diagnose(&report->rows[0], report->diagnosis, sizeof report->diagnosis);
    return good;
}

void run_report_free(struct run_report *report)
{
    free(report->rows);
    *report = (struct run_report){0};
}
