/* LLM: tokens a second, unsplit and split, and how many models are hit.
 *
 * The published split of Qwen3-8B agrees with the simulator only when q and o,
 * which lie in the notch too, stay whole; so both are run and shown.
 */
#include "sim/experiment/experiments.h"
#include "sim/experiment/llm_decode.h"
#include "sim/workload/builtin.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 4, NAMES_BYTES = 320 };
static const struct llm_split feed_forward = {"gate_proj,up_proj,down_proj", PARTS};
static const struct llm_split attention = {"q_proj,o_proj", PARTS};

/* A layer of the model, held against the ring. */
static struct ring_position position_of(const struct lab *lab, const struct shape *shape)
{
    struct workload_params layer = lab->base.workload;
    struct program program;
    struct workload_summary summary;
    char message[WORKLOAD_MESSAGE_BYTES];
    layer.cin = shape->cin;
    layer.cout = shape->cout;
    layer.kernel = shape->kernel;
    layer.bits = shape->bits;
    layer.groups = shape->groups;
    if (workload_build(&layer, lab->base.chip.ane.cores, &program, &summary, message) !=
        WORKLOAD_OK)
        return (struct ring_position){.k = 0};
    program_free(&program);
    return ring_position((uint64_t)summary.lines_per_core, lab->base.chip.core.ring.pointer_bits);
}

static bool is_hit(const struct lab *lab, const struct shape *shape)
{
    struct ring_position position = position_of(lab, shape);
    return position.k > 0 && position.x == 0;
}

static bool attention_is_hit(const struct lab *lab, const struct shape_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (strstr(attention.layers, list->items[i].name) && is_hit(lab, &list->items[i]))
            return true;
    return false;
}

/* "llm.qwen8b.split" is about Qwen3 8B; any built-in model may stand there. */
static const struct {
    const char *id;
    const char *name;
} short_names[] = {{"llama1b", "llama-3.2-1b"}, {"qwen8b", "qwen3-8b"}};

/* The model in the middle of a row's id; NULL and a diagnostic. */
static const struct builtin_model *model_of(const struct builtin_models *models,
                                            const struct evidence_row *row,
                                            struct diagnostics *errors)
{
    char name[SHAPE_NAME_BYTES] = "";
    const char *first = strchr(row->id, '.');
    const char *last = strrchr(row->id, '.');
    if (first && last > first)
        snprintf(name, sizeof name, "%.*s", (int)(last - first - 1), first + 1);
    for (size_t i = 0; i < sizeof short_names / sizeof short_names[0]; i++)
        if (strcmp(short_names[i].id, name) == 0)
            snprintf(name, sizeof name, "%s", short_names[i].name);
    const struct builtin_model *model = builtin_models_find(models, name, NULL);
    if (!model)
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, row->file, row->line,
                        "the id of a decode rate names a model, as in llm.qwen3-8b.split; '%s' is "
                        "none",
                        name);
    return model;
}

/* How many of the splits an arm uses; -1 and a diagnostic when it is none. */
static int splits_of(const struct evidence_row *row, struct diagnostics *errors)
{
    if (strcmp(row->arm, "unsplit") == 0)
        return 0;
    if (strcmp(row->arm, "split") == 0 || strcmp(row->arm, "MLP split 4") == 0)
        return 1;
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, row->file, row->line,
                    "an arm of a decode rate is 'unsplit', 'split' or 'MLP split 4', not '%s'",
                    row->arm);
    return -1;
}

static bool decode(struct lab *lab, const struct shape_list *list, int splits, const char *what,
                   struct trial *trial, double *tokens_per_s)
{
    const struct llm_split all[] = {feed_forward, attention};
    struct llm_rate rate;
    if (!llm_decode(&lab->base, list, all, (size_t)splits, &rate, lab->errors))
        return false;
    *tokens_per_s = rate.tokens_per_s;
    trial_find(trial, "%s, %s: %.1f ms a token, %.1f GB/s of %.2f GB streamed.", list->title, what,
               rate.token_us / 1e3, rate.throughput_gbps, rate.token_bytes / 1e9);
    return true;
}

