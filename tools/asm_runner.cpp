// A kernel around the text: thread i loads element i of an array for each input, and stores the outputs likewise.
//
//   ld.global.b32 %tc_r1, [%tc_at1];
//   ld.global.b32 %tc_r2, [%tc_at2];
//   { cvt.rn.bf16x2.f32 %tc_r0, %tc_r1, %tc_r2; }
//   st.global.b32 [%tc_at0], %tc_r0;
#include "tools/asm_runner.h"

#include <fmt/format.h>

#include <cstring>

#include "ir/inline_asm.h"

namespace tritonc::tools {
namespace {

/// Threads of a program without info.
constexpr size_t kThreads = 32;

/// The registers of a text, outputs first, and what they are called.
struct NamedRegisters {
  explicit NamedRegisters(std::string_view constraints) {
    std::string problem;
    ir::AsmRegisters parsed = *ir::parseAsmConstraints(constraints, problem);
    numOutputs = parsed.outputs.size();
    registers = std::move(parsed.outputs);
    registers.insert(registers.end(), parsed.inputs.begin(), parsed.inputs.end());
  }

  std::string name(size_t i) const { return fmt::format("%tc_r{}", registers[i].tiedTo.value_or(unsigned(i))); }
  /// `b32`, `f64`.
  std::string type(size_t i) const {
    bool isFloat = registers[i].letter == 'f' || registers[i].letter == 'd';
    return fmt::format("{}{}", isFloat ? 'f' : 'b', registers[i].bits());
  }
  unsigned bytes(size_t i) const { return registers[i].bits() / 8; }

  std::vector<ir::AsmRegister> registers;
  size_t numOutputs;
};

/// The parameters of the kernel are an array for each register and the number of threads that count.
std::string kernelText(const ir::AsmRun &run, const NamedRegisters &registers) {
  std::string params, before, after;
  for (size_t i = 0; i < registers.registers.size(); ++i) {
    params += fmt::format(".param .u64 p{}, ", i);
    before += fmt::format(".reg .b64 %tc_at{0};\nld.param.u64 %tc_at{0}, [p{0}];\n"
                          "mad.wide.u32 %tc_at{0}, %tc_index, {1}, %tc_at{0};\n",
                          i, registers.bytes(i));
    if (!registers.registers[i].tiedTo) before += fmt::format(".reg .{} {};\n", registers.type(i), registers.name(i));
    if (i < registers.numOutputs)
      after += fmt::format("st.global.{} [%tc_at{}], {};\n", registers.type(i), i, registers.name(i));
    else
      before += fmt::format("ld.global.{} {}, [%tc_at{}];\n", registers.type(i), registers.name(i), i);
  }
  std::string text = ir::substituteAsm(run.text, [&](unsigned i) { return registers.name(i); }, /*uid=*/"0");
  return fmt::format(".version 8.5\n.target sm_90a\n.address_size 64\n.visible .entry inline_asm({}.param .u32 count)\n"
                     "{{\n.reg .pred %tc_done;\n.reg .b32 %tc_index, %tc_block, %tc_count;\n"
                     "mov.u32 %tc_index, %tid.x;\nmov.u32 %tc_block, %ctaid.x;\nld.param.u32 %tc_count, [count];\n"
                     "mad.lo.u32 %tc_index, %tc_block, {}, %tc_index;\nsetp.ge.u32 %tc_done, %tc_index, %tc_count;\n"
                     "@%tc_done ret;\n{}{{\n{}\n}}\n{}ret;\n}}\n",
                     params, kThreads, before, text, after);
}

/// The low bytes of each word.
std::vector<std::byte> toArray(const std::vector<uint64_t> &words, unsigned bytes) {
  std::vector<std::byte> array(words.size() * bytes);
  for (size_t i = 0; i < words.size(); ++i) std::memcpy(&array[i * bytes], &words[i], bytes);
  return array;
}

std::vector<uint64_t> fromArray(const std::vector<std::byte> &array, unsigned bytes) {
  std::vector<uint64_t> words(array.size() / bytes);
  for (size_t i = 0; i < words.size(); ++i) std::memcpy(&words[i], &array[i * bytes], bytes);
  return words;
}

}  // namespace

std::string AsmRunner::run(ir::AsmRun &run) {
  NamedRegisters registers(run.constraints);
  std::string text = kernelText(run, registers);
  std::shared_ptr<const emulator::Program> &program = programs_[text];
  if (!program) {
    auto loaded = emulator::load(text);
    if (!loaded) return std::string(loaded.status().text());
    program = *std::move(loaded);
  }

  std::vector<std::vector<std::byte>> arrays;
  std::vector<uint64_t> addresses;
  std::vector<std::byte> params(program->entry->entryParamBytes);
  auto setParam = [&](size_t i, auto value) {
    std::memcpy(&params[program->entry->params[i].offset], &value, sizeof(value));
  };
  for (size_t i = 0; i < registers.registers.size(); ++i) {
    bool isOutput = i < registers.numOutputs;
    const std::vector<uint64_t> none(isOutput ? run.count : 0);
    arrays.push_back(toArray(isOutput ? none : run.inputs[i - registers.numOutputs], registers.bytes(i)));
    addresses.push_back(memory_.add(registers.name(i), arrays.back()));
    setParam(i, addresses.back());
  }
  setParam(arrays.size(), static_cast<uint32_t>(run.count));

  emulator::Options options;
  options.checkUninitialised = options.checkRaces = false;
  constexpr uint64_t kNanoseconds = 10;
  options.clock = clock_ += kNanoseconds;
  auto programs = static_cast<uint32_t>((run.count + kThreads - 1) / kThreads);
  emulator::LaunchResult result = emulator::launch(*program, memory_, {programs, 1, 1}, params, options);
  for (uint64_t address : addresses) memory_.remove(address);
  if (!result.faults.empty()) return result.faults.front().toString();
  run.outputs.clear();
  for (size_t i = 0; i < registers.numOutputs; ++i) run.outputs.push_back(fromArray(arrays[i], registers.bytes(i)));
  return {};
}

}  // namespace tritonc::tools
