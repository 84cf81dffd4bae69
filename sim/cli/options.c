#include "sim/cli/cli.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 48, WORD_BYTES_MAX = 100, CODE_OPTION = 1000 };

static const struct cli_option common_options[] = {
    {"help", NULL, NULL, "print this and stop"},
    {"version", NULL, NULL, "print the version and stop"},
};
enum { COMMON_OPTIONS = sizeof common_options / sizeof common_options[0] };

/* The options of one command: its own, then the common ones. */
struct parser {
    const struct cli_command *command;
    const struct cli_option *options[OPTIONS_MAX];
    const char *names[OPTIONS_MAX];
    struct option getopt[OPTIONS_MAX + 1];
    size_t count;
    struct cli_arguments *arguments;
    struct diagnostics *errors;
};

static void add_option(struct parser *parser, const struct cli_option *option)
{
    int has_argument = no_argument;
    if (option->argument)
        has_argument = option->argument[0] == '[' ? optional_argument : required_argument;
    parser->options[parser->count] = option;
    parser->names[parser->count] = option->name;
    parser->getopt[parser->count] = (struct option){
        .name = option->name, .has_arg = has_argument, .val = CODE_OPTION + (int)parser->count};
    parser->count++;
}

static void parser_init(struct parser *parser, const struct cli_command *command,
                        struct cli_arguments *arguments, struct diagnostics *errors)
{
    *parser = (struct parser){.command = command, .arguments = arguments, .errors = errors};
    for (size_t i = 0; i < command->option_count && i < OPTIONS_MAX - COMMON_OPTIONS; i++)
        add_option(parser, &command->options[i]);
    for (size_t i = 0; i < COMMON_OPTIONS; i++)
        add_option(parser, &common_options[i]);
}

/* The first name that begins with `word`, the beginning typed; else a near one. */
static struct cli_hint option_hint(const struct parser *parser, const char *word)
{
    struct cli_hint hint = {""};
    for (size_t i = 0; i < parser->count; i++) {
        if (*word != '\0' && strstr(parser->names[i], word) == parser->names[i]) {
            snprintf(hint.text, sizeof hint.text, "; did you mean '--%s'?", parser->names[i]);
            return hint;
        }
    }
    return cli_hint(word, parser->names, parser->count, "--");
}

static void report_unknown(const struct parser *parser, const char *token)
{
    char word[WORD_BYTES_MAX + 1];
    struct cli_hint hint = {""};
    snprintf(word, sizeof word, "%.*s", (int)strcspn(token, "="), token);
    if (strncmp(word, "--", 2) == 0)
        hint = option_hint(parser, word + 2);
    diagnostics_bad_input(parser->errors, "unknown option '%s'%s", word, hint.text);
}

/* -o is short for --output, in commands that have it. */
static const struct cli_option *find_output(const struct parser *parser)
{
    for (size_t i = 0; i < parser->count; i++)
        if (strcmp(parser->names[i], "output") == 0)
            return parser->options[i];
    return NULL;
}

/* getopt_long() found `option`, perhaps by the beginning of its name only. */
static void take_option(struct parser *parser, const struct cli_option *option, const char *token,
                        const char *text)
{
    if (strcmp(token, "-h") != 0 && strcmp(token, "-o") != 0 &&
        (strcspn(token, "=") != strlen(option->name) + 2 || strncmp(token, "--", 2) != 0)) {
        report_unknown(parser, token);
        return;
    }
    if (text && token[strcspn(token, "=")] == '\0' && strncmp(text, "--", 2) == 0) {
        diagnostics_bad_input(parser->errors, "--%s needs a value, not the option '%.*s'",
                              option->name, WORD_BYTES_MAX, text);
        return;
    }
    struct cli_arguments *arguments = parser->arguments;
    arguments->options[arguments->option_count++] =
        (struct cli_given){.option = option, .text = text ? text : ""};
}

/* A config without --config, or "--stats full" instead of "--stats=full". */
static struct cli_hint positional_hint(const struct cli_arguments *arguments, const char *word)
{
    struct cli_hint hint = {""};
    const struct cli_given *last = NULL;
    if (arguments->option_count > 0)
        last = &arguments->options[arguments->option_count - 1];
    if (cli_names_config(word))
        snprintf(hint.text, sizeof hint.text, "; did you mean '--config %.80s'?", word);
    else if (last && last->option->argument && *last->text == '\0')
        snprintf(hint.text, sizeof hint.text, "; did you mean '--%s=%.80s'?", last->option->name,
                 word);
    return hint;
}

