// The layout solver's view of a function: which tiles must share a layout, and how layouts depend on one another.
//
// Tiles joined by element-wise operations, loops and branches form a *class* with one layout. Shape operations are
// *edges*: the layout of the result determines that of the operand. Memory accesses are *anchors*: they have wishes and
// costs. Cheap values that depend on nothing but scalars and indices are outside of all classes: they are made again
// in each layout that somebody needs.
#pragma once

#include <vector>

#include "ir/dim_vector.h"
#include "ir/module.h"

namespace tritonc::passes {

class LayoutGraph {
public:
  using ClassId = uint32_t;
  static constexpr ClassId kNoClass = UINT32_MAX;

  struct Class {
    ir::DimVector shape;
    /// Loads and stores.
    std::vector<ir::Op *> anchors;
    /// Element-wise work, weighted by how often it is done.
    int64_t work = 0;
  };

  /// layout(operand) = transform of layout(result), as `op` says.
  struct Edge {
    ir::Op *op;
    ClassId operand;
    ClassId result;
  };

  explicit LayoutGraph(ir::Function &function);

  const std::vector<Class> &classes() const { return classes_; }
  const std::vector<Edge> &edges() const { return edges_; }

  /// Null-like for scalars and cloneable values.
  ClassId classOf(const ir::Value *value) const { return valueClass_[value->id()]; }
  /// Of the tiles that an access reads and writes.
  ClassId classOfAnchor(const ir::Op &op) const;
  /// Whether the value is made again in each layout.
  bool isCloneable(const ir::Value *value) const { return cloneable_[value->id()]; }

  /// How often an operation runs, relative to the others.
  int64_t frequency(const ir::Op &op) const { return frequency_[op.id()]; }

private:
  void findCloneable(const ir::Block &block);
  void findFrequencies(const ir::Block &block, int64_t frequency);
  void joinBlock(const ir::Block &block);
  void joinOp(const ir::Op &op);
  void number(const ir::Function &function);

  // Union-find over value ids; stores follow as extra nodes, by operation id.
  uint32_t find(uint32_t node);
  void join(const ir::Value *a, const ir::Value *b);
  void joinNode(uint32_t node, const ir::Value *value);
  uint32_t storeNode(const ir::Op &op) const { return numValues_ + op.id(); }

  uint32_t numValues_;
  std::vector<uint32_t> parent_;
  std::vector<bool> cloneable_;
  std::vector<int64_t> frequency_;
  std::vector<ClassId> valueClass_;
  std::vector<ClassId> storeClass_;
  std::vector<Class> classes_;
  std::vector<Edge> edges_;
};

/// The operand's layout that goes with a result in `layout`.
ir::LinearLayout operandLayout(const ir::Op &shape, const ir::LinearLayout &layout);

}  // namespace tritonc::passes
