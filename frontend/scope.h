// Scopes: which statement of a file gives a name its value. Values are computed later, when a kernel asks for them.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "frontend/value.h"

namespace tritonc::frontend {

class Scope;

/// The import statements in the body of a `try`, in order.
struct TryImports {
  std::vector<const ast::Stmt *> statements;
  /// A handler takes an `ImportError`: where an import fails, the host goes on there.
  bool isHandled = false;
};

/// What the host comes by on its way to a binding, innermost first: `if` statements, and the parts of a `try`.
struct Guard {
  enum class Kind : uint8_t { If, TryBody, TryHandler, TryElse } kind = Kind::If;
  /// Of an `if`.
  const ast::Expr *test = nullptr;
  bool isTaken = true;
  /// Of a `try`.
  const TryImports *imports = nullptr;
  /// In the body of a `try`: how many of its imports come before the binding, with that of the binding itself.
  size_t numImports = 0;
  const Guard *outer = nullptr;
};

/// A statement that gives a name its value.
struct Binding {
  const ast::Stmt *stmt;
  /// The name in an `import`; null otherwise.
  const ast::Alias *alias = nullptr;
  /// Position in a tuple of targets; -1 if the name is the target itself.
  int index = -1;
  /// It changes the object that the name stands for: `names.append(...)`.
  bool isChange = false;
  /// Null outside `if` and `try`.
  const Guard *guard = nullptr;
  /// Of a function or class.
  const Scope *inner = nullptr;
  /// In the body of a `try`: if the host's value is unknown, that of a handler may do.
  bool isTried = false;
  /// In a loop, which may do it more than once.
  bool isInLoop = false;
};

enum class FunctionRole : uint8_t { Host, Jit, ConstexprFunction };

/// What a function of a class gets as its first argument.
enum class FunctionBinding : uint8_t { Instance, Static };

/// A function of a file, and what its decorators make of it.
struct FunctionInfo {
  const ast::FunctionDef *def;
  /// Where its text stands: the scope around it.
  const Scope *scope;
  /// `Class.method`, `outer.kernel`
  std::string qualifiedName;
  FunctionRole role = FunctionRole::Host;
  FunctionBinding binding = FunctionBinding::Instance;
  bool isNoinline = false;
  /// `do_not_specialize` and `do_not_specialize_on_alignment` of `triton.jit`: names or positions. Null without.
  const ast::Expr *notSpecialized = nullptr;
  const ast::Expr *notAligned = nullptr;
};

/// A class whose instances kernels use: a `NamedTuple`, or an aggregate.
struct RecordClass {
  enum class Kind : uint8_t { NamedTuple, Aggregate } kind;
  std::string name;
  struct Field {
    std::string name;
    /// Null without.
    const ast::Expr *annotation = nullptr;
    const ast::Expr *defaultValue = nullptr;
    /// Where the two are evaluated.
    const Scope *scope = nullptr;
  };
  std::vector<Field> fields;
  /// All that it inherits from, directly or not.
  std::vector<const RecordClass *> bases;
  /// Where its methods are, then those of its bases. Empty for one made by `namedtuple`.
  std::vector<const Scope *> scopes;

  /// Nothing if there is no such field.
  std::optional<size_t> fieldIndex(std::string_view field) const {
    auto found = std::ranges::find(fields, field, &Field::name);
    return found == fields.end() ? std::nullopt : std::optional(static_cast<size_t>(found - fields.begin()));
  }
};

/// The names that one body binds: of a file, a function or a class.
class Scope {
public:
  enum class Kind : uint8_t { Module, Function, Class };

  Scope(Kind kind, const Scope *parent, const UserModule &module, std::string prefix);
  Scope(const Scope &) = delete;
  void collect(ast::Seq<ast::Stmt> body);
  void addParams(ast::Seq<ast::Param> params);

  Kind kind() const { return kind_; }
  const Scope *parent() const { return parent_; }
  const UserModule &module() const { return module_; }
  /// `Class.` inside a class; empty for a file.
  const std::string &prefix() const { return prefix_; }

  /// In order of the text; null if the name is not bound here.
  const std::vector<Binding> *find(std::string_view name) const;
  bool isParam(std::string_view name) const;
  /// The statements `from m import *`, in order.
  const std::vector<const ast::ImportFrom *> &starImports() const { return starImports_; }
  const std::map<std::string_view, std::vector<Binding>> &bindings() const { return bindings_; }
  /// Every function definition in the text order, with those in nested bodies.
  struct Definition {
    const ast::FunctionDef *def;
    const Scope *scope;
  };
  void appendFunctions(std::vector<Definition> &out) const;

private:
  void collect(ast::Seq<ast::Stmt> body, const Guard *guard);
  void collectStmt(const ast::Stmt &stmt, const Guard *guard);
  void collectImport(const ast::Stmt &stmt, ast::Seq<ast::Alias> names, const Guard *guard);
  template <class T> void collectTry(const T &stmt, const Guard *guard);
  void bind(std::string_view name, Binding binding);
  void bindChanged(const ast::Stmt &stmt, const Guard *guard);
  void bindTarget(const ast::Expr &target, const ast::Stmt &stmt, const Guard *guard);
  const Scope *addInner(Kind kind, const ast::Identifier &name, ast::Seq<ast::Stmt> body, ast::Seq<ast::Param> params);

  Kind kind_;
  const Scope *parent_;
  const UserModule &module_;
  std::string prefix_;
  std::map<std::string_view, std::vector<Binding>> bindings_;
  std::vector<std::string_view> params_;
  std::vector<const ast::ImportFrom *> starImports_;
  std::vector<Definition> functions_;
  unsigned tryDepth_ = 0;
  unsigned loopDepth_ = 0;
  std::deque<Scope> inner_;
  std::deque<Guard> guards_;
  std::deque<TryImports> tryImports_;
};

/// A parsed .py file.
struct UserModule {
  const SourceFile *file;
  /// The folder that its relative imports start from.
  std::string folder;
  ast::Module tree;
  std::unique_ptr<Scope> scope;
};

}  // namespace tritonc::frontend
