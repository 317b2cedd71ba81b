#include "runtime/emulator/types.h"

#include <algorithm>
#include <array>

namespace tritonc::emulator {
namespace {

constexpr auto kTypes = std::to_array<TypeInfo>({
#define TYPE(Name, spelling, bits, kind) {spelling, bits, TypeKind::kind},
#include "runtime/emulator/types.def"
});

constexpr auto kSpaces = std::to_array<std::string_view>({"generic", "global", "shared", "local", "param", "const"});

}  // namespace

const TypeInfo &info(Type type) { return kTypes[static_cast<size_t>(type)]; }

std::optional<Type> findType(std::string_view spelling) {
  auto found = std::ranges::find(kTypes, spelling, &TypeInfo::spelling);
  if (found == kTypes.end()) return std::nullopt;
  return static_cast<Type>(found - kTypes.begin());
}

std::optional<Space> findSpace(std::string_view spelling) {
  // `shared::cta` and `shared::cluster`, `param::entry` and `param::func` name parts of the same space.
  auto found = std::ranges::find(kSpaces, spelling.substr(0, spelling.find(':')));
  if (found == kSpaces.end() || spelling == "generic") return std::nullopt;
  return static_cast<Space>(found - kSpaces.begin());
}

std::string_view name(Space space) { return kSpaces[static_cast<size_t>(space)]; }

}  // namespace tritonc::emulator
