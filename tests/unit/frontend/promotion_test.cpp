// The type of an operation on two tensors, and of numbers: tables written out by hand.
#include <gtest/gtest.h>

#include <limits>

#include "frontend/promotion.h"

namespace tritonc::frontend {
namespace {

constexpr size_t kCount = 15;
constexpr const char *kTypes[kCount] = {"i1",  "i8",    "i16",     "i32",  "i64",  "u8",   "u16", "u32",
                                        "u64", "fp8e5", "fp8e4nv", "fp16", "bf16", "fp32", "fp64"};

// "-" stands for an error. Rows are the left operand.
// clang-format off
constexpr const char *kArithmetic[kCount][kCount] = {
    {"i1", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"i8", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"i16", "i16", "i16", "i32", "i64", "i16", "u16", "u32", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"i32", "i32", "i32", "i32", "i64", "i32", "i32", "u32", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"i64", "i64", "i64", "i64", "i64", "i64", "i64", "i64", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"u8", "u8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"u16", "u16", "u16", "i32", "i64", "u16", "u16", "u32", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"u32", "u32", "u32", "u32", "i64", "u32", "u32", "u32", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"u64", "u64", "u64", "u64", "u64", "u64", "u64", "u64", "u64", "-", "-", "fp16", "fp32", "fp32", "fp64"},
    {"-", "-", "-", "-", "-", "-", "-", "-", "-", "fp8e5", "fp16", "fp16", "fp32", "fp32", "fp64"},
    {"-", "-", "-", "-", "-", "-", "-", "-", "-", "fp16", "fp8e4nv", "fp16", "fp32", "fp32", "fp64"},
    {"fp16", "fp16", "fp16", "fp16", "fp16", "fp16", "fp16", "fp16", "fp16", "fp16", "fp16", "fp16", "fp16", "fp32", "fp64"},
    {"fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp16", "bf16", "fp32", "fp64"},
    {"fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64"},
};

// For `/`, `//` and `%`.
constexpr const char *kDivision[kCount][kCount] = {
    {"i1", "-", "-", "-", "-", "u8", "u16", "u32", "u64", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"-", "i8", "i16", "i32", "i64", "-", "-", "-", "-", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"-", "i16", "i16", "i32", "i64", "-", "-", "-", "-", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"-", "i32", "i32", "i32", "i64", "-", "-", "-", "-", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"-", "i64", "i64", "i64", "i64", "-", "-", "-", "-", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"u8", "-", "-", "-", "-", "u8", "u16", "u32", "u64", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"u16", "-", "-", "-", "-", "u16", "u16", "u32", "u64", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"u32", "-", "-", "-", "-", "u32", "u32", "u32", "u64", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"u64", "-", "-", "-", "-", "u64", "u64", "u64", "u64", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp32", "fp64"},
    {"fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64", "fp64"},
};
// clang-format on

std::string promoted(const char *a, const char *b, PromotionRule rule) {
  Promoted result = promote(*DType::fromShortName(a), *DType::fromShortName(b), rule);
  const auto *type = std::get_if<DType>(&result);
  return type ? type->shortName() : "-";
}

TEST(Promotion, OfEveryPairOfTypes) {
  for (size_t i = 0; i < kCount; ++i)
    for (size_t j = 0; j < kCount; ++j) {
      EXPECT_EQ(promoted(kTypes[i], kTypes[j], PromotionRule::Arithmetic), kArithmetic[i][j])
          << kTypes[i] << " + " << kTypes[j];
      EXPECT_EQ(promoted(kTypes[i], kTypes[j], PromotionRule::Division), kDivision[i][j])
          << kTypes[i] << " / " << kTypes[j];
    }
}

std::string literal(const Value &number) {
  std::optional<DType> type = literalType(number);
  return type ? type->shortName() : "-";
}

TEST(Promotion, LiteralsTakeTheFirstTypeThatHoldsThem) {
  EXPECT_EQ(literal(true), "i1");
  EXPECT_EQ(literal(BigInt(0)), "i32");
  EXPECT_EQ(literal(BigInt(-(int64_t{1} << 31))), "i32");
  EXPECT_EQ(literal(BigInt((int64_t{1} << 31) - 1)), "i32");
  EXPECT_EQ(literal(BigInt(int64_t{1} << 31)), "u32");
  EXPECT_EQ(literal(BigInt((int64_t{1} << 32) - 1)), "u32");
  EXPECT_EQ(literal(BigInt(int64_t{1} << 32)), "i64");
  EXPECT_EQ(literal(BigInt(-(int64_t{1} << 31) - 1)), "i64");
  EXPECT_EQ(literal(shiftLeft(1, 63)), "u64");
  EXPECT_EQ(literal(shiftLeft(1, 64)), "-");
  EXPECT_EQ(literal(-shiftLeft(1, 63) - 1), "-");
}

TEST(Promotion, FloatLiteralsOutsideTheNormalRangeOfFp32AreFp64) {
  for (double value : {0.0, 1.0, -1.5, 0x1p-126, 3.4028234e38, std::numeric_limits<double>::infinity(),
                       std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(literal(value), "fp32") << value;
  for (double value : {1e-40, -1e-40, 1e39, 1e300}) EXPECT_EQ(literal(value), "fp64") << value;
}

TEST(Promotion, NumbersAdaptToATensorOfTheirKindOrAbove) {
  auto beside = [](const Value &number, const char *tensor) {
    return numberTypeBeside(number, *DType::fromShortName(tensor))->shortName();
  };
  EXPECT_EQ(beside(2.0, "fp16"), "fp16");
  EXPECT_EQ(beside(BigInt(2), "bf16"), "bf16");
  EXPECT_EQ(beside(BigInt(2), "i8"), "i8");
  EXPECT_EQ(beside(true, "i8"), "i8");
  EXPECT_EQ(beside(2.0, "i64"), "fp32");
  EXPECT_EQ(beside(1e300, "i64"), "fp64");
  EXPECT_EQ(beside(BigInt(2), "i1"), "i32");
}

TEST(Promotion, NumbersThatDoNotFitAreRefused) {
  EXPECT_EQ(numberProblem(BigInt(127), Scalar::Int8), "");
  EXPECT_EQ(numberProblem(BigInt(-128), Scalar::Int8), "");
  EXPECT_EQ(numberProblem(BigInt(128), Scalar::Int8), "128 does not fit i8");
  EXPECT_EQ(numberProblem(BigInt(255), Scalar::UInt8), "");
  EXPECT_EQ(numberProblem(BigInt(-1), Scalar::UInt32), "-1 is negative, but the operation is done in u32");
  EXPECT_EQ(numberProblem(BigInt(-1), Scalar::Float16), "");
}

TEST(Promotion, CastsBetweenSmallFloatsAndIntegersAreRefused) {
  EXPECT_EQ(castProblem(Scalar::Int32, Scalar::Float32), "");
  EXPECT_EQ(castProblem(Scalar::Float8E5, Scalar::Float32), "");
  EXPECT_EQ(castProblem(Scalar::Float8E5, Scalar::Float8E4NV), "no conversion from fp8e5 to fp8e4nv");
  EXPECT_EQ(castProblem(Scalar::Int1, Scalar::Float8E5), "no conversion from i1 to fp8e5");
  DType pointer = *DType(Scalar::Float32).pointerTo(/*isConst=*/false);
  EXPECT_EQ(castProblem(pointer, Scalar::Int64), "");
  EXPECT_EQ(castProblem(pointer, Scalar::Int1), "");
  EXPECT_EQ(castProblem(pointer, Scalar::Int32), "no conversion from *fp32 to i32");
  EXPECT_EQ(castProblem(Scalar::UInt64, pointer), "");
  EXPECT_EQ(castProblem(Scalar::Float64, pointer), "no conversion from fp64 to *fp32");
}

}  // namespace
}  // namespace tritonc::frontend