static void take_positional(struct parser *parser, const char *word)
{
    struct cli_arguments *arguments = parser->arguments;
    if (parser->command->positionals) {
        arguments->positionals[arguments->positional_count++] = word;
        return;
    }
    diagnostics_bad_input(parser->errors, "%s: unexpected argument '%.*s'%s", parser->command->name,
                          WORD_BYTES_MAX, word, positional_hint(arguments, word).text);
}

/* What getopt_long() would not take: `code` is '?' or ':'. */
static void report_fault(const struct parser *parser, int code, const char *token)
{
    size_t index = (size_t)(optopt - CODE_OPTION);
    if (code == ':' && optopt == 'o' && find_output(parser))
        diagnostics_bad_input(parser->errors, "-o needs a value: -o FILE");
    else if (optopt < CODE_OPTION || index >= parser->count)
        report_unknown(parser, token);
    else if (code == ':')
        diagnostics_bad_input(parser->errors, "--%s needs a value: --%s %s", parser->names[index],
                              parser->names[index], parser->options[index]->argument);
    else
        diagnostics_bad_input(parser->errors, "--%s takes no value", parser->names[index]);
}

static void parse(struct parser *parser, int argc, char **argv)
{
    int reported = 0; /* of a cluster like -abc only the first is worth a word */
    opterr = 0;
    optind = 1; /* one command may run another */
    for (;;) {
        int at = optind;
        int code = getopt_long(argc, argv, "-:ho:", parser->getopt, NULL);
        if (code == -1)
            break;
        if (code == 1)
            take_positional(parser, optarg);
        else if (code == 'h')
            take_option(parser, &common_options[0], "-h", NULL);
        else if (code == 'o' && find_output(parser))
            take_option(parser, find_output(parser), "-o", optarg);
        else if (code >= CODE_OPTION)
            take_option(parser, parser->options[code - CODE_OPTION], argv[at], optarg);
        else if (code == 'o')
            report_unknown(parser, "-o");
        else if (at != reported)
            report_fault(parser, code, argv[at]);
        reported = at;
    }
    for (int i = optind; i < argc; i++)
        take_positional(parser, argv[i]);
}

bool cli_parse(const struct cli_command *command, int argc, char **argv,
               struct cli_arguments *arguments, struct diagnostics *errors)
{
    struct parser parser;
    size_t count = (size_t)argc + 1;
    *arguments = (struct cli_arguments){0};
    arguments->options = calloc(count, sizeof *arguments->options);
    arguments->positionals = calloc(count, sizeof *arguments->positionals);
    if (!arguments->options || !arguments->positionals) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
        return false;
    }
    parser_init(&parser, command, arguments, errors);
    parse(&parser, argc, argv);
    return diagnostics_empty(errors);
}

void cli_arguments_free(struct cli_arguments *arguments)
{
    free(arguments->options);
    free(arguments->positionals);
    *arguments = (struct cli_arguments){0};
}

const char *cli_value(const struct cli_arguments *arguments, const char *name)
{
    for (size_t i = arguments->option_count; i > 0; i--)
        if (strcmp(arguments->options[i - 1].option->name, name) == 0)
            return arguments->options[i - 1].text;
    return NULL;
}

const struct format *cli_format(const struct cli_arguments *arguments, const struct format *extra,
                                struct diagnostics *errors)
{
    const char *name = cli_value(arguments, "format");
    const struct format *format = name ? format_find(name) : &formats[0];
    if (name && extra && strcmp(name, extra->name) == 0)
        return extra;
    if (format)
        return format;
    const char *names[8];
    char list[128] = "";
    size_t count = 0;
    for (const struct format *known = formats; known->name && count < 7; known++)
        names[count++] = known->name;
    if (extra)
        names[count++] = extra->name;
    for (size_t i = 0, used = 0; i < count && used < sizeof list; i++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? " | " : "", names[i]);
    struct cli_hint hint = cli_hint(name, names, count, "");
    diagnostics_bad_input(errors, "--format must be one of %s, not '%.*s'%s", list, WORD_BYTES_MAX,
                          name, hint.text);
    return NULL;
}
