#include "sim/experiment/experiments.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void trial_set(struct trial *trial, const char *quantity, double simulated)
{
    for (size_t i = 0; i < trial->row_count; i++)
        if (strcmp(trial->rows[i].quantity, quantity) == 0)
            trial->rows[i].simulated = simulated;
}

double trial_worst(double published, double worst, double value)
{
    return fabs(value - published) > fabs(worst - published) ? value : worst;
}

void trial_find(struct trial *trial, const char *format, ...)
{
    size_t size = (trial->finding_count + 1) * sizeof *trial->findings;
    struct finding *findings = realloc(trial->findings, size);
    if (!findings) {
        trial->failed = true;
        return;
    }
    trial->findings = findings;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(findings[trial->finding_count++].text, FINDING_BYTES, format, arguments);
    va_end(arguments);
}

void trial_predict(struct trial *trial, const char *id, const char *arm, const char *quantity,
                   const char *unit, double simulated)
{
    struct trial_row *rows = realloc(trial->rows, (trial->row_count + 1) * sizeof *rows);
    if (!rows) {
        trial->failed = true;
        return;
    }
    trial->rows = rows;
    struct trial_row *row = &rows[trial->row_count++];
    *row = (struct trial_row){.quantity = quantity, .unit = unit, .simulated = simulated};
    snprintf(row->id, sizeof row->id, "%s", id);
    snprintf(row->arm, sizeof row->arm, "%s", arm);
}

void trial_free(struct trial *trial)
{
    free(trial->rows);
    free(trial->findings);
    *trial = (struct trial){0};
}
