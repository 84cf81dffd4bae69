#include "sim/experiment/explanations.h"
#include "sim/config/suggest.h"
#include <stdio.h>
#include <string.h>

const struct explanation explanations[] = {
    {"folded",
     NULL,
     "Both what is left and the free slots of the ring count, wrapped to its size, so the credit "
     "is |x| near a whole number of laps, on either side; latched for a task, a bad credit lasts "
     "to its end.",
     {"ring.hypothesis=folded", "ring.latch=task"}},
    {"folded-live",
     NULL,
     "After the first line the distance is one less than a lap and the credit grows with every "
     "further line: evaluated live, the collapse heals itself and cannot last a whole task.",
     {"ring.hypothesis=folded", "ring.latch=live"}},
    {"modulo",
     NULL,
     "A transfer a few lines short of whole laps has a distance of nearly a lap, so nothing holds "
     "the prefetcher back: the literal sketch has a right flank and no left one.",
     {"ring.hypothesis=modulo", "ring.latch=task"}},
    {"modulo-live",
     NULL,
     "After the first line the distance is one less than a lap: evaluated live, the sketch cannot "
     "collapse at all.",
     {"ring.hypothesis=modulo", "ring.latch=live"}},
    {"epoch",
     NULL,
     "With the distance in full width whole laps are not mistaken for nothing: this is the repair, "
     "and there is nothing to repair.",
     {"ring.hypothesis=epoch", "ring.latch=task"}},
    {"epoch-lap",
     NULL,
     "As epoch; the credit is worked out anew after each lap, which matters for the last few "
     "lines only.",
     {"ring.hypothesis=epoch", "ring.latch=lap"}},
    {"epoch-live",
     NULL,
     "As epoch; the credit shrinks with the last 256 lines, when there is nothing else to "
     "prefetch.",
     {"ring.hypothesis=epoch", "ring.latch=live"}},
    {"none",
     NULL,
     "Without a prefetcher every length is as slow as the collapse.",
     {"ring.hypothesis=none", "ring.latch=task"}},
    {"dram-banks",
     "the ring is healthy; cores whose weights lie whole MiB apart meet in the same DRAM bank, "
     "with another row each, and wait for one another",
     "Bank conflicts need several cores and equal strides: they go away with fewer cores, or when "
     "the pages are scrambled, and get worse with more.",
     {"ring.hypothesis=epoch", "dram.hash=off"}},
    {"core-contention",
     "the credit is that of folded, but demand lines and credits are one pool for all cores, not "
     "each core's own",
     "A shared pool leaves more to each core when fewer take part, so latency must grow with the "
     "number of cores.",
     {"ring.hypothesis=folded", "ring.latch=task", "kdma.scope=shared"}},
};

const size_t explanation_count = sizeof explanations / sizeof explanations[0];
_Static_assert(sizeof explanations / sizeof explanations[0] <= EXPLANATIONS_MAX, "lists of names");

const char *const explanations_dropped[] = {
    "folded and modulo under the latch `lap` grant the credits they grant under `task`: after "
    "whole "
    "laps the wrapped distance is what it was at the start.",
    "none grants 0 under every latch.",
    NULL,
};

const struct explanation *explanation_find(const char *name, struct diagnostics *errors)
{
    const char *names[EXPLANATIONS_MAX];
    for (size_t i = 0; i < explanation_count; i++) {
        if (strcmp(explanations[i].name, name) == 0)
            return &explanations[i];
        names[i] = explanations[i].name;
    }
    const char *nearest = suggest(name, names, explanation_count);
    diagnostics_bad_input(errors, "--explain: unknown explanation '%.100s'%s%s%s", name,
                          nearest ? "; did you mean '" : "", nearest ? nearest : "",
                          nearest ? "'?" : "");
    return NULL;
}

/* "section.key=value" into the setup. */
static bool set(const char *setting, struct setup *setup, struct diagnostics *errors)
{
    char section[64];
    char key[64];
    char error[CONFIG_ERROR_BYTES] = "no such key";
    const char *value = strchr(setting, '=');
    const struct config_part *part;
    if (value && sscanf(setting, "%63[^.].%63[^=]", section, key) == 2) {
        const struct config_key *found = config_schema_find(&setup_schema, section, key, &part);
        if (found &&
            config_value_parse(found, value + 1, (char *)setup + part->offset + found->offset,
                               error, sizeof error))
            return true;
    }
    diagnostics_bad_input(errors, "%s: %s", setting, error);
    return false;
}

bool explanation_apply(const struct explanation *explanation, const struct setup *base,
                       struct setup *setup, struct diagnostics *errors)
{
    *setup = *base;
    for (size_t i = 0; i < EXPLANATION_SETTINGS_MAX && explanation->settings[i]; i++)
        if (!set(explanation->settings[i], setup, errors))
            return false;
    return chip_params_check(&setup->chip, errors);
}
