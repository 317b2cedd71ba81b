#include "codegen/emit_index.h"

#include <fmt/format.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "codegen/constant_offset.h"
#include "codegen/thread_bits.h"
#include "passes/interval.h"

namespace tritonc::codegen {
namespace {

using ir::InDim;

/// The first register computed from some bases, and the constant that it adds to them.
struct Leader {
  llvm::Value *value;
  int64_t offset;
};

/// Registers computed from the same bases differ by constants: the first is computed as it stands, the others from it.
/// That is exact for narrow integers because the first one is an element of the tile like any other.
class Leaders {
public:
  /// `compute()` if no register came from these bases before, else the leader plus the difference of the offsets.
  template <class Compute>
  llvm::Value *get(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b, int64_t offset, Compute &&compute) {
    auto [entry, isNew] = leaders_.try_emplace({a, b});
    if (isNew) entry->second = {compute(), offset};
    return addConstant(builder, entry->second.value, wrappingAdd(offset, wrappingMul(entry->second.offset, -1)));
  }

private:
  llvm::DenseMap<std::pair<llvm::Value *, llvm::Value *>, Leader> leaders_;
};

unsigned axisOf(const ir::Op &op) { return static_cast<unsigned>(op.attrs<ir::AxisAttrs>().axis); }

/// A special register that counts programs along an axis; the driver's limits on grids bound it.
void emitGridRegister(FunctionEmitter &e, const ir::Op &op, llvm::ArrayRef<llvm::Intrinsic::ID> ids, uint64_t least) {
  unsigned axis = axisOf(op);
  uint64_t limit = axis == 0 ? 0x7fffffff : 0xffff;
  auto *call = llvm::cast<llvm::CallInst>(e.intrinsic(ids[axis], {}));
  call->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, least), llvm::APInt(32, limit + least)));
  e.set(op.result(), {call});
}

/// Whether the products of all elements with the constant fit the type.
bool productIsExact(FunctionEmitter &e, const ir::Op &op, int64_t factor) {
  unsigned width = op.result()->type().elemBits();
  passes::Interval range = e.affine().facts(op.operand(0)).range;
  return (passes::WideInterval(range) * passes::Interval::exactly(factor)).fits(width);
}

/// Whether the operation runs in a pipelined loop, beside copies and matrix instructions: its iterations begin with a
/// wait.
bool isInPipeline(const ir::Op &op) {
  const ir::Block &block = *op.parent();
  return block.parentOp() && block.front()->opcode() == ir::Opcode::CopyWait;
}

/// base + index * size. `inHalves`: so that neither LLVM nor ptxas sees through it and it stays one addition of 64 bits
/// in a loop. LLVM would carry each sum as a pointer of its own, ptxas would form `IMAD.WIDE` of product and sum, and
/// that instruction waits for the register ports which a running `wgmma` uses.
llvm::Value *elementPointer(FunctionEmitter &e, llvm::Value *base, llvm::Value *index, uint64_t size, bool inHalves) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::Type *wide = b.getInt64Ty();
  if (!inHalves || index->getType() == wide || !llvm::isPowerOf2_64(size))
    return offsetPointer(b, base, b.CreateMul(b.CreateSExt(index, wide), b.getInt64(size)));
  unsigned shift = llvm::Log2_64(size);
  std::string halves = fmt::format(
      "{{ .reg .b32 lo, hi; shl.b32 lo, $1, {}; shr.s32 hi, $1, {}; mov.b64 $0, {{lo, hi}}; }}", shift, 32 - shift);
  llvm::Value *bytes = e.pureAsm(wide, halves, "=l,r", {b.CreateSExt(index, b.getInt32Ty())});
  return offsetPointer(b, e.pureAsm(base->getType(), "mov.b64 $0, $1;", "=l,l", {base}), bytes);
}

/// Exact to split for any operands.
bool isModular(const ir::Op &op) { return op.result()->type().elemBits() == 64; }

}  // namespace

void emitProgramId(FunctionEmitter &e, const ir::Op &op) {
  emitGridRegister(e, op,
                   {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                    llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z},
                   /*least=*/0);
}

void emitNumPrograms(FunctionEmitter &e, const ir::Op &op) {
  emitGridRegister(e, op,
                   {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
                    llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z},
                   /*least=*/1);
}

