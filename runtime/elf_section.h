// Reads one section of a 64-bit little-endian ELF image, such as a cubin.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "tritonc/status.h"

namespace tritonc {

/// Whether the bytes start like an ELF image.
bool isElf(std::span<const std::byte> image);

/// The contents of the first section of that name. Every offset in the image is checked: any input is safe.
StatusOr<std::span<const std::byte>> readElfSection(std::span<const std::byte> image, std::string_view sectionName);

}  // namespace tritonc
