// Reading and writing whole files. Faults are diagnostics without a position.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ir/support/diagnostics.h"

namespace tritonc::tools {

/// `-` is standard input.
Result<std::string> readFile(const std::string &path, Diagnostics &diags);

struct OutputFile {
  std::string path;
  std::string_view bytes;
};

/// Writes to temporary files beside the targets and renames them once all are complete, so that no half-written output
/// is ever seen. `-` is standard output; a device or a pipe is written directly.
Success writeFiles(std::span<const OutputFile> files, Diagnostics &diags);
Success writeFile(const std::string &path, std::string_view bytes, Diagnostics &diags);

}  // namespace tritonc::tools
