#include "runtime/emulator/fault.h"

#include <fmt/format.h>

#include <array>

namespace tritonc::emulator {

std::string_view name(Check check) {
  constexpr auto kNames = std::to_array<std::string_view>({
#define CHECK(Name, id) id,
#include "runtime/emulator/checks.def"
  });
  return kNames[static_cast<size_t>(check)];
}

std::string Fault::toString() const {
  std::string place = sourceLine ? fmt::format("{}:{}: ", file, sourceLine) : "";
  std::string ptx = ptxLine ? fmt::format("; PTX line {}, {}", ptxLine, opcode) : "";
  return fmt::format("{}{}: {} (block {}, warp {}{})", place, name(check), text, block, warp, ptx);
}

}  // namespace tritonc::emulator
