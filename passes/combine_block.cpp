// What the block of a `reduce` or `scan` does: see combine_block.h.
#include "passes/combine_block.h"

namespace tritonc::passes {

std::optional<ir::Opcode> combinedBy(const ir::Block &block) {
  const ir::Op *op = block.front();
  if (block.numArgs() != 2 || op->isTerminator() || op->next() != block.terminator()) return std::nullopt;
  if (op->numOperands() != 2 || block.terminator()->operand(0) != op->result()) return std::nullopt;
  bool isPlain = op->operand(0) == block.arg(0) && op->operand(1) == block.arg(1);
  bool isSwapped = op->operand(0) == block.arg(1) && op->operand(1) == block.arg(0);
  bool commutes = op->info().traits == ir::Traits::Commutative;
  return isPlain || (isSwapped && commutes) ? std::optional(op->opcode()) : std::nullopt;
}

}  // namespace tritonc::passes