static bool run_row(struct lab *lab, const struct builtin_models *models, struct trial *trial,
                    size_t index)
{
    static const char *const what[] = {"whole", "MLP in 4"};
    const struct evidence_row *row = trial->rows[index].published;
    const struct builtin_model *model = model_of(models, row, lab->errors);
    int splits = splits_of(row, lab->errors);
    struct shape_list list = {.count = 0};
    double rate = 0;
    if (!model || splits < 0)
        return false;
    bool done = builtin_model_shapes(model, 0, &list);
    trial->failed = trial->failed || !done;
    bool both = done && splits > 0 && attention_is_hit(lab, &list);
    done = done && decode(lab, &list, splits, both ? "MLP in 4, q and o whole" : what[splits],
                          trial, &rate);
    trial->rows[index].simulated = rate;
    if (done && both) {
        snprintf(trial->rows[index].arm, TRIAL_TEXT_BYTES, "MLP split 4, q and o whole");
        char id[TRIAL_TEXT_BYTES];
        snprintf(id, sizeof id, "%.60s+qo", row->id);
        done = decode(lab, &list, 2, "q and o in 4 too", trial, &rate);
        trial_predict(trial, id, "MLP, q and o split 4", row->quantity, row->unit, rate);
        trial_find(trial,
                   "The published rate of %s agrees with q and o left whole. The rate with both "
                   "split is a prediction: nobody has published it.",
                   list.title);
    }
    shape_list_free(&list);
    return done || trial->failed;
}

static int64_t credit_of(const struct lab *lab, struct ring_position position)
{
    const struct ring_params *ring = &lab->base.chip.core.ring;
    int64_t lines = (position.k << ring->pointer_bits) + position.x;
    return ring_initial_credit(ring, (uint64_t)lines);
}

/* Of one model: 2 when a layer is a whole number of laps long, 1 when one is
 * only near that, 0 otherwise. */
static int hit_of(const struct lab *lab, const struct shape_list *list, struct trial *trial)
{
    int hit = 0;
    for (size_t i = 0; i < list->count && hit < 2; i++) {
        struct ring_position position = position_of(lab, &list->items[i]);
        int64_t credit_max = lab->base.chip.core.ring.credit_max;
        if (position.k > 0 && position.x == 0) {
            hit = 2;
        } else if (position.k > 0 && hit == 0 && llabs(position.x) < credit_max) {
            hit = 1;
            trial_find(trial,
                       "Not counted: %s, whose %s is %" PRId64
                       " lines beside a lap and gets %" PRId64 " of %" PRId64 " credits.",
                       list->title, list->items[i].name, position.x, credit_of(lab, position),
                       credit_max);
        }
    }
    return hit;
}

static void count_hits(struct lab *lab, const struct builtin_models *models, struct trial *trial)
{
    char names[NAMES_BYTES] = "";
    size_t used = 0;
    int64_t hits = 0;
    for (size_t i = 0; i < models->count; i++) {
        struct shape_list list = {.count = 0};
        if (!builtin_model_shapes(&models->items[i], 0, &list))
            trial->failed = true;
        else if (hit_of(lab, &list, trial) == 2 && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     hits++ > 0 ? ", " : "", list.title);
        shape_list_free(&list);
    }
    trial_set(trial, "affected_models", (double)hits);
    trial_find(trial, "%" PRId64 " of %zu models have a layer with x = 0: %s.", hits, models->count,
               names);
}

bool experiment_llm(struct lab *lab, struct trial *trial)
{
    struct builtin_models models = {.count = 0};
    size_t rows = trial->row_count; /* predictions come behind them */
    size_t rates = 0;
    bool done = builtin_models_read(&models, lab->errors);
    for (size_t i = 0; done && i < rows; i++) {
        if (strcmp(trial->rows[i].quantity, "decode_rate") != 0)
            continue;
        done = run_row(lab, &models, trial, i);
        rates++;
    }
    if (done && rates > 0)
        trial_find(trial, "Each decoder layer, and the head, costs %.0f us besides its weights.",
                   (double)lab->base.llm.layer_overhead_ps / PS_PER_US);
    if (done && rates < rows)
        count_hits(lab, &models, trial);
    builtin_models_free(&models);
    return done;
}
