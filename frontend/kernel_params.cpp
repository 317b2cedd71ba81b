#include "frontend/kernel_params.h"

#include <algorithm>

#include "frontend/param_type.h"
#include "frontend/parser.h"
#include "frontend/spelling.h"

namespace tritonc::frontend {

std::vector<std::string_view> KernelParams::paramNames() const {
  std::vector<std::string_view> names;
  for (const ast::Param *param : def().params) names.push_back(param->name.text);
  return names;
}

bool KernelParams::isConstexpr(const ast::Param &param) const {
  return param.annotation && lowering_.textOf(param.annotation->range).find("constexpr") != std::string_view::npos;
}

/// A value of the signature or of `-c` has to be one that the compiler knows, all through.
Success KernelParams::checkConstant(const Value &value, SourceRange range) {
  if (value.is<TupleValue>())
    for (const Value &element : value.elements()) TC_TRY_VOID(checkConstant(element, range));
  if (const auto *builtin = value.dynAs<BuiltinValue>()) {
    std::optional<DType> dtype = typeNamed(builtin->builtin->name);
    if (dtype && dtype->irType(context()))
      return context().diags().error(range, DiagId::BadSignature, "`{}` is a type of Python; its name here is `{}`",
                                     builtin->builtin->name, dtype->shortName());
    if (builtin->builtin->name == "str" || builtin->builtin->name == "tuple")
      return context().diags().error(range, DiagId::BadSignature,
                                     "`{}` is a type of Python; a parameter of it takes a value",
                                     builtin->builtin->name);
  }
  const auto *opaque = value.dynAs<OpaqueValue>();
  if (!opaque) return {};
  std::string_view text = *opaque->name;
  if (DType::fromShortName(text))
    return context().diags().error(range, DiagId::Unsupported,
                                   "a tuple of run-time values as a parameter is not supported yet");
  return context().diags().error(range, DiagId::BadConstant,
                                 "`{}` is neither a type nor a value that the compiler can compute{}", text,
                                 didYouMean(text, valueShortNames()));
}

Result<Value> KernelParams::evaluate(const SourceFile &file, uint32_t begin) {
  TC_TRY(ast::Expression expr, parseExpression(file, begin, context().diags()));
  // Causes of opaque values and the like point into the tree.
  expressions_.push_back(std::move(expr));
  const ast::Expr &body = *expressions_.back().body;
  TC_TRY(Value value, lowering_.evaluateHost(body, *kernel_.scope));
  TC_TRY_VOID(checkConstant(value, body.range));
  return value;
}

Success KernelParams::readConstants() {
  for (const auto &[name, text] : request_.constants) {
    const SourceFile &file = context().sources().add(fmt::format("<constant {}>", name), text);
    SourceRange range = file.range(0, static_cast<uint32_t>(text.size()));
    std::vector<std::string_view> names = paramNames();
    if (std::ranges::find(names, name) == names.end())
      return context().diags().error(range, DiagId::SignatureCount, "`{}` has no parameter `{}`{}", def().name.text,
                                     name, didYouMean(name, names));
    TC_TRY(Value value, evaluate(file, 0));
    if (!constants_.emplace(name, Constant{std::move(value), range}).second)
      return context().diags().error(range, DiagId::SignatureCount, "`{}` is given twice", name);
  }
  return {};
}

Success KernelParams::matchPositional(const std::vector<SignatureEntry> &entries) {
  std::vector<std::string_view> names = paramNames();
  if (entries.size() > names.size())
    return context()
        .diags()
        .error(entries[names.size()].range, DiagId::SignatureCount, "{} entries, but `{}` has {} parameters",
               entries.size(), def().name.text, names.size())
        .note(def().name.range, "declared here");
  for (size_t i = 0; i < entries.size(); ++i) entries_.emplace(names[i], entries[i]);
  return {};
}

Success KernelParams::matchNamed(const std::vector<SignatureEntry> &entries) {
  std::vector<std::string_view> names = paramNames();
  for (const SignatureEntry &entry : entries) {
    if (!entry.name.isValid())
      return context().diags().error(entry.range, DiagId::BadSignature,
                                     "an entry without a name between entries with names");
    std::string_view name = lowering_.textOf(entry.name);
    auto found = std::ranges::find(names, name);
    if (found == names.end())
      return context().diags().error(request_.describesLaunch ? def().name.range : entry.name, DiagId::SignatureCount,
                                     "`{}` has no parameter `{}`{}", def().name.text, name, didYouMean(name, names));
    if (!entries_.emplace(*found, entry).second)
      return context().diags().error(entry.name, DiagId::SignatureCount, "`{}` is given twice", name);
  }
  return {};
}

Result<bool> KernelParams::isListed(const ast::Expr *list, const ast::Param &param) {
  if (!list) return false;
  TC_TRY(Value value, lowering_.evaluateHost(*list, *kernel_.scope));
  std::vector<Value> entries = value.is<TupleValue>() ? value.elements() : std::vector{value};
  auto index = std::ranges::find(def().params, &param) - def().params.begin();
  return std::ranges::any_of(entries, [&](const Value &entry) {
    return entry.is<StringValue>() ? entry.text() == param.name.text
                                   : entry.isInteger() && entry.integer() == BigInt(index);
  });
}

/// A signature that someone wrote says what the kernel gets; the kernel may not say something else.
Result<BoundParam> KernelParams::bindWritten(const ast::Param &param, const SignatureEntry &entry,
                                             std::optional<DType> declared) {
  BoundParam bound{.name = param.name.text, .constant = {}, .dtype = entry.dtype};
  if (declared && declared->withoutConst() != entry.dtype.withoutConst())
    return context()
        .diags()
        .error(entry.value, DiagId::BadSignature, "`{}` is declared {}, not {}", param.name.text, declared->shortName(),
               entry.dtype.shortName())
        .note(param.annotation->range, "declared here");
  if (entry.hint == 1) bound.constant = Value(BigInt(1));
  if (entry.hint == 16) bound.divisible = 16;
  return bound;
}

/// What Triton makes of a value of a launch: language.md 2.4.
Result<BoundParam> KernelParams::bindLaunched(const ast::Param &param, const SignatureEntry &entry,
                                              std::optional<DType> declared) {
  DType dtype = declared.value_or(entry.dtype);
  bool isOtherKind = dtype.isPtr() != entry.dtype.isPtr() || (dtype.isInt() && !entry.dtype.isInt());
  if (isOtherKind)
    return context()
        .diags()
        .error({}, DiagId::BadArgument, "`{}` gets a value of type {}", param.name.text, entry.dtype.shortName())
        .note(param.annotation->range, "it is declared {}", dtype.shortName());
  BoundParam bound{.name = param.name.text, .constant = {}, .dtype = dtype};
  TC_TRY(bool isPlain, isListed(kernel_.notSpecialized, param));
  TC_TRY(bool isUnaligned, isListed(kernel_.notAligned, param));
  if (entry.hint == 1 && !declared && !isPlain) bound.constant = Value(BigInt(1));
  bool hasMultiples = dtype.isPtr() || (dtype.isInt() && !dtype.isBool());
  if (entry.hint == 16 && hasMultiples && !isPlain && !isUnaligned) bound.divisible = 16;
  return bound;
}

Result<BoundParam> KernelParams::bindType(const ast::Param &param, const SignatureEntry &entry) {
  if (isConstexpr(param) && request_.describesLaunch)
    return context().diags().error(param.range, DiagId::BadArgument,
                                   "the constant `{}` is given with `--arg`; it takes `-c {}=VALUE`", param.name.text,
                                   param.name.text);
  if (isConstexpr(param))
    return context()
        .diags()
        .error(entry.value, DiagId::BadSignature, "`{}` is a `tl.constexpr`; it takes a value, not a type",
               param.name.text)
        .note(param.range, "declared here");
  if (!entry.block.isEmpty() && entry.dtype.irType(context()))
    return BoundParam{.name = param.name.text, .constant = {}, .dtype = entry.dtype, .block = entry.block};
  std::optional<DType> declared;
  bool isConst = false;
  if (param.annotation) {
    TC_TRY(Value annotation, lowering_.evaluateHost(*param.annotation, *kernel_.scope));
    declared = typeOfAnnotation(annotation);
    const auto *cls = annotation.dynAs<ClassValue>();
    isConst = cls && cls->kind == ClassKind::Const;
  }
  TC_TRY(BoundParam bound,
         request_.describesLaunch ? bindLaunched(param, entry, declared) : bindWritten(param, entry, declared));
  if (!bound.dtype.irType(context()))
    return context().diags().error(entry.value, DiagId::Unsupported, "the type {} is not supported yet",
                                   bound.dtype.shortName());
  bool staysConst = isConst || (declared && declared->isConstPtr());
  if (staysConst && bound.dtype.isPtr()) bound.dtype = *bound.dtype.pointee().pointerTo(/*isConst=*/true);
  return bound;
}

DiagnosticBuilder KernelParams::missing(const ast::Param &param) {
  std::string_view name = param.name.text;
  if (isConstexpr(param) && request_.describesLaunch)
    return context().diags().error(param.range, DiagId::MissingConstant,
                                   "no value for the constant `{}`; give it with `-c {}=VALUE`", name, name);
  if (isConstexpr(param))
    return context().diags().error(param.range, DiagId::MissingConstant,
                                   "no value for the constant `{}`; give it in the signature or with `-c {}=VALUE`{}",
                                   name, name,
                                   tuning_.configs.empty() || config_ ? "" : ", or take a config with `--config N`");
  if (request_.describesLaunch)
    return context().diags().error(param.range, DiagId::SignatureCount,
                                   "no value for the argument `{}`; give it with `--arg {}=VALUE`", name, name);
  return context().diags().error(param.range, DiagId::SignatureCount, "the signature says nothing about `{}`", name);
}

/// Without an entry that is a type: a value of the signature, one of `-c`, of a heuristic or config, or the default.
Result<BoundParam> KernelParams::bindConstant(const ast::Param &param) {
  auto entry = entries_.find(param.name.text);
  auto constant = constants_.find(param.name.text);
  BoundParam bound{.name = param.name.text, .constant = {}, .dtype = {}};
  if (entry != entries_.end() && entry->second.kind == SignatureEntry::Kind::Value) {
    // The entries before it stay, so that columns are those of the signature.
    SourceRange range = entry->second.value;
    const SourceFile &file =
        context().sources().add("<signature>", std::string(signature_->text().substr(0, range.end)));
    TC_TRY(bound.constant, evaluate(file, range.begin));
  } else if (constant != constants_.end()) {
    bound.constant = constant->second.value;
  } else if (heuristicFor(bound.name)) {
    // Its turn is when all others are known.
  } else if (const Value *value = config_ ? config_->find(bound.name) : nullptr) {
    bound.constant = *value;
  } else if (param.defaultValue) {
    TC_TRY(Value value, lowering_.evaluateHost(*param.defaultValue, *kernel_.scope));
    if (value.is<OpaqueValue>())
      return context().diags().error(param.defaultValue->range, DiagId::BadConstant,
                                     "the compiler cannot compute this default; give it with `-c {}=VALUE`",
                                     param.name.text);
    bound.constant = std::move(value);
  } else {
    return missing(param);
  }
  return bound;
}

/// What a config says is said once, and of parameters that exist.
Success KernelParams::checkConfig() {
  if (!config_) return {};
  std::vector<std::string_view> names = paramNames();
  for (const auto &[name, value] : config_->metas) {
    if (std::ranges::find(names, name) == names.end())
      return context().diags().error(tuning_.autotune, DiagId::SignatureCount,
                                     "config {} gives `{}`, but `{}` has no such parameter{}", *request_.config, name,
                                     def().name.text, didYouMean(name, names));
    auto entry = entries_.find(name);
    auto constant = constants_.find(name);
    bool hasEntry = entry != entries_.end() && entry->second.kind != SignatureEntry::Kind::Constexpr;
    if (!hasEntry && constant == constants_.end()) continue;
    return context()
        .diags()
        .error(hasEntry ? entry->second.range : constant->second.range, DiagId::SignatureCount,
               "`{}` is given here and by config {}", name, *request_.config)
        .note(tuning_.autotune, "the configs");
  }
  return {};
}

const Heuristic *KernelParams::heuristicFor(std::string_view name) const {
  auto found = std::ranges::find(tuning_.heuristics, name, [](const Heuristic &h) { return std::string_view(h.name); });
  return found == tuning_.heuristics.end() ? nullptr : &*found;
}

Success KernelParams::runHeuristics(std::vector<BoundParam> &params) {
  auto needsValue = [&](const BoundParam &param) {
    auto entry = entries_.find(param.name);
    bool hasEntry = entry != entries_.end() && entry->second.kind != SignatureEntry::Kind::Constexpr;
    return !hasEntry && !param.constant;
  };
  std::vector<DictValue::Item> args;
  for (const BoundParam &param : params) {
    if (needsValue(param)) continue;
    std::string name(param.name);
    std::string why = fmt::format("`{}` is known only at launch", name);
    auto cause = std::make_shared<const OpaqueCause>(def().name.range, why);
    Value passed(OpaqueValue{std::make_shared<const std::string>(name), std::move(cause), /*isPassedByLaunch=*/true});
    args.push_back({Value::string(name), param.constant ? *param.constant : passed});
  }
  if (config_)
    for (const auto &[name, value] : config_->options) args = withItem(std::move(args), Value::string(name), value);
  for (const Heuristic &heuristic : tuning_.heuristics) {
    auto param = std::ranges::find(params, std::string_view(heuristic.name), &BoundParam::name);
    SourceRange range = tuning_.heuristicsRange;
    // Without a config, the options of the command line stand.
    if (param == params.end() && config_ && config_->find(heuristic.name))
      return context().diags().error(range, DiagId::Unsupported,
                                     "a heuristic for `{0}` beside a config is not supported yet; give the values of "
                                     "the config with `-c`, and `{0}` as an option",
                                     heuristic.name);
    if (param == params.end() || !needsValue(*param)) continue;
    TC_TRY(Value value, lowering_.callHost(heuristic.function,
                                           {.positional = {{Value::dict(args), range}}, .named = {}, .range = range},
                                           *kernel_.scope));
    const auto *opaque = value.dynAs<OpaqueValue>();
    if (opaque) {
      DiagnosticBuilder diag = context().diags().error(
          range, DiagId::BadConstant, "the compiler cannot compute the heuristic for `{}`; give it with `-c {}=VALUE`",
          heuristic.name, heuristic.name);
      return opaque->cause ? diag.note(opaque->cause->where, "{}", opaque->cause->text) : diag;
    }
    param->constant = value;
    args = withItem(std::move(args), Value::string(heuristic.name), value);
  }
  return {};
}

Result<BoundParam> KernelParams::bindParam(const ast::Param &param) {
  if (param.form != ast::ParamForm::Normal)
    return context().diags().error(param.range, DiagId::UnsupportedSyntax,
                                   "a variadic, keyword-only or positional-only parameter of a kernel");
  auto entry = entries_.find(param.name.text);
  auto constant = constants_.find(param.name.text);
  bool hasEntry = entry != entries_.end() && entry->second.kind != SignatureEntry::Kind::Constexpr;
  if (hasEntry && constant != constants_.end()) {
    if (request_.describesLaunch)
      return context().diags().error(constant->second.range, DiagId::SignatureCount,
                                     "`{}` is given here and with `--arg`", param.name.text);
    return context()
        .diags()
        .error(constant->second.range, DiagId::SignatureCount, "`{}` is given here and in the signature",
               param.name.text)
        .note(entry->second.range, "the entry of the signature");
  }
  bool isType = hasEntry && entry->second.kind == SignatureEntry::Kind::Type;
  return isType ? bindType(param, entry->second) : bindConstant(param);
}

Result<std::vector<BoundParam>> KernelParams::bind() {
  signature_ = &context().sources().add("<signature>", request_.signature);
  TC_TRY(std::vector<SignatureEntry> entries, parseSignature(*signature_, context().diags()));
  bool hasNames = std::ranges::any_of(entries, [](const SignatureEntry &entry) { return entry.name.isValid(); });
  TC_TRY_VOID(hasNames ? matchNamed(entries) : matchPositional(entries));
  TC_TRY_VOID(readConstants());
  TC_TRY_VOID(checkConfig());
  std::vector<BoundParam> params;
  bool isComplete = true;
  for (const ast::Param *param : def().params) {
    Result<BoundParam> bound = bindParam(*param);
    if (bound.ok())
      params.push_back(std::move(*bound));
    else
      isComplete = false;
  }
  if (!isComplete) return Failed{};
  TC_TRY_VOID(runHeuristics(params));
  return params;
}

}  // namespace tritonc::frontend
