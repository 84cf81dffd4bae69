#include "sim/cli/cli.h"

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    (void)arguments;
    fprintf(out, "anesim %s\n", ANESIM_VERSION);
    return CLI_DONE;
}

const struct cli_command command_version = {
    .name = "version",
    .summary = "the version of this program",
    .run = run,
};
