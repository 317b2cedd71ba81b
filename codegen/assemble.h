// PTX -> cubin, by the ptxas of a CUDA toolkit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codegen/target.h"
#include "ir/support/diagnostics.h"
#include "ir/support/time_report.h"

namespace tritonc::codegen {

struct AssembleOptions {
  Target target;
  /// `--ptxas`; empty searches (codegen/toolkit_search.h).
  std::string ptxas;
  /// No optimisation by ptxas. The PTX has line tables at most, so there is nothing for its own `-g`.
  bool debug = false;
  /// Keeps the line table of the PTX.
  bool lineInfo = true;
};

struct Cubin {
  std::string bytes;
  /// The largest number that an entry point needs.
  uint32_t registers = 0;
  /// Stores plus loads, over all functions.
  uint32_t spillBytes = 0;
  /// The largest stack frame.
  uint32_t stackBytes = 0;
  /// What ptxas printed.
  std::string log;
};

/// Leaves no files behind, on success or not.
Result<Cubin> assemble(std::string_view ptx, const AssembleOptions &options, Diagnostics &diags, TimeReport &times);

}  // namespace tritonc::codegen
