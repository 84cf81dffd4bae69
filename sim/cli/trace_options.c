#include "sim/cli/trace_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/decimal.h"
#include "sim/report/trace_format.h"

#define SECONDS(n)    ((n)*1000 * 1000 * (int64_t)PS_PER_US)
#define LIMIT_DEFAULT "64MiB"

static const struct config_key from_key = {
    .name = "--from", .type = CONFIG_TIME, .min = 0, .max = SECONDS(1000), .default_text = "0us"};
static const struct config_key to_key = {
    .name = "--to", .type = CONFIG_TIME, .min = 1, .max = SECONDS(1000), .default_text = "1us"};
static const struct config_key limit_key = {.name = "--limit",
                                            .type = CONFIG_BYTES,
                                            .min = TRACE_LIMIT_BYTES_MIN,
                                            .max = INT64_C(1) << 50,
                                            .default_text = LIMIT_DEFAULT};

/* Leaves *value alone when the option was not given. */
static bool read_quantity(const struct cli_arguments *arguments, const struct config_key *key,
                          int64_t *value, struct diagnostics *errors)
{
    char message[CONFIG_ERROR_BYTES];
    const char *text = cli_value(arguments, key->name + strlen("--"));
    if (!text || config_value_parse(key, text, value, message, sizeof message))
        return true;
    diagnostics_bad_input(errors, "%s", message);
    return false;
}

static void read_window(struct trace_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors)
{
    struct trace_window *window = &request->window;
    window->from = 0;
    window->to = SIM_NEVER - 1;
    request->has_to = cli_value(arguments, "to") != NULL;
    if (read_quantity(arguments, &from_key, &window->from, errors) &&
        read_quantity(arguments, &to_key, &window->to, errors) && window->from >= window->to)
        diagnostics_bad_input(errors, "--from %s is not before --to %s; did you swap them?",
                              cli_value(arguments, "from"), cli_value(arguments, "to"));
}

static void read_limit(struct trace_request *request, const struct cli_arguments *arguments,
                       struct diagnostics *errors)
{
    static const char *const words[] = {"none"};
    const char *text = cli_value(arguments, "limit");
    int64_t bytes = 0;
    request->limit = UINT64_MAX;
    if (text && strcmp(text, words[0]) == 0)
        return;
    struct cli_hint hint = text ? cli_hint(text, words, 1, "") : (struct cli_hint){""};
    if (*hint.text != '\0')
        diagnostics_bad_input(errors, "--limit takes a size or none, not '%.40s'%s", text,
                              hint.text);
    else if (!text)
        config_value_parse(&limit_key, LIMIT_DEFAULT, &bytes, NULL, 0);
    else
        read_quantity(arguments, &limit_key, &bytes, errors);
    request->limit = (uint64_t)bytes;
}

/* Reads a core's number and returns what follows; NULL: there is none. */
static const char *read_core(const char *text, int64_t *core)
{
    struct decimal number;
    const char *rest = decimal_read(text, false, &number);
    if (!rest || number.has_point)
        return NULL;
    if (decimal_scale(&number, 1, core) != DECIMAL_GOOD)
        *core = INT64_MAX; /* which no chip has */
    return rest;
}

/* "0,3,8-15" */
static void read_cores(struct trace_request *request, const char *list, struct diagnostics *errors)
{
    int64_t cores = request->setup.chip.ane.cores;
    const char *text = list;
    uint64_t mask = 0;
    while (text) {
        int64_t first = 0, last;
        const char *rest = read_core(text, &first);
        last = first;
        if (rest && *rest == '-')
            rest = read_core(rest + 1, &last);
        if (!rest || (*rest != ',' && *rest != '\0')) {
            diagnostics_bad_input(
                errors, "--cores takes numbers and ranges such as 0,3,8-15, not '%.80s'", list);
            return;
        }
        if (first < 0 || last < 0 || first >= cores || last >= cores) {
            diagnostics_bad_input(errors,
                                  "--cores: '%.*s' is not among the chip's cores, 0 to %" PRId64,
                                  (int)(rest - text), text, cores - 1);
            return;
        }
        if (first > last) {
            diagnostics_bad_input(
                errors, "--cores: '%.*s' runs backwards; did you mean '%" PRId64 "-%" PRId64 "'?",
                (int)(rest - text), text, last, first);
            return;
        }
        for (int64_t core = first; core <= last; core++)
            mask |= UINT64_C(1) << core;
        text = *rest == ',' ? rest + 1 : NULL;
    }
    request->window.cores = mask;
}

bool trace_request_read(struct trace_request *request, const struct cli_arguments *arguments,
                        struct diagnostics *errors)
{
    const char *list = cli_value(arguments, "cores");
    bool has_setup = cli_setup(arguments, NULL, &request->setup, errors);
    request->window.cores = UINT64_MAX;
    if (list && has_setup)
        read_cores(request, list, errors);
    read_window(request, arguments, errors);
    read_limit(request, arguments, errors);
    return diagnostics_empty(errors);
}
