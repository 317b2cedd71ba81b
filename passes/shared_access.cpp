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

int64_t ringBytes(const Op &alloc) { return bufferBytes(alloc.result()->type()) * alloc.attrs<ir::AllocAttrs>().slots; }

const Op *allocOf(const ir::Value *buffer) {
  const Op *def = buffer->def();
  return def->opcode() == Opcode::LocalSlot ? def->operand(0)->def() : def;
}

std::vector<LocalAccess> localAccesses(const Op &op) {
  switch (op.opcode()) {
  case Opcode::LocalStore: return {{op.operand(1), /*isWrite=*/true, op.operand(0)->type().layout()}};
  case Opcode::LocalLoad: return {{op.operand(0), /*isWrite=*/false, op.result()->type().layout()}};
  case Opcode::LocalCount: return {{op.operand(1), /*isWrite=*/true, nullptr}};
  case Opcode::Exchange:
  case Opcode::Gather:
    if (!op.operand(0)->type().isShared()) return {};
    return {{op.operand(0), /*isWrite=*/false, nullptr}};
  case Opcode::CopyAsync: return {{op.operand(1), /*isWrite=*/true, op.operand(0)->type().layout()}};
  case Opcode::Dot: {
    std::vector<LocalAccess> reads;
    for (unsigned i = 0; i < 2; ++i)
      if (op.operand(i)->type().isShared()) reads.push_back({op.operand(i), /*isWrite=*/false, nullptr});
    return reads;
  }
  default: return {};
  }
}

SharedRange rangeOf(const Op &alloc) {
  int64_t offset = alloc.attrs<ir::AllocAttrs>().offset;
  return {offset, offset + ringBytes(alloc)};
}

}  // namespace tritonc::passes
