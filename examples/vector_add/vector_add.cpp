// Adds random vectors of several lengths with the kernel `add` and compares every element with the host's sum.
//
//   vector_add add.cubin
//
// Exit codes: examples/README.md.
#include "common/host.h"

namespace {

/// The sum of two floats is exact to the last bit on both sides.
constexpr tritonc::Tolerance kExact = {.relative = 0, .absolute = 0};

bool addVectors(const example::Host &host, size_t n) {
  const std::vector<float> x = example::randomVector(n, 1), y = example::randomVector(n, 2);
  const tritonc::DeviceBuffer xBuffer = host.upload(x), yBuffer = host.upload(y), out = host.allocate<float>(n);
  const tritonc::Grid grid(tritonc::cdiv(n, host.constant(0, "BLOCK")));
  host.launch(0, grid, xBuffer, yBuffer, out, n);

  std::vector<double> expected(n);
  for (size_t i = 0; i < n; ++i) expected[i] = x[i] + y[i];
  return example::compare(std::to_string(n) + " elements", host.download<float>(out), expected, kExact);
}

}  // namespace

int main(int argc, char **argv) {
  const example::Host host(argc, argv, {"add"});
  bool isEqual = true;
  for (const size_t n : {size_t{1}, size_t{781}, size_t{98432}, (size_t{1} << 24) + 3}) isEqual &= addVectors(host, n);
  return isEqual ? example::Equal : example::Failed;
}
