// Integers. LLVM's undefined cases (division by zero, the overflowing quotient, shifts by the width or more) are kept
// from it: operands are guarded, unless they are constants that rule the case out, or PTX divides.
#include "codegen/element_ops.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

namespace tritonc::codegen {
namespace {

using Context = ElementContext;

unsigned width(llvm::Value *value) { return value->getType()->getIntegerBitWidth(); }

llvm::Value *minMax(const Context &context, llvm::Intrinsic::ID id, ElementArgs args) {
  return context.builder().CreateBinaryIntrinsic(id, args[0], args[1]);
}

/// The shift amount modulo the width, which is a power of two.
llvm::Value *shiftAmount(const Context &context, llvm::Value *amount) {
  return context.builder().CreateAnd(amount, width(amount) - 1);
}

enum class Sign : bool { Unsigned, Signed };

/// Whether LLVM knows a quotient by it for every dividend.
bool isHarmless(llvm::Value *divisor, Sign sign) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  return constant && !constant->isZero() && (sign == Sign::Unsigned || !constant->isMinusOne());
}

/// The divisor with 1 in place of 0, and of -1 under the least integer.
llvm::Value *guarded(const Context &context, llvm::Value *dividend, llvm::Value *divisor, Sign sign) {
  llvm::IRBuilder<> &b = context.builder();
  llvm::Type *type = divisor->getType();
  llvm::Value *isBad = b.CreateIsNull(divisor);
  if (sign == Sign::Signed) {
    llvm::Value *isLeast =
        b.CreateICmpEQ(dividend, llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(width(divisor))));
    llvm::Value *isMinusOne = b.CreateICmpEQ(divisor, llvm::ConstantInt::getAllOnesValue(type));
    isBad = b.CreateOr(isBad, b.CreateAnd(isLeast, isMinusOne));
  }
  return b.CreateSelect(isBad, llvm::ConstantInt::get(type, 1), divisor);
}

/// PTX knows a quotient for all operands, though not which one: no guard is needed. LLVM divides 64 bits, since it
/// takes the short way where 32 are enough.
llvm::Value *quotient(const Context &context, ElementArgs args, Sign sign) {
  llvm::IRBuilder<> &b = context.builder();
  llvm::Value *dividend = args[0], *divisor = args[1];
  bool isSigned = sign == Sign::Signed;
  if (isHarmless(divisor, sign) || width(divisor) == 64) {
    if (!isHarmless(divisor, sign)) divisor = guarded(context, dividend, divisor, sign);
    return isSigned ? b.CreateSDiv(dividend, divisor) : b.CreateUDiv(dividend, divisor);
  }
  llvm::Type *word = b.getInt32Ty();
  auto extended = [&](llvm::Value *value) { return isSigned ? b.CreateSExt(value, word) : b.CreateZExt(value, word); };
  llvm::Value *result = context.emitter.pureAsm(word, isSigned ? "div.s32 $0, $1, $2;" : "div.u32 $0, $1, $2;",
                                                "=r,r,r", {extended(dividend), extended(divisor)});
  return b.CreateTrunc(result, dividend->getType());
}

/// One division serves both, if a program asks for the quotient too.
llvm::Value *remainder(const Context &context, ElementArgs args, Sign sign) {
  llvm::IRBuilder<> &b = context.builder();
  if (isHarmless(args[1], sign))
    return sign == Sign::Signed ? b.CreateSRem(args[0], args[1]) : b.CreateURem(args[0], args[1]);
  return b.CreateSub(args[0], b.CreateMul(quotient(context, args, sign), args[1]));
}

/// Booleans have one divisor that is not zero, which leaves the dividend (or overflows) and the remainder 0.
bool isBool(llvm::Value *value) { return width(value) == 1; }
llvm::Value *zero(llvm::Value *like) { return llvm::ConstantInt::get(like->getType(), 0); }

}  // namespace

llvm::Value *addI(const Context &context, ElementArgs args) { return context.builder().CreateAdd(args[0], args[1]); }
llvm::Value *subI(const Context &context, ElementArgs args) { return context.builder().CreateSub(args[0], args[1]); }
llvm::Value *mulI(const Context &context, ElementArgs args) { return context.builder().CreateMul(args[0], args[1]); }

