#include "frontend/kernel_params.h"

#include <algorithm>

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

Result<Value> KernelParams::evaluate(const SourceFile &file) {
  TC_TRY(ast::Expression expr, parseExpression(file, context().diags()));
  TC_TRY(Value value, lowering_.evaluateHost(*expr.body, *kernel_.scope));
  const auto *opaque = value.dynAs<OpaqueValue>();
  if (!opaque) return value;
  std::string_view text = *opaque->name;
  return context().diags().error(expr.body->range, DiagId::BadConstant,
                                 "`{}` is neither a type nor a value that the compiler can compute{}", text,
                                 didYouMean(text, scalarShortNames()));
}

Success KernelParams::readConstants() {
  for (const auto &[name, text] : request_.constants) {
    const SourceFile &file = context().sources().add(fmt::format("<constant {}>", name), text);
    SourceRange range = file.range(0, static_cast<uint32_t>(text.size()));
    std::vector<std::string_view> names = paramNames();
    if (std::ranges::find(names, name) == names.end())
      return context().diags().error(range, DiagId::SignatureCount, "`{}` has no parameter `{}`{}", def().name.text,
                                     name, didYouMean(name, names));
    TC_TRY(Value value, evaluate(file));
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
      return context().diags().error(entry.name, DiagId::SignatureCount, "`{}` has no parameter `{}`{}",
                                     def().name.text, name, didYouMean(name, names));
    if (!entries_.emplace(*found, entry).second)
      return context().diags().error(entry.name, DiagId::SignatureCount, "`{}` is given twice", name);
  }
  return {};
}

Result<BoundParam> KernelParams::bindType(const ast::Param &param, const SignatureEntry &entry) {
  BoundParam bound{.name = param.name.text, .constant = {}, .dtype = entry.dtype};
  if (isConstexpr(param))
    return context()
        .diags()
        .error(entry.value, DiagId::BadSignature, "`{}` is a `tl.constexpr`; it takes a value, not a type",
               param.name.text)
        .note(param.range, "declared here");
  if (entry.hint == 1) {
    bound.constant = Value(BigInt(1));
    return bound;
  }
  if (entry.hint != 0) bound.divisible = entry.hint;
  if (!entry.dtype.irType(context()))
    return context().diags().error(entry.value, DiagId::Unsupported, "the type {} is not supported yet",
                                   entry.dtype.shortName());
  if (param.annotation && entry.dtype.isPtr()) {
    TC_TRY(Value annotation, lowering_.evaluateHost(*param.annotation, *kernel_.scope));
    const auto *cls = annotation.dynAs<ClassValue>();
    if (cls && cls->kind == ClassKind::Const) bound.dtype = *entry.dtype.pointee().pointerTo(/*isConst=*/true);
  }
  return bound;
}

Result<BoundParam> KernelParams::bindParam(const ast::Param &param) {
  if (param.form != ast::ParamForm::Normal)
    return context().diags().error(param.range, DiagId::UnsupportedSyntax,
                                   "a variadic, keyword-only or positional-only parameter of a kernel");
  auto entry = entries_.find(param.name.text);
  auto constant = constants_.find(param.name.text);
  bool hasEntry = entry != entries_.end() && entry->second.kind != SignatureEntry::Kind::Constexpr;
  if (hasEntry && constant != constants_.end())
    return context()
        .diags()
        .error(constant->second.range, DiagId::SignatureCount, "`{}` is given here and in the signature",
               param.name.text)
        .note(entry->second.range, "the entry of the signature");
  if (hasEntry && entry->second.kind == SignatureEntry::Kind::Type) return bindType(param, entry->second);
  BoundParam bound{.name = param.name.text, .constant = {}, .dtype = {}};
  if (hasEntry) {
    const SourceFile &file = context().sources().add("<signature>", std::string(lowering_.textOf(entry->second.value)));
    TC_TRY(bound.constant, evaluate(file));
  } else if (constant != constants_.end()) {
    bound.constant = constant->second.value;
  } else if (param.defaultValue) {
    TC_TRY(Value value, lowering_.evaluateHost(*param.defaultValue, *kernel_.scope));
    if (value.is<OpaqueValue>())
      return context().diags().error(param.defaultValue->range, DiagId::BadConstant,
                                     "the compiler cannot compute this default; give it with `-c {}=VALUE`",
                                     param.name.text);
    bound.constant = std::move(value);
  } else if (isConstexpr(param)) {
    return context().diags().error(param.range, DiagId::MissingConstant,
                                   "no value for the constant `{}`; give it in the signature or with `-c {}=VALUE`",
                                   param.name.text, param.name.text);
  } else {
    return context().diags().error(param.range, DiagId::SignatureCount, "the signature says nothing about `{}`",
                                   param.name.text);
  }
  return bound;
}

Result<std::vector<BoundParam>> KernelParams::bind() {
  signature_ = &context().sources().add("<signature>", request_.signature);
  TC_TRY(std::vector<SignatureEntry> entries, parseSignature(*signature_, context().diags()));
  bool hasNames = std::ranges::any_of(entries, [](const SignatureEntry &entry) { return entry.name.isValid(); });
  TC_TRY_VOID(hasNames ? matchNamed(entries) : matchPositional(entries));
  TC_TRY_VOID(readConstants());
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
  return params;
}

}  // namespace tritonc::frontend
