// Prints what a compiled kernel says about itself, then loads it if there is a GPU.
#include <tritonc/tritonc.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

int fail(const tritonc::Status &status) {
  std::printf("%s\n", status.toString().c_str());
  return 1;
}

void print(const tritonc::KernelInfo &info) {
  std::printf("%s for %s, %u warps\n", info.name.c_str(), info.arch.c_str(), info.warps);
  for (const tritonc::KernelParam &param : info.params)
    std::printf("  %s: %s\n", param.name.c_str(), param.type.c_str());
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::printf("usage: consumer CUBIN\n");
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const tritonc::StatusOr<tritonc::KernelInfo> info =
      tritonc::KernelInfo::fromArtifact(std::as_bytes(std::span(bytes)));
  if (!info.ok()) return fail(info.status());
  print(*info);

  const tritonc::StatusOr<tritonc::Device> device = tritonc::Device::open(0);
  if (device.status().code() == tritonc::StatusCode::Unavailable) {
    std::printf("not loaded, there is no GPU: %s\n", device.status().text().c_str());
    return 0;
  }
  if (!device.ok()) return fail(device.status());
  const tritonc::StatusOr<tritonc::Module> module = tritonc::Module::loadFile(*device, argv[1]);
  if (!module.ok()) return fail(module.status());
  std::printf("loaded on %s\n", device->name().c_str());
  return 0;
}
