// One `wgmma.mma_async` of 64 rows for each block of rows of a warpgroup, each 256 columns and each 32 bytes along K
// (PTX ISA, "Asynchronous wgmma instructions").
//
//   wgmma.fence.sync.aligned;
//   wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1, ..., %f64}, %rd1, %rd2, 1, 1, 1, 0, 0;
//   ...
//   wgmma.commit_group.sync.aligned;
//   wgmma.wait_group.sync.aligned 0;
//
// A first operand that is computed stays in registers: `{%r1, %r2, %r3, %r4}`, as for `mma.sync`, in place of %rd1.
//
// Operands in shared memory are named by descriptors of 64 bits ("Matrix descriptor format"): the address, how far
// apart groups of 8 rows and neighbouring panels are, and the swizzle; addresses and distances in units of 16 bytes.
// The low word alone changes from one instruction to the next.
#include "codegen/emit_wgmma.h"

#include <fmt/ranges.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "codegen/emit_dot.h"
#include "codegen/memory_asm.h"
#include "ir/wgmma_layout.h"
#include "passes/rewriter.h"

namespace tritonc::codegen {
namespace {

using ir::ScalarKind;

constexpr int64_t kUnit = 16;
constexpr int64_t kStepBytes = 32;

/// An operand in shared memory, seen as rows of M or N and bytes along K.
class Operand {
public:
  Operand(FunctionEmitter &e, const ir::Value *buffer, ir::DotSide side)
      : e_(e), elemBytes_(buffer->type().elemBytes()),
        order_(*ir::wgmmaOrder(*buffer->type().layout(), side, buffer->type().elemBits())) {
    std::span<const int64_t> shape = buffer->type().shape();
    depth_ = shape[side == ir::DotSide::A ? 1 : 0];
    rows_ = shape[side == ir::DotSide::A ? 0 : 1];
    llvm::IRBuilder<> &b = e.builder();
    llvm::Value *address = b.CreatePtrToInt(e.scalar(buffer), b.getInt32Ty());
    low_ = b.CreateLShr(address, b.getInt32(4));
  }

  bool isKMajor() const { return order_.isKMajor; }

  /// Moves to row number * unit, which depends on the warpgroup alone.
  void moveTo(llvm::Value *number, int64_t unit) {
    llvm::IRBuilder<> &b = e_.builder();
    int64_t inPanel = unitsInPanel(unit);
    if (inPanel * unit >= rows_) return moveBy(number, offset(unit, 0));
    auto bits = static_cast<uint32_t>(std::countr_zero(static_cast<uint64_t>(inPanel)));
    if (inPanel > 1) moveBy(b.CreateAnd(number, b.getInt32(static_cast<uint32_t>(inPanel - 1))), offset(unit, 0));
    moveBy(b.CreateLShr(number, b.getInt32(bits)), offset(inPanel * unit, 0));
  }

  /// The descriptor of what begins at a row, and so many instructions along K.
  llvm::Value *descriptor(int64_t row, int64_t step) {
    llvm::IRBuilder<> &b = e_.builder();
    int64_t units = offset(row, step * kStepBytes / elemBytes_) / kUnit + e_.isSabotaged(SabotageKind::Address);
    llvm::Value *low = b.CreateAdd(low_, b.getInt32(static_cast<uint32_t>(units)));
    return b.CreateOr(b.CreateZExt(low, b.getInt64Ty()), b.getInt64(fixedBits()));
  }

private:
  /// How many times `unit` rows lie side by side in a panel; 1 where there is no end to a panel.
  int64_t unitsInPanel(int64_t unit) const {
    return order_.isKMajor ? 1 : std::max<int64_t>(order_.swizzle / (unit * elemBytes_), 1);
  }

  void moveBy(llvm::Value *number, int64_t bytes) {
    llvm::IRBuilder<> &b = e_.builder();
    low_ = b.CreateAdd(low_, b.CreateMul(number, b.getInt32(static_cast<uint32_t>(bytes / kUnit))));
  }

  /// Bytes from the start of the buffer, before the swizzle.
  int64_t offset(int64_t row, int64_t k) const {
    int64_t span = order_.swizzle;
    if (order_.isKMajor) return k * elemBytes_ / span * rows_ * span + row * span + k * elemBytes_ % span;
    return row * elemBytes_ / span * depth_ * span + k * span + row * elemBytes_ % span;
  }

