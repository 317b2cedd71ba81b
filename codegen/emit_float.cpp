// Floats: one rounding in the type, subnormals kept except where a row of ops.def says otherwise, nothing contracted.
//
// Types without instructions of their own compute in a wider one. A sum, product, quotient or root rounded to f32 and
// then to f16, bf16 or f8 equals the one rounded once, since 24 bits are at least two more than twice theirs; subnormal
// results too, since f32 still holds them with more than that or exactly. A sum of an f8 product and an f8 is exact in
// f64.
#include "codegen/element_ops.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

#include <cmath>
#include <numbers>

namespace tritonc::codegen {
namespace {

using Context = ElementContext;
using ir::ScalarKind;
namespace Intrinsic = llvm::Intrinsic;

/// `compute` in the float type `wide`.
llvm::Value *computeIn(ScalarKind wide, const Context &context, ElementArgs args, ElementFn compute) {
  Regs widened;
  for (llvm::Value *arg : args) widened.push_back(convertFloat(context.emitter, arg, context.kind, wide));
  llvm::Value *result = compute(context.withKind(wide), widened);
  return convertFloat(context.emitter, result, wide, context.kind);
}

/// f16, bf16 and f8.
bool isNarrow(ScalarKind kind) { return kind != ScalarKind::F32 && kind != ScalarKind::F64; }

llvm::Value *constant(const Context &context, double value) {
  llvm::Type *type = context.kind == ScalarKind::F64 ? context.builder().getDoubleTy() : context.builder().getFloatTy();
  return llvm::ConstantFP::get(type, value);
}

/// An intrinsic of LLVM that is one instruction on everything but f8.
llvm::Value *native(const Context &context, Intrinsic::ID id, ElementArgs args) {
  return context.emitter.intrinsic(id, args, {args[0]->getType()});
}

llvm::Value *byType(const Context &context, Intrinsic::ID f32, Intrinsic::ID f64, ElementArgs args) {
  return context.emitter.intrinsic(context.kind == ScalarKind::F64 ? f64 : f32, args);
}

/// The intrinsic with NaN for any NaN operand; PTX has `.NaN` for every type but f64.
llvm::Value *propagating(const Context &context, Intrinsic::ID withNaN, Intrinsic::ID withoutNaN, ElementArgs args) {
  if (context.kind != ScalarKind::F64) return native(context, withNaN, args);
  llvm::IRBuilder<> &b = context.builder();
  llvm::Value *isNaN = b.CreateFCmpUNO(args[0], args[1]);
  return b.CreateSelect(isNaN, llvm::ConstantFP::getNaN(b.getDoubleTy()), native(context, withoutNaN, args));
}

llvm::Value *multiplyAdd(const Context &context, llvm::Value *a, llvm::Value *b, llvm::Value *c) {
  return native(context, Intrinsic::fma, {a, b, c});
}

/// 2^n for an f64 that holds an integer in -1022 .. 1023.
llvm::Value *powerOfTwo(const Context &context, llvm::Value *n) {
  llvm::IRBuilder<> &b = context.builder();
  llvm::Value *exponent =
      b.CreateZExt(b.CreateAdd(b.CreateFPToSI(n, b.getInt32Ty()), b.getInt32(1023)), b.getInt64Ty());
  return b.CreateBitCast(b.CreateShl(exponent, 52), b.getDoubleTy());
}

/// e^r * 2^n for |r| <= ln(2) / 2 and an integer n, both f64: the Taylor polynomial of degree 13 (its error is below
/// 2^-57), then two steps of scaling, so that the result may be subnormal or infinite.
llvm::Value *expOfParts(const Context &context, llvm::Value *r, llvm::Value *n) {
  llvm::IRBuilder<> &b = context.builder();
  double factorial = 6227020800.0;  // 13!
  llvm::Value *sum = constant(context, 1 / factorial);
  for (int k = 12; k >= 0; --k) {
    factorial /= k + 1;
    sum = multiplyAdd(context, sum, r, constant(context, 1 / factorial));
  }
  llvm::Value *half = native(context, Intrinsic::floor, {b.CreateFMul(n, constant(context, 0.5))});
  llvm::Value *scaled = b.CreateFMul(sum, powerOfTwo(context, half));
  return b.CreateFMul(scaled, powerOfTwo(context, b.CreateFSub(n, half)));
}

/// Beyond +-1100 every power of two is 0 or infinite. A NaN becomes a bound here; `withNaN` puts it back.
llvm::Value *clampExponent(const Context &context, llvm::Value *x) {
  llvm::Value *atMost = native(context, Intrinsic::minnum, {x, constant(context, 1100)});
  return native(context, Intrinsic::maxnum, {atMost, constant(context, -1100)});
}

llvm::Value *withNaN(const Context &context, llvm::Value *x, llvm::Value *result) {
  llvm::IRBuilder<> &b = context.builder();
  return b.CreateSelect(b.CreateFCmpUNO(x, x), x, result);
}

llvm::Value *expF64(const Context &context, llvm::Value *x) {
  constexpr double kLn2Low = 2.319046813846299616e-17;  // ln(2) less its nearest double
  llvm::IRBuilder<> &b = context.builder();
  llvm::Value *bounded = native(context, Intrinsic::minnum, {x, constant(context, 1100 * std::numbers::ln2)});
  bounded = native(context, Intrinsic::maxnum, {bounded, constant(context, -1100 * std::numbers::ln2)});
  llvm::Value *n = native(context, Intrinsic::rint, {b.CreateFMul(bounded, constant(context, std::numbers::log2e))});
  llvm::Value *minusN = b.CreateFNeg(n);
  llvm::Value *r = multiplyAdd(context, minusN, constant(context, std::numbers::ln2), bounded);
  r = multiplyAdd(context, minusN, constant(context, kLn2Low), r);
  return withNaN(context, x, expOfParts(context, r, n));
}

llvm::Value *exp2F64(const Context &context, llvm::Value *x) {
  llvm::IRBuilder<> &b = context.builder();
  llvm::Value *bounded = clampExponent(context, x);
  llvm::Value *n = native(context, Intrinsic::rint, {bounded});
  llvm::Value *r = b.CreateFMul(b.CreateFSub(bounded, n), constant(context, std::numbers::ln2));
  return withNaN(context, x, expOfParts(context, r, n));
}

}  // namespace

llvm::Value *addF(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, addF);
  return context.builder().CreateFAdd(args[0], args[1]);
}
llvm::Value *subF(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, subF);
  return context.builder().CreateFSub(args[0], args[1]);
}
llvm::Value *mulF(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, mulF);
  return context.builder().CreateFMul(args[0], args[1]);
}
llvm::Value *fma(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F64, context, args, fma);
  return native(context, Intrinsic::fma, args);
}

