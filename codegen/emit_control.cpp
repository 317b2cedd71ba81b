// Scalars are equal in all threads of a program, so every branch here is uniform.
//
//   for   guard: lower < upper ? loop : exit        if    condition ? then : else
//         loop:  phis, body, next < upper ? loop : exit    both: yields, to join
//         exit:  phis of inits and yields                  join: phis
//
//   while loop: phis, first block, condition ? body : exit
//         body: second block, to loop
#include "codegen/emit_control.h"

namespace tritonc::codegen {
namespace {

llvm::BasicBlock *makeBlock(FunctionEmitter &e, const char *name) {
  return llvm::BasicBlock::Create(e.llvm(), name, e.builder().GetInsertBlock()->getParent());
}

/// A phi for each register, without incoming values.
Regs makePhis(FunctionEmitter &e, ir::Type type) {
  Regs phis;
  for (unsigned reg = 0; reg < numRegs(type); ++reg) phis.push_back(e.builder().CreatePHI(e.type(type), 2));
  return phis;
}

void addIncoming(const Regs &phis, const Regs &values, llvm::BasicBlock *from) {
  for (unsigned reg = 0; reg < phis.size(); ++reg) llvm::cast<llvm::PHINode>(phis[reg])->addIncoming(values[reg], from);
}

/// Whether the loop goes on with this induction variable.
llvm::Value *emitContinues(FunctionEmitter &e, const ir::Op &op, llvm::Value *iv) {
  const auto &attrs = op.attrs<ir::ForAttrs>();
  auto predicate = attrs.isDescending ? (attrs.isUnsigned ? llvm::CmpInst::ICMP_UGT : llvm::CmpInst::ICMP_SGT)
                                      : (attrs.isUnsigned ? llvm::CmpInst::ICMP_ULT : llvm::CmpInst::ICMP_SLT);
  return e.builder().CreateICmp(predicate, iv, e.scalar(op.operand(1)));
}

/// Asks LLVM to unroll; loops without a request are not touched.
void requestUnrolling(FunctionEmitter &e, llvm::Instruction *latch, int64_t factor) {
  if (factor <= 1) return;
  llvm::LLVMContext &llvm = e.llvm();
  auto *count = llvm::ConstantAsMetadata::get(e.builder().getInt32(static_cast<uint32_t>(factor)));
  auto *hint = llvm::MDNode::get(llvm, {llvm::MDString::get(llvm, "llvm.loop.unroll.count"), count});
  auto *loop = llvm::MDNode::getDistinct(llvm, {nullptr, hint});
  loop->replaceOperandWith(0, loop);
  latch->setMetadata(llvm::LLVMContext::MD_loop, loop);
}

}  // namespace

void emitFor(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const ir::Block &body = *op.block();
  unsigned carried = op.numResults();
  llvm::Value *lower = e.scalar(op.operand(0));
  llvm::BasicBlock *loop = makeBlock(e, "loop"), *exit = makeBlock(e, "exit");
  llvm::BasicBlock *guard = b.GetInsertBlock();
  b.CreateCondBr(emitContinues(e, op, lower), loop, exit);

  b.SetInsertPoint(loop);
  Regs iv = makePhis(e, body.arg(0)->type());
  addIncoming(iv, {lower}, guard);
  e.set(body.arg(0), iv);
  std::vector<Regs> phis;
  for (unsigned i = 0; i < carried; ++i) {
    phis.push_back(makePhis(e, op.result(i)->type()));
    addIncoming(phis[i], e.regs(op.operand(i + 3)), guard);
    e.set(body.arg(i + 1), phis[i]);
  }
  e.emitBlock(body);
  b.SetCurrentDebugLocation(e.location(op.loc()));
  llvm::Value *next = b.CreateAdd(iv[0], e.scalar(op.operand(2)));
  llvm::Instruction *latch = b.CreateCondBr(emitContinues(e, op, next), loop, exit);
  requestUnrolling(e, latch, op.attrs<ir::ForAttrs>().unroll);

  llvm::BasicBlock *end = b.GetInsertBlock();
  addIncoming(iv, {next}, end);
  b.SetInsertPoint(exit);
  for (unsigned i = 0; i < carried; ++i) {
    const Regs &yielded = e.regs(body.terminator()->operand(i));
    addIncoming(phis[i], yielded, end);
    Regs results = makePhis(e, op.result(i)->type());
    addIncoming(results, e.regs(op.operand(i + 3)), guard);
    addIncoming(results, yielded, end);
    e.set(op.result(i), std::move(results));
  }
}

void emitWhile(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const ir::Block &before = *op.block(0), &after = *op.block(1);
  const ir::Op *condition = before.terminator();
  llvm::BasicBlock *loop = makeBlock(e, "loop"), *body = makeBlock(e, "body"), *exit = makeBlock(e, "exit");
  llvm::BasicBlock *guard = b.GetInsertBlock();
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  std::vector<Regs> phis;
  for (unsigned i = 0; i < op.numOperands(); ++i) {
    phis.push_back(makePhis(e, op.operand(i)->type()));
    addIncoming(phis[i], e.regs(op.operand(i)), guard);
    e.set(before.arg(i), phis[i]);
  }
  e.emitBlock(before);
  b.SetCurrentDebugLocation(e.location(op.loc()));
  b.CreateCondBr(e.scalar(condition->operand(0)), body, exit);

  b.SetInsertPoint(body);
  for (unsigned i = 0; i < op.numResults(); ++i) {
    Regs passed = e.regs(condition->operand(i + 1));
    e.set(after.arg(i), passed);
    e.set(op.result(i), std::move(passed));
  }
  e.emitBlock(after);
  b.SetCurrentDebugLocation(e.location(op.loc()));
  b.CreateBr(loop);
  for (unsigned i = 0; i < op.numOperands(); ++i)
    addIncoming(phis[i], e.regs(after.terminator()->operand(i)), b.GetInsertBlock());
  b.SetInsertPoint(exit);
}

void emitIf(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::BasicBlock *blocks[2] = {makeBlock(e, "then"), makeBlock(e, "else")};
  llvm::BasicBlock *join = makeBlock(e, "join");
  b.CreateCondBr(e.scalar(op.operand(0)), blocks[0], blocks[1]);
  for (unsigned side = 0; side < 2; ++side) {
    b.SetInsertPoint(blocks[side]);
    e.emitBlock(*op.block(side));
    b.SetCurrentDebugLocation(e.location(op.loc()));
    b.CreateBr(join);
    blocks[side] = b.GetInsertBlock();
  }
  b.SetInsertPoint(join);
  for (unsigned i = 0; i < op.numResults(); ++i) {
    Regs phis = makePhis(e, op.result(i)->type());
    for (unsigned side = 0; side < 2; ++side)
      addIncoming(phis, e.regs(op.block(side)->terminator()->operand(i)), blocks[side]);
    e.set(op.result(i), std::move(phis));
  }
}

void emitCall(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const ir::Function *callee = e.module().source.find(op.attrs<ir::CallAttrs>().callee);
  Regs args;
  for (const ir::Use &use : op.operands()) args.push_back(e.scalar(use.value()));
  llvm::Value *call = b.CreateCall(e.module().declare(*callee), args);
  for (unsigned i = 0; i < op.numResults(); ++i)
    e.set(op.result(i), {op.numResults() == 1 ? call : b.CreateExtractValue(call, i)});
}

}  // namespace tritonc::codegen
