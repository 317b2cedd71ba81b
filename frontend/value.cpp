#include "frontend/value.h"

#include <algorithm>
#include <bit>

#include "frontend/builtins.h"
#include "frontend/python_text.h"
#include "frontend/scope.h"

namespace tritonc::frontend {

Value Value::tuple(std::vector<Value> elements, const RecordClass *cls) {
  return TupleValue{std::make_shared<const std::vector<Value>>(std::move(elements)), cls};
}

Value Value::dict(std::vector<DictValue::Item> items) {
  return DictValue{std::make_shared<const std::vector<DictValue::Item>>(std::move(items))};
}

const std::vector<Value> *Value::parts() const {
  if (const auto *tuple = dynAs<TupleValue>()) return tuple->elements.get();
  const auto *aggregate = dynAs<AggregateValue>();
  return aggregate ? aggregate->fields.get() : nullptr;
}

bool Value::isData() const {
  if (const auto *tuple = dynAs<TupleValue>()) return !tuple->cls && std::ranges::all_of(elements(), &Value::isData);
  return isNumber() || isNone() || is<StringValue>();
}

Value Value::withParts(std::vector<Value> parts) const {
  if (const auto *tuple = dynAs<TupleValue>()) return Value::tuple(std::move(parts), tuple->cls);
  return AggregateValue{as<AggregateValue>().cls, std::make_shared<const std::vector<Value>>(std::move(parts))};
}

bool isDescriptorBlock(const ir::DimVector &block, DType element) {
  if (block.isEmpty() || block.size() > kMaxDescriptorRank) return false;
  int64_t elements = 1;
  for (int64_t dim : block) {
    bool isPowerOf2 = dim > 0 && std::has_single_bit(static_cast<uint64_t>(dim));
    if (!isPowerOf2 || dim > ir::kMaxTileElements / elements) return false;
    elements *= dim;
  }
  return block[block.size() - 1] * std::max<int64_t>(element.bits() / 8, 1) >= kDescriptorAlignment;
}

bool isBlockPointer(const Value &value) {
  const auto *block = value.dynAs<BlockValue>();
  return block && block->isPointer();
}

bool hasRuntimePart(const Value &value) {
  if (const std::vector<Value> *parts = value.parts()) return std::ranges::any_of(*parts, hasRuntimePart);
  return value.isRuntime() || value.is<BlockValue>();
}

void forEachLeaf(const Value &value, const std::function<void(const RuntimeValue &)> &visit) {
  if (const auto *leaf = value.dynAs<RuntimeValue>()) visit(*leaf);
  if (const auto *block = value.dynAs<BlockValue>()) std::ranges::for_each(*block->parts, visit);
  if (const std::vector<Value> *parts = value.parts())
    for (const Value &part : *parts) forEachLeaf(part, visit);
}

Value mapLeaves(const Value &value, const std::function<RuntimeValue(const RuntimeValue &)> &map) {
  if (const auto *leaf = value.dynAs<RuntimeValue>()) return map(*leaf);
  if (const auto *block = value.dynAs<BlockValue>()) {
    std::vector<RuntimeValue> parts;
    for (const RuntimeValue &part : *block->parts) parts.push_back(map(part));
    return block->withParts(std::move(parts));
  }
  if (!value.parts()) return value;
  std::vector<Value> parts;
  for (const Value &part : *value.parts()) parts.push_back(mapLeaves(part, map));
  return value.withParts(std::move(parts));
}

namespace {

bool sameElements(const std::vector<Value> &a, const std::vector<Value> &b) { return std::ranges::equal(a, b, isSame); }

/// Two alternatives of one type.
struct SameVisitor {
  template <class T> bool operator()(const T &a, const T &b) const { return a == b; }
  bool operator()(double a, double b) const { return a == b || (a != a && b != b); }
  bool operator()(const StringValue &a, const StringValue &b) const { return *a.text == *b.text; }
  bool operator()(const BlockValue &a, const BlockValue &b) const {
    return a.hasTypeOf(b) && std::ranges::equal(*a.parts, *b.parts);
  }
  bool operator()(const TupleValue &a, const TupleValue &b) const {
    return a.cls == b.cls && sameElements(*a.elements, *b.elements);
  }
  bool operator()(const AggregateValue &a, const AggregateValue &b) const {
    return a.cls == b.cls && sameElements(*a.fields, *b.fields);
  }
  bool operator()(const DictValue &a, const DictValue &b) const {
    return std::ranges::equal(*a.items, *b.items, [](const DictValue::Item &x, const DictValue::Item &y) {
      return isSame(x.key, y.key) && isSame(x.value, y.value);
    });
  }
  bool operator()(const FunctionValue &a, const FunctionValue &b) const {
    return a.info == b.info && a.closure == b.closure && !a.self == !b.self && (!a.self || isSame(*a.self, *b.self));
  }
  bool operator()(const SliceValue &a, const SliceValue &b) const { return sameElements(*a.parts, *b.parts); }
  bool operator()(const BuiltinValue &a, const BuiltinValue &b) const {
    return a.builtin == b.builtin && !a.self == !b.self && (!a.self || isSame(*a.self, *b.self));
  }
  bool operator()(const TypePredicate &a, const TypePredicate &b) const {
    return a.index == b.index && a.self == b.self;
  }
  bool operator()(const OpaqueValue &a, const OpaqueValue &b) const { return *a.name == *b.name; }
  bool operator()(const UnsupportedValue &a, const UnsupportedValue &b) const { return *a.name == *b.name; }
  bool operator()(const RangeValue &a, const RangeValue &b) const { return a.spec == b.spec; }
  bool operator()(const UndefinedValue &, const UndefinedValue &) const { return true; }
  bool operator()(const PoisonValue &, const PoisonValue &) const { return true; }
  template <class A, class B>
    requires(!std::is_same_v<A, B>)
  bool operator()(const A &, const B &) const {
    return false;
  }
};

}  // namespace

bool isSame(const Value &a, const Value &b) { return std::visit(SameVisitor{}, a.data(), b.data()); }

bool haveOneType(const Value &a, const Value &b) {
  const auto *x = a.dynAs<RuntimeValue>(), *y = b.dynAs<RuntimeValue>();
  if (x && y) return x->hasTypeOf(*y);
  if (a.is<BlockValue>() && b.is<BlockValue>()) return a.as<BlockValue>().hasTypeOf(b.as<BlockValue>());
  if (!a.parts() || !b.parts()) return isSame(a, b);
  return recordClassOf(a) == recordClassOf(b) && a.is<TupleValue>() == b.is<TupleValue>() &&
         std::ranges::equal(*a.parts(), *b.parts(), haveOneType);
}

const RecordClass *recordClassOf(const Value &value) {
  if (const auto *tuple = value.dynAs<TupleValue>()) return tuple->cls;
  const auto *aggregate = value.dynAs<AggregateValue>();
  return aggregate ? aggregate->cls : nullptr;
}

std::string shapeText(const ir::DimVector &shape) { return fmt::format("{}", fmt::join(shape, "x")); }

std::string describe(DType dtype, const ir::DimVector &shape) {
  if (shape.isEmpty() && dtype.isPtr()) return fmt::format("a {} pointer", dtype.shortName());
  if (shape.isEmpty()) return fmt::format("a scalar of {}", dtype.shortName());
  if (shape.size() == 1) return fmt::format("a tile of {} {}", shape[0], dtype.shortName());
  return fmt::format("a {} tile of {}", shapeText(shape), dtype.shortName());
}

namespace {

struct DescribeVisitor {
  const Value &value;

