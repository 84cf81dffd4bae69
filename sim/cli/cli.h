/* The command line: commands, their options, exit codes.
 *
 * A new command is one file, command_NAME.c, and one line in CLI_COMMANDS.
 */
#ifndef ANESIM_CLI_CLI_H
#define ANESIM_CLI_CLI_H

#include <stdio.h>

#include "sim/config/config.h"
#include "sim/report/format.h"

enum cli_exit {
    CLI_DONE = 0,
    CLI_ENVIRONMENT = 1,  /* memory, disk, a bug */
    CLI_BAD_INPUT = 2,    /* the user can mend it */
    CLI_CHECK_FAILED = 3, /* what was to be checked does not hold */
};

struct setup;

struct cli_option {
    const char *name;     /* without the dashes */
    const char *argument; /* its placeholder; "[=full]": may be left out; NULL: none */
    const char *sets;     /* "workload.cin": short for --set workload.cin=; else NULL */
    const char *help;     /* NULL: that of the key it sets */
};

struct cli_given {
    const struct cli_option *option;
    const char *text; /* "" when left out */
};

/* What was on the command line, in order. */
struct cli_arguments {
    struct cli_given *options;
    size_t option_count;
    const char **positionals;
    size_t positional_count;
};

/* Writes data to `out` and messages to stderr. */
typedef enum cli_exit cli_run(const struct cli_arguments *arguments, FILE *out);

struct cli_command {
    const char *name;
    const char *positionals; /* "FILE..."; NULL: takes none */
    const char *summary;
    const char *notes; /* paragraphs below the options in its help; or NULL */
    const struct cli_option *options;
    size_t option_count;
    cli_run *run;
};

/* Every command, sorted; `run` is that of sim/cli/command_run.c. */
#define CLI_COMMANDS(X)                                                                            \
    X(check)                                                                                       \
    X(db)                                                                                          \
    X(help)                                                                                        \
    X(hypotheses)                                                                                  \
    X(llm)                                                                                         \
    X(params)                                                                                      \
    X(plan)                                                                                        \
    X(plot)                                                                                        \
    X(report)                                                                                      \
    X(reproduce)                                                                                   \
    X(run)                                                                                         \
    X(sweep)                                                                                       \
    X(trace)                                                                                       \
    X(version)

#define CLI_DECLARE(name) extern const struct cli_command command_##name;
CLI_COMMANDS(CLI_DECLARE)

/* Ends with NULL. */
extern const struct cli_command *const cli_commands[];

/* NULL and a diagnostic when there is none. */
const struct cli_command *cli_find_command(const char *name, struct diagnostics *errors);

/* Reads argv, argv[0] being the command.  The caller frees `arguments` either
 * way; --help and --version, which every command has, are among them. */
bool cli_parse(const struct cli_command *command, int argc, char **argv,
               struct cli_arguments *arguments, struct diagnostics *errors);
void cli_arguments_free(struct cli_arguments *arguments);

/* The last value given of an option; NULL when it was not. */
const char *cli_value(const struct cli_arguments *arguments, const char *name);

bool cli_names_config(const char *word); /* ends in .ini */

/* The nearest of the words to a mistyped one: "; did you mean 'x'?" or "". */
struct cli_hint {
    char text[192];
};
struct cli_hint cli_hint(const char *word, const char *const *words, size_t count,
                         const char *prefix);

/* Loads the config of --config and applies --set and its short forms. */
bool cli_load(const struct cli_arguments *arguments, struct config *config,
              struct diagnostics *errors);

/* The same for a command that has a default config, resolved without rows. */
bool cli_setup(const struct cli_arguments *arguments, const char *fallback, struct setup *setup,
               struct diagnostics *errors);

/* A whole number from an option; *value is left alone when it was not given. */
bool cli_count(const struct cli_arguments *arguments, const char *name, int64_t min, int64_t max,
               int64_t *value, struct diagnostics *errors);

/* The format of --format, or the first; NULL and a diagnostic when unknown.
 * `extra` is a format that only this command has, or NULL. */
const struct format *cli_format(const struct cli_arguments *arguments, const struct format *extra,
                                struct diagnostics *errors);

/* Prints the diagnostics, each once, frees them and returns the exit code. */
enum cli_exit cli_fail(struct diagnostics *errors);

void cli_help(FILE *out, const struct cli_command *command);
void cli_usage(FILE *out);

#endif
