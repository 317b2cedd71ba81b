// Compares the PTX emulator with plain C++ references and, where there is one, with a GPU: every form of mma.sync,
// wgmma, ldmatrix, stmatrix and copies in bulk, each on seeded random cases.
//
//   ptx_forms [--quick] [--cases N] [--floats N] [--seed N] [--filter TEXT] [--json FILE] [--table FILE] [--write DIR]
//             [--no-gpu]
//
// A form has N exact cases, whose results do not depend on how sums are made: they are compared bit by bit. Those with
// floats have cases with any numbers too: the GPU's results must be as near to the reference as the hardware is known
// to come, and the table says how many are the same bits as the emulator's. --write leaves the modules for an
// assembler.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>

#include "runtime/emulator/emulator.h"
#include "tests/gpu/form_device.h"
#include "tests/gpu/forms.h"

namespace tritonc::forms {

uint64_t getElement(std::span<const std::byte> bytes, size_t index, unsigned bits) {
  uint64_t value = 0;
  std::memcpy(&value, bytes.data() + index * (bits / 8), bits / 8);
  return value;
}

void putElement(Bytes bytes, size_t index, unsigned bits, uint64_t value) {
  std::memcpy(bytes.data() + index * (bits / 8), &value, bits / 8);
}

std::string registerList(const std::string &prefix, unsigned count) {
  std::string list;
  for (unsigned i = 0; i < count; ++i) list += fmt::format("{}{}{}", i ? ", " : "", prefix, i);
  return list;
}

double matrixBound(Elem input, Elem result, double sum, double largest, double value) {
  bool isByte = bitsOf(input) == 8;
  if (isInteger(input)) return 0;
  if (input == Elem::F64) return std::ldexp(sum, -50);
  // Each of up to 33 terms is cut 13 or 25 places below the largest, and the sum once more. f16 may be rounded to the
  // neighbour.
  double bound = std::ldexp(largest, isByte ? 6 - 13 : 6 - 25) + std::ldexp(sum, -22);
  return result == Elem::F16 ? bound + std::ldexp(std::fabs(value), -10) + std::ldexp(1.0, -24) : bound;
}

namespace {

struct Settings {
  bool isQuick = false, usesGpu = true;
  unsigned exact = 4, floats = 4;
  uint64_t seed = 1;
  std::string filter, json, table, write;
};

/// What all cases of a form have in memory, one behind the other.
struct Buffers {
  std::vector<std::byte> in, out, tensor;
  Buffers(const Form &form, unsigned cases)
      : in(form.inBytes * cases), out(form.outBytes * cases, std::byte{0}), tensor(form.tensorBytes * cases) {}

  Case at(const Form &form, unsigned i, uint64_t tensorAddress, const EncodeMap *encode) {
    return {Bytes(in).subspan(form.inBytes * i, form.inBytes), Bytes(out).subspan(form.outBytes * i, form.outBytes),
            Bytes(tensor).subspan(form.tensorBytes * i, form.tensorBytes), tensorAddress + form.tensorBytes * i,
            encode};
  }
};

struct Outcome {
  unsigned exact = 0, floats = 0;
  /// Cases that are wrong: emulator against reference, GPU against emulator (exact) or reference (floats).
  unsigned emulatorWrong = 0, gpuWrong = 0;
  /// Of the floats of the GPU, how many elements are the emulator's bits.
  uint64_t elements = 0, same = 0;
  /// The largest distance from the reference, of the GPU and of the emulator, in parts of what is allowed.
  double worst = 0, emulatorWorst = 0;
  /// The bytes around the first ones of an exact case in which GPU and emulator differ.
  std::string difference;
  std::string note;
};

std::string entryText(const Form &form) {
  return fmt::format(R"(.visible .entry {}(.param .u64 p_out, .param .u64 p_in, .param .u64 p_tensor)
.reqntid {}, 1, 1
{{
.reg .b32 %thread; .reg .b64 %out, %in, %tensor, %thread64, %block;
ld.param.u64 %out, [p_out]; ld.param.u64 %in, [p_in]; ld.param.u64 %tensor, [p_tensor];
mov.u32 %thread, %ctaid.x; cvt.u64.u32 %block, %thread;
mad.lo.u64 %out, %block, {}, %out; mad.lo.u64 %in, %block, {}, %in; mad.lo.u64 %tensor, %block, {}, %tensor;
mov.u32 %thread, %tid.x; cvt.u64.u32 %thread64, %thread;
{}ret;
}}
)",
                     form.symbol, form.warps * 32, form.outBytes, form.inBytes, form.tensorBytes, form.body);
}

constexpr const char *kHeader = ".version 8.7\n.target sm_90a\n.address_size 64\n";

std::string emulatorText(const Form &form) {
  return fmt::format(
      R"(// tritonc.info: {{"abi":1,"name":"{}","version":"0","source_hash":"0","arch":"sm_90a","ptx_version":"8.7","warps":{},"stages":1,"cluster":[1,1,1],"shared_bytes":0,"scratch_bytes":0,"scratch_align":128,"registers":null,"spill_bytes":null,"params":[],"constants":{{}},"tensor_maps":[]}}
{}{})",
      form.symbol, form.warps, kHeader, entryText(form));
}

