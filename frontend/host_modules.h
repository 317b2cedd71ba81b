// The modules that a host has besides the files of a program: Python's own and those that Triton needs.
#pragma once

#include <string_view>

namespace tritonc::frontend {

/// By the first part of a dotted name.
bool isHostModule(std::string_view dotted);

}  // namespace tritonc::frontend