llvm::Value *mulHiU(const Context &context, ElementArgs args) {
  llvm::IRBuilder<> &b = context.builder();
  unsigned bits = width(args[0]);
  if (bits == 64) return context.emitter.intrinsic(llvm::Intrinsic::nvvm_mulhi_ull, args);
  if (bits == 32) return context.emitter.intrinsic(llvm::Intrinsic::nvvm_mulhi_ui, args);
  llvm::Value *product = b.CreateMul(b.CreateZExt(args[0], b.getInt32Ty()), b.CreateZExt(args[1], b.getInt32Ty()));
  return b.CreateTrunc(b.CreateLShr(product, bits), args[0]->getType());
}

llvm::Value *divSI(const Context &context, ElementArgs args) {
  return isBool(args[0]) ? args[0] : quotient(context, args, Sign::Signed);
}
llvm::Value *divUI(const Context &context, ElementArgs args) {
  return isBool(args[0]) ? args[0] : quotient(context, args, Sign::Unsigned);
}
llvm::Value *remSI(const Context &context, ElementArgs args) {
  return isBool(args[0]) ? zero(args[0]) : remainder(context, args, Sign::Signed);
}
llvm::Value *remUI(const Context &context, ElementArgs args) {
  return isBool(args[0]) ? zero(args[0]) : remainder(context, args, Sign::Unsigned);
}

llvm::Value *andI(const Context &context, ElementArgs args) { return context.builder().CreateAnd(args[0], args[1]); }
llvm::Value *orI(const Context &context, ElementArgs args) { return context.builder().CreateOr(args[0], args[1]); }
llvm::Value *xorI(const Context &context, ElementArgs args) { return context.builder().CreateXor(args[0], args[1]); }

llvm::Value *shlI(const Context &context, ElementArgs args) {
  return context.builder().CreateShl(args[0], shiftAmount(context, args[1]));
}
llvm::Value *shrSI(const Context &context, ElementArgs args) {
  return context.builder().CreateAShr(args[0], shiftAmount(context, args[1]));
}
llvm::Value *shrUI(const Context &context, ElementArgs args) {
  return context.builder().CreateLShr(args[0], shiftAmount(context, args[1]));
}

llvm::Value *minSI(const Context &context, ElementArgs args) { return minMax(context, llvm::Intrinsic::smin, args); }
llvm::Value *maxSI(const Context &context, ElementArgs args) { return minMax(context, llvm::Intrinsic::smax, args); }
llvm::Value *minUI(const Context &context, ElementArgs args) { return minMax(context, llvm::Intrinsic::umin, args); }
llvm::Value *maxUI(const Context &context, ElementArgs args) { return minMax(context, llvm::Intrinsic::umax, args); }

llvm::Value *absI(const Context &context, ElementArgs args) {
  llvm::IRBuilder<> &b = context.builder();
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, args[0], /*INT_MIN is poison=*/b.getFalse());
}

llvm::Value *cmpEq(const Context &context, ElementArgs args) {
  return context.builder().CreateICmpEQ(args[0], args[1]);
}
llvm::Value *cmpNe(const Context &context, ElementArgs args) {
  return context.builder().CreateICmpNE(args[0], args[1]);
}
llvm::Value *cmpSlt(const Context &context, ElementArgs args) {
  return context.builder().CreateICmpSLT(args[0], args[1]);
}
llvm::Value *cmpSle(const Context &context, ElementArgs args) {
  return context.builder().CreateICmpSLE(args[0], args[1]);
}
llvm::Value *cmpUlt(const Context &context, ElementArgs args) {
  return context.builder().CreateICmpULT(args[0], args[1]);
}
llvm::Value *cmpUle(const Context &context, ElementArgs args) {
  return context.builder().CreateICmpULE(args[0], args[1]);
}

llvm::Value *select(const Context &context, ElementArgs args) {
  return context.builder().CreateSelect(args[0], args[1], args[2]);
}

}  // namespace tritonc::codegen
