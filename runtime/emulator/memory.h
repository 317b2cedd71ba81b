// Global memory: allocations at addresses of the emulator's own, with what the checks remember about their bytes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tritonc::emulator {

/// The last accesses to a piece of global memory, as stamps (race.h). Threads of several blocks look at them at once.
struct GlobalCell {
  std::atomic<uint64_t> writer = 0;
  /// The last reader, and the last one before it in another warp.
  std::atomic<uint64_t> reader = 0;
  std::atomic<uint64_t> otherReader = 0;
};

enum class Contents : bool { Undefined, Defined };

/// A piece of global memory. The bytes belong to whoever made it.
class Allocation {
public:
  Allocation(std::string name, uint64_t address, std::span<std::byte> bytes, uint32_t granule, Contents contents);
  void makeConstant() { isWritable_ = false; }
  bool isWritable() const { return isWritable_; }

  const std::string &name() const { return name_; }
  uint64_t address() const { return address_; }
  uint64_t size() const { return bytes_.size(); }
  std::byte *data() const { return bytes_.data(); }
  bool holds(uint64_t address, uint64_t size) const {
    return address >= address_ && address - address_ <= bytes_.size() && size <= bytes_.size() - (address - address_);
  }

  /// Of each byte whether kernels may read it (1) and write it (2); `uses` outlives the allocation. Empty: both.
  void restrict(std::span<const uint8_t> uses) { allowed_ = uses; }
  std::span<const uint8_t> allowed() const { return allowed_; }

  /// Null if the host has written every byte.
  std::atomic<uint8_t> *defined() const { return defined_.get(); }

  /// Bytes that one cell stands for.
  uint32_t granule() const { return granule_; }
  /// The cells of the chunk that holds a granule, made when they are first asked for.
  GlobalCell &cell(uint64_t granuleIndex);
  /// Forgets all accesses: nothing runs.
  void forgetAccesses();

private:
  static constexpr uint64_t kChunk = 1024;

  std::string name_;
  uint64_t address_;
  std::span<std::byte> bytes_;
  uint32_t granule_;
  bool isWritable_ = true;
  std::span<const uint8_t> allowed_;
  std::unique_ptr<std::atomic<uint8_t>[]> defined_;
  std::vector<std::atomic<GlobalCell *>> chunks_;
  std::vector<std::unique_ptr<GlobalCell[]>> owned_;
  std::atomic_flag ownedLock_ = ATOMIC_FLAG_INIT;
};

class Memory {
public:
  /// Makes `bytes` visible to kernels and returns their device address, a multiple of 256. `granule` is the size of
  /// what the kernel accesses at least at once, a power of two up to 8; data races are told apart down to it.
  uint64_t add(std::string name, std::span<std::byte> bytes, uint32_t granule = 1,
               Contents contents = Contents::Defined);
  /// The same at an address of choice, above all that `add` chooses.
  Allocation &addAt(std::string name, uint64_t address, std::span<std::byte> bytes);
  /// Takes an allocation out.
  void remove(uint64_t address);

  /// The allocation that holds the address, or null.
  Allocation *find(uint64_t address) const;
  /// The first one of the name, or null.
  Allocation *find(std::string_view name) const;
  /// What an address that lies nowhere is next to: "4 bytes behind `x`".
  std::string describe(uint64_t address) const;
  void forgetAccesses();

private:
  // In the order of their addresses.
  std::vector<std::unique_ptr<Allocation>> allocations_;
  uint64_t next_ = 0x100000000;
};

}  // namespace tritonc::emulator
