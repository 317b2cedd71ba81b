// The state of a running program and the operations on it, one file for each family:
//
//   interpret.cpp            programs, control flow, element-wise operations
//   interpret_shapes.cpp     sources and shapes
//   interpret_asm.cpp        inline assembler
//   interpret_fold.cpp       `reduce` and `scan`
//   interpret_gather.cpp     elements from elsewhere, and counting
//   interpret_memory_ops.cpp global and shared memory
//   interpret_debug.cpp      hints, assertions, prints, and reports
#pragma once

#include "ir/interpret.h"

namespace tritonc::ir {

/// The elements of a value in row-major order, zero-extended; one for a scalar.
using Tile = std::vector<uint64_t>;

/// The elements of an operand; a scalar counts for every element.
class Elements {
public:
  explicit Elements(std::span<const uint64_t> tile) : data_(tile.data()), stride_(tile.size() == 1 ? 0 : 1) {}
  uint64_t operator[](size_t i) const { return data_[i * stride_]; }

private:
  const uint64_t *data_;
  size_t stride_;
};

class Interpreter {
public:
  Interpreter(const Module &module, Grid grid, const AddressSpace &memory, const InterpretOptions &options)
      : module_(module), grid_(grid), memory_(memory), options_(options) {}

  Success run(const Function &kernel, std::span<const uint64_t> args);

private:
  // ---- Values ----

  void enter(const Function &function);
  Tile &tileOf(const Value *value);
  Elements elementsOf(const Value *value) {
    return value->type().isShared() ? Elements(bufferOf(value).elements) : Elements(tileOf(value));
  }
  /// For an optional operand: where it is missing, each element counts as `missing`.
  Elements elementsOr(const Value *value, const Tile &missing) { return value ? elementsOf(value) : Elements(missing); }
  uint64_t scalarOf(const Value *value) { return tileOf(value)[0]; }
  /// The place for the elements of a result.
  Tile &resultOf(const Op &op, unsigned i = 0);
  /// What stands for the unspecified elements of an operation: the same each time, another for each seed.
  uint64_t patternOf(const Op &op) const;

  /// What the terminator of a block that has just run hands to the operation around it, from operand `first` on.
  std::vector<Tile> handedOver(const Block &block, unsigned first = 0);
  void setResults(const Op &op, std::vector<Tile> tiles);
  void setArgs(const Block &block, std::vector<Tile> tiles);

  // ---- Control ----

  Success runBlock(const Block &block);
  Success runOp(const Op &op);
  Success runFor(const Op &op);
  Success runWhile(const Op &op);
  Success runIf(const Op &op);
  Success runCall(const Op &op);
  Success runElementwise(const Op &op);
  Success runAsm(const Op &op);
  /// Takes for granted that a text reads and writes what it gets the addresses of.
  void markUses(const Op &op);

  // ---- Shapes ----

  Success runSource(const Op &op);
  Success runShape(const Op &op);
  Success runJoin(const Op &op);
  Success runSplit(const Op &op);

  // ---- From elsewhere ----

  Success runExchange(const Op &op);
  Success runGather(const Op &op);
  Success runHistogram(const Op &op);
  Success runLocalCount(const Op &op);

  // ---- Along an axis ----

  Success runDot(const Op &op);
  Success runDotWait(const Op &op);
  Success runFold(const Op &op);
  /// The block of a `reduce` or `scan` applied to the scalars in its arguments; the first half takes what it yields.
  Success combine(const Block &block);

  // ---- Memory ----

  Success runLoad(const Op &op);
  Success runStore(const Op &op);
  Success runAtomicRmw(const Op &op);
  Success runAtomicCas(const Op &op);
  /// Calls `access(i, place)` for each element that the mask lets through, in an order that the seed chooses.
  template <class Access> Success forEachAccess(const Op &op, const Value *mask, Access access);
  /// The host memory behind an address, or null after a report.
  std::byte *resolve(const Op &op, size_t index, uint64_t address, unsigned size, uint8_t use);
  /// A buffer, or one of a ring, and what it holds.
  struct Buffer {
    const Op *alloc;
    /// All of the ring, and where in it the buffer begins.
    Tile *ring;
    size_t first;
    std::span<uint64_t> elements;
  };
  Buffer bufferOf(const Value *value);
  Success runLocalAlloc(const Op &op);
  Success runLocalSlot(const Op &op);
  Success runLocalStore(const Op &op);
  Success runCopyAsync(const Op &op);
  /// `copy_commit` and `copy_wait`. A barrier does nothing: whole tiles are accessed at a time, nobody waits for
  /// anybody.
  void runBarrier(const Op &op);
  /// Buffers that were given the place of this one lose what they held.
  void overwriteOthers(const Op *alloc, const Op &writer);

  // ---- Debugging ----

  Success checkHint(const Op &op);
  Success checkAssume(const Op &op);
  Success runAssert(const Op &op);
  Success runPrint(const Op &op);

  // ---- Reports ----

  std::string programText() const;
  /// Of an element of a tile of the type; empty for scalars.
  static std::string elementText(Type type, size_t index);

  template <class... Args> Failed error(const Op &op, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    return module_.context()
        .error(op.loc(), id, format, std::forward<Args>(args)...)
        .note(SourceRange{}, "{}", programText());
  }
  /// The same with the element of a tile of the type.
  template <class... Args>
  Failed errorAt(const Op &op, Type type, size_t index, DiagId id, fmt::format_string<Args...> format, Args &&...args) {
    return module_.context()
        .error(op.loc(), id, format, std::forward<Args>(args)...)
        .note(SourceRange{}, "{}{}", elementText(type, index), programText());
  }

  /// The values of one function, by id. Functions are not recursive, so one frame each is enough for all programs.
  using Frame = std::vector<Tile>;

  const Tile true_{1}, zero_{0};
  const Module &module_;
  Grid grid_;
  const AddressSpace &memory_;
  InterpretOptions options_;
  Grid program_{};
  uint64_t steps_ = 0;
  unsigned depth_ = 0;
  std::unordered_map<const Function *, Frame> frames_;
  Frame *frame_ = nullptr;
  /// The buffer of the last access, which is likely that of the next one.
  const AddressSpace::Buffer *buffer_ = nullptr;

  /// A buffer that has a place in shared memory: bytes `begin` to `end`.
  struct PlacedBuffer {
    const Op *alloc;
    int64_t begin, end;
    Tile *tile;
  };
  std::vector<PlacedBuffer> placed_;

  /// A `copy_async` on its way: what it puts where, and the number of its group.
  struct Copy {
    const Op *op;
    const Op *alloc;
    Tile *ring;
    size_t first;
    Tile elements;
    int64_t group;
  };
  std::vector<Copy> copies_;
  /// Groups that have been closed; the next one has this number.
  int64_t copyGroups_ = 0;
};

}  // namespace tritonc::ir
