/* What `plot` and `report` have in common: options, the database, and the
 * sweeps that fill it. */
#ifndef ANESIM_CLI_FIGURES_H
#define ANESIM_CLI_FIGURES_H

#include "sim/cli/cli.h"
#include "sim/report/plot.h"

#define FIGURE_OPTIONS                                                                             \
    {"db", "FILE", NULL, "the database that `anesim sweep` filled (required)"},                    \
        {"output", "FILE", NULL, "what to write; also -o FILE (required)"},                        \
        {"fill", NULL, NULL, "first simulate and store what the database lacks"},                  \
        {"config", "CONFIG", NULL, "draw this chip and layer only; to fill with (m3.ini)"},        \
        {"set", "SECTION.KEY=VALUE", NULL, "replace a value of the config; may be repeated"},      \
    {                                                                                              \
        "evidence", "FILE", NULL, "published points; default evidence/m3_report.csv"               \
    }

struct figures {
    const struct cli_arguments *arguments;
    const char *db;
    const char *output;
    char *chip; /* "--config m3.ini --set a.b=c", for a shell */
    char *db_word;
    struct setup setup;
    struct evidence evidence;
    struct plot_request request; /* its store is open after figures_open() */
};

/* Reads what the options name; false when a diagnostic was added.  The caller
 * closes it either way. */
bool figures_read(struct figures *figures, const struct cli_arguments *arguments,
                  struct diagnostics *errors);

/* Whether a picture may go there: not over what is read. */
bool figures_may_write(const struct figures *figures, const char *path, struct diagnostics *errors);

/* With --fill, runs the sweeps of the kind, or of all when NULL. */
bool figures_fill(const struct figures *figures, const struct plot_kind *kind,
                  struct diagnostics *errors);
bool figures_open(struct figures *figures, struct diagnostics *errors);
void figures_close(struct figures *figures);

/* After a kind that lacks runs: the sweeps that would provide them. */
void figures_advise(const struct figures *figures, const struct plot_kind *kind,
                    struct diagnostics *errors);

#endif
