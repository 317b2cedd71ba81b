// Which loads of a loop can start iterations before their values are needed.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "passes/affine.h"
#include "passes/global_access.h"

namespace tritonc::passes {

/// A load on its way to a buffer; of one on its way to registers, those do not exist yet.
struct Stream {
  ir::Op *load;
  ir::Op *store = nullptr;
  ir::Op *alloc = nullptr;
  /// What was taken from a buffer that was made for it.
  ir::Value *taken = nullptr;
};

/// What one iteration computes of what leads to the addresses of the streams: pure operations of the body, in order,
/// and the carried values that they start from.
struct Slice {
  std::set<const ir::Op *> ops;
  /// Numbers of carried values.
  std::set<unsigned> carried;
};

/// Remarks say why a load is none.
class StreamFinder {
public:
  StreamFinder(const ir::Module &module, ir::Function &function, const AffineAnalysis &affine)
      : global_(module, function), affine_(affine) {}

  /// Loads of the loop's own block that end in a buffer, that lead to a product, or, where the loop asks for stages,
  /// any; wide enough to be copied, and not ordered against anything in the loop.
  std::vector<Stream> streamsOf(ir::Op &loop);

  /// Adds what the value depends on inside the loop; whether it is all pure and carried.
  bool addToSlice(ir::Value *value, const ir::Op &loop, Slice &slice);

private:
  std::optional<Stream> streamAt(ir::Op &load, const ir::Op &loop, bool loopIsOrdered);
  bool writesTo(const ir::Op &load, const ir::Op &loop);

  GlobalAccesses global_;
  const AffineAnalysis &affine_;
};

}  // namespace tritonc::passes
