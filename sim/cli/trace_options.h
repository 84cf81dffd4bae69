/* The options of `trace` that say what of a run to show. */
#ifndef ANESIM_CLI_TRACE_OPTIONS_H
#define ANESIM_CLI_TRACE_OPTIONS_H

#include "sim/cli/cli.h"
#include "sim/report/trace.h"

struct trace_request {
    struct setup setup;
    struct trace_window window;
    bool has_to;    /* --to was given */
    uint64_t limit; /* bytes of a file; UINT64_MAX: none */
};

/* False when a diagnostic was added. */
bool trace_request_read(struct trace_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors);

#endif
