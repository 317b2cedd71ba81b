#include "codegen/thread_bits.h"

#include "ir/f2_span.h"

namespace tritonc::codegen {

using ir::InDim;

std::vector<uint64_t> threadColumns(const ir::LinearLayout &layout) {
  std::vector<uint64_t> columns;
  for (InDim dim : {InDim::Lane, InDim::Warp})
    for (uint64_t column : layout.columns(dim)) columns.push_back(column);
  return columns;
}

std::vector<ThreadTerm> threadTerms(std::span<const uint64_t> columns) {
  std::vector<ThreadTerm> terms;
  ir::F2Span span;
  for (size_t bit = 0; bit < columns.size(); ++bit) {
    uint64_t thread = uint64_t{1} << bit;
    if (span.insert(columns[bit], uint64_t{1} << terms.size())) {
      terms.push_back({columns[bit], thread});
      continue;
    }
    uint64_t parts = *span.solve(columns[bit]);
    for (size_t i = 0; i < terms.size(); ++i)
      if (parts >> i & 1) terms[i].mask |= thread;
  }
  return terms;
}

uint64_t threadMask(const ir::LinearLayout &layout) {
  uint64_t mask = 0;
  for (uint64_t column : threadColumns(layout)) mask |= column;
  return mask;
}

uint32_t copyMask(const ir::LinearLayout &layout) {
  ir::Place masks = layout.freeVariableMasks();
  return static_cast<uint32_t>(masks[InDim::Lane] | masks[InDim::Warp] << layout.inBits(InDim::Lane));
}

}  // namespace tritonc::codegen