uint64_t seedOf(const Settings &settings, const Form &form, unsigned i) {
  return settings.seed * 1000003 + std::hash<std::string>()(form.symbol) * 31 + i;
}

void fillAll(const Settings &settings, const Form &form, Buffers &buffers, unsigned cases, uint64_t tensorAddress,
             const EncodeMap &encode) {
  for (unsigned i = 0; i < cases; ++i) {
    Rng rng(seedOf(settings, form, i));
    form.fill(rng, i < settings.exact, buffers.at(form, i, tensorAddress, &encode));
  }
}

/// The text of the first fault, if any.
std::string runEmulator(const Settings &settings, const Form &form, Buffers &buffers, uint64_t &tensorAddress,
                        unsigned cases) {
  auto program = emulator::load(emulatorText(form));
  if (!program.ok()) return program.status().text();
  emulator::Memory memory;
  uint64_t params[3] = {memory.add("out", buffers.out, 4), memory.add("in", buffers.in, 4),
                        memory.add("tensor", buffers.tensor, 4)};
  tensorAddress = params[2];
  EncodeMap encode = emulator::encodeTensorMap;
  fillAll(settings, form, buffers, cases, tensorAddress, encode);
  auto result = emulator::launch(**program, memory, {cases, 1, 1}, std::as_bytes(std::span(params)));
  return result.faults.empty() ? "" : result.faults[0].toString();
}

/// Elements that are further from the reference than they may be.
unsigned countBeyond(const Form &form, Bytes got, Bytes expected, const std::vector<double> &bounds, double &worst) {
  unsigned beyond = 0, bits = bitsOf(form.result);
  for (size_t i = 0; i < bounds.size(); ++i) {
    double value = decode(getElement(got, i, bits), form.result),
           want = decode(getElement(expected, i, bits), form.result);
    double part = bounds[i] > 0 ? std::fabs(value - want) / bounds[i] : value == want ? 0 : 2;
    worst = std::max(worst, part);
    beyond += !(part <= 1);
  }
  return beyond;
}

bool equal(Bytes a, Bytes b) { return std::ranges::equal(a, b); }

/// "at byte 64: ffff0000 instead of ff7f0000"; empty if nothing differs.
std::string differenceOf(Bytes got, Bytes expected) {
  constexpr size_t kShown = 16;
  auto at = static_cast<size_t>(std::ranges::mismatch(got, expected).in1 - got.begin());
  if (at == got.size()) return "";
  size_t first = at / kShown * kShown, count = std::min(kShown, got.size() - first);
  auto hex = [&](Bytes bytes) {
    std::string text;
    for (std::byte byte : bytes.subspan(first, count)) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
    return text;
  };
  return fmt::format("at byte {}: {} instead of {}", first, hex(got), hex(expected));
}

/// Both against the reference, and against each other.
void judge(const Settings &settings, const Form &form, Buffers &emulated, uint64_t tensorAddress, Buffers *gpu,
           unsigned cases, Outcome &outcome) {
  EncodeMap encode = emulator::encodeTensorMap;
  Buffers expected(form, cases);
  fillAll(settings, form, expected, cases, tensorAddress, encode);
  for (unsigned i = 0; i < cases; ++i) {
    bool isExact = i < settings.exact;
    Case want = expected.at(form, i, tensorAddress, &encode), mine = emulated.at(form, i, tensorAddress, &encode);
    std::vector<double> bounds;
    form.refer(isExact, want, bounds);
    bool isGood = isExact ? equal(mine.out, want.out) && equal(mine.tensor, want.tensor)
                          : countBeyond(form, mine.out, want.out, bounds, outcome.emulatorWorst) == 0;
    outcome.emulatorWrong += !isGood;
    ++(isExact ? outcome.exact : outcome.floats);
    if (!gpu) continue;
    Case theirs = gpu->at(form, i, 0, nullptr);
    if (isExact) {
      std::string difference = differenceOf(theirs.out, mine.out);
      if (difference.empty()) difference = differenceOf(theirs.tensor, mine.tensor);
      outcome.gpuWrong += !difference.empty();
      if (outcome.difference.empty()) outcome.difference = difference;
      continue;
    }
    outcome.gpuWrong += countBeyond(form, theirs.out, want.out, bounds, outcome.worst) != 0;
    for (size_t e = 0; e < bounds.size(); ++e, ++outcome.elements)
      outcome.same += getElement(theirs.out, e, bitsOf(form.result)) == getElement(mine.out, e, bitsOf(form.result));
  }
}

