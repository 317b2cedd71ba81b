// One small function for each element-wise operation, in a table by opcode.
//
// Why one rounding happens. f8, f16, bf16 and f32 are computed in double and then rounded to the format. With p bits of
// significand in the format, a sum, difference, product, quotient or square root that double rounds to 53 >= 2p + 2
// bits is never moved onto, off or across a midpoint of the format (products are even exact), also when the result is
// subnormal there, since subnormals have fewer bits. This fails for `a * b + c`, whose exact value may need more than
// 53 bits near a midpoint: its sum is rounded to odd first, which keeps on which side of a midpoint it lies.

#include "ir/evaluate.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "ir/float_format.h"

namespace tritonc::ir {
namespace {

using Table = std::array<ElementOp::Function, kNumOpcodes>;

double floatOperand(const ElementOp &op, uint64_t bits) { return decodeFloat(op.from(), bits); }

/// Rounds to the format of the result. A NaN loses the sign that the host gave it.
Element floatResult(const ElementOp &op, double value) {
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  return op.specified(encodeFloat(op.to(), value, op.round()));
}

// ---- Integers ----

/// `F(a, b)` on zero-extended values.
template <auto F> Element unsignedBinary(const ElementOp &op, const uint64_t *v) { return op.specified(F(v[0], v[1])); }

/// `F(a, b)` on sign-extended values.
template <auto F> Element signedBinary(const ElementOp &op, const uint64_t *v) {
  unsigned width = op.fromBits();
  return op.specified(static_cast<uint64_t>(F(signExtend(v[0], width), signExtend(v[1], width))));
}

/// `F(a, amount)` with the amount taken modulo the width, which is a power of two.
template <auto F> Element shift(const ElementOp &op, const uint64_t *v) {
  return op.specified(F(v[0], static_cast<unsigned>(v[1] & (op.fromBits() - 1)), op.fromBits()));
}

template <auto F> Element unsignedDivision(const ElementOp &op, const uint64_t *v) {
  return v[1] == 0 ? op.unspecified() : op.specified(F(v[0], v[1]));
}

template <auto F> Element signedDivision(const ElementOp &op, const uint64_t *v) {
  unsigned width = op.fromBits();
  bool overflows = v[0] == uint64_t{1} << (width - 1) && v[1] == lowMask(width);
  return v[1] == 0 || overflows ? op.unspecified() : signedBinary<F>(op, v);
}

Element highProduct(const ElementOp &op, const uint64_t *v) {
  using Wide = unsigned __int128;
  return op.specified(static_cast<uint64_t>((Wide{v[0]} * v[1]) >> op.fromBits()));
}

Element absoluteInt(const ElementOp &op, const uint64_t *v) {
  return op.specified(signExtend(v[0], op.fromBits()) < 0 ? uint64_t{0} - v[0] : v[0]);
}

constexpr void addIntegers(Table &table) {
  auto set = [&](Opcode opcode, ElementOp::Function function) { table[static_cast<size_t>(opcode)] = function; };
  using U = uint64_t;
  using S = int64_t;
  set(Opcode::AddI, unsignedBinary<[](U a, U b) { return a + b; }>);
  set(Opcode::SubI, unsignedBinary<[](U a, U b) { return a - b; }>);
  set(Opcode::MulI, unsignedBinary<[](U a, U b) { return a * b; }>);
  set(Opcode::MulHiU, highProduct);
  set(Opcode::DivSI, signedDivision<[](S a, S b) { return a / b; }>);
  set(Opcode::DivUI, unsignedDivision<[](U a, U b) { return a / b; }>);
  set(Opcode::RemSI, signedDivision<[](S a, S b) { return a % b; }>);
  set(Opcode::RemUI, unsignedDivision<[](U a, U b) { return a % b; }>);
  set(Opcode::AndI, unsignedBinary<[](U a, U b) { return a & b; }>);
  set(Opcode::OrI, unsignedBinary<[](U a, U b) { return a | b; }>);
  set(Opcode::XorI, unsignedBinary<[](U a, U b) { return a ^ b; }>);
  set(Opcode::ShlI, shift<[](U a, unsigned n, unsigned) { return a << n; }>);
  set(Opcode::ShrSI, shift<[](U a, unsigned n, unsigned width) { return static_cast<U>(signExtend(a, width) >> n); }>);
  set(Opcode::ShrUI, shift<[](U a, unsigned n, unsigned) { return (a >> n); }>);
  set(Opcode::MinSI, signedBinary<[](S a, S b) { return std::min(a, b); }>);
  set(Opcode::MaxSI, signedBinary<[](S a, S b) { return std::max(a, b); }>);
  set(Opcode::MinUI, unsignedBinary<[](U a, U b) { return std::min(a, b); }>);
  set(Opcode::MaxUI, unsignedBinary<[](U a, U b) { return std::max(a, b); }>);
  set(Opcode::AbsI, absoluteInt);
}

// ---- Floats ----

template <auto F> Element floatUnary(const ElementOp &op, const uint64_t *v) {
  return floatResult(op, F(floatOperand(op, v[0])));
}

template <auto F> Element floatBinary(const ElementOp &op, const uint64_t *v) {
  return floatResult(op, F(floatOperand(op, v[0]), floatOperand(op, v[1])));
}

/// `F(bits, signBit)`: operations that do not look at the value.
template <auto F> Element signOnly(const ElementOp &op, const uint64_t *v) {
  return op.specified(F(v[0], uint64_t{1} << (op.fromBits() - 1)));
}

/// a + b rounded to odd: if inexact, the neighbour with an odd last bit.
double addToOdd(double a, double b) {
  double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  // Knuth's two-sum: `error` is exactly what `sum` lacks.
  double bPart = sum - a;
  double aPart = sum - bPart;
  double error = (a - aPart) + (b - bPart);
  bool isOdd = std::bit_cast<uint64_t>(sum) & 1;
  if (error == 0 || isOdd) return sum;
  return std::nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
}

Element fusedMultiplyAdd(const ElementOp &op, const uint64_t *v) {
  double a = floatOperand(op, v[0]), b = floatOperand(op, v[1]), c = floatOperand(op, v[2]);
  if (op.from() == ScalarKind::F64) return floatResult(op, std::fma(a, b, c));
  double product = a * b;
  return floatResult(op, addToOdd(product, c));
}

/// The quotient is rounded before it is truncated, and so is the product.
Element floatRemainder(const ElementOp &op, const uint64_t *v) {
  // The code for narrow types computes in f32.
  ScalarKind kind = op.to() == ScalarKind::F64 ? ScalarKind::F64 : ScalarKind::F32;
  auto rounded = [&](double value) { return decodeFloat(kind, encodeFloat(kind, value)); };
  double a = floatOperand(op, v[0]), b = floatOperand(op, v[1]);
  double product = rounded(std::trunc(rounded(a / b)) * b);
  return floatResult(op, a - product);
}

enum class NanRule : bool { Loses, Wins };

/// `IsBetter(a, b)`: a is the result.
template <auto IsBetter, NanRule Rule> Element extremum(const ElementOp &op, const uint64_t *v) {
  double a = floatOperand(op, v[0]), b = floatOperand(op, v[1]);
  if (std::isnan(a) || std::isnan(b)) {
    if (Rule == NanRule::Wins || (std::isnan(a) && std::isnan(b))) return floatResult(op, std::nan(""));
    return op.specified(std::isnan(a) ? v[1] : v[0]);
  }
  if (a == 0 && b == 0 && v[0] != v[1]) return op.anyOf(v[0], v[1]);
  return op.specified(IsBetter(a, b) ? v[0] : v[1]);
}

// The f32 forms of some functions flush subnormal operands and results to zeros of the same sign.
double flush(ScalarKind kind, double value) {
  bool isTiny = kind == ScalarKind::F32 && std::fabs(value) < std::numeric_limits<float>::min();
  return isTiny ? std::copysign(0.0, value) : value;
}

template <auto F> Element flushingUnary(const ElementOp &op, const uint64_t *v) {
  return floatResult(op, flush(op.to(), F(flush(op.from(), floatOperand(op, v[0])))));
}

/// In f32, two to the power of the rounded product with log2(e): the error of that rounding is part of the meaning.
Element exponential(const ElementOp &op, const uint64_t *v) {
  double a = floatOperand(op, v[0]);
  if (op.from() != ScalarKind::F32) return floatResult(op, std::exp(a));
  constexpr float kLog2E = 1.44269504088896340736f;
  float exponent = static_cast<float>(a) * kLog2E;
  return floatResult(op, flush(op.to(), std::exp2(double{exponent})));
}

constexpr void addFloats(Table &table) {
  auto set = [&](Opcode opcode, ElementOp::Function function) { table[static_cast<size_t>(opcode)] = function; };
  using D = double;
  using U = uint64_t;
  constexpr auto kLess = [](D a, D b) { return a < b; };
  constexpr auto kGreater = [](D a, D b) { return a > b; };
  constexpr auto kDivide = [](D a, D b) { return a / b; };
  constexpr auto kRoot = [](D a) { return std::sqrt(a); };
  set(Opcode::AddF, floatBinary<[](D a, D b) { return a + b; }>);
  set(Opcode::SubF, floatBinary<[](D a, D b) { return a - b; }>);
  set(Opcode::MulF, floatBinary<[](D a, D b) { return a * b; }>);
  set(Opcode::Fma, fusedMultiplyAdd);
  set(Opcode::DivF, floatBinary<kDivide>);
  set(Opcode::DivRnF, floatBinary<kDivide>);
  set(Opcode::RemF, floatRemainder);
  set(Opcode::NegF, signOnly<[](U bits, U sign) { return bits ^ sign; }>);
  set(Opcode::AbsF, signOnly<[](U bits, U sign) { return bits & ~sign; }>);
  set(Opcode::MinNumF, extremum<kLess, NanRule::Loses>);
  set(Opcode::MaxNumF, extremum<kGreater, NanRule::Loses>);
  set(Opcode::MinF, extremum<kLess, NanRule::Wins>);
  set(Opcode::MaxF, extremum<kGreater, NanRule::Wins>);
  set(Opcode::Exp, exponential);
  set(Opcode::Exp2, flushingUnary<[](D a) { return std::exp2(a); }>);
  set(Opcode::Sqrt, flushingUnary<kRoot>);
  set(Opcode::SqrtRn, floatUnary<kRoot>);
  set(Opcode::Rsqrt, flushingUnary<[](D a) { return 1 / std::sqrt(a); }>);
  set(Opcode::Floor, floatUnary<[](D a) { return std::floor(a); }>);
  set(Opcode::Ceil, floatUnary<[](D a) { return std::ceil(a); }>);
}

// ---- Comparisons and selection ----

template <auto F> Element compareFloats(const ElementOp &op, const uint64_t *v) {
  return op.specified(F(floatOperand(op, v[0]), floatOperand(op, v[1])));
}

Element choose(const ElementOp &op, const uint64_t *v) { return op.specified(v[0] ? v[1] : v[2]); }

constexpr void addComparisons(Table &table) {
  auto set = [&](Opcode opcode, ElementOp::Function function) { table[static_cast<size_t>(opcode)] = function; };
  using U = uint64_t;
  using S = int64_t;
  using D = double;
  set(Opcode::CmpEq, unsignedBinary<[](U a, U b) { return a == b; }>);
  set(Opcode::CmpNe, unsignedBinary<[](U a, U b) { return a != b; }>);
  set(Opcode::CmpSlt, signedBinary<[](S a, S b) { return a < b; }>);
  set(Opcode::CmpSle, signedBinary<[](S a, S b) { return a <= b; }>);
  set(Opcode::CmpUlt, unsignedBinary<[](U a, U b) { return a < b; }>);
  set(Opcode::CmpUle, unsignedBinary<[](U a, U b) { return a <= b; }>);
  set(Opcode::CmpOeq, compareFloats<[](D a, D b) { return a == b; }>);
  set(Opcode::CmpUne, compareFloats<[](D a, D b) { return a != b; }>);
  set(Opcode::CmpOlt, compareFloats<[](D a, D b) { return a < b; }>);
  set(Opcode::CmpOle, compareFloats<[](D a, D b) { return a <= b; }>);
  set(Opcode::Select, choose);
}

// ---- Conversions, pointers and what other tables compute ----

Element sameBits(const ElementOp &op, const uint64_t *v) { return op.specified(v[0]); }

Element signExtended(const ElementOp &op, const uint64_t *v) {
  return op.specified(static_cast<uint64_t>(signExtend(v[0], op.fromBits())));
}

/// An integer as a double: rounded to nearest if f64 is the target, else to odd, so that the next rounding decides
/// alone.
double doubleFromMagnitude(uint64_t magnitude, ScalarKind target) {
  unsigned excess = static_cast<unsigned>(std::max(static_cast<int>(std::bit_width(magnitude)) - 53, 0));
  if (target == ScalarKind::F64 || excess == 0) return static_cast<double>(magnitude);
  uint64_t kept = magnitude >> excess;
  bool isExact = kept << excess == magnitude;
  return std::ldexp(static_cast<double>(kept | !isExact), static_cast<int>(excess));
}

Element floatFromSigned(const ElementOp &op, const uint64_t *v) {
  int64_t value = signExtend(v[0], op.fromBits());
  uint64_t magnitude = value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  double result = doubleFromMagnitude(magnitude, op.to());
  return floatResult(op, value < 0 ? -result : result);
}

Element floatFromUnsigned(const ElementOp &op, const uint64_t *v) {
  return floatResult(op, doubleFromMagnitude(v[0], op.to()));
}

Element signedFromFloat(const ElementOp &op, const uint64_t *v) {
  double value = floatOperand(op, v[0]);
  if (std::isnan(value)) return op.unspecified();
  // One more than the largest value: exact as a double, which the largest value of i64 is not.
  double limit = std::ldexp(1.0, static_cast<int>(op.toBits()) - 1);
  uint64_t smallest = uint64_t{1} << (op.toBits() - 1);
  if (value >= limit) return op.specified(smallest - 1);
  if (value < -limit) return op.specified(smallest);
  return op.specified(static_cast<uint64_t>(static_cast<int64_t>(value)));
}

Element unsignedFromFloat(const ElementOp &op, const uint64_t *v) {
  double value = floatOperand(op, v[0]);
  if (std::isnan(value)) return op.unspecified();
  if (value >= std::ldexp(1.0, static_cast<int>(op.toBits()))) return op.specified(~uint64_t{0});
  return op.specified(value < 0 ? 0 : static_cast<uint64_t>(value));
}

Element offsetPointer(const ElementOp &op, const uint64_t *v) {
  return op.specified(v[0] + static_cast<uint64_t>(signExtend(v[1], op.fromBits())) * op.scale());
}

Element libdeviceCall(const ElementOp &op, const uint64_t *v) { return op.specified(op.host()(v)); }

constexpr void addConversions(Table &table) {
  auto set = [&](Opcode opcode, ElementOp::Function function) { table[static_cast<size_t>(opcode)] = function; };
  set(Opcode::ExtSI, signExtended);
  set(Opcode::ExtUI, sameBits);
  set(Opcode::TruncI, sameBits);
  set(Opcode::SIToFP, floatFromSigned);
  set(Opcode::UIToFP, floatFromUnsigned);
  set(Opcode::FPToSI, signedFromFloat);
  set(Opcode::FPToUI, unsignedFromFloat);
  set(Opcode::ConvertF, floatUnary<[](double a) { return a; }>);
  set(Opcode::Bitcast, sameBits);
  set(Opcode::PtrToInt, sameBits);
  set(Opcode::IntToPtr, sameBits);
  set(Opcode::AddPtr, offsetPointer);
  set(Opcode::Hint, sameBits);
  set(Opcode::Extern, libdeviceCall);
}

constexpr Table kTable = [] {
  Table table{};
  addIntegers(table);
  addFloats(table);
  addComparisons(table);
  addConversions(table);
  return table;
}();

/// What a text of the assembler computes is not for us to say.
constexpr bool isElementwiseFormat(Format format) {
  if (format == Format::Asm) return false;
  switch (format) {
#define FORMAT(Name, minOperands, maxOperands, minResults, maxResults, blocks, kind)                                   \
  case Format::Name: return FormatKind::kind == FormatKind::Elementwise;
#include "ir/formats.def"
  }
  return false;
}

#define OP(Name, mnemonic, format, rule, effect, attrs, traits, summary)                                               \
  static_assert((kTable[static_cast<size_t>(Opcode::Name)] != nullptr) == isElementwiseFormat(Format::format),         \
                "exactly the element-wise operations have a function here: " mnemonic);
#include "ir/ops.def"

/// The scalar that the bits of a value encode.
ScalarKind kindOf(Type type) { return type.isPtrLike() ? ScalarKind::I64 : type.scalar(); }

}  // namespace

ElementOp::ElementOp(const Op &op, uint64_t pattern) : pattern_(pattern) {
  function_ = kTable[static_cast<size_t>(op.opcode())];
  TC_CHECK(function_, "the caller asks about element-wise operations only");
  Type result = op.result()->type();
  bool isAddPtr = op.opcode() == Opcode::AddPtr;
  from_ = kindOf(op.operand(isAddPtr ? 1 : 0)->type());
  to_ = kindOf(result);
  fromBits_ = bitWidth(from_);
  toBits_ = bitWidth(to_);
  toMask_ = lowMask(toBits_);
  if (isAddPtr) scale_ = result.pointee().elemBytes();
  if (op.info().attrs == kAttrsKind<RoundAttrs>) round_ = op.attrs<RoundAttrs>().round;
  if (op.opcode() == Opcode::Extern) {
    host_ = libdeviceHostFunction(op.attrs<ExternAttrs>().function);
    TC_CHECK(host_, "the caller asks about functions with a stand-in only");
  }
}

std::optional<uint64_t> evaluate(const Op &op, std::span<const uint64_t> operands) {
  TC_CHECK(operands.size() == op.numOperands(), "the caller gives one value for each operand");
  if (op.info().traits == Traits::Approximate) return std::nullopt;
  Element element = ElementOp(op)(operands.data());
  return element.isSpecified ? std::optional(element.bits) : std::nullopt;
}

}  // namespace tritonc::ir
