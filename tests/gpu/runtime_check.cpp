// Exercises the whole runtime API on a GPU, with the compiled kernel `add(x, y, out, n)` of fp32 that its command line
// names: tests/runtime/add.ptx, or a cubin of examples/vector_add/vector_add.py.
//
//   runtime_check KERNEL...
//
// Prints one line per failed check and closes with `N passed, N failed`. Exit codes as examples/README.md has them.
#include <tritonc/tritonc.h>

#include <dlfcn.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "runtime/cuda_driver.h"

namespace {

using namespace tritonc;

constexpr float kUntouched = -12345.0f;

int passed = 0;
int failed = 0;

void check(bool condition, const std::string &what) {
  ++(condition ? passed : failed);
  if (!condition) std::printf("FAILED: %s\n", what.c_str());
}

void check(const Status &status, const std::string &what) { check(status.ok(), what + ": " + status.toString()); }

/// The call must fail with that code, and the text must contain `part`.
void checkFails(const Status &status, StatusCode code, std::string_view part, const std::string &what) {
  const bool isExpected = status.code() == code && status.text().find(part) != std::string::npos;
  check(isExpected, what + ": " + status.toString());
}

/// The value, after a check that there is one. A set-up step that fails ends the program: nothing could follow it.
template <class T> T need(StatusOr<T> value, const char *what) {
  check(value.status(), what);
  if (!value.ok()) std::exit(1);
  return *std::move(value);
}

int blockOf(const KernelInfo &info) {
  const std::string *literal = info.findConstant("BLOCK");
  int block = 0;
  if (literal) std::from_chars(literal->data(), literal->data() + literal->size(), block);
  return block;
}

/// Inputs and output of one launch, with elements behind the end that the kernel must leave alone.
struct Problem {
  Problem(const Device &device, const Stream &stream, int n, float seed)
      : n(n), x(allocate(device)), y(allocate(device)), out(allocate(device)) {
    std::vector<float> values(size());
    std::iota(values.begin(), values.end(), seed);
    check(x.upload(stream, values), "upload x");
    check(y.upload(stream, values), "upload y");
    check(out.upload(stream, std::vector<float>(size(), kUntouched)), "upload out");
    // The vectors above die here.
    check(stream.synchronize(), "synchronize after the uploads");
    expected.assign(size(), kUntouched);
    for (int i = 0; i < n; ++i) expected[static_cast<size_t>(i)] = 2 * values[static_cast<size_t>(i)];
  }

  size_t size() const { return static_cast<size_t>(n) + 1000; }
  DeviceBuffer allocate(const Device &device) const {
    return need(device.allocate(size() * sizeof(float)), "allocate");
  }

  Status launch(const Kernel &add, const Stream &stream) const {
    return add.launch(stream, Grid(cdiv(n, blockOf(add.info()))), x, y, out, n);
  }

  void checkResult(const Stream &stream, const std::string &what) const {
    std::vector<float> actual(size());
    check(out.download(stream, actual), what + ": download");
    check(stream.synchronize(), what + ": synchronize");
    check(actual == expected, what + ": values");
  }

