// A driver without a GPU: device memory is host memory, launches are recorded, and calls can be made to fail.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "runtime/device_state.h"

namespace tritonc::test {

class FakeDriver {
public:
  /// One exists at a time: the driver's functions have no argument that could lead to it.
  FakeDriver();
  ~FakeDriver();
  FakeDriver(const FakeDriver &) = delete;
  FakeDriver &operator=(const FakeDriver &) = delete;

  struct Launch {
    std::vector<unsigned> grid, block, cluster;
    unsigned sharedBytes = 0;
    void *stream = nullptr;
    std::vector<uint64_t> args;
  };

  const cuda::Driver &table() const { return table_; }
  Device open() const;
  /// The primary context of a device; another one for tests that have a context of their own.
  static cuda::Context primary(int ordinal);
  static cuda::Context foreign();
  /// Fails the next calls if the calling thread's current context is not the primary one of device 0.
  cuda::Result needContext();

  /// What the machine is like.
  int devices = 1;
  ComputeCapability capability = {9, 0};
  std::string symbol = "add_kernel";
  std::string jitLog;
  cuda::Result moduleLoadResult = cuda::Result::Success;
  cuda::Result launchResult = cuda::Result::Success;
  size_t argumentCount = 0;
  /// Off for tests that count allocations.
  bool recordsLaunches = true;

  /// What happened to it.
  std::vector<cuda::Context> contexts;
  int pushes = 0;
  int retained = 0;
  int modules = 0;
  int streams = 0;
  int events = 0;
  std::set<cuda::Address> allocations;
  std::map<cuda::FunctionAttribute, int> attributes;
  std::string image;
  std::vector<Launch> launches;

private:
  cuda::Driver table_;
};

}  // namespace tritonc::test
