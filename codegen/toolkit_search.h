// Where the parts of a CUDA toolkit are.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tritonc::codegen {

struct ToolkitSearch {
  std::optional<std::string> path;
  /// The places tried before, for a message.
  std::vector<std::string> tried;
};

/// Tries, in this order: `explicitPath` (alone, if given), TRITONC_PTXAS (alone, if set), PATH, CUDA_HOME and
/// CUDA_PATH, /usr/local/cuda and /usr/local/cuda-*, newest first, the project's .tools, and the nvidia-cuda-nvcc wheel
/// in the site-packages of the active Python environment and of the user.
ToolkitSearch findPtxas(const std::string &explicitPath);

/// The bitcode of libdevice, in the same places but PATH; the variable is TRITONC_LIBDEVICE.
ToolkitSearch findLibdevice(const std::string &explicitPath);

}  // namespace tritonc::codegen
