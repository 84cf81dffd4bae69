/* MIL: the text of a compiled Core ML program (model.mil), statement by statement.
 *
 *   program(1.3)
 *   [buildInfo = ...]
 *   {
 *       func main<ios18>(tensor<fp16, [1, 64, 1, 1]> x) {
 *           tensor<fp16, [64, 64, 1, 1]> w = const()[name = string("w"),
 *               val = tensor<fp16, [64, 64, 1, 1]>(BLOBFILE(path = ..., offset = uint64(64)))];
 *           tensor<fp16, [1, 64, 1, 1]> y = conv(groups = g, weight = w, x = x)[name = ...];
 *       } -> (y);
 *   }
 *
 * Both spellings are read: bool(true) of the later versions and
 * tensor<bool, []>(true) of the earlier, parameters in () or in [].  There is
 * no published grammar; what is read here is what compiled models show.
 * Operations with blocks of their own (cond, while_loop) are refused.
 */
#ifndef ANESIM_WORKLOAD_IMPORT_MIL_H
#define ANESIM_WORKLOAD_IMPORT_MIL_H

#include "sim/workload/import_source.h"

enum {
    MIL_RANK_MAX = 8,
    MIL_PARAMETERS_MAX = 64,
    MIL_NESTING_MAX = 64,
    MIL_STATEMENTS_MAX = 1 << 18,
    MIL_NAME_BYTES_MAX = 511,
};

enum mil_token_kind { MIL_END, MIL_NAME, MIL_NUMBER, MIL_STRING, MIL_SIGN };

struct mil_token {
    enum mil_token_kind kind;
    const char *at;
    size_t bytes;
};

struct mil_lexer {
    const struct import_source *source;
    struct diagnostics *errors;
    const char *at;
    const char *end;
    struct mil_token token; /* the one to be taken next */
    bool failed;            /* one diagnostic has been added */
};

/* tensor<fp16, [64, 64, 1, 1]>, or a plain int32 of rank 0. */
struct mil_type {
    int64_t bits; /* of an element; 0: no number */
    size_t rank;
    int64_t shape[MIL_RANK_MAX]; /* -1: only known when the model runs */
};

/* NAME = value, of an operation. */
struct mil_parameter {
    struct mil_token name;
    struct mil_token reference; /* to an earlier result; bytes = 0: a value in place */
    struct mil_type type;       /* of a value in place */
    bool has_number;            /* it begins with a number, true or false */
    int64_t number;
};

struct mil_statement {
    struct mil_token name; /* of the first result */
    struct mil_type type;
    struct mil_token operation;
    struct mil_parameter parameters[MIL_PARAMETERS_MAX];
    size_t parameter_count;
};

void mil_lexer_init(struct mil_lexer *lexer, const struct import_source *source,
                    struct diagnostics *errors);

/* Takes the token that is due; after a failure the end is due. */
void mil_next(struct mil_lexer *lexer);

/* Adds "line L: column C: WHAT" for the token that is due; always false. */
bool mil_fail(struct mil_lexer *lexer, const char *what);

bool mil_is(const struct mil_token *token, const char *text);
bool mil_at(const struct mil_lexer *lexer, const char *text);

/* Takes `text`, or fails. */
bool mil_expect(struct mil_lexer *lexer, const char *text);

/* Passes over what is bracketed, from the opening to its closing sign. */
bool mil_skip_brackets(struct mil_lexer *lexer);

bool mil_read_type(struct mil_lexer *lexer, struct mil_type *type);

/* One "types names = operation(...)[...];". */
bool mil_read_statement(struct mil_lexer *lexer, struct mil_statement *statement);

/* The parameter of that name, or NULL. */
const struct mil_parameter *mil_parameter(const struct mil_statement *statement, const char *name);

#endif
