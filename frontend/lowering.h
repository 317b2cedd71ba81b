// Lowering: abstract interpretation of the syntax tree.
//
// Every expression yields a `Value`. What is known at compile time is computed with Python's semantics; everything else
// becomes tile IR. The same code evaluates the surroundings of kernels (module-level constants, defaults, signatures)
// in host mode, where nothing is emitted and what cannot be computed becomes an opaque value.
//
//   lower_names.cpp       names, imports, members of modules      lower_stmt.cpp   statements and their sequence
//   lower_attribute.cpp   attributes and subscripts               lower_if.cpp     branches and where they join
//   lower_expr.cpp        other expressions                       lower_for.cpp    loops and what they carry
//   lower_operators.cpp   operators, promotion, broadcasting      lower_call.cpp   calls and inlining
//   lower_values.cpp      conversions and checks that all share   lower_while.cpp  loops with a condition
//   lower_host.cpp        host functions, run at compile time
//   lower_records.cpp     named tuples and aggregates
//   builtins_*.cpp        one family of builtins each
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "frontend/builtins.h"
#include "frontend/emitter.h"
#include "frontend/lower.h"
#include "frontend/program.h"
#include "frontend/promotion.h"
#include "frontend/python_ops.h"
#include "frontend/value.h"

namespace tritonc::frontend {

/// Ordered, so that what walks over all names does so in the same order every time.
using Locals = Closure;

enum class Mode : uint8_t {
  Kernel,  // emits IR; assignments turn numbers into tensors
  Host,    // emits nothing; what cannot be computed becomes opaque
};

/// One activation of a function, or the evaluation of a text of the host.
struct Frame {
  Mode mode;
  const FunctionInfo *function;
  /// Where names that are not local are looked up.
  const Scope *scope;
  ir::Loc callSite;
  Locals locals;
  /// Loops of the IR around the current statement, within this function.
  unsigned loopDepth = 0;
  /// Names that `x: tl.constexpr` announced, before they have a value.
  std::set<std::string_view> announced = {};
  /// What stands between the locals and the scope, for a function that was defined while another one ran.
  std::shared_ptr<const Closure> closure = nullptr;
};

/// A `static_range` loop on its way through its values.
struct StaticLoop {
  const ast::For *stmt;
  std::vector<BigInt> values;
};

/// The statements that are still to do, as a list that branches share: a statement, or one round of an unrolled loop,
/// or the end of the function.
struct Step {
  const ast::Stmt *stmt = nullptr;
  const StaticLoop *loop = nullptr;
  size_t round = 0;
  const Step *next = nullptr;

  bool isFunctionEnd() const { return !stmt && !loop; }
};

/// How a sequence of statements ends.
struct Outcome {
  enum class Kind : uint8_t {
    Falls,    // goes on behind the sequence
    Returns,  // returned `result`
    Mixed,    // returned `result` where `hasReturned` is true, goes on elsewhere
  };
  Kind kind = Kind::Falls;
  Value result;
  ir::Value *hasReturned = nullptr;
};

struct CallArguments {
  struct Named {
    ast::Identifier name;
    Argument arg;
  };
  std::vector<Argument> positional;
  std::vector<Named> named;
  /// Of the whole call.
  SourceRange range;
};

/// What a function of floats takes.
enum class FloatTypes : uint8_t { Fp32, Fp32AndFp64 };

class Lowering {
public:
  Lowering(ir::Context &context, Program &program, const LowerRequest &request)
      : context_(context), program_(program), request_(request) {}
  Lowering(const Lowering &) = delete;

  ir::Context &context() { return context_; }
  Program &program() { return program_; }
  const LowerRequest &request() const { return request_; }
  /// Of the kernel that is lowered: a config may say another number than the request.
  int64_t numWarps() const { return module_ ? module_->attrs.warps : request_.numWarps; }
  /// Only in kernel mode.
  Emitter &emitter() { return *emitter_; }
  bool isHost() const { return frame().mode == Mode::Host; }

  // ---- Entry points ----

