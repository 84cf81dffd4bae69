#include "sim/workload/import_mil.h"

#include <inttypes.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/workload/import_decoder.h"
#include "sim/workload/import_formats.h"
#include "sim/workload/import_mil_constants.h"
#include "sim/workload/import_names.h"
#include "sim/workload/import_tensors.h"

struct mil {
    struct mil_lexer lexer;
    struct mil_constants constants;
    struct tensors tensors;
    struct mil_statement statement;
    size_t statements;
    size_t computed;   /* products without a constant */
    size_t compressed; /* layers of compressed weights */
    size_t other;      /* operations with weights that are not read */
    size_t functions;
};

bool import_mil_matches(struct import_source *source)
{
    size_t i = 0;
    while (i < source->head_bytes && strchr(" \t\r\n", source->head[i]) && source->head[i] != '\0')
        i++;
    return source->head_bytes - i >= 8 && memcmp(source->head + i, "program(", 8) == 0;
}

/* By the name of the weights, else by that of the result. */
static void name_layer(const struct mil *mil, const struct mil_constant *weights,
                       char layer[SHAPE_NAME_BYTES])
{
    const struct mil_token *tokens[] = {&mil->statement.name, &weights->name};
    char name[MIL_NAME_BYTES_MAX + 1];
    char other[SHAPE_NAME_BYTES];
    for (size_t i = 0; i < 2; i++) {
        memcpy(name, tokens[i]->at, tokens[i]->bytes);
        name[tokens[i]->bytes] = '\0';
        bool known = import_mil_name(name, i == 0 ? other : layer);
        if (i == 1 && !known && import_order(other) < IMPORT_ORDER_OTHER)
            memcpy(layer, other, sizeof other);
    }
}

/* Bits of one weight, of those that are stored for all; they may fill up a byte. */
static void set_bits(const struct mil_constant *weights, struct shape *shape)
{
    int64_t elements = mil_elements(&weights->type);
    int64_t bits = elements > 0 ? weights->stored_bits / elements : 0;
    int64_t rest = weights->stored_bits - bits * elements;
    if (bits >= 1 && bits <= SHAPE_BITS_MAX && rest < 8)
        shape->bits = bits;
    else if (weights->stored_bits > 0)
        snprintf(shape->note, sizeof shape->note,
                 "%" PRId64 " bytes are stored for %" PRId64 " weights, no whole bits each",
                 (weights->stored_bits + 7) / 8, elements);
    else
        snprintf(shape->note, sizeof shape->note, "%s that is not read here",
                 weights->compressed ? "compressed in a way" : "weights of a type");
}

static bool add_layer(struct mil *mil, const struct mil_constant *weights, struct shape *shape)
{
    bool fits = shape->cin >= 1 && shape->cin <= SHAPE_CHANNELS_MAX && shape->cout >= 1 &&
                shape->cout <= SHAPE_CHANNELS_MAX && shape->kernel >= 1 &&
                shape->kernel <= SHAPE_KERNEL_MAX && shape->groups >= 1 &&
                shape->groups <= SHAPE_CHANNELS_MAX && shape->cout % shape->groups == 0 &&
                shape->count >= 1 && shape->count <= SHAPE_COUNT_MAX;
    if (!fits) {
        import_complain(mil->tensors.source, mil->tensors.errors,
                        "'%.*s' has weights of a shape that no layer has, or too large",
                        (int)mil->statement.name.bytes, mil->statement.name.at);
        return false;
    }
    set_bits(weights, shape);
    name_layer(mil, weights, shape->name);
    mil->compressed += weights->compressed;
    return tensors_count(&mil->tensors, shape);
}

/* [cout, cin / groups, kernel...] */
static bool add_conv(struct mil *mil)
{
    const struct mil_constant *weights =
        mil_constant_of(&mil->constants, mil_parameter(&mil->statement, "weight"));
    if (!weights) {
        mil->computed++;
        return true;
    }
    const struct mil_type *type = &weights->type;
    const struct mil_parameter *number = mil_parameter(&mil->statement, "groups");
    int64_t groups = mil_number_of(&mil->constants, number, number ? 0 : 1);
    struct shape shape = {.kernel = 1, .groups = groups, .count = 1};
    bool small = type->rank >= 2 && groups >= 1 && groups <= SHAPE_CHANNELS_MAX &&
                 type->shape[1] <= SHAPE_CHANNELS_MAX;
    shape.cout = small ? type->shape[0] : 0;
    shape.cin = small ? type->shape[1] * groups : 0;
    for (size_t i = 2; i < type->rank && shape.kernel > 0; i++)
        shape.kernel = type->shape[i] < 1 || type->shape[i] > SHAPE_KERNEL_MAX / shape.kernel
                           ? 0
                           : shape.kernel * type->shape[i];
    return add_layer(mil, weights, &shape);
}

/* weight [cout, cin] */
static bool add_linear(struct mil *mil)
{
    const struct mil_constant *weights =
        mil_constant_of(&mil->constants, mil_parameter(&mil->statement, "weight"));
    if (!weights) {
        mil->computed++;
        return true;
    }
    struct shape shape = {.kernel = 1, .groups = 1, .count = 1};
    if (weights->type.rank == 2) {
        shape.cout = weights->type.shape[0];
        shape.cin = weights->type.shape[1];
    }
    return add_layer(mil, weights, &shape);
}

/* x [.., m, k] times y [.., k, n]: of the two, one may be weights.  What stands
 * before the last two sizes are so many layers. */
