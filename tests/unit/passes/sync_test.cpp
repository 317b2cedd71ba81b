// Barriers: the checker finds missing ones, and the pass sets none too many.
#include <gtest/gtest.h>

#include "ir/print.h"
#include "ir_text.h"
#include "passes/pipeline.h"
#include "sync_checker.h"

namespace tritonc::passes {
namespace {

/// Two reductions of a row in each iteration, and a transposition.
constexpr const char *kKernel = R"(module {warps = 4}
kernel @k(%x: ptr<f32> {divisible = 16}, %o: ptr<f32> {divisible = 16}, %n: i32) {
  %r = range 0, 1024 : tile<1024xi32>
  %p = addptr %x, %r : tile<1024xptr<f32>>
  %q = addptr %o, %r : tile<1024xptr<f32>>
  for 0:i32, %n, 1:i32 (%i: i32) {
    %v = load %p : tile<1024xf32>
    %max = reduce 0, %v : f32 (%a: f32, %b: f32) {
      %c = maxf %a, %b : f32
      yield %c
    }
    %d = subf %v, %max : tile<1024xf32>
    %e = exp %d : tile<1024xf32>
    %sum = reduce 0, %e : f32 (%f: f32, %g: f32) {
      %h = addf %f, %g : f32
      yield %h
    }
    %s = divf %e, %sum : tile<1024xf32>
    %m = reshape %s : tile<32x32xf32>
    %t = trans [1, 0], %m : tile<32x32xf32>
    %w = reshape %t : tile<1024xf32>
    store %q, %w
    yield
  }
  return
}
)";

std::vector<ir::Op *> barriersOf(const ir::Module &module) {
  std::vector<ir::Op *> barriers;
  ir::walk(*module.functions().front()->body(), [&](ir::Op &op) {
    if (op.opcode() == ir::Opcode::Barrier) barriers.push_back(&op);
  });
  return barriers;
}

TEST(Synchronize, SetsNoBarrierTooMany) {
  ParsedModule kernel(kKernel);
  ASSERT_TRUE(kernel.module && runPipeline(*kernel.module));
  EXPECT_EQ(findRace(*kernel.module), "");
  std::string text = ir::print(*kernel.module);
  std::vector<ir::Op *> barriers = barriersOf(*kernel.module);
  // One for each exchange: the next one goes to other bytes.
  EXPECT_EQ(barriers.size(), 3u) << text;
  for (ir::Op *barrier : barriers) {
    ir::Op *next = barrier->next();
    barrier->moveBefore(kernel.function().body()->front());
    EXPECT_NE(findRace(*kernel.module), "") << text;
    barrier->moveBefore(next);
  }
}

TEST(Synchronize, NeedsNoBarrierInOneWarp) {
  std::string text = kKernel;
  text.replace(text.find("warps = 4"), 9, "warps = 1");
  ParsedModule kernel(text);
  ASSERT_TRUE(kernel.module && runPipeline(*kernel.module));
  EXPECT_EQ(findRace(*kernel.module), "");
  for (const ir::Op *barrier : barriersOf(*kernel.module))
    EXPECT_EQ(barrier->attrs<ir::BarrierAttrs>().scope, ir::BarrierScope::Warp);
}

}  // namespace
}  // namespace tritonc::passes
