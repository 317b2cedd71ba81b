// Normalises the rows of matrices, forward and backward, and compares every result with the host's, in double
// precision.
//
//   layer_norm layer_norm_forward.cubin layer_norm_backward_dx.cubin layer_norm_backward_dwdb.cubin
//
// The gradients of weight and bias are sums over all rows. They are computed in two stages: the second kernel adds each
// row to one of GROUPS partial sums under a lock, the third adds up the partial sums.
//
// Exit codes: examples/README.md.
#include "common/host.h"

#include <algorithm>

namespace {

enum KernelIndex : size_t { Forward, BackwardDx, BackwardDwDb };

constexpr float kEps = 1e-5f;
constexpr tritonc::Tolerance kTolerance = {.relative = 1e-4, .absolute = 1e-5};
/// Of sums over all rows, whose order differs.
constexpr tritonc::Tolerance kSumTolerance = {.relative = 1e-4, .absolute = 1e-3};

struct Problem {
  Problem(size_t rows, size_t cols)
      : rows(rows), cols(cols), x(example::randomVector(rows * cols, 1)), weight(example::randomVector(cols, 2)),
        bias(example::randomVector(cols, 3)), dy(example::randomVector(rows * cols, 4)) {}

  size_t rows, cols;
  std::vector<float> x, weight, bias, dy;
};

/// What the kernels are to compute.
struct Reference {
  explicit Reference(const Problem &problem)
      : y(problem.x.size()), mean(problem.rows), rstd(problem.rows), dx(problem.x.size()), dw(problem.cols),
        db(problem.cols) {
    for (size_t row = 0; row < problem.rows; ++row) {
      forward(problem, row);
      backward(problem, row);
    }
  }

  std::vector<double> y, mean, rstd, dx, dw, db;

private:
  double normal(const Problem &problem, size_t row, size_t col) const {
    return (problem.x[row * problem.cols + col] - mean[row]) * rstd[row];
  }

  void forward(const Problem &problem, size_t row) {
    const float *x = &problem.x[row * problem.cols];
    const double count = static_cast<double>(problem.cols);
    for (size_t col = 0; col < problem.cols; ++col) mean[row] += x[col] / count;
    double variance = 0;
    for (size_t col = 0; col < problem.cols; ++col) variance += (x[col] - mean[row]) * (x[col] - mean[row]) / count;
    rstd[row] = 1 / std::sqrt(variance + kEps);
    for (size_t col = 0; col < problem.cols; ++col)
      y[row * problem.cols + col] = normal(problem, row, col) * problem.weight[col] + problem.bias[col];
  }

  void backward(const Problem &problem, size_t row) {
    const float *dy = &problem.dy[row * problem.cols];
    const double count = static_cast<double>(problem.cols);
    double alongX = 0, alongOne = 0;
    for (size_t col = 0; col < problem.cols; ++col) {
      const double scaled = double{problem.weight[col]} * dy[col];
      alongX += normal(problem, row, col) * scaled / count;
      alongOne += scaled / count;
      dw[col] += dy[col] * normal(problem, row, col);
      db[col] += dy[col];
    }
    for (size_t col = 0; col < problem.cols; ++col) {
      const double scaled = double{problem.weight[col]} * dy[col];
      dx[row * problem.cols + col] = (scaled - (normal(problem, row, col) * alongX + alongOne)) * rstd[row];
    }
  }
};

bool normalise(const example::Host &host, const Problem &problem) {
  const size_t rows = problem.rows, cols = problem.cols;
  const tritonc::DeviceBuffer x = host.upload(problem.x), weight = host.upload(problem.weight);
  const tritonc::DeviceBuffer bias = host.upload(problem.bias), dy = host.upload(problem.dy);
  const tritonc::DeviceBuffer y = host.allocate<float>(rows * cols), dx = host.allocate<float>(rows * cols);
  const tritonc::DeviceBuffer mean = host.allocate<float>(rows), rstd = host.allocate<float>(rows);
  const tritonc::DeviceBuffer dw = host.allocate<float>(cols), db = host.allocate<float>(cols);
  host.launch(Forward, tritonc::Grid(rows), x, y, weight, bias, mean, rstd, cols, cols, kEps);

  const size_t maxGroups = static_cast<size_t>(host.constant(BackwardDx, "GROUPS"));
  const size_t groups = std::min(rows, maxGroups);
  const tritonc::DeviceBuffer dwPartial = host.allocate<float>(groups * cols);
  const tritonc::DeviceBuffer dbPartial = host.allocate<float>(groups * cols);
  const tritonc::DeviceBuffer lock = host.upload(std::vector<int>(2 * maxGroups, 0));
  host.launch(BackwardDx, tritonc::Grid(rows), dx, dy, dwPartial, dbPartial, x, weight, mean, rstd, lock, cols, cols);
  const tritonc::Grid columnBlocks(tritonc::cdiv(cols, host.constant(BackwardDwDb, "COLS")));
  host.launch(BackwardDwDb, columnBlocks, dwPartial, dbPartial, dw, db, groups, cols);

  std::printf(" %zu x %zu\n", rows, cols);
  const Reference expected(problem);
  bool isEqual = example::compare("y", host.download<float>(y), expected.y, kTolerance);
  isEqual &= example::compare("mean", host.download<float>(mean), expected.mean, kTolerance);
  isEqual &= example::compare("1 / standard deviation", host.download<float>(rstd), expected.rstd, kTolerance);
  isEqual &= example::compare("gradient of x", host.download<float>(dx), expected.dx, kTolerance);
  isEqual &= example::compare("gradient of weight", host.download<float>(dw), expected.dw, kSumTolerance);
  isEqual &= example::compare("gradient of bias", host.download<float>(db), expected.db, kSumTolerance);
  return isEqual;
}

}  // namespace

int main(int argc, char **argv) {
  const example::Host host(argc, argv, {"layer_norm_forward", "layer_norm_backward_dx", "layer_norm_backward_dwdb"});
  const size_t widest = static_cast<size_t>(host.constant(BackwardDx, "BLOCK"));
  bool isEqual = true;
  for (const size_t cols : {size_t{5}, size_t{781}, widest - 1, widest})
    for (const size_t rows : {size_t{1}, size_t{1151}})
      if (cols <= widest) isEqual &= normalise(host, Problem(rows, cols));
  return isEqual ? example::Equal : example::Failed;
}