  /// Everything but the address.
  uint64_t fixedBits() {
    uint64_t swizzle = order_.swizzle == 128 ? 1 : order_.swizzle == 64 ? 2 : 3;
    // Along K a swizzled row is as long as an instruction or a multiple of it: there is no next panel.
    int64_t panel = order_.isKMajor ? kUnit : depth_ * order_.swizzle;
    int64_t eightRows = 8 * order_.swizzle;
    if (e_.isSabotaged(SabotageKind::Descriptor)) swizzle = swizzle % 3 + 1;
    if (e_.isSabotaged(SabotageKind::Descriptor)) eightRows += kUnit;
    if (!order_.isKMajor && e_.isSabotaged(SabotageKind::Descriptor)) panel += kUnit;
    return swizzle << 62 | static_cast<uint64_t>(eightRows / kUnit) << 32 | static_cast<uint64_t>(panel / kUnit) << 16;
  }

  FunctionEmitter &e_;
  int64_t elemBytes_;
  ir::WgmmaOrder order_;
  int64_t rows_ = 0, depth_ = 0;
  /// The address in units of 16 bytes; shared memory is smaller than the 14 bits that it has.
  llvm::Value *low_ = nullptr;
};

/// The instruction for operands of these types and so many columns, up to its registers; and what follows the
/// descriptors.
struct Instruction {
  /// `a`: null if it is in registers.
  Instruction(const ir::Op &op, int64_t cols, const Operand *a, const Operand &b) {
    ir::Type typeA = op.operand(0)->type(), typeB = op.operand(1)->type();
    bool isInt = typeA.scalar() == ScalarKind::I8;
    head = fmt::format("wgmma.mma_async.sync.aligned.m64n{}k{}.{}.{}.{}", cols, 8 * kStepBytes / typeA.elemBits(),
                       isInt ? "s32" : "f32", ir::matrixType(typeA.scalar()), ir::matrixType(typeB.scalar()));
    if (!isInt) tail = ", 1, 1";
    if (typeA.elemBits() != 16) return;
    if (a) tail += a->isKMajor() ? ", 0" : ", 1";
    tail += b.isKMajor() ? ", 0" : ", 1";
  }

