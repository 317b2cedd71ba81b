// What the emulator finds wrong with a kernel while it runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tritonc::emulator {

enum class Check : uint8_t {
#define CHECK(Name, id) Name,
#include "runtime/emulator/checks.def"
};

/// The spelling in messages: `out-of-bounds`.
std::string_view name(Check check);

struct Fault {
  Check check = Check::Trap;
  std::string text = {};
  /// 0 if the fault has no place.
  uint32_t ptxLine = 0;
  std::string opcode = {};
  std::string file = {};
  uint32_t sourceLine = 0;
  uint64_t block = 0;
  uint32_t warp = 0;

  /// `k.py:12: out-of-bounds: ... (block 3, warp 0; PTX line 80, st.global.b32)`
  std::string toString() const;
};

}  // namespace tritonc::emulator
