// One `cp.async` for each group of elements that lie side by side in global memory and in the buffer (PTX ISA,
// "cp.async"). Where the mask is false it reads nothing and writes zeros.
//
//   cp.async.cg.shared.global [%r1 + 2048], [%rd1 + 64], 16, %r2;
#include "codegen/emit_copy.h"

#include <fmt/format.h>

#include "codegen/emit_memory.h"
#include "codegen/emit_shared.h"
#include "codegen/memory_asm.h"
#include "passes/access_plan.h"

namespace tritonc::codegen {

void emitCopyAsync(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const ir::Value *buffer = op.operand(1);
  ir::Type pointer = op.operand(0)->type(), stored = buffer->type();
  const ir::LinearLayout &layout = *pointer.layout();
  passes::AccessPlan plan = passes::planCopy(passes::planAccess(op, e.affine()), layout, *stored.layout());
  unsigned bytes = plan.width * stored.elemBytes();
  TC_CHECK(bytes >= 4, "copies are made of whole words");
  // What whole lines take need not stay in the first-level cache.
  std::string_view cache = bytes == 16 ? "cg" : "ca";

  SharedAddresses places(e, {e.scalar(buffer), *stored.layout()}, layout, stored.elemBytes());
  const Regs &pointers = e.regs(op.operand(0));
  const Regs *masks = op.operandOrNull(2) ? &e.regs(op.operand(2)) : nullptr;
  llvm::Value *owner = e.isOwner(pointer.layout());
  passes::forEachGroup(plan, numRegs(pointer), [&](llvm::ArrayRef<unsigned> group) {
    llvm::Value *to = accessPlace(e, places.get(group[0]), bytes);
    llvm::Value *from = accessPlace(e, regAt(pointers, group[0]), bytes);
    llvm::Value *mask = accessMask(e, masks ? regAt(*masks, group[0]) : nullptr);
    AsmText assembler(e);
    std::string text = assembler.predicate(owner);
    text += fmt::format("cp.async.{}.shared.global {}, ", cache, assembler.address(to));
    text += fmt::format("{}, {}", assembler.address(from), bytes);
    if (mask) text += ", " + assembler.argument(b.CreateSelect(mask, b.getInt32(bytes), b.getInt32(0)));
    assembler.emit(text + ";");
  });
}

void emitCopyCommit(FunctionEmitter &e) {
  if (!e.isSabotaged(SabotageKind::Commit)) emitStatement(e, "cp.async.commit_group;");
}

void emitCopyWait(FunctionEmitter &e, const ir::Op &op) {
  int64_t pending = op.attrs<ir::PendingAttrs>().pending + e.isSabotaged(SabotageKind::Wait);
  emitStatement(e, fmt::format("cp.async.wait_group {};", pending));
}

}  // namespace tritonc::codegen
