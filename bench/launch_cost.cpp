// What a checked launch costs on the host, beside the driver call that it ends in.
//
//   launch_cost KERNEL        the kernel `add(x, y, out, n)`: tests/runtime/add.ptx or a cubin
//
// Both are timed in turns in one process: a burst of launches that fits the driver's queue, then a synchronisation that
// is not timed. Prints the medians over the rounds in microseconds per launch, and the range of the middle half.
#include <tritonc/tritonc.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "runtime/cuda_driver.h"

namespace {

using namespace tritonc;

constexpr int kRounds = 201;
constexpr int kLaunches = 200;
constexpr int kElements = 128;

void need(const Status &status) {
  if (status.ok()) return;
  std::fprintf(stderr, "launch_cost: %s\n", status.toString().c_str());
  std::exit(1);
}

template <class T> T need(StatusOr<T> value) {
  need(value.status());
  return *std::move(value);
}

/// Microseconds per call of `launch`.
template <class Launch> double timeBurst(const Stream &stream, Launch launch) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kLaunches; ++i) launch();
  const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
  need(stream.synchronize());
  return elapsed.count() / kLaunches;
}

void print(const char *what, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::printf("%-28s %.3f us  (%.3f to %.3f)\n", what, times[times.size() / 2], times[times.size() / 4],
              times[times.size() * 3 / 4]);
}

/// The same kernel as the driver alone loads it, in the context that is current.
cuda::Function loadRaw(const cuda::Driver &driver, const std::string &path, const KernelInfo &info) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  cuda::Module module = nullptr;
  cuda::Function function = nullptr;
  need(driver.status(driver.moduleLoad(&module, bytes.data(), 0, nullptr, nullptr), "load"));
  need(driver.status(driver.moduleFunction(&function, module, info.symbol().c_str()), "find the kernel"));
  return function;
}

void measure(const Device &device, const std::string &path) {
  const cuda::Driver &driver = *need(cuda::systemDriver());
  cuda::Context context = nullptr;
  need(driver.status(driver.primaryRetain(&context, device.ordinal()), "retain"));
  need(driver.status(driver.contextPush(context), "push"));

  const Module module = need(Module::loadFile(device, path));
  const Kernel &add = module.kernel();
  const cuda::Function function = loadRaw(driver, path, add.info());
  const Stream stream = need(device.createStream());
  const DeviceBuffer x = need(device.allocate(kElements * sizeof(float)));
  const auto handle = static_cast<cuda::Stream>(stream.handle());
  const unsigned threads = 32 * add.info().warps;

  uint64_t address = x.address();
  int n = kElements;
  std::array<void *, 4> arguments = {&address, &address, &address, &n};
  std::vector<double> raw, checked;
  for (int round = 0; round < kRounds; ++round) {
    raw.push_back(timeBurst(stream, [&] {
      need(driver.status(
          driver.launch(function, 1, 1, 1, threads, 1, 1, add.info().sharedBytes, handle, arguments.data(), nullptr),
          "launch"));
    }));
    checked.push_back(timeBurst(stream, [&] { need(add.launch(stream, Grid(1), x, x, x, kElements)); }));
  }
  std::printf("%s, 4 arguments, %d rounds of %d launches\n", device.name().c_str(), kRounds, kLaunches);
  print("driver call", raw);
  print("checked launch", checked);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: launch_cost KERNEL\n");
    return 2;
  }
  const StatusOr<Device> device = Device::open(0);
  if (device.status().code() == StatusCode::Unavailable) {
    std::printf("launch_cost: skipped, there is no GPU (%s)\n", device.status().text().c_str());
    return 77;
  }
  measure(need(device), argv[1]);
  return 0;
}
