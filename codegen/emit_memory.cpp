// Loads and stores of global memory.
//
// The registers of a tile are grouped into the widest vectors that access_width.h allows. Plain accesses are LLVM's
// own, so that it folds their addresses. Those under a mask, with a cache modifier or volatile are PTX text with the
// mask as predicate: never a branch.
//
//   @%p ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1 + 2048];
#include "codegen/emit_memory.h"

#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>

#include <limits>
#include <vector>

#include "codegen/access_width.h"
#include "codegen/constant_offset.h"
#include "codegen/memory_words.h"

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

/// `.b16`, `.v4.b32`.
std::string typeText(const WordShape &shape) {
  return shape.count == 1 ? fmt::format(".b{}", shape.bits()) : fmt::format(".v{}.b{}", shape.count, shape.bits());
}

/// The constraint of a register for a word; PTX holds a byte in 16 bits.
char wordConstraint(const WordShape &shape) {
  if (shape.word->isFloatTy()) return 'f';
  if (shape.word->isDoubleTy()) return 'd';
  if (shape.bits() == 64) return 'l';
  return shape.bits() == 32 ? 'r' : 'h';
}

llvm::Type *registerType(llvm::IRBuilder<> &b, const WordShape &shape) {
  return shape.bits() == 8 ? b.getInt16Ty() : shape.word;
}

/// A word in the register that holds it, and back.
llvm::Value *toRegister(llvm::IRBuilder<> &b, llvm::Value *word, const WordShape &shape) {
  return shape.bits() == 8 ? b.CreateZExt(word, b.getInt16Ty()) : word;
}
llvm::Value *fromRegister(llvm::IRBuilder<> &b, llvm::Value *value, const WordShape &shape) {
  return shape.bits() == 8 ? b.CreateTrunc(value, shape.word) : value;
}

/// An address as the operand and the text of an assembler instruction.
struct AsmAddress {
  llvm::Value *base;
  int64_t offset;

  explicit AsmAddress(llvm::Value *pointer) : base(pointer), offset(0) {
    ConstantOffset split = splitConstant(pointer);
    bool fits =
        split.offset >= std::numeric_limits<int32_t>::min() && split.offset <= std::numeric_limits<int32_t>::max();
    if (split.base && fits) *this = AsmAddress(split.base, split.offset);
  }
  AsmAddress(llvm::Value *base, int64_t offset) : base(base), offset(offset) {}

  std::string text(unsigned operand) const {
    return offset == 0 ? fmt::format("[${}]", operand) : fmt::format("[${} + {}]", operand, offset);
  }
};

/// `$0`, or `{$0, $1, $2, $3}`.
std::string operandList(unsigned first, unsigned count) {
  std::string text = fmt::format("${}", first);
  for (unsigned i = 1; i < count; ++i) text += fmt::format(", ${}", first + i);
  return count == 1 ? text : "{" + text + "}";
}

void appendConstraint(std::string &constraints, const std::string &constraint) {
  if (!constraints.empty()) constraints += ",";
  constraints += constraint;
}

/// Calls text with side effects: such calls stay in order with each other and with memory.
llvm::Value *emitAsm(FunctionEmitter &e, llvm::Type *result, const std::string &text, const std::string &constraints,
                     llvm::ArrayRef<llvm::Value *> args) {
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *arg : args) types.push_back(arg->getType());
  auto *fn = llvm::FunctionType::get(result, types, /*isVarArg=*/false);
  return e.builder().CreateCall(llvm::InlineAsm::get(fn, text, constraints, /*hasSideEffects=*/true), args);
}

/// Loads words where `predicate` (null: always) is true, `previous` elsewhere.
Regs asmLoad(FunctionEmitter &e, const std::string &instruction, llvm::Value *pointer, const WordShape &shape,
             llvm::Value *predicate, llvm::ArrayRef<llvm::Value *> previous) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::Type *word = registerType(b, shape);
  AsmAddress address(pointer);
  std::string constraints;
  Regs args;
  for (unsigned i = 0; i < shape.count; ++i) appendConstraint(constraints, fmt::format("={}", wordConstraint(shape)));
  unsigned operand = shape.count;
  std::string text;
  if (predicate) {
    text = fmt::format("@${} ", operand++);
    appendConstraint(constraints, "b");
    args.push_back(predicate);
  }
  text += fmt::format("{}{} {}, {};", instruction, typeText(shape), operandList(0, shape.count), address.text(operand));
  appendConstraint(constraints, "l");
  args.push_back(address.base);
  for (unsigned i = 0; predicate && i < shape.count; ++i) {
    appendConstraint(constraints, fmt::format("{}", i));
    args.push_back(toRegister(b, previous[i], shape));
  }
  llvm::SmallVector<llvm::Type *> types(shape.count, word);
  llvm::Type *result = shape.count == 1 ? word : llvm::StructType::get(e.llvm(), types);
  llvm::Value *call = emitAsm(e, result, text, constraints, args);
  Regs words;
  for (unsigned i = 0; i < shape.count; ++i) {
    llvm::Value *loaded = shape.count == 1 ? call : b.CreateExtractValue(call, i);
    words.push_back(fromRegister(b, loaded, shape));
  }
  return words;
}

