// Hints, compile-time checks, the target, and the library written in the kernel language (language.md 4.12).
#include "frontend/lowering.h"
#include "frontend/python_ops.h"
#include "frontend/python_text.h"

namespace tritonc::frontend {

/// The condition is evaluated and then forgotten: the tile IR has no place for assumptions yet.
Result<Value> assume(Lowering &, const BuiltinCall &) { return Value(NoneValue{}); }

/// The tile IR has no place for these hints yet; they are checked and dropped, which costs speed at most.
Result<Value> alignmentHint(Lowering &l, const BuiltinCall &call) {
  const Argument &values = call["values"];
  std::vector<Value> list = values.value.is<TupleValue>() ? values.value.elements() : std::vector{values.value};
  for (const Value &value : list) TC_TRY_VOID(l.requireInt({value, values.range}, call, "values"));
  const auto *input = call["input"].value.dynAs<RuntimeValue>();
  if (input && list.size() != std::max<size_t>(input->shape.size(), 1))
    return l.error(call.rangeOf(values), DiagId::BadArgument, "{} values for {}", list.size(),
                   describe(call["input"].value));
  return call["input"].value;
}

/// Memory operations of a program keep their order in the tile IR, so that a barrier between them says nothing new.
Result<Value> debugBarrier(Lowering &, const BuiltinCall &) { return Value(NoneValue{}); }

Result<Value> staticAssert(Lowering &l, const BuiltinCall &call) {
  const Argument &cond = call["cond"];
  if (!cond.value.is<bool>())
    return l.error(call.rangeOf(cond), DiagId::ConstexprNeeded,
                   "the condition of `static_assert` is {}; it takes a bool known at compile time",
                   describe(cond.value));
  if (cond.value.as<bool>()) return Value(NoneValue{});
  std::string message = pythonStr(call["msg"].value);
  return l.error(call.rangeOf(cond), DiagId::StaticAssert, "static assertion failed{}{}", message.empty() ? "" : ": ",
                 message);
}

Result<Value> staticPrint(Lowering &l, const BuiltinCall &call) {
  const std::vector<Value> &values = call["values"].value.elements();
  std::string line;
  for (size_t i = 0; i < values.size(); ++i)
    line += (i == 0 ? "" : pythonStr(call["sep"].value)) + pythonStr(values[i]);
  line += call["end"].value.isNone() ? "\n" : pythonStr(call["end"].value);
  if (l.request().print) l.request().print(line);
  return Value(NoneValue{});
}

Result<Value> deviceAssert(Lowering &l, const BuiltinCall &call) {
  if (l.request().debug) return l.notSupported(call.range, "`device_assert` in a debug build");
  return Value(NoneValue{});
}

// ---- Target ----

Result<Value> targetIsCuda(Lowering &, const BuiltinCall &) { return Value(true); }
Result<Value> targetIsHip(Lowering &, const BuiltinCall &) { return Value(false); }

Result<Value> targetCapabilityGeq(Lowering &l, const BuiltinCall &call) {
  TC_TRY(int64_t major, l.requireInt64(call["major"], call, "major"));
  TC_TRY(int64_t minor, l.requireInt64(call["minor"], call, "minor"));
  return Value(l.request().capability >= 10 * major + minor);
}

Result<Value> cudaNumWarps(Lowering &l, const BuiltinCall &) { return Value(BigInt(l.request().numWarps)); }
Result<Value> cudaNumThreads(Lowering &l, const BuiltinCall &) { return Value(BigInt(32 * l.request().numWarps)); }

// ---- frontend/library/*.py ----

Result<Value> libraryFunction(Lowering &l, const BuiltinCall &call) {
  TC_TRY(const UserModule *library, l.program().library("standard"));
  TC_TRY(std::optional<Value> function, l.lookUp(*library->scope, call.builtin.name));
  TC_CHECK(function && function->is<FunctionValue>(), "the library defines every function that builtins.def names");
  return l.callFunction(*function->as<FunctionValue>().info,
                        {.positional = call.args, .named = {}, .range = call.range});
}

}  // namespace tritonc::frontend
