// Attributes and subscripts.
#include <algorithm>

#include "frontend/dtype_members.h"
#include "frontend/host_modules.h"
#include "frontend/lowering.h"
#include "frontend/python_ops.h"
#include "frontend/python_text.h"
#include "frontend/spelling.h"

namespace tritonc::frontend {
namespace {

Value shapeValue(const ir::DimVector &shape) {
  std::vector<Value> dims;
  for (int64_t dim : shape) dims.emplace_back(BigInt(dim));
  return Value::tuple(std::move(dims));
}

int64_t numElements(const ir::DimVector &shape) {
  int64_t count = 1;
  for (int64_t dim : shape) count *= dim;
  return count;
}

/// A method of Python's own types; null if there is none of this name.
const Builtin *methodOf(const Value &base, std::string_view name) {
  if (base.is<StringValue>()) return findBuiltin(BuiltinPlace::TextMethod, name);
  if (base.is<DictValue>()) return findBuiltin(BuiltinPlace::DictMethod, name);
  return base.is<TupleValue>() ? findBuiltin(BuiltinPlace::TupleMethod, name) : nullptr;
}

}  // namespace

Result<std::optional<Value>> Lowering::runtimeAttribute(const Value &base, const ast::Identifier &identifier) {
  const auto &value = base.as<RuntimeValue>();
  std::string_view attr = identifier.text;
  if (attr == "shape") return std::optional(shapeValue(value.shape));
  if (attr == "numel") return std::optional(Value(BigInt(numElements(value.shape))));
  if (attr == "dtype") return std::optional(Value::dtype(value.dtype));
  if (attr == "type") return std::optional(Value(TypeValue{value.dtype, value.shape}));
  if (attr == "T") {
    setPlace(identifier.range);
    TC_TRY(RuntimeValue transposed, swapLastDims(value, identifier.range));
    return std::optional(Value(transposed));
  }
  if (const Builtin *method = findBuiltin(BuiltinPlace::Method, attr))
    return std::optional(Value(BuiltinValue{method, std::make_shared<const Value>(base)}));
  return std::optional<Value>();
}

namespace {

Value scalarsValue(std::span<const RuntimeValue> scalars) {
  return Value::tuple(std::vector<Value>(scalars.begin(), scalars.end()));
}

std::optional<Value> methodOf(BuiltinPlace place, const Value &base, std::string_view name) {
  const Builtin *method = findBuiltin(place, name);
  return method ? std::optional(Value(BuiltinValue{method, std::make_shared<const Value>(base)})) : std::nullopt;
}

/// Of a block pointer or a tensor descriptor.
std::optional<Value> blockAttribute(const Value &base, std::string_view attr) {
  const auto &block = base.as<BlockValue>();
  if (block.isPointer()) {
    if (attr == "dtype" || attr == "type") return Value::dtype(block.base().dtype);
    return methodOf(BuiltinPlace::Method, base, attr);
  }
  if (attr == "dtype") return Value::dtype(block.element());
  if (attr == "block_type") return Value(TypeValue{block.element(), block.shape});
  if (attr == "block_shape") return shapeValue(block.shape);
  if (attr == "shape") return scalarsValue(block.sizes());
  if (attr == "strides") return scalarsValue(block.strides());
  return methodOf(BuiltinPlace::Descriptor, base, attr);
}

}  // namespace

Result<std::optional<Value>> Lowering::attributeOrNone(const Value &base, const ast::Identifier &attr) {
  if (base.isRuntime()) return runtimeAttribute(base, attr);
  if (base.is<BlockValue>()) return blockAttribute(base, attr.text);
  if (const auto *module = base.dynAs<ModuleValue>()) return moduleMember(*module, attr.text);
  if (const auto *cls = base.dynAs<RecordClassValue>()) return classMember(*cls->cls, attr.text);
  if (recordClassOf(base)) {
    TC_TRY(std::optional<Value> member, recordMember(base, attr.text));
    if (member) return member;
  }
  if (const auto *type = base.dynAs<TypeValue>())
    if (std::optional<Value> member = dtypeMember(*type, attr.text)) return member;
  if (const auto *cls = base.dynAs<ClassValue>(); cls && cls->kind == ClassKind::PropagateNan) {
    if (attr.text == "NONE") return std::optional(Value(PropagateNan::None));
    if (attr.text == "ALL") return std::optional(Value(PropagateNan::All));
  }
  if (const auto *opaque = base.dynAs<OpaqueValue>()) {
    std::string dotted = fmt::format("{}.{}", *opaque->name, attr.text);
    std::optional<Value> known = hostMember(dotted);
    return known ? known : std::optional(Value::opaque(std::move(dotted), opaque->cause));
  }
  if (const Builtin *method = methodOf(base, attr.text))
    return std::optional(Value(BuiltinValue{method, std::make_shared<const Value>(base)}));
  // `.value` unwraps a constexpr; compile-time values are not wrapped here.
  if (attr.text == "value") return std::optional(base);
  return std::optional<Value>();
}

Result<Value> Lowering::attribute(const Value &base, const ast::Identifier &attr, SourceRange range) {
  TC_TRY(std::optional<Value> member, attributeOrNone(base, attr));
  if (member) {
    bool isHostMember = base.is<ModuleValue>() && member->is<OpaqueValue>();
    if (isHostMember && !isHost()) return hostOnly(attr.range, textOf(range), member->as<OpaqueValue>());
    return *member;
  }
  if (isHost()) return unknownValue(range);
  const auto *module = base.dynAs<ModuleValue>();
  if (!module)
    return error(attr.range, DiagId::UnknownAttribute, "{} has no attribute `{}`", describe(base), attr.text);
  std::vector<std::string_view> candidates;
  if (const auto *builtin = std::get_if<BuiltinModule>(&module->module)) {
    bool isLibdevice = *builtin == BuiltinModule::Libdevice;
    bool isMath = *builtin == BuiltinModule::Math;
    candidates = isLibdevice ? libdeviceNames() : builtinNames(isMath ? BuiltinPlace::Math : BuiltinPlace::Tl);
  }
  return error(attr.range, DiagId::UnknownAttribute, "the module has no `{}`{}", attr.text,
               didYouMean(attr.text, candidates));
}

/// The value of `math.e` and the like in a kernel; nothing if the compiler does not know it.
Result<std::optional<Value>> Lowering::hostAttribute(const ast::Attribute &expr) {
  const ast::Expr *root = expr.value;
  while (const auto *attribute = root->dynAs<ast::Attribute>()) root = attribute->value;
  const auto *name = root->dynAs<ast::Name>();
  if (!name || frame().locals.contains(name->id)) return std::optional<Value>();
  TC_TRY(Value module, evaluateHost(*root, *frame().scope));
  const auto *opaque = module.dynAs<OpaqueValue>();
  if (!opaque || opaque->isFailedImport() || !isHostModule(*opaque->name)) return std::optional<Value>();
  TC_TRY(Value value, evaluateHost(expr, *frame().scope));
  return value.is<OpaqueValue>() ? std::optional<Value>() : std::optional(std::move(value));
}

Result<Value> Lowering::lower(const ast::Attribute &expr) {
  if (!isHost()) {
    TC_TRY(std::optional<Value> host, hostAttribute(expr));
    if (host) return *host;
  }
  TC_TRY(Value base, eval(*expr.value));
  return attribute(base, expr.attr, expr.range);
}

Result<Value> Lowering::subscriptTensor(const Argument &base, const ast::Subscript &expr) {
  std::vector<const ast::Expr *> items;
  if (const auto *tuple = expr.index->dynAs<ast::Tuple>())
    items.assign(tuple->elts.begin(), tuple->elts.end());
  else
    items.push_back(expr.index);

  // As in Triton, a `:` beyond the last dimension stands for nothing, and a `None` there adds one behind the last.
  RuntimeValue result = base.value.as<RuntimeValue>();
  for (unsigned axis = 0; axis < items.size(); ++axis) {
    const ast::Expr *item = items[axis];
    const auto *slice = item->dynAs<ast::Slice>();
    if (slice && !slice->lower && !slice->upper && !slice->step) continue;
    bool isNone = false;
    if (!slice) {
      TC_TRY(Value index, eval(*item));
      isNone = index.isNone();
    }
    if (!isNone)
      return error(item->range, DiagId::UnsupportedSyntax, "a subscript of a tensor that is neither `:` nor `None`");
    if (result.shape.size() == ir::kMaxRank)
      return error(item->range, DiagId::BadShape, "a tile has at most {} dimensions", ir::kMaxRank);
    setPlace(expr.range);
    result = emitter().expandDims(result, std::min<unsigned>(axis, result.shape.size()));
  }
  return Value(result);
}

/// The positions that a slice takes of so many elements.
Result<std::vector<size_t>> Lowering::slicePositions(const SliceValue &slice, int64_t size, SourceRange range) {
  auto part = [&](size_t i, int64_t absent) {
    const Value &value = (*slice.parts)[i];
    if (!value.isInteger()) return absent;
    // Beyond 64 bits every bound is beyond the ends.
    return value.integer().toInt64().value_or(value.integer().isNegative() ? INT64_MIN : INT64_MAX);
  };
  for (const Value &value : *slice.parts)
    if (!value.isNone() && !value.isInteger())
      return error(range, DiagId::ConstexprNeeded, "a bound of the slice is {}; it takes an integer", describe(value));
  int64_t step = part(2, 1);
  if (step == 0) return error(range, DiagId::BadArgument, "the step of the slice is 0");
  // Python clamps bounds to the ends that an iteration in this direction can have.
  int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  auto clamped = [&](size_t i, int64_t absent) {
    if ((*slice.parts)[i].isNone()) return absent;
    int64_t bound = part(i, absent);
    return std::clamp(bound < 0 ? bound + size : bound, low, high);
  };
  int64_t begin = clamped(0, step > 0 ? low : high), end = clamped(1, step > 0 ? high : low);
  std::vector<size_t> result;
  bool isPastTheEnd = false;
  for (int64_t i = begin; !isPastTheEnd && (step > 0 ? i < end : i > end);
       isPastTheEnd = __builtin_add_overflow(i, step, &i))
    result.push_back(static_cast<size_t>(i));
  return result;
}

Result<Value> Lowering::slice(const Value &base, const SliceValue &slice, SourceRange range) {
  if (base.is<StringValue>()) {
    std::vector<std::string_view> characters = charactersOf(base.text());
    TC_TRY(std::vector<size_t> positions, slicePositions(slice, static_cast<int64_t>(characters.size()), range));
    std::string result;
    for (size_t position : positions) result += characters[position];
    return Value::string(std::move(result));
  }
  const std::vector<Value> &elements = base.elements();
  TC_TRY(std::vector<size_t> positions, slicePositions(slice, static_cast<int64_t>(elements.size()), range));
  std::vector<Value> result;
  for (size_t position : positions) result.push_back(elements[position]);
  return Value::tuple(std::move(result));
}

Result<Value> Lowering::subscriptSequence(const Value &base, const ast::Subscript &expr) {
  TC_TRY(Value index, eval(*expr.index));
  if (const auto *range = index.dynAs<SliceValue>(); range && (base.is<TupleValue>() || base.is<StringValue>()))
    return slice(base, *range, expr.index->range);
  if (index.isRuntime())
    return error(expr.index->range, DiagId::ConstexprNeeded,
                 "the index of a tuple is {}; it must be known at compile time", describe(index));
  if (const auto *dict = base.dynAs<DictValue>()) {
    if (const Value *item = dictItem(*dict, index)) return *item;
    return error(expr.index->range, DiagId::BadArgument, "the dict has no key {}", pythonRepr(index));
  }
  bool isTuple = base.is<TupleValue>();
  if (!index.isInteger() || (!isTuple && !base.is<StringValue>())) {
    if (isHost() && !(base.isData() && index.isData())) return unknownValue(expr.range);
    return error(expr.range, DiagId::BadOperand, "{} indexed by {}", describe(base), describe(index));
  }
  std::vector<std::string_view> characters;
  if (!isTuple) characters = charactersOf(base.text());
  auto size = static_cast<int64_t>(isTuple ? base.elements().size() : characters.size());
  int64_t position = index.integer().toInt64().value_or(size);
  if (position < 0) position += size;
  if (position < 0 || position >= size)
    return error(expr.index->range, DiagId::BadArgument, "index {} of {} elements", index.integer().toString(), size);
  auto i = static_cast<size_t>(position);
  return isTuple ? base.elements()[i] : Value::string(std::string(characters[i]));
}

Result<Value> Lowering::lower(const ast::Subscript &expr) {
  TC_TRY(Argument base, evalArg(*expr.value));
  if (base.value.is<AggregateValue>()) {
    TC_TRY(Argument index, evalArg(*expr.index));
    TC_TRY(std::optional<Value> item, callMethod(base, "__getitem__", {index}, expr.range));
    if (item) return *item;
  }
  if (base.value.is<OpaqueValue>()) return unknownValue(expr.range, {base});
  return base.value.isRuntime() ? subscriptTensor(base, expr) : subscriptSequence(base.value, expr);
}

}  // namespace tritonc::frontend
