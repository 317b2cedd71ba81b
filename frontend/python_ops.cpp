#include "frontend/python_ops.h"

#include <algorithm>
#include <cmath>

#include "frontend/builtins.h"
#include "frontend/python_text.h"

namespace tritonc::frontend {
namespace {

using ast::BinaryOperator;
using ast::CompareOperator;
using ast::UnaryOperator;

/// No compile-time integer has more bits, so that a slip in a kernel cannot eat the machine's memory.
constexpr uint64_t kMaxIntBits = 1 << 20;

std::string unsupportedOperands(std::string_view op, const Value &a, const Value &b) {
  return fmt::format("`{}` of {} and {}", op, describe(a), describe(b));
}

Folded divisionByZero() { return std::string("division by zero"); }

Folded foldInts(BinaryOperator op, const BigInt &a, const BigInt &b) {
  switch (op) {
  case BinaryOperator::Add: return Value(a + b);
  case BinaryOperator::Sub: return Value(a - b);
  case BinaryOperator::Mult:
    if (a.bitLength() + b.bitLength() > kMaxIntBits) return std::string("the product is too large to compute");
    return Value(a * b);
  case BinaryOperator::BitAnd: return Value(a & b);
  case BinaryOperator::BitOr: return Value(a | b);
  case BinaryOperator::BitXor: return Value(a ^ b);
  case BinaryOperator::FloorDiv: return b.isZero() ? divisionByZero() : Value(floorDivide(a, b));
  case BinaryOperator::Mod: return b.isZero() ? divisionByZero() : Value(floorModulo(a, b));
  case BinaryOperator::Div: {
    if (b.isZero()) return divisionByZero();
    std::optional<double> quotient = trueDivide(a, b);
    return quotient ? Folded(Value(*quotient)) : std::string("the quotient is too large for a float");
  }
  case BinaryOperator::LShift:
  case BinaryOperator::RShift: {
    if (b.isNegative()) return fmt::format("the shift amount is {}", b.toString());
    std::optional<uint64_t> amount = b.toUInt64();
    if (op == BinaryOperator::RShift) return Value(shiftRight(a, amount.value_or(UINT64_MAX)));
    if (a.isZero()) return Value(a);
    if (!amount || *amount > kMaxIntBits) return std::string("the shifted number is too large to compute");
    return Value(shiftLeft(a, static_cast<uint32_t>(*amount)));
  }
  case BinaryOperator::Pow:
    if (!b.isNegative()) {
      std::optional<uint64_t> exponent = b.toUInt64();
      // 0, 1 and -1 to a large power: only its parity counts.
      if (a.bitLength() <= 1 && exponent.value_or(UINT64_MAX) > 2) exponent = 2 - b.lowBits() % 2;
      bool isSmall =
          exponent && (*exponent <= 1 || (*exponent <= kMaxIntBits && a.bitLength() * *exponent <= kMaxIntBits));
      if (!isSmall) return std::string("the power is too large to compute");
      return Value(power(a, static_cast<uint32_t>(*exponent)));
    }
    if (!a.toDouble() || !b.toDouble()) return std::string("the integer is too large for a float");
    return foldBinary(op, Value(*a.toDouble()), Value(*b.toDouble()));
  case BinaryOperator::MatMult: break;
  }
  return unsupportedOperands(ast::spelling(op), Value(a), Value(b));
}

/// Python's float `divmod`: the remainder takes the sign of the divisor.
std::pair<double, double> floatDivMod(double a, double b) {
  double mod = std::fmod(a, b);
  double div = (a - mod) / b;
  if (mod != 0) {
    if ((b < 0) != (mod < 0)) {
      mod += b;
      div -= 1;
    }
  } else {
    mod = std::copysign(0.0, b);
  }
  if (div == 0) return {std::copysign(0.0, a / b), mod};
  double floored = std::floor(div);
  if (div - floored > 0.5) floored += 1;
  return {floored, mod};
}

Folded floatPower(double a, double b) {
  if (a == 0 && b < 0 && std::isfinite(b)) return std::string("0.0 to a negative power");
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b))
    return std::string("a negative number to a fractional power is complex");
  double result = std::pow(a, b);
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b))
    return std::string("the power is too large for a float");
  return Value(result);
}

