// Expressions, one function for each kind.
#include <algorithm>

#include "frontend/lowering.h"
#include "frontend/python_ops.h"
#include "frontend/python_text.h"

namespace tritonc::frontend {

Result<Value> Lowering::eval(const ast::Expr &expr) {
  switch (expr.kind) {
#define EXPR(Name, ...)                                                                                                \
  case ast::Kind::Name: return lower(expr.as<ast::Name>());
#define NODE(Name, ...) case ast::Kind::Name:
#include "frontend/ast.def"
    break;
  }
  TC_UNREACHABLE("the parser puts expressions where expressions belong");
}

Result<Argument> Lowering::evalArg(const ast::Expr &expr) {
  TC_TRY(Value value, eval(expr));
  return Argument{std::move(value), expr.range};
}

Result<Value> Lowering::evaluateHost(const ast::Expr &expr, const Scope &scope) {
  Frame host{.mode = Mode::Host, .function = nullptr, .scope = &scope, .callSite = {}, .locals = {}};
  FrameGuard guard(*this, host);
  return eval(expr);
}

Result<Value> Lowering::lower(const ast::Expr &expr) {
  if (isHost()) return unknownValue(expr.range);
  return error(expr.range, DiagId::UnsupportedSyntax, "{} in a kernel", ast::noun(expr.kind));
}

Result<Value> Lowering::lower(const ast::Constant &expr) {
  switch (expr.type) {
  case ast::ConstantType::None: return Value(NoneValue{});
  case ast::ConstantType::True: return Value(true);
  case ast::ConstantType::False: return Value(false);
  case ast::ConstantType::Ellipsis: return Value(EllipsisValue{});
  case ast::ConstantType::Int: return Value(parseIntLiteral(expr.text));
  case ast::ConstantType::Float: return Value(parseFloatLiteral(expr.text));
  case ast::ConstantType::Str: return Value::string(std::string(expr.text));
  case ast::ConstantType::Imaginary:
  case ast::ConstantType::Bytes: break;
  }
  if (isHost()) return unknownValue(expr.range);
  return error(expr.range, DiagId::UnsupportedSyntax, "{} literal in a kernel",
               expr.type == ast::ConstantType::Bytes ? "a bytes" : "a complex");
}

Result<Value> Lowering::lower(const ast::Name &expr) { return lookUpName(expr); }

Result<Value> Lowering::display(ast::Seq<ast::Expr> elements) {
  std::vector<Value> values;
  for (const ast::Expr *element : elements) {
    const auto *starred = element->dynAs<ast::Starred>();
    TC_TRY(Value value, eval(starred ? *starred->value : *element));
    if (!starred) {
      values.push_back(std::move(value));
    } else if (value.is<TupleValue>()) {
      values.insert(values.end(), value.elements().begin(), value.elements().end());
    } else if (isHost()) {
      return unknownValue(element->range);
    } else {
      return error(element->range, DiagId::NotIterable, "`*` of {}; it takes a tuple", describe(value));
    }
  }
  return Value::tuple(std::move(values));
}

Result<Value> Lowering::lower(const ast::Tuple &expr) { return display(expr.elts); }
Result<Value> Lowering::lower(const ast::List &expr) { return display(expr.elts); }

Result<Value> Lowering::lower(const ast::Slice &expr) {
  std::vector<Value> parts;
  for (const ast::Expr *part : {expr.lower, expr.upper, expr.step}) {
    if (!part) {
      parts.emplace_back(NoneValue{});
      continue;
    }
    TC_TRY(Value value, eval(*part));
    parts.push_back(std::move(value));
  }
  return Value(SliceValue{std::make_shared<const std::vector<Value>>(std::move(parts))});
}

Result<Value> Lowering::lower(const ast::BinOp &expr) {
  TC_TRY(Argument lhs, evalArg(*expr.left));
  TC_TRY(Argument rhs, evalArg(*expr.right));
  if (lhs.value.is<OpaqueValue>() || rhs.value.is<OpaqueValue>()) return unknownValue(expr.range, {lhs, rhs});
  return binary(expr.op, lhs, rhs, expr.range);
}

Result<Value> Lowering::lower(const ast::UnaryOp &expr) {
  TC_TRY(Argument operand, evalArg(*expr.operand));
  if (operand.value.is<OpaqueValue>()) return unknownValue(expr.range, {operand});
  return unary(expr.op, operand, expr.range);
}

Result<Value> Lowering::lower(const ast::Compare &expr) {
  if (!isHost() && expr.ops.size() > 1)
    return error(expr.range, DiagId::UnsupportedSyntax, "a chained comparison in a kernel");
  TC_TRY(Argument lhs, evalArg(*expr.left));
  Value result;
  for (size_t i = 0; i < expr.ops.size(); ++i) {
    ast::CompareOperator op = expr.ops[i];
    bool isMembership = op == ast::CompareOperator::In || op == ast::CompareOperator::NotIn;
    if (isMembership && !isHost())
      return error(expr.range, DiagId::UnsupportedSyntax, "`{}` in a kernel", ast::spelling(op));
    TC_TRY(Argument rhs, evalArg(*expr.comparators[i]));
    if (lhs.value.is<OpaqueValue>() || rhs.value.is<OpaqueValue>()) return unknownValue(expr.range, {lhs, rhs});
    TC_TRY(result, compare(op, lhs, rhs, expr.range));
    if (!isTruthy(result)) break;
    lhs = std::move(rhs);
  }
  return result;
}

Result<Value> Lowering::lower(const ast::BoolOp &expr) {
  std::vector<Argument> runtime;
  Value last;
  for (const ast::Expr *operand : expr.values) {
    TC_TRY(Argument arg, evalArg(*operand));
    if (arg.value.is<OpaqueValue>()) return unknownValue(expr.range, {arg});
    if (arg.value.isRuntime()) {
      runtime.push_back(arg);
      continue;
    }
    // What decides at compile time ends the evaluation; what does not has no part in the result.
    if (isTruthy(arg.value) == (expr.op == ast::BoolOperator::Or)) return arg.value;
    last = arg.value;
  }
  if (runtime.empty()) return last;
  Argument result = runtime.back();
  for (size_t i = runtime.size() - 1; i-- > 0;) {
    TC_TRY(result.value, logical(expr.op, runtime[i], result, expr.range));
    result.range = join(runtime[i].range, result.range);
  }
  return result.value;
}

Result<Value> Lowering::lower(const ast::IfExp &expr) {
  TC_TRY(Argument test, evalArg(*expr.test));
  if (test.value.is<OpaqueValue>()) return unknownValue(expr.range, {test});
  if (!test.value.isRuntime()) return eval(isTruthy(test.value) ? *expr.body : *expr.orelse);
  setPlace(expr.test->range);
  TC_TRY(RuntimeValue condition, toCondition(test));
  return lowerRuntimeIfExp(expr, condition);
}

Result<Value> Lowering::lower(const ast::NamedExpr &expr) {
  TC_TRY(Argument value, evalArg(*expr.value));
  TC_TRY_VOID(assign(*expr.target, value, isHost() ? Numbers::Stay : Numbers::Decay));
  return frame().locals.at(expr.target->as<ast::Name>().id);
}

Result<std::optional<std::string>> Lowering::formattedField(const ast::FormattedValue &field) {
  TC_TRY(Value value, eval(*field.value));
  if (value.isRuntime())
    return error(field.value->range, DiagId::ConstexprNeeded, "{} in an f-string; it must be known at compile time",
                 describe(value));
  if (isHost() && (field.format || value.is<OpaqueValue>())) return std::optional<std::string>();
  if (field.format) return error(field.format->range, DiagId::UnsupportedSyntax, "a format specification in a kernel");
  bool isRepr = field.conversion == 'r' || field.conversion == 'a';
  return std::optional(isRepr ? pythonRepr(value) : pythonStr(value));
}

Result<Value> Lowering::lower(const ast::JoinedStr &expr) {
  std::string text;
  for (const ast::Expr *part : expr.values) {
    if (const auto *field = part->dynAs<ast::FormattedValue>()) {
      TC_TRY(std::optional<std::string> piece, formattedField(*field));
      if (!piece) return unknownValue(expr.range);
      text += *piece;
    } else {
      text += part->as<ast::Constant>().text;
    }
  }
  return Value::string(std::move(text));
}

Result<Value> Lowering::lower(const ast::ListComp &expr) {
  const ast::Comprehension &loop = *expr.generators[0];
  if (expr.generators.size() > 1 || loop.isAsync) {
    if (isHost()) return unknownValue(expr.range);
    return error(expr.range, DiagId::UnsupportedSyntax, "a comprehension with more than one `for` in a kernel");
  }
  TC_TRY(Value sequence, eval(*loop.iter));
  if (!sequence.is<TupleValue>()) {
    if (isHost()) return unknownValue(expr.range, {{sequence, loop.iter->range}});
    return error(loop.iter->range, DiagId::NotIterable, "a comprehension over {}; it takes a tuple",
                 describe(sequence));
  }
  std::vector<Value> results;
  for (const Value &element : sequence.elements()) {
    TC_TRY_VOID(assign(*loop.target, {element, loop.iter->range}, Numbers::Stay));
    bool isKept = true;
    for (const ast::Expr *filter : loop.ifs) {
      TC_TRY(Value test, eval(*filter));
      if (test.isRuntime())
        return error(filter->range, DiagId::ConstexprNeeded, "the filter is {}; it must be known at compile time",
                     describe(test));
      isKept = isKept && isTruthy(test);
    }
    if (!isKept) continue;
    TC_TRY(Value result, eval(*expr.elt));
    results.push_back(std::move(result));
  }
  return Value::tuple(std::move(results));
}

Result<Value> Lowering::lower(const ast::Call &expr) {
  TC_TRY(Value callee, eval(*expr.func));
  if (const auto *opaque = callee.dynAs<OpaqueValue>(); opaque && isHost())
    return opaque->cause ? unknownValue(expr.range, {{callee, expr.func->range}}) : unknownValue(expr.range);
  TC_TRY(CallArguments args, evalArguments(expr));
  if (isHost()) {
    for (const Argument &arg : args.positional)
      if (arg.value.is<OpaqueValue>()) return unknownValue(expr.range, {arg});
    for (const CallArguments::Named &named : args.named)
      if (named.arg.value.is<OpaqueValue>()) return unknownValue(expr.range, {named.arg});
  }
  return call(callee, std::move(args), expr.func->range);
}

}  // namespace tritonc::frontend
