// Atomic operations and shared memory in the interpreter.
#include <bit>

#include "ir/float_format.h"
#include "tests/unit/ir/kernel_text.h"

namespace tritonc::ir::testing {
namespace {

/// What an atomic operation on one element of `bits` with `operand` gives and leaves.
struct After {
  uint64_t result, memory;
  friend bool operator==(const After &, const After &) = default;
};
void PrintTo(const After &after, std::ostream *out) {
  *out << fmt::format("{:#x}, memory {:#x}", after.result, after.memory);
}

After atomic(const std::string &op, const std::string &type, uint64_t bits, uint64_t operand, uint64_t second = 0) {
  bool isCas = op == "atomic_cas";
  Kernel kernel(
      fmt::format("kernel @k(%p: ptr<{0}>, %out: ptr<{0}>, %v: {0}, %w: {0}) {{\n  %old = {1} %p, %v{2} : {0}\n"
                  "  store %out, %old\n  return\n}}\n",
                  type, op, isCas ? ", %w" : ""));
  std::vector<uint64_t> memory{bits}, out{0};
  uint64_t p = kernel.buffer("p", memory), q = kernel.buffer("out", out);
  EXPECT_TRUE(kernel.run({p, q, operand, second})) << kernel.text.diagnostics();
  return {out[0], memory[0]};
}

After rmw(const char *kind, const std::string &type, uint64_t bits, uint64_t operand) {
  return atomic(fmt::format("atomic_rmw {},", kind), type, bits, operand);
}

TEST(InterpretAtomic, Integers) {
  EXPECT_EQ(rmw("addi", "i32", 0xffffffff, 2), (After{0xffffffff, 1}));
  EXPECT_EQ(rmw("addi", "i64", ~uint64_t{0}, 2), (After{~uint64_t{0}, 1}));
  EXPECT_EQ(rmw("and", "i32", 0b1100, 0b1010), (After{0b1100, 0b1000}));
  EXPECT_EQ(rmw("or", "i32", 0b1100, 0b1010), (After{0b1100, 0b1110}));
  EXPECT_EQ(rmw("xor", "i32", 0b1100, 0b1010), (After{0b1100, 0b0110}));
  EXPECT_EQ(rmw("xchg", "i32", 1, 2), (After{1, 2}));
  EXPECT_EQ(rmw("mins", "i32", 1, 0xffffffff), (After{1, 0xffffffff}));
  EXPECT_EQ(rmw("maxs", "i32", 1, 0xffffffff), (After{1, 1}));
  EXPECT_EQ(rmw("minu", "i32", 1, 0xffffffff), (After{1, 1}));
  EXPECT_EQ(rmw("maxu", "i32", 1, 0xffffffff), (After{1, 0xffffffff}));
  EXPECT_EQ(rmw("mins", "i64", 1, ~uint64_t{0}), (After{1, ~uint64_t{0}}));
}

TEST(InterpretAtomic, OnlyTheElementIsTouched) {
  EXPECT_EQ(rmw("addi", "i16", 0x1234ffff, 1), (After{0xffff, 0x12340000}));
  EXPECT_EQ(rmw("xchg", "i1", 0x0502, 0), (After{1, 0x0500}));
  EXPECT_EQ(rmw("xchg", "ptr<f32>", 1, 2), (After{1, 2}));
}

TEST(InterpretAtomic, FloatsRoundInTheirType) {
  auto bits = [](ScalarKind kind, double value) { return encodeFloat(kind, value); };
  for (ScalarKind kind : {ScalarKind::F16, ScalarKind::BF16, ScalarKind::F32, ScalarKind::F64}) {
    std::string type(spelling(kind));
    EXPECT_EQ(rmw("addf", type, bits(kind, 1.5), bits(kind, -4)), (After{bits(kind, 1.5), bits(kind, -2.5)}));
  }
  EXPECT_EQ(rmw("addf", "f16", bits(ScalarKind::F16, 2048), bits(ScalarKind::F16, 1)).memory,
            bits(ScalarKind::F16, 2048));
  EXPECT_EQ(rmw("addf", "bf16", bits(ScalarKind::BF16, 256), bits(ScalarKind::BF16, 1)).memory,
            bits(ScalarKind::BF16, 256));
  EXPECT_EQ(rmw("addf", "f32", bits(ScalarKind::F32, 0x1p24), bits(ScalarKind::F32, 1)).memory,
            bits(ScalarKind::F32, 0x1p24));
}

TEST(InterpretAtomic, CompareAndSwapComparesBits) {
  EXPECT_EQ(atomic("atomic_cas", "i32", 1, 1, 9), (After{1, 9}));
  EXPECT_EQ(atomic("atomic_cas", "i32", 1, 2, 9), (After{1, 1}));
  uint64_t nan = 0x7fc00001, zero = 0, minusZero = 0x80000000;
  EXPECT_EQ(atomic("atomic_cas", "f32", nan, nan, 9), (After{nan, 9}));
  EXPECT_EQ(atomic("atomic_cas", "f32", zero, minusZero, 9), (After{zero, zero}));
}

TEST(InterpretAtomic, EveryElementCountsAtOneAddress) {
  Kernel kernel("kernel @k(%p: ptr<i32>, %out: ptr<i32>) {\n  %r = range 0, 4 : tile<4xi32>\n"
                "  %zero = subi %r, %r : tile<4xi32>\n  %same = addptr %p, %zero : tile<4xptr<i32>>\n"
                "  %old = atomic_rmw addi, %same, 10 : tile<4xi32>\n  %q = addptr %out, %r : tile<4xptr<i32>>\n"
                "  store %q, %old\n  return\n}\n");
  std::vector<int32_t> p(1), out(4);
  uint64_t a = kernel.buffer("p", p), b = kernel.buffer("out", out);
  ASSERT_TRUE(kernel.run({a, b}));
  EXPECT_EQ(p[0], 40);
  EXPECT_EQ(out, (std::vector<int32_t>{0, 10, 20, 30}));
  // The order is as unspecified as that of stores.
  ASSERT_TRUE(kernel.run({a, b}, {1, 1, 1}, {.seed = 1}));
  EXPECT_EQ(out, (std::vector<int32_t>{70, 60, 50, 40}));
}

TEST(InterpretAtomic, MaskedOffElementsAreNotTouched) {
  Kernel kernel("kernel @k(%p: ptr<i32>, %out: ptr<i32>, %n: i32) {\n  %r = range 0, 4 : tile<4xi32>\n"
                "  %m = cmp.slt %r, %n : tile<4xi1>\n  %pr = addptr %p, %r : tile<4xptr<i32>>\n"
                "  %old = atomic_rmw addi, %pr, 1, %m : tile<4xi32>\n  %q = addptr %out, %r : tile<4xptr<i32>>\n"
                "  store %q, %old\n  return\n}\n");
  std::vector<int32_t> p{5, 6}, first(4), second(4);
  uint64_t a = kernel.buffer("p", p), b = kernel.buffer("first", first), c = kernel.buffer("second", second);
  ASSERT_TRUE(kernel.run({a, b, 2}, {1, 1, 1}, {.seed = 2})) << kernel.text.diagnostics();
  EXPECT_EQ(p, (std::vector<int32_t>{6, 7}));
  ASSERT_TRUE(kernel.run({a, c, 2}, {1, 1, 1}, {.seed = 4}));
  EXPECT_EQ(first[1], 6);
  EXPECT_EQ(second[1], 7);
  // The results without an access are unspecified.
  EXPECT_NE(first[2], second[2]);
  ASSERT_TRUE(kernel.run({a, b, 0}));
  EXPECT_EQ(p, (std::vector<int32_t>{7, 8}));
}

TEST(InterpretAtomic, AccessBeyondABufferIsReported) {
  Kernel kernel("kernel @k(%p: ptr<i32>) {\n  %x = atomic_cas %p, 0, 1 : i32\n  return\n}\n");
  std::vector<int16_t> p(1);
  EXPECT_FALSE(kernel.run({kernel.buffer("p", p)}));
  EXPECT_NE(kernel.text.diagnostics().find("t.tir:3:8: error: `atomic_cas` of 4 bytes at"), std::string::npos);
}

// ---- Shared memory ----

constexpr const char *kLayouts =
    "module {stage = laid_out, warps = 1}\n"
    "#l = blocked<per_thread=[1], threads=[32], warps=[1], order=[0], shape=[32]>\n"
    "#m = linear<lane=[16, 8, 4, 2, 1], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n";

/// Runs a kernel on laid-out tiles that ends with the tile `%result` of 32 i32 in layout `#l`; `%r` counts.
std::vector<int32_t> laidOut(const std::string &body, uint64_t seed = 0) {
  ModuleText text(std::string(kLayouts) + "kernel @k(%out: ptr<i32>) {\n  %r = range 0, 32 : tile<32xi32, #l>\n" +
                  body + "  %q = addptr %out, %r : tile<32xptr<i32>, #l>\n  store %q, %result\n  return\n}\n");
  EXPECT_TRUE(text.isValid()) << text.diagnostics();
  std::vector<int32_t> out(32);
  AddressSpace memory;
  uint64_t args[] = {memory.add("out", std::as_writable_bytes(std::span(out)))};
  EXPECT_TRUE(interpret(*text.module, text.function(), {1, 1, 1}, args, memory, {.seed = seed}));
  return out;
}

TEST(InterpretShared, ConversionsKeepElements) {
  std::vector<int32_t> out = laidOut("  %m = convert_layout %r : tile<32xi32, #m>\n"
                                     "  %result = convert_layout %m : tile<32xi32, #l>\n");
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[static_cast<size_t>(i)], i);
}

TEST(InterpretShared, ALoadSeesTheLastStore) {
  std::vector<int32_t> out =
      laidOut("  %b = local_alloc : shared<32xi32, #s>\n  %twice = muli %r, 2 : tile<32xi32, #l>\n"
              "  local_store %r, %b\n  barrier\n  local_store %twice, %b\n  barrier\n"
              "  %m = local_load %b : tile<32xi32, #m>\n"
              "  %result = convert_layout %m : tile<32xi32, #l>\n");
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[static_cast<size_t>(i)], 2 * i);
}