  /// Lowers the body of a kernel whose parameters are in `locals`.
  Success lowerBody(const FunctionInfo &kernel, ir::Module &module, ir::Function &function, Locals locals);
  /// The value of an expression in a scope of the host; opaque if it cannot be computed.
  Result<Value> evaluateHost(const ast::Expr &expr, const Scope &scope);
  /// The same for a call.
  Result<Value> callHost(const Value &callee, CallArguments args, const Scope &scope);
  /// The value of a name bound in a scope; nothing if it is not bound.
  Result<std::optional<Value>> lookUp(const Scope &scope, std::string_view name);
  /// The function that a definition gives, with what its decorators say.
  Result<const FunctionInfo *> functionInfo(const ast::FunctionDef &def, const Scope &scope);
  /// The kernel or helper that `triton.jit` makes of a function of the host.
  Value jitFunction(const FunctionValue &function, bool isNoinline);
  /// Whether a decorator is `triton.jit`, with arguments or without.
  Result<bool> isJitDecorator(const ast::Expr &decorator, const Scope &scope);

  // ---- Errors ----

  /// The place that an error at `range` is reported at: our own library stays out of sight behind the call of it.
  SourceRange visible(SourceRange range) const;
  template <class... Args>
  DiagnosticBuilder error(SourceRange range, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    return noteCalls(context_.diags().error(visible(range), id, format, std::forward<Args>(args)...));
  }
  /// The same with "`x + 1` is a tile of 128 i32" for each operand.
  template <class... Args>
  DiagnosticBuilder operandError(std::initializer_list<Argument> operands, SourceRange range, DiagId id,
                                 fmt::format_string<Args...> format, Args &&...args) {
    return noteCalls(
        noteOperands(context_.diags().error(visible(range), id, format, std::forward<Args>(args)...), operands));
  }
  /// `text` is the host's, for all that its value says.
  DiagnosticBuilder hostOnly(SourceRange range, std::string_view text, const OpaqueValue &value);
  /// What the compiler cannot compute. The first opaque value of `parts` is what stopped it, or else the whole.
  Value unknownValue(SourceRange range, std::initializer_list<Argument> parts = {}) const;
  DiagnosticBuilder noteOperands(DiagnosticBuilder diag, std::initializer_list<Argument> operands);
  /// Adds "called from here" for the calls that led to the current function; of many, the first and the last ones.
  DiagnosticBuilder noteCalls(DiagnosticBuilder diag);
  /// "X is not supported yet".
  DiagnosticBuilder notSupported(SourceRange range, std::string_view what);
  std::string_view textOf(SourceRange range) const;

  // ---- Conversions ----

  /// A runtime value; a number gets its literal type.
  Result<RuntimeValue> toTensor(const Argument &arg);
  /// What an assignment to a plain variable keeps: numbers become tensors, tuples element by element.
  Result<Value> decay(const Argument &arg);
  Result<RuntimeValue> castTo(const RuntimeValue &value, DType type, SourceRange range);
  /// An i1 scalar for `if`, or a failed result.
  Result<RuntimeValue> toCondition(const Argument &arg);

  Result<RuntimeValue> requireFloat(const BuiltinCall &call, std::string_view name, FloatTypes types);
  Result<BigInt> requireInt(const Argument &arg, const BuiltinCall &call, std::string_view what);
  Result<int64_t> requireInt64(const Argument &arg, const BuiltinCall &call, std::string_view what);
  Result<bool> requireBool(const Argument &arg, const BuiltinCall &call, std::string_view what);
  Result<std::string> requireString(const Argument &arg, const BuiltinCall &call, std::string_view what);
  Result<DType> requireDType(const Argument &arg, const BuiltinCall &call);
  /// A tuple of powers of two, or one such number.
  Result<ir::DimVector> requireShape(const Argument &arg, const BuiltinCall &call);
  /// The shape has power-of-two dimensions and not too many elements.
  Success checkShape(const ir::DimVector &shape, SourceRange range);

  /// The position of a dimension of `value`; negative numbers count from the last one.
  Result<unsigned> requireAxis(const Argument &arg, const BuiltinCall &call, const RuntimeValue &value);
  /// The last two dimensions exchanged.
  Result<RuntimeValue> swapLastDims(const RuntimeValue &value, SourceRange range);

  // ---- Operators ----

