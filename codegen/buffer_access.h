// How the registers of a tile lie in a buffer of shared memory.
#pragma once

#include "ir/contiguous_run.h"
#include "ir/linear_layout.h"

namespace tritonc::codegen {

struct BufferAccess {
  /// From places of the registers to offsets in the buffer, in elements; of rank 1.
  ir::LinearLayout offsets;
  /// Groups of `width` registers that lie side by side in the buffer, aligned to their size: group g holds the
  /// registers `run.oldRegister(g * width + i)`, in the order of memory.
  ir::ContiguousRun run;
  unsigned width = 1;
};

/// The widest groups of at most 16 bytes.
BufferAccess planBufferAccess(const ir::LinearLayout &registers, const ir::LinearLayout &buffer, unsigned elemBytes);

}  // namespace tritonc::codegen
