#include "codegen/fold_plan.h"

#include <bit>

#include "ir/support/check.h"

namespace tritonc::codegen {
namespace {

using ir::InDim;

/// The place of each bit of the coordinate along the axis.
struct AxisBit {
  InDim dim;
  unsigned bit;
};

std::vector<AxisBit> axisBits(const ir::LinearLayout &layout, unsigned axis) {
  std::vector<AxisBit> found(layout.outBits(axis), {InDim::Block, 0});
  for (InDim dim : {InDim::Register, InDim::Lane, InDim::Warp})
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit) {
      uint64_t column = layout.column(dim, bit), along = layout.coordinate(column, axis);
      if (along == 0) continue;
      bool isPlain = along << layout.outOffset(axis) == column && std::has_single_bit(along);
      TC_CHECK(isPlain && dim != InDim::Warp, "passes bring the axis into registers and lanes");
      AxisBit &place = found[static_cast<unsigned>(std::countr_zero(along))];
      TC_CHECK(place.dim == InDim::Block, "no two bits of a place move to the same element");
      place = {dim, bit};
    }
  for (AxisBit place : found) TC_CHECK(place.dim != InDim::Block, "a layout holds every element");
  return found;
}

uint32_t maskOf(const std::vector<AxisBit> &bits, InDim dim) {
  uint32_t mask = 0;
  for (AxisBit place : bits)
    if (place.dim == dim) mask |= 1u << place.bit;
  return mask;
}

/// The bits of `index` at the positions set in `mask`, from the lowest up.
unsigned deposit(unsigned index, uint32_t mask) {
  unsigned result = 0;
  for (; mask; mask &= mask - 1, index >>= 1)
    if (index & 1) result |= mask & -mask;
  return result;
}

}  // namespace

ReducePlan planReduce(const ir::LinearLayout &layout, unsigned axis) {
  std::vector<AxisBit> bits = axisBits(layout, axis);
  uint32_t along = maskOf(bits, InDim::Register);
  auto numRegisters = static_cast<uint32_t>(layout.inSize(InDim::Register));
  ReducePlan plan;
  plan.lanes = maskOf(bits, InDim::Lane);
  plan.copies = static_cast<uint32_t>(layout.zeroColumnMask(InDim::Lane));
  // The result has one register for each that differs along other dimensions.
  uint32_t others = (numRegisters - 1) & ~along;
  plan.groups.resize(size_t{1} << std::popcount(others));
  for (unsigned row = 0; row < plan.groups.size(); ++row)
    for (unsigned element = 0; element < 1u << std::popcount(along); ++element)
      plan.groups[row].push_back(deposit(row, others) | deposit(element, along));
  return plan;
}

uint32_t AxisRun::mask() const {
  uint32_t mask = 0;
  for (unsigned bit : bits) mask |= 1u << bit;
  return mask;
}

ScanPlan planScan(const ir::LinearLayout &layout, unsigned axis) {
  std::vector<AxisBit> bits = axisBits(layout, axis);
  ScanPlan plan;
  std::vector<unsigned> elements = {0};
  for (AxisBit place : bits) {
    if (plan.runs.empty() || plan.runs.back().dim != place.dim) plan.runs.push_back({place.dim, {}});
    plan.runs.back().bits.push_back(place.bit);
    if (place.dim != InDim::Register) continue;
    for (size_t i = 0, half = elements.size(); i < half; ++i) elements.push_back(elements[i] | 1u << place.bit);
  }
  uint32_t others = (static_cast<uint32_t>(layout.inSize(InDim::Register)) - 1) & ~maskOf(bits, InDim::Register);
  for (unsigned row = 0; row < 1u << std::popcount(others); ++row) {
    plan.rows.emplace_back();
    for (unsigned element : elements) plan.rows.back().push_back(deposit(row, others) | element);
  }
  return plan;
}

}  // namespace tritonc::codegen