Outcome compare(const Settings &settings, const Form &form, GpuModule *module, Gpu *gpu) {
  Outcome outcome;
  unsigned cases = settings.exact + (form.hasFloats ? settings.floats : 0);
  Buffers emulated(form, cases);
  uint64_t tensorAddress = 0;
  outcome.note = runEmulator(settings, form, emulated, tensorAddress, cases);
  if (!outcome.note.empty()) {
    outcome.emulatorWrong = cases;
    return outcome;
  }
  if (!gpu) {
    judge(settings, form, emulated, tensorAddress, nullptr, cases, outcome);
    return outcome;
  }
  Buffers theirs(form, cases);
  EncodeMap encode = [&](const emulator::TensorMap &map) { return gpu->encodeMap(map, outcome.note); };
  std::string failure = gpu->run(*module, form.symbol, cases, form.warps * 32, {theirs.out, theirs.in, theirs.tensor},
                                 [&](uint64_t address) { fillAll(settings, form, theirs, cases, address, encode); });
  judge(settings, form, emulated, tensorAddress, failure.empty() ? &theirs : nullptr, cases, outcome);
  if (!failure.empty()) outcome.note = failure, outcome.gpuWrong = cases;
  if (!outcome.note.empty()) outcome.gpuWrong = std::max(outcome.gpuWrong, 1u);
  return outcome;
}

// ---- Reports ----

std::string rowText(const std::string &name, const Outcome &o, bool hasGpu) {
  std::string text = fmt::format("{:5} {:5} {:9}", o.exact, o.floats, o.emulatorWrong);
  if (hasGpu) {
    std::string same =
        o.elements ? fmt::format("{:.2f} %", 100.0 * static_cast<double>(o.same) / static_cast<double>(o.elements))
                   : "";
    text += fmt::format(" {:9} {:>9} {:>7}", o.gpuWrong, same, o.elements ? fmt::format("{:.3f}", o.worst) : "");
  }
  text += "  " + name;
  for (const std::string &remark : {o.difference, o.note})
    if (!remark.empty()) text += " (" + remark + ")";
  return text;
}

std::string quoted(std::string text) {
  for (size_t at = 0; (at = text.find_first_of("\"\\\n", at)) != std::string::npos; at += 2)
    text.replace(at, 1, text[at] == '\n' ? "\\n" : std::string("\\") + text[at]);
  return '"' + text + '"';
}

std::string jsonText(const std::vector<Form> &forms, const std::vector<Outcome> &outcomes, const Settings &settings,
                     const std::string &device) {
  std::string text = fmt::format("{{\"device\": {}, \"seed\": {}, \"forms\": [\n", quoted(device), settings.seed);
  for (size_t i = 0; i < forms.size(); ++i) {
    const Outcome &o = outcomes[i];
    text += fmt::format(
        "{}{{\"group\": {}, \"form\": {}, \"exact_cases\": {}, \"float_cases\": {}, "
        "\"emulator_wrong\": {}, \"gpu_wrong\": {}, \"float_elements\": {}, \"same_bits\": {}, "
        "\"worst_part_of_bound\": {:.4f}, \"emulator_worst\": {:.4f}, \"first_difference\": {}, \"note\": {}}}",
        i ? ",\n" : "", quoted(forms[i].group), quoted(forms[i].name), o.exact, o.floats, o.emulatorWrong, o.gpuWrong,
        o.elements, o.same, o.worst, o.emulatorWorst, quoted(o.difference), quoted(o.note));
  }
  return text + "\n]}\n";
}

