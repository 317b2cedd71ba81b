// What moving a tile from one register layout to another takes: see layout_conversion.h.
//
// A destination place finds its data in its own warp exactly when the *difference* of the two layouts along block and
// warp is in the span of the source's lane and register columns, and so on for the other dimensions. That is what
// invertAndComposeKeeping solves, so both functions ask it with fewer and fewer dimensions kept.
#include "ir/layout_conversion.h"

#include "ir/layout_algebra.h"
#include "ir/support/check.h"

#include <algorithm>

namespace tritonc::ir {

static void checkSameMachine(const LinearLayout &source, const LinearLayout &destination) {
  TC_CHECK(source.shape() == destination.shape(), "a conversion keeps the tile");
  for (InDim dim : {InDim::Lane, InDim::Warp, InDim::Block})
    TC_CHECK(source.inBits(dim) == destination.inBits(dim), "a conversion happens among the threads of one kernel");
  TC_CHECK(source.inBits(InDim::Offset) == 0 && destination.inBits(InDim::Offset) == 0,
           "a conversion is between registers");
}

// Whether one choice of source register for each destination register serves every thread.
static bool isRegisterRenaming(const LinearLayout &source, const LinearLayout &destination) {
  for (InDim dim : {InDim::Lane, InDim::Warp, InDim::Block})
    if (!std::ranges::equal(source.columns(dim), destination.columns(dim))) return false;
  return invertAndComposeKeeping(destination, source, {InDim::Lane, InDim::Warp, InDim::Block}).has_value();
}

ConversionKind classifyConversion(const LinearLayout &source, const LinearLayout &destination) {
  checkSameMachine(source, destination);
  if (source == destination) return ConversionKind::None;
  if (isRegisterRenaming(source, destination)) return ConversionKind::Registers;
  if (invertAndComposeKeeping(destination, source, {InDim::Warp, InDim::Block})) return ConversionKind::Warp;
  if (invertAndComposeKeeping(destination, source, {InDim::Block})) return ConversionKind::Shared;
  TC_CHECK(invertAndComposeKeeping(destination, source, {}).has_value(), "a register layout holds the whole tile");
  return ConversionKind::ClusterShared;
}

LinearLayout conversionSources(const LinearLayout &source, const LinearLayout &destination) {
  checkSameMachine(source, destination);
  const InDimSet keptSets[] = {{InDim::Block, InDim::Warp, InDim::Lane, InDim::Register},
                               {InDim::Block, InDim::Warp, InDim::Lane},
                               {InDim::Block, InDim::Warp},
                               {InDim::Block},
                               {}};
  for (InDimSet kept : keptSets)
    if (std::optional<LinearLayout> sources = invertAndComposeKeeping(destination, source, kept)) return *sources;
  TC_UNREACHABLE("a register layout holds the whole tile");
}

}  // namespace tritonc::ir
