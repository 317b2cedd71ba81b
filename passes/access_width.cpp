// Widths of memory accesses: see access_width.h.
#include "passes/access_width.h"

#include <algorithm>

#include "passes/affine_form.h"
#include "passes/affine_rules.h"

namespace tritonc::passes {

int64_t pointerWidth(const Facts &pointer, ir::Type type, unsigned dim) {
  int64_t bytes = unitOf(type);
  int64_t width = std::min(pointer.dims[dim].run, std::max<int64_t>(kMaxAccessBytes / bytes, 1));
  while (width > 1 && divisorAt(pointer.dims[dim], width, bytes) < width * bytes) width /= 2;
  return width;
}

int64_t maskWidth(const AffineAnalysis &analysis, const ir::Value *mask, unsigned dim) {
  if (!mask || !mask->type().isTile()) return kMaxAccessBytes;
  return analysis.facts(mask).dims[dim].constancy;
}

MemoryOp::MemoryOp(const ir::Op &op) : pointer(op.operand(0)) {
  if (op.opcode() == ir::Opcode::Store || op.opcode() == ir::Opcode::AtomicRmw) {
    value = op.operand(1);
    mask = op.operandOrNull(2);
    return;
  }
  if (op.opcode() == ir::Opcode::CopyAsync) {
    mask = op.operandOrNull(2);
    return;
  }
  if (op.opcode() == ir::Opcode::AtomicCas) {
    value = op.operand(2);
    return;
  }
  mask = op.operandOrNull(1);
  other = op.operandOrNull(2);
}

bool isMemoryOp(const ir::Op &op) { return op.opcode() == ir::Opcode::Load || op.opcode() == ir::Opcode::Store; }

bool isAtomic(const ir::Op &op) { return op.opcode() == ir::Opcode::AtomicRmw || op.opcode() == ir::Opcode::AtomicCas; }

ir::MemoryOrder orderOf(const ir::Op &atomic) {
  return atomic.opcode() == ir::Opcode::AtomicRmw ? atomic.attrs<ir::AtomicRmwAttrs>().order
                                                  : atomic.attrs<ir::AtomicCasAttrs>().order;
}

bool acquires(const ir::Op &atomic) { return atomic.result()->hasUses() && ir::acquires(orderOf(atomic)); }

}  // namespace tritonc::passes
