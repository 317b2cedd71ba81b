// Computes distances on the earth with the kernel `great_circle` and compares them with the host's, in double
// precision.
//
//   great_circle great_circle.cubin
//
// Exit codes: examples/README.md.
#include "common/host.h"

#include <numbers>

namespace {

constexpr float kRadius = 6371.0f;  // of the earth, in km
constexpr tritonc::Tolerance kTolerance = {.relative = 1e-5, .absolute = 5e-3};

struct Points {
  Points(size_t n, unsigned seed)
      : latitude(example::randomVector(n, seed)), longitude(example::randomVector(n, seed + 1)) {
    for (float &angle : latitude) angle *= std::numbers::pi_v<float> / 2;
    for (float &angle : longitude) angle *= std::numbers::pi_v<float>;
  }

  std::vector<float> latitude, longitude;
};

double distance(double latitudeA, double latitudeB, double between) {
  const double across = std::hypot(std::cos(latitudeB) * std::sin(between),
                                   std::cos(latitudeA) * std::sin(latitudeB) -
                                       std::sin(latitudeA) * std::cos(latitudeB) * std::cos(between));
  const double along =
      std::sin(latitudeA) * std::sin(latitudeB) + std::cos(latitudeA) * std::cos(latitudeB) * std::cos(between);
  return kRadius * std::atan2(across, along);
}

bool measure(const example::Host &host, size_t n) {
  Points a(n, 1), b(n, 3);
  // A point and itself, and one opposite of it.
  a.latitude[0] = b.latitude[0] = 0.5f;
  a.longitude[0] = b.longitude[0] = 1.0f;
  if (n > 1) {
    b.latitude[1] = -a.latitude[1];
    b.longitude[1] = a.longitude[1] + std::numbers::pi_v<float>;
  }
  const tritonc::DeviceBuffer latitudeA = host.upload(a.latitude), longitudeA = host.upload(a.longitude);
  const tritonc::DeviceBuffer latitudeB = host.upload(b.latitude), longitudeB = host.upload(b.longitude);
  const tritonc::DeviceBuffer out = host.allocate<float>(n);
  const tritonc::Grid grid(tritonc::cdiv(n, host.constant(0, "BLOCK")));
  host.launch(0, grid, latitudeA, longitudeA, latitudeB, longitudeB, out, n, kRadius);

  std::vector<double> expected(n);
  // The difference of the angles as floats: rounding it is part of the task, not of the formula.
  for (size_t i = 0; i < n; ++i) expected[i] = distance(a.latitude[i], b.latitude[i], b.longitude[i] - a.longitude[i]);
  return example::compare(std::to_string(n) + " pairs of points", host.download<float>(out), expected, kTolerance);
}

}  // namespace

int main(int argc, char **argv) {
  const example::Host host(argc, argv, {"great_circle"});
  bool isEqual = true;
  for (const size_t n : {size_t{1}, size_t{781}, size_t{98432}, (size_t{1} << 20) + 3}) isEqual &= measure(host, n);
  return isEqual ? example::Equal : example::Failed;
}
