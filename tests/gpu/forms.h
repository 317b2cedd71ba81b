// The forms of instructions that ptx_forms compares: for each a kernel, random inputs, and a reference in plain C++.
//
// Case i of a kernel is its block i, which finds its input, output and tensor (global memory that bulk copies work on)
// at %in, %out and %tensor. Its threads are `warps` warps; %thread is a thread's number, %thread64 the same in 64 bits.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "runtime/emulator/tensor_map.h"
#include "tests/gpu/form_numbers.h"

namespace tritonc::forms {

using Bytes = std::span<std::byte>;
using EncodeMap = std::function<std::array<std::byte, emulator::kTensorMapBytes>(const emulator::TensorMap &)>;

/// One case: what goes in, and afterwards what a reference says.
struct Case {
  Bytes in, out, tensor;
  /// The device address of `tensor`, and who makes tensor maps.
  uint64_t tensorAddress = 0;
  const EncodeMap *encode = nullptr;
};

struct Form {
  std::string group;
  /// The instruction, or what it is about.
  std::string name;
  std::string body;
  unsigned warps = 1;
  size_t inBytes = 16, outBytes = 16, tensorBytes = 0;
  /// Elements of the output that are not exact: whether there are cases with any floats, and how to read the output.
  bool hasFloats = false;
  Elem result = Elem::F32;
  /// Fills `in` and `tensor`.
  std::function<void(Rng &, bool isExact, const Case &)> fill;
  /// Fills `out` and `tensor` with what the kernel should leave there; with floats, `bounds` holds how far each element
  /// of the output may be from it.
  std::function<void(bool isExact, const Case &, std::vector<double> &bounds)> refer;
  /// Symbol of the kernel, unique among all forms: made by whoever collects them.
  std::string symbol = {};
};

void addMmaForms(std::vector<Form> &forms);
void addMoveForms(std::vector<Form> &forms);
/// `isQuick`: some of the shapes only.
void addWgmmaForms(std::vector<Form> &forms, bool isQuick);
void addCopyForms(std::vector<Form> &forms);

/// Reads and writes elements of so many bits at an index.
uint64_t getElement(std::span<const std::byte> bytes, size_t index, unsigned bits);
void putElement(Bytes bytes, size_t index, unsigned bits, uint64_t value);

/// "%a0, %a1, %a2"
std::string registerList(const std::string &prefix, unsigned count);

/// How far a sum of products in the tensor core may be off: `sum` of the magnitudes of all terms, `largest` of them.
double matrixBound(Elem input, Elem result, double sum, double largest, double value);

}  // namespace tritonc::forms
