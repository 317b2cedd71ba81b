// Puts KernelInfo into a cubin.
#pragma once

#include <string>
#include <string_view>

namespace tritonc::codegen {

/// Adds a section `.tritonc.info` with that text to an ELF image that has none. It is not allocated: drivers ignore it.
void embedInfo(std::string &cubin, std::string_view json);

/// Whether the text is an ELF image that a section can be added to.
bool isCompleteElf(const std::string &image);

}  // namespace tritonc::codegen
