// Value: what an expression of a kernel stands for during lowering.
//
// Either a compile-time value, with Python's own semantics (numbers, strings, tuples, types, functions, modules), or a
// runtime value: an SSA value of the tile IR with the dtype and shape that the source sees.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/big_int.h"
#include "frontend/dtype.h"
#include "ir/dim_vector.h"
#include "ir/op.h"

namespace tritonc::frontend {

class Value;
struct Builtin;
struct FunctionInfo;
struct RecordClass;
class Scope;
struct UserModule;
namespace ast {
struct Lambda;
}

struct NoneValue {
  friend bool operator==(NoneValue, NoneValue) = default;
};
struct EllipsisValue {
  friend bool operator==(EllipsisValue, EllipsisValue) = default;
};

/// A dtype object, or the type of a tile if the shape is not empty.
struct TypeValue {
  DType dtype;
  ir::DimVector shape;
  friend bool operator==(const TypeValue &, const TypeValue &) = default;
};

/// A scalar or tile. A tile with the same value everywhere stays a scalar in the IR: `ir` has either no shape or
/// `shape`.
struct RuntimeValue {
  ir::Value *ir;
  DType dtype;
  ir::DimVector shape;

  bool isTile() const { return !shape.isEmpty(); }
  /// A tile that the IR holds as one scalar.
  bool isUniformTile() const { return isTile() && !ir->type().isTile(); }
  bool hasOneElement() const {
    return std::ranges::all_of(shape, [](int64_t dim) { return dim == 1; });
  }
  bool hasTypeOf(const RuntimeValue &other) const { return dtype == other.dtype && shape == other.shape; }
  friend bool operator==(const RuntimeValue &, const RuntimeValue &) = default;
};

struct TupleValue {
  std::shared_ptr<const std::vector<Value>> elements;
  /// The `NamedTuple` that names the elements; null for a plain tuple.
  const RecordClass *cls = nullptr;
};

/// A block pointer or a tensor descriptor: a block of an array in global memory. Its numbers are runtime values, so
/// that loops can carry it and branches can join it; there it is taken apart into them.
struct BlockValue {
  enum class Kind : uint8_t { Pointer, Descriptor };
  /// What a load gives for elements outside of the array.
  enum class Padding : uint8_t { Unspecified, Zero, Nan };

  Kind kind;
  /// Of a descriptor; loads through block pointers have their own.
  Padding padding = Padding::Unspecified;
  /// Of the block.
  ir::DimVector shape;
  /// The base pointer; for each dimension the size of the array, and its stride in elements; for block pointers the
  /// offset of the block in each dimension.
  std::shared_ptr<const std::vector<RuntimeValue>> parts;

