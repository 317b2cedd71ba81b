// Kernels from text that the interpreter runs, for tests.
#pragma once

#include "ir/interpret.h"
#include "tests/unit/ir/ir_text.h"

namespace tritonc::ir::testing {

/// A module whose last function is the kernel to run.
struct Kernel {
  explicit Kernel(std::string_view body) : text("module\n" + std::string(body)) {
    TC_CHECK(text.isValid(), text.diagnostics());
  }

  template <class T> uint64_t buffer(std::string_view name, std::vector<T> &data) {
    return memory.add(name, std::as_writable_bytes(std::span(data)));
  }

  bool run(const std::vector<uint64_t> &args, Grid grid = {1, 1, 1}, const InterpretOptions &options = {}) {
    return interpret(*text.module, *text.module->functions().back(), grid, args, memory, options).ok();
  }

  ModuleText text;
  AddressSpace memory;
};

}  // namespace tritonc::ir::testing
