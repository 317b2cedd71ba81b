#include "runtime/emulator/decoder.h"

#include <algorithm>
#include <cstring>

#include "runtime/emulator/builder.h"
#include "runtime/emulator/wgmma.h"

namespace tritonc::emulator {
namespace {

uint64_t alignUp(uint64_t value, uint64_t align) { return (value + align - 1) / align * align; }

/// Bytes of a register in one lane; 0 for a predicate.
unsigned slotBytes(Type type) { return type == Type::Pred ? 0 : std::max(2u, bytesOf(type)); }

/// Parameters one behind the other, each at its natural alignment.
std::vector<ParamBytes> layOut(const std::vector<syntax::Variable> &params, uint32_t &end) {
  std::vector<ParamBytes> places;
  for (const syntax::Variable &param : params) {
    auto offset = static_cast<uint32_t>(alignUp(end, param.align));
    places.push_back({offset, static_cast<uint32_t>(param.bytes)});
    end = offset + static_cast<uint32_t>(param.bytes);
  }
  return places;
}

constexpr uint64_t kMaxParamBytes = 1 << 15;
constexpr uint64_t kMaxSharedBytes = 228 * 1024;
constexpr uint64_t kMaxLocal = 1 << 18;
constexpr size_t kMaxRegisters = 1 << 20;
/// Dynamic shared memory starts at a multiple of this.
constexpr uint32_t kSharedAlign = 1024;

}  // namespace

// ---- Modules ----

Failed ModuleDecoder::failText(uint32_t line, const std::string &what) {
  if (status_.ok()) status_ = Status(StatusCode::ParseError, fmt::format("line {}: {}", line, what));
  return {};
}

Status ModuleDecoder::run() {
  if (!placeVariables().ok() || !declareFunctions().ok() || !resolveInitials().ok()) return status_;
  for (auto [function, source] : bodies_)
    if (!FunctionDecoder(*this, *source, *function).run().ok()) return status_;
  if (!chooseEntry().ok()) return status_;
  return status_;
}

Success ModuleDecoder::placeVariables() {
  // Dynamic shared memory comes behind all that has a size, so that is placed first.
  for (const syntax::Function &function : module_.functions)
    for (const syntax::Variable &variable : function.variables) {
      if (variable.space != Space::Shared || variable.isUnsized) continue;
      auto end = alignUp(program_.staticSharedBytes, variable.align) + variable.bytes;
      if (end > kMaxSharedBytes) return fail(variable.line, "too much shared memory");
      program_.staticSharedBytes = static_cast<uint32_t>(end);
    }
  uint32_t ofFunctions = std::exchange(program_.staticSharedBytes, 0);
  for (bool isUnsized : {false, true}) {
    for (const syntax::Variable &variable : module_.variables) {
      if (variable.isUnsized != isUnsized) continue;
      TC_TRY(VariablePlace place, this->place(variable));
      places_.emplace(variable.name, place);
    }
    if (isUnsized) break;
    // The variables of functions lie between the two kinds.
    functionShared_ = static_cast<uint32_t>(alignUp(program_.staticSharedBytes, ofFunctions ? kSharedAlign : 1));
    program_.staticSharedBytes = static_cast<uint32_t>(alignUp(functionShared_ + ofFunctions, kSharedAlign));
  }
  return {};
}

Result<VariablePlace> ModuleDecoder::place(const syntax::Variable &variable) {
  VariablePlace place{.space = variable.space, .bytes = variable.bytes};
  if (variable.space == Space::Shared) {
    if (variable.isUnsized) {
      place.address = program_.staticSharedBytes;
      return place;
    }
    place.address = alignUp(program_.staticSharedBytes, variable.align);
    if (place.address + variable.bytes > kMaxSharedBytes) return fail(variable.line, "too much shared memory");
    program_.staticSharedBytes = static_cast<uint32_t>(place.address + variable.bytes);
    return place;
  }
  if (variable.space != Space::Global && variable.space != Space::Const)
    return fail(variable.line, "a variable of a module in `.{}` memory", name(variable.space));
  if (variable.isUnsized && !variable.hasInitial)
    return fail(variable.line, "`{}` is defined elsewhere", variable.name);
  place.address = alignUp(nextAddress_, std::max(variable.align, 256u));
  nextAddress_ = place.address + variable.bytes;
  ModuleVariable made{std::string(variable.name), place.address, variable.initial, variable.space == Space::Const};
  made.bytes.resize(variable.bytes);
  initials_.emplace_back(program_.variables.size(), &variable);
  program_.variables.push_back(std::move(made));
  return place;
}

/// Writes the addresses that initial values name.
Success ModuleDecoder::resolveInitials() {
  for (auto [index, variable] : initials_)
    for (auto [offset, name] : variable->addresses) {
      auto place = findVariable(name);
      std::vector<uint8_t> &bytes = program_.variables[index].bytes;
      if (!place || offset + sizeof(uint64_t) > bytes.size())
        return fail(variable->line, "`{}` has no address that fits here", name);
      uint64_t address = 0;
      std::memcpy(&address, bytes.data() + offset, sizeof(address));
      address += place->address;
      std::memcpy(bytes.data() + offset, &address, sizeof(address));
    }
  return {};
}

Success ModuleDecoder::declareFunctions() {
  for (const syntax::Function &source : module_.functions) {
    auto &function = functions_[source.name];
    if (!function) {
      program_.functions.push_back(std::make_unique<Function>());
      function = program_.functions.back().get();
      function->name = source.name;
    }
    if (!source.hasBody) continue;
    if (!function->params.empty() || !function->results.empty() || function->frameParamBytes || function->hasBody)
      return fail(source.line, "function `{}` has two bodies", source.name);
    function->hasBody = true;
    uint32_t end = 0;
    if (source.isEntry) {
      function->params = layOut(source.params, end);
      if (end > kMaxParamBytes) return fail(source.line, "too many bytes of parameters");
      function->entryParamBytes = end;
      function->isEntry = true;
    } else {
      function->results = layOut(source.results, end);
      function->params = layOut(source.params, end);
      if (end > kMaxParamBytes) return fail(source.line, "too many bytes of parameters");
      function->frameParamBytes = end;
    }
    bodies_.emplace_back(function, &source);
  }
  return {};
}

Success ModuleDecoder::chooseEntry() {
  std::string symbol = program_.info.symbol();
  for (const auto &function : program_.functions)
    if (function->isEntry && (program_.info.name.empty() || function->name == symbol)) {
      program_.entry = function.get();
      return {};
    }
  if (program_.info.name.empty()) return fail(1, "there is no `.entry`");
  return fail(1, "there is no entry `{}`, which the kernel's info names", symbol);
}

std::optional<VariablePlace> ModuleDecoder::findVariable(std::string_view name) const {
  auto found = places_.find(name);
  if (found == places_.end()) return std::nullopt;
  return found->second;
}

const Function *ModuleDecoder::findFunction(std::string_view name) const {
  auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : found->second;
}

Result<VariablePlace> ModuleDecoder::placeInFunction(const syntax::Variable &variable) {
  if (variable.space != Space::Shared || variable.isUnsized) return place(variable);
  functionShared_ = static_cast<uint32_t>(alignUp(functionShared_, variable.align));
  VariablePlace place{Space::Shared, functionShared_, variable.bytes};
  functionShared_ += static_cast<uint32_t>(variable.bytes);
  return place;
}

Status decode(const syntax::Module &module, Program &program) { return ModuleDecoder(module, program).run(); }

// ---- Functions ----

Failed FunctionDecoder::failText(uint32_t line, const std::string &what) { return module_.failText(line, what); }

Success FunctionDecoder::run() {
  // Offsets of slots have 30 bits.
  if (source_.registers.size() > kMaxRegisters) return fail(source_.line, "too many registers");
  placeRegisters();
  TC_TRY_VOID(placeVariables());
  function_.usesWgmma =
      std::ranges::any_of(source_.body, [](const syntax::Instruction &inst) { return inst.opcode == "wgmma"; });
  function_.code.reserve(source_.body.size() + 1);
  for (const syntax::Instruction &source : source_.body) {
    flows_.emplace_back();
    function_.touchedFrom.push_back(static_cast<uint32_t>(function_.touched.size()));
    Builder builder(*this, source);
    TC_TRY_VOID(builder.run());
    function_.code.push_back(builder.inst);
    InstText text{source.line, source.source, std::string(source.opcode)};
    for (std::string_view modifier : source.modifiers) text.opcode.append(".").append(modifier);
    function_.texts.push_back(std::move(text));
  }
  // Whoever runs off the end returns.
  syntax::Instruction end{.line = source_.body.empty() ? source_.line : source_.body.back().line, .opcode = "ret"};
  flows_.emplace_back();
  function_.touchedFrom.resize(function_.touchedFrom.size() + 2, static_cast<uint32_t>(function_.touched.size()));
  Builder builder(*this, end);
  TC_TRY_VOID(builder.run());
  function_.code.push_back(builder.inst);
  function_.texts.push_back({end.line, {}, "ret"});
  findMeetings(function_, flows_);
  return {};
}

void FunctionDecoder::placeRegisters() {
  uint32_t next = 0;
  slots_.resize(source_.registers.size());
  // Predicates last: the others are then aligned by themselves.
  for (bool isPredicate : {false, true})
    for (size_t i = 0; i < slots_.size(); ++i) {
      unsigned bytes = slotBytes(source_.registers[i]);
      if ((bytes == 0) != isPredicate) continue;
      slots_[i] = Slot(SlotBase::Registers, next);
      next += isPredicate ? static_cast<uint32_t>(sizeof(LaneMask)) : bytes * kWarpSize;
    }
  sinkOffset_ = static_cast<uint32_t>(alignUp(next, 64));
  function_.registerBytes = sinkOffset_ + 16 * kWarpSize;
}

Success FunctionDecoder::placeVariables() {
  uint32_t end = function_.frameParamBytes;
  uint64_t local = 0;
  size_t numFormal = source_.results.size() + source_.params.size();
  for (size_t i = 0; i < source_.variables.size(); ++i) {
    const syntax::Variable &variable = source_.variables[i];
    VariablePlace place{.space = variable.space, .bytes = variable.bytes};
    if (i < numFormal) {
      bool isResult = i < source_.results.size();
      const ParamBytes &param = isResult ? function_.results[i] : function_.params[i - source_.results.size()];
      place.address = param.offset;
      place.isFrameParam = !function_.isEntry;
    } else if (variable.space == Space::Param) {
      place.address = alignUp(end, variable.align);
      end = static_cast<uint32_t>(std::min(place.address + variable.bytes, kMaxParamBytes + 1));
      if (end > kMaxParamBytes) return fail(variable.line, "too many bytes of call arguments");
      place.isFrameParam = true;
    } else if (variable.space == Space::Local) {
      place.address = alignUp(local, variable.align);
      local = place.address + variable.bytes;
      if (local > kMaxLocal) return fail(variable.line, "too much local memory");
    } else {
      TC_TRY(place, module_.placeInFunction(variable));
    }
    places_.push_back(place);
  }
  function_.frameParamBytes = static_cast<uint32_t>(alignUp(end, 16));
  function_.localBytes = static_cast<uint32_t>(alignUp(local, 16));
  return {};
}

std::optional<uint32_t> FunctionDecoder::findRegister(uint32_t scope, std::string_view name) const {
  auto symbol = source_.find(scope, name);
  if (!symbol || symbol->kind != syntax::Symbol::Kind::Register) return std::nullopt;
  return symbol->index;
}

std::optional<VariablePlace> FunctionDecoder::findVariable(uint32_t scope, std::string_view name) const {
  auto symbol = source_.find(scope, name);
  if (symbol && symbol->kind == syntax::Symbol::Kind::Variable) return places_[symbol->index];
  return module_.findVariable(name);
}

std::optional<uint32_t> FunctionDecoder::findLabel(uint32_t scope, std::string_view name) const {
  auto symbol = source_.find(scope, name);
  if (!symbol || symbol->kind != syntax::Symbol::Kind::Label) return std::nullopt;
  return symbol->index;
}

const Function *FunctionDecoder::findFunction(std::string_view name) const { return module_.findFunction(name); }

void FunctionDecoder::touch(Slot slot) {
  bool isRegister = slot.base() == static_cast<uint32_t>(SlotBase::Registers);
  if (function_.usesWgmma && isRegister) function_.touched.push_back(static_cast<uint32_t>(registerIndex(slot)));
}

Slot FunctionDecoder::sink() { return Slot(SlotBase::Registers, sinkOffset_); }

Slot FunctionDecoder::constant(uint64_t value, unsigned bytes) {
  if (bytes == 0) value = value ? kAllLanes : 0;
  auto [entry, isNew] = constants_.try_emplace({value, bytes});
  if (!isNew) return entry->second;
  std::vector<std::byte> &into = function_.constants;
  size_t offset = into.size();
  entry->second = Slot(SlotBase::Constants, static_cast<uint32_t>(offset));
  // A predicate takes the place of a whole vector, which keeps the others aligned.
  into.resize(offset + std::max(bytes, 2u) * kWarpSize);
  unsigned copies = bytes ? kWarpSize : 1;
  for (unsigned i = 0; i < copies; ++i)
    std::memcpy(into.data() + offset + size_t{i} * bytes, &value, bytes ? std::min(bytes, 8u) : sizeof(LaneMask));
  return entry->second;
}

}  // namespace tritonc::emulator
