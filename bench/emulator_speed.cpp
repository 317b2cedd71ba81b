// Thread-instructions a second of the PTX emulator, on one core, with and without its checks.
//
//   build/bench/emulator_speed
#include <cstdio>
#include <ctime>
#include <vector>

#include "runtime/emulator/emulator.h"

namespace {

using namespace tritonc::emulator;

/// out[i] = 2.5 * x[i] + y[i], four elements a thread.
constexpr const char *kAxpy = R"(
.version 8.5
.target sm_90a
.address_size 64
.visible .entry axpy(.param .u64 x, .param .u64 y, .param .u64 out)
{
.reg .b32 %r<4>; .reg .b64 %rd<8>; .reg .f32 %f<16>;
ld.param.u64 %rd1, [x];
ld.param.u64 %rd2, [y];
ld.param.u64 %rd3, [out];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r1, %r2, 32, %r1;
mul.wide.u32 %rd4, %r1, 16;
add.s64 %rd1, %rd1, %rd4;
add.s64 %rd2, %rd2, %rd4;
add.s64 %rd3, %rd3, %rd4;
ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];
ld.global.v4.f32 {%f5, %f6, %f7, %f8}, [%rd2];
fma.rn.f32 %f5, %f1, 0f40200000, %f5;
fma.rn.f32 %f6, %f2, 0f40200000, %f6;
fma.rn.f32 %f7, %f3, 0f40200000, %f7;
fma.rn.f32 %f8, %f4, 0f40200000, %f8;
st.global.v4.f32 [%rd3], {%f5, %f6, %f7, %f8};
ret;
}
)";

/// 1000 rounds of a hash: no memory.
constexpr const char *kHash = R"(
.version 8.5
.target sm_90a
.address_size 64
.visible .entry hash(.param .u64 x, .param .u64 y, .param .u64 out)
{
.reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p;
ld.param.u64 %rd3, [out];
mov.u32 %r1, %tid.x;
mov.u32 %r2, 0;
mov.u32 %r3, %r1;
LOOP:
mul.lo.u32 %r3, %r3, 1664525;
add.u32 %r3, %r3, 1013904223;
shr.u32 %r4, %r3, 15;
xor.b32 %r3, %r3, %r4;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p, %r2, 1000;
@%p bra LOOP;
mul.wide.u32 %rd4, %r1, 4;
mov.u32 %r5, %ctaid.x;
mul.wide.u32 %rd5, %r5, 128;
add.s64 %rd3, %rd3, %rd4;
add.s64 %rd3, %rd3, %rd5;
st.global.u32 [%rd3], %r3;
ret;
}
)";

void measure(const char *name, const char *ptx, uint32_t blocks, uint64_t instructionsOfThread, bool hasChecks) {
  auto program = load(ptx);
  if (!program.ok()) {
    std::printf("%s\n", program.status().text().c_str());
    return;
  }
  std::vector<float> x(size_t{blocks} * 128), y(x.size()), out(x.size());
  Memory memory;
  auto add = [&](const char *array, std::vector<float> &values) {
    return memory.add(array, std::as_writable_bytes(std::span(values)), 4);
  };
  std::array<uint64_t, 3> params = {add("x", x), add("y", y), add("out", out)};
  Options options;
  options.threads = 1;
  options.checkRaces = options.checkUninitialised = hasChecks;
  // Of this process: others may want the core too.
  std::clock_t start = std::clock();
  LaunchResult result = launch(**program, memory, {blocks, 1, 1}, std::as_bytes(std::span(params)), options);
  double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  if (!result.faults.empty()) std::printf("%s\n", result.faults[0].toString().c_str());
  double executed = double(blocks) * 32 * double(instructionsOfThread);
  std::printf("%-5s %-14s %8.1f million thread-instructions a second\n", name,
              hasChecks ? "all checks" : "no race checks", executed / seconds / 1e6);
}

}  // namespace

int main() {
  for (bool hasChecks : {true, false}) {
    measure("axpy", kAxpy, 20000, 18, hasChecks);
    measure("hash", kHash, 200, 7010, hasChecks);
  }
}
