#include "ir/clone.h"

#include "ir/attrs_visit.h"

namespace tritonc::ir {

Value *Cloner::lookup(Value *value) {
  if (auto found = values_.find(value); found != values_.end()) return found->second;
  return value->isConstant() ? builder_.constant(value->type(), value->bits()) : value;
}

Loc Cloner::translate(Loc loc) {
  if (!inlinedAt_.isValid() || !loc.isValid()) return loc;
  if (auto found = locs_.find(loc.id); found != locs_.end()) return found->second;
  Context &context = builder_.context();
  // A copy, because the table of locations grows below.
  LocInfo info = context.info(loc);
  Loc caller = info.inlinedAt.isValid() ? translate(info.inlinedAt) : inlinedAt_;
  return locs_[loc.id] = context.loc(info.range, caller, info.function);
}

Op *Cloner::cloneDetached(const Op &op) {
  Function &function = builder_.function();
  std::vector<Value *> operands;
  for (const Use &use : op.operands()) operands.push_back(lookup(use.value()));
  std::vector<Type> types;
  for (const Value &result : op.results()) types.push_back(result.type());

  // Attributes are copied as well: those of another function die with it.
  Op *copy = visitAttrs(
      op, [&](const auto &attrs) { return function.create(op.opcode(), translate(op.loc()), operands, types, attrs); });
  for (unsigned i = 0; i < op.numResults(); ++i) {
    copy->result(i)->setName(op.result(i)->name());
    map(op.result(i), copy->result(i));
  }
  for (unsigned i = 0; i < op.numBlocks(); ++i) {
    Block *block = copy->block(i);
    for (const Value *arg : op.block(i)->args()) map(arg, function.addArg(block, arg->type(), arg->name()));
    for (const Op &inner : *op.block(i)) cloneDetached(inner)->moveToEnd(block);
  }
  return copy;
}

Op *Cloner::clone(const Op &op) { return builder_.insert(cloneDetached(op)); }

void Cloner::cloneBody(const Block &block) {
  // Listed first, since the copies may go into this very block.
  std::vector<const Op *> ops;
  for (const Op &op : block)
    if (!op.isTerminator()) ops.push_back(&op);
  for (const Op *op : ops) clone(*op);
}

}  // namespace tritonc::ir
