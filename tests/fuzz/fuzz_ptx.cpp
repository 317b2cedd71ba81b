// Fuzzes the PTX emulator: any text gives a program or a message, and a program runs a bounded number of instructions
// without harm to its host, whatever it does to its own memory.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ir/support/check.h"
#include "runtime/emulator/emulator.h"

using namespace tritonc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto program = emulator::load({reinterpret_cast<const char *>(data), size});
  if (!program.ok()) {
    TC_CHECK(!program.status().text().empty(), "a text that is refused is explained");
    return 0;
  }
  std::vector<std::byte> out(2048), in(2048);
  emulator::Memory memory;
  const std::array<uint64_t, 2> params = {memory.add("out", out, 1, emulator::Contents::Undefined),
                                          memory.add("in", in, 4)};
  emulator::Options options;
  options.threads = 1;
  options.stepLimit = 2000;
  options.print = [](std::string_view) {};
  emulator::LaunchResult result =
      emulator::launch(**program, memory, {2, 1, 1}, std::as_bytes(std::span(params)), options);
  for (const emulator::Fault &fault : result.faults) TC_CHECK(!fault.toString().empty(), "a fault says what it is");
  return 0;
}
