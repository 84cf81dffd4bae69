#include "sim/experiment/lab.h"
#include "sim/config/assignments.h"
#include <stdlib.h>

void lab_init(struct lab *lab, const struct setup *setup, struct diagnostics *errors)
{
    *lab = (struct lab){.base = *setup, .effort = LAB_NORMAL, .errors = errors};
    lab->base.workload = (struct workload_params){
        .cin = 1,
        .cout = 1,
        .kernel = 1,
        .bits = 16,
        .groups = 1,
        .partition = setup->workload.partition,
        .split = 1,
        .axis = AXIS_CIN,
        .cores = setup->chip.ane.cores,
    };
}

void lab_free(struct lab *lab)
{
    free(lab->known);
    free(lab->hashes);
    free(lab->planned);
    lab->planned = NULL;
    lab->planned_count = lab->planned_capacity = 0;
    lab->known = NULL;
    lab->hashes = NULL;
    lab->known_count = lab->known_capacity = 0;
}

struct batch_job lab_layer(const struct lab *lab, int64_t d, int64_t n, int64_t tasks)
{
    struct batch_job job = {.setup = lab->base};
    job.setup.workload.cin = d;
    job.setup.workload.cout = n;
    job.setup.workload.split = tasks;
    return job;
}

/* 32 weights of fp16 are a line; one kernel a core. */
struct batch_job lab_lines(const struct lab *lab, int64_t lines)
{
    struct batch_job job = lab_layer(lab, 32, lab->base.chip.ane.cores, 1);
    job.setup.workload.pad_lines = lines - 1;
    return job;
}

struct batch_job *lab_jobs(struct lab *lab, size_t count)
{
    struct batch_job *jobs = calloc(count > 0 ? count : 1, sizeof *jobs);
    if (!jobs)
        config_report_no_memory(lab->errors);
    return jobs;
}

static const struct batch_job *find(const struct lab *lab, const struct setup *setup, uint64_t hash)
{
    for (size_t i = 0; i < lab->known_count; i++)
        if (lab->hashes[i] == hash && setup_equal(&lab->known[i].setup, setup))
            return &lab->known[i];
    return NULL;
}

static bool make_room(struct lab *lab, size_t count)
{
    size_t wanted = lab->known_count + count;
    if (lab->known && wanted <= lab->known_capacity)
        return true;
    wanted = wanted > lab->known_capacity * 2 ? wanted : lab->known_capacity * 2;
    struct batch_job *known = realloc(lab->known, wanted * sizeof *known);
    if (known)
        lab->known = known;
    uint64_t *hashes = realloc(lab->hashes, wanted * sizeof *hashes);
    if (hashes)
        lab->hashes = hashes;
    if (!known || !hashes) {
        config_report_no_memory(lab->errors);
        return false;
    }
    lab->known_capacity = wanted;
    return true;
}

/* Puts those jobs behind the known ones that are new, and runs them there. */
static bool run_new(struct lab *lab, const struct batch_job *jobs, size_t count)
{
    size_t first = lab->known_count;
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = setup_hash(&jobs[i].setup);
        if (find(lab, &jobs[i].setup, hash))
            continue;
        lab->known[lab->known_count] = jobs[i];
        lab->hashes[lab->known_count++] = hash;
    }
    if (batch_run(lab->known + first, lab->known_count - first, lab->threads, lab->progress,
                  lab->context, lab->errors))
        return true;
    lab->known_count = first;
    return false;
}

void lab_plan(struct lab *lab)
{
    lab->planning = true;
    lab->planned_count = 0;
}

static bool note(struct lab *lab, struct batch_job *jobs, size_t count)
{
    size_t wanted = lab->planned_count + count;
    if (wanted > lab->planned_capacity) {
        wanted = wanted > lab->planned_capacity * 2 ? wanted : lab->planned_capacity * 2;
        struct batch_job *planned = realloc(lab->planned, wanted * sizeof *planned);
        if (!planned) {
            config_report_no_memory(lab->errors);
            return false;
        }
        lab->planned = planned;
        lab->planned_capacity = wanted;
    }
    for (size_t i = 0; i < count; i++) {
        lab->planned[lab->planned_count++] = jobs[i];
        jobs[i].known = true;
        jobs[i].time_us = jobs[i].throughput_gbps = 1;
    }
    return true;
}

bool lab_run_planned(struct lab *lab)
{
    lab->planning = false;
    return lab_run(lab, lab->planned, lab->planned_count);
}

bool lab_run(struct lab *lab, struct batch_job *jobs, size_t count)
{
    if (lab->planning)
        return note(lab, jobs, count);
    if (count == 0)
        return true;
    if (!make_room(lab, count) || !run_new(lab, jobs, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct setup setup = jobs[i].setup;
        jobs[i] = *find(lab, &setup, setup_hash(&setup));
        jobs[i].setup = setup;
    }
    return true;
}
