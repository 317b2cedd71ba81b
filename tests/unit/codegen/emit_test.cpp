// What the text form of the tile IR cannot say (inlined calls), and properties of the whole output.
#include "codegen/emit.h"

#include <gtest/gtest.h>

#include <string>

#include "ir/parse.h"
#include "tritonc/kernel_info.h"

namespace tritonc::codegen {
namespace {

constexpr const char *kKernel = R"(module {stage = laid_out, warps = 2}
#l0 = blocked<per_thread=[4], threads=[32], warps=[2], order=[0], shape=[256]>
kernel @k(%p: ptr<f32> {divisible = 16}, %n: i32) {
  %r = range 0, 256 : tile<256xi32, #l0>
  %m = cmp.slt %r, %n : tile<256xi1, #l0>
  %pp = addptr %p, %r : tile<256xptr<f32>, #l0>
  %x = load %pp, %m : tile<256xf32, #l0>
  %y = exp %x : tile<256xf32, #l0>
  store %pp, %y, %m
  return
}
)";

class EmitTest : public testing::Test {
protected:
  std::unique_ptr<ir::Module> parse() {
    auto module = ir::parseModule(context_, context_.sources().add("k.tir", kKernel));
    EXPECT_TRUE(module) << context_.diags().render();
    return *std::move(module);
  }
  std::string ptx(const ir::Module &module, const EmitOptions &options = {}) {
    auto text = emitPtx(module, options, times_);
    EXPECT_TRUE(text) << context_.diags().render();
    return *std::move(text);
  }

  ir::Context context_;
  TimeReport times_;
};

TEST_F(EmitTest, TheSameModuleGivesTheSameBytes) {
  auto module = parse();
  EXPECT_EQ(ptx(*module), ptx(*module));
  EXPECT_EQ(ptx(*module), ptx(*parse()));
}

TEST_F(EmitTest, AnInlinedOperationPointsIntoItsFunction) {
  auto module = parse();
  const SourceFile &library = context_.sources().add("library.py", "\n\ndef softmax(x):\n  return exp(x)\n");
  for (ir::Op &op : *module->functions()[0]->body())
    if (op.opcode() == ir::Opcode::Exp) op.setLoc(context_.loc(library.range(27, 30), op.loc(), "softmax"));
  std::string text = ptx(*module);
  EXPECT_NE(text.find("\"library.py\""), std::string::npos) << text;
  EXPECT_NE(text.find(".loc\t2 4 10"), std::string::npos) << text;
  auto llvm = emitLlvm(*module, {}, times_);
  ASSERT_TRUE(llvm);
  EXPECT_NE(llvm->find("inlinedAt: "), std::string::npos) << *llvm;
  EXPECT_NE(llvm->find("name: \"softmax\""), std::string::npos) << *llvm;
}

TEST_F(EmitTest, InfoIsTheFirstLine) {
  EmitOptions options;
  options.infoJson = R"({"abi":1})";
  EXPECT_TRUE(ptx(*parse(), options).starts_with(std::string(kInfoComment) + options.infoJson + "\n"));
}

TEST_F(EmitTest, ThePtxVersionIsTheOneAskedFor) {
  EmitOptions options;
  options.target = Target{80};
  options.ptxVersion = 78;
  std::string text = ptx(*parse(), options);
  EXPECT_NE(text.find(".version 7.8\n.target sm_80\n"), std::string::npos) << text;
}

TEST(SymbolOf, DotsBecomeUnderscores) { EXPECT_EQ(symbolOf("Class.method"), "Class_method"); }

TEST(SymbolOf, SpellsWhatPtxHasNoNameFor) {
  EXPECT_EQ(symbolOf("gr\xc3\xb6\xc3\x9f"
                     "e"),
            "gr$c3$b6$c3$9fe");
  EXPECT_EQ(symbolOf("_"), "$_");
  EXPECT_EQ(symbolOf("WARP_SZ"), "$WARP_SZ");
}

}  // namespace
}  // namespace tritonc::codegen