void asmStore(FunctionEmitter &e, const std::string &instruction, llvm::Value *pointer, const WordShape &shape,
              llvm::Value *predicate, llvm::ArrayRef<llvm::Value *> words) {
  llvm::IRBuilder<> &b = e.builder();
  AsmAddress address(pointer);
  std::string text, constraints;
  Regs args;
  if (predicate) {
    text = "@$0 ";
    constraints = "b";
    args.push_back(predicate);
  }
  auto operand = static_cast<unsigned>(args.size());
  text += fmt::format("{}{} {}, {};", instruction, typeText(shape), address.text(operand),
                      operandList(operand + 1, shape.count));
  appendConstraint(constraints, "l");
  args.push_back(address.base);
  for (llvm::Value *word : words) {
    appendConstraint(constraints, std::string(1, wordConstraint(shape)));
    args.push_back(toRegister(b, word, shape));
  }
  emitAsm(e, b.getVoidTy(), text, constraints, args);
}

llvm::Type *vectorType(const WordShape &shape) {
  return shape.count == 1 ? shape.word : llvm::FixedVectorType::get(shape.word, shape.count);
}

llvm::Align alignmentOf(const WordShape &shape) { return llvm::Align(uint64_t{shape.bits()} / 8 * shape.count); }

Regs plainLoad(llvm::IRBuilder<> &b, llvm::Value *pointer, const WordShape &shape) {
  llvm::Value *loaded = b.CreateAlignedLoad(vectorType(shape), pointer, alignmentOf(shape));
  if (shape.count == 1) return {loaded};
  Regs words;
  for (uint64_t i = 0; i < shape.count; ++i) words.push_back(b.CreateExtractElement(loaded, i));
  return words;
}

void plainStore(llvm::IRBuilder<> &b, llvm::Value *pointer, const WordShape &shape,
                llvm::ArrayRef<llvm::Value *> words) {
  llvm::Value *stored = words[0];
  if (shape.count > 1) {
    stored = llvm::PoisonValue::get(vectorType(shape));
    for (uint64_t i = 0; i < shape.count; ++i) stored = b.CreateInsertElement(stored, words[i], i);
  }
  b.CreateAlignedStore(stored, pointer, alignmentOf(shape));
}

bool isTrue(llvm::Value *value) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant && constant->isOne();
}

/// Calls `visit(registers)` for each group of the plan; a scalar is one group of one register.
template <class Visit> void forEachGroup(const AccessPlan &plan, unsigned numRegs, Visit &&visit) {
  for (unsigned first = 0; first < numRegs; first += plan.width) {
    std::vector<unsigned> group;
    for (unsigned i = 0; i < plan.width; ++i)
      group.push_back(plan.width == 1 ? first : static_cast<unsigned>(plan.run.oldRegister(first + i)));
    visit(group);
  }
}

/// i1: this thread stores register `reg` of the layout. Null: always.
llvm::Value *storePredicate(FunctionEmitter &e, ir::Type pointer, llvm::Value *mask) {
  llvm::Value *owner = pointer.isTile() ? e.isOwner(pointer.layout()) : e.isFirstThread();
  if (!mask || isTrue(mask)) return owner;
  return owner ? e.builder().CreateAnd(owner, mask) : mask;
}

}  // namespace

void emitLoad(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const auto &attrs = op.attrs<ir::LoadAttrs>();
  AccessPlan plan = planAccess(op, e.affine());
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
  forEachGroup(plan, numRegs(type), [&](llvm::ArrayRef<unsigned> group) {
    llvm::Value *pointer = regAt(pointers, group[0]);
    llvm::Value *mask = masks ? regAt(*masks, group[0]) : nullptr;
    if (mask && isTrue(mask)) mask = nullptr;
    Regs words;
    if (isPlain && !mask) {
      words = plainLoad(b, pointer, shape);
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
  AccessPlan plan = planAccess(op, e.affine());
  ir::Type type = op.operand(0)->type();
  WordShape shape = wordShape(e.type(type.pointee()), plan.width);
  std::string instruction = "st.global" + storeQualifiers(op.attrs<ir::StoreAttrs>());
  bool isPlain = instruction == "st.global";

  const Regs &pointers = e.regs(op.operand(0));
  const Regs &values = e.regs(op.operand(1));
  const Regs *masks = op.operandOrNull(2) ? &e.regs(op.operand(2)) : nullptr;
  forEachGroup(plan, numRegs(type), [&](llvm::ArrayRef<unsigned> group) {
    llvm::Value *pointer = regAt(pointers, group[0]);
    llvm::Value *predicate = storePredicate(e, type, masks ? regAt(*masks, group[0]) : nullptr);
    Regs elements;
    for (unsigned reg : group) elements.push_back(regAt(values, reg));
    Regs words = packWords(b, elements, shape);
    if (isPlain && !predicate)
      plainStore(b, pointer, shape, words);
    else
      asmStore(e, instruction, pointer, shape, predicate, words);
  });
}

}  // namespace tritonc::codegen
