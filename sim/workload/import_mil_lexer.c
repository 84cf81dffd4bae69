#include <string.h>

#include "sim/workload/import_mil.h"

enum { SHOWN_BYTES = 40 };

void mil_lexer_init(struct mil_lexer *lexer, const struct import_source *source,
                    struct diagnostics *errors)
{
    *lexer = (struct mil_lexer){.source = source, .errors = errors};
    lexer->at = source->text;
    lexer->end = source->text + source->text_bytes;
    mil_next(lexer);
}

bool mil_fail(struct mil_lexer *lexer, const char *what)
{
    long line = 1, column = 1;
    if (lexer->failed)
        return false;
    for (const char *at = lexer->source->text; at < lexer->token.at; at++) {
        column = *at == '\n' ? 1 : column + 1;
        line += *at == '\n';
    }
    int shown = lexer->token.bytes < SHOWN_BYTES ? (int)lexer->token.bytes : SHOWN_BYTES;
    if (shown > 0)
        diagnostics_add(lexer->errors, DIAGNOSTIC_BAD_INPUT, lexer->source->path, line,
                        "column %ld: %s, at '%.*s'", column, what, shown, lexer->token.at);
    else
        diagnostics_add(lexer->errors, DIAGNOSTIC_BAD_INPUT, lexer->source->path, line,
                        "column %ld: %s, at the end of the file", column, what);
    lexer->failed = true;
    lexer->at = lexer->end;
    lexer->token = (struct mil_token){.kind = MIL_END, .at = lexer->end};
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '@' || c == '$';
}

/* 64, -1, 0x1.8p-3, 1e-05 */
static const char *end_of_number(const char *at, const char *end)
{
    at += *at == '-';
    while (at < end && (is_word(*at) || ((*at == '-' || *at == '+') && strchr("eEpP", at[-1]))))
        at++;
    return at;
}

static const char *end_of_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end ? at + 1 : NULL;
}

void mil_next(struct mil_lexer *lexer)
{
    while (lexer->at < lexer->end && is_space(*lexer->at))
        lexer->at++;
    const char *at = lexer->at, *end = lexer->end;
    struct mil_token token = {.kind = MIL_SIGN, .at = at};
    if (at == end) {
        token.kind = MIL_END;
    } else if (is_digit(*at) || (*at == '-' && at + 1 < end && is_word(at[1]))) {
        token.kind = MIL_NUMBER;
        at = end_of_number(at, end);
    } else if (is_word(*at)) {
        token.kind = MIL_NAME;
        while (at < end && is_word(*at))
            at++;
    } else if (*at == '"') {
        token.kind = MIL_STRING;
        at = end_of_string(at, end);
    } else {
        at += *at == '-' && at + 1 < end && at[1] == '>' ? 2 : 1;
    }
    if (!at) {
        lexer->token = (struct mil_token){.kind = MIL_STRING, .at = token.at, .bytes = 1};
        mil_fail(lexer, "this string is never closed");
        return;
    }
    token.bytes = (size_t)(at - token.at);
    lexer->token = token;
    lexer->at = at;
    if (token.kind == MIL_NAME && token.bytes > MIL_NAME_BYTES_MAX)
        mil_fail(lexer, "this name is too long");
}

bool mil_is(const struct mil_token *token, const char *text)
{
    return token->kind != MIL_STRING && token->bytes == strlen(text) &&
           memcmp(token->at, text, token->bytes) == 0;
}

bool mil_at(const struct mil_lexer *lexer, const char *text)
{
    return mil_is(&lexer->token, text);
}

bool mil_expect(struct mil_lexer *lexer, const char *text)
{
    char what[SHOWN_BYTES];
    snprintf(what, sizeof what, "'%s' is needed here", text);
    if (!mil_at(lexer, text))
        return mil_fail(lexer, what);
    mil_next(lexer);
    return !lexer->failed;
}

static bool opens(char c)
{
    return c == '(' || c == '[' || c == '{' || c == '<';
}

static bool closes(char c)
{
    return c == ')' || c == ']' || c == '}' || c == '>';
}

bool mil_skip_brackets(struct mil_lexer *lexer)
{
    size_t depth = 0;
    do {
        const struct mil_token *token = &lexer->token;
        if (token->kind == MIL_END)
            return mil_fail(lexer, "a closing bracket is needed");
        if (token->kind == MIL_SIGN && token->bytes == 1) {
            depth += opens(*token->at);
            depth -= closes(*token->at) && depth > 0;
        }
        if (depth > MIL_NESTING_MAX)
            return mil_fail(lexer, "nested too deep");
        mil_next(lexer);
    } while (depth > 0);
    return !lexer->failed;
}
