// The runner: registry, verification, printing, timing.
#include "passes/runner.h"

#include <algorithm>
#include <set>

#include "ir/print.h"
#include "ir_text.h"

namespace tritonc::passes {
namespace {

constexpr const char *kText = R"(module
kernel @k(%p: ptr<i32>) {
  %a = addi 1, 2 : i32
  store %p, %a
  return
}
)";

/// A pass that puts the last operation first, before the definitions of its operands.
Success breakOrder(ir::Module &module) {
  ir::Block *body = module.functions().front()->body();
  body->back()->prev()->moveBefore(body->front());
  return {};
}

TEST(Runner, EveryPassIsFoundByItsFlag) {
  std::set<std::string_view> flags;
  for (const Pass &pass : allPasses()) {
    EXPECT_EQ(findPass(pass.flag), &pass);
    EXPECT_FALSE(pass.summary.empty());
    EXPECT_TRUE(flags.insert(pass.flag).second) << pass.flag;
  }
  EXPECT_EQ(findPass("no-such-pass"), nullptr);
}

TEST(Runner, ABrokenPassIsNamedWithTheTextFromBeforeIt) {
  ParsedModule parsed(kText);
  ASSERT_TRUE(parsed.module);
  const Pass broken{"break-order", breakOrder, ""};
  const Pass *passes[] = {&broken};
  std::string before = ir::print(*parsed.module);
  try {
    RunOptions options;
    options.verifyEach = true;
    bool good = runPasses(*parsed.module, passes, options).ok();
    FAIL() << "the verifier did not notice, result " << good;
  } catch (const InternalError &error) {
    std::string what = error.what();
    EXPECT_NE(what.find("`break-order`"), std::string::npos) << what;
    EXPECT_NE(what.find("not defined here"), std::string::npos) << what;
    EXPECT_NE(what.find(before), std::string::npos) << what;
  }
}

TEST(Runner, PrintsAfterTheNamedPassOnly) {
  ParsedModule parsed(kText);
  ASSERT_TRUE(parsed.module);
  std::vector<std::string> printed;
  RunOptions options;
  options.printAfter = "simplify";
  options.print = [&](std::string_view text) { printed.emplace_back(text); };
  const Pass *passes[] = {findPass("contract"), findPass("simplify"), findPass("loop-clean")};
  ASSERT_TRUE(runPasses(*parsed.module, passes, options));
  ASSERT_EQ(printed.size(), 1u);
  ParsedModule again(printed[0]);
  ASSERT_TRUE(again.module);
  EXPECT_EQ(ir::print(*again.module), printed[0]);
}

TEST(Runner, TimesEachPass) {
  ParsedModule parsed(kText);
  ASSERT_TRUE(parsed.module);
  TimeReport report;
  RunOptions options;
  options.time = &report;
  const Pass *passes[] = {findPass("simplify"), findPass("simplify")};
  ASSERT_TRUE(runPasses(*parsed.module, passes, options));
  ASSERT_EQ(report.phases().size(), 2u);
  EXPECT_EQ(report.phases()[0].name, "simplify");
}

}  // namespace
}  // namespace tritonc::passes
