#include "sim/cli/sweep_request.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cli/quote.h"
#include "sim/config/assignments.h"
#include "sim/experiment/threads.h"

enum { SHARDS_MAX = 100000 };

static void read_keys(struct sweep_request *request, const struct cli_arguments *arguments,
                      struct diagnostics *errors)
{
    const char *name = cli_value(arguments, "config");
    if (name)
        config_load(&request->config, &setup_schema, name, errors);
    else
        diagnostics_bad_input(errors, "no config given; try --config m3.ini");
    for (size_t i = 0; i < arguments->option_count; i++) {
        const struct cli_given *given = &arguments->options[i];
        if (given->option->sets || strcmp(given->option->name, "set") == 0)
            sweep_request_axis(request, given, errors);
    }
}

static void read_order(struct sweep_plan *plan, const struct cli_arguments *arguments,
                       struct diagnostics *errors)
{
    const char *text = cli_value(arguments, "order");
    if (!text)
        return;
    for (int i = 0; i < SWEEP_ORDERS; i++) {
        if (strcmp(text, sweep_order_names[i]) == 0) {
            plan->order = (enum sweep_order)i;
            return;
        }
    }
    struct cli_hint hint = cli_hint(text, sweep_order_names, SWEEP_ORDERS, "");
    diagnostics_bad_input(errors, "--order is random, interleaved or sequential, not '%.40s'%s",
                          text, hint.text);
}

static void read_samples(struct sweep_plan *plan, const struct cli_arguments *arguments,
                         struct diagnostics *errors)
{
    static const char *const needy[] = {"order", "seed"};
    plan->with_noise = cli_value(arguments, "noise") != NULL;
    plan->rounds = plan->with_noise ? 1 : 0;
    cli_count(arguments, "rounds", 1, SWEEP_SAMPLES_MAX, &plan->rounds, errors);
    read_order(plan, arguments, errors);
    for (size_t i = 0; i < sizeof needy / sizeof needy[0]; i++)
        if (cli_value(arguments, needy[i]) && plan->rounds == 0)
            diagnostics_bad_input(errors, "--%s is about samples; add --rounds N or --noise",
                                  needy[i]);
}

/* "2/4" is the second of four. */
static void read_shard(struct sweep_request *request, const struct cli_arguments *arguments,
                       struct diagnostics *errors)
{
    const char *text = cli_value(arguments, "shard");
    char *end = NULL;
    request->shards = 1;
    if (!text)
        return;
    bool good = *text >= '0' && *text <= '9';
    long shard = good ? strtol(text, &end, 10) : 0;
    good = good && *end == '/' && end[1] >= '0' && end[1] <= '9';
    long shards = good ? strtol(end + 1, &end, 10) : 0;
    if (!good || *end != '\0' || shards > SHARDS_MAX || shard < 1 || shard > shards) {
        diagnostics_bad_input(errors,
                              "--shard is I/N with I from 1 to N and N up to %d, not '%.40s'",
                              SHARDS_MAX, text);
        return;
    }
    request->shard = shard - 1;
    request->shards = shards;
}

/* With a database rows are printed only for those who ask. */
static void read_output(struct sweep_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors)
{
    request->db = cli_value(arguments, "db");
    request->quiet = cli_value(arguments, "quiet") != NULL;
    if (!request->db || cli_value(arguments, "format"))
        request->format = cli_format(arguments, NULL, errors);
}

bool sweep_request_plan(struct sweep_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors)
{
    request->varied = cli_quoted(arguments, true);
    request->command = cli_quoted(arguments, false);
    request->plan.arguments = request->varied;
    if (request->varied && request->command)
        return config_resolve(&request->config, &setup_schema, NULL, &request->plan.base, errors) &&
               sweep_plan_complete(&request->plan, errors);
    return config_report_no_memory(errors);
}

bool sweep_request_read(struct sweep_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors)
{
    memset(request, 0, sizeof *request);
    read_keys(request, arguments, errors);
    read_samples(&request->plan, arguments, errors);
    cli_count(arguments, "jobs", 1, THREADS_MAX, &request->threads, errors);
    read_shard(request, arguments, errors);
    read_output(request, arguments, errors);
    return diagnostics_empty(errors);
}

void sweep_request_free(struct sweep_request *request)
{
    sweep_plan_free(&request->plan);
    config_free(&request->config);
    free(request->varied);
    free(request->command);
}
