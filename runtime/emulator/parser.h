// Reads PTX text.
#pragma once

#include <string_view>

#include "runtime/emulator/syntax.h"
#include "tritonc/status.h"

namespace tritonc::emulator {

/// `text` must outlive the module. Faults are `ParseError`s that start with `line N: `.
StatusOr<syntax::Module> parsePtx(std::string_view text);

}  // namespace tritonc::emulator
