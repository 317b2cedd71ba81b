// Lower conversions: send tiles that change warps, or lanes at less cost, through shared memory.
//
//   before   %y = convert_layout %x : tile<64x64xf32, #columns>
//   after    %b = local_alloc : shared<64x64xf32, #swizzled>
//            local_store %x, %b
//            %y = local_load %b : tile<64x64xf32, #columns>
//
// Needs    stage `laid_out`; no `reduce` along an axis that crosses warps.
// Keeps    every value, once `synchronize` has put barriers between.
// How      conversion_plan.cpp decides; conversions that rename registers or shuffle stay. Truth values travel as bytes
//          and pointers as integers. A load goes right before its first user: until then other stores can join the one
//          barrier that it needs.
// Cost     O(operations).
// Leaves   conversions that could share one buffer when a tile is wanted in several layouts.
#include <set>

#include "ir/builder.h"
#include "passes/conversion_plan.h"
#include "passes/pass.h"

namespace tritonc::passes {
namespace {

using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

/// The element type that stands for `elem` in shared memory.
Type storedElem(ir::Context &context, Type elem) {
  if (elem.isPtr()) return context.i64();
  return elem == context.i1() ? context.scalar(ir::ScalarKind::I8) : elem;
}

/// The first operation of the result's own block that uses it, itself or in a block inside.
Op *firstUser(const Op &def) {
  std::set<const Op *> users;
  for (const Value &result : def.results())
    for (ir::Use *use = result.firstUse(); use; use = use->next()) {
      const Op *user = use->user();
      while (user->parent() != def.parent()) user = user->parent()->parentOp();
      users.insert(user);
    }
  Op *op = def.next();
  while (!users.contains(op)) op = op->next();
  return op;
}

void sendThroughShared(Op &op, const ConversionPlan &plan) {
  Value *value = op.operand(0);
  Type result = op.result()->type(), elem = result.elem();
  Builder builder(&op);
  ir::Context &context = builder.context();
  Type stored = storedElem(context, elem);
  if (stored != elem) value = builder.convert(elem.isPtr() ? Opcode::PtrToInt : Opcode::ExtUI, value, stored);
  Type buffer = context.shared(result.shape(), stored, context.layout(plan.shared));
  Value *alloc = builder.create(Opcode::LocalAlloc, {}, {buffer}, ir::AllocAttrs{})->result();
  builder.create(Opcode::LocalStore, {value, alloc}, {});

  builder.setInsertionPoint(firstUser(op));
  Value *loaded = builder.create(Opcode::LocalLoad, {alloc}, {context.withElem(result, stored)})->result();
  if (stored != elem) loaded = builder.convert(elem.isPtr() ? Opcode::IntToPtr : Opcode::TruncI, loaded, elem);
  loaded->setName(op.result()->name());
  op.result()->replaceAllUsesWith(loaded);
  op.erase();
}

}  // namespace

Success lowerConversions(ir::Module &module) {
  for (const auto &function : module.functions())
    ir::walk(*function->body(), [](Op &op) {
      if (op.opcode() != Opcode::ConvertLayout) return;
      Type from = op.operand(0)->type(), to = op.result()->type();
      if (!op.result()->hasUses()) return op.erase();
      ConversionPlan plan = planConversion(*from.layout(), *to.layout(), from.elemBits());
      if (plan.kind == PlanKind::None) {
        op.result()->replaceAllUsesWith(op.operand(0));
        op.erase();
      } else if (plan.kind == PlanKind::Shared) {
        sendThroughShared(op, plan);
      }
    });
  return {};
}

}  // namespace tritonc::passes
