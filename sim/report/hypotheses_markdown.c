#include "sim/report/hypotheses_text.h"

static void write_part(FILE *stream, const char *head, const char *body)
{
    fprintf(stream, "- **%s.** %s\n", head, body);
}

bool hypotheses_write_markdown(FILE *stream, const struct matrix *matrix)
{
    fputs("# Which explanation survives?\n\n| evidence | published |", stream);
    for (size_t i = 0; i < matrix->explanation_count; i++)
        fprintf(stream, " %s |", matrix->explanations[i]->name);
    fputs("\n|---|---:|", stream);
    for (size_t i = 0; i < matrix->explanation_count; i++)
        fputs("---:|", stream);
    for (size_t row = 0; row < matrix->piece_count; row++) {
        fprintf(stream, "\n| %s%s | %.2f %s |", matrix->pieces[row]->title,
                matrix_is_mute(matrix, row) ? " (tells nothing apart)" : "",
                matrix->published[row]->value, matrix->published[row]->unit);
        for (size_t i = 0; i < matrix->explanation_count; i++) {
            const struct matrix_cell *cell = &matrix->cells[row][i];
            fprintf(stream, " %.2f %s |", cell->value, cell->passed ? "pass" : "**FAIL**");
        }
    }
    fputs("\n| rejected by | |", stream);
    for (size_t i = 0; i < matrix->explanation_count; i++) {
        char by[HYPOTHESES_TEXT_BYTES];
        hypotheses_rejected_by(matrix, i, by);
        fprintf(stream, " %s |", by[0] != '\0' ? by : "nothing: survives");
    }
    fputs("\n\n", stream);
    return hypotheses_conclusion(stream, matrix, write_part);
}
