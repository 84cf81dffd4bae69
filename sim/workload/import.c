#include "sim/workload/import.h"

#include <string.h>
#include <sys/stat.h>

#include "sim/config/assignments.h"
#include "sim/config/find.h"
#include "sim/config/suggest.h"
#include "sim/workload/builtin.h"
#include "sim/workload/import_arrange.h"
#include "sim/workload/import_formats.h"
#include "sim/workload/import_names.h"

/* One line per importer, in the order of detection. */
static const struct format {
    struct import_format_info info;
    import_matches *matches;
    import_read *read;
} formats[] = {
    {{"gguf", "header of a GGUF file, version 2 or 3"}, import_gguf_matches, import_gguf_read},
    {{"safetensors", "header of a .safetensors file, or model.safetensors.index.json"},
     import_safetensors_matches,
     import_safetensors_read},
    {{"mil", "model.mil of a compiled Core ML model"}, import_mil_matches, import_mil_read},
    {{"config", "config.json of a Hugging Face model"}, import_config_matches, import_config_read},
    {{"csv", "name,cin,cout[,kernel,bits,groups,count]"}, import_csv_matches, import_csv_read},
};

enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

/* What a folder may hold, the best first. */
static const char *const in_folders[] = {"model.mil", "config.json", "model.safetensors.index.json",
                                         "model.safetensors"};

const struct import_format_info *import_format(size_t index)
{
    return index < FORMAT_COUNT ? &formats[index].info : NULL;
}

char import_first_byte(const struct import_source *source)
{
    size_t i = 0;
    if (source->head_bytes >= 3 && memcmp(source->head, "\xEF\xBB\xBF", 3) == 0)
        i = 3;
    while (i < source->head_bytes && strchr(" \t\r\n", source->head[i]) && source->head[i] != '\0')
        i++;
    return i < source->head_bytes ? source->head[i] : '\0';
}

static const struct format *named_format(const char *name, struct diagnostics *errors)
{
    const char *names[FORMAT_COUNT];
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        names[i] = formats[i].info.name;
        if (strcmp(name, names[i]) == 0)
            return &formats[i];
    }
    const char *nearest = suggest(name, names, FORMAT_COUNT);
    diagnostics_bad_input(
        errors, "format '%s' is none of gguf, safetensors, mil, config and csv%s%s%s", name,
        nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    return NULL;
}

static const struct format *detect(struct import_source *source, struct diagnostics *errors)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (formats[i].matches(source))
            return &formats[i];
    import_complain(
        source, errors,
        source->head_bytes == 0
            ? "the file is empty"
            : "this is no GGUF, safetensors, model.mil, config.json or CSV shape table");
    return NULL;
}

/* The last part of a path that ends before `end`; "" when there is none. */
static const char *last_part(const char *path, const char *end)
{
    const char *at = end;
    while (at > path && at[-1] != '/')
        at--;
    return at;
}

/* A name less its ending, where that only tells the format. */
static size_t bytes_of_stem(const char *name, size_t bytes)
{
    static const char *const endings[] = {".gguf", ".csv", ".mil", ".mlmodelc", ".safetensors"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t ending = strlen(endings[i]);
        if (bytes > ending && memcmp(name + bytes - ending, endings[i], ending) == 0)
            return bytes - ending;
    }
    return bytes;
}

/* "llama.gguf" is named by itself; "Llama/config.json" by its folder. */
static void set_title(struct shape_list *list, const char *path)
{
    const char *end = path + strlen(path);
    const char *base = last_part(path, end);
    bool common = strncmp(base, "config.", 7) == 0 || strncmp(base, "model.", 6) == 0;
    const char *folder_end = base;
    while (folder_end > path && folder_end[-1] == '/')
        folder_end--;
    if (common && folder_end > path) {
        end = folder_end;
        base = last_part(path, end);
    }
    import_printable(base, bytes_of_stem(base, (size_t)(end - base)), list->title,
                     sizeof list->title);
}

static bool read_file(const char *path, const struct import_options *options,
                      struct shape_list *list, struct diagnostics *errors)
{
    struct import_source source;
    bool good = import_source_open(&source, path, errors);
    if (good) {
        const struct format *format =
            options->format ? named_format(options->format, errors) : detect(&source, errors);
        good = format && format->read(&source, list, errors);
        if (good && list->title[0] == '\0')
            set_title(list, source.path);
        good = good && import_arrange(list, options, source.path, errors);
    }
    import_source_close(&source);
    return good;
}

static bool read_folder(const char *folder, const struct import_options *options,
                        struct shape_list *list, struct diagnostics *errors)
{
    char path[CONFIG_PATH_BYTES];
    struct stat status;
    size_t bytes = strlen(folder);
    const char *gap = bytes > 0 && folder[bytes - 1] == '/' ? "" : "/";
    for (size_t i = 0; i < sizeof in_folders / sizeof in_folders[0]; i++) {
        int length = snprintf(path, sizeof path, "%s%s%s", folder, gap, in_folders[i]);
        if (length < 0 || (size_t)length >= sizeof path || stat(path, &status) != 0)
            continue;
        if (shape_list_assume(list, "of the folder, %s was read", in_folders[i]))
            return read_file(path, options, list, errors);
        config_report_no_memory(errors);
        return false;
    }
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, folder, 0,
                    "a folder without model.mil (a .mlpackage must be compiled first), "
                    "config.json, model.safetensors.index.json or model.safetensors");
    return false;
}

bool import_builtin(const char *name, const struct import_options *options, struct shape_list *list,
                    struct diagnostics *errors)
{
    struct builtin_models models = {0};
    const struct builtin_model *model = NULL;
    if (import_check_options(options, errors) && builtin_models_read(&models, errors))
        model = builtin_models_find(&models, name, errors);
    bool good = model != NULL;
    if (model && !builtin_model_shapes(model, options->head_split, list)) {
        config_report_no_memory(errors);
        good = false;
    }
    builtin_models_free(&models);
    return good && import_arrange(list, options, NULL, errors);
}

bool import_shapes(const char *path_or_name, const struct import_options *options,
                   struct shape_list *list, struct diagnostics *errors)
{
    struct stat status;
    if (!import_check_options(options, errors))
        return false;
    if (strcmp(path_or_name, "-") == 0)
        return read_file(path_or_name, options, list, errors);
    if (stat(path_or_name, &status) == 0)
        return S_ISDIR(status.st_mode) ? read_folder(path_or_name, options, list, errors)
                                       : read_file(path_or_name, options, list, errors);
    if (options->format || strchr(path_or_name, '/'))
        return read_file(path_or_name, options, list, errors);
    return import_builtin(path_or_name, options, list, errors);
}