  int n;
  DeviceBuffer x, y, out;
  std::vector<float> expected;
};

void checkDevice(const Device &device) {
  check(need(Device::count(), "count the devices") >= 1, "there is a device");
  check(!device.name().empty(), "the device has a name");
  check(device.computeCapability().major >= 8, "the device is one we compile for");
  check(device.multiprocessorCount() > 0, "the device has multiprocessors");
  const MemoryInfo memory = need(device.memoryInfo(), "memory info");
  check(memory.freeBytes > 0 && memory.freeBytes <= memory.totalBytes, "free memory is part of all memory");
  checkFails(Device::open(4096).status(), StatusCode::NotFound, "there is no device 4096", "open a missing device");
  checkFails(device.allocate(size_t{1} << 50).status(), StatusCode::DriverError, "CUDA_ERROR_OUT_OF_MEMORY",
             "allocate a petabyte");
}

void checkMemory(const Device &device, const Stream &stream) {
  const DeviceBuffer a = need(device.allocate(1 << 20), "allocate");
  const DeviceBuffer b = need(device.allocate(1 << 20), "allocate");
  check(a.fill(stream, std::byte{0x5a}), "fill");
  check(b.copyFrom(stream, a), "copy on the device");
  std::vector<unsigned char> host(1 << 20);
  check(b.download(stream, host), "download");
  check(stream.synchronize(), "synchronize");
  check(host == std::vector<unsigned char>(1 << 20, 0x5a), "the bytes that were filled came back");
  check(a.address() % 256 == 0, "buffers are aligned");
}

void checkLaunches(const Device &device, const Stream &stream, const Kernel &add) {
  const int block = blockOf(add.info());
  for (const int n : {1, block - 1, block, block + 1, 781, 98432, (1 << 20) + 3}) {
    const Problem problem(device, stream, n, 1.0f);
    check(problem.launch(add, stream), "launch");
    problem.checkResult(stream, "n = " + std::to_string(n));
  }
  Problem untouched(device, stream, 100, 1.0f);
  check(add.launch(stream, Grid(0), untouched.x, untouched.y, untouched.out, 100), "launch nothing");
  untouched.expected.assign(untouched.size(), kUntouched);
  untouched.checkResult(stream, "an empty grid");
}

void checkRefusals(const Device &device, const Stream &stream, const Kernel &add) {
  Problem p(device, stream, 100, 1.0f);
  const auto code = StatusCode::InvalidArgument;
  checkFails(add.launch(stream, Grid(1), p.x, p.y, p.out), code, "takes 4 arguments", "three arguments");
  checkFails(add.launch(stream, Grid(1), p.x, p.y, 3.0, 100), code, "`out`", "a number for a pointer");
  checkFails(add.launch(stream, Grid(1), p.x, p.y, p.out, int64_t{1} << 40), code, "`n`", "a huge integer");
  checkFails(add.launch(stream, Grid(-1), p.x, p.y, p.out, 100), code, "grid dimension x", "a negative grid");
  checkFails(add.launch(stream, Grid(1, 65536), p.x, p.y, p.out, 100), code, "65535", "a grid that is too large");
  if (add.info().params[0].divisible == 16)
    checkFails(add.launch(stream, Grid(1), Arg::address(p.x.address() + 4), p.y, p.out, 100), code, "multiple of 16",
               "a misaligned pointer");
  p.expected.assign(p.size(), kUntouched);
  p.checkResult(stream, "the device still works after refusals, and nothing ran");
}

void checkEvents(const Device &device, const Kernel &add) {
  const Stream first = need(device.createStream(), "create a stream");
  const Stream second = need(device.createStream(), "create a stream");
  const Event start = need(device.createEvent(), "create an event");
  const Event end = need(device.createEvent(), "create an event");
  const Problem problem(device, first, 1 << 24, 0.0f);
  check(start.record(first), "record");
  check(problem.launch(add, first), "launch");
  check(end.record(first), "record");
  check(second.wait(end), "wait for the other stream");
  problem.checkResult(second, "a stream that waited for another");
  check(end.synchronize(), "synchronize with an event");
  check(need(Event::elapsedMs(start, end), "elapsed time") > 0, "time passes");
}

void checkStream(const Device &device, const Stream &stream, const Kernel &add, const std::string &what) {
  const Problem problem(device, stream, 1000, 5.0f);
  check(problem.launch(add, stream), what + ": launch");
  problem.checkResult(stream, what);
}

void checkStreams(const Device &device, const Kernel &add) {
  const Stream owned = need(device.createStream(), "create a stream");
  checkStream(device, device.defaultStream(), add, "the default stream");
  checkStream(device, device.wrapStream(owned.handle()), add, "a stream that the caller owns");
}

void checkThreads(const Device &device, const Kernel &add) {
  constexpr size_t kThreads = 8;
  std::vector<int> isRight(kThreads);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      StatusOr<Stream> stream = device.createStream();
      StatusOr<DeviceBuffer> buffer = device.allocate(4096);
      const std::vector<float> values(1024, static_cast<float>(t));
      std::vector<float> sum(1024);
      bool ok = stream.ok() && buffer.ok() && buffer->upload(*stream, values).ok();
      for (int i = 0; ok && i < 100; ++i)
        ok = add.launch(*stream, Grid(cdiv(1024, blockOf(add.info()))), *buffer, nullptr, *buffer, 0).ok();
      ok = ok && add.launch(*stream, Grid(cdiv(1024, blockOf(add.info()))), *buffer, *buffer, *buffer, 1024).ok();
      ok = ok && buffer->download(*stream, sum).ok() && stream->synchronize().ok();
      isRight[t] = ok && sum == std::vector<float>(1024, static_cast<float>(2 * t));
    });
  for (std::thread &thread : threads) thread.join();
  check(isRight == std::vector<int>(kThreads, 1), "eight threads launch one kernel, each in a stream of its own");
}

