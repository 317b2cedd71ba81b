// Copies operations, with the blocks nested in them, to another place or into another function of the same context.
//
//   Cloner cloner(builder);
//   cloner.map(oldMask, newMask);      // uses of `oldMask` become uses of `newMask` in the copies
//   Op *copy = cloner.clone(op);
#pragma once

#include <unordered_map>

#include "ir/builder.h"

namespace tritonc::ir {

class Cloner {
public:
  /// Copies go to the builder's insertion point and keep their own locations; with `inlinedAt`, the call chain of each
  /// location is extended by that call.
  explicit Cloner(Builder &builder, Loc inlinedAt = {}) : builder_(builder), inlinedAt_(inlinedAt) {}

  /// From now on copies use `to` where the original uses `from`.
  void map(const Value *from, Value *to) { values_[from] = to; }
  /// What stands for `value` in the copies: what it was mapped to; a constant, as one of the target function; else the
  /// value itself.
  Value *lookup(Value *value);

  /// The copy, after mapping the results of `op` to its results.
  Op *clone(const Op &op);
  /// Copies the operations of a block but not its terminator; `lookup` translates the operands of that.
  void cloneBody(const Block &block);

private:
  Loc translate(Loc loc);
  Op *cloneDetached(const Op &op);

  Builder &builder_;
  Loc inlinedAt_;
  // For look-up only, so that the order of addresses has no influence.
  std::unordered_map<const Value *, Value *> values_;
  std::unordered_map<uint32_t, Loc> locs_;
};

}  // namespace tritonc::ir
