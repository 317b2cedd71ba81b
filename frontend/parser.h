// The parser: a source file to its syntax tree, for the whole grammar of Python 3.13 and what 3.8 to 3.12 took besides.
#pragma once

#include "frontend/ast.h"
#include "ir/support/diagnostics.h"

namespace tritonc::frontend {

/// Fails if anything was reported: every faulty logical line once.
Result<ast::Module> parseModule(const SourceFile &file, Diagnostics &diags);

/// Parses a text that is one expression, such as the value of a flag; `a, b` is a tuple.
Result<ast::Expression> parseExpression(const SourceFile &file, Diagnostics &diags);
/// The same for what follows `begin`.
Result<ast::Expression> parseExpression(const SourceFile &file, uint32_t begin, Diagnostics &diags);

}  // namespace tritonc::frontend