  std::string head, tail;
};

/// A statement that hands registers on, so that nothing which computes or reads them crosses it.
Regs emitBetween(FunctionEmitter &e, const std::string &text, const Regs &registers) {
  AsmText assembler(e);
  for (llvm::Value *value : registers) assembler.result(value->getType());
  for (unsigned i = 0; i < registers.size(); ++i) assembler.initialValue(i, registers[i]);
  return assembler.emit(text);
}

Regs waitFor(FunctionEmitter &e, int64_t pending, const Regs &sums) {
  pending += e.isSabotaged(SabotageKind::Wait);
  return emitBetween(e, fmt::format("wgmma.wait_group.sync.aligned {};", pending), sums);
}

/// The accumulators as the first instruction finds them, behind a fence, as are the words of a fragment.
Regs fence(FunctionEmitter &e, const ir::Op &dot, bool isFresh, Regs &fragment) {
  const std::string text = e.isSabotaged(SabotageKind::SumFence) ? "" : "wgmma.fence.sync.aligned;";
  Regs sums = e.regs(dot.operand(2)), handed = fragment;
  // Those that are not read need no value; those that are still being added to may not move.
  bool handsSums = !isFresh && !dot.attrs<ir::DotAttrs>().isAsync;
  if (handsSums) llvm::append_range(handed, sums);
  handed = emitBetween(e, text, handed);
  llvm::copy(llvm::ArrayRef(handed).take_front(fragment.size()), fragment.begin());
  if (handsSums) return Regs(llvm::ArrayRef(handed).drop_front(fragment.size()));
  if (isFresh)
    for (llvm::Value *&sum : sums) sum = llvm::PoisonValue::get(sum->getType());
  return sums;
}

/// The words of the first operand if it is in registers, by step along K and block of rows.
Regs fragmentOf(FunctionEmitter &e, const ir::Op &dot) {
  const ir::Value *value = dot.operand(0);
  if (value->type().isShared()) return {};
  const ir::LinearLayout &accumulator = *dot.result()->type().layout();
  int64_t depth = value->type().shape()[1];
  return fragmentWords(e, value, ir::DotSide::A, ir::wgmmaFragment(accumulator, depth, value->type().elemBits()));
}

/// `{$5, $6, $7, $8}`: the words of one instruction.
std::string wordsOf(FunctionEmitter &e, AsmText &assembler, llvm::ArrayRef<llvm::Value *> words) {
  std::vector<std::string> names;
  for (llvm::Value *word : words) names.push_back(assembler.argument(word));
  if (e.isSabotaged(SabotageKind::Fragment)) std::swap(names[0], names[1]);
  return operandList(names);
}

/// The number of the warpgroup, equal in all its threads for all that the assembler can see.
llvm::Value *warpgroup(FunctionEmitter &e) {
  llvm::IRBuilder<> &b = e.builder();
  constexpr unsigned kThreads = 128;
  if (e.numThreads() == kThreads) return b.getInt32(0);
  llvm::Value *own = b.CreateLShr(e.threadIndex(), b.getInt32(7));
  return e.intrinsic(llvm::Intrinsic::nvvm_shfl_sync_idx_i32,
                     {b.getInt32(0xffffffff), own, b.getInt32(0), b.getInt32(31)});
}

}  // namespace

void emitWgmma(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const auto &attrs = op.attrs<ir::DotAttrs>();
  ir::WarpGrid grid = *ir::wgmmaWarps(*op.result()->type().layout());
  std::span<const int64_t> shape = op.result()->type().shape();
  ir::Type typeA = op.operand(0)->type();
  int64_t groupsM = grid.warpsM / ir::kWarpgroup, groupCols = shape[1] / grid.warpsN;
  int64_t cols = std::min(groupCols, ir::kWgmmaMaxCols);
  int64_t steps = typeA.shape()[1] * typeA.elemBytes() / kStepBytes;

  std::optional<Operand> a;
  if (typeA.isShared()) a.emplace(e, op.operand(0), ir::DotSide::A);
  Operand other(e, op.operand(1), ir::DotSide::B);
  llvm::Value *group = warpgroup(e);
  if (a && groupsM > 1) a->moveTo(b.CreateAnd(group, b.getInt32(static_cast<uint32_t>(groupsM - 1))), ir::kWgmmaRows);
  if (grid.warpsN > 1)
    other.moveTo(
        b.CreateLShr(group, b.getInt32(static_cast<uint32_t>(std::countr_zero(static_cast<uint64_t>(groupsM))))),
        groupCols);
  Instruction instruction(op, cols, a ? &*a : nullptr, other);

  bool isFresh = passes::isZero(op.operand(2));
  Regs fragment = fragmentOf(e, op);
  Regs sums = fence(e, op, isFresh, fragment);
  auto perInstruction = static_cast<size_t>(cols / 2);
  int64_t rowBlocks = shape[0] / (groupsM * ir::kWgmmaRows);
  for (size_t first = 0, number = 0; first < sums.size(); first += perInstruction, ++number) {
    auto colBlocks = groupCols / cols, rowBlock = static_cast<int64_t>(number) / colBlocks;
    int64_t row = rowBlock * groupsM * ir::kWgmmaRows;
    int64_t col = static_cast<int64_t>(number) % colBlocks * cols;
    llvm::MutableArrayRef<llvm::Value *> block(&sums[first], perInstruction);
    for (int64_t step = 0; step < steps; ++step) {
      AsmText assembler(e);
      std::vector<std::string> registers;
      for (llvm::Value *sum : block) registers.push_back(assembler.result(sum->getType()));
      if (e.isSabotaged(SabotageKind::Fragment)) std::swap(registers[0], registers[1]);
      bool adds = !(isFresh && step == 0) != e.isSabotaged(SabotageKind::Descriptor);
      std::string factor =
          a ? assembler.argument(a->descriptor(row, step))
            : wordsOf(e, assembler, llvm::ArrayRef(fragment).slice((step * rowBlocks + rowBlock) * 4, 4));
      std::string text = fmt::format("{} {{{}}}, {}, {}, {}{};", instruction.head, fmt::join(registers, ", "), factor,
                                     assembler.argument(other.descriptor(col, step)), adds ? 1 : 0, instruction.tail);
      for (unsigned i = 0; i < block.size(); ++i) assembler.initialValue(i, block[i]);
      llvm::copy(assembler.emit(text), block.begin());
    }
  }
  if (!e.isSabotaged(SabotageKind::Commit)) emitStatement(e, "wgmma.commit_group.sync.aligned;");
  e.set(op.result(), attrs.isAsync ? sums : waitFor(e, 0, sums));
}

void emitDotWait(FunctionEmitter &e, const ir::Op &op) {
  Regs sums;
  for (const ir::Use &use : op.operands()) llvm::append_range(sums, e.regs(use.value()));
  Regs waited = waitFor(e, op.attrs<ir::PendingAttrs>().pending, sums);
  llvm::ArrayRef<llvm::Value *> rest(waited);
  for (unsigned i = 0; i < op.numResults(); ++i) {
    size_t count = e.regs(op.operand(i)).size();
    e.set(op.result(i), Regs(rest.take_front(count)));
    rest = rest.drop_front(count);
  }
}

}  // namespace tritonc::codegen
