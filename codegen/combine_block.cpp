#include "codegen/combine_block.h"

#include "codegen/packed_math.h"

namespace tritonc::codegen {
namespace {

std::optional<ir::Opcode> singleOperation(const ir::Block &block) {
  const ir::Op *op = block.front(), *yield = block.terminator();
  if (block.numArgs() != 2 || op == yield || op->next() != yield || op->numOperands() != 2) return std::nullopt;
  if (op->info().traits != ir::Traits::Commutative || yield->operand(0) != op->result()) return std::nullopt;
  bool takesBoth = (op->operand(0) == block.arg(0) && op->operand(1) == block.arg(1)) ||
                   (op->operand(0) == block.arg(1) && op->operand(1) == block.arg(0));
  return takesBoth ? std::optional(op->opcode()) : std::nullopt;
}

}  // namespace

CombineBlock::CombineBlock(FunctionEmitter &emitter, const ir::Block &block)
    : emitter_(emitter), block_(block), single_(singleOperation(block)) {}

bool CombineBlock::takesPairs() const {
  return single_ && block_.arg(0)->type().isScalar() && isPackable(*single_, kind(), emitter_.target());
}

Regs CombineBlock::combine(const Regs &left, const Regs &right) {
  for (unsigned i = 0; i < left.size(); ++i) {
    emitter_.set(block_.arg(i), {left[i]});
    emitter_.set(block_.arg(static_cast<unsigned>(left.size()) + i), {right[i]});
  }
  emitter_.emitBlock(block_);
  Regs result;
  for (const ir::Use &use : block_.terminator()->operands()) result.push_back(emitter_.scalar(use.value()));
  return result;
}

}  // namespace tritonc::codegen
