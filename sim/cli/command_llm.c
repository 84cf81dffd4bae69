#include "sim/cli/model.h"

#include <stdlib.h>

#include "sim/report/plan_write.h"
#include "sim/workload/builtin.h"
#include "sim/workload/import_arrange.h"

static const struct cli_option options[] = {
    MODEL_OPTIONS,
    {"all", NULL, NULL, "all built-in models, a row each"},
    {"compare", NULL, NULL, "layers that are hit: unsplit, the report's split, the planner's"},
};

static const char notes[] =
    "MODEL is a file (config.json, .safetensors, .gguf, .mil, .csv) or a built-in model.  Rows are "
    "the layers that a token passes: size, place in the ring (k laps and x lines), credit, time "
    "of one pass without a dispatch, and share of the token as the model is.\n"
    "GB/s counts the weights that are streamed; an embedding is gathered.  (The published GB/s of "
    "Qwen3 8B counts it.)";

/* All models and their reports. */
struct models {
    struct builtin_models builtin;
    struct shape_list *lists;
    struct plan_report *reports;
    size_t count;
};

static bool out_of_memory(struct diagnostics *errors)
{
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    return false;
}

static bool run_one(struct model_request *request, const struct cli_arguments *arguments, FILE *out,
                    struct diagnostics *errors)
{
    struct shape_list list = {.count = 0};
    struct plan_report report = {.layer_count = 0};
    bool compare = cli_value(arguments, "compare") != NULL;
    bool done = model_read(request, arguments, true, &list, errors) &&
                plan_begin(&report, &list, &request->plan, &request->times, errors) &&
                model_simulate(request, errors);
    if (done) {
        plan_finish(&report, &request->times);
        done = llm_write(out, request->format, &report, compare) || out_of_memory(errors);
    }
    if (done)
        model_tell_assumptions(request, &list);
    plan_report_free(&report);
    shape_list_free(&list);
    return done;
}

static bool read_models(struct models *models, const struct model_request *request,
                        struct diagnostics *errors)
{
    if (!builtin_models_read(&models->builtin, errors))
        return false;
    size_t count = models->builtin.count;
    models->lists = calloc(count + 1, sizeof *models->lists);
    models->reports = calloc(count + 1, sizeof *models->reports);
    if (!models->lists || !models->reports)
        return out_of_memory(errors);
    bool done = true;
    for (models->count = 0; done && models->count < count; models->count++) {
        struct shape_list *list = &models->lists[models->count];
        done = import_builtin(models->builtin.items[models->count].name, &request->import, list,
                              errors);
    }
    return done;
}

/* What is assumed of all of them, as the sentences of the first. */
static bool assume_all(const struct model_request *request, struct shape_list *list)
{
    for (size_t i = 0; i < list->assumption_count; i++)
        free(list->assumptions[i]);
    list->assumption_count = 0;
    return shape_list_assume(list,
                             "shapes%s as in configs/llm/models.csv, which says of each model "
                             "whether it was verified",
                             request->import.head_split > 0 ? "" : " and head slices") &&
           import_assume_options(&request->import, list) &&
           plan_assume(&request->setup, &request->times, NULL, list);
}

static bool run_all(struct model_request *request, const struct cli_arguments *arguments, FILE *out,
                    struct diagnostics *errors)
{
    struct models models = {.count = 0};
    bool compare = cli_value(arguments, "compare") != NULL;
    bool done = read_models(&models, request, errors) && models.count > 0;
    for (size_t i = 0; done && i < models.count; i++)
        done = plan_begin(&models.reports[i], &models.lists[i], &request->plan, &request->times,
                          errors);
    done = done && model_simulate(request, errors);
    for (size_t i = 0; done && i < models.count; i++)
        plan_finish(&models.reports[i], &request->times);
    if (done)
        done = (assume_all(request, &models.lists[0]) &&
                llm_write_all(out, request->format, models.reports, models.count, compare)) ||
               out_of_memory(errors);
    if (done)
        model_tell_assumptions(request, &models.lists[0]);
    for (size_t i = 0; i < models.count; i++) {
        plan_report_free(&models.reports[i]);
        shape_list_free(&models.lists[i]);
    }
    free(models.reports);
    free(models.lists);
    builtin_models_free(&models.builtin);
    return done;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct model_request request;
    bool all = cli_value(arguments, "all") != NULL;
    bool done = model_request_read(&request, arguments, &errors);
    if (all && arguments->positional_count > 0)
        diagnostics_bad_input(&errors, "--all and a model: one or the other");
    else if (all && request.import.format)
        diagnostics_bad_input(&errors, "--all and --input-format: built-in models are no files");
    else if (done && all)
        run_all(&request, arguments, out, &errors);
    else if (done)
        run_one(&request, arguments, out, &errors);
    plan_times_free(&request.times);
    return diagnostics_empty(&errors) ? CLI_DONE : cli_fail(&errors);
}

const struct cli_command command_llm = {
    .name = "llm",
    .positionals = "MODEL",
    .summary = "tokens per second of a model, where the time goes, with a plan",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