  Result<Value> binary(ast::BinaryOperator op, const Argument &lhs, const Argument &rhs, SourceRange range);
  Result<Value> compare(ast::CompareOperator op, const Argument &lhs, const Argument &rhs, SourceRange range);
  /// The shape that all operands broadcast to.
  Result<ir::DimVector> commonShape(std::span<const RuntimeValue> values, std::span<const SourceRange> ranges);
  /// Broadcasts the values to their common shape.
  Success broadcastTogether(std::span<RuntimeValue> values, std::span<const SourceRange> ranges);
  /// Converts numbers to tensors of their literal types, promotes all to one type and broadcasts them together.
  Result<std::vector<RuntimeValue>> promoteFully(std::span<const Argument> args, SourceRange range,
                                                 PromotionRule rule = PromotionRule::Arithmetic);
  /// The same with numbers that adapt to a tensor beside them.
  Result<std::vector<RuntimeValue>> promoteAdaptively(const Argument &lhs, const Argument &rhs, SourceRange range,
                                                      PromotionRule rule = PromotionRule::Arithmetic);

  // ---- Assertions ----

  /// An assertion of the device, if the request asks for them. A mask of None is none.
  Success emitAssert(const Argument &cond, const Value &message, const Argument &mask);

  // ---- Expressions ----

  Result<Value> eval(const ast::Expr &expr);
  Result<Argument> evalArg(const ast::Expr &expr);
  /// Nothing if the value has no such attribute.
  Result<std::optional<Value>> attributeOrNone(const Value &base, const ast::Identifier &attr);
  Result<Value> attribute(const Value &base, const ast::Identifier &attr, SourceRange range);

  // ---- Classes ----

  Value namedTupleClass(std::string name, const std::vector<std::string> &fields);
  /// Every field of an aggregate has a value that its annotation allows.
  Success checkFields(const RecordClass &cls, const std::vector<Value> &values, SourceRange range);

  // ---- Calls ----

  Result<Value> call(const Value &callee, CallArguments args, SourceRange calleeRange);
  Result<Value> callFunction(const FunctionValue &callee, const CallArguments &args);

private:
  friend class FrameGuard;
  friend class UncheckedOverflow;

  Frame &frame() { return *frame_; }
  const Frame &frame() const { return *frame_; }
  void setPlace(SourceRange range) {
    if (emitter_) emitter_->setPlace(range);
  }

  // lower_names.cpp
  Result<Value> lookUpName(const ast::Name &name);
  Result<Value> globalForKernel(const ast::Name &name, const Value &value);
  Result<Value> bindingValue(const Scope &scope, std::string_view name, const Binding &binding);
  /// The value that the first `count` bindings of a name give it.
  Result<std::optional<Value>> valueBefore(const Scope &scope, std::string_view name, size_t count);
  /// Whether the host comes to a binding. `IfUnknown`: in the handler of a `try` all of whose imports exist; it counts
  /// where the body gives a value that the compiler does not know.
  enum class Reach : uint8_t { No, IfUnknown, Yes };
  Result<Reach> reachOf(const Scope &scope, const Guard *guard);
  Result<Reach> reachInTry(const Scope &scope, const Guard &guard);
  /// The first import of a `try` that fails, among the first `count`; null if none does.
  Result<const ast::Stmt *> failedImport(const Scope &scope, const TryImports &imports, size_t count);
  Result<std::optional<Value>> starImportValue(const Scope &scope, std::string_view name);
  Result<Value> importValue(const Scope &scope, const ast::Import &import, const ast::Alias &alias);
  Result<Value> failedName(const ast::ImportFrom &import, const ast::Alias &alias, const Value &module,
                           const Value &part);
  DiagnosticBuilder noteStarImports(DiagnosticBuilder diag);
  Result<Value> importFromValue(const Scope &scope, const ast::ImportFrom &import, const ast::Alias &alias);
  Result<std::optional<Value>> moduleMember(const ModuleValue &module, std::string_view name);
  Result<Value> moduleByName(const UserModule &importer, std::string_view dotted, uint32_t level, SourceRange where);
  Result<const Builtin *> decoratorBuiltin(const ast::Expr &decorator, const Scope &scope);
  Success applyDecorator(FunctionInfo &info, const ast::Expr &decorator);
  std::vector<std::string_view> visibleNames() const;

