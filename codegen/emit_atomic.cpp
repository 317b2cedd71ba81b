// Atomic operations are PTX text under the predicate `mask and owner`: of threads and registers that hold copies of an
// element, one performs it.
//
//   @%p1 red.relaxed.gpu.global.add.v4.f32 [%rd1 + 16], {%f1, %f2, %f3, %f4};
//   @%p1 atom.acq_rel.gpu.global.cas.b32 %r1, [%rd1], %r2, %r3;
//
// Nobody can tell whether an operation with an unused result acquired anything, so it is `red` with what is left of its
// order. A tile of several accesses in a thread has its order from fences around relaxed ones: one instead of many.
//
// Where a thread that does not perform the operation needs the result, it goes through `scratch` in shared memory:
// element i of the tile at i times its size. A barrier stands between the writing and the reading; whoever placed the
// bytes keeps other uses of them away.
#include "codegen/emit_atomic.h"

#include <fmt/format.h>

#include <map>

#include "codegen/emit_memory.h"
#include "codegen/emit_shared.h"
#include "codegen/memory_asm.h"
#include "ir/layout_builders.h"
#include "passes/access_plan.h"

namespace tritonc::codegen {
namespace {

using ir::AtomicKind;
using ir::MemoryOrder;
using ir::MemoryScope;
using ir::ScalarKind;

enum class Result : bool { Unused, Used };

const char *orderText(MemoryOrder order) {
  switch (order) {
  case MemoryOrder::Relaxed: return ".relaxed";
  case MemoryOrder::Acquire: return ".acquire";
  case MemoryOrder::Release: return ".release";
  case MemoryOrder::AcqRel: return ".acq_rel";
  }
  TC_UNREACHABLE("every order has a case");
}

const char *scopeText(MemoryScope scope) {
  switch (scope) {
  case MemoryScope::Cta: return ".cta";
  case MemoryScope::Gpu: return ".gpu";
  case MemoryScope::Sys: return ".sys";
  }
  TC_UNREACHABLE("every scope has a case");
}

void emitFence(FunctionEmitter &e, MemoryScope scope) {
  if (e.isSabotaged(SabotageKind::Fence)) return;
  AsmText(e).emit(fmt::format("fence.acq_rel{};", scopeText(scope)));
}

/// `.add`, `.min`.
const char *kindText(AtomicKind kind) {
  switch (kind) {
  case AtomicKind::AddI:
  case AtomicKind::AddF: return ".add";
  case AtomicKind::And: return ".and";
  case AtomicKind::Or: return ".or";
  case AtomicKind::Xor: return ".xor";
  case AtomicKind::Xchg: return ".exch";
  case AtomicKind::MinS:
  case AtomicKind::MinU: return ".min";
  case AtomicKind::MaxS:
  case AtomicKind::MaxU: return ".max";
  }
  TC_UNREACHABLE("every kind has a case");
}

/// The letter of the type: `u` of `.u32`.
char typeLetter(AtomicKind kind) {
  switch (kind) {
  case AtomicKind::AddI:
  case AtomicKind::MinU:
  case AtomicKind::MaxU: return 'u';
  case AtomicKind::MinS:
  case AtomicKind::MaxS: return 's';
  case AtomicKind::AddF: return 'f';
  case AtomicKind::And:
  case AtomicKind::Or:
  case AtomicKind::Xor:
  case AtomicKind::Xchg: return 'b';
  }
  TC_UNREACHABLE("every kind has a case");
}

bool isHalf(ir::Type elem) { return elem.isScalar(ScalarKind::F16) || elem.isScalar(ScalarKind::BF16); }

/// `.add.u32`, `.add.noftz.v4.f16x2`.
std::string instructionText(AtomicKind kind, ir::Type elem, const WordShape &shape) {
  std::string text = kindText(kind);
  if (kind == AtomicKind::AddF && isHalf(elem)) text += ".noftz";
  if (shape.count > 1) text += fmt::format(".v{}", shape.count);
  if (kind != AtomicKind::AddF || !isHalf(elem)) return text + fmt::format(".{}{}", typeLetter(kind), elem.elemBits());
  return text + fmt::format(".{}{}", ir::spelling(elem.scalar()), shape.elementsPerWord == 2 ? "x2" : "");
}

/// The most elements of one instruction.
unsigned maxWidth(FunctionEmitter &e, AtomicKind kind, ir::Type elem) {
  if (kind != AtomicKind::AddF || !elem.isScalar()) return 1;
  bool isHopper = e.target().capability >= 90;
  constexpr int kVectorsSince = 81;
  bool hasVectors = isHopper && e.module().options.ptxVersion >= kVectorsSince;
  if (elem.scalar() == ScalarKind::F32) return hasVectors ? 4 : 1;
  if (!isHalf(elem)) return 1;
  if (hasVectors) return 8;
  return elem.scalar() == ScalarKind::F16 || isHopper ? 2 : 1;
}

/// Below sm_90, bf16 has a loop instead: a + b is fma(a, 1, b), and whoever changed the value meanwhile makes it
/// repeat.
std::string addBf16Text(const std::string &old, const std::string &predicate, const std::string &address,
                        const std::string &value, const std::string &qualifiers) {
  std::string skip = predicate.empty() ? "" : fmt::format("@!{} bra DONE;\n", predicate.substr(1));
  return fmt::format("{{\n.reg .pred changed;\n.reg .b16 seen, sum, one;\n{0}mov.b16 one, 0x3f80;\n"
                     "ld.relaxed.gpu.global.b16 {1}, {2};\nAGAIN:\nmov.b16 seen, {1};\n"
                     "fma.rn.bf16 sum, seen, one, {3};\natom{4}.global.cas.b16 {1}, {2}, seen, sum;\n"
                     "setp.ne.b16 changed, {1}, seen;\n@changed bra AGAIN;\nDONE:\n}}",
                     skip, old, address, value, qualifiers);
}

/// One atomic operation: what its accesses have in common, and how one is emitted.
class Atomic {
public:
  Atomic(FunctionEmitter &emitter, const ir::Op &op, MemoryOrder order, MemoryScope scope)
      : e_(emitter), op_(op), type_(op.operand(0)->type()), elem_(type_.pointee()),
        result_(op.result()->hasUses() ? Result::Used : Result::Unused), order_(order), scope_(scope) {}

