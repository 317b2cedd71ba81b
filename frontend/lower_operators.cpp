// Operators on runtime values: which type they are done in, how shapes broadcast, which operation they become.
#include <algorithm>

#include "frontend/lowering.h"
#include "frontend/python_ops.h"
#include "ir/float_format.h"

namespace tritonc::frontend {

using ast::BinaryOperator;
using ast::CompareOperator;
using ir::Opcode;

// ---- Shapes ----

Result<ir::DimVector> Lowering::commonShape(std::span<const RuntimeValue> values, std::span<const SourceRange> ranges) {
  ir::DimVector common;
  size_t source = 0;
  for (size_t v = 0; v < values.size(); ++v) {
    ir::DimVector shape = values[v].shape;
    while (shape.size() < common.size()) shape.insert(0, 1);
    while (common.size() < shape.size()) common.insert(0, 1);
    for (unsigned i = 0; i < shape.size(); ++i) {
      if (common[i] == 1) {
        if (shape[i] != 1) source = v;
        common[i] = shape[i];
      } else if (shape[i] != 1 && shape[i] != common[i]) {
        return operandError({{Value(values[source]), ranges[source]}, {Value(values[v]), ranges[v]}}, ranges[v],
                            DiagId::BroadcastShape, "shapes differ in dimension {}: {} and {}", i, common[i], shape[i])
            .label(ranges[source]);
      }
    }
  }
  TC_TRY_VOID(checkShape(common, ranges[0]));
  return common;
}

Success Lowering::broadcastTogether(std::span<RuntimeValue> values, std::span<const SourceRange> ranges) {
  TC_TRY(ir::DimVector shape, commonShape(values, ranges));
  for (RuntimeValue &value : values) value = emitter().broadcast(value, shape);
  return {};
}

// ---- Types ----

Result<RuntimeValue> Lowering::numberAs(const Argument &number, DType type) {
  if (std::string problem = numberProblem(number.value, type); !problem.empty())
    return error(number.range, DiagId::BadOperand, "{}", problem);
  return emitter().constant(type, number.value);
}

Result<std::vector<RuntimeValue>> Lowering::promoteFully(std::span<const Argument> args, SourceRange range,
                                                         PromotionRule rule) {
  std::vector<RuntimeValue> values;
  std::vector<SourceRange> ranges;
  for (const Argument &arg : args) {
    TC_TRY(RuntimeValue value, toTensor(arg));
    values.push_back(value);
    ranges.push_back(arg.range.isValid() ? arg.range : range);
  }
  DType type = values[0].dtype;
  for (size_t i = 1; i < values.size(); ++i) {
    Promoted promoted = promote(type, values[i].dtype, rule);
    if (const auto *problem = std::get_if<std::string>(&promoted)) {
      return operandError({args[i - 1], args[i]}, range, DiagId::BadOperand, "{}", *problem);
    }
    type = std::get<DType>(promoted);
  }
  for (RuntimeValue &value : values) value = emitter().cast(value, type);
  TC_TRY_VOID(broadcastTogether(values, ranges));
  return values;
}

Result<std::vector<RuntimeValue>> Lowering::promoteAdaptively(const Argument &lhs, const Argument &rhs,
                                                              SourceRange range, PromotionRule rule) {
  const auto *left = lhs.value.dynAs<RuntimeValue>(), *right = rhs.value.dynAs<RuntimeValue>();
  bool isPlain = (left || lhs.value.isNumber()) && (right || rhs.value.isNumber()) && (left || right);
  if (!isPlain) {
    const Argument &wrong = left || lhs.value.isNumber() ? rhs : lhs;
    return error(wrong.range, DiagId::BadOperand, "{} where a tensor or a number is needed", describe(wrong.value));
  }
  auto typeOf = [&](const Argument &arg, const RuntimeValue *tensor, const RuntimeValue *other) {
    return tensor ? std::optional(tensor->dtype) : numberTypeBeside(arg.value, other->dtype);
  };
  std::optional<DType> leftType = typeOf(lhs, left, right), rightType = typeOf(rhs, right, left);
  if (!leftType || !rightType)
    return error(leftType ? rhs.range : lhs.range, DiagId::BadOperand, "the integer does not fit 64 bits");
  Promoted promoted = promote(*leftType, *rightType, rule);
  if (const auto *problem = std::get_if<std::string>(&promoted))
    return operandError({lhs, rhs}, range, DiagId::BadOperand, "{}", *problem);
  DType type = std::get<DType>(promoted);

  auto convert = [&](const Argument &arg, const RuntimeValue *tensor, DType ownType) -> Result<RuntimeValue> {
    if (tensor) return emitter().cast(*tensor, type);
    TC_TRY_VOID(numberAs(arg, type));
    // A number is first rounded to the type that it takes beside the tensor.
    RuntimeValue number = emitter().constant(ownType, arg.value);
    if (!ownType.isFloat() || ownType == type) return emitter().cast(number, type);
    return emitter().constant(type, Value(ir::decodeFloat(number.ir->type().scalar(), number.ir->bits())));
  };
  TC_TRY(RuntimeValue a, convert(lhs, left, *leftType));
  TC_TRY(RuntimeValue b, convert(rhs, right, *rightType));
  std::vector<RuntimeValue> values = {a, b};
  TC_TRY_VOID(broadcastTogether(values, std::array{lhs.range, rhs.range}));
  return values;
}

// ---- Arithmetic ----

Result<Value> Lowering::pointerArithmetic(BinaryOperator op, const Argument &lhs, const Argument &rhs,
                                          SourceRange range) {
  auto isPointer = [](const Argument &arg) {
    const auto *value = arg.value.dynAs<RuntimeValue>();
    return value && value->dtype.isPtr();
  };
  bool isSwapped = !isPointer(lhs);
  const Argument &pointerArg = isSwapped ? rhs : lhs, &offsetArg = isSwapped ? lhs : rhs;
  const auto *tensor = offsetArg.value.dynAs<RuntimeValue>();
  bool isOffset = tensor ? tensor->dtype.isInt() : offsetArg.value.isInteger();
  bool isKnown = op == BinaryOperator::Add || (op == BinaryOperator::Sub && !isSwapped);
  if (!isKnown || !isOffset) {
    return operandError({lhs, rhs}, range, DiagId::BadOperand, "`{}` of a pointer and {}", ast::spelling(op),
                        isPointer(offsetArg) ? "a pointer" : describe(offsetArg.value));
  }
  Argument signedOffset = offsetArg;
  if (!tensor && op == BinaryOperator::Sub) signedOffset.value = -offsetArg.value.integer();
  TC_TRY(RuntimeValue offset, toTensor(signedOffset));
  if (!offset.dtype.isSigned() && offset.dtype.bits() < 64) offset = emitter().cast(offset, Scalar::Int64);
  if (tensor && op == BinaryOperator::Sub)
    offset = emitter().elementwise(Opcode::SubI, {emitter().zero(offset.dtype, offset.shape), offset}, offset.dtype);
  std::array values = {pointerArg.value.as<RuntimeValue>(), offset};
  TC_TRY_VOID(broadcastTogether(values, std::array{pointerArg.range, offsetArg.range}));
  return Value(emitter().elementwise(Opcode::AddPtr, {values[0], values[1]}, values[0].dtype));
}

Result<Value> Lowering::floatBinary(BinaryOperator op, std::span<RuntimeValue> values, const Argument &lhs,
                                    const Argument &rhs, SourceRange range) {
  auto emit = [&](Opcode opcode) {
    return Value(emitter().elementwise(opcode, {values[0], values[1]}, values[0].dtype));
  };
  switch (op) {
  case BinaryOperator::Add: return emit(Opcode::AddF);
  case BinaryOperator::Sub: return emit(Opcode::SubF);
  case BinaryOperator::Mult: return emit(Opcode::MulF);
  case BinaryOperator::Div: return emit(Opcode::DivF);
  case BinaryOperator::Mod: return emit(Opcode::RemF);
  case BinaryOperator::FloorDiv:
  case BinaryOperator::LShift:
  case BinaryOperator::RShift:
  case BinaryOperator::BitAnd:
  case BinaryOperator::BitOr:
  case BinaryOperator::BitXor:
  case BinaryOperator::Pow:
  case BinaryOperator::MatMult: break;
  }
  return operandError({lhs, rhs}, range, DiagId::BadOperand, "`{}` in {}; it takes integers only", ast::spelling(op),
                      values[0].dtype.shortName());
}

/// With assertions on, sums, differences and products of integers below 64 bits must not wrap. Our own library wraps on
/// purpose.
void Lowering::assertNoOverflow(BinaryOperator op, std::span<const RuntimeValue> values) {
  DType type = values[0].dtype;
  bool isWrapping = op == BinaryOperator::Add || op == BinaryOperator::Sub || op == BinaryOperator::Mult;
  bool isChecked = request_.debug && uncheckedOverflow_ == 0 && !program_.isLibrary(frame().function->def->range);
  if (!isWrapping || !isChecked || type.isBool() || type.bits() == 64) return;
  Opcode opcode = op == BinaryOperator::Add ? Opcode::AddI : op == BinaryOperator::Sub ? Opcode::SubI : Opcode::MulI;
  Emitter &e = emitter();
  // In 64 bits nothing wraps, but for products of large u32, which come out negative.
  RuntimeValue a = e.cast(values[0], Scalar::Int64), b = e.cast(values[1], Scalar::Int64);
  RuntimeValue exact = e.elementwise(opcode, {a, b}, Scalar::Int64);
  BigInt half = shiftLeft(1, type.bits() - 1);
  BigInt low = type.isSigned() ? -half : BigInt(0), high = type.isSigned() ? half - 1 : half + half - 1;
  RuntimeValue isAbove =
      e.elementwise(Opcode::CmpSle, {e.constant(Scalar::Int64, Value(low), exact.shape), exact}, Scalar::Int1);
  RuntimeValue isBelow =
      e.elementwise(Opcode::CmpSle, {exact, e.constant(Scalar::Int64, Value(high), exact.shape)}, Scalar::Int1);
  RuntimeValue fits = e.elementwise(Opcode::AndI, {isAbove, isBelow}, Scalar::Int1);
  std::string message = fmt::format("overflow of {} in `{}`", type.shortName(), ast::spelling(op));
  ir::AssertAttrs attrs{.message = {context_.intern(message)}};
  e.builder().create(Opcode::Assert, {fits.ir}, {}, attrs);
}

Result<Value> Lowering::intBinary(BinaryOperator op, std::span<RuntimeValue> values, bool isArithmeticShift,
                                  SourceRange range) {
  bool isSigned = values[0].dtype.isSigned();
  auto emit = [&](Opcode opcode) {
    return Value(emitter().elementwise(opcode, {values[0], values[1]}, values[0].dtype));
  };
  assertNoOverflow(op, values);
  switch (op) {
  case BinaryOperator::Add: return emit(Opcode::AddI);
  case BinaryOperator::Sub: return emit(Opcode::SubI);
  case BinaryOperator::Mult: return emit(Opcode::MulI);
  case BinaryOperator::FloorDiv: return emit(isSigned ? Opcode::DivSI : Opcode::DivUI);
  case BinaryOperator::Mod: return emit(isSigned ? Opcode::RemSI : Opcode::RemUI);
  case BinaryOperator::BitAnd: return emit(Opcode::AndI);
  case BinaryOperator::BitOr: return emit(Opcode::OrI);
  case BinaryOperator::BitXor: return emit(Opcode::XorI);
  case BinaryOperator::LShift: return emit(Opcode::ShlI);
  case BinaryOperator::RShift: return emit(isArithmeticShift ? Opcode::ShrSI : Opcode::ShrUI);
  case BinaryOperator::Div:
    for (RuntimeValue &value : values) value = emitter().cast(value, Scalar::Float32);
    return emit(Opcode::DivF);
  case BinaryOperator::Pow:
  case BinaryOperator::MatMult: break;
  }
  return error(range, DiagId::BadOperand, "`{}` of tensors", ast::spelling(op));
}

Result<Value> Lowering::tensorBinary(BinaryOperator op, const Argument &lhs, const Argument &rhs, SourceRange range) {
  if (op == BinaryOperator::Pow || op == BinaryOperator::MatMult)
    return operandError({lhs, rhs}, range, DiagId::BadOperand, "tensors have no `{}`", ast::spelling(op));
  bool isDivision = op == BinaryOperator::Div || op == BinaryOperator::FloorDiv || op == BinaryOperator::Mod;
  auto rule = isDivision ? PromotionRule::Division : PromotionRule::Arithmetic;
  TC_TRY(std::vector<RuntimeValue> values, promoteAdaptively(lhs, rhs, range, rule));
  if (values[0].dtype.isFloat()) return floatBinary(op, values, lhs, rhs, range);
  // The tensor whose method Python calls decides how `>>` shifts.
  const Value &receiver = lhs.value.isRuntime() ? lhs.value : rhs.value;
  return intBinary(op, values, receiver.as<RuntimeValue>().dtype.isSigned(), range);
}

Result<Value> Lowering::foldedValue(Folded folded, std::initializer_list<Value> operands, SourceRange range) {
  const auto *problem = std::get_if<std::string>(&folded);
  if (!problem) return std::get<Value>(std::move(folded));
  // On plain data Python raises an exception, too.
  if (isHost() && !std::ranges::all_of(operands, &Value::isData)) return unknownValue(range);
  return error(range, DiagId::BadOperand, "{}", *problem);
}

Result<Value> Lowering::binary(BinaryOperator op, const Argument &lhs, const Argument &rhs, SourceRange range) {
  const auto *left = lhs.value.dynAs<RuntimeValue>(), *right = rhs.value.dynAs<RuntimeValue>();
  TC_TRY(std::optional<Value> own, recordBinary(op, lhs, rhs, range));
  if (own) return *own;
  if (!left && !right) {
    // `text % values` formats.
    if (isHost() && op == BinaryOperator::Mod && lhs.value.is<StringValue>()) return unknownValue(range);
    Folded folded = foldBinary(op, lhs.value, rhs.value);
    TC_TRY(Value result, foldedValue(std::move(folded), {lhs.value, rhs.value}, range));
    return lhs.value.isConstexprObject() || rhs.value.isConstexprObject() ? result.asConstexprObject() : result;
  }
  setPlace(range);
  bool hasPointer = (left && left->dtype.isPtr()) || (right && right->dtype.isPtr());
  return hasPointer ? pointerArithmetic(op, lhs, rhs, range) : tensorBinary(op, lhs, rhs, range);
}

// ---- Comparisons ----

namespace {

/// Comparison opcodes of one class of types; `>` and `>=` swap the operands of `<` and `<=`.
struct CompareOpcodes {
  Opcode equal, notEqual, less, lessOrEqual;
};

CompareOpcodes compareOpcodes(DType type) {
  if (type.isFloat()) return {Opcode::CmpOeq, Opcode::CmpUne, Opcode::CmpOlt, Opcode::CmpOle};
  if (type.isSigned()) return {Opcode::CmpEq, Opcode::CmpNe, Opcode::CmpSlt, Opcode::CmpSle};
  return {Opcode::CmpEq, Opcode::CmpNe, Opcode::CmpUlt, Opcode::CmpUle};
}

}  // namespace

Result<Value> Lowering::compare(CompareOperator op, const Argument &lhs, const Argument &rhs, SourceRange range) {
  TC_TRY(std::optional<Value> own, recordCompare(op, lhs, rhs, range));
  if (own) return *own;
  bool isIdentity = op == CompareOperator::Is || op == CompareOperator::IsNot;
  if (isIdentity || (!lhs.value.isRuntime() && !rhs.value.isRuntime())) {
    Folded folded = foldCompare(op, lhs.value, rhs.value);
    TC_TRY(Value result, foldedValue(std::move(folded), {lhs.value, rhs.value}, range));
    return lhs.value.isConstexprObject() || rhs.value.isConstexprObject() ? result.asConstexprObject() : result;
  }
  setPlace(range);
  TC_TRY(std::vector<RuntimeValue> values, promoteFully(std::array{lhs, rhs}, range));
  CompareOpcodes opcodes = compareOpcodes(values[0].dtype);
  auto emit = [&](Opcode opcode, size_t a, size_t b) {
    return Value(emitter().elementwise(opcode, {values[a], values[b]}, Scalar::Int1));
  };
  switch (op) {
  case CompareOperator::Eq: return emit(opcodes.equal, 0, 1);
  case CompareOperator::NotEq: return emit(opcodes.notEqual, 0, 1);
  case CompareOperator::Lt: return emit(opcodes.less, 0, 1);
  case CompareOperator::LtE: return emit(opcodes.lessOrEqual, 0, 1);
  case CompareOperator::Gt: return emit(opcodes.less, 1, 0);
  case CompareOperator::GtE: return emit(opcodes.lessOrEqual, 1, 0);
  case CompareOperator::Is:
  case CompareOperator::IsNot:
  case CompareOperator::In:
  case CompareOperator::NotIn: break;
  }
  TC_UNREACHABLE("identity was handled above, and `in` is refused where it is written");
}

// ---- Unary and logical operators ----

Result<Value> Lowering::unary(ast::UnaryOperator op, const Argument &operand, SourceRange range) {
  TC_TRY(std::optional<Value> own, recordUnary(op, operand, range));
  if (own) return *own;
  const auto *value = operand.value.dynAs<RuntimeValue>();
  if (!value) {
    Folded folded = foldUnary(op, operand.value);
    TC_TRY(Value result, foldedValue(std::move(folded), {operand.value}, range));
    return operand.value.isConstexprObject() ? result.asConstexprObject() : result;
  }
  setPlace(range);
  DType type = value->dtype;
  auto flipped = [&] {
    RuntimeValue ones = emitter().constant(type, Value(BigInt(-1)), value->shape);
    return Value(emitter().elementwise(Opcode::XorI, {*value, ones}, type));
  };
  switch (op) {
  case ast::UnaryOperator::USub:
    if (type.isFloat()) return Value(emitter().elementwise(Opcode::NegF, {*value}, type));
    if (type.isInt())
      return Value(emitter().elementwise(Opcode::SubI, {emitter().zero(type, value->shape), *value}, type));
    break;
  case ast::UnaryOperator::Invert:
    if (type.isInt()) return flipped();
    break;
  case ast::UnaryOperator::Not:
    if (type.isBool()) return flipped();
    return error(operand.range, DiagId::BadOperand, "`not` of {}; compare it with 0 first", describe(operand.value));
  case ast::UnaryOperator::UAdd: break;
  }
  return error(range, DiagId::BadOperand, "`{}` of {}", ast::spelling(op), describe(operand.value));
}

Result<Value> Lowering::logical(ast::BoolOperator op, const Argument &lhs, const Argument &rhs, SourceRange range) {
  for (const Argument &operand : {lhs, rhs})
    if (!operand.value.as<RuntimeValue>().dtype.isBool())
      return error(operand.range, DiagId::BadOperand, "`{}` of {}; compare it with 0 first", ast::spelling(op),
                   describe(operand.value));
  setPlace(range);
  std::array values = {lhs.value.as<RuntimeValue>(), rhs.value.as<RuntimeValue>()};
  TC_TRY_VOID(broadcastTogether(values, std::array{lhs.range, rhs.range}));
  Opcode opcode = op == ast::BoolOperator::And ? Opcode::AndI : Opcode::OrI;
  return Value(emitter().elementwise(opcode, {values[0], values[1]}, Scalar::Int1));
}

}  // namespace tritonc::frontend