Folded foldFloats(BinaryOperator op, double a, double b) {
  switch (op) {
  case BinaryOperator::Add: return Value(a + b);
  case BinaryOperator::Sub: return Value(a - b);
  case BinaryOperator::Mult: return Value(a * b);
  case BinaryOperator::Div: return b == 0 ? divisionByZero() : Value(a / b);
  case BinaryOperator::FloorDiv: return b == 0 ? divisionByZero() : Value(floatDivMod(a, b).first);
  case BinaryOperator::Mod: return b == 0 ? divisionByZero() : Value(floatDivMod(a, b).second);
  case BinaryOperator::Pow: return floatPower(a, b);
  case BinaryOperator::BitAnd:
  case BinaryOperator::BitOr:
  case BinaryOperator::BitXor:
  case BinaryOperator::LShift:
  case BinaryOperator::RShift:
  case BinaryOperator::MatMult: break;
  }
  return unsupportedOperands(ast::spelling(op), Value(a), Value(b));
}

Folded foldNumbers(BinaryOperator op, const Value &a, const Value &b) {
  bool isBitwise = op == BinaryOperator::BitAnd || op == BinaryOperator::BitOr || op == BinaryOperator::BitXor;
  if (a.isInteger() && b.isInteger()) {
    Folded result = foldInts(op, a.integer(), b.integer());
    // `True & False` is a bool in Python.
    if (isBitwise && a.is<bool>() && b.is<bool>()) return Value(!std::get<Value>(result).integer().isZero());
    return result;
  }
  std::optional<double> x = numberAsDouble(a), y = numberAsDouble(b);
  if (!x || !y) return std::string("the integer is too large for a float");
  if (isBitwise || op == BinaryOperator::LShift || op == BinaryOperator::RShift || op == BinaryOperator::MatMult)
    return unsupportedOperands(ast::spelling(op), a, b);
  return foldFloats(op, *x, *y);
}

/// `a | b` of two dicts.
Value foldUnion(const DictValue &a, const DictValue &b) {
  std::vector<DictValue::Item> items = *a.items;
  for (const DictValue::Item &item : *b.items) items = withItem(std::move(items), item.key, item.value);
  return Value::dict(std::move(items));
}

/// No sequence of a kernel is longer (characters or elements).
constexpr int64_t kMaxElements = 1 << 20;

/// `sequence * count` for tuples and strings.
template <class Sequence> std::optional<Sequence> repeated(const Sequence &sequence, const BigInt &count) {
  // Beyond 64 bits Python raises an exception, also for what stays empty.
  std::optional<int64_t> given = count.toInt64();
  if (!given) return std::nullopt;
  if (sequence.empty()) return Sequence{};
  int64_t times = std::max<int64_t>(*given, 0);
  if (times > kMaxElements / static_cast<int64_t>(sequence.size())) return std::nullopt;
  Sequence result;
  for (int64_t i = 0; i < times; ++i) result.insert(result.end(), sequence.begin(), sequence.end());
  return result;
}

Folded foldSequences(BinaryOperator op, const Value &a, const Value &b) {
  std::string tooLong = fmt::format("the result is longer than {}", kMaxElements);
  if (op == BinaryOperator::Add && a.is<StringValue>() && b.is<StringValue>()) {
    if (a.text().size() + b.text().size() > kMaxElements) return tooLong;
    return Value::string(a.text() + b.text());
  }
  if (op == BinaryOperator::Add && a.is<TupleValue>() && b.is<TupleValue>()) {
    if (a.elements().size() + b.elements().size() > kMaxElements) return tooLong;
    std::vector<Value> elements = a.elements();
    elements.insert(elements.end(), b.elements().begin(), b.elements().end());
    return Value::tuple(std::move(elements));
  }
  if (op == BinaryOperator::Mult && (a.isInteger() || b.isInteger())) {
    const Value &sequence = a.isInteger() ? b : a;
    BigInt count = a.isInteger() ? a.integer() : b.integer();
    if (sequence.is<StringValue>()) {
      auto text = repeated(sequence.text(), count);
      return text ? Folded(Value::string(std::move(*text))) : Folded(tooLong);
    }
    if (sequence.is<TupleValue>()) {
      auto elements = repeated(sequence.elements(), count);
      return elements ? Folded(Value::tuple(std::move(*elements))) : Folded(tooLong);
    }
  }
  return unsupportedOperands(ast::spelling(op), a, b);
}

std::partial_ordering compareNumbers(const Value &a, const Value &b) {
  if (a.isInteger() && b.isInteger()) return a.integer() <=> b.integer();
  if (a.isInteger()) return compare(a.integer(), b.as<double>());
  if (b.isInteger()) return 0 <=> compare(b.integer(), a.as<double>());
  return a.as<double>() <=> b.as<double>();
}

