// Parsing for tests: a text in, a text out that starts with a newline, so that raw strings show it aligned.
#pragma once

#include <string>

#include "frontend/ast_dump.h"
#include "frontend/parser.h"

namespace tritonc::frontend {

/// The dump of the tree, or the diagnostics if there are any. The file is called `t.py`.
inline std::string dumpOf(std::string source) {
  SourceManager sources;
  const SourceFile &file = sources.add("t.py", std::move(source));
  Diagnostics diags(sources);
  Result<ast::Module> module = parseModule(file, diags);
  return fmt::format("\n{}", module ? dump(*module, file) : diags.render());
}

/// The same for a text that is one expression.
inline std::string dumpOfExpression(std::string source) {
  SourceManager sources;
  const SourceFile &file = sources.add("t.py", std::move(source));
  Diagnostics diags(sources);
  Result<ast::Expression> expression = parseExpression(file, diags);
  return fmt::format("\n{}", expression ? dump(*expression, file) : diags.render());
}

/// The diagnostics; "accepted" if there are none.
inline std::string errorsOf(std::string source) {
  SourceManager sources;
  const SourceFile &file = sources.add("t.py", std::move(source));
  Diagnostics diags(sources);
  return parseModule(file, diags) ? "accepted" : fmt::format("\n{}", diags.render());
}

}  // namespace tritonc::frontend
