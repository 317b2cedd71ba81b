// How elements lie in shared memory: truth values as bytes, pointers as integers.
#pragma once

#include "ir/builder.h"

namespace tritonc::passes {

/// The element type that stands for `elem` in shared memory.
inline ir::Type storedElem(ir::Context &context, ir::Type elem) {
  if (elem.isPtr()) return context.i64();
  return elem == context.i1() ? context.scalar(ir::ScalarKind::I8) : elem;
}

/// A tile with such elements, and one with elements of type `elem` from that.
inline ir::Value *toStored(ir::Builder &builder, ir::Value *tile) {
  ir::Type elem = tile->type().elem(), stored = storedElem(builder.context(), elem);
  if (stored == elem) return tile;
  return builder.convert(elem.isPtr() ? ir::Opcode::PtrToInt : ir::Opcode::ExtUI, tile, stored);
}
inline ir::Value *fromStored(ir::Builder &builder, ir::Value *tile, ir::Type elem) {
  if (tile->type().elem() == elem) return tile;
  return builder.convert(elem.isPtr() ? ir::Opcode::IntToPtr : ir::Opcode::TruncI, tile, elem);
}

}  // namespace tritonc::passes
