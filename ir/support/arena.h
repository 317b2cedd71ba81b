// A bump arena: objects that live and die together, at addresses that never change.
//
//   auto *node = arena.create<ast::Name>(range, id);
//   std::span<Expr *const> args = arena.copy(std::span(scratch));
//
// No destructor runs, so only trivially destructible types are accepted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tritonc {

class Arena {
public:
  Arena() = default;
  Arena(Arena &&other) noexcept { swap(other); }
  Arena &operator=(Arena &&other) noexcept {
    Arena(std::move(other)).swap(*this);
    return *this;
  }

  /// Makes a `T`; plain aggregates are initialised field by field.
  template <class T, class... Args> T *create(Args &&...args) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    void *place = allocate(sizeof(T), alignof(T));
    if constexpr (std::is_constructible_v<T, Args...>)
      return new (place) T(std::forward<Args>(args)...);
    else
      return new (place) T{std::forward<Args>(args)...};
  }

  /// A copy of the elements that lives as long as the arena.
  template <class T> std::span<T> copy(std::span<const T> items) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    if (items.empty()) return {};
    T *place = static_cast<T *>(allocate(items.size_bytes(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), place);
    return {place, items.size()};
  }
  template <class T> std::span<T> copy(std::span<T> items) { return copy(std::span<const T>(items)); }
  template <class T> std::span<T> copy(const std::vector<T> &items) { return copy(std::span<const T>(items)); }

  /// A copy of the bytes that lives as long as the arena.
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char *place = static_cast<char *>(allocate(text.size(), 1));
    std::memcpy(place, text.data(), text.size());
    return {place, text.size()};
  }

  /// Uninitialised bytes; `align` is a power of two no greater than that of `max_align_t`.
  void *allocate(size_t size, size_t align) {
    uintptr_t begin = (next_ + align - 1) & ~uintptr_t(align - 1);
    if (begin + size > end_) {
      grow(size);
      begin = next_;
    }
    next_ = begin + size;
    return reinterpret_cast<void *>(begin);
  }

private:
  static constexpr size_t kFirstChunk = 4096;
  static constexpr size_t kLargestChunk = 1 << 20;

  void swap(Arena &other) noexcept {
    std::swap(chunks_, other.chunks_);
    std::swap(next_, other.next_);
    std::swap(end_, other.end_);
    std::swap(reserved_, other.reserved_);
  }

  /// Starts a chunk that holds `size` bytes; chunks double, so that small arenas stay small.
  void grow(size_t size) {
    size_t chunk = std::max(size, std::clamp(reserved_, kFirstChunk, kLargestChunk));
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(chunk));
    next_ = reinterpret_cast<uintptr_t>(chunks_.back().get());
    end_ = next_ + chunk;
    reserved_ += chunk;
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  uintptr_t next_ = 0;
  uintptr_t end_ = 0;
  size_t reserved_ = 0;
};

}  // namespace tritonc
