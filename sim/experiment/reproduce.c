#include "sim/experiment/reproduce.h"
#include "sim/config/assignments.h"
#include "sim/config/suggest.h"
#include "sim/experiment/regression.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double evidence_error_pct(const struct evidence_row *row, double simulated)
{
    return 100 * (simulated - row->value) / row->value;
}

/* A value on the very edge is within; what decimals do to it counts not. */
bool evidence_allows(double tolerance_pct, double error_pct)
{
    return fabs(error_pct) <= tolerance_pct + 1e-9;
}

static bool is_asked(const struct evidence_row *row, const char *only)
{
    return !only || strcmp(only, row->id) == 0 ||
           strcmp(only, experiments[row->experiment].name) == 0;
}

/* Puts the rows that are asked for into the trial. */
static bool collect(const struct evidence *evidence, const char *only, struct trial *trial)
{
    trial->rows = calloc(evidence->row_count, sizeof *trial->rows);
    if (!trial->rows)
        return false;
    for (size_t i = 0; i < evidence->row_count; i++) {
        const struct evidence_row *row = &evidence->rows[i];
        if (&experiments[row->experiment] != trial->experiment || !is_asked(row, only))
            continue;
        struct trial_row *slot = &trial->rows[trial->row_count++];
        slot->published = row;
        slot->quantity = row->quantity;
        slot->unit = row->unit;
        snprintf(slot->id, sizeof slot->id, "%s", row->id);
        snprintf(slot->arm, sizeof slot->arm, "%s", row->arm);
    }
    return true;
}

static void judge(struct trial *trial)
{
    for (size_t i = 0; i < trial->row_count; i++) {
        struct trial_row *row = &trial->rows[i];
        if (!row->published)
            continue;
        row->error_pct = evidence_error_pct(row->published, row->simulated);
        row->passed = evidence_allows(row->published->tolerance_pct, row->error_pct);
    }
}

bool reproduce_trial(struct lab *lab, const struct evidence *evidence,
                     const struct experiment *experiment, const char *only, struct trial *trial)
{
    *trial = (struct trial){.experiment = experiment};
    trial->failed = !collect(evidence, only, trial);
    bool done = trial->failed || trial->row_count == 0 || experiment->run(lab, trial);
    if (trial->failed)
        config_report_no_memory(lab->errors);
    if (done)
        judge(trial);
    return done && !trial->failed;
}

static void count_role(struct reproduction *reproduction, enum evidence_role role, double *errors)
{
    struct reproduce_count *count = &reproduction->counts[role];
    for (size_t i = 0; i < reproduction->trial_count; i++) {
        const struct trial *trial = &reproduction->trials[i];
        for (size_t row = 0; row < trial->row_count; row++) {
            const struct trial_row *one = &trial->rows[row];
            if (!one->published || one->published->role != role)
                continue;
            count->passed += one->passed;
            count->mean_error_pct += fabs(one->error_pct);
            errors[count->rows++] = fabs(one->error_pct);
        }
    }
    if (count->rows == 0)
        return;
    count->mean_error_pct /= (double)count->rows;
    count->median_error_pct = median_of(errors, count->rows);
}

static bool summarize(struct reproduction *reproduction, size_t row_count,
                      struct diagnostics *errors)
{
    double *sorted = calloc(row_count + 1, sizeof *sorted);
    if (!sorted) {
        config_report_no_memory(errors);
        return false;
    }
    reproduction->passed = true;
    for (int role = 0; role < EVIDENCE_ROLES; role++) {
        count_role(reproduction, (enum evidence_role)role, sorted);
        const struct reproduce_count *count = &reproduction->counts[role];
        reproduction->passed = reproduction->passed && count->passed == count->rows;
    }
    free(sorted);
    return true;
}

/* Says so when `only` is neither an experiment nor the id of a row. */
static bool check_only(const struct evidence *evidence, const char *only,
                       struct diagnostics *errors)
{
    if (!only || experiment_find(only) || evidence_find(evidence, only))
        return true;
    size_t count = 0;
    const char **names = calloc(evidence->row_count + experiment_count, sizeof *names);
    for (size_t i = 0; names && i < experiment_count; i++)
        names[count++] = experiments[i].name;
    for (size_t i = 0; names && i < evidence->row_count; i++)
        names[count++] = evidence->rows[i].id;
    const char *nearest = names ? suggest(only, names, count) : NULL;
    diagnostics_bad_input(errors, "--only: '%.100s' is no experiment and no id of a row%s%s%s",
                          only, nearest ? "; did you mean '" : "", nearest ? nearest : "",
                          nearest ? "'?" : "");
    free(names);
    return false;
}

static bool has_rows(const struct evidence *evidence, size_t experiment, const char *only)
{
    for (size_t i = 0; i < evidence->row_count; i++)
        if (evidence->rows[i].experiment == experiment && is_asked(&evidence->rows[i], only))
            return true;
    return false;
}

bool reproduce(struct lab *lab, const struct evidence *evidence, const char *only,
               reproduce_begin *begin, struct reproduction *reproduction)
{
    *reproduction = (struct reproduction){.trial_count = 0};
    if (!check_only(evidence, only, lab->errors))
        return false;
    reproduction->trials = calloc(experiment_count, sizeof *reproduction->trials);
    if (!reproduction->trials) {
        config_report_no_memory(lab->errors);
        return false;
    }
    for (size_t i = 0; i < experiment_count; i++) {
        if (!has_rows(evidence, i, only))
            continue;
        if (begin)
            begin(lab->context, &experiments[i]);
        struct trial *trial = &reproduction->trials[reproduction->trial_count++];
        if (!reproduce_trial(lab, evidence, &experiments[i], only, trial))
            return false;
    }
    if (reproduction->trial_count == 0)
        diagnostics_bad_input(lab->errors, "--only: there is no evidence for '%.100s'", only);
    return reproduction->trial_count > 0 &&
           summarize(reproduction, evidence->row_count, lab->errors);
}

void reproduction_free(struct reproduction *reproduction)
{
    for (size_t i = 0; i < reproduction->trial_count; i++)
        trial_free(&reproduction->trials[i]);
    free(reproduction->trials);
    *reproduction = (struct reproduction){.trial_count = 0};
}
