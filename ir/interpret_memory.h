// The global memory that an interpreted kernel sees: buffers of the caller at simulated addresses.
//
// Buffers lie so far apart that an offset of 32 bits never leads from one into another: a pointer that the kernel
// computed either lies in a buffer or is reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tritonc::ir {

/// What became of a byte, as bits.
enum ByteUse : uint8_t { kByteRead = 1, kByteWritten = 2 };

class AddressSpace {
public:
  struct Buffer {
    std::string name;
    uint64_t address;
    std::span<std::byte> bytes;
    /// A ByteUse of each byte, of the caller; empty: not recorded.
    std::span<uint8_t> uses;

    uint64_t end() const { return address + bytes.size(); }
    /// Whether `size` bytes at `at` lie inside.
    bool contains(uint64_t at, uint64_t size) const {
      return at >= address && size <= bytes.size() && at - address <= bytes.size() - size;
    }
  };

  /// Registers memory that outlives this object's use, and gives its address, a multiple of kAlignment.
  uint64_t add(std::string_view name, std::span<std::byte> bytes, std::span<uint8_t> uses = {});

  /// The buffer that holds `size` bytes at the address, or null.
  const Buffer *find(uint64_t address, uint64_t size) const;
  /// Where an access of `size` bytes at the address misses, in words: "8 bytes past the end of `x` (4096 bytes)".
  std::string describeMiss(uint64_t address, uint64_t size) const;

  static constexpr uint64_t kAlignment = 4096;

private:
  /// The last buffer that starts at or below the address, or null.
  const Buffer *lastBelow(uint64_t address) const;

  // Sorted by address, since addresses only grow.
  std::vector<Buffer> buffers_;
};

}  // namespace tritonc::ir
