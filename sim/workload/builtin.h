/* Built-in models: the shapes that configs/llm/models.csv lists.
 *
 * The file is looked for as every config is: ./llm/models.csv, ./configs/llm,
 * then the installed share folder.
 */
#ifndef ANESIM_WORKLOAD_BUILTIN_H
#define ANESIM_WORKLOAD_BUILTIN_H

#include "sim/config/diagnostics.h"
#include "sim/workload/import_decoder.h"

struct builtin_model {
    char name[SHAPE_NAME_BYTES];  /* "llama-3.2-1b" */
    char title[SHAPE_NAME_BYTES]; /* "Llama 3.2 1B" */
    struct decoder decoder;       /* fp16 */
    bool tied;                    /* the head has the weights of the embedding */
    int64_t head_shards;          /* slices of the vocabulary in ANEMLL's conversion */
    int64_t parameters;           /* of the matrices and the embedding */
    bool verified;                /* against the model's own published config */
};

struct builtin_models {
    struct builtin_model *items; /* in the order of the file */
    size_t count;
};

/* Reads the list; `models` is all zero before and freed by the caller.  True
 * when no diagnostic was added. */
bool builtin_models_read(struct builtin_models *models, struct diagnostics *errors);
void builtin_models_free(struct builtin_models *models);

/* The model of that name or title ("Llama 3.2 1B"), capitals and blanks aside;
 * NULL and, when errors is not NULL, a diagnostic with "did you mean". */
const struct builtin_model *builtin_models_find(const struct builtin_models *models,
                                                const char *name, struct diagnostics *errors);

/* Appends the layers of a model; the head in head_shards slices, or as ANEMLL
 * cuts it when 0.  False: out of memory. */
bool builtin_model_shapes(const struct builtin_model *model, int64_t head_shards,
                          struct shape_list *list);

/* All in one: the layers of the model of that name, as ANEMLL cuts it. */
bool builtin_model(const char *name, struct shape_list *list, struct diagnostics *errors);

#endif
