// Conversions between scalar types, each with one rounding.
//
// Where PTX has no instruction that rounds once, the value goes through a wider type *rounded to odd*: toward zero,
// with the last bit set if anything was lost. A second rounding to at least two bits less then sees what the first one
// saw.
#include "codegen/element_ops.h"

#include <fmt/format.h>

#include <string>

#include "codegen/float8.h"

namespace tritonc::codegen {
namespace {

using Context = ElementContext;
using ir::Rounding;
using ir::ScalarKind;
namespace Intrinsic = llvm::Intrinsic;

enum class Sign : bool { Unsigned, Signed };

unsigned width(llvm::Value *value) { return value->getType()->getIntegerBitWidth(); }

/// The bits of `value`, an f32 rounded toward zero, with the last one set where `isInexact`.
llvm::Value *setStickyBit(llvm::IRBuilder<> &b, llvm::Value *value, llvm::Value *isInexact) {
  llvm::Value *bits = b.CreateBitCast(value, b.getInt32Ty());
  return b.CreateBitCast(b.CreateOr(bits, b.CreateZExt(isInexact, b.getInt32Ty())), b.getFloatTy());
}

/// `cvt` from a type to another, both as PTX spells them. LLVM's intrinsics would not do: InstCombine takes them for
/// its own conversions, which round otherwise (`ll2f.rz`) or are undefined out of range (`f2i.rz`).
llvm::Value *cvt(FunctionEmitter &e, llvm::StringRef rounding, llvm::Type *to, llvm::StringRef toName,
                 llvm::Value *value, llvm::StringRef fromName) {
  auto constraint = [](llvm::Type *type) {
    if (type->isFloatTy()) return 'f';
    if (type->isDoubleTy()) return 'd';
    return type->getPrimitiveSizeInBits() == 64 ? 'l' : type->getPrimitiveSizeInBits() == 32 ? 'r' : 'h';
  };
  std::string text = fmt::format("cvt.{}.{}.{} $0, $1;", rounding.str(), toName.str(), fromName.str());
  std::string constraints = fmt::format("={},{}", constraint(to), constraint(value->getType()));
  return e.pureAsm(to, text, constraints, {value});
}

/// `s32`, `u64`: the name of an integer of 32 or 64 bits.
llvm::StringRef integerName(llvm::Type *type, Sign sign) {
  bool isWide = type->isIntegerTy(64);
  if (sign == Sign::Signed) return isWide ? "s64" : "s32";
  return isWide ? "u64" : "u32";
}

/// An i32 or i64 as f32, rounded to odd.
llvm::Value *integerToOddF32(FunctionEmitter &e, llvm::Value *value, Sign sign) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::StringRef name = integerName(value->getType(), sign);
  llvm::Value *rounded = cvt(e, "rz", b.getFloatTy(), "f32", value, name);
  llvm::Value *back = cvt(e, "rzi", value->getType(), name, rounded, "f32");
  return setStickyBit(b, rounded, b.CreateICmpNE(back, value));
}

llvm::Value *f64ToF32TowardZero(FunctionEmitter &e, llvm::Value *value) {
  return cvt(e, "rz", e.builder().getFloatTy(), "f32", value, "f64");
}

/// An f64 as f32, rounded to odd. Comparing with NaN is true: a NaN keeps at least its last bit.
llvm::Value *f64ToOddF32(FunctionEmitter &e, llvm::Value *value) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::Value *rounded = f64ToF32TowardZero(e, value);
  return setStickyBit(b, rounded, b.CreateFCmpUNE(b.CreateFPExt(rounded, b.getDoubleTy()), value));
}

llvm::Type *floatType(llvm::IRBuilder<> &b, ScalarKind kind) {
  switch (kind) {
  case ScalarKind::F16: return b.getHalfTy();
  case ScalarKind::BF16: return b.getBFloatTy();
  case ScalarKind::F32: return b.getFloatTy();
  case ScalarKind::F64: return b.getDoubleTy();
  default: TC_UNREACHABLE("f8 has no type in LLVM, and integers are not floats");
  }
}

llvm::Value *intToFloat(const Context &context, llvm::Value *value, Sign sign) {
  FunctionEmitter &e = context.emitter;
  llvm::IRBuilder<> &b = context.builder();
  // i16 and less are exact in f32; so one size serves them all.
  if (width(value) < 32)
    value = sign == Sign::Signed ? b.CreateSExt(value, b.getInt32Ty()) : b.CreateZExt(value, b.getInt32Ty());
  bool isDirect = !isFloat8(context.kind) && (context.kind != ScalarKind::BF16 || e.target().capability >= 90);
  if (!isDirect) return convertFloat(e, integerToOddF32(e, value, sign), ScalarKind::F32, context.kind);
  llvm::Type *type = floatType(b, context.kind);
  // LLVM widens the result of its own conversion without regard to numbers that are infinite in f16.
  if (context.kind == ScalarKind::F16)
    return b.CreateBitCast(cvt(e, "rn", b.getInt16Ty(), "f16", value, integerName(value->getType(), sign)), type);
  return sign == Sign::Signed ? b.CreateSIToFP(value, type) : b.CreateUIToFP(value, type);
}

