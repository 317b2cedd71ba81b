// Hints, compile-time checks, the target, and the library written in the kernel language.
#include <algorithm>

#include "frontend/lowering.h"
#include "frontend/python_ops.h"
#include "frontend/python_text.h"

namespace tritonc::frontend {

Result<Value> assume(Lowering &l, const BuiltinCall &call) {
  Argument cond{call["cond"].value, call.rangeOf(call["cond"])};
  TC_TRY(RuntimeValue condition, l.toTensor(cond));
  if (!condition.dtype.isInt() || !condition.hasOneElement())
    return l.error(cond.range, DiagId::BadArgument, "`assume` of {}; it takes a scalar condition",
                   describe(cond.value));
  Emitter &e = l.emitter();
  RuntimeValue truth = e.cast(condition, Scalar::Int1);
  if (truth.shape.isEmpty()) e.builder().create(ir::Opcode::Assume, {e.materialize(truth)}, {});
  return Value(NoneValue{});
}

namespace {

/// The numbers of a hint, one for each dimension.
Result<ir::DimVector> hintNumbers(Lowering &l, const BuiltinCall &call) {
  const Argument &values = call["values"];
  ir::DimVector numbers;
  std::vector<Value> list = values.value.is<TupleValue>() ? values.value.elements() : std::vector{values.value};
  const auto *input = call["input"].value.dynAs<RuntimeValue>();
  if (list.size() > ir::kMaxRank || (input && list.size() != std::max<size_t>(input->shape.size(), 1)))
    return l.error(call.rangeOf(values), DiagId::BadArgument, "{} value{} for {}", list.size(),
                   list.size() == 1 ? "" : "s", describe(call["input"].value));
  for (const Value &value : list) {
    TC_TRY(int64_t number, l.requireInt64({value, values.range}, call, "values"));
    if (number <= 0)
      return l.error(call.rangeOf(values), DiagId::BadArgument, "`{}` of {}; it takes positive numbers",
                     call.builtin.name, number);
    numbers.push(number);
  }
  return numbers;
}

Result<Value> hint(Lowering &l, const BuiltinCall &call, ir::DimVector ir::HintAttrs::*field) {
  TC_TRY(ir::DimVector numbers, hintNumbers(l, call));
  const auto *input = call["input"].value.dynAs<RuntimeValue>();
  // About constants and floats there is nothing to learn, and a uniform tile is one value for all dimensions.
  if (!input || input->dtype.isFloat() || input->dtype.isBool()) return call["input"].value;
  bool isDivisibility = field == &ir::HintAttrs::divisible;
  if (input->isUniformTile()) {
    if (!isDivisibility) return call["input"].value;
    numbers = {*std::ranges::max_element(numbers)};
  }
  ir::HintAttrs attrs;
  attrs.*field = numbers;
  return Value(l.emitter().elementwise(ir::Opcode::Hint, std::span(input, 1), input->dtype, attrs));
}

}  // namespace

Result<Value> multipleOf(Lowering &l, const BuiltinCall &call) { return hint(l, call, &ir::HintAttrs::divisible); }
Result<Value> maxContiguous(Lowering &l, const BuiltinCall &call) { return hint(l, call, &ir::HintAttrs::contiguous); }
Result<Value> maxConstancy(Lowering &l, const BuiltinCall &call) { return hint(l, call, &ir::HintAttrs::constant); }

Result<Value> condition(Lowering &l, const BuiltinCall &call) {
  // The keyword steers an optimisation that never changes a result.
  TC_TRY_VOID(l.requireBool(call["disable_licm"], call, "disable_licm"));
  return call["arg1"].value;
}

Result<Value> debugBarrier(Lowering &l, const BuiltinCall &) {
  l.emitter().builder().create(ir::Opcode::Barrier, {}, {}, ir::BarrierAttrs{.scope = ir::BarrierScope::Cta});
  return Value(NoneValue{});
}

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

// ---- Assertions and prints of the device ----

Success Lowering::emitAssert(const Argument &cond, const Value &message, const Argument &mask) {
  if (!message.is<StringValue>())
    return error(cond.range, DiagId::BadArgument, "the message of an assertion is {}; it takes a string",
                 describe(message));
  std::vector<RuntimeValue> values;
  std::vector<SourceRange> ranges;
  for (const Argument &arg : {cond, mask}) {
    if (arg.value.isNone()) continue;
    TC_TRY(RuntimeValue value, toTensor(arg));
    if (!value.dtype.isInt())
      return error(arg.range, DiagId::BadArgument, "{} {}; an assertion takes integers",
                   values.empty() ? "the condition is" : "the mask is", describe(arg.value));
    TC_TRY(value, castTo(value, Scalar::Int1, arg.range));
    values.push_back(value);
    ranges.push_back(arg.range);
  }
  if (!request_.debug) return {};
  TC_TRY_VOID(broadcastTogether(values, ranges));
  std::vector<ir::Value *> operands;
  for (const RuntimeValue &value : values) operands.push_back(value.ir);
  ir::AssertAttrs attrs{.message = {context_.intern(message.text())}};
  emitter().builder().create(ir::Opcode::Assert, operands, std::span<const ir::Type>(), attrs);
  return {};
}

Result<Value> deviceAssert(Lowering &l, const BuiltinCall &call) {
  Argument cond{call["cond"].value, call.rangeOf(call["cond"])}, mask{call["mask"].value, call.rangeOf(call["mask"])};
  TC_TRY_VOID(l.emitAssert(cond, call["msg"].value, mask));
  return Value(NoneValue{});
}

namespace {

/// A prefix as every line shows it: after a space, and before the value it names.
std::string printPrefix(std::string prefix, bool hasArgs) {
  bool endsInColon = prefix.ends_with(": ");
  if (hasArgs && !endsInColon) prefix += prefix.ends_with(':') ? " " : ": ";
  return prefix.starts_with(' ') ? prefix : " " + prefix;
}

}  // namespace

Result<Value> devicePrint(Lowering &l, const BuiltinCall &call) {
  // What host functions print is their own affair.
  if (l.isHost()) return Value(NoneValue{});
  TC_TRY(std::string prefix, l.requireString(call["prefix"], call, "prefix"));
  if (!std::ranges::all_of(prefix, [](char c) { return c >= ' ' && c <= '~'; }))
    return l.error(call.rangeOf(call["prefix"]), DiagId::BadArgument, "the prefix of a print takes ASCII only");
  const Argument &args = call["args"];
  ir::PrintAttrs attrs;
  TC_TRY(attrs.hex, l.requireBool(call["hex"], call, "hex"));
  std::vector<ir::Value *> operands;
  constexpr size_t kMaxOperands = 32;
  if (args.value.elements().size() > kMaxOperands)
    return l.error(call.rangeOf(args), DiagId::CallArguments, "a print of {} values; it takes at most {}",
                   args.value.elements().size(), kMaxOperands);
  for (const Value &arg : args.value.elements()) {
    TC_TRY(RuntimeValue value, l.toTensor({arg, call.rangeOf(args)}));
    if (value.dtype.isInt() && !value.dtype.isSigned()) attrs.isUnsigned |= int64_t{1} << operands.size();
    operands.push_back(l.emitter().materialize(value));
  }
  attrs.prefix = {l.context().intern(printPrefix(prefix, !operands.empty()))};
  l.emitter().builder().create(ir::Opcode::Print, operands, std::span<const ir::Type>(), attrs);
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

Result<Value> cudaNumWarps(Lowering &l, const BuiltinCall &) { return Value(BigInt(l.numWarps())); }
Result<Value> cudaNumThreads(Lowering &l, const BuiltinCall &) { return Value(BigInt(32 * l.numWarps())); }

// ---- frontend/library/*.py ----

namespace {

Result<Value> callLibrary(Lowering &l, const BuiltinCall &call, std::string_view file) {
  TC_TRY(const UserModule *library, l.program().library(file));
  TC_TRY(std::optional<Value> function, l.lookUp(*library->scope, call.builtin.name));
  TC_CHECK(function && function->is<FunctionValue>(), "the library defines every function that builtins.def names");
  return l.callFunction(function->as<FunctionValue>(), {.positional = call.args, .named = {}, .range = call.range});
}

}  // namespace

Result<Value> libraryFunction(Lowering &l, const BuiltinCall &call) { return callLibrary(l, call, "standard"); }
Result<Value> reductionFunction(Lowering &l, const BuiltinCall &call) { return callLibrary(l, call, "reductions"); }
Result<Value> sortingFunction(Lowering &l, const BuiltinCall &call) { return callLibrary(l, call, "sorting"); }
Result<Value> targetFunction(Lowering &l, const BuiltinCall &call) { return callLibrary(l, call, "target"); }
Result<Value> randomFunction(Lowering &l, const BuiltinCall &call) { return callLibrary(l, call, "random"); }
Result<Value> scaledFunction(Lowering &l, const BuiltinCall &call) { return callLibrary(l, call, "scaled"); }

}  // namespace tritonc::frontend
