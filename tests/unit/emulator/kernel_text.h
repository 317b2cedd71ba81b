// Small PTX kernels by hand, and what they leave in memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/emulator/emulator.h"

namespace tritonc::emulator::testing {

/// A kernel `k(.param .u64 out, .param .u64 in)` with registers %r, %rd, %f, %fd, %h and %p of 32 each; %lane is the
/// thread's index, %out and %in the arguments, in the global space.
std::string kernelText(std::string_view body, std::string_view moduleText = {}, unsigned warps = 1,
                       unsigned sharedBytes = 0, unsigned cluster = 1);

struct RunOptions {
  unsigned warps = 1;
  unsigned sharedBytes = 0;
  /// Blocks of a cluster along x.
  unsigned cluster = 1;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::string_view moduleText = {};
  Options options = {};
  bool isOutputDefined = true;
};

/// What a run left behind.
struct RunResult {
  std::vector<uint8_t> out;
  std::vector<Fault> faults;
  std::string printed;
  Trace trace;
  std::shared_ptr<const Program> program;

  template <class T> std::vector<T> as() const {
    std::vector<T> values(out.size() / sizeof(T));
    std::memcpy(values.data(), out.data(), values.size() * sizeof(T));
    return values;
  }
};

/// Runs a body on `outBytes` of output, each byte 0xee, and the bytes of `in`. Expects the text to be good.
RunResult run(std::string_view body, size_t outBytes, const std::vector<uint8_t> &in = {}, RunOptions options = {});

template <class T> std::vector<uint8_t> bytesOf(const std::vector<T> &values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Runs one instruction on each row of operands: `text` reads %r1.. (or %rd1.., %f1.., %fd1.., %h1.. by the size and
/// kind of `In`) and writes register 0 of `Out`'s kind. Returns what each lane got.
template <class Out, class In> std::vector<Out> eval(const std::string &text, const std::vector<std::vector<In>> &rows);

/// The message of a text that must not load.
std::string loadError(const std::string &ptx);

}  // namespace tritonc::emulator::testing