/// Clamps an i32 to the range of a narrower `type`.
llvm::Value *saturate(const Context &context, llvm::Value *value, llvm::Type *type, Sign sign) {
  llvm::IRBuilder<> &b = context.builder();
  unsigned bits = type->getIntegerBitWidth();
  auto clamp = [&](Intrinsic::ID id, const llvm::APInt &bound) {
    value = b.CreateBinaryIntrinsic(id, value, b.getInt(bound));
  };
  if (sign == Sign::Signed) {
    clamp(Intrinsic::smin, llvm::APInt::getSignedMaxValue(bits).sext(32));
    clamp(Intrinsic::smax, llvm::APInt::getSignedMinValue(bits).sext(32));
  } else {
    clamp(Intrinsic::umin, llvm::APInt::getMaxValue(bits).zext(32));
  }
  return b.CreateTrunc(value, type);
}

llvm::Value *floatToInt(const Context &context, llvm::Value *value, ScalarKind to, Sign sign) {
  FunctionEmitter &e = context.emitter;
  bool isDouble = context.from == ScalarKind::F64;
  if (!isDouble) value = convertFloat(e, value, context.from, ScalarKind::F32);
  llvm::Type *type = llvm::IntegerType::get(e.llvm(), ir::bitWidth(to));
  llvm::Type *wide = to == ScalarKind::I64 ? type : context.builder().getInt32Ty();
  llvm::Value *result = cvt(e, "rzi", wide, integerName(wide, sign), value, isDouble ? "f64" : "f32");
  return wide == type ? result : saturate(context, result, type, sign);
}

/// f32 to f16 or bf16.
llvm::Value *narrowF32(FunctionEmitter &e, llvm::Value *value, ScalarKind to, Rounding round) {
  llvm::IRBuilder<> &b = e.builder();
  if (round == Rounding::NearestEven) return b.CreateFPTrunc(value, floatType(b, to));
  llvm::StringRef name = to == ScalarKind::BF16 ? "bf16" : "f16";
  return b.CreateBitCast(cvt(e, "rz", b.getInt16Ty(), name, value, "f32"), floatType(b, to));
}

}  // namespace

llvm::Value *convertFloat(FunctionEmitter &e, llvm::Value *value, ScalarKind from, ScalarKind to, Rounding round) {
  llvm::IRBuilder<> &b = e.builder();
  if (from == to) return value;
  if (isFloat8(from)) return convertFloat(e, float8ToF16(e, value, from), ScalarKind::F16, to, round);
  if (isFloat8(to)) {
    if (from == ScalarKind::F64) return f32ToFloat8(e, f64ToOddF32(e, value), to, round);
    return f32ToFloat8(e, convertFloat(e, value, from, ScalarKind::F32), to, round);
  }
  // Every f16 and bf16 is an f32, and every f32 an f64.
  bool widens = ir::bitWidth(from) < ir::bitWidth(to);
  if (widens) return b.CreateFPExt(value, floatType(b, to));
  if (from == ScalarKind::F32) return narrowF32(e, value, to, round);
  if (from != ScalarKind::F64) return narrowF32(e, b.CreateFPExt(value, b.getFloatTy()), to, round);
  if (round == Rounding::TowardZero) {
    // Twice toward zero is once toward zero.
    llvm::Value *rounded = f64ToF32TowardZero(e, value);
    return to == ScalarKind::F32 ? rounded : narrowF32(e, rounded, to, round);
  }
  if (to == ScalarKind::BF16) return narrowF32(e, f64ToOddF32(e, value), to, round);
  return b.CreateFPTrunc(value, floatType(b, to));
}

llvm::Value *extSI(const Context &context, ElementArgs args) {
  return context.builder().CreateSExt(args[0],
                                      llvm::IntegerType::get(context.emitter.llvm(), ir::bitWidth(context.kind)));
}
llvm::Value *extUI(const Context &context, ElementArgs args) {
  return context.builder().CreateZExt(args[0],
                                      llvm::IntegerType::get(context.emitter.llvm(), ir::bitWidth(context.kind)));
}
llvm::Value *truncI(const Context &context, ElementArgs args) {
  return context.builder().CreateTrunc(args[0],
                                       llvm::IntegerType::get(context.emitter.llvm(), ir::bitWidth(context.kind)));
}
llvm::Value *sIToFP(const Context &context, ElementArgs args) { return intToFloat(context, args[0], Sign::Signed); }
llvm::Value *uIToFP(const Context &context, ElementArgs args) { return intToFloat(context, args[0], Sign::Unsigned); }
llvm::Value *fPToSI(const Context &context, ElementArgs args) {
  return floatToInt(context, args[0], context.kind, Sign::Signed);
}
llvm::Value *fPToUI(const Context &context, ElementArgs args) {
  return floatToInt(context, args[0], context.kind, Sign::Unsigned);
}

}  // namespace tritonc::codegen
