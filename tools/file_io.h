// Reading and writing whole files. Faults are diagnostics without a position.
#pragma once

#include <string>
#include <string_view>

#include "ir/support/diagnostics.h"

namespace tritonc::tools {

/// `-` is standard input.
Result<std::string> readFile(const std::string &path, Diagnostics &diags);

/// Writes to a temporary file beside the target and renames it, so that no half-written output is ever seen. `-` is
/// standard output; a device or a pipe is written directly.
Success writeFile(const std::string &path, std::string_view bytes, Diagnostics &diags);

}  // namespace tritonc::tools
