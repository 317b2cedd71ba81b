#include "codegen/float8.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

#include <fmt/format.h>

#include <bit>

namespace tritonc::codegen {
namespace {

using ir::Rounding;
using ir::ScalarKind;

/// s.eeee.mmm (bias 7, no infinity) and s.eeeee.mm (bias 15).
struct Float8Format {
  unsigned mantissaBits;
  int bias;
  uint32_t largestFinite;
  llvm::StringRef ptxName;
};

Float8Format formatOf(ScalarKind kind) {
  if (kind == ScalarKind::F8E4M3) return {3, 7, 0x7e, "e4m3x2"};
  return {2, 15, 0x7b, "e5m2x2"};
}

constexpr uint32_t kNaN = 0x7f;
constexpr unsigned kF32Mantissa = 23;
constexpr int kF32Bias = 127;

/// The f8 bits of |x| from 2^(1 - bias) on, given its f32 bits: the exponent is rebiased, the mantissa rounded by
/// adding just less than half of its last place, or half if that place is odd. A carry runs into the exponent as it
/// should.
llvm::Value *roundNormal(llvm::IRBuilder<> &b, llvm::Value *magnitude, const Float8Format &format, Rounding round) {
  unsigned dropped = kF32Mantissa - format.mantissaBits;
  uint32_t rebias = static_cast<uint32_t>(kF32Bias - format.bias) << kF32Mantissa;
  llvm::Value *bits = b.CreateSub(magnitude, b.getInt32(rebias));
  if (round == Rounding::NearestEven) {
    llvm::Value *lastPlace = b.CreateAnd(b.CreateLShr(bits, dropped), 1);
    bits = b.CreateAdd(b.CreateAdd(bits, b.getInt32((1u << (dropped - 1)) - 1)), lastPlace);
  }
  return b.CreateLShr(bits, dropped);
}

/// The f8 bits of a smaller |x|: adding the f32 whose last place is the least f8 leaves the multiple in its low bits.
llvm::Value *roundSubnormal(FunctionEmitter &e, llvm::Value *magnitude, const Float8Format &format, Rounding round) {
  llvm::IRBuilder<> &b = e.builder();
  int exponent = 1 - format.bias - static_cast<int>(format.mantissaBits) + static_cast<int>(kF32Mantissa);
  uint32_t bigBits = static_cast<uint32_t>(exponent + kF32Bias) << kF32Mantissa;
  llvm::Value *big = llvm::ConstantFP::get(b.getFloatTy(), std::bit_cast<float>(bigBits));
  llvm::Value *x = b.CreateBitCast(magnitude, b.getFloatTy());
  llvm::Value *sum =
      round == Rounding::NearestEven ? b.CreateFAdd(x, big) : e.intrinsic(llvm::Intrinsic::nvvm_add_rz_f, {x, big});
  return b.CreateSub(b.CreateBitCast(sum, b.getInt32Ty()), b.getInt32(bigBits));
}

llvm::Value *softwareToFloat8(FunctionEmitter &e, llvm::Value *value, ScalarKind to, Rounding round) {
  llvm::IRBuilder<> &b = e.builder();
  Float8Format format = formatOf(to);
  llvm::Value *bits = b.CreateBitCast(value, b.getInt32Ty());
  llvm::Value *magnitude = b.CreateAnd(bits, 0x7fffffff);
  uint32_t leastNormal = static_cast<uint32_t>(kF32Bias + 1 - format.bias) << kF32Mantissa;
  llvm::Value *isSubnormal = b.CreateICmpULT(magnitude, b.getInt32(leastNormal));
  llvm::Value *result = b.CreateSelect(isSubnormal, roundSubnormal(e, magnitude, format, round),
                                       roundNormal(b, magnitude, format, round));
  result = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, result, b.getInt32(format.largestFinite));
  llvm::Value *isNaN = b.CreateICmpUGT(magnitude, b.getInt32(0x7f800000));
  result = b.CreateSelect(isNaN, b.getInt32(kNaN), result);
  llvm::Value *sign = b.CreateAnd(b.CreateLShr(bits, 24), 0x80);
  return b.CreateTrunc(b.CreateOr(result, sign), b.getInt8Ty());
}

/// The mantissa and exponent of e4m3 moved to where f16 has them, less the difference of the biases: a factor of 256.
llvm::Value *softwareE4M3ToF16(llvm::IRBuilder<> &b, llvm::Value *value) {
  llvm::Value *wide = b.CreateZExt(value, b.getInt16Ty());
  llvm::Value *magnitude = b.CreateAnd(wide, 0x7f);
  llvm::Value *scaled = b.CreateBitCast(b.CreateShl(magnitude, 7), b.getHalfTy());
  llvm::Value *bits =
      b.CreateBitCast(b.CreateFMul(scaled, llvm::ConstantFP::get(b.getHalfTy(), 256.0)), b.getInt16Ty());
  bits = b.CreateSelect(b.CreateICmpEQ(magnitude, b.getInt16(kNaN)), b.getInt16(0x7e00), bits);
  llvm::Value *sign = b.CreateShl(b.CreateAnd(wide, 0x80), 8);
  return b.CreateBitCast(b.CreateOr(bits, sign), b.getHalfTy());
}

}  // namespace

bool hasFloat8Instructions(Target target) { return target.capability >= 89; }

llvm::Value *f32PairToFloat8(FunctionEmitter &e, llvm::Value *low, llvm::Value *high, ScalarKind to) {
  // The first source of the instruction is the upper half.
  std::string text = fmt::format("cvt.rn.satfinite.{}.f32 $0, $2, $1;", formatOf(to).ptxName.str());
  return e.pureAsm(e.builder().getInt16Ty(), text, "=h,f,f", {low, high});
}

llvm::Value *float8PairToF16(FunctionEmitter &e, llvm::Value *pair, ScalarKind from) {
  llvm::IRBuilder<> &b = e.builder();
  std::string text = fmt::format("cvt.rn.f16x2.{} $0, $1;", formatOf(from).ptxName.str());
  return b.CreateBitCast(e.pureAsm(b.getInt32Ty(), text, "=r,h", {pair}), llvm::FixedVectorType::get(b.getHalfTy(), 2));
}

llvm::Value *f32ToFloat8(FunctionEmitter &e, llvm::Value *value, ScalarKind to, Rounding round) {
  llvm::IRBuilder<> &b = e.builder();
  if (!hasFloat8Instructions(e.target()) || round == Rounding::TowardZero) return softwareToFloat8(e, value, to, round);
  llvm::Value *pair = f32PairToFloat8(e, value, llvm::ConstantFP::get(b.getFloatTy(), 0), to);
  return b.CreateTrunc(pair, b.getInt8Ty());
}

llvm::Value *float8ToF16(FunctionEmitter &e, llvm::Value *value, ScalarKind from) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::Value *wide = b.CreateZExt(value, b.getInt16Ty());
  // e5m2 is the upper half of an f16.
  if (from == ScalarKind::F8E5M2) return b.CreateBitCast(b.CreateShl(wide, 8), b.getHalfTy());
  if (!hasFloat8Instructions(e.target())) return softwareE4M3ToF16(b, value);
  return b.CreateExtractElement(float8PairToF16(e, wide, from), uint64_t{0});
}

}  // namespace tritonc::codegen