  unsigned rank() const { return shape.size(); }
  bool isPointer() const { return kind == Kind::Pointer; }
  const RuntimeValue &base() const { return (*parts)[0]; }
  DType element() const { return base().dtype.pointee(); }
  std::span<const RuntimeValue> sizes() const { return std::span(*parts).subspan(1, rank()); }
  std::span<const RuntimeValue> strides() const { return std::span(*parts).subspan(1 + rank(), rank()); }
  std::span<const RuntimeValue> offsets() const { return std::span(*parts).subspan(1 + size_t{2} * rank()); }
  /// The same with other numbers.
  BlockValue withParts(std::vector<RuntimeValue> other) const {
    return {kind, padding, shape, std::make_shared<const std::vector<RuntimeValue>>(std::move(other))};
  }
  /// Whether one variable can hold both.
  bool hasTypeOf(const BlockValue &other) const {
    return kind == other.kind && padding == other.padding && shape == other.shape &&
           std::ranges::equal(*parts, *other.parts, &RuntimeValue::hasTypeOf);
  }
};

/// What the units that copy blocks ask of tensor descriptors.
inline constexpr unsigned kMaxDescriptorRank = 5;
/// In bytes: of addresses, of strides but the last, and the least size of a row of a block.
inline constexpr int64_t kDescriptorAlignment = 16;
/// Whether a descriptor can have such blocks.
bool isDescriptorBlock(const ir::DimVector &block, DType element);

/// `lower:upper:step` in a subscript; each part may be None.
struct SliceValue {
  std::shared_ptr<const std::vector<Value>> parts;
};

struct StringValue {
  std::shared_ptr<const std::string> text;
};

/// A dict of the host, in the order in which its keys came.
struct DictValue {
  struct Item;
  std::shared_ptr<const std::vector<Item>> items;
};

class Value;
/// The names around a function that was defined while another one ran.
using Closure = std::map<std::string_view, Value>;

/// A function written in a .py file.
struct FunctionValue {
  const FunctionInfo *info;
  /// The object that it is a method of; null for other functions.
  std::shared_ptr<const Value> self;
  /// Null for functions of a file.
  std::shared_ptr<const Closure> closure;
};

/// A `lambda` of the host.
struct LambdaValue {
  const ast::Lambda *expr;
  const Scope *scope;
  std::shared_ptr<const Closure> closure;
  friend bool operator==(const LambdaValue &a, const LambdaValue &b) { return a.expr == b.expr; }
};

/// A `NamedTuple` or an aggregate: the class itself, which makes instances when it is called.
struct RecordClassValue {
  const RecordClass *cls;
  friend bool operator==(RecordClassValue, RecordClassValue) = default;
};

/// An instance of an aggregate: one value for each field. Instances of a `NamedTuple` are tuples.
struct AggregateValue {
  const RecordClass *cls;
  std::shared_ptr<const std::vector<Value>> fields;
};

/// A row of builtins.def, with the object it is a method of, if any.
struct BuiltinValue {
  const Builtin *builtin;
  std::shared_ptr<const Value> self;
};

/// A function of libdevice; the types of its arguments choose the overload.
struct LibdeviceValue {
  std::string_view name;
  friend bool operator==(LibdeviceValue, LibdeviceValue) = default;
};

/// `is_floating` and the like, bound to a dtype object.
struct TypePredicate {
  TypeValue self;
  /// Index in the table of dtype_members.cpp.
  uint32_t index;
};

/// The modules of Triton that a file can import.
enum class BuiltinModule : uint8_t { Triton, Language, Math, Extra, Cuda, Libdevice, TargetInfo };

struct ModuleValue {
  std::variant<BuiltinModule, const UserModule *> module;
  friend bool operator==(ModuleValue, ModuleValue) = default;
};

/// Classes that `isinstance` and annotations name.
enum class ClassKind : uint8_t {
  Tensor,
  TensorDescriptor,
  Constexpr,
  Tuple,
  List,
  Dtype,
  PointerType,
  BlockType,
  Const,
  PropagateNan,
  Bool,
  Int,
  Float,
  Str
};

struct ClassValue {
  ClassKind kind;
  friend bool operator==(ClassValue, ClassValue) = default;
};

/// `tl.PropagateNan.NONE` and `ALL`.
enum class PropagateNan : uint8_t { None, All };

/// What keeps the compiler from computing a value: a place of the source, and what a note says about it.
struct OpaqueCause {
  SourceRange where;
  std::string text;
  /// It is an import of a module or name that does not exist.
  bool isFailedImport = false;
};

/// Something of a module that only the host can run (torch, numpy, ...), or a name whose value the compiler cannot
/// compute.
struct OpaqueValue {
  std::shared_ptr<const std::string> name;
  /// Null if there is nothing to say.
  std::shared_ptr<const OpaqueCause> cause;
  /// It is what a launch passes for a parameter: unknown, but not None. What is computed from it may be.
  bool isPassedByLaunch = false;

  bool isFailedImport() const { return cause && cause->isFailedImport; }
};

/// Something of the language that has no lowering yet.
struct UnsupportedValue {
  std::shared_ptr<const std::string> name;
};

/// The value of `range`, `tl.range` and `tl.static_range`: what a `for` statement iterates over.
struct RangeSpec {
  std::vector<Value> bounds;  // start, end, step
  bool isStatic = false;
  ir::ForAttrs hints;
};
struct RangeValue {
  std::shared_ptr<const RangeSpec> spec;
};

/// A name that was assigned on some path, but not here.
enum class UndefinedReason : uint8_t { LoopBody, LoopVariable, Branch };
struct UndefinedValue {
  UndefinedReason reason;
  SourceRange where;
};

/// The value of a statement that failed: using it is silent.
struct PoisonValue {};

class Value {
public:
  using Variant =
      std::variant<NoneValue, EllipsisValue, bool, BigInt, double, StringValue, TupleValue, DictValue, SliceValue,
                   TypeValue, RuntimeValue, BlockValue, FunctionValue, LambdaValue, RecordClassValue, AggregateValue,
                   BuiltinValue, LibdeviceValue, TypePredicate, ModuleValue, ClassValue, PropagateNan, OpaqueValue,
                   UnsupportedValue, RangeValue, UndefinedValue, PoisonValue>;

