// Runs the tile IR on the CPU, whole tiles at a time: the oracle that the other executors are compared with.
//
// Layouts change nothing here. Programs run one after the other, x fastest, so every run gives the same result; what
// ops.def leaves unspecified is chosen by the seed, and a correct kernel writes the same memory under two seeds.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/interpret_memory.h"
#include "ir/module.h"

namespace tritonc::ir {

/// Numbers of programs along x, y and z.
using Grid = std::array<uint32_t, 3>;
/// The largest grid that CUDA launches, which the passes rely on.
inline constexpr Grid kMaxGrid = {2147483647, 65535, 65535};

/// What an executor of assembler text gets: registers as inline_asm.h describes them, for `count` applications.
struct AsmRun {
  std::string_view text;
  std::string_view constraints;
  size_t count;
  /// By register, then application: the bits, zero-extended.
  std::vector<std::vector<uint64_t>> inputs;
  std::vector<std::vector<uint64_t>> outputs;
};

struct InterpretOptions {
  /// Operations that one program may execute before it counts as stuck.
  uint64_t stepLimit = 100'000'000;
  uint64_t seed = 0;
  /// Takes the lines of `print`, without their ends; empty: they go to standard output.
  std::function<void(std::string_view line)> onPrint = nullptr;
  /// Fills the outputs, or returns why it cannot; empty: inline assembler is reported as `unsupported`.
  std::function<std::string(AsmRun &run)> runAsm = nullptr;
};

/// Runs `kernel` once for each program of the grid. The module has passed the verifier; `args` holds the bits of each
/// parameter, pointers as addresses of `memory`.
///
/// Reports, at the operation and with its call chain: an access outside every buffer (`out-of-bounds`) or at an address
/// that is no multiple of the element's size (`misaligned-access`), and a program that does not end (`step-limit`) or
/// nests too deeply (`nested-too-deep`); an `assert` that fails (`assertion-failed`), a `hint` that is not true
/// (`broken-hint`) and a function of libdevice without a stand-in (`unsupported`). Writes made before stay.
Success interpret(const Module &module, const Function &kernel, Grid grid, std::span<const uint64_t> args,
                  const AddressSpace &memory, const InterpretOptions &options = {});

}  // namespace tritonc::ir
