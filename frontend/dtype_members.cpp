#include "frontend/dtype_members.h"

#include <algorithm>
#include <array>

namespace tritonc::frontend {
namespace {

struct TypeMethod {
  std::string_view name;
  Value (*call)(const TypeValue &);
};

/// A tile type answers for its elements, except to `is_block` and `is_ptr`.
template <auto Predicate> Value ask(const TypeValue &type) { return Predicate(type.dtype); }
template <Scalar S> Value isScalar(const TypeValue &type) { return type.dtype.is(S); }

Value limit(const TypeValue &type, bool isMax) {
  uint32_t bits = type.dtype.bits();
  if (!type.dtype.isSigned()) return isMax ? shiftLeft(1, bits) - 1 : BigInt(0);
  BigInt half = shiftLeft(1, bits - 1);
  return isMax ? half - 1 : -half;
}

constexpr auto kMethods = std::to_array<TypeMethod>({
    {"is_floating", ask<[](DType t) { return t.isFloat(); }>},
    {"is_standard_floating", ask<[](DType t) { return t.isFloat() && !t.isFp8(); }>},
    {"is_int", ask<[](DType t) { return t.isInt(); }>},
    {"is_int_signed", ask<[](DType t) { return t.isSigned(); }>},
    {"is_int_unsigned", ask<[](DType t) { return t.isInt() && !t.isSigned(); }>},
    {"is_bool", ask<[](DType t) { return t.isBool(); }>},
    {"is_fp8", ask<[](DType t) { return t.isFp8(); }>},
    {"is_const", ask<[](DType t) { return t.isConstPtr(); }>},
    {"is_ptr", [](const TypeValue &t) { return Value(t.dtype.isPtr() && t.shape.isEmpty()); }},
    {"is_block", [](const TypeValue &t) { return Value(!t.shape.isEmpty()); }},
    {"is_fp16", isScalar<Scalar::Float16>},
    {"is_bf16", isScalar<Scalar::BFloat16>},
    {"is_fp32", isScalar<Scalar::Float32>},
    {"is_fp64", isScalar<Scalar::Float64>},
    {"is_fp8e5", isScalar<Scalar::Float8E5>},
    {"is_fp8e4nv", isScalar<Scalar::Float8E4NV>},
    {"is_fp8e4b15", isScalar<Scalar::Float8E4B15>},
    {"is_fp8e4b8", isScalar<Scalar::Float8E4B8>},
    {"is_fp8e5b16", isScalar<Scalar::Float8E5B16>},
    {"is_int1", isScalar<Scalar::Int1>},
    {"is_int8", isScalar<Scalar::Int8>},
    {"is_int16", isScalar<Scalar::Int16>},
    {"is_int32", isScalar<Scalar::Int32>},
    {"is_int64", isScalar<Scalar::Int64>},
    {"is_uint8", isScalar<Scalar::UInt8>},
    {"is_uint16", isScalar<Scalar::UInt16>},
    {"is_uint32", isScalar<Scalar::UInt32>},
    {"is_uint64", isScalar<Scalar::UInt64>},
    {"is_void", isScalar<Scalar::Void>},
    {"get_int_max_value", [](const TypeValue &t) { return limit(t, /*isMax=*/true); }},
    {"get_int_min_value", [](const TypeValue &t) { return limit(t, /*isMax=*/false); }},
});

struct FloatParameters {
  Scalar scalar;
  int mantissaWidth;
  int exponentBias;
};

constexpr auto kFloats = std::to_array<FloatParameters>({
    {Scalar::Float8E4B15, 3, 15},
    {Scalar::Float8E4NV, 3, 7},
    {Scalar::Float8E4B8, 3, 8},
    {Scalar::Float8E5, 2, 15},
    {Scalar::Float8E5B16, 2, 16},
    {Scalar::Float16, 10, 15},
    {Scalar::BFloat16, 7, 127},
    {Scalar::Float32, 23, 127},
    {Scalar::Float64, 52, 1023},
});

std::optional<Value> floatMember(DType type, std::string_view name) {
  for (const FloatParameters &parameters : kFloats) {
    if (!type.is(parameters.scalar)) continue;
    if (name == "fp_mantissa_width") return Value(BigInt(parameters.mantissaWidth));
    if (name == "exponent_bias") return Value(BigInt(parameters.exponentBias));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Value> dtypeMember(const TypeValue &type, std::string_view name) {
  bool isTile = !type.shape.isEmpty();
  if (name == "primitive_bitwidth") return Value(BigInt(type.dtype.bits()));
  if (name == "int_bitwidth" && type.dtype.isInt()) return Value(BigInt(type.dtype.bits()));
  if (name == "itemsize") return Value(BigInt((type.dtype.bits() + 7) / 8));
  if (name == "name") return Value::string(type.dtype.pythonName());
  if (name == "scalar") return Value::dtype(type.dtype);
  if (name == "element_ty" && (isTile || type.dtype.isPtr()))
    return Value::dtype(isTile ? type.dtype : type.dtype.pointee());
  if (name == "shape" && isTile) {
    std::vector<Value> dims;
    for (int64_t dim : type.shape) dims.emplace_back(BigInt(dim));
    return Value::tuple(std::move(dims));
  }
  if (std::optional<Value> member = floatMember(type.dtype, name)) return member;
  const auto *method = std::ranges::find(kMethods, name, &TypeMethod::name);
  if (method == kMethods.end()) return std::nullopt;
  bool isLimit = name.starts_with("get_int_");
  if (isLimit && !type.dtype.isInt()) return std::nullopt;
  return Value(TypePredicate{type, static_cast<uint32_t>(method - kMethods.begin())});
}

Value callTypePredicate(const TypePredicate &method) { return kMethods[method.index].call(method.self); }

}  // namespace tritonc::frontend