llvm::Value *divF(const Context &context, ElementArgs args) {
  if (isNarrow(context.kind)) return computeIn(ScalarKind::F32, context, args, divF);
  if (context.kind == ScalarKind::F64) return context.builder().CreateFDiv(args[0], args[1]);
  return context.emitter.pureAsm(context.builder().getFloatTy(), "div.full.f32 $0, $1, $2;", "=f,f,f", args);
}
llvm::Value *divRnF(const Context &context, ElementArgs args) {
  if (isNarrow(context.kind)) return computeIn(ScalarKind::F32, context, args, divRnF);
  return byType(context, Intrinsic::nvvm_div_rn_f, Intrinsic::nvvm_div_rn_d, args);
}
llvm::Value *remF(const Context &context, ElementArgs args) {
  if (isNarrow(context.kind)) return computeIn(ScalarKind::F32, context, args, remF);
  llvm::IRBuilder<> &b = context.builder();
  llvm::Value *whole = native(context, Intrinsic::trunc, {divF(context, args)});
  return b.CreateFSub(args[0], b.CreateFMul(whole, args[1]));
}

llvm::Value *negF(const Context &context, ElementArgs args) {
  llvm::IRBuilder<> &b = context.builder();
  return isFloat8(context.kind) ? b.CreateXor(args[0], 0x80) : b.CreateFNeg(args[0]);
}
llvm::Value *absF(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return context.builder().CreateAnd(args[0], 0x7f);
  return native(context, Intrinsic::fabs, args);
}

