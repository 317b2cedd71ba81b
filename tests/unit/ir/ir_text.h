// Modules from text, for tests.
#pragma once

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

namespace tritonc::ir::testing {

/// A context with the module that a text gives, null if it does not parse. The file is called `t.tir`.
struct ModuleText {
  explicit ModuleText(std::string_view text) {
    auto parsed = parseModule(context, context.sources().add("t.tir", std::string(text)));
    if (parsed) module = *std::move(parsed);
  }

  /// Whether the text parses to a module that the verifier accepts.
  bool isValid() { return module && verify(*module).ok(); }

  /// Everything reported so far, as the user sees it.
  std::string diagnostics() { return context.diags().render(); }

  /// The first function.
  const Function &function() const { return *module->functions().front(); }

  /// The first operation with this opcode in the first function.
  Op &find(Opcode opcode) const {
    Op *found = nullptr;
    walk(*function().body(), [&](Op &op) {
      if (!found && op.opcode() == opcode) found = &op;
    });
    TC_CHECK(found, "the text of the test holds the operation");
    return *found;
  }

  Context context;
  std::unique_ptr<Module> module;
};

}  // namespace tritonc::ir::testing
