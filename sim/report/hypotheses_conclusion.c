#include "sim/report/hypotheses_write.h"

void hypotheses_rejected_by(const struct matrix *matrix, size_t explanation,
                            char text[HYPOTHESES_TEXT_BYTES])
{
    size_t order[PIECES_MAX];
    size_t count = matrix_rejections(matrix, explanation, order);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < HYPOTHESES_TEXT_BYTES; i++)
        used += (size_t)snprintf(text + used, HYPOTHESES_TEXT_BYTES - used, "%s%s",
                                 used > 0 ? "; " : "", matrix->pieces[order[i]]->title);
}

/* Where a piece is judged by a tolerance of its own, and why. */
static void write_allowances(FILE *stream, const struct matrix *matrix,
                             hypotheses_write_part *write)
{
    for (size_t i = 0; i < matrix->piece_count; i++) {
        char head[HYPOTHESES_TEXT_BYTES];
        if (!matrix->pieces[i]->why)
            continue;
        snprintf(head, sizeof head, "%s: %.0f %% is allowed, not %.0f %%", matrix->pieces[i]->title,
                 piece_tolerance_pct(matrix, i), matrix->published[i]->tolerance_pct);
        write(stream, head, matrix->pieces[i]->why);
    }
}

static void write_verdict(FILE *stream, const struct matrix *matrix, size_t explanation,
                          hypotheses_write_part *write)
{
    char by[HYPOTHESES_TEXT_BYTES];
    char head[HYPOTHESES_TEXT_BYTES + 64];
    const struct explanation *one = matrix->explanations[explanation];
    hypotheses_rejected_by(matrix, explanation, by);
    bool survives = matrix_survives(matrix, explanation);
    snprintf(head, sizeof head, "%s: %s%s", one->name, survives ? "survives" : "rejected by ", by);
    write(stream, head, one->lesson);
}

/* Groups of explanations that no evidence tells apart, each group once. */
static void write_alike(FILE *stream, const struct matrix *matrix, hypotheses_write_part *write)
{
    bool told[EXPLANATIONS_MAX] = {false};
    for (size_t i = 0; i < matrix->explanation_count; i++) {
        char text[HYPOTHESES_TEXT_BYTES];
        size_t used = (size_t)snprintf(text, sizeof text, "%s", matrix->explanations[i]->name);
        bool found = false;
        for (size_t j = i + 1; j < matrix->explanation_count && !told[i]; j++) {
            if (told[j] || !matrix_alike(matrix, i, j) || used >= sizeof text)
                continue;
            used += (size_t)snprintf(text + used, sizeof text - used, ", %s",
                                     matrix->explanations[j]->name);
            found = told[j] = true;
        }
        if (found)
            write(stream, "This evidence cannot tell apart", text);
    }
}

bool hypotheses_conclusion(FILE *stream, const struct matrix *matrix, hypotheses_write_part *write)
{
    for (size_t i = 0; i < matrix->explanation_count; i++)
        write_verdict(stream, matrix, i, write);
    write_alike(stream, matrix, write);
    write_allowances(stream, matrix, write);
    for (size_t i = 0; explanations_dropped[i]; i++)
        write(stream, "Not shown, the same by construction", explanations_dropped[i]);
    return !ferror(stream);
}