  // lower_attribute.cpp
  Result<std::optional<Value>> hostAttribute(const ast::Attribute &expr);
  Result<std::optional<Value>> runtimeAttribute(const Value &base, const ast::Identifier &identifier);
  Result<Value> subscriptTensor(const Argument &base, const ast::Subscript &expr);
  Result<Value> subscriptSequence(const Value &base, const ast::Subscript &expr);
  Result<std::vector<size_t>> slicePositions(const SliceValue &slice, int64_t size, SourceRange range);
  Result<Value> slice(const Value &base, const SliceValue &slice, SourceRange range);

  Result<Value> inHost(const Scope &scope, SourceRange range, const std::function<Result<Value>()> &evaluate);

  // lower_expr.cpp: one overload for each kind that has a meaning; the last one takes the others.
  Result<Value> lower(const ast::Attribute &expr);
  Result<Value> lower(const ast::BinOp &expr);
  Result<Value> lower(const ast::BoolOp &expr);
  Result<Value> lower(const ast::Call &expr);
  Result<Value> lower(const ast::Compare &expr);
  Result<Value> lower(const ast::Constant &expr);
  Result<Value> lower(const ast::Dict &expr);
  Result<Value> lower(const ast::DictComp &expr);
  Result<Value> lower(const ast::GeneratorExp &expr);
  Result<Value> lower(const ast::Lambda &expr);
  Result<Value> lower(const ast::IfExp &expr);
  Result<Value> lower(const ast::JoinedStr &expr);
  Result<Value> lower(const ast::List &expr);
  Result<Value> lower(const ast::ListComp &expr);
  Result<Value> lower(const ast::Name &expr);
  Result<Value> lower(const ast::NamedExpr &expr);
  Result<Value> lower(const ast::Slice &expr);
  Result<Value> lower(const ast::Subscript &expr);
  Result<Value> lower(const ast::Tuple &expr);
  Result<Value> lower(const ast::UnaryOp &expr);
  Result<Value> lower(const ast::Expr &expr);
  Result<Value> unknownInHost(const ast::Expr &expr);
  /// Calls `visit` for each round of the loops of a comprehension; false if the compiler cannot know them.
  Result<bool> comprehend(ast::Seq<ast::Comprehension> loops, size_t depth, const std::function<Success()> &visit);
  Result<Value> comprehension(const ast::Expr &expr, const ast::Expr &element, ast::Seq<ast::Comprehension> loops);
  Result<Value> display(ast::Seq<ast::Expr> elements);
  Result<std::optional<std::string>> formattedField(const ast::FormattedValue &field);

  // lower_operators.cpp
  Result<Value> pointerArithmetic(ast::BinaryOperator op, const Argument &lhs, const Argument &rhs, SourceRange range);
  Result<Value> tensorBinary(ast::BinaryOperator op, const Argument &lhs, const Argument &rhs, SourceRange range);
  Result<Value> floatBinary(ast::BinaryOperator op, std::span<RuntimeValue> values, const Argument &lhs,
                            const Argument &rhs, SourceRange range);
  Result<Value> intBinary(ast::BinaryOperator op, std::span<RuntimeValue> values, bool isSigned, SourceRange range);
  void assertNoOverflow(ast::BinaryOperator op, std::span<const RuntimeValue> values);
  Result<Value> unary(ast::UnaryOperator op, const Argument &operand, SourceRange range);
  Result<Value> logical(ast::BoolOperator op, const Argument &lhs, const Argument &rhs, SourceRange range);
  Result<Value> foldedValue(Folded folded, std::initializer_list<Value> operands, SourceRange range);
  Result<RuntimeValue> numberAs(const Argument &number, DType type);

  // lower_stmt.cpp
  const Step *steps(ast::Seq<ast::Stmt> body, const Step *next);
  Result<Outcome> runSteps(const Step *steps);
  Result<Outcome> runStep(const Step &step, const Step *&rest);
  Outcome recover(const ast::Stmt &stmt);
  // `rest` is what follows; a statement that goes on with it itself sets it to its new beginning, or to null.
  Result<Outcome> lowerStmt(const ast::AnnAssign &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::Assert &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::Assign &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::AugAssign &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::ExprStmt &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::For &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::If &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::Pass &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::Return &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::While &stmt, const Step *&rest);
  Result<Outcome> lowerStmt(const ast::Stmt &stmt, const Step *&rest);
  /// Whether numbers that are assigned become tensors.
  enum class Numbers : uint8_t { Decay, Stay };
  Success assign(const ast::Expr &target, const Argument &value, Numbers numbers);
  Success unpack(ast::Seq<ast::Expr> targets, const ast::Expr &target, const Argument &value, Numbers numbers);
  void define(std::string_view name, Value value);
  bool isConstexprAnnotation(const ast::Expr &annotation);

