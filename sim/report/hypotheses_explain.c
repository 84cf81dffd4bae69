#include <inttypes.h>
#include <string.h>

#include "sim/report/hypotheses_write.h"
#include "sim/report/text.h"

enum { INDENT = 4 };

static const char *when(const struct ring_params *ring)
{
    static const char *const texts[] = {"once, when a task begins", "anew after each lap",
                                        "anew for every line"};
    return texts[ring->latch];
}

static void write_head(FILE *stream, const struct setup *setup, const struct explanation *one)
{
    char text[HYPOTHESES_TEXT_BYTES];
    const struct ring_params *ring = &setup->chip.core.ring;
    const struct ring_hypothesis *hypothesis = ring_hypotheses[ring->hypothesis];
    fprintf(stream, "%s\n\n", one->name);
    snprintf(text, sizeof text, "Claim: %s.", one->claim ? one->claim : hypothesis->claim);
    text_write_wrapped(stream, text, 0, 0);
    snprintf(text, sizeof text,
             "Formula: credit = %s; R = %" PRId64 " lines and credit_max = %" PRId64
             " lines; worked out %s.",
             hypothesis->formula, INT64_C(1) << ring->pointer_bits, ring->credit_max, when(ring));
    text_write_wrapped(stream, text, 0, 0);
    snprintf(text, sizeof text, "Mechanism: %s", one->lesson);
    text_write_wrapped(stream, text, 0, 0);
    fputs("Try it: anesim --config m3.ini", stream);
    for (size_t i = 0; i < EXPLANATION_SETTINGS_MAX && one->settings[i]; i++)
        fprintf(stream, "%s--set %s", i == 1 ? " \\\n            " : " ", one->settings[i]);
    fputc('\n', stream);
}

/* The pieces with that verdict, a sentence each. */
static void write_pieces(FILE *stream, const struct matrix *matrix, bool passed)
{
    bool any = false;
    fprintf(stream, "\n%s:\n", passed ? "For it" : "Against it");
    for (size_t i = 0; i < matrix->piece_count; i++) {
        const struct matrix_cell *cell = &matrix->cells[i][0];
        const struct evidence_row *row = matrix->published[i];
        char text[HYPOTHESES_TEXT_BYTES];
        if (cell->passed != passed)
            continue;
        any = true;
        const char *unit = strcmp(row->unit, "ratio") == 0 ? "" : row->unit;
        snprintf(
            text, sizeof text, "%s, is %.2f%s%s; published %.2f: %+.1f %%, %s the %.0f %% allowed.",
            matrix->pieces[i]->sentence, cell->value, unit[0] != '\0' ? " " : "", unit, row->value,
            cell->error_pct, passed ? "within" : "beyond", piece_tolerance_pct(matrix, i));
        text_write_wrapped(stream, text, 0, INDENT);
    }
    if (!any)
        text_write_wrapped(stream, "nothing.", 0, INDENT);
}

bool hypotheses_explain(FILE *stream, const struct setup *setup, const struct matrix *matrix)
{
    char by[HYPOTHESES_TEXT_BYTES];
    char text[2 * HYPOTHESES_TEXT_BYTES];
    const struct explanation *one = matrix->explanations[0];
    write_head(stream, setup, one);
    write_pieces(stream, matrix, true);
    write_pieces(stream, matrix, false);
    hypotheses_rejected_by(matrix, 0, by);
    if (matrix_survives(matrix, 0))
        snprintf(text, sizeof text, "Verdict: %s survives.", one->name);
    else
        snprintf(text, sizeof text, "Verdict: %s is rejected by: %s.", one->name, by);
    fputc('\n', stream);
    text_write_wrapped(stream, text, 0, 0);
    return !ferror(stream);
}
