// Modules and kernels: load a cubin and launch it.
//
//   StatusOr<Module> module = Module::loadFile(device, "add.cubin");
//   if (!module.ok()) return fail(module.status());
//   Status status = module->kernel().launch(stream, Grid(cdiv(n, 1024)), x, y, out, n);
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "tritonc/device.h"
#include "tritonc/kernel_info.h"
#include "tritonc/status.h"

namespace tritonc {

namespace detail {
struct KernelState;
}

/// How many programs to run. A dimension of zero runs none.
struct Grid {
  template <std::integral X, std::integral Y = int, std::integral Z = int>
  explicit constexpr Grid(X x, Y y = 1, Z z = 1) : size{clamp(x), clamp(y), clamp(z)} {}

  std::array<int64_t, 3> size;

private:
  template <std::integral T> static constexpr int64_t clamp(T value) {
    if constexpr (std::unsigned_integral<T>)
      return static_cast<int64_t>(value < kMax ? value : kMax);
    else
      return static_cast<int64_t>(value);
  }

  static constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
};

/// One argument of a launch. It is converted to the type of its parameter, if that can be done without surprise: an
/// integer has to fit, a floating-point number is rounded to nearest but must not become infinite, nothing else is
/// converted.
class Arg {
public:
  enum class Kind : uint8_t { Pointer, Signed, Unsigned, Float };

  template <std::signed_integral T>
  constexpr Arg(T value) : bits_(static_cast<uint64_t>(int64_t{value})), kind_(Kind::Signed) {}
  /// `bool` included.
  template <std::unsigned_integral T> constexpr Arg(T value) : bits_(value), kind_(Kind::Unsigned) {}
  constexpr Arg(float value) : Arg(double{value}) {}
  constexpr Arg(double value) : bits_(std::bit_cast<uint64_t>(value)), kind_(Kind::Float) {}
  Arg(const void *pointer) : bits_(reinterpret_cast<uintptr_t>(pointer)), kind_(Kind::Pointer) {}
  constexpr Arg(std::nullptr_t) : bits_(0), kind_(Kind::Pointer) {}
  Arg(const DeviceBuffer &buffer) : bits_(buffer.address()), kind_(Kind::Pointer) {}

  /// A device address kept as a number (CUdeviceptr).
  static constexpr Arg address(uint64_t value) { return Arg(Kind::Pointer, value); }

  Kind kind() const { return kind_; }
  /// A pointer, or the integer in two's complement, or the bits of a double.
  uint64_t bits() const { return bits_; }

private:
  constexpr Arg(Kind kind, uint64_t bits) : bits_(bits), kind_(kind) {}

  uint64_t bits_;
  Kind kind_;
};

/// A function on a device. Copies are cheap and mean the same function, which lives as long as any of them.
class Kernel {
public:
  // A move is a copy, so that no kernel is ever empty.
  Kernel(const Kernel &) = default;
  Kernel &operator=(const Kernel &) = default;

  const KernelInfo &info() const;

  /// Submits the kernel to a stream of its device, if the arguments fit its parameters and what the compiler assumed
  /// about them. A fault inside the kernel shows when the stream is synchronised.
  template <class... Args> Status launch(const Stream &stream, Grid grid, const Args &...args) const {
    const std::array<Arg, sizeof...(Args)> packed{Arg(args)...};
    return launchRaw(stream, grid, packed);
  }
  Status launchRaw(const Stream &stream, Grid grid, std::span<const Arg> args) const;

private:
  friend class Module;
  explicit Kernel(std::shared_ptr<const detail::KernelState> state) : state_(std::move(state)) {}

  std::shared_ptr<const detail::KernelState> state_;
};

/// Compiled code on a device.
class Module {
public:
  /// From the bytes of a cubin, or of PTX, which the driver assembles. The bytes are not needed afterwards.
  static StatusOr<Module> load(const Device &device, std::span<const std::byte> bytes);
  static StatusOr<Module> loadFile(const Device &device, const std::string &path);

  const KernelInfo &info() const { return kernel_.info(); }
  const Kernel &kernel() const { return kernel_; }

private:
  explicit Module(const Kernel &kernel) : kernel_(kernel) {}

  Kernel kernel_;
};

}  // namespace tritonc
