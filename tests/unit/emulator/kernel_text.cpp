#include "tests/unit/emulator/kernel_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <type_traits>

namespace tritonc::emulator::testing {
namespace {

/// The registers for values of a C++ type: their prefix, and the type of loads and stores.
template <class T> struct RegisterOf;
template <> struct RegisterOf<uint16_t> {
  static constexpr const char *kPrefix = "%h", *kType = "b16";
};
template <> struct RegisterOf<uint32_t> {
  static constexpr const char *kPrefix = "%r", *kType = "b32";
};
template <> struct RegisterOf<uint64_t> {
  static constexpr const char *kPrefix = "%rd", *kType = "b64";
};
template <> struct RegisterOf<float> {
  static constexpr const char *kPrefix = "%f", *kType = "f32";
};
template <> struct RegisterOf<double> {
  static constexpr const char *kPrefix = "%fd", *kType = "f64";
};

}  // namespace

std::string kernelText(std::string_view body, std::string_view moduleText, unsigned warps, unsigned sharedBytes,
                       unsigned cluster) {
  return fmt::format(
      R"(// tritonc.info: {{"abi":1,"name":"k","version":"0","source_hash":"0","arch":"sm_90a","ptx_version":"8.5","warps":{},"stages":1,"cluster":[{},1,1],"shared_bytes":{},"scratch_bytes":0,"scratch_align":128,"registers":null,"spill_bytes":null,"params":[],"constants":{{}},"tensor_maps":[]}}
.version 8.5
.target sm_90a
.address_size 64
{}
.visible .entry k(.param .u64 k_out, .param .u64 k_in)
{{
.reg .pred %p<32>;
.reg .b16 %h<32>;
.reg .b32 %r<32>, %lane;
.reg .f32 %f<32>;
.reg .b64 %rd<32>, %out, %in;
.reg .f64 %fd<32>;
ld.param.u64 %out, [k_out];
ld.param.u64 %in, [k_in];
cvta.to.global.u64 %out, %out;
cvta.to.global.u64 %in, %in;
mov.u32 %lane, %tid.x;
{}
ret;
}}
)",
      warps, cluster, sharedBytes, moduleText, body);
}

RunResult run(std::string_view body, size_t outBytes, const std::vector<uint8_t> &in, RunOptions options) {
  RunResult result;
  auto program = load(kernelText(body, options.moduleText, options.warps, options.sharedBytes, options.cluster));
  EXPECT_TRUE(program.ok()) << program.status().text();
  if (!program.ok()) return result;
  result.program = *program;
  result.out.assign(outBytes, 0xee);
  std::vector<uint8_t> input = in;
  Memory memory;
  Contents contents = options.isOutputDefined ? Contents::Defined : Contents::Undefined;
  std::array<uint64_t, 2> params = {memory.add("out", std::as_writable_bytes(std::span(result.out)), 1, contents),
                                    memory.add("in", std::as_writable_bytes(std::span(input)), 1)};
  options.options.print = [&](std::string_view text) { result.printed += text; };
  LaunchResult launched = launch(**program, memory, options.grid, std::as_bytes(std::span(params)), options.options);
  result.faults = std::move(launched.faults);
  result.trace = std::move(launched.trace);
  return result;
}

template <class Out, class In>
std::vector<Out> eval(const std::string &text, const std::vector<std::vector<In>> &rows) {
  std::vector<In> flat;
  for (const auto &row : rows) flat.insert(flat.end(), row.begin(), row.end());
  size_t width = rows[0].size();
  std::string body = fmt::format("setp.ge.u32 %p31, %lane, {};\n@%p31 ret;\nmad.wide.u32 %rd31, %lane, {}, %in;\n",
                                 rows.size(), width * sizeof(In));
  for (size_t i = 0; i < width; ++i)
    body += fmt::format("ld.global.{} {}{}, [%rd31+{}];\n", RegisterOf<In>::kType, RegisterOf<In>::kPrefix, i + 1,
                        i * sizeof(In));
  body += text;
  body += fmt::format("\nmad.wide.u32 %rd31, %lane, {}, %out;\nst.global.{} [%rd31], {}0;\n", sizeof(Out),
                      RegisterOf<Out>::kType, RegisterOf<Out>::kPrefix);
  RunResult result = run(body, rows.size() * sizeof(Out), bytesOf(flat));
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  return result.as<Out>();
}

#define TC_EVAL(Out)                                                                                                   \
  template std::vector<Out> eval(const std::string &, const std::vector<std::vector<uint16_t>> &);                     \
  template std::vector<Out> eval(const std::string &, const std::vector<std::vector<uint32_t>> &);                     \
  template std::vector<Out> eval(const std::string &, const std::vector<std::vector<uint64_t>> &);                     \
  template std::vector<Out> eval(const std::string &, const std::vector<std::vector<float>> &);                        \
  template std::vector<Out> eval(const std::string &, const std::vector<std::vector<double>> &);
TC_EVAL(uint16_t)
TC_EVAL(uint32_t)
TC_EVAL(uint64_t)
TC_EVAL(float)
TC_EVAL(double)
#undef TC_EVAL

std::string loadError(const std::string &ptx) {
  auto program = load(ptx);
  EXPECT_FALSE(program.ok());
  return program.ok() ? "" : program.status().text();
}

}  // namespace tritonc::emulator::testing
