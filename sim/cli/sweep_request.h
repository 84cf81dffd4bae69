/* What the command line of `sweep` asks for. */
#ifndef ANESIM_CLI_SWEEP_REQUEST_H
#define ANESIM_CLI_SWEEP_REQUEST_H

#include "sim/cli/cli.h"
#include "sim/experiment/sweep.h"

struct sweep_request {
    struct config config;
    struct sweep_plan plan;
    char *varied;  /* the options that set keys, as typed */
    char *command; /* all of them */
    const char *db;
    const struct format *format; /* NULL: no rows are wanted */
    bool quiet;
    int64_t threads; /* 0: one per processor */
    int64_t shard;   /* 0 .. shards - 1 */
    int64_t shards;
};

/* False when diagnostics were added.  The caller frees the request either way. */
bool sweep_request_read(struct sweep_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors);

/* Completes the plan, which takes a minute for a million points; likewise. */
bool sweep_request_plan(struct sweep_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors);
void sweep_request_free(struct sweep_request *request);

/* Reads an option that sets a key: one value is an override of the config, more
 * are an axis of the plan. */
void sweep_request_axis(struct sweep_request *request, const struct cli_given *given,
                        struct diagnostics *errors);

#endif
