// Accesses to shared memory: see shared_access.h.
#include "passes/shared_access.h"

#include "passes/access_width.h"

namespace tritonc::passes {

using ir::Op;
using ir::Opcode;

bool needsScratch(const Op &op) {
  if (!isAtomic(op) || !op.result()->hasUses()) return false;
  ir::Type type = op.result()->type();
  if (!type.isTile()) return true;
  ir::Place copies = type.layout()->freeVariableMasks();
  return copies[ir::InDim::Lane] != 0 || copies[ir::InDim::Warp] != 0;
}

int64_t scratchOf(const Op &op) {
  if (op.opcode() == Opcode::AtomicRmw) return op.attrs<ir::AtomicRmwAttrs>().scratch;
  if (op.opcode() == Opcode::AtomicCas) return op.attrs<ir::AtomicCasAttrs>().scratch;
  return -1;
}

int64_t scratchBytes(const Op &op) {
  ir::Type type = op.result()->type();
  return (type.isTile() ? type.numElements() : 1) * type.elemBytes();
}

int64_t bufferBytes(ir::Type buffer) { return buffer.numElements() * buffer.elemBytes(); }

std::optional<LocalAccess> localAccess(const Op &op) {
  if (op.opcode() == Opcode::LocalStore)
    return LocalAccess{op.operand(1)->def(), /*isWrite=*/true, op.operand(0)->type().layout()};
  if (op.opcode() == Opcode::LocalLoad)
    return LocalAccess{op.operand(0)->def(), /*isWrite=*/false, op.result()->type().layout()};
  return std::nullopt;
}

SharedRange rangeOf(const Op &alloc) {
  int64_t offset = alloc.attrs<ir::AllocAttrs>().offset;
  return {offset, offset + bufferBytes(alloc.result()->type())};
}

}  // namespace tritonc::passes
