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
//          and pointers as integers. A load goes right before its first user, and behind the next store that does not
//          depend on it, with what computes with it: one barrier serves several buffers then.
// Cost     O(operations x conversions) at worst.
// Leaves   conversions that could share one buffer when a tile is wanted in several layouts.
#include <set>

#include "ir/builder.h"
#include "passes/conversion_plan.h"
#include "passes/dot_selection.h"
#include "passes/pass.h"
#include "passes/remarks.h"
#include "passes/stored_element.h"

namespace tritonc::passes {
namespace {

using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

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

/// Whether loads may move down past the operation without making threads wait longer or values live much longer.
bool mayMovePast(const Op &op) {
  return op.opcode() != Opcode::Barrier && op.opcode() != Opcode::Call && (op.isPure() || op.numBlocks() == 0);
}

bool usesAny(const Op &op, const std::set<const Op *> &defs) {
  for (const ir::Use &use : op.operands())
    if (use.value()->def() && defs.contains(use.value()->def())) return true;
  for (const ir::Block *block : op.blocks())
    for (const Op &inner : *block)
      if (usesAny(inner, defs)) return true;
  return false;
}

/// Moves loads that stand before the store, and what only computes with them, after it: one barrier then serves both.
/// What the store itself or a write needs stays, and everything before that.
void deferLoads(Op *store) {
  Op *first = store;
  while (first->prev() && mayMovePast(*first->prev())) first = first->prev();
  std::set<const Op *> late;
  std::vector<Op *> order;
  for (Op *op = first;; op = op->next()) {
    bool depends = op->opcode() == Opcode::LocalLoad || usesAny(*op, late);
    bool moves = op->isPure() || op->opcode() == Opcode::LocalLoad;
    if (depends && moves) {
      late.insert(op);
      order.push_back(op);
    } else if (depends) {
      late.clear();
      order.clear();
    }
    if (op == store) break;
  }
  Op *next = store->next();
  for (Op *op : order) op->moveBefore(next);
}

void sendThroughShared(Op &op, const ConversionPlan &plan) {
  Value *value = op.operand(0);
  Type result = op.result()->type(), elem = result.elem();
  Builder builder(&op);
  ir::Context &context = builder.context();
  Type stored = storedElem(context, elem);
  value = toStored(builder, value);
  Type buffer = context.shared(result.shape(), stored, context.layout(plan.shared));
  Value *alloc = builder.create(Opcode::LocalAlloc, {}, {buffer}, ir::AllocAttrs{})->result();
  Op *store = builder.create(Opcode::LocalStore, {value, alloc}, {});

  builder.setInsertionPoint(firstUser(op));
  Value *loaded = builder.create(Opcode::LocalLoad, {alloc}, {context.withElem(result, stored)})->result();
  loaded = fromStored(builder, loaded, elem);
  loaded->setName(op.result()->name());
  op.result()->replaceAllUsesWith(loaded);
  op.erase();
  deferLoads(store);
}

/// Whether the conversion is on the way of a load to a product that can be started early.
bool isStreamed(const Op &conversion, const ir::ModuleAttrs &attrs) {
  const Value *value = conversion.result();
  while (value->hasOneUse()) {
    const ir::Use *use = value->firstUse();
    const Op *user = use->user();
    if (user->opcode() == Opcode::Dot)
      return (user->operand(0) == value && isStreamedTo(*user, 0, attrs)) ||
             (user->operand(1) == value && isStreamedTo(*user, 1, attrs));
    if (user->opcode() != Opcode::Trans) return false;
    value = user->result();
  }
  return false;
}

/// Says what moving a tile takes; renaming registers takes nothing. A reduction across warps has a remark of its own.
void remarkConversion(const Op &op, const ConversionPlan &plan) {
  const Op *def = op.operand(0)->def();
  while (def && def->opcode() == Opcode::Reshape) def = def->operand(0)->def();
  if (def && def->opcode() == Opcode::Reduce && def->loc() == op.loc()) return;
  ir::Context &context = op.parent()->function()->context();
  std::string tile = tileText(op.result()->type());
  if (plan.kind == PlanKind::Shuffle)
    context.remark(op.loc(), DiagId::LayoutConversion, "{} changes lanes by {} shuffles{}", tile,
                   plan.shuffle.numShuffles(), loopText(op));
  if (plan.kind == PlanKind::Shared)
    context.remark(op.loc(), DiagId::LayoutConversion, "{} changes threads through {} bytes of shared memory{}", tile,
                   plan.bytes, loopText(op));
}

}  // namespace

Success lowerConversions(ir::Module &module) {
  for (const auto &function : module.functions())
    ir::walk(*function->body(), [&module](Op &op) {
      if (op.opcode() != Opcode::ConvertLayout) return;
      Type from = op.operand(0)->type(), to = op.result()->type();
      if (!op.result()->hasUses()) return op.erase();
      Route route = isStreamed(op, module.attrs) ? Route::Shared : Route::Any;
      ConversionPlan plan = planConversion(*from.layout(), *to.layout(), from.elemBits(), module.attrs.target, route);
      remarkConversion(op, plan);
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
