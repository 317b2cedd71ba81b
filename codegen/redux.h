// Reductions of a whole warp by one instruction.
#pragma once

#include <optional>

#include "codegen/combine_block.h"
#include "codegen/fold_plan.h"

namespace tritonc::codegen {

/// `redux.sync` for the combination over the lanes of the plan; none if there is none.
struct Redux {
  llvm::Intrinsic::ID id;
  /// The operand is an f32: it is ordered as an integer.
  bool isFloat = false;
  /// The bits that stand for a NaN then.
  uint32_t nan = 0;
};

std::optional<Redux> findRedux(const CombineBlock &block, const ReducePlan &plan);

llvm::Value *emitRedux(FunctionEmitter &emitter, Redux redux, llvm::Value *value);

}  // namespace tritonc::codegen
