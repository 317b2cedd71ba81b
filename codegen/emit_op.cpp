// Which code each operation becomes: one row for each, in the order of ops.def.
#include <fmt/format.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "codegen/element_ops.h"
#include "codegen/emit_asm.h"
#include "codegen/emit_atomic.h"
#include "codegen/emit_control.h"
#include "codegen/emit_copy.h"
#include "codegen/emit_debug.h"
#include "codegen/emit_dot.h"
#include "codegen/emit_fma.h"
#include "codegen/emit_fold.h"
#include "codegen/emit_gather.h"
#include "codegen/emit_index.h"
#include "codegen/emit_memory.h"
#include "codegen/emit_shape.h"
#include "codegen/emit_shared.h"
#include "codegen/emit_wgmma.h"
#include "codegen/equal_registers.h"
#include "codegen/float8.h"
#include "codegen/packed_math.h"
#include "codegen/wide_product.h"

namespace tritonc::codegen {
namespace {

using ir::Op;
using ir::Opcode;

ir::ScalarKind scalarKind(ir::Type type) { return type.isPtrLike() ? ir::ScalarKind::I64 : type.scalar(); }

/// Applies `compute` to each register, or to two at once where the target can, and once to registers that are known to
/// be equal; scalar operands count for all.
void emitElements(FunctionEmitter &e, const Op &op, ElementFn compute) {
  ElementContext context{e, scalarKind(op.operand(0)->type()), scalarKind(op.result()->type())};
  unsigned count = numRegs(op.result()->type());
  unsigned width = count % 2 == 0 && isPackable(op.opcode(), context.kind, e.target()) ? 2 : 1;
  std::vector<unsigned> first = firstEqualRegisters(op.result(), e.affine());
  Regs regs, args(op.numOperands());
  for (unsigned reg = 0; reg < count; reg += width) {
    if (width == 1 && first[reg] != reg) {
      llvm::Value *equal = regs[first[reg]];
      regs.push_back(equal);
      continue;
    }
    for (unsigned i = 0; i < op.numOperands(); ++i) {
      const Regs &values = e.regs(op.operand(i));
      args[i] = regAt(values, reg);
      if (width == 2) args[i] = makePair(e.builder(), args[i], regAt(values, reg + 1));
    }
    llvm::Value *result = compute(context, args);
    if (width == 2)
      regs.append(splitPair(e.builder(), result));
    else
      regs.push_back(result);
  }
  e.set(op.result(), std::move(regs));
}

/// From and to f8 where the target converts pairs: neighbouring registers go together.
void emitFloat8Pairs(FunctionEmitter &e, const Op &op, ir::ScalarKind from, ir::ScalarKind to) {
  llvm::IRBuilder<> &b = e.builder();
  const Regs &values = e.regs(op.operand(0));
  Regs regs;
  for (unsigned reg = 0; reg < values.size(); reg += 2) {
    llvm::Value *pair[2];
    if (isFloat8(from)) {
      llvm::Value *high = b.CreateShl(b.CreateZExt(values[reg + 1], b.getInt16Ty()), 8);
      llvm::Value *packed = b.CreateOr(b.CreateZExt(values[reg], b.getInt16Ty()), high);
      llvm::Value *halves = float8PairToF16(e, packed, from);
      for (uint64_t i = 0; i < 2; ++i)
        pair[i] = convertFloat(e, b.CreateExtractElement(halves, i), ir::ScalarKind::F16, to);
    } else {
      for (unsigned i = 0; i < 2; ++i) pair[i] = convertFloat(e, values[reg + i], from, ir::ScalarKind::F32);
      llvm::Value *packed = f32PairToFloat8(e, pair[0], pair[1], to);
      pair[0] = b.CreateTrunc(packed, b.getInt8Ty());
      pair[1] = b.CreateTrunc(b.CreateLShr(packed, 8), b.getInt8Ty());
    }
    regs.append(pair, pair + 2);
  }
  e.set(op.result(), std::move(regs));
}

/// From f32 to f16 or bf16: neighbouring registers become one.
void emitHalfPairs(FunctionEmitter &e, const Op &op, ir::ScalarKind to, ir::Rounding round) {
  namespace Intrinsic = llvm::Intrinsic;
  bool isNearest = round == ir::Rounding::NearestEven;
  Intrinsic::ID id = to == ir::ScalarKind::BF16
                         ? (isNearest ? Intrinsic::nvvm_ff2bf16x2_rn : Intrinsic::nvvm_ff2bf16x2_rz)
                         : (isNearest ? Intrinsic::nvvm_ff2f16x2_rn : Intrinsic::nvvm_ff2f16x2_rz);
  const Regs &values = e.regs(op.operand(0));
  Regs regs;
  for (unsigned reg = 0; reg < values.size(); reg += 2)
    regs.append(splitPair(e.builder(), e.intrinsic(id, {values[reg + 1], values[reg]})));
  e.set(op.result(), std::move(regs));
}

void emitConvertF(FunctionEmitter &e, const Op &op) {
  ir::ScalarKind from = op.operand(0)->type().scalar(), to = op.result()->type().scalar();
  ir::Rounding round = op.attrs<ir::RoundAttrs>().round;
  const Regs &values = e.regs(op.operand(0));
  // Two roundings hide in the way from f64 over f32, and between the f8 formats one must be exact.
  unsigned count = numRegs(op.result()->type());
  bool hasEven = values.size() == count && count % 2 == 0;
  bool toHalves = from == ir::ScalarKind::F32 && (to == ir::ScalarKind::F16 || to == ir::ScalarKind::BF16);
  if (hasEven && toHalves) return emitHalfPairs(e, op, to, round);
  bool hasPairs = hasEven && hasFloat8Instructions(e.target());
  bool fromPairs = isFloat8(from) && !isFloat8(to);
  bool toPairs = isFloat8(to) && !isFloat8(from) && from != ir::ScalarKind::F64 && round == ir::Rounding::NearestEven;
  if (hasPairs && (fromPairs || toPairs)) return emitFloat8Pairs(e, op, from, to);
  Regs regs;
  for (unsigned reg = 0; reg < count; ++reg) regs.push_back(convertFloat(e, regAt(values, reg), from, to, round));
  e.set(op.result(), std::move(regs));
}

/// Between types that LLVM may hold to be one: i8 and f8, pointers to different types.
void emitCast(FunctionEmitter &e, const Op &op, llvm::Instruction::CastOps cast) {
  llvm::Type *type = e.type(op.result()->type());
  Regs regs;
  for (unsigned reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    llvm::Value *value = regAt(e.regs(op.operand(0)), reg);
    regs.push_back(value->getType() == type ? value : e.builder().CreateCast(cast, value, type));
  }
  e.set(op.result(), std::move(regs));
}

/// LLVM cannot select instructions for the bits of an f16 as a bf16, or the reverse, and sees through the detour by
/// i16.
llvm::Value *bitcastHalf(FunctionEmitter &e, llvm::Value *value, llvm::Type *type) {
  llvm::Type *bits = e.builder().getInt16Ty();
  llvm::Value *moved = e.pureAsm(bits, "mov.b16 $0, $1;", "=h,h", {e.builder().CreateBitCast(value, bits)});
  return e.builder().CreateBitCast(moved, type);
}

void emitBitcast(FunctionEmitter &e, const Op &op) {
  llvm::Type *type = e.type(op.result()->type());
  const Regs &values = e.regs(op.operand(0));
  if (!values[0]->getType()->is16bitFPTy() || values[0]->getType() == type)
    return emitCast(e, op, llvm::Instruction::BitCast);
  Regs regs;
  for (unsigned reg = 0; reg < numRegs(op.result()->type()); ++reg)
    regs.push_back(bitcastHalf(e, regAt(values, reg), type));
  e.set(op.result(), std::move(regs));
}

/// A call for each register; libdevice.h links the function and inlines it.
void emitExtern(FunctionEmitter &e, const Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  std::string_view symbol = op.attrs<ir::ExternAttrs>().function;
  llvm::Type *type = e.type(op.result()->type());
  // What is a truth value here is an i32 there.
  bool isTruth = type->isIntegerTy(1);
  llvm::SmallVector<llvm::Type *> parameters;
  for (const ir::Use &use : op.operands()) parameters.push_back(e.type(use.value()->type()));
  auto *signature = llvm::FunctionType::get(isTruth ? b.getInt32Ty() : type, parameters, /*isVarArg=*/false);
  llvm::FunctionCallee function = e.module().module.getOrInsertFunction(fmt::format("__nv_{}", symbol), signature);
  Regs regs, args(op.numOperands());
  for (unsigned reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    for (unsigned i = 0; i < op.numOperands(); ++i) args[i] = regAt(e.regs(op.operand(i)), reg);
    llvm::Value *result = b.CreateCall(function, args);
    regs.push_back(isTruth ? b.CreateIsNotNull(result) : result);
  }
  e.set(op.result(), std::move(regs));
}

void emitProduct(FunctionEmitter &e, const Op &op) {
  const auto &attrs = op.attrs<ir::DotAttrs>();
  return attrs.isWgmma ? emitWgmma(e, op) : attrs.isFma ? emitFmaDot(e, op) : emitDot(e, op);
}

/// What moves data between threads, and what waits for that.
void emitBetweenThreads(FunctionEmitter &e, const Op &op) {
  switch (op.opcode()) {
  case Opcode::ConvertLayout: return emitConvertLayout(e, op);
  case Opcode::LocalAlloc: return emitLocalAlloc(e, op);
  case Opcode::LocalSlot: return emitLocalSlot(e, op);
  case Opcode::LocalStore: return emitLocalStore(e, op);
  case Opcode::LocalCount: return emitLocalCount(e, op);
  case Opcode::LocalLoad: return emitLocalLoad(e, op);
  case Opcode::Exchange: return emitExchange(e, op);
  case Opcode::Gather: return emitGather(e, op);
  case Opcode::Histogram: TC_UNREACHABLE("`stage-gathers` counts in shared memory");
  case Opcode::CopyAsync: return emitCopyAsync(e, op);
  case Opcode::CopyCommit: return emitCopyCommit(e);
  case Opcode::CopyWait: return emitCopyWait(e, op);
  case Opcode::DotWait: return emitDotWait(e, op);
  case Opcode::Barrier: return emitBarrier(e, op);
  default: TC_UNREACHABLE("every operation has a case");
  }
}

}  // namespace

void emitOp(FunctionEmitter &e, const Op &op) {
  switch (op.opcode()) {
  case Opcode::ProgramId: return emitProgramId(e, op);
  case Opcode::NumPrograms: return emitNumPrograms(e, op);
  case Opcode::Range: return emitRange(e, op);
  case Opcode::AddI: return emitAddI(e, op);
  case Opcode::SubI: return emitElements(e, op, subI);
  case Opcode::MulI: return emitWideProduct(e, op) ? void() : emitMulI(e, op);
  case Opcode::MulHiU: return emitWideProduct(e, op) ? void() : emitElements(e, op, mulHiU);
  case Opcode::DivSI: return emitElements(e, op, divSI);
  case Opcode::DivUI: return emitElements(e, op, divUI);
  case Opcode::RemSI: return emitElements(e, op, remSI);
  case Opcode::RemUI: return emitElements(e, op, remUI);
  case Opcode::AndI: return emitElements(e, op, andI);
  case Opcode::OrI: return emitElements(e, op, orI);
  case Opcode::XorI: return emitElements(e, op, xorI);
  case Opcode::ShlI: return emitElements(e, op, shlI);
  case Opcode::ShrSI: return emitElements(e, op, shrSI);
  case Opcode::ShrUI: return emitElements(e, op, shrUI);
  case Opcode::MinSI: return emitElements(e, op, minSI);
  case Opcode::MaxSI: return emitElements(e, op, maxSI);
  case Opcode::MinUI: return emitElements(e, op, minUI);
  case Opcode::MaxUI: return emitElements(e, op, maxUI);
  case Opcode::AbsI: return emitElements(e, op, absI);
  case Opcode::AddF: return emitElements(e, op, addF);
  case Opcode::SubF: return emitElements(e, op, subF);
  case Opcode::MulF: return emitElements(e, op, mulF);
  case Opcode::Fma: return emitElements(e, op, fma);
  case Opcode::DivF: return emitElements(e, op, divF);
  case Opcode::DivRnF: return emitElements(e, op, divRnF);
  case Opcode::RemF: return emitElements(e, op, remF);
  case Opcode::NegF: return emitElements(e, op, negF);
  case Opcode::AbsF: return emitElements(e, op, absF);
  case Opcode::MinNumF: return emitElements(e, op, minNumF);
  case Opcode::MaxNumF: return emitElements(e, op, maxNumF);
  case Opcode::MinF: return emitElements(e, op, minF);
  case Opcode::MaxF: return emitElements(e, op, maxF);
  case Opcode::Exp: return emitElements(e, op, exp);
  case Opcode::Exp2: return emitElements(e, op, exp2);
  case Opcode::Sqrt: return emitElements(e, op, sqrt);
  case Opcode::SqrtRn: return emitElements(e, op, sqrtRn);
  case Opcode::Rsqrt: return emitElements(e, op, rsqrt);
  case Opcode::Floor: return emitElements(e, op, floor);
  case Opcode::Ceil: return emitElements(e, op, ceil);
  case Opcode::CmpEq: return emitElements(e, op, cmpEq);
  case Opcode::CmpNe: return emitElements(e, op, cmpNe);
  case Opcode::CmpSlt: return emitElements(e, op, cmpSlt);
  case Opcode::CmpSle: return emitElements(e, op, cmpSle);
  case Opcode::CmpUlt: return emitElements(e, op, cmpUlt);
  case Opcode::CmpUle: return emitElements(e, op, cmpUle);
  case Opcode::CmpOeq: return emitElements(e, op, cmpOeq);
  case Opcode::CmpUne: return emitElements(e, op, cmpUne);
  case Opcode::CmpOlt: return emitElements(e, op, cmpOlt);
  case Opcode::CmpOle: return emitElements(e, op, cmpOle);
  case Opcode::Select: return emitElements(e, op, select);
  case Opcode::Extern: return emitExtern(e, op);
  case Opcode::Asm: return emitInlineAsm(e, op);
  case Opcode::Hint: return e.set(op.result(), e.regs(op.operand(0)));
  case Opcode::ExtSI: return emitExtSI(e, op);
  case Opcode::ExtUI: return emitElements(e, op, extUI);
  case Opcode::TruncI: return emitElements(e, op, truncI);
  case Opcode::SIToFP: return emitElements(e, op, sIToFP);
  case Opcode::UIToFP: return emitElements(e, op, uIToFP);
  case Opcode::FPToSI: return emitElements(e, op, fPToSI);
  case Opcode::FPToUI: return emitElements(e, op, fPToUI);
  case Opcode::ConvertF: return emitConvertF(e, op);
  case Opcode::Bitcast: return emitBitcast(e, op);
  case Opcode::PtrToInt: return emitCast(e, op, llvm::Instruction::PtrToInt);
  case Opcode::IntToPtr: return emitCast(e, op, llvm::Instruction::IntToPtr);
  case Opcode::AddPtr: return emitAddPtr(e, op);
  case Opcode::Load: return emitLoad(e, op);
  case Opcode::Store: return emitStore(e, op);
  case Opcode::AtomicRmw: return emitAtomicRmw(e, op);
  case Opcode::AtomicCas: return emitAtomicCas(e, op);
  case Opcode::ExpandDims:
  case Opcode::Reshape:
  case Opcode::Trans: return emitSameRegisters(e, op);
  case Opcode::Broadcast: return emitBroadcast(e, op);
  case Opcode::Join: return emitJoin(e, op);
  case Opcode::Split: return emitSplit(e, op);
  case Opcode::Dot: return emitProduct(e, op);
  case Opcode::Reduce: return emitReduce(e, op);
  case Opcode::Scan: return emitScan(e, op);
  case Opcode::Assume: return;  // for the analysis
  case Opcode::Assert: return emitAssert(e, op);
  case Opcode::Print: return emitPrint(e, op);
  case Opcode::For: return emitFor(e, op);
  case Opcode::While: return emitWhile(e, op);
  case Opcode::If: return emitIf(e, op);
  case Opcode::Call: return emitCall(e, op);
  case Opcode::Yield:
  case Opcode::Condition:
  case Opcode::Return: TC_UNREACHABLE("whoever emits a block turns its terminator into control flow");
  default: return emitBetweenThreads(e, op);
  }
}

}  // namespace tritonc::codegen
