// Atomic operations: `tl.atomic_add` and its kin.
#include <array>

#include "frontend/memory_arguments.h"

namespace tritonc::frontend {
namespace {

using ir::AtomicKind;

constexpr auto kOrders = std::to_array<Spelling<ir::MemoryOrder>>({
    {"acq_rel", ir::MemoryOrder::AcqRel},
    {"acquire", ir::MemoryOrder::Acquire},
    {"release", ir::MemoryOrder::Release},
    {"relaxed", ir::MemoryOrder::Relaxed},
});
constexpr auto kScopes = std::to_array<Spelling<ir::MemoryScope>>({
    {"gpu", ir::MemoryScope::Gpu},
    {"cta", ir::MemoryScope::Cta},
    {"sys", ir::MemoryScope::Sys},
});

/// Sets `order` and `scope` of the attributes from `sem` and `scope` of the call; None is the default of both.
template <class A> Success readOrdering(Lowering &l, const BuiltinCall &call, A &attrs) {
  if (!call["sem"].value.isNone()) {
    TC_TRY(attrs.order, requireOneOf(l, call, "sem", kOrders));
  }
  if (!call["scope"].value.isNone()) {
    TC_TRY(attrs.scope, requireOneOf(l, call, "scope", kScopes));
  }
  return {};
}

/// A call of one of the functions that combine a value with memory.
struct Combination {
  RuntimeValue pointer, value;
  std::optional<RuntimeValue> mask;
  ir::AtomicRmwAttrs attrs;

