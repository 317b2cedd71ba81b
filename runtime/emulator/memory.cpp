#include "runtime/emulator/memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace tritonc::emulator {

Allocation::Allocation(std::string name, uint64_t address, std::span<std::byte> bytes, uint32_t granule,
                       Contents contents)
    : name_(std::move(name)), address_(address), bytes_(bytes), granule_(granule),
      chunks_(bytes.size() / granule / kChunk + 1) {
  if (contents == Contents::Undefined) defined_ = std::make_unique<std::atomic<uint8_t>[]>(bytes.size());
}

GlobalCell &Allocation::cell(uint64_t granuleIndex) {
  std::atomic<GlobalCell *> &chunk = chunks_[granuleIndex / kChunk];
  GlobalCell *cells = chunk.load(std::memory_order_acquire);
  if (!cells) {
    auto made = std::make_unique<GlobalCell[]>(kChunk);
    if (chunk.compare_exchange_strong(cells, made.get(), std::memory_order_acq_rel)) {
      cells = made.get();
      while (ownedLock_.test_and_set(std::memory_order_acquire)) {
      }
      owned_.push_back(std::move(made));
      ownedLock_.clear(std::memory_order_release);
    }
  }
  return cells[granuleIndex % kChunk];
}

void Allocation::forgetAccesses() {
  for (std::atomic<GlobalCell *> &chunk : chunks_) chunk = nullptr;
  owned_.clear();
}

uint64_t Memory::add(std::string name, std::span<std::byte> bytes, uint32_t granule, Contents contents) {
  // A gap behind each, so that an index that runs over hits nothing.
  constexpr uint64_t kGap = uint64_t{1} << 20;
  uint64_t address = next_;
  next_ = (next_ + bytes.size() + kGap) & ~(kGap - 1);
  allocations_.push_back(std::make_unique<Allocation>(std::move(name), address, bytes, granule, contents));
  std::ranges::sort(allocations_, {}, [](const auto &a) { return a->address(); });
  return address;
}

Allocation &Memory::addAt(std::string name, uint64_t address, std::span<std::byte> bytes) {
  allocations_.push_back(std::make_unique<Allocation>(std::move(name), address, bytes, 1, Contents::Defined));
  Allocation &added = *allocations_.back();
  std::ranges::sort(allocations_, {}, [](const auto &a) { return a->address(); });
  return added;
}

void Memory::remove(uint64_t address) {
  std::erase_if(allocations_, [&](const auto &allocation) { return allocation->address() == address; });
}

Allocation *Memory::find(uint64_t address) const {
  auto after = std::ranges::upper_bound(allocations_, address, {}, [](const auto &a) { return a->address(); });
  if (after == allocations_.begin()) return nullptr;
  Allocation *allocation = (after - 1)->get();
  return allocation->holds(address, 1) ? allocation : nullptr;
}

Allocation *Memory::find(std::string_view name) const {
  auto found = std::ranges::find(allocations_, name, [](const auto &a) -> const std::string & { return a->name(); });
  return found == allocations_.end() ? nullptr : found->get();
}

std::string Memory::describe(uint64_t address) const {
  constexpr uint64_t kNear = uint64_t{1} << 40;
  const Allocation *best = nullptr;
  uint64_t distance = kNear;
  bool isBehind = false;
  for (const auto &allocation : allocations_) {
    uint64_t end = allocation->address() + allocation->size();
    uint64_t behind = address - end, before = allocation->address() - address;
    if (address >= end && behind < distance) best = allocation.get(), distance = behind, isBehind = true;
    if (address < allocation->address() && before < distance)
      best = allocation.get(), distance = before, isBehind = false;
  }
  if (!best) return "far from every array";
  return fmt::format("{} bytes {} of `{}`, which has {} bytes", distance,
                     isBehind ? "behind the end" : "before the start", best->name(), best->size());
}

void Memory::forgetAccesses() {
  for (const auto &allocation : allocations_) allocation->forgetAccesses();
}

}  // namespace tritonc::emulator
