// Place shared: give each buffer its place in the shared memory of the program.
//
//   before   %a = local_alloc : shared<64x64xf32, #s>      (dead when %b is written)
//            %b = local_alloc : shared<64x64xf32, #s>
//   after    %a = local_alloc {offset = 0} : shared<64x64xf32, #s>
//            %b = local_alloc {offset = 0} : shared<64x64xf32, #s>
//
// Needs    conversions lowered.
// Keeps    everything; sets the offsets of buffers, the scratch of atomic operations, and `shared` of the module.
// How      shared_plan.h says which buffers may share bytes.
// Cost     O(buffers^2).
// Leaves   functions that are called: each has a place of its own.
#include "ir/builder.h"
#include "passes/pass.h"
#include "passes/shared_plan.h"

namespace tritonc::passes {
namespace {

using ir::Op;
using ir::Opcode;

void write(const SharedItem &item) {
  auto place = [&]<class A>(int64_t A::*field) {
    A attrs = item.op->attrs<A>();
    attrs.*field = item.offset;
    ir::withAttrs(item.op, attrs);
  };
  switch (item.op->opcode()) {
  case Opcode::LocalAlloc: return place(&ir::AllocAttrs::offset);
  case Opcode::AtomicCas: return place(&ir::AtomicCasAttrs::scratch);
  default: return place(&ir::AtomicRmwAttrs::scratch);
  }
}

}  // namespace

Success placeShared(ir::Module &module) {
  if (module.stage() == ir::Stage::Tile) return {};
  int64_t end = 0;
  for (const auto &function : module.functions()) {
    SharedPlan plan(*function);
    end = plan.place(end);
    for (const SharedItem &item : plan.items()) write(item);
  }
  module.attrs.shared = end;
  return {};
}

}  // namespace tritonc::passes
