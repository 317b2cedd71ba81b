// The meaning of element-wise operations: tables of edge cases, and arithmetic against independent calculations.
#include "ir/evaluate.h"

#include <bit>
#include <cmath>
#include <functional>
#include <random>
#include <sstream>

#include "ir/float_format.h"
#include "tests/unit/ir/ir_text.h"

namespace tritonc::ir::testing {
namespace {

/// An operation on scalars, from a text such as "select i1 f32 f32 -> f32" or "convertf f32 -> f16 {round = rtz}".
class Scalar {
public:
  explicit Scalar(const std::string &text) : text_(source(text)) {
    TC_CHECK(text_.isValid(), text_.diagnostics());
    op_ = text_.function().body()->front();
  }

  Element operator()(std::vector<uint64_t> operands, uint64_t pattern = 0) const {
    return ElementOp(*op_, pattern)(operands.data());
  }
  std::optional<uint64_t> fold(const std::vector<uint64_t> &operands) const { return evaluate(*op_, operands); }

private:
  static std::string source(const std::string &text) {
    std::istringstream words(text);
    std::string mnemonic, word, params, operands, result, attrs;
    words >> mnemonic;
    for (int i = 0; words >> word && word != "->"; ++i) {
      params += fmt::format("{}%{}: {}", i ? ", " : "", i, word);
      operands += fmt::format("{}%{}", i ? ", " : "", i);
    }
    words >> result;
    std::getline(words, attrs);
    return fmt::format("module\nkernel @k({}) {{ %r = {} {}{} : {} return }}", params, mnemonic, operands, attrs,
                       result);
  }

