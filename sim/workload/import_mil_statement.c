#include <string.h>

#include "sim/workload/import_mil.h"

enum { NUMBER_DIGITS_MAX = 18 };

/* A decimal integer; false when the token is no such thing, or too large. */
static bool read_decimal(const struct mil_token *token, int64_t *value)
{
    size_t i = 0;
    bool negative = token->bytes > 1 && token->at[0] == '-';
    *value = 0;
    if (token->kind != MIL_NUMBER || token->bytes > NUMBER_DIGITS_MAX)
        return false;
    for (i = negative; i < token->bytes; i++) {
        if (token->at[i] < '0' || token->at[i] > '9')
            return false;
        *value = *value * 10 + (token->at[i] - '0');
    }
    *value = negative ? -*value : *value;
    return true;
}

/* fp16, int8, uint4, bf16, bool, fp8e4m3fn: the digits behind the letters. */
static int64_t element_bits(const struct mil_token *token)
{
    static const char *const letters[] = {"fp", "bf", "int", "uint"};
    if (mil_is(token, "bool"))
        return 8;
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        size_t bytes = strlen(letters[i]);
        int64_t bits = 0;
        if (token->bytes <= bytes || memcmp(token->at, letters[i], bytes) != 0)
            continue;
        for (size_t at = bytes; at < token->bytes && at < bytes + 2; at++)
            if (token->at[at] >= '0' && token->at[at] <= '9')
                bits = bits * 10 + (token->at[at] - '0');
        return bits <= 64 ? bits : 0;
    }
    return 0;
}

/* [64, 64, 1, 1]; a name or a question mark is a size not known yet. */
static bool read_sizes(struct mil_lexer *lexer, struct mil_type *type)
{
    if (!mil_expect(lexer, "["))
        return false;
    while (!mil_at(lexer, "]")) {
        int64_t size = -1;
        if (type->rank > 0 && !mil_expect(lexer, ","))
            return false;
        if (type->rank == MIL_RANK_MAX)
            return mil_fail(lexer, "a tensor has at most 8 dimensions");
        if (lexer->token.kind == MIL_NUMBER && (!read_decimal(&lexer->token, &size) || size < 0))
            return mil_fail(lexer, "a size is a whole number");
        if (lexer->token.kind != MIL_NUMBER && lexer->token.kind != MIL_NAME && !mil_at(lexer, "?"))
            return mil_fail(lexer, "a size is needed");
        type->shape[type->rank++] = size;
        mil_next(lexer);
    }
    mil_next(lexer);
    return !lexer->failed;
}

bool mil_read_type(struct mil_lexer *lexer, struct mil_type *type)
{
    *type = (struct mil_type){.bits = 0};
    if (lexer->token.kind != MIL_NAME)
        return mil_fail(lexer, "a type is needed");
    bool tensor = mil_at(lexer, "tensor");
    type->bits = element_bits(&lexer->token);
    mil_next(lexer);
    if (!tensor)
        return mil_at(lexer, "<") ? mil_skip_brackets(lexer) : !lexer->failed;
    if (!mil_expect(lexer, "<"))
        return false;
    type->bits = element_bits(&lexer->token);
    mil_next(lexer);
    return mil_expect(lexer, ",") && read_sizes(lexer, type) && mil_expect(lexer, ">");
}

/* TYPE(...): its type, and the number it begins with. */
static bool read_literal(struct mil_lexer *lexer, struct mil_parameter *parameter)
{
    if (!mil_read_type(lexer, &parameter->type))
        return false;
    if (!mil_at(lexer, "("))
        return mil_fail(lexer, "'(' is needed here");
    struct mil_lexer ahead = *lexer;
    mil_next(&ahead);
    parameter->has_number = mil_at(&ahead, "true") || mil_at(&ahead, "false") ||
                            read_decimal(&ahead.token, &parameter->number);
    if (mil_at(&ahead, "true"))
        parameter->number = 1;
    lexer->failed = ahead.failed;
    return !lexer->failed && mil_skip_brackets(lexer);
}

/* A reference, TYPE(...), or something bracketed or plain that says nothing here. */
static bool read_value(struct mil_lexer *lexer, struct mil_parameter *parameter)
{
    if (lexer->token.kind == MIL_NAME) {
        struct mil_lexer ahead = *lexer;
        mil_next(&ahead);
        if (ahead.failed) {
            *lexer = ahead;
            return false;
        }
        if (mil_at(&ahead, "<") || mil_at(&ahead, "("))
            return read_literal(lexer, parameter);
        parameter->reference = lexer->token;
        *lexer = ahead;
        return true;
    }
    if (mil_at(lexer, "(") || mil_at(lexer, "[") || mil_at(lexer, "{"))
        return mil_skip_brackets(lexer);
    if (lexer->token.kind != MIL_NUMBER && lexer->token.kind != MIL_STRING)
        return mil_fail(lexer, "a value is needed");
    mil_next(lexer);
    return !lexer->failed;
}

/* NAME = value, ... up to the closing sign. */
static bool read_parameters(struct mil_lexer *lexer, struct mil_statement *statement,
                            const char *closing)
{
    mil_next(lexer);
    for (bool first = true; !mil_at(lexer, closing); first = false) {
        if (!first && !mil_expect(lexer, ","))
            return false;
        if (statement->parameter_count == MIL_PARAMETERS_MAX)
            return mil_fail(lexer, "an operation has at most 64 parameters");
        if (lexer->token.kind != MIL_NAME)
            return mil_fail(lexer, "the name of a parameter is needed");
        struct mil_parameter *parameter = &statement->parameters[statement->parameter_count++];
        *parameter = (struct mil_parameter){.name = lexer->token};
        mil_next(lexer);
        if (!mil_expect(lexer, "=") || !read_value(lexer, parameter))
            return false;
    }
    mil_next(lexer);
    return !lexer->failed;
}

static bool read_results(struct mil_lexer *lexer, struct mil_statement *statement)
{
    for (bool first = true; first || mil_at(lexer, ","); first = false) {
        struct mil_type type;
        if (!first)
            mil_next(lexer);
        if (!mil_read_type(lexer, &type))
            return false;
        if (lexer->token.kind != MIL_NAME)
            return mil_fail(lexer, "the name of a result is needed");
        if (first) {
            statement->name = lexer->token;
            statement->type = type;
        }
        mil_next(lexer);
    }
    return mil_expect(lexer, "=");
}

bool mil_read_statement(struct mil_lexer *lexer, struct mil_statement *statement)
{
    statement->parameter_count = 0;
    if (!read_results(lexer, statement))
        return false;
    if (lexer->token.kind != MIL_NAME)
        return mil_fail(lexer, "an operation is needed");
    statement->operation = lexer->token;
    mil_next(lexer);
    if (!mil_at(lexer, "("))
        return mil_fail(lexer, "'(' is needed here");
    if (!read_parameters(lexer, statement, ")"))
        return false;
    if (mil_at(lexer, "[") && !read_parameters(lexer, statement, "]"))
        return false;
    if (mil_at(lexer, "{"))
        return mil_fail(lexer, "operations with blocks of their own are not read");
    return mil_expect(lexer, ";");
}

const struct mil_parameter *mil_parameter(const struct mil_statement *statement, const char *name)
{
    for (size_t i = 0; i < statement->parameter_count; i++)
        if (mil_is(&statement->parameters[i].name, name))
            return &statement->parameters[i];
    return NULL;
}
