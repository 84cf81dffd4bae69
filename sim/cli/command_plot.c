#include "sim/cli/figures.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "sim/cli/output_file.h"
#include "sim/report/gnuplot.h"
#include "sim/report/text.h"

static const struct cli_option options[] = {
    FIGURE_OPTIONS,
    {"format", "FORMAT", NULL, "svg, png or pdf; default: what FILE ends in, svg for all"},
    {"keep", NULL, NULL, "leave the script of gnuplot, with its data, beside FILE: NAME.gp"},
};

static const char notes[] =
    "KIND is one of cores, fft, floor, hypotheses, laps, notch, roofline, split, or all: then FILE "
    "is a folder that gets a picture of each.  docs/PLOTS.md shows them.\n"
    "A picture is drawn of runs that differ in nothing but what it shows.  Where the database "
    "holds several such families, the largest is drawn; --config and --set name another.\n"
    "gnuplot draws; it is looked for on PATH.";

struct wanted {
    struct figures figures;
    const struct plot_kind *kind; /* NULL: all */
    bool keep;
};

static const struct plot_kind *read_kind(const struct cli_arguments *arguments, bool *all,
                                         struct diagnostics *errors)
{
    const char *names[32] = {"all"};
    char list[256] = "all";
    size_t count = 1;
    const char *name = arguments->positional_count > 0 ? arguments->positionals[0] : NULL;
    *all = name && strcmp(name, "all") == 0;
    if (arguments->positional_count > 1)
        diagnostics_bad_input(errors, "one KIND at a time, or all; not also '%.100s'",
                              arguments->positionals[1]);
    if (*all || (name && plot_find(name)))
        return *all ? NULL : plot_find(name);
    for (size_t i = 0; plot_kinds[i] && count < 32; i++) {
        size_t used = strlen(list);
        names[count++] = plot_kinds[i]->name;
        snprintf(list + used, sizeof list - used, ", %s", plot_kinds[i]->name);
    }
    struct cli_hint hint = cli_hint(name ? name : "", names, count, "");
    if (name)
        diagnostics_bad_input(errors, "no plot '%.100s'%s (known: %s)", name, hint.text, list);
    else
        diagnostics_bad_input(errors, "which plot? one of: %s", list);
    return NULL;
}

static bool format_named(const char *name, enum plot_format *format)
{
    for (int i = 0; i < PLOT_FORMATS; i++)
        if (strcasecmp(plot_format_names[i], name) == 0) {
            *format = (enum plot_format)i;
            return true;
        }
    return false;
}

static const char *suffix_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return dot ? dot : path + strlen(path);
}

static void read_format(struct wanted *wanted, bool all, struct diagnostics *errors)
{
    const char *name = cli_value(wanted->figures.arguments, "format");
    enum plot_format *format = &wanted->figures.request.format;
    const char *suffix = suffix_of(wanted->figures.output);
    if (name && !format_named(name, format)) {
        struct cli_hint hint = cli_hint(name, plot_format_names, PLOT_FORMATS, "");
        diagnostics_bad_input(errors, "--format must be one of svg | png | pdf, not '%.100s'%s",
                              name, hint.text);
    } else if (!name && !all && (*suffix == '\0' || !format_named(suffix + 1, format))) {
        diagnostics_bad_input(errors,
                              "-o %s: the name must end in .svg, .png or .pdf; else say --format",
                              wanted->figures.output);
    }
}

static bool write_file(const struct wanted *wanted, const char *path, const char *bytes,
                       size_t size, struct diagnostics *errors)
{
    struct output_file file;
    if (!figures_may_write(&wanted->figures, path, errors) || !output_open(&file, path, errors))
        return false;
    errno = 0;
    bool written = fwrite(bytes, 1, size, file.stream) == size;
    return output_keep(&file, written ? 0 : errno ? errno : EIO, errors);
}

/* The same name with another suffix; for the caller to free. */
static char *beside(const char *path, const char *suffix)
{
    size_t stem = (size_t)(suffix_of(path) - path);
    size_t size = stem + strlen(suffix) + 1;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%.*s%s", (int)stem, path, suffix);
    return name;
}

