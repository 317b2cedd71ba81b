// Integers. LLVM's undefined cases (division by zero, the overflowing quotient, shifts by the width or more) are
// guarded, and the guard is left out where the operand is a constant that rules the case out.
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

/// The divisor with 1 in place of 0.
llvm::Value *nonZero(const Context &context, llvm::Value *divisor) {
  llvm::IRBuilder<> &b = context.builder();
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(divisor); constant && !constant->isZero()) return divisor;
  return b.CreateSelect(b.CreateIsNull(divisor), llvm::ConstantInt::get(divisor->getType(), 1), divisor);
}

/// The divisor with 1 in place of 0, and of -1 under the least integer.
llvm::Value *signedDivisor(const Context &context, llvm::Value *dividend, llvm::Value *divisor) {
  llvm::IRBuilder<> &b = context.builder();
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
      constant && !constant->isZero() && !constant->isMinusOne())
    return divisor;
  llvm::Type *type = divisor->getType();
  llvm::Value *isLeast =
      b.CreateICmpEQ(dividend, llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(width(divisor))));
  llvm::Value *isMinusOne = b.CreateICmpEQ(divisor, llvm::ConstantInt::getAllOnesValue(type));
  llvm::Value *isBad = b.CreateOr(b.CreateIsNull(divisor), b.CreateAnd(isLeast, isMinusOne));
  return b.CreateSelect(isBad, llvm::ConstantInt::get(type, 1), divisor);
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
  if (isBool(args[0])) return args[0];
  return context.builder().CreateSDiv(args[0], signedDivisor(context, args[0], args[1]));
}
llvm::Value *divUI(const Context &context, ElementArgs args) {
  if (isBool(args[0])) return args[0];
  return context.builder().CreateUDiv(args[0], nonZero(context, args[1]));
}
llvm::Value *remSI(const Context &context, ElementArgs args) {
  if (isBool(args[0])) return zero(args[0]);
  return context.builder().CreateSRem(args[0], signedDivisor(context, args[0], args[1]));
}
llvm::Value *remUI(const Context &context, ElementArgs args) {
  if (isBool(args[0])) return zero(args[0]);
  return context.builder().CreateURem(args[0], nonZero(context, args[1]));
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
