// Names: locals, names of the enclosing scopes and the file, imports, and what modules hold.
#include <algorithm>

#include "frontend/host_modules.h"
#include "frontend/lowering.h"
#include "frontend/python_ops.h"
#include "frontend/spelling.h"

namespace tritonc::frontend {
namespace {

struct ModuleName {
  std::string_view dotted;
  BuiltinModule module;
};

/// The modules of Triton, by every name they go by.
constexpr auto kModuleNames = std::to_array<ModuleName>({
    {"triton", BuiltinModule::Triton},
    {"triton.language", BuiltinModule::Language},
    {"triton.language.core", BuiltinModule::Language},
    {"triton.language.standard", BuiltinModule::Language},
    {"triton.language.math", BuiltinModule::Math},
    {"triton.language.extra", BuiltinModule::Extra},
    {"triton.language.extra.cuda", BuiltinModule::Cuda},
    {"triton.language.extra.cuda.libdevice", BuiltinModule::Libdevice},
    {"triton.language.extra.libdevice", BuiltinModule::Libdevice},
    {"triton.language.libdevice", BuiltinModule::Libdevice},
    {"triton.language.random", BuiltinModule::Language},
    {"torch._inductor.runtime.triton_helpers.libdevice", BuiltinModule::Libdevice},
    {"triton.language.target_info", BuiltinModule::TargetInfo},
});

struct MemberModule {
  BuiltinModule parent;
  std::string_view name;
  BuiltinModule module;
};

constexpr auto kMemberModules = std::to_array<MemberModule>({
    {BuiltinModule::Triton, "language", BuiltinModule::Language},
    {BuiltinModule::Language, "math", BuiltinModule::Math},
    {BuiltinModule::Language, "extra", BuiltinModule::Extra},
    {BuiltinModule::Language, "libdevice", BuiltinModule::Libdevice},
    {BuiltinModule::Language, "random", BuiltinModule::Language},
    {BuiltinModule::Language, "core", BuiltinModule::Language},
    {BuiltinModule::Language, "standard", BuiltinModule::Language},
    {BuiltinModule::Language, "target_info", BuiltinModule::TargetInfo},
    {BuiltinModule::Extra, "cuda", BuiltinModule::Cuda},
    {BuiltinModule::Extra, "libdevice", BuiltinModule::Libdevice},
    {BuiltinModule::Cuda, "libdevice", BuiltinModule::Libdevice},
});

struct ClassName {
  std::string_view name;
  ClassKind kind;
};

constexpr auto kLanguageClasses = std::to_array<ClassName>({
    {"tensor", ClassKind::Tensor},
    {"tensor_descriptor", ClassKind::TensorDescriptor},
    {"tensor_descriptor_base", ClassKind::TensorDescriptor},
    {"const", ClassKind::Const},
    {"PropagateNan", ClassKind::PropagateNan},
});

std::optional<Value> languageMember(std::string_view name) {
  if (std::optional<DType> dtype = DType::fromLongName(name)) return Value::dtype(*dtype);
  for (const ClassName &cls : kLanguageClasses)
    if (cls.name == name) return Value(ClassValue{cls.kind});
  if (name == "TRITON_MAX_TENSOR_NUMEL") return Value(BigInt(ir::kMaxTileElements)).asConstexprObject();
  if (name == "pi32_t") return Value::dtype(*DType(Scalar::Int32).pointerTo(/*isConst=*/false));
  return std::nullopt;
}

/// Something of the host by its dotted name.
Value hostValue(std::string dotted) {
  std::optional<Value> known = hostMember(dotted);
  return known ? *known : Value::opaque(std::move(dotted));
}

std::optional<BuiltinPlace> placeOf(BuiltinModule module) {
  switch (module) {
  case BuiltinModule::Triton: return BuiltinPlace::Triton;
  case BuiltinModule::Language: return BuiltinPlace::Tl;
  case BuiltinModule::Math: return BuiltinPlace::Math;
  case BuiltinModule::Cuda: return BuiltinPlace::Cuda;
  case BuiltinModule::TargetInfo: return BuiltinPlace::TargetInfo;
  case BuiltinModule::Extra:
  case BuiltinModule::Libdevice: return std::nullopt;
  }
  TC_UNREACHABLE("every module has a case");
}

std::optional<Value> builtinAt(BuiltinPlace place, std::string_view name) {
  const Builtin *builtin = findBuiltin(place, name);
  return builtin ? std::optional<Value>(BuiltinValue{builtin, nullptr}) : std::nullopt;
}

}  // namespace

Result<std::optional<Value>> Lowering::moduleMember(const ModuleValue &module, std::string_view name) {
  if (const auto *user = std::get_if<const UserModule *>(&module.module)) {
    TC_TRY(std::optional<Value> value, lookUp(*(*user)->scope, name));
    if (value) return value;
    // `import package.part` makes the part a member of the package.
    TC_TRY(const UserModule *part, program_.import(**user, name, 1));
    return part ? std::optional<Value>(ModuleValue{part}) : std::nullopt;
  }
  BuiltinModule builtin = std::get<BuiltinModule>(module.module);
  for (const MemberModule &member : kMemberModules)
    if (member.parent == builtin && member.name == name) return std::optional<Value>(ModuleValue{member.module});
  if (builtin == BuiltinModule::Libdevice) return libdeviceMember(name);
  if (builtin == BuiltinModule::Language)
    if (std::optional<Value> member = languageMember(name)) return member;
  if (std::optional<BuiltinPlace> place = placeOf(builtin))
    if (std::optional<Value> found = builtinAt(*place, name)) return found;
  // Older code has these functions in `tl.math`.
  if (builtin == BuiltinModule::Math) return libdeviceMember(name);
  if (builtin == BuiltinModule::Triton) return std::optional(hostValue(fmt::format("triton.{}", name)));
  return std::optional<Value>();
}

Result<Value> Lowering::moduleByName(const UserModule &importer, std::string_view dotted, uint32_t level,
                                     SourceRange where) {
  if (level == 0) {
    for (const ModuleName &module : kModuleNames)
      if (module.dotted == dotted) return Value(ModuleValue{module.module});
    if (dotted.starts_with("triton.")) return Value::opaque(std::string(dotted));
  }
  TC_TRY(const UserModule *module, program_.import(importer, dotted, level));
  if (module) return Value(ModuleValue{module});
  if (level == 0 && isHostModule(dotted)) return Value::opaque(std::string(dotted));
  std::string text = fmt::format("there is no module `{}{}`{}", std::string(level, '.'), dotted,
                                 level == 0 ? " beside this file; `-I DIR` names more folders to look in" : "");
  return Value::opaque(std::string(dotted), std::make_shared<const OpaqueCause>(where, text, /*isFailedImport=*/true));
}

Result<Value> Lowering::importValue(const Scope &scope, const ast::Import &, const ast::Alias &alias) {
  std::string_view dotted = alias.name.text, first = dotted.substr(0, dotted.find('.'));
  TC_TRY(Value module, moduleByName(scope.module(), dotted, 0, alias.name.range));
  // `import a.b` binds `a`, `import a.b as c` binds `a.b`.
  bool bindsFirst = alias.asName.isEmpty() && first != dotted;
  const auto *opaque = module.dynAs<OpaqueValue>();
  if (!bindsFirst || (opaque && opaque->isFailedImport())) return module;
  return moduleByName(scope.module(), first, 0, alias.name.range);
}

Result<Value> Lowering::importFromValue(const Scope &scope, const ast::ImportFrom &import, const ast::Alias &alias) {
  bool isNamed = !import.module.isEmpty();
  SourceRange where = isNamed ? import.module.range : alias.name.range;
  TC_TRY(Value module, moduleByName(scope.module(), import.module.text, import.level, where));
  if (const auto *known = module.dynAs<ModuleValue>()) {
    TC_TRY(std::optional<Value> member, moduleMember(*known, alias.name.text));
    if (member) return *member;
  }
  // `from package import part`, or `from . import part`, in a folder without __init__.py
  std::string dotted = fmt::format("{}{}{}", import.module.text, isNamed ? "." : "", alias.name.text);
  TC_TRY(Value part, moduleByName(scope.module(), dotted, import.level, alias.name.range));
  const auto *opaque = part.dynAs<OpaqueValue>();
  if (!opaque) return part;
  if (std::optional<Value> known = hostMember(*opaque->name); known && import.level == 0) return *known;
  return opaque->isFailedImport() ? failedName(import, alias, module, part) : part;
}

/// What becomes of a name that an existing module does not have, or of one of a module that does not exist.
Result<Value> Lowering::failedName(const ast::ImportFrom &import, const ast::Alias &alias, const Value &module,
                                   const Value &part) {
  if (const auto *opaque = module.dynAs<OpaqueValue>())
    return import.module.isEmpty() ? part : Value::opaque(*part.as<OpaqueValue>().name, opaque->cause);
  const auto *user = std::get_if<const UserModule *>(&module.as<ModuleValue>().module);
  if (!user) return Value::opaque(*part.as<OpaqueValue>().name);
  // What the module takes from others by `*` may be anything.
  for (const ast::ImportFrom *star : (*user)->scope->starImports()) {
    TC_TRY(Value source, moduleByName(**user, star->module.text, star->level, star->range));
    if (source.is<OpaqueValue>()) return Value::opaque(*part.as<OpaqueValue>().name);
  }
  std::string text = fmt::format("{} has no `{}`", (*user)->file->path(), alias.name.text);
  return Value::opaque(*part.as<OpaqueValue>().name,
                       std::make_shared<const OpaqueCause>(alias.name.range, text, /*isFailedImport=*/true));
}

Result<std::optional<Value>> Lowering::starImportValue(const Scope &scope, std::string_view name) {
  for (const ast::ImportFrom *import : scope.starImports()) {
    TC_TRY(Value module, moduleByName(scope.module(), import->module.text, import->level, import->module.range));
    const auto *known = module.dynAs<ModuleValue>();
    if (!known || name.starts_with('_')) continue;
    TC_TRY(std::optional<Value> member, moduleMember(*known, name));
    if (member && !member->is<OpaqueValue>()) return member;
  }
  return std::optional<Value>();
}

Result<const ast::Stmt *> Lowering::failedImport(const Scope &scope, const TryImports &imports, size_t count) {
  auto fails = [](const Value &value) {
    const auto *opaque = value.dynAs<OpaqueValue>();
    return opaque && opaque->isFailedImport();
  };
  for (size_t i = 0; i < count; ++i) {
    const ast::Stmt *stmt = imports.statements[i];
    const auto *from = stmt->dynAs<ast::ImportFrom>();
    for (const ast::Alias *alias : from ? from->names : stmt->as<ast::Import>().names) {
      Result<Value> value = !from                     ? importValue(scope, stmt->as<ast::Import>(), *alias)
                            : alias->name.text == "*" ? moduleByName(scope.module(), from->module.text, from->level, {})
                                                      : importFromValue(scope, *from, *alias);
      if (!value.ok()) return Failed{};
      if (!fails(*value)) continue;
      if (!context_.diags().keepsRemarks()) return stmt;
      context_.diags()
          .remark(stmt->range, DiagId::ImportFailed, "the handler of this `try` counts: {}",
                  value->as<OpaqueValue>().cause->text)
          .proceed();
      return stmt;
    }
  }
  return nullptr;
}

Result<Lowering::Reach> Lowering::reachInTry(const Scope &scope, const Guard &guard) {
  const TryImports &imports = *guard.imports;
  bool isHandler = guard.kind == Guard::Kind::TryHandler;
  if (!imports.isHandled) return isHandler ? Reach::IfUnknown : Reach::Yes;
  size_t count = guard.kind == Guard::Kind::TryBody ? guard.numImports : imports.statements.size();
  TC_TRY(const ast::Stmt *failed, failedImport(scope, imports, count));
  if (isHandler) return failed ? Reach::Yes : Reach::IfUnknown;
  return failed ? Reach::No : Reach::Yes;
}

Result<Lowering::Reach> Lowering::reachOf(const Scope &scope, const Guard *guard) {
  Reach reach = Reach::Yes;
  for (; guard && reach != Reach::No; guard = guard->outer) {
    if (guard->kind != Guard::Kind::If) {
      TC_TRY(Reach inTry, reachInTry(scope, *guard));
      reach = std::min(reach, inTry);
      continue;
    }
    TC_TRY(Value test, evaluateHost(*guard->test, scope));
    if (!test.is<OpaqueValue>() && isTruthy(test) != guard->isTaken) return Reach::No;
  }
  return reach;
}

Result<Value> Lowering::bindingValue(const Scope &scope, std::string_view name, const Binding &binding) {
  const ast::Stmt &stmt = *binding.stmt;
  if (const auto *import = stmt.dynAs<ast::Import>()) return importValue(scope, *import, *binding.alias);
  if (const auto *import = stmt.dynAs<ast::ImportFrom>()) return importFromValue(scope, *import, *binding.alias);
  if (const auto *def = stmt.dynAs<ast::FunctionDef>()) {
    TC_TRY(const FunctionInfo *info, functionInfo(*def, scope));
    return decorated({info, nullptr, nullptr});
  }
  if (const auto *def = stmt.dynAs<ast::ClassDef>()) return classValue(*def, scope, *binding.inner);
  const ast::Expr *expr = nullptr;
  if (const auto *assign = stmt.dynAs<ast::Assign>(); assign && !binding.isChange) expr = assign->value;
  if (const auto *annAssign = stmt.dynAs<ast::AnnAssign>()) expr = annAssign->value;
  if (!expr) {
    auto cause = std::make_shared<const OpaqueCause>(stmt.range, fmt::format("{} of the host", ast::noun(stmt.kind)));
    return Value::opaque(std::string(name), std::move(cause));
  }
  TC_TRY(Value value, evaluateHost(*expr, scope));
  if (binding.index < 0) return value;
  auto index = static_cast<size_t>(binding.index);
  bool hasElement = value.is<TupleValue>() && index < value.elements().size();
  return hasElement ? value.elements()[index] : Value::opaque(std::string(name));
}

Result<std::optional<Value>> Lowering::lookUp(const Scope &scope, std::string_view name) {
  // The caller's text may be gone before the scope is; that of the binding is not.
  auto bound = scope.bindings().find(name);
  if (bound != scope.bindings().end()) name = bound->first;
  std::pair<const Scope *, std::string_view> key(&scope, name);
  if (auto found = globals_.find(key); found != globals_.end()) return std::optional(found->second);
  if (scope.isParam(name)) return std::optional(Value::opaque(std::string(name)));
  const std::vector<Binding> *bindings = scope.find(name);
  if (auto current = evaluating_.find(key); current != evaluating_.end()) {
    // The value that it has where it is bound anew: `f = triton.jit(f)`. How often a loop does so is the host's affair.
    size_t binding = current->second;
    bool isKnown = bindings && binding > 0 && !(*bindings)[binding].isInLoop;
    if (!isKnown) return std::optional(Value::opaque(std::string(name)));
    Result<std::optional<Value>> value = valueBefore(scope, name, binding);
    evaluating_[key] = binding;
    return value;
  }
  evaluating_[key] = 0;
  Result<std::optional<Value>> value =
      bindings ? valueBefore(scope, name, bindings->size()) : starImportValue(scope, name);
  evaluating_.erase(key);
  // What comes from a star import is kept by its own module.
  if (bindings && value.ok() && *value) globals_.emplace(key, **value);
  return value;
}

namespace {

/// Whether a statement is `name = f(name, ...)`, with a function that the compiler does not know.
bool isWrapping(const ast::Stmt &stmt, std::string_view name) {
  const auto *assign = stmt.dynAs<ast::Assign>();
  const auto *call = assign ? assign->value->dynAs<ast::Call>() : nullptr;
  return call && std::ranges::any_of(call->args, [&](const ast::Expr *arg) {
           const auto *own = arg->dynAs<ast::Name>();
           return own && own->id == name;
         });
}

}  // namespace

Result<std::optional<Value>> Lowering::valueBefore(const Scope &scope, std::string_view name, size_t count) {
  const std::vector<Binding> &bindings = *scope.find(name);
  // The last assignment that was certainly or possibly done is the one that a launch sees.
  std::optional<Value> unknown;
  bool isWrapped = false;
  for (size_t i = count; i-- > 0;) {
    const Binding &binding = bindings[i];
    evaluating_[{&scope, name}] = i;
    TC_TRY(Reach reach, reachOf(scope, binding.guard));
    if (reach == Reach::No || (reach == Reach::IfUnknown && !unknown)) continue;
    TC_TRY(Value value, bindingValue(scope, name, binding));
    bool isUnknown = value.is<OpaqueValue>();
    // What an unknown function makes of a function or module is taken for the same, as under an unknown decorator.
    bool isUsable = !isWrapped || value.is<ModuleValue>() || value.is<FunctionValue>();
    if (!isUnknown && isUsable) return std::optional(std::move(value));
    bool isWrapping = isUnknown && frontend::isWrapping(*binding.stmt, name);
    if (!unknown) unknown = std::move(value);
    if (!binding.isTried && !isWrapping) return unknown;
    isWrapped = isWrapped || isWrapping;
  }
  return unknown;
}

/// The function of Triton that decorates, with arguments or without; null if it is another one.
Result<const Builtin *> Lowering::decoratorBuiltin(const ast::Expr &decorator, const Scope &scope) {
  const auto *call = decorator.dynAs<ast::Call>();
  TC_TRY(Value value, evaluateHost(call ? *call->func : decorator, scope));
  const auto *builtin = value.dynAs<BuiltinValue>();
  return builtin ? builtin->builtin : nullptr;
}

Result<bool> Lowering::isJitDecorator(const ast::Expr &decorator, const Scope &scope) {
  TC_TRY(const Builtin *builtin, decoratorBuiltin(decorator, scope));
  return builtin && builtin->name == "jit";
}

Success Lowering::applyDecorator(FunctionInfo &info, const ast::Expr &decorator) {
  TC_TRY(const Builtin *builtin, decoratorBuiltin(decorator, *info.scope));
  // `@tl.constexpr` is the older spelling.
  if (builtin && (builtin->name == "constexpr_function" || builtin->name == "constexpr"))
    info.role = FunctionRole::ConstexprFunction;
  if (!builtin || builtin->name != "jit") return {};
  info.role = FunctionRole::Jit;
  const auto *call = decorator.dynAs<ast::Call>();
  if (!call) return {};
  for (const ast::Keyword *keyword : call->keywords) {
    if (keyword->name.text == "do_not_specialize") info.notSpecialized = keyword->value;
    if (keyword->name.text == "do_not_specialize_on_alignment") info.notAligned = keyword->value;
    if (keyword->name.text != "noinline") continue;
    TC_TRY(Value noinline, evaluateHost(*keyword->value, *info.scope));
    info.isNoinline = !noinline.is<OpaqueValue>() && isTruthy(noinline);
  }
  return {};
}

Result<const FunctionInfo *> Lowering::functionInfo(const ast::FunctionDef &def, const Scope &scope) {
  if (auto found = functionOf_.find(&def); found != functionOf_.end()) return found->second;
  FunctionInfo &info = functions_.emplace_back(&def, &scope, fmt::format("{}{}", scope.prefix(), def.name.text));
  for (const ast::Expr *decorator : def.decorators) {
    const auto *name = decorator->dynAs<ast::Name>();
    if (name && name->id == "staticmethod") info.binding = FunctionBinding::Static;
    TC_TRY_VOID(applyDecorator(info, *decorator));
  }
  functionOf_[&def] = &info;
  return &info;
}

Value Lowering::jitFunction(const FunctionValue &function, bool isNoinline) {
  FunctionInfo &info = functions_.emplace_back(*function.info);
  info.role = FunctionRole::Jit;
  info.isNoinline = isNoinline;
  return FunctionValue{&info, function.self, function.closure};
}

std::vector<std::string_view> Lowering::visibleNames() const {
  std::vector<std::string_view> names;
  for (const auto &[name, value] : frame().locals) names.push_back(name);
  for (const Scope *scope = frame().scope; scope; scope = scope->parent())
    for (const auto &[name, bindings] : scope->bindings()) names.push_back(name);
  std::vector<std::string_view> builtins = builtinNames(BuiltinPlace::Python);
  names.insert(names.end(), builtins.begin(), builtins.end());
  return names;
}

Value Lowering::unknownValue(SourceRange range, std::initializer_list<Argument> parts) const {
  SourceRange where = range;
  for (const Argument &part : parts) {
    const auto *opaque = part.value.dynAs<OpaqueValue>();
    if (opaque && opaque->cause) return Value::opaque(std::string(textOf(range)), opaque->cause);
    if (opaque) {
      where = part.range;
      break;
    }
  }
  std::string text = fmt::format("the compiler cannot compute `{}`", textOf(where));
  return Value::opaque(std::string(textOf(range)), std::make_shared<const OpaqueCause>(where, std::move(text)));
}

DiagnosticBuilder Lowering::hostOnly(SourceRange range, std::string_view text, const OpaqueValue &value) {
  if (value.isFailedImport())
    return error(range, DiagId::ImportFailed, "`{}` comes from an import that fails", text)
        .note(value.cause->where, "{}", value.cause->text);
  DiagnosticBuilder diag = error(range, DiagId::HostOnly, "`{}` belongs to the host; a kernel cannot use it", text);
  return value.cause ? diag.note(value.cause->where, "{}", value.cause->text) : diag;
}

Result<Value> Lowering::globalForKernel(const ast::Name &name, const Value &value) {
  if (const auto *opaque = value.dynAs<OpaqueValue>()) return hostOnly(name.range, name.id, *opaque);
  bool isPlainData = value.isNumber() || value.is<StringValue>() || value.is<TupleValue>() || value.is<EllipsisValue>();
  if (isPlainData && !value.isConstexprObject())
    return error(name.range, DiagId::GlobalNotConstexpr,
                 "the global `{}` is no `tl.constexpr`; write `{} = tl.constexpr(...)` where it is defined", name.id,
                 name.id);
  return value;
}

namespace {

std::string_view undefinedText(UndefinedReason reason) {
  switch (reason) {
  case UndefinedReason::LoopBody: return "assigned in the body of this loop only";
  case UndefinedReason::LoopVariable: return "the variable of this loop, which has no value after it";
  case UndefinedReason::Branch: return "assigned in one branch only";
  }
  TC_UNREACHABLE("every reason has a case");
}

}  // namespace

/// A name that is nowhere may stand in a module that does not exist.
DiagnosticBuilder Lowering::noteStarImports(DiagnosticBuilder diag) {
  for (const Scope *scope = frame().scope; scope; scope = scope->parent())
    for (const ast::ImportFrom *import : scope->starImports()) {
      Result<Value> module = moduleByName(scope->module(), import->module.text, import->level, import->module.range);
      const auto *opaque = module.ok() ? module->dynAs<OpaqueValue>() : nullptr;
      if (opaque && opaque->isFailedImport()) diag.note(opaque->cause->where, "{}", opaque->cause->text).proceed();
    }
  return diag;
}

Result<Value> Lowering::lookUpName(const ast::Name &name) {
  if (auto found = frame().locals.find(name.id); found != frame().locals.end()) {
    if (found->second.is<PoisonValue>()) return Failed{};
    const auto *undefined = found->second.dynAs<UndefinedValue>();
    if (!undefined) return found->second;
    return error(name.range, DiagId::UnknownName, "`{}` is not defined here", name.id)
        .note(undefined->where, "{}", undefinedText(undefined->reason));
  }
  if (frame().closure) {
    auto found = frame().closure->find(name.id);
    if (found != frame().closure->end()) return isHost() ? found->second : globalForKernel(name, found->second);
  }
  for (const Scope *scope = frame().scope; scope; scope = scope->parent()) {
    // As in Python, the names of a class are not seen from its methods.
    if (scope->kind() == Scope::Kind::Class && scope != frame().scope) continue;
    TC_TRY(std::optional<Value> value, lookUp(*scope, name.id));
    if (!value) continue;
    return isHost() ? *value : globalForKernel(name, *value);
  }
  if (std::optional<Value> builtin = builtinAt(BuiltinPlace::Python, name.id)) return *builtin;
  if (isHost()) {
    std::optional<Value> host = builtinAt(BuiltinPlace::HostPython, name.id);
    return host ? *host : Value::opaque(std::string(name.id));
  }
  return noteStarImports(
      error(name.range, DiagId::UnknownName, "`{}` is not defined{}", name.id, didYouMean(name.id, visibleNames())));
}

}  // namespace tritonc::frontend
