// Loads the compiled kernel `add` of vector_add.py, adds random vectors and compares every element with the host's sum.
//
//   vector_add add.cubin
//
// Exit codes: 0 all equal, 1 something failed, 2 wrong usage, 77 skipped because there is no GPU.
#include <tritonc/tritonc.h>

#include <charconv>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kSkipped = 77;

int fail(const tritonc::Status &status) {
  std::fprintf(stderr, "vector_add: %s\n", status.toString().c_str());
  return kFailed;
}

/// The value of an integer constant that the kernel was compiled with; 0 if it has none of that name.
size_t integerConstant(const tritonc::KernelInfo &info, std::string_view name) {
  const std::string *literal = info.findConstant(name);
  size_t value = 0;
  if (literal) std::from_chars(literal->data(), literal->data() + literal->size(), value);
  return value;
}

std::vector<float> randomVector(size_t n, unsigned seed) {
  std::minstd_rand engine(seed);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  std::vector<float> values(n);
  for (float &value : values) value = uniform(engine);
  return values;
}

/// Adds on the device. The status of the first step that failed is returned; later steps are not tried.
tritonc::Status addOnDevice(const tritonc::Device &device, const tritonc::Kernel &add, size_t block,
                            const std::vector<float> &x, const std::vector<float> &y, std::vector<float> &out) {
  const size_t bytes = x.size() * sizeof(float);
  tritonc::StatusOr<tritonc::Stream> stream = device.createStream();
  if (!stream.ok()) return stream.status();
  tritonc::StatusOr<tritonc::DeviceBuffer> xBuffer = device.allocate(bytes);
  if (!xBuffer.ok()) return xBuffer.status();
  tritonc::StatusOr<tritonc::DeviceBuffer> yBuffer = device.allocate(bytes);
  if (!yBuffer.ok()) return yBuffer.status();
  tritonc::StatusOr<tritonc::DeviceBuffer> outBuffer = device.allocate(bytes);
  if (!outBuffer.ok()) return outBuffer.status();

  tritonc::Status status = xBuffer->upload(*stream, x);
  if (status.ok()) status = yBuffer->upload(*stream, y);
  if (status.ok()) {
    const tritonc::Grid grid(tritonc::cdiv(x.size(), block));
    status = add.launch(*stream, grid, *xBuffer, *yBuffer, *outBuffer, x.size());
  }
  if (status.ok()) status = outBuffer->download(*stream, out);
  if (status.ok()) status = stream->synchronize();
  return status;
}

/// How many elements differ. The sum of two floats is exact to the last bit on both sides.
size_t countDifferences(const std::vector<float> &x, const std::vector<float> &y, const std::vector<float> &out) {
  size_t count = 0;
  for (size_t i = 0; i < x.size(); ++i) count += out[i] != x[i] + y[i];
  return count;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: vector_add CUBIN\n");
    return kUsage;
  }
  tritonc::StatusOr<tritonc::Device> device = tritonc::Device::open(0);
  if (!device.ok()) {
    if (device.status().code() != tritonc::StatusCode::Unavailable) return fail(device.status());
    std::printf("vector_add: skipped, there is no GPU to run on (%s)\n", device.status().text().c_str());
    return kSkipped;
  }
  tritonc::StatusOr<tritonc::Module> module = tritonc::Module::loadFile(*device, argv[1]);
  if (!module.ok()) return fail(module.status());
  const size_t block = integerConstant(module->info(), "BLOCK");
  if (block == 0) return fail({tritonc::StatusCode::InvalidArgument, "the kernel has no constant `BLOCK`"});

  std::printf("%s on %s\n", module->info().name.c_str(), device->name().c_str());
  size_t different = 0;
  for (const size_t n : {size_t{1}, size_t{781}, size_t{98432}, (size_t{1} << 24) + 3}) {
    const std::vector<float> x = randomVector(n, 1), y = randomVector(n, 2);
    std::vector<float> out(n);
    tritonc::Status status = addOnDevice(*device, module->kernel(), block, x, y, out);
    if (!status.ok()) return fail(status);
    const size_t count = countDifferences(x, y, out);
    std::printf("  %9zu elements: %zu differ\n", n, count);
    different += count;
  }
  return different == 0 ? 0 : kFailed;
}