  // lower_if.cpp
  struct Branch {
    ir::Block *block;
    Locals locals;
    Outcome outcome;
  };
  class Join;
  Result<Outcome> lowerRuntimeIf(const ast::If &stmt, const RuntimeValue &condition, const Step *&rest);
  Result<Branch> runBranch(ir::Block *block, const Step *steps, const Locals &before);
  Success continueBranch(Branch &branch, SourceRange range, const Step *rest);
  Result<Outcome> joinBranches(SourceRange range, ir::Value *condition, Branch &thenBranch, Branch &elseBranch,
                               const Locals &before);
  struct JoinedName {
    std::string_view name;
    Value value;
  };
  std::vector<JoinedName> joinLocals(Join &join, SourceRange range, const Branch &thenBranch, const Branch &elseBranch,
                                     const Locals &before);
  Value joinNames(Join &join, std::string_view name, const Value &a, const Value &b, const Value *old,
                  SourceRange range);
  Result<Value> joinReturns(Join &join, SourceRange range, const Outcome &a, const Outcome &b);
  Result<Value> returnedValue(const Value &value, const Value &other, SourceRange range);
  Result<Outcome> skipIfReturned(SourceRange range, const Outcome &outcome, const Step *rest);
  Result<Value> lowerRuntimeIfExp(const ast::IfExp &expr, const RuntimeValue &condition);

  // lower_for.cpp
  class Carried;
  Result<Outcome> lowerRuntimeFor(const ast::For &stmt, const RangeSpec &range, SourceRange iterRange);
  Result<const StaticLoop *> staticLoop(const ast::For &stmt, const RangeSpec &range, SourceRange iterRange);
  struct LoopBounds {
    RuntimeValue lower, upper, step;
  };
  Success checkCarried(std::string_view name, const Value &before, const Value &after, SourceRange range);
  struct NamedResult {
    std::string_view name;
    Value value;
  };
  /// Names behind a loop: its results, and what cannot outlive it.
  void leaveLoop(const std::vector<NamedResult> &results, const Locals &before, std::string_view variable,
                 SourceRange header);
  Result<LoopBounds> loopBounds(const RangeSpec &range, SourceRange iterRange);

  // lower_while.cpp
  class WhileLoop;
  Result<ir::Value *> lowerWhileTest(const ast::While &stmt, WhileLoop &loop, const Locals &before);

  // lower_records.cpp
  Result<Value> classValue(const ast::ClassDef &def, const Scope &scope, const Scope &inner);
  /// What a class has beside its fields.
  Result<std::optional<Value>> classMember(const RecordClass &cls, std::string_view name);
  /// A field, or a method bound to the instance.
  Result<std::optional<Value>> recordMember(const Value &base, std::string_view name);
  Result<Value> construct(const RecordClass &cls, const CallArguments &args);
  /// A call of a method of an aggregate; nothing if `self` is none or has no such method.
  Result<std::optional<Value>> callMethod(const Argument &self, std::string_view name, std::vector<Argument> args,
                                          SourceRange range);
  // Operators that the class of an operand defines; nothing if none does.
  Result<std::optional<Value>> recordBinary(ast::BinaryOperator op, const Argument &lhs, const Argument &rhs,
                                            SourceRange range);
  Result<std::optional<Value>> recordCompare(ast::CompareOperator op, const Argument &lhs, const Argument &rhs,
                                             SourceRange range);
  Result<std::optional<Value>> recordUnary(ast::UnaryOperator op, const Argument &operand, SourceRange range);

  // lower_host.cpp
  class HostRun;
  Result<Value> runInit(const RecordClass &cls, const FunctionInfo &init, CallArguments args);
  Result<Value> runHostFunction(const FunctionValue &callee, const CallArguments &args);
  Result<Value> runLambda(const LambdaValue &lambda, const CallArguments &args);
  Result<Value> callConstexprFunction(const FunctionValue &callee, const CallArguments &args);
  /// The locals and the closure of the current frame, for functions that it defines.
  std::shared_ptr<const Closure> currentClosure() const;
  /// What the decorators of a `triton.jit` function of the host's own make of it.
  Result<Value> decorated(const FunctionValue &function);

