// A buffer is an offset into the one dynamic array of shared memory. The address of an access is, as in global memory,
// a base that depends on the thread plus a constant of the register: where the bits of the two overlap, which swizzled
// buffers have, the overlapping bits are XORed into a base of their own.
//
//   ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r7+4096];
#include "codegen/emit_shared.h"

#include <fmt/ranges.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "codegen/buffer_access.h"
#include "codegen/constant_offset.h"
#include "codegen/memory_asm.h"
#include "codegen/thread_bits.h"
#include "codegen/thread_map.h"
#include "passes/bank_model.h"

namespace tritonc::codegen {
namespace {

/// The layout of a buffer as this side of it sees it.
ir::LinearLayout seenLayout(FunctionEmitter &e, const SharedBuffer &buffer) {
  return e.sabotage() ? e.sabotage()->breakSwizzle(buffer.layout) : buffer.layout;
}

}  // namespace

SharedAddresses::SharedAddresses(FunctionEmitter &emitter, const SharedBuffer &buffer,
                                 const ir::LinearLayout &registers, unsigned elemBytes)
    : SharedAddresses(emitter, buffer.pointer,
                      planBufferAccess(registers, seenLayout(emitter, buffer), elemBytes).offsets, elemBytes) {}

SharedAddresses::SharedAddresses(FunctionEmitter &emitter, llvm::Value *buffer, const ir::LinearLayout &offsets,
                                 unsigned elemBytes)
    : e_(emitter), buffer_(buffer), offsets_(offsets), elemBytes_(elemBytes), threadBits_(threadMask(offsets)),
      thread_(emitter.threadMap(offsets)) {}

void SharedAddresses::flip(llvm::Value *offset, uint64_t mask) {
  thread_ = e_.builder().CreateXor(thread_, offset);
  threadBits_ |= mask;
  bases_.clear();
}

llvm::Value *SharedAddresses::get(uint64_t reg) {
  llvm::IRBuilder<> &b = e_.builder();
  uint64_t own = offsets_.applyPacked(reg), overlap = own & threadBits_;
  llvm::Value *&base = bases_[overlap];
  if (!base) {
    llvm::Value *offset = b.CreateMul(b.CreateXor(thread_, overlap), b.getInt32(elemBytes_));
    base = b.CreateGEP(b.getInt8Ty(), buffer_, offset);
  }
  return b.CreateGEP(b.getInt8Ty(), base, b.getInt32(static_cast<uint32_t>((own ^ overlap) * elemBytes_)));
}

namespace {

/// Calls `visit(registers, address, shape)` for each vector of a tile in a buffer, as a thread sees it whose place
/// differs by `threads`; a scalar is one vector of one register.
template <class Visit>
void forEachVector(FunctionEmitter &e, ir::Type type, const SharedBuffer &buffer, const ir::Place &threads,
                   Visit &&visit) {
  llvm::Type *elem = e.type(type);
  if (!type.isTile()) {
    WordShape shape = wordShape(elem, 1);
    return visit(llvm::ArrayRef<uint64_t>{0}, accessPlace(e, buffer.pointer, shape), shape);
  }
  BufferAccess access = planBufferAccess(*type.layout(), seenLayout(e, buffer), type.elemBytes());
  SharedAddresses addresses(e, buffer.pointer, access.offsets, type.elemBytes());
  if (uint64_t distance = access.offsets.applyPacked(access.offsets.pack(threads)))
    addresses.flip(e.builder().getInt32(static_cast<uint32_t>(distance)), distance);
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

void storeShared(FunctionEmitter &e, const Regs &values, ir::Type type, const SharedBuffer &buffer,
                 llvm::Value *predicate) {
  auto store = [&](llvm::ArrayRef<uint64_t> group, llvm::Value *address, const WordShape &shape) {
    Regs elements;
    for (uint64_t reg : group) elements.push_back(values[reg]);
    Regs words = packWords(e.builder(), elements, shape);
    if (predicate)
      storeWhere(e, predicate, address, shape, words);
    else
      storeWords(e.builder(), address, shape, words);
  };
  forEachVector(e, type, buffer, {}, store);
}

namespace {

/// Of a row of a matrix of `ldmatrix` and `stmatrix`.
constexpr unsigned kRowBytes = 16;

/// Where the matrices of a tile lie in a buffer, and the instructions that move them.
class Matrices {
public:
  Matrices(FunctionEmitter &e, ir::Type type, const SharedBuffer &buffer, ir::MatrixOrder order)
      : e_(e), view_(*ir::matrixView(*type.layout(), type.elemBits(), order)),
        access_(planBufferAccess(view_.rows, seenLayout(e, buffer), type.elemBytes())),
        addresses_(e, buffer.pointer, access_.offsets, type.elemBytes()),
        shape_(wordShape(e.type(type), 1u << (view_.elementBits + view_.matrixBits))),
        suffix_(fmt::format(".sync.aligned.m8n8.x{}{}.shared.b16 ", 1u << view_.matrixBits,
                            order == ir::MatrixOrder::Columns ? ".trans" : "")) {}

  /// The words of each instruction.
  const WordShape &shape() const { return shape_; }
  std::string_view suffix() const { return suffix_; }

  /// Calls `visit(address)` for each instruction.
  template <class Visit> void forEach(Visit &&visit) {
    for (uint64_t row = 0; row < view_.rows.inSize(ir::InDim::Register); row += access_.width)
      visit(accessPlace(e_, addresses_.get(row), kRowBytes));
  }

private:
  FunctionEmitter &e_;
  ir::MatrixView view_;
  BufferAccess access_;
  SharedAddresses addresses_;
  WordShape shape_;
  std::string suffix_;
};

/// ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%r5];
Regs loadMatrices(FunctionEmitter &e, ir::Type type, Matrices matrices) {
  const WordShape &shape = matrices.shape();
  Regs results;
  matrices.forEach([&](llvm::Value *address) {
    AsmText assembler(e);
    llvm::SmallVector<std::string> words;
    for (unsigned i = 0; i < shape.count; ++i) words.push_back(assembler.result(e.builder().getInt32Ty()));
    Regs loaded = assembler.emit(
        fmt::format("ldmatrix{}{{{}}}, {};", matrices.suffix(), fmt::join(words, ", "), assembler.address(address)));
    for (llvm::Value *&word : loaded) word = e.builder().CreateBitCast(word, shape.word);
    for (llvm::Value *element : unpackWords(e.builder(), loaded, e.type(type), shape)) results.push_back(element);
  });
  return results;
}

/// stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r5], {%r1, %r2, %r3, %r4};
void storeMatrices(FunctionEmitter &e, const Regs &values, Matrices matrices) {
  llvm::ArrayRef<llvm::Value *> rest = values;
  const WordShape &shape = matrices.shape();
  size_t count = size_t{shape.count} * shape.elementsPerWord;
  matrices.forEach([&](llvm::Value *address) {
    AsmText assembler(e);
    std::string place = assembler.address(address);
    llvm::SmallVector<std::string> words;
    for (llvm::Value *word : packWords(e.builder(), rest.take_front(count), shape))
      words.push_back(assembler.argument(e.builder().CreateBitCast(word, e.builder().getInt32Ty())));
    assembler.emit(fmt::format("stmatrix{}{}, {{{}}};", matrices.suffix(), place, fmt::join(words, ", ")));
    rest = rest.drop_front(count);
  });
}

}  // namespace

Regs loadShared(FunctionEmitter &e, ir::Type type, const SharedBuffer &buffer) {
  if (type.isTile()) {
    passes::SharedPath load = passes::sharedLoad(*type.layout(), buffer.layout, type.elemBits());
    if (load.matrices) return loadMatrices(e, type, Matrices(e, type, buffer, *load.matrices));
  }
  return loadSharedOf(e, type, buffer, {});
}

Regs loadSharedOf(FunctionEmitter &e, ir::Type type, const SharedBuffer &buffer, const ir::Place &threads) {
  Regs results(numRegs(type));
  auto load = [&](llvm::ArrayRef<uint64_t> group, llvm::Value *address, const WordShape &shape) {
    Regs elements = unpackWords(e.builder(), loadWords(e.builder(), address, shape), e.type(type), shape);
    for (size_t i = 0; i < group.size(); ++i) results[group[i]] = elements[i];
  };
  forEachVector(e, type, buffer, threads, load);
  return results;
}

void emitLocalAlloc(FunctionEmitter &e, const ir::Op &op) {
  int64_t offset = op.attrs<ir::AllocAttrs>().offset;
  TC_CHECK(offset >= 0, "`place-shared` places every buffer");
  e.set(op.result(), {e.sharedPointer(offset)});
}

void emitLocalStore(FunctionEmitter &e, const ir::Op &op) {
  const ir::Value *value = op.operand(0), *memory = op.operand(1);
  ir::Type type = value->type();
  SharedBuffer buffer{e.scalar(memory), *memory->type().layout()};
  passes::SharedPath path = passes::sharedStore(*type.layout(), buffer.layout, type.elemBits(), e.target().capability);
  if (path.matrices) return storeMatrices(e, e.regs(value), Matrices(e, type, buffer, *path.matrices));
  storeShared(e, e.regs(value), type, buffer, /*predicate=*/nullptr);
}

void emitLocalLoad(FunctionEmitter &e, const ir::Op &op) {
  const ir::Value *buffer = op.operand(0);
  e.set(op.result(), loadShared(e, op.result()->type(), {e.scalar(buffer), *buffer->type().layout()}));
}

void emitLocalSlot(FunctionEmitter &e, const ir::Op &op) {
  llvm::IRBuilder<> &b = e.builder();
  const auto &ring = op.operand(0)->def()->attrs<ir::AllocAttrs>();
  llvm::Value *slots = b.getInt32(static_cast<uint32_t>(ring.slots));
  llvm::Value *number = e.scalar(op.operand(1));
  if (auto ahead = static_cast<uint32_t>(op.attrs<ir::SlotAttrs>().ahead % ring.slots)) {
    llvm::Value *sum = b.CreateAdd(number, b.getInt32(ahead));
    number = b.CreateSelect(b.CreateICmpULT(sum, slots), sum, b.CreateSub(sum, slots));
  }
  if (e.isSabotaged(SabotageKind::Slot)) number = b.CreateURem(b.CreateAdd(number, b.getInt32(1)), slots);
  auto bytes = static_cast<uint32_t>(bufferBytes(op.result()->type()));
  llvm::Value *offset = b.CreateMul(number, b.getInt32(bytes));
  e.set(op.result(), {b.CreateGEP(b.getInt8Ty(), e.scalar(op.operand(0)), offset)});
}

void emitBarrier(FunctionEmitter &e, const ir::Op &op) {
  const auto &attrs = op.attrs<ir::BarrierAttrs>();
  if (attrs.fencesProxy && !e.isSabotaged(SabotageKind::Proxy)) emitStatement(e, "fence.proxy.async.shared::cta;");
  emitBarrier(e, attrs.scope);
}

void emitBarrier(FunctionEmitter &e, ir::BarrierScope scope) {
  if (e.isSabotaged(SabotageKind::Barrier)) return;
  constexpr unsigned kWarpSize = 32;
  if (scope == ir::BarrierScope::Warp || e.numThreads() == kWarpSize)
    e.intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {e.builder().getInt32(0xffffffff)});
  else
    e.intrinsic(llvm::Intrinsic::nvvm_barrier0, {});
}

}  // namespace tritonc::codegen
