#include "frontend/scope.h"

#include <algorithm>
#include <array>

namespace tritonc::frontend {

Scope::Scope(Kind kind, const Scope *parent, const UserModule &module, std::string prefix)
    : kind_(kind), parent_(parent), module_(module), prefix_(std::move(prefix)) {}

void Scope::collect(ast::Seq<ast::Stmt> body) { collect(body, nullptr); }

void Scope::addParams(ast::Seq<ast::Param> params) {
  for (const ast::Param *param : params) params_.push_back(param->name.text);
}

const std::vector<Binding> *Scope::find(std::string_view name) const {
  auto found = bindings_.find(name);
  return found == bindings_.end() ? nullptr : &found->second;
}

bool Scope::isParam(std::string_view name) const { return std::ranges::find(params_, name) != params_.end(); }

void Scope::appendFunctions(std::vector<Definition> &out) const {
  out.insert(out.end(), functions_.begin(), functions_.end());
  for (const Scope &scope : inner_) scope.appendFunctions(out);
}

void Scope::collect(ast::Seq<ast::Stmt> body, const Guard *guard) {
  for (const ast::Stmt *stmt : body) collectStmt(*stmt, guard);
}

const Scope *Scope::addInner(Kind kind, const ast::Identifier &name, ast::Seq<ast::Stmt> body,
                             ast::Seq<ast::Param> params) {
  Scope &scope = inner_.emplace_back(kind, this, module_, fmt::format("{}{}.", prefix_, name.text));
  scope.addParams(params);
  scope.collect(body);
  return &scope;
}

void Scope::bind(std::string_view name, Binding binding) {
  binding.isTried = tryDepth_ != 0;
  binding.isInLoop = loopDepth_ != 0;
  bindings_[name].push_back(binding);
}

void Scope::bindTarget(const ast::Expr &target, const ast::Stmt &stmt, const Guard *guard) {
  if (const auto *name = target.dynAs<ast::Name>()) bind(name->id, {.stmt = &stmt, .guard = guard});
  const auto *tuple = target.dynAs<ast::Tuple>();
  if (!tuple) return;
  for (size_t i = 0; i < tuple->elts.size(); ++i)
    if (const auto *name = tuple->elts[i]->dynAs<ast::Name>())
      bind(name->id, {.stmt = &stmt, .index = static_cast<int>(i), .guard = guard});
}

void Scope::collectImport(const ast::Stmt &stmt, ast::Seq<ast::Alias> names, const Guard *guard) {
  for (const ast::Alias *alias : names) {
    std::string_view bound = alias->asName.isEmpty() ? alias->name.text : alias->asName.text;
    // `import a.b` binds `a`.
    if (alias->asName.isEmpty()) bound = bound.substr(0, bound.find('.'));
    bind(bound, {.stmt = &stmt, .alias = alias, .guard = guard});
  }
}

namespace {

/// Whether the handlers with this type take an `ImportError`.
bool takesImportError(const ast::Expr *type) {
  if (!type) return true;
  if (const auto *tuple = type->dynAs<ast::Tuple>()) return std::ranges::any_of(tuple->elts, takesImportError);
  const auto *name = type->dynAs<ast::Name>();
  constexpr auto kNames =
      std::to_array<std::string_view>({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"});
  return name && std::ranges::find(kNames, name->id) != kNames.end();
}

}  // namespace

template <class T> void Scope::collectTry(const T &stmt, const Guard *guard) {
  using Kind = Guard::Kind;
  TryImports &imports = tryImports_.emplace_back();
  for (const ast::ExceptHandler *handler : stmt.handlers)
    imports.isHandled = imports.isHandled || takesImportError(handler->type);
  // The last binding counts, so what follows a failed import comes before the import.
  const Guard *handled = &guards_.emplace_back(Guard{.kind = Kind::TryHandler, .imports = &imports, .outer = guard});
  for (const ast::ExceptHandler *handler : stmt.handlers) collect(handler->body, handled);
  ++tryDepth_;
  for (const ast::Stmt *inner : stmt.body) {
    if (inner->is<ast::Import>() || inner->is<ast::ImportFrom>()) imports.statements.push_back(inner);
    size_t count = imports.statements.size();
    collectStmt(*inner, &guards_.emplace_back(
                            Guard{.kind = Kind::TryBody, .imports = &imports, .numImports = count, .outer = guard}));
  }
  --tryDepth_;
  collect(stmt.orelse, &guards_.emplace_back(Guard{.kind = Kind::TryElse, .imports = &imports, .outer = guard}));
  collect(stmt.finalbody, guard);
}

/// A statement that changes the list or dict that a name stands for: from there on, its value is the host's affair.
void Scope::bindChanged(const ast::Stmt &stmt, const Guard *guard) {
  const ast::Expr *changed = nullptr;
  if (const auto *assign = stmt.dynAs<ast::Assign>()) {
    for (const ast::Expr *target : assign->targets)
      if (const auto *subscript = target->dynAs<ast::Subscript>()) changed = subscript->value;
  } else if (const auto *exprStmt = stmt.dynAs<ast::ExprStmt>()) {
    constexpr auto kMethods = std::to_array<std::string_view>(
        {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "setdefault", "sort", "update"});
    const auto *call = exprStmt->value->dynAs<ast::Call>();
    const auto *method = call ? call->func->dynAs<ast::Attribute>() : nullptr;
    if (method && std::ranges::find(kMethods, method->attr.text) != kMethods.end()) changed = method->value;
  }
  const auto *name = changed ? changed->dynAs<ast::Name>() : nullptr;
  if (name) bind(name->id, {.stmt = &stmt, .isChange = true, .guard = guard});
}

void Scope::collectStmt(const ast::Stmt &stmt, const Guard *guard) {
  if (const auto *import = stmt.dynAs<ast::Import>()) return collectImport(stmt, import->names, guard);
  if (const auto *from = stmt.dynAs<ast::ImportFrom>()) {
    if (from->names.size() == 1 && from->names[0]->name.text == "*") return starImports_.push_back(from);
    return collectImport(stmt, from->names, guard);
  }
  if (const auto *def = stmt.dynAs<ast::FunctionDef>()) {
    functions_.push_back({def, this});
    const Scope *inner = addInner(Kind::Function, def->name, def->body, def->params);
    return bind(def->name.text, {.stmt = &stmt, .guard = guard, .inner = inner});
  }
  if (const auto *def = stmt.dynAs<ast::ClassDef>()) {
    const Scope *inner = addInner(Kind::Class, def->name, def->body, {});
    return bind(def->name.text, {.stmt = &stmt, .guard = guard, .inner = inner});
  }
  bindChanged(stmt, guard);
  if (const auto *assign = stmt.dynAs<ast::Assign>()) {
    for (const ast::Expr *target : assign->targets) bindTarget(*target, stmt, guard);
  } else if (const auto *annAssign = stmt.dynAs<ast::AnnAssign>()) {
    if (annAssign->value) bindTarget(*annAssign->target, stmt, guard);
  } else if (const auto *augAssign = stmt.dynAs<ast::AugAssign>()) {
    bindTarget(*augAssign->target, stmt, guard);
  } else if (const auto *ifStmt = stmt.dynAs<ast::If>()) {
    collect(ifStmt->body, &guards_.emplace_back(Guard{.test = ifStmt->test, .isTaken = true, .outer = guard}));
    collect(ifStmt->orelse, &guards_.emplace_back(Guard{.test = ifStmt->test, .isTaken = false, .outer = guard}));
  } else if (const auto *tryStmt = stmt.dynAs<ast::Try>()) {
    collectTry(*tryStmt, guard);
  } else if (const auto *tryStar = stmt.dynAs<ast::TryStar>()) {
    collectTry(*tryStar, guard);
  } else if (const auto *with = stmt.dynAs<ast::With>()) {
    collect(with->body, guard);
  } else if (const auto *forStmt = stmt.dynAs<ast::For>()) {
    ++loopDepth_;
    bindTarget(*forStmt->target, stmt, guard);
    collect(forStmt->body, guard);
    --loopDepth_;
  } else if (const auto *whileStmt = stmt.dynAs<ast::While>()) {
    ++loopDepth_;
    collect(whileStmt->body, guard);
    --loopDepth_;
  }
}

}  // namespace tritonc::frontend
