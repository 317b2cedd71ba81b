// Puts KernelInfo into a cubin.
#pragma once

#include <string>
#include <string_view>

namespace tritonc::codegen {

/// Adds a section `.tritonc.info` with that text to an ELF image that has none. It is not allocated: drivers ignore it.
void embedInfo(std::string &cubin, std::string_view json);

}  // namespace tritonc::codegen
