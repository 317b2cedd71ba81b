// Copies of operations: values translated, nested blocks included, locations kept or extended.
#include "ir/clone.h"

#include "tests/unit/ir/ir_text.h"

namespace tritonc::ir::testing {
namespace {

TEST(Clone, CopiesAnOperationWithItsBlocks) {
  ModuleText text(R"(module
kernel @k(%n: i32, %c: i1) {
  %sum = for 0, %n, 1, 5 {stages = 2} : i32 (%i: i32, %acc: i32) {
    %x = if %c : i32 {
      yield %acc
    } {
      %y = addi %acc, %i : i32
      yield %y
    }
    yield %x
  }
  return
}
)");
  ASSERT_TRUE(text.isValid()) << text.diagnostics();
  Op &loop = text.find(Opcode::For);
  Builder builder(text.function().body()->back());
  Cloner cloner(builder);
  cloner.map(text.function().body()->arg(0), builder.constantI32(9));
  Op *copy = cloner.clone(loop);
  EXPECT_EQ(cloner.lookup(loop.result()), copy->result());
  EXPECT_EQ(copy->loc(), loop.loc());
  EXPECT_TRUE(text.isValid()) << text.diagnostics();
  std::string printed = print(text.function());
  EXPECT_NE(printed.find(R"(
  %sum_1 = for 0, 9, 1, 5 {stages = 2} : i32 (%i_1: i32, %acc_1: i32) {
    %x_1 = if %c : i32 {
      yield %acc_1
    } {
      %y_1 = addi %acc_1, %i_1 : i32
      yield %y_1
    }
    yield %x_1
  }
  return
)"),
            std::string::npos)
      << printed;
}

TEST(Clone, ABodyMayBeCopiedIntoItself) {
  ModuleText text("module\nkernel @k(%x: i32) { %a = addi %x, 1 : i32 %b = addi %a, 2 : i32 return }");
  Builder builder(text.function().body()->back());
  Cloner cloner(builder);
  cloner.map(text.function().body()->arg(0), text.find(Opcode::AddI).next()->result());
  cloner.cloneBody(*text.function().body());
  EXPECT_TRUE(text.isValid()) << text.diagnostics();
  EXPECT_EQ(print(text.function()), "kernel @k(%x: i32) {\n  %a = addi %x, 1 : i32\n  %b = addi %a, 2 : i32\n"
                                    "  %a_1 = addi %b, 1 : i32\n  %b_1 = addi %a_1, 2 : i32\n  return\n}\n");
}

TEST(Clone, AFunctionIsCopiedIntoItsCaller) {
  ModuleText text(R"(module
kernel @k(%x: i32) {
  %r = call @f, %x : i32
  %s = absi %r : i32
  return
}
func @f(%y: i32) -> i32 {
  %z = muli %y, 3 : i32
  return %z
}
)");
  ASSERT_TRUE(text.isValid()) << text.diagnostics();
  Op &call = text.find(Opcode::Call);
  const Block &body = *text.module->find("f")->body();
  Builder builder(&call);
  Cloner cloner(builder, call.loc());
  cloner.map(body.arg(0), call.operand(0));
  cloner.cloneBody(body);
  call.result()->replaceAllUsesWith(cloner.lookup(body.terminator()->operand(0)));
  call.erase();
  EXPECT_TRUE(text.isValid()) << text.diagnostics();
  EXPECT_EQ(print(text.function()),
            "kernel @k(%x: i32) {\n  %z = muli %x, 3 : i32\n  %s = absi %z : i32\n  return\n}\n");
  Function &caller = *text.module->functions().front();
  EXPECT_EQ(text.find(Opcode::MulI).operand(1), caller.constant(text.context.i32(), 3));
  // Reports at the copy name the call.
  text.context.error(text.find(Opcode::MulI).loc(), DiagId::IrInvalid, "here").proceed();
  EXPECT_EQ(text.diagnostics(), "t.tir:8:8: error: here [ir-invalid]\n    8 |   %z = muli %y, 3 : i32\n"
                                "      |        ^~~~\n"
                                "t.tir:3:8: note: called from here\n    3 |   %r = call @f, %x : i32\n"
                                "      |        ^~~~\n");
}

TEST(Clone, CallChainsGrowAtTheirOuterEnd) {
  ModuleText text("module\nkernel @k(%x: i32) { %a = absi %x : i32 return }");
  Op &op = text.find(Opcode::AbsI);
  Loc inner = text.context.loc({0, 1, 2}), outer = text.context.loc({0, 3, 4});
  op.setLoc(text.context.loc({0, 5, 6}, inner));
  Builder builder(text.function().body()->back());
  Loc copied = Cloner(builder, outer).clone(op)->loc();
  std::vector<uint32_t> begins;
  for (Loc loc = copied; loc.isValid(); loc = text.context.info(loc).inlinedAt)
    begins.push_back(text.context.info(loc).range.begin);
  EXPECT_EQ(begins, (std::vector<uint32_t>{5, 1, 3}));
}

}  // namespace
}  // namespace tritonc::ir::testing
