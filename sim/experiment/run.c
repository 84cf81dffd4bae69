#include "sim/experiment/run.h"
#include "sim/config/utf8.h"
#include "sim/experiment/diagnosis.h"
#include "sim/experiment/simulate.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void derive(struct run_row *row, const struct simulation *simulation)
{
    row->workload = simulation->workload;
    row->position = simulation->position;
    row->credit_lines = simulation->credit_lines;
    row->time_us = simulation->time_us;
    row->throughput_gbps = simulation->throughput_gbps;
    row->dram_utilization = simulation->dram_utilization;
    row->result = simulation->result;
}

/* Takes over what came out.  A variant that a layer is too small for stays
 * unknown; only what was asked for must be possible. */
static bool take(struct run_row *row, const struct simulation *simulation, bool asked,
                 struct diagnostics *errors)
{
    memcpy(row->message, simulation->message, sizeof row->message);
    row->known = simulation->status == WORKLOAD_OK;
    if (row->known)
        derive(row, simulation);
    if (simulation->status != WORKLOAD_BAD_INPUT || !asked)
        return true;
    diagnostics_bad_input(errors, "row '%s': %s", row->label, row->message);
    return false;
}

/* Runs the row whose setup is resolved. */
static bool run_row(struct run_row *row, bool asked, bool latencies, struct diagnostics *errors)
{
    struct simulation *simulation = calloc(1, sizeof *simulation);
    struct latency_observer *latency = latencies ? malloc(sizeof *latency) : NULL;
    bool done = simulation && (latency || !latencies);
    if (!done)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory for a row");
    if (latency)
        latency_observer_init(latency);
    done = done && simulate(&row->setup, latency ? &latency->observer : NULL, simulation, errors) &&
           take(row, simulation, asked, errors);
    for (int class = 0; latency && row->known && class < LINE_CLASSES; class ++)
        latency_summarize(latency, (enum line_class) class, &row->latency[class]);
    free(latency);
    free(simulation);
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
