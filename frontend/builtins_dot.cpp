// Products of matrices: `tl.dot`.
#include <algorithm>
#include <array>
#include <cctype>

#include "frontend/lowering.h"
#include "ir/mma_layout.h"

namespace tritonc::frontend {
namespace {

struct Factors {
  RuntimeValue a, b;
  SourceRange rangeA, rangeB;
};

Result<Factors> requireFactors(Lowering &l, const BuiltinCall &call) {
  Factors factors;
  factors.rangeA = call.rangeOf(call["input"]);
  factors.rangeB = call.rangeOf(call["other"]);
  TC_TRY(factors.a, l.toTensor({call["input"].value, factors.rangeA}));
  TC_TRY(factors.b, l.toTensor({call["other"].value, factors.rangeB}));
  return factors;
}

DiagnosticBuilder factorError(Lowering &l, const Factors &factors, const BuiltinCall &call, DiagId id,
                              std::string text) {
  return l.operandError({{Value(factors.a), factors.rangeA}, {Value(factors.b), factors.rangeB}}, call.range, id, "{}",
                        text);
}

Success checkShapes(Lowering &l, const Factors &factors, const BuiltinCall &call) {
  const ir::DimVector &a = factors.a.shape, &b = factors.b.shape;
  if (a.size() < 2 || a.size() != b.size())
    return factorError(l, factors, call, DiagId::BadShape, "`dot` takes two matrices, or two stacks of matrices");
  if (a.size() > 2) return l.notSupported(call.range, "`dot` of stacks of matrices");
  if (a[1] != b[0])
    return factorError(l, factors, call, DiagId::BadShape,
                       fmt::format("inner dimensions of `dot` differ: {} and {}", a[1], b[0]));
  return {};
}

/// The least number of elements along the inner dimension.
int64_t minDepth(DType dtype) { return dtype.bits() == 8 ? 32 : dtype.bits() == 16 ? 16 : 8; }

Success checkTypes(Lowering &l, const Factors &factors, const BuiltinCall &call) {
  DType a = factors.a.dtype, b = factors.b.dtype;
  bool isPair = a == b || (a.isFp8() && b.isFp8());
  bool isGood = isPair && (a.isFp8() || a.is(Scalar::Float16) || a.is(Scalar::BFloat16) || a.is(Scalar::Float32) ||
                           a.is(Scalar::Float64) || a.is(Scalar::Int8));
  if (!isGood)
    return factorError(
        l, factors, call, DiagId::BadOperand,
        fmt::format("`dot` of {} and {}; it takes two of int8, fp16, bf16, fp32 or fp64, or of 8-bit floats",
                    a.shortName(), b.shortName()));
  if (a.is(Scalar::Float64)) return l.notSupported(call.range, "`dot` of fp64");
  int64_t depth = factors.a.shape[1];
  if (depth < minDepth(a))
    return factorError(l, factors, call, DiagId::BadShape,
                       fmt::format("`dot` over {} elements of {}; the inner dimension has at least {}", depth,
                                   a.shortName(), minDepth(a)));
  return {};
}

/// Of fp32 factors.
Success checkPrecision(Lowering &l, const Factors &factors, const BuiltinCall &call) {
  const Argument &precision = call["input_precision"], &allow = call["allow_tf32"];
  if (!precision.value.isNone() && !allow.value.isNone())
    return l.error(call.rangeOf(allow), DiagId::BadArgument, "`input_precision` and `allow_tf32` are both given");
  std::string name = "tf32";
  SourceRange range = call.range;
  if (!precision.value.isNone()) {
    TC_TRY(name, l.requireString(precision, call, "input_precision"));
    range = call.rangeOf(precision);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  } else if (!allow.value.isNone()) {
    TC_TRY(bool isAllowed, l.requireBool(allow, call, "allow_tf32"));
    name = isAllowed ? "tf32" : "ieee";
    range = call.rangeOf(allow);
  }
  constexpr std::array<std::string_view, 5> kNames = {"tf32", "tf32x3", "ieee", "bf16x3", "bf16x6"};
  if (std::ranges::find(kNames, name) == kNames.end())
    return l.error(range, DiagId::BadArgument, "input precision `{}`; there are {}", name, fmt::join(kNames, ", "));
  if (factors.a.dtype.is(Scalar::Float32) && name != "tf32")
    return l.notSupported(range, fmt::format("`dot` of fp32 with precision {}", name));
  return {};
}

/// The type of the result, given what `out_dtype` and `acc` say.
Result<DType> resultType(Lowering &l, const BuiltinCall &call, DType factor, const std::optional<RuntimeValue> &acc) {
  const Argument &out = call["out_dtype"];
  std::optional<DType> asked;
  if (!out.value.isNone()) {
    TC_TRY(DType dtype, l.requireDType(out, call));
    if (dtype.is(Scalar::BFloat16))
      return l.error(call.rangeOf(out), DiagId::BadArgument, "`dot` gives no bf16; cast its fp32");
    asked = dtype;
  }
  DType result = Scalar::Float32;
  if (factor.is(Scalar::Int8))
    result = Scalar::Int32;
  else if (factor.is(Scalar::Float16) || factor.isFp8())
    result = asked ? *asked : acc ? acc->dtype : DType(Scalar::Float32);
  if (!result.is(Scalar::Float32) && !result.is(Scalar::Float16) && !result.is(Scalar::Int32))
    return l.error(call.range, DiagId::BadArgument, "`dot` of {} gives fp32 or fp16, not {}", factor.shortName(),
                   result.shortName());
  return result;
}

}  // namespace

Result<Value> dot(Lowering &l, const BuiltinCall &call) {
  TC_TRY(Factors factors, requireFactors(l, call));
  TC_TRY_VOID(checkShapes(l, factors, call));
  TC_TRY_VOID(checkTypes(l, factors, call));
  TC_TRY_VOID(checkPrecision(l, factors, call));
  const Argument &accArg = call["acc"];
  std::optional<RuntimeValue> acc;
  if (!accArg.value.isNone()) {
    TC_TRY(acc, l.toTensor({accArg.value, call.rangeOf(accArg)}));
  }
  TC_TRY(DType result, resultType(l, call, factors.a.dtype, acc));
  ir::DimVector shape{factors.a.shape[0], factors.b.shape[1]};
  if (acc && (acc->shape != shape || acc->dtype != result))
    return l.error(call.rangeOf(accArg), DiagId::BadOperand, "the accumulator is {}, but the product is {}",
                   describe(Value(*acc)), describe(result, shape));

  Emitter &e = l.emitter();
  // Older matrix units know no 8-bit floats, all of which are numbers of fp16 too.
  constexpr int kFirstWithFp8 = 89;
  if (factors.a.dtype.isFp8() && l.request().capability < kFirstWithFp8)
    for (RuntimeValue *factor : {&factors.a, &factors.b}) *factor = e.cast(*factor, Scalar::Float16);
  // The matrix units add up in 32 bits.
  DType sum = result.is(Scalar::Float16) ? DType(Scalar::Float32) : result;
  RuntimeValue start = acc ? e.cast(*acc, sum) : e.zero(sum, shape);
  std::vector<ir::Value *> operands = {e.materialize(factors.a), e.materialize(factors.b), e.materialize(start)};
  ir::Type type = e.irType(sum, shape);
  RuntimeValue product{e.builder().create(ir::Opcode::Dot, operands, {&type, 1}, ir::DotAttrs{})->result(), sum, shape};
  return Value(e.cast(product, result));
}

}  // namespace tritonc::frontend
