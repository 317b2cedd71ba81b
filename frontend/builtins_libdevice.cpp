// Functions of libdevice: those that kernels call by name, and those of `tl` that have no instruction: `tl.erf`,
// `tl.log`, `tl.sin` and others.
#include "frontend/lowering.h"
#include "ir/libdevice.h"

namespace tritonc::frontend {
namespace {

DType typeOfCode(char code) {
  switch (code) {
  case 'i': return Scalar::Int32;
  case 'l': return Scalar::Int64;
  case 'u': return Scalar::UInt32;
  case 'm': return Scalar::UInt64;
  case 'f': return Scalar::Float32;
  case 'd': return Scalar::Float64;
  case 'b': return Scalar::Int1;
  }
  TC_UNREACHABLE("ir/libdevice.def explains these codes");
}

std::optional<char> codeOf(ir::Context &context, DType type) {
  std::optional<ir::Type> irType = type.irType(context);
  if (type.isPtr() || !irType) return std::nullopt;
  return ir::libdeviceCode(irType->scalar(), type.isSigned() ? ir::Signedness::Signed : ir::Signedness::Unsigned);
}

/// `(fp32, i32)`
std::string listed(const std::vector<std::string> &types) { return fmt::format("({})", fmt::join(types, ", ")); }

/// `(fp32) or (fp64)`: what the overloads of a function take.
std::string overloadsOf(std::string_view name) {
  std::vector<std::string> overloads;
  for (const ir::LibdeviceFunction &function : ir::libdeviceFunctions()) {
    if (function.name != name) continue;
    std::vector<std::string> types;
    for (char code : function.arguments) types.push_back(typeOfCode(code).shortName());
    overloads.push_back(listed(types));
  }
  return fmt::format("{}", fmt::join(overloads, " or "));
}

/// The overload for exactly these types.
Result<const ir::LibdeviceFunction *> chooseOverload(Lowering &l, std::string_view name,
                                                     std::span<const RuntimeValue> values, SourceRange range) {
  std::string codes;
  std::vector<std::string> types;
  for (const RuntimeValue &value : values) {
    codes += codeOf(l.context(), value.dtype).value_or('?');
    types.push_back(value.dtype.shortName());
  }
  if (const ir::LibdeviceFunction *function = ir::findLibdevice(name, codes)) return function;
  return l.error(range, DiagId::NoOverload, "`{}` of {}; it takes {}", name, listed(types), overloadsOf(name));
}

Value emitExtern(Lowering &l, const ir::LibdeviceFunction &function, std::span<const RuntimeValue> values) {
  ir::ExternAttrs attrs{.function = function.symbol};
  return Value(l.emitter().elementwise(ir::Opcode::Extern, values, typeOfCode(function.result), attrs));
}

}  // namespace

std::optional<Value> libdeviceMember(std::string_view name) {
  for (const ir::LibdeviceFunction &function : ir::libdeviceFunctions())
    if (function.name == name) return Value(LibdeviceValue{function.name});
  return std::nullopt;
}

std::vector<std::string_view> libdeviceNames() {
  std::vector<std::string_view> names;
  for (const ir::LibdeviceFunction &function : ir::libdeviceFunctions())
    if (names.empty() || names.back() != function.name) names.push_back(function.name);
  return names;
}

Result<Value> Lowering::callLibdevice(std::string_view name, const CallArguments &args) {
  if (!args.named.empty())
    return error(args.named[0].name.range, DiagId::CallArguments, "`{}` has no parameter `{}`", name,
                 args.named[0].name.text);
  setPlace(args.range);
  std::vector<RuntimeValue> values;
  std::vector<SourceRange> ranges;
  for (const Argument &arg : args.positional) {
    TC_TRY(RuntimeValue value, toTensor(arg));
    values.push_back(value);
    ranges.push_back(arg.range);
  }
  TC_TRY(const ir::LibdeviceFunction *function, chooseOverload(*this, name, values, args.range));
  TC_TRY_VOID(broadcastTogether(values, ranges));
  return emitExtern(*this, *function, values);
}

Result<Value> libdeviceMath(Lowering &l, const BuiltinCall &call) {
  TC_TRY(RuntimeValue value, l.requireFloat(call, "x", FloatTypes::Fp32AndFp64));
  const ir::LibdeviceFunction *function = ir::findLibdevice(call.builtin.name, value.dtype.bits() == 32 ? "f" : "d");
  TC_CHECK(function, "libdevice has each of these functions for both types");
  return emitExtern(l, *function, {&value, 1});
}

}  // namespace tritonc::frontend