  Value() = default;
  template <class T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, Value> && std::is_constructible_v<Variant, T>)
  Value(T &&data) : data_(std::forward<T>(data)) {}

  static Value string(std::string text) { return StringValue{std::make_shared<const std::string>(std::move(text))}; }
  static Value tuple(std::vector<Value> elements, const RecordClass *cls = nullptr);
  static Value dict(std::vector<DictValue::Item> items);
  static Value opaque(std::string name, std::shared_ptr<const OpaqueCause> cause = nullptr) {
    return OpaqueValue{std::make_shared<const std::string>(std::move(name)), std::move(cause)};
  }
  static Value unsupported(std::string name) {
    return UnsupportedValue{std::make_shared<const std::string>(std::move(name))};
  }
  static Value dtype(DType dtype) { return TypeValue{dtype, {}}; }

  template <class T> bool is() const { return std::holds_alternative<T>(data_); }
  template <class T> const T &as() const {
    const T *found = std::get_if<T>(&data_);
    TC_CHECK(found, "the caller looks at the kind of a value first");
    return *found;
  }
  template <class T> const T *dynAs() const { return std::get_if<T>(&data_); }
  const Variant &data() const { return data_; }

  bool isNone() const { return is<NoneValue>(); }
  bool isRuntime() const { return is<RuntimeValue>(); }
  /// A bool, int or float known at compile time.
  bool isNumber() const { return is<bool>() || is<BigInt>() || is<double>(); }
  bool isInteger() const { return is<bool>() || is<BigInt>(); }
  /// Of a bool or int.
  BigInt integer() const { return is<bool>() ? BigInt(as<bool>() ? 1 : 0) : as<BigInt>(); }
  /// Python's plain data: numbers, None, texts and tuples of these.
  bool isData() const;
  const std::string &text() const { return *as<StringValue>().text; }
  const std::vector<Value> &elements() const { return *as<TupleValue>().elements; }
  /// What a tuple or aggregate is made of; null for everything else.
  const std::vector<Value> *parts() const;
  /// The same tuple or aggregate made of other parts.
  Value withParts(std::vector<Value> parts) const;

  /// Made by `tl.constexpr(...)`: a kernel may use such a global.
  bool isConstexprObject() const { return isConstexprObject_; }
  Value asConstexprObject() const {
    Value result = *this;
    result.isConstexprObject_ = true;
    return result;
  }

private:
  Variant data_;
  bool isConstexprObject_ = false;
};

/// A block pointer, which is a tensor to the source.
bool isBlockPointer(const Value &value);

struct DictValue::Item {
  Value key, value;
};

/// Whether the value is a runtime value, or consists of such, or is a tuple or aggregate that holds one somewhere.
bool hasRuntimePart(const Value &value);

/// Calls `visit` for each runtime value in `value`, which may be a tuple or aggregate, in order.
void forEachLeaf(const Value &value, const std::function<void(const RuntimeValue &)> &visit);
/// The same value with every runtime value replaced, in order.
Value mapLeaves(const Value &value, const std::function<RuntimeValue(const RuntimeValue &)> &map);

/// The class of an aggregate or named tuple; null for everything else.
const RecordClass *recordClassOf(const Value &value);

/// Whether one variable can hold both: runtime values of one type, or the same compile-time value.
bool haveOneType(const Value &a, const Value &b);

/// The very same value: what `is` compares, and what makes a variable unchanged.
bool isSame(const Value &a, const Value &b);

/// As a message says it: "a 64x128 tile of fp16", "a scalar of i32", "the constant 3", "None".
std::string describe(const Value &value);
/// `64x128`
std::string shapeText(const ir::DimVector &shape);
/// "a tile of ..." or "a scalar of ...".
std::string describe(DType dtype, const ir::DimVector &shape);

}  // namespace tritonc::frontend
