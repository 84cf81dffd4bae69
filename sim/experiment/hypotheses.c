#include "sim/experiment/hypotheses.h"
#include "sim/experiment/reproduce.h"
#include <math.h>

double piece_tolerance_pct(const struct matrix *matrix, size_t piece)
{
    double own = matrix->pieces[piece]->tolerance_pct;
    return own > 0 ? own : matrix->published[piece]->tolerance_pct;
}

/* How often the tolerance is exceeded. */
static double excess_of(const struct matrix *matrix, size_t piece, size_t explanation)
{
    return fabs(matrix->cells[piece][explanation].error_pct) / piece_tolerance_pct(matrix, piece);
}

size_t matrix_rejections(const struct matrix *matrix, size_t explanation, size_t order[PIECES_MAX])
{
    size_t count = 0;
    for (size_t piece = 0; piece < matrix->piece_count; piece++) {
        if (matrix->cells[piece][explanation].passed)
            continue;
        size_t at = count++;
        for (; at > 0 && excess_of(matrix, order[at - 1], explanation) <
                             excess_of(matrix, piece, explanation);
             at--)
            order[at] = order[at - 1];
        order[at] = piece;
    }
    return count;
}

bool matrix_survives(const struct matrix *matrix, size_t explanation)
{
    for (size_t piece = 0; piece < matrix->piece_count; piece++)
        if (!matrix->cells[piece][explanation].passed)
            return false;
    return true;
}

bool matrix_is_mute(const struct matrix *matrix, size_t piece)
{
    for (size_t i = 1; i < matrix->explanation_count; i++)
        if (matrix->cells[piece][i].passed != matrix->cells[piece][0].passed)
            return false;
    return true;
}

bool matrix_alike(const struct matrix *matrix, size_t a, size_t b)
{
    for (size_t piece = 0; piece < matrix->piece_count; piece++)
        if (matrix->cells[piece][a].passed != matrix->cells[piece][b].passed)
            return false;
    return true;
}

static void collect(const struct evidence *evidence, const struct explanation *only,
                    struct matrix *matrix)
{
    *matrix = (struct matrix){.piece_count = 0};
    for (size_t i = 0; i < piece_count; i++) {
        const struct evidence_row *row = evidence_find(evidence, pieces[i].row);
        if (!row)
            continue;
        matrix->pieces[matrix->piece_count] = &pieces[i];
        matrix->published[matrix->piece_count++] = row;
    }
    for (size_t i = 0; i < explanation_count; i++)
        if (!only || only == &explanations[i])
            matrix->explanations[matrix->explanation_count++] = &explanations[i];
}

/* One column; the lab's base is the explanation's. */
static bool run_column(struct lab *lab, struct matrix *matrix, size_t column)
{
    for (size_t i = 0; i < matrix->piece_count; i++) {
        struct matrix_cell *cell = &matrix->cells[i][column];
        if (!matrix->pieces[i]->measure(lab, &cell->value))
            return false;
        cell->error_pct = evidence_error_pct(matrix->published[i], cell->value);
        cell->passed = evidence_allows(piece_tolerance_pct(matrix, i), cell->error_pct);
    }
    return true;
}

static bool run_columns(struct lab *lab, const struct setup *base, struct matrix *matrix)
{
    bool good = true;
    for (size_t i = 0; good && i < matrix->explanation_count; i++)
        good = explanation_apply(matrix->explanations[i], base, &lab->base, lab->errors) &&
               run_column(lab, matrix, i);
    return good;
}

bool hypotheses_run(struct lab *lab, const struct evidence *evidence,
                    const struct explanation *only, struct matrix *matrix)
{
    struct setup base = lab->base;
    collect(evidence, only, matrix);
    if (matrix->piece_count == 0) {
        diagnostics_bad_input(lab->errors,
                              "%s has none of the rows that tell explanations apart, such as %s",
                              evidence->csv.path, pieces[0].row);
        return false;
    }
    lab_plan(lab);
    bool good = run_columns(lab, &base, matrix);
    good = lab_run_planned(lab) && good && run_columns(lab, &base, matrix);
    lab->base = base;
    return good;
}
