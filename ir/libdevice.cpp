#include "ir/libdevice.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace tritonc::ir {
namespace {

constexpr auto kFunctions = std::to_array<LibdeviceFunction>({
#define LIBDEVICE(name, arguments, result, symbol) {name, arguments, result[0], symbol},
#include "ir/libdevice.def"
});

}  // namespace

std::span<const LibdeviceFunction> libdeviceFunctions() { return kFunctions; }

const LibdeviceFunction *findLibdevice(std::string_view name, std::string_view arguments) {
  auto found = std::ranges::find_if(
      kFunctions, [&](const LibdeviceFunction &f) { return f.name == name && f.arguments == arguments; });
  return found == kFunctions.end() ? nullptr : &*found;
}

const LibdeviceFunction *findLibdeviceSymbol(std::string_view symbol) {
  static const auto kBySymbol = [] {
    std::unordered_map<std::string_view, const LibdeviceFunction *> map;
    for (const LibdeviceFunction &function : kFunctions) map.emplace(function.symbol, &function);
    return map;
  }();
  auto found = kBySymbol.find(symbol);
  return found == kBySymbol.end() ? nullptr : found->second;
}

std::optional<char> libdeviceCode(ScalarKind kind, Signedness signedness) {
  bool isSigned = signedness == Signedness::Signed;
  switch (kind) {
  case ScalarKind::I32: return isSigned ? 'i' : 'u';
  case ScalarKind::I64: return isSigned ? 'l' : 'm';
  case ScalarKind::F32: return 'f';
  case ScalarKind::F64: return 'd';
  case ScalarKind::I1:
  case ScalarKind::I8:
  case ScalarKind::I16:
  case ScalarKind::F8E4M3:
  case ScalarKind::F8E5M2:
  case ScalarKind::F16:
  case ScalarKind::BF16: return std::nullopt;
  }
  TC_UNREACHABLE("every kind has a case");
}

ScalarKind libdeviceKind(char code) {
  switch (code) {
  case 'i':
  case 'u': return ScalarKind::I32;
  case 'l':
  case 'm': return ScalarKind::I64;
  case 'f': return ScalarKind::F32;
  case 'd': return ScalarKind::F64;
  case 'b': return ScalarKind::I1;
  }
  TC_UNREACHABLE("the table holds these codes only");
}

}  // namespace tritonc::ir
