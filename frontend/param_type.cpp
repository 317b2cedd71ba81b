#include "frontend/param_type.h"

#include <array>

#include "frontend/builtins.h"

namespace tritonc::frontend {
namespace {

struct Alias {
  std::string_view name;
  Scalar scalar;
};

/// Beside the names of dtypes.def.
constexpr auto kAliases = std::to_array<Alias>({
    {"bool", Scalar::Int1},
    {"uint1", Scalar::Int1},
    {"int", Scalar::Int32},
    {"uint", Scalar::UInt32},
    {"half", Scalar::Float16},
    {"float", Scalar::Float32},
    {"double", Scalar::Float64},
    {"float8_e4m3fn", Scalar::Float8E4NV},
    {"float8_e4m3fnuz", Scalar::Float8E4B8},
    {"float8_e5m2", Scalar::Float8E5},
    {"float8_e5m2fnuz", Scalar::Float8E5B16},
});

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// `tl.int64`, `*fp16`, `const float*`
std::optional<DType> typeOfText(std::string_view text) {
  text = trimmed(text);
  bool isConst = text.starts_with("const ") || text.starts_with("*k");
  if (text.starts_with("const ")) text = trimmed(text.substr(6));
  bool isPtr = text.starts_with('*') || text.ends_with('*');
  if (text.starts_with('*'))
    text.remove_prefix(isConst && text.starts_with("*k") ? 2 : 1);
  else if (text.ends_with('*'))
    text.remove_suffix(1);
  if (isPtr) {
    std::optional<DType> pointee = typeOfText(text);
    return pointee ? pointee->pointerTo(isConst) : std::nullopt;
  }
  if (isConst) return std::nullopt;
  return typeNamed(text.starts_with("tl.") ? text.substr(3) : text);
}

}  // namespace

std::optional<DType> typeNamed(std::string_view name) {
  if (name.ends_with("_t")) name.remove_suffix(2);
  // `B` is a type in signatures only, and the name of a dimension elsewhere.
  std::optional<DType> dtype = name == "B" ? std::nullopt : DType::fromShortName(name);
  if (!dtype) dtype = DType::fromLongName(name);
  for (const Alias &alias : kAliases)
    if (alias.name == name) dtype = alias.scalar;
  return dtype && !dtype->is(Scalar::Void) ? dtype : std::nullopt;
}

std::optional<DType> typeOfAnnotation(const Value &annotation) {
  if (const auto *type = annotation.dynAs<TypeValue>()) {
    bool isUsable = type->shape.isEmpty() && !type->dtype.is(Scalar::Void);
    return isUsable ? std::optional(type->dtype) : std::nullopt;
  }
  if (annotation.is<StringValue>()) return typeOfText(annotation.text());
  if (const auto *builtin = annotation.dynAs<BuiltinValue>()) return typeNamed(builtin->builtin->name);
  // `torch.float32`
  if (const auto *opaque = annotation.dynAs<OpaqueValue>()) {
    std::string_view name = *opaque->name;
    size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::nullopt : typeNamed(name.substr(dot + 1));
  }
  return std::nullopt;
}

}  // namespace tritonc::frontend
