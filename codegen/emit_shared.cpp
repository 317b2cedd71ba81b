// A buffer is an offset into the one dynamic array of shared memory. The address of an access is, as in global memory,
// a base that depends on the thread plus a constant of the register: where the bits of the two overlap, which swizzled
// buffers have, the overlapping bits are XORed into a base of their own.
//
//   ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r7+4096];
#include "codegen/emit_shared.h"

#include <fmt/format.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <map>

#include "codegen/buffer_access.h"
#include "codegen/constant_offset.h"
#include "codegen/memory_asm.h"
#include "codegen/thread_bits.h"
#include "codegen/thread_map.h"

namespace tritonc::codegen {
namespace {

/// Addresses of a tile's registers in a buffer.
class SharedAddresses {
public:
  SharedAddresses(FunctionEmitter &emitter, llvm::Value *buffer, const ir::LinearLayout &offsets, unsigned elemBytes)
      : e_(emitter), buffer_(buffer), offsets_(offsets), elemBytes_(elemBytes), threadBits_(threadMask(offsets)),
        thread_(emitter.threadMap(offsets)) {}

  llvm::Value *get(uint64_t reg) {
    llvm::IRBuilder<> &b = e_.builder();
    uint64_t own = offsets_.applyPacked(reg), overlap = own & threadBits_;
    llvm::Value *&base = bases_[overlap];
    if (!base) {
      llvm::Value *offset = b.CreateMul(b.CreateXor(thread_, overlap), b.getInt32(elemBytes_));
      base = b.CreateGEP(b.getInt8Ty(), buffer_, offset);
    }
    return b.CreateGEP(b.getInt8Ty(), base, b.getInt32(static_cast<uint32_t>((own ^ overlap) * elemBytes_)));
  }

private:
  FunctionEmitter &e_;
  llvm::Value *buffer_;
  const ir::LinearLayout &offsets_;
  unsigned elemBytes_;
  uint64_t threadBits_;
  llvm::Value *thread_;
  /// By the bits that were XORed in.
  std::map<uint64_t, llvm::Value *> bases_;
};

/// Calls `visit(registers, address, shape)` for each vector of a tile in a buffer; a scalar is one vector of one
/// register.
template <class Visit>
void forEachVector(FunctionEmitter &e, ir::Type type, const SharedBuffer &buffer, Visit &&visit) {
  llvm::Type *elem = e.type(type);
  if (!type.isTile()) {
    WordShape shape = wordShape(elem, 1);
    return visit(llvm::ArrayRef<uint64_t>{0}, accessPlace(e, buffer.pointer, shape), shape);
  }
  ir::LinearLayout layout = e.sabotage() ? e.sabotage()->breakSwizzle(buffer.layout) : buffer.layout;
  BufferAccess access = planBufferAccess(*type.layout(), layout, type.elemBytes());
  SharedAddresses addresses(e, buffer.pointer, access.offsets, type.elemBytes());
  for (uint64_t first = 0; first < numRegs(type); first += access.width) {
    llvm::SmallVector<uint64_t> group;
    for (uint64_t i = 0; i < access.width; ++i) group.push_back(access.run.oldRegister(first + i));
    WordShape shape = wordShape(elem, access.width);
    visit(llvm::ArrayRef<uint64_t>(group), accessPlace(e, addresses.get(group[0]), shape), shape);
  }
}

void storeWhere(FunctionEmitter &e, llvm::Value *predicate, llvm::Value *address, const WordShape &shape,
                llvm::ArrayRef<llvm::Value *> words) {
  AsmText assembler(e);
  std::string text = assembler.predicate(predicate);
  text += fmt::format("st.shared{} {}, ", typeText(shape), assembler.address(address));
  llvm::SmallVector<std::string> operands;
  for (llvm::Value *word : words) operands.push_back(assembler.argument(toRegister(e.builder(), word, shape)));
  assembler.emit(text + operandList(operands) + ";");
}

}  // namespace

ir::LinearLayout rowMajorBuffer(ir::Type type) {
  ir::LinearLayout layout{ir::DimVector(type.shape())};
  for (unsigned bit = 0; bit < layout.totalOutBits(); ++bit) layout.appendColumn(ir::InDim::Offset, uint64_t{1} << bit);
  return layout;
}

void storeShared(FunctionEmitter &e, const Regs &values, ir::Type type, const SharedBuffer &buffer,
                 llvm::Value *predicate) {
  forEachVector(e, type, buffer, [&](llvm::ArrayRef<uint64_t> group, llvm::Value *address, const WordShape &shape) {
    Regs elements;
    for (uint64_t reg : group) elements.push_back(values[reg]);
    Regs words = packWords(e.builder(), elements, shape);
    if (predicate)
      storeWhere(e, predicate, address, shape, words);
    else
      storeWords(e.builder(), address, shape, words);
  });
}

Regs loadShared(FunctionEmitter &e, ir::Type type, const SharedBuffer &buffer) {
  Regs results(numRegs(type));
  forEachVector(e, type, buffer, [&](llvm::ArrayRef<uint64_t> group, llvm::Value *address, const WordShape &shape) {
    Regs elements = unpackWords(e.builder(), loadWords(e.builder(), address, shape), e.type(type), shape);
    for (size_t i = 0; i < group.size(); ++i) results[group[i]] = elements[i];
  });
  return results;
}

void emitLocalAlloc(FunctionEmitter &e, const ir::Op &op) {
  int64_t offset = op.attrs<ir::AllocAttrs>().offset;
  TC_CHECK(offset >= 0, "`place-shared` places every buffer");
  e.set(op.result(), {e.sharedPointer(offset)});
}

void emitLocalStore(FunctionEmitter &e, const ir::Op &op) {
  const ir::Value *value = op.operand(0), *buffer = op.operand(1);
  storeShared(e, e.regs(value), value->type(), {e.scalar(buffer), *buffer->type().layout()}, /*predicate=*/nullptr);
}

void emitLocalLoad(FunctionEmitter &e, const ir::Op &op) {
  const ir::Value *buffer = op.operand(0);
  e.set(op.result(), loadShared(e, op.result()->type(), {e.scalar(buffer), *buffer->type().layout()}));
}

void emitBarrier(FunctionEmitter &e, const ir::Op &op) { emitBarrier(e, op.attrs<ir::BarrierAttrs>().scope); }

void emitBarrier(FunctionEmitter &e, ir::BarrierScope scope) {
  if (e.isSabotaged(SabotageKind::Barrier)) return;
  constexpr unsigned kWarpSize = 32;
  if (scope == ir::BarrierScope::Warp || e.numThreads() == kWarpSize)
    e.intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {e.builder().getInt32(0xffffffff)});
  else
    e.intrinsic(llvm::Intrinsic::nvvm_barrier0, {});
}

}  // namespace tritonc::codegen
