// Fuzzes the reader of tile IR: any text gives a module or a diagnostic, a verified module can be printed, and what was
// printed reads as the same module.
#include <cstddef>
#include <cstdint>
#include <string>

#include "ir/context.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

using namespace tritonc;

namespace {

/// The text of a module that the verifier accepts; empty for any other input.
std::string readAndPrint(std::string text) {
  ir::Context context;
  const SourceFile &file = context.sources().add("fuzz.tir", std::move(text));
  Result<std::unique_ptr<ir::Module>> module = ir::parseModule(context, file);
  const bool isValid = module.ok() && ir::verify(**module).ok();
  TC_CHECK(isValid != context.diags().hasErrors(), "a text that is refused is explained");
  context.diags().render();
  return isValid ? ir::print(**module) : std::string();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string printed = readAndPrint({reinterpret_cast<const char *>(data), size});
  if (!printed.empty()) TC_CHECK(readAndPrint(printed) == printed, "printed text reads as the same module");
  return 0;
}
