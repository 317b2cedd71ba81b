#include "frontend/lower.h"

#include <algorithm>

#include "frontend/kernel_params.h"
#include "frontend/lowering.h"
#include "frontend/python_text.h"
#include "frontend/spelling.h"
#include "frontend/tuning.h"
#include "ir/verify.h"

namespace tritonc::frontend {
namespace {

/// The `triton.jit` functions of a file, in the order of its text.
Result<std::vector<const FunctionInfo *>> kernelsOf(Lowering &lowering, const UserModule &module) {
  std::vector<Scope::Definition> definitions;
  module.scope->appendFunctions(definitions);
  std::ranges::sort(definitions, {}, [](const Scope::Definition &d) { return d.def->range.begin; });
  std::vector<const FunctionInfo *> kernels;
  for (const Scope::Definition &definition : definitions) {
    TC_TRY(const FunctionInfo *info, lowering.functionInfo(*definition.def, *definition.scope));
    if (info->role == FunctionRole::Jit) kernels.push_back(info);
    // `f = triton.jit(f)` below the definition.
    const Scope &scope = *definition.scope;
    std::string_view name = definition.def->name.text;
    bool isBoundAnew = scope.kind() == Scope::Kind::Module && scope.find(name)->size() > 1;
    if (info->role != FunctionRole::Host || !isBoundAnew) continue;
    TC_TRY(std::optional<Value> value, lowering.lookUp(scope, name));
    const auto *function = value ? value->dynAs<FunctionValue>() : nullptr;
    if (function && function->info->role == FunctionRole::Jit && function->info->def == definition.def)
      kernels.push_back(function->info);
  }
  return kernels;
}

Result<const FunctionInfo *> chooseKernel(ir::Context &context, const UserModule &module, std::string_view name,
                                          const std::vector<const FunctionInfo *> &kernels) {
  // The fault is in the request, not at a place of the file.
  const std::string &path = module.file->path();
  std::vector<std::string_view> names;
  for (const FunctionInfo *kernel : kernels) names.push_back(kernel->qualifiedName);
  if (kernels.empty())
    return context.diags().error({}, DiagId::KernelNotFound, "{} has no `@triton.jit` function", path);
  if (name.empty()) {
    if (kernels.size() == 1) return kernels[0];
    return context.diags().error({}, DiagId::KernelNotFound, "{} has {} kernels; choose one with -k: {}", path,
                                 kernels.size(), fmt::join(names, ", "));
  }
  // The last definition of a name is the one that Python would see.
  auto found = std::ranges::find(kernels.rbegin(), kernels.rend(), name, &FunctionInfo::qualifiedName);
  if (found != kernels.rend()) return *found;
  auto simple = std::ranges::find(kernels.rbegin(), kernels.rend(), name,
                                  [](const FunctionInfo *kernel) { return kernel->def->name.text; });
  if (simple != kernels.rend()) return *simple;
  return context.diags().error({}, DiagId::KernelNotFound, "{} has no kernel `{}`{}", path, name,
                               didYouMean(name, names));
}

/// A host frame, so that errors outside of any kernel have one.
struct HostFrame {
  HostFrame(Lowering &lowering, const Scope &scope)
      : frame{.mode = Mode::Host, .function = nullptr, .scope = &scope, .callSite = {}, .locals = {}},
        guard(lowering, frame) {}
  Frame frame;
  FrameGuard guard;
};

/// A tensor descriptor of the host: its address, its shape and its strides, each a parameter (docs/abi.md).
template <class Add>
BlockValue descriptorParam(ir::Function &function, const BoundParam &param, const std::string &name, Add &&add) {
  unsigned rank = param.block.size();
  std::vector<RuntimeValue> parts{add(name, param.dtype, kDescriptorAlignment)};
  for (unsigned d = 0; d < rank; ++d) parts.push_back(add(fmt::format("{}.shape[{}]", name, d), Scalar::Int32, 1));
  int64_t multiple = std::max<int64_t>(kDescriptorAlignment * 8 / std::max(param.dtype.pointee().bits(), 8u), 1);
  for (unsigned d = 0; d < rank; ++d)
    parts.push_back(add(fmt::format("{}.strides[{}]", name, d), Scalar::Int64, d + 1 < rank ? multiple : 1));
  // The elements of a row are neighbours.
  parts.back().ir = function.constant(function.context().i64(), 1);
  return BlockValue{BlockValue::Kind::Descriptor, BlockValue::Padding::Zero, param.block, nullptr}.withParts(
      std::move(parts));
}

/// What a config decides beside the parameters.
struct CompileChoices {
  int numWarps, numStages;
  std::optional<int> maxRegisters;
};

/// The list of configs has to be there and known; each config only where it is used.
Success checkConfigs(ir::Context &context, const FunctionInfo &kernel, const Tuning &tuning) {
  if (!tuning.autotune.isValid())
    return context.diags()
        .error({}, DiagId::BadArgument, "`{}` has no `@triton.autotune`, so no configs", kernel.qualifiedName)
        .note(kernel.def->name.range, "declared here");
  if (!tuning.configs.empty()) return {};
  DiagnosticBuilder diag = context.diags().error(tuning.autotune, DiagId::BadConstant,
                                                 "the compiler cannot compute the configs of `{}`; give their values "
                                                 "with `-c NAME=VALUE`",
                                                 kernel.qualifiedName);
  const auto *opaque = tuning.list.dynAs<OpaqueValue>();
  return opaque && opaque->cause ? diag.note(opaque->cause->where, "{}", opaque->cause->text) : diag;
}

Result<const TuneConfig *> chooseConfig(ir::Context &context, const FunctionInfo &kernel, const Tuning &tuning,
                                        int index) {
  if (static_cast<size_t>(index) >= tuning.configs.size())
    return context.diags().error(tuning.autotune, DiagId::BadArgument,
                                 "`{}` has no config {}; its {} configs are counted from 0", kernel.qualifiedName,
                                 index, tuning.configs.size());
  const TuneConfig &config = tuning.configs[static_cast<size_t>(index)];
  auto complain = [&](std::string_view what, const Value &value) {
    DiagnosticBuilder diag =
        context.diags().error(tuning.autotune, DiagId::BadConstant,
                              "the compiler cannot compute {} of config {} of `{}`", what, index, kernel.qualifiedName);
    const auto *opaque = value.dynAs<OpaqueValue>();
    return opaque && opaque->cause ? diag.note(opaque->cause->where, "{}", opaque->cause->text) : diag;
  };
  if (config.options.empty() || config.whole.is<OpaqueValue>()) return complain("the values", config.whole);
  for (const auto *values : {&config.metas, &config.options})
    for (const auto &[name, value] : *values)
      if (value.is<OpaqueValue>()) return complain(fmt::format("`{}`", name), value);
  return &config;
}

/// A number of a config within the bounds that the options of the command line have, too.
Result<int> numberOf(ir::Context &context, const FunctionInfo &kernel, const TuneConfig &config, int index,
                     std::string_view name, int least, int most) {
  const Value &value = *config.find(name);
  int64_t number = value.isInteger() ? value.integer().toInt64().value_or(-1) : -1;
  bool isWarps = name == "num_warps";
  if (number >= least && number <= most && (!isWarps || (number & (number - 1)) == 0)) return static_cast<int>(number);
  return context.diags().error({}, DiagId::BadArgument, "config {} of `{}` has {}={}; it is {} from {} to {}", index,
                               kernel.qualifiedName, name, pythonRepr(value), isWarps ? "a power of two" : "a number",
                               least, most);
}

Result<CompileChoices> choicesOf(ir::Context &context, const FunctionInfo &kernel, const TuneConfig &config,
                                 int index) {
  CompileChoices choices{};
  TC_TRY(choices.numWarps, numberOf(context, kernel, config, index, "num_warps", 1, 32));
  TC_TRY(choices.numStages, numberOf(context, kernel, config, index, "num_stages", 1, 16));
  TC_TRY(int numCtas, numberOf(context, kernel, config, index, "num_ctas", 1, 16));
  if (numCtas != 1)
    return context.diags().error({}, DiagId::Unsupported, "num_ctas={} of config {} of `{}` is not supported yet",
                                 numCtas, index, kernel.qualifiedName);
  if (config.find("maxnreg")->isNone()) return choices;
  TC_TRY(choices.maxRegisters, numberOf(context, kernel, config, index, "maxnreg", 16, 255));
  return choices;
}

Result<LoweredKernel> lowerChosen(ir::Context &context, Lowering &lowering, const FunctionInfo &kernel,
                                  const LowerRequest &request) {
  TC_TRY(Tuning tuning, tuningOf(lowering, kernel));
  CompileChoices choices{request.numWarps, request.numStages, {}};
  const TuneConfig *config = nullptr;
  if (request.config) {
    TC_TRY_VOID(checkConfigs(context, kernel, tuning));
    TC_TRY(config, chooseConfig(context, kernel, tuning, *request.config));
    TC_TRY(choices, choicesOf(context, kernel, *config, *request.config));
  }
  TC_TRY(std::vector<BoundParam> params, KernelParams(lowering, kernel, request, tuning, config).bind());
  LoweredKernel result;
  result.name = kernel.qualifiedName;
  result.maxRegisters = choices.maxRegisters;
  std::string symbol = result.name;
  std::ranges::replace(symbol, '.', '_');
  result.module = std::make_unique<ir::Module>(context);
  result.module->attrs = {.stage = ir::Stage::Tile,
                          .warps = choices.numWarps,
                          .numStages = choices.numStages,
                          .target = request.capability};
  ir::Loc loc = context.loc(kernel.def->name.range, {}, kernel.def->name.text);
  ir::Function *function = result.module->addFunction(context.intern(symbol), ir::FunctionKind::Kernel, loc);
  Locals locals;
  for (const BoundParam &param : params) {
    if (param.constant) {
      locals[param.name] = *param.constant;
      result.constants.emplace_back(param.name, pythonRepr(*param.constant));
      continue;
    }
    auto add = [&](const std::string &name, DType dtype, int64_t divisible) {
      // `a.shape[0]` is no name of the IR.
      std::string irName = name;
      std::erase_if(irName, [](char c) { return c == '[' || c == ']'; });
      std::ranges::replace(irName, '.', '_');
      ir::Value *value = function->addParam(*dtype.irType(context), context.intern(irName), {.divisible = divisible});
      result.params.push_back({name, dtype.shortName(), divisible});
      return RuntimeValue{value, dtype, {}};
    };
    std::string name(param.name);
    if (param.block.isEmpty())
      locals[param.name] = add(name, param.dtype, param.divisible);
    else
      locals[param.name] = descriptorParam(*function, param, name, add);
  }
  TC_TRY_VOID(lowering.lowerBody(kernel, *result.module, *function, std::move(locals)));
  return result;
}

}  // namespace

Success Lowering::lowerBody(const FunctionInfo &kernel, ir::Module &module, ir::Function &function, Locals locals) {
  module_ = &module;
  Emitter emitter(context_, function, kernel.def->name.text, {});
  emitter.builder().setInsertionPointToEnd(function.body());
  emitter_ = &emitter;
  Result<Value> result = runFunction({&kernel, nullptr, nullptr}, std::move(locals), {});
  if (result.ok() && !result->isNone())
    error(kernel.def->name.range, DiagId::ReturnMismatch, "the kernel `{}` returns {}; a kernel returns nothing",
          kernel.def->name.text, describe(*result))
        .proceed();
  emitter.builder().setLoc(function.loc());
  emitter.builder().create(ir::Opcode::Return, {}, {});
  emitter_ = nullptr;
  return result.ok() ? Success() : Failed{};
}

Result<LoweredKernel> lowerKernel(ir::Context &context, const LowerRequest &request) {
  size_t errorsBefore = context.diags().errorCount();
  Program program(context, request.includeDirs);
  Lowering lowering(context, program, request);
  TC_TRY(const UserModule *module, program.add(*request.file));
  HostFrame host(lowering, *module->scope);
  TC_TRY(std::vector<const FunctionInfo *> kernels, kernelsOf(lowering, *module));
  TC_TRY(const FunctionInfo *kernel, chooseKernel(context, *module, request.kernel, kernels));
  TC_TRY(LoweredKernel result, lowerChosen(context, lowering, *kernel, request));
  if (context.diags().errorCount() != errorsBefore) return Failed{};
  TC_CHECK(ir::verify(*result.module).ok(), context.diags().render());
  return result;
}

Result<std::vector<KernelSummary>> listKernels(ir::Context &context, const SourceFile &file,
                                               const std::vector<std::string> &includeDirs) {
  LowerRequest request;
  request.file = &file;
  Program program(context, includeDirs);
  Lowering lowering(context, program, request);
  TC_TRY(const UserModule *module, program.add(file));
  HostFrame host(lowering, *module->scope);
  TC_TRY(std::vector<const FunctionInfo *> kernels, kernelsOf(lowering, *module));
  auto text = [&](const ast::Expr *expr) { return expr ? std::string(lowering.textOf(expr->range)) : ""; };
  std::vector<KernelSummary> summaries;
  for (const FunctionInfo *kernel : kernels) {
    const ast::FunctionDef &def = *kernel->def;
    KernelSummary &summary = summaries.emplace_back();
    summary.name = kernel->qualifiedName;
    summary.line = file.position(def.range.begin).line;
    for (const ast::Param *param : def.params) {
      std::string annotation = text(param->annotation);
      bool isConstexpr = annotation.find("constexpr") != std::string::npos;
      summary.params.push_back({std::string(param->name.text), annotation, text(param->defaultValue), isConstexpr});
    }
    TC_TRY(Tuning tuning, tuningOf(lowering, *kernel));
    for (const TuneConfig &config : tuning.configs) summary.configs.push_back(config.text());
    if (tuning.autotune.isValid() && tuning.configs.empty()) {
      const auto *opaque = tuning.list.dynAs<OpaqueValue>();
      summary.whyNoConfigs = opaque && opaque->cause ? opaque->cause->text : "they are no list";
    }
    summary.key = tuning.key;
    for (const Heuristic &heuristic : tuning.heuristics) summary.heuristics.push_back(heuristic.name);
    for (const ast::Expr *decorator : def.decorators) {
      TC_TRY(bool isJit, lowering.isJitDecorator(*decorator, *kernel->scope));
      if (!isJit) summary.decorators.push_back(text(decorator));
    }
  }
  return summaries;
}

Result<std::vector<std::string>> listConfigs(ir::Context &context, const LowerRequest &request) {
  Program program(context, request.includeDirs);
  Lowering lowering(context, program, request);
  TC_TRY(const UserModule *module, program.add(*request.file));
  HostFrame host(lowering, *module->scope);
  TC_TRY(std::vector<const FunctionInfo *> kernels, kernelsOf(lowering, *module));
  TC_TRY(const FunctionInfo *kernel, chooseKernel(context, *module, request.kernel, kernels));
  TC_TRY(Tuning tuning, tuningOf(lowering, *kernel));
  TC_TRY_VOID(checkConfigs(context, *kernel, tuning));
  std::vector<std::string> texts;
  for (const TuneConfig &config : tuning.configs) texts.push_back(config.text());
  return texts;
}

}  // namespace tritonc::frontend
