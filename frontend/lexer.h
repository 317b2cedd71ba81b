// The lexer: the text of a Python file to its tokens, in one pass.
#pragma once

#include <vector>

#include "frontend/encoding.h"
#include "frontend/token.h"
#include "ir/support/diagnostics.h"

namespace tritonc::frontend {

/// The tokens of a file from `begin` on, layout included, closed by `Newline`, the open `Dedent`s and `EndOfFile`.
/// Never fails: a fault is reported and leaves an `Error` token in its logical line, where the parser stays silent.
/// Lines are joined inside brackets.
std::vector<Token> lex(const SourceFile &file, uint32_t begin, Encoding encoding, Diagnostics &diags);

}  // namespace tritonc::frontend