  /// Performs the operation, at most `maxWidth` elements at once. `access(group, predicate, shape, qualifiers)` emits
  /// one access and returns the words from before it, if the result is used.
  template <class Access> Regs run(unsigned maxWidth, const ir::Value *mask, Access &&access) {
    passes::AccessPlan plan = passes::planAccess(op_, e_.affine());
    plan.width = std::min(plan.width, maxWidth);
    if (type_.isTile() && !type_.layout()->isDistributed()) plan.width = 1;
    WordShape shape = wordShape(e_.type(elem_), plan.width);
    uint64_t copies = type_.isTile() ? type_.layout()->freeVariableMasks()[ir::InDim::Register] : 0;
    std::vector<std::vector<unsigned>> groups;
    passes::forEachGroup(plan, numRegs(type_), [&](const std::vector<unsigned> &group) {
      if ((group[0] & copies) == 0) groups.push_back(group);
    });
    bool needsFences = groups.size() > 1;
    if (needsFences && releases(order_)) emitFence(e_, scope_);
    MemoryOrder order = orderOfAccess(needsFences);
    if (order != MemoryOrder::Relaxed && e_.isSabotaged(SabotageKind::Fence)) order = MemoryOrder::Relaxed;
    std::string qualifiers = std::string(orderText(order)) + scopeText(scope_);
    Regs old(numRegs(type_));
    for (const std::vector<unsigned> &group : groups) {
      llvm::Value *predicate = performer(mask ? regAt(e_.regs(mask), group[0]) : nullptr);
      Regs words = access(llvm::ArrayRef<unsigned>(group), predicate, shape, qualifiers);
      if (result_ == Result::Unused) continue;
      Regs elements = unpackWords(e_.builder(), words, e_.type(elem_), shape);
      for (size_t i = 0; i < group.size(); ++i) old[group[i]] = elements[i];
    }
    if (needsFences && result_ == Result::Used && acquires(order_)) emitFence(e_, scope_);
    if (result_ == Result::Used) fillCopies(old, copies);
    return old;
  }

  /// Gives the result to all who hold it.
  void setResult(Regs old, int64_t scratch) {
    ir::Type type = op_.result()->type();
    if (result_ == Result::Unused) {
      old.assign(numRegs(type), llvm::Constant::getNullValue(e_.type(type)));
      return e_.set(op_.result(), std::move(old));
    }
    llvm::Value *owner = ownerPredicate(e_, type_, /*mask=*/nullptr);
    if (!owner) return e_.set(op_.result(), std::move(old));
    TC_CHECK(scratch >= 0, "passes place the result of an atomic that other threads need");
    SharedBuffer buffer{e_.sharedPointer(scratch), ir::rowMajorBuffer(ir::DimVector(type.shape()))};
    storeShared(e_, old, type, buffer, e_.isSabotaged(SabotageKind::Owner) ? nullptr : owner);
    emitBarrier(e_, ir::BarrierScope::Cta);
    e_.set(op_.result(), loadShared(e_, type, buffer));
  }

  bool isUsed() const { return result_ == Result::Used; }
  ir::Type elem() const { return elem_; }

private:
  /// i1: this thread performs the operation. Null: all do.
  llvm::Value *performer(llvm::Value *mask) {
    llvm::Value *owner = ownerPredicate(e_, type_, /*mask=*/nullptr);
    if (owner && e_.isSabotaged(SabotageKind::Owner)) return accessMask(e_, mask);
    return ownerPredicate(e_, type_, mask);
  }

