#include "ir/module.h"

namespace tritonc::ir {

Function::Function(Context &context, std::string_view name, FunctionKind kind, Loc loc)
    : context_(context), name_(context.intern(name)), kind_(kind), loc_(loc), body_(createBlock(nullptr)) {}

Block *Function::createBlock(Op *parent) {
  Block *block = arena_.create<Block>();
  block->function_ = this;
  block->parentOp_ = parent;
  return block;
}

Value *Function::addParam(Type type, std::string_view name, ParamAttrs attrs) {
  paramAttrs_.push_back(attrs);
  return addArg(body_, type, name);
}

Value *Function::constant(Type type, uint64_t bits) {
  TC_CHECK(!type.isTile(), "a uniform tile is a scalar constant");
  if (type.elemBits() < 64) bits &= (uint64_t{1} << type.elemBits()) - 1;
  Value *&slot = constants_[{type, bits}];
  if (!slot) {
    slot = arena_.create<Value>(ValueKind::Constant, type, nextValueId_++, 0u);
    slot->bits_ = bits;
  }
  return slot;
}

std::span<Use> Function::createUses(Op *op, std::span<Value *const> operands) {
  std::span<Use> uses = arena_.copy(std::vector<Use>(operands.size()));
  for (size_t i = 0; i < operands.size(); ++i) {
    uses[i].user_ = op;
    uses[i].set(operands[i]);
  }
  return uses;
}

Op *Function::createRaw(Opcode opcode, Loc loc, std::span<Value *const> operands, std::span<const Type> results,
                        const void *attrs) {
  Op *op = arena_.create<Op>();
  op->opcode_ = opcode;
  op->loc_ = loc;
  op->id_ = nextOpId_++;
  op->attrs_ = attrs;
  op->operands_ = createUses(op, operands);

  std::vector<Value> values;
  for (size_t i = 0; i < results.size(); ++i)
    values.emplace_back(ValueKind::Result, results[i], nextValueId_++, static_cast<uint32_t>(i));
  op->results_ = arena_.copy(values);
  for (Value &value : op->results_) value.def_ = op;

  std::vector<Block *> blocks;
  for (uint32_t i = 0; i < op->formatInfo().blocks; ++i) blocks.push_back(createBlock(op));
  op->blocks_ = arena_.copy(blocks);
  return op;
}

Value *Function::addArg(Block *block, Type type, std::string_view name) {
  Value *value = arena_.create<Value>(ValueKind::Argument, type, nextValueId_++, block->numArgs());
  value->block_ = block;
  value->name_ = context_.intern(name);
  std::vector<Value *> args(block->args_.begin(), block->args_.end());
  args.push_back(value);
  block->args_ = arena_.copy(args);
  return value;
}

void Function::filterArgs(Block *block, const std::vector<bool> &keep) {
  std::vector<Value *> kept;
  for (Value *arg : block->args_) {
    if (!keep[arg->index_]) {
      TC_CHECK(!arg->hasUses(), "an argument is dropped after its last use");
      continue;
    }
    arg->index_ = static_cast<uint32_t>(kept.size());
    kept.push_back(arg);
  }
  block->args_ = arena_.copy(kept);
}

void Function::setOperands(Op *op, std::span<Value *const> operands) {
  // The new list may name values of the old one, so it is linked in before the old slots are emptied.
  std::span<Use> old = op->operands_;
  op->operands_ = createUses(op, operands);
  for (Use &use : old) use.set(nullptr);
}

Function *Module::addFunction(std::string_view name, FunctionKind kind, Loc loc) {
  functions_.push_back(std::make_unique<Function>(context_, name, kind, loc));
  return functions_.back().get();
}

Function *Module::find(std::string_view name) const {
  for (const auto &function : functions_)
    if (function->name() == name) return function.get();
  return nullptr;
}

}  // namespace tritonc::ir
