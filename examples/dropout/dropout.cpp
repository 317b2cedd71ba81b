// Drops elements with the kernel `dropout` and compares every element with the host, which computes the same random
// numbers: Philox with ten rounds, the seed as key and the index as counter.
//
//   dropout dropout.cubin
//
// Exit codes: examples/README.md.
#include "common/host.h"

#include <array>
#include <cstdint>

namespace {

/// The kept elements are divided, which the device may round differently; what is dropped must agree exactly.
constexpr tritonc::Tolerance kTolerance = {.relative = 1e-6, .absolute = 0};

/// The first word of the generator for a counter.
uint32_t philox(uint64_t seed, uint32_t counter) {
  std::array<uint32_t, 4> c = {counter, 0, 0, 0};
  uint32_t k0 = static_cast<uint32_t>(seed), k1 = static_cast<uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53} * c[0], b = uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(b),
         static_cast<uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(a)};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c[0];
}

/// In [0, 1): the upper half of the range folds onto the lower one.
float uniform(uint32_t word) {
  const int32_t value = static_cast<int32_t>(word);
  return static_cast<float>(value < 0 ? ~value : value) * 4.6566127342e-10f;
}

bool dropElements(const example::Host &host, size_t n, float p, int seed) {
  const std::vector<float> x = example::randomVector(n, 1);
  const tritonc::DeviceBuffer xBuffer = host.upload(x), out = host.allocate<float>(n);
  const tritonc::Grid grid(tritonc::cdiv(n, host.constant(0, "BLOCK")));
  host.launch(0, grid, xBuffer, out, n, p, seed);

  std::vector<double> expected(n);
  for (size_t i = 0; i < n; ++i) {
    const bool isKept = uniform(philox(static_cast<uint64_t>(int64_t{seed}), static_cast<uint32_t>(i))) > p;
    expected[i] = isKept ? double{x[i]} / (1.0f - p) : 0.0;
  }
  const std::string what = std::to_string(n) + " elements, seed " + std::to_string(seed);
  return example::compare(what, host.download<float>(out), expected, kTolerance);
}

}  // namespace

int main(int argc, char **argv) {
  const example::Host host(argc, argv, {"dropout"});
  bool isEqual = true;
  for (const size_t n : {size_t{1}, size_t{781}, size_t{98432}, (size_t{1} << 22) + 3})
    for (const int seed : {0, 123, -5}) isEqual &= dropElements(host, n, seed == 0 ? 0.1f : 0.5f, seed);
  return isEqual ? example::Equal : example::Failed;
}
