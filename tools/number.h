// Numbers as a Python program writes them, for arguments and descriptions of arrays.
#pragma once

#include <optional>
#include <string_view>

namespace tritonc::tools {

/// Wide enough for every integer that fits some element type.
using WideInt = __int128;

/// The text without blanks around it.
std::string_view trim(std::string_view text);

/// `12`, `+5`, `0x10`, `1_000`: the exact value; nothing for another text. One of more than 64 bits and a sign stops at
/// a value that no element type holds.
std::optional<WideInt> parseInteger(std::string_view text);

/// `1.5`, `1e3`, `-inf`, and every integer.
std::optional<double> parseReal(std::string_view text);

}  // namespace tritonc::tools
