#include "codegen/combine_block.h"

#include "codegen/packed_math.h"
#include "passes/combine_block.h"

namespace tritonc::codegen {
namespace {

std::optional<ir::Opcode> symmetricOperation(const ir::Block &block) {
  std::optional<ir::Opcode> opcode = passes::combinedBy(block);
  return opcode && ir::info(*opcode).traits == ir::Traits::Commutative ? opcode : std::nullopt;
}

}  // namespace

CombineBlock::CombineBlock(FunctionEmitter &emitter, const ir::Block &block)
    : emitter_(emitter), block_(block), single_(symmetricOperation(block)) {}

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