static bool keep_script(const struct wanted *wanted, const struct plot_kind *kind, const char *path,
                        const char *script, struct diagnostics *errors)
{
    char *name = beside(output_is_stdout(path) ? kind->name : path, ".gp");
    bool done = false;
    if (!name)
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
    else if (output_replaces(path, name))
        diagnostics_bad_input(errors, "--keep writes its script to %s; give the picture another -o",
                              name);
    else
        done = write_file(wanted, name, script, strlen(script), errors);
    free(name);
    return done;
}

static void say(FILE *out, const char *path, const struct plot_picture *picture)
{
    char *visible = text_visible(path);
    if (picture->note[0] != '\0')
        fprintf(stderr, "anesim: %s\n", picture->note);
    if (!output_is_stdout(path) && visible) {
        fprintf(out, "%s:\n", visible);
        text_write_wrapped(out, picture->caption, 0, 2);
    }
    free(visible);
}

static bool draw(const struct wanted *wanted, const struct plot_kind *kind, const char *path,
                 FILE *out, struct diagnostics *errors)
{
    struct plot_picture picture;
    struct gnuplot_output output = {.bytes = NULL};
    enum plot_format format = wanted->figures.request.format;
    bool done = plot_make(kind, &wanted->figures.request, &picture, errors);
    if (picture.lacking)
        figures_advise(&wanted->figures, kind, errors);
    done = done && (!wanted->keep || keep_script(wanted, kind, path, picture.script, errors)) &&
           gnuplot_run(picture.script, format, &output, errors) &&
           write_file(wanted, path, output.bytes, output.size, errors);
    if (done)
        say(out, path, &picture);
    free(output.bytes);
    plot_picture_free(&picture);
    return done;
}

/* What the database cannot give does not keep the others from being drawn. */
static void draw_all(const struct wanted *wanted, FILE *out, struct diagnostics *errors)
{
    const char *folder = wanted->figures.output;
    const char *suffix = plot_format_names[wanted->figures.request.format];
    for (size_t i = 0; plot_kinds[i]; i++) {
        size_t size = strlen(folder) + strlen(plot_kinds[i]->name) + 8;
        char *path = malloc(size);
        if (!path) {
            diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "out of memory");
            return;
        }
        snprintf(path, size, "%s/%s.%s", folder, plot_kinds[i]->name, suffix);
        draw(wanted, plot_kinds[i], path, out, errors);
        free(path);
        if (diagnostics_exit_code(errors) == CLI_ENVIRONMENT)
            return;
    }
}

/* Before the long part: whether there is somewhere to write to. */
static bool probe(const struct wanted *wanted, bool all, struct diagnostics *errors)
{
    struct output_file file;
    const char *folder = wanted->figures.output;
    if (all && output_is_stdout(folder)) {
        diagnostics_bad_input(errors, "plot all needs a folder to write to, not -o %s", folder);
        return false;
    }
    if (all && mkdir(folder, 0777) != 0 && errno != EEXIST) {
        diagnostics_add(errors, DIAGNOSTIC_ENVIRONMENT, NULL, 0, "cannot make folder %s: %s",
                        folder, strerror(errno));
        return false;
    }
    if (all || !cli_value(wanted->figures.arguments, "fill"))
        return true;
    bool good = output_open(&file, wanted->figures.output, errors);
    output_drop(&file);
    return good;
}

static enum cli_exit run(const struct cli_arguments *arguments, FILE *out)
{
    struct diagnostics errors = {0};
    struct wanted wanted = {.keep = cli_value(arguments, "keep") != NULL};
    bool all;
    wanted.kind = read_kind(arguments, &all, &errors);
    bool ready = figures_read(&wanted.figures, arguments, &errors);
    if (wanted.figures.output)
        read_format(&wanted, all, &errors);
    ready = ready && diagnostics_empty(&errors) && probe(&wanted, all, &errors) &&
            figures_fill(&wanted.figures, wanted.kind, &errors) &&
            figures_open(&wanted.figures, &errors);
    if (ready && all)
        draw_all(&wanted, out, &errors);
    else if (ready)
        draw(&wanted, wanted.kind, wanted.figures.output, out, &errors);
    figures_close(&wanted.figures);
    return diagnostics_empty(&errors) ? CLI_DONE : cli_fail(&errors);
}

const struct cli_command command_plot = {
    .name = "plot",
    .positionals = "KIND",
    .summary = "a picture of what a database holds: svg, png or pdf",
    .notes = notes,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
