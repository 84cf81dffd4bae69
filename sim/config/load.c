#include <stdlib.h>
#include <sys/stat.h>

#include "sim/config/assignments.h"
#include "sim/config/config.h"
#include "sim/config/find.h"
#include "sim/config/layer.h"
#include "sim/config/strict_ini.h"

enum { CHAIN_FILES_MAX = 16 };

/* The chain of files, from the one asked for to its last base. */
struct chain {
    dev_t devices[CHAIN_FILES_MAX];
    ino_t inodes[CHAIN_FILES_MAX];
    size_t count;
    char path[CONFIG_PATH_BYTES]; /* the file at its end */
};

/* By inode, not by name: a link or "./" must not hide a circle. */
static bool has_inode(const struct chain *chain, const struct stat *status)
{
    for (size_t i = 0; i < chain->count; i++)
        if (chain->devices[i] == status->st_dev && chain->inodes[i] == status->st_ino)
            return true;
    return false;
}

static void remember(struct chain *chain)
{
    struct stat status = {0};
    if (stat(chain->path, &status) != 0)
        return; /* it is gone again; reading it will say so */
    chain->devices[chain->count] = status.st_dev;
    chain->inodes[chain->count] = status.st_ino;
    chain->count++;
}

/* Goes on to the base that `layer`, read from chain->path, inherits. */
static bool follow(struct chain *chain, const struct config_layer *layer,
                   struct diagnostics *errors)
{
    char base[CONFIG_PATH_BYTES];
    struct stat status = {0};
    if (!layer->inherits)
        return false;
    if (!config_find_from(layer->inherits, chain->path, layer->inherits_line, base, sizeof base,
                          errors))
        return false;
    if (stat(base, &status) == 0 && has_inode(chain, &status)) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, chain->path, layer->inherits_line,
                        "inherits in a circle: '%s' is inherited by itself", base);
        return false;
    }
    if (chain->count >= CHAIN_FILES_MAX) {
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, chain->path, layer->inherits_line,
                        "inherits through more than %d files", CHAIN_FILES_MAX);
        return false;
    }
    snprintf(chain->path, sizeof chain->path, "%s", base);
    return true;
}

/* Takes from an inherited layer what no layer before it has said. */
static void merge(struct config *config, struct config_layer *layer, struct diagnostics *errors)
{
    for (size_t i = 0; i < layer->set.count; i++) {
        struct config_assignment *item = &layer->set.items[i];
        if (config_assignments_find(&config->file, item->section, item->key))
            continue;
        if (!config_assignments_move(&config->file, item)) {
            config_report_no_memory(errors);
            return;
        }
    }
    if (config->variant_count > 0)
        return;
    struct config_variant *empty = config->variants;
    config->variants = layer->variants;
    config->variant_count = layer->variant_count;
    config->variant_capacity = layer->variant_capacity;
    layer->variants = empty;
    layer->variant_count = layer->variant_capacity = 0;
}

static void load_chain(struct config *config, const struct config_schema *schema,
                       struct chain *chain, struct diagnostics *errors)
{
    size_t before = errors->count;
    bool more = true;
    while (more) {
        struct config_layer layer = {0};
        remember(chain);
        config_layer_read(&layer, schema, chain->path, errors);
        more = errors->count - before < STRICT_INI_MISTAKES_MAX && follow(chain, &layer, errors);
        merge(config, &layer, errors);
        config_layer_free(&layer);
    }
}

bool config_load(struct config *config, const struct config_schema *schema, const char *name,
                 struct diagnostics *errors)
{
    size_t before = errors->count + errors->lost;
    struct chain chain = {.count = 0};
    *config = (struct config){0};
    if (!config_find(name, chain.path, sizeof chain.path, errors))
        return false;
    config->path = config_copy_text(chain.path);
    if (!config->path)
        config_report_no_memory(errors);
    load_chain(config, schema, &chain, errors);
    return errors->count + errors->lost == before;
}

void config_free(struct config *config)
{
    free(config->path);
    config_assignments_free(&config->file);
    config_assignments_free(&config->overrides);
    for (size_t i = 0; i < config->variant_count; i++)
        config_variant_free(&config->variants[i]);
    free(config->variants);
    *config = (struct config){0};
}