void emitRange(FunctionEmitter &e, const ir::Op &op) {
  ir::Layout layout = op.result()->type().layout();
  llvm::Value *thread = e.threadCoordinate(layout);
  uint64_t threadBits = threadMask(*layout);
  int64_t start = op.attrs<ir::RangeAttrs>().start;
  Regs regs;
  for (uint64_t reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    ir::Place place;
    place[InDim::Register] = reg;
    auto own = static_cast<int64_t>(layout->applyPacked(layout->pack(place)));
    bool isSum = (threadBits & static_cast<uint64_t>(own)) == 0;
    llvm::Value *index = isSum ? thread : e.builder().CreateXor(thread, static_cast<uint64_t>(own));
    regs.push_back(addConstant(e.builder(), index, start + (isSum ? own : 0)));
  }
  e.set(op.result(), std::move(regs));
}

void emitAddI(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const Regs &lhs = e.regs(op.operand(0)), &rhs = e.regs(op.operand(1));
  bool mayGroup = isModular(op) || e.affine().sumIsExact(op.operand(0), op.operand(1));
  Leaders leaders;
  Regs regs;
  for (unsigned reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    llvm::Value *x = regAt(lhs, reg), *y = regAt(rhs, reg);
    auto add = [&] { return b.CreateAdd(x, y, "", /*HasNUW=*/false, /*HasNSW=*/mayGroup && !isModular(op)); };
    ConstantOffset xs = splitConstant(x), ys = splitConstant(y);
    regs.push_back(mayGroup ? leaders.get(b, xs.base, ys.base, wrappingAdd(xs.offset, ys.offset), add) : add());
  }
  e.set(op.result(), std::move(regs));
}

void emitMulI(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const Regs &lhs = e.regs(op.operand(0)), &rhs = e.regs(op.operand(1));
  auto *factor = llvm::dyn_cast<llvm::ConstantInt>(rhs[0]);
  bool mayGroup = rhs.size() == 1 && factor && (isModular(op) || productIsExact(e, op, factor->getSExtValue()));
  Leaders leaders;
  Regs regs;
  for (unsigned reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    llvm::Value *x = regAt(lhs, reg);
    auto multiply = [&] { return b.CreateMul(x, regAt(rhs, reg)); };
    ConstantOffset xs = splitConstant(x);
    regs.push_back(mayGroup ? leaders.get(b, xs.base, nullptr, wrappingMul(xs.offset, factor->getSExtValue()), multiply)
                            : multiply());
  }
  e.set(op.result(), std::move(regs));
}

void emitExtSI(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  llvm::Type *wide = e.type(op.result()->type());
  Leaders leaders;
  Regs regs;
  const Regs &values = e.regs(op.operand(0));
  for (unsigned reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    llvm::Value *value = regAt(values, reg);
    ConstantOffset split = splitConstant(value);
    regs.push_back(leaders.get(b, split.base, nullptr, split.offset, [&] { return b.CreateSExt(value, wide); }));
  }
  e.set(op.result(), std::move(regs));
}

void emitAddPtr(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const Regs &pointers = e.regs(op.operand(0)), &indices = e.regs(op.operand(1));
  uint64_t size = op.result()->type().pointee().elemBytes();
  bool inHalves = isInPipeline(op);
  llvm::DenseMap<std::pair<llvm::Value *, llvm::Value *>, llvm::Value *> sums;
  Regs regs;
  for (unsigned reg = 0; reg < numRegs(op.result()->type()); ++reg) {
    llvm::Value *pointer = regAt(pointers, reg);
    ConstantOffset base = splitConstant(pointer);
    if (!base.base) base = {pointer, 0};
    ConstantOffset index = splitConstant(regAt(indices, reg));
    llvm::Value *&sum = sums[{base.base, index.base}];
    if (!sum) {
      sum = base.base;
      if (index.base) sum = elementPointer(e, sum, index.base, size, inHalves);
    }
    uint64_t bytes = static_cast<uint64_t>(base.offset) + static_cast<uint64_t>(index.offset) * size;
    regs.push_back(offsetPointer(b, sum, static_cast<int64_t>(bytes)));
  }
  e.set(op.result(), std::move(regs));
}

}  // namespace tritonc::codegen
