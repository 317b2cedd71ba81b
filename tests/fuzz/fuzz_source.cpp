// Fuzzes the lexer and the parser of the front end: any text gives a tree or a diagnostic, and the tree can be printed.
#include <cstddef>
#include <cstdint>
#include <string>

#include "frontend/ast_dump.h"
#include "frontend/parser.h"

using namespace tritonc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceManager sources;
  Diagnostics diags(sources);
  const SourceFile &file = sources.add("fuzz.py", {reinterpret_cast<const char *>(data), size});
  Result<frontend::ast::Module> module = frontend::parseModule(file, diags);
  TC_CHECK(module.ok() != diags.hasErrors(), "a text that is refused is explained");
  if (module) frontend::dump(*module, file);
  frontend::parseExpression(file, diags).ok();
  diags.render();
  return 0;
}
