// What the emission of one function of the tile IR shares: its values in LLVM IR and the place to add to.
//
// A tile is one LLVM value for each register of its layout, never an aggregate; a scalar is one value that is equal in
// all threads. A pointer to global memory has address space 1; a buffer is a pointer of address space 3, of 32 bits.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <unordered_map>
#include <vector>

#include "codegen/debug_lines.h"
#include "codegen/emit.h"
#include "ir/module.h"
#include "passes/affine.h"

namespace tritonc::codegen {

/// The address spaces of pointers to global and to shared memory.
inline constexpr unsigned kGlobal = 1;
inline constexpr unsigned kShared = 3;

/// One value for each register of a tile; one for a scalar.
using Regs = llvm::SmallVector<llvm::Value *, 4>;

/// A scalar counts for every register.
inline llvm::Value *regAt(const Regs &regs, uint64_t index) { return regs.size() == 1 ? regs[0] : regs[index]; }

/// Shared by the functions of a module.
struct ModuleEmitter {
  const ir::Module &source;
  const EmitOptions &options;
  llvm::Module &module;
  DebugLines &lines;

  llvm::LLVMContext &llvm() const { return module.getContext(); }
  /// The function that `fn` becomes, declared on first use.
  llvm::Function *declare(const ir::Function &fn);
  /// The array of shared memory whose size the launch gives.
  llvm::GlobalVariable *sharedMemory();
};

class FunctionEmitter {
public:
  FunctionEmitter(ModuleEmitter &module, ir::Function &source, llvm::Function *function);

  /// Emits the whole function.
  void run();
  /// Emits the operations of a block up to its terminator, which the caller turns into control flow.
  void emitBlock(const ir::Block &block);

  ModuleEmitter &module() { return module_; }
  const ir::Function &source() const { return source_; }
  Target target() const { return module_.options.target; }
  const passes::AffineAnalysis &affine() const { return affine_; }
  llvm::IRBuilder<> &builder() { return builder_; }
  llvm::LLVMContext &llvm() { return builder_.getContext(); }
  /// Null when line tables are off.
  llvm::DILocation *location(ir::Loc loc) { return module_.lines.location(loc, *function_); }

  /// The type of one element.
  llvm::Type *type(ir::Type type);
  const Regs &regs(const ir::Value *value);
  /// Of a scalar.
  llvm::Value *scalar(const ir::Value *value);
  void set(const ir::Value *value, Regs regs);

  /// Threads of the program.
  unsigned numThreads() const { return module_.source.numThreads(); }
  /// `tid.x`, read once in the entry block.
  llvm::Value *threadIndex();
  /// The part of an element's flattened coordinate that depends on the thread, computed once for each layout in the
  /// entry block. The coordinate in a register is this XOR the layout's map of the register.
  llvm::Value *threadCoordinate(ir::Layout layout);
  /// i1: this thread is the one that stores, of those that hold the same elements of the layout. Null: all are.
  llvm::Value *isOwner(ir::Layout layout);
  /// i1: this is thread 0.
  llvm::Value *isFirstThread();

  /// The value of `emitThreadMap` for a layout.
  llvm::Value *threadMap(const ir::LinearLayout &layout);
  /// Null unless asked for by `--sabotage`.
  Sabotage *sabotage() const { return module_.options.sabotage; }
  /// Whether the site of this kind that is about to be emitted is the one to break.
  bool isSabotaged(SabotageKind kind) { return sabotage() && sabotage()->hits(kind); }

  /// A constant: so many bytes into the shared memory of the program.
  llvm::Value *sharedPointer(int64_t offset);

  /// A call of an intrinsic.
  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value *> args,
                         llvm::ArrayRef<llvm::Type *> overloads = {});
  /// A call of PTX text without side effects.
  llvm::Value *pureAsm(llvm::Type *result, llvm::StringRef text, llvm::StringRef constraints,
                       llvm::ArrayRef<llvm::Value *> args);

private:
  /// Runs `make` at the end of the code that the entry block gets for facts about the thread.
  template <class Make> llvm::Value *inEntry(Make &&make);
  void bindParameters();
  llvm::Value *constant(const ir::Value *value);

  ModuleEmitter &module_;
  const ir::Function &source_;
  passes::AffineAnalysis affine_;
  llvm::Function *function_;
  llvm::IRBuilder<> builder_;
  std::vector<Regs> values_;
  /// Ends the code for facts about the thread; the body follows.
  llvm::Instruction *entryEnd_ = nullptr;
  llvm::Value *threadIndex_ = nullptr;
  llvm::Value *isFirstThread_ = nullptr;
  std::unordered_map<ir::Layout, llvm::Value *> threadCoordinates_;
  std::unordered_map<ir::Layout, llvm::Value *> owners_;
};

/// Emits one operation that is no terminator.
void emitOp(FunctionEmitter &emitter, const ir::Op &op);

/// The number of registers of a value of the type.
unsigned numRegs(ir::Type type);

}  // namespace tritonc::codegen
