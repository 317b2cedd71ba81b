// An exchange renames registers, shuffles lanes, or reads a buffer where another thread would. A gather reads one
// element after the other from a buffer in row-major order. Counting is a reduction in shared memory.
//
//   shfl.sync.bfly.b32 %r2, %r1, 4, 31, -1;
//   @%p1 red.shared.add.u32 [%r3], 1;
#include "codegen/emit_gather.h"

#include "codegen/emit_memory.h"
#include "codegen/emit_shared.h"
#include "codegen/memory_asm.h"
#include "codegen/shuffle.h"
#include "ir/layout_rules.h"

namespace tritonc::codegen {

void emitExchange(FunctionEmitter &e, const ir::Op &op) {
  const auto &attrs = op.attrs<ir::ExchangeAttrs>();
  const ir::Value *source = op.operand(0);
  ir::Type type = op.result()->type();
  ir::Place distance =
      ir::exchangeDistance(*type.layout(), static_cast<unsigned>(attrs.axis), static_cast<uint64_t>(attrs.mask));
  uint64_t registers = distance[ir::InDim::Register], lanes = distance[ir::InDim::Lane];
  Regs values;
  if (source->type().isShared()) {
    distance[ir::InDim::Register] = 0;
    values = loadSharedOf(e, type, {e.scalar(source), *source->type().layout()}, distance);
  } else {
    TC_CHECK(distance[ir::InDim::Warp] == 0, "`stage-gathers` leaves no exchange across warps");
    values = e.regs(source);
    if (lanes != 0) values = exchangeLanes(e, values, static_cast<uint32_t>(lanes));
  }
  Regs results;
  for (uint64_t reg = 0; reg < values.size(); ++reg) results.push_back(values[reg ^ registers]);
  e.set(op.result(), std::move(results));
}

void emitGather(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  auto axis = static_cast<unsigned>(op.attrs<ir::AxisAttrs>().axis);
  const ir::Value *source = op.operand(0);
  const ir::LinearLayout &buffer = *source->type().layout(), &layout = *op.result()->type().layout();
  llvm::Type *elem = e.type(op.result()->type());
  WordShape shape = wordShape(elem, 1);
  // Bits of a coordinate below the axis, along it, and above.
  unsigned low = buffer.outOffset(axis), wide = buffer.outBits(axis), narrow = layout.outBits(axis);
  Regs results;
  for (uint64_t reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    llvm::Value *coordinate = b.CreateXor(e.threadCoordinate(op.result()->type().layout()), layout.applyPacked(reg));
    llvm::Value *below = b.CreateAnd(coordinate, static_cast<uint32_t>(ir::lowMask(low)));
    llvm::Value *above = b.CreateShl(b.CreateLShr(coordinate, low + narrow), low + wide);
    llvm::Value *index = b.CreateAnd(regAt(e.regs(op.operand(1)), reg), static_cast<uint32_t>(ir::lowMask(wide)));
    llvm::Value *offset = b.CreateOr(b.CreateOr(above, below), b.CreateShl(index, low));
    offset = b.CreateMul(offset, b.getInt32(shape.bits() / 8));
    llvm::Value *address = accessPlace(e, b.CreateGEP(b.getInt8Ty(), e.scalar(source), offset), shape);
    results.push_back(unpackWords(b, loadWords(b, address, shape), elem, shape)[0]);
  }
  e.set(op.result(), std::move(results));
}

void emitLocalCount(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const ir::Value *numbers = op.operand(0), *buffer = op.operand(1), *mask = op.operandOrNull(2);
  ir::Type type = numbers->type();
  auto size = static_cast<uint64_t>(buffer->type().shape()[0]);
  constexpr unsigned kBytes = 4;
  // Registers that hold copies of others.
  uint64_t copies = type.layout()->freeVariableMasks()[ir::InDim::Register];
  for (uint64_t reg = 0; reg < numRegs(type); ++reg) {
    if (reg & copies) continue;
    llvm::Value *number = e.regs(numbers)[reg];
    llvm::Value *counts = b.CreateICmpULT(number, llvm::ConstantInt::get(number->getType(), size));
    if (mask) counts = b.CreateAnd(counts, regAt(e.regs(mask), reg));
    llvm::Value *index = b.CreateZExtOrTrunc(number, b.getInt32Ty());
    llvm::Value *address = b.CreateGEP(b.getInt8Ty(), e.scalar(buffer), b.CreateMul(index, b.getInt32(kBytes)));
    AsmText assembler(e);
    std::string predicate = assembler.predicate(ownerPredicate(e, type, counts));
    std::string place = assembler.address(accessPlace(e, address, kBytes));
    assembler.emit(predicate + "red.shared.add.u32 " + place + ", 1;");
  }
}

}  // namespace tritonc::codegen