  ModuleText text_;
  Op *op_ = nullptr;
};

// ---- Edge cases ----

struct Edge {
  const char *op;
  std::vector<uint64_t> operands;
  std::optional<uint64_t> expected;
};

constexpr std::nullopt_t kUnspecified = std::nullopt;

void check(const std::vector<Edge> &edges) {
  for (const Edge &edge : edges) {
    Scalar op(edge.op);
    std::string what = fmt::format("{} ({:#x})", edge.op, fmt::join(edge.operands, ", "));
    EXPECT_EQ(op.fold(edge.operands), edge.expected) << what;
    Element element = op(edge.operands);
    EXPECT_EQ(element.isSpecified, edge.expected.has_value()) << what;
    if (edge.expected) {
      EXPECT_EQ(element.bits, *edge.expected) << what;
    }
  }
}

TEST(Evaluate, IntegersWrapAtTheirWidth) {
  check({{"addi i8 i8 -> i8", {0xff, 2}, 1},
         {"addi i1 i1 -> i1", {1, 1}, 0},
         {"subi i16 i16 -> i16", {0, 1}, 0xffff},
         {"muli i32 i32 -> i32", {0x80000001, 2}, 2},
         {"addi i64 i64 -> i64", {~0ull, 1}, 0},
         {"mulhui i32 i32 -> i32", {0xffffffff, 0xffffffff}, 0xfffffffe},
         {"mulhui i64 i64 -> i64", {~0ull, ~0ull}, ~1ull},
         {"mulhui i8 i8 -> i8", {0xff, 0x10}, 0xf},
         {"absi i8 -> i8", {0x80}, 0x80},
         {"absi i32 -> i32", {0xffffffff}, 1},
         {"minsi i8 i8 -> i8", {0x80, 0x7f}, 0x80},
         {"maxsi i8 i8 -> i8", {0x80, 0x7f}, 0x7f},
         {"minui i8 i8 -> i8", {0x80, 0x7f}, 0x7f},
         {"maxui i8 i8 -> i8", {0x80, 0x7f}, 0x80},
         {"andi i8 i8 -> i8", {0xf0, 0x3c}, 0x30},
         {"ori i8 i8 -> i8", {0xf0, 0x3c}, 0xfc},
         {"xori i1 i1 -> i1", {1, 1}, 0}});
}

TEST(Evaluate, DivisionTruncatesAndHasHoles) {
  check({{"divsi i32 i32 -> i32", {0xfffffff9, 2}, 0xfffffffd},
         {"remsi i32 i32 -> i32", {0xfffffff9, 2}, 0xffffffff},
         {"remsi i32 i32 -> i32", {7, 0xfffffffe}, 1},
         {"divui i32 i32 -> i32", {0xfffffff9, 2}, 0x7ffffffc},
         {"remui i8 i8 -> i8", {0xff, 0x10}, 0xf},
         {"divsi i32 i32 -> i32", {1, 0}, kUnspecified},
         {"remsi i32 i32 -> i32", {1, 0}, kUnspecified},
         {"divui i64 i64 -> i64", {1, 0}, kUnspecified},
         {"remui i1 i1 -> i1", {1, 0}, kUnspecified},
         {"divsi i32 i32 -> i32", {0x80000000, 0xffffffff}, kUnspecified},
         {"remsi i32 i32 -> i32", {0x80000000, 0xffffffff}, kUnspecified},
         {"divsi i64 i64 -> i64", {1ull << 63, ~0ull}, kUnspecified},
         {"divsi i8 i8 -> i8", {0x80, 0xff}, kUnspecified},
         {"divsi i1 i1 -> i1", {1, 1}, kUnspecified},
         {"divsi i32 i32 -> i32", {0x80000001, 0xffffffff}, 0x7fffffff},
         {"divui i32 i32 -> i32", {0x80000000, 0xffffffff}, 0}});
}

TEST(Evaluate, ShiftAmountsAreTakenModuloTheWidth) {
  check({{"shli i32 i32 -> i32", {1, 33}, 2},
         {"shli i8 i8 -> i8", {0xff, 4}, 0xf0},
         {"shrui i32 i32 -> i32", {0x80000000, 63}, 1},
         {"shrsi i32 i32 -> i32", {0x80000000, 31}, 0xffffffff},
         {"shrsi i64 i64 -> i64", {1ull << 63, 64}, 1ull << 63},
         {"shrsi i16 i16 -> i16", {0x8000, 17}, 0xc000},
         {"shrui i8 i8 -> i8", {0x80, 0xff}, 1},
         {"shrui i1 i1 -> i1", {1, 1}, 1}});
}

TEST(Evaluate, IntegerComparisonsKnowSigns) {
  check({{"cmp.slt i8 i8 -> i1", {0x80, 0x7f}, 1},
         {"cmp.ult i8 i8 -> i1", {0x80, 0x7f}, 0},
         {"cmp.sle i32 i32 -> i1", {5, 5}, 1},
         {"cmp.ule i64 i64 -> i1", {~0ull, 0}, 0},
         {"cmp.slt i1 i1 -> i1", {1, 0}, 1},
         {"cmp.eq i16 i16 -> i1", {7, 7}, 1},
         {"cmp.ne i16 i16 -> i1", {7, 7}, 0},
         {"select i1 f32 f32 -> f32", {1, 0x7f800001, 2}, 0x7f800001},
         {"select i1 i8 i8 -> i8", {0, 1, 2}, 2}});
}

constexpr uint64_t kNan = 0x7fc00000, kInf = 0x7f800000, kMinusInf = 0xff800000, kMinusZero = 0x80000000;
constexpr uint64_t kOne = 0x3f800000, kSubnormal = 1, kSmallestNormal = 0x00800000, kLargest = 0x7f7fffff;

TEST(Evaluate, FloatComparisonsKnowNan) {
  check({{"cmp.oeq f32 f32 -> i1", {0, kMinusZero}, 1},
         {"cmp.oeq f32 f32 -> i1", {kNan, kNan}, 0},
         {"cmp.une f32 f32 -> i1", {kNan, kNan}, 1},
         {"cmp.une f32 f32 -> i1", {kOne, kOne}, 0},
         {"cmp.olt f32 f32 -> i1", {kMinusInf, kInf}, 1},
         {"cmp.olt f32 f32 -> i1", {kNan, kInf}, 0},
         {"cmp.ole f32 f32 -> i1", {kMinusZero, 0}, 1},
         {"cmp.ole f64 f64 -> i1", {0x7ff8000000000000, 0}, 0},
         {"cmp.olt f8e4m3 f8e4m3 -> i1", {0x81, 0x01}, 1},
         {"cmp.oeq f8e4m3 f8e4m3 -> i1", {0x7f, 0xff}, 0}});
}

TEST(Evaluate, ExactFloatOperations) {
  check({{"addf f32 f32 -> f32", {kSubnormal, kSubnormal}, 2},
         {"addf f32 f32 -> f32", {kLargest, kLargest}, kInf},
         {"addf f32 f32 -> f32", {kInf, kMinusInf}, kNan},
         {"addf f32 f32 -> f32", {kMinusZero, kMinusZero}, kMinusZero},
         {"addf f32 f32 -> f32", {kMinusZero, 0}, 0},
         {"subf f32 f32 -> f32", {kOne, kOne}, 0},
         {"mulf f32 f32 -> f32", {kSubnormal, 0xbf000000}, kMinusZero},
         {"mulf f32 f32 -> f32", {kInf, 0}, kNan},
         {"divf.rn f32 f32 -> f32", {kOne, kMinusZero}, kMinusInf},
         {"divf.rn f32 f32 -> f32", {0, 0}, kNan},
         {"divf.rn f32 f32 -> f32", {kSmallestNormal, 0x40000000}, 0x00400000},
         {"sqrt.rn f32 -> f32", {kMinusZero}, kMinusZero},
         {"sqrt.rn f32 -> f32", {0xbf800000}, kNan},
         {"sqrt.rn f32 -> f32", {0x40000000}, 0x3fb504f3},
         {"negf f32 -> f32", {0}, kMinusZero},
         {"negf f32 -> f32", {0x7f800001}, 0xff800001},
         {"negf f16 -> f16", {0x7e00}, 0xfe00},
         {"absf f32 -> f32", {0xff800001}, 0x7f800001},
         {"floor f32 -> f32", {0xbf000000}, 0xbf800000},
         {"floor f32 -> f32", {kMinusZero}, kMinusZero},
         {"ceil f32 -> f32", {0xbf000000}, kMinusZero},
         {"ceil f16 -> f16", {1}, 0x3c00},
         // Sums that double would round to a midpoint of f32, and then to the even side, which is the wrong one:
         // (1 + 2^-12)^2 is a midpoint, and 2^-100 lifts it; 2^-24 * (1 - 2^-46) stays below one.
         {"fma f32 f32 f32 -> f32", {0x3f800800, 0x3f800800, 0x0d800000}, 0x3f801001},
         {"fma f32 f32 f32 -> f32", {0x3f800800, 0x3f800800, 0x8d800000}, 0x3f801000},
         {"fma f32 f32 f32 -> f32", {0x3f800800, 0xbf800800, 0x8d800000}, 0xbf801001},
         {"fma f32 f32 f32 -> f32", {0x39800001, 0x397ffffe, 0x3f800001}, 0x3f800001},
         {"fma f32 f32 f32 -> f32", {0x3f800001, 0x3f800001, 0xbf800002}, 0x28800000},
         {"fma f64 f64 f64 -> f64", {0x3ff0000000000001, 0x3ff0000000000001, 0xbff0000000000002}, 0x3970000000000000},
         {"fma f32 f32 f32 -> f32", {kInf, 0, kOne}, kNan}});
}

TEST(Evaluate, ExtremaTreatNanAndZeroAsStated) {
  check({{"minnumf f32 f32 -> f32", {kNan, kOne}, kOne},
         {"maxnumf f32 f32 -> f32", {kOne, 0xffc00001}, kOne},
         {"minnumf f32 f32 -> f32", {0xffc00001, kNan}, kNan},
         {"minf f32 f32 -> f32", {kNan, kOne}, kNan},
         {"maxf f32 f32 -> f32", {kInf, kNan}, kNan},
         {"minf f32 f32 -> f32", {kMinusInf, kOne}, kMinusInf},
         {"maxf f16 f16 -> f16", {0x0001, 0x8001}, 0x0001},
         {"minnumf f32 f32 -> f32", {kMinusZero, kMinusZero}, kMinusZero},
         {"minnumf f32 f32 -> f32", {0, kMinusZero}, kUnspecified},
         {"maxf f32 f32 -> f32", {kMinusZero, 0}, kUnspecified}});
}

TEST(Evaluate, IntegerConversions) {
  check({{"extsi i8 -> i32", {0x80}, 0xffffff80},
         {"extui i8 -> i32", {0x80}, 0x80},
         {"extsi i1 -> i8", {1}, 0xff},
         {"extui i1 -> i64", {1}, 1},
         {"trunci i64 -> i1", {0xfffffffffffffffe}, 0},
         {"trunci i32 -> i8", {0x1ff}, 0xff},
         {"bitcast f32 -> i32", {kNan}, kNan},
         {"ptrtoint ptr<f32> -> i64", {~0ull}, ~0ull},
         {"inttoptr i64 -> ptr<f32>", {5}, 5}});
}

TEST(Evaluate, IntegersBecomeFloatsWithOneRounding) {
  check({{"sitofp i32 -> f32", {0xffffffff}, 0xbf800000},
         {"uitofp i32 -> f32", {0xffffffff}, 0x4f800000},
         {"uitofp i1 -> f32", {1}, kOne},
         {"sitofp i1 -> f32", {1}, 0xbf800000},
         {"sitofp i64 -> f64", {0x8000000000000000}, 0xc3e0000000000000},
         {"uitofp i64 -> f64", {~0ull}, 0x43f0000000000000},
         {"uitofp i32 -> f16", {65519}, 0x7bff},
         {"uitofp i32 -> f16", {65520}, 0x7c00},
         {"sitofp i32 -> f8e4m3", {1000}, 0x7e},
         // 2^62 + 2^38 + 1 is just above a midpoint of f32; as a double it would be the midpoint.
         {"sitofp i64 -> f32", {0x4000004000000001}, 0x5e800001},
         {"uitofp i64 -> f32", {0x8000008000000001}, 0x5f000001},
         {"sitofp i64 -> bf16", {0x4040000000000001}, 0x5e81}});
}

TEST(Evaluate, FloatsBecomeIntegersSaturating) {
  check({{"fptosi f32 -> i32", {0xc0200000}, 0xfffffffe},
         {"fptosi f32 -> i32", {kInf}, 0x7fffffff},
         {"fptosi f32 -> i32", {kMinusInf}, 0x80000000},
         {"fptosi f32 -> i32", {0x4f000000}, 0x7fffffff},
         {"fptosi f32 -> i8", {0xc3008000}, 0x80},
         {"fptosi f64 -> i64", {0x43e0000000000000}, 0x7fffffffffffffff},
         {"fptosi f64 -> i64", {0xc3e0000000000000}, 0x8000000000000000},
         {"fptosi f64 -> i32", {0xc1dfffffffc00000}, 0x80000001},
         {"fptosi f64 -> i32", {0xc1e00000001fffff}, 0x80000000},
         {"fptosi f32 -> i1", {0xbf800000}, 1},
         {"fptoui f32 -> i32", {0xbf800000}, 0},
         {"fptoui f32 -> i32", {0x4f800000}, 0xffffffff},
         {"fptoui f64 -> i64", {0x43f0000000000000}, ~0ull},
         {"fptoui f32 -> i1", {0x40a00000}, 1},
         {"fptoui f16 -> i8", {0x7c00}, 0xff},
         {"fptosi f32 -> i32", {kNan}, kUnspecified},
         {"fptoui f32 -> i32", {kNan}, kUnspecified}});
}

TEST(Evaluate, FloatConversions) {
  check({{"convertf f32 -> f16", {0x477ff000}, 0x7c00},
         {"convertf f32 -> f16 {round = rtz}", {0x477ff000}, 0x7bff},
         {"convertf f32 -> bf16", {0x3f808000}, 0x3f80},
         {"convertf f32 -> bf16", {0x3f818000}, 0x3f82},
         {"convertf f32 -> bf16 {round = rtz}", {0x3f81ffff}, 0x3f81},
         {"convertf f32 -> f8e4m3", {kInf}, 0x7e},
         {"convertf f32 -> f8e4m3", {0xc47a0000}, 0xfe},
         {"convertf f32 -> f8e5m2", {kMinusInf}, 0xfb},
         {"convertf f32 -> f8e4m3", {kNan}, 0x7f},
         {"convertf f8e5m2 -> f32", {0x7c}, kInf},
         {"convertf f8e5m2 -> f16", {0x01}, 0x0100},
         {"convertf f64 -> f32", {0x36a0000000000000}, 1},
         // Through f32 this would round twice, to 0x3c00.
         {"convertf f64 -> f16", {0x3ff0020000000001}, 0x3c01}});
}

TEST(Evaluate, PointersMoveBySignedOffsets) {
  check({{"addptr ptr<f32> i32 -> ptr<f32>", {0x1000, 0xffffffff}, 0xffc},
         {"addptr ptr<f64> i64 -> ptr<f64>", {0x1000, 2}, 0x1010},
         {"addptr ptr<i1> i8 -> ptr<i1>", {0x1000, 0x80}, 0xf80},
         {"addptr ptr<ptr<i8>> i16 -> ptr<ptr<i8>>", {0x1000, 1}, 0x1008},
         {"addptr ptr<i16> i64 -> ptr<i16>", {0, 0x8000000000000000}, 0}});
}

// ---- Approximate operations ----

TEST(Evaluate, ApproximateOperationsAreNeverFolded) {
  for (const char *op : {"divf f32 f32 -> f32", "remf f32 f32 -> f32"})
    EXPECT_EQ(Scalar(op).fold({kOne, kOne}), std::nullopt) << op;
  for (const char *op : {"exp f32 -> f32", "exp2 f32 -> f32", "sqrt f32 -> f32", "rsqrt f32 -> f32"})
    EXPECT_EQ(Scalar(op).fold({kOne}), std::nullopt) << op;
}

TEST(Evaluate, ApproximateOperationsInF32) {
  struct Case {
    const char *op;
    std::vector<uint64_t> operands;
    uint64_t expected;
  };
  for (const Case &c : std::vector<Case>{{"divf f32 f32 -> f32", {kOne, 0x40400000}, 0x3eaaaaab},
                                         {"remf f32 f32 -> f32", {0x40b00000, 0x40000000}, 0x3fc00000},
                                         {"remf f32 f32 -> f32", {0xc0b00000, 0x40000000}, 0xbfc00000},
                                         // The quotient rounds up to an integer, so that the remainder is negative.
                                         {"remf f32 f32 -> f32", {0x43bcb7fc, 0x3fb39935}, 0xb8000000},
                                         {"remf f32 f32 -> f32", {kOne, 0}, kNan},
                                         {"exp f32 -> f32", {0}, kOne},
                                         {"exp f32 -> f32", {kMinusInf}, 0},
                                         {"exp f32 -> f32", {0x42b20000}, kInf},
                                         // 2^round(-88 * log2(e)) would be subnormal.
                                         {"exp f32 -> f32", {0xc2b00000}, 0},
                                         {"exp2 f32 -> f32", {0xc2fc0000}, kSmallestNormal},
                                         {"exp2 f32 -> f32", {0xc2fc0001}, 0},
                                         {"exp2 f32 -> f32", {kSubnormal}, kOne},
                                         {"sqrt f32 -> f32", {kSubnormal}, 0},
                                         {"sqrt f32 -> f32", {kSubnormal | kMinusZero}, kMinusZero},
                                         {"sqrt f32 -> f32", {0x40800000}, 0x40000000},
                                         {"rsqrt f32 -> f32", {kSubnormal}, kInf},
                                         {"rsqrt f32 -> f32", {kMinusZero}, kMinusInf},
                                         {"rsqrt f32 -> f32", {0x40800000}, 0x3f000000}})
    EXPECT_EQ(Scalar(c.op)(c.operands).bits, c.expected) << c.op << fmt::format(" {:#x}", c.operands[0]);
}

TEST(Evaluate, ExpOfF32RoundsTheProductFirst) {
  Scalar op("exp f32 -> f32");
  for (float x = -80; x < 80; x += 0.37f) {
    volatile float exponent = x * 1.4426950408889634f;
    float expected = static_cast<float>(std::exp2(static_cast<double>(exponent)));
    EXPECT_EQ(op({std::bit_cast<uint32_t>(x)}).bits, std::bit_cast<uint32_t>(expected)) << x;
  }
}

// ---- Unspecified values ----

TEST(Evaluate, ThePatternFillsUnspecifiedValues) {
  Scalar division("divui i16 i16 -> i16");
  EXPECT_EQ(division({1, 0}, 0x12345678).bits, 0x5678u);
  EXPECT_EQ(division({6, 3}, 0x12345678).bits, 2u);
  Scalar minimum("minf f32 f32 -> f32");
  EXPECT_EQ(minimum({0, kMinusZero}, 2).bits, kMinusZero);
  EXPECT_EQ(minimum({0, kMinusZero}, 3).bits, 0u);
}

// ---- Rounding ----

/// The code nearest to a number that `compare` knows: it gives the sign of (exact number - candidate). Searches the
/// codes of the positive numbers of a format that `decodeFloat` lists; ties go to the even code.
uint64_t nearestCode(ScalarKind kind, uint64_t largest, const std::function<int(double)> &compare) {
  uint64_t low = 0, high = largest;
  if (compare(decodeFloat(kind, largest)) >= 0) return largest;
  while (high - low > 1) {
    uint64_t middle = (low + high) / 2;
    (compare(decodeFloat(kind, middle)) >= 0 ? low : high) = middle;
  }
  double a = decodeFloat(kind, low), b = decodeFloat(kind, high);
  int side = compare(a + (b - a) / 2);
  return side == 0 ? low + (low & 1) : side < 0 ? low : high;
}

int signOf(double value) { return (value > 0) - (value < 0); }

/// Sums, products and quotients of positive numbers of formats with at most 11 bits, for which the sign of each
/// difference below is exact in double.
void checkRounding(ScalarKind kind, uint64_t a, uint64_t b, uint64_t largest, const Scalar &add, const Scalar &mul,
                   const Scalar &div) {
  double x = decodeFloat(kind, a), y = decodeFloat(kind, b);
  auto check = [&](const Scalar &op, const char *name, const std::function<int(double)> &compare) {
    uint64_t expected = nearestCode(kind, largest, compare);
    // Beyond the largest number a test of its own says what happens.
    if (expected == largest) return;
    ASSERT_EQ(op({a, b}).bits, expected) << fmt::format("{} {:#x} {:#x}", name, a, b);
  };
  check(add, "addf", [&](double c) { return signOf(x + y - c); });
  check(mul, "mulf", [&](double c) { return signOf(x * y - c); });
  if (b != 0) check(div, "divf.rn", [&](double c) { return signOf(x - c * y); });
}

TEST(Evaluate, EightBitArithmeticIsRoundedOnce) {
  for (auto [kind, name, largest] :
       {std::tuple(ScalarKind::F8E4M3, "f8e4m3", 0x7eu), {ScalarKind::F8E5M2, "f8e5m2", 0x7bu}}) {
    Scalar add(fmt::format("addf {0} {0} -> {0}", name)), mul(fmt::format("mulf {0} {0} -> {0}", name)),
        div(fmt::format("divf.rn {0} {0} -> {0}", name));
    for (uint64_t a = 0; a <= largest; ++a)
      for (uint64_t b = 0; b <= largest; ++b) checkRounding(kind, a, b, largest, add, mul, div);
  }
}

TEST(Evaluate, F16ArithmeticIsRoundedOnce) {
  Scalar add("addf f16 f16 -> f16"), mul("mulf f16 f16 -> f16"), div("divf.rn f16 f16 -> f16");
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i)
    checkRounding(ScalarKind::F16, random() % 0x7c00, random() % 0x7c00, 0x7bff, add, mul, div);
}

/// Numbers of one magnitude or of all, subnormals among them.
uint32_t randomF32(std::mt19937 &random) {
  uint32_t bits = random();
  switch (random() % 3) {
  case 0: return (bits & 0x807fffff) | 0x3f800000;
  case 1: return bits & 0x80ffffff;
  default: return bits;
  }
}

TEST(Evaluate, F32ArithmeticIsThatOfTheHost) {
  Scalar add("addf f32 f32 -> f32"), sub("subf f32 f32 -> f32"), mul("mulf f32 f32 -> f32"),
      div("divf.rn f32 f32 -> f32"), fma("fma f32 f32 f32 -> f32"), sqrt("sqrt.rn f32 -> f32");
  std::mt19937 random(4);
  auto check = [](Element element, float expected) {
    ASSERT_EQ(element.bits, std::isnan(expected) ? kNan : std::bit_cast<uint32_t>(expected));
  };
  for (int i = 0; i < 300000; ++i) {
    uint32_t a = randomF32(random), b = randomF32(random), c = randomF32(random);
    float x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
    // Sums near a midpoint: c has the size of a * b or of its last bits, or a * b is a midpoint and c is tiny.
    float z = i % 2 ? std::bit_cast<float>(c) : x * y * std::ldexp(1.0f, static_cast<int>(c % 60) - 30);
    if (i % 5 == 0) {
      auto withTwelveBits = [](uint32_t bits) { return (bits & 0x807ff000) | 0x3f800800; };
      a = withTwelveBits(a), b = withTwelveBits(b);
      x = std::bit_cast<float>(a), y = std::bit_cast<float>(b), z = std::copysign(0x1p-80f, z);
    }
    c = std::bit_cast<uint32_t>(z);
    check(add({a, b}), x + y);
    check(sub({a, b}), x - y);
    check(mul({a, b}), x * y);
    check(div({a, b}), x / y);
    check(fma({a, b, c}), std::fma(x, y, z));
    check(sqrt({a}), std::sqrt(x));
  }
}

TEST(Evaluate, Bf16ArithmeticIsF32ArithmeticRounded) {
  // f32 has more than twice the bits of bf16, so one operation in f32 and one rounding is right as well.
  Scalar add("addf bf16 bf16 -> bf16"), mul("mulf bf16 bf16 -> bf16"), div("divf.rn bf16 bf16 -> bf16");
  auto roundToEven = [](float value) -> uint64_t {
    if (std::isnan(value)) return 0x7fc0;
    uint32_t bits = std::bit_cast<uint32_t>(value);
    return (uint64_t{bits} + 0x7fff + ((bits >> 16) & 1)) >> 16;
  };
  std::mt19937 random(5);
  for (int i = 0; i < 100000; ++i) {
    uint32_t a = randomF32(random) >> 16, b = randomF32(random) >> 16;
    float x = std::bit_cast<float>(a << 16), y = std::bit_cast<float>(b << 16);
    ASSERT_EQ(add({a, b}).bits, roundToEven(x + y)) << a << " " << b;
    ASSERT_EQ(mul({a, b}).bits, roundToEven(x * y)) << a << " " << b;
    ASSERT_EQ(div({a, b}).bits, roundToEven(x / y)) << a << " " << b;
  }
}

TEST(Evaluate, F16FmaIsRoundedOnce) {
  Scalar fma("fma f16 f16 f16 -> f16");
  std::mt19937 random(6);
  for (int i = 0; i < 100000; ++i) {
    uint64_t a = random() % 0x7c00, b = random() % 0x7c00, c = random() % 0x7c00;
    double x = decodeFloat(ScalarKind::F16, a), y = decodeFloat(ScalarKind::F16, b),
           z = decodeFloat(ScalarKind::F16, c);
    // Exact: x * y has 22 bits, and x * y - candidate + z is rounded, but not across zero.
    auto compare = [&](double candidate) { return signOf(std::fma(x, y, z - candidate)); };
    uint64_t expected = nearestCode(ScalarKind::F16, 0x7bff, compare);
    if (expected == 0x7bff) continue;
    ASSERT_EQ(fma({a, b, c}).bits, expected) << a << " " << b << " " << c;
  }
}

}  // namespace
}  // namespace tritonc::ir::testing
