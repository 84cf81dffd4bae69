#include "sim/cli/cli.h"

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    if (arguments->positional_count == 0)
        cli_usage(out);
    if (arguments->positional_count > 1)
        diagnostics_bad_input(&errors, "help: one command at a time");
    const struct cli_command *command = NULL;
    if (arguments->positional_count == 1)
        command = cli_find_command(arguments->positionals[0], &errors);
    if (!diagnostics_empty(&errors))
        return cli_fail(&errors);
    if (command)
        cli_help(out, command);
    return CLI_DONE;
}

const struct cli_command command_help = {
    .name = "help",
    .positionals = "[COMMAND]",
    .summary = "what the commands are, or the options of one",
    .run = run,
};
