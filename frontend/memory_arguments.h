// The arguments that loads, stores and atomic operations have in common.
#pragma once

#include <array>

#include "frontend/lowering.h"

namespace tritonc::frontend {

/// A string that an argument may be, and what it stands for.
template <class Enum> struct Spelling {
  std::string_view text;
  Enum value;
};

/// The enumerator that a string argument names.
template <class Enum, size_t N>
Result<Enum> requireOneOf(Lowering &l, const BuiltinCall &call, std::string_view name,
                          const std::array<Spelling<Enum>, N> &spellings) {
  TC_TRY(std::string text, l.requireString(call[name], call, name));
  std::string choices;
  for (const Spelling<Enum> &spelling : spellings) {
    if (spelling.text == text) return spelling.value;
    choices += fmt::format("{}'{}'", choices.empty() ? "" : ", ", spelling.text);
  }
  return l.error(call.rangeOf(call[name]), DiagId::BadArgument, "`{}` of `{}` is '{}'; it takes one of {}", name,
                 call.builtin.name, text, choices);
}

Result<RuntimeValue> requirePointer(Lowering &l, const BuiltinCall &call);
/// A pointer to memory that may be written.
Result<RuntimeValue> requireWritablePointer(Lowering &l, const BuiltinCall &call, std::string_view what);
/// A mask as i1; nothing for None.
Result<std::optional<RuntimeValue>> requireMask(Lowering &l, const BuiltinCall &call);
/// Refuses a tile beside a scalar pointer.
Success requireScalar(Lowering &l, const BuiltinCall &call, std::string_view name, const RuntimeValue &value);
/// The pointer and what is written through it, broadcast to the shape of the pointer, as operands of an operation. Each
/// value is the argument of that name.
struct NamedValue {
  std::string_view name;
  RuntimeValue value;
};
Result<std::vector<RuntimeValue>> fitToPointer(Lowering &l, const BuiltinCall &call, const RuntimeValue &pointer,
                                               std::span<const NamedValue> values);

/// How a load or store treats caches.
Result<ir::LoadAttrs> requireLoadAttrs(Lowering &l, const BuiltinCall &call);
Result<ir::StoreAttrs> requireStoreAttrs(Lowering &l, const BuiltinCall &call);

/// A load through the pointer that comes first; a mask and what stands for masked elements may follow.
RuntimeValue emitLoad(Emitter &e, std::span<const RuntimeValue> operands, const ir::LoadAttrs &attrs);
/// A store of the pointer, the value and perhaps a mask.
void emitStore(Emitter &e, std::span<const RuntimeValue> operands, const ir::StoreAttrs &attrs);

}  // namespace tritonc::frontend
