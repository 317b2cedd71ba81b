// Buffers in shared memory, and barriers.
#pragma once

#include <map>

#include "codegen/emitter.h"
#include "ir/linear_layout.h"

namespace tritonc::codegen {

void emitLocalAlloc(FunctionEmitter &emitter, const ir::Op &op);
void emitLocalSlot(FunctionEmitter &emitter, const ir::Op &op);
void emitLocalStore(FunctionEmitter &emitter, const ir::Op &op);
void emitLocalLoad(FunctionEmitter &emitter, const ir::Op &op);
void emitBarrier(FunctionEmitter &emitter, const ir::Op &op);
void emitBarrier(FunctionEmitter &emitter, ir::BarrierScope scope);

/// A place in shared memory and the layout of a tile there; the layout counts for nothing if the value is a scalar.
struct SharedBuffer {
  llvm::Value *pointer;
  ir::LinearLayout layout;
};

/// Addresses of a tile's registers in a buffer.
class SharedAddresses {
public:
  SharedAddresses(FunctionEmitter &emitter, const SharedBuffer &buffer, const ir::LinearLayout &registers,
                  unsigned elemBytes);
  /// With what `planBufferAccess` says of registers and buffer.
  SharedAddresses(FunctionEmitter &emitter, llvm::Value *buffer, const ir::LinearLayout &offsets, unsigned elemBytes);

  /// From here on, offsets (in elements) are XORed with `offset`, of which only bits in `mask` are ever set.
  void flip(llvm::Value *offset, uint64_t mask);
  llvm::Value *get(uint64_t reg);

private:
  FunctionEmitter &e_;
  llvm::Value *buffer_;
  ir::LinearLayout offsets_;
  unsigned elemBytes_;
  uint64_t threadBits_;
  llvm::Value *thread_;
  /// By the bits that were XORed in.
  std::map<uint64_t, llvm::Value *> bases_;
};

/// Writes a tile or scalar where `predicate` (null: always) is true.
void storeShared(FunctionEmitter &emitter, const Regs &values, ir::Type type, const SharedBuffer &buffer,
                 llvm::Value *predicate);
Regs loadShared(FunctionEmitter &emitter, ir::Type type, const SharedBuffer &buffer);
/// Loads what threads find whose place differs by `threads`: lanes and warps. A tile of registers keeps its order.
Regs loadSharedOf(FunctionEmitter &emitter, ir::Type type, const SharedBuffer &buffer, const ir::Place &threads);

}  // namespace tritonc::codegen