llvm::Value *minNumF(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, minNumF);
  return native(context, Intrinsic::minnum, args);
}
llvm::Value *maxNumF(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, maxNumF);
  return native(context, Intrinsic::maxnum, args);
}
llvm::Value *minF(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, minF);
  return propagating(context, Intrinsic::minimum, Intrinsic::minnum, args);
}
llvm::Value *maxF(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, maxF);
  return propagating(context, Intrinsic::maximum, Intrinsic::maxnum, args);
}

llvm::Value *exp(const Context &context, ElementArgs args) {
  if (isNarrow(context.kind)) return computeIn(ScalarKind::F32, context, args, exp);
  if (context.kind == ScalarKind::F64) return expF64(context, args[0]);
  llvm::Value *scaled = context.builder().CreateFMul(args[0], constant(context, std::numbers::log2e));
  return context.emitter.intrinsic(Intrinsic::nvvm_ex2_approx_ftz_f, {scaled});
}
llvm::Value *exp2(const Context &context, ElementArgs args) {
  if (isNarrow(context.kind)) return computeIn(ScalarKind::F32, context, args, exp2);
  if (context.kind == ScalarKind::F64) return exp2F64(context, args[0]);
  return context.emitter.intrinsic(Intrinsic::nvvm_ex2_approx_ftz_f, args);
}

llvm::Value *sqrt(const Context &context, ElementArgs args) {
  if (isNarrow(context.kind)) return computeIn(ScalarKind::F32, context, args, sqrt);
  return byType(context, Intrinsic::nvvm_sqrt_approx_ftz_f, Intrinsic::nvvm_sqrt_rn_d, args);
}
llvm::Value *sqrtRn(const Context &context, ElementArgs args) {
  if (isNarrow(context.kind)) return computeIn(ScalarKind::F32, context, args, sqrtRn);
  return byType(context, Intrinsic::nvvm_sqrt_rn_f, Intrinsic::nvvm_sqrt_rn_d, args);
}
llvm::Value *rsqrt(const Context &context, ElementArgs args) {
  if (isNarrow(context.kind)) return computeIn(ScalarKind::F32, context, args, rsqrt);
  if (context.kind == ScalarKind::F32) return context.emitter.intrinsic(Intrinsic::nvvm_rsqrt_approx_ftz_f, args);
  return divRnF(context, {constant(context, 1), sqrtRn(context, args)});
}

llvm::Value *floor(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, floor);
  return native(context, Intrinsic::floor, args);
}
llvm::Value *ceil(const Context &context, ElementArgs args) {
  if (isFloat8(context.kind)) return computeIn(ScalarKind::F32, context, args, ceil);
  return native(context, Intrinsic::ceil, args);
}

namespace {

/// Comparisons give a truth value, so only the operands widen.
llvm::Value *compare(const Context &context, llvm::CmpInst::Predicate predicate, ElementArgs args) {
  if (!isFloat8(context.from)) return context.builder().CreateFCmp(predicate, args[0], args[1]);
  return context.builder().CreateFCmp(predicate, convertFloat(context.emitter, args[0], context.from, ScalarKind::F32),
                                      convertFloat(context.emitter, args[1], context.from, ScalarKind::F32));
}

}  // namespace

llvm::Value *cmpOeq(const Context &context, ElementArgs args) {
  return compare(context, llvm::CmpInst::FCMP_OEQ, args);
}
llvm::Value *cmpUne(const Context &context, ElementArgs args) {
  return compare(context, llvm::CmpInst::FCMP_UNE, args);
}
llvm::Value *cmpOlt(const Context &context, ElementArgs args) {
  return compare(context, llvm::CmpInst::FCMP_OLT, args);
}
llvm::Value *cmpOle(const Context &context, ElementArgs args) {
  return compare(context, llvm::CmpInst::FCMP_OLE, args);
}

}  // namespace tritonc::codegen
