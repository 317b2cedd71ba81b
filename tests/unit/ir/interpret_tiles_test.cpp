// Whole tiles in the interpreter: shapes, reductions, scans; and `while` and libdevice.
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/unit/ir/kernel_text.h"

namespace tritonc::ir::testing {
namespace {

/// Runs a kernel body that ends with the tile or scalar `%result` of `count` elements, and gives that. The body sees
/// `%in`, a pointer to the input, and `%r`, which counts its elements.
template <class T>
std::vector<T> results(const std::string &type, const std::string &shape, size_t count, std::vector<T> in,
                       const std::string &body) {
  std::string text = fmt::format("kernel @k(%in: ptr<{0}>, %out: ptr<{0}>) {{\n  %r = range 0, {1} : tile<{1}xi32>\n"
                                 "  %p = addptr %in, %r : tile<{1}xptr<{0}>>\n  %x = load %p : tile<{1}x{0}>\n",
                                 type, in.size());
  text += body;
  if (shape.empty())
    text += "  store %out, %result\n";
  else
    text += fmt::format("  %o = range 0, {0} : tile<{0}xi32>\n  %places = reshape %o : tile<{1}xi32>\n"
                        "  %q = addptr %out, %places : tile<{1}xptr<{2}>>\n  store %q, %result\n",
                        count, shape, type);
  Kernel kernel(text + "  return\n}\n");
  std::vector<T> out(count);
  uint64_t p = kernel.buffer("in", in), q = kernel.buffer("out", out);
  EXPECT_TRUE(kernel.run({p, q})) << kernel.text.diagnostics();
  return out;
}

using Ints = std::vector<int32_t>;
using Bytes = std::vector<uint8_t>;
using Floats = std::vector<float>;

Ints ints(const std::string &shape, size_t count, Ints in, const std::string &body) {
  return results<int32_t>("i32", shape, count, std::move(in), body);
}

Ints upTo(int32_t size) {
  Ints numbers(static_cast<size_t>(size));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// ---- Shapes ----

TEST(InterpretShapes, ReshapeKeepsTheOrder) {
  EXPECT_EQ(ints("4x2", 8, upTo(8),
                 "  %a = reshape %x : tile<2x2x2xi32>\n  %b = reshape %a : tile<8x1xi32>\n"
                 "  %result = reshape %b : tile<4x2xi32>\n"),
            upTo(8));
}

TEST(InterpretShapes, TransMovesElements) {
  EXPECT_EQ(
      ints("4x2", 8, upTo(8), "  %a = reshape %x : tile<2x4xi32>\n  %result = trans [1, 0], %a : tile<4x2xi32>\n"),
      (Ints{0, 4, 1, 5, 2, 6, 3, 7}));
  // Element (i, j, k) of the result is element (j, k, i) of the operand: dimension 0 is its dimension 2.
  EXPECT_EQ(ints("4x1x2", 8, upTo(8),
                 "  %a = reshape %x : tile<1x2x4xi32>\n  %result = trans [2, 0, 1], %a : tile<4x1x2xi32>\n"),
            (Ints{0, 4, 1, 5, 2, 6, 3, 7}));
}

TEST(InterpretShapes, JoinAndSplitInterleave) {
  EXPECT_EQ(ints("4x2", 8, upTo(4), "  %y = addi %x, 10 : tile<4xi32>\n  %result = join %x, %y : tile<4x2xi32>\n"),
            (Ints{0, 10, 1, 11, 2, 12, 3, 13}));
  EXPECT_EQ(ints("4", 4, upTo(8),
                 "  %a = reshape %x : tile<4x2xi32>\n  %even, %odd = split %a : tile<4xi32>, tile<4xi32>\n"
                 "  %tens = muli %odd, 10 : tile<4xi32>\n  %result = addi %tens, %even : tile<4xi32>\n"),
            (Ints{10, 32, 54, 76}));
  EXPECT_EQ(ints("", 1, Ints{5, 7},
                 "  %a, %b = split %x : i32, i32\n  %pair = join %b, %a : tile<2xi32>\n"
                 "  %c, %d = split %pair : i32, i32\n  %tens = muli %c, 10 : i32\n"
                 "  %result = addi %tens, %d : i32\n"),
            (Ints{75}));
}

// ---- Reductions ----

constexpr const char *kSum = " (%a: i32, %b: i32) {\n    %s = addi %a, %b : i32\n    yield %s\n  }\n";

TEST(InterpretReduce, EachAxisDisappears) {
  std::string tile = "  %t = reshape %x : tile<2x2x4xi32>\n";
  EXPECT_EQ(ints("2x4", 8, upTo(16), tile + "  %result = reduce 0, %t : tile<2x4xi32>" + kSum),
            (Ints{8, 10, 12, 14, 16, 18, 20, 22}));
  EXPECT_EQ(ints("2x4", 8, upTo(16), tile + "  %result = reduce 1, %t : tile<2x4xi32>" + kSum),
            (Ints{4, 6, 8, 10, 20, 22, 24, 26}));
  EXPECT_EQ(ints("2x2", 4, upTo(16), tile + "  %result = reduce 2, %t : tile<2x2xi32>" + kSum), (Ints{6, 22, 38, 54}));
  EXPECT_EQ(ints("", 1, upTo(16), std::string("  %result = reduce 0, %x : i32") + kSum), (Ints{120}));
}

TEST(InterpretReduce, OneElementIsNotCombined) {
  std::string constant = " (%a: i32, %b: i32) {\n    yield 99:i32\n  }\n";
  EXPECT_EQ(ints("", 1, Ints{7}, "  %result = reduce 0, %x : i32" + constant), (Ints{7}));
  EXPECT_EQ(
      ints("4", 4, upTo(4), "  %t = reshape %x : tile<4x1xi32>\n  %result = reduce 1, %t : tile<4xi32>" + constant),
      upTo(4));
  EXPECT_EQ(ints("", 1, upTo(2), "  %result = reduce 0, %x : i32" + constant), (Ints{99}));
}

std::string argMax(const char *index) {
  return fmt::format("  %best, %at = reduce 0, %x, %r : f32, i32 (%v: f32, %i: i32, %w: f32, %j: i32) {{\n"
                     "    %more = cmp.olt %v, %w : i1\n    %same = cmp.oeq %v, %w : i1\n"
                     "    %left = cmp.slt %j, %i : i1\n    %tie = andi %same, %left : i1\n"
                     "    %take = ori %more, %tie : i1\n    %m = select %take, %w, %v : f32\n"
                     "    %k = select %take, %j, %i : i32\n    yield %m, %k\n  }}\n  {}\n",
                     index);
}

TEST(InterpretReduce, ArgMaxTakesTheLeftmost) {
  std::string body = argMax("%result = sitofp %at : f32");
  EXPECT_EQ(results<float>("f32", "", 1, {1, 5, 2, 5, 5, 0, -1, 3}, body), (Floats{1}));
  EXPECT_EQ(results<float>("f32", "", 1, {5}, body), (Floats{0}));
  float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(results<float>("f32", "", 1, {-inf, nan, 2, nan}, body), (Floats{2}));
}

TEST(InterpretReduce, NanLosesOrWinsAsTheCombinationSays) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  auto reduce = [](const char *op, Floats in) {
    return results<float>("f32", "", 1, std::move(in),
                          fmt::format("  %result = reduce 0, %x : f32 (%a: f32, %b: f32) {{\n"
                                      "    %m = {} %a, %b : f32\n    yield %m\n  }}\n",
                                      op))[0];
  };
  for (const Floats &in : {Floats{nan, 1, 2, -3}, Floats{1, nan, 2, -3}, Floats{1, 2, -3, nan}}) {
    EXPECT_EQ(reduce("maxnumf", in), 2);
    EXPECT_EQ(reduce("minnumf", in), -3);
    EXPECT_TRUE(std::isnan(reduce("maxf", in)));
    EXPECT_TRUE(std::isnan(reduce("minf", in)));
  }
  EXPECT_TRUE(std::isnan(reduce("maxnumf", {nan, nan})));
}

TEST(InterpretReduce, Booleans) {
  auto reduce = [](const char *op, Bytes in) {
    return results<uint8_t>("i1", "", 1, std::move(in),
                            fmt::format("  %result = reduce 0, %x : i1 (%a: i1, %b: i1) {{\n"
                                        "    %m = {} %a, %b : i1\n    yield %m\n  }}\n",
                                        op))[0];
  };
  EXPECT_EQ(reduce("andi", {1, 1, 0, 1}), 0);
  EXPECT_EQ(reduce("ori", {0, 0, 0, 1}), 1);
  EXPECT_EQ(reduce("xori", {1, 1, 0, 1}), 1);
  EXPECT_EQ(reduce("addi", {1, 1, 1, 1}), 0);
}

TEST(InterpretReduce, TheBlockSeesValuesAroundIt) {
  EXPECT_EQ(ints("", 1, upTo(4),
                 "  %n = load %in : i32\n  %n1 = addi %n, 100 : i32\n"
                 "  %result = reduce 0, %x : i32 (%a: i32, %b: i32) {\n    %s = addi %a, %b : i32\n"
                 "    %t = maxsi %s, %n1 : i32\n    yield %t\n  }\n"),
            (Ints{105}));
}

TEST(InterpretReduce, EachCombinationCountsAsSteps) {
  Kernel kernel(std::string("kernel @k() {\n  %r = range 0, 1024 : tile<1024xi32>\n  %total = reduce 0, %r : i32") +
                kSum + "  return\n}\n");
  EXPECT_TRUE(kernel.run({}, {1, 1, 1}, {.stepLimit = 2 * 1023 + 3}));
  EXPECT_FALSE(kernel.run({}, {1, 1, 1}, {.stepLimit = 2 * 1023 + 2}));
}

// ---- Scans ----

TEST(InterpretScan, EachElementCombinesThoseBefore) {
  std::string tile = "  %t = reshape %x : tile<2x4xi32>\n";
  EXPECT_EQ(ints("2x4", 8, upTo(8), tile + "  %result = scan 1, %t : tile<2x4xi32>" + kSum),
            (Ints{0, 1, 3, 6, 4, 9, 15, 22}));
  EXPECT_EQ(ints("2x4", 8, upTo(8), tile + "  %result = scan 0, %t : tile<2x4xi32>" + kSum),
            (Ints{0, 1, 2, 3, 4, 6, 8, 10}));
  EXPECT_EQ(ints("2x4", 8, upTo(8), tile + "  %result = scan 1, %t {reverse} : tile<2x4xi32>" + kSum),
            (Ints{6, 6, 5, 3, 22, 18, 13, 7}));
  EXPECT_EQ(ints("2x4", 8, upTo(8), tile + "  %result = scan 0, %t {reverse} : tile<2x4xi32>" + kSum),
            (Ints{4, 6, 8, 10, 4, 5, 6, 7}));
  EXPECT_EQ(ints("1", 1, Ints{3}, std::string("  %result = scan 0, %x : tile<1xi32>") + kSum), (Ints{3}));
}

TEST(InterpretScan, TheLeftOperandIsWhatHasBeenScanned) {
  // Associative, not commutative: the last one wins, or the first one.
  std::string later = " (%a: i32, %b: i32) {\n    yield %b\n  }\n",
              earlier = " (%a: i32, %b: i32) {\n    yield %a\n  }\n";
  EXPECT_EQ(ints("4", 4, upTo(4), "  %result = scan 0, %x : tile<4xi32>" + later), upTo(4));
  EXPECT_EQ(ints("4", 4, upTo(4), "  %result = scan 0, %x : tile<4xi32>" + earlier), (Ints{0, 0, 0, 0}));
  EXPECT_EQ(ints("4", 4, upTo(4), "  %result = scan 0, %x {reverse} : tile<4xi32>" + later), upTo(4));
  EXPECT_EQ(ints("4", 4, upTo(4), "  %result = scan 0, %x {reverse} : tile<4xi32>" + earlier), (Ints{3, 3, 3, 3}));
}

TEST(InterpretScan, TwoOperandsMoveTogether) {
  // A linear recurrence y = a * y + x, with a = 2 everywhere.
  EXPECT_EQ(ints("4", 4, Ints{1, 1, 1, 1},
                 "  %two = addi %x, 1 : tile<4xi32>\n"
                 "  %f, %result = scan 0, %two, %x : tile<4xi32>, tile<4xi32> "
                 "(%a: i32, %y: i32, %b: i32, %z: i32) {\n    %ab = muli %a, %b : i32\n    %by = muli %b, %y : i32\n"
                 "    %n = addi %by, %z : i32\n    yield %ab, %n\n  }\n"),
            (Ints{1, 3, 7, 15}));
}

// ---- while ----

TEST(InterpretWhile, RunsUntilTheConditionFails) {
  // Collatz steps from 6: 6 3 10 5 16 8 4 2 1. The results are what the last `condition` passes on.
  EXPECT_EQ(ints("", 1, Ints{6},
                 "  %n = load %in : i32\n"
                 "  %last, %result = while %n, 0 : i32, i32 (%v: i32, %c: i32) {\n"
                 "    %go = cmp.ne %v, 1:i32 : i1\n    condition %go, %v, %c\n  } (%u: i32, %d: i32) {\n"
                 "    %odd = trunci %u : i1\n    %half = shrui %u, 1 : i32\n    %three = muli %u, 3 : i32\n"
                 "    %up = addi %three, 1 : i32\n    %w = select %odd, %up, %half : i32\n"
                 "    %e = addi %d, 1 : i32\n    yield %w, %e\n  }\n"),
            (Ints{8}));
}

TEST(InterpretWhile, MayNotRunAtAllAndMayPassOnOtherValues) {
  Kernel kernel("kernel @k(%out: ptr<i64>, %n: i32) {\n"
                "  %result = while %n : i64 (%v: i32) {\n    %wide = extsi %v : i64\n"
                "    %go = cmp.slt %v, 3:i32 : i1\n    condition %go, %wide\n  } (%w: i64) {\n"
                "    %narrow = trunci %w : i32\n    %next = addi %narrow, 1 : i32\n    yield %next\n  }\n"
                "  store %out, %result\n  return\n}\n");
  std::vector<int64_t> out(1);
  uint64_t p = kernel.buffer("out", out);
  ASSERT_TRUE(kernel.run({p, 7}));
  EXPECT_EQ(out[0], 7);
  ASSERT_TRUE(kernel.run({p, uint64_t(-2)}));
  EXPECT_EQ(out[0], 3);
}

TEST(InterpretWhile, AnEndlessOneIsReported) {
  Kernel kernel("kernel @k() {\n  while {\n    condition true:i1\n  } {\n    yield\n  }\n  return\n}\n");
  EXPECT_FALSE(kernel.run({}, {1, 1, 1}, {.stepLimit = 1000}));
  EXPECT_NE(kernel.text.diagnostics().find("still running after 1000 operations [step-limit]"), std::string::npos);
}

// ---- libdevice ----

TEST(InterpretExtern, ScalarsCountForEveryElement) {
  EXPECT_EQ(results<float>("f32", "4", 4, {1, 2, 3, 4},
                           "  %two = load %in : f32\n  %t = addf %two, 1.0 : f32\n"
                           "  %result = extern @powf, %x, %t : tile<4xf32>\n"),
            (Floats{1, 4, 9, 16}));
  EXPECT_EQ(
      results<float>("f32", "4", 4, {1, 2, 3, 4}, "  %result = extern @norm4df, %x, %x, 0.0, %x : tile<4xf32>\n")[2],
      std::sqrt(27.0f));
}

}  // namespace
}  // namespace tritonc::ir::testing