  DType element() const { return pointer.dtype.pointee(); }
};

DiagnosticBuilder wrongElement(Lowering &l, const BuiltinCall &call, DType element, std::string_view takes) {
  return l.error(call.rangeOf(call["pointer"]), DiagId::BadArgument, "`{}` on {}; it takes {}", call.builtin.name,
                 element.shortName(), takes);
}

Result<Combination> readCombination(Lowering &l, const BuiltinCall &call) {
  Combination c{};
  TC_TRY(c.pointer, requireWritablePointer(l, call, "an atomic operation"));
  TC_TRY(c.value, l.toTensor({call["val"].value, call.rangeOf(call["val"])}));
  TC_TRY(c.mask, requireMask(l, call));
  TC_TRY_VOID(readOrdering(l, call, c.attrs));
  return c;
}

/// Casts the value and gives all the shape of the pointer.
Success fit(Lowering &l, const BuiltinCall &call, Combination &c) {
  TC_TRY(c.value, l.castTo(c.value, c.element(), call.rangeOf(call["val"])));
  std::vector<NamedValue> named = {{"val", c.value}};
  if (c.mask) named.push_back({"mask", *c.mask});
  TC_TRY(std::vector<RuntimeValue> values, fitToPointer(l, call, c.pointer, named));
  c.pointer = values[0];
  c.value = values[1];
  if (c.mask) c.mask = values[2];
  return {};
}

RuntimeValue emit(Lowering &l, const Combination &c, AtomicKind kind) {
  ir::AtomicRmwAttrs attrs = c.attrs;
  attrs.kind = kind;
  std::vector<ir::Value *> operands = {c.pointer.ir, c.value.ir};
  if (c.mask) operands.push_back(c.mask->ir);
  ir::Type type = l.emitter().irType(c.element(), c.pointer.shape);
  ir::Op *op =
      l.emitter().builder().create(ir::Opcode::AtomicRmw, operands, std::span<const ir::Type>(&type, 1), attrs);
  return {op->result(), c.element(), c.pointer.shape};
}

/// A float extreme as two integer ones: of non-negative values the bits are ordered as signed integers, of negative
/// ones the other way round as unsigned integers.
RuntimeValue emitFloatExtreme(Lowering &l, const Combination &c, AtomicKind ofPositive, AtomicKind ofNegative) {
  Emitter &e = l.emitter();
  DType integer = c.element().bits() == 32 ? Scalar::Int32 : Scalar::Int64;
  Combination bits = c;
  bits.pointer = e.bitcast(c.pointer, *integer.pointerTo(/*isConst=*/false));
  bits.value = e.bitcast(c.value, integer);
  RuntimeValue zero = e.zero(integer, c.value.shape);
  RuntimeValue isNegative = e.elementwise(ir::Opcode::CmpSlt, {bits.value, zero}, Scalar::Int1);
  RuntimeValue isPositive = e.elementwise(ir::Opcode::CmpSle, {zero, bits.value}, Scalar::Int1);
  auto emitWhere = [&](const RuntimeValue &chosen, AtomicKind kind) {
    Combination part = bits;
    part.mask = c.mask ? e.elementwise(ir::Opcode::AndI, {*c.mask, chosen}, Scalar::Int1) : chosen;
    return emit(l, part, kind);
  };
  RuntimeValue first = emitWhere(isPositive, ofPositive), second = emitWhere(isNegative, ofNegative);
  return e.bitcast(e.elementwise(ir::Opcode::Select, {isNegative, second, first}, integer), c.element());
}

bool isWideInt(DType type) { return type.isInt() && type.bits() >= 32; }
bool isWideFloat(DType type) { return type.is(Scalar::Float32) || type.is(Scalar::Float64); }

struct ExtremeKinds {
  AtomicKind isSigned, isUnsigned, ofPositive, ofNegative;
};

Result<Value> extreme(Lowering &l, const BuiltinCall &call, const ExtremeKinds &kinds) {
  TC_TRY(Combination c, readCombination(l, call));
  DType element = c.element();
  if (!isWideInt(element) && !isWideFloat(element))
    return wrongElement(l, call, element, "integers and floats of 32 or 64 bits");
  TC_TRY_VOID(fit(l, call, c));
  if (isWideFloat(element)) return Value(emitFloatExtreme(l, c, kinds.ofPositive, kinds.ofNegative));
  return Value(emit(l, c, element.isSigned() ? kinds.isSigned : kinds.isUnsigned));
}

Result<Value> bitwise(Lowering &l, const BuiltinCall &call, AtomicKind kind) {
  TC_TRY(Combination c, readCombination(l, call));
  if (!isWideInt(c.element())) return wrongElement(l, call, c.element(), "integers of 32 or 64 bits");
  TC_TRY_VOID(fit(l, call, c));
  return Value(emit(l, c, kind));
}

}  // namespace

Result<Value> atomicAdd(Lowering &l, const BuiltinCall &call) {
  TC_TRY(Combination c, readCombination(l, call));
  DType element = c.element();
  bool isFloat = element.isFloat() && element.bits() >= 16;
  if (!isFloat && !isWideInt(element))
    return wrongElement(l, call, element, "integers of 32 or 64 bits and floats of 16 to 64 bits");
  TC_TRY_VOID(fit(l, call, c));
  return Value(emit(l, c, isFloat ? AtomicKind::AddF : AtomicKind::AddI));
}

Result<Value> atomicMax(Lowering &l, const BuiltinCall &call) {
  return extreme(l, call, {AtomicKind::MaxS, AtomicKind::MaxU, AtomicKind::MaxS, AtomicKind::MinU});
}

Result<Value> atomicMin(Lowering &l, const BuiltinCall &call) {
  return extreme(l, call, {AtomicKind::MinS, AtomicKind::MinU, AtomicKind::MinS, AtomicKind::MaxU});
}

Result<Value> atomicAnd(Lowering &l, const BuiltinCall &call) { return bitwise(l, call, AtomicKind::And); }
Result<Value> atomicOr(Lowering &l, const BuiltinCall &call) { return bitwise(l, call, AtomicKind::Or); }
Result<Value> atomicXor(Lowering &l, const BuiltinCall &call) { return bitwise(l, call, AtomicKind::Xor); }

Result<Value> atomicXchg(Lowering &l, const BuiltinCall &call) {
  TC_TRY(Combination c, readCombination(l, call));
  if (c.element().bits() < 32) return wrongElement(l, call, c.element(), "elements of 32 or 64 bits");
  TC_TRY_VOID(fit(l, call, c));
  return Value(emit(l, c, AtomicKind::Xchg));
}

Result<Value> atomicCas(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue pointer, requireWritablePointer(l, call, "an atomic operation"));
  ir::AtomicCasAttrs attrs;
  TC_TRY_VOID(readOrdering(l, call, attrs));
  DType element = pointer.dtype.pointee();
  if (element.bits() < 16) return wrongElement(l, call, element, "elements of 16 to 64 bits");
  std::vector<NamedValue> named;
  for (std::string_view name : {"cmp", "val"}) {
    Argument arg{call[name].value, call.rangeOf(call[name])};
    TC_TRY(RuntimeValue value, l.toTensor(arg));
    // Numbers take the type of the pointee; tensors are compared bit by bit and must have it.
    if (arg.value.isNumber()) {
      TC_TRY(value, l.castTo(value, element, arg.range));
    } else if (value.dtype != element) {
      return l.error(arg.range, DiagId::BadArgument, "`{}` is {}, but the pointer is to {}", name, describe(arg.value),
                     element.shortName());
    }
    named.push_back({name, value});
  }
  TC_TRY(std::vector<RuntimeValue> values, fitToPointer(l, call, pointer, named));
  ir::Op *op = l.emitter().builder().create(ir::Opcode::AtomicCas, {values[0].ir, values[1].ir, values[2].ir},
                                            {l.emitter().irType(element, pointer.shape)}, attrs);
  return Value(RuntimeValue{op->result(), element, pointer.shape});
}

}  // namespace tritonc::frontend
