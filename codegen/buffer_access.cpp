#include "codegen/buffer_access.h"

#include <algorithm>

#include "ir/layout_algebra.h"
#include "ir/support/check.h"

namespace tritonc::codegen {

BufferAccess planBufferAccess(const ir::LinearLayout &registers, const ir::LinearLayout &buffer, unsigned elemBytes) {
  constexpr unsigned kMaxBytes = 16;
  std::optional<ir::LinearLayout> places = ir::invertAndCompose(registers, buffer);
  TC_CHECK(places, "a buffer holds every element of its tile");
  BufferAccess access;
  ir::DimVector size = {static_cast<int64_t>(buffer.inSize(ir::InDim::Offset))};
  access.offsets = places->mapColumns(size, [&](uint64_t place) { return buffer.unpack(place)[ir::InDim::Offset]; });
  access.run = ir::contiguousRun(access.offsets, {0});
  access.width = std::min(1u << access.run.bits, std::max(kMaxBytes / elemBytes, 1u));
  return access;
}

}  // namespace tritonc::codegen
