#include "sim/cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "sim/experiment/run.h"
#include "sim/report/text.h"

enum { SUMMARY_COLUMN = 14, HELP_COLUMN = 28, HELP_BYTES = 512 };

/* Of the key that a short form sets: help, range and the key itself. */
static void key_help(const char *name, char *text, size_t text_size)
{
    char section[64];
    char range[256];
    size_t section_bytes = strcspn(name, ".");
    const struct config_part *part;
    snprintf(section, sizeof section, "%.*s", (int)section_bytes, name);
    const struct config_key *key =
        config_schema_find(&setup_schema, section, name + section_bytes + 1, &part);
    if (!key) {
        snprintf(text, text_size, "sets %s", name);
        return;
    }
    config_range_print(key, range, sizeof range);
    snprintf(text, text_size, "%s: %s (%s)", name, key->help, range);
}

static void write_option(FILE *out, const struct cli_option *option)
{
    char name[64];
    char help[HELP_BYTES];
    const char *argument = option->argument ? option->argument : "";
    const char *gap = option->argument && argument[0] != '[' ? " " : "";
    int used = snprintf(name, sizeof name, "  --%s%s%s", option->name, gap, argument);
    if (option->help)
        snprintf(help, sizeof help, "%s", option->help);
    else
        key_help(option->sets, help, sizeof help);
    fputs(name, out);
    if (used >= HELP_COLUMN - 1)
        fputc('\n', out);
    text_write_wrapped(out, help, used >= HELP_COLUMN - 1 ? 0 : (size_t)used, HELP_COLUMN);
}

static void write_paragraphs(FILE *out, const char *text)
{
    while (*text != '\0') {
        char paragraph[1024];
        size_t bytes = strcspn(text, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)bytes, text);
        fputc('\n', out);
        text_write_wrapped(out, paragraph, 0, 0);
        text += bytes + (text[bytes] == '\n');
    }
}

void cli_help(FILE *out, const struct cli_command *command)
{
    static const struct cli_option help = {"help", NULL, NULL, "print this and stop"};
    fprintf(out, "usage: anesim %s [OPTION...]%s%s\n\n", command->name,
            command->positionals ? " " : "", command->positionals ? command->positionals : "");
    text_write_wrapped(out, command->summary, 0, 0);
    fputs("\nOptions:\n", out);
    for (size_t i = 0; i < command->option_count; i++)
        write_option(out, &command->options[i]);
    write_option(out, &help);
    if (command->notes)
        write_paragraphs(out, command->notes);
}

void cli_usage(FILE *out)
{
    fputs("usage: anesim COMMAND [OPTION...]\n"
          "       anesim --config CONFIG [OPTION...]   (the same as anesim run)\n\n"
          "Simulates the kernel DMA of the Apple Neural Engine, event by event.\n\n"
          "Commands:\n",
          out);
    for (size_t i = 0; cli_commands[i]; i++) {
        int used = fprintf(out, "  %s", cli_commands[i]->name);
        text_write_wrapped(out, cli_commands[i]->summary, (size_t)used, SUMMARY_COLUMN);
    }
    fputs("\n`anesim help COMMAND` lists the options of a command.  A first result:\n\n"
          "  anesim --config m3.ini\n\n"
          "Exit codes: 0 done, 1 the environment failed, 2 bad input, 3 a check failed.\n",
          out);
}
