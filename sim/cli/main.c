#include "sim/cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum cli_exit run_command(const char *name, int argc, char **argv, FILE *out)
{
    struct diagnostics errors = {0};
    struct cli_arguments arguments = {0};
    const struct cli_command *command = cli_find_command(name, &errors);
    if (!command)
        return cli_fail(&errors);
    enum cli_exit code = CLI_DONE;
    bool good = cli_parse(command, argc, argv, &arguments, &errors);
    if (cli_value(&arguments, "help")) {
        diagnostics_free(&errors);
        cli_help(out, command);
    } else if (!good) {
        code = cli_fail(&errors);
        fprintf(stderr, "anesim: `anesim help %s` lists the options\n", name);
    } else if (cli_value(&arguments, "version")) {
        command_version.run(&arguments, out);
    } else {
        code = command->run(&arguments, out);
    }
    cli_arguments_free(&arguments);
    return code;
}

/* A first argument that is an option belongs to `run`, but for those two. */
static enum cli_exit dispatch(int argc, char **argv, FILE *out)
{
    if (argc < 2) {
        cli_usage(stderr);
        return CLI_BAD_INPUT;
    }
    const char *first = argv[1];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0)
        return run_command("help", argc - 1, argv + 1, out);
    if (strcmp(first, "--version") == 0)
        return run_command("version", argc - 1, argv + 1, out);
    if (first[0] == '-')
        return run_command("run", argc, argv, out);
    return run_command(first, argc - 1, argv + 1, out);
}

/* Everything at once, so that errno is that of the write that failed. */
static bool write_all(const char *text, size_t size)
{
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, text, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            fprintf(stderr, "anesim: cannot write the output: %s\n", strerror(errno));
            return false;
        }
        text += written;
        size -= (size_t)written;
    }
    return true;
}

int main(int argc, char **argv)
{
    char *text = NULL;
    size_t size = 0;
    /* A closed pipe and a full quota are errors to report, not the end. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    FILE *out = open_memstream(&text, &size);
    enum cli_exit code = CLI_ENVIRONMENT;
    if (out)
        code = dispatch(argc, argv, out);
    bool failed = !out || ferror(out) != 0;
    if ((out && fclose(out) != 0) || failed) {
        fputs("anesim: out of memory for the output\n", stderr);
        code = CLI_ENVIRONMENT;
    } else if (!write_all(text, size)) {
        code = CLI_ENVIRONMENT;
    }
    free(text);
    return (int)code;
}
