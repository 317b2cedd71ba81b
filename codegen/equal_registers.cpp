#include "codegen/equal_registers.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>

namespace tritonc::codegen {
namespace {

/// The bits of a flattened coordinate along which the elements are equal.
uint64_t constantBits(const ir::LinearLayout &layout, const passes::Facts &facts) {
  uint64_t bits = 0;
  unsigned offset = 0;
  for (unsigned d = layout.rank(); d-- > 0;) {
    auto constancy = static_cast<uint64_t>(std::min(facts.dims[d].constancy, layout.shape()[d]));
    bits |= (constancy - 1) << offset;
    offset += layout.outBits(d);
  }
  return bits;
}

}  // namespace

std::vector<unsigned> firstEqualRegisters(const ir::Value *value, const passes::AffineAnalysis &affine) {
  if (!value->type().isTile()) return {0};
  const ir::LinearLayout &layout = *value->type().layout();
  uint64_t ignored = constantBits(layout, affine.facts(value));
  std::vector<unsigned> first(size_t{1} << layout.inBits(ir::InDim::Register));
  if (ignored == 0) {
    std::iota(first.begin(), first.end(), 0u);
    return first;
  }
  // Groups of equal elements are aligned, so the thread's part of a coordinate does not move a register to another one.
  std::unordered_map<uint64_t, unsigned> seen;
  for (unsigned reg = 0; reg < first.size(); ++reg) {
    ir::Place place;
    place[ir::InDim::Register] = reg;
    first[reg] = seen.try_emplace(layout.applyPacked(layout.pack(place)) & ~ignored, reg).first->second;
  }
  return first;
}

}  // namespace tritonc::codegen
