#include "sim/anesim.h"
#include "models/ane/chip.h"
#include "sim/config/config.h"
#include "sim/workload/setup.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)ANESIM_WAITS == (int)KDMA_WAITS, "the public causes are the core's");

struct anesim {
    struct setup setup;
    struct chip *chip;
};

static enum anesim_status fail(enum anesim_status status, char *message, const char *text)
{
    snprintf(message, ANESIM_MESSAGE_BYTES, "%s\n", text);
    return status;
}

/* One line per diagnostic, as far as the message has room for whole lines. */
static enum anesim_status explain(const struct diagnostics *errors, char *message)
{
    size_t used = 0;
    message[0] = '\0';
    for (size_t i = 0; i < errors->count; i++) {
        const struct diagnostic *d = &errors->items[i];
        char place[32] = "";
        if (d->line > 0)
            snprintf(place, sizeof place, ":%ld", d->line);
        int wrote = snprintf(message + used, ANESIM_MESSAGE_BYTES - used, "%s%s%s%s\n",
                             d->file ? d->file : "", place, d->file ? ": " : "", d->message);
        if (wrote < 0 || (size_t)wrote >= ANESIM_MESSAGE_BYTES - used) {
            message[used] = '\0';
            break;
        }
        used += (size_t)wrote;
    }
    return (enum anesim_status)diagnostics_exit_code(errors);
}

static void resolve(const char *name, const char *const *settings, size_t count,
                    struct setup *setup, struct diagnostics *errors)
{
    struct config config;
    bool good = config_load(&config, &setup_schema, name, errors);
    for (size_t i = 0; i < count; i++)
        good &= config_override(&config, &setup_schema, settings[i], "setting", errors);
    if (good)
        setup_resolve(&config, NULL, setup, errors);
    config_free(&config);
}

enum anesim_status anesim_open(const char *config, const char *const *settings, size_t count,
                               struct anesim **chip, char message[ANESIM_MESSAGE_BYTES])
{
    struct diagnostics errors = {0};
    enum anesim_status status = ANESIM_OK;
    struct anesim *made = calloc(1, sizeof *made);
    *chip = NULL;
    if (!made)
        return fail(ANESIM_ENVIRONMENT, message, "out of memory for the chip");
    resolve(config, settings, count, &made->setup, &errors);
    if (!diagnostics_empty(&errors))
        status = explain(&errors, message);
    diagnostics_free(&errors);
    if (status == ANESIM_OK && !(made->chip = chip_create(&made->setup.chip)))
        status = fail(ANESIM_ENVIRONMENT, message, "out of memory for the chip");
    if (status != ANESIM_OK) {
        anesim_close(made);
        return status;
    }
    *chip = made;
    return ANESIM_OK;
}

void anesim_close(struct anesim *chip)
{
    if (!chip)
        return;
    chip_destroy(chip->chip);
    free(chip);
}

uint32_t anesim_core_count(const struct anesim *chip)
{
    return (uint32_t)chip->setup.chip.ane.cores;
}

static void convert(const struct chip_result *from, struct anesim_result *to)
{
    *to = (struct anesim_result){
        .time_ps = from->time_ps,
        .bytes = from->lines * ANESIM_LINE_BYTES,
        .credit_lines = from->credit_lines,
    };
    to->throughput_gbps = (double)to->bytes * PS_PER_NS / (double)from->time_ps;
    for (uint32_t i = 0; i < from->channel_count; i++) {
        to->row_hits += from->channels[i].row_hits;
        to->row_misses += from->channels[i].row_misses;
        to->row_conflicts += from->channels[i].row_conflicts;
    }
    for (uint32_t core = 0; core < from->core_count; core++) {
        for (int wait = 0; wait < KDMA_WAITS; wait++)
            to->wait_ps[wait] += from->cores[core].wait_ps[wait];
    }
}

static enum anesim_status run(struct anesim *chip, const struct program *program,
                              struct anesim_result *result, char *message)
{
    struct chip_result *full = malloc(sizeof *full);
    if (!full)
        return fail(ANESIM_ENVIRONMENT, message, "out of memory for the result");
    enum chip_status status = chip_run(chip->chip, program, NULL, full);
    if (status == CHIP_OK)
        convert(full, result);
    free(full);
    if (status == CHIP_BAD_PROGRAM)
        return fail(ANESIM_BAD_INPUT, message,
                    "a program needs a task, each task a line, and each line a number below 2^40");
    return status == CHIP_OK ? ANESIM_OK
                             : fail(ANESIM_ENVIRONMENT, message, chip_report(chip->chip));
}

enum anesim_status anesim_run(struct anesim *chip, const struct anesim_transfer *transfers,
                              uint32_t tasks, struct anesim_result *result,
                              char message[ANESIM_MESSAGE_BYTES])
{
    struct program program;
    uint32_t cores = anesim_core_count(chip);
    if (!program_init(&program, cores, tasks))
        return fail(ANESIM_ENVIRONMENT, message, "out of memory for the program");
    for (size_t i = 0; i < (size_t)tasks * cores; i++)
        program.transfers[i] =
            (struct transfer){.start_line = transfers[i].start_line, .lines = transfers[i].lines};
    enum anesim_status status = run(chip, &program, result, message);
    program_free(&program);
    return status;
}

enum anesim_status anesim_run_workload(struct anesim *chip, struct anesim_result *result,
                                       char message[ANESIM_MESSAGE_BYTES])
{
    struct program program;
    struct workload_summary summary;
    char why[WORKLOAD_MESSAGE_BYTES];
    switch (workload_build(&chip->setup.workload, chip->setup.chip.ane.cores, &program, &summary,
                           why)) {
    case WORKLOAD_OK:
        break;
    case WORKLOAD_NO_MEMORY:
        return fail(ANESIM_ENVIRONMENT, message, why);
    default:
        return fail(ANESIM_BAD_INPUT, message, why);
    }
    enum anesim_status status = run(chip, &program, result, message);
    program_free(&program);
    return status;
}

const char *anesim_version(void)
{
    return ANESIM_VERSION;
}
