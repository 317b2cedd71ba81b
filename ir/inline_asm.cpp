// Constraints and packing of inline assembler: see inline_asm.h.
#include "ir/inline_asm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tritonc::ir {
namespace {

std::vector<std::string_view> splitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string_view part = text.substr(begin, end - begin);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.push_back(part);
    begin = end + 1;
  }
  return parts;
}

constexpr std::string_view kLetters = "hrlfd";

std::optional<unsigned> toNumber(std::string_view text) {
  unsigned number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool isNumber = error == std::errc() && end == text.data() + text.size();
  return isNumber ? std::optional(number) : std::nullopt;
}

/// One of the letters, or the number of an output.
std::optional<AsmRegister> parseRegister(std::string_view text, const std::vector<AsmRegister> &outputs) {
  if (text.size() == 1 && kLetters.find(text[0]) != std::string_view::npos) return AsmRegister{text[0], std::nullopt};
  std::optional<unsigned> output = toNumber(text);
  if (!output || *output >= outputs.size()) return std::nullopt;
  return AsmRegister{outputs[*output].letter, output};
}

}  // namespace

unsigned AsmRegister::bits() const {
  switch (letter) {
  case 'h': return 16;
  case 'r':
  case 'f': return 32;
  default: return 64;
  }
}

std::optional<AsmRegisters> parseAsmConstraints(std::string_view constraints, std::string &problem) {
  AsmRegisters registers;
  for (std::string_view part : splitAtCommas(constraints)) {
    if (part.empty() && constraints.empty()) break;
    if (part.starts_with("~{") && part.ends_with('}')) continue;
    bool isOutput = part.starts_with('=');
    std::string_view name = part.substr(isOutput ? 1 : 0);
    if (isOutput && name.starts_with('&')) name.remove_prefix(1);
    std::optional<AsmRegister> reg = parseRegister(name, registers.outputs);
    if (!reg || (isOutput && reg->tiedTo)) {
      problem = fmt::format("`{}` is none of `h`, `r`, `l`, `f` and `d`, nor the number of an output", part);
      return std::nullopt;
    }
    if (isOutput && !registers.inputs.empty()) {
      problem = fmt::format("`{}` comes after an input; outputs are first", part);
      return std::nullopt;
    }
    (isOutput ? registers.outputs : registers.inputs).push_back(*reg);
  }
  return registers;
}

namespace {

/// What follows a dollar sign, and how many characters it takes.
struct Reference {
  enum class Kind : uint8_t { Dollar, Register, Uid, Unknown };
  Kind kind;
  unsigned number = 0;
  size_t length = 1;
};

Reference parseReference(std::string_view text) {
  if (text.starts_with('$')) return {Reference::Kind::Dollar};
  constexpr std::string_view kUid = "{:uid}";
  if (text.starts_with(kUid)) return {Reference::Kind::Uid, 0, kUid.size()};
  bool hasBraces = text.starts_with('{');
  if (hasBraces) text.remove_prefix(1);
  size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::optional<unsigned> number = toNumber(text.substr(0, digits));
  if (!number || (hasBraces && !text.substr(digits).starts_with('}'))) return {Reference::Kind::Unknown};
  return {Reference::Kind::Register, *number, digits + (hasBraces ? 2 : 0)};
}

}  // namespace

std::string asmTextProblem(std::string_view text, size_t numRegisters) {
  for (size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at)) {
    Reference reference = parseReference(text.substr(at + 1));
    if (reference.kind == Reference::Kind::Unknown)
      return fmt::format("`{}` is no register; a dollar sign is written `$$`", text.substr(at, 3));
    if (reference.kind == Reference::Kind::Register && reference.number >= numRegisters)
      return fmt::format("`${}` is named, but the constraints give {} registers", reference.number, numRegisters);
    at += 1 + reference.length;
  }
  return {};
}

std::string substituteAsm(std::string_view text, const std::function<std::string(unsigned)> &name,
                          std::string_view uid) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '$') {
      result += text[at++];
      continue;
    }
    Reference reference = parseReference(text.substr(at + 1));
    if (reference.kind == Reference::Kind::Dollar) result += '$';
    if (reference.kind == Reference::Kind::Register) result += name(reference.number);
    if (reference.kind == Reference::Kind::Uid) result += uid;
    at += 1 + reference.length;
  }
  return result;
}

AsmPacking::AsmPacking(Type type, unsigned pack)
    : elemBits(std::max(type.elemBits(), 8u)), elementsPerRegister(std::clamp(32 / elemBits, 1u, pack)),
      registers((pack + elementsPerRegister - 1) / elementsPerRegister) {}

std::vector<unsigned> asmRegisterBits(std::span<const Type> types, unsigned pack) {
  std::vector<unsigned> bits;
  for (Type type : types) {
    AsmPacking packing(type, pack);
    for (unsigned left = pack; left > 0;) {
      unsigned count = std::min(left, packing.elementsPerRegister);
      bits.push_back(count * packing.elemBits);
      left -= count;
    }
  }
  return bits;
}

std::vector<unsigned> asmOperandBits(const Op &op) {
  std::vector<Type> types;
  for (const Use &use : op.operands()) types.push_back(use.value()->type());
  return asmRegisterBits(types, static_cast<unsigned>(op.attrs<AsmAttrs>().pack));
}

std::vector<unsigned> asmResultBits(const Op &op) {
  std::vector<Type> types;
  for (const Value &result : op.results()) types.push_back(result.type());
  return asmRegisterBits(types, static_cast<unsigned>(op.attrs<AsmAttrs>().pack));
}

std::string asmMismatch(const std::vector<AsmRegister> &registers, const std::vector<unsigned> &bits,
                        std::string_view what) {
  if (registers.size() != bits.size())
    return fmt::format("the elements take {} {} register{}, but the constraints name {}", bits.size(), what,
                       bits.size() == 1 ? "" : "s", registers.size());
  for (size_t i = 0; i < bits.size(); ++i)
    if (registers[i].bits() < bits[i])
      return fmt::format("{} {} has {} bits, more than a register `{}` holds", what, i, bits[i], registers[i].letter);
  return {};
}

}  // namespace tritonc::ir
