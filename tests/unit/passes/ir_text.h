// Modules from text, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "ir/parse.h"
#include "ir/verify.h"

namespace tritonc::passes {

/// A verified module with the context that owns its types.
struct ParsedModule {
  explicit ParsedModule(const std::string &text) {
    auto parsed = ir::parseModule(context, context.sources().add("test.tir", text));
    if (parsed) module = *std::move(parsed);
    bool good = module && ir::verify(*module).ok();
    EXPECT_TRUE(good) << context.diags().render() << text;
    if (!good) module = nullptr;
  }

  ir::Function &function() { return *module->functions().front(); }

  ir::Context context;
  std::unique_ptr<ir::Module> module;
};

}  // namespace tritonc::passes
