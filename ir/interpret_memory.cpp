#include "ir/interpret_memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace tritonc::ir {
namespace {

constexpr uint64_t kFirstAddress = uint64_t{1} << 40;
/// What the largest 32-bit offset of 8-byte elements reaches, twice.
constexpr uint64_t kGap = uint64_t{1} << 36;

}  // namespace

uint64_t AddressSpace::add(std::string_view name, std::span<std::byte> bytes, std::span<uint8_t> uses) {
  uint64_t address = buffers_.empty() ? kFirstAddress : buffers_.back().end() + kGap;
  address = (address + kAlignment - 1) & ~(kAlignment - 1);
  buffers_.push_back({std::string(name), address, bytes, uses});
  return address;
}

const AddressSpace::Buffer *AddressSpace::lastBelow(uint64_t address) const {
  auto next = std::ranges::upper_bound(buffers_, address, {}, &Buffer::address);
  return next == buffers_.begin() ? nullptr : &*std::prev(next);
}

const AddressSpace::Buffer *AddressSpace::find(uint64_t address, uint64_t size) const {
  const Buffer *buffer = lastBelow(address);
  return buffer && buffer->contains(address, size) ? buffer : nullptr;
}

std::string AddressSpace::describeMiss(uint64_t address, uint64_t size) const {
  if (buffers_.empty()) return "there is no buffer";
  const Buffer *below = lastBelow(address);
  const Buffer *above = below ? below + 1 : buffers_.data();
  if (above == buffers_.data() + buffers_.size()) above = nullptr;
  bool isNearerBelow = below && (!above || address - std::min(address, below->end()) < above->address - address);
  const Buffer &nearest = isNearerBelow ? *below : *above;
  std::string name = fmt::format("`{}` ({} bytes)", nearest.name, nearest.bytes.size());
  if (!isNearerBelow) return fmt::format("{} bytes before {}", nearest.address - address, name);
  if (address == nearest.end()) return fmt::format("just past the end of {}", name);
  if (address >= nearest.end()) return fmt::format("{} bytes past the end of {}", address - nearest.end(), name);
  return fmt::format("the last {} bytes are past the end of {}", address + size - nearest.end(), name);
}

}  // namespace tritonc::ir