  std::string operator()(const RuntimeValue &v) const { return describe(v.dtype, v.shape); }
  std::string operator()(const BlockValue &v) const {
    return fmt::format("a {} of {} {}", v.isPointer() ? "block pointer" : "tensor descriptor", shapeText(v.shape),
                       v.element().shortName());
  }
  std::string operator()(const TypeValue &) const { return fmt::format("the type {}", pythonRepr(value)); }
  std::string operator()(const FunctionValue &v) const {
    return fmt::format("the function `{}`", v.info->def->name.text);
  }
  std::string operator()(const LambdaValue &) const { return "a lambda of the host"; }
  std::string operator()(const RecordClassValue &v) const { return fmt::format("the class `{}`", v.cls->name); }
  std::string operator()(const AggregateValue &v) const { return fmt::format("an instance of `{}`", v.cls->name); }
  std::string operator()(const DictValue &) const { return "a dict"; }
  std::string operator()(const BuiltinValue &v) const { return fmt::format("the function `{}`", v.builtin->name); }
  std::string operator()(const LibdeviceValue &v) const { return fmt::format("libdevice's `{}`", v.name); }
  std::string operator()(const TypePredicate &) const { return "a method of a type"; }
  std::string operator()(const ModuleValue &) const { return "a module"; }
  std::string operator()(const ClassValue &) const { return "a class"; }
  std::string operator()(const PropagateNan &) const { return "a `PropagateNan` constant"; }
  std::string operator()(const OpaqueValue &v) const { return fmt::format("the host's `{}`", *v.name); }
  std::string operator()(const UnsupportedValue &v) const { return fmt::format("`{}`", *v.name); }
  std::string operator()(const RangeValue &) const { return "a range"; }
  std::string operator()(const SliceValue &) const { return "a slice"; }
  std::string operator()(const TupleValue &v) const {
    return hasRuntimePart(value) ? fmt::format("a {} of {}", v.cls ? v.cls->name : "tuple", v.elements->size())
                                 : fmt::format("the constant {}", pythonRepr(value));
  }
  std::string operator()(const StringValue &) const { return fmt::format("the string {}", pythonRepr(value)); }
  std::string operator()(const NoneValue &) const { return "None"; }
  std::string operator()(const UndefinedValue &) const { return "undefined"; }
  std::string operator()(const PoisonValue &) const { return "the result of an error"; }
  template <class T> std::string operator()(const T &) const {
    return fmt::format("the constant {}", pythonRepr(value));
  }
};

}  // namespace

std::string describe(const Value &value) { return std::visit(DescribeVisitor{value}, value.data()); }

}  // namespace tritonc::frontend
