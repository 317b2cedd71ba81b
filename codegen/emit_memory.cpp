// Loads and stores of global memory.
//
// The registers of a tile are grouped into the widest vectors that passes/access_plan.h allows. Plain accesses are
// LLVM's own, so that it folds their addresses. Those under a mask, with a cache modifier or volatile are PTX text with
// the mask as predicate: never a branch.
//
//   @%p ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1 + 2048];
#include "codegen/emit_memory.h"

#include <fmt/format.h>

#include "codegen/memory_asm.h"
#include "passes/access_plan.h"

namespace tritonc::codegen {
namespace {

using ir::CacheModifier;
using ir::EvictionPolicy;

std::string evictionText(EvictionPolicy policy) {
  switch (policy) {
  case EvictionPolicy::Normal: return "";
  case EvictionPolicy::First: return ".L1::evict_first";
  case EvictionPolicy::Last: return ".L1::evict_last";
  }
  TC_UNREACHABLE("every policy has a case");
}

/// What stands between `ld.global` and the type. PTX takes a cache modifier or an eviction policy, not both; modifiers
/// of stores mean nothing here.
std::string loadQualifiers(const ir::LoadAttrs &attrs) {
  switch (attrs.cache) {
  case CacheModifier::Ca: return ".ca";
  case CacheModifier::Cg: return ".cg";
  case CacheModifier::Cs: return ".cs";
  case CacheModifier::Cv: return ".cv";
  case CacheModifier::None:
  case CacheModifier::Wb:
  case CacheModifier::Wt: return evictionText(attrs.evict);
  }
  TC_UNREACHABLE("every modifier has a case");
}

std::string storeQualifiers(const ir::StoreAttrs &attrs) {
  switch (attrs.cache) {
  case CacheModifier::Wb: return ".wb";
  case CacheModifier::Cg: return ".cg";
  case CacheModifier::Cs: return ".cs";
  case CacheModifier::Wt: return ".wt";
  case CacheModifier::None:
  case CacheModifier::Ca:
  case CacheModifier::Cv: return evictionText(attrs.evict);
  }
  TC_UNREACHABLE("every modifier has a case");
}

/// Loads words where `predicate` (null: always) is true, `previous` elsewhere.
Regs asmLoad(FunctionEmitter &e, const std::string &instruction, llvm::Value *pointer, const WordShape &shape,
             llvm::Value *predicate, llvm::ArrayRef<llvm::Value *> previous) {
  llvm::IRBuilder<> &b = e.builder();
  AsmText assembler(e);
  llvm::SmallVector<std::string> results;
  for (unsigned i = 0; i < shape.count; ++i) results.push_back(assembler.result(registerType(b, shape)));
  std::string text = assembler.predicate(predicate);
  text += fmt::format("{}{} {}, {};", instruction, typeText(shape), operandList(results), assembler.address(pointer));
  for (unsigned i = 0; predicate && i < shape.count; ++i) assembler.initialValue(i, toRegister(b, previous[i], shape));
  Regs words = assembler.emit(text);
  for (llvm::Value *&word : words) word = fromRegister(b, word, shape);
  return words;
}

void asmStore(FunctionEmitter &e, const std::string &instruction, llvm::Value *pointer, const WordShape &shape,
              llvm::Value *predicate, llvm::ArrayRef<llvm::Value *> words) {
  AsmText assembler(e);
  std::string text = assembler.predicate(predicate);
  text += fmt::format("{}{} {}, ", instruction, typeText(shape), assembler.address(pointer));
  llvm::SmallVector<std::string> operands;
  for (llvm::Value *word : words) operands.push_back(assembler.argument(toRegister(e.builder(), word, shape)));
  assembler.emit(text + operandList(operands) + ";");
}

}  // namespace

bool isTrue(const llvm::Value *value) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant && constant->isOne();
}

llvm::Value *accessMask(FunctionEmitter &e, llvm::Value *mask) {
  if (!mask || isTrue(mask) || e.isSabotaged(SabotageKind::Mask)) return nullptr;
  return e.isSabotaged(SabotageKind::Inverse) ? e.builder().CreateNot(mask) : mask;
}

llvm::Value *ownerPredicate(FunctionEmitter &e, ir::Type type, llvm::Value *mask) {
  llvm::Value *owner = type.isTile() ? e.isOwner(type.layout()) : e.isFirstThread();
  mask = accessMask(e, mask);
  if (!mask) return owner;
  return owner ? e.builder().CreateAnd(owner, mask) : mask;
}

void emitLoad(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const auto &attrs = op.attrs<ir::LoadAttrs>();
  passes::AccessPlan plan = passes::planAccess(op, e.affine());
  ir::Type type = op.result()->type();
  llvm::Type *elem = e.type(type);
  WordShape shape = wordShape(elem, plan.width);
  std::string instruction = attrs.isVolatile ? "ld.volatile.global" : "ld.global" + loadQualifiers(attrs);
  bool isPlain = instruction == "ld.global";

  Regs none = {llvm::Constant::getNullValue(elem)};
  const Regs &pointers = e.regs(op.operand(0));
  const Regs *masks = op.operandOrNull(1) ? &e.regs(op.operand(1)) : nullptr;
  const Regs &others = op.operandOrNull(2) ? e.regs(op.operand(2)) : none;
  Regs results(numRegs(type));
  passes::forEachGroup(plan, numRegs(type), [&](llvm::ArrayRef<unsigned> group) {
    llvm::Value *pointer = accessPlace(e, regAt(pointers, group[0]), shape);
    llvm::Value *mask = accessMask(e, masks ? regAt(*masks, group[0]) : nullptr);
    Regs words;
    if (isPlain && !mask) {
      words = loadWords(b, pointer, shape);
    } else {
      Regs previous;
      for (unsigned reg : group) previous.push_back(regAt(others, reg));
      words = asmLoad(e, instruction, pointer, shape, mask, packWords(b, previous, shape));
    }
    Regs elements = unpackWords(b, words, elem, shape);
    for (unsigned i = 0; i < group.size(); ++i) results[group[i]] = elements[i];
  });
  e.set(op.result(), std::move(results));
}

void emitStore(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  passes::AccessPlan plan = passes::planAccess(op, e.affine());
  ir::Type type = op.operand(0)->type();
  WordShape shape = wordShape(e.type(type.pointee()), plan.width);
  std::string instruction = "st.global" + storeQualifiers(op.attrs<ir::StoreAttrs>());
  bool isPlain = instruction == "st.global";

  const Regs &pointers = e.regs(op.operand(0));
  const Regs &values = e.regs(op.operand(1));
  const Regs *masks = op.operandOrNull(2) ? &e.regs(op.operand(2)) : nullptr;
  passes::forEachGroup(plan, numRegs(type), [&](llvm::ArrayRef<unsigned> group) {
    llvm::Value *pointer = accessPlace(e, regAt(pointers, group[0]), shape);
    llvm::Value *predicate = ownerPredicate(e, type, masks ? regAt(*masks, group[0]) : nullptr);
    Regs elements;
    for (unsigned reg : group) elements.push_back(regAt(values, reg));
    Regs words = packWords(b, elements, shape);
    if (isPlain && !predicate)
      storeWords(b, pointer, shape, words);
    else
      asmStore(e, instruction, pointer, shape, predicate, words);
  });
}

}  // namespace tritonc::codegen
