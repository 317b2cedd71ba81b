// Builds small ELF images for tests of their readers.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tritonc::test {

/// An ELF64 file with a section of names and one other section, as an assembler followed by objcopy would leave it.
std::string tinyElf(std::string_view sectionName, std::string_view contents);

inline std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

}  // namespace tritonc::test
