#include "sim/cli/figures.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cli/output_file.h"
#include "sim/cli/quote.h"
#include "sim/config/assignments.h"

static const char *config_name(const struct cli_arguments *arguments)
{
    const char *name = cli_value(arguments, "config");
    return name ? name : "m3.ini";
}

/* Options as a shell would be given them. */
static bool write_words(struct figures *figures)
{
    static const struct cli_option config = {.name = "config", .argument = "CONFIG"};
    const struct cli_arguments *given = figures->arguments;
    struct cli_given *options = calloc(given->option_count + 1, sizeof *options);
    size_t count = 1;
    if (!options)
        return false;
    options[0] = (struct cli_given){&config, config_name(given)};
    for (size_t i = 0; i < given->option_count; i++)
        if (strcmp(given->options[i].option->name, "set") == 0)
            options[count++] = given->options[i];
    figures->chip = cli_quoted(&(struct cli_arguments){options, count, NULL, 0}, false);
    free(options);
    static const struct cli_option db = {.name = "db", .argument = "FILE"};
    struct cli_given word = {&db, figures->db};
    figures->db_word = cli_quoted(&(struct cli_arguments){&word, 1, NULL, 0}, false);
    return figures->chip && figures->db_word;
}

bool figures_may_write(const struct figures *figures, const char *path, struct diagnostics *errors)
{
    if (!output_replaces(path, figures->db))
        return output_spares_config(path, cli_value(figures->arguments, "config"), errors) &&
               output_spares_config(path, cli_value(figures->arguments, "evidence"), errors);
    diagnostics_bad_input(errors, "%s is the database, and would be lost; give another -o", path);
    return false;
}

bool figures_read(struct figures *figures, const struct cli_arguments *arguments,
                  struct diagnostics *errors)
{
    const char *file = cli_value(arguments, "evidence");
    *figures = (struct figures){
        .arguments = arguments,
        .db = cli_value(arguments, "db"),
        .output = cli_value(arguments, "output"),
    };
    if (!figures->db || *figures->db == '\0')
        diagnostics_bad_input(errors, "no database given; try --db results.db");
    if (!figures->output || *figures->output == '\0')
        diagnostics_bad_input(errors, "nowhere to write to; try -o FILE");
    if (figures->db && figures->output)
        figures_may_write(figures, figures->output, errors);
    cli_setup(arguments, "m3.ini", &figures->setup, errors);
    evidence_read(&figures->evidence, file ? file : "evidence/m3_report.csv", errors);
    if (!diagnostics_empty(errors))
        return false;
    figures->request = (struct plot_request){
        .evidence = &figures->evidence,
        .setup = &figures->setup,
        .only = cli_value(arguments, "config") || cli_value(arguments, "set"),
    };
    return write_words(figures) || config_report_no_memory(errors);
}

/* `anesim sweep` with a recipe, whose words are parted by blanks. */
static int sweep_words(const struct figures *figures, char *recipe, char **words)
{
    static char command[] = "sweep", config[] = "--config", set[] = "--set", db[] = "--db";
    const struct cli_arguments *given = figures->arguments;
    int count = 0;
    words[count++] = command;
    words[count++] = config;
    words[count++] = (char *)config_name(given);
    for (size_t i = 0; i < given->option_count; i++) {
        if (strcmp(given->options[i].option->name, "set") != 0)
            continue;
        words[count++] = set;
        words[count++] = (char *)given->options[i].text;
    }
    words[count++] = db;
    words[count++] = (char *)figures->db;
    for (char *rest, *word = strtok_r(recipe, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    return count;
}

static size_t words_max(const struct figures *figures, const char *recipe)
{
    return 5 + 2 * figures->arguments->option_count + strlen(recipe);
}

static bool sweep(const struct figures *figures, char *recipe, struct diagnostics *errors)
{
    struct cli_arguments arguments = {.options = NULL};
    FILE *nowhere = fopen("/dev/null", "w");
    char **words = calloc(words_max(figures, recipe), sizeof *words);
    bool done = false;
    if (!nowhere || !words)
        config_report_no_memory(errors);
    else
        done = cli_parse(&command_sweep, sweep_words(figures, recipe, words), words, &arguments,
                         errors);
    if (done) {
        enum cli_exit code = command_sweep.run(&arguments, nowhere);
        done = code == CLI_DONE;
        if (!done)
            diagnostics_add(errors,
                            code == CLI_BAD_INPUT ? DIAGNOSTIC_BAD_INPUT : DIAGNOSTIC_ENVIRONMENT,
                            NULL, 0, "nothing is drawn, as a sweep of --fill was not finished");
    }
    cli_arguments_free(&arguments);
    free(words);
    if (nowhere)
        fclose(nowhere);
    return done;
}

static bool fill(const struct figures *figures, const struct plot_kind *kind,
                 struct diagnostics *errors)
{
    for (size_t i = 0; kind->recipes[i]; i++) {
        char recipe[512];
        snprintf(recipe, sizeof recipe, "%s", kind->recipes[i]);
        if (!sweep(figures, recipe, errors))
            return false;
    }
    return true;
}

bool figures_fill(const struct figures *figures, const struct plot_kind *kind,
                  struct diagnostics *errors)
{
    if (!cli_value(figures->arguments, "fill"))
        return true;
    if (kind)
        return fill(figures, kind, errors);
    for (size_t i = 0; plot_kinds[i]; i++)
        if (!fill(figures, plot_kinds[i], errors))
            return false;
    return true;
}

bool figures_open(struct figures *figures, struct diagnostics *errors)
{
    figures->request.store = store_open(figures->db, STORE_READ, errors);
    return figures->request.store != NULL;
}

void figures_close(struct figures *figures)
{
    store_close(figures->request.store);
    evidence_free(&figures->evidence);
    free(figures->chip);
    free(figures->db_word);
}

void figures_advise(const struct figures *figures, const struct plot_kind *kind,
                    struct diagnostics *errors)
{
    for (size_t i = 0; kind->recipes[i]; i++)
        diagnostics_bad_input(errors, "%s anesim sweep %s %s %s",
                              i == 0 ? "add --fill, or run:" : "and:", figures->chip,
                              figures->db_word, kind->recipes[i]);
}
