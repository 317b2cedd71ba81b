// Functions and modules of the tile IR.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/op.h"

namespace tritonc::ir {

enum class FunctionKind : uint8_t { Kernel, Device };

/// Owns the arena that its operations, values and blocks live in; they are freed together.
class Function {
public:
  Function(Context &context, std::string_view name, FunctionKind kind, Loc loc);
  Function(const Function &) = delete;

  Context &context() const { return context_; }
  std::string_view name() const { return name_; }
  bool isKernel() const { return kind_ == FunctionKind::Kernel; }
  Loc loc() const { return loc_; }

  /// The parameters are the arguments of the body.
  Block *body() const { return body_; }
  Value *addParam(Type type, std::string_view name, ParamAttrs attrs = {});
  const ParamAttrs &paramAttrs(unsigned i) const { return paramAttrs_[i]; }
  /// Empty for kernels.
  std::span<const Type> resultTypes() const { return resultTypes_; }
  void setResultTypes(std::span<const Type> types) { resultTypes_.assign(types.begin(), types.end()); }

  /// The one constant of this type and these bits. `type` is a scalar or a pointer; bits above its width are cleared.
  Value *constant(Type type, uint64_t bits);

  /// A detached operation with `info(format).blocks` empty blocks. `attrs` is the struct that ops.def names, and is
  /// copied.
  template <class A = NoAttrs>
  Op *create(Opcode opcode, Loc loc, std::span<Value *const> operands, std::span<const Type> results,
             const A &attrs = {}) {
    TC_CHECK(info(opcode).attrs == kAttrsKind<A>, "ops.def names the attribute struct of each operation");
    return createRaw(opcode, loc, operands, results, arena_.create<A>(attrs));
  }
  /// The same with attributes that already live in the arena of this function or in the context.
  Op *createRaw(Opcode opcode, Loc loc, std::span<Value *const> operands, std::span<const Type> results,
                const void *attrs);
  Value *addArg(Block *block, Type type, std::string_view name = {});
  /// Drops the arguments of `block` for which `keep` is false; they must have no uses.
  void filterArgs(Block *block, const std::vector<bool> &keep);
  /// Gives the operation a new operand list of any length.
  void setOperands(Op *op, std::span<Value *const> operands);

  /// One more than the largest `Value::id` and `Op::id`: the size of a side table.
  uint32_t numValueIds() const { return nextValueId_; }
  uint32_t numOpIds() const { return nextOpId_; }

private:
  Block *createBlock(Op *parent);
  std::span<Use> createUses(Op *op, std::span<Value *const> operands);

  Context &context_;
  std::string_view name_;
  FunctionKind kind_;
  Loc loc_;
  Arena arena_;
  Block *body_;
  std::vector<ParamAttrs> paramAttrs_;
  std::vector<Type> resultTypes_;
  uint32_t nextValueId_ = 0;
  uint32_t nextOpId_ = 0;

  struct ConstantKey {
    Type type;
    uint64_t bits;
    friend bool operator==(const ConstantKey &, const ConstantKey &) = default;
  };
  struct ConstantHash {
    size_t operator()(const ConstantKey &key) const {
      return std::hash<Type>()(key.type) ^ (key.bits * 0x9E3779B97F4A7C15u);
    }
  };
  std::unordered_map<ConstantKey, Value *, ConstantHash> constants_;
};

/// One kernel and the functions it calls, with what was decided about them so far.
class Module {
public:
  explicit Module(Context &context) : context_(context) {}
  Module(const Module &) = delete;

  Context &context() const { return context_; }

  ModuleAttrs attrs;
  Stage stage() const { return attrs.stage; }
  unsigned numThreads() const { return static_cast<unsigned>(32 * attrs.warps); }

  Function *addFunction(std::string_view name, FunctionKind kind, Loc loc);
  Function *find(std::string_view name) const;
  const std::vector<std::unique_ptr<Function>> &functions() const { return functions_; }

private:
  Context &context_;
  std::vector<std::unique_ptr<Function>> functions_;
};

/// Calls `visit(Op &)` for every operation in the block and in the blocks nested in it, outer before inner, in order.
template <class Visit> void walk(Block &block, Visit &&visit) {
  for (Op &op : block) {
    visit(op);
    for (Block *inner : op.blocks()) walk(*inner, visit);
  }
}

}  // namespace tritonc::ir
