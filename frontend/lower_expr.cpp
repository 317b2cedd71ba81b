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
  return inHost(scope, expr.range, [&] { return eval(expr); });
}

Result<Value> Lowering::callHost(const Value &callee, CallArguments args, const Scope &scope) {
  SourceRange range = args.range;
  return inHost(scope, range, [&] { return call(callee, std::move(args), range); });
}

Result<Value> Lowering::inHost(const Scope &scope, SourceRange range, const std::function<Result<Value>()> &evaluate) {
  Frame host{.mode = Mode::Host, .function = nullptr, .scope = &scope, .callSite = {}, .locals = {}};
  FrameGuard guard(*this, host);
  // A fault of the host is nobody's concern until a kernel needs the value. A file that cannot be read stays one.
  Diagnostics &diags = context_.diags();
  size_t reported = diags.all().size(), unreadable = program_.numUnreadable();
  Result<Value> value = evaluate();
  if (value.ok() || program_.numUnreadable() != unreadable) return value;
  if (diags.all().size() == reported) return Failed{};
  const DiagMessage &message = diags.all()[reported].message;
  auto cause = std::make_shared<const OpaqueCause>(message.range, message.text);
  diags.forgetFrom(reported);
  return Value::opaque(std::string(textOf(range)), std::move(cause));
}

Result<Value> Lowering::lower(const ast::Expr &expr) { return unknownInHost(expr); }

/// What no kernel has, and what the compiler does not compute for the host.
Result<Value> Lowering::unknownInHost(const ast::Expr &expr) {
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
    const auto *opaque = lhs.value.dynAs<OpaqueValue>();
    bool isIdentity = op == ast::CompareOperator::Is || op == ast::CompareOperator::IsNot;
    if (isIdentity && rhs.value.isNone() && opaque && opaque->isPassedByLaunch) {
      result = op == ast::CompareOperator::IsNot;
      if (!isTruthy(result)) break;
      lhs = std::move(rhs);
      continue;
    }
    if (opaque || rhs.value.is<OpaqueValue>()) return unknownValue(expr.range, {lhs, rhs});
    TC_TRY(result, compare(op, lhs, rhs, expr.range));
    if (result.is<OpaqueValue>()) return result;
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
  // Triton ignores it.
  if (field.format && context_.diags().keepsRemarks())
    context_.diags()
        .remark(field.format->range, DiagId::UnsupportedSyntax, "a kernel ignores this format specification")
        .proceed();
  if (field.conversion == 'a') return std::optional(pythonAscii(value));
  return std::optional(field.conversion == 'r' ? pythonRepr(value) : pythonStr(value));
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

Result<bool> Lowering::comprehend(ast::Seq<ast::Comprehension> loops, size_t depth,
                                  const std::function<Success()> &visit) {
  if (depth == loops.size()) {
    TC_TRY_VOID(visit());
    return true;
  }
  const ast::Comprehension &loop = *loops[depth];
  TC_TRY(Value sequence, eval(*loop.iter));
  std::optional<std::vector<Value>> elements;
  if (isHost())
    elements = iterationOf(sequence);
  else if (sequence.is<TupleValue>())
    elements = sequence.elements();
  else
    return error(loop.iter->range, DiagId::NotIterable, "a comprehension over {}; it takes a tuple",
                 describe(sequence));
  if (!elements || loop.isAsync) return false;
  for (const Value &element : *elements) {
    TC_TRY_VOID(assign(*loop.target, {element, loop.iter->range}, Numbers::Stay));
    bool isKept = true;
    for (const ast::Expr *filter : loop.ifs) {
      TC_TRY(Value test, eval(*filter));
      if (test.isRuntime())
        return error(filter->range, DiagId::ConstexprNeeded, "the filter is {}; it must be known at compile time",
                     describe(test));
      if (test.is<OpaqueValue>()) return false;
      isKept = isKept && isTruthy(test);
    }
    if (!isKept) continue;
    TC_TRY(bool isKnown, comprehend(loops, depth + 1, visit));
    if (!isKnown) return false;
  }
  return true;
}

Result<Value> Lowering::comprehension(const ast::Expr &expr, const ast::Expr &element,
                                      ast::Seq<ast::Comprehension> loops) {
  std::vector<Value> results;
  TC_TRY(bool isKnown, comprehend(loops, 0, [&]() -> Success {
           TC_TRY(Value result, eval(element));
           results.push_back(std::move(result));
           return {};
         }));
  return isKnown ? Value::tuple(std::move(results)) : unknownValue(expr.range);
}

Result<Value> Lowering::lower(const ast::ListComp &expr) {
  if (!isHost() && (expr.generators.size() > 1 || expr.generators[0]->isAsync))
    return error(expr.range, DiagId::UnsupportedSyntax, "a comprehension with more than one `for` in a kernel");
  return comprehension(expr, *expr.elt, expr.generators);
}

Result<Value> Lowering::lower(const ast::GeneratorExp &expr) {
  return isHost() ? comprehension(expr, *expr.elt, expr.generators) : unknownInHost(expr);
}

Result<Value> Lowering::lower(const ast::Lambda &expr) {
  return isHost() ? Value(LambdaValue{&expr, frame().scope, currentClosure()}) : unknownInHost(expr);
}

Result<Value> Lowering::lower(const ast::Dict &expr) {
  if (!isHost()) return unknownInHost(expr);
  std::vector<DictValue::Item> items;
  for (size_t i = 0; i < expr.values.size(); ++i) {
    TC_TRY(Value value, eval(*expr.values[i]));
    if (expr.keys[i]) {
      TC_TRY(Value key, eval(*expr.keys[i]));
      if (key.is<OpaqueValue>()) return unknownValue(expr.range);
      items = withItem(std::move(items), key, value);
      continue;
    }
    // `**other`
    const auto *other = value.dynAs<DictValue>();
    if (!other) return unknownValue(expr.range);
    for (const DictValue::Item &item : *other->items) items = withItem(std::move(items), item.key, item.value);
  }
  return Value::dict(std::move(items));
}

Result<Value> Lowering::lower(const ast::DictComp &expr) {
  if (!isHost()) return unknownInHost(expr);
  std::vector<DictValue::Item> items;
  TC_TRY(bool isKnown, comprehend(expr.generators, 0, [&]() -> Success {
           TC_TRY(Value key, eval(*expr.key));
           TC_TRY(Value value, eval(*expr.value));
           items = withItem(std::move(items), key, value);
           return {};
         }));
  return isKnown ? Value::dict(std::move(items)) : unknownValue(expr.range);
}

Result<Value> Lowering::lower(const ast::Call &expr) {
  TC_TRY(Value callee, eval(*expr.func));
  if (const auto *opaque = callee.dynAs<OpaqueValue>(); opaque && isHost())
    return opaque->cause ? unknownValue(expr.range, {{callee, expr.func->range}}) : unknownValue(expr.range);
  TC_TRY(CallArguments args, evalArguments(expr));
  // Functions of modules know what to make of `torch.float32` and the like.
  const auto *builtin = callee.dynAs<BuiltinValue>();
  bool takesUnknown = builtin && (builtin->builtin->places & BuiltinPlace::HostModule);
  if (isHost() && !takesUnknown) {
    for (const Argument &arg : args.positional)
      if (arg.value.is<OpaqueValue>()) return unknownValue(expr.range, {arg});
    for (const CallArguments::Named &named : args.named)
      if (named.arg.value.is<OpaqueValue>()) return unknownValue(expr.range, {named.arg});
  }
  return call(callee, std::move(args), expr.func->range);
}

}  // namespace tritonc::frontend
