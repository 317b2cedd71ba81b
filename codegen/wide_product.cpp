// A full product costs no more than its high half alone. Random number generators need both: with one instruction for
// both, dropout on an H200 reads and writes 3009 GB/s instead of 2621 (`bench/memory_bound.py dropout`).
//
//   mul.wide.u32 %rd, %a, %b;   low = trunc(%rd), high = %rd >> 32
//
// The product is PTX text, since LLVM would narrow it to one multiplication for each half again.
#include "codegen/wide_product.h"

namespace tritonc::codegen {
namespace {

using ir::Op;
using ir::Opcode;

bool isSameProduct(const Op &a, const Op &b) {
  bool isPlain = a.operand(0) == b.operand(0) && a.operand(1) == b.operand(1);
  bool isSwapped = a.operand(0) == b.operand(1) && a.operand(1) == b.operand(0);
  return isPlain || isSwapped;
}

const Op *otherHalf(const Op &op) {
  Opcode opcode = op.opcode() == Opcode::MulI ? Opcode::MulHiU : Opcode::MulI;
  // A constant has uses all over the function.
  const ir::Value *operand = op.operand(op.operand(0)->isConstant() ? 1 : 0);
  for (const ir::Use *use = operand->firstUse(); use; use = use->next()) {
    const Op *user = use->user();
    if (user->opcode() == opcode && user->parent() == op.parent() && isSameProduct(op, *user)) return user;
  }
  return nullptr;
}

/// Within one block. Blocks of reductions are emitted many times, so whether there is a value does not tell. Looks both
/// ways at once: the halves of a product are close together in blocks that may be long.
bool isBefore(const Op &a, const Op &b) {
  const Op *before = b.prev();
  for (const Op *after = b.next(); before && after; before = before->prev(), after = after->next()) {
    if (before == &a) return true;
    if (after == &a) return false;
  }
  for (; before; before = before->prev())
    if (before == &a) return true;
  return false;
}

}  // namespace

bool emitWideProduct(FunctionEmitter &e, const Op &op) {
  if (op.result()->type().elemBits() != 32) return false;
  const Op *other = otherHalf(op);
  // Of several equal halves one has a partner.
  if (!other || otherHalf(*other) != &op) return false;
  if (isBefore(*other, op)) return true;  // which emitted both
  llvm::IRBuilder<> &b = e.builder();
  const Regs &lhs = e.regs(op.operand(0)), &rhs = e.regs(op.operand(1));
  Regs low, high;
  for (unsigned reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    llvm::Value *product =
        e.pureAsm(b.getInt64Ty(), "mul.wide.u32 $0, $1, $2;", "=l,r,r", {regAt(lhs, reg), regAt(rhs, reg)});
    low.push_back(b.CreateTrunc(product, b.getInt32Ty()));
    high.push_back(b.CreateTrunc(b.CreateLShr(product, 32), b.getInt32Ty()));
  }
  bool isLow = op.opcode() == Opcode::MulI;
  e.set(op.result(), isLow ? low : high);
  e.set(other->result(), isLow ? high : low);
  return true;
}

}  // namespace tritonc::codegen
