#include "sim/cli/figures.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/output_file.h"
#include "sim/cli/quote.h"
#include "sim/report/report_html.h"

static const struct cli_option options[] = {FIGURE_OPTIONS};

static const char notes[] =
    "One HTML page with every plot, its finding in numbers, published values beside the simulated "
    "ones, and the commands that make each figure.  It needs no other file and no network.\n"
    "With --fill an empty database will do: the sweeps of all plots are run first, which takes a "
    "minute or two; what is stored is not run again.";

/* A name of more words than one, or beginning with a dash, still names the file. */
static char *command_line(const struct cli_arguments *arguments)
{
    char *words = cli_quoted(arguments, false);
    size_t size = (words ? strlen(words) : 0) + sizeof "anesim report ";
    char *line = words ? malloc(size) : NULL;
    if (line)
        snprintf(line, size, "anesim report %s", words);
    free(words);
    return line;
}

static bool write_report(FILE *stream, const struct figures *figures, size_t *missing,
                         struct diagnostics *errors)
{
    size_t size = strlen(figures->chip) + strlen(figures->db_word) + 2;
    char *sweep = malloc(size);
    char *command = command_line(figures->arguments);
    bool done = sweep && command;
    if (!done) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    } else {
        snprintf(sweep, size, "%s %s", figures->chip, figures->db_word);
        const struct report_html report = {
            .plots = &figures->request,
            .sweep = sweep,
            .plot = figures->request.only ? sweep : figures->db_word,
            .report = command,
        };
        done = report_html_write(stream, &report, missing, errors);
    }
    free(command);
    free(sweep);
    return done;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct figures figures;
    struct output_file file = {.stream = NULL};
    size_t missing = 0;
    (void)out;
    bool ready = figures_read(&figures, arguments, &errors) &&
                 output_open(&file, figures.output, &errors) &&
                 figures_fill(&figures, NULL, &errors) && figures_open(&figures, &errors);
    if (ready && write_report(file.stream, &figures, &missing, &errors)) {
        errno = 0;
        int error = fflush(file.stream) != 0 || ferror(file.stream) ? (errno ? errno : EIO) : 0;
        output_keep(&file, error, &errors);
    }
    output_drop(&file);
    if (missing > 0 && diagnostics_empty(&errors))
        fprintf(
            stderr,
            "anesim: %zu figure%s not drawn; the page says what is missing; --fill provides it\n",
            missing, missing == 1 ? "" : "s");
    figures_close(&figures);
    return diagnostics_empty(&errors) ? CLI_DONE : cli_fail(&errors);
}

const struct cli_command command_report = {
    .name = "report",
    .summary = "one page with every plot, what it shows and how it was made",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