std::string tableText(const std::vector<Form> &forms, const std::vector<Outcome> &outcomes, bool hasGpu) {
  std::string text =
      hasGpu ? "exact float emulator! gpu!      same bits  worst   form\n" : "exact float emulator! form\n";
  for (size_t i = 0; i < forms.size(); ++i) text += rowText(forms[i].name, outcomes[i], hasGpu) + "\n";
  return text;
}

void writeFile(const std::string &path, const std::string &text) {
  if (!path.empty()) std::ofstream(path) << text;
}

// ---- The program ----

bool readSettings(int argc, char **argv, Settings &settings) {
  for (int i = 1; i < argc; ++i) {
    std::string_view word = argv[i];
    if (word == "--quick") {
      settings.isQuick = true;
      settings.exact = settings.floats = 1;
      continue;
    }
    if (word == "--no-gpu") {
      settings.usesGpu = false;
      continue;
    }
    if (++i == argc) return false;
    std::string_view value = argv[i];
    auto number = [&](auto &into) {
      return std::from_chars(value.data(), value.data() + value.size(), into).ptr == value.data() + value.size();
    };
    bool isGood = true;
    if (word == "--cases")
      isGood = number(settings.exact);
    else if (word == "--floats")
      isGood = number(settings.floats);
    else if (word == "--seed")
      isGood = number(settings.seed);
    else if (word == "--filter")
      settings.filter = value;
    else if (word == "--json")
      settings.json = value;
    else if (word == "--table")
      settings.table = value;
    else if (word == "--write")
      settings.write = value;
    else
      return false;
    if (!isGood) return false;
  }
  return true;
}

std::vector<Form> collect(const Settings &settings) {
  std::vector<Form> forms;
  addMmaForms(forms);
  addMoveForms(forms);
  addCopyForms(forms);
  addWgmmaForms(forms, settings.isQuick);
  std::erase_if(forms, [&](const Form &form) { return form.name.find(settings.filter) == std::string::npos; });
  for (size_t i = 0; i < forms.size(); ++i) {
    forms[i].symbol = fmt::format("form{}", i);
    // A case's input, and a map in it, start at a multiple of 128.
    forms[i].inBytes = (forms[i].inBytes + 127) / 128 * 128;
  }
  return forms;
}

int run(const Settings &settings) {
  std::vector<Form> forms = collect(settings);
  std::unique_ptr<Gpu> gpu = settings.usesGpu ? Gpu::open() : nullptr;
  std::map<std::string, std::string> texts;
  for (const Form &form : forms) {
    auto [text, isNew] = texts.try_emplace(form.group, kHeader);
    text->second += entryText(form);
  }
  if (!settings.write.empty()) {
    size_t number = 0;
    for (const auto &[group, text] : texts) writeFile(fmt::format("{}/forms{}.ptx", settings.write, number++), text);
  }
  std::map<std::string, GpuModule> modules;
  std::vector<Outcome> outcomes;
  for (const Form &form : forms) {
    GpuModule *module = nullptr;
    if (gpu) module = &modules.try_emplace(form.group, *gpu, texts[form.group]).first->second;
    outcomes.push_back(compare(settings, form, module, gpu.get()));
  }
  std::string table = tableText(forms, outcomes, gpu != nullptr);
  writeFile(settings.table, table);
  writeFile(settings.json, jsonText(forms, outcomes, settings, gpu ? gpu->name() : "none"));
  size_t wrong = 0, cases = 0;
  for (size_t i = 0; i < forms.size(); ++i) {
    const Outcome &o = outcomes[i];
    cases += o.exact + o.floats;
    bool isBad = o.emulatorWrong || o.gpuWrong || !o.note.empty();
    wrong += isBad;
    if (isBad) std::printf("%s\n", rowText(forms[i].name, o, gpu != nullptr).c_str());
  }
  std::printf("ptx_forms on %s: %zu forms, %zu cases; %zu forms differ\n",
              gpu ? gpu->name().c_str() : "the emulator alone", forms.size(), cases, wrong);
  return wrong ? 1 : 0;
}

}  // namespace
}  // namespace tritonc::forms

int main(int argc, char **argv) {
  tritonc::forms::Settings settings;
  if (!tritonc::forms::readSettings(argc, argv, settings)) {
    std::fprintf(stderr, "usage: ptx_forms [--quick] [--cases N] [--floats N] [--seed N] [--filter TEXT] [--json FILE] "
                         "[--table FILE] [--write DIR] [--no-gpu]\n");
    return 2;
  }
  return tritonc::forms::run(settings);
}
