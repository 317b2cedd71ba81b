// Classes whose instances kernels use, `NamedTuple` and aggregates: what a class is, its instances, their members.
//
// An instance of a `NamedTuple` is a tuple that knows its class. An aggregate is a value of its own, made of parts as a
// tuple is, so that branches, loops and calls take it apart alike.
#include <algorithm>

#include "frontend/lowering.h"

namespace tritonc::frontend {
namespace {

using Kind = RecordClass::Kind;

void addField(RecordClass &cls, RecordClass::Field field) {
  if (std::optional<size_t> known = cls.fieldIndex(field.name))
    cls.fields[*known] = std::move(field);
  else
    cls.fields.push_back(std::move(field));
}

/// Adds the annotated names of a class body.
void addFields(RecordClass &cls, const ast::ClassDef &def, const Scope &scope) {
  for (const ast::Stmt *stmt : def.body) {
    const auto *field = stmt->dynAs<ast::AnnAssign>();
    const auto *name = field ? field->target->dynAs<ast::Name>() : nullptr;
    if (name) addField(cls, {std::string(name->id), field->annotation, field->value, &scope});
  }
}

bool isNamedTupleClass(const Value &base) {
  const auto *opaque = base.dynAs<OpaqueValue>();
  return opaque && (*opaque->name == "typing.NamedTuple" || *opaque->name == "NamedTuple");
}

/// Whether a field declared as `annotation` may hold `value`. Annotations that the compiler does not know say nothing.
bool fitsAnnotation(const Value &annotation, const Value &value) {
  if (const auto *cls = annotation.dynAs<ClassValue>()) return cls->kind != ClassKind::Tensor || value.isRuntime();
  if (const auto *cls = annotation.dynAs<RecordClassValue>()) {
    const RecordClass *own = recordClassOf(value);
    return own && (own == cls->cls || std::ranges::find(own->bases, cls->cls) != own->bases.end());
  }
  const auto *builtin = annotation.dynAs<BuiltinValue>();
  if (!builtin) return true;
  if (builtin->builtin->name == "constexpr") return !hasRuntimePart(value);
  if (builtin->builtin->name == "tuple") return value.is<TupleValue>();
  return true;
}

std::string_view methodName(ast::BinaryOperator op) {
  switch (op) {
  case ast::BinaryOperator::Add: return "add";
  case ast::BinaryOperator::Sub: return "sub";
  case ast::BinaryOperator::Mult: return "mul";
  case ast::BinaryOperator::MatMult: return "matmul";
  case ast::BinaryOperator::Div: return "truediv";
  case ast::BinaryOperator::FloorDiv: return "floordiv";
  case ast::BinaryOperator::Mod: return "mod";
  case ast::BinaryOperator::Pow: return "pow";
  case ast::BinaryOperator::LShift: return "lshift";
  case ast::BinaryOperator::RShift: return "rshift";
  case ast::BinaryOperator::BitAnd: return "and";
  case ast::BinaryOperator::BitOr: return "or";
  case ast::BinaryOperator::BitXor: return "xor";
  }
  TC_UNREACHABLE("every operator has a case");
}

struct ComparisonMethods {
  std::string_view own, reflected;
};

ComparisonMethods comparisonMethods(ast::CompareOperator op) {
  switch (op) {
  case ast::CompareOperator::Eq: return {"__eq__", "__eq__"};
  case ast::CompareOperator::NotEq: return {"__ne__", "__ne__"};
  case ast::CompareOperator::Lt: return {"__lt__", "__gt__"};
  case ast::CompareOperator::LtE: return {"__le__", "__ge__"};
  case ast::CompareOperator::Gt: return {"__gt__", "__lt__"};
  case ast::CompareOperator::GtE: return {"__ge__", "__le__"};
  case ast::CompareOperator::Is:
  case ast::CompareOperator::IsNot:
  case ast::CompareOperator::In:
  case ast::CompareOperator::NotIn: break;
  }
  return {};
}

}  // namespace

// ---- Classes ----

Result<Value> Lowering::classValue(const ast::ClassDef &def, const Scope &scope, const Scope &inner) {
  RecordClass cls{
      .kind = Kind::NamedTuple, .name = std::string(def.name.text), .fields = {}, .bases = {}, .scopes = {&inner}};
  bool isRecord = false, hasOwnFields = false;
  for (const ast::Expr *decorator : def.decorators) {
    TC_TRY(const Builtin *builtin, decoratorBuiltin(*decorator, scope));
    if (!builtin || (builtin->name != "aggregate" && builtin->name != "_aggregate")) continue;
    cls.kind = Kind::Aggregate;
    isRecord = hasOwnFields = true;
  }
  for (const ast::Expr *expr : def.bases) {
    TC_TRY(Value base, evaluateHost(*expr, scope));
    if (isNamedTupleClass(base)) isRecord = hasOwnFields = true;
    const auto *record = base.dynAs<RecordClassValue>();
    if (!record) continue;
    isRecord = isRecord || record->cls->kind == Kind::NamedTuple;
    for (const RecordClass::Field &field : record->cls->fields) addField(cls, field);
    cls.bases.push_back(record->cls);
    cls.bases.insert(cls.bases.end(), record->cls->bases.begin(), record->cls->bases.end());
    cls.scopes.insert(cls.scopes.end(), record->cls->scopes.begin(), record->cls->scopes.end());
  }
  if (!isRecord) {
    auto cause = std::make_shared<const OpaqueCause>(def.range, fmt::format("{} of the host", ast::noun(def.kind)));
    return Value::opaque(std::string(def.name.text), std::move(cause));
  }
  if (hasOwnFields) addFields(cls, def, inner);
  return Value(RecordClassValue{&recordClasses_.emplace_back(std::move(cls))});
}

Value Lowering::namedTupleClass(std::string name, const std::vector<std::string> &fields) {
  RecordClass cls{.kind = Kind::NamedTuple, .name = std::move(name), .fields = {}, .bases = {}, .scopes = {}};
  for (const std::string &field : fields) addField(cls, {.name = field});
  return Value(RecordClassValue{&recordClasses_.emplace_back(std::move(cls))});
}

Result<std::optional<Value>> Lowering::classMember(const RecordClass &cls, std::string_view name) {
  for (const Scope *scope : cls.scopes)
    if (scope->find(name) && !cls.fieldIndex(name)) return lookUp(*scope, name);
  return std::optional<Value>();
}

Result<std::optional<Value>> Lowering::recordMember(const Value &base, std::string_view name) {
  const RecordClass &cls = *recordClassOf(base);
  if (std::optional<size_t> index = cls.fieldIndex(name)) return std::optional((*base.parts())[*index]);
  TC_TRY(std::optional<Value> member, classMember(cls, name));
  const auto *function = member ? member->dynAs<FunctionValue>() : nullptr;
  if (!function || function->info->binding == FunctionBinding::Static) return member;
  return std::optional(Value(FunctionValue{function->info, std::make_shared<const Value>(base), nullptr}));
}

// ---- Instances ----

Success Lowering::checkFields(const RecordClass &cls, const std::vector<Value> &values, SourceRange range) {
  for (size_t i = 0; i < values.size(); ++i) {
    const RecordClass::Field &field = cls.fields[i];
    if (values[i].is<UndefinedValue>())
      return error(range, DiagId::BadArgument, "`__init__` of `{}` leaves the field `{}` without a value", cls.name,
                   field.name)
          .note(field.annotation->range, "declared here");
    TC_TRY(Value annotation, evaluateHost(*field.annotation, *field.scope));
    if (!fitsAnnotation(annotation, values[i]))
      return error(range, DiagId::BadArgument, "the field `{}` of `{}` gets {}", field.name, cls.name,
                   describe(values[i]))
          .note(field.annotation->range, "it is declared `{}`", textOf(field.annotation->range));
  }
  return {};
}

Result<Value> Lowering::construct(const RecordClass &cls, const CallArguments &args) {
  if (cls.kind == Kind::Aggregate) {
    TC_TRY(std::optional<Value> init, classMember(cls, "__init__"));
    if (init && init->is<FunctionValue>()) return runInit(cls, *init->as<FunctionValue>().info, args);
  }
  if (args.positional.size() > cls.fields.size())
    return error(args.positional[cls.fields.size()].range, DiagId::CallArguments,
                 "`{}` takes {} arguments, but {} are given", cls.name, cls.fields.size(), args.positional.size());
  for (const CallArguments::Named &named : args.named) {
    std::optional<size_t> index = cls.fieldIndex(named.name.text);
    if (!index)
      return error(named.name.range, DiagId::CallArguments, "`{}` has no field `{}`", cls.name, named.name.text);
    if (*index < args.positional.size())
      return error(named.name.range, DiagId::CallArguments, "`{}` is given twice", named.name.text);
  }
  std::vector<Value> values;
  for (size_t i = 0; i < cls.fields.size(); ++i) {
    const RecordClass::Field &field = cls.fields[i];
    auto named = std::ranges::find(args.named, field.name, [](const auto &n) { return n.name.text; });
    if (i < args.positional.size()) {
      values.push_back(args.positional[i].value);
    } else if (named != args.named.end()) {
      values.push_back(named->arg.value);
    } else if (field.defaultValue) {
      TC_TRY(Value value, evaluateHost(*field.defaultValue, *field.scope));
      values.push_back(std::move(value));
    } else {
      return error(args.range, DiagId::CallArguments, "`{}` is missing its field `{}`", cls.name, field.name);
    }
  }
  if (cls.kind == Kind::NamedTuple) return Value::tuple(std::move(values), &cls);
  TC_TRY_VOID(checkFields(cls, values, args.range));
  return Value(AggregateValue{&cls, std::make_shared<const std::vector<Value>>(std::move(values))});
}

// ---- Operators ----

Result<std::optional<Value>> Lowering::callMethod(const Argument &self, std::string_view name,
                                                  std::vector<Argument> args, SourceRange range) {
  if (!self.value.is<AggregateValue>()) return std::optional<Value>();
  TC_TRY(std::optional<Value> method, recordMember(self.value, name));
  if (!method) return std::optional<Value>();
  TC_TRY(Value result, call(*method, {.positional = std::move(args), .named = {}, .range = range}, self.range));
  return std::optional(std::move(result));
}

Result<std::optional<Value>> Lowering::recordBinary(ast::BinaryOperator op, const Argument &lhs, const Argument &rhs,
                                                    SourceRange range) {
  TC_TRY(std::optional<Value> result, callMethod(lhs, fmt::format("__{}__", methodName(op)), {rhs}, range));
  if (result) return result;
  return callMethod(rhs, fmt::format("__r{}__", methodName(op)), {lhs}, range);
}

Result<std::optional<Value>> Lowering::recordCompare(ast::CompareOperator op, const Argument &lhs, const Argument &rhs,
                                                     SourceRange range) {
  ComparisonMethods methods = comparisonMethods(op);
  if (methods.own.empty()) return std::optional<Value>();
  TC_TRY(std::optional<Value> result, callMethod(lhs, methods.own, {rhs}, range));
  if (result) return result;
  return callMethod(rhs, methods.reflected, {lhs}, range);
}

Result<std::optional<Value>> Lowering::recordUnary(ast::UnaryOperator op, const Argument &operand, SourceRange range) {
  switch (op) {
  case ast::UnaryOperator::USub: return callMethod(operand, "__neg__", {}, range);
  case ast::UnaryOperator::UAdd: return callMethod(operand, "__pos__", {}, range);
  case ast::UnaryOperator::Invert: return callMethod(operand, "__invert__", {}, range);
  case ast::UnaryOperator::Not: return std::optional<Value>();
  }
  TC_UNREACHABLE("every operator has a case");
}

// ---- tl.aggregate_replace ----

Result<Value> aggregateReplace(Lowering &l, const BuiltinCall &call) {
  const Argument &obj = call["obj"];
  const auto *aggregate = obj.value.dynAs<AggregateValue>();
  if (!aggregate)
    return l.error(call.rangeOf(obj), DiagId::BadArgument, "`aggregate_replace` of {}; it takes an aggregate",
                   describe(obj.value));
  std::vector<Value> values = *aggregate->fields;
  for (const DictValue::Item &item : *call["fields"].value.as<DictValue>().items) {
    std::optional<size_t> index = aggregate->cls->fieldIndex(item.key.text());
    if (!index)
      return l.error(call.range, DiagId::CallArguments, "`{}` has no field `{}`", aggregate->cls->name,
                     item.key.text());
    values[*index] = item.value;
  }
  TC_TRY_VOID(l.checkFields(*aggregate->cls, values, call.range));
  return obj.value.withParts(std::move(values));
}

}  // namespace tritonc::frontend