TEST(InterpretShared, ANewBufferHoldsNothingInParticular) {
  std::string body = "  %b = local_alloc : shared<32xi32, #s>\n  %result = local_load %b : tile<32xi32, #l>\n";
  EXPECT_NE(laidOut(body, 1), laidOut(body, 2));
  EXPECT_EQ(laidOut(body, 1), laidOut(body, 1));
}

TEST(InterpretShared, ABufferInALoopIsNewEachTime) {
  std::string body = "  %x = for 0:i32, 2:i32, 1:i32, %r : tile<32xi32, #l> (%i: i32, %c: tile<32xi32, #l>) {\n"
                     "    %b = local_alloc {offset = 0} : shared<32xi32, #s>\n"
                     "    %first = cmp.eq %i, 0:i32 : i1\n"
                     "    if %first {\n      local_store %r, %b\n      yield\n    } {\n      yield\n    }\n"
                     "    %v = local_load %b : tile<32xi32, #l>\n    yield %v\n  }\n"
                     "  %result = addi %x, 0 : tile<32xi32, #l>\n";
  EXPECT_NE(laidOut(body, 1), laidOut(body, 2));
}

std::string twoBuffers(int firstOffset, int secondOffset) {
  return fmt::format("  %a = local_alloc {{offset = {}}} : shared<32xi32, #s>\n"
                     "  %b = local_alloc {{offset = {}}} : shared<32xi32, #s>\n"
                     "  local_store %r, %a\n  local_store %r, %b\n"
                     "  %result = local_load %a : tile<32xi32, #l>\n",
                     firstOffset, secondOffset);
}

