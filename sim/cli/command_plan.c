#include "sim/cli/model.h"

#include <string.h>

#include "sim/experiment/plan_check.h"
#include "sim/report/plan_check_write.h"
#include "sim/report/plan_write.h"

static const struct cli_option options[] = {
    MODEL_OPTIONS,
    {"all-layers", NULL, NULL, "candidates for every layer, whether hit or not"},
    {"check", "PLAN", NULL, "check this plan (JSON) against the model instead of making one"},
};

static const char notes[] =
    "MODEL is a file (config.json, .safetensors, .gguf, .mil, .csv) or a built-in model.  Layers "
    "that are hit get candidates: splits, slices and pads, each part held against the ring, the "
    "best of each kind simulated.  The fastest wins, of those within 1 % the one that adds the "
    "fewest operations.\n"
    "Times are of one pass through a layer, with the overhead of its tasks and of what the plan "
    "adds, without a dispatch.  docs/PLAN.md describes the JSON and how to apply it.\n"
    "Exit code 3: --check found a part in the notch.";

static bool out_of_memory(struct diagnostics *errors)
{
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    return false;
}

static bool make_plan(struct model_request *request, const struct shape_list *list, FILE *out,
                      struct diagnostics *errors)
{
    struct plan_report report;
    bool done = plan_begin(&report, list, &request->plan, &request->times, errors) &&
                model_simulate(request, errors);
    if (done) {
        plan_finish(&report, &request->times);
        done = plan_write(out, request->format, &report) || out_of_memory(errors);
    }
    plan_report_free(&report);
    return done;
}

static bool check_plan(const struct model_request *request, const struct shape_list *list,
                       const char *path, bool *passed, FILE *out, struct diagnostics *errors)
{
    struct plan_file file;
    struct plan_check check = {.count = 0};
    bool done = plan_file_read(&file, path, errors) &&
                plan_check_run(&check, &request->setup, list, &file, errors);
    if (done)
        done = plan_check_write(out, request->format, &check) || out_of_memory(errors);
    *passed = check.hit_count == 0;
    plan_check_free(&check);
    plan_file_free(&file);
    return done;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct model_request request;
    struct shape_list list = {.count = 0};
    const char *path = cli_value(arguments, "check");
    bool passed = true;
    if (path && strcmp(path, "-") == 0 && arguments->positional_count == 1 &&
        strcmp(arguments->positionals[0], "-") == 0)
        diagnostics_bad_input(&errors, "standard input can be the plan or the model, not both");
    bool done = model_request_read(&request, arguments, &errors) &&
                model_read(&request, arguments, !path, &list, &errors);
    request.plan.all_layers = cli_value(arguments, "all-layers") != NULL;
    if (done && path)
        done = check_plan(&request, &list, path, &passed, out, &errors);
    else if (done)
        done = make_plan(&request, &list, out, &errors);
    if (done)
        model_tell_assumptions(&request, &list);
    plan_times_free(&request.times);
    shape_list_free(&list);
    if (!diagnostics_empty(&errors))
        return cli_fail(&errors);
    return passed ? CLI_DONE : CLI_CHECK_FAILED;
}

const struct cli_command command_plan = {
    .name = "plan",
    .positionals = "MODEL",
    .summary = "which layers of a model are hit, and the cheapest split or pad",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
