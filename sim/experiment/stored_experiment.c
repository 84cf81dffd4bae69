#include "sim/experiment/stored_experiment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/experiment/run_record.h"

bool stored_experiment_begin(struct store_experiment *experiment, int64_t seed)
{
    const char *order = experiment->sample_order ? experiment->sample_order : "-";
    const char *noise = experiment->noise ? experiment->noise : "-";
    size_t size = strlen(experiment->command) + strlen(order) + strlen(noise) + 80;
    char *text = malloc(size);
    if (!text)
        return false;
    int length = snprintf(text, size, "experiment\n%s\n%" PRId64 "\n%s\n%" PRId64 "\n%s",
                          experiment->command, experiment->rounds, order, seed, noise);
    run_record_hash(text, (size_t)length, experiment->id);
    free(text);
    return true;
}

void stored_experiment_add(struct store_experiment *experiment, const char *run_id,
                           const char *label)
{
    char text[2 * STORE_ID_BYTES + POINT_LABEL_BYTES];
    int length = snprintf(text, sizeof text, "%s\n%s\n%s", experiment->id, run_id, label);
    run_record_hash(text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1,
                    experiment->id);
}