static bool add_matmul(struct mil *mil)
{
    const struct mil_constant *x =
        mil_constant_of(&mil->constants, mil_parameter(&mil->statement, "x"));
    const struct mil_constant *y =
        mil_constant_of(&mil->constants, mil_parameter(&mil->statement, "y"));
    const struct mil_constant *weights = y ? y : x;
    if (!weights || (x && y) || weights->type.rank < 2) {
        mil->computed++;
        return true;
    }
    const struct mil_type *type = &weights->type;
    const struct mil_parameter *flag =
        mil_parameter(&mil->statement, y ? "transpose_y" : "transpose_x");
    bool transposed = mil_number_of(&mil->constants, flag, 0) != 0;
    int64_t first = type->shape[type->rank - 2], second = type->shape[type->rank - 1];
    bool input_first = (y != NULL) != transposed;
    struct shape shape = {.cin = input_first ? first : second,
                          .cout = input_first ? second : first,
                          .kernel = 1,
                          .groups = 1,
                          .count = 1};
    for (size_t i = 0; i + 2 < type->rank && shape.count > 0; i++)
        shape.count = type->shape[i] < 1 || type->shape[i] > SHAPE_COUNT_MAX / shape.count
                          ? 0
                          : shape.count * type->shape[i];
    return add_layer(mil, weights, &shape);
}

static bool read_statement(struct mil *mil)
{
    static const char *const others[] = {"conv_transpose", "gru", "lstm", "rnn"};
    const struct mil_token *operation = &mil->statement.operation;
    if (++mil->statements > MIL_STATEMENTS_MAX)
        return mil_fail(&mil->lexer, "the program has too many statements");
    if (!mil_read_statement(&mil->lexer, &mil->statement))
        return false;
    if (mil_is(operation, "conv"))
        return add_conv(mil);
    if (mil_is(operation, "linear"))
        return add_linear(mil);
    if (mil_is(operation, "matmul"))
        return add_matmul(mil);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        mil->other += mil_is(operation, others[i]);
    return mil_constants_note(&mil->constants, &mil->statement) ||
           config_report_no_memory(mil->tensors.errors);
}

/* { statements } -> (results); of the first function, else only its brackets. */
static bool read_body(struct mil *mil)
{
    struct mil_lexer *lexer = &mil->lexer;
    if (mil->functions++ > 0) {
        if (!mil_at(lexer, "{"))
            return mil_fail(lexer, "'{' is needed here");
        if (!mil_skip_brackets(lexer))
            return false;
    } else {
        if (!mil_expect(lexer, "{"))
            return false;
        while (!mil_at(lexer, "}"))
            if (!read_statement(mil))
                return false;
        mil_next(lexer);
    }
    if (!mil_expect(lexer, "->"))
        return false;
    if (!mil_at(lexer, "("))
        return mil_fail(lexer, "'(' is needed here");
    return mil_skip_brackets(lexer) && mil_expect(lexer, ";");
}

/* func NAME<version>(inputs) body */
static bool read_function(struct mil *mil)
{
    struct mil_lexer *lexer = &mil->lexer;
    if (!mil_expect(lexer, "func"))
        return false;
    if (lexer->token.kind != MIL_NAME)
        return mil_fail(lexer, "the name of a function is needed");
    mil_next(lexer);
    if (mil_at(lexer, "<") && !mil_skip_brackets(lexer))
        return false;
    if (!mil_at(lexer, "("))
        return mil_fail(lexer, "'(' is needed here");
    return mil_skip_brackets(lexer) && read_body(mil);
}

static bool read_program(struct mil *mil)
{
    struct mil_lexer *lexer = &mil->lexer;
    if (!mil_expect(lexer, "program"))
        return false;
    if (!mil_at(lexer, "("))
        return mil_fail(lexer, "'(' is needed here");
    if (!mil_skip_brackets(lexer) || (mil_at(lexer, "[") && !mil_skip_brackets(lexer)) ||
        !mil_expect(lexer, "{"))
        return false;
    do {
        if (!read_function(mil))
            return false;
    } while (!mil_at(lexer, "}"));
    mil_next(lexer);
    return lexer->token.kind == MIL_END || mil_fail(lexer, "the end of the file is needed here");
}

static bool add_remarks(const struct mil *mil)
{
    struct shape_list *list = mil->tensors.list;
    bool good = true;
    if (mil->functions > 1)
        good = shape_list_assume(
            list, "%zu functions: only the first is read, as they share weights", mil->functions);
    if (mil->compressed > 0)
        good = good && shape_list_assume(list,
                                         "%zu layers are compressed: indices or data are "
                                         "counted, tables and scales are not",
                                         mil->compressed);
    if (mil->computed > 0)
        good = good && shape_list_assume(list,
                                         "%zu products of computed tensors (attention) "
                                         "stream no weights: left out",
                                         mil->computed);
    if (mil->other > 0)
        good = good && shape_list_assume(list,
                                         "%zu operations (conv_transpose, lstm, gru, rnn) are "
                                         "not read: left out",
                                         mil->other);
    return good || config_report_no_memory(mil->tensors.errors);
}

bool import_mil_read(struct import_source *source, struct shape_list *list,
                     struct diagnostics *errors)
{
    struct mil mil = {.tensors = {.source = source, .list = list, .errors = errors}};
    if (!import_source_text(source, IMPORT_TEXT_BYTES_MAX, errors))
        return false;
    if (!mil_constants_init(&mil.constants)) {
        config_report_no_memory(errors);
        return false;
    }
    mil_lexer_init(&mil.lexer, source, errors);
    bool good = read_program(&mil) && tensors_finish(&mil.tensors) && add_remarks(&mil);
    mil_constants_free(&mil.constants);
    return good;
}
