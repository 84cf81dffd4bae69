#include "sim/cli/db.h"

#include <string.h>

static const struct cli_option options[] = {
    {"db", "FILE", NULL, "the database (required)"},
    {"format", "FORMAT", NULL, "table, json or csv (default: table; of export: csv); of show: ini"},
    {"runs", NULL, NULL, "list: every run instead of every experiment"},
    {"samples", NULL, NULL, "export: every noisy measurement instead of every point"},
    {"medians", NULL, NULL, "export: the median of the measurements of each point"},
    {"output", "FILE", NULL, "export: write to this file instead"},
    {"all", NULL, NULL, "rerun: every run there is"},
};

static const char notes[] =
    "list: the experiments, with the points of each that are there and should be; --runs: the "
    "runs, each a simulation of its own that is stored once\n"
    "show ID: everything about a run or an experiment; as --format ini a config that `anesim run "
    "--config` takes\n"
    "export: points of experiments with the columns of `run`, and what they come from\n"
    "merge FILE...: adds what those hold and --db does not (shards of a sweep); what contradicts "
    "is refused\n"
    "vacuum: checks the whole file and writes it anew, without gaps\n"
    "rerun ID, rerun --all: simulates a run, the runs of an experiment, or all, and compares every "
    "column bit for bit; exit code 3 when one differs\n"
    "An ID may be shortened to any beginning, of four digits or more, that only it has.  "
    "docs/DATABASE.md describes the file, for use with any SQL tool.";

struct action {
    const char *name;
    db_run *run;
    enum store_mode mode;
    const char *words; /* behind the name, for messages; "": none */
    size_t words_min, words_max;
    const char *takes[3]; /* options besides --db and --format */
    const struct format *extra;
    const char *default_format;
};

static const struct action actions[] = {
    {"export", db_export, STORE_READ, "", 0, 0, {"samples", "medians", "output"}, NULL, "csv"},
    {"list", db_list, STORE_READ, "", 0, 0, {"runs"}, NULL, "table"},
    {"merge", db_merge, STORE_WRITE, "FILE...", 1, SIZE_MAX, {NULL}, NULL, "table"},
    {"rerun", db_rerun, STORE_READ, "ID", 0, 1, {"all"}, NULL, "table"},
    {"show", db_show, STORE_READ, "ID", 1, 1, {NULL}, &db_ini, "table"},
    {"vacuum", db_vacuum, STORE_WRITE, "", 0, 0, {NULL}, NULL, "table"},
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

static const struct action *find_action(const struct cli_arguments *arguments,
                                        struct diagnostics *errors)
{
    const char *names[ACTIONS];
    const char *word = arguments->positional_count > 0 ? arguments->positionals[0] : NULL;
    for (size_t i = 0; i < ACTIONS; i++) {
        names[i] = actions[i].name;
        if (word && strcmp(word, names[i]) == 0)
            return &actions[i];
    }
    if (!word) {
        diagnostics_bad_input(
            errors, "db needs an action: list, show, export, merge, vacuum or rerun; `anesim help "
                    "db` explains them");
        return NULL;
    }
    struct cli_hint hint = cli_hint(word, names, ACTIONS, "");
    diagnostics_bad_input(
        errors, "db: there is no action '%.100s'%s", word,
        *hint.text != '\0' ? hint.text : "; those are list, show, export, merge, vacuum and rerun");
    return NULL;
}

static bool takes(const struct action *action, const char *option)
{
    if (strcmp(option, "db") == 0 || strcmp(option, "format") == 0)
        return true;
    for (size_t i = 0; i < sizeof action->takes / sizeof action->takes[0]; i++)
        if (action->takes[i] && strcmp(option, action->takes[i]) == 0)
            return true;
    return false;
}

static void check_arguments(const struct action *action, const struct cli_arguments *arguments,
                            struct diagnostics *errors)
{
    size_t words = arguments->positional_count - 1;
    for (size_t i = 0; i < arguments->option_count; i++)
        if (!takes(action, arguments->options[i].option->name))
            diagnostics_bad_input(errors, "db %s does not take --%s", action->name,
                                  arguments->options[i].option->name);
    if (words < action->words_min)
        diagnostics_bad_input(errors, "db %s needs %s", action->name, action->words);
    else if (words > action->words_max)
        diagnostics_bad_input(errors, "db %s: unexpected argument '%.100s'", action->name,
                              arguments->positionals[1 + action->words_max]);
    if (!cli_value(arguments, "db"))
        diagnostics_bad_input(errors, "db %s needs a database: --db FILE", action->name);
}

static const struct format *find_format(const struct action *action,
                                        const struct cli_arguments *arguments,
                                        struct diagnostics *errors)
{
    if (!cli_value(arguments, "format"))
        return format_find(action->default_format);
    return cli_format(arguments, action->extra, errors);
}

static bool opens(const char *path, struct diagnostics *errors)
{
    struct store *store = store_open(path, STORE_READ, errors);
    store_close(store);
    return store != NULL;
}

/* What is read must be there before anything is written: inputs, and a database
 * that is only to be mended. */
static struct store *open_store(const struct action *action, const struct cli_arguments *arguments,
                                struct diagnostics *errors)
{
    const char *path = cli_value(arguments, "db");
    bool good = true;
    for (size_t i = 1; action->run == db_merge && i < arguments->positional_count; i++)
        good = opens(arguments->positionals[i], errors) && good;
    if (action->run == db_vacuum)
        good = opens(path, errors);
    return good ? store_open(path, action->mode, errors) : NULL;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct db_request request = {.arguments = arguments, .out = out};
    const struct action *action = find_action(arguments, &errors);
    if (action) {
        check_arguments(action, arguments, &errors);
        request.format = find_format(action, arguments, &errors);
    }
    if (diagnostics_empty(&errors))
        request.store = open_store(action, arguments, &errors);
    if (request.store) {
        request.words = arguments->positionals + 1;
        request.word_count = arguments->positional_count - 1;
        action->run(&request, &errors);
    }
    store_close(request.store);
    if (!diagnostics_empty(&errors))
        return cli_fail(&errors);
    return request.failed_check ? CLI_CHECK_FAILED : CLI_DONE;
}

bool db_write(struct db_request *request, const struct table *rows, const char *sentence,
              struct diagnostics *errors)
{
    const struct document document = {.command = "db",
                                      .rows = rows,
                                      .diagnosis =
                                          request->format == &formats[0] ? sentence : NULL};
    if (!rows->failed && request->format->write(request->out, &document))
        return true;
    diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    return false;
}

const struct cli_command command_db = {
    .name = "db",
    .positionals = "ACTION [ID | FILE...]",
    .summary = "stored runs: list, show, export, merge, vacuum, rerun",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
