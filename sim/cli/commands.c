#include "sim/cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "sim/config/suggest.h"

#define LIST_COMMAND(name) &command_##name,
#define NAME_COMMAND(name) #name,

const struct cli_command *const cli_commands[] = {CLI_COMMANDS(LIST_COMMAND) NULL};

static const char *const names[] = {CLI_COMMANDS(NAME_COMMAND)};

struct cli_hint cli_hint(const char *word, const char *const *words, size_t count,
                         const char *prefix)
{
    struct cli_hint hint = {""};
    const char *nearest = suggest(word, words, count);
    if (nearest)
        snprintf(hint.text, sizeof hint.text, "; did you mean '%s%s'?", prefix, nearest);
    return hint;
}

bool cli_names_config(const char *word)
{
    size_t bytes = strlen(word);
    return bytes > 4 && strcmp(word + bytes - 4, ".ini") == 0;
}

const struct cli_command *cli_find_command(const char *name, struct diagnostics *errors)
{
    for (size_t i = 0; cli_commands[i]; i++)
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    struct cli_hint hint = cli_hint(name, names, sizeof names / sizeof names[0], "");
    if (cli_names_config(name))
        diagnostics_bad_input(errors, "unknown command '%.100s'; did you mean '--config %.100s'?",
                              name, name);
    else
        diagnostics_bad_input(errors, "unknown command '%.100s'%s", name,
                              *hint.text != '\0' ? hint.text : "; `anesim help` lists them");
    return NULL;
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* What every row of a config complains about is said once. */
static void drop_repeats(struct diagnostics *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct diagnostic item = list->items[i];
        bool repeated = false;
        for (size_t j = 0; j < kept && !repeated; j++)
            repeated = item.line == list->items[j].line &&
                       is_same(item.file, list->items[j].file) &&
                       is_same(item.message, list->items[j].message);
        if (repeated) {
            free(item.file);
            free(item.message);
        } else {
            list->items[kept++] = item;
        }
    }
    list->count = kept;
}

enum cli_exit cli_fail(struct diagnostics *errors)
{
    drop_repeats(errors);
    diagnostics_print(errors, stderr);
    int code = diagnostics_exit_code(errors);
    diagnostics_free(errors);
    return code == 0 ? CLI_ENVIRONMENT : (enum cli_exit)code;
}
