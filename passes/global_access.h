// Who of a program meets whom in global memory.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "passes/affine.h"
#include "passes/conversion_plan.h"

namespace tritonc::passes {

/// What an operation does to global memory.
struct GlobalAccess {
  /// Null for a call: anywhere.
  const ir::Value *pointer;
  bool isWrite;
};

/// What lies between two accesses: the ends of iterations of these loops, in any order. In none of the other loops
/// around the accesses has an iteration ended.
using LoopsBetween = std::vector<const ir::Op *>;

/// Answers questions about the accesses of one function.
class GlobalAccesses {
public:
  GlobalAccesses(const ir::Module &module, ir::Function &function) : module_(module), function_(function) {}

  /// What the operation does; nothing for most.
  std::optional<GlobalAccess> accessOf(const ir::Op &op);

  /// Whether the accesses may lead into one buffer. Parameters of a kernel count as different ones.
  bool mayShareMemory(const GlobalAccess &a, const GlobalAccess &b);

  /// The nearest threads that may touch a byte one of them writes; nothing if there is no such byte. A kernel that is
  /// given overlapping buffers has to order the accesses itself (`tl.debug_barrier`).
  ///
  /// With loops between them, accesses through one pointer are compared across iterations only: whoever asks has asked
  /// about the same iteration before.
  std::optional<Meeting> meeting(const GlobalAccess &earlier, const GlobalAccess &later, const LoopsBetween &between);

private:
  struct Effects {
    bool reads = false;
    bool writes = false;
  };
  /// Of a function and those it calls.
  Effects effectsOf(const ir::Function &callee);
  /// The parameter that the pointer leads into; null if that is unknown.
  const ir::Value *rootOf(const ir::Value *pointer);
  const ir::Value *findRoot(const ir::Value *pointer) const;
  /// Whether no two elements of a tile of pointers overlap.
  bool areApart(const ir::Value *pointers);
  /// Whether the pointers of different iterations of the loop lead to different bytes.
  bool areApartAcross(const ir::Op &loop, const ir::Value *pointers);
  /// Whether two tiles of pointers lead to the same bytes, element for element.
  bool areEqual(const ir::Value *earlier, const ir::Value *later, const LoopsBetween &between);
  /// Whether two pointers made of the same parts lead to different bytes because constants set them apart.
  bool areApart(const ir::Value *earlier, const ir::Value *later, const LoopsBetween &between);
  /// How far an iteration of the loop moves the scalar, at least; 0 if it stays. No step of a loop is zero, so it is as
  /// long as its largest divisor.
  std::optional<int64_t> stepOf(const ir::Value *scalar, const ir::Op &loop);
  /// The same of a pointer that the loop carries, and moves by a constant.
  std::optional<int64_t> stepOfCarried(const ir::Value *pointer, const ir::Op &loop);
  const AffineForm *formOf(const ir::Value *pointers);
  /// The same with sums of scalars taken apart, so that two that differ by a constant have the same terms.
  std::optional<AffineForm> formInParts(const ir::Value *pointers);
  /// The sum, modulo 2^64, that a term is; nothing if it is none.
  std::vector<AffineForm::Term> partsOf(const AffineForm::Term &term) const;

  const ir::Module &module_;
  ir::Function &function_;
  /// Made for the first question that needs it.
  std::optional<AffineAnalysis> affine_;
  // For look-up only, so that the order of addresses has no influence.
  std::unordered_map<const ir::Value *, const ir::Value *> roots_;
  std::unordered_map<const ir::Function *, Effects> effects_;
};

}  // namespace tritonc::passes
