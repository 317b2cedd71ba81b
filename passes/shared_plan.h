// Which bytes of shared memory each buffer of a function gets.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.h"

namespace tritonc::passes {

/// A buffer, or the scratch memory of an atomic operation.
struct SharedItem {
  ir::Op *op;
  int64_t bytes;
  /// Positions in program order, both included.
  uint32_t first, last;
  int64_t offset = -1;
  /// The swizzle of warpgroups' operands runs over eight rows of 128 bytes.
  bool isForWgmma = false;

  int64_t align() const;
  bool isSmall() const;
};

/// A buffer lives from its first to its last access in program order, and through the whole of a loop that it was
/// allocated outside of. Largest first, each takes the lowest place where it meets none that lives at the same time.
/// Small buffers share no bytes as long as they are few: the barrier that sharing costs is dearer than the bytes.
class SharedPlan {
public:
  explicit SharedPlan(ir::Function &function);

  /// As if the `local_alloc` had so many slots and lived as long as the loop.
  void makeRing(const ir::Op &alloc, int64_t slots, const ir::Op &loop);

  /// Places everything from `base` on; the end of it. O(items^2).
  int64_t place(int64_t base);

  const std::vector<SharedItem> &items() const { return items_; }

private:
  struct Span {
    uint32_t first, last;
  };

  void number(ir::Block &block, uint32_t &position);
  void collect(ir::Op &op);
  bool addUses(const ir::Value *buffer, const ir::Block *home, SharedItem &item) const;
  Span lifetimeAt(const ir::Op &access, const ir::Block *home) const;
  bool interfere(const SharedItem &a, const SharedItem &b) const;
  void placeItem(SharedItem &item, int64_t base);

  /// By number of the operation.
  std::vector<Span> span_;
  std::vector<SharedItem> items_;
  bool keepsSmall_ = true;
};

/// The shared memory of one multiprocessor, in bytes, and what each program on it takes beside its own (CUDA C++
/// Programming Guide, "Technical Specifications per Compute Capability" and "Shared Memory").
int64_t sharedBytesOfMultiprocessor(int64_t target);
constexpr int64_t kSharedBytesOfDriver = 1024;

}  // namespace tritonc::passes
