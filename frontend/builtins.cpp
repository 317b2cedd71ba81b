#include "frontend/builtins.h"

#include <algorithm>
#include <array>

namespace tritonc::frontend {
namespace {

constexpr auto kBuiltins = std::to_array<Builtin>({
#define BUILTIN(name, places, signature, handler) {#name, places, signature, handler},
#define UNSUPPORTED(name, places, signature) {#name, places, signature, nullptr},
#include "frontend/builtins.def"
#define BUILTIN(name, places, signature, handler) {#name, places, signature, handler},
#include "frontend/host_functions.def"
});

}  // namespace

const Argument &BuiltinCall::operator[](std::string_view name) const {
  auto found = std::ranges::find(names, name);
  TC_CHECK(found != names.end(), "a handler asks for the parameters of its row");
  return args[static_cast<size_t>(found - names.begin())];
}

const Builtin *findBuiltin(BuiltinPlace place, std::string_view name) {
  const auto *found = std::ranges::find_if(
      kBuiltins, [&](const Builtin &builtin) { return (builtin.places & place) && builtin.name == name; });
  return found == kBuiltins.end() ? nullptr : found;
}

std::vector<std::string_view> builtinNames(BuiltinPlace place) {
  std::vector<std::string_view> names;
  for (const Builtin &builtin : kBuiltins)
    if (builtin.places & place) names.push_back(builtin.name);
  return names;
}

std::vector<BuiltinParam> parseBuiltinSignature(std::string_view signature) {
  std::vector<BuiltinParam> params;
  while (!signature.empty()) {
    size_t end = std::min(signature.find(", "), signature.size());
    std::string_view text = signature.substr(0, end);
    signature.remove_prefix(std::min(end + 2, signature.size()));
    size_t equals = text.find('=');
    size_t stars = std::min(text.find_first_not_of('*'), text.size());
    std::string_view name = text.substr(stars, equals == std::string_view::npos ? equals : equals - stars);
    std::string_view defaultText = equals == std::string_view::npos ? "" : text.substr(equals + 1);
    params.push_back({name, stars == 1, stars == 2, defaultText});
  }
  return params;
}

}  // namespace tritonc::frontend
