// The cost model of the layout solver: see layout_cost.h.
#include "passes/layout_cost.h"

#include <algorithm>
#include <bit>

#include "ir/contiguous_run.h"
#include "ir/layout_rules.h"
#include "ir/wgmma_layout.h"
#include "passes/access_width.h"
#include "passes/affine_rules.h"
#include "passes/conversion_plan.h"
#include "passes/dot_selection.h"
#include "passes/layout_candidates.h"

namespace tritonc::passes {
namespace {

using ir::DimVector;
using ir::InDim;
using ir::LinearLayout;

constexpr int64_t kSectorBytes = 32;
// Weights in issue slots. A sector that is not in the first-level cache takes about six: a multiprocessor of an H200
// gets 20 bytes a cycle and issues four instructions in it.
constexpr int64_t kMovedSector = 6;
constexpr int64_t kTouchedSector = 1;
constexpr int64_t kMemoryInstruction = 4;
/// Instructions of a warp that are looked at one by one; the others are like them.
constexpr unsigned kMaxInstructionBits = 4;

/// Byte offsets of a tile's elements from its first one. Where nothing is known, elements are far from one another.
class OffsetModel {
public:
  OffsetModel(const Facts &pointer, ir::Type type) : pointer_(pointer), unit_(unitOf(type)) {
    far_ = DimVector::filled(type.rank(), kFar);
    // No sum of steps along some dimensions is a step along another.
    for (unsigned d = type.rank(); d-- > 1;) far_[d - 1] = far_[d] * type.shape()[d];
  }

  int64_t operator()(const DimVector &coords) const {
    int64_t offset = 0;
    for (unsigned d = 0; d < coords.size(); ++d) offset += along(d, coords[d]);
    return offset;
  }

private:
  int64_t along(unsigned d, int64_t coord) const {
    if (pointer_.form) return pointer_.form->strides[d] * coord;
    const DimFacts &dim = pointer_.dims[d];
    if (dim.constancy > 1) return coord / dim.constancy * far_[d];
    return coord % dim.run * unit_ + coord / dim.run * far_[d];
  }

