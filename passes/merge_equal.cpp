// Common subexpressions by hash-consing in nested scopes: see merge_equal.h.
//
// A scope is a block. What an outer block defined before an inner one is visible in it, and what an inner block defines
// is forgotten at its end, so a match always dominates. The blocks of `reduce` and `scan` are compared operation by
// operation.
#include "passes/merge_equal.h"

#include <algorithm>
#include <unordered_map>

#include "ir/attrs_visit.h"

namespace tritonc::passes {
namespace {

using ir::Block;
using ir::Effect;
using ir::Op;
using ir::Opcode;
using ir::Use;
using ir::Value;

bool mayWrite(const Op &op) {
  if (op.effect() == Effect::Write || op.opcode() == Opcode::Call) return true;
  for (const Block *block : op.blocks())
    for (Op &inner : *block)
      if (mayWrite(inner)) return true;
  return false;
}

class Merger {
public:
  bool run(Block &block) {
    std::vector<size_t> added;
    for (Op &op : block) visit(op, added);
    // Newest first: a bucket is a stack.
    while (!added.empty()) {
      buckets_[added.back()].pop_back();
      added.pop_back();
    }
    return changed_;
  }

private:
  struct Entry {
    Op *op;
    /// How many writes came before it; 0 for operations that do not read.
    uint32_t epoch;
  };

  void visit(Op &op, std::vector<size_t> &added) {
    // A loop's body may run after its own writes.
    bool writes = mayWrite(op);
    if (writes) ++epoch_;
    for (Block *block : op.blocks()) {
      run(*block);
      // The other branch did not see what this one wrote, but neither may it match reads of this one: they are gone.
      if (writes) ++epoch_;
    }
    if (isMergeable(op)) lookUp(op, added);
  }

  static bool isMergeable(const Op &op) {
    if (op.opcode() == Opcode::Load) return !op.attrs<ir::LoadAttrs>().isVolatile;
    return op.isPure();
  }

  void lookUp(Op &op, std::vector<size_t> &added) {
    uint32_t epoch = op.effect() == Effect::Read ? epoch_ : 0;
    size_t hash = hashOf(op) + epoch;
    auto &bucket = buckets_[hash];
    for (const Entry &entry : bucket) {
      if (entry.epoch != epoch || !equal(*entry.op, op)) continue;
      for (Value &result : op.results()) {
        changed_ |= result.hasUses();
        result.replaceAllUsesWith(entry.op->result(result.index()));
      }
      return;
    }
    bucket.push_back({&op, epoch});
    added.push_back(hash);
  }

  static size_t hashOf(const Op &op) {
    size_t hash = static_cast<size_t>(op.opcode()) * 31 + ir::hashAttrs(op);
    // Dense ids keep the hash independent of addresses.
    for (const Use &use : op.operands()) hash = hash * 0x9E3779B97F4A7C15u + use.value()->id();
    for (const Value &result : op.results()) hash = hash * 31 + result.type().data()->id;
    return hash;
  }

  static bool equal(const Op &x, const Op &y) {
    return hasEqualHead(x, y) && std::ranges::equal(x.operands(), y.operands(), {}, &Use::value, &Use::value) &&
           (x.numBlocks() == 0 || hasEqualBlocks(x, y));
  }

  static bool hasEqualHead(const Op &x, const Op &y) {
    return x.opcode() == y.opcode() && x.numOperands() == y.numOperands() &&
           std::ranges::equal(x.results(), y.results(), {}, &Value::type, &Value::type) && ir::equalAttrs(x, y);
  }

  /// The blocks of two `reduce` or `scan`: the same operations in the same order on corresponding values.
  static bool hasEqualBlocks(const Op &x, const Op &y) {
    std::unordered_map<const Value *, const Value *> partner;
    for (unsigned i = 0; i < x.block()->numArgs(); ++i) partner[x.block()->arg(i)] = y.block()->arg(i);
    auto corresponds = [&](const Use &a, const Use &b) {
      auto found = partner.find(a.value());
      return (found == partner.end() ? a.value() : found->second) == b.value();
    };
    const Op *a = x.block()->front(), *b = y.block()->front();
    for (; a && b; a = a->next(), b = b->next()) {
      if (!hasEqualHead(*a, *b) || !std::ranges::equal(a->operands(), b->operands(), corresponds)) return false;
      for (const Value &result : a->results()) partner[&result] = b->result(result.index());
    }
    return !a && !b;
  }

  std::unordered_map<size_t, std::vector<Entry>> buckets_;
  uint32_t epoch_ = 1;
  bool changed_ = false;
};

}  // namespace

bool mergeEqualOps(ir::Function &function) { return Merger().run(*function.body()); }

}  // namespace tritonc::passes