/// Another context of the caller stays current through every kind of call, and is not needed by any.
void checkContexts(const Device &device, const Kernel &add) {
  const cuda::Driver &driver = *need(cuda::systemDriver(), "the driver");
  cuda::Context current = nullptr;
  check(driver.contextCurrent(&current) == cuda::Result::Success && !current, "no context was left current");

  using Create = cuda::Result (*)(cuda::Context *, unsigned, cuda::DeviceId);
  using Destroy = cuda::Result (*)(cuda::Context);
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  const auto create = reinterpret_cast<Create>(dlsym(library, "cuCtxCreate_v2"));
  const auto destroy = reinterpret_cast<Destroy>(dlsym(library, "cuCtxDestroy_v2"));
  cuda::Context foreign = nullptr;
  check(create && create(&foreign, 0, device.ordinal()) == cuda::Result::Success, "create another context");
  {
    const Stream stream = need(device.createStream(), "create a stream");
    const Problem problem(device, stream, 1000, 3.0f);
    check(problem.launch(add, stream), "launch");
    problem.checkResult(stream, "a caller with a context of its own");
  }
  check(driver.contextCurrent(&current) == cuda::Result::Success && current == foreign, "the caller's context stayed");
  check(destroy && destroy(foreign) == cuda::Result::Success, "destroy the other context");
}

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The kernel again, with one thing about its launch changed in its metadata that does not change what it computes.
void checkVariant(const Device &device, const std::string &path, std::string_view from, std::string_view to) {
  std::string bytes = readFile(path);
  const size_t position = bytes.find(from);
  check(position != std::string::npos, "the metadata has " + std::string(from));
  if (position == std::string::npos) return;
  bytes.replace(position, from.size(), to);
  const std::string what = "with " + std::string(to);
  const Module module = need(Module::load(device, std::as_bytes(std::span(bytes))), what.c_str());
  checkStream(device, device.defaultStream(), module.kernel(), what);
}

void checkVariants(const Device &device, const std::string &path) {
  // The surplus block of the last cluster has no elements to work on.
  if (device.computeCapability().major >= 9) checkVariant(device, path, R"("cluster":[1,1,1])", R"("cluster":[2,1,1])");
  // This replacement is longer than what it replaces, which a section of a cubin has no room for.
  if (path.ends_with(".ptx")) checkVariant(device, path, R"("shared_bytes":0)", R"("shared_bytes":65536)");
}

/// The kernel's bytes, cut short or for a machine that is not this one.
void checkBadArtefacts(const Device &device, const std::string &path) {
  const std::string bytes = readFile(path);
  checkFails(Module::load(device, std::as_bytes(std::span(bytes)).first(bytes.size() / 40)).status(),
             StatusCode::ParseError, "", "a truncated kernel");
  checkFails(Module::loadFile(device, path + ".missing").status(), StatusCode::NotFound, path, "a missing file");

  KernelInfo info = need(KernelInfo::fromArtifact(std::as_bytes(std::span(bytes))), "the info of the kernel");
  const std::string garbage = std::string(kInfoComment) + info.toJson() + "\n.version 7.8\n.target nothing\n";
  info.arch = "sm_999a";
  const std::string future = std::string(kInfoComment) + info.toJson() + "\n";
  checkFails(Module::load(device, std::as_bytes(std::span(future))).status(), StatusCode::Unsupported, "sm_999a",
             "a kernel for another device");
  checkFails(Module::load(device, std::as_bytes(std::span(garbage))).status(), StatusCode::DriverError, "CUDA_ERROR",
             "PTX that does not assemble");
}

void checkKernel(const Device &device, const std::string &path) {
  const Module module = need(Module::loadFile(device, path), "load the kernel");
  const Kernel &add = module.kernel();
  std::printf("%s: %s for %s on %s\n", path.c_str(), add.info().name.c_str(), add.info().arch.c_str(),
              device.name().c_str());
  const bool isAdd = add.info().params.size() == 4 && add.info().params[3].type == "i32" && blockOf(add.info()) > 0;
  check(isAdd, "the kernel is add(x, y, out, n) with a constant BLOCK");
  if (!isAdd) return;
  const Stream stream = need(device.createStream(), "create a stream");
  checkLaunches(device, stream, add);
  checkRefusals(device, stream, add);
  checkEvents(device, add);
  checkStreams(device, add);
  checkThreads(device, add);
  checkContexts(device, add);
  checkVariants(device, path);
  checkBadArtefacts(device, path);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: runtime_check KERNEL...\n");
    return 2;
  }
  StatusOr<Device> device = Device::open(0);
  if (device.status().code() == StatusCode::Unavailable) {
    std::printf("runtime_check: skipped, there is no GPU (%s)\n", device.status().text().c_str());
    return 77;
  }
  const Device gpu = need(std::move(device), "open the device");
  checkDevice(gpu);
  checkMemory(gpu, need(gpu.createStream(), "create a stream"));
  for (int i = 1; i < argc; ++i) checkKernel(gpu, argv[i]);
  check(gpu.synchronize(), "synchronize the device at the end");
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
