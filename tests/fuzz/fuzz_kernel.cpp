// Fuzzes the lowering of kernels to tile IR. The first line of the input holds the kernel's name, a bar and the
// signature; the file follows. Any input gives a module that the verifier accepts and that can be read back, or a
// diagnostic.
#include <cstddef>
#include <cstdint>
#include <string>

#include "frontend/lower.h"
#include "ir/context.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

using namespace tritonc;

namespace {

void checkModule(const ir::Module &module) {
  TC_CHECK(ir::verify(module).ok(), "lowering makes valid IR");
  ir::Context context;
  const std::string text = ir::print(module);
  auto again = ir::parseModule(context, context.sources().add("again.tir", text));
  TC_CHECK(again.ok() && ir::print(**again) == text, "printed text reads as the same module");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string input(reinterpret_cast<const char *>(data), size);
  const std::string request = input.substr(0, input.find('\n'));
  const size_t bar = std::min(request.find('|'), request.size());
  ir::Context context;
  frontend::LowerRequest options;
  // Nothing to import lies beside it.
  options.file = &context.sources().add("/nonexistent/fuzz.py", input.substr(std::min(request.size() + 1, size)));
  options.kernel = request.substr(0, bar);
  options.signature = request.substr(std::min(bar + 1, request.size()));
  auto kernel = frontend::lowerKernel(context, options);
  TC_CHECK(kernel.ok() != context.diags().hasErrors(), "a kernel that is refused is explained");
  if (kernel) checkModule(*kernel->module);
  context.diags().render();
  return 0;
}
