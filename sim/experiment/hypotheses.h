/* Hypotheses: which explanation survives which evidence.
 *
 *                    explanation 1   explanation 2   ...
 *   evidence 1       value, verdict  value, verdict
 *   evidence 2       ...
 *
 * A piece of evidence is a row of the evidence file, measured in a way that
 * tells explanations apart.  A new piece is one function and one entry in
 * pieces.c; a new explanation is one entry in explanations.c.
 */
#ifndef ANESIM_EXPERIMENT_HYPOTHESES_H
#define ANESIM_EXPERIMENT_HYPOTHESES_H

#include "sim/experiment/evidence.h"
#include "sim/experiment/explanations.h"
#include "sim/experiment/lab.h"

enum { PIECES_MAX = 32 };

struct piece {
    const char *row;      /* id of the published value */
    const char *title;    /* for the matrix, short */
    const char *sentence; /* what is measured: "the throughput of ..." */
    double tolerance_pct; /* 0: that of the row */
    const char *why;      /* one of its own is allowed; else NULL */
    /* Measures it in the lab's chip, by simulations that do not depend on each
     * other's results; false when a diagnostic was added. */
    bool (*measure)(struct lab *lab, double *value);
};

extern const struct piece pieces[];
extern const size_t piece_count;

struct matrix_cell {
    double value;
    double error_pct;
    bool passed;
};

/* Pieces that the evidence has, by explanations. */
struct matrix {
    const struct piece *pieces[PIECES_MAX];
    const struct evidence_row *published[PIECES_MAX];
    size_t piece_count;
    const struct explanation *explanations[EXPLANATIONS_MAX];
    size_t explanation_count;
    struct matrix_cell cells[PIECES_MAX][EXPLANATIONS_MAX];
};

/* Runs every piece under every explanation, or under `only` when not NULL.
 * The lab's base is left as it was.  False when a diagnostic was added. */
bool hypotheses_run(struct lab *lab, const struct evidence *evidence,
                    const struct explanation *only, struct matrix *matrix);

/* The tolerance in force. */
double piece_tolerance_pct(const struct matrix *matrix, size_t piece);

/* The pieces that reject an explanation, those that miss their tolerance by most
 * first; returns how many. */
size_t matrix_rejections(const struct matrix *matrix, size_t explanation, size_t order[PIECES_MAX]);

/* No piece speaks against it. */
bool matrix_survives(const struct matrix *matrix, size_t explanation);

/* The piece has the same verdict for all explanations, so it tells none apart. */
bool matrix_is_mute(const struct matrix *matrix, size_t piece);

/* Every piece has the same verdict for both. */
bool matrix_alike(const struct matrix *matrix, size_t a, size_t b);

#endif
