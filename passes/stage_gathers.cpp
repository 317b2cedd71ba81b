// Stage gathers: let gathers, histograms, and exchanges between warps use shared memory.
//
//   before   %y = gather 0, %x, %i : tile<256xf32, #l>
//   after    %s = local_alloc : shared<1024xf32, #row_major>
//            local_store %x, %s
//            %y = gather 0, %s, %i : tile<256xf32, #l>
//
// Needs    stage `laid_out`.
// Keeps    every value, once `synchronize` has put barriers between.
// How      a source is stored right after it is made, in row-major order, once for all who read it; truth values travel
//          as bytes and pointers as integers. A histogram is a buffer of zeros in which numbers are counted. Exchanges
//          inside warps stay.
// Cost     O(operations).
// Leaves   gathers whose elements all lie in one warp, which shuffles could serve.
#include <map>

#include "ir/builder.h"
#include "ir/layout_builders.h"
#include "ir/layout_rules.h"
#include "passes/pass.h"
#include "passes/stored_element.h"

namespace tritonc::passes {
namespace {

using ir::Builder;
using ir::Op;
using ir::Opcode;
using ir::Type;
using ir::Value;

Value *bufferOf(Builder &builder, Type elem, std::span<const int64_t> shape) {
  ir::Layout layout = builder.context().layout(ir::rowMajorBuffer(ir::DimVector(shape)));
  Type type = builder.context().shared(shape, elem, layout);
  return builder.create(Opcode::LocalAlloc, {}, {type}, ir::AllocAttrs{})->result();
}

class GatherStager {
public:
  explicit GatherStager(ir::Context &context) : context_(context) {}

  /// The operation on a buffer, and its result as the type that it had.
  void stageSource(Op &op) {
    Value *tile = op.operand(0);
    Value *&buffer = staged_[tile->id()];
    Type elem = op.result()->type().elem(), stored = storedElem(context_, elem);
    if (!buffer) {
      Builder builder(tile->def() ? tile->def()->next() : tile->argBlock()->front());
      if (tile->def()) builder.setLoc(tile->def()->loc());
      tile = toStored(builder, tile);
      buffer = bufferOf(builder, stored, tile->type().shape());
      builder.create(Opcode::LocalStore, {tile, buffer}, {});
    }
    op.setOperand(0, buffer);
    if (stored == elem) return;
    op.result()->setType(context_.withElem(op.result()->type(), stored));
    Builder builder(op.next());
    builder.setLoc(op.loc());
    Value *result = op.result(), *converted = fromStored(builder, result, elem);
    // All uses but the one of the conversion itself.
    result->replaceAllUsesWith(converted);
    converted->def()->setOperand(0, result);
  }

  void stageHistogram(Op &op) {
    Builder builder(&op);
    Type counts = op.result()->type();
    Value *zero = builder.function().constant(context_.i32(), 0);
    Value *zeros = builder.create(Opcode::Broadcast, {zero}, {counts})->result();
    Value *buffer = bufferOf(builder, counts.elem(), counts.shape());
    builder.create(Opcode::LocalStore, {zeros, buffer}, {});
    std::vector<Value *> operands{op.operand(0), buffer};
    if (op.numOperands() > 1) operands.push_back(op.operand(1));
    builder.create(Opcode::LocalCount, operands, std::span<const Type>());
    Value *loaded = builder.create(Opcode::LocalLoad, {buffer}, {counts})->result();
    loaded->setName(op.result()->name());
    op.result()->replaceAllUsesWith(loaded);
    op.erase();
  }

private:
  ir::Context &context_;
  std::map<uint32_t, Value *> staged_;
};

bool crossesWarps(const Op &op) {
  const auto &attrs = op.attrs<ir::ExchangeAttrs>();
  ir::Place distance = ir::exchangeDistance(*op.result()->type().layout(), static_cast<unsigned>(attrs.axis),
                                            static_cast<uint64_t>(attrs.mask));
  return distance[ir::InDim::Warp] != 0;
}

}  // namespace

Success stageGathers(ir::Module &module) {
  if (module.stage() != ir::Stage::LaidOut) return {};
  for (const auto &function : module.functions()) {
    GatherStager stager(module.context());
    ir::walk(*function->body(), [&](Op &op) {
      if (op.opcode() == Opcode::Gather || (op.opcode() == Opcode::Exchange && crossesWarps(op)))
        stager.stageSource(op);
      else if (op.opcode() == Opcode::Histogram)
        stager.stageHistogram(op);
    });
  }
  return {};
}

}  // namespace tritonc::passes