bool holds(CompareOperator op, std::partial_ordering order) {
  switch (op) {
  case CompareOperator::Eq: return order == 0;
  case CompareOperator::NotEq: return order != 0;
  case CompareOperator::Lt: return order < 0;
  case CompareOperator::LtE: return order <= 0;
  case CompareOperator::Gt: return order > 0;
  case CompareOperator::GtE: return order >= 0;
  case CompareOperator::Is:
  case CompareOperator::IsNot:
  case CompareOperator::In:
  case CompareOperator::NotIn: break;
  }
  TC_UNREACHABLE("only the six orderings get here");
}

Folded foldOrder(CompareOperator op, const Value &a, const Value &b) {
  if (a.isNumber() && b.isNumber()) return Value(holds(op, compareNumbers(a, b)));
  if (a.is<StringValue>() && b.is<StringValue>()) return Value(holds(op, std::partial_ordering(a.text() <=> b.text())));
  if (a.is<TupleValue>() && b.is<TupleValue>()) {
    const std::vector<Value> &x = a.elements(), &y = b.elements();
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i)
      if (!isEqual(x[i], y[i])) return foldOrder(op, x[i], y[i]);
    return Value(holds(op, std::partial_ordering(x.size() <=> y.size())));
  }
  return unsupportedOperands(ast::spelling(op), a, b);
}

Folded foldContains(const Value &needle, const Value &haystack) {
  if (haystack.is<StringValue>() && needle.is<StringValue>())
    return Value(haystack.text().find(needle.text()) != std::string::npos);
  if (const auto *dict = haystack.dynAs<DictValue>()) return Value(dictItem(*dict, needle) != nullptr);
  if (haystack.is<TupleValue>())
    return Value(
        std::ranges::any_of(haystack.elements(), [&](const Value &element) { return isEqual(needle, element); }));
  return unsupportedOperands("in", needle, haystack);
}

}  // namespace

std::optional<double> numberAsDouble(const Value &number) {
  return number.is<double>() ? number.as<double>() : number.integer().toDouble();
}

bool isEqual(const Value &a, const Value &b) {
  if (a.isNumber() && b.isNumber()) return compareNumbers(a, b) == 0;
  if (a.is<TupleValue>() && b.is<TupleValue>()) return std::ranges::equal(a.elements(), b.elements(), isEqual);
  return isSame(a, b);
}

bool isTruthy(const Value &value) {
  if (value.isInteger()) return !value.integer().isZero();
  if (value.is<double>()) return value.as<double>() != 0;
  if (value.is<StringValue>()) return !value.text().empty();
  if (value.is<TupleValue>()) return !value.elements().empty();
  if (const auto *dict = value.dynAs<DictValue>()) return !dict->items->empty();
  return !value.isNone();
}

Folded foldBinary(BinaryOperator op, const Value &a, const Value &b) {
  if (op == BinaryOperator::BitOr && a.is<DictValue>() && b.is<DictValue>())
    return foldUnion(a.as<DictValue>(), b.as<DictValue>());
  return a.isNumber() && b.isNumber() ? foldNumbers(op, a, b) : foldSequences(op, a, b);
}

Folded foldUnary(UnaryOperator op, const Value &a) {
  switch (op) {
  case UnaryOperator::Not: return Value(!isTruthy(a));
  case UnaryOperator::USub:
    if (a.is<double>()) return Value(-a.as<double>());
    if (a.isInteger()) return Value(-a.integer());
    break;
  case UnaryOperator::UAdd:
    if (a.is<double>()) return a;
    if (a.isInteger()) return Value(a.integer());
    break;
  case UnaryOperator::Invert:
    if (a.isInteger()) return Value(~a.integer());
    break;
  }
  return fmt::format("`{}` of {}", ast::spelling(op), describe(a));
}

Folded foldCompare(CompareOperator op, const Value &a, const Value &b) {
  switch (op) {
  case CompareOperator::Eq: return Value(isEqual(a, b));
  case CompareOperator::NotEq: return Value(!isEqual(a, b));
  case CompareOperator::Is: return Value(isSame(a, b));
  case CompareOperator::IsNot: return Value(!isSame(a, b));
  case CompareOperator::In: return foldContains(a, b);
  case CompareOperator::NotIn: {
    Folded result = foldContains(a, b);
    if (const Value *value = std::get_if<Value>(&result)) return Value(!value->as<bool>());
    return result;
  }
  case CompareOperator::Lt:
  case CompareOperator::LtE:
  case CompareOperator::Gt:
  case CompareOperator::GtE: return foldOrder(op, a, b);
  }
  TC_UNREACHABLE("every operator has a case");
}

}  // namespace tritonc::frontend
