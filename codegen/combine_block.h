// The block of a `reduce` or `scan`, which combines two elements of each operand.
#pragma once

#include <optional>
#include <vector>

#include "codegen/emitter.h"

namespace tritonc::codegen {

class CombineBlock {
public:
  CombineBlock(FunctionEmitter &emitter, const ir::Block &block);

  /// Emits the block on one value of each operand from the left and one from the right.
  Regs combine(const Regs &left, const Regs &right);

  /// The operation, if the block is a single one of its two arguments that does not care for their order.
  std::optional<ir::Opcode> single() const { return single_; }
  /// Of a single operation.
  ir::ScalarKind kind() const { return block_.arg(0)->type().scalar(); }
  /// `combine` also takes pairs of elements (packed_math.h).
  bool takesPairs() const;
  /// Combining in either order gives the same bits.
  bool isSymmetric() const { return single_.has_value(); }

private:
  FunctionEmitter &emitter_;
  const ir::Block &block_;
  std::optional<ir::Opcode> single_;
};

}  // namespace tritonc::codegen