TEST(InterpretShared, AStoreSpoilsWhatLiesInTheSamePlace) {
  EXPECT_EQ(laidOut(twoBuffers(0, 128), 1), laidOut(twoBuffers(0, 128), 2));
  EXPECT_EQ(laidOut(twoBuffers(128, 0), 1), laidOut(twoBuffers(128, 0), 2));
  EXPECT_NE(laidOut(twoBuffers(0, 124), 1), laidOut(twoBuffers(0, 124), 2));
  EXPECT_NE(laidOut(twoBuffers(64, 64), 1), laidOut(twoBuffers(64, 64), 2));
}

/// Two copies of what `%r` was stored as, in groups of their own, the first of which is read behind `wait`.
std::string twoCopies(const std::string &wait) {
  return "  %from = addptr %out, %r : tile<32xptr<i32>, #l>\n  store %from, %r\n"
         "  %a = local_alloc {offset = 0} : shared<32xi32, #s>\n"
         "  %b = local_alloc {offset = 128} : shared<32xi32, #s>\n"
         "  copy_async %from, %a\n  copy_commit\n  copy_async %from, %b\n  copy_commit\n" +
         wait + "  %result = local_load %a : tile<32xi32, #l>\n";
}

TEST(InterpretShared, ACopyIsThereBehindTheWaitForIt) {
  std::vector<int32_t> expected(32);
  for (int i = 0; i < 32; ++i) expected[static_cast<size_t>(i)] = i;
  EXPECT_EQ(laidOut(twoCopies("  copy_wait 0\n"), 1), expected);
  EXPECT_EQ(laidOut(twoCopies("  copy_wait 1\n"), 1), expected);
  EXPECT_NE(laidOut(twoCopies("  copy_wait 2\n"), 1), laidOut(twoCopies("  copy_wait 2\n"), 2));
  EXPECT_NE(laidOut(twoCopies(""), 1), laidOut(twoCopies(""), 2));
}

TEST(InterpretShared, OnlyClosedGroupsAreWaitedFor) {
  std::string body = "  %from = addptr %out, %r : tile<32xptr<i32>, #l>\n"
                     "  %a = local_alloc : shared<32xi32, #s>\n  copy_async %from, %a\n  copy_wait 0\n"
                     "  %result = local_load %a : tile<32xi32, #l>\n";
  EXPECT_NE(laidOut(body, 1), laidOut(body, 2));
}

TEST(InterpretShared, ACopyArrivesLate) {
  // What is stored meanwhile is lost.
  std::string body = "  %from = addptr %out, %r : tile<32xptr<i32>, #l>\n  %twice = muli %r, 2 : tile<32xi32, #l>\n"
                     "  store %from, %twice\n  %a = local_alloc : shared<32xi32, #s>\n  copy_async %from, %a\n"
                     "  copy_commit\n  local_store %r, %a\n  copy_wait 0\n"
                     "  %result = local_load %a : tile<32xi32, #l>\n";
  EXPECT_EQ(laidOut(body)[5], 10);
}

}  // namespace
}  // namespace tritonc::ir::testing
