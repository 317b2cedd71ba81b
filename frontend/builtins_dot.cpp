// Products of matrices: `tl.dot`.
#include <algorithm>
#include <cctype>

#include "frontend/dot_precision.h"
#include "frontend/lowering.h"
#include "ir/mma_layout.h"

namespace tritonc::frontend {
namespace {

struct Factors : DotFactors {
  SourceRange rangeA, rangeB;
};

/// Of each matrix.
int64_t rowsOf(const ir::DimVector &shape) { return shape[shape.size() - 2]; }
int64_t colsOf(const ir::DimVector &shape) { return shape[shape.size() - 1]; }

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
  if (!std::equal(a.begin(), a.end() - 2, b.begin()))
    return factorError(l, factors, call, DiagId::BadShape, "`dot` takes two stacks of as many matrices");
  if (colsOf(a) != rowsOf(b))
    return factorError(l, factors, call, DiagId::BadShape,
                       fmt::format("inner dimensions of `dot` differ: {} and {}", colsOf(a), rowsOf(b)));
  return {};
}

/// The least number of elements along the inner dimension.
int64_t minDepth(DType dtype) { return 256 / dtype.bits(); }

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
  int64_t depth = colsOf(factors.a.shape);
  if (depth < minDepth(a))
    return factorError(l, factors, call, DiagId::BadShape,
                       fmt::format("`dot` over {} elements of {}; the inner dimension has at least {}", depth,
                                   a.shortName(), minDepth(a)));
  return {};
}

/// What the call asks for.
Result<DotPrecision> requirePrecision(Lowering &l, const BuiltinCall &call) {
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
  const auto *found = std::ranges::find(kDotPrecisions, name);
  if (found == std::end(kDotPrecisions))
    return l.error(range, DiagId::BadArgument, "input precision `{}`; there are {}", name,
                   fmt::join(kDotPrecisions, ", "));
  return static_cast<DotPrecision>(found - std::begin(kDotPrecisions));
}

/// How the factors are multiplied. Only fp32 has several ways.
DotPrecision precisionOf(const Factors &factors, DotPrecision asked) {
  if (factors.a.dtype.is(Scalar::Float64)) return DotPrecision::Ieee;
  if (!factors.a.dtype.is(Scalar::Float32)) return DotPrecision::Tf32;
  // Too little for the units that multiply bf16.
  bool isShallow = colsOf(factors.a.shape) < minDepth(Scalar::BFloat16);
  bool isBf16 = asked == DotPrecision::Bf16x3 || asked == DotPrecision::Bf16x6;
  return isShallow && isBf16 ? DotPrecision::Ieee : asked;
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
  if (factor.is(Scalar::Float64)) return factor;
  if (factor.is(Scalar::Int8))
    result = Scalar::Int32;
  else if (factor.is(Scalar::Float16) || factor.isFp8())
    result = asked ? *asked : acc ? acc->dtype : DType(Scalar::Float32);
  if (!result.is(Scalar::Float32) && !result.is(Scalar::Float16) && !result.is(Scalar::Int32))
    return l.error(call.range, DiagId::BadArgument, "`dot` of {} gives fp32 or fp16, not {}", factor.shortName(),
                   result.shortName());
  return result;
}

/// As one stack, if they are more than that.
RuntimeValue flattened(Emitter &e, const RuntimeValue &value) {
  const ir::DimVector &shape = value.shape;
  if (shape.size() <= 3) return value;
  int64_t count = 1;
  for (unsigned d = 0; d + 2 < shape.size(); ++d) count *= shape[d];
  return e.reshape(value, {count, rowsOf(shape), colsOf(shape)});
}

/// One product of parts of the factors, in the type of the sum.
RuntimeValue emitProduct(Emitter &e, const DotFactors &factors, const RuntimeValue &sum, DotPrecision precision) {
  RuntimeValue start = flattened(e, sum);
  std::vector<ir::Value *> operands;
  for (const RuntimeValue &value : {flattened(e, factors.a), flattened(e, factors.b), start})
    operands.push_back(e.materialize(value));
  ir::Type type = operands.back()->type();
  ir::DotAttrs attrs{.isFma = precision == DotPrecision::Ieee};
  ir::Value *result = e.builder().create(ir::Opcode::Dot, operands, {&type, 1}, attrs)->result();
  RuntimeValue product{result, sum.dtype, start.shape};
  return start.shape == sum.shape ? product : e.reshape(product, sum.shape);
}

}  // namespace

Result<Value> dot(Lowering &l, const BuiltinCall &call) {
  TC_TRY(Factors factors, requireFactors(l, call));
  TC_TRY_VOID(checkShapes(l, factors, call));
  TC_TRY_VOID(checkTypes(l, factors, call));
  TC_TRY(DotPrecision asked, requirePrecision(l, call));
  DotPrecision precision = precisionOf(factors, asked);
  const Argument &accArg = call["acc"];
  std::optional<RuntimeValue> acc;
  if (!accArg.value.isNone()) {
    TC_TRY(acc, l.toTensor({accArg.value, call.rangeOf(accArg)}));
  }
  TC_TRY(DType result, resultType(l, call, factors.a.dtype, acc));
  ir::DimVector shape = factors.a.shape;
  shape[shape.size() - 1] = colsOf(factors.b.shape);
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
  auto product = [&](const DotFactors &parts, const RuntimeValue &start) {
    return emitProduct(e, parts, start, precision);
  };
  RuntimeValue zero = e.zero(sum, shape);
  if (precision == DotPrecision::Tf32 || precision == DotPrecision::Ieee)
    return Value(e.cast(product(factors, acc ? e.cast(*acc, sum) : zero), result));
  RuntimeValue whole = productOfParts(e, factors, precision, product, zero);
  return Value(acc ? e.elementwise(ir::Opcode::AddF, {whole, *acc}, sum) : whole);
}

}  // namespace tritonc::frontend
