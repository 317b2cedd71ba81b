// Inline assembler.
#include "frontend/lowering.h"
#include "ir/inline_asm.h"

namespace tritonc::frontend {
namespace {

/// The types of the results: one, or those of a tuple.
Result<std::vector<DType>> requireTypes(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["dtype"];
  std::vector<DType> types;
  for (const Value &value : arg.value.is<TupleValue>() ? arg.value.elements() : std::vector{arg.value}) {
    TC_TRY(DType type, l.requireDType({value, arg.range}, call));
    types.push_back(type);
  }
  if (!types.empty()) return types;
  return l.error(call.rangeOf(arg), DiagId::BadArgument, "no results; `{}` gives at least one", call.builtin.name);
}

Result<std::vector<RuntimeValue>> requireArgs(Lowering &l, const BuiltinCall &call) {
  const Argument &arg = call["args"];
  if (!arg.value.is<TupleValue>())
    return l.error(call.rangeOf(arg), DiagId::BadArgument, "`args` is {}; it takes a list", describe(arg.value));
  std::vector<RuntimeValue> values;
  for (const Value &value : arg.value.elements()) {
    TC_TRY(RuntimeValue tensor, l.toTensor({value, call.rangeOf(arg)}));
    values.push_back(tensor);
  }
  if (!values.empty()) TC_TRY_VOID(l.broadcastTogether(values, std::vector(values.size(), call.rangeOf(arg))));
  return values;
}

/// Whether text, constraints, operands and results fit each other.
Success checkAsm(Lowering &l, const BuiltinCall &call, const ir::AsmAttrs &attrs, std::span<const ir::Type> operands,
                 std::span<const ir::Type> results) {
  auto pack = static_cast<unsigned>(attrs.pack);
  SourceRange range = call.rangeOf(call["constraints"]);
  std::string problem;
  std::optional<ir::AsmRegisters> registers = ir::parseAsmConstraints(attrs.constraints.text, problem);
  if (registers) problem = ir::asmMismatch(registers->outputs, ir::asmRegisterBits(results, pack), "output");
  if (problem.empty()) problem = ir::asmMismatch(registers->inputs, ir::asmRegisterBits(operands, pack), "input");
  if (!problem.empty()) return l.error(range, DiagId::BadArgument, "{}", problem);
  problem = ir::asmTextProblem(attrs.text.text, registers->outputs.size() + registers->inputs.size());
  if (!problem.empty()) return l.error(call.rangeOf(call["asm"]), DiagId::BadArgument, "{}", problem);
  return {};
}

}  // namespace

Result<Value> inlineAsm(Lowering &l, const BuiltinCall &call) {
  TC_TRY(std::string text, l.requireString(call["asm"], call, "asm"));
  TC_TRY(std::string constraints, l.requireString(call["constraints"], call, "constraints"));
  TC_TRY(std::vector<RuntimeValue> args, requireArgs(l, call));
  TC_TRY(std::vector<DType> dtypes, requireTypes(l, call));
  ir::AsmAttrs attrs{.text = {l.context().intern(text)}, .constraints = {l.context().intern(constraints)}};
  TC_TRY(attrs.isPure, l.requireBool(call["is_pure"], call, "is_pure"));
  TC_TRY(attrs.pack, l.requireInt64(call["pack"], call, "pack"));
  if (attrs.pack < 1 || attrs.pack > ir::kMaxAsmPack)
    return l.error(call.rangeOf(call["pack"]), DiagId::BadArgument, "`pack` is {}; it takes 1 to {}", attrs.pack,
                   ir::kMaxAsmPack);

  // What is the same everywhere is computed once, unless somebody might count.
  Emitter &e = l.emitter();
  ir::DimVector shape = args.empty() ? ir::DimVector() : args[0].shape;
  std::vector<ir::Value *> operands;
  std::vector<ir::Type> operandTypes, resultTypes;
  bool hasTile = false;
  for (const RuntimeValue &arg : args) {
    operands.push_back(attrs.isPure ? arg.ir : e.materialize(arg));
    operandTypes.push_back(operands.back()->type());
    hasTile = hasTile || operandTypes.back().isTile();
  }
  for (DType type : dtypes) resultTypes.push_back(e.irType(type, hasTile ? shape : ir::DimVector()));
  TC_TRY_VOID(checkAsm(l, call, attrs, operandTypes, resultTypes));
  ir::Op *op = e.builder().create(ir::Opcode::Asm, operands, resultTypes, attrs);
  std::vector<Value> results;
  for (unsigned i = 0; i < dtypes.size(); ++i) results.push_back(RuntimeValue{op->result(i), dtypes[i], shape});
  return call["dtype"].value.is<TupleValue>() ? Value::tuple(std::move(results)) : results[0];
}

}  // namespace tritonc::frontend
