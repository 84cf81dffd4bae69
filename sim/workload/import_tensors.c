#include "sim/workload/import_tensors.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/workload/import_decoder.h"
#include "sim/workload/import_names.h"

static bool same(const struct shape *a, const struct shape *b)
{
    return a->cin == b->cin && a->cout == b->cout && a->kernel == b->kernel && a->bits == b->bits &&
           a->groups == b->groups && strcmp(a->name, b->name) == 0 && strcmp(a->note, b->note) == 0;
}

bool tensors_count(struct tensors *tensors, const struct shape *shape)
{
    struct shape_list *list = tensors->list;
    for (size_t i = 0; i < list->count; i++) {
        if (!same(&list->items[i], shape))
            continue;
        list->items[i].count += shape->count;
        return true;
    }
    if (list->count >= IMPORT_ROWS_MAX) {
        import_complain(tensors->source, tensors->errors,
                        "more than %d layers of different names or shapes", IMPORT_ROWS_MAX);
        return false;
    }
    return shape_list_add(list, shape) || config_report_no_memory(tensors->errors);
}

static bool refuse(const struct tensors *tensors, const struct tensor *tensor, const char *why)
{
    import_complain(tensors->source, tensors->errors, "tensor '%s' %s", tensor->name, why);
    return false;
}

/* [cout, cin, kernel...] -> shape; rank is at least 2. */
static bool read_shape(const struct tensors *tensors, const struct tensor *tensor,
                       struct shape *shape)
{
    int64_t kernel = 1;
    bool fits = tensor->shape[0] >= 1 && tensor->shape[0] <= SHAPE_CHANNELS_MAX &&
                tensor->shape[1] >= 1 && tensor->shape[1] <= SHAPE_CHANNELS_MAX;
    for (size_t i = 2; i < tensor->rank && fits; i++) {
        fits = tensor->shape[i] >= 1 && tensor->shape[i] <= SHAPE_KERNEL_MAX / kernel;
        kernel *= fits ? tensor->shape[i] : 1;
    }
    if (!fits) {
        import_complain(
            tensors->source, tensors->errors,
            "tensor '%s': a layer has 1 to %d channels and a kernel of 1 to %d weights; "
            "this one is larger, or empty",
            tensor->name, SHAPE_CHANNELS_MAX, SHAPE_KERNEL_MAX);
        return false;
    }
    shape->cout = tensor->shape[0];
    shape->cin = tensor->shape[1];
    shape->kernel = kernel;
    shape->bits = tensor->bits;
    shape->groups = shape->count = 1;
    snprintf(shape->note, sizeof shape->note, "%s", tensor->note);
    return true;
}

bool tensors_add(struct tensors *tensors, const struct tensor *tensor)
{
    struct shape shape = {.cin = 0};
    enum tensor_kind kind = import_tensor_kind(tensor->name, shape.name);
    if (kind == TENSOR_EXPERT)
        return refuse(tensors, tensor,
                      "belongs to a mixture of experts, and this file does not say how many of "
                      "them a token passes; give the model's config.json");
    if (kind == TENSOR_PACKED)
        return refuse(tensors, tensor,
                      "is packed (GPTQ, AWQ, bitsandbytes): its shape is not that of the layer; "
                      "give the model's config.json");
    if (kind == TENSOR_OTHER || tensor->rank < 2) {
        tensors->others++;
        return true;
    }
    if (!read_shape(tensors, tensor, &shape))
        return false;
    if (kind == TENSOR_EMBEDDING) {
        snprintf(shape.name, sizeof shape.name, "lm_head");
        tensors->embedding = shape;
        return true;
    }
    tensors->unnamed += import_order(shape.name) == IMPORT_ORDER_OTHER;
    return tensors_count(tensors, &shape);
}

static const struct shape *find(const struct shape_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    return NULL;
}

static bool is_decoder(const struct shape_list *list)
{
    return find(list, "o_proj") && find(list, "down_proj");
}

/* Phi-3 in GGUF: gate and up are one tensor that bears the name of up. */
static void name_fused_gate(struct shape_list *list)
{
    const struct shape *down = find(list, "down_proj");
    if (!down || find(list, "gate_proj"))
        return;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, "up_proj") == 0 && list->items[i].cout == 2 * down->cin)
            snprintf(list->items[i].name, sizeof list->items[i].name, "gate_up_proj");
}

static bool finish_head(struct tensors *tensors)
{
    struct shape_list *list = tensors->list;
    if (tensors->embedding.cin == 0)
        return true;
    if (find(list, "lm_head") || !is_decoder(list))
        return shape_list_assume(list, "the embedding is gathered, not streamed: left out");
    return shape_list_assume(list, "no head in the file: it is taken to be tied to the embedding, "
                                   "and streamed once a token") &&
           tensors_count(tensors, &tensors->embedding);
}

bool tensors_finish(struct tensors *tensors)
{
    struct shape_list *list = tensors->list;
    name_fused_gate(list);
    if (!finish_head(tensors) || !import_sort(list))
        return config_report_no_memory(tensors->errors);
    if (tensors->unnamed > 0 &&
        !shape_list_assume(list,
                           "%zu weights bear no name of a decoder's projection; each is taken for "
                           "a layer of [cout, cin, kernel]",
                           tensors->unnamed))
        return config_report_no_memory(tensors->errors);
    if (tensors->others > 0 &&
        !shape_list_assume(list, "%zu other tensors (norms, biases, scales) are not counted",
                           tensors->others))
        return config_report_no_memory(tensors->errors);
    return true;
}

bool import_sort(struct shape_list *list)
{
    struct shape *sorted = malloc((list->count + 1) * sizeof *sorted);
    size_t used = 0;
    if (!sorted)
        return false;
    for (size_t order = 0; order <= IMPORT_ORDER_OTHER; order++)
        for (size_t i = 0; i < list->count; i++)
            if (import_order(list->items[i].name) == order)
                sorted[used++] = list->items[i];
    free(list->items);
    list->items = sorted;
    list->capacity = list->count + 1;
    return true;
}