  // lower_call.cpp
  /// Calls inside each other; each takes some of the compiler's own stack.
  static constexpr unsigned kMaxCallDepth = 100;
  /// Calls in all, each of which is a copy of its function: helpers that call others twice multiply.
  static constexpr unsigned kMaxCalls = 1 << 16;
  Result<Value> callBuiltin(const BuiltinValue &callee, CallArguments args);
  Result<BuiltinCall> bindBuiltin(const Builtin &builtin, const CallArguments &args);
  Result<Locals> bindFunction(const FunctionInfo &function, const CallArguments &args);
  /// The parameters of a function or lambda with their values. Names of its definition are told in errors.
  struct Callable {
    std::string_view name;
    SourceRange nameRange;
    ast::Seq<ast::Param> params;
    const Scope *scope;
  };
  Result<Locals> bindParams(const Callable &callable, const CallArguments &args);
  Result<Value> callNoinline(const FunctionValue &callee, const Locals &locals, SourceRange range);
  struct DeviceFunction {
    FunctionValue callee;
    /// What it was specialised for: types of runtime arguments, values of the others.
    Locals arguments;
    ir::Function *function;
    /// The result with its runtime parts missing.
    Value result;
  };
  Result<DeviceFunction> deviceFunction(const FunctionValue &callee, const Locals &locals, SourceRange range);
  Result<Value> runFunction(const FunctionValue &callee, Locals locals, ir::Loc callSite);
  Result<CallArguments> evalArguments(const ast::Call &expr);
  /// The overload of a function of libdevice for the types of the arguments; in builtins_libdevice.cpp.
  Result<Value> callLibdevice(std::string_view name, const CallArguments &args);

  ir::Context &context_;
  Program &program_;
  const LowerRequest &request_;
  ir::Module *module_ = nullptr;
  Emitter *emitter_ = nullptr;
  Frame *frame_ = nullptr;
  unsigned depth_ = 0;
  unsigned calls_ = 0;
  /// Above 0, integers may wrap even if the request asks for assertions.
  unsigned uncheckedOverflow_ = 0;

  std::deque<Step> steps_;
  std::deque<StaticLoop> staticLoops_;
  std::deque<FunctionInfo> functions_;
  std::deque<RecordClass> recordClasses_;
  std::map<const ast::FunctionDef *, const FunctionInfo *> functionOf_;
  std::map<std::pair<const Scope *, std::string_view>, Value> globals_;
  /// Names being evaluated, with the number of the binding: what a binding says of its own name are those before it.
  std::map<std::pair<const Scope *, std::string_view>, size_t> evaluating_;
  std::vector<DeviceFunction> deviceFunctions_;
};

/// Makes a frame the current one for as long as it lives.
class FrameGuard {
public:
  FrameGuard(Lowering &lowering, Frame &frame) : lowering_(lowering), outer_(lowering.frame_) {
    lowering_.frame_ = &frame;
  }
  ~FrameGuard() { lowering_.frame_ = outer_; }
  FrameGuard(const FrameGuard &) = delete;

private:
  Lowering &lowering_;
  Frame *outer_;
};

/// Lets integers wrap without assertions for as long as it lives.
class UncheckedOverflow {
public:
  explicit UncheckedOverflow(Lowering &lowering) : lowering_(lowering) { ++lowering_.uncheckedOverflow_; }
  ~UncheckedOverflow() { --lowering_.uncheckedOverflow_; }
  UncheckedOverflow(const UncheckedOverflow &) = delete;

private:
  Lowering &lowering_;
};

/// Calls `visit(name)` for each name that the statements assign, loop variables included.
void forEachAssignedName(ast::Seq<ast::Stmt> body, const std::function<void(std::string_view)> &visit);
void forEachAssignedName(const ast::Stmt &stmt, const std::function<void(std::string_view)> &visit);
void forEachAssignedName(const ast::Expr &expr, const std::function<void(std::string_view)> &visit);

/// A function of libdevice, or nothing; and the names of all.
std::optional<Value> libdeviceMember(std::string_view name);
std::vector<std::string_view> libdeviceNames();

}  // namespace tritonc::frontend
