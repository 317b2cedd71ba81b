// Computes the softmax of the rows of matrices with the kernel `softmax` and compares it with the host's, in double
// precision.
//
//   softmax softmax.cubin
//
// Exit codes: examples/README.md.
#include "common/host.h"

#include <algorithm>

namespace {

constexpr tritonc::Tolerance kTolerance = {.relative = 2e-5, .absolute = 1e-9};

std::vector<double> reference(const std::vector<float> &x, size_t rows, size_t cols) {
  std::vector<double> y(x.size());
  for (size_t row = 0; row < rows; ++row) {
    const auto first = x.begin() + static_cast<ptrdiff_t>(row * cols);
    const double largest = *std::max_element(first, first + static_cast<ptrdiff_t>(cols));
    double sum = 0;
    for (size_t i = row * cols; i < (row + 1) * cols; ++i) sum += y[i] = std::exp(x[i] - largest);
    for (size_t i = row * cols; i < (row + 1) * cols; ++i) y[i] /= sum;
  }
  return y;
}

/// The values spread over [-10, 10), and every `masked`-th is minus infinity, as behind a mask: its share is zero.
std::vector<float> scores(size_t count, size_t masked) {
  std::vector<float> x = example::randomVector(count, 1);
  for (float &value : x) value *= 10;
  for (size_t i = masked; masked != 0 && i < count; i += masked) x[i] = -INFINITY;
  return x;
}

bool runSoftmax(const example::Host &host, size_t rows, size_t cols, size_t masked) {
  const std::vector<float> x = scores(rows * cols, masked);
  const tritonc::DeviceBuffer xBuffer = host.upload(x), out = host.allocate<float>(x.size());
  // Each program takes many rows: as many programs as run at the same time are enough.
  const size_t programs = std::min<size_t>(rows, 4 * static_cast<size_t>(host.device().multiprocessorCount()));
  host.launch(0, tritonc::Grid(programs), out, xBuffer, cols, cols, rows, cols);
  const std::string what = std::to_string(rows) + " x " + std::to_string(cols) + (masked ? ", masked" : "");
  return example::compare(what, host.download<float>(out), reference(x, rows, cols), kTolerance);
}

}  // namespace

int main(int argc, char **argv) {
  const example::Host host(argc, argv, {"softmax"});
  const size_t widest = static_cast<size_t>(host.constant(0, "BLOCK"));
  bool isEqual = true;
  for (const size_t cols : {size_t{1}, size_t{31}, size_t{781}, widest - 1, widest}) {
    if (cols > widest) continue;
    isEqual &= runSoftmax(host, 1823, cols, 0);
    // A row of nothing but minus infinity has no softmax.
    if (cols > 1) isEqual &= runSoftmax(host, 7, cols, 3);
  }
  return isEqual ? example::Equal : example::Failed;
}
