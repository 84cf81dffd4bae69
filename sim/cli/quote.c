#include "sim/cli/quote.h"

#include <stdlib.h>
#include <string.h>

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "%+,-./:=@_";

static void write_word(FILE *out, const char *word)
{
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    }
    fputc('\'', out);
}

static bool sets_key(const struct cli_option *option)
{
    return option->sets || strcmp(option->name, "set") == 0;
}

char *cli_quoted(const struct cli_arguments *arguments, bool only_keys)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const char *gap = "";
    if (!out)
        return NULL;
    for (size_t i = 0; i < arguments->option_count; i++) {
        const struct cli_given *given = &arguments->options[i];
        if (only_keys && !sets_key(given->option))
            continue;
        fprintf(out, "%s--%s", gap, given->option->name);
        gap = " ";
        if (given->option->argument) {
            fputc(' ', out);
            write_word(out, given->text);
        }
    }
    bool failed = ferror(out) != 0;
    if (fclose(out) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}