  static constexpr int64_t kFar = 1 << 20;
  const Facts &pointer_;
  int64_t unit_;
  DimVector far_;
};

/// The offsets reached from `starts` by every combination of steps.
std::vector<int64_t> combine(std::vector<int64_t> starts, std::span<const int64_t> steps) {
  for (int64_t step : steps) {
    size_t size = starts.size();
    for (size_t i = 0; i < size; ++i) starts.push_back(starts[i] + step);
  }
  return starts;
}

int64_t countSectors(const std::vector<int64_t> &offsets, int64_t bytes) {
  std::vector<int64_t> sectors;
  for (int64_t offset : offsets)
    for (int64_t at = offset; at < offset + bytes; at += kSectorBytes) sectors.push_back(at / kSectorBytes);
  std::ranges::sort(sectors);
  return std::unique(sectors.begin(), sectors.end()) - sectors.begin();
}

/// Elements in one instruction.
int64_t instructionWidth(const ir::Op &op, unsigned runBits, unsigned fastest, const AffineAnalysis &analysis) {
  if (isAtomic(op)) return 1;
  MemoryOp access(op);
  int64_t width = pointerWidth(analysis.facts(access.pointer), access.pointer->type(), fastest);
  return std::min({width, maskWidth(analysis, access.mask, fastest), int64_t{1} << std::min(runBits, 4u)});
}

}  // namespace

int64_t accessCost(const ir::Op &op, const LinearLayout &layout, const AffineAnalysis &analysis) {
  ir::Type type = op.operand(0)->type();
  const Facts &pointer = analysis.facts(op.operand(0));
  DimVector order = memoryOrder(pointer, type);
  ir::ContiguousRun run = ir::contiguousRun(layout, order);
  int64_t width = instructionWidth(op, run.bits, static_cast<unsigned>(order[0]), analysis);
  unsigned widthBits = ir::log2Exact(width);

  OffsetModel offsetOf(pointer, type);
  std::vector<int64_t> laneSteps, instructionSteps;
  for (unsigned bit = 0; bit < layout.inBits(InDim::Lane); ++bit)
    laneSteps.push_back(offsetOf(layout.basis(InDim::Lane, bit)));
  for (unsigned bit = widthBits; bit < run.registerBasis.size(); ++bit)
    instructionSteps.push_back(offsetOf(layout.unflatten(layout.applyPacked(run.registerBasis[bit]))));

  int64_t bytes = width * unitOf(type);
  std::vector<int64_t> lanes = combine({0}, laneSteps);
  int64_t touched = countSectors(lanes, bytes), instructions = int64_t{1} << instructionSteps.size();
  // The first-level cache keeps what it loads for later instructions, and passes every store on.
  int64_t moved = touched * instructions;
  if (op.opcode() == ir::Opcode::Load) {
    size_t sampleBits = std::min<size_t>(instructionSteps.size(), kMaxInstructionBits);
    moved = countSectors(combine(lanes, std::span(instructionSteps).first(sampleBits)), bytes);
    moved <<= instructionSteps.size() - sampleBits;
  }
  int64_t warps = static_cast<int64_t>(layout.inSize(InDim::Warp));
  // Of warps with the same data, one writes and all load.
  if (op.opcode() != ir::Opcode::Load) warps >>= std::popcount(layout.zeroColumnMask(InDim::Warp));
  int64_t elements = elementwiseCost(layout);
  return elements + warps * (kMovedSector * moved + instructions * (kTouchedSector * touched + kMemoryInstruction));
}

namespace {

/// One product of a warpgroup. An instruction over N columns takes N / 2 cycles, or as long as reading 64 rows and N
/// columns of 32 bytes at 128 bytes a cycle does, and its descriptors take a few to make.
int64_t wgmmaCost(const ir::Op &op, const LinearLayout &layout) {
  ir::WarpGrid grid = *ir::wgmmaWarps(layout);
  int64_t rows = layout.shape()[0] / (16 * grid.warpsM), cols = layout.shape()[1] / grid.warpsN;
  ir::Type a = op.operand(0)->type();
  int64_t steps = a.shape()[1] / ir::mmaDepth(a.elemBits());
  constexpr int64_t kDescriptors = 4;
  return rows * steps * (std::max(cols / 2, (ir::kWgmmaRows + cols) / 4) + kDescriptors);
}

}  // namespace

int64_t dotCost(const ir::Op &op, const LinearLayout &layout) {
  const auto &attrs = op.attrs<ir::DotAttrs>();
  if (attrs.isWgmma) return wgmmaCost(op, layout);
  if (attrs.isFma) return static_cast<int64_t>(layout.inSize(InDim::Register)) * depthOf(op);
  // An accumulator block of 16 x 8 elements is four registers.
  int64_t steps = depthOf(op) / ir::mmaDepth(op.operand(0)->type().elemBits());
  auto registers = static_cast<int64_t>(ir::mmaInstructionAccumulator(layout)->inSize(InDim::Register));
  return registers / 4 * steps * kMatrixInstruction;
}

int64_t exchangeCost(const ir::Op &op, const LinearLayout &layout) {
  const auto &attrs = op.attrs<ir::ExchangeAttrs>();
  ir::Place distance =
      ir::exchangeDistance(layout, static_cast<unsigned>(attrs.axis), static_cast<uint64_t>(attrs.mask));
  int64_t words = elementwiseCost(layout) * std::max<int64_t>(op.result()->type().elemBytes() / 4, 1);
  // Stored and loaded, with a barrier before each.
  constexpr int64_t kSharedAccess = 2, kWaiting = 60;
  auto warps = static_cast<int64_t>(layout.inSize(InDim::Warp));
  if (distance[InDim::Warp] != 0) return 2 * kSharedAccess * words + warps * kWaiting;
  return distance[InDim::Lane] != 0 ? kShuffleCost * words : 0;
}

int64_t elementwiseCost(const LinearLayout &layout) {
  return static_cast<int64_t>(layout.inSize(InDim::Register) * layout.inSize(InDim::Warp));
}

}  // namespace tritonc::passes
