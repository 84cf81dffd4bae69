/* What `llm` and `plan` share: a model, a chip, and how to plan. */
#ifndef ANESIM_CLI_MODEL_H
#define ANESIM_CLI_MODEL_H

#include "sim/cli/cli.h"
#include "sim/experiment/plan.h"
#include "sim/workload/import.h"

#define MODEL_OPTIONS                                                                              \
    {"config", "CONFIG", NULL, "the chip: a path, or a name; default m3.ini"},                     \
        {"set", "SECTION.KEY=VALUE", NULL, "replace a value of the config; may be repeated"},      \
        {"input-format", "FORMAT", NULL, "of MODEL, when its content does not tell"},              \
        {"head-split", "N", NULL, "slices of the vocabulary that the head is cut into"},           \
        {"bits", "N", NULL, "bits of every weight as streamed; default: as stored"},               \
        {"fuse", "WHAT", NULL, "qkv, gate_up or both with a comma: layers converted as one"},      \
        {"partition", "HOW", "workload.partition", NULL},                                          \
        {"only", "NAMES", NULL, "layers to look at: *, ? and commas"},                             \
        {"skip", "NAMES", NULL, "layers to leave out, likewise"},                                  \
        {"strategy", "LIST", NULL, "of the plan: split-cin, split-cout, pad-cin, pad-cout"},       \
        {"max-parts", "N", NULL, "most parts of a split; default 16"},                             \
        {"align", "N", NULL, "parts and padded sizes are multiples of it; default 1"},             \
        {"closed-form", NULL, NULL, "calculate instead of simulating"},                            \
        {"exact", NULL, NULL, "simulate long transfers in full; takes longer"},                    \
        {"threads", "N", NULL, "simulations at once; default: one a processor"},                   \
    {                                                                                              \
        "format", "FORMAT", NULL, "table (default), json or csv"                                   \
    }

struct model_request {
    struct setup setup;
    struct import_options import;
    struct plan_options plan;
    struct plan_times times;
    const struct format *format;
};

/* Reads the options.  The request must stay where it is: parts of it point to
 * others.  False when a diagnostic was added. */
bool model_request_read(struct model_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors);

/* The one model named; imports it and adds what its numbers rest on, those of
 * times only with `timed`. */
bool model_read(const struct model_request *request, const struct cli_arguments *arguments,
                bool timed, struct shape_list *list, struct diagnostics *errors);

/* Simulates what was asked for, with a line of progress. */
bool model_simulate(struct model_request *request, struct diagnostics *errors);

/* CSV has no place for assumptions: they go to stderr. */
void model_tell_assumptions(const struct model_request *request, const struct shape_list *list);

#endif
