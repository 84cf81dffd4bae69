#include "sim/config/config.h"
#include "sim/config/describe.h"
#include "sim/config/strict_ini.h"
#include "sim/config/unit.h"

static const char intro[] =
    "# Config reference\n"
    "\n"
    "Every parameter of the simulator, its unit, range, default and origin. This page is\n"
    "generated from the tables that the parser itself uses; `anesim params` prints the same\n"
    "on the terminal.\n"
    "\n"
    "## How a config works\n"
    "\n"
    "A config is an INI file: sections in brackets, one `key = value` per line. Only the keys\n"
    "marked *required* must be set, in the file or on the command line; every other key has a\n"
    "default. `#` and `;` begin a comment, at the start of a line or after a blank.\n"
    "\n";

static const char strictness[] =
    "### Strictness\n"
    "\n"
    "Whatever is not understood is an error, never ignored: an unknown section or key, a key\n"
    "or section given twice, a missing or wrong unit, a value out of range, text behind a\n"
    "value or a header, an unclosed header, `key: value`, a key above the first section, bytes\n"
    "that are not printable UTF-8. All mistakes are reported in one go, each with its file and\n"
    "line, and nothing is simulated (exit code 2). ";

static const char inheritance[] =
    "### Inheritance\n"
    "\n"
    "`inherits = base.ini`, above the first section, takes everything from another config: its\n"
    "own keys replace inherited ones, key by key. A base may inherit in turn. It is looked for\n"
    "beside the file that names it, then where any config is looked for.\n"
    "\n"
    "### Rows\n"
    "\n"
    "A section `[row.NAME]` describes a variant of the config that is run as a row of its own,\n"
    "side by side with the others. `label` is what the row is called in the output (without\n"
    "it, NAME); every other line is `section.key = value`. NAME consists of letters, digits,\n"
    "`-` and `_`. The rows of a config replace all those it inherits.\n"
    "\n";

static const char search[] =
    "Where several places set a key, the order is: default, then inherited config, then the\n"
    "config itself, then `--set`, then the row. The last one wins.\n"
    "\n"
    "### Where configs are found\n"
    "\n"
    "`--config NAME` looks for NAME as a path, then in `./configs`, then in the installed share\n"
    "folder, which the environment variable `ANESIM_SHARE` can replace (configs are in its\n"
    "subfolder `configs`). The suffix `.ini` may be left out.\n"
    "\n";

static const char origins[] =
    "### Where the defaults come from\n"
    "\n"
    "| origin | meaning |\n"
    "| --- | --- |\n"
    "| measured | a published measurement |\n"
    "| derived | follows from a standard or from another value |\n"
    "| assumed | plausible, but not known |\n"
    "| calibrated | fitted so that the simulator reproduces published measurements |\n"
    "| user | a choice of yours; nothing physical |\n"
    "\n";

/* Help texts are prose: signs that Markdown would act on are escaped. */
static void write_prose(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '|' || *text == '<' || *text == '*' || *text == '_' || *text == '`' ||
            *text == '\\')
            fputc('\\', stream);
        fputc(*text, stream);
    }
}

/* In a table a bar ends the cell, even inside a code span. */
static void write_code(FILE *stream, const char *text)
{
    fputc('`', stream);
    for (; *text != '\0'; text++) {
        if (*text == '|')
            fputc('\\', stream);
        fputc(*text, stream);
    }
    fputc('`', stream);
}

static void write_row(void *user, const struct config_description *row)
{
    FILE *stream = user;
    fputs("| ", stream);
    write_code(stream, row->key);
    fprintf(stream, " | %s | ", row->type);
    write_prose(stream, row->unit);
    fputs(" | ", stream);
    write_code(stream, row->range);
    fputs(" | ", stream);
    if (row->required)
        fputs("*required*", stream);
    else if (*row->default_text != '\0')
        write_code(stream, row->default_text);
    else
        fputs("none", stream);
    fprintf(stream, " | %s | ", row->provenance);
    write_prose(stream, row->help);
    fputs(" |\n", stream);
}

static void write_section(FILE *stream, const struct config_section *section)
{
    fprintf(stream, "## [%s]\n\n", section->name);
    if (section->help) {
        write_prose(stream, section->help);
        fputs("\n\n", stream);
    }
    fputs("| key | type | unit | range | default | origin | meaning |\n"
          "| --- | --- | --- | --- | --- | --- | --- |\n",
          stream);
    config_describe_section(section, write_row, stream);
    fputc('\n', stream);
}

static const struct config_key *example_key(const struct config_section *section)
{
    for (size_t i = 0; i < section->key_count; i++)
        if (section->keys[i].default_text && section->keys[i].default_text[0] != '\0')
            return &section->keys[i];
    return NULL;
}

static void write_examples(FILE *stream, const struct config_schema *schema)
{
    const struct config_key *key = NULL;
    const struct config_section *section = NULL;
    for (size_t i = 0; i < schema->part_count && !key; i++) {
        section = schema->parts[i].section;
        key = example_key(section);
    }
    if (!key)
        return;
    fprintf(stream,
            "```ini\ninherits = base.ini\n\n[%s]\n%s = %s  # a comment\n\n"
            "[row.other]\nlabel = another value\n%s.%s = %s\n```\n\n",
            section->name, key->name, key->default_text, section->name, key->name,
            key->default_text);
    fprintf(stream,
            "### Overrides\n\nThe option `--set %s.%s=%s` replaces one value for one run; it "
            "may be given\nmany times, and of two for the same key the later one counts.\n\n",
            section->name, key->name, key->default_text);
}

static void write_unit_row(FILE *stream, enum config_type type, const char *example)
{
    char units[64];
    units_print(type, units, sizeof units);
    fprintf(stream, "| %s | %s | `%s` |\n", config_type_name(type), units, example);
}

static void write_units(FILE *stream)
{
    fputs("### Values and units\n\nA quantity carries its unit, directly behind the number or "
          "after one space. Fractions are\nexact: a value that would have to be rounded is "
          "refused.\n\n| type | written in | example |\n| --- | --- | --- |\n"
          "| count | nothing; decimal or hexadecimal | `14`, `0x4000` |\n",
          stream);
    write_unit_row(stream, CONFIG_BYTES, "64KiB");
    write_unit_row(stream, CONFIG_TIME, "5.5us");
    write_unit_row(stream, CONFIG_TRANSFERS, "6400MT/s");
    write_unit_row(stream, CONFIG_FREQUENCY, "1GHz");
    fputs("| bool | on or off, yes or no, true or false | `on` |\n"
          "| choice | one of the words listed | |\n"
          "| text | free text | |\n\n"
          "KiB, MiB and GiB are powers of 1024; all other prefixes are powers of 1000.\n\n",
          stream);
}

bool config_write_markdown(const struct config_schema *schema, FILE *stream)
{
    fputs(intro, stream);
    fputs(strictness, stream);
    fprintf(stream, "A line has at most %d bytes.\n\n", STRICT_INI_LINE_BYTES_MAX);
    write_units(stream);
    fputs(inheritance, stream);
    write_examples(stream, schema);
    fputs(search, stream);
    fputs(origins, stream);
    for (size_t i = 0; i < schema->part_count; i++)
        write_section(stream, schema->parts[i].section);
    return !ferror(stream);
}
