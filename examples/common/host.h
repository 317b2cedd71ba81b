// What the example programs share: the device, or a plain word that there is none; kernels from files; arrays in device
// memory; and the comparison of results with a reference.
//
// An example has nothing to repair when a call of the runtime fails, so `check` and `need` end the program.
#pragma once

#include <tritonc/tritonc.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace example {

enum ExitCode : int { Equal = 0, Failed = 1, WrongUsage = 2, Skipped = 77 };

inline void check(const tritonc::Status &status) {
  if (status.ok()) return;
  std::fprintf(stderr, "error: %s\n", status.toString().c_str());
  std::exit(Failed);
}

template <class T> T need(tritonc::StatusOr<T> value) {
  check(value.status());
  return *std::move(value);
}

/// The first device with a stream, and the kernels that the command line names.
class Host {
public:
  /// `kernels` are the functions whose compiled files the command line has to name, in this order. Ends the program
  /// if it does not, and if there is no GPU.
  Host(int argc, char **argv, std::initializer_list<std::string_view> kernels)
      : device_(open(argc, argv, kernels)), stream_(need(device_.createStream())) {
    for (std::string_view name : kernels) {
      tritonc::Module module = need(tritonc::Module::loadFile(device_, argv[kernels_.size() + 1]));
      if (module.info().name != name)
        check({tritonc::StatusCode::InvalidArgument,
               "found kernel `" + module.info().name + "` where `" + std::string(name) + "` was expected"});
      kernels_.push_back(module.kernel());
    }
    std::printf("%s on %s\n", argv[0], device_.name().c_str());
  }

  const tritonc::Device &device() const { return device_; }
  const tritonc::Kernel &kernel(size_t index) const { return kernels_[index]; }

  /// Device memory with a copy of the values.
  template <class T> tritonc::DeviceBuffer upload(const std::vector<T> &values) const {
    tritonc::DeviceBuffer buffer = need(device_.allocate(values.size() * sizeof(T)));
    check(buffer.upload(stream_, values));
    check(stream_.synchronize());
    return buffer;
  }
  /// Device memory for results. Every byte is set, so that floats which no kernel writes are NaN.
  template <class T> tritonc::DeviceBuffer allocate(size_t count) const {
    tritonc::DeviceBuffer buffer = need(device_.allocate(count * sizeof(T)));
    check(buffer.fill(stream_, std::byte{0xff}));
    return buffer;
  }
  template <class T> std::vector<T> download(const tritonc::DeviceBuffer &buffer) const {
    std::vector<T> values(buffer.sizeBytes() / sizeof(T));
    check(buffer.download(stream_, values));
    check(stream_.synchronize());
    return values;
  }

  template <class... Args> void launch(size_t kernel, tritonc::Grid grid, const Args &...args) const {
    check(kernels_[kernel].launch(stream_, grid, args...));
  }

  /// An integer constant that the kernel was compiled with.
  int constant(size_t kernel, std::string_view name) const {
    const std::string *literal = kernels_[kernel].info().findConstant(name);
    int value = 0;
    if (literal) std::from_chars(literal->data(), literal->data() + literal->size(), value);
    if (value <= 0)
      check({tritonc::StatusCode::InvalidArgument, "the kernel has no positive constant `" + std::string(name) + "`"});
    return value;
  }

private:
  static tritonc::Device open(int argc, char **argv, std::initializer_list<std::string_view> kernels) {
    if (static_cast<size_t>(argc) != kernels.size() + 1) {
      std::fprintf(stderr, "usage: %s", argv[0]);
      for (std::string_view name : kernels)
        std::fprintf(stderr, " %.*s.cubin", static_cast<int>(name.size()), name.data());
      std::fputc('\n', stderr);
      std::exit(WrongUsage);
    }
    tritonc::StatusOr<tritonc::Device> device = tritonc::Device::open(0);
    if (device.status().code() == tritonc::StatusCode::Unavailable) {
      std::printf("%s: skipped, there is no GPU to run on (%s)\n", argv[0], device.status().text().c_str());
      std::exit(Skipped);
    }
    return need(std::move(device));
  }

  tritonc::Device device_;
  tritonc::Stream stream_;
  std::vector<tritonc::Kernel> kernels_;
};

/// Numbers in [-1, 1), the same for the same seed.
inline std::vector<float> randomVector(size_t count, unsigned seed) {
  std::minstd_rand engine(seed);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  std::vector<float> values(count);
  for (float &value : values) value = uniform(engine);
  return values;
}

/// Prints how the results differ from the reference, and says whether all are within the tolerance. A NaN never is.
inline bool compare(const std::string &what, const std::vector<float> &actual, const std::vector<double> &expected,
                    tritonc::Tolerance tolerance) {
  size_t wrong = 0;
  double largest = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    const double error = std::abs(actual[i] - expected[i]);
    const bool isClose = error <= tolerance.absolute + tolerance.relative * std::abs(expected[i]);
    wrong += isClose ? 0 : 1;
    largest = std::fmax(largest, error);
  }
  std::printf("  %-28s %zu of %zu differ, largest error %.2g\n", what.c_str(), wrong, expected.size(), largest);
  return wrong == 0;
}

}  // namespace example
