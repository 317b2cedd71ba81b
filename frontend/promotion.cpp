#include "frontend/promotion.h"

#include <cmath>
#include <limits>

#include "frontend/python_ops.h"

namespace tritonc::frontend {
namespace {

enum class NumericKind : uint8_t { Bool, Int, Float };

NumericKind kindOf(const Value &number) {
  if (number.is<bool>()) return NumericKind::Bool;
  return number.is<BigInt>() ? NumericKind::Int : NumericKind::Float;
}

NumericKind kindOf(DType type) {
  if (type.isBool()) return NumericKind::Bool;
  return type.isInt() ? NumericKind::Int : NumericKind::Float;
}

Promoted promoteInts(DType a, DType b, PromotionRule rule) {
  if (rule == PromotionRule::Division && a.isSigned() != b.isSigned())
    return fmt::format("{} and {} differ in signedness", a.shortName(), b.shortName());
  if (a.isSigned() == b.isSigned()) return a.bits() >= b.bits() ? a : b;
  DType isUnsigned = a.isSigned() ? b : a;
  DType isSigned = a.isSigned() ? a : b;
  return isUnsigned.bits() >= isSigned.bits() ? isUnsigned : isSigned;
}

/// Integers from -2^(bits-1) or 0 up to the largest of the type.
bool fits(const BigInt &value, DType type) {
  bool isNegative = value.isNegative();
  if (isNegative && !type.isSigned()) return false;
  uint64_t bits = (isNegative ? ~value : value).bitLength();
  return bits + (type.isSigned() ? 1 : 0) <= type.bits();
}

}  // namespace

Promoted promote(DType a, DType b, PromotionRule rule) {
  if (a.isPtr() || b.isPtr()) return fmt::format("no type holds both {} and {}", a.shortName(), b.shortName());
  auto either = [&](Scalar scalar) { return a.is(scalar) || b.is(scalar); };
  if (either(Scalar::Float64)) return Scalar::Float64;
  if (rule == PromotionRule::Division && (a.isFloat() || b.isFloat())) return Scalar::Float32;
  if (either(Scalar::Float32)) return Scalar::Float32;
  if (either(Scalar::Float16)) return Scalar::Float16;
  if (either(Scalar::BFloat16)) return a == b ? a : DType(Scalar::Float32);
  if (a.isFp8() && b.isFp8()) return a == b ? a : DType(Scalar::Float16);
  if (a.isFp8() || b.isFp8()) return fmt::format("no type holds both {} and {}", a.shortName(), b.shortName());
  return promoteInts(a, b, rule);
}

std::optional<DType> literalType(const Value &number) {
  if (number.is<bool>()) return Scalar::Int1;
  if (const auto *value = number.dynAs<BigInt>()) {
    for (Scalar scalar : {Scalar::Int32, Scalar::UInt32, Scalar::Int64, Scalar::UInt64})
      if (fits(*value, scalar)) return scalar;
    return std::nullopt;
  }
  double magnitude = std::abs(number.as<double>());
  bool isFp32 = magnitude == 0 || !std::isfinite(magnitude) ||
                (magnitude >= std::numeric_limits<float>::min() && magnitude <= std::numeric_limits<float>::max());
  return isFp32 ? Scalar::Float32 : Scalar::Float64;
}

std::optional<DType> numberTypeBeside(const Value &number, DType tensor) {
  return kindOf(number) <= kindOf(tensor) ? tensor : literalType(number);
}

std::string numberProblem(const Value &number, DType type) {
  if (!number.isInteger()) return {};
  if (!type.isInt()) return number.integer().toDouble() ? "" : "the integer is too large for a float";
  BigInt value = number.integer();
  if (fits(value, type)) return {};
  if (value.isNegative() && !type.isSigned())
    return fmt::format("{} is negative, but the operation is done in {}", value.toString(), type.shortName());
  return fmt::format("{} does not fit {}", value.toString(), type.shortName());
}

std::string castProblem(DType from, DType to) {
  auto none = [&] { return fmt::format("no conversion from {} to {}", from.shortName(), to.shortName()); };
  if (from == to) return {};
  if (to.is(Scalar::Void)) return none();
  if (from.isPtr()) {
    bool isWide = to.isInt() && to.bits() == 64;
    return to.isPtr() || to.isBool() || isWide ? "" : none();
  }
  if (to.isPtr()) return from.isInt() && from.bits() == 64 ? "" : none();
  if (from.isFp8() || to.isFp8()) {
    DType other = from.isFp8() ? to : from;
    bool isPair = other.is(Scalar::Float16) || other.is(Scalar::BFloat16) || other.is(Scalar::Float32);
    return isPair ? "" : none();
  }
  return {};
}

}  // namespace tritonc::frontend
