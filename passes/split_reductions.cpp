// Split reductions: reduce inside warps first, bring the partial results together, and reduce those.
//
//   before   %s = reduce 0, %x ... : f32                               (%x: 1024 elements over 4 warps)
//   after    %v = reshape %x : tile<2x4x128xf32>                       (repetitions, warps, lanes and registers)
//            %a = reduce 0, %v ... : tile<4x128xf32>
//            %b = reduce 1, %a ... : tile<4xf32>
//            %c = convert_layout %b : tile<4xf32>                      (all four in each thread)
//            %s = reduce 0, %c ... : f32
//
// Needs    stage `laid_out`.
// Keeps    every value up to the order in which elements are combined, which `reduce` leaves open. Afterwards the axis
//          of each `reduce` lies in registers and lanes.
// How      reduction_plan.cpp cuts the axis into runs that warps own and runs that they do not; the latter are reduced
//          through a reshape, which moves nothing. Up to 8 partial results are then read by every thread; more are
//          spread over the lanes that would hold copies, and reduced once more across those.
// Cost     O(reductions x rank).
// Leaves   results in the layout that the operand's leaves them in, as before.
#include "ir/clone.h"
#include "ir/layout_rules.h"
#include "ir/layout_shape.h"
#include "passes/pass.h"
#include "passes/reduction_plan.h"
#include "passes/remarks.h"

namespace tritonc::passes {
namespace {

using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;
using Values = std::vector<Value *>;

class ReductionSplitter {
public:
  explicit ReductionSplitter(Op &op) : op_(op), builder_(&op), context_(builder_.context()) {}

  void run(unsigned axis) {
    ReductionPlan plan = planReduction(*op_.operand(0)->type().layout(), axis);
    context_.remark(op_.loc(), DiagId::SplitReduction,
                    "the reduction crosses warps: {} partial results of each meet in shared memory{}",
                    plan.partial.shape()[axis], loopText(op_));
    Values values;
    for (const ir::Use &use : op_.operands()) values.push_back(use.value());
    values = viewed(values, plan.view);
    for (unsigned dim : plan.first) values = reduced(values, dim);
    values = viewed(values, plan.partial.shape());
    for (Value *&value : values) {
      Type type = context_.withLayout(value->type(), context_.layout(plan.gathered));
      value = builder_.create(Opcode::ConvertLayout, {value}, {type})->result();
    }
    values = reduced(values, axis);
    for (unsigned i = 0; i < values.size(); ++i) {
      values[i]->setName(op_.result(i)->name());
      op_.result(i)->replaceAllUsesWith(values[i]);
    }
    op_.erase();
  }

private:
  Values viewed(const Values &values, const ir::DimVector &shape) {
    Values result;
    for (Value *value : values) {
      Type type = value->type();
      if (std::ranges::equal(type.shape(), shape)) {
        result.push_back(value);
        continue;
      }
      ir::Layout layout = context_.layout(ir::reshape(*type.layout(), shape));
      result.push_back(
          builder_.create(Opcode::Reshape, {value}, {context_.tile(shape, type.elem(), layout)})->result());
    }
    return result;
  }

  Values reduced(const Values &values, unsigned axis) {
    std::vector<Type> types;
    for (const Value *value : values) {
      Type type = value->type();
      ir::Layout layout = context_.layout(ir::reduceResult(*type.layout(), axis));
      types.push_back(context_.tile(layout->shape(), type.elem(), layout));
    }
    Op *reduce = builder_.create(Opcode::Reduce, values, types, ir::AxisAttrs{axis});
    copyCombine(reduce->block());
    Values result;
    for (Value &value : reduce->results()) result.push_back(&value);
    return result;
  }

  void copyCombine(ir::Block *block) {
    ir::Builder inside(builder_.function());
    inside.setInsertionPointToEnd(block);
    ir::Cloner cloner(inside);
    for (const Value *arg : op_.block()->args())
      cloner.map(arg, builder_.function().addArg(block, arg->type(), arg->name()));
    for (const Op &inner : *op_.block()) cloner.clone(inner);
  }

  Op &op_;
  ir::Builder builder_;
  ir::Context &context_;
};

}  // namespace

Success splitReductions(ir::Module &module) {
  for (const auto &function : module.functions())
    ir::walk(*function->body(), [](Op &op) {
      if (op.opcode() != Opcode::Reduce) return;
      auto axis = static_cast<unsigned>(op.attrs<ir::AxisAttrs>().axis);
      if (axisCrossesWarps(*op.operand(0)->type().layout(), axis)) ReductionSplitter(op).run(axis);
    });
  return {};
}

}  // namespace tritonc::passes