  MemoryOrder orderOfAccess(bool hasFences) const {
    if (hasFences) return MemoryOrder::Relaxed;
    if (result_ == Result::Used) return order_;
    return releases(order_) ? MemoryOrder::Release : MemoryOrder::Relaxed;
  }

  /// Registers that hold the same element as one that took part.
  void fillCopies(Regs &old, uint64_t copies) const {
    if (copies == 0) return;
    std::map<uint64_t, llvm::Value *> byElement;
    for (uint64_t reg = 0; reg < old.size(); ++reg)
      if (old[reg]) byElement[type_.layout()->applyPacked(reg)] = old[reg];
    for (uint64_t reg = 0; reg < old.size(); ++reg) old[reg] = byElement.at(type_.layout()->applyPacked(reg));
  }

  FunctionEmitter &e_;
  const ir::Op &op_;
  ir::Type type_;
  ir::Type elem_;
  Result result_;
  MemoryOrder order_;
  MemoryScope scope_;
};

/// The registers of a group as the words of one instruction, in the registers that hold those.
Regs wordsOf(FunctionEmitter &e, const ir::Value *value, llvm::ArrayRef<unsigned> group, const WordShape &shape) {
  const Regs &regs = e.regs(value);
  Regs elements;
  for (unsigned reg : group) elements.push_back(regAt(regs, reg));
  return packWords(e.builder(), elements, shape);
}

std::string operands(AsmText &assembler, llvm::ArrayRef<llvm::Value *> words) {
  llvm::SmallVector<std::string> names;
  for (llvm::Value *word : words) names.push_back(assembler.argument(word));
  return operandList(names);
}

}  // namespace

void emitAtomicRmw(FunctionEmitter &e, const ir::Op &op) {
  const auto &attrs = op.attrs<ir::AtomicRmwAttrs>();
  Atomic atomic(e, op, attrs.order, attrs.scope);
  bool hasLoop =
      attrs.kind == AtomicKind::AddF && atomic.elem().isScalar(ScalarKind::BF16) && e.target().capability < 90;
  // There is no `red` that exchanges.
  bool hasResult = atomic.isUsed() || hasLoop || attrs.kind == AtomicKind::Xchg;
  auto access = [&](llvm::ArrayRef<unsigned> group, llvm::Value *condition, const WordShape &shape,
                    const std::string &qualifiers) {
    AsmText assembler(e);
    llvm::SmallVector<std::string> old;
    for (unsigned i = 0; hasResult && i < shape.count; ++i) old.push_back(assembler.result(shape.word));
    std::string predicate = assembler.predicate(condition);
    std::string address = assembler.address(accessPlace(e, regAt(e.regs(op.operand(0)), group[0]), shape));
    std::string value = operands(assembler, wordsOf(e, op.operand(1), group, shape));
    if (hasLoop) return assembler.emit(addBf16Text(old[0], predicate, address, value, qualifiers));
    std::string instruction = instructionText(attrs.kind, atomic.elem(), shape);
    if (!old.empty())
      return assembler.emit(fmt::format("{}atom{}.global{} {}, {}, {};", predicate, qualifiers, instruction,
                                        operandList(old), address, value));
    return assembler.emit(fmt::format("{}red{}.global{} {}, {};", predicate, qualifiers, instruction, address, value));
  };
  Regs old = atomic.run(maxWidth(e, attrs.kind, atomic.elem()), op.operandOrNull(2), access);
  atomic.setResult(std::move(old), attrs.scratch);
}

void emitAtomicCas(FunctionEmitter &e, const ir::Op &op) {
  const auto &attrs = op.attrs<ir::AtomicCasAttrs>();
  Atomic atomic(e, op, attrs.order, attrs.scope);
  auto access = [&](llvm::ArrayRef<unsigned> group, llvm::Value *condition, const WordShape &shape,
                    const std::string &qualifiers) {
    AsmText assembler(e);
    std::string old = assembler.result(shape.word);
    std::string predicate = assembler.predicate(condition);
    std::string address = assembler.address(accessPlace(e, regAt(e.regs(op.operand(0)), group[0]), shape));
    std::string expected = operands(assembler, wordsOf(e, op.operand(1), group, shape));
    std::string desired = operands(assembler, wordsOf(e, op.operand(2), group, shape));
    return assembler.emit(fmt::format("{}atom{}.global.cas.b{} {}, {}, {}, {};", predicate, qualifiers, shape.bits(),
                                      old, address, expected, desired));
  };
  atomic.setResult(atomic.run(/*maxWidth=*/1, /*mask=*/nullptr, access), attrs.scratch);
}

}  // namespace tritonc::codegen
