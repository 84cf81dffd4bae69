#include "sim/experiment/run_record.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "sim/config/assignments.h"
#include "sim/config/config_json.h"

/* Sections that say what is simulated, besides [workload]. */
static const char *const machine[] = {"ane", "ring", "kdma", "kmem", "fabric", "dram"};
enum { MACHINE_SECTIONS = sizeof machine / sizeof machine[0] };

void run_record_hash(const char *bytes, size_t size, char id[STORE_ID_BYTES])
{
    XXH128_hash_t hash = XXH3_128bits(bytes, size);
    snprintf(id, STORE_ID_BYTES, "%016" PRIx64 "%016" PRIx64, (uint64_t)hash.high64,
             (uint64_t)hash.low64);
}

bool run_record_depends_on(const char *section)
{
    for (size_t i = 0; i < MACHINE_SECTIONS; i++)
        if (strcmp(section, machine[i]) == 0)
            return true;
    return strcmp(section, "workload") == 0;
}

/* The text belongs to the caller; NULL: out of memory. */
static char *dump(json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

static json_t *machine_json(const struct setup *setup)
{
    json_t *object = json_object();
    bool done = object != NULL;
    for (size_t i = 0; done && i < MACHINE_SECTIONS; i++) {
        const struct config_part *part = config_schema_part(&setup_schema, machine[i]);
        done = json_object_set_new(object, machine[i], config_json_section(part, setup)) == 0;
    }
    if (done)
        return object;
    json_decref(object);
    return NULL;
}

bool run_record_ids(const char *config, const char *workload, int64_t model_version,
                    char config_id[STORE_ID_BYTES], char id[STORE_ID_BYTES])
{
    size_t size = strlen(workload) + STORE_ID_BYTES + 64;
    char *text = malloc(size);
    if (!text)
        return false;
    run_record_hash(config, strlen(config), config_id);
    int length =
        snprintf(text, size, "run\n%" PRId64 "\n%s\n%s", model_version, config_id, workload);
    run_record_hash(text, (size_t)length, id);
    free(text);
    return true;
}

bool run_record_init(struct run_record *record, const struct setup *setup)
{
    const struct workload_params *workload = &setup->workload;
    *record = (struct run_record){
        .run = {.model_version = CHIP_MODEL_VERSION,
                .cin = workload->cin - workload->trim_cin,
                .cout = workload->cout,
                .kernel = workload->kernel,
                .bits = workload->bits,
                .cores = workload->cores,
                .tasks = workload->split},
        .config = dump(machine_json(setup)),
        .workload = dump(config_json_section(config_schema_part(&setup_schema, "workload"), setup)),
    };
    record->run.workload = record->workload;
    return record->config && record->workload &&
           run_record_ids(record->config, record->workload, record->run.model_version,
                          record->run.config_id, record->run.id);
}

void run_record_free(struct run_record *record)
{
    free(record->config);
    free(record->workload);
    *record = (struct run_record){.config = NULL};
}

static void take_counters(struct store_run *run, const struct chip_result *result)
{
    for (uint32_t i = 0; i < result->core_count; i++) {
        run->demand_lines += (int64_t)result->cores[i].issued[LINE_DEMAND];
        run->speculative_lines += (int64_t)result->cores[i].issued[LINE_SPECULATIVE];
    }
    for (uint32_t i = 0; i < result->channel_count; i++) {
        run->row_hits += (int64_t)result->channels[i].row_hits;
        run->row_misses += (int64_t)result->channels[i].row_misses;
        run->row_conflicts += (int64_t)result->channels[i].row_conflicts;
        run->refreshes += (int64_t)result->channels[i].refreshes;
    }
    run->wait_credit_ps = result->cores[0].wait_ps[KDMA_WAIT_CREDIT];
    run->wait_demand_slot_ps = result->cores[0].wait_ps[KDMA_WAIT_DEMAND_SLOT];
    run->wait_kmem_ps = result->cores[0].wait_ps[KDMA_WAIT_KMEM];
    run->wait_fabric_ps = result->cores[0].wait_ps[KDMA_WAIT_FABRIC];
    run->wait_dram_ps = result->cores[0].wait_ps[KDMA_WAIT_DRAM];
    run->wait_dispatch_ps = result->cores[0].wait_ps[KDMA_WAIT_DISPATCH];
}

void run_record_take(struct run_record *record, const struct simulation *simulation)
{
    struct store_run *run = &record->run;
    const struct workload_summary *workload = &simulation->workload;
    if (simulation->status != WORKLOAD_OK) {
        snprintf(run->message, sizeof run->message, "%s", simulation->message);
        return;
    }
    run->cin = workload->cin;
    run->tasks = workload->tasks;
    run->lines_per_core = workload->lines_per_core;
    run->lines_total = workload->lines_total;
    run->bytes_per_core = workload->bytes_per_core;
    run->bytes_total = workload->bytes_total;
    run->k = simulation->position.k;
    run->x = simulation->position.x;
    run->credit_lines = simulation->credit_lines;
    run->time_ps = simulation->result.time_ps;
    run->time_us = simulation->time_us;
    run->throughput_gbps = simulation->throughput_gbps;
    run->dram_utilization = simulation->dram_utilization;
    take_counters(run, &simulation->result);
}

bool run_record_put(const struct run_record *record, struct store *store,
                    struct diagnostics *errors)
{
    return store_put_config(store, record->run.config_id, record->config, errors) &&
           store_put_run(store, &record->run, errors);
}

static bool read_json(const char *text, struct setup *setup, struct diagnostics *errors)
{
    json_error_t fault;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &fault);
    if (!json) {
        diagnostics_bad_input(errors, "stored config: not JSON: %s", fault.text);
        return false;
    }
    bool good = config_json_read(json, &setup_schema, setup, "stored config", errors);
    json_decref(json);
    return good;
}

bool run_record_setup(const char *config, const char *workload, struct setup *setup,
                      struct diagnostics *errors)
{
    size_t size = strlen(workload) + 16;
    char *wrapped = malloc(size);
    if (!wrapped) {
        config_report_no_memory(errors);
        return false;
    }
    snprintf(wrapped, size, "{\"workload\":%s}", workload);
    memset(setup, 0, sizeof *setup);
    bool good = read_json(config, setup, errors) && read_json(wrapped, setup, errors) &&
                chip_params_check(&setup->chip, errors);
    free(wrapped);
    return good;
}
