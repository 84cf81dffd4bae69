#include "sim/cli/cli.h"

#include <string.h>

#include "sim/config/describe.h"
#include "sim/experiment/run.h"
#include "sim/report/text.h"

enum { RANGE_COLUMN = 36, HELP_INDENT = 4, RANGE_BYTES = 1024 };

static const struct cli_option options[] = {
    {"config", "CONFIG", NULL, "show the values that this config sets"},
    {"set", "SECTION.KEY=VALUE", NULL, "replace a value of the config; may be repeated"},
    {"format", "FORMAT", NULL, "table (default), json, csv or markdown (docs/CONFIG.md)"},
};

static const struct column columns[] = {
    {.name = "section", .type = COLUMN_TEXT},    {.name = "key", .type = COLUMN_TEXT},
    {.name = "type", .type = COLUMN_TEXT},       {.name = "unit", .type = COLUMN_TEXT},
    {.name = "range", .type = COLUMN_TEXT},      {.name = "default", .type = COLUMN_TEXT},
    {.name = "provenance", .type = COLUMN_TEXT}, {.name = "help", .type = COLUMN_TEXT},
    {.name = "value", .type = COLUMN_TEXT},
};

/* Where the descriptions go, and the values that a config gives. */
struct listing {
    const struct setup *setup; /* NULL: no config was given */
    struct table *table;
    FILE *out;
    const char *section; /* whose heading was written last */
};

/* The value in effect; without a config the default, "" when there is none. */
static void print_value(const struct listing *listing, const struct config_description *row,
                        char text[CONFIG_TEXT_BYTES])
{
    const struct config_part *part;
    const struct config_key *key = config_schema_find(&setup_schema, row->section, row->key, &part);
    snprintf(text, CONFIG_TEXT_BYTES, "%s", row->required ? "" : row->default_text);
    if (listing->setup && key)
        config_value_print(key, (const char *)listing->setup + part->offset + key->offset, text,
                           CONFIG_TEXT_BYTES);
}

static void add_row(void *user, const struct config_description *row)
{
    struct listing *listing = user;
    struct table *table = listing->table;
    char value[CONFIG_TEXT_BYTES];
    table_add_row(table);
    table_set_text(table, "section", row->section);
    table_set_text(table, "key", row->key);
    table_set_text(table, "type", row->type);
    table_set_text(table, "unit", row->unit);
    table_set_text(table, "range", row->range);
    table_set_text(table, "provenance", row->provenance);
    table_set_text(table, "help", row->help);
    if (!row->required)
        table_set_text(table, "default", row->default_text);
    print_value(listing, row, value);
    if (listing->setup)
        table_set_text(table, "value", value);
}

static void write_heading(struct listing *listing, const char *name)
{
    const struct config_part *part = config_schema_part(&setup_schema, name);
    const char *help = part && part->section->help ? part->section->help : "";
    fputs(listing->section ? "\n" : "", listing->out);
    int used = fprintf(listing->out, "[%s] ", name);
    text_write_wrapped(listing->out, help, (size_t)used, 0);
    fputc('\n', listing->out);
    listing->section = name;
}

static void write_row(void *user, const struct config_description *row)
{
    struct listing *listing = user;
    FILE *out = listing->out;
    char value[CONFIG_TEXT_BYTES];
    char range[RANGE_BYTES];
    if (!listing->section || strcmp(listing->section, row->section) != 0)
        write_heading(listing, row->section);
    print_value(listing, row, value);
    bool unset = row->required && !listing->setup;
    bool changed = listing->setup && !row->required && strcmp(row->default_text, value) != 0;
    int used = fprintf(out, "%s.%s%s%s", row->section, row->key, unset ? "" : " = ",
                       unset ? " (required)" : value);
    snprintf(range, sizeof range, "%s, %s, %s%s%s", row->type, row->range, row->provenance,
             changed ? ", default " : "", changed ? row->default_text : "");
    bool fits = used < RANGE_COLUMN - 1 && RANGE_COLUMN + strlen(range) <= TEXT_COLUMNS;
    if (!fits)
        fputc('\n', out);
    text_write_wrapped(out, range, fits ? (size_t)used : 0, fits ? RANGE_COLUMN : HELP_INDENT);
    text_write_wrapped(out, row->help, 0, HELP_INDENT);
}

static bool write_markdown(FILE *stream, const struct document *document)
{
    return config_write_markdown(document->schema, stream);
}

static const struct format markdown = {"markdown", "docs/CONFIG.md", write_markdown};

static bool write_listing(FILE *out, const struct format *format, const struct setup *setup)
{
    struct table table;
    struct listing listing = {.setup = setup, .table = &table, .out = out};
    if (format == &formats[0]) {
        config_describe(&setup_schema, write_row, &listing);
        return true;
    }
    table_init(&table, columns, sizeof columns / sizeof columns[0]);
    config_describe(&setup_schema, add_row, &listing);
    const struct document document = {
        .command = "params",
        .schema = format == &markdown || setup ? &setup_schema : NULL,
        .params = setup,
        .rows = &table,
    };
    bool done = !table.failed && format->write(out, &document);
    table_free(&table);
    return done;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct config config = {0};
    struct setup setup;
    const struct format *format = cli_format(arguments, &markdown, &errors);
    bool with_values = cli_value(arguments, "config") || cli_value(arguments, "set");
    if (with_values && cli_load(arguments, &config, &errors))
        setup_resolve(&config, NULL, &setup, &errors);
    if (diagnostics_empty(&errors) && !write_listing(out, format, with_values ? &setup : NULL))
        diagnostics_add(&errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    config_free(&config);
    return diagnostics_empty(&errors) ? CLI_DONE : cli_fail(&errors);
}

const struct cli_command command_params = {
    .name = "params",
    .summary = "every key of a config: value, range, default, origin, meaning",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
