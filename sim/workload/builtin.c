#include "sim/workload/builtin.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/config.h"
#include "sim/config/csv.h"
#include "sim/config/find.h"
#include "sim/config/suggest.h"

static const char *const file_name = "llm/models.csv";
enum { FP16_BITS = 16, HEADS_MAX = 1024, HEAD_DIM_MAX = 1024 };

enum column {
    NAME,
    TITLE,
    HIDDEN,
    INTERMEDIATE,
    LAYERS,
    HEADS,
    KV_HEADS,
    HEAD_DIM,
    VOCAB,
    TIED,
    HEAD_SHARDS,
    PARAMETERS,
    VERIFIED,
    SOURCE,
};

static const struct csv_column columns[] = {
    [NAME] = {"name", true},
    [TITLE] = {"title", true},
    [HIDDEN] = {"hidden", true},
    [INTERMEDIATE] = {"intermediate", true},
    [LAYERS] = {"layers", true},
    [HEADS] = {"heads", true},
    [KV_HEADS] = {"kv_heads", true},
    [HEAD_DIM] = {"head_dim", true},
    [VOCAB] = {"vocab", true},
    [TIED] = {"tied", true},
    [HEAD_SHARDS] = {"head_shards", true},
    [PARAMETERS] = {"parameters", true},
    [VERIFIED] = {"verified", true},
    [SOURCE] = {"source", true},
};

static bool read_text(const struct csv *csv, size_t row, size_t column, char *text,
                      struct diagnostics *errors)
{
    const char *field = csv_text(csv, row, column);
    size_t bytes = strlen(field);
    if (bytes > 0 && bytes < SHAPE_NAME_BYTES) {
        memcpy(text, field, bytes + 1);
        return true;
    }
    csv_complain(csv, row, errors, "%s has 1 to %d bytes, not %zu", columns[column].name,
                 SHAPE_NAME_BYTES - 1, bytes);
    return false;
}

static bool read_flag(const struct csv *csv, size_t row, size_t column, bool *flag,
                      struct diagnostics *errors)
{
    static const char *const words[] = {"no", "yes", NULL};
    size_t index = 0;
    bool good = csv_choice(csv, row, column, words, columns[column].name, &index, errors);
    *flag = index == 1;
    return good;
}

static bool read_model(const struct csv *csv, size_t row, struct builtin_model *model,
                       struct diagnostics *errors)
{
    struct decoder *decoder = &model->decoder;
    const struct {
        enum column column;
        int64_t max;
        int64_t *value;
    } numbers[] = {
        {HIDDEN, SHAPE_CHANNELS_MAX, &decoder->hidden},
        {INTERMEDIATE, SHAPE_CHANNELS_MAX, &decoder->intermediate},
        {LAYERS, SHAPE_COUNT_MAX, &decoder->layers},
        {HEADS, HEADS_MAX, &decoder->heads},
        {KV_HEADS, HEADS_MAX, &decoder->kv_heads},
        {HEAD_DIM, HEAD_DIM_MAX, &decoder->head_dim},
        {VOCAB, SHAPE_CHANNELS_MAX, &decoder->vocab},
        {HEAD_SHARDS, HEADS_MAX, &model->head_shards},
        {PARAMETERS, INT64_MAX, &model->parameters},
    };
    bool good = read_text(csv, row, NAME, model->name, errors);
    good = read_text(csv, row, TITLE, model->title, errors) && good;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        good =
            csv_count(csv, row, numbers[i].column, 1, numbers[i].max, numbers[i].value, errors) &&
            good;
    good = read_flag(csv, row, TIED, &model->tied, errors) && good;
    good = read_flag(csv, row, VERIFIED, &model->verified, errors) && good;
    decoder->bits = decoder->head_bits = FP16_BITS;
    return good;
}

bool builtin_models_read(struct builtin_models *models, struct diagnostics *errors)
{
    char path[CONFIG_PATH_BYTES];
    struct csv csv;
    if (!config_find(file_name, path, sizeof path, errors))
        return false;
    bool good = csv_read(&csv, path, columns, sizeof columns / sizeof columns[0], errors);
    models->items = calloc(csv.row_count > 0 ? csv.row_count : 1, sizeof *models->items);
    if (!models->items)
        config_report_no_memory(errors);
    else
        models->count = csv.row_count;
    good = good && models->items;
    for (size_t i = 0; i < models->count; i++)
        good = read_model(&csv, i, &models->items[i], errors) && good;
    csv_free(&csv);
    return good;
}

void builtin_models_free(struct builtin_models *models)
{
    free(models->items);
    *models = (struct builtin_models){0};
}

/* "Llama 3.2 1B" -> "llama-3.2-1b"; cut where it cannot fit any name. */
static void plain_name(const char *name, char plain[SHAPE_NAME_BYTES])
{
    size_t i = 0;
    for (; name[i] != '\0' && i + 1 < SHAPE_NAME_BYTES; i++) {
        char c = name[i];
        plain[i] = (char)(c == ' ' || c == '_' ? '-' : c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    plain[i] = '\0';
}

/* With a word of its own, `name` is known to be none of the models. */
static void report_unknown(const struct builtin_models *models, const char *name, const char *plain,
                           struct diagnostics *errors)
{
    const char **names = malloc((models->count + 1) * sizeof *names);
    if (!names) {
        config_report_no_memory(errors);
        return;
    }
    for (size_t i = 0; i < models->count; i++)
        names[i] = models->items[i].name;
    const char *nearest = suggest(plain, names, models->count);
    diagnostics_bad_input(errors, "'%s' is no file and no built-in model%s%s%s", name,
                          nearest ? "; did you mean '" : "", nearest ? nearest : "",
                          nearest ? "'?" : "");
    free(names);
}

const struct builtin_model *builtin_models_find(const struct builtin_models *models,
                                                const char *name, struct diagnostics *errors)
{
    char plain[SHAPE_NAME_BYTES];
    char title[SHAPE_NAME_BYTES];
    plain_name(name, plain);
    for (size_t i = 0; i < models->count; i++) {
        plain_name(models->items[i].title, title);
        if (strcmp(plain, models->items[i].name) == 0 || strcmp(plain, title) == 0)
            return &models->items[i];
    }
    if (errors)
        report_unknown(models, name, plain, errors);
    return NULL;
}

bool builtin_model_shapes(const struct builtin_model *model, int64_t head_shards,
                          struct shape_list *list)
{
    bool found;
    snprintf(list->title, sizeof list->title, "%s", model->title);
    int64_t shards = head_shards > 0 ? head_shards : model->head_shards;
    if (!decoder_shapes(&model->decoder, list) || !decoder_split_head(list, shards, &found))
        return false;
    if (head_shards == 0 &&
        !shape_list_assume(list,
                           "the head is cut into %" PRId64 " slices of the vocabulary, as "
                           "ANEMLL does",
                           shards))
        return false;
    return model->verified ||
           shape_list_assume(list, "the shapes of %s are not verified; configs/%s says why",
                             model->title, file_name);
}

bool builtin_model(const char *name, struct shape_list *list, struct diagnostics *errors)
{
    struct builtin_models models = {0};
    const struct builtin_model *model = NULL;
    bool good = builtin_models_read(&models, errors);
    if (good)
        model = builtin_models_find(&models, name, errors);
    if (model && !builtin_model_shapes(model, 0, list)) {
        config_report_no_memory(errors);
        model = NULL;
    }
    builtin_models_free(&models);
    return model != NULL;
}
